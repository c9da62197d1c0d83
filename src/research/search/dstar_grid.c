/* research/search/dstar_grid.c - the loops of D* Lite for maps, one per neighbourhood. */
#include "research/search/dstar.h"
#include "search/grid_instance.h"

#define GRID_BEGIN(search, id, fan, moves) wn_grid_factored_fan(grid_of(search), id, fan, moves)
#define GRID_NEXT(search, fan, to, moves)  wn_grid_factored_next(grid_of(search), fan, to, moves)
#define REPAIR_H(search, id, moves)                                                                \
    (grid_of(search)->cells.least_factor * wn_grid_h(grid_of(search), id,                          \
                                                     (search)->own.plane.goal_x,                   \
                                                     (search)->own.plane.goal_y, moves))

#define DS(name)                  dstar4_##name
#define DS_FAN                    wn_factored_fan
#define DS_BEGIN(search, id, fan) GRID_BEGIN(search, id, fan, WN_MOVE_SET_4)
#define DS_NEXT(search, fan, to)  GRID_NEXT(search, fan, to, WN_MOVE_SET_4)
#define DS_H(search, id)          REPAIR_H(search, id, WN_MOVE_SET_4)
#define DS_IS_BLOCKED             grid_is_blocked
#define DS_LISTS                  1
#include "research/search/dstar_loop.inl"

#define DS(name)                  dstar8_##name
#define DS_FAN                    wn_factored_fan
#define DS_BEGIN(search, id, fan) GRID_BEGIN(search, id, fan, WN_MOVE_SET_8)
#define DS_NEXT(search, fan, to)  GRID_NEXT(search, fan, to, WN_MOVE_SET_8)
#define DS_H(search, id)          REPAIR_H(search, id, WN_MOVE_SET_8)
#define DS_IS_BLOCKED             grid_is_blocked
#define DS_LISTS                  1
#include "research/search/dstar_loop.inl"

#define DS(name)                  dstar16_##name
#define DS_FAN                    wn_factored_fan
#define DS_BEGIN(search, id, fan) GRID_BEGIN(search, id, fan, WN_MOVE_SET_16)
#define DS_NEXT(search, fan, to)  GRID_NEXT(search, fan, to, WN_MOVE_SET_16)
#define DS_H(search, id)          REPAIR_H(search, id, WN_MOVE_SET_16)
#define DS_IS_BLOCKED             grid_is_blocked
#define DS_LISTS                  1
#include "research/search/dstar_loop.inl"

const wn_dstar_loop *wn_dstar_grid_loop(const wn_search *search) {
    switch (grid_of(search)->near->moves) {
    case WN_MOVE_SET_4:
        return &dstar4_loop;
    case WN_MOVE_SET_16:
        return &dstar16_loop;
    case WN_MOVE_SET_8:
    case WN_MOVE_SET_8_CANONICAL:
        break;
    }
    return &dstar8_loop;
}
