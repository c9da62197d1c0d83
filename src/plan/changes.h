/* plan/changes.h - what an edit of the map means to a search and to a path. */
#ifndef WN_CHANGES_H
#define WN_CHANGES_H

#include "domain/grid.h"
#include "search/search.h"
#include "store/route.h"

/* The cells whose moves change with an edit, one after the other. */
typedef struct wn_square {
    uint32_t x, y;
    uint32_t first_x, last_x, last_y;
} wn_square;

wn_square wn_edit_square(const wend_map *map, const wn_edit *edit);
/* False when there are no more. */
bool wn_square_next(const wend_map *map, wn_square *s, wn_id *id);

/* Whether the search has touched a state whose moves the edit changed; `closed`: expanded it. */
bool wn_edit_touches(const wend_map *map, const wn_search *search, const wn_edit *edit,
                     bool closed);

/* Whether the edit made a move of the path impossible or more expensive, of those from position
 * `from` on to the end of the path (position 0). */
bool wn_edit_cuts(const wend_map *map, wn_search *search, const wn_route *path, uint32_t from,
                  const wn_edit *edit);

/* Whether the move between two states that the search has touched is still possible, at the cost
 * that it had. */
bool wn_move_holds(wn_search *search, wn_id from, wn_id to);

#endif
