/* simulate/printed.h - the common part of the tests that the simulator prints: one array per kind
 * of object, named as in the printed calls. Where a check needs the slow model, a printed test ends
 * with fail_msg: replace it by an assertion before you keep the test.
 *
 *     build/test/simulate/simulate --seed 17 >test/test_seed.c */
#ifndef SIMULATE_PRINTED_H
#define SIMULATE_PRINTED_H

#include "simulate/fleet_model.h"
#include "simulate/grounds.h"
#include "simulate/questions.h"
#include "simulate/sim.h"
#include "simulate/terrain.h"
#include "support/test.h"

#include <string.h>

/* Not static, because a test uses only some of them. */
sim printed_sim;  /* only for its clock */
wend_error error; /* of the last checked call */
wend_map *base;
wend_map_def map_def;
const char *cells;
const uint8_t *factors;
const wend_map *map[SIM_PLACES];
ground *grounds[SIM_PLACES];
wend_domain *domain[SIM_PLACES];
wend_components *components[SIM_PLACES];
wend_layer *layer[SIM_PLACES];
wend_belief *belief[SIM_PLACES];
wend_finder *finder[SIM_FINDERS];
wend_field *field[SIM_FIELDS];
wend_field_progress growth;
uint32_t count;
wend_query query;
wend_answer answer, answers[8];
wend_state path[SIM_FINDERS][200000], starts[8], goals[8];
wend_reached reached[200000];
wend_abstraction *abstraction;
wend_subgoals *subgoals;
wend_allocator allocator;
wend_components *const no_components[1] = {NULL};
wend_agent *agent[SIM_AGENTS];
wend_agent_def agent_def;
wend_tick tick;
wend_clock world_clock;
wend_explanation explanation;
wend_state states[200];
bool is_complete;
ledger book[SIM_BOOKS];
wend_fleet *fleet[SIM_FLEETS];
wend_fleet_def fleet_def;
wend_unit unit;
wend_frame frame;
wend_state next[10000]; /* of units, by slot */
wend_state route[10000];

/* The same limit as the allocators of the simulator. */
static inline wend_allocator printed_allocator(ledger *account) {
    account->capacity = SIM_BOOK_BYTES;
    return ledger_allocator(account);
}
#define ledger_allocator printed_allocator

static inline void printed_mend(ledger *books) {
    for (uint32_t i = 0; i < SIM_BOOKS; i++) {
        books[i].fail_at = 0;
    }
}

static inline wend_subgoals *printed_subgoals(const wend_abstraction *regions, ledger *account) {
    wend_subgoals_def def = {0};
    wend_subgoals *made = NULL;
    def.abstraction = regions;
    def.level = 2;
    def.depth_max = 6;
    def.allocator = ledger_allocator(account);
    if (!wend_subgoals_create(&def, &made, NULL) &&
        wend_subgoals_compute(made, 0, wend_subgoals_regions(made))) {
        wend_subgoals_destroy(made);
        made = NULL;
    }
    return made;
}

static inline void printed_set_cells(wend_map *m, uint32_t x, uint32_t y, uint32_t width,
                                     uint32_t height, char terrain) {
    char rectangle[SIM_FILLED_MAX];
    memset(rectangle, terrain, sizeof rectangle);
    wend_map_set_cells(m, x, y, width, height, rectangle);
}

static inline wend_state printed_nearest(const wend_components *p, wend_state from, wend_state to) {
    wend_state nearest;
    wend_components_nearest(p, from, to, &nearest);
    return nearest;
}

/* Writes the route of a separate finder; returns its number of states. */
static inline uint32_t printed_route(const wend_map *m, wend_state from, wend_state to,
                                     wend_path_form form, wend_state *out) {
    wend_finder *own;
    wend_answer found;
    wend_query wanted = {.path = out, .capacity = 200000, .form = form};
    wend_finder_create(&(wend_finder_def){.map = m}, &own, NULL);
    wend_finder_find(own, from, to, &wanted, &found);
    wend_finder_destroy(own);
    return found.count;
}

static inline void printed_smooth(const wend_map *m, wend_state *points, uint32_t *length,
                                  uint32_t budget) {
    wend_smoothing smoothing = {0};
    while (!wend_route_smooth(m, points, length, &smoothing, (wend_budget){.work = budget})) {
    }
}

/* A goal set; its last state is `last` if that does not exist. */
static inline const wend_state *printed_goals(uint32_t slot, uint32_t size_of_set, wend_state last,
                                              uint32_t seed, uint32_t size) {
    static wend_state sets[SIM_FINDERS][WEND_FINDER_GOALS_MAX + 8];
    question_goals(sets[slot], size_of_set, seed, size);
    if (last >= size && size_of_set > 0) {
        sets[slot][size_of_set - 1] = last;
    }
    return sets[slot];
}

/* The table of a layer: the factors of free and of blocked terrain; NULL if both are 0. */
static inline const uint8_t *printed_kinds(uint8_t free_factor, uint8_t blocked_factor) {
    static uint8_t kinds[256];
    kinds['.'] = free_factor;
    kinds['@'] = blocked_factor;
    return free_factor || blocked_factor ? kinds : NULL;
}

static inline const char *printed_cells(uint32_t kind, uint32_t width, uint32_t height,
                                        uint32_t seed) {
    char *made = test_alloc((size_t)width * height);
    terrain_fill(made, (terrain_kind)kind, width, height, seed);
    return made;
}

static inline const uint8_t *printed_factors(uint32_t number, uint32_t most, uint32_t seed) {
    uint8_t *made = test_alloc(number);
    terrain_factors(made, number, most, seed);
    return made;
}

static inline void printed_next(wend_fleet *f, uint32_t slots) {
    for (uint32_t i = 0; i < slots; i++) {
        wend_unit one = wend_fleet_at(f, i);
        wend_state to = wend_fleet_next(f, one);
        next[i] = to == WEND_STATE_NONE ? wend_fleet_state(f, one) : to;
    }
}

static inline void printed_send_group(wend_fleet *f, uint32_t units_max, uint32_t first,
                                      uint32_t stride, uint32_t most, bool is_stale,
                                      wend_unit stale, wend_state goal, wend_order order) {
    wend_unit *units = test_alloc((units_max + 1) * sizeof *units);
    uint32_t collected = fleet_collect(f, units_max, first, stride, most, units);
    units[collected] = stale;
    wend_fleet_set_group_goal(f, units, collected + is_stale, goal, &order);
    free(units);
}

#endif
