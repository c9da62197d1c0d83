#!/bin/sh
# The files that the command writes: devices, pipes and links stay what they are, a full disk is reported and
# leaves no file, and no other file is touched.
#   output.sh WEND
set -eu
wend=$1
. "$(dirname "$0")/prologue.sh"
cd "$here/data"
problem="--map small.map --start 0,0 --goal 9,5 --algo tba --expansions 5"

has() { "$wend" --version | grep -q "^with:.*$1"; }

# Every way to write a file: the name replaces @. (A road is two files.)
ways() {
    echo "solve $problem --trace @"
    echo "race $problem --no-picture --trace @"
    echo "race $problem --no-picture --svg @"
    if has png; then
        echo "render $problem -o @.png --trace @"
        echo "render $problem -o @.png"
        echo "replay small.trace --png @.png"
    fi
    if has gif; then
        echo "render $problem -o @.gif"
        echo "render --map small.map --fleet 5 -o @.gif"
        echo "replay small.trace --gif @.gif"
    fi
    echo "replay small.trace --html @"
    echo "replay small.trace --posthoc @"
    echo "gen caves --size 20 -o @"
    echo "gen road --size 5 -o @"
    echo "precompute --map small.map --level 1 -o @"
    echo "bench small.map.scen --algo tba --runs @"
}

run() { # a way, the name
    # shellcheck disable=SC2046
    "$wend" $(echo "$1" | sed "s|@|$2|g") >"$folder/printed" 2>"$folder/stderr" </dev/null
}

# Links to a device, a dangling link, and a file beside it that must not be touched.
check_way() {
    way=$1
    rm -rf "$folder/x"
    mkdir "$folder/x"
    name=$folder/x/file
    for end in "" .png .gif .gr .co; do
        ln -s /dev/full "$name$end"
        echo mine >"$name$end.part"
    done
    code=0
    run "$way" "$name" || code=$?
    [ $code = 3 ] || fail "exit code $code, expected 3, on a full disk: wend $way"
    grep -q 'cannot be written: No space left on device' "$folder/stderr" ||
        fail "full disk not reported: wend $way: $(cat "$folder/stderr")"
    for end in "" .png .gif .gr .co; do
        [ -L "$name$end" ] && [ -c "$name$end" ] || fail "a device was replaced: wend $way"
        [ "$(cat "$name$end.part")" = mine ] || fail "FILE.part was overwritten: wend $way"
        rm "$name$end.part"
        ln -sf "there$end" "$name$end"
    done
    run "$way" "$name" || fail "into a link to nothing: wend $way: $(cat "$folder/stderr")"
    for end in "" .png .gif .gr .co; do
        [ -L "$name$end" ] || fail "a link was replaced: wend $way"
        rm "$name$end"
    done
    ls -A "$folder/x" | grep -qv '^there' && fail "something was left behind: wend $way: $(ls -A "$folder/x")"
    ls "$folder/x" | grep -q . || fail "nothing was written: wend $way"
}
ways >"$folder/ways"
while read -r way; do
    check_way "$way"
done <"$folder/ways"

# A full disk leaves the old file as it was. (A limit on the file size simulates it.)
echo old >"$folder/old.map"
(
    ulimit -f 1
    trap '' XFSZ
    "$wend" gen caves --size 100 -o "$folder/old.map" 2>"$folder/stderr"
) && fail "no failure at the limit of file sizes"
[ "$(cat "$folder/old.map")" = old ] || fail "a failure destroyed the old file"
ls -A "$folder" | grep -q '^\.wend' && fail "a draft was left behind"

# A file keeps its mode; a new file has the usual mode.
chmod 640 "$folder/old.map"
"$wend" gen caves --size 20 -o "$folder/old.map"
[ "$(stat -c %a "$folder/old.map")" = 640 ] || fail "the mode was changed"
(umask 027 && "$wend" gen caves --size 20 -o "$folder/new.map")
[ "$(stat -c %a "$folder/new.map")" = 640 ] || fail "a new file does not follow the umask"

# Pipes are written to, and appending to stdout appends. (The test uses its own links, so that a failure as
# root does not destroy those of the system.)
mkfifo "$folder/pipe"
cat "$folder/pipe" >"$folder/through" &
"$wend" gen caves --size 20 -o "$folder/pipe"
wait $!
[ -p "$folder/pipe" ] || fail "a pipe was replaced"
cmp -s "$folder/through" "$folder/new.map" || fail "the contents of a pipe differ"
ln -sf /proc/self/fd/1 "$folder/stdout"
{ echo first && cat "$folder/new.map" && echo last; } >"$folder/expected"
echo first >"$folder/log"
"$wend" gen caves --size 20 -o "$folder/stdout" >>"$folder/log"
echo last >>"$folder/log"
cmp "$folder/expected" "$folder/log" || fail "a log was not appended to"
{ echo first && "$wend" gen caves --size 20 -o "$folder/stdout" && echo last; } >"$folder/log"
cmp "$folder/expected" "$folder/log" || fail "stdout and the same file overwrite each other"
"$wend" precompute --map small.map --level 1 -o "$folder/stdout" >"$folder/log" 2>/dev/null &&
    fail "a table and its summary in one file"

[ $failed = 0 ] && echo "outputs: passed"
