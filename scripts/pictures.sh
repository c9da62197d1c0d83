#!/bin/sh
# Creates docs/pictures/fleet.gif (README) and race.gif (docs/watching.md), or checks that the commands still
# produce exactly these files.
#   scripts/pictures.sh [--check] [WEND]
set -eu
cd "$(dirname "$0")/.."
check=
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi
wend=${1:-build/wend}
if ! "$wend" --version | grep -q '^with:.*gif'; then
    echo "SKIPPED: wend was built without giflib"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$wend" gen caves --size 100x60 --scale 2 --density 46 --seed 35 -o "$folder/cave.map"
"$wend" render --map "$folder/cave.map" --algo astar,tba,lss-lrta --expansions 15 \
    --columns 3 --scale 3 --frames 250 -o "$folder/race.gif"

"$wend" render --fleet 1000 --frame-work 100000 --frames 80 -o "$folder/fleet.gif"

for name in race.gif fleet.gif; do
    if [ -z "$check" ]; then
        mv "$folder/$name" "docs/pictures/$name"
    elif ! cmp "$folder/$name" "docs/pictures/$name"; then
        echo "docs/pictures/$name differs from what the commands produce; run scripts/pictures.sh" >&2
        exit 1
    fi
done
