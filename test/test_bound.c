/* No tick does more than its budget pays for, whatever the algorithm, the budget and the size of
 * the map. No tick does so little that the agent gets stuck. */
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"
#include "support/walker.h"

#include <string.h>

/* ---- What a tick may do ---------------------------------------------------------------------- */

/* The defaults; these tests do not change them. */
#define NEIGHBORS           8u
#define TRACE_PER_EXPANSION 10u

#define WINDOW 1000u /* ticks */

/* An agent on its way. */
struct runner {
    wend_agent *agent;
    const char *name;
    bool learns_at_once; /* in the tick of the search, not over several ticks */
    bool found;          /* a complete route is known */
    bool is_blocked;     /* its cell is blocked before the tick */
    uint32_t still;      /* ticks since its last move */
    uint64_t spent;      /* in these ticks, in thousandths of what the budget pays for */
};

/* Thousandths of what the budget of a tick pays for. */
static uint64_t share(uint64_t spent, uint64_t bought) {
    return spent < bought ? spent * 1000 / bought : 1000;
}

static void check_tick(struct runner *r, uint32_t budget, const wend_tick *tick) {
    uint32_t expansions, trace_steps;
    wend_agent_split(r->agent, budget, &expansions, &trace_steps);
    uint64_t units = (uint64_t)expansions * WEND_WORK_EXPANSION;
    if (r->found) {
        trace_steps = budget * TRACE_PER_EXPANSION;
    }
    uint64_t shown = tick->expansions + r->is_blocked; /* leaving a blocked cell reads others */
    uint64_t learning = r->learns_at_once ? 2 + 2 * NEIGHBORS * shown : expansions;
    check(tick->expansions <= expansions, "%s at %u: %u expansions of %u", r->name, budget,
          tick->expansions, expansions);
    check(tick->work <= units, "%s at %u: %u units of %u", r->name, budget, tick->work,
          (uint32_t)units);
    check(tick->trace_steps <= trace_steps, "%s at %u: %u trace steps of %u", r->name, budget,
          tick->trace_steps, trace_steps);
    check(tick->learning <= learning, "%s at %u: %u units of learning, %u are allowed", r->name,
          budget, tick->learning, (uint32_t)learning);
    uint64_t spent = share(tick->work, units) + share(tick->trace_steps, trace_steps) +
                     share(tick->learning, expansions);
    r->spent += spent < 1000 ? spent : 1000;
}

/* Checks that an agent that has not moved in a thousand ticks has used at least half its budget. */
static void check_progress(struct runner *r, uint32_t budget, const wend_tick *tick) {
    r->still++;
    if (tick->flags & WEND_TICK_MOVED) {
        r->still = 0;
        r->spent = 0;
    } else if (r->still == WINDOW) {
        check(r->spent >= 500 * WINDOW, "%s at %u is stuck: has spent %u of %u", r->name, budget,
              (uint32_t)(r->spent / 1000), WINDOW);
        r->still = 0;
        r->spent = 0;
    }
}

/* ---- The sweep ------------------------------------------------------------------------------- */

static const uint32_t budgets[] = {1, 2, 3, 5, 7, 10, 20, 50, 100};

static struct runner runner_open(const variant *v, const wend_agent_def *def) {
    struct runner r = {.name = v->name,
                       .learns_at_once =
                           variant_is_local(v->algo) && !(v->algo->flags & WEND_ALGO_SLICES_MOVES)};
    assert_int_equal(wend_agent_create(def, &r.agent, NULL), WEND_OK);
    return r;
}

/* Returns the outcome of the agent. */
static wend_agent_status run(const variant *v, wend_agent_def *def, uint32_t budget,
                             uint32_t ticks) {
    variant_apply(v, def);
    struct runner r = runner_open(v, def);
    wend_tick tick = {.status = WEND_AGENT_MOVING};
    for (uint32_t i = 0; i < ticks && wend_agent_is_active(tick.status); i++) {
        step_agent(r.agent, budget, &tick);
        check_tick(&r, budget, &tick);
        check_progress(&r, budget, &tick);
        r.found |= tick.flags & WEND_TICK_FOUND;
    }
    wend_agent_destroy(r.agent);
    return tick.status;
}

typedef enum algorithms { ALL, JUMPING } algorithms;

static uint32_t list_variants(const wend_map *map, variant variants[VARIANTS_MAX],
                              algorithms which) {
    variant all[VARIANTS_MAX];
    uint32_t count = variant_list(all), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool jumps = all[i].algo->flags & WEND_ALGO_JUMPS;
        if (!variant_needs_aids(all[i].algo) && variant_fits(all[i].algo, map) &&
            (which == ALL || jumps)) {
            variants[kept++] = all[i];
        }
    }
    return kept;
}

static void sweep(const wend_map *map, algorithms which, uint32_t ticks, bool must_arrive) {
    static variant variants[VARIANTS_MAX];
    uint32_t count = list_variants(map, variants, which);
    wend_agent_def def = {0};
    def.map = map;
    def.start = walker_free_cell(map, wend_map_state(map, 3, 5));
    def.goal = walker_free_cell(
        map, wend_map_state(map, wend_map_width(map) - 7, wend_map_height(map) - 4));
    /* All pairs, or a sample of each kind in slow builds. */
    uint32_t pairs = count * (uint32_t)COUNT_OF(budgets), runs = test_scaled(pairs);
    for (uint32_t n = 0; n < runs; n++) {
        uint32_t pair = n * pairs / runs;
        const variant *v = &variants[pair / COUNT_OF(budgets)];
        uint32_t budget = budgets[pair % COUNT_OF(budgets)];
        wend_agent_status status = run(v, &def, budget, ticks);
        check(!must_arrive || status == WEND_AGENT_ARRIVED, "%s at %u has not arrived: %d", v->name,
              budget, (int)status);
    }
}

