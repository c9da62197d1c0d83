#!/bin/sh
# The tables of docs/results/terrain.md: known, partly known and unknown terrain in the count form of
# the game time model (a tick is an interval of k expansions, one move per tick), over six maps.
#
#     scripts/terrain.sh OUTPUT_FOLDER [PROBLEMS_PER_MAP [CORNER_RULES]]
#
# Needs the maps under $WEND_DATA (default ../shared/data) and a build in build/. Writes per corner
# rule and terrain NAME.csv (means) and NAME-runs.csv (every run, for paired differences), and prints
# the tables. 300 problems per map take four to five
# hours of one core.
set -eu
out=$1
problems=${2:-300}
rules=${3:-never always}
data=${WEND_DATA:-../shared/data}
wend=${WEND:-build/wend}
maps=$data/maps
files="$maps/sc1/Enigma.map $maps/sc1/Inferno.map $maps/sc1/WheelofWar.map
    $maps/dao/orz103d.map $maps/dao/orz702d.map $maps/dao/orz703d.map"
mkdir -p "$out"
for corners in $rules; do
    for terrain in known 50% unknown; do
        name=$corners-$(echo $terrain | tr -d %)
        algos=repeated-astar,adaptive-astar,dstar-lite,rtba,tbaa,rtaa,dartaa
        [ $terrain = known ] && algos=astar,tba,rtaa,dartaa
        # shellcheck disable=SC2086
        "$wend" bench $files --problems "$problems" --algo $algos --expansions 200,500,1000,2000 \
            --r 1 --derive --corners $corners --terrain $terrain --csv \
            --runs "$out/$name-runs.csv" > "$out/$name.csv"
    done
done
scripts/terrain_tables.sh "$out"
