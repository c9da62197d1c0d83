/* Jump point search under every move rule, with and without factors, compared with a slow and
 * obvious reference. */
#include <wend/wend.h>

#include "domain/grid.h"
#include "search/jump_search.h"

#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/walker.h"

#include <string.h>

static const struct {
    const char *name;
    int neighbors, corners;
} rules[] = {
    {"never", 8, WEND_CORNERS_NEVER},
    {"one", 8, WEND_CORNERS_ONE},
    {"always", 8, WEND_CORNERS_ALWAYS},
    {"four", 4, WEND_CORNERS_NEVER},
};

static uint8_t draw_factor(dice *d) {
    static const uint8_t factors[] = {1, 1, 1, 2, 3, 3, 5, 8, 40, 255};
    return DICE_PICK(d, factors);
}

/* Rectangles of one factor each, single cells, slopes, or only noise; or a map with a single
 * factor. */
static void draw_factors(plain_map *plain, dice *d) {
    uint32_t kind = dice_between(d, 0, 9);
    int cells = plain_cells(plain);
    plain->weighted = true;
    if (kind == 0) {
        plain_random_factors(plain, d, 1, dice_percent(d, 50) ? 3 : 255);
        return;
    }
    uint8_t base = draw_factor(d);
    uint32_t pitch = dice_between(d, 2, 9);
    for (int i = 0; i < cells; i++) {
        uint32_t along = (uint32_t)(i % plain->width + i / plain->width);
        plain->factors[i] = (uint8_t)(kind == 1 ? base / 2 + 1 + along / pitch : base);
    }
    uint32_t patches = kind < 3 ? 0 : dice_between(d, 1, kind < 6 ? 4 : 30);
    for (uint32_t n = 0; n < patches; n++) {
        int x0 = (int)dice_between(d, 0, (uint32_t)plain->width - 1);
        int y0 = (int)dice_between(d, 0, (uint32_t)plain->height - 1);
        int x1 = x0 + (int)dice_between(d, 0, kind < 6 ? 20 : 3);
        int y1 = y0 + (int)dice_between(d, 0, kind < 6 ? 20 : 3);
        uint8_t factor = draw_factor(d);
        for (int y = y0; y <= y1 && y < plain->height; y++) {
            for (int x = x0; x <= x1 && x < plain->width; x++) {
                plain->factors[y * plain->width + x] = factor;
            }
        }
    }
}

/* A map under a rule, in the library and in the reference. */
static wend_map *draw_map(plain_map *plain, dice *d, uint32_t rule, bool has_factors) {
    plain_random(plain, d, dice_percent(d, 30) ? 64 : 20);
    plain->neighbors = rules[rule].neighbors;
    plain->corners = rules[rule].corners;
    if (has_factors) {
        draw_factors(plain, d);
    }
    return plain_to_wend(plain);
}

static wn_place place_of(const plain_map *plain, int cell) {
    return wn_place_of((uint32_t)(cell % plain->width) + 1, (uint32_t)(cell / plain->width) + 1);
}

static int cell_at(const plain_map *plain, wn_place place) {
    return (int)(wn_place_y(place) - 1) * plain->width + (int)wn_place_x(place) - 1;
}

/* Follows an edge move by move; returns its cost, 0 if a move is illegal. */
static wend_cost walk_edge(const plain_map *plain, wn_jump_rule rule, wn_place from, wn_place to) {
    wend_cost sum = 0;
    uint32_t length = wn_edge_length(rule, from, to);
    for (uint32_t n = 0; n < length; n++) {
        wend_cost cost = plain_move_cost(plain, cell_at(plain, wn_edge_at(rule, from, to, n)),
                                         cell_at(plain, wn_edge_at(rule, from, to, n + 1)));
        if (!cost) {
            return 0;
        }
        sum += cost;
    }
    return sum;
}

static void set_cell(plain_map *plain, wend_map *map, int cell, char terrain) {
    plain->cells[cell] = terrain;
    assert_int_equal(wend_map_set_cell(map, (uint32_t)(cell % plain->width),
                                       (uint32_t)(cell / plain->width), terrain),
                     WEND_OK);
}

static void set_factor(plain_map *plain, wend_map *map, int cell, uint8_t factor) {
    plain->factors[cell] = factor;
    assert_int_equal(wend_map_set_factor(map, (uint32_t)(cell % plain->width),
                                         (uint32_t)(cell / plain->width), factor),
                     WEND_OK);
}

