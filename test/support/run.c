#include "support/run.h"

#include <wend/research.h>

#include "search/jump_search.h"
#include "support/ledger.h"
#include "support/test.h"
#include "support/validate.h"
#include "support/variant.h"

#include <stdio.h>
#include <string.h>

struct runner {
    const run_case *c;
    ledger book;
    dice d;
    wend_agent *agent;
    wend_state at;
    wend_tick tick;
    uint32_t budget; /* of this tick */
    run_result result;
};

#define EXPECT(r, condition)                                                                       \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            describe(r);                                                                           \
            test_fail(__FILE__, __LINE__, "does not hold: %s", #condition);                        \
        }                                                                                          \
    } while (0)

/* Everything that is needed to reproduce a failure. */
static void describe(const struct runner *r) {
    const wend_agent_def *def = &r->c->def;
    const wend_tick *t = &r->tick;
    plain_print(r->c->truth, (int)def->start, (int)def->goal);
    print_error("%s%s%s, r %u permille, c %u, budget %u (%u to %u)\n", def->algo->name,
                def->bounded.shortcut == WEND_ON ? " shortcut" : "",
                def->bounded.commit == WEND_ON ? " commit" : "", def->bounded.expand_permille,
                def->bounded.trace_per_expansion, r->budget, r->c->budget, r->c->budget_max);
    print_error("tick %llu: status %d, state %u (from %u), flags %u, expansions %u, trace %u\n",
                (unsigned long long)r->result.ticks, (int)t->status, t->state, r->at, t->flags,
                t->expansions, t->trace_steps);
}

static bool has(const struct runner *r, uint32_t flag) {
    return (r->tick.flags & flag) != 0;
}

/* ---- Checks of every tick -------------------------------------------------------------------- */

static void check_move(struct runner *r) {
    bool moved = r->tick.state != r->at;
    EXPECT(r, moved == has(r, WEND_TICK_MOVED));
    if (moved) {
        wend_cost cost = plain_move_cost(r->c->truth, (int)r->at, (int)r->tick.state);
        EXPECT(r, cost > 0);
        EXPECT(r, cost == wend_map_move_cost(r->c->def.map, r->at, r->tick.state));
    }
    EXPECT(r, r->tick.state == wend_agent_state(r->agent));
}

static void check_status(struct runner *r) {
    wend_agent_status status = r->tick.status;
    bool moved = has(r, WEND_TICK_MOVED);
    EXPECT(r, (status == WEND_AGENT_ARRIVED) == (r->tick.state == r->c->def.goal));
    EXPECT(r, status != WEND_AGENT_MOVING || moved);
    EXPECT(r, status != WEND_AGENT_WAITING || !moved);
    EXPECT(r, status != WEND_AGENT_UNREACHABLE || !moved);
    EXPECT(r, status < WEND_AGENT_OUT_OF_MEMORY);
    /* The time-bounded algorithms promise a move on every tick; A* promises to wait for its
     * route. */
    if (variant_waits(r->c->def.algo)) {
        EXPECT(r, !moved || has(r, WEND_TICK_FOUND));
    } else if (!variant_slices(r->c->def.algo)) {
        EXPECT(r, status != WEND_AGENT_WAITING);
    }
}

static void check_flags(struct runner *r) {
    bool was_found = r->result.found_tick != 0;
    bool is_new = !was_found && has(r, WEND_TICK_FOUND);
    EXPECT(r, !was_found || has(r, WEND_TICK_FOUND) || variant_is_local(r->c->def.algo));
    EXPECT(r, !has(r, WEND_TICK_FOUND) || r->tick.status != WEND_AGENT_UNREACHABLE);
    EXPECT(r, !has(r, WEND_TICK_BACKTRACKED) || has(r, WEND_TICK_MOVED));
    EXPECT(r, !has(r, WEND_TICK_PARTIAL) || !has(r, WEND_TICK_REPLANNED));
    EXPECT(r, !has(r, WEND_TICK_SHORTCUT) ||
                  (r->c->def.bounded.shortcut == WEND_ON && has(r, WEND_TICK_FOUND) &&
                   has(r, WEND_TICK_MOVED) && !has(r, WEND_TICK_BACKTRACKED)));
    if (r->result.found_replans == 2 && !variant_is_local(r->c->def.algo)) {
        EXPECT(r, !has(r, WEND_TICK_PARTIAL | WEND_TICK_REPLANNED));
    }
    EXPECT(r, !is_new || r->c->from_start == NULL ||
                  r->c->from_start[r->c->def.goal] != PLAIN_UNREACHED);
}

