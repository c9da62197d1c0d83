#!/bin/sh
# Programs link only what they use: links small programs with the static library, without special options,
# checks for names that they must not contain, and prints their stripped sizes.
#   link.sh LIBRARY    CC is the compiler
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Prefixes of names of functions and data, including static ones.
domains='wn_puzzle wend_puzzle puzzle_ wend_racetrack racetrack_ wn_graph wend_graph graph_ callback_ wend_callback
    wend_gen wend_belief wend_components'
files='wend_graph_load wend_map_load wend_map_parse wend_scenario wend_puzzle_load wend_racetrack_load wn_file'
aids='wend_abstraction wend_subgoals grid_corridor_ grid8_flood_'
learning='lrta_ wn_lrta wend_algo_lrta wend_algo_lss_lrta local_ wn_local prioritized_ refine_ dlrta_ wn_breadth'
repairing='wn_dstar wend_algo_dstar_lite incremental_ wn_incremental'
by_name='wend_algo_find wend_algo_get'
cell_by_cell='grid4_ grid8_ grid16_ grid_heap_ adaptive8_ time_bounded_ wn_time_bounded wn_shortcut wend_algo_tba'
jumping='wn_jump_run wn_jump_kernel jumping_ wn_jumping wend_algo_tbjps'
searching='wn_search wn_planner wend_agent wend_algo wn_nodes wn_heap'
never="$domains $files $aids $learning $repairing $by_name"

names() { # of the definitions in a file
    nm "$1" 2>/dev/null | awk 'NF == 3 { print $3 }'
}

check() { # title, source, then the names that the program must not contain
    title=$1
    ${CC:-cc} -O2 -I"$root/include" "$2" "$library" -lm -o "$work/program"
    shift 2
    "$work/program" >/dev/null || { echo "FAILED  $title: the program" >&2; failed=1; }
    names "$work/program" >"$work/names"
    for name in "$@"; do
        if grep "^$name" "$work/names" >&2; then
            echo "FAILED  $title contains $name..." >&2
            failed=1
        fi
    done
    strip "$work/program"
    echo "$title: $(wc -c <"$work/program") bytes"
}

# A name that is not in the library was changed there, and the check would always pass.
names "$library" >"$work/names"
for name in $never $cell_by_cell $jumping $searching; do
    grep -q "^$name" "$work/names" || { echo "FAILED  no name begins with $name..." >&2; failed=1; }
done

with() { # examples/cookbook/click_to_move.c with another algorithm
    sed "s/wend_algo_auto()/$1/" "$root/examples/cookbook/click_to_move.c" >"$work/hello.c"
    grep -q "$1" "$work/hello.c"
}

# shellcheck disable=SC2086
{
    check "a map alone" "$root/test/consumer/map_alone.c" $never $searching $cell_by_cell $jumping
    with 'wend_algo_tbjps()'
    check "hello with tbjps" "$work/hello.c" $never $cell_by_cell
    with 'wend_algo_tba()'
    check "hello with tba" "$work/hello.c" $never $jumping
    with 'wend_algo_auto()'
    check "hello with auto" "$work/hello.c" $never
    with 'wend_algo_find("tbjps")'
    check "hello with an algorithm by name" "$work/hello.c"
}
exit $failed
