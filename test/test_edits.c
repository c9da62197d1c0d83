/* How well agents cope with edits: they arrive, and after an edit they do as well as their
 * algorithm promises. */
#include <wend/watch.h>
#include <wend/wend.h>

#include "support/test.h"
#include "support/trip.h"
#include "support/walker.h"

#include <stdio.h>
#include <string.h>

/* ---- Editing --------------------------------------------------------------------------------- */

static bool is_free_cell(const trip *t, wend_state cell) {
    return wend_map_is_free(t->world, wend_map_x(t->world, cell), wend_map_y(t->world, cell));
}

/* The kinds of edits. */
typedef struct edits {
    bool block, free, costlier, cheaper;
} edits;

/* Makes one random edit, but not of the cells of the agent and the goal. Returns the cell, which
 * may be unchanged. */
static wend_state edit_one(trip *t, dice *d, const edits *kinds) {
    wend_state cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
    if (cell == wend_agent_state(t->agent) || cell == t->def.goal) {
        return cell;
    }
    bool is_free = is_free_cell(t, cell);
    if (t->truth.weighted && is_free && dice_percent(d, 60)) {
        uint8_t old = t->truth.factors[cell];
        uint8_t factor = (uint8_t)dice_between(d, 1, 60);
        if ((factor > old && kinds->costlier) || (factor < old && kinds->cheaper)) {
            trip_set_factor(t, cell, factor);
        }
    } else if (is_free ? kinds->block : kinds->free) {
        trip_set_cell(t, cell, is_free ? '@' : '.');
    }
    return cell;
}

static void edit_some(trip *t, dice *d, const edits *kinds, uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        edit_one(t, d, kinds);
    }
}

/* ---- A cell that only costs more ------------------------------------------------------------- */

/* A swamp is laid on the path of an agent that knows its route; nothing else changes. Agents that
 * process edits go around it: it costs 200 times as much as the cells beside it. */
static void no_agent_walks_through_a_new_swamp(void **state) {
    (void)state;
    static const char *const rows[] = {"...............", "...............", "s.............g",
                                       "...............", "...............", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), tried = 0;
    for (uint32_t v = 0; v < count; v++) {
        const wend_algo *algo = variants[v].algo;
        if (variant_needs_aids(algo) || (algo->flags & WEND_ALGO_JUMPS) ||
            strcmp(algo->name, "tbgbfs") == 0) {
            continue; /* precomputed data become stale; jps has no swamps, greedy search no costs */
        }
        for (uint32_t steps = 1; steps < 6; steps++) {
            trip t = trip_from_picture(rows, 500);
            t.truth.weighted = true;
            memset(t.truth.factors, 1, sizeof t.truth.factors);
            trip_open_world(&t, false, 0, 0);
            trip_open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < steps; n++) {
                trip_step(&t);
            }
            /* Two moves ahead on the only straight route. An agent that was lured aside is not
             * checked. */
            wend_state swamp = wend_agent_state(t.agent) + 2;
            trip_set_factor(&t, swamp, 200);
            while (trip_is_active(&t)) {
                trip_step(&t);
                check(t.tick.state != swamp, "%s walks through a swamp after %u steps",
                      variants[v].name, steps);
            }
            assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
            tried++;
            trip_close(&t);
        }
    }
    assert_true(tried > 50);
}

/* ---- After the last edit --------------------------------------------------------------------- */

/* Whether the agent stands still until its search is complete, and then follows a shortest route.
 * The papers promise this of these algorithms. Jump point search in wend follows its old route
 * while it plans, and agents that act early walk towards the best estimate. */
