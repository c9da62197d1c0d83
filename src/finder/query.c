/* finder/query.c - the phases of a query: search, flood, count, write. */
#include "finder/finder.h"

static void end_query(wend_finder *finder, wend_find_status status) {
    finder->answer.status = status;
    finder->phase = WN_PHASE_OVER;
}

/* Ends the search with a path, and begins to count and write its states. */
static void end_search(wend_finder *finder, wend_state end, wend_cost cost) {
    finder->answer.end = end;
    finder->answer.cost = cost;
    wn_writing_begin(finder);
}

static wend_reach reach_by_components(const wend_finder *finder, wend_state to) {
    const wend_components *components = finder->def.components;
    return components ? components->reach_of(components, finder->start, to) : WEND_REACH_UNKNOWN;
}

static bool is_goal_possible(const wend_finder *finder, wend_state state) {
    return wn_domain_is_free(finder->domain, state) &&
           reach_by_components(finder, state) != WEND_REACH_UNREACHABLE;
}

static bool is_start_allowed(const wend_finder *finder) {
    return finder->query.allow_blocked_start || wn_domain_is_free(finder->domain, finder->start);
}

/* ---- One goal -------------------------------------------------------------------------------- */

/* Starts a search from the start of the query. */
static wend_error begin_from_start(wend_finder *finder, wn_finder_search kind, wend_state goal) {
    finder->kind = kind;
    finder->phase = kind == WN_SEARCH_GOAL ? WN_PHASE_SEARCHING : WN_PHASE_FLOODING;
    finder->is_begun =
        wn_finder_start(finder, kind, goal) && wn_finder_seed(finder, kind, finder->start);
    return finder->is_begun ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Whether the start is a goal state. On racetracks the goal is a cell, in all its states. */
static bool is_start_at(const wend_finder *finder, wend_state target) {
    const wend_domain *domain = finder->domain;
    if (!domain->type->goal_cell) {
        return target == finder->start;
    }
    uint32_t x, y, target_x, target_y;
    domain->type->goal_cell(domain, finder->start, &x, &y);
    domain->type->goal_cell(domain, target, &target_x, &target_y);
    return x == target_x && y == target_y;
}

static wend_error begin_to_goal(wend_finder *finder, wend_state target) {
    finder->target = target;
    finder->is_at_start = is_start_at(finder, target);
    if (finder->is_at_start) {
        finder->kind = WN_SEARCH_GOAL;
        end_search(finder, finder->start, 0);
        return WEND_OK;
    }
    return begin_from_start(finder, WN_SEARCH_GOAL, target);
}

/* ---- No path --------------------------------------------------------------------------------- */

static wend_cost octile_between(const wend_map *map, wend_state a, wend_state b) {
    return wn_grid_h(map, wn_grid_id_of_state(map, a), wend_map_x(map, b), wend_map_y(map, b),
                     WN_MOVE_SET_8);
}

static bool is_nearer_cell(const wn_nearness *a, const wn_nearness *b) {
    return a->to_goal != b->to_goal     ? a->to_goal < b->to_goal
           : a->to_start != b->to_start ? a->to_start < b->to_start
                                        : a->state < b->state;
}

static void note_if_nearer(wend_finder *finder, wend_state state) {
    const wend_map *map = finder->def.map;
    wn_nearness cell = {octile_between(map, state, finder->goal),
                        octile_between(map, state, finder->start), state};
    if (is_nearer_cell(&cell, &finder->nearest)) {
        finder->nearest = cell;
    }
}

/* Handles an unreachable goal or set of goals: goes to the nearest reachable cell if the query asks
 * for it, otherwise ends the query. */
static wend_error give_up_query(wend_finder *finder) {
    if (!finder->query.nearest || finder->is_partial) {
        end_query(finder, WEND_FIND_UNREACHABLE);
        return WEND_OK;
    }
    finder->is_partial = true;
    const wend_components *components = finder->def.components;
    wend_state nearest;
    wend_reach reach =
        components ? components->nearest_of(components, finder->start, finder->goal, &nearest)
                   : WEND_REACH_UNKNOWN;
    if (reach == WEND_REACH_REACHABLE) {
        return begin_to_goal(finder, nearest);
    }
    if (reach == WEND_REACH_UNREACHABLE) {
        end_query(finder, WEND_FIND_UNREACHABLE);
        return WEND_OK;
    }
    finder->is_for_members = false;
    finder->nearest = (wn_nearness){UINT32_MAX, UINT32_MAX, WEND_STATE_NONE};
    return begin_from_start(finder, WN_SEARCH_FLOOD, WEND_STATE_NONE);
}

/* ---- Sets of goals --------------------------------------------------------------------------- */

/* Whether an offset of dx columns and dy rows is within the distance. */
static bool is_cell_within(wend_cost within, uint64_t dx, uint64_t dy) {
    uint64_t unit = WEND_COST_ONE;
    return (dx * dx + dy * dy) * unit * unit <= (uint64_t)within * within;
}

/* Adds a cell to the set if it may be reachable. The start is added even if it is blocked, because
 * it needs no move. */
static bool add_member(wend_finder *finder, wend_state state) {
    bool is_possible = state == finder->start || is_goal_possible(finder, state);
    return !is_possible || wn_finder_seed(finder, WN_SEARCH_BACK, state);
}

static bool is_member(const wend_finder *finder, wn_id id) {
    const wn_search *members = &finder->searches[WN_SEARCH_BACK].search;
    return wn_nodes_find(&members->nodes, id) != NULL;
}

/* Adds all cells within the distance of `centre`. */
static bool add_members_round(wend_finder *finder, wend_state centre) {
    const wend_map *map = finder->def.map;
    uint32_t reach = finder->query.within / WEND_COST_ONE;
    uint32_t x = wend_map_x(map, centre), y = wend_map_y(map, centre);
    uint32_t last_x = wn_min_u32(x + reach, map->cells.width - 1);
    uint32_t last_y = wn_min_u32(y + reach, map->cells.height - 1);
    for (uint32_t ny = y - wn_min_u32(y, reach); ny <= last_y; ny++) {
        for (uint32_t nx = x - wn_min_u32(x, reach); nx <= last_x; nx++) {
            uint32_t dx = nx > x ? nx - x : x - nx, dy = ny > y ? ny - y : y - ny;
            if (is_cell_within(finder->query.within, dx, dy) &&
                !add_member(finder, wend_map_state(map, nx, ny))) {
                return false;
            }
        }
    }
    return true;
}

static bool add_members(wend_finder *finder) {
    const wend_query *query = &finder->query;
    uint32_t count = query->goals ? query->goal_count : 1;
    bool is_added = true;
    for (uint32_t i = 0; i < count && is_added; i++) {
        wend_state goal = query->goals ? query->goals[i] : finder->goal;
        is_added = query->within ? add_members_round(finder, goal) : add_member(finder, goal);
    }
    return is_added;
}

/* Searches backwards from all members to the start. If moves are not symmetric or the start is
 * blocked, floods from the start instead, until it expands a member. */
static wend_error begin_to_set(wend_finder *finder) {
    finder->kind = WN_SEARCH_BACK;
    finder->phase = WN_PHASE_SEARCHING;
    const wn_search *members = wn_finder_start(finder, WN_SEARCH_BACK, finder->start);
    if (!members || !add_members(finder)) {
        finder->is_begun = false;
        return WEND_ERROR_MEMORY;
    }
    if (members->touched == 0) {
        return give_up_query(finder);
    }
    if (is_member(finder, wn_search_id(members, finder->start))) {
        return begin_to_goal(finder, finder->start);
    }
    if (finder->domain->symmetric && wn_domain_is_free(finder->domain, finder->start)) {
        return WEND_OK;
    }
    finder->is_for_members = true;
    return begin_from_start(finder, WN_SEARCH_FLOOD, WEND_STATE_NONE);
}

wend_error wn_query_begin(wend_finder *finder) {
    finder->version = wend_map_version(finder->def.map);
    finder->is_partial = finder->is_at_start = false;
    finder->is_begun = true;
    finder->answer.end = WEND_STATE_NONE;
    finder->answer.cost = finder->answer.count = finder->answer.needed = 0;
    bool has_set = finder->query.goals || finder->query.within;
    if (!is_start_allowed(finder)) {
        end_query(finder, WEND_FIND_START_BLOCKED);
        return WEND_OK;
    }
    if (has_set) {
        return begin_to_set(finder);
    }
    bool is_possible = finder->goal == finder->start || is_goal_possible(finder, finder->goal);
    return is_possible ? begin_to_goal(finder, finder->goal) : give_up_query(finder);
}

/* ---- Searching ------------------------------------------------------------------------------- */

/* The end of the path, if it is known. After a backward search, counting finds it. */
static wend_state end_of_search(const wend_finder *finder) {
    return finder->kind == WN_SEARCH_GOAL ? finder->target : WEND_STATE_NONE;
}

static wend_cost cost_of_search(const wend_finder *finder, const wn_search *search) {
    const wn_jump_search *jump = &search->own.jump;
    return wn_finder_is_jumping(finder, finder->kind) ? jump->nodes[wn_jump_tip(jump)].g
                                                      : wn_search_g(search, search->goal);
}

static wend_error run_query_search(wend_finder *finder, uint64_t *left) {
    wn_search *search = &finder->searches[finder->kind].search;
    uint32_t scale = wn_finder_scale(finder, finder->kind);
    bool is_jumping = wn_finder_is_jumping(finder, finder->kind);
    uint32_t limit = (uint32_t)wn_min_u64(*left / scale, UINT32_MAX);
    uint64_t before = is_jumping ? search->own.jump.expansions : 0;
    uint32_t used = 0;
    wn_outcome outcome = search->kernel->run(search, limit, &used);
    finder->answer.expansions += is_jumping ? search->own.jump.expansions - before : used;
    *left -= (uint64_t)used * scale;
    switch (outcome) {
    case WN_RUNNING:
        return WEND_OK;
    case WN_NO_MEMORY:
        return wn_finder_make_more_room(finder, finder->kind) ? WEND_OK : WEND_ERROR_MEMORY;
    case WN_FOUND:
        end_search(finder, end_of_search(finder), cost_of_search(finder, search));
        return WEND_OK;
    case WN_NO_PATH:
        return give_up_query(finder);
    case WN_TOO_EXPENSIVE:
        break;
    }
    end_query(finder, WEND_FIND_OVERFLOW);
    return WEND_OK;
}

/* ---- Flooding -------------------------------------------------------------------------------- */

static wend_error end_flood(wend_finder *finder, wn_outcome outcome) {
    const wn_search *flood = &finder->searches[WN_SEARCH_FLOOD].search;
    wend_state nearest = finder->nearest.state;
    if (outcome != WN_NO_PATH) {
        end_query(finder, WEND_FIND_OVERFLOW);
        return WEND_OK;
    }
    if (finder->is_for_members || nearest == WEND_STATE_NONE) {
        return give_up_query(finder);
    }
    end_search(finder, nearest, wn_search_g(flood, wn_search_id(flood, nearest)));
    return WEND_OK;
}

static wend_error run_flood(wend_finder *finder, uint64_t *left) {
    const wn_search *flood = &finder->searches[WN_SEARCH_FLOOD].search;
    wn_outcome outcome = WN_RUNNING;
    while (outcome == WN_RUNNING && *left >= WEND_WORK_EXPANSION) {
        wn_expanded one;
        if (!wn_finder_flood_one(finder, &one, &outcome)) {
            return WEND_ERROR_MEMORY;
        }
        if (one.id == WN_NONE) {
            break;
        }
        finder->answer.expansions++;
        *left -= WEND_WORK_EXPANSION;
        if (!finder->is_for_members) {
            note_if_nearer(finder, wn_search_state(flood, one.id));
        } else if (is_member(finder, one.id)) {
            end_search(finder, wn_search_state(flood, one.id), one.g);
            return WEND_OK;
        }
    }
    return outcome == WN_RUNNING ? WEND_OK : end_flood(finder, outcome);
}

/* ---- Phases ---------------------------------------------------------------------------------- */

/* The most units of work that the next indivisible step may use. */
static uint64_t least_units(const wend_finder *finder) {
    bool is_searching = finder->phase == WN_PHASE_SEARCHING || finder->phase == WN_PHASE_FLOODING;
    return is_searching ? WEND_WORK_EXPANSION : wn_writing_least(finder);
}

wend_error wn_query_run(wend_finder *finder, uint64_t *left) {
    wend_error error = WEND_OK;
    while (!error && finder->phase != WN_PHASE_OVER && *left >= least_units(finder)) {
        uint64_t rest = *left;
        switch (finder->phase) {
        case WN_PHASE_SEARCHING:
            error = run_query_search(finder, &rest);
            break;
        case WN_PHASE_FLOODING:
            error = run_flood(finder, &rest);
            break;
        case WN_PHASE_COUNTING:
            wn_writing_count(finder, &rest);
            break;
        default:
            wn_writing_write(finder, &rest);
            break;
        }
        finder->answer.work += *left - rest;
        *left = rest;
    }
    return error;
}
