/* The clique abstraction of maps. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "research/domain/abstraction.h"
#include "domain/graph.h"
#include "support/problem.h"
#include "support/step.h"
#include "support/test.h"

#include <string.h>

/* ---- The abstraction ------------------------------------------------------------------------- */

/* Whether a move leads from one item of a level to another; level 0 are the cells. */
static bool adjacent(const problem *s, const wend_abstraction *a, uint32_t level, uint32_t x,
                     uint32_t y) {
    if (level == 0) {
        return plain_move_cost(&s->plain, (int)x, (int)y) > 0;
    }
    for (int from = 0; from < plain_cells(&s->plain); from++) {
        for (int to = 0; wend_abstraction_region(a, level, (wend_state)from) == x &&
                         to < plain_cells(&s->plain);
             to++) {
            if (wend_abstraction_region(a, level, (wend_state)to) == y &&
                plain_move_cost(&s->plain, from, to)) {
                return true;
            }
        }
    }
    return false;
}

/* A clique of up to four cells, and cells that are each adjacent to a member of it. */
static void check_clique(const problem *s, const wend_abstraction *a, uint32_t level,
                         const wend_region *region) {
    uint32_t n = region->child_count, beside[32] = {0};
    check(n >= 1 && n <= 16, "a region with %u children", n);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            bool edge =
                i != j && adjacent(s, a, level - 1, region->children[i], region->children[j]);
            beside[i] |= (uint32_t)edge << j;
        }
    }
    bool found = n == 1;
    for (uint32_t set = 1; !found && set < 1u << n; set++) {
        uint32_t size = wn_count_bits(set);
        bool fits = size >= 2 && size <= 4;
        for (uint32_t i = 0; fits && i < n; i++) {
            bool member = set >> i & 1;
            uint32_t others = set & ~(1u << i);
            fits = member ? (beside[i] & others) == others : (beside[i] & set) != 0;
        }
        found = fits;
    }
    check(found, "a region of level %u is not a clique with leftover cells", level);
}

static void check_level(const problem *s, const wend_abstraction *a, uint32_t level) {
    uint32_t count = wend_abstraction_count(a, level), cells = 0, children = 0, edges = 0;
    uint32_t below =
        level == 1 ? wend_map_free_count(s->map) : wend_abstraction_count(a, level - 1);
    const wend_domain *graph = wend_abstraction_graph(a, level);
    for (uint32_t r = 0; r < count; r++) {
        wend_region region;
        assert_int_equal(wend_abstraction_describe(a, level, r, &region), WEND_OK);
        cells += region.cells;
        children += region.child_count;
        assert_int_equal(wend_abstraction_region(a, level, region.center), r);
        check_clique(s, a, level, &region);
        for (uint32_t c = 0; c < region.child_count; c++) {
            wend_region child;
            uint32_t parent = r;
            if (level > 1) {
                wend_abstraction_describe(a, level - 1, region.children[c], &child);
                parent = child.parent;
            } else {
                parent = wend_abstraction_region(a, 1, region.children[c]);
            }
            assert_int_equal(parent, r);
        }
        const wn_successor *list;
        uint32_t degree = wn_graph_successors((const wn_graph *)graph, r, &list);
        for (uint32_t i = 0; i < degree; i++) {
            check(adjacent(s, a, level, r, list[i].id), "an edge without a move");
            check(list[i].cost > 0, "an edge that costs nothing");
        }
        for (uint32_t other = 0; other < count; other++) {
            edges += other != r && adjacent(s, a, level, r, other);
        }
    }
    assert_int_equal(cells, wend_map_free_count(s->map));
    assert_int_equal(children, below);
    assert_int_equal(edges, wend_graph_edge_count(graph));
}

