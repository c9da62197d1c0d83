#!/bin/sh
# The hot loop must not call through a pointer, least of all per successor: checks the machine code of every
# `run` of the best-first kernel. The callback domain may make its calls, one per expansion for the successors
# and one per new state for the estimate.
set -eu
object=$(mktemp)
trap 'rm -f "$object"' EXIT
total=0
for source in src/search/*_search.c src/research/search/*_search.c src/search/jump_never.c src/search/jump_one.c \
    src/search/jump_always.c src/search/jump_four.c; do
    gcc -std=c11 -O3 -DNDEBUG -fno-math-errno -Iinclude -Isrc -c "$source" -o "$object"
    allowed=0
    case "$source" in */callback_search.c) allowed=99 ;; esac
    runs=$(objdump -d --no-show-raw-insn "$object" | awk -v allowed=$allowed '
        /^[0-9a-f]+ <.*>:$/ { name = $2; in_run = name ~ /_run/; if (in_run) runs++ }
        in_run && /(call|jmp) +\*/ { calls++; if (calls > allowed) print name, $0 > "/dev/stderr" }
        END { print runs + 0; exit calls > allowed }')
    total=$((total + runs))
done
if [ "$total" -lt 9 ]; then
    echo "lint: found only $total kernels in the object files, expected at least 9" >&2
    exit 1
fi
loops=$(grep -slE 'while \(search->outcome == WN_RUNNING' src/*/* src/research/*/* | tr '\n' ' ')
if [ "$loops" != "src/search/bestfirst.inl src/search/jump_search.inl " ]; then
    echo "lint: the best-first loop must be in one file, and that of jump point search in its" \
        "own: $loops" >&2
    exit 1
fi
echo "$total kernels, no indirect call, one loop"