/* The result of a search. */
struct answer {
    wn_outcome outcome;
    wend_cost cost;
    uint64_t expansions, route;
    uint32_t units;
};

/* Runs in slices of `slice` units of work; every edge of the route is followed. */
static struct answer search(const plain_map *plain, const wend_map *map, int start, int goal,
                            uint32_t weight, uint32_t slice) {
    wn_memory memory;
    wend_allocator allocator = {0};
    wn_memory_init(&memory, &allocator, 0);
    wn_jump_search s = {0};
    wn_jump_init(&s, &map->jumps, weight, &memory);
    assert_true(wn_jump_reserve(&s, 0, true));
    assert_true(wn_jump_start(&s, place_of(plain, start), place_of(plain, goal)));
    struct answer a = {.outcome = WN_RUNNING};
    uint32_t saved = 0; /* work of runs too short for any piece of work */
    for (uint32_t runs = 0; a.outcome == WN_RUNNING; runs++) {
        check(runs < 1000000, "the search does not end");
        saved += slice;
        assert_true(wn_jump_reserve(&s, saved, false));
        uint32_t used = 0;
        a.outcome = wn_jump_run(&s, saved, &used);
        check(used <= saved, "%u units of %u", used, saved);
        check(a.outcome != WN_RUNNING || saved - used < WN_JUMP_UNITS, "%u units of %u", used,
              saved);
        assert_true(a.outcome != WN_NO_MEMORY);
        a.units += used;
        saved -= used;
    }
    a.expansions = s.expansions;
    if (a.outcome == WN_FOUND) {
        a.cost = s.nodes[s.goal].g;
        wend_cost sum = 0;
        for (uint32_t n = s.goal; s.nodes[n].parent != WN_NONE; n = s.nodes[n].parent) {
            wn_place from = s.nodes[s.nodes[n].parent].place;
            wend_cost cost = walk_edge(plain, map->jumps.rule, from, s.nodes[n].place);
            check(cost > 0, "an illegal edge");
            sum += cost;
            a.route = (a.route ^ s.nodes[n].place) * UINT64_C(0x100000001b3);
        }
        /* With weights an expanded node may become cheaper while its descendants keep their g. */
        check(weight == 1000 ? sum == a.cost : sum <= a.cost, "%u instead of %u", sum, a.cost);
    }
    wn_jump_clear(&s);
    return a;
}

static void check_maps(uint32_t rule, bool has_factors, uint32_t count) {
    static plain_map plain;
    static wend_cost distances[PLAIN_CELLS_MAX];
    for (uint32_t i = 0; i < count; i++) {
        dice d = dice_of((uint64_t)has_factors << 36 | (uint64_t)rule << 32 | i);
        wend_map *map = draw_map(&plain, &d, rule, has_factors);
        assert_true(wend_map_jumpable(map));
        int start = plain_random_free(&plain, &d);
        if (start >= 0 && i % 8 == 0) {
            /* An agent was there when it was blocked. */
            set_cell(&plain, map, start, '@');
            start = plain_random_free(&plain, &d) >= 0 ? start : -1;
        }
        if (start >= 0) {
            plain_flood(&plain, start, distances);
        }
        for (uint32_t n = 0; start >= 0 && n < 4; n++) {
            int goal = plain_random_free(&plain, &d);
            /* A large weight saves most nodes their second expansion, and must not lose a route.
             * With costs it saves nothing, and searches take up to ten times as long. */
            bool is_large = !has_factors && dice_percent(&d, 50);
            uint32_t large = is_large ? 20000 : 1000 + 100 * dice_between(&d, 1, 20);
            uint32_t weight = n == 3 ? large : 1000;
            struct answer a = search(&plain, map, start, goal, weight, 1000000);
            bool is_right = a.outcome == WN_FOUND
                                ? a.cost >= distances[goal] &&
                                      (uint64_t)a.cost * 1000 <= (uint64_t)distances[goal] * weight
                                : a.outcome == WN_NO_PATH && distances[goal] == PLAIN_UNREACHED;
            if (!is_right) {
                plain_print(&plain, start, goal);
            }
            check(is_right, "%s, map %u: %u instead of %u", rules[rule].name, i, a.cost,
                  distances[goal]);
            static const uint32_t slices[] = {1, 7, 500};
            struct answer sliced = search(&plain, map, start, goal, weight, slices[i % 3]);
            check(sliced.outcome == a.outcome && sliced.cost == a.cost && sliced.route == a.route &&
                      sliced.units == a.units && sliced.expansions == a.expansions,
                  "%s, map %u: slices of %u differ", rules[rule].name, i, slices[i % 3]);
        }
        wend_map_destroy(map);
    }
}

