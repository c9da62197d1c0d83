#include "simulate/route_lines.h"

#include "simulate/derived.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

/* ---- The model ------------------------------------------------------------------------------- */

/* Whether the two cells beside a corner obey the rule when a line passes exactly through it. */
static bool corner_allows(const model_map *m, bool one, bool other) {
    wend_corners corners = m->neighbors == 4 ? WEND_CORNERS_NEVER : m->corners;
    return corners == WEND_CORNERS_NEVER ? one && other
           : corners == WEND_CORNERS_ONE ? one || other
                                         : true;
}

/* Checks every cell between two others: the line crosses a cell if its centre is nearer to the line
 * than its corners; it passes through a corner that lies on it. */
static bool sees(const model_map *m, wend_state from, wend_state to) {
    int64_t x = from % m->width, y = from / m->width;
    int64_t dx = (int64_t)(to % m->width) - x, dy = (int64_t)(to / m->width) - y;
    int64_t step_x = dx < 0 ? -1 : 1, step_y = dy < 0 ? -1 : 1;
    for (int64_t j = 0; j <= llabs(dy); j++) {
        for (int64_t i = 0; i <= llabs(dx); i++) {
            int64_t cx = x + i * step_x, cy = y + j * step_y;
            int64_t side = i * llabs(dy) - j * llabs(dx); /* of the centre; 0: on the line */
            if (2 * llabs(side) < llabs(dx) + llabs(dy) && !model_is_free(m, cx, cy)) {
                return false;
            }
            bool is_corner = i < llabs(dx) && j < llabs(dy) &&
                             (2 * i + 1) * llabs(dy) == (2 * j + 1) * llabs(dx);
            if (is_corner && !corner_allows(m, model_is_free(m, cx + step_x, cy),
                                            model_is_free(m, cx, cy + step_y))) {
                return false;
            }
        }
    }
    return model_is_free(m, x, y); /* also for a line of length 0 */
}

static double length_of(const model_map *m, const wend_state *states, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        double dx = (double)(states[i] % m->width) - (double)(states[i + 1] % m->width);
        double dy = (double)(states[i] / m->width) - (double)(states[i + 1] / m->width);
        sum += sqrt(dx * dx + dy * dy);
    }
    return sum;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

bool line_draw_sees(sim *s, sim_step *step) {
    step->slot = sim_draw_place(s, sim_is_map);
    if (step->slot == SIM_PLACES) {
        return false;
    }
    derived_draw_target(s, step->slot, &step->arg[0], &step->arg[1]);
    sim_draw_cell(s, step->slot, &step->arg[2], &step->arg[3]);
    if (sim_percent(s, 50)) { /* near each other */
        step->arg[2] = step->arg[0] + sim_below(s, 8) - sim_below(s, 8);
        step->arg[3] = step->arg[1] + sim_below(s, 8) - sim_below(s, 8);
    }
    return true;
}

void line_apply_sees(sim *s, const sim_step *step) {
    if (step->slot >= SIM_PLACES || !s->places[step->slot].map) {
        return;
    }
    const sim_place *p = &s->places[step->slot];
    wend_state from = sim_state(s, step->slot, step->arg[0], step->arg[1]);
    wend_state to = sim_state(s, step->slot, step->arg[2], step->arg[3]);
    bool expected = from != WEND_STATE_NONE && to != WEND_STATE_NONE && sees(&p->model, from, to);
    SIM_REQUIRE(s, wend_route_sees(p->map, from, to) == expected,
                "assert_int_equal(wend_route_sees(map[%u], %uu, %uu), %d);", step->slot, from, to,
                expected);
    SIM_REQUIRE(s, wend_route_sees(p->map, to, from) == expected,
                "assert_int_equal(wend_route_sees(map[%u], %uu, %uu), %d);", step->slot, to, from,
                expected);
    sim_mix(s, expected);
    sim_cover(s, SIM_OBJECT_MAP, step->slot, SIM_FAULT_NONE);
}

