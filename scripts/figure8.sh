#!/bin/sh
# Figure 8 of the JAIR paper: TBR(WA*) beside LSS-LRTWA* on two racetracks. Measures, prints the
# tables as Markdown and draws the picture.
#   scripts/figure8.sh [DATA] [FOLDER]
# needs tracks/hansen-bigger.track and maps/bg512/AR0711SR.map in DATA. The runs are kept in FOLDER
# (default build/figure8), one line of CSV each; those that lie there already are used again. A part of
# the experiment, without the picture, is chosen by the variables SEEDS, WEIGHTS and BUDGETS, such as
#   SEEDS="1 2 3" WEIGHTS=2.5 BUDGETS=400,1600 scripts/figure8.sh DATA /tmp/part
set -eu
data=${1:-${WEND_DATA:-../shared/data}}
folder=${2:-build/figure8}
wend=${WEND:-build/wend}
picture=${PICTURE:-docs/results/racetrack-figure8.png}
seeds=${SEEDS:-"1 2 3 4 5 6 7 8 9 10"}
weights=${WEIGHTS:-1,1.5,2,2.5}
budgets=${BUDGETS:-200,400,800,1600,3200,6400}
mkdir -p "$folder"

# Ten times five problems, the two tracks and all settings by turns: where the machine is shared, all
# of them see the same weather.
measure() { # name, seed, then options of bench
    file=$folder/$1-$2.csv
    seed=$2
    shift 2
    [ -s "$file" ] && return
    "$wend" bench "$@" --max-speed 3 --problems 5 --seed "$seed" --algo tbrwa,lss-lrtwa \
        --weight "$weights" --expansions "$budgets" --r 1 --max-ticks 100000 \
        --runs "$file.part" --csv >/dev/null
    mv "$file.part" "$file"
}

# All runs of a track as one table; problems are told apart by their seed.
collect() {
    for seed in $seeds; do
        awk -F, -v OFS=, -v seed="$seed" -v first="${seeds%% *}" '
            NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; if (seed == first) print; next }
            { $c["problem"] += 1000 * seed; print }' "$folder/$1-$seed.csv"
    done >"$folder/$1.csv"
}

# Means over the runs that arrived: algo, w, k, arrived, all, actions, their 95 % interval, ms per
# action, ms per search episode, ticks. Times are sums over sums.
means() {
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        {
            key = $c["algo"] " " $c["weight"] " " $c["expansions"]
            if (!(key in all)) order[++keys] = key
            all[key]++
            if ($c["status"] != "arrived") next
            a = $c["moves"] + $c["restarts"]
            n[key]++; sum[key] += a; squares[key] += a * a; ticks[key] += $c["ticks"]
            searches[key] += $c["searches"]; ns[key] += $c["planning_ns"]
        }
        END {
            for (i = 1; i <= keys; i++) {
                k = order[i]; m = sum[k] / n[k]
                variance = n[k] > 1 ? (squares[k] - n[k] * m * m) / (n[k] - 1) : 0
                print k, n[k], all[k], m, 1.96 * sqrt(variance / n[k]), ns[k] / sum[k] / 1e6,
                    ns[k] / searches[k] / 1e6, ticks[k] / n[k]
            }
        }' "$folder/$1.csv"
}

actions_table() {
    means "$1" | awk '
        {
            cell[$1, $2, $3] = sprintf("%.0f ± %.0f | %.2f | %.2f", $6, $7, $8, $9)
            if ($1 == "tbrwa") cell[$1, $2, $3] = cell[$1, $2, $3] sprintf(" | %.0f", $10)
            if ($4 < $5) missed = missed sprintf("%s w = %s k = %s: %d of %d hit the limit. ", $1, $2, $3, $5 - $4, $5)
            if (!($2 in w)) { w[$2]; W[++weights] = $2 }
            if (!($3 in k)) { k[$3]; K[++budgets] = $3 }
        }
        END {
            print "| w | k | `tbrwa`: actions | ms/action | ms/episode | ticks | `lss-lrtwa`: actions | ms/action | ms/episode |"
            print "|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= weights; i++) for (j = 1; j <= budgets; j++)
                printf "| %s | %d | %s | %s |\n", W[i], K[j], cell["tbrwa", W[i], K[j]],
                    cell["lss-lrtwa", W[i], K[j]]
            print ""
            print missed == "" ? "Every run arrived." : missed
        }'
}

