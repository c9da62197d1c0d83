# Sourced by scripts that compare this library with that of another revision: both are built in $folder, which
# is removed at the end.
export LC_ALL=C # decimal points
data=${WEND_DATA:-../shared/data}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# need_data FILE: ends the script if the file does not exist.
need_data() {
    [ -f "$data/$1" ] || { echo "$(basename "$0"): no $1 in $data; set WEND_DATA" >&2; exit 3; }
}

# revision_before SUBJECT: the revision before the first one whose message begins with SUBJECT.
revision_before() {
    echo "$(git log --format=%h --grep="^$1" | tail -n 1)~1"
}

# take_revision REV: copies its sources to $folder/source.
take_revision() {
    mkdir "$folder/source"
    git archive "$1" | tar -x -C "$folder/source"
}

# build_with SOURCE NAME PROGRAM FLAGS_OF_LIBRARY [FLAG]: builds the library of SOURCE, and PROGRAM linked
# with it as $folder/run-NAME. (In version 0.1 the option of the command had another name.)
build_with() {
    cmake -S "$1" -B "$folder/$2" -DCMAKE_BUILD_TYPE=Release -DWEND_BUILD_CLI=OFF -DWEND_BUILD_COMMAND=OFF \
        -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_EXAMPLES=OFF -DCMAKE_C_FLAGS="$4" >"$folder/log" 2>&1
    cmake --build "$folder/$2" --target wend >>"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
    ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 ${5:-} -I "$1/include" "$3" \
        "$(find "$folder/$2" -name 'libwend.a')" -lm -o "$folder/run-$2"
}
