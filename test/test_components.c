/* Connected components of a map under edits, against floods. */
#include <wend/belief.h>
#include <wend/components.h>

#include "domain/components.h"
#include "support/dice.h"
#include "support/ledger.h"
#include "support/test.h"
#include "support/update.h"

#include <stdio.h>
#include <string.h>

#define CELLS_MAX 30000u

/* ---- The reference --------------------------------------------------------------------------- */

/* By cell: the number of its component, from 1, or 0 if it is blocked; by component: its first
 * cell. */
typedef struct flood {
    uint32_t part[CELLS_MAX];
    wend_state first[CELLS_MAX];
    wend_state queue[CELLS_MAX];
    uint32_t count;
} flood;

typedef struct world {
    wend_map *map;
    wend_components *components;
    uint32_t width, height, cells;
    dice d;
} world;

static bool is_free(const world *w, wend_state s) {
    return wend_map_is_free(w->map, s % w->width, s / w->width);
}

/* The free cells that a move leads to; wend_map_move_cost has a reference of its own. */
static uint32_t moves_from(const world *w, wend_state from, wend_state *to) {
    uint32_t x = from % w->width, y = from / w->width, count = 0;
    int reach = wend_map_neighbors(w->map) == 16 ? 2 : 1;
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            wend_state s = wend_map_state(w->map, x + (uint32_t)dx, y + (uint32_t)dy);
            if ((dx || dy) && s != WEND_STATE_NONE && is_free(w, s) &&
                wend_map_move_cost(w->map, from, s)) {
                to[count++] = s;
            }
        }
    }
    return count;
}

static void flood_part(flood *f, const world *w, wend_state first) {
    uint32_t length = 0;
    f->first[++f->count] = first;
    f->part[first] = f->count;
    f->queue[length++] = first;
    for (uint32_t i = 0; i < length; i++) {
        wend_state to[24];
        for (uint32_t m = moves_from(w, f->queue[i], to); m--;) {
            if (!f->part[to[m]]) {
                f->part[to[m]] = f->count;
                f->queue[length++] = to[m];
            }
        }
    }
}

static flood *flood_all(const world *w) {
    static flood f;
    memset(f.part, 0, w->cells * sizeof *f.part);
    f.count = 0;
    for (wend_state s = 0; s < w->cells; s++) {
        if (is_free(w, s) && !f.part[s]) {
            flood_part(&f, w, s);
        }
    }
    return &f;
}

/* To the nearest free cell, by rows and columns, if it is within WEND_WAY_OUT_MAX. */
static int steps_to_free(const world *w, int x, int y) {
    int most = (int)WEND_WAY_OUT_MAX, least = most + 1;
    for (int dy = -most; dy <= most; dy++) {
        for (int dx = abs(dy) - most; dx <= most - abs(dy); dx++) {
            bool is_inside =
                x + dx >= 0 && y + dy >= 0 && x + dx < (int)w->width && y + dy < (int)w->height;
            int steps = abs(dx) + abs(dy);
            if (is_inside && steps < least &&
                is_free(w, (wend_state)(y + dy) * w->width + (wend_state)(x + dx))) {
                least = steps;
            }
        }
    }
    return least;
}

/* From a cell without a move to a free cell, to a cell that has one. */
static wend_state get_out(const world *w, wend_state from) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    wend_state exits[24];
    if (moves_from(w, from, exits) > 0) {
        return from;
    }
    int x = (int)(from % w->width), y = (int)(from / w->width);
    int steps = steps_to_free(w, x, y);
    for (int i = 0; i < 4 && steps <= (int)WEND_WAY_OUT_MAX; i++) {
        bool is_inside = x + dx[i] >= 0 && y + dy[i] >= 0 && x + dx[i] < (int)w->width &&
                         y + dy[i] < (int)w->height;
        if (is_inside && steps_to_free(w, x + dx[i], y + dy[i]) < steps) {
            return get_out(w, (wend_state)(y + dy[i]) * w->width + (wend_state)(x + dx[i]));
        }
    }
    return from;
}

