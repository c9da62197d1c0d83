#include "support/problem.h"

bool problem_draw(problem *p, dice *d, int side_max) {
    plain_random(&p->plain, d, side_max);
    p->start = plain_random_free(&p->plain, d);
    p->goal = plain_random_free(&p->plain, d);
    if (p->start < 0) {
        return false;
    }
    plain_distances(&p->plain, p->start, p->from_start);
    plain_distances(&p->plain, p->goal, p->to_goal);
    p->map = plain_to_wend(&p->plain);
    p->aids = (test_aids){0};
    return true;
}

wend_agent_def problem_def(const problem *p, const char *algo) {
    wend_agent_def def = {0};
    def.map = p->map;
    def.algo = wend_algo_find(algo);
    def.start = (wend_state)p->start;
    def.goal = (wend_state)p->goal;
    return def;
}