# Paired over the problems: the geometric mean of actions(tbrwa) / actions(lss-lrtwa) of the same
# weight, at equal k, and at equal time per action and per episode. For these the actions of
# lss-lrtwa are interpolated, problem by problem, between the two k whose times lie on either side
# (both axes logarithmic).
paired_table() {
    means "$1" >"$folder/$1-means.txt"
    awk '
        function geometric(count, s, ss,    m, e) {
            if (count < 2) return "-"
            m = s / count; e = ss / count - m * m
            e = 1.96 * sqrt((e > 0 ? e : 0) / (count - 1))
            return sprintf("%.2f (%.2f-%.2f)", exp(m), exp(m - e), exp(m + e))
        }
        function at_equal_time(time, w, k,    t, j, p, share, r, count, s, ss) {
            t = time["tbrwa", w, k]
            for (j = 1; j < budgets; j++)
                if (time["lss-lrtwa", w, K[j]] <= t && t <= time["lss-lrtwa", w, K[j + 1]]) break
            if (j >= budgets) return t < time["lss-lrtwa", w, K[1]] ? "faster than any" : "slower than any"
            share = log(t / time["lss-lrtwa", w, K[j]]) / log(time["lss-lrtwa", w, K[j + 1]] / time["lss-lrtwa", w, K[j]])
            for (p in problems) {
                if (!(("tbrwa", w, k, p) in a) || !(("lss-lrtwa", w, K[j], p) in a) ||
                    !(("lss-lrtwa", w, K[j + 1], p) in a)) continue
                r = a["tbrwa", w, k, p] - (1 - share) * a["lss-lrtwa", w, K[j], p] - share * a["lss-lrtwa", w, K[j + 1], p]
                count++; s += r; ss += r * r
            }
            return geometric(count, s, ss)
        }
        function at_equal_k(w, k,    p, r, count, s, ss) {
            for (p in problems)
                if ((("tbrwa", w, k, p) in a) && (("lss-lrtwa", w, k, p) in a)) {
                    r = a["tbrwa", w, k, p] - a["lss-lrtwa", w, k, p]
                    count++; s += r; ss += r * r
                }
            return geometric(count, s, ss)
        }
        FNR == NR {
            per_action[$1, $2, $3] = $8; per_episode[$1, $2, $3] = $9
            if (!($2 in w_seen)) { w_seen[$2]; W[++weights] = $2 }
            if (!($3 in k_seen)) { k_seen[$3]; K[++budgets] = $3 }
            next
        }
        FNR == 1 { FS = ","; $0 = $0; for (i = 1; i <= NF; i++) c[$i] = i; next }
        $c["status"] == "arrived" {
            problems[$c["problem"]]
            a[$c["algo"], $c["weight"], $c["expansions"], $c["problem"]] = log($c["moves"] + $c["restarts"])
        }
        END {
            print "| w | k | at equal k | at equal ms/action | at equal ms/episode |"
            print "|---|---|---|---|---|"
            for (i = 1; i <= weights; i++) for (j = 1; j <= budgets; j++)
                printf "| %s | %d | %s | %s | %s |\n", W[i], K[j], at_equal_k(W[i], K[j]),
                    at_equal_time(per_action, W[i], K[j]), at_equal_time(per_episode, W[i], K[j])
        }' "$folder/$1-means.txt" "$folder/$1.csv"
}

