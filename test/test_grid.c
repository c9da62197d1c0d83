/* Grids: numbering, legal moves, heuristics, canonical ordering, and errors of a map definition. */
#include "domain/grid.h"

#include "support/plain_map.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

/* ---- Numbering ------------------------------------------------------------------------------- */

static void check_numbers(uint32_t width, uint32_t height) {
    wend_map_def def = {.width = width, .height = height};
    char *cells = test_alloc((size_t)width * height);
    memset(cells, '.', (size_t)width * height);
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    uint8_t *seen = calloc(map->domain.id_limit, 1);
    assert_non_null(seen);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            wend_state state = wend_map_state(map, x, y);
            wn_id id = wn_grid_id(map, x, y);
            check(state == y * width + x && wend_map_x(map, state) == x &&
                      wend_map_y(map, state) == y,
                  "state of (%u,%u)", x, y);
            check(wn_grid_x(map, id) == x && wn_grid_y(map, id) == y, "id of (%u,%u)", x, y);
            check(wn_grid_id_of_state(map, state) == id && wn_grid_state_of_id(map, id) == state,
                  "state and id of (%u,%u)", x, y);
            check(id < map->domain.id_limit && !seen[id], "id %u is out of range or double", id);
            seen[id] = 1;
            wn_around a = wn_grid_around(map->cells.x_mask, id);
            check((x + 1 == width || (a.x_more | a.y) == wn_grid_id(map, x + 1, y)) &&
                      (x == 0 || (a.x_less | a.y) == wn_grid_id(map, x - 1, y)) &&
                      (y + 1 == height || (a.x | a.y_more) == wn_grid_id(map, x, y + 1)) &&
                      (y == 0 || (a.x | a.y_less) == wn_grid_id(map, x, y - 1)),
                  "neighbours of (%u,%u)", x, y);
        }
    }
    assert_int_equal(wend_map_state(map, width, 0), WEND_STATE_NONE);
    assert_int_equal(wend_map_state(map, 0, height), WEND_STATE_NONE);
    assert_int_equal(wend_map_free_count(map), width * height);
    free(seen);
    free(cells);
    wend_map_destroy(map);
}

static void cells_states_and_ids_correspond(void **state) {
    (void)state;
    for (uint32_t width = 1; width <= 21; width++) {
        for (uint32_t height = 1; height <= 21; height++) {
            check_numbers(width, height);
        }
    }
    check_numbers(513, 7);
    check_numbers(7, 1025);
    check_numbers(WEND_MAP_SIDE_MAX, 3);
    check_numbers(2, WEND_MAP_SIDE_MAX);
}

/* ---- Legal moves ----------------------------------------------------------------------------- */

static void check_moves_of(const wend_map *map, const plain_map *plain, uint32_t number) {
    int cells = plain_cells(plain);
    uint32_t free_count = 0;
    for (int from = 0; from < cells; from++) {
        uint32_t x = wend_map_x(map, (wend_state)from), y = wend_map_y(map, (wend_state)from);
        bool is_free = plain_is_free(plain, (int)x, (int)y);
        check(wend_map_is_free(map, x, y) == is_free, "case %u: cell %d free?", number, from);
        check(wend_map_cell(map, x, y) == plain->cells[from], "case %u: cell %d", number, from);
        free_count += is_free;
        for (int to = 0; to < cells; to++) {
            wend_cost cost = wend_map_move_cost(map, (wend_state)from, (wend_state)to);
            check(cost == plain_move_cost(plain, from, to), "case %u: move from %d to %d costs %u",
                  number, from, to, cost);
        }
    }
    check(wend_map_free_count(map) == free_count, "case %u: free cells", number);
}

static void check_all_moves(const plain_map *plain, uint32_t number) {
    wend_map *map = plain_to_wend(plain);
    check_moves_of(map, plain, number);
    wend_map_destroy(map);
}

