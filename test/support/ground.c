#include "support/ground.h"

#include "support/test.h"

#include <string.h>

wn_id ground_id(const struct ground *g, int cell) {
    return wn_grid_id_of_state(g->map, (wend_state)cell);
}

void ground_flood(struct ground *g) {
    for (int i = 0; i < plain_cells(&g->plain); i++) {
        g->distances[i] = PLAIN_UNREACHED;
    }
    if (plain_is_free(&g->plain, g->goal % g->plain.width, g->goal / g->plain.width)) {
        plain_flood(&g->plain, g->goal, g->distances);
    } else {
        g->distances[g->goal] = 0;
    }
}

wn_box ground_random_box(const struct ground *g, dice *d) {
    uint32_t right = dice_between(d, 0, (uint32_t)g->plain.width - 1);
    uint32_t bottom = dice_between(d, 0, (uint32_t)g->plain.height - 1);
    return (wn_box){dice_between(d, 0, right), dice_between(d, 0, bottom), right, bottom};
}

void ground_open(struct ground *g) {
    g->map = plain_to_wend(&g->plain);
    g->book = (ledger){0};
    wend_allocator allocator = ledger_allocator(&g->book);
    wn_memory_init(&g->memory, &allocator, 0);
    assert_int_equal(wn_field_init(&g->field, wend_map_domain(g->map), &g->memory), WEND_OK);
    ground_flood(g);
}

bool ground_open_random(struct ground *g, dice *d) {
    plain_random(&g->plain, d, GROUND_SIDE_MAX);
    if (dice_percent(d, 30)) {
        plain_random_factors(&g->plain, d, (uint8_t)dice_between(d, 1, 3), 9);
        g->plain.weighted = true;
    }
    g->goal = plain_random_free(&g->plain, d);
    if (g->goal < 0) {
        return false;
    }
    ground_open(g);
    return true;
}

void ground_close(struct ground *g) {
    wn_field_clear(&g->field);
    assert_int_equal(g->book.live_bytes, 0);
    wend_map_destroy(g->map);
}

void ground_start(struct ground *g, const wn_box *box) {
    assert_true(wn_field_reserve(&g->field, 100));
    wn_field_start(&g->field, ground_id(g, g->goal), box);
}

wn_field_status ground_grow(struct ground *g, wn_id until, uint32_t budget, uint32_t *used) {
    uint32_t units = 0;
    assert_true(wn_field_reserve(&g->field, budget));
    g->book.forbidden = true;
    wn_field_status status = wn_field_grow(&g->field, until, budget, &units);
    g->book.forbidden = false;
    check(units <= budget, "%u of %u units", units, budget);
    check(status != WN_FIELD_GROWING || units > budget - WN_FIELD_UNITS || budget < WN_FIELD_UNITS,
          "stopped after %u of %u units", units, budget);
    *used += units;
    return status;
}

wn_field_status ground_grow_all(struct ground *g, wn_id until, uint32_t slice, uint32_t *used) {
    wn_field_status status;
    uint32_t calls = 0;
    do {
        status = ground_grow(g, until, slice, used);
        check(calls++ < 100000, "it does not end");
    } while (status == WN_FIELD_GROWING || status == WN_FIELD_FULL);
    return status;
}

/* Follows exact steps from a cell to the goal; their cost must be the reported distance. */
static void check_route(struct ground *g, int cell) {
    uint64_t cost = 0;
    wn_id at = ground_id(g, cell);
    for (int steps = 0; at != g->field.goal; steps++) {
        bool exact;
        wn_id next = wn_field_next(&g->field, at, &exact);
        check(exact && next != WN_NONE, "no exact step after %d", steps);
        cost += plain_move_cost(&g->plain, (int)wn_grid_state_of_id(g->map, at),
                                (int)wn_grid_state_of_id(g->map, next));
        at = next;
        check(steps < plain_cells(&g->plain), "the steps cycle");
    }
    assert_int_equal(cost, g->distances[cell]);
}

/* Inexact steps lead to a neighbour or end; they never cycle. */
static void check_inexact(struct ground *g, wn_id at) {
    bool exact = false;
    for (int steps = 0; at != WN_NONE && !exact; steps++) {
        at = wn_field_next(&g->field, at, &exact);
        check(steps < plain_cells(&g->plain), "inexact steps cycle");
    }
}

/* A blocked cell has no moves on a plain map, but it can be left. */
static bool is_way_out(const struct ground *g, int cell, wend_state to) {
    return !plain_is_free(&g->plain, cell % g->plain.width, cell / g->plain.width) &&
           wend_map_move_cost(g->map, (wend_state)cell, to);
}

uint32_t ground_check(struct ground *g) {
    uint32_t covered = 0;
    for (int cell = 0; cell < plain_cells(&g->plain); cell++) {
        wn_id id = ground_id(g, cell);
        bool exact, covers = wn_field_covers(&g->field, id);
        wn_id next = wn_field_next(&g->field, id, &exact);
        wend_cost distance = wn_field_distance(&g->field, id);
        bool is_packed = g->field.is_packed && distance == WN_NONE;
        assert_int_equal(distance, covers && !is_packed ? g->distances[cell] : WN_NONE);
        assert_int_equal(exact, covers && cell != g->goal);
        check(next == WN_NONE ||
                  plain_move_cost(&g->plain, cell, (int)wn_grid_state_of_id(g->map, next)) ||
                  is_way_out(g, cell, wn_grid_state_of_id(g->map, next)),
              "a step is not a move");
        if (covers) {
            covered++;
            check_route(g, cell);
        } else {
            check_inexact(g, id);
        }
    }
    return covered;
}

uint32_t ground_count_reached(const struct ground *g) {
    uint32_t count = 0;
    for (int cell = 0; cell < plain_cells(&g->plain); cell++) {
        count += g->distances[cell] != PLAIN_UNREACHED;
    }
    return count;
}

void ground_open_empty(struct ground *g, int width, int height, int neighbors) {
    g->plain = (plain_map){.width = width, .height = height, .neighbors = neighbors};
    memset(g->plain.cells, '.', (size_t)width * (size_t)height);
    g->goal = 0;
    ground_open(g);
}

void ground_set_cell(struct ground *g, int cell, char terrain) {
    uint32_t x = (uint32_t)(cell % g->plain.width), y = (uint32_t)(cell / g->plain.width);
    g->plain.cells[cell] = terrain;
    assert_int_equal(wend_map_set_cell(g->map, x, y, terrain), WEND_OK);
}
