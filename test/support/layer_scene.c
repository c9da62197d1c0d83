#include "support/layer_scene.h"

#include "support/test.h"

#include <string.h>

void layer_scene_open(layer_scene *s, wend_map *base, const wend_layer_def *def) {
    *s = (layer_scene){.base = base, .def = *def};
    s->def.base = base;
    s->cells = wend_map_width(base) * wend_map_height(base);
    s->obstacles = test_alloc(s->cells);
    memset(s->obstacles, 0, s->cells);
    s->path = test_alloc(s->cells * sizeof *s->path);
    wend_diagnosis diagnosis;
    check(wend_layer_create(&s->def, &s->layer, &diagnosis) == WEND_OK, "%s", diagnosis.text);
    plain_layer_open(&s->plain, &s->def, s->obstacles);
    wend_finder_def finder = {.map = wend_layer_map(s->layer)};
    assert_int_equal(wend_finder_create(&finder, &s->finder, NULL), WEND_OK);
}

void layer_scene_close(layer_scene *s) {
    wend_finder_destroy(s->finder);
    plain_layer_close(&s->plain);
    wend_layer_destroy(s->layer);
    free(s->path);
    free(s->obstacles);
}

/* Compares a finder's answer with the flood: the same cost, and every step legal. */
static void check_problem(layer_scene *s, int start, int goal) {
    wend_query query = {.path = s->path, .capacity = s->cells};
    wend_answer answer;
    assert_int_equal(
        wend_finder_find(s->finder, (wend_state)start, (wend_state)goal, &query, &answer), WEND_OK);
    wend_cost expected = s->plain.costs[goal];
    if (expected == PLAIN_LAYER_UNREACHED) {
        assert_int_equal(answer.status, WEND_FIND_UNREACHABLE);
        return;
    }
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    check(answer.cost == expected, "size %d: cost %u, expected %u", s->plain.size, answer.cost,
          expected);
    wend_cost sum = 0;
    for (uint32_t i = 1; i < answer.count; i++) {
        wend_cost step = plain_layer_step(&s->plain, (int)s->path[i - 1], (int)s->path[i]);
        check(step > 0, "size %d: an illegal step from %u to %u", s->plain.size, s->path[i - 1],
              s->path[i]);
        sum += step;
    }
    assert_int_equal(sum, expected);
}

uint32_t layer_scene_solve(layer_scene *s, dice *d, uint32_t goals) {
    int start = plain_layer_random_free(&s->plain, d);
    if (start < 0) {
        return 0;
    }
    plain_layer_flood(&s->plain, start);
    for (uint32_t i = 0; i < goals; i++) {
        int goal = plain_layer_random_free(&s->plain, d);
        check_problem(s, start, goal < 0 ? start : goal);
    }
    return goals;
}

void layer_scene_update(layer_scene *s) {
    uint64_t version = wend_map_version(wend_layer_map(s->layer));
    uint32_t changed = wend_layer_update(s->layer);
    uint64_t edits = wend_map_version(wend_layer_map(s->layer)) - version;
    assert_true(changed <= edits && (changed > 0) == (edits > 0));
    assert_int_equal(wend_layer_update(s->layer), 0);
    plain_layer_read(&s->plain);
    plain_layer_check(&s->plain, s->layer);
}
