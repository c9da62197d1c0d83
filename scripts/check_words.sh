#!/bin/sh
# One plain word for one thing: fails where a word of scripts/words.txt occurs in the files that its
# section names. With arguments, the words of all sections are looked for in those files and folders
# instead, to see what would have to change there.
#   check_words.sh [FOLDER...]
set -eu
cd "$(dirname "$0")/.."
tab=$(printf '\t')
status=0
folders=

files_of() { # folders: their text files
    git ls-files -- "$@" | grep -E '\.(c|h|inl|cpp|sh|txt|md|html|1)$' || true
}

while IFS= read -r line; do
    case $line in
    '' | '#'*) continue ;;
    '['*']')
        folders=${line#[}
        folders=${folders%]}
        [ $# -eq 0 ] || folders=$*
        files=$(files_of $folders)
        [ -n "$files" ] || { echo "lint: words.txt: no file in: $folders" >&2; exit 2; }
        continue
        ;;
    *"$tab"*) ;;
    *) printf 'lint: words.txt: no tab in: %s\n' "$line" >&2; exit 2 ;;
    esac
    [ -n "$folders" ] || { echo "lint: words.txt: begin with [FOLDER...]" >&2; exit 2; }
    if grep -nEi -- "${line%%"$tab"*}" $files /dev/null >&2; then
        printf 'lint: %s: better: %s\n' "${line%%"$tab"*}" "${line#*"$tab"}" >&2
        status=1
    fi
done <scripts/words.txt
exit $status
