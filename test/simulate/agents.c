/* simulate/agents.c - agents of every algorithm on every place: ticks, plans, goals, teleports. */
#include "simulate/agent_model.h"
#include "simulate/derived.h"
#include "support/test.h"

#include <wend/research.h>
#include <string.h>

/* ---- Abstractions and tables of subgoals ----------------------------------------------------- */

static bool draw_abstraction(sim *s, sim_step *step) {
    step->arg[0] = sim_percent(s, 60);
    return !s->is_large;
}

static void make_subgoals(sim *s) {
    wend_subgoals_def def = {.abstraction = s->abstraction,
                             .level = 2,
                             .depth_max = 6,
                             .allocator = sim_allocator(s, SIM_BOOK_SUBGOALS)};
    sim_say(s, "subgoals = printed_subgoals(abstraction, &book[%u]);", SIM_BOOK_SUBGOALS);
    if (wend_subgoals_create(&def, &s->subgoals, NULL)) {
        SIM_REQUIRE(s, !s->subgoals, "assert_null(subgoals);");
        return;
    }
    uint32_t regions = wend_subgoals_regions(s->subgoals);
    if (regions > 150 || wend_subgoals_compute(s->subgoals, 0, regions)) {
        wend_subgoals_destroy(s->subgoals);
        s->subgoals = NULL;
    }
    s->subgoals_version = wend_map_version(s->places[SIM_BASE].map);
}

/* Creates them, or updates the abstraction if it exists. */
static void apply_abstraction(sim *s, const sim_step *step) {
    sim_place *base = &s->places[SIM_BASE];
    wend_error error;
    if (!base->map || s->is_large) {
        return;
    }
    uint64_t failures = s->books[SIM_BOOK_ABSTRACTION].failures;
    if (s->abstraction) {
        sim_say(s, "wend_abstraction_update(abstraction);");
        error = wend_abstraction_update(s->abstraction);
    } else {
        wend_allocator allocator = sim_allocator(s, SIM_BOOK_ABSTRACTION);
        sim_say(s, "allocator = ledger_allocator(&book[%u]);", SIM_BOOK_ABSTRACTION);
        sim_say(s, "wend_abstraction_create(&(wend_abstraction_def){.map = map[0], .allocator = "
                   "allocator}, &abstraction, NULL);");
        error = wend_abstraction_create(
            &(wend_abstraction_def){.map = base->map, .allocator = allocator}, &s->abstraction,
            NULL);
        SIM_REQUIRE(s, !error || !s->abstraction, "assert_null(abstraction);");
    }
    bool has_failed = sim_has_failed(s, SIM_BOOK_ABSTRACTION, failures);
    SIM_REQUIRE(s, !error || (error == WEND_ERROR_MEMORY && has_failed),
                "fail_msg(\"no abstraction: %s\");", wend_error_text(error));
    if (error) {
        return;
    }
    s->abstraction_version = wend_map_version(base->map);
    for (uint32_t i = 0; i < SIM_AGENTS; i++) {
        if (s->agents[i] && s->agents[i]->def.local.abstraction) {
            s->agents[i]->reserved = 0; /* an update invalidates what was planned */
        }
    }
    if (step->arg[0] && !s->subgoals) {
        make_subgoals(s);
    }
}

/* ---- Creation -------------------------------------------------------------------------------- */

enum { PLACE, ALGO, START_X, START_Y, GOAL_X, GOAL_Y, SWITCHES, MEMORY };

enum {
    COMMIT = 1,
    SHORTCUT = 2,
    LETTER = 4,
    REOPEN = 8,
    USES_PARTS = 16,
    NEAREST = 32,
    WEIGHT = 64,
    BUDGET = 128,
    TRACE = 256,
    EXPAND = 512
};

static uint32_t free_slot(sim *s) {
    uint32_t slot = sim_below(s, SIM_AGENTS);
    return s->agents[slot] ? SIM_AGENTS : slot;
}

