#!/bin/sh
# The C examples of the pages in docs/ are parts of programs that are compiled and run: a block of C after
#     <!-- examples/guide/NAME.c: REGION -->
# is what stands between `// [REGION]` and `// [/REGION]` in that file; without `: REGION` it is the whole
# file. A block of text after `<!-- output of examples/guide/NAME.c -->` is what the program prints.
#   guide.sh FOLDER [--update]    FOLDER contains the programs: build/examples
# Prints the differences, and fails if there is one, if a block of C has no such line before it, if a
# program is on no page, or if a program fails. With --update it rewrites the blocks.
set -eu
programs=$(cd "$1" && pwd)
mode=${2:-}
cd "$(dirname "$0")/.."
written=$(mktemp)
trap 'rm -f "$written"' EXIT
status=0

# docs/cookbook.md has blocks of its own: scripts/cookbook.sh. docs/domains.md has fragments.
for page in docs/*.md; do
    case $page in docs/cookbook.md | docs/domains.md) continue ;; esac
    awk -v programs="$programs" -v page="$page" '
        function fail(message) { print "guide: " page ":" NR ": " message > "/dev/stderr"; failed = 1 }
        # Prints a region of a file without its marks and its common indentation.
        function copy_region(file, region, line, count, i, depth, least, is_inside, lines) {
            is_inside = region == ""
            while ((getline line < file) > 0) {
                if (index(line, "// [" region "]")) { is_inside = region != ""; continue }
                if (region != "" && index(line, "// [/" region "]")) is_inside = 0
                if (is_inside && line !~ /^ *\/\/ \[\/?[a-z_]+\]$/) lines[++count] = line
            }
            close(file)
            if (count == 0) fail("nothing to show in " file ": " region)
            least = 1000
            for (i = 1; i <= count; i++) {
                match(lines[i], /^ */)
                if (lines[i] != "" && RLENGTH < least) least = RLENGTH
            }
            for (i = 1; i <= count; i++) print substr(lines[i], least + 1)
        }
        function copy_output(name, command, line) {
            sub(/.*\//, "", name); sub(/\.c$/, "", name)
            command = programs "/example_guide_" name
            while ((command | getline line) > 0) print line
            if (close(command) != 0) fail(name " has failed")
        }
        is_inside && /^```$/ { is_inside = 0 }
        is_inside { next }
        { print }
        /^<!-- examples\/guide\/.* -->$/ { file = $2; region = $3; sub(/:$/, "", file); if (region == "-->") region = "" ; next }
        /^<!-- output of examples\/guide\/.* -->$/ { output = $4; next }
        /^```c$/ && file == "" { fail("a block of C that is not of examples/guide") }
        /^```c$/ && file != "" { copy_region(file, region); is_inside = 1 }
        /^```text$/ && output != "" { copy_output(output); is_inside = 1 }
        { file = output = "" }
        END { exit failed }' "$page" >"$written" || status=1
    if [ "$mode" != --update ]; then
        diff -u "$page" "$written" || status=1
    elif ! cmp -s "$page" "$written"; then
        cat "$written" >"$page"
    fi
done

for file in examples/guide/*.c; do
    name=$(basename "$file" .c)
    grep -qF -- "<!-- $file" docs/*.md || { echo "guide: $file is on no page" >&2; status=1; }
    "$programs/example_guide_$name" >"$written" || { echo "guide: $file fails" >&2; cat "$written" >&2; status=1; }
done
exit $status