static bool is_complete_replanner(const char *algo) {
    static const char *const names[] = {"astar", "repeated-astar", "adaptive-astar", "dstar-lite"};
    for (uint32_t i = 0; i < COUNT_OF(names); i++) {
        if (strcmp(algo, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The reference point: after the last edit, and after the last restart of a search. */
typedef struct reckoning {
    uint64_t cost;     /* travelled before */
    wend_cost optimum; /* from there */
} reckoning;

static reckoning reckon(const trip *t) {
    return (reckoning){t->cost, trip_distance(t)};
}

/* Follows the agent to the end. A restart after the last edit counts as justified; the optimum is
 * then measured from the place where it occurred. */
static void walk_optimally(trip *t, const char *name, uint32_t number) {
    reckoning since = reckon(t);
    bool reachable = since.optimum != PLAIN_UNREACHED;
    do {
        reckoning before = reckon(t);
        trip_step(t);
        if (t->tick.flags & WEND_TICK_RESTARTED) {
            since = before;
        }
    } while (trip_is_active(t));
    check(t->tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
          "case %u, %s: status %d", number, name, (int)t->tick.status);
    check(!reachable || t->cost - since.cost == since.optimum,
          "case %u, %s: %u after the last edit, the optimum is %u", number, name,
          (uint32_t)(t->cost - since.cost), since.optimum);
}

/* Draws a trip that may have factors. */
static bool draw(trip *t, dice *d) {
    if (!trip_draw(t, d)) {
        return false;
    }
    if (dice_percent(d, 60)) {
        plain_random_factors(&t->truth, d, (uint8_t)dice_between(d, 1, 9), 30);
    }
    return true;
}

static edits draw_kinds(dice *d) {
    static const edits kinds[] = {{.block = true, .free = true, .costlier = true, .cheaper = true},
                                  {.block = true, .costlier = true},
                                  {.costlier = true},
                                  {.free = true, .cheaper = true},
                                  {.cheaper = true}};
    return DICE_PICK(d, kinds);
}

/* Batches of edits, then none: from there on the route is a shortest one. With a budget for whole
 * searches this is true for all optimal algorithms; with a small budget for those that wait. */
static void after_the_last_edit_routes_are_optimal(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(500); i++) {
        dice d = dice_of(i + 110000);
        trip drawn;
        if (!draw(&drawn, &d)) {
            continue;
        }
        edits kinds = draw_kinds(&d);
        uint32_t often = dice_between(&d, 5, 60), many = dice_between(&d, 1, 6);
        bool whole = dice_percent(&d, 50);
        drawn.budget = whole ? 100000 : drawn.budget;
        for (uint32_t v = 0; v < count; v++) {
            const char *name = variants[v].algo->name;
            trip t = drawn;
            trip_open_world(&t, false, 0, 0);
            bool fits =
                whole ? variant_is_optimal(variants[v].algo, t.map) && strcmp(name, "tba-late") != 0
                      : is_complete_replanner(name);
            if (!fits || variant_needs_aids(variants[v].algo) ||
                !variant_fits(variants[v].algo, t.map)) {
                trip_close_world(&t);
                continue;
            }
            dice changes = dice_of(i);
            trip_open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < 30; n++) {
                trip_step(&t);
                if (dice_percent(&changes, often)) {
                    edit_some(&t, &changes, &kinds, many);
                }
            }
            walk_optimally(&t, variants[v].name, i);
            trip_close(&t);
        }
    }
}

/* ---- Reasons to restart a search ------------------------------------------------------------- */

/* The reasons for which an agent may restart its search: the rows of the table "Edits" in
 * docs/architecture.md. */
typedef enum reason {
    BY_ANOTHER_H, /* it repairs its search, unless the heuristic of the map has changed */
    BY_ITS_PATH,  /* a move of its path is blocked; a freed cell beside one that was expanded */
    BY_ITS_H,     /* lower costs anywhere: its h-values may be too high, and order its search */
    BY_ANY_EDIT,  /* it knows only a box around its scans; or it is in the middle of a look-ahead */
    BY_ITS_MOVES, /* it also restarts without an edit, when it cannot step back */
} reason;

static reason reason_of(const wend_algo *algo) {
    static const struct {
        const char *name;
        reason reason;
    } others[] = {{"dstar-lite", BY_ANOTHER_H}, {"tbaa", BY_ITS_H},    {"adaptive-astar", BY_ITS_H},
                  {"tbjps", BY_ANY_EDIT},       {"jps", BY_ANY_EDIT},  {"tbrwa", BY_ITS_MOVES},
                  {"lrta", BY_ANY_EDIT},        {"plrta", BY_ANY_EDIT}};
    for (uint32_t i = 0; i < COUNT_OF(others); i++) {
        if (strcmp(algo->name, others[i].name) == 0) {
            return others[i].reason;
        }
    }
    return algo->acts == WEND_ACTS_LOCALLY ? BY_ITS_H : BY_ITS_PATH;
}

/* Whether a move of the path that the agent reports has become illegal or more expensive. */
static bool path_is_cut(const trip *t, const plain_map *old) {
    wend_state path[PLAIN_CELLS_MAX];
    uint32_t count = wend_agent_path(t->agent, path, PLAIN_CELLS_MAX, NULL);
    int at = (int)wend_agent_state(t->agent);
    for (uint32_t i = 0; i < count; at = (int)path[i++]) {
        wend_cost before = plain_move_cost(old, at, (int)path[i]);
        wend_cost now = plain_move_cost(&t->truth, at, (int)path[i]);
        if (now == 0 || now > before) {
            return true;
        }
    }
    return false;
}

/* Whether the agent has reached a cell whose moves an edit changed, or expanded one. */
static bool is_searched(const trip *t, wend_state cell, bool expanded) {
    int reach = t->truth.neighbors == 16 ? 2 : 1, width = t->truth.width;
    int x = (int)cell % width, y = (int)cell / width;
    for (int n = 0; n < (2 * reach + 1) * (2 * reach + 1); n++) {
        int at_x = x + n % (2 * reach + 1) - reach, at_y = y + n / (2 * reach + 1) - reach;
        if (at_x < 0 || at_y < 0 || at_x >= width || at_y >= t->truth.height) {
            continue;
        }
        wend_mark mark = wend_agent_mark(t->agent, (wend_state)(at_y * width + at_x));
        if (mark == WEND_MARK_CLOSED || (!expanded && mark == WEND_MARK_OPEN)) {
            return true;
        }
    }
    return false;
}

/* Whether a cell has become cheaper than all free cells were: the heuristic uses the minimum. */
static bool lowers_h(const trip *t, const plain_map *old, wend_state cell) {
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < plain_cells(old); i++) {
        bool is_free = plain_is_free(old, i % old->width, i / old->width);
        least = is_free && old->factors[i] < least ? old->factors[i] : least;
    }
    return t->truth.weighted && t->truth.factors[cell] < least;
}

/* Whether an edit is a reason to restart the search. The agent has not noticed the edit yet: it
 * reports what it knew before. */
static bool is_reason(const trip *t, const plain_map *old, wend_state cell) {
    int x = (int)cell % old->width, y = (int)cell / old->width;
    bool was_free = plain_is_free(old, x, y), is_free = plain_is_free(&t->truth, x, y);
    bool cheaper = is_free && (!was_free || t->truth.factors[cell] < old->factors[cell]);
    reason by = reason_of(wend_agent_algo(t->agent));
    if (by == BY_ANY_EDIT || (by == BY_ITS_H && cheaper)) {
        return true;
    }
    if (cheaper && lowers_h(t, old, cell)) {
        return true;
    }
    if (by == BY_ANOTHER_H) {
        return false;
    }
    /* Canonical ordering skips moves that become necessary if a cell is blocked, and has chosen the
     * moves of open states before a cell was freed. If a search takes several ticks, a blocked cell
     * is noticed when a later path through it is traced. */
    bool prunes = old->neighbors == 8 && !old->weighted;
    if (cheaper) {
        return is_searched(t, cell, !prunes);
    }
    bool is_traced = t->tick.flags & WEND_TICK_FOUND && !(t->tick.flags & WEND_TICK_PARTIAL);
    return path_is_cut(t, old) || ((prunes || !is_traced) && is_searched(t, cell, false));
}

/* Makes a few edits; returns whether one of them is a reason to restart the search. */
static bool edit_with_reason(trip *t, dice *d, const edits *kinds, uint32_t count) {
    bool found = false;
    for (uint32_t n = 0; n < count; n++) {
        plain_map old = t->truth;
        uint64_t version = wend_map_version(t->world);
        wend_state cell = edit_one(t, d, kinds);
        found = found || (wend_map_version(t->world) != version && is_reason(t, &old, cell));
    }
    return found;
}

/* Edits between ticks, in batches: an agent restarts its search at most once for each batch that
 * changed its path or what it has searched, and never for other batches. */
static void searches_are_given_up_for_a_reason(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    uint64_t restarts = 0, batches = 0, idle = 0;
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(i + 130000);
        trip drawn;
        if (!draw(&drawn, &d)) {
            continue;
        }
        edits kinds = draw_kinds(&d);
        uint32_t often = dice_between(&d, 5, 60), many = dice_between(&d, 1, 3);
        drawn.budget = dice_percent(&d, 50) ? 100000 : drawn.budget;
        for (uint32_t v = 0; v < count; v++) {
            reason by = reason_of(variants[v].algo);
            trip t = drawn;
            trip_open_world(&t, false, 0, 0);
            if (by == BY_ITS_MOVES || variant_needs_aids(variants[v].algo) ||
                !variant_fits(variants[v].algo, t.map)) {
                trip_close_world(&t);
                continue;
            }
            dice changes = dice_of(i);
            trip_open_agent(&t, &variants[v]);
            uint64_t reasons = 0, given_up = 0;
            /* On maps with costs, jump point search may take so long that its agent reaches the end
             * of the old route. There it starts once more. */
            bool walks_on = t.truth.weighted && (variants[v].algo->flags & WEND_ALGO_JUMPS);
            for (uint32_t n = 0; n < 30; n++) {
                trip_step(&t);
                given_up = wend_agent_stats(t.agent).restarts;
                check(given_up <= reasons * (walks_on ? 2 : 1),
                      "case %u, %s: %u restarts for %u reasons", i, variants[v].name,
                      (uint32_t)given_up, (uint32_t)reasons);
                if (dice_percent(&changes, often)) {
                    bool found = edit_with_reason(&t, &changes, &kinds, many);
                    reasons += found;
                    batches++, idle += !found;
                }
            }
            restarts += given_up;
            trip_close(&t);
        }
    }
    check(restarts > 100 || test_scaled(100) < 100, "%u restarts", (uint32_t)restarts);
    check(idle > batches / 10, "%u of %u batches without a reason", (uint32_t)idle,
          (uint32_t)batches);
}