/* ---- Agents under buildings ------------------------------------------------------------------ */

/* The agent's cell is blocked before every third tick and freed when the agent has left it. */
static void block_now_and_then(wend_map *map, const wend_agent *agent, uint32_t tick,
                               wend_state *blocked) {
    wend_state at = wend_agent_state(agent);
    if (*blocked != WEND_STATE_NONE && *blocked != at) {
        wend_map_set_free(map, wend_map_x(map, *blocked), wend_map_y(map, *blocked), true);
        *blocked = WEND_STATE_NONE;
    }
    if (tick % 3 == 2) {
        *blocked = at;
        wend_map_set_free(map, wend_map_x(map, at), wend_map_y(map, at), false);
    }
}

static void run_blocked(const variant *v, wend_map *map, uint32_t budget) {
    wend_agent_def def = {.map = map,
                          .start = walker_free_cell(map, wend_map_state(map, 8, 8)),
                          .goal = walker_free_cell(map, wend_map_state(map, 30, 25))};
    variant_apply(v, &def);
    struct runner r = runner_open(v, &def);
    wend_state blocked = WEND_STATE_NONE;
    wend_tick tick = {.status = WEND_AGENT_MOVING};
    for (uint32_t i = 0; i < 200 && wend_agent_is_active(tick.status); i++) {
        block_now_and_then(map, r.agent, i, &blocked);
        r.is_blocked = wend_agent_state(r.agent) == blocked;
        step_agent(r.agent, budget, &tick);
        check_tick(&r, budget, &tick);
        r.found |= tick.flags & WEND_TICK_FOUND;
    }
    wend_agent_destroy(r.agent);
    if (blocked != WEND_STATE_NONE) {
        wend_map_set_free(map, wend_map_x(map, blocked), wend_map_y(map, blocked), true);
    }
}

static void agents_in_blocked_cells_are_bounded(void **state) {
    (void)state;
    static variant variants[VARIANTS_MAX];
    wend_map *map = walker_gen_map(WEND_GEN_RANDOM, 40, 40, 3);
    uint32_t count = list_variants(map, variants, ALL);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < COUNT_OF(budgets); k++) {
            run_blocked(&variants[i], map, budgets[k]);
        }
    }
    wend_map_destroy(map);
}

static void agents_on_64_cells_arrive(void **state) {
    (void)state;
    wend_map *map = walker_gen_map(WEND_GEN_ROOMS, 64, 64, 3);
    sweep(map, ALL, STEPS_MAX, true);
    wend_map_destroy(map);
}

static void ticks_on_512_cells_are_bounded(void **state) {
    (void)state;
    wend_map *map = walker_gen_map(WEND_GEN_ROOMS, 512, 512, 5);
    sweep(map, ALL, WINDOW + 100, false);
    wend_map_destroy(map);
}

/* Open ground with a few walls, where scans get as long as possible. */
static void ticks_on_4096_cells_are_bounded(void **state) {
    (void)state;
    const uint32_t side = 4096;
    char *cells = test_alloc((size_t)side * side);
    memset(cells, '.', (size_t)side * side);
    for (uint32_t n = 1; n < 8; n++) {
        memset(cells + (size_t)n * 512 * side + (n % 2 ? 0 : 700), '@', side - 700);
    }
    wend_map *map = walker_map(cells, side, side);
    free(cells);
    sweep(map, ALL, WINDOW + 100, false);
    wend_map_destroy(map);
}

/* Rooms under the n-th of ten move rules: 8 neighbours with each corner rule, 4, and 16, each with
 * and without patches and single cells of higher cost. */
static wend_map *map_of_rule(uint32_t n, uint32_t side) {
    uint8_t *factors = test_alloc((size_t)side * side);
    char *cells = test_alloc((size_t)side * side);
    wend_gen_def gen = {.kind = WEND_GEN_ROOMS, .width = side, .height = side};
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    for (uint32_t i = 0; i < side * side; i++) {
        uint32_t x = i % side, y = i / side;
        factors[i] = (uint8_t)(i % 41 == 0 ? 9 : 1 + (x / 23 + y / 17) % 3);
    }
    wend_map_def def = {.width = side,
                        .height = side,
                        .neighbors = n / 2 == 3   ? 4
                                     : n / 2 == 4 ? 16
                                                  : 8,
                        .corners = n / 2 < 3 ? (wend_corners)(n / 2) : WEND_CORNERS_NEVER,
                        .factors = n % 2 ? factors : NULL,
                        .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    free(factors);
    free(cells);
    return map;
}

static void jump_point_search_is_bounded_under_every_rule(void **state) {
    (void)state;
    for (uint32_t n = 0; n < 10; n++) {
        wend_map *map = map_of_rule(n, 64);
        sweep(map, JUMPING, STEPS_MAX, true);
        wend_map_destroy(map);
        map = map_of_rule(n, 512);
        sweep(map, JUMPING, WINDOW + 100, false);
        wend_map_destroy(map);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_on_64_cells_arrive),
        cmocka_unit_test(agents_in_blocked_cells_are_bounded),
        cmocka_unit_test(ticks_on_512_cells_are_bounded),
        cmocka_unit_test(ticks_on_4096_cells_are_bounded),
        cmocka_unit_test(jump_point_search_is_bounded_under_every_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