/* Whether a cell can be reached; from a blocked cell, through its exits. */
static bool truth(const flood *f, const world *w, wend_state from, wend_state to) {
    if (from == to) {
        return true;
    }
    if (f->part[from]) {
        return f->part[from] == f->part[to];
    }
    wend_state exits[24];
    for (uint32_t m = moves_from(w, get_out(w, from), exits); m--;) {
        if (f->part[to] && f->part[exits[m]] == f->part[to]) {
            return true;
        }
    }
    return false;
}

static uint32_t octile(const world *w, wend_state a, wend_state b) {
    int dx = abs((int)(a % w->width) - (int)(b % w->width));
    int dy = abs((int)(a / w->width) - (int)(b / w->width));
    uint32_t straight = (uint32_t)abs(dx - dy), diagonal = (uint32_t)(dx < dy ? dx : dy);
    return straight * WEND_COST_ONE + diagonal * WEND_COST_DIAGONAL;
}

/* By the documented rule, cell by cell: ties go to the smallest number. */
static wend_state nearest_of(const flood *f, const world *w, wend_state from, wend_state to) {
    wend_state best = WEND_STATE_NONE, begin = is_free(w, from) ? from : get_out(w, from);
    for (wend_state s = 0; s < w->cells; s++) {
        if (!f->part[s] || !truth(f, w, begin, s)) {
            continue;
        }
        bool is_better =
            best == WEND_STATE_NONE || octile(w, s, to) < octile(w, best, to) ||
            (octile(w, s, to) == octile(w, best, to) && octile(w, s, from) < octile(w, best, from));
        best = is_better ? s : best;
    }
    return best;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static void open_world(world *w, const wend_map_def *def, const char *cells) {
    w->width = def->width;
    w->height = def->height;
    w->cells = def->width * def->height;
    assert_true(w->cells <= CELLS_MAX);
    wend_map_def form = *def;
    form.cells = cells;
    assert_int_equal(wend_map_create(&form, &w->map, NULL), WEND_OK);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = w->map}, &w->components, NULL),
        WEND_OK);
    assert_ptr_equal(wend_components_map(w->components), w->map);
}

static void close_world(world *w) {
    wend_components_destroy(w->components);
    wend_map_destroy(w->map);
}

/* Odd sizes, from one cell to three by three chunks; every move rule; few to most cells blocked. */
static void random_world(world *w, uint32_t seed) {
    static const uint32_t sides[] = {1, 2, 63, 64, 65, 66, 127, 128, 129, 150};
    static const uint32_t neighbors[] = {4, 8, 8, 8, 16};
    static const uint32_t percents[] = {0, 10, 35, 41, 50, 60, 90};
    static char cells[CELLS_MAX];
    w->d = dice_of(seed);
    wend_map_def def = {0};
    def.width = dice_percent(&w->d, 70) ? DICE_PICK(&w->d, sides) : dice_between(&w->d, 1, 170);
    def.height = dice_percent(&w->d, 70) ? DICE_PICK(&w->d, sides) : dice_between(&w->d, 1, 170);
    def.neighbors = DICE_PICK(&w->d, neighbors);
    def.corners = (wend_corners)dice_between(&w->d, 0, 2);
    uint32_t blocked = DICE_PICK(&w->d, percents);
    for (uint32_t i = 0; i < def.width * def.height; i++) {
        cells[i] = dice_percent(&w->d, blocked) ? '@' : '.';
    }
    open_world(w, &def, cells);
}

static wend_state random_cell(world *w) {
    return dice_between(&w->d, 0, w->cells - 1);
}

static void set(world *w, wend_state s, bool free) {
    assert_int_equal(wend_map_set_free(w->map, s % w->width, s / w->width, free), WEND_OK);
}

