#!/bin/sh
# Builds and runs all tests: with gcc, clang, without optimisation, with sanitizers, for other machines, from
# other projects, as two files, under valgrind. Every build has its own folder, so that a second run only
# rebuilds what changed.
set -eu
jobs=$(nproc 2>/dev/null || echo 2)

# A compiler cache, if installed, is shared by clones in any folder.
if command -v ccache >/dev/null 2>&1; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
fi

build() { # folder, then options for CMake; `target`: one or more targets to build instead of everything
    folder=$1
    shift
    cmake -S . -B "$folder" -DWEND_WERROR=ON -DWEND_NEED_ALL=ON "$@" >/dev/null
    # shellcheck disable=SC2086
    cmake --build "$folder" -j "$jobs" --target ${target:-all} >/dev/null
}

check() { # title, folder, then options for ctest
    echo "== $1"
    folder=$2
    shift 2
    # No pipe, because the exit status must be that of ctest.
    status=0
    (cd "$folder" && ctest --output-on-failure -j "$jobs" "$@" >ctest.log 2>&1) || status=$?
    grep -v '^ *Start' "$folder/ctest.log" || true
    return $status
}

CC=gcc build build-test
check "gcc -O3: everything" build-test

# The moves must be the same with every compiler. Warnings of clang are errors in all of the code. Without
# optimisation only the golden hashes are built.
target=test_golden CC=gcc build build-test-gcc-O0 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0
target=
check "gcc -O0, assertions on: golden hashes" build-test-gcc-O0 -R golden
target=test_golden CC=clang build build-test-clang
target=
check "clang -O3: golden hashes" build-test-clang -R golden
echo "== clang: no warning in any source"
scripts/syntax_only.py build-test-clang
target=test_golden CC=clang build build-test-clang-O0 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0
target=
check "clang -O0, assertions on: golden hashes" build-test-clang-O0 -R golden

# clang's sanitizer reports more than gcc's, such as offsets from null pointers.
target="test_jump test_jump_rules test_jump_edits test_finder test_agent test_fleet" CC=clang \
    build build-test-clang-undefined -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0 -DWEND_SANITIZE=undefined \
    -DWEND_BUILD_COMMAND=OFF -DWEND_BUILD_EXAMPLES=OFF
target=
WEND_TEST_SCALE=2 check "clang, undefined-behaviour sanitizer: jumps, finders, agents, fleets" \
    build-test-clang-undefined -R '^(jump|jump_rules|jump_edits|finder|agent|fleet)$'

CC=gcc build build-test-sanitize -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 \
    -DWEND_SANITIZE=address,undefined
WEND_TEST_SCALE=10 check "gcc, address and undefined-behaviour sanitizers: everything" \
    build-test-sanitize

# Finders and fleets on threads that share a map.
for target in test_finder_many test_fleet_threads; do
    CC=gcc build build-test-thread -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 \
        -DWEND_SANITIZE=thread -DWEND_BUILD_COMMAND=OFF -DWEND_BUILD_EXAMPLES=OFF
done
target=
check "gcc, thread sanitizer: finders and fleets on threads" build-test-thread -R 'finder_many|fleet_threads'

scripts/test_platforms.sh

echo "== other projects that use wend, without any optional library"
test/consumer/run.sh --hide

scripts/test_amalgamation.sh

echo "== valgrind: a smoke test"
valgrind -q --error-exitcode=1 --leak-check=full build-test/wend gen caves --size 48 -o build-test/smoke.map
valgrind -q --error-exitcode=1 --leak-check=full build-test/wend race --map build-test/smoke.map \
    --shortcut --commit --expansions 5,50 >/dev/null
echo "all tests passed"
