#!/bin/sh
# The ratchet for speed: counts the instructions of the jobs of bench/jobs.c and compares them with
# bench/instructions.txt. Unlike times, counts are the same on every run.
#   scripts/instructions.sh            prints the table
#   scripts/instructions.sh --check    and fails if a job takes over 3 % more than the file says
#   scripts/instructions.sh --update   and rewrites the file
set -eu
cd "$(dirname "$0")/.."
file=bench/instructions.txt
build="build-jobs"
counts=$build/counts
mode=${1:-}
case "$mode" in
"" | --check | --update) ;;
*)
    echo "usage: scripts/instructions.sh [--check | --update]" >&2
    exit 2
    ;;
esac

# Counts are comparable only for the same compiler and kind of machine.
compiler="gcc $(gcc -dumpversion | cut -d. -f1), $(uname -m)"
committed=$(sed -n 's/^# compiler: //p' $file 2>/dev/null || true)
if [ "$mode" = --check ] && [ -n "$committed" ] && [ "$compiler" != "$committed" ]; then
    echo "instructions: SKIPPED: $file was written with $committed, this is $compiler" >&2
    exit 0
fi

# The environment must not affect the program or the counts.
unset CFLAGS CPPFLAGS LDFLAGS VALGRIND_OPTS
cmake -S . -B $build -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS= \
    -DCMAKE_C_FLAGS_RELEASE="-O3 -DNDEBUG" -DBUILD_SHARED_LIBS=OFF -DWEND_BUILD_BENCH=ON \
    -DWEND_BUILD_COMMAND=OFF -DWEND_BUILD_EXAMPLES=OFF -DWEND_BUILD_TESTS=OFF -DWEND_INSTALL=OFF >/dev/null
cmake --build $build --target bench_jobs -j 2 >/dev/null

# The C library has a memcpy and a memset for every kind of processor. The versions that run on all of them
# make the counts independent of the machine, and so does a fixed size above which they bypass the cache.
export GLIBC_TUNABLES="glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-AVX512VL,-ERMS,-FSRM,-SSSE3\
:glibc.cpu.x86_non_temporal_threshold=0x1000000"

# Counts the instructions inside job_run. The log of callgrind contains the number, so no profile is kept.
rm -rf $counts
mkdir -p $counts
$build/bench/bench_jobs --list >$counts/names
if ! xargs -P 2 -I NAME sh -c "valgrind --tool=callgrind --toggle-collect=job_run --callgrind-out-file=/dev/null \
    --log-file=$counts/NAME.log $build/bench/bench_jobs NAME >$counts/NAME.out" <$counts/names; then
    echo "instructions: a job has failed" >&2
    exit 1
fi
while read -r name; do
    echo "$name $(sed -n 's/.*Collected *: *//p' "$counts/$name.log")"
done <$counts/names >$counts/now

# Prints a table and what to do about it. Exits with 1 if the check fails.
status=0
{ cat $file 2>/dev/null || true; } | awk -v now=$counts/now -v mode="$mode" '
    !/^#/ && NF == 2 { committed[$1] = $2 }
    END {
        printf "%-20s %12s %12s %7s\n", "job", "committed", "now", "ratio"
        while ((getline line < now) > 0) {
            split(line, field, " ")
            name = field[1]; count = field[2]; seen[name] = 1; total++
            if (count + 0 == 0) { print name ": nothing was counted"; failed++; continue }
            if (!(name in committed)) {
                printf "%-20s %12s %12d %7s\n", name, "-", count, "new"
                strange++
                continue
            }
            ratio = count / committed[name]
            note = ratio > 1.03 ? "  SLOWER" : ratio < 0.97 ? "  faster" : ""
            printf "%-20s %12d %12d %7.3f%s\n", name, committed[name], count, ratio, note
            slower += ratio > 1.03
            faster += ratio < 0.97
        }
        for (name in committed) if (!(name in seen)) { print name ": unknown job"; strange++ }
        update = "scripts/instructions.sh --update"
        if (mode != "--update") {
            if (slower) print slower " of " total " jobs take over 3 % more instructions. Make them " \
                "faster; or, if what is gained is worth it,\nrun " update \
                " and say why in the same commit."
            if (strange) print "jobs that are new or gone: " strange ". Run " update "."
            if (faster) print faster " of " total " jobs take over 3 % fewer instructions: run " update \
                ", so that it stays so."
        }
        exit failed || (mode == "--check" && (slower || strange))
    }' || status=1
if [ "$mode" = --check ]; then
    [ $status = 0 ] && echo "instructions passed" || echo "instructions FAILED"
fi
[ $status = 0 ] && [ "$mode" = --update ] || exit $status

{
    echo "# Instructions of the jobs of bench/jobs.c. Written by scripts/instructions.sh --update, not by hand."
    echo "# make instructions fails if a job needs over 3 % more than listed here. A justified increase updates"
    echo "# this file in the same commit, and the commit message gives the reason."
    echo "# compiler: $compiler"
    echo "# in full: $(gcc --version | head -n 1); glibc $(getconf GNU_LIBC_VERSION | cut -d' ' -f2); $(valgrind --version)"
    awk '{ printf "%-20s %12d\n", $1, $2 }' $counts/now
} >$file
echo "wrote $file"
