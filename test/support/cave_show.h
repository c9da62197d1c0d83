/* support/cave_show.h - agents of the command on maps of the tests, to be recorded and looked at.
 */
#ifndef TEST_CAVE_SHOW_H
#define TEST_CAVE_SHOW_H

#include "view/view_setup.h"

/* Agents on a map: every named algorithm with the same budget. `hidden` for unknown terrain. */
void test_show(struct view_setup *setup, wend_map *map, wend_state start, wend_state goal,
               const char *const *algos, uint32_t count, uint32_t budget, bool hidden);

/* A cave that is not trivial, with agents under way; all the same every time. */
void test_show_cave(struct view_setup *setup, const char *const *algos, uint32_t count,
                    bool hidden);

/* Discards what is printed to stderr from now on; and no longer. */
void hush_begin(void);
void hush_end(void);

#endif
