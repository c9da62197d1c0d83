#!/bin/sh
# What wend bench writes besides its table, and when.
#   bench.sh WEND
set -eu
wend=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$here/data"
failed=0

fail() {
    echo "FAILED: $1" >&2
    failed=$((failed + 1))
}

# The settings of --runs, one line each.
settings() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; if (!("depth" in c)) exit; next }
        { print $c["algo"], $c["expansions"], $c["time_us"], $c["depth"], $c["queue"], $c["level"], $c["gamma"] }' \
        "$folder/runs.csv" | sort -u
}

# Rows of different settings can be told apart.
"$wend" bench small.map.scen --limit 1 --algo lrta,plrta,prlrts --depth 1,2 --queue 5,10 \
    --level 1,2 --gamma 0.4,1 --expansions 100 --runs "$folder/runs.csv" >/dev/null
[ "$(settings | wc -l)" = 12 ] || fail "--runs: 12 settings, told apart: $(settings)"
"$wend" bench small.map.scen --limit 1 --algo tba --time-us 5,7000 --runs "$folder/runs.csv" >/dev/null
[ "$(settings | tr '\n' ';')" = 'tba 0 5    ;tba 0 7000    ;' ] ||
    fail "--runs: the times of ticks: $(settings)"

# What is there when the command is ended are whole rows.
"$wend" bench small.map --problems 1000 --algo tba --expansions 1,2,3,4,5,6,7,8,9,10 --max-ticks 100000 \
    --runs "$folder/runs.csv" >/dev/null 2>&1 &
while [ "$(stat -c %s "$folder/runs.csv" 2>/dev/null || echo 0)" -lt 20000 ] && kill -0 $! 2>/dev/null; do :; done
kill $! 2>/dev/null || true
wait $! 2>/dev/null || true
awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' "$folder/runs.csv" &&
    [ -z "$(tail -c 1 "$folder/runs.csv")" ] || fail "--runs: a row was cut: $(tail -n 1 "$folder/runs.csv")"

[ $failed = 0 ] && echo "bench: passed"