static void moves_follow_the_rules(void **state) {
    (void)state;
    static const int neighbors[] = {4, 8, 16};
    plain_map plain;
    for (uint32_t i = 0; i < test_scaled(150); i++) {
        dice d = dice_of(i);
        plain_random(&plain, &d, 13);
        for (uint32_t n = 0; n < COUNT_OF(neighbors); n++) {
            for (plain.corners = 0; plain.corners < 3; plain.corners++) {
                plain.neighbors = neighbors[n];
                check_all_moves(&plain, i);
            }
        }
    }
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static void an_edited_map_equals_a_new_one(void **state) {
    (void)state;
    plain_map plain;
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(5000 + i);
        plain_random(&plain, &d, 12);
        wend_map *map = plain_to_wend(&plain);
        uint64_t version = 0;
        for (uint32_t edit = 0; edit < 20; edit++) {
            uint32_t width = dice_between(&d, 1, (uint32_t)plain.width);
            uint32_t height = dice_between(&d, 1, (uint32_t)plain.height);
            uint32_t x = dice_between(&d, 0, (uint32_t)plain.width - width);
            uint32_t y = dice_between(&d, 0, (uint32_t)plain.height - height);
            if (edit % 4 != 0) {
                width = height = 1;
            }
            char cells[PLAIN_CELLS_MAX];
            for (uint32_t c = 0; c < width * height; c++) {
                char terrain = ".@TSGW"[dice_between(&d, 0, 5)];
                uint32_t cx = x + c % width, cy = y + c / width;
                bool was_free = plain_is_free(&plain, (int)cx, (int)cy);
                cells[c] = plain.cells[cy * (uint32_t)plain.width + cx] = terrain;
                version += was_free != plain_is_free(&plain, (int)cx, (int)cy);
            }
            assert_int_equal(wend_map_set_cells(map, x, y, width, height, cells), WEND_OK);
            assert_int_equal(wend_map_version(map), version);
        }
        check_moves_of(map, &plain, i);
        wend_map_destroy(map);
    }
}

