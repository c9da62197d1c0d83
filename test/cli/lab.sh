#!/bin/sh
# wend-lab: rows are the same however a run is interrupted, split or spread over processes; mistakes in
# presets are named by file and line.
#   lab.sh WEND-LAB WEND
set -eu
wend_lab=$1
wend=$2
. "$(dirname "$0")/prologue.sh"
unset WEND_DATA WEND_LAB
cd "$folder"
mkdir presets
cp "$here/data/lab/small.yaml" presets/small.yaml
# The same with enough problems for an interruption.
sed 's/problems: 20,/problems: 90,/; s/problems: 40,/problems: 120,/; s/sample: 15/sample: 90/' \
    presets/small.yaml >presets/long.yaml

lab() { # part, then options
    part=$1
    shift
    "$wend_lab" "$part" "$@"
}

run() { # file, then options
    db=$1
    shift
    lab run long --presets presets --db "$db" "$@" >/dev/null
}

# Everything that is not measured with a clock.
dump() { # file
    lab export --db "$1" --sql "SELECT preset, mode, source, rows_wanted, preset_checksum FROM experiment"
    for table in input problem configuration; do
        lab export --db "$1" --sql "SELECT * FROM $table"
    done
    lab export --db "$1" --sql "SELECT problem, configuration, status, cost, moves, ticks, searches,
        backtracks, restarts, replans, updates, expansions_done, work, trace_steps,
        max_expansions_per_tick, first_move_tick, found_tick, moves_before_found, cost_before_found,
        backtracks_after_found, trials_done, total_cost, touched, bytes_used, interval_ns, arrival_tick FROM run"
}

count() { # file
    lab export --db "$1" --sql "SELECT count(*) FROM run" 2>/dev/null | tail -n 1 | grep -x '[0-9]*' || echo 0
}

same() { # what, file
    dump "$2" >actual
    cmp -s expected actual || fail "$1: rows differ from those of an undisturbed run"
}

# ---- An undisturbed run -------------------------------------------------------------------------
run whole.db
dump whole.db >expected
whole=$(count whole.db)
[ "$whole" -gt 6000 ] || fail "only $whole rows"
run whole.db
[ "$(count whole.db)" = "$whole" ] || fail "a complete run was repeated"
run jobs.db --jobs 3
same "three processes" jobs.db

# ---- Interrupted ----------------------------------------------------------------------------------
# kill -9 at ten random moments: four soon after the start, the others soon after rows were added.
partial=0
moments=$(awk 'BEGIN { srand(); for (i = 0; i < 10; i++) printf "%.3f ", 0.2 * rand() }')
kills=0
before=0
for moment in $moments; do
    "$wend_lab" run long --presets presets --db killed.db >/dev/null 2>&1 &
    kills=$((kills + 1))
    while [ $kills -gt 4 ] && kill -0 $! 2>/dev/null && [ "$(count killed.db)" -le "$before" ]; do
        sleep 0.02
    done
    sleep "$moment"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    before=$(count killed.db)
    [ "$before" -gt 0 ] && [ "$before" -lt "$whole" ] && partial=$((partial + 1))
done
[ $partial -gt 0 ] || fail "no kill at $moments interrupted the run"
if [ -e killed.db ] && [ "$(count killed.db)" -gt 0 ]; then
    lab resume --db killed.db --jobs 2 >/dev/null || fail "resume failed"
else
    run killed.db
fi
same "ten kills ($partial of them in the middle)" killed.db

# Ctrl-C: what was done stays, and the exit code says so. (What a script starts in the background
# ignores SIGINT; SIGTERM takes the same way.)
"$wend_lab" run long --presets presets --db stopped.db >/dev/null 2>said &
until [ -e stopped.db ] && [ "$(count stopped.db)" -gt 0 ]; do
    sleep 0.05
done
kill -TERM $! || true
code=0
wait $! || code=$?
[ $code = 130 ] || fail "interrupted: exit code $code"
grep -q '^wend-lab: interrupted: .* rows are in stopped.db' said || fail "interrupted: $(cat said)"
[ "$(count stopped.db)" -lt "$whole" ] || fail "interrupted too late"
lab resume --db stopped.db >/dev/null
same "interrupted" stopped.db

