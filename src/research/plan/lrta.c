/* research/plan/lrta.c - LRTA* (Korf 1990). */
#include "plan/planner.h"

static bool lrta_init(wn_planner *planner) {
    planner->lrta = (wn_lrta){0};
    wn_breadth_init(&planner->lrta.ahead,
                    planner->parameters.as_published ? WN_MINI_MIN_UNLEARNED : WN_MINI_MIN,
                    planner->parameters.depth, WN_FACTOR_ONE);
    return true;
}

static void lrta_clear(wn_planner *planner) {
    wn_breadth_clear(&planner->lrta.ahead, &planner->memory);
}

static bool lrta_reserve(wn_planner *planner, const wn_budget *budget) {
    return wn_breadth_reserve(&planner->lrta.ahead, &planner->search, budget->expansions);
}

static size_t lrta_bytes(const wn_planner *planner) {
    return planner->lrta.ahead.count * sizeof(wn_id);
}

/* ---- Looking ahead --------------------------------------------------------------------------- */

/* Runs one slice of a look-ahead of `depth` moves. Unless it is done (WN_FOUND), sets the status of
 * the tick. */
static wn_outcome look_ahead(wn_breadth *ahead, wn_search *search, wn_id at, wn_id target,
                             uint32_t depth, const wn_budget *budget, wend_tick *tick) {
    assert(tick->expansions <= budget->expansions);
    uint32_t left = budget->expansions - tick->expansions;
    bool late = tick->expansions > 0 && wn_deadline_passed(&budget->plan_until);
    wn_outcome outcome = WN_RUNNING;
    if (left > 0 && !late) { /* the memory reserved for a tick suffices for its expansions only */
        ahead->depth = ahead->running ? ahead->depth : depth;
        outcome = !ahead->running && !wn_breadth_begin(ahead, search, at, target)
                      ? WN_NO_MEMORY
                      : wn_breadth_run(ahead, search, left, &budget->plan_until, &tick->expansions);
    }
    switch (outcome) {
    case WN_FOUND:
        break;
    case WN_NO_PATH:
        tick->status = WEND_AGENT_UNREACHABLE;
        break;
    case WN_NO_MEMORY:
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        break;
    default:
        tick->status = WEND_AGENT_WAITING; /* the look-ahead continues in the next tick */
    }
    return outcome;
}

bool wn_lrta_look_ahead(wn_breadth *ahead, wn_search *search, wn_id at, wn_id target,
                        const wn_budget *budget, wend_tick *tick) {
    if (look_ahead(ahead, search, at, target, ahead->depth, budget, tick) != WN_FOUND) {
        return false;
    }
    tick->learning++;
    tick->updates += wn_breadth_learn(ahead, search);
    return true;
}

/* ---- As published ------------------------------------------------------------------------------
 *
 * A state gets a value when it is first seen as a neighbour: the result of a look-ahead of d - 1
 * moves from there, by the domain's h. The value of the agent's state becomes the least cost +
 * value of its neighbours, and the agent moves to that neighbour. */

static bool has_value(wn_search *search, wn_id id) {
    return wn_search_learned(search, id)->epoch == search->epoch;
}

static void set_value(wn_search *search, wn_id id, uint64_t value) {
    wn_learned *learned = wn_search_learned(search, id);
    learned->h = value < WEND_COST_MAX ? (wend_cost)value : WEND_COST_MAX;
    learned->epoch = search->epoch;
}

/* Looks ahead from the neighbours that have no value yet. Returns false if the tick ends before all
 * have one. */
static bool value_neighbors(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_lrta *lrta = &planner->lrta;
    wn_search *search = &planner->search;
    const wn_successor *list;
    for (;; lrta->valued++) {
        uint32_t count = search->kernel->successors(search, planner->at, search->buffer, &list);
        while (lrta->valued < count && (list[lrta->valued].id == planner->goal ||
                                        has_value(search, list[lrta->valued].id))) {
            lrta->valued++;
        }
        if (lrta->valued == count) {
            return true;
        }
        wn_id id = list[lrta->valued].id;
        wn_outcome outcome = look_ahead(&lrta->ahead, search, id, planner->goal,
                                        planner->parameters.depth - 1, budget, tick);
        bool leads_on = lrta->ahead.horizon.frontier_count > 0;
        if (outcome == WN_NO_PATH && leads_on) {
            tick->status =
                WEND_AGENT_MOVING; /* not from there, but perhaps from another neighbour */
        } else if (outcome != WN_FOUND) {
            return false;
        }
        set_value(search, id, lrta->ahead.best_f);
    }
}

