#!/bin/sh
# Reintroduces the defects of test/simulate/defects, one patch at a time, into a copy of the tree: the
# simulator must find each of them. Prints the seconds and the check that found it, and whether the printed
# test fails as well. A patch that no longer applies is an error: port it.
#   soak_defects.sh [SECONDS [PATCH...]]      (SECONDS: time limit for each, default 120)
set -u
cd "$(dirname "$0")/.."
limit=${1:-120}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- test/simulate/defects/*.patch
top=$(pwd)
work=$top/build-defects
copy=$work/tree
build=$work/build
status=0

build_target() {
    cmake --build "$build" -j "$(nproc)" --target "$1" >"$work/$1.log" 2>&1
}

# Whether the printed test compiles and fails; a call that is only too slow has no test.
try_printed() {
    grep -q '^/\* Printed by' "$1" || { echo "none"; return; }
    # Two worlds may fail before the simulator stops: the first one counts.
    awk '/^FAILED:/ && failures++ { exit } /Printed by/ { on = 1 } on && !/^simulate:/' "$1" >"$work/printed.c"
    build_target printed_test || { echo "BROKEN"; return; }
    if timeout 60 "$build/test/simulate/printed_test" >/dev/null 2>&1; then echo "PASSES"; else echo "fails"; fi
}

# The seed that failed must pass without the patch.
passes_without() {
    seed=$(sed -n 's/^FAILED: seed \([0-9]*\),.*/\1/p' "$1" | head -1)
    "$work/simulate" --seed "$seed" --shrink 0 --quiet >/dev/null 2>&1
}

find_defect() { # name, options
    log=$work/$1.log
    began=$(date +%s)
    "$build/test/simulate/simulate" --seconds "$limit" --stop --shrink 20 --quiet $2 >"$log" 2>"$work/stderr.log"
    [ $? = 1 ] || { printf '%-28s NOT FOUND in %s s\n' "$1" "$limit"; return 1; }
    seconds=$(($(date +%s) - began))
    passes_without "$log" || { printf '%-28s also fails without the patch\n' "$1"; return 1; }
    test=$(try_printed "$log")
    printf '%-28s %5s s  test %-6s  %s\n' "$1" "$seconds" "$test" "$(sed -n 's/^FAILED: //p' "$log" | head -1)"
    [ "$test" = fails ] || [ "$test" = none ]
}

rm -rf "$copy"
mkdir -p "$copy"
: >"$work/printed.c"
git ls-files -z -- CMakeLists.txt cmake include src test examples cli lab |
    xargs -0 tar cf - | (cd "$copy" && tar xf -)
cmake -S "$copy" -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DWEND_BUILD_COMMAND=OFF \
    -DWEND_BUILD_EXAMPLES=OFF -DWEND_PRINTED_TEST="$work/printed.c" >/dev/null || exit 3
build_target simulate || { echo "the tree does not build: $work/simulate.log" >&2; exit 3; }
cp "$build/test/simulate/simulate" "$work/simulate"

for patch in "$@"; do
    name=$(basename "$patch" .patch)
    if ! (cd "$copy" && patch -s -p1 <"$top/$patch" >/dev/null 2>&1); then
        printf '%-28s the patch does not apply\n' "$name"
        exit 1
    fi
    if build_target simulate; then
        find_defect "$name" "$(sed -n 's/^# options: //p' "$patch")" || status=1
    else
        printf '%-28s does not build\n' "$name"
        status=1
    fi
    (cd "$copy" && patch -s -R -p1 <"$top/$patch")
done
exit $status
