#!/bin/sh
# wend-lab reads presets and files of rows from anywhere: what is too large, too deep, endless or foreign is
# refused, with the file and what was expected, in little time and memory.
#   lab_untrusted.sh WEND-LAB
set -eu
wend_lab=$1
. "$(dirname "$0")/prologue.sh"
unset WEND_DATA WEND_LAB
cd "$folder"
small=$here/data/lab/small.yaml

# The command prints the words and exits with code 2, in little time. Its memory is limited, too, except in a
# build with sanitizers, which reserve the whole address space.
memory=1000000
"$wend_lab" --version >/dev/null && (ulimit -v $memory && "$wend_lab" --version >/dev/null 2>&1) || memory=unlimited
refuses() { # words, arguments
    words=$1
    shift
    code=0
    (ulimit -v $memory && timeout 60 "$wend_lab" "$@" >said 2>&1 </dev/null) || code=$?
    [ $code = 2 ] && grep -qF -- "$words" said ||
        fail "no '$words' from wend-lab $*: exit code $code, $(head -c 500 said)"
}

repeat() { # count, text
    awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
}

# ---- Presets ---------------------------------------------------------------------------------------
{
    echo 'a: &a [x, x, x, x, x, x, x, x, x, x]'
    before=a
    for name in b c d e f g h i; do
        echo "$name: &$name [*$before, *$before, *$before, *$before, *$before, *$before, *$before, *$before, *$before]"
        before=$name
    done
} >aliases.yaml
refuses "aliases.yaml:5: more than 20000 values, including those of aliases" show ./aliases.yaml
echo 'title: &a [x, *a]' >inside.yaml
refuses "inside.yaml:1: the alias 'a' is inside its own value" show ./inside.yaml
echo 'title: *a' >none.yaml
refuses "none.yaml:1: the alias 'a' has no anchor" show ./none.yaml
repeat 200000 '[' >deep.yaml
refuses "deep.yaml:1: values nested deeper than 16 levels" show ./deep.yaml
repeat 100000 '- ' >block.yaml
refuses "block.yaml:1: values nested deeper than 16 levels" show ./block.yaml
{ echo 'title: ['; repeat 100000 '{}, '; echo ']'; } >many.yaml
refuses "many.yaml:2: more than 20000 values" show ./many.yaml
{ cat "$small"; printf -- '---\ntitle: Another\n'; } >two.yaml
refuses "two.yaml:$(($(wc -l <"$small") + 1)): a second document begins here" show ./two.yaml
repeat 1100000 '#' >long.yaml
refuses "long.yaml: file too large, expected at most 1048576 bytes" show ./long.yaml
printf 'title: "\\x9b2J"\n' >control.yaml
refuses "control.yaml:1: a control character (code 155)" show ./control.yaml
sed "s/corners: .never, always./&\n    passable: []/" "$small" >empty.yaml
refuses "the list is empty, expected a value" show ./empty.yaml
# A label of 500 kB for each of a thousand agents.
{
    sed '/^algorithms/,$d' "$small"
    printf 'algorithms:\n  - algo: tbwa\n    label: '
    repeat 500000 x
    printf '\n    expansions: [1'
    for i in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do printf ', %s' $i; done
    printf ']\n    weight: [1'
    for i in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do printf ', %s' $i; done
    printf ']\nmeasures: [cost]\n'
} >labels.yaml
refuses "labels.yaml: needs more than 64 MB of memory" show ./labels.yaml