/* Learns, and returns the neighbour to move to. */
static wn_id best_neighbor(wn_planner *planner, wend_tick *tick) {
    wn_search *search = &planner->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, planner->at, search->buffer, &list);
    wn_id best = WN_NONE;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        bool is_goal = list[i].id == planner->goal;
        uint64_t value = list[i].cost + (is_goal ? 0 : search->kernel->h(search, list[i].id));
        if (value < least) {
            least = value;
            best = list[i].id;
        }
    }
    tick->learning++;
    tick->updates += least > search->kernel->h(search, planner->at);
    set_value(search, planner->at, least);
    return best;
}

/* Like wn_lrta_look_ahead. */
static bool look_ahead_by_letter(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_lrta *lrta = &planner->lrta;
    if (!lrta->is_expanded) {
        if (look_ahead(&lrta->ahead, &planner->search, planner->at, planner->goal, 1, budget,
                       tick) != WN_FOUND) {
            return false;
        }
        lrta->is_expanded = true;
        lrta->valued = 0;
    }
    if (planner->parameters.depth > 1 && !value_neighbors(planner, budget, tick)) {
        return false;
    }
    lrta->is_expanded = false;
    lrta->ahead.first = best_neighbor(planner, tick);
    return true;
}

/* ---- Ticks ----------------------------------------------------------------------------------- */

static bool choose_ahead(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    return planner->parameters.as_published
               ? look_ahead_by_letter(planner, budget, tick)
               : wn_lrta_look_ahead(&planner->lrta.ahead, &planner->search, planner->at,
                                    planner->goal, budget, tick);
}

static void lrta_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_lrta *lrta = &planner->lrta;
    if (wn_planner_goal_blocked(planner)) {
        tick->status = WEND_AGENT_UNREACHABLE;
    } else if (!wn_planner_choose_again(planner, tick) && choose_ahead(planner, budget, tick) &&
               wn_planner_may_have_route(planner, tick)) {
        tick->flags |= WEND_TICK_REPLANNED;
        wn_planner_choose(planner, lrta->ahead.first, tick);
    }
}

static void drop_look_ahead(wn_planner *planner) {
    if (planner->lrta.ahead.running || planner->lrta.is_expanded) {
        wn_planner_give_up(planner);
    }
    planner->lrta.ahead.running = planner->lrta.is_expanded = false;
}

static void lrta_changed(wn_planner *planner, const wn_edit *edit) {
    (void)edit; /* a reachable set that was complete may have grown */
    drop_look_ahead(planner);
    wn_breadth_forget(&planner->lrta.ahead, &planner->search);
    wn_planner_wake(planner);
}

static void lrta_retargeted(wn_planner *planner, bool goal_is_new) {
    drop_look_ahead(planner);
    if (goal_is_new) {
        wn_breadth_forget(&planner->lrta.ahead, &planner->search);
    }
}

/* The goal of a look-ahead is never expanded. */
static wend_mark lrta_mark(const wn_planner *planner, wn_id id, const wn_node *node) {
    if (id == planner->goal) {
        return WEND_MARK_OPEN;
    }
    return wn_breadth_is_closed(&planner->lrta.ahead, node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

const wn_family wn_lrta_family = {
    .init = lrta_init,
    .clear = lrta_clear,
    .reserve = lrta_reserve,
    .plan = lrta_plan,
    .bytes = lrta_bytes,
    .changed = lrta_changed,
    .retargeted = lrta_retargeted,
    .learns = true,
    .mark = lrta_mark,
    .map_kernel = wn_grid_kernel,
};

#define WN_LRTA_ALGORITHMS
#include "plan/define_algorithms.inl"
