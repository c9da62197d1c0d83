/* finder/finder.c - the public functions of finders. */
#include "finder/finder.h"

#include <string.h>

/* ---- Creating -------------------------------------------------------------------------------- */

WN_DEFINITION_ENDS(wend_finder_def, allocator);

static wend_error check_finder_domain(const wend_finder_def *def, wend_diagnosis *diagnosis) {
    wend_error error = wn_check_domain(def->map, def->domain, diagnosis);
    if (error) {
        return error;
    }
    if (def->domain && def->domain->type == &wn_grid_type) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "domain",
                                 "domain is a grid; set map instead");
    }
    if (def->domain && !def->domain->id_limit) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "domain",
                                 "domain is a %s, expected a domain that numbers its states",
                                 wend_domain_kind(def->domain));
    }
    return WEND_OK;
}

static wend_error read_finder_definition(const wend_finder_def *given, size_t size,
                                         wend_finder_def *out, wend_diagnosis *diagnosis) {
    wend_error error = wn_definition_copy(given, size, out, sizeof *out, diagnosis);
    if (!error) {
        error = check_finder_domain(out, diagnosis);
    }
    if (!error && out->components && out->components->map != out->map) {
        error = wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "components",
                                  out->map ? "components was made for another map"
                                           : "components is set but map is not");
    }
    return error ? error : wn_check_allocator(&out->allocator, diagnosis);
}

wend_error wend_finder_create_sized(const wend_finder_def *def, size_t size, wend_finder **out,
                                    wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_finder_def read;
    wend_error error = read_finder_definition(def, size, &read, diagnosis);
    if (error) {
        return error;
    }
    wn_memory memory;
    wn_memory_init(&memory, &read.allocator, read.memory_limit);
    wend_finder *finder = wn_memory_take(&memory, sizeof *finder);
    if (!finder) {
        return wn_no_memory(diagnosis, memory.limit, "no memory for a finder");
    }
    *finder = (wend_finder){.memory = memory,
                            .def = read,
                            .domain = read.map ? wend_map_domain(read.map) : read.domain,
                            .jumps = wn_is_worth_jumping(read.map),
                            .phase = WN_PHASE_NONE};
    *out = finder;
    return WEND_OK;
}

void wend_finder_destroy(wend_finder *finder) {
    if (!finder) {
        return;
    }
    for (uint32_t i = 0; i < WN_FINDER_SEARCHES; i++) {
        if (finder->searches[i].is_made) {
            wn_search_clear(&finder->searches[i].search);
        }
    }
    wn_memory memory = finder->memory;
    wn_memory_give(&memory, finder, sizeof *finder);
}

size_t wend_finder_memory(const wend_finder *finder) {
    return finder ? finder->memory.used : 0;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static bool is_finder_state(const wend_finder *finder, wend_state state) {
    return state < finder->domain->state_count;
}

static wend_error check_query_goals(const wend_finder *finder, wend_state goal,
                                    const wend_query *query) {
    if (!query->goals) {
        return query->goal_count               ? WEND_ERROR_ARGUMENT
               : is_finder_state(finder, goal) ? WEND_OK
                                               : WEND_ERROR_OUTSIDE;
    }
    if (finder->domain->type->goal_cell) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (query->goal_count == 0 || query->goal_count > WEND_FINDER_GOALS_MAX || query->nearest) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < query->goal_count; i++) {
        if (!is_finder_state(finder, query->goals[i])) {
            return WEND_ERROR_OUTSIDE;
        }
    }
    return WEND_OK;
}

static wend_error check_finder_query(const wend_finder *finder, wend_state start, wend_state goal,
                                     const wend_query *query) {
    bool needs_map = query->nearest || query->within || query->allow_blocked_start;
    if ((uint32_t)query->form > WEND_PATH_WAYPOINTS || query->within > WEND_FINDER_WITHIN_MAX ||
        (needs_map && !finder->def.map) || (query->capacity && !query->path)) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error =
        wn_budget_check(&query->budget, query->budget.work ? WEND_WORK_EXPANSION : 0);
    if (error) {
        return error;
    }
    return is_finder_state(finder, start) ? check_query_goals(finder, goal, query)
                                          : WEND_ERROR_OUTSIDE;
}

/* ---- Queries --------------------------------------------------------------------------------- */

