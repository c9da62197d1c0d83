#!/bin/sh
# wend-lab report judges statements by the rows: what holds is reproduced, and the same preset altered on
# purpose differs. Plots are drawn where there is gnuplot.
#   lab_report.sh WEND-LAB
set -eu
wend_lab=$1
. "$(dirname "$0")/prologue.sh"
cd "$folder"

cat >small.yaml <<'END'
title: a small experiment
problems:
  - name: noise
    maps: [none/none]
    generated: {kind: random, count: 3, problems: 8, width: 40, height: 40, density: 30}
algorithms:
  - {label: one, algo: tba, expansions: [2, 10, 1000]}
  - {label: late, algo: tba-late, expansions: [2, 10, 1000]}
measures: [suboptimality, ticks]
remarks:
  - Noise | is what it says.
plots:
  - name: small
    title: cost
    x: {measure: expansions, label: "R (expansions per tick)", log: true}
    y: {measure: suboptimality, label: cost / optimal cost}
statements:
  - {id: value, claim: 7, says: a value, measure: suboptimality, of: {label: one, expansions: 1000},
     is: 1, tolerance: 5%, because: of the resource}
  - {id: value-at, says: the same at two points, measure: suboptimality, of: {label: one}, each: expansions,
     at: [1000], is: [1], tolerance: 5%}
  - {id: below, says: the best is the optimum, measure: suboptimality, of: {expansions: 1000}, below: 1.2}
  - {id: above, says: late acting costs more, measure: suboptimality, of: {label: late}, over: {label: one},
     each: expansions, at: [2], above: 1}
  - {id: falls, says: cost falls, measure: suboptimality, of: {label: one}, falls-with: expansions}
  - {id: rises, says: late acting by label, measure: 1.0 / ticks, of: {label: one}, statistic: geomean,
     rises-with: expansions}
  - {id: every, says: nothing is below the optimum, every: suboptimality > 0.999999}
  - {id: untested, says: another machine, untested: the machine is gone}
  - {id: missing, says: never run, measure: ticks, of: {label: two}, below: 3}
END
"$wend_lab" run ./small.yaml --db small.db >/dev/null 2>&1 || fail "lab run"

# verdict ID: as the report prints it
verdicts() { "$wend_lab" report --db small.db -o report.html "$@" >verdicts 2>notes || fail "lab report: $(cat notes)"; }
expect() { # id, verdict
    grep -q "^small  *$1  *$2" verdicts || fail "$1 is not '$2': $(grep " $1 " verdicts)"
}
verdicts
for id in value value-at below above falls rises every; do
    expect $id reproduced
done
expect untested "not reproducible"
expect missing "not run"
grep -q "9 statements: 7 reproduced, 0 differ, 1 not reproducible, 1 not run" report.html || fail "the counts"
grep -q "GENERATED MAPS" report.html || fail "generated maps are not labelled"
if command -v gnuplot >/dev/null; then
    grep -q "<svg" report.html || fail "no plot in the report"
    "$wend_lab" plot --db small.db --png >/dev/null && [ -s small.png ] || fail "lab plot"
fi
! grep -qE "(src|href)=\"?(http|/)" report.html || fail "the page is not self-contained"

# Deliberate changes, one statement at a time.
mkdir altered
alter() { # id, sed script
    sed "$2" small.yaml >altered/small.yaml
    ! cmp -s small.yaml altered/small.yaml || fail "$2 alters nothing"
    verdicts --presets altered
    expect "$1" differs
    [ "$(grep -c " differs " verdicts)" = 1 ] || fail "$2 alters more: $(cat verdicts)"
}
alter value 's/is: 1, tol/is: 1.2, tol/'
alter value-at 's/is: \[1\]/is: [0.9]/'
alter below 's/below: 1.2/below: 1.0/'
alter above 's/above: 1}/above: 9}/'
alter falls 's/falls-with/rises-with/'
alter rises 's/rises-with/falls-with/'
alter every 's/> 0.999999/> 1.000001/'

# Markdown pages with pictures beside them.
"$wend_lab" report --db small.db --markdown pages >/dev/null 2>&1 || fail "--markdown"
[ -s pages/statements.md ] && [ -s pages/small.md ] && [ -s pages/report.html ] || fail "no pages"
grep -q "^value: of the resource" pages/small.md && grep -q "^Noise .| is what it says" pages/small.md ||
    fail "the page lacks remarks: $(cat pages/small.md)"
