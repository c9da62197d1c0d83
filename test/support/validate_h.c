#include "support/validate_h.h"

#include "agent/agent.h"
#include "support/test.h"

/* The maximum number of cells for a map to be checked completely, because ticks are many. */
#define CELLS_MAX 100u

#define FAR UINT64_MAX

/* The h of a state as the next search would see it: learned, or derived from the cost of an earlier
 * search, or the domain's. Allocates no page, unlike the kernel's. */
static uint64_t known_h(wn_search *search, wn_id id) {
    wn_page *page = wn_nodes_peek(&search->nodes, id);
    if (!page) {
        return search->kernel->h0(search, id);
    }
    uint64_t h = search->kernel->h(search, id);
    const wn_node *node = &page->nodes[id % WN_PAGE_NODES];
    uint32_t past = node->stamp - search->past_stamp;
    if (search->policy.adapt && past < search->past_count && search->past[past] > node->g) {
        uint64_t left = search->past[past] - node->g;
        h = left > h ? left : h;
    }
    return h;
}

/* Whether the algorithm keeps h consistent: LRTA* with a look-ahead of several moves does not. */
static bool promises_consistency(const wn_planner *planner) {
    if (planner->algorithm->family == &wn_time_bounded_family) {
        return (planner->search.policy.learn && !planner->bounded.learning) ||
               planner->search.policy.adapt;
    }
    return planner->algorithm->family == &wn_local_family;
}

static void check_cell(const wn_planner *planner, wn_search *search, wn_id id) {
    const wn_successor *list;
    uint64_t h = known_h(search, id);
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t cost = (uint64_t)list[i].cost * planner->learning.factor / WN_FACTOR_ONE;
        uint64_t next = known_h(search, list[i].id);
        check(h <= cost + next, "%s: h falls from %u at %u to %u at %u over a cost of %u",
              planner->algorithm->info.name, (uint32_t)h, wn_search_state(search, id),
              (uint32_t)next, wn_search_state(search, list[i].id), (uint32_t)cost);
    }
}

static bool is_free(const wend_map *map, wend_state cell) {
    return wend_map_is_free(map, wend_map_x(map, cell), wend_map_y(map, cell));
}

/* The distance of a cell to the goal according to its neighbours. */
static uint64_t nearest(const wend_map *map, wend_state cell, const uint64_t *distance) {
    int width = (int)map->def.width, height = (int)map->def.height;
    int x = (int)cell % width, y = (int)cell / width;
    uint64_t least = distance[cell];
    for (int n = 0; n < 25; n++) {
        int to_x = x + n % 5 - 2, to_y = y + n / 5 - 2;
        bool inside = to_x >= 0 && to_y >= 0 && to_x < width && to_y < height;
        wend_state to = inside ? (wend_state)(to_y * width + to_x) : cell;
        if (to != cell && distance[to] < least) {
            wend_cost cost = wend_map_move_cost(map, cell, to);
            least = cost && cost + distance[to] < least ? cost + distance[to] : least;
        }
    }
    return least;
}

/* Passes distances on, back and forth over the map, until none decreases. Blocked cells are never
 * entered, so none is left. */
static void flood(const wend_map *map, wend_state goal, uint64_t *distance, uint32_t cells) {
    for (wend_state cell = 0; cell < cells; cell++) {
        distance[cell] = cell == goal ? 0 : FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < 2 * cells; n++) {
            wend_state cell = n < cells ? n : 2 * cells - 1 - n;
            uint64_t least = is_free(map, cell) ? nearest(map, cell, distance) : FAR;
            changed = changed || least != distance[cell];
            distance[cell] = least;
        }
    }
}

static void check_admissibility(const wn_planner *planner, wn_search *search, uint32_t cells) {
    uint64_t distance[CELLS_MAX];
    flood(planner->map, planner->goal_state, distance, cells);
    for (wend_state cell = 0; cell < cells; cell++) {
        uint64_t h = known_h(search, wn_search_id(search, cell));
        check(h <= distance[cell], "%s: an h of %u at %u, which is %u from the goal",
              planner->algorithm->info.name, (uint32_t)h, cell, (uint32_t)distance[cell]);
    }
}

uint64_t validate_known_h(const wend_agent *agent, wend_state state) {
    wn_search *search = (wn_search *)&agent->planner.search;
    return search->goal == WN_NONE ? 0 : known_h(search, wn_search_id(search, state));
}

void validate_learned_h(const wend_agent *agent, const wend_tick *tick) {
    const wn_planner *planner = &agent->planner;
    /* Reading needs a search that can be written to, but leaves it as it is. */
    wn_search *search = (wn_search *)&planner->search;
    bool is_new = tick->updates || tick->flags & (WEND_TICK_RESTARTED | WEND_TICK_REPLANNED);
    if (!planner->map || !is_new || !promises_consistency(planner)) {
        return;
    }
    uint32_t cells = planner->map->def.width * planner->map->def.height;
    if (cells > CELLS_MAX) {
        check_cell(planner, search, planner->at);
        return;
    }
    for (wend_state cell = 0; cell < cells; cell++) {
        if (is_free(planner->map, cell)) {
            check_cell(planner, search, wn_search_id(search, cell));
        }
    }
    /* A search that is over may have got a new goal that it has already passed; then h refers to
     * the old one. */
    bool is_about_goal = search->kernel->h0(search, search->goal) == 0;
    if (search->policy.adapt && is_about_goal) {
        check_admissibility(planner, search, cells);
    }
}
