/* research/plan/prioritized.c - P-LRTA* (Rayner, Davison, Bulitko, Anderson, Lu 2007).
 *
 * The nodes of the search store the state of the queue: `g` is the change under which a state is
 * queued, `next` its order, or WN_NONE if it is not queued. */
#include "plan/planner.h"

#include <string.h>

static bool prioritized_init(wn_planner *planner) {
    wn_prioritized *p = &planner->prioritized;
    *p = (wn_prioritized){.size = planner->parameters.queue_size};
    p->queue = wn_memory_take(&planner->memory, p->size * sizeof *p->queue);
    return p->queue != NULL;
}

static void prioritized_clear(wn_planner *planner) {
    wn_prioritized *p = &planner->prioritized;
    wn_memory_give(&planner->memory, p->queue, p->size * sizeof *p->queue);
}

static bool prioritized_reserve(wn_planner *planner, const wn_budget *budget) {
    return wn_search_reserve(&planner->search, budget->expansions, 1);
}

static size_t prioritized_bytes(const wn_planner *planner) {
    return planner->prioritized.count * sizeof *planner->prioritized.queue;
}

/* ---- The queue ----------------------------------------------------------------------------- */

/* The node of a state; a new one is not queued. */
static wn_node *node_of(wn_search *search, wn_id id) {
    wn_node *node = wn_nodes_at(&search->nodes, id);
    if (node->stamp != search->nodes.stamp) {
        node->stamp = search->nodes.stamp;
        node->next = WN_NONE;
        search->touched++;
    }
    return node;
}

static uint64_t queue_key_of(wend_cost change, uint32_t order) {
    return (uint64_t)change << 32 | order;
}