# A worker that is killed: an error, and the rest is there.
"$wend_lab" run long --presets presets --db orphan.db >/dev/null 2>said &
until [ -e orphan.db ] && [ "$(count orphan.db)" -gt 0 ]; do
    sleep 0.05
done
parent=$!
worker=$(cut -d ' ' -f 1 /proc/$parent/task/$parent/children)
kill -9 "$worker"
code=0
wait $parent || code=$?
[ $code = 3 ] && grep -q 'a worker was killed by signal 9' said || fail "killed worker: $code, $(cat said)"

# A full disk: an error, and written rows are kept.
code=0
(
    trap '' XFSZ
    ulimit -f 1000 # blocks of 512 bytes
    run full.db --jobs 2 2>said
) || code=$?
[ $code = 3 ] || fail "full disk: exit code $code: $(cat said)"
grep -q 'rows are in full.db' said || fail "full disk: $(cat said)"
rows=$(count full.db)
[ "$rows" -gt 0 ] && [ "$rows" -lt "$whole" ] || fail "full disk: $rows rows are kept"
run full.db
same "full disk" full.db

# The same on a full file system, if the test may mount one.
mkdir small-disk
if mount -t tmpfs -o size=400k tmpfs small-disk 2>/dev/null; then
    code=0
    run small-disk/full.db --jobs 2 2>said || code=$?
    cp small-disk/full.db moved.db
    umount small-disk
    [ $code = 3 ] && [ "$(wc -l <said)" = 2 ] && grep -q 'disk is full' said && grep -q 'rows are in' said ||
        fail "full file system: exit code $code: $(cat said)"
    rows=$(count moved.db)
    [ "$rows" -gt 0 ] && [ "$rows" -lt "$whole" ] || fail "full file system: $rows rows are kept"
    run moved.db
    same "full file system" moved.db
fi

# ---- Two runs on one file --------------------------------------------------------------------------
# The second is refused at once, by all names of the file; the first does not notice.
"$wend_lab" run long --presets presets --db both.db >/dev/null 2>first &
until [ -e both.db ] && [ "$(count both.db)" -gt 0 ]; do
    sleep 0.05
done
ln -s both.db alias.db
for second in "run long --presets presets --db both.db" "resume --db both.db" "resume --db alias.db"; do
    code=0
    # shellcheck disable=SC2086
    lab $second >said 2>&1 || code=$?
    [ $code = 2 ] && grep -q "another run (process $!) is writing to it" said ||
        fail "two runs: exit code $code, $(cat said)"
done
wait $! || fail "two runs: the first failed: $(cat first)"
same "two runs" both.db
[ ! -e both.db-lock ] || fail "the lock file of a run was left"

# Rows that another program writes during the run: a message, and the count of existing rows.
if command -v sqlite3 >/dev/null; then
    cp whole.db filled.db
    sqlite3 filled.db "DELETE FROM run"
    sqlite3 filled.db >/dev/null <<'END' &
ATTACH 'whole.db' AS w;
BEGIN IMMEDIATE;
INSERT INTO run SELECT * FROM w.run;
.shell touch held; until [ -e begun ]; do sleep 0.05; done
COMMIT;
END
    writer=$!
    until [ -e held ]; do sleep 0.05; done
    "$wend_lab" run long --presets presets --db filled.db >/dev/null 2>said &
    runner=$!
    until [ "$(cat /proc/$runner/task/$runner/children)" ]; do sleep 0.05; done
    touch begun
    wait $writer
    code=0
    wait $runner || code=$?
    [ $code = 2 ] && grep -q 'was written by another process' said && grep -q " $whole rows are in filled.db" said ||
        fail "rows of another program: exit code $code, $(cat said)"
    same "rows of another program" filled.db
fi

