/* agent/agent.c - the public functions of agents. */
#include "agent/agent.h"

#include <inttypes.h>

/* ---- Budgets ------------------------------------------------------------------------------- */

/* Whether the budget of a tick is split between expansions and tracing. */
static bool splits(const wend_agent *agent) {
    return wn_planner_acts(&agent->planner, WEND_ACTS_AT_ONCE) ||
           wn_planner_acts(&agent->planner, WEND_ACTS_SHUTTLES);
}

wn_budget wn_agent_split(const wend_agent *agent, uint32_t resource) {
    uint32_t all_trace = wn_mul_sat(resource, agent->planner.parameters.trace_per_expansion);
    wn_budget budget = {.expansions = resource, .trace_steps = all_trace};
    if (splits(agent)) {
        uint32_t share =
            (uint32_t)((uint64_t)resource * agent->planner.parameters.expand_permille / 1000);
        budget.expansions = wn_max_u32(share, 1);
        if (budget.expansions < resource) {
            budget.trace_steps = wn_mul_sat(resource - budget.expansions,
                                            agent->planner.parameters.trace_per_expansion);
        }
    }
    budget.trace_steps_found = all_trace;
    return budget;
}

/* ---- Creating and destroying --------------------------------------------------------------- */

/* Allocates from the planner's account. On failure it frees everything and returns false. */
static bool init_agent(wend_agent *agent, const wend_agent_def *def) {
    wn_ends ends = {def->start, wn_definition_goal(def), def->start_packed, def->goal_packed};
    agent->user = def->user;
    agent->planner.algorithm = wn_algorithm_of(def->algo);
    wn_parameters_set(&agent->planner.parameters, def, def->algo);
    agent->planner.map = def->map;
    if (!wn_planner_init(&agent->planner, wn_definition_domain(def), &ends)) {
        return false;
    }
    wn_agent_init_destination(agent, def);
    return true;
}

static wend_error no_memory(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    return wn_no_memory(diagnosis, def->memory_limit, "no memory for the agent");
}

wend_error wend_agent_create_sized(const wend_agent_def *given, size_t size, wend_agent **out,
                                   wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_agent_def def;
    wend_error error = wn_definition_read(given, size, &def, diagnosis);
    if (error) {
        return error;
    }
    wn_memory memory;
    wn_memory_init(&memory, &def.allocator, def.memory_limit);
    wend_agent *agent = wn_memory_take(&memory, sizeof *agent);
    if (!agent) {
        return no_memory(&def, diagnosis);
    }
    /* The rest, three quarters of an agent, is initialized together with the planner's search. */
    wn_memory_zero(agent, offsetof(wend_agent, planner.search));
    agent->planner.memory = memory;
    if (!init_agent(agent, &def)) {
        wn_memory_give(&memory, agent, sizeof *agent);
        return no_memory(&def, diagnosis);
    }
    if (def.work && wend_agent_reserve(agent, def.work)) {
        wend_agent_destroy(agent);
        return no_memory(&def, diagnosis);
    }
    *out = agent;
    return WEND_OK;
}

void wend_agent_destroy(wend_agent *agent) {
    if (agent) {
        wn_planner_clear(&agent->planner);
        wn_memory memory = agent->planner.memory;
        wn_memory_give(&memory, agent, sizeof *agent);
    }
}

/* ---- Memory and plans ---------------------------------------------------------------------- */

uint32_t wn_agent_resource(uint64_t work) {
    return (uint32_t)(wn_min_u64(work, WEND_AGENT_WORK_MAX) / WEND_WORK_EXPANSION);
}

