/* finder/warm.c - the searches of a finder and their memory. */
#include "finder/finder.h"

_Static_assert(WEND_WORK_EXPANSION == WN_JUMP_UNITS, "both measure work in the same unit");

/* The expansions for which a search that is out of memory reserves more. The nodes of jump point
 * search are few and small, and with memory for many of them its hash table is larger and
 * faster. */
#define MORE_EXPANSIONS 256u
#define MORE_JUMPS      2048u

static wn_policy warm_policy(const wend_finder *finder, wn_finder_search kind) {
    wn_policy policy = WN_POLICY_PLAIN;
    policy.map_kernel = wn_finder_is_jumping(finder, kind) ? wn_jump_kernel : wn_grid_kernel;
    policy.prune = kind == WN_SEARCH_GOAL;
    policy.many_starts = kind == WN_SEARCH_BACK;
    if (kind == WN_SEARCH_FLOOD) {
        policy.h_factor = 0;
        policy.map_kernel = wn_flood_kernel;
    }
    return policy;
}

wn_search *wn_finder_search_of(wend_finder *finder, wn_finder_search kind) {
    wn_warm *warm = &finder->searches[kind];
    if (!warm->is_made) {
        wn_policy policy = warm_policy(finder, kind);
        warm->is_made = wn_search_init(&warm->search, finder->domain, &policy, &finder->memory);
        if (wn_finder_is_jumping(finder, kind)) {
            warm->search.own.jump.is_warm = true;
        }
    }
    return warm->is_made ? &warm->search : NULL;
}

bool wn_finder_make_room(wend_finder *finder, wn_finder_search kind, uint64_t units, bool is_new) {
    wn_search *search = wn_finder_search_of(finder, kind);
    if (!search) {
        return false;
    }
    if (wn_finder_is_jumping(finder, kind)) {
        return wn_jump_reserve(&search->own.jump, units, is_new);
    }
    uint64_t expansions = units / WEND_WORK_EXPANSION;
    return wn_search_reserve(search, (uint32_t)wn_min_u64(expansions, UINT32_MAX), 1);
}

bool wn_finder_make_more_room(wend_finder *finder, wn_finder_search kind) {
    uint64_t more = wn_finder_is_jumping(finder, kind) ? MORE_JUMPS : MORE_EXPANSIONS;
    return wn_finder_make_room(finder, kind, more * WEND_WORK_EXPANSION, false);
}

wn_search *wn_finder_start(wend_finder *finder, wn_finder_search kind, wend_state goal) {
    wn_search *search = wn_finder_search_of(finder, kind);
    if (!search) {
        return NULL;
    }
    /* Start first: the entries that the previous search has left in its lists then need no memory.
     */
    wn_search_start(search, goal == WEND_STATE_NONE ? WN_NONE : wn_search_goal_id(search, goal));
    return wn_finder_make_room(finder, kind, 0, true) ? search : NULL;
}

bool wn_finder_seed(wend_finder *finder, wn_finder_search kind, wend_state state) {
    wn_search *search = &finder->searches[kind].search;
    wn_id id = wn_search_id(search, state);
    while (!search->kernel->seed(search, id, 0)) {
        if (!wn_finder_make_more_room(finder, kind)) {
            return false;
        }
    }
    return true;
}

bool wn_finder_flood_one(wend_finder *finder, wn_expanded *one, wn_outcome *outcome) {
    wn_search *search = &finder->searches[WN_SEARCH_FLOOD].search;
    for (;;) {
        uint32_t used = 0;
        *outcome = search->kernel->run_one(search, 1, &used, one);
        if (*outcome != WN_NO_MEMORY) {
            return true;
        }
        if (!wn_finder_make_more_room(finder, WN_SEARCH_FLOOD)) {
            return false;
        }
    }
}