static bool draw_create(sim *s, sim_step *step) {
    step->slot = free_slot(s);
    uint32_t place = sim_draw_place(s, NULL);
    if (step->slot == SIM_AGENTS || place == SIM_PLACES) {
        return false;
    }
    step->arg[PLACE] = place;
    step->arg[ALGO] = sim_below(s, wend_algo_count());
    if (s->abstraction && place == SIM_BASE && sim_percent(s, 30)) {
        const wend_algo *algo =
            wend_algo_find(s->subgoals && sim_percent(s, 50) ? "dlrta" : "prlrts");
        while (wend_algo_get(step->arg[ALGO]) != algo) {
            step->arg[ALGO] = (step->arg[ALGO] + 1) % wend_algo_count();
        }
    } else if (sim_percent(s, 30)) { /* those that games use */
        step->arg[ALGO] = wend_algo_count() - 1 - sim_below(s, 3);
    }
    if (s->places[place].map) {
        sim_draw_cell(s, place, &step->arg[START_X], &step->arg[START_Y]);
        sim_draw_cell(s, place, &step->arg[GOAL_X], &step->arg[GOAL_Y]);
    } else {
        step->arg[START_X] = sim_below(s, 1u << 30);
        step->arg[GOAL_X] = sim_below(s, 1u << 30);
    }
    for (uint32_t bit = 1; bit <= EXPAND; bit *= 2) {
        step->arg[SWITCHES] |= sim_percent(s, bit == USES_PARTS ? 50 : 20) ? bit : 0;
    }
    step->arg[MEMORY] = sim_percent(s, 15) ? 1000 + sim_below(s, 100000) : 0;
    return true;
}

static wend_switch switch_of(const wend_algo *algo, wend_parameter parameter, uint32_t switches,
                             uint32_t bit) {
    bool is_on = wend_algo_reads(algo, parameter) && (switches & bit);
    return is_on ? WEND_ON : WEND_DEFAULT;
}

static void set_parameters(wend_agent_def *def, uint32_t switches) {
    const wend_algo *algo = def->algo;
    def->bounded.commit = switch_of(algo, WEND_PARAMETER_COMMIT, switches, COMMIT);
    def->bounded.shortcut = switch_of(algo, WEND_PARAMETER_SHORTCUT, switches, SHORTCUT);
    def->bounded.as_published = switch_of(algo, WEND_PARAMETER_AS_PUBLISHED, switches, LETTER);
    def->bounded.reopen = switch_of(algo, WEND_PARAMETER_REOPEN, switches, REOPEN);
    if ((switches & WEIGHT) && wend_algo_reads(algo, WEND_PARAMETER_WEIGHT_PERMILLE)) {
        def->weight_permille = 1000 + switches % 7 * 400;
    }
    if ((switches & TRACE) && wend_algo_reads(algo, WEND_PARAMETER_TRACE_PER_EXPANSION)) {
        def->bounded.trace_per_expansion = 1 + switches % 20;
    }
    if ((switches & EXPAND) && wend_algo_reads(algo, WEND_PARAMETER_EXPAND_PERMILLE)) {
        def->bounded.expand_permille = 1 + switches % 1000;
    }
    def->work = switches & BUDGET ? WEND_WORK_EXPANSION * (1 + switches % 61) : 0;
}

/* Fills in the definition; returns false if the step does not fit the world. */
static bool define(sim *s, const sim_step *step, wend_agent_def *def) {
    uint32_t place = step->arg[PLACE], switches = step->arg[SWITCHES];
    if (place >= SIM_PLACES || step->slot >= SIM_AGENTS || s->agents[step->slot] ||
        !sim_exists(&s->places[place]) || step->arg[ALGO] >= wend_algo_count()) {
        return false;
    }
    const sim_place *p = &s->places[place];
    *def = (wend_agent_def){.map = p->map, .domain = p->map ? NULL : p->domain};
    def->algo = wend_algo_get(step->arg[ALGO]);
    def->memory_limit = step->arg[MEMORY];
    def->allocator = sim_allocator(s, SIM_BOOK_AGENTS + step->slot);
    set_parameters(def, switches);
    if (p->map) {
        def->start = sim_state(s, place, step->arg[START_X], step->arg[START_Y]);
        def->goal = sim_state(s, place, step->arg[GOAL_X], step->arg[GOAL_Y]);
        def->components = switches & USES_PARTS ? p->components : NULL;
        def->nearest = def->components && (switches & NEAREST) ? WEND_ON : WEND_DEFAULT;
    } else if (sim_is_numbered(p)) {
        def->start = step->arg[START_X] % sim_size(s, place);
        def->goal = step->arg[GOAL_X] % sim_size(s, place);
    } else {
        def->start_packed = sim_packed_of(p, place, step->arg[START_X]);
        def->goal_packed = sim_packed_of(p, place, step->arg[GOAL_X]);
    }
    if (wend_algo_reads(def->algo, WEND_PARAMETER_ABSTRACTION)) {
        def->local.abstraction = s->abstraction;
        return s->abstraction && place == SIM_BASE;
    }
    if (wend_algo_reads(def->algo, WEND_PARAMETER_SUBGOALS)) {
        def->local.subgoals = s->subgoals;
        return s->subgoals && place == SIM_BASE;
    }
    return true;
}

