#!/bin/sh
# What a unit of a fleet takes for a move along its route, beside the tick of an agent of version 0.1
# (or REV, another revision with its API): both programs run in turn, ROUNDS times, and the medians
# are compared. The revision is built in a folder of its own that is removed in the end.
#
#     scripts/bench_walk.sh [REV]
set -eu
cd "$(dirname "$0")/.."
# The last commit of version 0.1: the one before there was a section on 0.2.0.
rev=${1:-$(git log --format=%h -S'## 0.2.0' -- CHANGELOG.md | tail -n 1)~1}
rounds=${ROUNDS:-9}
map=${WEND_DATA:-../shared/data}/maps/sc1/Enigma.map
[ -f "$map" ] || { echo "bench_walk.sh: no $map; set WEND_DATA" >&2; exit 3; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/old"
git archive "$rev" | tar -x -C "$folder/old"

# build SOURCE NAME [FLAG]
build() {
    cmake -S "$1" -B "$folder/$2" -DCMAKE_BUILD_TYPE=Release -DWEND_BUILD_CLI=OFF \
        -DWEND_BUILD_COMMAND=OFF -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_EXAMPLES=OFF >"$folder/log"
    cmake --build "$folder/$2" --target wend >>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
    ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 ${3:-} -I "$1/include" scripts/bench_walk.c \
        "$(find "$folder/$2" -name 'libwend.a')" -lm -o "$folder/walk-$2"
}
build . units -DWALK_UNITS
build "$folder/old" agents

median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }
for count in 1000 10000; do
    : >"$folder/units.ns"; : >"$folder/agents.ns"
    i=0
    while [ $i -lt "$rounds" ]; do
        "$folder/walk-units" "$map" $count >>"$folder/units.ns"
        "$folder/walk-agents" "$map" $count >>"$folder/agents.ns"
        i=$((i + 1))
    done
    awk -v u="$(median "$folder/units.ns")" -v a="$(median "$folder/agents.ns")" -v n=$count \
        -v r="$rev" 'BEGIN { printf "%d: %.1f ns a move of a unit, %.1f ns a tick of an agent (%s): %.3f\n", n, u, a, r, u / a }'
done
