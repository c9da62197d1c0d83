#!/bin/sh
# Microseconds of short and middle queries with "jps" before the goal in sight was looked at first
# (or at REV, another revision with that API) and now: the same program linked with both libraries,
# run in turn, ROUNDS times; the fastest run of each (other programs on the machine only add to it, and on a
# busy one for seconds), and how many times as fast the new one is. Functions are aligned to 64 bytes in
# both: else queries of 100 cells take up to 15 % more or less by where a linker puts them.
#
#     scripts/bench_queries.sh [REV]
set -eu
cd "$(dirname "$0")/.."
rev=${1:-$(git log --format=%h --grep='^Jump point search checks first whether the goal is in sight' | tail -n 1)~1}
rounds=${ROUNDS:-7}
data=${WEND_DATA:-../shared/data}
[ -f "$data/maps/dao/orz103d.map" ] || { echo "bench_queries.sh: no maps in $data; set WEND_DATA" >&2; exit 3; }
. scripts/bench_revision.sh
take_revision "$rev"
build_with "$folder/source" before scripts/bench_queries.c -falign-functions=64
build_with . now scripts/bench_queries.c -falign-functions=64

least() { # file, column
    awk -v c="$2" '{ print $c }' "$1" | sort -n | head -n 1
}
change() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f -> %.2f (%.2f)", a, b, a / b }'; }
mean() { # name, column: of all maps
    awk -v c="$2" '{ s += $c } END { print s / NR }' "$folder/$1.all"
}
printf '%-12s %-14s %-24s %s\n' cells map "new agent" "reused agent"
for range in "8 48" "100 140"; do
    : >"$folder/before.all"; : >"$folder/now.all"
    for map in bg512/AR0300SR sc1/Enigma sc1/WheelofWar dao/orz103d; do
        : >"$folder/now.us"; : >"$folder/before.us"
        i=0
        while [ $i -lt "$rounds" ]; do
            for name in before now; do
                "$folder/run-$name" "$data/maps/$map.map" "$data/scen/$map.map.scen" $range >>"$folder/$name.us"
            done
            i=$((i + 1))
        done
        for name in before now; do
            echo "$(least "$folder/$name.us" 1) $(least "$folder/$name.us" 2)" >>"$folder/$name.all"
        done
        printf '%-12s %-14s %-24s %s\n' "$(echo "$range" | awk '{ print $1 " to " $2 - 1 }')" "${map#*/}" \
            "$(change "$(least "$folder/before.us" 1)" "$(least "$folder/now.us" 1)")" \
            "$(change "$(least "$folder/before.us" 2)" "$(least "$folder/now.us" 2)")"
    done
    printf '%-12s %-14s %-24s %s\n' "" "all" "$(change "$(mean before 1)" "$(mean now 1)")" \
        "$(change "$(mean before 2)" "$(mean now 2)")"
done
echo "(the fastest of $rounds runs in turn, each the fastest twentieth of 401 rounds; before: $rev)"
