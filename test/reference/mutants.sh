#!/bin/sh
# Changes one line at a time, in the implementations of this folder and in the library, and prints the changes
# that the comparison does not detect. Exits with 1 if there is one. Works on a copy of the last commit, and
# builds the command there.
set -eu
cd "$(git -C "$(dirname "$0")" rev-parse --show-toplevel)"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar x -C "$copy"
cd "$copy"
build=build saved=saved status=0 count=0
cmake -S . -B $build -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_EXAMPLES=OFF >/dev/null
cmake --build $build -j2 >/dev/null

# file, sed script, names of the comparisons that must detect it
mutant() {
    file=$1 script=$2
    shift 2
    cp "$file" "$saved"
    sed -i "$script" "$file"
    if cmp -s "$file" "$saved"; then
        echo "mutants: $file: $script changes nothing" >&2
        status=1
        return
    fi
    outcome=noticed
    case $file in src/*) cmake --build $build -j2 >/dev/null 2>&1 || outcome="NOT BUILT" ;; esac
    if [ "$outcome" = noticed ] && timeout 120 python3 -B test/reference/compare.py "$build/wend" "$@" >/dev/null 2>&1; then
        outcome="NOT NOTICED"
    fi
    cp "$saved" "$file"
    [ "$outcome" = noticed ] || status=1
    count=$((count + 1))
    echo "$outcome: $file: $script"
}

here=test/reference
mutant $here/grid.py 's/free == 2/free >= 1/' tba
mutant $here/grid.py 's/max(dx, dy) \* ONE + min/max(dx, dy) * ONE + 0 * min/' tba
mutant $here/grid.py 's/step = (dx \/\/ 2, 0) if abs(dx) == 2/step = (dx \/\/ 2, 0) if abs(dx) == 1/' tba-moves
mutant $here/best_first.py 's/, -self.entries)/, self.entries)/' tba
mutant $here/best_first.py 's/            elif done == budget/            elif done > budget/' tba
mutant $here/best_first.py 's/to in self.open and self.reparent/False/' tba
mutant $here/time_bounded.py 's/left \* c if left else/left * c + 1 if left else/' tba
mutant $here/time_bounded.py 's/limit = min(self.n_e, self.n_t)/pass/' tba-slow-trace
mutant $here/time_bounded.py 's/self.tracing_g >= self.path_g/self.tracing_g > self.path_g/' tba-commit
mutant $here/time_bounded.py 's/cost - g\[state\])/cost - g[state] - 1)/' tbaa
mutant $here/time_bounded.py 's/follows = follows\[:/follows = follows[1:/' rtba
mutant $here/local.py 's/cost \* self.update_weight/cost * 1000/' wlss-lrta
mutant $here/local.py 's/if to in values/if to in search.open/' klrta
mutant $here/local.py 's/best - search.g\[s\])/best - search.g[s] - 1)/' rtaa
mutant $here/local.py 's/(raised\[s\], search/(0, search/' dartaa
mutant $here/look_ahead.py 's/value = max(g/value = min(g/' lrta
mutant $here/look_ahead.py 's/moves_to\[s\] == self.depth - 1/moves_to[s] == self.depth/' lrta-as-published
mutant $here/look_ahead.py 's/ and to not in self.learned and/ and/' lrta-as-published
mutant $here/look_ahead.py 's/g\[s\] + self.world.belief.h(s, self.goal)/g[s] + self.h(s)/' lrta-as-published
mutant $here/look_ahead.py 's/updates <= self.size/updates < self.size/' plrta

mutant src/search/bestfirst.inl 's/} else if (g < node->g \&\&/} else if (g <= node->g \&\&/' tba
mutant src/search/bestfirst.inl 's/h = cost - node->g;/h = cost - node->g - 1;/' tbaa
mutant src/plan/time_bounded.c 's/limit = wn_min_u32(limit, budget->trace_steps);/(void)budget;/' tba-slow-trace
mutant src/plan/time_bounded.c 's/bounded->trace_cost >= bounded->followed_cost/bounded->trace_cost > bounded->followed_cost/' tba-commit
mutant src/search/learn.c 's/move->cost \* learning->factor/move->cost * (learning->factor + 1)/' wlss-lrta
mutant src/research/plan/local.c 's/(!local->one_move || local->fresh) \&\&$/true \&\&/' klrta
mutant src/research/search/breadth.c 's/f = known > f ? known : f;/(void)known;/' lrta
mutant src/research/search/breadth.c 's/ahead->rule == WN_MINI_MIN_UNLEARNED;/false;/' lrta-as-published
mutant src/research/plan/lrta.c 's/planner->parameters.depth - 1, budget/planner->parameters.depth, budget/' lrta-as-published
mutant src/research/plan/lrta.c 's/if (value < least) {/if (value <= least) {/' lrta-as-published
mutant src/plan/planner.c 's/keep_parents = planner->parameters.as_published/keep_parents = false/' tbgbfs-as-published
mutant src/plan/time_bounded.c 's/bool must_stand = bounded->cut/bool must_stand = false/' rtba-as-published tbaa-as-published
mutant src/plan/planner.c 's/policy.reopen = planner->parameters.reopen/policy.reopen = false/' lss-lrtwa
mutant src/research/plan/prioritized.c 's/p->done > p->size/p->done >= p->size/' plrta
echo "mutants: $count one-line changes"
exit $status
