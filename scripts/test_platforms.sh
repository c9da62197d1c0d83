#!/bin/sh
# Other machines: the golden hashes with 32 bits and in plain C, and a DLL for Windows that exports only
# wend_*.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc 2>/dev/null || echo 2)

build() { # folder, options for CMake
    folder=$1
    shift
    cmake -S . -B "$folder" -DWEND_WERROR=ON -DWEND_BUILD_COMMAND=OFF -DWEND_BUILD_TESTS=OFF "$@" >/dev/null
    cmake --build "$folder" -j "$jobs" >/dev/null
}

golden() { # title, folder, options for CMake
    echo "== $1: golden hashes"
    folder=$2
    shift 2
    build "$folder" -DWEND_BUILD_GOLDEN=ON "$@"
    "$folder/test/golden/golden"
}

golden "i386, assertions on" build-i386 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="-m32 -O1"
golden "plain C, no words of a compiler" build-plain-c -DCMAKE_C_FLAGS=-DWEND_PLAIN_C

echo "== Windows: exports of the DLL"
build build-mingw -DCMAKE_TOOLCHAIN_FILE=cmake/mingw64.cmake -DBUILD_SHARED_LIBS=ON
rm -rf build-mingw/p
cmake --install build-mingw --prefix build-mingw/p >/dev/null
dll=$(find build-mingw/p -name '*wend*.dll')
[ -n "$dll" ] || { echo "the DLL is not installed" >&2; exit 1; }
x86_64-w64-mingw32-objdump -p "$dll" |
    awk '/\[Ordinal\/Name Pointer\] Table/ { on = 1; next } on && NF < 2 { exit } on { print $NF }' >build-mingw/names
grep -q '^wend_agent_tick$' build-mingw/names
if grep -v '^wend_' build-mingw/names; then
    echo "the DLL exports names other than wend_*" >&2
    exit 1
fi
echo "$(wc -l <build-mingw/names) functions, all of them wend_*"