/* Cells near the borders of chunks matter most. */
static wend_state random_edited(world *w) {
    wend_state s = random_cell(w);
    uint32_t x = s % w->width, y = s / w->width;
    if (dice_percent(&w->d, 50) && w->width > 65) {
        x = 63 + dice_between(&w->d, 0, 1);
    }
    if (dice_percent(&w->d, 30) && w->height > 65) {
        y = 63 + dice_between(&w->d, 0, 1);
    }
    return y * w->width + x;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static void check_pair(const world *w, const flood *f, wend_state from, wend_state to,
                       bool is_current) {
    wend_reach reach = wend_components_reach(w->components, from, to);
    bool is_reachable = truth(f, w, from, to);
    bool is_right = reach == (is_reachable ? WEND_REACH_REACHABLE : WEND_REACH_UNREACHABLE) ||
                    (reach == WEND_REACH_UNKNOWN && !is_current);
    check(is_right, "%u x %u, %u neighbours, corners %d: from %u to %u: %d, expected %d", w->width,
          w->height, wend_map_neighbors(w->map), wend_map_corners(w->map), from, to, reach,
          is_reachable);
}

/* Compares every cell with the first cell of its component, and the first cells with one
 * another. */
static void check_all(const world *w, const flood *f) {
    for (wend_state s = 0; s < w->cells; s++) {
        if (f->part[s]) {
            check_pair(w, f, f->first[f->part[s]], s, true);
        }
    }
    for (uint32_t a = 1; a <= f->count && a <= 40; a++) {
        for (uint32_t b = 1; b <= f->count && b <= 40; b++) {
            check_pair(w, f, f->first[a], f->first[b], true);
        }
    }
}

static void check_some(world *w, const flood *f, bool is_current) {
    for (uint32_t i = 0; i < 40; i++) {
        check_pair(w, f, random_cell(w), random_cell(w), is_current);
    }
}

static void check_nearest(world *w, const flood *f, bool is_current) {
    wend_state from = random_cell(w), to = random_cell(w), nearest = 0;
    wend_reach reach = wend_components_nearest(w->components, from, to, &nearest);
    wend_state expected = from == to ? to : nearest_of(f, w, from, to);
    if (reach == WEND_REACH_UNKNOWN) {
        assert_false(is_current);
        assert_true(nearest < w->cells && is_free(w, nearest));
        return;
    }
    check(nearest == expected,
          "%u x %u, %u neighbours, corners %d: nearest from %u to %u: %u, not %u", w->width,
          w->height, wend_map_neighbors(w->map), wend_map_corners(w->map), from, to, nearest,
          expected);
    assert_int_equal(reach,
                     expected == WEND_STATE_NONE ? WEND_REACH_UNREACHABLE : WEND_REACH_REACHABLE);
}

static void answers_are_those_of_floods(void **state) {
    (void)state;
    uint32_t edits = 0, unknown_allowed = 0;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        world w;
        random_world(&w, seed);
        check_all(&w, flood_all(&w));
        for (uint32_t round = 0; round < 12; round++) {
            uint32_t kind = dice_between(&w.d, 0, 3); /* block, free, flip */
            uint32_t count = dice_between(&w.d, 1, round % 4 == 3 ? 200 : 3);
            for (uint32_t i = 0; i < count; i++) {
                wend_state s = random_edited(&w);
                set(&w, s, kind == 0 ? false : kind == 1 ? true : !is_free(&w, s));
            }
            edits += count;
            flood *f = flood_all(&w);
            check_some(&w, f, false);
            check_nearest(&w, f, false);
            uint32_t left = update_chunks(w.components, dice_between(&w.d, 0, 2));
            unknown_allowed += left > 0;
            check_some(&w, f, left == 0);
            check_nearest(&w, f, left == 0);
            if (dice_percent(&w.d, 70)) {
                assert_int_equal(update_chunks(w.components, UINT32_MAX), 0);
                check_all(&w, f);
                check_some(&w, f, true);
                check_nearest(&w, f, true);
            }
        }
        close_world(&w);
    }
    print_message("%u edits\n", edits);
    assert_true(unknown_allowed > 0);
}

/* ---- What stays valid ------------------------------------------------------------------------ */

/* Two halves of 200 x 70 cells and a wall between them at x = 100. */
static void two_halves(world *w) {
    static char cells[200 * 70];
    for (uint32_t i = 0; i < sizeof cells; i++) {
        cells[i] = i % 200 == 100 ? '@' : '.';
    }
    wend_map_def def = {.width = 200, .height = 70};
    open_world(w, &def, cells);
}

#define WEST  0u
#define EAST  199u
#define DOOR  (200u * 5 + 100)
#define ASIDE (200u * 60 + 30)