# A run that was killed before it had stored its experiment.
cp whole.db unbegun.db
if command -v sqlite3 >/dev/null; then
    sqlite3 unbegun.db "DELETE FROM run; DELETE FROM problem; DELETE FROM configuration; DELETE FROM input;
        DELETE FROM experiment"
    code=0
    lab resume --db unbegun.db >said 2>&1 || code=$?
    [ $code = 2 ] && grep -q "unbegun.db: contains no experiment" said ||
        fail "nothing to resume: exit code $code, $(cat said)"
fi
: >unbegun.db
code=0
lab resume --db unbegun.db >said 2>&1 || code=$?
[ $code = 2 ] && grep -q "unbegun.db: contains no experiment" said ||
    fail "nothing to resume: exit code $code, $(cat said)"
run unbegun.db
same "nothing to resume" unbegun.db

# ---- Shards ---------------------------------------------------------------------------------------
for i in 1 2 3 4; do
    run part-$i.db --shard $i/4
done
lab merge merged.db part-1.db part-2.db part-3.db part-4.db >said
grep -qx "long: $whole of $whole rows" said || fail "merge: $(cat said)"
same "shards" merged.db

refuses() { # words, then the command
    words=$1
    shift
    code=0
    "$@" >said 2>&1 || code=$?
    [ $code = 2 ] && grep -qF -- "$words" said || fail "no '$words' from $*: exit code $code, $(cat said)"
}
refuses "already exists" lab merge merged.db part-1.db
refuses "is in two files" lab merge twice.db part-1.db part-2.db part-1.db
[ ! -e twice.db ] || fail "half a merge was left"
refuses "with a different shard (1 of 4, now 2 of 4)" run part-1.db --shard 2/4
refuses "with a different mode (full, now quick)" run whole.db --quick
sed -i 's/sample: 90/sample: 89/' presets/long.yaml
refuses "with a different preset (checksum)" run whole.db
run other.db --shard 1/4
refuses "are of a different version, preset, mode or source" lab merge other-merged.db part-2.db other.db

# ---- Data ------------------------------------------------------------------------------------------
# Files below --data; the rows are those of wend bench, which runs every budget separately.
mkdir -p data/maps/none data/scen/none
lab_gen() { "$wend" gen "$@" >/dev/null; }
lab_gen caves --size 90 --seed 4 -o data/maps/none/a.map
cp "$here/data/small.map" data/maps/none/
cp "$here/data/small.map.scen" data/scen/none/
cat >presets/files.yaml <<'END'
title: Files
problems:
  - name: random
    maps: none/a
    problems: 12
    seed: 3
    generated: {kind: caves}
  - name: scenario
    scenarios: [none/small]
    generated: {kind: caves}
algorithms:
  - algo: [repeated-astar, tbaa]
    terrain: 50%
    seed: 3
    expansions: [3, 10, 50]
measures: [ticks]
END
lab run files --presets presets --db files.db --data data/ >said
grep -q '(data, full)' said || fail "data: $(cat said)"
lab export --db files.db --sql "SELECT algo, expansions, printf('%.6g', avg(cost)), printf('%.6g', avg(ticks)),
    printf('%.6g', avg(expansions_done)) FROM rows WHERE set_name = 'random' GROUP BY configuration" |
    tail -n +2 >actual
"$wend" bench data/maps/none/a.map --problems 12 --seed 3 --algo repeated-astar,tbaa --terrain 50% \
    --expansions 3,10,50 --csv | awk -F, -v OFS=, '
    NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { print $c["algo"], $c["expansions"], sprintf("%.6g", $c["mean_cost"]),
            sprintf("%.6g", $c["mean_ticks"]), sprintf("%.6g", $c["mean_expansions"]) }' >bench
cmp bench actual || fail "rows differ from those of bench: $(diff bench actual)"
cat >presets/fleet.yaml <<'END'
title: A fleet
problems:
  - name: many
    fleets: [none/a]
    units: [1, 70]
    order: [random, one]
    seed: 5
    seeds: 2
    generated: {kind: caves}