static void say_create(sim *s, uint32_t slot, uint32_t place, const wend_agent_def *def) {
    sim_say(
        s,
        "agent_def = (wend_agent_def){.algo = wend_algo_find(\"%s\"), .start = %uu, .goal = %uu,",
        def->algo->name, def->start, def->goal);
    sim_say(s, "    .start_packed = {{%lluu, %lluu}}, .goal_packed = {{%lluu, %lluu}},",
            (unsigned long long)def->start_packed.word[0],
            (unsigned long long)def->start_packed.word[1],
            (unsigned long long)def->goal_packed.word[0],
            (unsigned long long)def->goal_packed.word[1]);
    sim_say(s, "    .%s = %s, .weight_permille = %u, .work = %llu, .memory_limit = %zu,",
            def->map ? "map" : "domain", sim_place_text(place), def->weight_permille,
            (unsigned long long)def->work, def->memory_limit);
    sim_say(s, "    .components = %s[%u], .nearest = %u, .allocator = ledger_allocator(&book[%u]),",
            def->components ? "components" : "no_components", def->components ? place : 0,
            (unsigned)def->nearest, SIM_BOOK_AGENTS + slot);
    sim_say(s, "    .bounded = {.expand_permille = %u, .trace_per_expansion = %u, .commit = %u,",
            def->bounded.expand_permille, def->bounded.trace_per_expansion,
            (unsigned)def->bounded.commit);
    sim_say(s, "                .shortcut = %u, .reopen = %u, .as_published = %u},",
            (unsigned)def->bounded.shortcut, (unsigned)def->bounded.reopen,
            (unsigned)def->bounded.as_published);
    sim_say(s, "    .local = {.abstraction = %s, .subgoals = %s}};",
            def->local.abstraction ? "abstraction" : "NULL",
            def->local.subgoals ? "subgoals" : "NULL");
    sim_say(s, "error = wend_agent_create(&agent_def, &agent[%u], NULL);", slot);
}

/* The expected error of the creation, apart from memory. */
static wend_error expected_error(const sim *s, uint32_t place, const wend_agent_def *def) {
    const sim_place *p = &s->places[place];
    const wend_domain *domain = p->map ? wend_map_domain(p->map) : p->domain;
    wend_needs needs = def->algo->needs;
    bool is_symmetric = p->map || place == SIM_GRAPH || place == SIM_PUZZLE;
    if ((needs == WEND_NEEDS_REVERSIBLE && !wend_domain_reversible(domain)) ||
        (needs == WEND_NEEDS_SYMMETRIC && !is_symmetric) || (needs >= WEND_NEEDS_MAP && !p->map) ||
        (needs == WEND_NEEDS_JUMPABLE_MAP && !wend_map_jumpable(p->map))) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (def->bounded.shortcut == WEND_ON && !p->map && place != SIM_GRAPH) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (p->map && (def->start == WEND_STATE_NONE || def->goal == WEND_STATE_NONE)) {
        return WEND_ERROR_OUTSIDE;
    }
    bool is_numbered = sim_is_numbered(p);
    if (is_numbered && !sim_can_stand(s, place, def->start)) {
        return WEND_ERROR_START_BLOCKED;
    }
    if (is_numbered && !sim_can_stand(s, place, def->goal) && !def->nearest) {
        return WEND_ERROR_GOAL_BLOCKED;
    }
    return WEND_OK;
}

static bool is_expected(const sim *s, uint32_t place, const wend_agent_def *def, wend_error error) {
    wend_error expected = expected_error(s, place, def);
    bool may_be_unreversible = place == SIM_ONE_WAY || place == SIM_TRACK || place == SIM_CALLBACK;
    if (error == WEND_ERROR_STALE) {
        return def->local.abstraction || def->local.subgoals;
    }
    /* A graph with one-way edges may be reversible, or even symmetric, by chance. */
    return error == expected || (may_be_unreversible && error == WEND_ERROR_UNSUPPORTED) ||
           (place == SIM_ONE_WAY && expected == WEND_ERROR_UNSUPPORTED && !error);
}