/* A map with long routes, so that much of the queue of D* Lite is out of date when it is needed. */
static bool draw_wide(trip *t, dice *d) {
    *t = (trip){.def = (wend_agent_def){0}};
    plain_random(&t->truth, d, 40);
    int start = plain_random_free(&t->truth, d);
    t->def.start = (wend_state)start;
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    t->budget = dice_percent(d, 50) ? 100000 : dice_between(d, 1, 100);
    if (dice_percent(d, 20)) {
        plain_random_factors(&t->truth, d, 1, 5);
    }
    return start >= 0;
}

/* D* Lite repairs its search after every edit, including its own edits of a belief: every move is
 * on a shortest route of the map as the agent knows it then. */
static void every_move_of_dstar_lite_is_on_a_shortest_route(void **state) {
    (void)state;
    variant v = {.algo = wend_algo_find("dstar-lite"), .name = "dstar-lite"};
    uint32_t moves = 0;
    for (uint32_t i = 0; i < test_scaled(200); i++) {
        dice d = dice_of(i + 120000);
        trip t;
        if (!draw_wide(&t, &d)) {
            continue;
        }
        edits kinds = draw_kinds(&d);
        uint32_t often = dice_between(&d, 0, 40), many = dice_between(&d, 1, 6);
        trip_open_world(&t, dice_percent(&d, 50), 0, i);
        trip_open_agent(&t, &v);
        for (uint32_t n = 0; n < 120 && t.tick.status != WEND_AGENT_ARRIVED; n++) {
            wend_state from = wend_agent_state(t.agent);
            plain_map known;
            trip_read_map(&t, &known);
            wend_cost to_goal[PLAIN_CELLS_MAX];
            plain_flood(&known, (int)t.def.goal, to_goal);
            trip_step(&t);
            bool moved = t.tick.state != from;
            check(!moved || to_goal[t.tick.state] + t.tick.cost == to_goal[from],
                  "case %u: the move from %u to %u is not on a shortest route", i, from,
                  t.tick.state);
            moves += moved;
            if (!t.belief && dice_percent(&d, often)) {
                edit_some(&t, &d, &kinds, many);
            }
        }
        trip_close(&t);
    }
    assert_true(moves > 100 || test_scaled(100) < 100);
}

