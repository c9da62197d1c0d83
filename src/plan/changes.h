/* plan/changes.h - the effect of a map edit on a search and on a path. */
#ifndef WN_CHANGES_H
#define WN_CHANGES_H

#include "domain/grid.h"
#include "search/search.h"
#include "store/route.h"

/* Iterates over the cells whose moves change with an edit. */
typedef struct wn_square {
    uint32_t x, y;
    uint32_t first_x, last_x, last_y;
} wn_square;

wn_square wn_edit_square(const wend_map *map, const wn_edit *edit);
/* Returns false at the end. */
bool wn_square_next(const wend_map *map, wn_square *s, wn_id *id);

/* Whether the search has touched a state whose moves the edit changed; with `closed`: expanded one.
 */
bool wn_edit_touches(const wend_map *map, const wn_search *search, const wn_edit *edit,
                     bool closed);

/* Whether the edit made a move of the path impossible or more expensive. Checks the moves from
 * position `from` to the end of the path (position 0). */
bool wn_edit_cuts(const wend_map *map, wn_search *search, const wn_route *path, uint32_t from,
                  const wn_edit *edit);

/* Whether the move between two touched states is still possible at no higher cost than before. */
bool wn_move_holds(wn_search *search, wn_id from, wn_id to);

#endif