bool line_draw_smooth(sim *s, sim_step *step) {
    step->slot = sim_draw_place(s, sim_is_map);
    if (step->slot == SIM_PLACES) {
        return false;
    }
    sim_draw_cell(s, step->slot, &step->arg[0], &step->arg[1]);
    sim_draw_cell(s, step->slot, &step->arg[2], &step->arg[3]);
    step->arg[4] = sim_below(s, 2);            /* waypoints */
    step->arg[5] = sim_draw_budget(s, 100000); /* of a call */
    return model_cells(&s->places[step->slot].model) <= 10000;
}

/* Finds a route with a separate finder; returns its number of states. */
static uint32_t find_route(const sim_place *p, wend_state from, wend_state to, wend_path_form form,
                           wend_state *route) {
    wend_finder *finder;
    wend_answer answer;
    wend_query query = {.path = route, .capacity = model_cells(&p->model), .form = form};
    check(!wend_finder_create(&(wend_finder_def){.map = p->map}, &finder, NULL), "no finder");
    check(!wend_finder_find(finder, from, to, &query, &answer), "no answer");
    wend_finder_destroy(finder);
    return answer.count;
}

static void check_route(sim *s, uint32_t place, const wend_state *old, uint32_t old_count,
                        const wend_state *route, uint32_t count) {
    const sim_place *p = &s->places[place];
    SIM_REQUIRE(s, count <= old_count && count > 0, "assert_true(count <= %u);", old_count);
    SIM_REQUIRE(s, route[0] == old[0] && route[count - 1] == old[old_count - 1],
                "assert_int_equal(route[0], %u);", old[0]);
    for (uint32_t i = 0; i + 1 < count; i++) {
        SIM_REQUIRE(s, sees(&p->model, route[i], route[i + 1]),
                    "fail_msg(\"the route goes from %u to %u\"); /* map[%u] */", route[i],
                    route[i + 1], place);
    }
    double before = length_of(&p->model, old, old_count), now = length_of(&p->model, route, count);
    SIM_REQUIRE(s, now <= before + 1e-6, "fail_msg(\"%f cells became %f\");", before, now);
    bool is_same = count == old_count && memcmp(old, route, count * sizeof *route) == 0;
    SIM_REQUIRE(s, !p->model.is_weighted || is_same,
                "fail_msg(\"a route on a map with factors was changed\");");
}

void line_apply_smooth(sim *s, const sim_step *step) {
    if (step->slot >= SIM_PLACES || !s->places[step->slot].map ||
        model_cells(&s->places[step->slot].model) > 10000) {
        return;
    }
    const sim_place *p = &s->places[step->slot];
    wend_state from = sim_state(s, step->slot, step->arg[0], step->arg[1]);
    wend_state to = sim_state(s, step->slot, step->arg[2], step->arg[3]);
    if (from == WEND_STATE_NONE || to == WEND_STATE_NONE) {
        return;
    }
    size_t bytes = model_cells(&p->model) * sizeof(wend_state);
    wend_state *old = test_alloc(bytes), *route = test_alloc(bytes);
    wend_path_form form = step->arg[4] ? WEND_PATH_WAYPOINTS : WEND_PATH_CELLS;
    uint32_t old_count = find_route(p, from, to, form, old), count = old_count, calls = 0;
    memcpy(route, old, bytes);
    sim_say(s, "count = printed_route(map[%u], %u, %u, %u, path[0]);", step->slot, from, to, form);
    sim_say(s, "printed_smooth(map[%u], path[0], &count, %u);", step->slot, step->arg[5]);
    wend_smoothing smoothing = {0};
    while (count > 0 && !wend_route_smooth(p->map, route, &count, &smoothing,
                                           (wend_budget){.work = step->arg[5]})) {
        SIM_REQUIRE(s, ++calls < 10000000, "fail_msg(\"wend_route_smooth does not end\");");
    }
    if (old_count > 0) {
        check_route(s, step->slot, old, old_count, route, count);
    }
    sim_mix(s, count);
    sim_cover(s, SIM_OBJECT_MAP, step->slot, SIM_FAULT_NONE);
    free(old);
    free(route);
}
