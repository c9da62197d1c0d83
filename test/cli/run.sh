#!/bin/sh
# Exact-output tests of a command: runs every line of cases.txt (of wend-lab: cases_lab.txt) and compares
# what it printed, on both streams, and its exit code, with expected/NAME. Times, bytes and the versions
# of libraries are masked. Cases that need a feature that is not built in are skipped, by name.
#   run.sh WEND|WEND-LAB [--update]
set -eu
[ -x "$1" ] || { echo "run.sh: $1 is not a program" >&2; exit 2; }
wend=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT
passed=0
failed=0
skipped=0
without=$("$wend" --version | sed -n 's/^without://p')
case "$wend" in
*wend-lab) program=wend-lab cases=cases_lab.txt ;;
*) program=wend cases=cases.txt ;;
esac

# Whether the command was built without a feature that a case needs.
lacks() { # arguments
    case "$without,$1" in
    *json*,*--json* | *png*,*.png* | *gif*,*.gif*) return 0 ;;
    *) return 1 ;;
    esac
}

# Columns of CSV, keys of JSON and lines of text that contain times or bytes.
mask() {
    sed -E -e 's/^(planning|memory|seconds)( +).*/\1\2TIME/' \
        -e 's/(jansson|libpng|giflib|libyaml|libsqlite3) [0-9.]+/\1 VERSION/g' \
        -e 's/^(frame (p[0-9.]+|max)|bytes: [a-z]+|seconds in frames)([, us]* +).*/\1\3TIME/' \
        -e 's/^(time of a frame, us +|memory +).*/\1TIME/' \
        -e 's/[0-9]+ bytes, built in [0-9.]+ ms/TIME/' \
        -e 's/("([a-z_]*seconds|tick_ns_[a-z0-9]+|frame_us_[a-z0-9]+|worst_tick_us|ns_per_[a-z]+|[a-z_]*bytes[a-z_]*)": )[0-9.e+-]+/\1TIME/' | awk -F, -v OFS=, '
        /^(algo|route),/ {
            for (i = 1; i <= NF; i++) timed[i] = $i ~ /^(.*seconds|tick_ns_.*|worst_tick_us|ns_per_.*|.*bytes.*)$/
            csv = 1
        }
        csv && !/^(algo|route),/ { for (i = 1; i <= NF; i++) if (timed[i]) $i = "TIME" }
        / worst (tick, )?us$/ { table = 1; print; next }
        !NF { table = 0 }
        table { sub(/ +[0-9.]+$/, " TIME"); print; next }
        { print }'
}

cd "$here/data"

# What the command was built without, it says when asked for it.
if [ $program = wend ]; then
    set -- "$1" "${2:-}" "algos --json" "render -o x.png" "render -o x.gif"
else
    set -- "$1" "${2:-}" "list --json"
fi
update=$2
shift 2
for arguments; do
    lacks "$arguments" || continue
    code=0
    # shellcheck disable=SC2086
    "$wend" $arguments >"$actual" 2>&1 || code=$?
    if [ $code = 2 ] && grep -q "$program was built without .* not available\$" "$actual"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $program $arguments, built without$without: exit code $code, $(cat "$actual")"
        failed=$((failed + 1))
    fi
done

while IFS='|' read -r name arguments; do
    name=$(echo "$name" | tr -d ' ')
    case "$name" in ''|'#'*) continue ;; esac
    if [ "${name#lab_}" = version ] && [ "$without" ] || lacks "$arguments"; then
        echo "SKIPPED, built without$without: $program $arguments"
        skipped=$((skipped + 1))
        continue
    fi
    code=0
    # The arguments are words without quotes.
    # shellcheck disable=SC2086
    "$wend" $arguments >"$actual.out" 2>"$actual.err" </dev/null || code=$?
    {
        echo "exit code $code"
        echo "--- stdout"
        mask <"$actual.out"
        echo "--- stderr"
        cat "$actual.err"
    } >"$actual"
    rm -f "$actual.out" "$actual.err"
    if [ "$update" = --update ]; then
        cp "$actual" "$here/expected/$name"
        chmod 644 "$here/expected/$name"
    elif diff -u "$here/expected/$name" "$actual"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $program $arguments"
        failed=$((failed + 1))
    fi
done <"$here/$cases"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