static void abstractions_are_what_they_should_be(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(400); i++) {
        dice d = dice_of(30000 + i);
        problem s;
        if (!problem_draw(&s, &d, 10)) {
            continue;
        }
        wend_abstraction *a;
        assert_int_equal(wend_abstraction_create(&(wend_abstraction_def){.map = s.map}, &a, NULL),
                         WEND_OK);
        uint32_t top = wend_abstraction_levels(a);
        assert_true(top >= 1 && top <= WEND_LEVELS_MAX);
        for (uint32_t level = 1; level <= top; level++) {
            check_level(&s, a, level);
        }
        assert_int_equal(wend_abstraction_edge_count(a, top), 0);
        for (int c = 0; c < plain_cells(&s.plain); c++) {
            bool reached = s.from_start[c] != PLAIN_UNREACHED;
            check(wend_abstraction_connected(a, (wend_state)s.start, (wend_state)c) == reached,
                  "case %u: cell %d", i, c);
        }
        wend_abstraction_destroy(a);
        wend_map_destroy(s.map);
    }
}

/* On open ground with eight neighbours, regions are squares of four cells. With four neighbours
 * there are no triangles, so regions are pairs. */
static void cliques_are_as_large_as_they_can_be(void **state) {
    (void)state;
    static const uint32_t neighbors[] = {8, 4};
    static const uint32_t counts[2][4] = {{4, 1, 0, 0}, {8, 4, 2, 1}};
    for (uint32_t i = 0; i < 2; i++) {
        wend_map_def def = {
            .width = 4, .height = 4, .neighbors = neighbors[i], .cells = "................"};
        wend_map *map;
        wend_abstraction *a;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_int_equal(wend_abstraction_create(&(wend_abstraction_def){.map = map}, &a, NULL),
                         WEND_OK);
        for (uint32_t level = 1; level <= 4; level++) {
            assert_int_equal(wend_abstraction_count(a, level), counts[i][level - 1]);
        }
        wend_abstraction_destroy(a);
        wend_map_destroy(map);
    }
}

/* Counts the cells of a region that can be reached from its first cell without leaving it. */
static uint32_t flood_region(const wend_map *map, const wend_abstraction *a, uint32_t level,
                             wend_state first, bool *seen, wend_state *queue) {
    uint32_t region = wend_abstraction_region(a, level, first), count = 0;
    queue[count++] = first;
    seen[first] = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = wend_map_x(map, queue[i]), y = wend_map_y(map, queue[i]);
        for (uint32_t n = 0; n < 9; n++) {
            wend_state next = wend_map_state(map, x + n % 3 - 1, y + n / 3 - 1);
            if (next != WEND_STATE_NONE && !seen[next] &&
                wend_abstraction_region(a, level, next) == region &&
                wend_map_move_cost(map, queue[i], next)) {
                seen[next] = true;
                queue[count++] = next;
            }
        }
    }
    return count;
}

