/* support/cave_show.h - agents of the command on maps of the tests, to be recorded and viewed. */
#ifndef TEST_CAVE_SHOW_H
#define TEST_CAVE_SHOW_H

#include "view/view_setup.h"

/* Sets up every named algorithm on a map with the same budget. `hidden` is for unknown terrain. */
void test_show(struct view_setup *setup, wend_map *map, wend_state start, wend_state goal,
               const char *const *algos, uint32_t count, uint32_t budget, bool hidden);

/* A non-trivial cave with agents on their way; always the same. */
void test_show_cave(struct view_setup *setup, const char *const *algos, uint32_t count,
                    bool hidden);

/* Discards what is printed to stderr between hush_begin and hush_end. */
void hush_begin(void);
void hush_end(void);

#endif
