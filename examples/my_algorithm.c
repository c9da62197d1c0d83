/* my_algorithm.c - a custom algorithm in the lab: LRTA* with one move of look-ahead.
 *
 *     cc -O2 -shared -fPIC -I include -o mine.so examples/my_algorithm.c
 *     wend-lab run tba-figures-3-4 --quick --plugin ./mine.so && wend-lab report
 *
 * An agent keeps a value per cell, initially the estimate of the map. It moves to the neighbour
 * with the least cost + value, after it has raised the value of its own cell to that. */
#include <wend/research/plugin.h>

#include <stdlib.h>

typedef struct agent {
    const wend_plugin_task *task;
    wend_state at;
    wend_cost *values; /* by state; 0: not raised yet */
} agent;

static void *create(const wend_plugin_task *task) {
    agent *a = calloc(1, sizeof *a);
    if (!a) {
        return NULL;
    }
    a->task = task;
    a->at = task->start;
    a->values = calloc((size_t)task->width * task->height, sizeof *a->values);
    if (!a->values) {
        free(a);
        return NULL;
    }
    return a;
}

static wend_cost value_of(const agent *a, wend_state state) {
    wend_cost estimate = a->task->estimate(a->task, state, a->task->goal);
    return a->values[state] > estimate ? a->values[state] : estimate;
}

static void tick(void *self, uint32_t budget, wend_plugin_tick *out) {
    agent *a = self;
    (void)budget; /* one expansion is all that it needs */
    wend_plugin_move moves[WEND_PLUGIN_MOVES_MAX];
    uint32_t count = a->task->successors(a->task, a->at, moves);
    out->expansions = 1;
    out->is_unreachable = count == 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = (uint64_t)moves[i].cost + value_of(a, moves[i].to);
        if (value < least) {
            least = value;
            out->to = moves[i].to;
        }
    }
    /* No route through all cells could cost as much. */
    if (least > (uint64_t)a->task->width * a->task->height * WEND_COST_KNIGHT ||
        least > WEND_COST_MAX) {
        out->is_unreachable = true;
        return;
    }
    if (least > value_of(a, a->at)) {
        a->values[a->at] = (wend_cost)least;
    }
    out->moves = true;
    a->at = out->to;
}

static void destroy(void *self) {
    agent *a = self;
    free(a->values);
    free(a);
}

const wend_plugin *wend_plugin_get(void) {
    static const wend_plugin plugin = {
        WEND_PLUGIN_VERSION, "mine", "LRTA*, one move of look-ahead", create, tick, destroy};
    return &plugin;
}
