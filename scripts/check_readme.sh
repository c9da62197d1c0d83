#!/bin/sh
# Checks the README: at most 120 lines; its C blocks are the examples that are compiled and run. Every
# animation of scripts/pictures.sh has its command in a text. Every algorithm has a row in the table of
# docs/algorithms.md.
#   check_readme.sh [WEND] [--update]    --update rewrites the C blocks of the README
set -eu
cd "$(dirname "$0")/.."
written=$(mktemp)
trap 'rm -f "$written"' EXIT

# A line with a link to examples/NAME.c determines the contents of the next C block: the lines between the
# two marks of that file, or all of it.
awk '
    function copy_lines(source, marked, line) {
        while ((getline line < source) > 0) marked = marked || line ~ /README begins/
        close(source)
        is_shown = !marked
        while ((getline line < source) > 0) {
            if (line ~ /README ends/) is_shown = 0
            if (marked) sub(/^    /, "", line)
            if (is_shown) print line
            if (line ~ /README begins/) is_shown = 1
        }
        close(source)
    }
    match($0, /\(examples\/first_[a-z]*\.c\)/) { file = substr($0, RSTART + 1, RLENGTH - 2) }
    is_inside && /^```$/ { is_inside = 0 }
    is_inside { next }
    { print }
    /^```c$/ { copy_lines(file); is_inside = 1 }' README.md >"$written"
if [ "${2:-}" = --update ]; then
    cat "$written" >README.md
else
    diff -u README.md "$written"
fi
for file in examples/first_*.c; do
    grep -qF "($file)" README.md || { echo "README: no link to $file" >&2; exit 1; }
done
[ "$(grep -c '^```c$' README.md)" = "$(ls examples/first_*.c | wc -l)" ] ||
    { echo "README: not one C block for each examples/first_*.c" >&2; exit 1; }
lines=$(wc -l <README.md)
[ "$lines" -le 120 ] || { echo "README: $lines lines, at most 120 expected" >&2; exit 1; }

for algorithm in $("${1:-build/wend}" algos | awk 'NR > 1 { print $1 }'); do
    sed '/^## /q' docs/algorithms.md | grep -q "^| \`$algorithm\`" ||
        { echo "docs/algorithms.md: no row for $algorithm" >&2; exit 1; }
done

# The commands for the animations must be those that create them.
texts="README.md docs/watching.md"
for picture in $(sed -n 's|.*-o "$folder/\([a-z]*\.gif\)".*|\1|p' scripts/pictures.sh); do
    # shellcheck disable=SC2086
    command=$(sed -n "s|^    wend \(.*\) -o docs/pictures/$picture\$|\1|p" $texts)
    [ -n "$command" ] || { echo "no command for docs/pictures/$picture in: $texts" >&2; exit 1; }
    tr -s '\\\n ' ' ' <scripts/pictures.sh | sed 's|"$folder/cave.map"|cave.map|g' | grep -qF -- "$command" ||
        { echo "scripts/pictures.sh does not run: $command" >&2; exit 1; }
done
sed -n '/^ *wend gen .* -o cave\.map$/s/^ *wend \(.*\) -o .*/\1/p' docs/watching.md | grep . | while read -r command; do
    grep -qF -- "$command" scripts/pictures.sh ||
        { echo "docs/watching.md: scripts/pictures.sh does not run: $command" >&2; exit 1; }
done
