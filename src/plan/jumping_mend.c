/* plan/jumping_mend.c - a complete route that was blocked, and the search for a new one that joins
 * it.
 *
 * Where a single cell blocks a route, the part behind it is as good as before. So the nodes of the
 * blocked route are looked up in the current search: if it has reached one of them, the way there
 * and the rest of the route form a complete route again. Its cost is known, and so is a lower bound
 * for every route: cells were only blocked, so no route costs less than the one that was blocked.
 * If the difference does not exceed the ticks that a whole search takes, it is not worth more of
 * them. */
#include "plan/jumping_parts.h"
#include "search/jump_store.h"

/* The cost from an entry of a route to its end. */
static wend_cost cost_from(const wn_route *route, uint32_t entry) {
    return route->entries[0].g - route->entries[entry].g;
}

void wn_jumping_keep_cut_route(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    wn_mend *mend = &jumping->mend;
    uint32_t next = jumping->old_next;
    wn_place to = jumping->old.places[next];
    uint64_t cost = wn_jump_least_cost(wn_jumping_rule(planner), jumping->at, to) +
                    cost_from(&jumping->old, next);
    wn_route spare = mend->route;
    mend->route = jumping->old;
    jumping->old = spare;
    mend->count = next + 1;
    mend->least = (wend_cost)(cost - jumping->old_slack);
    mend->node = WN_NONE;
    jumping->old_is_complete = false;
}

wn_id wn_jumping_begin_mend(wn_planner *planner) {
    wn_mend *mend = &planner->jumping.mend;
    const wend_map *map = wn_jumping_map(planner);
    while (mend->count > 0) {
        wn_id id = wn_grid_at_place(map, mend->route.places[mend->count - 1]);
        if (id != planner->start && !wn_grid_is_blocked(map, id)) {
            mend->is_active = true;
            return id;
        }
        mend->count--;
    }
    return planner->goal;
}

/* Whether the connection that the search has found is good enough. */
static bool is_good_enough(const wn_planner *planner, const wn_budget *budget) {
    const wn_jumping *jumping = &planner->jumping;
    const wn_mend *mend = &jumping->mend;
    const wn_jump_search *search = &planner->search.own.jump;
    uint64_t units = (uint64_t)budget->expansions * WN_JUMP_UNITS;
    uint64_t cost =
        (uint64_t)search->nodes[search->goal].g + cost_from(&mend->route, mend->count - 1);
    return cost <= mend->least + jumping->full_units / units * WEND_COST_ONE;
}

/* Appends the rest of the route, node by node, as far as the work suffices. */
static void join_cut_route(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    wn_mend *mend = &jumping->mend;
    const wn_route *route = &mend->route;
    wn_jump_search *search = &planner->search.own.jump;
    uint32_t units = wn_mul_sat(budget->expansions, WN_JUMP_UNITS);
    while (mend->entry > 0 && units - tick->work >= WN_JUMP_UNITS_NODE && wn_jump_room(search)) {
        wend_cost cost = route->entries[mend->entry - 1].g - route->entries[mend->entry].g;
        mend->entry--;
        mend->node = wn_jump_attach(search, mend->node, route->places[mend->entry], cost);
        tick->work += WN_JUMP_UNITS_NODE;
    }
    if (mend->entry == 0) {
        wn_jump_end(search, mend->node);
        planner->search.goal = planner->goal;
        jumping->found = jumping->mended = true;
        jumping->dirty = true; /* other edges of the route may be blocked, too */
        wend_cost cost = search->nodes[mend->node].g;
        jumping->slack = cost - wn_min_u32(cost, mend->least);
        mend->count = 0;
        mend->node = WN_NONE;
        mend->is_active = false;
    }
}

wn_outcome wn_jumping_mend(wn_planner *planner, const wn_budget *budget, wn_outcome outcome,
                           wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    wn_mend *mend = &jumping->mend;
    if (mend->node == WN_NONE) {
        if (outcome == WN_FOUND && is_good_enough(planner, budget)) {
            mend->node = planner->search.own.jump.goal;
            mend->entry = mend->count - 1;
        } else if (outcome != WN_RUNNING || jumping->spent > jumping->full_units / 8) {
            mend->count = 0; /* a new search is needed */
            jumping->outdated = true;
        }
        jumping->found = false;
    }
    if (mend->node != WN_NONE) {
        join_cut_route(planner, budget, tick);
    }
    return jumping->found ? WN_FOUND : outcome == WN_NO_MEMORY ? outcome : WN_RUNNING;
}