static void bad_edits_change_nothing(void **state) {
    (void)state;
    static const char *const rows[] = {"...", ".@.", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    wend_map *map = plain_to_wend(&plain);
    assert_int_equal(wend_map_set_cell(NULL, 0, 0, '.'), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_cells(map, 0, 0, 1, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_cell(map, 3, 0, '@'), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_cell(map, 0, 2, '@'), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_cell(map, UINT32_MAX, 0, '@'), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_cells(map, 1, 0, UINT32_MAX, 1, "@@"), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_cells(map, 1, 0, 3, 1, "@@@"), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_cells(map, 0, 0, 2, 1, "@x"), WEND_ERROR_FORMAT);
    assert_int_equal(wend_map_set_factor(map, 0, 0, 2), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_map_version(map), 0);
    check_moves_of(map, &plain, 0);
    wend_map_destroy(map);
}

/* Every factor is at least 1; the diagnosis locates one that is not. */
static void a_factor_of_zero_is_placed(void **state) {
    (void)state;
    wend_map_def def = {0};
    uint8_t factors[3 * 2];
    def.width = 3, def.height = 2, def.factors = factors;
    for (uint32_t at = 0; at < 6; at++) {
        memset(factors, 1, sizeof factors);
        factors[at] = 0;
        wend_map *map = NULL;
        wend_diagnosis diagnosis = {.text = ""};
        def.cells = "......";
        assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_COST);
        assert_int_equal(diagnosis.line, at / 3 + 1);
        assert_int_equal(diagnosis.column, at % 3 + 1);
        assert_string_equal(diagnosis.field, "factors");
    }
}

static void factors_can_be_edited(void **state) {
    (void)state;
    wend_map_def def = {0};
    const uint8_t factors[] = {4, 4, 4, 4};
    def.width = 4, def.height = 1, def.factors = factors;
    wend_map *map;
    def.cells = "....";
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    assert_int_equal(wend_map_set_factor(map, 4, 0, 2), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_factor(map, 0, 0, 0), WEND_ERROR_COST);
    assert_int_equal(wend_map_set_factor(map, 1, 0, 8), WEND_OK);
    assert_int_equal(wend_map_move_cost(map, 0, 1), 6 * WEND_COST_ONE);
    assert_int_equal(map->cells.least_factor, 4);
    assert_int_equal(wend_map_set_factor(map, 1, 0, 2), WEND_OK);
    assert_int_equal(wend_map_move_cost(map, 0, 1), 3 * WEND_COST_ONE);
    assert_int_equal(map->cells.least_factor, 2);
    /* A blocked cell affects the heuristic only when it is freed. */
    assert_int_equal(wend_map_set_cell(map, 3, 0, '@'), WEND_OK);
    assert_int_equal(wend_map_set_factor(map, 3, 0, 1), WEND_OK);
    assert_int_equal(map->cells.least_factor, 2);
    assert_int_equal(wend_map_set_cell(map, 3, 0, '.'), WEND_OK);
    assert_int_equal(map->cells.least_factor, 1);
    wend_map_destroy(map);
}

static void successors_are_the_moves_cheapest_first(void **state) {
    (void)state;
    plain_map plain;
    for (uint32_t i = 0; i < test_scaled(500); i++) {
        dice d = dice_of(1000 + i);
        plain_random(&plain, &d, 20);
        wend_map *map = plain_to_wend(&plain);
        wn_move_set moves = plain.neighbors == 4    ? WN_MOVE_SET_4
                            : plain.neighbors == 16 ? WN_MOVE_SET_16
                                                    : WN_MOVE_SET_8;
        for (int from = 0; from < plain_cells(&plain); from++) {
            wn_successor out[WN_GRID_DEGREE_MAX];
            wn_id id = wn_grid_id_of_state(map, (wend_state)from);
            bool blocked = wn_grid_is_blocked(map, id); /* agents can leave it nevertheless */
            uint32_t count =
                blocked ? wn_grid_exits(map, id, out) : wn_grid_successors(map, id, out, moves);
            uint32_t expected = 0;
            for (uint32_t s = 0; s < count; s++) {
                int to = (int)wn_grid_state_of_id(map, out[s].id);
                check(out[s].cost == plain_move_cost(&plain, from, to), "case %u", i);
                check(s == 0 || out[s].cost >= out[s - 1].cost, "case %u: order", i);
            }
            for (int to = 0; to < plain_cells(&plain); to++) {
                bool is_free = plain_is_free(&plain, to % plain.width, to / plain.width);
                expected += is_free && plain_move_cost(&plain, from, to) > 0;
            }
            check(count == expected, "case %u: %u successors, not %u", i, count, expected);
        }
        wend_map_destroy(map);
    }
}

static void moves_outside_the_map_cost_nothing(void **state) {
    (void)state;
    plain_map plain = {.width = 4, .height = 2, .neighbors = 16, .cells = "........"};
    wend_map *map = plain_to_wend(&plain);
    assert_int_equal(wend_map_move_cost(map, 0, 8), 0);
    assert_int_equal(wend_map_move_cost(map, 8, 0), 0);
    assert_int_equal(wend_map_move_cost(map, WEND_STATE_NONE, 0), 0);
    assert_int_equal(wend_map_move_cost(map, 0, WEND_STATE_NONE), 0);
    assert_int_equal(wend_map_move_cost(map, 3, 4), 0); /* no move around the edge */
    assert_int_equal(wend_map_move_cost(map, 0, 0), 0);
    assert_int_equal(wend_map_move_cost(map, 0, 6), WEND_COST_KNIGHT);
    assert_int_equal(wend_map_move_cost(map, 0, 5), WEND_COST_DIAGONAL);
    assert_int_equal(wend_map_move_cost(map, 0, 1), WEND_COST_ONE);
    assert_int_equal(wend_map_cell(map, 4, 0), '@');
    assert_int_equal(wend_map_cell(map, 0, UINT32_MAX), '@');
    assert_false(wend_map_is_free(map, 4, 0));
    assert_false(wend_map_is_free(map, UINT32_MAX, UINT32_MAX));
    wend_map_destroy(map);
}

/* Far outside, the bits of a state wrap around to those of a cell inside. */
static void states_far_outside_are_outside(void **state) {
    (void)state;
    plain_map plain = {.width = 3, .height = 2, .neighbors = 8, .cells = "......"};
    wend_map *map = plain_to_wend(&plain);
    wend_state outside = 3u << 30;
    assert_int_equal(wend_map_move_cost(map, 1, outside), 0);
    assert_int_equal(wend_map_move_cost(map, outside, 1), 0);
    assert_int_equal(wend_map_move_cost(map, 1, 0), WEND_COST_ONE);
    wend_map_destroy(map);
}

/* ---- Heuristics ------------------------------------------------------------------------------ */

static void check_h(wend_map *map, const plain_map *plain, wn_move_set moves, int goal) {
    uint32_t goal_x = (uint32_t)(goal % plain->width), goal_y = (uint32_t)(goal / plain->width);
    for (int from = 0; from < plain_cells(plain); from++) {
        wn_id id = wn_grid_id_of_state(map, (wend_state)from);
        wend_cost h = wn_grid_h(map, id, goal_x, goal_y, moves);
        check(h == plain_h(plain, from, goal), "h from %d to %d is %u", from, goal, h);
        check(from != goal || h == 0, "h of the goal is %u", h);
        wn_successor out[WN_GRID_DEGREE_MAX];
        uint32_t count = wn_grid_successors(map, id, out, moves);
        for (uint32_t s = 0; s < count; s++) {
            wend_cost next = wn_grid_h(map, out[s].id, goal_x, goal_y, moves);
            check(h <= out[s].cost + next, "h is not consistent at %d for the goal %d", from, goal);
        }
    }
}

static void heuristics_are_consistent(void **state) {
    (void)state;
    static const int neighbors[] = {4, 8, 16};
    static const wn_move_set moves[] = {WN_MOVE_SET_4, WN_MOVE_SET_8, WN_MOVE_SET_16};
    plain_map plain = {.width = 61, .height = 57, .corners = WEND_CORNERS_ALWAYS};
    memset(plain.cells, '.', sizeof plain.cells);
    dice d = dice_of(5);
    for (uint32_t n = 0; n < COUNT_OF(neighbors); n++) {
        plain.neighbors = neighbors[n];
        wend_map *map = plain_to_wend(&plain);
        check_h(map, &plain, moves[n], 0);
        check_h(map, &plain, moves[n], plain_cells(&plain) - 1);
        for (uint32_t i = 0; i < test_scaled(60); i++) {
            check_h(map, &plain, moves[n], plain_random_free(&plain, &d));
        }
        wend_map_destroy(map);
    }
}

/* Also over the longest distances, where a product of 32 bits would wrap. */
static void heuristics_do_not_overflow(void **state) {
    (void)state;
    wend_map map = {.def = {.width = WEND_MAP_SIDE_MAX, .height = WEND_MAP_SIDE_MAX}};
    wn_cells_number(&map.cells, WEND_MAP_SIDE_MAX, WEND_MAP_SIDE_MAX);
    uint32_t last = WEND_MAP_SIDE_MAX - 1;
    wn_id corner = wn_grid_id(&map, last, last);
    assert_int_equal(wn_grid_h(&map, corner, 0, 0, WN_MOVE_SET_4), 2 * last * WEND_COST_ONE);
    assert_int_equal(wn_grid_h(&map, corner, 0, 0, WN_MOVE_SET_8), last * WEND_COST_DIAGONAL);
    /* 8191 * 1224 * sqrt 2, rounded down */
    assert_int_equal(wn_grid_h(&map, corner, 0, 0, WN_MOVE_SET_16), 14178599);
    uint64_t roots[] = {0, 1, 2, 3, 4, 15, 16, 17, UINT64_C(999999999999), UINT64_C(1000000000000)};
    uint64_t floors[] = {0, 1, 1, 1, 2, 3, 4, 4, 999999, 1000000};
    for (uint32_t i = 0; i < COUNT_OF(roots); i++) {
        assert_int_equal(wn_isqrt(roots[i]), floors[i]);
    }
}

/* ---- Canonical ordering ---------------------------------------------------------------------- */

/* Dijkstra over the pruned successors, each state with the hint that it was first reached with.
 * Pruning must not lose a state or a shortest route. */
static void pruned_distances(const wend_map *map, int start, wend_cost *out, uint64_t *entered) {
    bool done[PLAIN_CELLS_MAX] = {false};
    uint32_t hints[PLAIN_CELLS_MAX];
    int cells = (int)(map->def.width * map->def.height);
    for (int i = 0; i < cells; i++) {
        out[i] = PLAIN_UNREACHED;
    }
    out[start] = 0;
    hints[start] =
        wn_grid_hint(map, wn_grid_id_of_state(map, (wend_state)start), WN_MOVE_SET_8_CANONICAL);
    for (;;) {
        int at = -1;
        for (int i = 0; i < cells; i++) {
            if (!done[i] && out[i] != PLAIN_UNREACHED && (at < 0 || out[i] < out[at])) {
                at = i;
            }
        }
        if (at < 0) {
            return;
        }
        done[at] = true;
        wn_id id = wn_grid_id_of_state(map, (wend_state)at);
        wn_fan fan;
        wn_grid_fan(map, id, hints[at], &fan, WN_MOVE_SET_8_CANONICAL);
        wn_successor next;
        for (uint32_t hint; wn_grid_next(map, &fan, &next, &hint, WN_MOVE_SET_8_CANONICAL);) {
            ++*entered;
            wend_state to = wn_grid_state_of_id(map, next.id);
            if (out[at] + next.cost < out[to]) {
                out[to] = out[at] + next.cost;
                hints[to] = hint;
            }
        }
    }
}

/* Many small maps and a few larger ones: a rule depends on 3 x 3 cells only. */
static void keeps_every_distance(wend_corners corners) {
    plain_map plain;
    uint64_t entered = 0, all = 0;
    for (uint32_t i = 0; i < test_scaled(20000); i++) {
        dice d = dice_of(2000 + i);
        plain_random(&plain, &d, i % 8 ? 9 : 22);
        plain.neighbors = 8;
        plain.corners = (int)corners;
        int start = plain_random_free(&plain, &d);
        if (start < 0) {
            continue;
        }
        wend_map *map = plain_to_wend(&plain);
        wend_cost expected[PLAIN_CELLS_MAX], found[PLAIN_CELLS_MAX];
        plain_distances(&plain, start, expected);
        pruned_distances(map, start, found, &entered);
        for (int c = 0; c < plain_cells(&plain); c++) {
            if (found[c] != expected[c]) {
                plain_print(&plain, start, c);
            }
            check(found[c] == expected[c], "case %u: distance %u, not %u", i, found[c],
                  expected[c]);
            all += expected[c] == PLAIN_UNREACHED
                       ? 0
                       : wn_count_bits(map->moves[wn_grid_id_of_state(map, (wend_state)c)]);
        }
        wend_map_destroy(map);
    }
    /* Otherwise pruning would be useless. */
    check(entered * 2 < all, "%u of %u successors were left", (unsigned)entered, (unsigned)all);
}

static void canonical_ordering_keeps_every_distance(void **state) {
    (void)state;
    keeps_every_distance(WEND_CORNERS_NEVER);
}

static void so_it_does_where_one_corner_may_be_cut(void **state) {
    (void)state;
    keeps_every_distance(WEND_CORNERS_ONE);
}

static void so_it_does_where_corners_are_always_cut(void **state) {
    (void)state;
    keeps_every_distance(WEND_CORNERS_ALWAYS);
}

/* ---- Making a map ---------------------------------------------------------------------------- */

static void check_refused(const wend_map_def *def, const char *cells, wend_error expected,
                          const char *text) {
    wend_map *map = NULL;
    wend_diagnosis diagnosis = {.line = 77, .column = 77};
    wend_map_def form = {0};
    if (def) {
        form = *def;
        form.cells = cells;
        def = &form;
    }
    assert_int_equal(wend_map_create(def, &map, &diagnosis), expected);
    check(strstr(diagnosis.text, text) != NULL, "\"%s\" does not say \"%s\"", diagnosis.text, text);
    assert_null(map);
    assert_int_equal(diagnosis.line, 0);
    assert_int_equal(diagnosis.column, 0);
    assert_int_equal(wend_map_create(def, &map, NULL), expected);
}

static void bad_definitions_are_refused(void **state) {
    (void)state;
    const wend_map_def good = {.width = 2, .height = 2, .cells = "...."};
    wend_map_def def;
    wend_map *map;
    check_refused(NULL, "....", WEND_ERROR_ARGUMENT, "null");
    assert_int_equal(wend_map_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);
    static const uint32_t sides[] = {0, WEND_MAP_SIDE_MAX + 1, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT_OF(sides); i++) {
        def = good, def.width = sides[i];
        check_refused(&def, "....", WEND_ERROR_SIZE, "expected 1 x 1 to 8192 x 8192");
        def = good, def.height = sides[i];
        check_refused(&def, "....", WEND_ERROR_SIZE, "expected 1 x 1 to 8192 x 8192");
    }
    static const uint32_t neighbors[] = {1, 5, 6, 12, 32};
    for (uint32_t i = 0; i < COUNT_OF(neighbors); i++) {
        def = good, def.neighbors = neighbors[i];
        check_refused(&def, "....", WEND_ERROR_ARGUMENT, "expected 4, 8 or 16");
    }
    def = good, def.corners = (wend_corners)3;
    check_refused(&def, "....", WEND_ERROR_ARGUMENT, "expected never, one or always");
    assert_int_equal(wend_map_create(&good, &map, NULL), WEND_OK);
    wend_map_destroy(map);
    wend_map_destroy(NULL);
}

static void unknown_terrain_is_named_and_placed(void **state) {
    (void)state;
    wend_map_def def = {.width = 3, .height = 4};
    char cells[] = "............";
    const char good[] = ".GSWT@O";
    for (int c = 1; c < 256; c++) {
        for (uint32_t at = 0; at < 12; at += 5) {
            memset(cells, '.', 12);
            cells[at] = (char)c;
            wend_map *map = NULL;
            wend_diagnosis diagnosis = {.text = ""};
            def.cells = cells;
            wend_error error = wend_map_create(&def, &map, &diagnosis);
            if (strchr(good, c)) {
                assert_int_equal(error, WEND_OK);
                wend_map_destroy(map);
                continue;
            }
            assert_int_equal(error, WEND_ERROR_FORMAT);
            assert_int_equal(diagnosis.line, at / 3 + 1);
            assert_int_equal(diagnosis.column, at % 3 + 1);
            assert_non_null(strstr(diagnosis.text, "expected one of . G S W T @ O"));
            char shown[8];
            snprintf(shown, sizeof shown, "'%c'", c);
            assert_int_equal(c > ' ' && c < 127, strstr(diagnosis.text, shown) != NULL);
        }
    }
}

static void passable_terrain_can_be_chosen(void **state) {
    (void)state;
    const char cells[] = ".GSWT@O";
    static const struct {
        uint32_t passable;
        const char *free;
    } rows[] = {{WEND_TERRAIN_GROUND, "1100000"},
                {WEND_TERRAIN_SWAMP, "0010000"},
                {WEND_TERRAIN_WATER, "0001000"},
                {WEND_TERRAIN_TREES, "0000100"},
                {WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP, "1110000"},
                {WEND_TERRAIN_OUT, "0000000"},
                {0, "1110000"}, /* the default */
                {31, "1111100"}};
    wend_map_def def = {.width = 7, .height = 1, .cells = cells};
    for (uint32_t i = 0; i < COUNT_OF(rows); i++) {
        def.passable = rows[i].passable;
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        uint32_t count = 0;
        for (uint32_t x = 0; x < 7; x++) {
            assert_int_equal(wend_map_is_free(map, x, 0), rows[i].free[x] == '1');
            count += rows[i].free[x] == '1';
            if (x > 0) {
                bool legal = rows[i].free[x] == '1'; /* a blocked cell can be left, ... */
                bool is_buried =
                    rows[i].free[x - 1] == '0' && (x < 2 || rows[i].free[x - 2] == '0');
                legal |= is_buried; /* ... and if nothing beside it is free, in every direction */
                assert_int_equal(wend_map_move_cost(map, x - 1, x), legal ? WEND_COST_ONE : 0);
            }
        }
        assert_int_equal(wend_map_free_count(map), count);
        wend_map_destroy(map);
    }
    static const uint32_t others[] = {32, 33, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT_OF(others); i++) {
        wend_map *map;
        wend_diagnosis diagnosis;
        def.passable = others[i];
        assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_ARGUMENT);
        assert_string_equal(diagnosis.field, "passable");
    }
}