algorithms:
  - algo: fleet
    waiting: [greedy, hill, stand]
    frame-work: [700, 9000]
measures: [ticks]
END
lab run fleet --presets presets --db fleet.db --data data >/dev/null
lab export --db fleet.db --sql "SELECT fleet_units, fleet_order, waiting, frame_work, problem_seed, ticks,
    first_move_tick, found_tick, printf('%.6g', arrival_tick), printf('%.6g', suboptimality), searches, status
    FROM rows ORDER BY configuration, problem" | tail -n +2 >actual
for work in 700 9000; do
    for waiting in greedy hill stand; do
        for trip in "1 random" "1 one" "70 random" "70 one"; do
            for seed in 5 6; do
                "$wend" bench data/maps/none/a.map --fleet ${trip% *} --order ${trip#* } --waiting $waiting \
                    --frame-work $work --seed $seed --csv | awk -F, -v OFS=, -v seed=$seed '
    NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { print $c["units"], $c["order"], $c["waiting"], $c["frame_work"], seed, $c["frames"], $c["all_moved"],
            $c["all_routes"], sprintf("%.6g", $c["mean_arrival"]), sprintf("%.6g", $c["suboptimality"]),
            $c["searches"], "arrived" }'
            done
        done
    done
done >bench
cmp bench actual || fail "fleets differ from those of bench: $(diff bench actual)"
# Checks of every fleet, and of those that do not stand while they wait.
wrong=$(lab export --db fleet.db --sql "SELECT count(*) FROM rows WHERE suboptimality < 0.999999 OR
    ticks < arrival_tick OR work < max_work_per_tick OR work > ticks * max_work_per_tick OR
    max_work_per_tick > frame_work + 80 * fleet_units OR bytes_used > bytes_allocated OR bytes_used = 0 OR
    CASE waiting WHEN 'stand' THEN suboptimality > 1.000001 OR first_move_tick > found_tick + 1
    ELSE first_move_tick <> 1 OR moves <> round(arrival_tick * fleet_units) END" | tail -n 1)
[ "$wrong" = 0 ] || fail "$wrong impossible fleets"
lab export --db files.db --sql "SELECT file, checksum FROM input ORDER BY file" | tail -n +2 | tr , ' ' >actual
(cd data && sha256sum maps/none/a.map maps/none/small.map scen/none/small.map.scen) |
    awk '{ print $2, $1 }' >sums
cmp sums actual || fail "other checksums: $(diff sums actual)"
refuses "with a different source of problems (data, now generated)" lab run files --presets presets --db files.db
echo >>data/maps/none/a.map
refuses "with a different maps/none/a.map" lab run files --presets presets --db files.db --data data
refuses "cannot be" lab run files --presets presets --db absent.db --data absent

# ---- Two files -------------------------------------------------------------------------------------
lab compare whole.db merged.db >said
grep -q "^$whole rows in both, 0 of them differ" said || fail "compare: $(cat said)"
[ "$(wc -l <said)" = 2 ] || fail "compare: unchanged rows are shown: $(cat said)"
sed 's/weight: 2$/weight: 2.5/' presets/small.yaml >presets/changed.yaml
lab run small --presets presets --db a.db >/dev/null
mkdir other
cp presets/changed.yaml other/small.yaml
lab run small --presets other --db b.db >/dev/null
lab compare a.db b.db >said
grep -q "^the preset has changed" said || fail "compare: $(cat said)"
grep -q "; 8 only before, 8 only after" said || fail "compare: $(cat said)"

if command -v sqlite3 >/dev/null; then
    # For one agent three puzzles cost twice as much, one costs half: the geometric mean of the ratios is that
    # of two doublings, and four signs are split 3 to 1.
    cp a.db c.db
    sqlite3 c.db "UPDATE run SET cost = cost * 2 WHERE configuration = 13 AND problem IN
        (SELECT id FROM problem WHERE set_name = 'puzzle' AND number <= 3);
        UPDATE run SET cost = cost / 2 WHERE configuration = 13 AND problem IN
        (SELECT id FROM problem WHERE set_name = 'puzzle' AND number = 4)"
    lab compare a.db c.db --csv | grep '^tbwa\|^lss' >said || true
    pairs=$(lab export --db a.db --sql "SELECT count(*) FROM run WHERE configuration = 13" | tail -n 1)
    [ "$(wc -l <said)" = 1 ] && awk -F, -v pairs="$pairs" '
        { exit !($3 == "cost" && $4 == pairs && $5 == 1 && $6 == pairs - 4 && $7 == 3 && $8 == "p = 0.63" &&
                 ($11 - 2 ^ (2 / pairs)) ^ 2 < 1e-8 && $12 <= $11 && $13 >= $11) }' said ||
        fail "compare: of $pairs pairs: $(cat said)"
fi

# ---- Mistakes --------------------------------------------------------------------------------------
# mistake LINE WORDS SED: the preset with one change is refused with that line and the words.
mistake() {
    sed "$3" presets/small.yaml >wrong.yaml
    cmp -s presets/small.yaml wrong.yaml && fail "'$3' changes nothing"
    code=0
    lab show ./wrong.yaml >said 2>&1 || code=$?
    [ $code = 2 ] && grep -q "^wend-lab: ./wrong.yaml:$1: .*$2" said ||
        fail "'$3': expected line $1 and '$2': exit code $code, $(cat said)"
}
at() { grep -n "$1" presets/small.yaml | head -n "${2:-1}" | tail -n 1 | cut -d: -f1; }

mistake 2 "'title' is missing" '/^title/d'
mistake "$(at ^paper)" "unknown key 'papers', did you mean 'paper'" 's/^paper/papers/'
mistake "$(at ^title)" "a list, expected a single value" 's/^title: Small/title: [a, b]/'
mistake "$(at 'name: caves')" "not YAML" 's/  - name: caves/  - name: caves: x/'
mistake "$(at 'name: caves')" "'name' is missing" 's/  - name: caves/  - limit: 3/'
mistake "$(at 'name: track')" "duplicate name 'rooms'" 's/name: track/name: rooms/'
mistake "$(at 'name: rooms')" "one of 'scenarios', 'maps', 'fleets', 'tracks' and 'puzzle' is missing" '/scenarios:/d'
mistake "$(at 'name: many')" "'units' is missing" '/units: .5/d'
mistake "$(at 'name: many')" "--order: unknown value 'none', expected random, one or groups" 's/order: .random/order: [none/'
mistake "$(at 'units: .5')" "unknown key 'limit'" 's/units: .5.*/&\n    limit: 5/;/seed: 3/d'
mistake "$(at 'max-cost')" "unknown key 'units'" 's/max-cost/units/'
mistake "$(at 'algo: fleet')" "--waiting: unknown value 'sit', expected greedy, hill or stand" 's/waiting: .greedy/waiting: [sit/'
mistake "$(at 'algo: fleet')" "'frame-work' or 'frame-us' is missing" '/frame-work/d'
mistake "$(at 'algo: fleet')" "--weight: not used with --fleet" 's/on: many/weight: 2/'
mistake "$(at 'algo: fleet')" "a fleet needs a problem set with 'fleets'" 's/on: many/on: track/'
mistake "$(at 'algo: tbrwa')" "an agent needs a problem set without 'fleets'" 's/on: track/on: many/'
mistake "$(at 'algo: tbrwa')" "--waiting: only used with --fleet" 's/weight: 2$/waiting: hill/'
mistake "$(at 'none\/c')" "expected SET/NAME" 's/none\/c/c/'
mistake "$(at 'name: caves')" "--corners: unknown value 'sometimes'" 's/corners: .never, always./corners: sometimes/'
mistake "$(at 'seed: 3')" "seed: 'x' is not a whole number" 's/seed: 3/seed: x/'
mistake "$(at min-cost)" "is not a number from 0 to" 's/min-cost: 20/min-cost: -1/'
mistake "$(at 'kind: rooms')" "expected rooms, maze, caves, random or puzzle" 's/kind: rooms/kind: halls/'
mistake "$(at 'kind: puzzle')" "cannot be generated for these problems" 's/kind: puzzle/kind: caves/'
mistake "$(at 'kind: rooms')" "unknown key 'wide'" 's/width: 100/wide: 100/'
mistake "$(at 'files: 1')" "unknown key 'sight'" 's/files: 1/sight: 1/'
mistake "$(at 'max-speed')" "max-speed: '9' is not a whole number" 's/max-speed: 3/max-speed: 9/'
mistake "$(at 'algo: tba')" "unknown algorithm 'tbx', did you mean" 's/algo: tba$/algo: tbx/'
mistake "$(at 'commit:')" "unknown key 'commt', did you mean 'commit'" 's/commit: /commt: /'
mistake "$(at 'label: unknown')" "--terrain: unknown value 'dark'" 's/terrain: unknown/terrain: dark/'
mistake "$(at 'algo: repeated')" "'expansions' or 'time-us' is missing" '/repeated-astar/{n;n;s/.*//}'
mistake "$(at 'on: track')" "on: unknown problem set 'tracks'" 's/on: track/on: tracks/'
mistake "$(at 'algo: tbrwa')" "--depth: not used by tbrwa" 's/weight: 2$/depth: 2/'
mistake "$(at 'algo: tbrwa')" "--as-published: not used by tbrwa" 's/weight: 2$/as-published: true/'
mistake "$(at 'measures')" "no such column: costs" 's/measures: .cost,/measures: [costs,/'
mistake "$(at 'measures')" "it is an aggregate of several rows" 's/measures: .cost,/measures: [avg(cost),/'
mistake "$(at 'x: {measure')" "'label' is missing" 's/label: R, //'
mistake "$(at 'set_name: .rooms')" "no such column: set_names" 's/set_name: .rooms/set_names: [rooms/'
mistake "$(at 'id: falls')" "duplicate id 'all-arrive'" 's/id: falls/id: all-arrive/'
mistake "$(at 'id: falls')" "one of 'is', 'below'" '/falls-with/d'
mistake "$(at 'falls-with')" "no such column: expansion" 's/falls-with: expansions/falls-with: expansion/'
mistake "$(at 'is: .1')" "is: 3 values, expected one" 's/is: .1.0/is: [1.0, 2.0/'
mistake "$(at 'id: one')" "'tolerance' is missing" '/tolerance/d'
mistake "$(at 'statistic')" "expected mean, median or geomean" 's/geomean/mode/'
mistake "$(at 'claim')" "claim: '0' is not a whole number" 's/claim: 7/claim: 0/'

# ---- Where presets are ------------------------------------------------------------------------------
# Without a folder of them the command has its own, wherever it lies; an error says where it looked.
mkdir -p elsewhere/lab/presets
cp "$wend_lab" elsewhere/moved
(
    cd elsewhere
    ./moved list --json >list.json
    for file in "$here"/../../lab/presets/*.yaml; do
        name=$(basename "$file" .yaml)
        ./moved show "$name" >own
        ./moved show "$file" >given
        cmp -s own given || fail "the preset $name of the command is not that of the folder"
        grep -q "\"$name\"" list.json || fail "$name is not listed"
    done
    ./moved run theorem >said 2>&1 && fail "a preset that is not there"
    grep -qF "unknown preset 'theorem', did you mean 'theorems'? Searched: the presets built into wend-lab" said ||
        fail "where presets are looked for: $(cat said)"
    ./moved run theorem --presets ../presets >said 2>&1 && fail "a preset that is not there"
    grep -qF "Searched: the folder ../presets" said || fail "where presets are looked for: $(cat said)"
    cp ../presets/small.yaml lab/presets/
    ./moved show small >said || fail "the folder lab/presets is not searched"
    WEND_LAB=../presets ./moved show files >said || fail "WEND_LAB is not searched"
    exit $failed
) || failed=$((failed + 1))

[ $failed = 0 ] && echo "lab: passed, $whole rows, $partial kills in the middle"