static void keep_agent(sim *s, const sim_step *step, const wend_agent_def *def, wend_agent *agent) {
    sim_agent *a = test_alloc(sizeof *a);
    *a = (sim_agent){.agent = agent, .def = *def, .slot = step->slot, .place = step->arg[PLACE]};
    a->algo = wend_agent_algo(agent);
    a->goal = wend_agent_goal_given(agent);
    a->goal_packed = def->goal_packed;
    a->first_version = a->search_version = a->plan_version = s->places[a->place].version;
    s->agents[step->slot] = a;
    s->places[a->place].users++;
    s->abstraction_users += def->local.abstraction || def->local.subgoals;
    if (sim_is_numbered(&s->places[a->place])) {
        sim_note(s, a->place, def->start);
        sim_note(s, a->place, def->goal);
    }
}

static void apply_create(sim *s, const sim_step *step) {
    wend_agent_def def;
    if (!define(s, step, &def)) {
        return;
    }
    uint32_t book = SIM_BOOK_AGENTS + step->slot;
    uint64_t failures = s->books[book].failures;
    wend_agent *agent = (wend_agent *)(void *)s; /* must become NULL on error */
    say_create(s, step->slot, step->arg[PLACE], &def);
    wend_error error = wend_agent_create(&def, &agent, NULL);
    SIM_REQUIRE(s, (error == WEND_OK) == (agent != NULL),
                "assert_int_equal(error == WEND_OK, agent[%u] != NULL);", step->slot);
    if (error == WEND_ERROR_MEMORY) {
        bool has_failed = sim_has_failed(s, book, failures);
        SIM_REQUIRE(s, has_failed || def.memory_limit,
                    "assert_int_not_equal(error, WEND_ERROR_MEMORY);");
        sim_cover(s, SIM_OBJECT_AGENT, step->arg[PLACE],
                  has_failed ? SIM_FAULT_ALLOCATION : SIM_FAULT_LIMIT);
        return;
    }
    SIM_REQUIRE(s, is_expected(s, step->arg[PLACE], &def, error),
                "assert_int_not_equal(error, %u); /* %s on %s: %s */", (unsigned)error,
                def.algo->name, sim_place_kind(step->arg[PLACE]), wend_error_text(error));
    sim_mix(s, error);
    if (!error) {
        keep_agent(s, step, &def, agent);
    }
}

static void destroy_agent(sim *s, uint32_t slot) {
    sim_agent *a = s->agents[slot];
    sim_say(s, "wend_agent_destroy(agent[%u]);", slot);
    wend_agent_destroy(a->agent);
    const ledger *book = &s->books[SIM_BOOK_AGENTS + slot];
    SIM_REQUIRE(s, book->live_bytes == 0, "assert_int_equal(book[%u].live_bytes, 0); /* is %zu */",
                SIM_BOOK_AGENTS + slot, book->live_bytes);
    s->places[a->place].users--;
    s->abstraction_users -= a->def.local.abstraction || a->def.local.subgoals;
    free(a);
    s->agents[slot] = NULL;
}

/* ---- Ticks ----------------------------------------------------------------------------------- */

enum { BUDGET_OF_TICK, COUNT, MODE };

enum {
    NO_RESERVATION = 1, /* ticks without a reservation */
    HALVES = 2,         /* plan and move apart */
    REFUSED = 4,        /* every second move is refused */
    TIMED = 8,
    SENSES = 16, /* on a belief: observes before every tick */
    CLOCK = 32,  /* plus the kind of the clock, from here on */
};

static bool draw_agent(sim *s, sim_step *step) {
    step->slot = sim_below(s, SIM_AGENTS);
    return s->agents[step->slot] != NULL;
}

static bool draw_ticks(sim *s, sim_step *step) {
    step->arg[BUDGET_OF_TICK] = sim_draw_budget(s, WEND_EXPANSIONS_MAX);
    step->arg[COUNT] = 1 + sim_below(s, sim_percent(s, 20) ? 200 : 12);
    step->arg[MODE] = (sim_percent(s, 10) ? NO_RESERVATION : 0) |
                      (sim_percent(s, 25) ? HALVES : 0) | (sim_percent(s, 20) ? REFUSED : 0) |
                      (sim_percent(s, 15) ? TIMED : 0) | (sim_percent(s, 50) ? SENSES : 0) |
                      CLOCK * sim_below(s, SIM_CLOCKS);
    return draw_agent(s, step);
}

