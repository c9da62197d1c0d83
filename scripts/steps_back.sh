#!/bin/sh
# In how many trips of TBA* is the agent off the route when the search finds it, and must step back?
# Over the problems of Table 1 of the TBA* paper (lab/tba-table-1.yaml), as Markdown.
#   scripts/steps_back.sh [DATA]      needs the maps and scenarios of wc3maps512, and a build
set -eu
data=${1:-${WEND_DATA:-../shared/data}}
build=${BUILD:-build}
files=
for map in blastedlands golemsinthemist plunderisle losttemple theglaive; do
    files="$files $data/scen/wc3maps512/$map.map.scen"
done
${CC:-cc} -std=c11 -O2 -Iinclude scripts/steps_back.c "$build/libwend.a" -lm -o "$build/steps_back"
# shellcheck disable=SC2086
"$build/steps_back" "$data/maps/wc3maps512" $files
