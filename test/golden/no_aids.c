/* For a library without algorithms that need precomputed data. */
#include "support/map_aids.h"

test_aids aids_make(const wend_map *map) {
    (void)map;
    return (test_aids){0};
}

void aids_free(test_aids *f) {
    (void)f;
}