/* ---- A lower cost than all others ------------------------------------------------------------ */

/* A road is built on a map without cheaper cells: the heuristic must be lowered, for agents on
 * their way and for agents created later. */
static void a_first_road_is_used_well(void **state) {
    (void)state;
    static const char *const rows[] = {"....................", "....................",
                                       "s..................g", "....................",
                                       "....................", NULL};
    static const char *const algos[] = {"astar", "repeated-astar", "adaptive-astar", "dstar-lite",
                                        "tba"};
    for (uint32_t a = 0; a < COUNT_OF(algos) * 4; a++) {
        variant v = {.algo = wend_algo_find(algos[a / 4])};
        bool freed = a % 2, late = a / 2 % 2;
        trip t = trip_from_picture(rows, 100000);
        t.truth.weighted = true;
        memset(t.truth.factors, 20, sizeof t.truth.factors);
        /* The road lies along the lower border. It may have been there, but blocked. */
        for (wend_state cell = 80; freed && cell < 100; cell++) {
            t.truth.cells[cell] = '@';
            t.truth.factors[cell] = 1;
        }
        trip_open_world(&t, false, 0, 0);
        if (!late) {
            trip_open_agent(&t, &v);
            trip_step(&t);
        }
        for (wend_state cell = 80; cell < 100; cell++) {
            if (freed) {
                trip_set_cell(&t, cell, '.');
            } else {
                trip_set_factor(&t, cell, 1);
            }
        }
        if (late) {
            trip_open_agent(&t, &v);
        }
        walk_optimally(&t, algos[a / 4], a);
        trip_close(&t);
    }
}