# ---- SQL in presets --------------------------------------------------------------------------------
# measure LINE WORDS SQL
measure() {
    awk -v sql="$3" '/^measures:/ { print "measures: [\"" sql "\"]"; next } { print }' "$small" >measure.yaml
    refuses "measure.yaml:$1: '$3' is neither a column of the rows nor SQL over them: $2" show ./measure.yaml
}
line=$(grep -n '^measures:' "$small" | cut -d: -f1)
measure "$line" "it " "(WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t)"
measure "$line" "it reads the table sqlite_" "(SELECT count(*) FROM sqlite_schema)"
measure "$line" "it reads the table experiment" "(SELECT preset_text FROM experiment)"
measure "$line" "" "cost) FROM rows --"
measure "$line" "" "cost), (ticks"
measure "$line" "it calls load_extension" "load_extension('x')"
measure "$line" "it calls printf" "length(printf('%.2000000000c', moves))"
measure "$line" "it calls zeroblob" "length(zeroblob(1000000000))"
measure "$line" "it is more than an expression" "cost) FROM rows; DROP TABLE run; --"

# ---- Files of rows ---------------------------------------------------------------------------------
echo "no rows" >text.db
: >nothing.db
"$wend_lab" run "$small" --quick --db good.db >/dev/null
for part in "export" "report" "plot" "resume"; do
    refuses "text.db: not an SQLite file, expected rows of 'wend-lab run'" $part --db text.db
    refuses "nothing.db: contains no experiment" $part --db nothing.db
done
head -c 20000 good.db >cut.db
refuses "cut.db: the file is damaged" export --db cut.db
refuses "cut.db: the file is damaged" merge merged.db cut.db
[ ! -e merged.db ] || fail "half a merge was left"

