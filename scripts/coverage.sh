#!/bin/sh
# Line and branch coverage of src/, one row per folder. Includes templates, excludes asserts.
#   scripts/coverage.sh                             by all unit tests
#   scripts/coverage.sh tests [REGEX]               by the unit tests whose names match
#   scripts/coverage.sh run TARGET [ARGUMENT...]    by one program of test/, built and run with these arguments
# Writes build-coverage/NAME.csv (one row per file) and build-coverage/NAME/index.html; NAME is tests or
# TARGET. A line of a template is covered if it is covered in any of its instances.
set -eu
cd "$(dirname "$0")/.."
build=build-coverage
mode=${1:-tests}
[ $# = 0 ] || shift

usage() {
    sed -n 's/^#   / /p' "$0" >&2
    exit 2
}
case "$mode" in
tests) name=tests ;;
run)   name=${1:-}; [ -n "$name" ] || usage; shift ;;
*)     usage ;;
esac

# Without optimisation and forced inlining, so that a branch of a function is one branch and not one for each call.
# Threads count atomically. ccache would keep the paths of another folder.
unset CFLAGS CPPFLAGS LDFLAGS
cmake -S . -B $build -DCMAKE_C_COMPILER=gcc -DCMAKE_C_COMPILER_LAUNCHER= -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG="-O0 -g --coverage -fprofile-update=atomic -DNDEBUG -DWEND_PLAIN_C" \
    -DBUILD_SHARED_LIBS=OFF -DWEND_SANITIZE= -DWEND_BUILD_TESTS=ON -DWEND_TEST_TIMEOUT=3600 -DWEND_BUILD_COMMAND=OFF \
    -DWEND_BUILD_EXAMPLES=OFF -DWEND_INSTALL=OFF >/dev/null
if [ "$mode" = tests ]; then
    cmake --build $build -j "$(nproc)" >/dev/null
else
    cmake --build $build -j "$(nproc)" --target "$name" >/dev/null
fi

# Removes earlier counts, which would be added to. A tenth of the random cases reaches the same code in a
# tenth of the time.
find $build -name '*.gcda' -delete
status=0
export WEND_TEST_SCALE="${WEND_TEST_SCALE:-10}"
if [ "$mode" = tests ]; then
    # These compile and link programs of their own, without the options of an instrumented library.
    ctest --test-dir $build -j "$(nproc)" -E '^(link|migrate|simulate_printed)$' ${1:+-R "$1"} >$build/$name.log 2>&1 || status=1
else
    program=$(find $build/test -type f -perm -u+x -name "$name")
    "$program" "$@" >$build/"$name".log 2>&1 || status=1
fi
[ $status = 0 ] || tail -n 30 $build/"$name".log >&2

# A file that no program reached counts, too: the compiler's notes list its lines.
rm -rf $build/"$name"
mkdir -p $build/"$name"
gcovr -j "$(nproc)" --root . --filter 'src/' --object-directory $build --csv $build/"$name".csv \
    --html-details $build/"$name"/index.html $build >/dev/null

awk -F, -v name="$name" '
    function row(title, key) {
        printf "%-12s %7d %8.1f %9d %8.1f\n", title, lines[key], percent(hit[key], lines[key]), branches[key],
            percent(taken[key], branches[key])
    }
    function percent(part, whole) { return whole ? 100 * part / whole : 100 }
    function add(key) { lines[key] += $2; hit[key] += $3; branches[key] += $5; taken[key] += $6 }
    NR > 1 {
        split($1, path, "/")
        if (!(path[2] in lines)) order[++count] = path[2]
        add(path[2])
        add("")
    }
    END {
        printf "%-12s %7s %8s %9s %8s\n", name, "lines", "%", "branches", "%"
        for (i = 1; i <= count; i++) row("src/" order[i], order[i])
        row("src", "")
    }' $build/"$name".csv
echo "coverage: $build/$name/index.html"
exit $status
