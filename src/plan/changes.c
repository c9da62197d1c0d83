#include "plan/changes.h"

wn_square wn_edit_square(const wend_map *map, const wn_edit *edit) {
    wn_id id = edit->id;
    assert(id < map->domain.id_limit); /* an edit of the heuristic has no cell */
    uint32_t reach = map->near->reach;
    uint32_t x = wn_grid_x(map, id);
    uint32_t y = wn_grid_y(map, id);
    uint32_t first_x = x > reach ? x - reach : 0;
    return (wn_square){.x = first_x,
                       .y = y > reach ? y - reach : 0,
                       .first_x = first_x,
                       .last_x = wn_min_u32(x + reach, map->cells.width - 1),
                       .last_y = wn_min_u32(y + reach, map->cells.height - 1)};
}

bool wn_square_next(const wend_map *map, wn_square *s, wn_id *id) {
    if (s->y > s->last_y) {
        return false;
    }
    *id = wn_grid_id(map, s->x, s->y);
    if (s->x++ == s->last_x) {
        s->x = s->first_x;
        s->y++;
    }
    return true;
}

bool wn_edit_touches(const wend_map *map, const wn_search *search, const wn_edit *edit,
                     bool closed) {
    wn_square s = wn_edit_square(map, edit);
    for (wn_id id; wn_square_next(map, &s, &id);) {
        const wn_node *node = wn_nodes_find(&search->nodes, id);
        if (node && (!closed || node->next == WN_CLOSED)) {
            return true;
        }
    }
    return false;
}

bool wn_move_holds(wn_search *search, wn_id from, wn_id to) {
    wend_cost cost = wn_search_move_cost(search, from, to);
    return cost && wn_search_g(search, from) + cost <= wn_search_g(search, to);
}

bool wn_edit_cuts(const wend_map *map, wn_search *search, const wn_route *path, uint32_t from,
                  const wn_edit *edit) {
    wn_square s = wn_edit_square(map, edit);
    for (wn_id id; wn_square_next(map, &s, &id);) {
        uint32_t at = wn_search_find(search, path, id);
        if (at == WN_NONE || at > from) {
            continue;
        }
        bool way_in = at == from || at + 1 == path->count ||
                      wn_move_holds(search, path->entries[at + 1].node, id);
        bool way_on = at == 0 || wn_move_holds(search, id, path->entries[at - 1].node);
        if (!way_in || !way_on) {
            return true;
        }
    }
    return false;
}