static void check_budget(struct runner *r) {
    const wend_agent_def *def = &r->c->def;
    uint32_t expansions, trace_steps;
    wend_agent_split(r->agent, r->budget, &expansions, &trace_steps);
    bool was_found = r->result.found_tick != 0;
    uint32_t steps = def->bounded.trace_per_expansion;
    uint64_t all_trace = (uint64_t)r->budget * (steps ? steps : 10);
    EXPECT(r, expansions <= r->budget);
    EXPECT(r, r->tick.expansions <= expansions);
    uint32_t units = WEND_WORK_EXPANSION;
    EXPECT(r, r->tick.work <= expansions * units);
    EXPECT(r, r->tick.work >= r->tick.expansions * units);
    EXPECT(r, r->tick.trace_steps <= (was_found ? all_trace : trace_steps));
    if (variant_is_local(def->algo)) {
        /* It learns no more than it has expanded, and searches only without a path. */
        EXPECT(r, r->tick.updates <= r->tick.expansions);
        EXPECT(r, r->tick.trace_steps <= r->tick.expansions || variant_slices(def->algo));
        uint32_t moves_seen = r->tick.expansions * (uint32_t)r->c->truth->neighbors;
        EXPECT(r,
               r->tick.learning <= (variant_slices(def->algo) ? expansions : 2 + 2 * moves_seen));
        return;
    }
    EXPECT(r, r->tick.learning <= expansions);
    if (was_found && def->bounded.shortcut != WEND_ON) {
        EXPECT(r, r->tick.expansions == 0);
    }
    if (!has(r, WEND_TICK_FOUND) && wend_agent_is_active(r->tick.status)) {
        /* A search that goes on has used what it was given, but for units that the next piece of
         * work does not fit in: fewer than an expansion. On the first tick an agent that acts early
         * must be able to trace what it expanded. */
        bool early = variant_acts_early(def->algo) && r->result.ticks == 1;
        uint32_t given = early && trace_steps < expansions ? trace_steps : expansions;
        EXPECT(r, r->tick.work > (given - 1) * units && r->tick.work <= given * units);
        EXPECT(r, units > 1 || r->tick.expansions == given);
    }
    if (has(r, WEND_TICK_PARTIAL) && def->bounded.shortcut != WEND_ON) {
        EXPECT(r, r->tick.trace_steps == (was_found ? all_trace : trace_steps));
    }
}

/* ---- The run --------------------------------------------------------------------------------- */

static void add_up(struct runner *r) {
    run_result *sum = &r->result;
    sum->status = r->tick.status;
    sum->expansions += r->tick.expansions;
    if (r->tick.expansions > sum->most_expansions) {
        sum->most_expansions = r->tick.expansions;
    }
    sum->units += r->tick.work;
    if (r->tick.work > sum->most_units) {
        sum->most_units = r->tick.work;
    }
    sum->trace_steps += r->tick.trace_steps;
    sum->replans += has(r, WEND_TICK_REPLANNED);
    sum->shortcuts += has(r, WEND_TICK_SHORTCUT);
    sum->backtracks += has(r, WEND_TICK_BACKTRACKED);
    if (has(r, WEND_TICK_FOUND) && !sum->found_tick) {
        sum->found_tick = sum->ticks;
        sum->found_expansions = sum->expansions;
    }
    if (has(r, WEND_TICK_REPLANNED) && has(r, WEND_TICK_FOUND)) {
        sum->found_replans++;
        sum->traced_at = r->at;
        sum->traced_cost = sum->cost;
    }
    if (has(r, WEND_TICK_SHORTCUT)) {
        sum->shortcut_at = r->at;
        sum->shortcut_cost = sum->cost;
    }
    if (has(r, WEND_TICK_MOVED)) {
        sum->moves++;
        sum->cost += plain_move_cost(r->c->truth, (int)r->at, (int)r->tick.state);
        r->at = r->tick.state;
    }
}

static void one_tick(struct runner *r) {
    const run_case *c = r->c;
    r->budget =
        c->budget_max > c->budget ? dice_between(&r->d, c->budget, c->budget_max) : c->budget;
    EXPECT(r, wend_agent_reserve_expansions(r->agent, r->budget) == WEND_OK);
    r->book.forbidden = true;
    wend_error error = wend_agent_tick_expansions(r->agent, r->budget, &r->tick);
    r->book.forbidden = false;
    r->result.ticks++;
    EXPECT(r, error == WEND_OK);
    validate_agent(r->agent, r->budget, r->at, &r->tick);
    check_move(r);
    check_status(r);
    check_flags(r);
    check_budget(r);
    add_up(r);
}

