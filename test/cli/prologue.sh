# The common beginning of the scripts in this folder: a temporary folder, and a function for failures. The
# command is $wend.
# shellcheck shell=sh disable=SC2154
here=$(cd "$(dirname "$0")" && pwd)
wend=$(realpath "$wend")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

fail() {
    echo "FAILED: $1" >&2
    failed=$((failed + 1))
}
