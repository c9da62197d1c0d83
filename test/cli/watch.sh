#!/bin/sh
# Runs wend watch and wend replay in a terminal (tmux): keys, colours, resizing, and that the terminal is
# restored however they end. Skipped without tmux or a pseudo-terminal for it, as in a container without
# /dev/pts.
#   watch.sh WEND
set -eu
wend=$1
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v tmux >/dev/null 2>&1; then
    echo "SKIPPED: no tmux"
    exit 77
fi
folder=$(mktemp -d)
screen() { TMUX='' tmux -S "$folder/socket" -f /dev/null "$@"; }
trap 'screen kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $1; the screen:" >&2
    screen capture-pane -p -t t >&2 || true
    exit 1
}

# Waits until a line of the screen matches a pattern.
see() {
    for _ in $(seq 100); do
        screen capture-pane -p -t t >"$folder/seen"
        if grep -Eq -- "$1" "$folder/seen"; then return 0; fi
        sleep 0.1
    done
    fail "never saw '$1'"
}

# The colour bytes that the terminal received.
see_colors() {
    screen capture-pane -p -e -t t >"$folder/colors"
    grep -Eq -- "$1" "$folder/colors" || fail "no colours like $1"
}

type_keys() { screen send-keys -t t "$@"; }

# A shell in which commands are typed, to see the screen after they end.
if ! screen new-session -d -x 100 -y 30 -s t \
    "env -u NO_COLOR TERM=screen-256color PS1='ready> ' sh" 2>"$folder/why"; then
    echo "SKIPPED: tmux has no terminal: $(cat "$folder/why")"
    exit 77
fi
see '^ready>'
type_keys "cd $here/data; stty -a >$folder/before" Enter
watch="$wend watch --map small.map --start 0,0 --goal 9,5 --algo astar,tba --expansions 5 --paused"

# Keys.
type_keys "clear; $watch; echo ended \$?" Enter
see '^astar .*tba'
see 'tick 0 +paused'
see_colors '48;5;[0-9]+'
type_keys s
see 'tick 1 +paused'
type_keys .
see 'tick 2 +paused'
see 'tba +moving'
see 'expansions 8 '
type_keys +
see 'paused +50/s'
type_keys - -
see 'paused +10/s'
type_keys Right Down f h h
type_keys Space
see 'tick 16 +over'
see 'tba +arrived'
type_keys r
see 'tick [0-9]+ +running'
screen resize-window -t t -x 60 -y 20
see 'tick [0-9]+ +(running|over)'
type_keys q
see '^ended 0'

# The other ways out: Ctrl-C, a signal from elsewhere.
type_keys "clear; $watch; echo ended \$?" Enter
see 'tick 0 +paused'
type_keys C-c
see '^ended 130|^ready> *$'
type_keys "clear; $watch & wait_for=\$!; fg; echo ended \$?" Enter
see 'tick 0 +paused'
kill -TERM "$(ps -eo pid=,args= | awk -v w="$wend" '$2 == w && $3 == "watch" && /--paused/ && !/awk/ { print $1; exit }')"
see '^ended 143|[Tt]erminated'

# 24 bits, and none at all.
type_keys "clear; COLORTERM=truecolor $watch" Enter
see 'tick 0 +paused'
type_keys q
see '^ready> *$'
type_keys "clear; NO_COLOR=1 $watch" Enter
see 'tick 0 +paused'
see '[@][.o ]*'
screen capture-pane -p -e -t t >"$folder/colors"
if grep -q '[34]8;[25];' "$folder/colors"; then fail "colours despite NO_COLOR"; fi
type_keys q
see '^ready> *$'

# A recorded run.
type_keys "clear; $wend replay small.trace; echo ended \$?" Enter
see 'tick [0-9]+ +(running|over)'
see 'rtba +arrived'
type_keys q
see '^ended 0'

# A fleet can be paused, stepped through and restarted.
type_keys "clear; $wend watch --map small.map --fleet 5 --paused; echo ended \$?" Enter
see '^5 units'
see 'frame 0 +waiting 5 +following 0 +arrived 0'
type_keys s
see 'frame 1 +waiting 0'
type_keys r
see 'frame 0 +waiting 5'
type_keys Space
see '^5 units +arrived'
type_keys q
see '^ended 0'

# What takes long before it says anything shows how far it is.
"$wend" gen rooms --size 1500 -o "$folder/rooms.map"
type_keys "clear; $wend precompute --map $folder/rooms.map --level 20 --jobs 1" Enter
see '^abstraction \[ +\] 0/1'
see '^(table of )?subgoals \['
type_keys C-c
see '^ready> *$'

# The terminal is as it was.
type_keys "clear; stty -a >$folder/after; echo compared" Enter
see '^compared'
grep -v rows "$folder/before" >"$folder/was"
grep -v rows "$folder/after" | diff "$folder/was" - || fail "the terminal was not restored"
echo "watch and replay: passed"