wend_error wend_finder_begin(wend_finder *finder, wend_state start, wend_state goal,
                             const wend_query *query) {
    static const wend_query none = {0};
    query = query ? query : &none;
    if (!finder) {
        return WEND_ERROR_ARGUMENT;
    }
    finder->phase = WN_PHASE_NONE;
    wend_error error = check_finder_query(finder, start, goal, query);
    if (error) {
        return error;
    }
    finder->query = *query;
    finder->start = start;
    finder->goal = goal;
    finder->answer = (wend_answer){.end = WEND_STATE_NONE};
    finder->is_said = false;
    return wn_query_begin(finder);
}

static void give_finder_answer(wend_finder *finder, wend_answer *answer) {
    *answer = finder->answer;
    finder->is_said |= finder->phase == WN_PHASE_OVER;
    if (finder->phase != WN_PHASE_OVER) {
        answer->status = WEND_FIND_PENDING;
        answer->end = WEND_STATE_NONE;
        answer->cost = answer->needed = 0;
    }
}

/* Units of work between two readings of the clock. */
#define TIMED_SLICE UINT64_C(2400)

/* Runs a query until it finishes or the budget is used up. */
static wend_error run_query(wend_finder *finder, const wend_budget *budget) {
    uint64_t left = budget->work, end = wn_budget_end(budget);
    if (end == UINT64_MAX) {
        return wn_query_run(finder, &left);
    }
    wend_error error = WEND_OK;
    do {
        uint64_t slice = wn_min_u64(left, TIMED_SLICE);
        left -= slice;
        error = wn_query_run(finder, &slice);
        left += slice;
    } while (!error && finder->phase != WN_PHASE_OVER && left >= TIMED_SLICE &&
             !wn_budget_is_over(budget, end));
    return error;
}