/* ---- Edits that were missed
 * -----------------------------------------------------------------------
 */

/* The only relevant edit is the oldest one since the last tick; the others block and free a cell in
 * a remote corner. */
static void no_number_of_missed_edits_hides_one(void **state) {
    (void)state;
    static const char *const rows[] = {"s....@...@@", ".@@@.@@@.@p", ".....m..g@@", NULL};
    static const uint32_t counts[] = {1, 2, 1023, 1024, 1025, 1026, 2048, 2049};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count * COUNT_OF(counts); v++) {
        const variant *one = &variants[v / COUNT_OF(counts)];
        uint32_t edits_missed = counts[v % COUNT_OF(counts)];
        if (variant_needs_aids(one->algo)) {
            continue; /* an edit makes them stale */
        }
        trip t = trip_from_picture(rows, 200);
        wend_state gap = (wend_state)plain_mark(rows, 'm'),
                   pocket = (wend_state)plain_mark(rows, 'p');
        t.truth.cells[gap] = '@';
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, one);
        trip_walk(&t);
        assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE);
        trip_set_cell(&t, gap, '.');
        for (uint32_t n = 1; n < edits_missed; n++) {
            trip_set_cell(&t, pocket, n % 2 ? '@' : '.');
        }
        trip_walk(&t);
        check(t.tick.status == WEND_AGENT_ARRIVED, "%s misses one of %u edits", one->name,
              edits_missed);
        trip_close(&t);
    }
}

/* As long as the map remembers all edits, they are checked one by one: if none is relevant, no
 * search is restarted. With one more edit, anything must be assumed. */