static void reserve(sim *s, sim_agent *a, uint32_t budget) {
    uint32_t book = SIM_BOOK_AGENTS + a->slot;
    uint64_t failures = s->books[book].failures;
    sim_say(s, "wend_agent_reserve_expansions(agent[%u], %u);", a->slot, budget);
    wend_error error = wend_agent_reserve_expansions(a->agent, budget);
    bool has_failed = sim_has_failed(s, book, failures);
    /* If states have no numbers, only the budget bounds the reservation. */
    bool is_too_much = !sim_is_numbered(&s->places[a->place]) && budget > 1000000;
    bool may_fail = has_failed || a->def.memory_limit || is_too_much;
    SIM_REQUIRE(
        s, !error || (error == WEND_ERROR_MEMORY && may_fail),
        "assert_int_equal(wend_agent_reserve_expansions(agent[%u], %u), WEND_OK); /* %s: %s */",
        a->slot, budget, a->algo->name, wend_error_text(error));
    if (error) {
        sim_cover(s, SIM_OBJECT_AGENT, a->place,
                  has_failed ? SIM_FAULT_ALLOCATION : SIM_FAULT_LIMIT);
    }
    a->has_failed = error != WEND_OK;
    a->reserved = error ? 0 : budget;
    a->place_version = s->places[a->place].version;
    sim_mix(s, error);
}

/* Units of work of a tick, all of it. */
static uint64_t work_of(const wend_tick *tick) {
    return tick->work + 3 * (uint64_t)tick->trace_steps + 24 * (uint64_t)tick->learning;
}

static wend_error call_tick(sim *s, sim_agent *a, const sim_ticking *how, uint32_t mode,
                            wend_tick *tick) {
    const char *half = how->is_plan ? "plan" : "tick";
    if (!how->is_timed) {
        sim_say(s, "error = wend_agent_%s_expansions(agent[%u], %u, &tick);", half, a->slot,
                how->budget);
        return how->is_plan ? wend_agent_plan_expansions(a->agent, how->budget, tick)
                            : wend_agent_tick_expansions(a->agent, how->budget, tick);
    }
    wend_clock clock = sim_world_clock(s, mode / CLOCK);
    wend_budget budget = {.work = (uint64_t)how->budget * WEND_WORK_EXPANSION,
                          .nanoseconds = how->budget * UINT64_C(50),
                          .clock = &clock};
    sim_cover(s, SIM_OBJECT_AGENT, a->place, SIM_FAULT_CLOCK);
    sim_say(s, "world_clock = sim_world_clock(&printed_sim, %u);", mode / CLOCK);
    sim_say(s,
            "error = wend_agent_%s(agent[%u], (wend_budget){.work = %llu, "
            ".nanoseconds = %llu, .clock = &world_clock}, &tick);",
            half, a->slot, (unsigned long long)budget.work, (unsigned long long)budget.nanoseconds);
    return how->is_plan ? wend_agent_plan(a->agent, budget, tick)
                        : wend_agent_tick(a->agent, budget, tick);
}

static void watch_nothing(void *context, const wend_expansion *expansion) {
    (void)context;
    (void)expansion;
}

/* A watched agent must do exactly the same, as long as it has the memory that it needs. */
static void watch(sim *s, const sim_agent *a, uint32_t budget) {
    if (s->is_watched) {
        bool is_safe = agent_is_reserved(s, a, budget);
        wend_agent_watch(a->agent, is_safe ? &(wend_watcher){.expanded = watch_nothing} : NULL);
    }
}

static void cover_tick(sim *s, const sim_agent *a, wend_state before) {
    const sim_place *p = &s->places[a->place];
    sim_fault fault = SIM_FAULT_NONE;
    if (p->map && !p->model.is_free[before]) {
        fault = SIM_FAULT_OWN_CELL;
    } else if (p->map && a->goal < model_cells(&p->model) && !p->model.is_free[a->goal]) {
        fault = SIM_FAULT_GOAL;
    } else if (a->plan_version != p->version) {
        fault = SIM_FAULT_EDIT;
    }
    sim_cover(s, SIM_OBJECT_AGENT, a->place, fault);
    for (uint32_t i = 0; i < wend_algo_count() && i < SIM_ALGOS_MAX; i++) {
        if (wend_algo_get(i) == a->def.algo) {
            s->report->counts.algo_ticks[i][a->place]++;
        }
    }
}

