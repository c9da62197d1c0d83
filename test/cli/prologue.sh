# What the scripts beside this one begin with: a folder of their own, and how to fail. The commands are
# $wend and $wend_lab.
# shellcheck shell=sh disable=SC2154
here=$(cd "$(dirname "$0")" && pwd)
[ -z "${wend:-}" ] || wend=$(realpath "$wend")
[ -z "${wend_lab:-}" ] || wend_lab=$(realpath "$wend_lab")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

fail() {
    echo "FAILED: $1" >&2
    failed=$((failed + 1))
}
