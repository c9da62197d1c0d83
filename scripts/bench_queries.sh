#!/bin/sh
# Microseconds of short and medium queries with "jps" before the goal in sight was checked first (or at REV,
# another revision with that API) and now: the same program is linked with both libraries and run alternately,
# ROUNDS times. Prints the medians of both, and the median of the speedups of adjacent runs: the speed of
# processors varies by a tenth from second to second, and this way affects both versions. Functions are
# aligned to 64 bytes in both, because otherwise queries of 100 cells take up to 15 % more or less depending
# on the linker.
#
#     scripts/bench_queries.sh [REV]
set -eu
cd "$(dirname "$0")/.."
. scripts/bench_revision.sh
rev=${1:-$(revision_before 'Jump point search checks first whether the goal is in sight')}
rounds=${ROUNDS:-15}
need_data maps/dao/orz103d.map
take_revision "$rev"
build_with "$folder/source" before scripts/bench_queries.c -falign-functions=64
build_with . now scripts/bench_queries.c -falign-functions=64

median() { # of the numbers on standard input
    sort -n | awk '{ n[NR] = $1 } END { if (!NR) exit 1; print NR % 2 ? n[(NR + 1) / 2] : (n[NR / 2] + n[NR / 2 + 1]) / 2 }'
}
column() { # file, column: its median
    awk -v c="$2" '{ print $c }' "$1" | median
}
ratio() { # column: the speedup
    paste "$folder/before.us" "$folder/now.us" | awk -v c="$1" '{ print $c / $(c + 2) }' | median
}
change() { # column
    printf '%.2f -> %.2f (%.2f)' "$(column "$folder/before.us" "$1")" "$(column "$folder/now.us" "$1")" "$(ratio "$1")"
}
all() { # column: all maps, the means of their medians
    paste "$folder/before.all" "$folder/now.all" | awk -v c="$1" '{ before += $c; now += $(c + 2) }
        END { printf "%.2f -> %.2f (%.2f)", before / NR, now / NR, before / now }'
}
printf '%-12s %-14s %-24s %s\n' cells map "new agent" "reused agent"
for range in "8 48" "100 140"; do
    : >"$folder/before.all"; : >"$folder/now.all"
    for map in bg512/AR0300SR sc1/Enigma sc1/WheelofWar dao/orz103d; do
        : >"$folder/now.us"; : >"$folder/before.us"
        i=0
        names="before now"
        while [ $i -lt "$rounds" ]; do
            for name in $names; do
                "$folder/run-$name" "$data/maps/$map.map" "$data/scen/$map.map.scen" $range >>"$folder/$name.us"
            done
            i=$((i + 1))
            names="${names#* } ${names% *}" # swaps the order
        done
        for name in before now; do
            echo "$(column "$folder/$name.us" 1) $(column "$folder/$name.us" 2)" >>"$folder/$name.all"
        done
        printf '%-12s %-14s %-24s %s\n' "$(echo "$range" | awk '{ print $1 " to " $2 - 1 }')" "${map#*/}" \
            "$(change 1)" "$(change 2)"
    done
    printf '%-12s %-14s %-24s %s\n' "" "all" "$(all 1)" "$(all 2)"
done
echo "(median of $rounds pairs of runs, each the fastest twentieth of 401 rounds; before: $rev)"
