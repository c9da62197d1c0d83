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

/* Whether the ticks of a search end after a fixed number of expansions. Jump point search stops
 * before the first jump that does not fit into the budget, so the end of its ticks depends on the
 * jumps. */
static int counts_expansions(const struct setting *setting, const struct task *task, bool *out) {
    struct live_agent live;
    int code = live_agent_begin(&live, setting, task);
    if (!code) {
        *out = !(wend_agent_algo(live.agent)->flags & WEND_ALGO_JUMPS);
        live_agent_end(&live);
    }
    return code;
}

static int any_counts_expansions(const struct setting *setting, const struct problems *problems,
                                 bool *out) {
    uint32_t i = 0;
    while (i < problems->count && problems->items[i].blocked) {
        i++;
    }
    *out = true; /* without any run */
    return i < problems->count ? counts_expansions(setting, &problems->items[i].task, out) : 0;
}

void base_runs_clear(struct base_runs *base) {
    for (uint32_t i = 0; base->recordings && i < base->count; i++) {
        recording_clear(&base->recordings[i]);
    }
    free(base->recordings);
    free(base->runs);
    *base = (struct base_runs){0};
}

/* Runs a problem without a limit per tick. */
static int run_unlimited(const struct setting *setting, const struct task *task,
                         struct recording *recording, struct run *out) {
    struct setting unlimited = *setting;
    unlimited.budget = WEND_EXPANSIONS_MAX;
    recording->want_ticks = true;
    return run_agent(&unlimited, task, recording, out);
}

/* Runs all problems without a limit per tick. */
static int make_runs(struct base_runs *base, const struct setting *setting,
                     const struct problems *problems) {
    base->count = problems->count;
    base->runs = calloc(problems->count, sizeof *base->runs);
    base->recordings = calloc(problems->count, sizeof *base->recordings);
    if (!base->runs || !base->recordings) {
        return fail_machine("out of memory");
    }
    int code = 0;
    for (uint32_t i = 0; !code && i < problems->count; i++) {
        if (!problems->items[i].blocked) {
            code = run_unlimited(setting, &problems->items[i].task, &base->recordings[i],
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
    int code = any_counts_expansions(setting, problems, &base->usable);
    if (!code && !base->usable) {
        print_note("--derive: %s runs at every budget, because its ticks may leave work unused",
                   setting->algo);
    }
    return !code && base->usable ? make_runs(base, setting, problems) : code;
}

static uint64_t divide_up(uint64_t work, uint64_t share) {
    return (work + share - 1) / share;
}

/* Work that exceeds a tick continues in the next one. Tracing begins on the tick that finds the
 * route. */
static struct run derive(const struct run *unlimited, const struct recording *r,
                         const struct setting *setting) {
    struct run run = *unlimited;
    uint64_t budget = setting->budget, found = run.counters.found_tick;
    uint64_t first_move = run.first_move_tick;
    uint64_t steps = setting_value(setting, WEND_PARAMETER_TRACE_PER_EXPANSION);
    uint64_t traced = budget * (steps ? steps : 1); /* 0 steps: it does not trace */
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
        run.first_move_tick = i + 1 == first_move ? run.counters.ticks : run.first_move_tick;
        if (most > run.counters.max_expansions_per_tick) {
            run.counters.max_expansions_per_tick = most;
        }
    }
    run.counters.max_work_per_tick = run.counters.max_expansions_per_tick * WEND_WORK_EXPANSION;
    return run;
}

struct run derive_run(const struct base_runs *base, uint32_t problem,
                      const struct setting *setting) {
    return derive(&base->runs[problem], &base->recordings[problem], setting);
}

/* ---- Problem by problem ---------------------------------------------------------------------- */

void base_run_clear(struct base_run *base) {
    recording_clear(&base->recording);
    *base = (struct base_run){0};
}

/* Whether two settings differ only in the budget. */
static bool same_but_budget(const struct setting *a, const struct setting *b) {
    bool same = strcmp(a->algo, b->algo) == 0 && a->hidden == b->hidden &&
                a->known_permille == b->known_permille && a->sight == b->sight &&
                a->line_of_sight == b->line_of_sight && a->seed == b->seed;
    for (uint32_t p = 0; same && p < WEND_PARAMETER_COUNT; p++) {
        same = wend_agent_def_get(&a->def, p) == wend_agent_def_get(&b->def, p);
    }
    return same;
}

/* Runs that depend on a clock, on memory or on earlier trials cannot be derived. */
static bool may_derive(const struct setting *s) {
    return !s->plugin && wend_algo_find(s->algo)->acts == WEND_ACTS_WHEN_PLANNED && !s->time_ns &&
           !s->action_ns && s->trials == 1 && !s->def.memory_limit;
}

int run_or_derive(struct base_run *base, const struct setting *setting, const struct task *task,
                  struct run *out) {
    if (!may_derive(setting)) {
        return run_agent(setting, task, NULL, out);
    }
    int code = 0;
    if (!base->setting.algo || !same_but_budget(&base->setting, setting)) {
        base_run_clear(base);
        base->setting = *setting;
        code = counts_expansions(setting, task, &base->usable);
        if (!code && base->usable) {
            struct setting patient = *setting;
            patient.max_ticks = UINT64_MAX;
            code = run_unlimited(&patient, task, &base->recording, &base->run);
        }
    }
    if (code || !base->usable) {
        return code ? code : run_agent(setting, task, NULL, out);
    }
    *out = derive(&base->run, &base->recording, setting);
    bool in_time = out->counters.ticks <= setting->max_ticks;
    return in_time ? 0 : run_agent(setting, task, NULL, out);
}
