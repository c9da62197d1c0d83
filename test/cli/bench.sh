#!/bin/sh
# The output of wend bench besides its table.
#   bench.sh WEND
set -eu
wend=$1
. "$(dirname "$0")/prologue.sh"
cd "$here/data"

# The settings in --runs, one line each.
settings() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; if (!("depth" in c)) exit; next }
        { print $c["algo"], $c["expansions"], $c["time_us"], $c["depth"], $c["queue"], $c["level"], $c["gamma"] }' \
        "$folder/runs.csv" | sort -u
}

# Rows of different settings are distinguishable.
"$wend" bench small.map.scen --limit 1 --algo lrta,plrta,prlrts --depth 1,2 --queue 5,10 \
    --level 1,2 --gamma 0.4,1 --expansions 100 --runs "$folder/runs.csv" >/dev/null 2>&1
[ "$(settings | wc -l)" = 12 ] || fail "--runs: 12 distinguishable settings: $(settings)"
"$wend" bench small.map.scen --limit 1 --algo tba --time-us 5,7000 --runs "$folder/runs.csv" >/dev/null
[ "$(settings | tr '\n' ';')" = 'tba 0 5    ;tba 0 7000    ;' ] ||
    fail "--runs: the times of ticks: $(settings)"

# If the command is killed, the file contains complete rows.
"$wend" bench small.map --problems 1000 --algo tba --expansions 1,2,3,4,5,6,7,8,9,10 --max-ticks 100000 \
    --runs "$folder/runs.csv" >/dev/null 2>&1 &
while [ "$(stat -c %s "$folder/runs.csv" 2>/dev/null || echo 0)" -lt 20000 ] && kill -0 $! 2>/dev/null; do :; done
kill $! 2>/dev/null || true
wait $! 2>/dev/null || true
awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' "$folder/runs.csv" &&
    [ -z "$(tail -c 1 "$folder/runs.csv")" ] || fail "--runs: a truncated row: $(tail -n 1 "$folder/runs.csv")"

# Derived runs equal real ones, including their ticks, but without times.
for derive in "" --derive; do
    "$wend" bench small.map small.map.scen --problems 5 --c 1 --terrain unknown --csv $derive \
        --algo astar,repeated-astar,adaptive-astar,dstar-lite,jps --expansions 1,3,10,100 \
        --runs "$folder/runs.csv" 2>/dev/null >"$folder/table"
    cat "$folder/runs.csv" "$folder/table" | awk -F, -v OFS=, '
        $1 == "algo" { for (i = 1; i <= NF; i++) timed[i] = $i ~ /seconds|_ns|ns_|bytes/ }
        { for (i = 1; i <= NF; i++) if (timed[i]) $i = "TIME"; print }' >"$folder/made$derive"
done
# (Derived ticks have no times.)
derived=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $c["tick_ns_max"] == 0 { print $c["algo"] }' "$folder/table" | uniq | tr '\n' ' ')
[ "$derived" = "astar repeated-astar adaptive-astar dstar-lite " ] || fail "--derive: derived are $derived"
diff "$folder/made" "$folder/made--derive" || fail "--derive: differs from real runs"

# No tick does more work than its expansions buy, 24 units for each; some use nearly all.
"$wend" bench small.map --problems 8 --algo jps,tbjps,tba --r 1 --expansions 1,2,3 --csv 2>/dev/null |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { n = $c["expansions"]; unit = 24; most = $c["max_work_per_tick"]; rows++ }
        most > n * unit || most <= (n - 1) * unit { print; wrong = 1 }
        END { exit wrong || rows != 9 }' || fail "max_work_per_tick: does not match the budget"

# A sample is spread over the problems that the costs select: the lines of the file, and their optima.
"$wend" gen caves --size 60 --seed 5 -o "$folder/cave.map"
"$wend" bench "$folder/cave.map" --problems 60 --algo astar --min-cost 30 --max-cost 60 \
    --runs "$folder/all.csv" >/dev/null
"$wend" bench "$folder/cave.map" --problems 60 --algo astar --min-cost 30 --max-cost 60 --sample 4 \
    --runs "$folder/sample.csv" >/dev/null
lines() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { print $c["problem"] }' "$1"; }
lines "$folder/all.csv" | awk '{ line[NR - 1] = $1 }
    END { for (i = 0; i < 4; i++) print line[int(i * NR / 4)] }' >"$folder/spread"
lines "$folder/sample.csv" | diff "$folder/spread" - || fail "--sample: not spread over the selected problems"

[ $failed = 0 ] && echo "bench: passed"
