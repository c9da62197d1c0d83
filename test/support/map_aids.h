/* support/map_aids.h - precomputed data of a map that some algorithms need. */
#ifndef TEST_MAP_AIDS_H
#define TEST_MAP_AIDS_H

#include <wend/precomputed.h>
#include <wend/map.h>

typedef struct test_aids {
    wend_abstraction *abstraction;
    wend_subgoals *subgoals;
} test_aids;

/* For a map with at least one free cell. */
test_aids aids_make(const wend_map *map);
void aids_free(test_aids *f);

#endif
