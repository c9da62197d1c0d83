#!/bin/sh
# Texts of files and file names on the terminal: control characters are never printed.
#   text.sh WEND
set -eu
wend=$1
. "$(dirname "$0")/prologue.sh"
cd "$folder"

# Runs the command; its output contains the words, and no control characters or broken UTF-8.
says() { # words, arguments
    words=$1
    shift
    "$wend" "$@" >said 2>&1 </dev/null || true
    grep -qF -- "$words" said || fail "no '$words': wend $*: $(cat -v said)"
    tr -d '\n' <said | LC_ALL=C grep -q '[[:cntrl:]]' && fail "control characters: wend $*: $(cat -v said)"
    iconv -f UTF-8 -t UTF-8 said >/dev/null 2>&1 || fail "invalid UTF-8: wend $*: $(cat -v said)"
}

name=$(printf 'evil\033[2J\007\302\233\377name')
shown='evil\x1b[2J\x07\xc2\x9b\xffname'
cp "$here/data/small.map" "$name.map"
printf 'type octile\nheight 1\nwidth 2\nmap\n.\033\n' >terrain.map
printf 'type \033]0;title\007\nheight 1\nwidth 2\nmap\n..\n' >header.map
printf 'version 1\n0\t%s.map\t10\t6\t0\t0\t9\t5\t13.4142\n' "$name" >names.scen
printf 'version 1\n0\tsmall.map\t10\t6\t0\t0\t9\t5\t12\n' >"$name.scen"
cp "$here/data/small.map" small.map

says "map           $shown.map" info "$name.map"
says "$shown.map: cannot be opened" info "absent$name.map"
says "$shown.map" info names.scen
says "$shown.map" bench names.scen --map-root "$here"
says "$shown.scen:2" bench "$name.scen" --algo astar --csv
says "map           $shown.map" precompute --map "$name.map" --level 1
says "written to    $shown.table" precompute --map "$name.map" --level 1 -o "$name.table"
says "terrain with code 27" solve --map terrain.map --start 0,0 --goal 0,0
says "header.map:1" solve --map header.map --start 0,0 --goal 0,0
says "--algo: unknown algorithm '$shown'" solve --map small.map --start 0,0 --goal 1,0 --algo "$name"
says "--$shown" solve --"$name"
says "unknown command '$shown'" "$name"
says "$shown.map: not a trace of wend" replay "$name.map"
says "überall-日本.map: cannot be opened" info überall-日本.map

[ $failed = 0 ] && echo "texts: passed"
