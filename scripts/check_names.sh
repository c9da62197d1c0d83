#!/bin/sh
# File names are unique among the sources and private headers, so that a file is found by its name. The public
# headers of include/wend/ are excluded: src/domain/graph.h implements wend/graph.h. So are the programs of the
# guides, which are found by the page that shows them.
set -eu
cd "$(dirname "$0")/.."

files=$(git ls-files '*.c' '*.cpp' '*.inl' '*.h' | grep -v -e '^include/' -e '^test/migrate/' -e '^examples/guide/')
twice=$(echo "$files" | sed 's|.*/||' | sort | uniq -d)
for name in $twice; do
    echo "lint: file name used twice:" $(echo "$files" | grep -E "(^|/)$(echo "$name" | sed 's/\./\\./g')\$") >&2
done
[ -z "$twice" ]