static void routes_are_those_of_the_reference(void **state) {
    (void)state;
    for (uint32_t rule = 0; rule < COUNT_OF(rules); rule++) {
        check_maps(rule, false, test_scaled(20000));
    }
}

static void routes_over_cells_that_cost_are_those_of_the_reference(void **state) {
    (void)state;
    for (uint32_t rule = 0; rule < COUNT_OF(rules); rule++) {
        check_maps(rule, true, test_scaled(20000));
    }
}

/* Trips of agents, with edits of the map on the way: every move is legal, and when the edits are
 * over the agent arrives where the reference knows a route. */
static void check_trips(uint32_t rule, bool has_factors, uint32_t count) {
    static plain_map plain;
    static wend_cost distances[PLAIN_CELLS_MAX];
    for (uint32_t i = 0; i < count; i++) {
        dice d =
            dice_of(UINT64_C(1) << 40 | (uint64_t)has_factors << 36 | (uint64_t)rule << 32 | i);
        wend_map *map = draw_map(&plain, &d, rule, has_factors);
        int start = plain_random_free(&plain, &d), goal = plain_random_free(&plain, &d);
        if (start >= 0) {
            wend_agent_def def = {0};
            def.map = map;
            def.start = (wend_state)start;
            def.goal = (wend_state)goal;
            def.algo = i % 3 == 0 ? wend_algo_jps() : wend_algo_tbjps();
            def.bounded.commit = i % 3 == 1 ? WEND_ON : WEND_DEFAULT;
            wend_agent *agent = make_agent(&def);
            uint32_t budget = dice_between(&d, 1, 30), edits = i % 2 ? 12 : 0;
            uint64_t cost = 0;
            wend_tick tick = {.state = def.start};
            int at = start;
            plain_flood(&plain, goal, distances);
            for (uint32_t n = 0; n < STEPS_MAX; n++) {
                int cell = (int)dice_between(&d, 0, (uint32_t)plain_cells(&plain) - 1);
                if (edits && dice_percent(&d, 40) && cell != at && cell != goal) {
                    if (has_factors && dice_percent(&d, 50)) {
                        set_factor(&plain, map, cell, draw_factor(&d));
                    } else {
                        set_cell(&plain, map, cell, dice_percent(&d, 50) ? '.' : '@');
                    }
                    edits--;
                    plain_flood(&plain, goal, distances);
                }
                step_agent(agent, budget, &tick);
                if ((int)tick.state != at) {
                    wend_cost move = plain_move_cost(&plain, at, (int)tick.state);
                    check(move > 0, "%s, trip %u: an illegal move", rules[rule].name, i);
                    check(tick.cost == move, "%s, trip %u: a move costs %u, not %u",
                          rules[rule].name, i, move, tick.cost);
                    cost += move;
                    at = (int)tick.state;
                }
                if (tick.status > WEND_AGENT_WAITING && !edits) {
                    break;
                }
                edits = tick.status > WEND_AGENT_WAITING ? 0 : edits;
            }
            wend_agent_status expected =
                distances[at] == PLAIN_UNREACHED ? WEND_AGENT_UNREACHABLE : WEND_AGENT_ARRIVED;
            check(tick.status == expected, "%s, trip %u: status %d", rules[rule].name, i,
                  (int)tick.status);
            if (i % 6 == 0 && tick.status == WEND_AGENT_ARRIVED) {
                check(cost == distances[start], "%s, trip %u: %u instead of %u", rules[rule].name,
                      i, (uint32_t)cost, distances[start]);
            }
            wend_agent_destroy(agent);
        }
        wend_map_destroy(map);
    }
}

static void agents_make_legal_moves_and_arrive(void **state) {
    (void)state;
    for (uint32_t rule = 0; rule < COUNT_OF(rules); rule++) {
        check_trips(rule, false, test_scaled(1500));
        check_trips(rule, true, test_scaled(1500));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_are_those_of_the_reference),
        cmocka_unit_test(routes_over_cells_that_cost_are_those_of_the_reference),
        cmocka_unit_test(agents_make_legal_moves_and_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