static wend_reach reach(const world *w, wend_state from, wend_state to) {
    return wend_components_reach(w->components, from, to);
}

static void edits_that_block_keep_no(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNREACHABLE);
    assert_int_equal(reach(&w, WEST, 99), WEND_REACH_REACHABLE);
    uint64_t version = wend_components_version(w.components);
    set(&w, ASIDE, false);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNREACHABLE);
    assert_int_equal(reach(&w, WEST, 99), WEND_REACH_UNKNOWN);
    assert_int_equal(reach(&w, WEST, ASIDE), WEND_REACH_UNREACHABLE); /* the query reads the cell */
    assert_int_equal(wend_components_version(w.components), version);
    assert_int_equal(update_chunks(w.components, 1), 0);
    assert_true(wend_components_version(w.components) > version);
    assert_int_equal(reach(&w, WEST, 99), WEND_REACH_REACHABLE);
    close_world(&w);
}

static void edits_that_free_keep_yes(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    set(&w, DOOR, true);
    assert_int_equal(reach(&w, WEST, 99), WEND_REACH_REACHABLE);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNKNOWN);
    assert_int_equal(reach(&w, WEST, DOOR), WEND_REACH_UNKNOWN);
    wend_update_info info;
    assert_int_equal(
        wend_components_update(w.components, (wend_budget){.work = WEND_WORK_EXPANSION - 1}, &info),
        WEND_ERROR_BUDGET);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNKNOWN);
    assert_int_equal(update_chunks(w.components, 1), 0);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_REACHABLE);
    set(&w, DOOR, false);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNKNOWN);
    assert_int_equal(update_chunks(w.components, 1), 0);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNREACHABLE);
    close_world(&w);
}

/* A terrain change that keeps the cell passable or blocked, or a change of its factor, is not an
 * edit to the components. */
static void other_edits_change_nothing(void **state) {
    (void)state;
    static uint8_t factors[200 * 70];
    memset(factors, 3, sizeof factors);
    static char cells[200 * 70];
    memset(cells, '.', sizeof cells);
    wend_map_def def = {.width = 200, .height = 70, .factors = factors};
    world w;
    open_world(&w, &def, cells);
    assert_int_equal(wend_map_set_factor(w.map, 5, 5, 1), WEND_OK);
    assert_int_equal(wend_map_set_cell(w.map, 6, 5, 'S'), WEND_OK);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_REACHABLE);
    assert_int_equal(update_chunks(w.components, UINT32_MAX), 0);
    assert_int_equal(wend_components_version(w.components), 0);
    close_world(&w);
}

/* Far more edits than a map remembers. */
static void a_storm_of_edits_is_worked_in(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    set(&w, DOOR, true);
    for (uint32_t i = 0; i < 10000; i++) {
        set(&w, ASIDE, i % 2);
    }
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_UNKNOWN);
    assert_int_equal(update_chunks(w.components, UINT32_MAX), 0);
    assert_int_equal(reach(&w, WEST, EAST), WEND_REACH_REACHABLE);
    check_all(&w, flood_all(&w));
    close_world(&w);
}

/* If one chunk is edited again and again, the others are updated nevertheless. */
static void chunks_take_turns(void **state) {
    (void)state;
    world w;
    two_halves(&w); /* four chunks in a row, and four more below */
    for (uint32_t x = 3; x < 200; x += 64) {
        set(&w, x, false);
    }
    for (uint32_t left = 4; left > 0; left--) {
        assert_int_equal(update_chunks(w.components, 1), left - 1);
    }
    set(&w, 150, false); /* in the third chunk */
    set(&w, 3, true);
    assert_int_equal(update_chunks(w.components, 1), 1);
    uint32_t left = 1;
    for (uint32_t i = 0; i < 8 && left; i++) {
        set(&w, 3, i % 2);
        left = update_chunks(w.components, 1);
    }
    assert_int_equal(left, 0);
    assert_int_equal(reach(&w, 149, 150), WEND_REACH_UNREACHABLE);
    assert_int_equal(reach(&w, 149, 151), WEND_REACH_REACHABLE);
    close_world(&w);
}

