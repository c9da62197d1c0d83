#!/bin/sh
# Builds, installs and uses wend as other projects do: plainly, as a folder, fetched, by find_package and by
# pkg-config, static and shared. Needs a C compiler, make and CMake. Without pkg-config its cases are skipped,
# with a message.
#   run.sh [FOLDER]          in FOLDER, or in a temporary one
#   run.sh --hide [FOLDER]   with every optional library of the project hidden
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
jobs=$(nproc 2>/dev/null || echo 2)

hidden=
if [ "${1:-}" = --hide ]; then
    shift
    for package in Popt Jansson PNG GIF Yaml SQLite3 Threads cmocka PkgConfig; do
        hidden="$hidden -DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
    done
    PKG_CONFIG_LIBDIR=
    export PKG_CONFIG_LIBDIR
fi
if [ -n "${1:-}" ]; then
    work=$1
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
passed=0
failed=0
skipped=0

report() { # status of a case, its title
    if [ "$1" = 0 ]; then
        echo "ok      $2"
        passed=$((passed + 1))
    else
        echo "FAILED  $2, see $work/log"
        tail -n 20 "$work/log"
        failed=$((failed + 1))
    fi
}

try() { # title, then a function and its arguments
    title=$1
    shift
    status=0
    (set -e; "$@") >"$work/log" 2>&1 || status=$?
    report $status "$title"
}

skip() {
    echo "SKIPPED $1: $2"
    skipped=$((skipped + 1))
}

build() { # source, folder, options for CMake
    source=$1
    folder=$2
    shift 2
    # shellcheck disable=SC2086
    cmake -S "$source" -B "$folder" $hidden "$@" && cmake --build "$folder" -j "$jobs"
}

# Without optimisation, because only the plain case tests the default.
quick=-DCMAKE_BUILD_TYPE=Debug

arrives() { # the program of examples/cookbook/click_to_move.c: its last line is the goal
    "$@" >"$work/printed" && [ "$(tail -n 1 "$work/printed")" = "(5,1)" ]
}

# The names that a library exports.
offers_only_its_own() {
    nm -D --defined-only "$1" | awk '{ print $NF }' >"$work/names"
    grep -q '^wend_agent_tick$' "$work/names" || return 1
    ! grep -v '^wend_' "$work/names"
}

plain() {
    build "$root" "$work/plain" && arrives "$work/plain/examples/example_click_to_move" || return 1
    [ -z "$hidden" ] || { [ ! -e "$work/plain/wend" ] && [ ! -e "$work/plain/wend-lab" ]; }
}

install_to() { # folder of the build, prefix; then it is moved: nothing may point to the old place
    rm -rf "$work/first" "$2"
    cmake --install "$1" --prefix "$work/first" && mv "$work/first" "$2"
}

installed() { # static or shared, BUILD_SHARED_LIBS
    build "$root" "$work/$1" $quick -DBUILD_SHARED_LIBS="$2" && install_to "$work/$1" "$work/p-$1"
}

finds_package() {
    build "$root/test/consumer/package" "$work/by-package-$1" -DWEND="$root" \
        -DCMAKE_PREFIX_PATH="$work/p-$1" && arrives "$work/by-package-$1/game"
}

finds_pkg_config() {
    path=$(dirname "$(find "$work/p-$1" -name wend.pc)")
    # shellcheck disable=SC2046
    cc "$root/examples/cookbook/click_to_move.c" -o "$work/by-pc-$1" \
        $(PKG_CONFIG_PATH=$path pkg-config --cflags --libs wend) &&
        arrives env LD_LIBRARY_PATH="$(dirname "$path")" "$work/by-pc-$1"
}

subdirectory() {
    build "$root/test/consumer/subdirectory" "$work/sub-$1" $quick -DWEND="$root" \
        -DBUILD_SHARED_LIBS="$2" && arrives "$work/sub-$1/game" || return 1
    cmake --install "$work/sub-$1" --prefix "$work/sub-$1/p"
    [ "$(find "$work/sub-$1/p" -type f | wc -l)" = 1 ] # the game alone
}

fetched() {
    build "$root/test/consumer/fetch" "$work/fetch" $quick -DWEND="$root" && arrives "$work/fetch/game"
}

unity() {
    build "$root" "$work/unity" $quick -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 \
        -DWEND_BUILD_COMMAND=OFF -DWEND_BUILD_TESTS=OFF && arrives "$work/unity/examples/example_click_to_move"
}

by_hand() {
    # shellcheck disable=SC2046
    cc -std=c11 -I"$root/include" -I"$root/src" $(find "$root/src" -name '*.c') \
        "$root/examples/cookbook/click_to_move.c" -lm -o "$work/by-hand" && arrives "$work/by-hand"
}

# make install uses installed packages only: a package manager would fail here.
make_install() {
    mkdir -p "$work/no-packages"
    for tool in apt-get sudo dpkg; do
        printf '#!/bin/sh\nexit 1\n' >"$work/no-packages/$tool"
        chmod +x "$work/no-packages/$tool"
    done
    PATH=$work/no-packages:$PATH make -C "$root" install BUILD="$work/made" PREFIX="$work/p-make"
    file=$(find "$work/p-make" -name wend.pc)
    [ -n "$file" ] && ! grep "$work" "$file"
}

try "plain build" plain
try "one command for the compiler, without CMake" by_hand
try "all sources in one unit" unity
try "add_subdirectory, static" subdirectory static OFF
try "add_subdirectory, shared" subdirectory shared ON
try "FetchContent" fetched
for kind in static shared; do
    [ $kind = shared ] && shared=ON || shared=OFF
    try "installed, $kind, moved" installed $kind $shared
    try "find_package, $kind" finds_package $kind
    if command -v pkg-config >/dev/null 2>&1; then
        try "pkg-config, $kind" finds_pkg_config $kind
    else
        skip "pkg-config, $kind" "no pkg-config here"
    fi
done
library=$(find "$work/p-shared" -name 'libwend.so' | head -n 1)
try "the shared library offers nothing but wend_*" offers_only_its_own "$library"
try "make install without a package manager" make_install
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
