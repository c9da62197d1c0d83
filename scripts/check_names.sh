#!/bin/sh
# A file is found by its name: no two source files or private headers have the same one. The public
# headers of include/wend/ are left out: src/domain/graph.h implements wend/graph.h. So is test/migrate/, which
# holds older versions of the cookbook.
set -eu
cd "$(dirname "$0")/.."

files=$(git ls-files '*.c' '*.cpp' '*.inl' '*.h' | grep -v -e '^include/' -e '^test/migrate/')
twice=$(echo "$files" | sed 's|.*/||' | sort | uniq -d)
for name in $twice; do
    echo "lint: a file name occurs twice:" $(echo "$files" | grep -E "(^|/)$(echo "$name" | sed 's/\./\\./g')\$") >&2
done
[ -z "$twice" ]