/* The map owns its cells; the caller may change its own copy. */
static void a_map_is_a_copy_and_tells_its_rules(void **state) {
    (void)state;
    wend_map_def def = {.width = 2, .height = 1, .neighbors = 16, .corners = WEND_CORNERS_ONE};
    char cells[] = "..";
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    cells[1] = '@';
    assert_true(wend_map_is_free(map, 1, 0));
    assert_int_equal(wend_map_width(map), 2);
    assert_int_equal(wend_map_height(map), 1);
    assert_int_equal(wend_map_neighbors(map), 16);
    assert_int_equal(wend_map_corners(map), WEND_CORNERS_ONE);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_states_and_ids_correspond),
        cmocka_unit_test(moves_follow_the_rules),
        cmocka_unit_test(an_edited_map_equals_a_new_one),
        cmocka_unit_test(bad_edits_change_nothing),
        cmocka_unit_test(a_factor_of_zero_is_placed),
        cmocka_unit_test(factors_can_be_edited),
        cmocka_unit_test(successors_are_the_moves_cheapest_first),
        cmocka_unit_test(moves_outside_the_map_cost_nothing),
        cmocka_unit_test(states_far_outside_are_outside),
        cmocka_unit_test(heuristics_are_consistent),
        cmocka_unit_test(heuristics_do_not_overflow),
        cmocka_unit_test(canonical_ordering_keeps_every_distance),
        cmocka_unit_test(so_it_does_where_one_corner_may_be_cut),
        cmocka_unit_test(so_it_does_where_corners_are_always_cut),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(unknown_terrain_is_named_and_placed),
        cmocka_unit_test(passable_terrain_can_be_chosen),
        cmocka_unit_test(a_map_is_a_copy_and_tells_its_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
