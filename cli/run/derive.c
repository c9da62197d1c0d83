#include "run/derive.h"

#include "common/messages.h"

#include <stdlib.h>
#include <string.h>

bool any_plans_first(const struct settings *settings) {
    for (uint32_t i = 0; i < settings->count; i++) {
        if (wend_algo_find(settings->items[i].algo)->acts == WEND_ACTS_WHEN_PLANNED) {
            return true;
        }
    }
    return false;
}

/* Whether the ticks of a search end after a given number of expansions. (Jump point search stops
 * when the next piece of work does not fit, so where its ticks end depends on the pieces.) */
static int counts_expansions(const struct setting *setting, const struct problems *problems,
                             bool *out) {
    uint32_t i = 0;
    while (i < problems->count && problems->items[i].blocked) {
        i++;
    }
    *out = true;
    if (i == problems->count) {
        return 0; /* nothing is run at all */
    }
    struct live_agent live;
    int code = live_agent_begin(&live, setting, &problems->items[i].task);
    if (!code) {
        *out = wend_agent_units(live.agent) == 1;
        live_agent_end(&live);
    }
    return code;
}

void base_runs_clear(struct base_runs *base) {
    for (uint32_t i = 0; base->recordings && i < base->count; i++) {
        recording_clear(&base->recordings[i]);
    }
    free(base->recordings);
    free(base->runs);
    *base = (struct base_runs){0};
}

/* Runs all problems without a limit per tick. */
static int make_runs(struct base_runs *base, const struct setting *setting,
                     const struct problems *problems) {
    base->count = problems->count;
    base->runs = calloc(problems->count, sizeof *base->runs);
    base->recordings = calloc(problems->count, sizeof *base->recordings);
    if (!base->runs || !base->recordings) {
        return fail_machine("no memory");
    }
    struct setting unlimited = *setting;
    unlimited.budget = WEND_BUDGET_MAX;
    int code = 0;
    for (uint32_t i = 0; !code && i < problems->count; i++) {
        base->recordings[i].want_ticks = true;
        if (!problems->items[i].blocked) {
            code = run_agent(&unlimited, &problems->items[i].task, &base->recordings[i],
                             &base->runs[i]);
        }
    }
    return code;
}

int base_runs_make(struct base_runs *base, const struct setting *setting,
                   const struct problems *problems) {
    if (base->algo && strcmp(base->algo, setting->algo) == 0) {
        return 0;
    }
    base_runs_clear(base);
    base->algo = setting->algo;
    if (wend_algo_find(setting->algo)->acts != WEND_ACTS_WHEN_PLANNED) {
        return 0;
    }
    int code = counts_expansions(setting, problems, &base->usable);
    if (!code && !base->usable) {
        print_note("--derive: %s is run at every budget, as its ticks may leave some units unused",
                   setting->algo);
    }
    return !code && base->usable ? make_runs(base, setting, problems) : code;
}

static uint64_t divide_up(uint64_t work, uint64_t share) {
    return (work + share - 1) / share;
}

/* Work that is too much for one tick goes on in the next; a route is traced from the tick on that
 * finds it. */
struct run derive_run(const struct base_runs *base, uint32_t problem,
                      const struct setting *setting) {
    struct run run = base->runs[problem];
    const struct recording *r = &base->recordings[problem];
    uint64_t budget = setting->budget, found = run.counters.found_tick;
    uint64_t steps = setting_value(setting, WEND_PARAMETER_TRACE_PER_EXPANSION);
    uint64_t traced = budget * (steps ? steps : 1); /* else it does not trace */
    run.counters.ticks = run.counters.found_tick = run.searches = 0;
    run.counters.max_expansions_per_tick = 0;
    for (size_t i = 0; i < r->tick_count; i++) {
        const struct tick_work *work = &r->ticks[i];
        uint64_t searching = divide_up(work->expansions, budget);
        uint64_t tracing = divide_up(work->trace_steps, traced);
        uint32_t most = work->expansions < budget ? work->expansions : (uint32_t)budget;
        run.searches += searching;
        run.counters.ticks += searching ? searching : 1;
        run.counters.found_tick = i + 1 == found ? run.counters.ticks : run.counters.found_tick;
        run.counters.ticks += tracing > 1 ? tracing - 1 : 0;
        if (most > run.counters.max_expansions_per_tick) {
            run.counters.max_expansions_per_tick = most;
        }
    }
    run.counters.max_units_per_tick = run.counters.max_expansions_per_tick; /* the same here */
    return run;
}