/* ---- Special cases --------------------------------------------------------------------------- */

/* As many regions as possible. */
static void checkerboards_have_a_part_per_cell(void **state) {
    (void)state;
    static char cells[130 * 130];
    for (uint32_t i = 0; i < sizeof cells; i++) {
        cells[i] = (i % 130 + i / 130) % 2 ? '@' : '.';
    }
    for (int corners = WEND_CORNERS_NEVER; corners <= WEND_CORNERS_ALWAYS; corners++) {
        wend_map_def def = {.width = 130, .height = 130, .corners = (wend_corners)corners};
        world w = {.d = dice_of(7)};
        open_world(&w, &def, cells);
        flood *f = flood_all(&w);
        assert_int_equal(f->count, corners == WEND_CORNERS_ALWAYS ? 1 : 130 * 130 / 2);
        check_all(&w, f);
        check_some(&w, f, true);
        close_world(&w);
    }
}

/* In one chunk with more islands than labels, no two islands are confused. */
static void many_islands_are_distinguished(void **state) {
    (void)state;
    static char cells[64 * 64];
    for (uint32_t i = 0; i < sizeof cells; i++) {
        cells[i] = (i % 64 + i / 64) % 2 ? '@' : '.';
    }
    wend_map_def def = {.width = 64, .height = 64};
    world w;
    open_world(&w, &def, cells);
    for (wend_state a = 0; a < 300; a++) {
        for (wend_state b = 0; b < 300; b++) {
            bool both_free = is_free(&w, a) && is_free(&w, b);
            check(!both_free ||
                      reach(&w, a, b) == (a == b ? WEND_REACH_REACHABLE : WEND_REACH_UNREACHABLE),
                  "from %u to %u", a, b);
        }
    }
    close_world(&w);
}

static uint32_t cells_of(const world *w, const flood *f, uint32_t part) {
    uint32_t count = 0;
    for (wend_state s = 0; s < w->cells; s++) {
        count += f->part[s] == part;
    }
    return count;
}

/* Islands of all sizes, more of them than labels. Islands that share a label are small, so a query
 * floods few cells, and the nearest cell of an island is found in its chunk. */
static void crowded_chunks_answer_in_constant_time(void **state) {
    (void)state;
    static char cells[160 * 160];
    uint32_t shared = 0;
    for (uint32_t seed = 0; seed < test_scaled(20); seed++) {
        world w = {.d = dice_of(seed)};
        for (uint32_t i = 0; i < sizeof cells; i++) {
            cells[i] = dice_percent(&w.d, 50 + seed % 3 * 5) ? '@' : '.';
        }
        wend_map_def def = {.width = 160,
                            .height = 160,
                            .corners = seed % 4 == 3 ? WEND_CORNERS_ALWAYS : WEND_CORNERS_NEVER};
        open_world(&w, &def, cells);
        flood *f = flood_all(&w);
        check_all(&w, f);
        for (wend_state s = 0; s < w.cells; s++) {
            if (w.components->labels[s] == WN_SMALL_ISLANDS && f->first[f->part[s]] == s) {
                uint32_t count = cells_of(&w, f, f->part[s]), read = 0;
                check(count <= WN_SMALL_ISLAND, "%u cells share a label", count);
                wend_state nearest;
                wn_components_nearest(w.components, s, random_cell(&w), &nearest, &read);
                check(read <= WN_CHUNK_CELLS + WN_REGIONS, "the nearest cell takes %u", read);
                shared++;
            }
        }
        for (uint32_t i = 0; i < 20; i++) {
            check_nearest(&w, f, true);
        }
        close_world(&w);
    }
    assert_true(shared > 100 * test_scaled(20));
}

