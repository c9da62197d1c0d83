/* search/grid_instance.inl - an instance of the best-first kernel for grids with a bucket queue.
 *
 * Define INSTANCE (its name), MOVES, BF_TITLE and BF_DEGREE before including it, and either BF_RING
 * and BF_ADAPTS, or BF_SPARSE, for any f, with FACTORED for cells with factors. WITHOUT_HEURISTIC
 * means h = 0; TO_BOX means that h is the distance to search->own.plane.box. */
#define PASTE_(instance, name) instance##_##name
#define PASTE(instance, name)  PASTE_(instance, name)

#define BF(name) PASTE(INSTANCE, name)
#ifdef TO_BOX
#define BF_PREPARE(search)
#define GRID_H(search, id) h_to_box(search, id, MOVES)
#else
#define BF_PREPARE(search) note_grid_goal(search)
#define GRID_H(search, id)                                                                         \
    wn_grid_h(grid_of(search), id, (search)->own.plane.goal_x, (search)->own.plane.goal_y, MOVES)
#endif
#ifdef BF_SPARSE
#define BF_RING   0u
#define BF_ADAPTS 0
#define BF_SPAN   grid_span
#endif
#ifdef FACTORED
#define BF_FAN wn_factored_fan
#define BF_BEGIN(search, id, parent, hint, fan)                                                    \
    wn_grid_factored_fan(grid_of(search), id, fan, MOVES)
#define BF_NEXT(search, fan, to, hint) wn_grid_factored_next(grid_of(search), fan, to, MOVES)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_grid_weighted_successors(grid_of(search), id, out, MOVES)
#define BF_H(search, id) (grid_of(search)->cells.least_factor * GRID_H(search, id))
#else
#define BF_FAN                                  wn_fan
#define BF_BEGIN(search, id, parent, hint, fan) wn_grid_fan(grid_of(search), id, hint, fan, MOVES)
#define BF_NEXT(search, fan, to, hint)          wn_grid_next(grid_of(search), fan, to, hint, MOVES)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_grid_successors(grid_of(search), id, out, MOVES)
#ifdef WITHOUT_HEURISTIC
#define BF_H(search, id) ((void)(search), (void)(id), 0u)
#else
#define BF_H(search, id) GRID_H(search, id)
#endif
#endif
#define BF_HINTED                (MOVES == WN_MOVE_SET_8_CANONICAL)
#define BF_SEED_HINT(search, id) wn_grid_hint(grid_of(search), id, MOVES)
#define BF_PAGES(search)         WN_GRID_PAGES_PER_EXPANSION
#define BF_INTERNS               0
#define BF_MOVE_COST             grid_move_cost
#define BF_IS_BLOCKED            grid_is_blocked
#define BF_EXITS                 grid_exits
#define BF_PRUNES                (MOVES == WN_MOVE_SET_8_CANONICAL)
#include "search/bestfirst.inl"

#undef PASTE_
#undef PASTE
#undef INSTANCE
#undef MOVES
#undef GRID_H
#undef FACTORED
#undef WITHOUT_HEURISTIC
#undef TO_BOX
