#include "support/walker.h"

#include "support/step.h"
#include "support/test.h"

wend_map *walker_map(const char *cells, uint32_t width, uint32_t height) {
    wend_map_def def = {.width = width, .height = height, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

wend_map *walker_gen_map(wend_gen_kind kind, uint32_t width, uint32_t height, uint64_t seed) {
    wend_gen_def gen = {.kind = kind, .width = width, .height = height, .seed = seed};
    char *cells = test_alloc((size_t)width * height);
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    wend_map *map = walker_map(cells, width, height);
    free(cells);
    return map;
}

wend_state walker_free_cell(const wend_map *map, uint32_t number) {
    uint32_t count = wend_map_width(map) * wend_map_height(map);
    for (uint32_t n = 0; n < count; n++) {
        wend_state cell = (wend_state)(((uint64_t)number + n) % count);
        if (wend_map_is_free(map, wend_map_x(map, cell), wend_map_y(map, cell))) {
            return cell;
        }
    }
    check(false, "no cell of the map is free");
    return WEND_STATE_NONE;
}

walker walker_open(const wend_agent_def *def, uint32_t budget) {
    walker w = {.agent = make_agent(def), .budget = budget};
    w.tick.state = wend_agent_state(w.agent);
    return w;
}

walker walker_open_on(wend_map *map, const wend_agent_def *def, uint32_t budget) {
    wend_agent_def on = *def;
    on.map = map;
    walker w = walker_open(&on, budget);
    w.map = map;
    return w;
}

void walker_close(walker *w) {
    wend_agent_destroy(w->agent);
    wend_map_destroy(w->map);
}

void walker_step(walker *w) {
    step_agent(w->agent, w->budget, &w->tick);
    check(w->tick.status != WEND_AGENT_OUT_OF_MEMORY && w->tick.status != WEND_AGENT_NOT_RESERVED,
          "out of memory despite a reservation");
    w->cost += w->tick.cost;
}

bool walker_is_active(const walker *w) {
    return wend_agent_is_active(w->tick.status);
}

wend_agent_status walker_walk(walker *w) {
    do {
        walker_step(w);
    } while (walker_is_active(w));
    return w->tick.status;
}
