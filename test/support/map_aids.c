#include "support/map_aids.h"

#include <wend/research/subgoals.h>

#include "support/test.h"

test_aids aids_make(const wend_map *map) {
    test_aids f = {0};
    wend_subgoals_def def = {0};
    assert_int_equal(
        wend_abstraction_create(&(wend_abstraction_def){.map = map}, &f.abstraction, NULL),
        WEND_OK);
    def.abstraction = f.abstraction;
    def.level = 2; /* test maps are small */
    assert_int_equal(wend_subgoals_create(&def, &f.subgoals, NULL), WEND_OK);
    uint32_t regions = wend_subgoals_regions(f.subgoals);
    assert_int_equal(wend_subgoals_compute(f.subgoals, 0, regions), WEND_OK);
    return f;
}

void aids_free(test_aids *f) {
    wend_subgoals_destroy(f->subgoals);
    wend_abstraction_destroy(f->abstraction);
    *f = (test_aids){0};
}