wend_error wend_finder_step(wend_finder *finder, wend_budget budget, wend_answer *answer) {
    if (!finder || !answer || finder->phase == WN_PHASE_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = wn_budget_check(&budget, WEND_WORK_EXPANSION);
    if (error) {
        return error;
    }
    bool is_edited = wend_map_version(finder->def.map) != finder->version;
    if (!finder->is_begun || (is_edited && !finder->is_said)) {
        error = wn_query_begin(finder);
    }
    if (!error) {
        error = run_query(finder, &budget);
    }
    give_finder_answer(finder, answer);
    return error;
}

wend_error wend_finder_find(wend_finder *finder, wend_state start, wend_state goal,
                            const wend_query *query, wend_answer *answer) {
    if (!answer) {
        return WEND_ERROR_ARGUMENT;
    }
    *answer = (wend_answer){.status = WEND_FIND_PENDING, .end = WEND_STATE_NONE};
    wend_error error = wend_finder_begin(finder, start, goal, query);
    wend_budget budget = query ? query->budget : (wend_budget){0};
    budget.work = budget.work ? budget.work : WEND_WORK_MAX;
    return error ? error : wend_finder_step(finder, budget, answer);
}

/* Checks all queries of a batch. */
static wend_error check_finder_batch(const wend_finder *finder, const wend_state *starts,
                                     const wend_state *goals, uint32_t count,
                                     const wend_query *query) {
    for (uint32_t i = 0; i < count; i++) {
        wend_state goal = goals ? goals[i] : WEND_STATE_NONE;
        wend_error error = check_finder_query(finder, starts[i], goal, query);
        if (error) {
            return error;
        }
    }
    return WEND_OK;
}

wend_error wend_finder_find_many(wend_finder *finder, const wend_state *starts,
                                 const wend_state *goals, uint32_t count, const wend_query *query,
                                 wend_answer *answers) {
    wend_query each = query ? *query : (wend_query){0};
    if (!finder || (count && (!starts || !answers || (!goals && !each.goals)))) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = check_finder_batch(finder, starts, goals, count, &each);
    if (error) {
        return error;
    }
    for (uint32_t i = 0; i < count; i++) {
        answers[i] = (wend_answer){.status = WEND_FIND_PENDING, .end = WEND_STATE_NONE};
    }
    for (uint32_t i = 0; i < count && !error; i++) {
        wend_state goal = goals ? goals[i] : WEND_STATE_NONE;
        error = wend_finder_find(finder, starts[i], goal, &each, &answers[i]);
        each.path = each.path ? each.path + answers[i].count : NULL;
        each.capacity -= answers[i].count;
    }
    return error;
}

wend_error wend_finder_reserve(wend_finder *finder, uint64_t work) {
    if (!finder) {
        return WEND_ERROR_ARGUMENT;
    }
    bool is_running = finder->phase == WN_PHASE_SEARCHING || finder->phase == WN_PHASE_FLOODING;
    bool is_new = !is_running || finder->kind != WN_SEARCH_GOAL;
    bool is_made = wn_finder_make_room(finder, WN_SEARCH_GOAL, work, is_new);
    if (is_running && finder->kind != WN_SEARCH_GOAL) {
        is_made = wn_finder_make_room(finder, finder->kind, work, false) && is_made;
    }
    if (is_running && finder->query.nearest && finder->kind != WN_SEARCH_FLOOD) {
        /* If the next step finds the goal unreachable, it starts a flood. */
        is_made = wn_finder_make_room(finder, WN_SEARCH_FLOOD, work, true) && is_made;
    }
    return is_made ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Writes the path of the last query again. */
static wend_error write_again(wend_finder *finder, wend_path_form form, wend_state *path,
                              uint32_t capacity, wend_answer *answer) {
    if (!finder || !path || !answer || finder->phase != WN_PHASE_OVER || !finder->is_said ||
        finder->answer.end == WEND_STATE_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    finder->query.form = form;
    finder->query.path = path;
    finder->query.capacity = capacity;
    wn_writing_begin(finder);
    uint64_t left = UINT64_MAX;
    wend_error error = wn_query_run(finder, &left);
    give_finder_answer(finder, answer);
    return error;
}

wend_error wend_finder_path(wend_finder *finder, wend_state *states, uint32_t capacity,
                            wend_answer *answer) {
    return write_again(finder, WEND_PATH_CELLS, states, capacity, answer);
}

wend_error wend_finder_waypoints(wend_finder *finder, wend_state *states, uint32_t capacity,
                                 wend_answer *answer) {
    return write_again(finder, WEND_PATH_WAYPOINTS, states, capacity, answer);
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void add_reached(wend_reached *reached, uint32_t capacity, wend_answer *answer,
                        wend_state state, wend_cost cost) {
    if (answer->count < capacity) {
        reached[answer->count++] = (wend_reached){state, cost};
    }
    answer->needed++;
}

static bool flood_range(wend_finder *finder, wend_state start, wend_cost most,
                        wend_reached *reached, uint32_t capacity, wend_answer *answer) {
    const wn_search *flood = &finder->searches[WN_SEARCH_FLOOD].search;
    wn_outcome outcome = WN_RUNNING;
    while (outcome == WN_RUNNING) {
        wn_expanded one;
        if (!wn_finder_flood_one(finder, &one, &outcome)) {
            return false;
        }
        if (one.id == WN_NONE || one.g > most) {
            break;
        }
        answer->expansions++;
        answer->work += WEND_WORK_EXPANSION;
        wend_state state = wn_search_state(flood, one.id);
        if (state != start) { /* the start was added first; a blocked one is not expanded */
            add_reached(reached, capacity, answer, state, one.g);
        }
    }
    bool is_cut = outcome == WN_TOO_EXPENSIVE && most > WEND_COST_MAX;
    answer->status = is_cut                           ? WEND_FIND_OVERFLOW
                     : answer->needed > answer->count ? WEND_FIND_BUFFER_TOO_SMALL
                                                      : WEND_FIND_FOUND;
    return true;
}

wend_error wend_finder_range(wend_finder *finder, wend_state start, wend_cost most,
                             wend_reached *reached, uint32_t capacity, wend_answer *answer) {
    if (!finder || !answer || (capacity && !reached)) {
        return WEND_ERROR_ARGUMENT;
    }
    *answer = (wend_answer){.end = WEND_STATE_NONE};
    finder->phase = WN_PHASE_NONE;
    if (!is_finder_state(finder, start)) {
        return WEND_ERROR_OUTSIDE;
    }
    if (finder->domain->type->goal_cell) {
        return WEND_ERROR_UNSUPPORTED;
    }
    add_reached(reached, capacity, answer, start, 0);
    if (!wn_finder_start(finder, WN_SEARCH_FLOOD, WEND_STATE_NONE) ||
        !wn_finder_seed(finder, WN_SEARCH_FLOOD, start) ||
        !flood_range(finder, start, most, reached, capacity, answer)) {
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

const char *wend_find_status_text(wend_find_status status) {
    switch (status) {
    case WEND_FIND_FOUND:
        return "found";
    case WEND_FIND_NEAREST:
        return "found to the nearest cell";
    case WEND_FIND_UNREACHABLE:
        return "unreachable";
    case WEND_FIND_BUFFER_TOO_SMALL:
        return "buffer too small";
    case WEND_FIND_PENDING:
        return "pending";
    case WEND_FIND_OVERFLOW:
        return "overflow";
    case WEND_FIND_START_BLOCKED:
        return "start blocked";
    }
    return "unknown status";
}