/* On a map with tens of thousands of regions, each region is connected, and agents arrive. */
static void large_maps_have_connected_regions(void **state) {
    (void)state;
    wend_gen_def gen = {.kind = WEND_GEN_CAVES, .width = 512, .height = 512};
    uint32_t cells = gen.width * gen.height;
    char *terrain = test_alloc(cells);
    assert_int_equal(wend_gen(&gen, terrain), WEND_OK);
    wend_map_def def = {.width = gen.width, .height = gen.height, .cells = terrain};
    wend_map *map;
    wend_abstraction *a;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    assert_int_equal(wend_abstraction_create(&(wend_abstraction_def){.map = map}, &a, NULL),
                     WEND_OK);
    assert_true(wend_abstraction_count(a, 1) > 32768);
    bool *seen = test_alloc(cells * sizeof *seen);
    wend_state *queue = test_alloc(cells * sizeof *queue);
    for (uint32_t level = 1; level <= wend_abstraction_levels(a); level++) {
        memset(seen, 0, cells * sizeof *seen);
        for (uint32_t r = 0; r < wend_abstraction_count(a, level); r++) {
            wend_region region;
            assert_int_equal(wend_abstraction_describe(a, level, r, &region), WEND_OK);
            check(flood_region(map, a, level, region.center, seen, queue) == region.cells,
                  "region %u of level %u is not connected", r, level);
        }
    }
    for (uint32_t i = 0; i < 20; i++) {
        dice d = dice_of(80000 + i);
        wend_agent_def agent_def = {0};
        agent_def.map = map;
        agent_def.algo = wend_algo_prlrts();
        agent_def.local.abstraction = a;
        agent_def.local.level = 1 + i % 6;
        do {
            agent_def.start = dice_between(&d, 0, cells - 1);
            agent_def.goal = dice_between(&d, 0, cells - 1);
        } while (!wend_abstraction_connected(a, agent_def.start, agent_def.goal));
        wend_agent *agent = make_agent(&agent_def);
        wend_tick tick;

        uint32_t ticks = 0;
        do {
            step_agent(agent, 1000, &tick);
            check(++ticks < 1000000, "case %u does not arrive", i);
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        wend_agent_destroy(agent);
    }
    free(seen);
    free(queue);
    free(terrain);
    wend_abstraction_destroy(a);
    wend_map_destroy(map);
}

/* ---- PR LRTS as published -------------------------------------------------------------------- */

static const char *const comb[] = {
    "...@.@...@.@.@.", ".@...@.@.@.@.@.", ".@.@.@.@.@.@.@.", ".@.@.@...@.@.@.",
    ".@.@.@.@.@...@.", ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@.@.", "...@.@.@.@.@.@.",
    ".@.@g@.@.@.@.@.", ".@.@.@.@.@.@..s", ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@.@.",
    ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@.@.",
    ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@...", ".@.@...@...@.@.", ".@.@.@.@.@.@.@.",
    ".@.....@.@.@.@.", ".@.@.@.@.@.@.@.", ".@.@.@.@.@.@.@.", NULL};

/* Whether the agent cycles: it looks ahead twice from the same cell and knows the same both times.
 * It is deterministic, so it repeats the cycle forever. */
static bool goes_in_circles(wend_switch letter) {
    plain_map plain;
    plain_from_picture(&plain, comb);
    plain.neighbors = 4;
    wend_map *map = plain_to_wend(&plain);
    test_aids aids = aids_make(map);
    wend_agent_def def = {.map = map, .algo = wend_algo_prlrts()};
    def.start = (wend_state)plain_mark(comb, 's');
    def.goal = (wend_state)plain_mark(comb, 'g');
    def.bounded.as_published = letter;
    variant_give_aids(def.algo, &aids, &def);
    wend_agent *agent = make_agent(&def);
    uint64_t known[PLAIN_CELLS_MAX] = {0}; /* updates at the last look-ahead from a cell, plus 1 */
    bool circles = false;
    wend_tick tick;

    for (uint32_t ticks = 0; !circles; ticks++) {
        check(ticks < 100000, "neither arrives nor cycles");
        wend_state from = wend_agent_state(agent);
        step_agent(agent, 10000, &tick);
        if (tick.status > WEND_AGENT_WAITING) {
            break;
        }
        uint64_t updates = wend_agent_stats(agent).updates + 1;
        if (tick.flags & WEND_TICK_REPLANNED && tick.learning) {
            circles = known[from] == updates;
            known[from] = updates;
        }
    }
    assert_true(circles || tick.status == WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
    aids_free(&aids);
    wend_map_destroy(map);
    return circles;
}

/* One step towards the best region that is d steps away, then a new look-ahead: the cells between
 * may look better than they are, and the agent returns to where it was. */
static void walking_all_steps_arrives_where_the_first_alone_does_not(void **state) {
    (void)state;
    assert_false(goes_in_circles(WEND_OFF));
    assert_true(goes_in_circles(WEND_ON));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abstractions_are_what_they_should_be),
        cmocka_unit_test(cliques_are_as_large_as_they_can_be),
        cmocka_unit_test(large_maps_have_connected_regions),
        cmocka_unit_test(walking_all_steps_arrives_where_the_first_alone_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
