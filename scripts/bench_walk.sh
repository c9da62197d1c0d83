#!/bin/sh
# The time of a unit of a fleet for a move along its route, compared with the tick of an agent of version 0.1
# (or REV, another revision with its API): both programs run alternately, ROUNDS times, and the medians are
# compared. Once in a loop that does nothing else, so that whatever fits stays in the caches, and once with 64
# MB of other memory written between frames, as the rest of a game does.
#
#     scripts/bench_walk.sh [REV]
set -eu
cd "$(dirname "$0")/.."
. scripts/bench_revision.sh
# The last commit of version 0.1: the one before the changelog had a section on 0.2.0.
rev=${1:-$(git log --format=%h -S'## 0.2.0' -- CHANGELOG.md | tail -n 1)~1}
rounds=${ROUNDS:-9}
map=$data/maps/sc1/Enigma.map
need_data maps/sc1/Enigma.map
take_revision "$rev"
build_with . units scripts/bench_walk.c "" -DWALK_UNITS
build_with "$folder/source" agents scripts/bench_walk.c ""

median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }
range() { sort -n "$1" | sed -n '1p;$p' | paste -s -d- -; }
printf '%-6s %-22s %-24s %-26s %s\n' units "written between frames" "ns a move of a unit" "ns a tick of an agent" ratio
for count in 1000 10000; do
    for megabytes in 0 64; do
        : >"$folder/units.ns"; : >"$folder/agents.ns"
        i=0
        while [ $i -lt "$rounds" ]; do
            "$folder/run-units" "$map" $count $megabytes >>"$folder/units.ns"
            "$folder/run-agents" "$map" $count $megabytes >>"$folder/agents.ns"
            i=$((i + 1))
        done
        unit=$(median "$folder/units.ns"); agent=$(median "$folder/agents.ns")
        printf '%-6s %-22s %-24s %-26s %s\n' $count "$megabytes MB" "$unit ($(range "$folder/units.ns"))" \
            "$agent ($(range "$folder/agents.ns"))" "$(awk -v u="$unit" -v a="$agent" 'BEGIN { printf "%.3f", u / a }')"
    done
done
echo "(medians of $rounds alternating rounds, with minimum and maximum; agents of $rev)"