pairs=$("$wend_lab" export --db small.db --sql "SELECT sum(a.cost < b.cost) || ' / ' || sum(a.cost = b.cost) || ' / ' ||
    sum(a.cost > b.cost) FROM rows a JOIN rows b ON a.problem = b.problem WHERE a.label = 'late' AND b.label = 'one'
    AND a.expansions = 2 AND b.expansions = 2" | tail -n 1)
grep -qF "| 24 | 3 | yes | 0.56 [0.34, 0.74] | $pairs | p &lt; 0.001 |" pages/small.md ||
    fail "not $pairs: $(grep higher -A 3 pages/small.md)"
grep -qF "| [small](small.md) | a small experiment |  | 7 | 0 | 1 | 1 | full, GENERATED MAPS, 144 rows |" pages/README.md ||
    fail "the index: $(cat pages/README.md)"
grep -q "a value" pages/README.md && fail "the index lists a statement that differs"
sed 's/is: 1, tol/is: 1.2, tol/' small.yaml >altered/small.yaml
"$wend_lab" report --db small.db --presets altered --markdown pages >/dev/null 2>&1
grep -q "a value | by -16.7 % .* | of the resource | .small.(small.md) |" pages/README.md ||
    fail "the index lacks a statement that differs: $(cat pages/README.md)"

# Files of older formats are updated.
if command -v sqlite3 >/dev/null; then
    "$wend_lab" report --db small.db -o report.html >now
    sqlite3 small.db "DROP VIEW rows; ALTER TABLE run RENAME COLUMN work TO units;
        ALTER TABLE run RENAME COLUMN max_work_per_tick TO max_units_per_tick;
        ALTER TABLE configuration RENAME COLUMN frame_work TO frame_units;
        CREATE VIEW rows AS SELECT * FROM run; PRAGMA user_version = 2" || fail "the second format"
    cp small.db first.db
    "$wend_lab" report --db small.db -o report.html >then || fail "the second format"
    cmp -s now then || fail "the second format: $(diff now then)"
    mv first.db small.db
    sqlite3 small.db "DROP VIEW rows; ALTER TABLE problem DROP COLUMN fleet_units;
        ALTER TABLE problem DROP COLUMN fleet_order; ALTER TABLE configuration DROP COLUMN waiting;
        ALTER TABLE configuration DROP COLUMN frame_units; ALTER TABLE run DROP COLUMN arrival_tick;
        CREATE VIEW rows AS SELECT * FROM run; PRAGMA user_version = 1" || fail "the first format"
    "$wend_lab" report --db small.db -o report.html >then || fail "the first format"
    cmp -s now then || fail "the first format: $(diff now then)"
    "$wend_lab" run ./small.yaml --db small.db >/dev/null || fail "going on with the first format"
    [ "$(sqlite3 small.db 'SELECT sum(arrival_tick) = sum(ticks) FROM run')" = 1 ] || fail "arrivals"
fi
"$wend_lab" report --db small.db nothing 2>notes && fail "an experiment that is not there"
grep -q "contains no experiment 'nothing'" notes || fail "the message"

# An algorithm in a shared library, along with the others.
if command -v cc >/dev/null; then
    include=$here/../../include
    cc -shared -fPIC -I "$include" -o mine.so "$here/../../examples/my_algorithm.c" || fail "my_algorithm.c"
    "$wend_lab" run ./small.yaml --db plugin.db --plugin ./mine.so >table || fail "--plugin"
    [ "$(grep -c '^mine .* 24  *24 ' table)" = 3 ] || fail "the plugin's agents: $(cat table)"
    "$wend_lab" report --db plugin.db -o plugin.html >/dev/null 2>&1 || fail "a report with a plugin"
    grep -q -- "--algo mine --expansions 1000" plugin.html || fail "the plugin is not in the report"
    sed 's/a->at = out->to;/out->to = a->task->goal;/' "$here/../../examples/my_algorithm.c" >wrong.c
    cc -shared -fPIC -I "$include" -o wrong.so wrong.c
    "$wend_lab" run ./small.yaml --db wrong.db --plugin ./wrong.so >/dev/null 2>notes && fail "an illegal move"
    grep -q "mine: illegal move from" notes || fail "the message of an illegal move: $(cat notes)"
fi
"$wend_lab" run ./small.yaml --db wrong.db --plugin "$here/prologue.sh" 2>notes && fail "no plugin"
grep -q "^wend-lab: --plugin: " notes || fail "the message for a file that is not a plugin"

[ $failed = 0 ]
