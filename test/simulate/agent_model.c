#include "simulate/agent_model.h"
#include "simulate/derived.h"

#include "support/test.h"

#include <string.h>

static bool is_packed(const sim_agent *a) {
    return a->place == SIM_PUZZLE || a->place == SIM_CALLBACK;
}

/* The cost of a move of the agent by the model. */
static wend_cost move_cost(const sim *s, const sim_agent *a, wend_state from, wend_state to) {
    if (is_packed(a)) {
        wend_packed one = wend_agent_packed(a->agent, from),
                    other = wend_agent_packed(a->agent, to);
        return sim_packed_move(&s->places[a->place], a->place, &one, &other);
    }
    if (s->places[a->place].map) {
        return sim_move_cost(s, a->place, from, to);
    }
    wend_state states[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    wend_state goal = a->place == SIM_TRACK ? wend_agent_goal(a->agent) : WEND_STATE_NONE;
    for (uint32_t i = sim_moves(s, a->place, from, goal, states, costs); i > 0; i--) {
        if (states[i - 1] == to) {
            return costs[i - 1];
        }
    }
    return 0;
}

static bool has_move(const sim *s, const sim_agent *a, wend_state from) {
    wend_state states[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    return is_packed(a) || sim_moves(s, a->place, from, WEND_STATE_NONE, states, costs) > 0;
}

bool agent_reaches_goal(const sim *s, const sim_agent *a) {
    wend_state at = wend_agent_state(a->agent);
    if (is_packed(a)) {
        wend_packed from = wend_agent_packed(a->agent, at);
        return sim_packed_reaches(&s->places[a->place], a->place, &from, &a->goal_packed);
    }
    return sim_reaches(s, a->place, at, a->goal);
}

bool agent_is_stale(const sim *s, const sim_agent *a) {
    uint64_t version = wend_map_version(s->places[SIM_BASE].map);
    bool uses_regions = a->def.local.abstraction || a->def.local.subgoals;
    return (uses_regions && s->abstraction_version != version) ||
           (a->def.local.subgoals && s->subgoals_version != version);
}

uint64_t agent_ticks_max(const sim *s, const sim_agent *a) {
    bool is_literal = a->def.bounded.as_published == WEND_ON;
    /* The move out of a blocked cell cannot be reversed. */
    bool is_irreversible =
        a->place == SIM_ONE_WAY || a->place == SIM_TRACK || a->place == SIM_CALLBACK ||
        (!is_packed(a) && !sim_can_stand(s, a->place, wend_agent_state(a->agent)));
    bool may_be_trapped = (a->algo->flags & WEND_ALGO_MAY_BE_TRAPPED) && is_irreversible;
    if (s->is_large || is_literal || may_be_trapped || a->place == SIM_PUZZLE) {
        return 0;
    }
    uint64_t states = is_packed(a) ? 200 : sim_reachable(s, a->place, wend_agent_state(a->agent));
    if (a->algo->acts == WEND_ACTS_LOCALLY) {
        /* Every h rises at most to the cost of a path, by at least the cost of a move each time. */
        return states <= 200 ? 200 + states * states * 4 * sim_cost_ratio(s, a->place) : 0;
    }
    if (!is_packed(a) && strcmp(a->algo->name, "dstar-lite") == 0) {
        states +=
            sim_reachable(s, a->place, wend_agent_goal(a->agent)); /* it searches from there */
    }
    return 200 + 100 * states;
}

/* ---- The move -------------------------------------------------------------------------------- */

void agent_check_move(sim *s, sim_agent *a, wend_state before, const wend_tick *tick) {
    uint32_t n = a->slot;
    bool has_moved = tick->flags & WEND_TICK_MOVED;
    SIM_REQUIRE(s, tick->state == wend_agent_state(a->agent),
                "assert_int_equal(tick.state, wend_agent_state(agent[%u]));", n);
    SIM_REQUIRE(s, has_moved == (tick->state != before),
                "assert_int_equal((tick.flags & WEND_TICK_MOVED) != 0, tick.state != %u);", before);
    wend_cost cost = has_moved ? move_cost(s, a, before, tick->state) : 0;
    SIM_REQUIRE(s, cost > 0 || !has_moved,
                "assert_int_not_equal(tick.state, %u); /* from %u: no move; %s */", tick->state,
                before, a->algo->name);
    SIM_REQUIRE(s, cost == tick->cost, "assert_int_equal(tick.cost, %u);", cost);
    a->sums.moves += has_moved;
    a->sums.backtracks += (tick->flags & WEND_TICK_BACKTRACKED) != 0;
    a->sums.cost += tick->cost;
    if (!is_packed(a)) {
        sim_note(s, a->place, tick->state);
    }
    sim_mix(s, tick->state);
    sim_mix(s, tick->status);
}

/* ---- The tick -------------------------------------------------------------------------------- */

static uint64_t learning_max(const sim *s, const sim_agent *a, const sim_ticking *how,
                             uint32_t expansions) {
    static const char *const all[] = {"lss-lrta", "klrta", "lss-lrtwa", "wlss-lrta", "dartaa"};
    uint64_t degree = s->places[a->place].map ? s->places[a->place].model.neighbors : SIM_MOVES_MAX;
    bool is_in_wall = !is_packed(a) && !sim_can_stand(s, a->place, how->before);
    for (uint32_t i = 0; i < COUNT_OF(all); i++) {
        if (strcmp(a->algo->name, all[i]) == 0) {
            return 2 + 2 * degree * (expansions + is_in_wall);
        }
    }
    return how->budget;
}

static void check_work(sim *s, const sim_agent *a, const sim_ticking *how, const wend_tick *tick) {
    uint32_t most, steps;
    wend_agent_split(a->agent, how->budget, &most, &steps);
    uint64_t per = a->def.bounded.trace_per_expansion ? a->def.bounded.trace_per_expansion : 10;
    SIM_REQUIRE(s, tick->expansions <= most, "assert_true(tick.expansions <= %u); /* is %u, %s */",
                most, tick->expansions, a->algo->name);
    uint64_t units = (uint64_t)most * WEND_WORK_EXPANSION;
    SIM_REQUIRE(s, tick->work <= units, "assert_true(tick.work <= %llu); /* is %u, %s */",
                (unsigned long long)units, tick->work, a->algo->name);
    SIM_REQUIRE(s, tick->trace_steps <= how->budget * per,
                "assert_true(tick.trace_steps <= %llu); /* is %u, %s */",
                (unsigned long long)(how->budget * per), tick->trace_steps, a->algo->name);
    uint64_t learning = learning_max(s, a, how, tick->expansions);
    SIM_REQUIRE(s, tick->learning <= learning,
                "assert_true(tick.learning <= %llu); /* is %u, %s */", (unsigned long long)learning,
                tick->learning, a->algo->name);
}

bool agent_is_reserved(const sim *s, const sim_agent *a, uint32_t budget) {
    return a->reserved >= budget && a->place_version == s->places[a->place].version;
}

static void check_memory_status(sim *s, sim_agent *a, const sim_ticking *how,
                                const wend_tick *tick) {
    SIM_REQUIRE(s, tick->status != WEND_AGENT_OUT_OF_MEMORY || a->has_failed,
                "assert_int_not_equal(tick.status, WEND_AGENT_OUT_OF_MEMORY); /* %s */",
                a->algo->name);
    SIM_REQUIRE(s, tick->status != WEND_AGENT_NOT_RESERVED || !agent_is_reserved(s, a, how->budget),
                "assert_int_not_equal(tick.status, WEND_AGENT_NOT_RESERVED); /* %s */",
                a->algo->name);
    if (tick->status == WEND_AGENT_NOT_RESERVED || tick->status == WEND_AGENT_OUT_OF_MEMORY) {
        sim_cover(s, SIM_OBJECT_AGENT, a->place, SIM_FAULT_NOT_RESERVED);
        a->first_version = UINT64_MAX; /* the trace may take more ticks than with one budget */
    }
}

/* Whether an agent that acts on every tick is allowed to stand on this one. */
static bool may_stand(const sim *s, const sim_agent *a, const sim_ticking *how) {
    bool acts = a->algo->acts != WEND_ACTS_WHEN_PLANNED &&
                !(a->algo->flags & WEND_ALGO_SLICES_MOVES) &&
                a->def.bounded.as_published != WEND_ON;
    /* Off its path, at a move that is not reversible, "tbrwa" learns before it starts a new
     * search. */
    acts = acts && strcmp(a->algo->name, "tbrwa") != 0;
    bool is_in_wall = !is_packed(a) && !sim_can_stand(s, a->place, how->before);
    /* After an edit, a new goal or a teleport a search may have to restart first. */
    acts = acts && a->first_version == s->places[a->place].version;
    /* The nearest cell is the one of the components; with edits pending it may be unreachable. */
    const sim_place *place = &s->places[a->place];
    acts = acts && !(a->def.nearest && derived_is_pending(place));
    return !acts || how->is_timed || how->is_plan || is_in_wall ||
           !agent_is_reserved(s, a, how->budget) || !has_move(s, a, how->before);
}

static void check_status(sim *s, const sim_agent *a, const sim_ticking *how,
                         const wend_tick *tick) {
    wend_state goal = wend_agent_goal(a->agent);
    bool is_there = tick->state == goal;
    SIM_REQUIRE(s, tick->status != WEND_AGENT_ARRIVED || is_there,
                "assert_int_equal(tick.state, wend_agent_goal(agent[%u])); /* %s */", a->slot,
                a->algo->name);
    SIM_REQUIRE(s, is_there || a->def.nearest || tick->status != WEND_AGENT_ARRIVED,
                "assert_int_not_equal(tick.status, WEND_AGENT_ARRIVED);");
    /* If the nearest cell, where it stands, is blocked, it cannot continue to the given goal. */
    bool is_elsewhere = goal != a->goal;
    SIM_REQUIRE(s, !is_there || tick->status == WEND_AGENT_ARRIVED || how->is_plan || is_elsewhere,
                "assert_int_equal(tick.status, WEND_AGENT_ARRIVED); /* is %d, %s */", tick->status,
                a->algo->name);
    SIM_REQUIRE(
        s, tick->status != WEND_AGENT_UNREACHABLE || s->is_large || !agent_reaches_goal(s, a),
        "assert_int_not_equal(tick.status, WEND_AGENT_UNREACHABLE); /* %s */", a->algo->name);
    /* Local searches raise h without limit if the goal is unreachable. */
    SIM_REQUIRE(s,
                tick->status != WEND_AGENT_OVERFLOW || sim_may_overflow(s, a->place) ||
                    s->is_large ||
                    (a->algo->acts == WEND_ACTS_LOCALLY && !agent_reaches_goal(s, a)),
                "assert_int_not_equal(tick.status, WEND_AGENT_OVERFLOW); /* %s */", a->algo->name);
    if (!how->is_plan) {
        bool has_moved = tick->flags & WEND_TICK_MOVED;
        SIM_REQUIRE(s, tick->status != WEND_AGENT_MOVING || has_moved,
                    "assert_true(tick.flags & WEND_TICK_MOVED); /* %s */", a->algo->name);
        SIM_REQUIRE(s, tick->status != WEND_AGENT_WAITING || !has_moved,
                    "assert_false(tick.flags & WEND_TICK_MOVED); /* %s */", a->algo->name);
        SIM_REQUIRE(s, tick->status != WEND_AGENT_WAITING || may_stand(s, a, how),
                    "assert_int_not_equal(tick.status, WEND_AGENT_WAITING); /* %s */",
                    a->algo->name);
    }
}

static void add_sums(sim_agent *a, const wend_tick *tick) {
    wend_agent_info *sums = &a->sums;
    sums->expansions += tick->expansions;
    sums->work += tick->work;
    sums->trace_steps += tick->trace_steps;
    sums->updates += tick->updates;
    sums->replans += (tick->flags & WEND_TICK_REPLANNED) != 0;
    sums->restarts += (tick->flags & WEND_TICK_RESTARTED) != 0;
    if (sums->found_tick == 0 && (tick->flags & WEND_TICK_FOUND)) {
        sums->found_tick = wend_agent_stats(a->agent).ticks;
    }
    if (tick->expansions > sums->max_expansions_per_tick) {
        sums->max_expansions_per_tick = tick->expansions;
    }
    if (tick->work > sums->max_work_per_tick) {
        sums->max_work_per_tick = tick->work;
    }
}

static void check_counters(sim *s, const sim_agent *a) {
    wend_agent_info is = wend_agent_stats(a->agent);
    const wend_agent_info *sums = &a->sums;
    SIM_REQUIRE(s, is.moves == sums->moves && is.cost == sums->cost,
                "assert_int_equal(wend_agent_stats(agent[%u]).moves, %llu); /* is %llu */", a->slot,
                (unsigned long long)sums->moves, (unsigned long long)is.moves);
    SIM_REQUIRE(s, is.expansions == sums->expansions && is.work == sums->work,
                "assert_int_equal(wend_agent_stats(agent[%u]).expansions, %llu); /* is %llu */",
                a->slot, (unsigned long long)sums->expansions, (unsigned long long)is.expansions);
    SIM_REQUIRE(s, is.trace_steps == sums->trace_steps && is.updates == sums->updates,
                "assert_int_equal(wend_agent_stats(agent[%u]).trace_steps, %llu);", a->slot,
                (unsigned long long)sums->trace_steps);
    SIM_REQUIRE(s, is.replans == sums->replans && is.restarts == sums->restarts,
                "assert_int_equal(wend_agent_stats(agent[%u]).replans, %llu); /* is %llu */",
                a->slot, (unsigned long long)sums->replans, (unsigned long long)is.replans);
    SIM_REQUIRE(s, is.backtracks == sums->backtracks && is.found_tick == sums->found_tick,
                "assert_int_equal(wend_agent_stats(agent[%u]).backtracks, %llu); /* is %llu */",
                a->slot, (unsigned long long)sums->backtracks, (unsigned long long)is.backtracks);
    SIM_REQUIRE(s,
                is.max_expansions_per_tick == sums->max_expansions_per_tick &&
                    is.max_work_per_tick == sums->max_work_per_tick,
                "assert_int_equal(wend_agent_stats(agent[%u]).max_work_per_tick, %u);", a->slot,
                sums->max_work_per_tick);
    SIM_REQUIRE(s, !a->def.memory_limit || is.bytes_allocated <= a->def.memory_limit,
                "assert_true(wend_agent_stats(agent[%u]).bytes_allocated <= %zu);", a->slot,
                a->def.memory_limit);
}

uint64_t agent_allocator_calls(const sim *s, const sim_agent *a) {
    const ledger *book = &s->books[SIM_BOOK_AGENTS + a->slot];
    return book->calls + book->releases;
}

void agent_check_no_allocation(sim *s, const sim_agent *a, uint64_t before) {
    SIM_REQUIRE(s, agent_allocator_calls(s, a) == before,
                "assert_int_equal(book[%u].calls + book[%u].releases, %llu); /* %s */",
                SIM_BOOK_AGENTS + a->slot, SIM_BOOK_AGENTS + a->slot, (unsigned long long)before,
                a->algo->name);
}

void agent_check_tick(sim *s, sim_agent *a, const sim_ticking *how, const wend_tick *tick) {
    agent_check_no_allocation(s, a, how->books);
    if (how->is_plan) {
        SIM_REQUIRE(s, tick->state == how->before, "assert_int_equal(tick.state, %u);",
                    how->before);
    } else {
        agent_check_move(s, a, how->before, tick);
    }
    check_work(s, a, how, tick);
    check_memory_status(s, a, how, tick);
    check_status(s, a, how, tick);
    add_sums(a, tick);
    check_counters(s, a);
    a->plan_version = s->places[a->place].version;
    if (tick->flags & WEND_TICK_RESTARTED) {
        a->search_version = a->plan_version;
    }
    a->reserved = 0;
    sim_mix(s, tick->flags);
    sim_mix(s, tick->expansions);
    sim_mix(s, tick->work);
    sim_mix(s, tick->trace_steps);
    sim_mix(s, tick->learning);
    s->report->counts.ticks++;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

#define LOOK  200u
#define AHEAD 20u /* moves */

/* The state ahead is one of the next moves, or the next step. */
static void check_ahead(sim *s, const sim_agent *a) {
    wend_state states[AHEAD];
    uint32_t count = wend_agent_path(a->agent, states, AHEAD, NULL);
    wend_state ahead = wend_agent_ahead(a->agent, AHEAD);
    bool is_on_path = ahead == wend_agent_next(a->agent);
    for (uint32_t i = 0; i < count; i++) {
        is_on_path |= states[i] == ahead;
    }
    SIM_REQUIRE(s, is_on_path, "assert_int_not_equal(wend_agent_ahead(agent[%u], %u), %u);",
                a->slot, AHEAD, ahead);
    sim_mix(s, ahead);
}

void agent_check_plans(sim *s, const sim_agent *a) {
    wend_state states[LOOK], at = wend_agent_state(a->agent);
    bool is_complete = false;
    sim_say(s, "wend_agent_path(agent[%u], states, %u, &is_complete);", a->slot, LOOK);
    uint32_t count = wend_agent_path(a->agent, states, LOOK, &is_complete);
    /* Jump point search follows its old path while it plans a new one. */
    bool is_fresh = (a->algo->flags & WEND_ALGO_JUMPS ? a->first_version : a->plan_version) ==
                    s->places[a->place].version;
    SIM_REQUIRE(s, count <= LOOK, "fail_msg(\"a path of %u states\");", count);
    for (uint32_t i = 0; i < count; i++) {
        SIM_REQUIRE(s, !is_fresh || move_cost(s, a, at, states[i]) > 0,
                    "assert_int_not_equal(states[%u], %u); /* from %u: no move; %s */", i,
                    states[i], at, a->algo->name);
        at = states[i];
        sim_mix(s, at);
    }
    if (count > 1 && !is_packed(a)) {
        sim_note(s, a->place, states[count / 2]); /* for edits to block */
    }
    SIM_REQUIRE(s, !is_complete || at == wend_agent_goal(a->agent),
                "assert_false(is_complete); /* the path of %s ends at %u */", a->algo->name, at);
    sim_say(s, "wend_agent_waypoints(agent[%u], states, %u, &is_complete);", a->slot, LOOK);
    count = wend_agent_waypoints(a->agent, states, LOOK, &is_complete);
    SIM_REQUIRE(s, count == 0 || !is_complete || states[count - 1] == wend_agent_goal(a->agent),
                "assert_false(is_complete); /* the waypoints of %s end at %u */", a->algo->name,
                states[count - 1]);
    sim_say(s, "wend_agent_next(agent[%u]);", a->slot);
    sim_mix(s, wend_agent_next(a->agent));
    check_ahead(s, a);
    sim_say(s, "explanation = wend_agent_explain(agent[%u]);", a->slot);
    wend_explanation why = wend_agent_explain(a->agent);
    char text[200];
    SIM_REQUIRE(s, wend_explain_text(&why, s->places[a->place].map, text, sizeof text) > 0,
                "fail_msg(\"an empty explanation\");");
    sim_mix(s, why.reason);
}
