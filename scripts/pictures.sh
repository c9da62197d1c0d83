#!/bin/sh
# Makes the animation that the README opens with, docs/pictures/race.gif, or checks that the
# commands still make the very same file.
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

if [ -z "$check" ]; then
    mv "$folder/race.gif" docs/pictures/race.gif
elif ! cmp "$folder/race.gif" docs/pictures/race.gif; then
    echo "docs/pictures/race.gif is not what the commands make; run scripts/pictures.sh" >&2
    exit 1
fi