/* Four chunks meet in a point, and two cells touch across it. */
static void corners_of_chunks_are_linked(void **state) {
    (void)state;
    static char cells[128 * 128];
    memset(cells, '@', sizeof cells);
    wend_map_def def = {.width = 128, .height = 128, .corners = WEND_CORNERS_ALWAYS};
    world w;
    open_world(&w, &def, cells);
    const wend_state pairs[][2] = {{63 * 128 + 63, 64 * 128 + 64}, {63 * 128 + 64, 64 * 128 + 63}};
    for (uint32_t i = 0; i < 8; i++) { /* edits of either end, seen from either side */
        wend_state a = pairs[i / 4][i % 2], b = pairs[i / 4][1 - i % 2];
        set(&w, a, true);
        update_chunks(w.components, UINT32_MAX);
        set(&w, b, true);
        update_chunks(w.components, UINT32_MAX);
        assert_int_equal(reach(&w, a, b), WEND_REACH_REACHABLE);
        set(&w, a, false);
        set(&w, b, false);
        update_chunks(w.components, UINT32_MAX);
    }
    set(&w, pairs[0][0], true);
    set(&w, pairs[0][1], true);
    wend_components *components;
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = w.map}, &components, NULL), WEND_OK);
    assert_int_equal(wend_components_reach(components, pairs[0][0], pairs[0][1]),
                     WEND_REACH_REACHABLE);
    wend_components_destroy(components);
    close_world(&w);
}

/* An agent in a wall leaves by one of its sides. */
static void a_blocked_cell_can_be_left(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    assert_int_equal(reach(&w, DOOR, WEST), WEND_REACH_REACHABLE);
    assert_int_equal(reach(&w, DOOR, EAST), WEND_REACH_REACHABLE);
    assert_int_equal(reach(&w, WEST, DOOR), WEND_REACH_UNREACHABLE);
    assert_int_equal(reach(&w, DOOR, DOOR), WEND_REACH_REACHABLE);
    set(&w, DOOR + 1, false);
    assert_int_equal(reach(&w, DOOR, DOOR - 1),
                     WEND_REACH_REACHABLE); /* the exit itself, at once */
    update_chunks(w.components, UINT32_MAX);
    assert_int_equal(reach(&w, DOOR, EAST), WEND_REACH_UNREACHABLE);
    wend_state nearest;
    assert_int_equal(wend_components_nearest(w.components, DOOR, EAST, &nearest),
                     WEND_REACH_REACHABLE);
    assert_int_equal(nearest, 99);
    set(&w, DOOR - 1, false); /* no move leads to a free cell: it gets out to the nearest one */
    update_chunks(w.components, UINT32_MAX);
    assert_int_equal(reach(&w, DOOR, WEST), reach(&w, get_out(&w, DOOR), WEST));
    assert_int_equal(reach(&w, DOOR, EAST), reach(&w, get_out(&w, DOOR), EAST));
    assert_int_equal(wend_components_nearest(w.components, DOOR, EAST, &nearest),
                     WEND_REACH_REACHABLE);
    for (wend_state s = 0; s < w.cells; s++) {
        set(&w, s, false);
    }
    assert_int_equal(wend_components_nearest(w.components, DOOR, EAST, &nearest),
                     WEND_REACH_UNREACHABLE);
    assert_int_equal(nearest, WEND_STATE_NONE);
    close_world(&w);
}

