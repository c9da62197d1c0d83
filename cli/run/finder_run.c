#include "run/finder_run.h"

#include "common/messages.h"

#include <wend/finder.h>

#include <stdlib.h>

/* Most paths fit. Longer ones are written again, without another search. */
#define STATES_AT_FIRST 1024u

bool finder_suits(const struct task *task) {
    return task->map || wend_domain_size(task->domain) > 0;
}

static bool make_room(struct recording *r, uint32_t count) {
    free(r->path);
    r->path = malloc(count * sizeof *r->path);
    r->path_capacity = r->path ? count : 0;
    return r->path != NULL;
}

/* Runs the query and writes the whole path. */
static wend_error find_path(wend_finder *finder, const struct task *task, struct recording *r,
                            wend_answer *answer) {
    if (!make_room(r, STATES_AT_FIRST)) {
        return WEND_ERROR_MEMORY;
    }
    wend_query query = {.path = r->path, .capacity = r->path_capacity};
    wend_error error = wend_finder_find(finder, task->start, task->goal, &query, answer);
    if (!error && answer->status == WEND_FIND_BUFFER_TOO_SMALL) {
        error = make_room(r, answer->needed)
                    ? wend_finder_path(finder, r->path, r->path_capacity, answer)
                    : WEND_ERROR_MEMORY;
    }
    r->path_count = answer->count;
    return error;
}

static run_end end_of_query(wend_find_status status) {
    switch (status) {
    case WEND_FIND_FOUND:
        return RUN_ARRIVED;
    case WEND_FIND_UNREACHABLE:
    case WEND_FIND_START_BLOCKED: /* refused earlier, with a message */
        return RUN_UNREACHABLE;
    case WEND_FIND_OVERFLOW:
        return RUN_OVERFLOW;
    default:
        return RUN_LIMIT;
    }
}

static void make_run(const struct task *task, const struct recording *r, const wend_answer *answer,
                     struct run *out) {
    out->end = end_of_query(answer->status);
    out->counters.cost = answer->cost;
    out->counters.expansions = answer->expansions;
    for (uint32_t i = 1; i < r->path_count; i++) {
        out->counters.moves++;
        run_count_move(task, r->path[i - 1], r->path[i], out);
    }
    out->cost = run_cost(task, out);
}

int run_finder(const struct task *task, struct recording *recording, struct run *out) {
    *out = (struct run){.algo = FINDER_NAME};
    wend_finder *finder;
    wend_finder_def def = {.map = task->map, .domain = task->map ? NULL : task->domain};
    wend_diagnosis diagnosis;
    wend_error error = wend_finder_create(&def, &finder, &diagnosis);
    if (error) {
        return fail_machine("%s", diagnosis.text);
    }
    wend_answer answer;
    uint64_t begin = now_ns();
    error = find_path(finder, task, recording, &answer);
    out->planning_ns = now_ns() - begin;
    wend_finder_destroy(finder);
    if (!error) {
        make_run(task, recording, &answer, out);
        recording->packed = calloc(recording->path_count + 1u, sizeof *recording->packed);
    }
    return error || !recording->packed ? fail_machine("out of memory for the path") : 0;
}
