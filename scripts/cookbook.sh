#!/bin/sh
# The recipes of docs/cookbook.md are programs that are compiled and run: its code blocks are the files
# of examples/cookbook, its text blocks what they print.
#   cookbook.sh FOLDER [--update]    FOLDER holds the programs: build/examples
# Says what differs, and with --update writes it.
set -eu
programs=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
written=$(mktemp)
trap 'rm -f "$written"' EXIT

# A line that begins with the name of a file says what the next blocks show.
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
# Every recipe is there, and has both blocks.
for file in examples/cookbook/*.c; do
    grep -qF "[$file](../$file)" docs/cookbook.md || { echo "cookbook: no recipe of $file" >&2; exit 1; }
done
recipes=$(ls examples/cookbook/*.c | wc -l)
blocks=$(grep -c '^```text$' docs/cookbook.md)
[ "$recipes" = "$blocks" ] || { echo "cookbook: $recipes recipes, output of $blocks" >&2; exit 1; }
