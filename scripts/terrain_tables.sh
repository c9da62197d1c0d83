#!/bin/sh
# Prints the tables of docs/results/terrain.md from what scripts/terrain.sh has written:
#
#     scripts/terrain_tables.sh FOLDER [MAPS]
#
# MAPS is a pattern of the files that count, such as "Enigma|orz103d"; without it all do.
# Per corner rule and terrain: mean and median intervals, mean moves, and the paired difference of
# the intervals to those of TBAA* (TBA* on known terrain) with its 95 % confidence interval.
set -eu
folder=$1
maps=${2:-.}
for corners in never always; do
    for terrain in unknown 50 known; do
        runs=$folder/$corners-$terrain-runs.csv
        [ -s "$runs" ] || continue
        base=tbaa
        [ $terrain = known ] && base=tba
        printf '\n### Corners %s, terrain %s\n\n' $corners \
            "$(echo $terrain | sed 's/^50$/half known/')"
        awk -F, -v base=$base -v maps="$maps" '
            function median(values, n,    gap, i, j, t) { # sorts them
                for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
                    for (i = gap + 1; i <= n; i++) {
                        t = values[i]
                        for (j = i; j > gap && values[j - gap] > t; j -= gap) values[j] = values[j - gap]
                        values[j] = t
                    }
                return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
            }
            NR == 1 { for (c = 1; c <= NF; c++) column[$c] = c; next }
            $column["status"] == "arrived" && $column["file"] ~ maps {
                a = $column["algo"]; k = $column["expansions"]; p = $column["file"] ":" $column["problem"]
                if (!(a in seen)) { seen[a] = 1; algos[++algo_count] = a }
                if (!(k in seen_k)) { seen_k[k] = 1; ks[++k_count] = k }
                ticks[a, k, p] = $column["ticks"]; moves[a, k] += $column["moves"]
                n[a, k]++; sum[a, k] += $column["ticks"]; all[a, k, n[a, k]] = $column["ticks"]
                problems[p] = 1
            }
            END {
                printf "| algorithm |"; for (x = 1; x <= k_count; x++) printf " k = %d |", ks[x]; print ""
                printf "|---|"; for (x = 1; x <= k_count; x++) printf "---|"; print ""
                for (y = 1; y <= algo_count; y++) {
                    a = algos[y]; printf "| `%s` |", a
                    for (x = 1; x <= k_count; x++) {
                        k = ks[x]; m = 0; s = 0; q = 0
                        for (p in problems) if (((a, k, p) in ticks) && ((base, k, p) in ticks)) {
                            d = ticks[a, k, p] - ticks[base, k, p]; m++; s += d; q += d * d
                        }
                        for (v = 1; v <= n[a, k]; v++) values[v] = all[a, k, v]
                        middle = median(values, n[a, k])
                        mean = m ? s / m : 0
                        half = m > 1 ? 1.96 * sqrt((q - s * s / m) / (m - 1) / m) : 0
                        printf " %.0f (%.0f; %.0f moves", sum[a, k] / n[a, k], middle, moves[a, k] / n[a, k]
                        if (a != base) printf "; %+.0f ± %.0f", mean, half
                        printf ") |"
                    }
                    print ""
                }
                printf "\n%d problems.\n", n[algos[1], ks[1]]
            }' "$runs"
    done
done