/* Observes from the cell of an agent on a belief; returns false if the agent is not on one. */
static bool sense(sim *s, const sim_agent *a, uint32_t mode) {
    if (!(mode & SENSES) || !derived_is_belief(a->place)) {
        return false;
    }
    wend_state at = wend_agent_state(a->agent);
    uint32_t width = s->places[SIM_BASE].model.width;
    sim_step step = {.slot = a->place, .arg = {at % width, at / width}};
    belief_apply_sense(s, &step);
    return true;
}

/* After an observation a move is legal in the world, too. A sensor may miss the cells that a
 * knight's move passes. */
static void check_in_world(sim *s, const sim_agent *a, wend_state before) {
    const model_map *world = &s->places[SIM_BASE].model;
    wend_state at = wend_agent_state(a->agent);
    SIM_REQUIRE(
        s, at == before || world->neighbors == 16 || model_move_cost(world, before, at) > 0,
        "assert_int_not_equal(wend_agent_state(agent[%u]), %u); /* from %u, in the world */",
        a->slot, at, before);
}

/* Runs one tick, or its two halves. Returns false if the agent has stopped. */
static bool tick_agent(sim *s, sim_agent *a, uint32_t budget, uint32_t mode, bool is_refused) {
    wend_tick tick = {0};
    bool has_sensed = sense(s, a, mode);
    if (!(mode & NO_RESERVATION)) {
        reserve(s, a, budget);
    }
    sim_ticking how = {.budget = budget, .before = wend_agent_state(a->agent)};
    how.is_timed = mode & TIMED;
    how.is_plan = mode & HALVES;
    how.books = agent_allocator_calls(s, a);
    cover_tick(s, a, how.before);
    watch(s, a, budget);
    uint64_t edits = WEND_WORK_EDIT * sim_edits(s, a->place, &a->read_version);
    uint64_t began = sim_clock(s);
    wend_error error = call_tick(s, a, &how, mode, &tick);
    sim_pace(s, a->algo->name, began, edits + (error ? 0 : work_of(&tick)));
    bool is_stale = agent_is_stale(s, a);
    SIM_REQUIRE(s, error == (is_stale ? WEND_ERROR_STALE : WEND_OK),
                "assert_int_equal(error, %u); /* %s: %s */", is_stale ? WEND_ERROR_STALE : 0u,
                a->algo->name, wend_error_text(error));
    if (error) {
        return false;
    }
    agent_check_tick(s, a, &how, &tick);
    if (how.is_plan && !is_refused) {
        wend_state next = wend_agent_next(a->agent);
        sim_say(s, "wend_agent_move(agent[%u], &tick);", a->slot);
        wend_agent_move(a->agent, &tick);
        agent_check_no_allocation(s, a, how.books);
        SIM_REQUIRE(s, tick.state == (next == WEND_STATE_NONE ? how.before : next),
                    "assert_int_equal(tick.state, %u); /* %s */", next, a->algo->name);
        agent_check_move(s, a, how.before, &tick);
    } else if (how.is_plan) {
        sim_cover(s, SIM_OBJECT_AGENT, a->place, SIM_FAULT_REFUSED);
    }
    if (has_sensed) {
        check_in_world(s, a, how.before);
    }
    return tick.status == WEND_AGENT_MOVING || tick.status == WEND_AGENT_WAITING;
}

#define LOOKS_AFTER_TICKS 2u /* of the agent's plans; edits come between steps */

static void apply_ticks(sim *s, const sim_step *step) {
    if (step->slot >= SIM_AGENTS || !s->agents[step->slot] || step->arg[BUDGET_OF_TICK] == 0) {
        return;
    }
    sim_agent *a = s->agents[step->slot];
    uint32_t mode = step->arg[MODE];
    for (uint32_t i = 0; i < step->arg[COUNT]; i++) {
        bool is_refused = (mode & REFUSED) && i % 2 == 0;
        tick_agent(s, a, step->arg[BUDGET_OF_TICK], mode, is_refused);
        if (i < LOOKS_AFTER_TICKS) {
            agent_check_plans(s, a);
        }
    }
}

/* ---- Other calls ----------------------------------------------------------------------------- */

static bool draw_cell_of_agent(sim *s, sim_step *step) {
    if (!draw_agent(s, step)) {
        return false;
    }
    uint32_t place = s->agents[step->slot]->place;
    if (s->places[place].map) {
        sim_draw_cell(s, place, &step->arg[0], &step->arg[1]);
    } else {
        step->arg[0] = sim_below(s, 1u << 30);
    }
    step->arg[2] = sim_percent(s, 15); /* its own state, or its goal */
    return true;
}