/* The maximum number of ticks of the slowest agent: until the search is over, until two traces are,
 * back to the start, and along the route. */
static uint64_t tick_limit(const struct runner *r) {
    if (variant_is_local(r->c->def.algo)) {
        return 2000000; /* every state's h may have to rise above the cost of all routes */
    }
    uint32_t expansions, trace_steps;
    wend_agent_split(r->agent, r->c->budget, &expansions, &trace_steps);
    uint64_t cells = (uint64_t)plain_cells(r->c->truth);
    return cells / expansions + 2 * (cells / trace_steps) + 2 * cells + 10;
}

static void check_end(struct runner *r) {
    wend_agent_info sums = wend_agent_stats(r->agent);
    const run_result *seen = &r->result;
    EXPECT(r, sums.ticks == seen->ticks && sums.moves == seen->moves);
    EXPECT(r, sums.expansions == seen->expansions && sums.trace_steps == seen->trace_steps);
    EXPECT(r, sums.backtracks == seen->backtracks && sums.replans == seen->replans);
    EXPECT(r, sums.found_tick == seen->found_tick);
    EXPECT(r, sums.max_expansions_per_tick == seen->most_expansions);
    EXPECT(r, sums.work == seen->units && sums.max_work_per_tick == seen->most_units);
    EXPECT(r, sums.bytes_allocated == r->book.live_bytes);
    EXPECT(r, sums.bytes_used <= sums.bytes_allocated);
    EXPECT(r, sums.touched <= (uint64_t)plain_cells(r->c->truth));
    wend_tick again;
    EXPECT(r, wend_agent_tick_expansions(r->agent, r->c->budget, &again) == WEND_OK);
    EXPECT(r, again.status == r->tick.status && again.state == r->tick.state);
    EXPECT(r,
           again.flags == 0 && again.expansions == 0 && again.work == 0 && again.trace_steps == 0);
    EXPECT(r, wend_agent_stats(r->agent).ticks == seen->ticks); /* the tick did nothing */
}

run_result run_agent(const run_case *c, run_log *log) {
    run_case read = *c;
    variant_drop_unread(&read.def);
    struct runner r = {.c = &read, .d = dice_of(c->def.bounded.seed), .at = c->def.start};
    wend_agent_def def = read.def;
    def.allocator = ledger_allocator(&r.book);
    wend_error error = wend_agent_create(&def, &r.agent, NULL);
    EXPECT(&r, error == WEND_OK);
    EXPECT(&r, wend_agent_state(r.agent) == def.start);
    uint64_t limit = tick_limit(&r);
    if (log) {
        log->count = 0;
    }
    do {
        one_tick(&r);
        EXPECT(&r, r.result.ticks <= limit);
        if (log) {
            check(log->count < RUN_LOG_MAX, "the log is full");
            log->ticks[log->count++] = r.tick;
        }
    } while (wend_agent_is_active(r.tick.status));
    check_end(&r);
    wend_agent_destroy(r.agent);
    EXPECT(&r, r.book.live_bytes == 0);
    return r.result;
}

run_result run_to_end(const run_case *c, run_log *log) {
    run_result result = run_agent(c, log);
    wend_cost optimal = c->from_start[c->def.goal];
    struct runner r = {.c = c, .result = result, .at = result.traced_at};
    EXPECT(&r, (optimal == PLAIN_UNREACHED) == (result.status == WEND_AGENT_UNREACHABLE));
    EXPECT(&r, (optimal != PLAIN_UNREACHED) == (result.status == WEND_AGENT_ARRIVED));
    if (result.status == WEND_AGENT_ARRIVED) {
        EXPECT(&r, result.cost >= optimal);
        if (result.found_tick && variant_is_optimal(c->def.algo, c->def.map) &&
            c->def.weight_permille <= 1000) {
            uint64_t after = result.cost - result.traced_cost;
            bool jumps = c->def.algo->flags & WEND_ALGO_JUMPS;
            uint64_t slack = jumps ? WN_JUMP_SLACK - 1 : 0;
            EXPECT(&r, after <= (uint64_t)optimal + c->from_start[result.traced_at] + slack);
        }
    }
    return result;
}
