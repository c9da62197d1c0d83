#!/bin/sh
# Programs written for wend 0.2 still work after scripts/migrate.sed: converts the programs of its cookbook,
# compiles them with the library, and compares what they print with what they printed then (expected/).
#   run.sh LIBRARY FOLDER    CC is the compiler; the converted programs are written to FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
library=$1
folder=$2
if ! sed --version 2>/dev/null | grep -q GNU; then
    echo "SKIPPED: scripts/migrate.sed needs GNU sed"
    exit 0
fi
mkdir -p "$folder"
for source in "$here"/*.[ch]; do
    sed -E -f "$root/scripts/migrate.sed" "$source" >"$folder/$(basename "$source")"
done

# What the cookbook does not use: each line of calls.txt is followed by what it becomes.
awk 'NR % 2' "$here/calls.txt" | sed -E -f "$root/scripts/migrate.sed" >"$folder/calls.txt"
awk 'NR % 2 == 0' "$here/calls.txt" | diff -u - "$folder/calls.txt"

count=0
for source in "$folder"/*.c; do
    name=$(basename "$source" .c)
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -I"$root/include" "$source" "$library" -lm -o "$folder/$name"
    "$folder/$name" | diff -u "$here/expected/$name.txt" -
    count=$((count + 1))
done
[ $count = 12 ] || { echo "migrate: $count programs, expected 12" >&2; exit 1; }
echo "migrate: $count programs print what they printed with wend 0.2"