/* The state of a step; WEND_STATE_NONE if it is outside. */
static wend_state named_state(const sim *s, const sim_agent *a, const sim_step *step) {
    const sim_place *p = &s->places[a->place];
    return p->map               ? sim_state(s, a->place, step->arg[0], step->arg[1])
           : sim_is_numbered(p) ? step->arg[0] % sim_size(s, a->place)
                                : step->arg[0] % 8;
}

static void apply_set_goal(sim *s, const sim_step *step) {
    sim_agent *a = step->slot < SIM_AGENTS ? s->agents[step->slot] : NULL;
    if (!a) {
        return;
    }
    const sim_place *p = &s->places[a->place];
    wend_state goal = step->arg[2] ? wend_agent_state(a->agent) : named_state(s, a, step);
    sim_say(s, "error = wend_agent_set_goal(agent[%u], %uu);", a->slot, goal);
    uint64_t calls = agent_allocator_calls(s, a);
    wend_error error = wend_agent_set_goal(a->agent, goal);
    agent_check_no_allocation(s, a, calls);
    wend_error expected =
        !p->map && a->place != SIM_GRAPH && a->place != SIM_ONE_WAY ? WEND_ERROR_UNSUPPORTED
        : goal == WEND_STATE_NONE                                   ? WEND_ERROR_OUTSIDE
        : p->map && !p->model.is_free[goal] && !a->def.nearest      ? WEND_ERROR_GOAL_BLOCKED
                                                                    : WEND_OK;
    SIM_REQUIRE(s, error == expected, "assert_int_equal(error, %u); /* is: %s */",
                (unsigned)expected, wend_error_text(error));
    if (!error) {
        a->goal = goal;
        a->reserved = 0;
        a->first_version = a->search_version = UINT64_MAX;
        sim_note(s, a->place, goal);
    }
}

static void apply_teleport(sim *s, const sim_step *step) {
    sim_agent *a = step->slot < SIM_AGENTS ? s->agents[step->slot] : NULL;
    if (!a) {
        return;
    }
    const sim_place *p = &s->places[a->place];
    wend_state state = step->arg[2] ? wend_agent_goal(a->agent) : named_state(s, a, step);
    sim_say(s, "error = wend_agent_teleport(agent[%u], %uu);", a->slot, state);
    uint64_t calls = agent_allocator_calls(s, a);
    wend_error error = wend_agent_teleport(a->agent, state);
    agent_check_no_allocation(s, a, calls);
    wend_error expected = !p->map && a->place != SIM_GRAPH && a->place != SIM_ONE_WAY
                              ? WEND_ERROR_UNSUPPORTED
                          : state == WEND_STATE_NONE           ? WEND_ERROR_OUTSIDE
                          : p->map && !p->model.is_free[state] ? WEND_ERROR_START_BLOCKED
                                                               : WEND_OK;
    SIM_REQUIRE(s, error == expected, "assert_int_equal(error, %u); /* is: %s */",
                (unsigned)expected, wend_error_text(error));
    if (!error) {
        SIM_REQUIRE(s, wend_agent_state(a->agent) == state,
                    "assert_int_equal(wend_agent_state(agent[%u]), %u);", a->slot, state);
        a->reserved = 0;
        a->first_version = a->search_version = UINT64_MAX;
        sim_note(s, a->place, state);
        sim_cover(s, SIM_OBJECT_AGENT, a->place, SIM_FAULT_TELEPORT);
    }
}

static void apply_release(sim *s, const sim_step *step) {
    sim_agent *a = step->slot < SIM_AGENTS ? s->agents[step->slot] : NULL;
    if (a) {
        size_t before = s->books[SIM_BOOK_AGENTS + a->slot].live_bytes;
        sim_say(s, "wend_agent_release(agent[%u]);", a->slot);
        size_t bytes = wend_agent_release(a->agent);
        size_t after = s->books[SIM_BOOK_AGENTS + a->slot].live_bytes;
        SIM_REQUIRE(s, before - after == bytes, "fail_msg(\"%zu of %zu bytes\");", before - after,
                    bytes);
        a->reserved = 0;
    }
}

