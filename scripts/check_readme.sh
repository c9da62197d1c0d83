#!/bin/sh
# The C example of the README must be the one that is compiled and run: examples/cookbook/click_to_move.c.
# Every algorithm has a row in the table of docs/algorithms.md.
set -eu
cd "$(dirname "$0")/.."
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md | diff -u examples/cookbook/click_to_move.c -
for algorithm in $("${1:-build/wend}" algos | awk 'NR > 1 { print $1 }'); do
    sed '/^## /q' docs/algorithms.md | grep -q "^| \`$algorithm\`" ||
        { echo "docs/algorithms.md: no row for $algorithm" >&2; exit 1; }
done
# The README's commands for its first picture must be those that create it.
sed -n '/^- /q; s/^    wend \(.*\) -o .*/\1/p' README.md |
while read -r command; do
    tr -s '\\\n ' ' ' < scripts/pictures.sh | sed 's|"$folder/cave.map"|cave.map|g' |
        grep -qF -- "$command" || { echo "README: scripts/pictures.sh does not run: $command" >&2; exit 1; }
done