# What "updates" can mean, per run: the phases of learning (one per restart of tbrwa, one per search of
# lss-lrtwa), and the states whose h they raised.
updates_table() {
    awk -F, '
        function ratio(a, b) { return b > 0 ? sprintf("%.2f", a / b) : "-" }
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        {
            a = $c["algo"]; key = $c["weight"] " | " $c["expansions"]
            if (!(key in seen)) { seen[key]; order[++keys] = key }
            phases[a, key] += a == "tbrwa" ? $c["restarts"] : $c["searches"]
            raised[a, key] += $c["updates"]; n[a, key]++
        }
        END {
            print "| w | k | phases of learning: `tbrwa` | `lss-lrtwa` | times fewer | values raised: `tbrwa` | `lss-lrtwa` | times fewer |"
            print "|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= keys; i++) {
                k = order[i]; t = n["tbrwa", k]; l = n["lss-lrtwa", k]
                printf "| %s | %.1f | %.1f | %s | %.0f | %.0f | %s |\n", k,
                    phases["tbrwa", k] / t, phases["lss-lrtwa", k] / l,
                    ratio(phases["lss-lrtwa", k] / l, phases["tbrwa", k] / t),
                    raised["tbrwa", k] / t, raised["lss-lrtwa", k] / l,
                    ratio(raised["lss-lrtwa", k] / l, raised["tbrwa", k] / t)
                T += raised["tbrwa", k]; L += raised["lss-lrtwa", k]; tn += t; ln += l
                TP += phases["tbrwa", k]; LP += phases["lss-lrtwa", k]
            }
            printf "\nOver all settings, per run: phases `lss-lrtwa` %.1f, `tbrwa` %.1f, ratio %s; values raised %.0f, %.0f, ratio %s.\n",
                LP / ln, TP / tn, ratio(LP / ln, TP / tn), L / ln, T / tn, ratio(L / ln, T / tn)
        }' "$folder/$1.csv"
}

draw() {
    if ! command -v gnuplot >/dev/null 2>&1; then
        echo "figure8: no gnuplot, no picture (scripts/setup.sh plot installs it)" >&2
        return
    fi
    for name in hansen game; do
        means $name | awk '{ key = $1 " " $2; if (key != last && last != "") print "\n"; last = key; print }' \
            >"$folder/$name-plot.txt"
    done
    gnuplot <<EOF
set terminal pngcairo size 1500,1200 font "Sans,11"
set output "$picture"
set multiplot layout 2,2
set logscale xy
set grid
set xrange [0.2:40]
set ylabel "number of actions"
set xtics (0.2, 0.5, 1, 2, 5, 10, 20, 40)
set ytics (80, 100, 120, 150, 200, 300, 500, 1000, 2000)
set bars 0.5
weights = "1.0 1.5 2.0 2.5"
colors = "#b2182b #f4a582 #92c5de #2166ac"
do for [axis in "8 9"] {
    do for [track in "hansen game"] {
        file = "$folder/".track."-plot.txt"
        hansen = track eq "hansen"
        set title hansen ? "Extended Hansen racetrack" : "Game map racetrack"
        set xlabel axis eq "8" ? "mean time per action (ms)" : "mean time per search episode (ms)"
        set yrange [hansen ? 60 : 110 : hansen ? 2000 : 1000]
        if (hansen && axis eq "8") { set key inside right top font "Sans,10" } else { unset key }
        plot for [i=0:3] file index i using (column(int(axis))):6:7 with yerrorbars lw 0.6 pt 0 \\
                 lc rgb word(colors, i+1) notitle, \\
             for [i=0:3] file index i using (column(int(axis))):6 with linespoints lw 2.5 pt 7 \\
                 lc rgb word(colors, i+1) title "TBR(WA*) ".word(weights, i+1), \\
             for [i=4:7] file index i using (column(int(axis))):6 with linespoints lw 1.5 dt 2 pt 6 \\
                 lc rgb word(colors, i-3) title "LSS-LRTWA* ".word(weights, i-3)
    }
}
unset multiplot
EOF
}

for seed in $seeds; do
    measure hansen "$seed" --track "$data/tracks/hansen-bigger.track" --enlarge 3
    measure game "$seed" --track "$data/maps/bg512/AR0711SR.map"
done
for name in hansen game; do
    collect $name
    echo "### $name"
    for table in actions_table paired_table updates_table; do
        echo
        $table $name
    done
    echo
done
[ -n "${SEEDS:-}${WEIGHTS:-}${BUDGETS:-}" ] || draw
