#!/bin/sh
# Figures 3 and 4 of the TBA* paper: mean suboptimality against mean expansions per action.
#   scripts/figures34.sh [DATA]      needs the maps and scenarios of wc3maps512, and gnuplot
#
# Writes docs/results/tba-figures-3-4.csv and the two plots beside it, and prints what tba needs for
# the quality of the others. SAMPLE=N takes N problems of each scenario file instead of all. TABLES
# names a folder in which the tables of subgoals are kept; those that are missing are computed.
# PLOT_ONLY=1 draws and compares what the CSV holds.
set -eu
data=${1:-${WEND_DATA:-../shared/data}}
wend=${WEND:-build/wend}
tables=${TABLES:-build/tables}
out=docs/results
csv=$out/tba-figures-3-4.csv
maps="blastedlands golemsinthemist plunderisle losttemple theglaive"
sample=${SAMPLE:+--sample $SAMPLE}
mkdir -p "$tables"

# One line per setting, of what bench prints.
shorten() {
    awk -F, '
        $1 == "algo" { for (i = 1; i <= NF; i++) c[$i] = i; next }
        {
            p = $c["algo"] ~ /^(tba|klrta)$/ ? "R=" $c["expansions"] : ""
            if ($c["depth"] != "") p = p " d=" $c["depth"]
            if ($c["queue"] != "") p = p " N=" $c["queue"]
            if ($c["level"] != "") p = p " l=" $c["level"]
            if ($c["gamma"] != "") p = p " g=" $c["gamma"]
            sub(/^ /, "", p)
            if ($c["algo"] == "dlrta") p = "l=3"
            worst = $c["max_expansions_per_tick"]
            print $c["algo"] "," p "," $c["problems"] "," $c["solved"] "," \
                $c["mean_expansions_per_tick"] "," $c["mean_suboptimality"] "," \
                $c["suboptimality_ci95"] "," worst "," (worst > 1000 ? "over" : "") "," \
                $c["precompute_seconds"] "," $c["precompute_bytes"] "," \
                ($c["algo"] == "klrta" ? $c["mean_updates_per_tick"] : "")
        }'
}

rows() { # options of bench
    # shellcheck disable=SC2086
    "$wend" bench $files --map-root "$data/maps/wc3maps512" --min-cost 230 --max-cost 320 \
        --csv "$@" | shorten
}

# shellcheck disable=SC2086
measure() {
    # A budget that no look-ahead and no corridor exceeds: what an agent does for a move is set by
    # its own parameters, and the worst tick shows how much that is.
    ample=1000000
    echo "algo,parameters,problems,solved,expansions_per_action,suboptimality,ci95,worst_tick,cutoff,precompute_seconds,precompute_bytes,updates_per_action"
    # The paper's settings of tba begin with 10. Smaller ones are as bad as lrta and klrta can be.
    rows $sample --algo tba --expansions 2,3,4,5,6,7,8,9,10,25,50,75,100,500,1000
    rows $sample --algo klrta --expansions 10,20,30,40,100,250,500,1000
    rows $sample --algo plrta --queue 10,20,30,40,100,250 --expansions $ample
    rows $sample --algo lrta --depth 4,5,6,7,8,9,10,11,12,13,14,15,16 --expansions $ample
    rows $sample --algo dlrta --database "$databases" --expansions $ample
    rows $sample --algo prlrts --level 3,4,5,6,7 --depth 1,3,5,10,15 --gamma 0.2,0.4,0.6,1 \
        --expansions $ample
}

if [ -z "${PLOT_ONLY:-}" ]; then
    files=
    databases=
    for map in $maps; do
        files="$files $data/scen/wc3maps512/$map.map.scen"
        table=$tables/$map.subgoals
        [ -e "$table" ] || "$wend" precompute --map "$data/maps/wc3maps512/$map.map" -o "$table" >&2
        databases=${databases:+$databases,}$table
    done
    measure >"$tables/figures.csv"
    mv "$tables/figures.csv" "$csv"
fi

# At equal suboptimality: what tba would need, interpolated linearly between its two nearest settings.
# The last column is for klrta, whose learning generates the neighbours of each state that it settles
# once more: the factor if the states that it raised count as well. plrta counts its updates anyway.
compare() {
    awk -F, '
        $1 == "tba" { n++; effort[n] = $5; quality[n] = $6 }
        $1 ~ /^(klrta|plrta|lrta)$/ {
            own = ""
            for (i = 1; i < n; i++) {
                if (quality[i] >= $6 && $6 >= quality[i + 1]) {
                    share = (quality[i] - $6) / (quality[i] - quality[i + 1])
                    own = effort[i] + share * (effort[i + 1] - effort[i])
                }
            }
            printf "| `%s` %s | %.3f ± %.3f | %.1f | ", $1, $2, $6, $7, $5
            if (own == "") print "beyond its settings | | |"
            else {
                printf "%.2f | %.1f | ", own, $5 / own
                if ($1 == "klrta") printf "%.1f ", ($5 + $12) / own
                print "|"
            }
        }' "$csv"
}

plot() { # number, title, ranges, algorithms, place of the key
    for algo in $4; do
        for cutoff in under over; do
            awk -F, -v algo="$algo" -v cutoff="$cutoff" '
                $1 == algo && ($9 == "over") == (cutoff == "over") { print $5, $6 }' "$csv" \
                >"$tables/$algo.$cutoff"
        done
    done
    gnuplot <<END
set terminal svg size 760,520 font "sans,13" background "white"
set output "$out/tba-figure-$1.svg"
set title "$2"
set xlabel "mean expansions per action"
set ylabel "mean of cost / optimal cost"
set grid
set key ${5:-top right}
$3
plot $(n=0; for algo in $4; do
    n=$((n + 1))
    style="with points"
    case $algo in tba|lrta|klrta|plrta) style="with linespoints" ;; esac
    printf '%s"%s" %s lc %d pt %d ps 0.8 title "%s"' "$([ $n = 1 ] || echo ', ')" \
        "$tables/$algo.under" "$style" $n $((n * 2 + 3)) "$algo"
    [ ! -s "$tables/$algo.over" ] || printf ', "%s" with points lc %d pt 2 ps 0.6 title "%s, a tick over 1000"' \
        "$tables/$algo.over" $n "$algo"
done)
END
}

plot 3 "Figure 3: TBA* and the classic real-time algorithms" "set yrange [1:*]; set logscale xy" \
    "tba lrta plrta klrta" "bottom left"
plot 4 "Figure 4: TBA* and the algorithms that compute something beforehand" \
    "set xrange [0:30]; set yrange [1:2]" "tba prlrts dlrta"
compare
