#!/bin/sh
# The recipes of docs/cookbook.md are programs that are compiled and run: its code blocks are the files of
# examples/cookbook, its text blocks are their output.
#   cookbook.sh FOLDER [--update]    FOLDER contains the programs: build/examples
# Prints the differences; with --update it rewrites the blocks.
set -eu
programs=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
written=$(mktemp)
trap 'rm -f "$written"' EXIT

# A line that begins with the name of a file determines the contents of the next blocks.
awk -v programs="$programs" '
    function copy_lines(source, is_program, line) {
        while ((is_program ? (source | getline line) : (getline line < source)) > 0) print line
        close(source)
    }
    /^\[examples\/cookbook\// { file = $0; sub(/^\[/, "", file); sub(/\].*/, "", file) }
    is_inside && /^```$/ { is_inside = 0 }
    is_inside { next }
    { print }
    /^```c$/ { copy_lines(file, 0); is_inside = 1 }
    /^```text$/ {
        name = file; sub(/.*\//, "", name); sub(/\.c$/, "", name)
        copy_lines(programs "/example_" name, 1); is_inside = 1
    }' docs/cookbook.md >"$written"

if [ "${2:-}" = --update ]; then
    cat "$written" >docs/cookbook.md
else
    diff -u docs/cookbook.md "$written"
fi
# Every recipe must be there with both blocks.
for file in examples/cookbook/*.c; do
    grep -qF "[$file](../$file)" docs/cookbook.md || { echo "cookbook: no recipe for $file" >&2; exit 1; }
done
recipes=$(ls examples/cookbook/*.c | wc -l)
blocks=$(grep -c '^```text$' docs/cookbook.md)
[ "$recipes" = "$blocks" ] || { echo "cookbook: $recipes recipes, but $blocks blocks of output" >&2; exit 1; }