static void apply_restart(sim *s, const sim_step *step) {
    sim_agent *a = step->slot < SIM_AGENTS ? s->agents[step->slot] : NULL;
    if (a) {
        sim_say(s, "error = wend_agent_restart(agent[%u]);", a->slot);
        wend_error error = wend_agent_restart(a->agent);
        bool is_tbrwa = strcmp(a->algo->name, "tbrwa") == 0;
        SIM_REQUIRE(s, error == (is_tbrwa ? WEND_OK : WEND_ERROR_UNSUPPORTED),
                    "assert_int_not_equal(error, %u); /* %s */", (unsigned)error,
                    wend_error_text(error));
        a->reserved = error ? a->reserved : 0;
    }
}

static void apply_look(sim *s, const sim_step *step) {
    if (step->slot < SIM_AGENTS && s->agents[step->slot]) {
        agent_check_plans(s, s->agents[step->slot]);
    }
}

static void apply_destroy(sim *s, const sim_step *step) {
    if (step->slot < SIM_AGENTS && s->agents[step->slot]) {
        destroy_agent(s, step->slot);
    }
}

/* ---- The end --------------------------------------------------------------------------------- */

#define TICKS_MAX 200000u

/* Runs an agent until it stops. */
static void walk(sim *s, sim_agent *a) {
    uint64_t limit = agent_ticks_max(s, a);
    /* A huge reservation that failed half way keeps the memory that it got. */
    bool is_full = s->books[SIM_BOOK_AGENTS + a->slot].live_bytes > SIM_BOOK_BYTES / 2;
    bool is_starved = a->def.memory_limit || is_full || agent_is_stale(s, a) || a->def.nearest;
    bool is_local = a->algo->acts == WEND_ACTS_LOCALLY; /* may look for a goal without end */
    bool is_limited =
        limit > 0 && limit <= TICKS_MAX && !is_starved && !(is_local && !agent_reaches_goal(s, a));
    uint64_t most = is_limited ? limit : 1000;
    uint32_t budget = 1 + (uint32_t)(s->script->seed % 40), ticks = 0;
    bool is_active = true;
    for (; is_active && ticks < most; ticks++) {
        is_active = tick_agent(s, a, budget, 0, false);
    }
    if (!is_limited) {
        return;
    }
    SIM_REQUIRE(s, !is_active,
                "assert_false(wend_agent_is_active(tick.status)); /* %s, after %u ticks */",
                a->algo->name, ticks);
    bool is_there = wend_agent_state(a->agent) == wend_agent_goal(a->agent);
    SIM_REQUIRE(s, is_there || sim_may_overflow(s, a->place) || !agent_reaches_goal(s, a),
                "assert_int_equal(tick.status, WEND_AGENT_ARRIVED); /* %s */", a->algo->name);
}

static void finish(sim *s) {
    sim_say(s, "printed_mend(book);");
    for (uint32_t i = 0; i < SIM_BOOKS; i++) {
        s->books[i].fail_at = 0;
    }
    for (uint32_t i = 0; i < SIM_AGENTS; i++) {
        if (s->agents[i]) {
            walk(s, s->agents[i]);
            agent_check_plans(s, s->agents[i]);
        }
    }
}

static void destroy(sim *s) {
    for (uint32_t i = 0; i < SIM_AGENTS; i++) {
        if (s->agents[i]) {
            destroy_agent(s, i);
        }
    }
    sim_say(s, "wend_subgoals_destroy(subgoals);");
    sim_say(s, "wend_abstraction_destroy(abstraction);");
    wend_subgoals_destroy(s->subgoals);
    wend_abstraction_destroy(s->abstraction);
    s->subgoals = NULL;
    s->abstraction = NULL;
}

static const sim_kind kinds[] = {
    {"create", 12, draw_create, apply_create, 1 + SIM_BOOK_AGENTS},
    {"destroy", 2, draw_agent, apply_destroy, 0},
    {"ticks", 40, draw_ticks, apply_ticks, 1 + SIM_BOOK_AGENTS},
    {"set_goal", 5, draw_cell_of_agent, apply_set_goal, 0},
    {"teleport", 4, draw_cell_of_agent, apply_teleport, 0},
    {"release", 3, draw_agent, apply_release, 0},
    {"restart", 1, draw_agent, apply_restart, 0},
    {"look", 5, draw_agent, apply_look, 0},
    {"abstraction", 3, draw_abstraction, apply_abstraction, 0},
};

const sim_module sim_agent_module = {"agent", kinds, COUNT_OF(kinds), 10, finish, destroy};
