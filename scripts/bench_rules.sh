#!/bin/sh
# The time of A* relative to "jps" under each move rule, on the longest problems of game maps: "astar" before
# cell-by-cell searches became fast for all rules (or at REV, another revision with that API), and now. The
# same program is linked with both libraries and run alternately, ROUNDS times. The fastest run of each
# counts, because other programs only slow it down.
#
#     scripts/bench_rules.sh [REV]
set -eu
cd "$(dirname "$0")/.."
. scripts/bench_revision.sh
rev=${1:-$(revision_before 'Canonical ordering with corners one and always')}
rounds=${ROUNDS:-5}
need_data maps/wc3maps512/theglaive.map
take_revision "$rev"
build_with "$folder/source" before scripts/bench_rules.c ""
build_with . now scripts/bench_rules.c ""

# rows RULES MAP...: microseconds of the three, and the ratios of the first two to the third.
rows() {
    rules=$1
    shift
    for map in "$@"; do
        for rule in $rules; do
            : >"$folder/us"
            i=0
            while [ $i -lt "$rounds" ]; do
                for run in "before astar" "now astar" "now jps"; do
                    "$folder/run-${run% *}" "$data/maps/$map.map" "$data/scen/$map.map.scen" "$rule" "${run#* }"
                done | paste -s - >>"$folder/us"
                i=$((i + 1))
            done
            for column in 1 2 3; do
                awk -v c=$column '{ print $c }' "$folder/us" | sort -n | head -n 1
            done | paste -s - | awk -v map="${map#*/}" -v rule="$rule" '
                { printf "%-16s %-8s %9.0f %9.0f %9.1f %8.1f %8.1f\n", map, rule, $1, $2, $3, $1 / $3, $2 / $3 }'
        done
    done
}
printf '%-16s %-8s %9s %9s %9s %8s %8s\n' map rule "A* before" "A* now" "jps" before/jps now/jps
rows "never one always 4" sc1/Enigma sc1/WheelofWar dao/orz103d dao/orz702d bg512/AR0300SR
rows "factors" wc3maps512/losttemple wc3maps512/battleground wc3maps512/blastedlands wc3maps512/golemsinthemist \
    wc3maps512/plunderisle wc3maps512/theglaive
echo "(us per query, the fastest of $rounds alternating runs; before: $rev)"
