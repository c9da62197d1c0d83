#!/bin/sh
# Keeps the vocabulary consistent: fails if a pattern of scripts/words.txt occurs in the files that its
# section names. With arguments, checks the patterns of all sections in those files and folders instead, to
# show what would have to change there. The word list itself is not checked.
#   check_words.sh [FOLDER...]
set -eu
cd "$(dirname "$0")/.."
list=scripts/words.txt
tab=$(printf '\t')
status=0
folders=

files_of() { # folders: their text files
    git ls-files -- "$@" | grep -E \
        -e '\.(c|h|inl|cpp|sh|txt|md|html|1|js|mjs|ts|py|yaml|cmake)$' \
        -e '(^|/)(Makefile|CMakeLists\.txt)$' -e '^\.ci/' -e '^test/cli/expected/' |
        grep -vxF 'scripts/words.txt' || true
}

while IFS= read -r line; do
    case $line in
    '' | '#'*) continue ;;
    '['*']')
        folders=${line#[}
        folders=${folders%]}
        [ $# -eq 0 ] || folders=$*
        files=$(files_of $folders)
        [ -n "$files" ] || { echo "lint: $list: no file in: $folders" >&2; exit 2; }
        continue
        ;;
    *"$tab"*) ;;
    *) printf 'lint: %s: no tab in: %s\n' "$list" "$line" >&2; exit 2 ;;
    esac
    [ -n "$folders" ] || { echo "lint: $list: begin with [FOLDER...]" >&2; exit 2; }
    if grep -nEi -- "${line%%"$tab"*}" $files /dev/null >&2; then
        printf 'lint: %s: better: %s\n' "${line%%"$tab"*}" "${line#*"$tab"}" >&2
        status=1
    fi
done <"$list"
exit $status
