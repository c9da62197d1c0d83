#!/bin/sh
# Checks whether this library gives the same results as another revision with the same API: links
# scripts/same_results.c, random calls of agents, finders and fleets, with both. For changes that should only
# make wend faster. Prints the seeds with different results.
#
#     scripts/same_results.sh [REV]     SEEDS=20000: number of seeds
set -eu
cd "$(dirname "$0")/.."
rev=${1:-HEAD~1}
seeds=${SEEDS:-20000}
. scripts/bench_revision.sh
take_revision "$rev"
build_with "$folder/source" before scripts/same_results.c ""
build_with . now scripts/same_results.c ""
half=$((seeds / 2 + 1))
for name in before now; do
    "$folder/run-$name" 1 $half >"$folder/$name.1" &
    "$folder/run-$name" $half $((seeds + 1)) >"$folder/$name.2"
    wait $!
    cat "$folder/$name.1" "$folder/$name.2" >"$folder/$name.all"
done
wrong=$(diff "$folder/before.all" "$folder/now.all" | awk '/^>/ { print $2 }')
if [ -n "$wrong" ]; then
    echo "results differ from $rev for $(echo "$wrong" | wc -l) of $seeds seeds; the first ones:" $(echo "$wrong" | head -n 5)
    exit 1
fi
echo "the same results as $rev for $(wc -l <"$folder/now.all") seeds"