if command -v sqlite3 >/dev/null; then
    # altered NAME SQL: a file of rows with a change.
    altered() {
        cp good.db "$1.db"
        sqlite3 "$1.db" "$2" || fail "$1: $2"
    }
    # foreign OBJECT SQL: all reading commands refuse it.
    foreign() {
        altered foreign "$2"
        for part in export report plot resume compare merge; do
            case $part in
            compare) refuses "foreign.db: '$1' is not what 'wend-lab run' creates" compare good.db foreign.db ;;
            merge) refuses "foreign.db: '$1' is not what 'wend-lab run' creates" merge merged.db foreign.db ;;
            *) refuses "foreign.db: '$1' is not what 'wend-lab run' creates" $part --db foreign.db ;;
            esac
        done
        [ ! -e merged.db ] || fail "half a merge was left"
    }
    foreign rows "DROP VIEW rows; CREATE VIEW rows AS WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t)
        SELECT x AS cost FROM t"
    foreign more "CREATE TRIGGER more AFTER INSERT ON run BEGIN DELETE FROM run; END"
    foreign other "CREATE TABLE other (a)"
    foreign slow "CREATE INDEX slow ON run (abs(cost))"
    foreign input "DROP TABLE input; CREATE VIEW input AS SELECT 1 AS experiment, 'f' AS file, 'c' AS checksum"
    foreign input "ALTER TABLE input ADD COLUMN more AS (experiment * 2)"
    altered short "DROP TABLE input"
    refuses "short.db: tables are missing" export --db short.db
    altered newer "PRAGMA user_version = 9"
    refuses "newer.db: not a file of rows that this version of wend-lab can read" export --db newer.db

    # wrong WORDS SQL: impossible values.
    wrong() {
        altered wrong "$2"
        refuses "wrong.db: experiment 1: $1" report --db wrong.db
        refuses "wrong.db: experiment 1: $1" resume --db wrong.db
    }
    wrong "the shard is out of range" "UPDATE experiment SET shards = 0"
    wrong "the shard is out of range" "UPDATE experiment SET shard = 5"
    wrong "the shard is out of range" "UPDATE experiment SET shards = 'many'"
    wrong "'mode' is neither full nor quick" "UPDATE experiment SET mode = 'slow'"
    wrong "'source' is neither data nor generated" "UPDATE experiment SET source = x'00'"
    wrong "a count is out of range" "UPDATE experiment SET problems = -1"
    wrong "the name of the preset is not a valid file name" "UPDATE experiment SET preset = '../../small'"
    wrong "the name of the preset is not a valid file name" "UPDATE experiment SET preset = ''"
    altered outside "UPDATE run SET problem = 4000000000 WHERE problem = 3"
    refuses "outside.db: contains a row for problem 4000000000 and agent" resume --db outside.db
    altered outside "UPDATE run SET configuration = -7 WHERE problem = 3 AND configuration = 0"
    refuses "outside.db: contains a row for problem 3 and agent -7" resume --db outside.db

    # keep NAME FILE: stores the file as the preset of the rows.
    keep() {
        cp good.db "$1"
        sqlite3 "$1" "UPDATE experiment SET preset_text = CAST(readfile('$2') AS TEXT)"
    }
    for bomb in aliases.yaml:5 block.yaml:1 two.yaml:$(($(wc -l <"$small") + 1)) measure.yaml:$line; do
        keep kept.db "${bomb%:*}"
        refuses "kept.db/small.yaml:${bomb#*:}: " report --db kept.db
        refuses "kept.db/small.yaml:${bomb#*:}: " resume --db kept.db
        refuses "kept.db/small.yaml:${bomb#*:}: " compare kept.db good.db
    done
    keep kept.db long.yaml
    refuses "kept.db/small.yaml:1: 1100000 bytes, expected at most 1048576" report --db kept.db
    # A join of all rows with themselves is not a recursion.
    sed 's/^measures: .*/measures: ["(SELECT count(*) FROM run a, run b, run c, run d)"]/' "$small" >product.yaml
    keep kept.db product.yaml
    refuses "kept.db: '(SELECT count(*) FROM run a, run b, run c, run d)': it takes more steps than a measure may" \
        report --db kept.db
    refuses "it takes more steps than a measure may" compare kept.db good.db

    # Printed contents of a file must not include anything that a terminal, a browser or gnuplot would
    # execute.
    altered shown "UPDATE configuration SET label = label || char(27) || '[2J' || char(10) || 'system(''touch obeyed'')' ||
        char(10) || '<script>', options = options || char(27) || '<script>';
        UPDATE problem SET map = '' WHERE id = 1; UPDATE experiment SET machine = '<script>' || char(27)"
    "$wend_lab" report --db shown.db -o shown.html >said 2>&1 || fail "report: $(cat said)"
    grep -q '<script' shown.html && fail "a page has a script of its rows"
    grep -q "Content-Security-Policy.*default-src 'none'" shown.html || fail "the page has no policy"
    "$wend_lab" report --db shown.db --markdown shown >>said 2>&1 || fail "report: $(cat said)"
    "$wend_lab" compare shown.db shown.db --all >>said 2>&1 || fail "compare: $(cat said)"
    "$wend_lab" plot --db shown.db -o . >>said 2>&1 || grep -q 'gnuplot is missing' said || fail "plot: $(cat said)"
    [ ! -e obeyed ] || fail "gnuplot has run a command of the rows"
    tr -d '\n\t' <said | LC_ALL=C grep -q '[[:cntrl:]]' && fail "control characters: $(cat -v said)"

    # Corrupt bytes of a database: a result or a message, never a crash.
    pages=$(($(wc -c <good.db) / 4096))
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        cp good.db broken.db
        for at in $(awk -v seed=$seed -v n=$pages 'BEGIN { srand(seed); for (i = 0; i < 30; i++)
            print int(rand() * n) * 4096 + int(rand() * (i % 2 ? 64 : 4096)) }'); do
            printf '\377' | dd of=broken.db bs=1 seek="$at" conv=notrunc 2>/dev/null
        done
        for part in "export --db broken.db" "report --db broken.db -o broken.html" "resume --db broken.db" \
            "compare good.db broken.db" "merge merged.db broken.db"; do
            code=0
            # shellcheck disable=SC2086
            timeout 60 "$wend_lab" $part >said 2>&1 </dev/null || code=$?
            [ $code = 0 ] || [ $code = 2 ] || fail "damage $seed: wend-lab $part: exit code $code, $(head -c 500 said)"
        done
        rm -f merged.db
    done
fi

[ $failed = 0 ] && echo "lab_untrusted: passed"