static void edits_that_are_remembered_cost_no_search(void **state) {
    (void)state;
    /* A pocket behind more rock than jump point search reads in one word. */
#define ROCK "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
    static const char *const rows[] = {"s........g@" ROCK "@", "..........@" ROCK "p",
                                       "..........@" ROCK "@", NULL};
#undef ROCK
    static const char *const algos[] = {"tba",  "astar", "rtba", "repeated-astar",
                                        "tbwa", "jps",   "tbjps"};
    for (uint32_t i = 0; i < COUNT_OF(algos) * 3; i++) {
        uint32_t missed = 1023 + i % 3;
        variant v = {.algo = wend_algo_find(algos[i / 3])};
        trip t;
        trip_open_picture(&t, rows, 500, &v);
        trip_step(&t);
        for (uint32_t n = 0; n < missed; n++) {
            trip_set_cell(&t, (wend_state)plain_mark(rows, 'p'), n % 2 ? '.' : '@');
        }
        trip_walk(&t);
        assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
        check(wend_agent_stats(t.agent).restarts == (missed > 1024), "%s: %u restarts after %u",
              algos[i / 3], (uint32_t)wend_agent_stats(t.agent).restarts, missed);
        trip_close(&t);
    }
}

/* ---- A stream of edits
 * ---------------------------------------------------------------------------- */

/* A hall with a wall across it and a niche beside the start, 'n'. */
static const char *const hall[] = {
    "n@............", ".s............", "..............", "..............", "..............",
    "@@@@@@@@@@@@@.", "..............", "..............", "g.............", NULL};

/* The niche is opened and closed repeatedly. No route leads through it, but a search that has seen
 * the start cannot know that. Searches become longer until one finishes, and the agent arrives. */
static void a_stream_of_edits_starves_no_unit(void **state) {
    (void)state;
    static const char *const algos[] = {"astar", "repeated-astar", "tba",       "rtba",
                                        "tbwa",  "tba-late",       "dstar-lite"};
    static const uint32_t budgets[] = {1, 2, 3, 10};
    wend_state niche = (wend_state)plain_mark(hall, 'n');
    for (uint32_t i = 0; i < COUNT_OF(algos) * COUNT_OF(budgets); i++) {
        variant v = {.algo = wend_algo_find(algos[i % COUNT_OF(algos)])};
        trip t = trip_from_picture(hall, budgets[i / COUNT_OF(algos)]);
        t.def.bounded.trace_per_expansion = 1000; /* a route is traced in the tick that finds it */
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &v);
        do {
            trip_step(&t);
            if (wend_agent_state(t.agent) != niche) {
                trip_set_cell(&t, niche, t.ticks % 2 ? '@' : '.');
            }
            check(t.ticks < 20000, "%s, budget %u: not there after 20000 ticks, %u restarts",
                  trip_algo(&t), t.budget, (uint32_t)wend_agent_stats(t.agent).restarts);
        } while (trip_is_active(&t));
        assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
        trip_close(&t);
    }
}

/* ---- A new goal during a shortcut ------------------------------------------------------------ */

/* The route leads through the lower corridor, but this runs past the goal and back. The upper
 * corridor therefore looks better until the hall at its end has been searched:
 *
 *     ..................HHHHHHHHHHHHHH
 *     s@@@@@@@@@@@@.@@@@HHHHHHHHHHHHHH      a way across that leads back west, so
 *     .@@@@@@.......@@@@HHHHHHHHHHHHHH      that the search never enters it
 *     .@@@@@@.@@@@@@@@@@HHHHHHHHHHHHHH
 *     .@@@@@@.@@@@@@@@@@HHHHHHHHHHHHHH
 *     ..........@@@@@@@@HHHHHHHHHHHHHH
 *     @@@@@@@@@.@@@@@@@@@@@@@@@@@@@@@@
 *     @@@@@@@@@.......................
 *     @@@@@@@@@@@@@@@@@@@@@@@@@@@@@g..
 *
 * By then the agent is half-way along the upper corridor. */