static void the_nearest_cell_follows_the_rule(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    wend_state nearest;
    /* Straight across the wall. */
    assert_int_equal(wend_components_nearest(w.components, WEST, 200 * 30 + 104, &nearest),
                     WEND_REACH_REACHABLE);
    assert_int_equal(nearest, 200 * 30 + 99);
    /* Into the wall: both sides are equally near, and only one is reachable. */
    assert_int_equal(wend_components_nearest(w.components, EAST, DOOR, &nearest),
                     WEND_REACH_REACHABLE);
    assert_int_equal(nearest, DOOR + 1);
    /* Equally near above and below, and equally far from `from`: the smaller number wins. */
    set(&w, 200 * 30 + 50, false);
    update_chunks(w.components, UINT32_MAX);
    assert_int_equal(wend_components_nearest(w.components, 200 * 30 + 20, 200 * 30 + 50, &nearest),
                     WEND_REACH_REACHABLE);
    assert_int_equal(nearest, 200 * 30 + 49);
    assert_int_equal(wend_components_nearest(w.components, 50, 200 * 30 + 50, &nearest),
                     WEND_REACH_REACHABLE);
    assert_int_equal(nearest, 200 * 29 + 50);
    assert_int_equal(wend_components_nearest(w.components, WEST, 99, &nearest),
                     WEND_REACH_REACHABLE);
    assert_int_equal(nearest, 99);
    close_world(&w);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    wend_state nearest = 7;
    assert_int_equal(reach(&w, w.cells, 0), WEND_REACH_UNREACHABLE);
    assert_int_equal(reach(&w, 0, w.cells), WEND_REACH_UNREACHABLE);
    assert_int_equal(wend_components_nearest(w.components, 0, w.cells, &nearest),
                     WEND_REACH_UNREACHABLE);
    assert_int_equal(nearest, WEND_STATE_NONE);
    assert_int_equal(wend_components_nearest(w.components, w.cells, 0, &nearest),
                     WEND_REACH_UNREACHABLE);
    assert_int_equal(wend_components_nearest(w.components, 0, 0, NULL), WEND_REACH_UNREACHABLE);
    wend_components *components = w.components;
    assert_int_equal(wend_components_create(NULL, &components, NULL), WEND_ERROR_ARGUMENT);
    assert_null(components);
    assert_int_equal(wend_components_create(&(wend_components_def){0}, &components, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_components_create(&(wend_components_def){.map = w.map}, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    close_world(&w);
}

/* All memory is allocated by the creation. */
static void updates_do_not_allocate(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    ledger book = {.fail_at = 1};
    wend_components *components;
    wend_components_def def = {.map = w.map, .allocator = ledger_allocator(&book)};
    assert_int_equal(wend_components_create(&def, &components, NULL), WEND_ERROR_MEMORY);
    assert_null(components);
    assert_int_equal(wend_components_create(&def, &components, NULL), WEND_OK);
    assert_int_equal(book.calls, 2);
    assert_int_equal(wend_components_memory(components), book.live_bytes);
    book.forbidden = true;
    for (wend_state s = 0; s < w.cells; s += 2) {
        set(&w, s, false);
    }
    assert_int_equal(update_chunks(components, UINT32_MAX), 0);
    wend_state nearest;
    assert_int_equal(wend_components_nearest(components, 1, EAST, &nearest), WEND_REACH_REACHABLE);
    book.forbidden = false;
    wend_components_destroy(components);
    assert_int_equal(book.live_bytes, 0);
    def.allocator.release = NULL;
    assert_int_equal(wend_components_create(&def, &components, NULL), WEND_ERROR_ARGUMENT);
    close_world(&w);
}

/* Observations edit a belief's map, and its components follow. */
static void beliefs_have_components(void **state) {
    (void)state;
    world w;
    two_halves(&w);
    wend_belief_def def = {.world = w.map, .sight = 64};
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
    wend_components *components;
    assert_int_equal(wend_components_create(&(wend_components_def){.map = wend_belief_map(belief)},
                                            &components, NULL),
                     WEND_OK);
    assert_int_equal(wend_components_reach(components, WEST, EAST), WEND_REACH_REACHABLE);
    for (uint32_t y = 0; y < 70; y += 10) {
        wend_belief_sense(belief, 60, y);
    }
    assert_int_equal(wend_components_reach(components, WEST, EAST), WEND_REACH_UNKNOWN);
    update_chunks(components, UINT32_MAX);
    assert_int_equal(wend_components_reach(components, WEST, EAST), WEND_REACH_UNREACHABLE);
    wend_components_destroy(components);
    wend_belief_destroy(belief);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_floods),
        cmocka_unit_test(edits_that_block_keep_no),
        cmocka_unit_test(edits_that_free_keep_yes),
        cmocka_unit_test(other_edits_change_nothing),
        cmocka_unit_test(a_storm_of_edits_is_worked_in),
        cmocka_unit_test(chunks_take_turns),
        cmocka_unit_test(checkerboards_have_a_part_per_cell),
        cmocka_unit_test(many_islands_are_distinguished),
        cmocka_unit_test(crowded_chunks_answer_in_constant_time),
        cmocka_unit_test(corners_of_chunks_are_linked),
        cmocka_unit_test(a_blocked_cell_can_be_left),
        cmocka_unit_test(the_nearest_cell_follows_the_rule),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(updates_do_not_allocate),
        cmocka_unit_test(beliefs_have_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
