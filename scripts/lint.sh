#!/bin/sh
# Formatting, static analysis, and the direction of dependencies between layers.
set -eu
sources=$(git ls-files '*.c')
all=$(git ls-files '*.c' '*.h' '*.inl' '*.cpp')

echo "== clang-format"
clang-format --dry-run --Werror $all

echo "== layers"
scripts/check_layers.sh
scripts/check_portable.sh

echo "== file names"
scripts/check_names.sh

echo "== words"
scripts/check_words.sh

echo "== no calls through pointers in the kernels"
scripts/check_kernels.sh

# Without the tests, which `make test` builds with every warning; with the benchmarks, which it does not build.
# With assertions, from which clang-tidy learns what cannot happen.
cmake -S . -B build-lint -DCMAKE_BUILD_TYPE=Debug -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=ON -DWEND_WERROR=ON >/dev/null
echo "== no warning in any source"
scripts/syntax_only.py build-lint

echo "== documentation: every public symbol has a comment, every link leads somewhere"
python3 -B scripts/docs.py >/dev/null

echo "== cppcheck"
# "Too many configurations": the sections of plan/algorithms.h are enabled where they are used.
cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
    --inline-suppr --suppress=missingIncludeSystem --suppress=toomanyconfigs -Iinclude -Isrc -Icli -I. src cli lab examples packages/wend/wasm

echo "== clang-tidy"
echo "$sources" | grep -E '^(src|cli|lab|examples)/' |
    xargs -P "$(nproc)" -n 6 clang-tidy --quiet -p build-lint 2>/dev/null

echo "lint passed"
