#!/bin/sh
# The hot loop must not call through a pointer: looks at the machine code of every `run` of the
# best-first kernel.
set -eu
object=$(mktemp)
trap 'rm -f "$object"' EXIT
gcc -std=c11 -O3 -DNDEBUG -fno-math-errno -Iinclude -Isrc -c src/search/grid_search.c -o "$object"
runs=$(objdump -d --no-show-raw-insn "$object" | awk '
    /^[0-9a-f]+ <.*>:$/ { name = $2; in_run = name ~ /_run/ ; if (in_run) runs++ }
    in_run && /(call|jmp) +\*/ { print name, $0 > "/dev/stderr"; bad = 1 }
    END { print runs + 0; exit bad }')
if [ "$runs" -lt 5 ]; then
    echo "lint: found only $runs kernels in the object file, expected at least 5" >&2
    exit 1
fi
echo "$runs kernels, no indirect call"