#define WIDE 400u
#define HIGH 124u

static void dig(char *cells, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    for (uint32_t row = y; row < y + height; row++) {
        memset(cells + (size_t)row * WIDE + x, '.', width);
    }
}

static wend_map *make_crossing(void) {
    static char cells[WIDE * HIGH];
    memset(cells, '@', sizeof cells);
    dig(cells, 0, 0, 396, 1);    /* the upper corridor */
    dig(cells, 80, 0, 316, 118); /* the hall */
    dig(cells, 0, 1, 1, 6);      /* down from the start */
    dig(cells, 30, 1, 1, 2);     /* the crossing: down, west, down */
    dig(cells, 12, 2, 19, 1);
    dig(cells, 12, 3, 1, 4);
    dig(cells, 0, 6, 71, 1); /* the lower corridor */
    dig(cells, 70, 6, 1, 115);
    dig(cells, 70, 120, 330, 1);
    dig(cells, 399, 120, 1, 3);
    dig(cells, 397, 122, 3, 1);
    wend_map_def def = {.width = WIDE, .height = HIGH, .neighbors = 4, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

/* Ticks until the agent has made this many moves after a shortcut was found. */
static walker walk_onto_shortcut(const char *algo, uint32_t steps) {
    wend_map *map = make_crossing();
    wend_agent_def def = {0};
    def.algo = wend_algo_find(algo), def.bounded.shortcut = WEND_ON;
    def.start = wend_map_state(map, 0, 1), def.goal = wend_map_state(map, 397, 122);
    walker w = walker_open_on(map, &def, 700);
    do {
        walker_step(&w);
        check(walker_is_active(&w), "%s finds no shortcut", algo);
    } while (!(w.tick.flags & WEND_TICK_SHORTCUT));
    for (uint32_t n = 0; n < steps; n++) {
        walker_step(&w);
    }
    return w;
}

/* An agent on a shortcut to its route may stand where its search has never been. With a new goal
 * that the search has expanded, it must not assume that it can step back from there. */
static void goals_may_move_while_a_shortcut_is_walked(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "tbwa", "rtba"};
    static const wend_state goals[] = {20, 50 * WIDE + 100, 6 * WIDE + 30, 120 * WIDE + 200};
    uint32_t off_tree = 0, on_tree = 0;
    static const uint32_t steps[] = {0, 20, 32, 36, 40, 44};
    for (uint32_t i = 0; i < COUNT_OF(goals) * COUNT_OF(steps); i++) {
        const char *algo = algos[i % COUNT_OF(algos)];
        wend_state goal = goals[i % COUNT_OF(goals)];
        walker w = walk_onto_shortcut(algo, steps[i / COUNT_OF(goals)]);
        bool is_off = wend_agent_mark(w.agent, w.tick.state) == WEND_MARK_NONE;
        assert_int_equal(wend_agent_mark(w.agent, goal), WEND_MARK_CLOSED);
        off_tree += is_off, on_tree += !is_off;
        assert_int_equal(wend_agent_set_goal(w.agent, goal), WEND_OK);
        wend_agent_status status = walker_walk(&w);
        check(status == WEND_AGENT_ARRIVED && w.tick.state == goal, "case %u, %s: status %d", i,
              algo, (int)status);
        walker_close(&w);
    }
    check(off_tree > 0 && on_tree > 0, "off the tree %u times, on it %u times", off_tree, on_tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_agent_walks_through_a_new_swamp),
        cmocka_unit_test(after_the_last_edit_routes_are_optimal),
        cmocka_unit_test(searches_are_given_up_for_a_reason),
        cmocka_unit_test(every_move_of_dstar_lite_is_on_a_shortest_route),
        cmocka_unit_test(a_first_road_is_used_well),
        cmocka_unit_test(no_number_of_missed_edits_hides_one),
        cmocka_unit_test(edits_that_are_remembered_cost_no_search),
        cmocka_unit_test(a_stream_of_edits_starves_no_unit),
        cmocka_unit_test(goals_may_move_while_a_shortcut_is_walked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
