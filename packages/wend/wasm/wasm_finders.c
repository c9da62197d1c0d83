/* wasm_finders.c - finders for JavaScript. */
#include "shim.h"

#include <stdlib.h>
#include <string.h>

typedef struct finder {
    wend_finder *finder;
    const wend_map *map;
    wend_components *components; /* may be NULL */
    wend_answer answer;
    wend_state goals[WEND_FINDER_GOALS_MAX]; /* of the query */
    wend_state *path;                        /* result of finder_path */
    uint32_t path_room;                      /* its capacity in states */
    wend_reached *reached;                   /* result of finder_range */
    uint32_t reached_room;
} finder;

EXPORT(void, finder_destroy, finder *f) {
    wend_finder_destroy(f->finder);
    free(f->path);
    free(f->reached);
    free(f);
}

/* `components` may be NULL. */
EXPORT(finder *, finder_create, const wend_map *map, wend_components *components,
       uint32_t memory_limit) {
    wend_finder_def def = {
        .map = map, .components = components, .memory_limit = shim_given(memory_limit, 0)};
    finder *f = calloc(1, sizeof *f);
    wend_error error = WEND_ERROR_MEMORY;
    if (f) {
        f->map = map;
        f->components = components;
        error = wend_finder_create(&def, &f->finder, &shim_last.diagnosis);
    }
    if (shim_failed(error) && f) {
        finder_destroy(f);
        f = NULL;
    }
    return f;
}

/* Begins a query to `goal` or, if `goal_count` is not 0, to any of these goals, which are copied.
 */
EXPORT(void, finder_begin, finder *f, wend_state start, wend_state goal, const wend_state *goals,
       uint32_t goal_count, wend_cost within, bool nearest, bool allow_blocked_start) {
    wend_query query = {
        .within = within, .nearest = nearest, .allow_blocked_start = allow_blocked_start};
    if (goal_count > 0) {
        memcpy(f->goals, goals, goal_count * sizeof *goals);
        query.goals = f->goals;
        query.goal_count = goal_count;
    }
    f->answer = (wend_answer){.status = WEND_FIND_PENDING, .end = WEND_STATE_NONE};
    shim_update_components(f->components);
    shim_failed(wend_finder_begin(f->finder, start, goal, &query));
}

EXPORT(void, finder_reserve, finder *f, double work) {
    shim_failed(wend_finder_reserve(f->finder, shim_work(work)));
}

EXPORT(uint32_t, finder_step, finder *f, double work, double nanoseconds) {
    shim_failed(wend_finder_step(f->finder, shim_budget(work, nanoseconds), &f->answer));
    return (uint32_t)f->answer.status;
}

EXPORT(const wend_answer *, finder_answer, const finder *f) {
    return &f->answer;
}

static bool make_room(finder *f, uint32_t needed) {
    if (needed > f->path_room) {
        free(f->path);
        f->path_room = 2 * needed;
        f->path = malloc(f->path_room * sizeof *f->path);
        f->path_room = f->path ? f->path_room : 0;
    }
    return !shim_failed(f->path ? WEND_OK : WEND_ERROR_MEMORY);
}

/* Writes the path that was found, or the points of the smoothed path. Returns their number. */
EXPORT(uint32_t, finder_path, finder *f, uint32_t form, bool smooth) {
    wend_error (*write)(wend_finder *, wend_state *, uint32_t, wend_answer *) =
        form == WEND_PATH_WAYPOINTS ? wend_finder_waypoints : wend_finder_path;
    wend_answer answer = {.needed = 64};
    do {
        if (!make_room(f, answer.needed) ||
            shim_failed(write(f->finder, f->path, f->path_room, &answer))) {
            return 0;
        }
    } while (answer.status == WEND_FIND_BUFFER_TOO_SMALL);
    uint32_t count = answer.count;
    wend_smoothing smoothing = {0};
    while (smooth && !wend_route_smooth(f->map, f->path, &count, &smoothing,
                                        (wend_budget){.work = WEND_WORK_MAX})) {
    }
    return count;
}

EXPORT(const wend_state *, finder_path_states, const finder *f) {
    return f->path;
}

/* Finds all cells up to a cost; returns how many there are. */
EXPORT(uint32_t, finder_range, finder *f, wend_state start, wend_cost most) {
    wend_answer answer = {0};
    for (;;) {
        if (shim_failed(
                wend_finder_range(f->finder, start, most, f->reached, f->reached_room, &answer))) {
            return 0;
        }
        if (answer.status != WEND_FIND_BUFFER_TOO_SMALL) {
            return answer.count;
        }
        free(f->reached);
        f->reached_room = 2 * answer.needed;
        f->reached = malloc(f->reached_room * sizeof *f->reached);
        if (!f->reached) {
            f->reached_room = 0;
            shim_failed(WEND_ERROR_MEMORY);
            return 0;
        }
    }
}

/* State and cost of each. */
EXPORT(const wend_reached *, finder_reached, const finder *f) {
    return f->reached;
}

EXPORT(uint32_t, finder_memory, const finder *f) {
    return (uint32_t)wend_finder_memory(f->finder);
}