/* The position of a key, or where it would be inserted. */
static uint32_t queue_find(const wn_prioritized *p, uint64_t key) {
    uint32_t low = 0, high = p->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->queue[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void queue_take_out(wn_prioritized *p, wn_search *search, uint32_t at) {
    assert(at < p->count);
    node_of(search, p->queue[at].id)->next = WN_NONE;
    p->count--;
    memmove(p->queue + at, p->queue + at + 1, (p->count - at) * sizeof *p->queue);
}

/* Queues a state, or raises the change under which it is queued. A full queue drops the smallest.
 */
static void queue_enter(wn_prioritized *p, wn_search *search, wn_id id, wend_cost change) {
    wn_node *node = node_of(search, id);
    if (node->next != WN_NONE) {
        if (node->g >= change) {
            return;
        }
        queue_take_out(p, search, queue_find(p, queue_key_of(node->g, node->next)));
    }
    if (p->count == p->size) {
        if (p->queue[0].key >> 32 >= change) {
            return;
        }
        queue_take_out(p, search, 0);
    }
    p->order = p->order + 1 == WN_NONE ? 0 : p->order + 1;
    node->g = change;
    node->next = p->order;
    uint64_t key = queue_key_of(change, p->order);
    uint32_t at = queue_find(p, key);
    memmove(p->queue + at + 1, p->queue + at, (p->count - at) * sizeof *p->queue);
    p->queue[at] = (wn_waiting){key, id};
    p->count++;
}

/* ---- Learning ------------------------------------------------------------------------------ */

/* h(s) = max(h(s), min c + h) over its successors; if it rises, they are queued. Returns the best
 * successor, or WN_NONE. */
static wn_id update(wn_planner *planner, wn_id id, wend_tick *tick) {
    wn_search *search = &planner->search;
    wn_horizon *horizon = &planner->prioritized.horizon;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    node_of(search, id); /* marks it as visited even if it is never queued */
    wn_search_report(search, id, WN_NONE, 0);
    wn_horizon_expand(horizon, search, id);
    wn_id best = WN_NONE;
    uint64_t least = WEND_COST_MAX;
    for (uint32_t i = 0; i < count; i++) {
        wn_horizon_see(horizon, search, list[i].id);
        uint64_t f = (uint64_t)list[i].cost + search->kernel->h(search, list[i].id);
        if (f < least || best == WN_NONE) {
            least = f;
            best = list[i].id;
        }
    }
    tick->expansions++;
    tick->learning++;
    least = least < WEND_COST_MAX ? least : WEND_COST_MAX;
    wend_cost old = search->kernel->h(search, id);
    if (least > old) {
        wn_learned *learned = wn_search_learned(search, id);
        learned->h = (wend_cost)least;
        learned->epoch = search->epoch;
        tick->updates++;
        for (uint32_t i = 0; i < count; i++) {
            if (list[i].id != planner->goal) {
                queue_enter(&planner->prioritized, search, list[i].id, (wend_cost)least - old);
            }
        }
    }
    return best;
}

static bool queue_has_room(const wn_search *search) {
    const wend_domain *domain = search->domain;
    return wn_nodes_room(&search->nodes, wn_add_sat(domain->pages, 1)) &&
           (domain->id_limit || wn_states_room(&search->states) >= domain->degree);
}

static wn_id queue_pop(wn_prioritized *p, wn_search *search) {
    assert(p->count > 0);
    wn_id id = p->queue[p->count - 1].id;
    queue_take_out(p, search, p->count - 1);
    return id;
}

/* Updates states until a move is due. Returns its target, WN_NONE if the tick ends first. */
static wn_id update_all(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_prioritized *p = &planner->prioritized;
    for (;;) {
        bool late = tick->expansions > 0 && tick->expansions % WN_EXPANSIONS_PER_POLL == 0 &&
                    wn_deadline_passed(&budget->plan_until);
        if (tick->expansions == budget->expansions || late) {
            return WN_NONE;
        }
        if (!queue_has_room(&planner->search)) {
            tick->status = WEND_AGENT_OUT_OF_MEMORY;
            return WN_NONE;
        }
        /* The agent's state, then up to N from the queue, then the agent's again: its successors
         * may have changed. */
        bool last = p->done > p->size || p->count == 0;
        bool own = p->done == 0 || last;
        wn_id best = update(planner, own ? planner->at : queue_pop(p, &planner->search), tick);
        p->done++;
        bool proved = p->horizon.frontier_count == 0;
        if (own && (p->done > 1 || p->count == 0 || best == WN_NONE || proved)) {
            p->done = 0;
            return best;
        }
    }
}

static void go_on_updating(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_search *search = &planner->search;
    wn_prioritized *p = &planner->prioritized;
    if (!p->begun) {
        wn_search_start(search, planner->goal);
        p->begun = true;
        p->count = p->done = 0;
    }
    wn_id next = update_all(planner, budget, tick);
    if (p->done == 0 && tick->status == WEND_AGENT_MOVING) {
        if (next == WN_NONE || p->horizon.frontier_count == 0) {
            tick->status = WEND_AGENT_UNREACHABLE;
            return;
        }
        if (!wn_planner_may_have_route(planner, tick)) {
            return;
        }
    }
    tick->flags |= next != WN_NONE ? WEND_TICK_REPLANNED : 0;
    wn_planner_choose(planner, next, tick);
}

static void prioritized_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    if (wn_planner_goal_blocked(planner)) {
        tick->status = WEND_AGENT_UNREACHABLE;
    } else if (!wn_planner_choose_again(planner, tick)) {
        go_on_updating(planner, budget, tick);
    }
}

static void drop_updates(wn_planner *planner) {
    if (planner->prioritized.done > 0) {
        wn_planner_give_up(planner);
    }
    planner->prioritized.done = 0;
}

static void begin_again(wn_planner *planner) {
    drop_updates(planner);
    wn_horizon_forget(&planner->prioritized.horizon, &planner->search);
    planner->prioritized.begun = false;
}

static void prioritized_changed(wn_planner *planner, const wn_edit *edit) {
    (void)edit; /* a reachable set that was complete may have grown */
    begin_again(planner);
    wn_planner_wake(planner);
}

static void prioritized_retargeted(wn_planner *planner, bool goal_is_new) {
    drop_updates(planner);
    if (goal_is_new) {
        begin_again(planner);
    }
}

/* States that were queued once and no longer are count as expanded. */
static wend_mark prioritized_mark(const wn_planner *planner, wn_id id, const wn_node *node) {
    (void)planner, (void)id;
    return node->next == WN_NONE ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

const wn_family wn_prioritized_family = {
    .init = prioritized_init,
    .clear = prioritized_clear,
    .reserve = prioritized_reserve,
    .plan = prioritized_plan,
    .bytes = prioritized_bytes,
    .changed = prioritized_changed,
    .retargeted = prioritized_retargeted,
    .learns = true,
    .mark = prioritized_mark,
    .map_kernel = wn_grid_kernel,
};

#define WN_PRIORITIZED_ALGORITHMS
#include "plan/define_algorithms.inl"
