#!/bin/sh
# Table 1 of the TBA* paper, the gain of the path-switch rule, and what canonical ordering changes, as
# Markdown.
#   scripts/table1.sh [DATA]      needs the maps and scenarios of wc3maps512
set -eu
data=${1:-${WEND_DATA:-../shared/data}}
wend=${WEND:-build/wend}
budgets=10,25,50,75,100,200,500,1000
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
files=
for map in blastedlands golemsinthemist plunderisle losttemple theglaive; do
    files="$files $data/scen/wc3maps512/$map.map.scen"
done

rows() { # options of bench
    # shellcheck disable=SC2086
    "$wend" bench $files --map-root "$data/maps/wc3maps512" --min-cost 230 --max-cost 320 \
        --expansions $budgets --csv "$@" | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { print $c["algo"], $c["expansions"], $c["mean_suboptimality"], $c["suboptimality_ci95"],
                $c["problems"], $c["mean_found_tick"], $c["max_expansions_per_tick"] }'
}

plain=$(rows --algo tba,tba-late --runs "$folder/canonical.csv")
commit=$(rows --algo tba --commit)
{
    echo "$plain"
    echo "$commit" | sed 's/^tba /commit /'
} | awk '
    BEGIN {
        split("3.83 2.10 1.49 1.31 1.21 1.09 1.03 1.01", early)
        split("4.21 2.32 1.64 1.43 1.30 1.15 1.06 1.02", late)
    }
    { value[$1, $2] = $3; ci[$1, $2] = $4; found[$2] = $6; worst[$1, $2] = $7; problems = $5 }
    END {
        n = split("10 25 50 75 100 200 500 1000", R)
        print "| R | early: paper | wend | | late: paper | wend | | late over early: paper | wend | with commit | gain | found at slice | worst tick |"
        print "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= n; i++) {
            e = value["tba", R[i]]; l = value["tba-late", R[i]]; m = value["commit", R[i]]
            printf "| %d | %s | %.3f ± %.3f | %+.1f %% | %s | %.3f ± %.3f | %+.1f %% | %+.1f %% | %+.1f %% | %.3f ± %.3f | %.1f %% | %.1f | %d |\n",
                R[i], early[i], e, ci["tba", R[i]], 100 * (e / early[i] - 1),
                late[i], l, ci["tba-late", R[i]], 100 * (l / late[i] - 1),
                100 * (late[i] / early[i] - 1), 100 * (l / e - 1),
                m, ci["commit", R[i]], 100 * (1 - m / e), found[R[i]], worst["tba", R[i]]
        }
        printf "\n%d problems.\n", problems
    }'

# An agent that gets the map as its belief, with all of the walls shown, searches without canonical
# ordering: a belief may be edited.
rows --algo tba --terrain 100% --runs "$folder/full.csv" >/dev/null
printf '\nWithout canonical ordering:\n\n'
awk -F, '
    BEGIN { split("3.83 2.10 1.49 1.31 1.21 1.09 1.03 1.01", early, " ") }
    FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $c["algo"] != "tba" { next }
    { k = $c["expansions"]; p = k " " $c["file"] ":" $c["problem"] }
    FNR == NR { full[p] = $c["cost"]; how[p] = $c["moves"] " " $c["ticks"]; next }
    {
        if (!(k in n)) R[++budgets] = k
        n[k]++; sum[k] += full[p] / $c["optimal"]
        r = $c["cost"] / full[p]; s[k] += r; ss[k] += r * r
        differ[k] += full[p] != $c["cost"] || how[p] != $c["moves"] " " $c["ticks"]
    }
    END {
        print "| R | early: paper | full | | canonical / full, paired | trips that differ |"
        print "|---|---|---|---|---|---|"
        for (i = 1; i <= budgets; i++) {
            k = R[i]; m = s[k] / n[k]; v = (ss[k] - n[k] * m * m) / (n[k] - 1)
            printf "| %d | %s | %.3f | %+.1f %% | %.4f ± %.4f | %d |\n", k, early[i], sum[k] / n[k],
                100 * (sum[k] / n[k] / early[i] - 1), m, 1.96 * sqrt(v / n[k]), differ[k]
        }
    }' "$folder/full.csv" "$folder/canonical.csv"