/* Reserves for a search. Not inlined, so that agents on a known route need no stack frame. */
WN_NOINLINE static wend_error reserve_for_search(wend_agent *agent, uint64_t work) {
    wn_agent_check_destination(agent); /* may choose another goal, whose search needs memory */
    wn_budget shares = wn_agent_split(agent, wn_agent_resource(work));
    agent->reserve_failed = !wn_planner_reserve(&agent->planner, &shares);
    return agent->reserve_failed ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_error wend_agent_reserve(wend_agent *agent, uint64_t work) {
    if (!agent) {
        return WEND_ERROR_ARGUMENT;
    }
    if (work < WEND_WORK_EXPANSION) {
        return WEND_ERROR_BUDGET;
    }
    agent->reserve_failed = false;
    bool is_settled = wn_planner_is_settled(&agent->planner) && !agent->destination.is_unsure;
    return is_settled ? WEND_OK : reserve_for_search(agent, work);
}

size_t wend_agent_release(wend_agent *agent) {
    if (!agent) {
        return 0;
    }
    size_t before = agent->planner.memory.used;
    wn_planner_release(&agent->planner);
    return before - agent->planner.memory.used;
}

static void count_plan(wend_agent_info *counters, const wend_tick *tick) {
    counters->ticks++;
    counters->replans += (tick->flags & WEND_TICK_REPLANNED) != 0;
    counters->restarts += (tick->flags & WEND_TICK_RESTARTED) != 0;
    counters->expansions += tick->expansions;
    counters->work += tick->work;
    counters->trace_steps += tick->trace_steps;
    counters->updates += tick->updates;
    counters->max_expansions_per_tick =
        wn_max_u32(counters->max_expansions_per_tick, tick->expansions);
    counters->max_work_per_tick = wn_max_u32(counters->max_work_per_tick, tick->work);
    if ((tick->flags & WEND_TICK_FOUND) && !counters->found_tick) {
        counters->found_tick = counters->ticks;
    }
}

wend_agent_status wn_agent_status(const wend_agent *agent) {
    wend_agent_status status = agent->planner.status;
    return status == WEND_AGENT_OUT_OF_MEMORY && !agent->reserve_failed ? WEND_AGENT_NOT_RESERVED
                                                                        : status;
}

static void plan(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_agent_check_destination(agent);
    if (agent->destination.is_unreachable) {
        wn_planner_notice_edits(&agent->planner); /* to record which edit made it unreachable */
        agent->planner.status = WEND_AGENT_UNREACHABLE;
        *tick = (wend_tick){.status = WEND_AGENT_UNREACHABLE};
        agent->planner.waits++;
        return;
    }
    bool was_cut = agent->planner.cut.is_set;
    if (wn_planner_plan(&agent->planner, budget, tick)) {
        bool repairs = agent->planner.cut.is_set && !was_cut;
        if ((tick->flags & WEND_TICK_RESTARTED) || repairs) {
            agent->searched_from = agent->counters.expansions;
        }
        count_plan(&agent->counters, tick);
        agent->flags = tick->flags;
    }
    if (agent->planner.status == WEND_AGENT_UNREACHABLE) {
        wn_agent_question_proof(agent);
    }
    tick->status = wn_agent_status(agent);
}

static void count_move(wend_agent_info *counters, const wend_tick *tick) {
    counters->moves += (tick->flags & WEND_TICK_MOVED) != 0;
    counters->backtracks += (tick->flags & WEND_TICK_BACKTRACKED) != 0;
    counters->cost += tick->cost;
}

/* Makes the move and adds it to the tick. */
static void move(wend_agent *agent, wend_tick *tick) {
    wn_planner_move(&agent->planner, tick);
    count_move(&agent->counters, tick);
    tick->state = wn_planner_state(&agent->planner);
}

bool wn_agent_is_stale(const wend_agent *agent) {
    const wn_planner *planner = &agent->planner;
    const wn_family *family = planner->algorithm->family;
    return family->is_stale && family->is_stale(planner);
}

/* Plans the tick of an agent that only follows its complete route. Returns false if the agent must
 * plan: it has no such route, or its destination has changed. */
static bool take_step(wend_agent *agent, wend_tick *tick) {
    if (agent->destination.is_unsure) {
        wn_agent_check_destination(agent);
    }
    bool is_settled = wn_planner_is_settled(&agent->planner);
    if (is_settled) {
        wn_planner_step(&agent->planner, tick);
        agent->counters.ticks++;
    }
    return is_settled;
}

/* ---- Ticks --------------------------------------------------------------------------------- */

/* Adds nanoseconds to a time. Saturates instead of wrapping. */
static uint64_t later(uint64_t now, uint64_t nanoseconds) {
    return nanoseconds > UINT64_MAX - now ? UINT64_MAX : now + nanoseconds;
}

/* After its last poll of the clock a tick still chooses its move. The time for this depends on
 * cache misses and cannot be predicted. So agents that trace stop planning early by a margin, which
 * adapts: a tick that exceeds its time by more than 1/32 raises the margin by 64 ns, every other
 * tick lowers it by 1/3 ns. In equilibrium about 1 tick in 200 is late, however slow the memory is.
 * A tick that is later than the longest slice of work was interrupted by the system and does not
 * raise it. */
enum { MARGIN_PER_NS = 3, MARGIN_RAISE = 64 * MARGIN_PER_NS, PAUSE_NS = 2 * WN_POLL_NS_MAX };

/* The largest allowed margin. */
static uint64_t margin_limit(const wend_agent *agent, uint64_t nanoseconds) {
    return splits(agent) ? nanoseconds / 4 : 0;
}

static void learn_margin(wend_agent *agent, uint64_t nanoseconds, uint64_t spent) {
    if (spent <= nanoseconds + nanoseconds / 32) {
        agent->margin -= agent->margin > 0;
    } else if (spent - nanoseconds <= PAUSE_NS &&
               agent->margin / MARGIN_PER_NS < margin_limit(agent, nanoseconds)) {
        agent->margin += MARGIN_RAISE;
    }
}

/* Plans until the time limit of the budget is reached. */
static void plan_by_time(wend_agent *agent, const wend_budget *budget, wn_budget *shares,
                         wend_tick *tick) {
    const wend_clock *clock = budget->clock;
    uint64_t now = clock->now(clock->context);
    uint64_t share = splits(agent) ? agent->planner.parameters.expand_permille : 1000;
    uint64_t limit = margin_limit(agent, budget->nanoseconds);
    uint64_t margin = wn_min_u64(agent->margin / MARGIN_PER_NS, limit);
    uint64_t usable = budget->nanoseconds - margin;
    uint64_t planning = usable / 1000 * share + usable % 1000 * share / 1000;
    shares->plan_until = (wn_deadline){clock, later(now, planning)};
    shares->trace_until = (wn_deadline){clock, later(now, usable)};
    plan(agent, shares, tick);
    learn_margin(agent, budget->nanoseconds, clock->now(clock->context) - now);
}

/* Plans with a search. Not inlined, so that a tick on a known route has no large stack frame. */
WN_NOINLINE static void plan_within(wend_agent *agent, const wend_budget *budget, wend_tick *tick) {
    wn_budget shares = wn_agent_split(agent, wn_agent_resource(budget->work));
    if (budget->nanoseconds) {
        plan_by_time(agent, budget, &shares, tick);
    } else {
        plan(agent, &shares, tick);
    }
}

/* Plans a tick and sets all of `tick` except `state`. */
static wend_error plan_tick(wend_agent *agent, const wend_budget *budget, wend_tick *tick) {
    wend_error error =
        agent && tick ? wn_budget_check(budget, WEND_WORK_EXPANSION) : WEND_ERROR_ARGUMENT;
    if (error) {
        return error;
    }
    if (wn_agent_is_stale(agent)) {
        return WEND_ERROR_STALE;
    }
    if (!take_step(agent, tick)) {
        plan_within(agent, budget, tick);
    }
    return WEND_OK;
}

wend_error wend_agent_plan(wend_agent *agent, wend_budget budget, wend_tick *tick) {
    wend_error error = plan_tick(agent, &budget, tick);
    if (!error) {
        tick->state = wn_planner_state(&agent->planner);
    }
    return error;
}

wend_error wend_agent_move(wend_agent *agent, wend_tick *tick) {
    if (!agent || !tick) {
        return WEND_ERROR_ARGUMENT;
    }
    *tick = (wend_tick){.status = wn_agent_status(agent)};
    move(agent, tick);
    return WEND_OK;
}

wend_error wend_agent_tick(wend_agent *agent, wend_budget budget, wend_tick *tick) {
    wend_error error = plan_tick(agent, &budget, tick);
    if (!error) {
        move(agent, tick);
    }
    return error;
}

/* ---- Reading an agent -------------------------------------------------------------------- */

const char *wend_agent_status_text(wend_agent_status status) {
    switch (status) {
    case WEND_AGENT_MOVING:
        return "moving";
    case WEND_AGENT_WAITING:
        return "waiting";
    case WEND_AGENT_ARRIVED:
        return "arrived";
    case WEND_AGENT_UNREACHABLE:
        return "unreachable";
    case WEND_AGENT_OUT_OF_MEMORY:
        return "out of memory";
    case WEND_AGENT_OVERFLOW:
        return "overflow";
    case WEND_AGENT_NOT_RESERVED:
        return "not reserved";
    }
    return "unknown status";
}

wend_state wend_agent_state(const wend_agent *agent) {
    return agent ? wn_planner_state(&agent->planner) : WEND_STATE_NONE;
}

void *wend_agent_user(const wend_agent *agent) {
    return agent ? agent->user : NULL;
}

void wend_agent_set_user(wend_agent *agent, void *user) {
    if (agent) {
        agent->user = user;
    }
}

wend_state wend_agent_next(const wend_agent *agent) {
    wn_id next = agent ? wn_planner_next(&agent->planner) : WN_NONE;
    return next == WN_NONE ? WEND_STATE_NONE : wn_planner_state_of(&agent->planner, next);
}

typedef uint32_t list_function(const wn_planner *planner, wend_state *states, uint32_t capacity,
                               bool *complete);

static uint32_t list_ahead(const wend_agent *agent, list_function *list, wend_state *states,
                           uint32_t capacity, bool *complete) {
    bool reaches_goal = false;
    bool can_list = agent && (states || !capacity);
    uint32_t count = can_list ? list(&agent->planner, states, capacity, &reaches_goal) : 0;
    if (complete) {
        *complete = reaches_goal;
    }
    return count;
}

uint32_t wend_agent_path(const wend_agent *agent, wend_state *states, uint32_t capacity,
                         bool *complete) {
    return list_ahead(agent, wn_planner_path, states, capacity, complete);
}

uint32_t wend_agent_waypoints(const wend_agent *agent, wend_state *states, uint32_t capacity,
                              bool *complete) {
    return list_ahead(agent, wn_planner_corners, states, capacity, complete);
}

const wend_algo *wend_agent_algo(const wend_agent *agent) {
    return agent ? &agent->planner.algorithm->info : NULL;
}

wend_packed wend_agent_packed(const wend_agent *agent, wend_state state) {
    if (!agent) {
        return (wend_packed){{0, 0}};
    }
    const wn_states *states = &agent->planner.search.states;
    return state < states->count ? states->entries[state].packed : (wend_packed){{0, 0}};
}

size_t wend_agent_memory(const wend_agent *agent) {
    return agent ? agent->planner.memory.used : 0;
}

wend_agent_info wend_agent_stats(const wend_agent *agent) {
    if (!agent) {
        return (wend_agent_info){0};
    }
    wend_agent_info counters = agent->counters;
    counters.touched = agent->planner.search.touched;
    counters.bytes_used = wn_planner_bytes(&agent->planner);
    counters.bytes_allocated = agent->planner.memory.used;
    return counters;
}
