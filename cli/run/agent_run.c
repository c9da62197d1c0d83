#include "run/agent_run.h"

#include "common/bytes.h"
#include "common/messages.h"

#include <math.h>
#include <stdlib.h>

const char *run_end_name(run_end end) {
    static const char *const names[] = {"arrived",       "unreachable", "limit",
                                        "out of memory", "overflow",    "not reserved"};
    return names[end];
}

static bool record_state(struct recording *r, wend_state state) {
    bool grown = grow_array(&r->path, &r->path_capacity, r->path_count, sizeof *r->path);
    if (grown) {
        r->path[r->path_count++] = state;
    }
    return grown;
}

static bool record_work(struct recording *r, const wend_tick *tick) {
    bool grown = grow_array(&r->ticks, &r->tick_capacity, r->tick_count, sizeof *r->ticks);
    if (grown) {
        r->ticks[r->tick_count++] = (struct tick_work){tick->expansions, tick->trace_steps};
    }
    return grown;
}

static bool record_trial(struct recording *r, double cost) {
    bool grown =
        grow_array(&r->trial_costs, &r->trial_capacity, r->trial_count, sizeof *r->trial_costs);
    if (grown) {
        r->trial_costs[r->trial_count++] = cost;
    }
    return grown;
}

void recording_clear(struct recording *r) {
    free(r->path);
    free(r->trial_costs);
    free(r->ticks);
    free(r->packed);
    *r = (struct recording){0};
}

void run_count_move(const struct task *task, wend_state from, wend_state to, struct run *out) {
    if (!task->map || wend_map_weighted(task->map)) {
        return;
    }
    switch (wend_map_move_cost(task->map, from, to)) {
    case WEND_COST_ONE:
        out->straight++;
        break;
    case WEND_COST_DIAGONAL:
        out->diagonal++;
        break;
    default:
        out->knight++;
        break;
    }
}

/* Compares the time of a tick and its sensing with the interval. */
static void record_time(uint64_t planning_ns, uint64_t sensing_ns, struct run *out) {
    uint64_t ns = planning_ns + sensing_ns;
    out->planning_ns += planning_ns;
    out->sensing_ns += sensing_ns;
    out->worst_tick_ns = ns > out->worst_tick_ns ? ns : out->worst_tick_ns;
    if (out->interval_ns) {
        out->ticks_over += ns > out->interval_ns;
        out->goal_ns += ns > out->interval_ns ? ns : out->interval_ns;
    }
}

/* Separates the time before and after the tick that finds the route. */
static void record_found(const wend_tick *tick, double unit, struct run *out) {
    if (out->found) {
        out->backtracks_after_found += (tick->flags & WEND_TICK_BACKTRACKED) != 0;
    } else if (!(tick->flags & WEND_TICK_FOUND)) {
        out->moves_before_found += (tick->flags & WEND_TICK_MOVED) != 0;
        out->cost_before_found += (double)tick->cost / unit;
    }
    out->found = out->found || (tick->flags & WEND_TICK_FOUND);
}

static const wend_domain *domain_of(const struct task *task) {
    return task->map ? wend_map_domain(task->map) : task->domain;
}

static bool record_tick(const struct task *task, const wend_tick *tick, wend_state before,
                        uint64_t ns, struct recording *r, struct run *out) {
    out->searches += tick->expansions > 0;
    bool ok = true;
    if (tick->flags & WEND_TICK_MOVED) {
        run_count_move(task, before, tick->state, out);
        ok = !r || !r->want_path || record_state(r, tick->state);
    }
    if (r && r->tick_ns) {
        histogram_add(r->tick_ns, ns);
    }
    return ok && (!r || !r->want_ticks || record_work(r, tick));
}

/* Records the packed states of the path, which only the agent knows. */
static bool record_packed(const wend_agent *agent, struct recording *r) {
    r->packed = malloc(r->path_count * sizeof *r->packed);
    for (size_t i = 0; r->packed && i < r->path_count; i++) {
        r->packed[i] = wend_agent_packed(agent, r->path[i]);
    }
    return r->packed != NULL;
}

static run_end end_of(const wend_tick *tick) {
    switch (tick->status) {
    case WEND_AGENT_ARRIVED:
        return RUN_ARRIVED;
    case WEND_AGENT_UNREACHABLE:
        return RUN_UNREACHABLE;
    case WEND_AGENT_OUT_OF_MEMORY:
        return RUN_NO_MEMORY;
    case WEND_AGENT_OVERFLOW:
        return RUN_OVERFLOW;
    case WEND_AGENT_NOT_RESERVED:
        return RUN_UNRESERVED;
    default:
        return RUN_LIMIT;
    }
}

double run_cost(const struct task *task, const struct run *r) {
    if (task->map && !wend_map_weighted(task->map)) {
        return (double)r->straight + (double)r->diagonal * sqrt(2) + (double)r->knight * sqrt(5);
    }
    return (double)r->counters.cost / wend_domain_unit(domain_of(task));
}

/* ---- Runs ----------------------------------------------------------------------------------- */

/* Runs one trial, or until the ticks are used up. Returns false if it could not be recorded. */
static bool run_trial(struct live_agent *live, const struct tick_observer *observer,
                      struct recording *r, struct run *out, wend_tick *tick) {
    wend_state before = live_agent_state(live);
    bool recorded = true;
    double unit = wend_domain_unit(domain_of(live->task));
    while (recorded && live->ticks < live->setting->max_ticks) {
        uint64_t sensing_ns = live->sensing_ns;
        uint64_t ns = live_agent_tick(live, tick);
        record_time(ns, sensing_ns, out);
        record_found(tick, unit, out);
        recorded = record_tick(live->task, tick, before, ns, r, out);
        if (observer) {
            recorded = observer->ticked(observer->context, tick) && recorded;
        }
        if ((tick->flags & WEND_TICK_MOVED) && !out->first_move_tick) {
            out->first_move_tick = live->ticks;
        }
        before = tick->state;
        if (live->over) {
            break;
        }
    }
    return recorded;
}

/* Teleports the agent to its start for the next trial. */
static int end_trial(struct live_agent *live, bool is_last, struct recording *r,
                     const struct run *out, bool *recorded) {
    *recorded = *recorded && (!r || record_trial(r, out->cost));
    if (live_agent_restart(live)) {
        return fail_usage("--trials: not used with this domain, whose agents cannot be teleported");
    }
    *recorded = *recorded && (is_last || !r || !r->want_path || record_state(r, live->task->start));
    return 0;
}

int run_live_agent(struct live_agent *live, const struct tick_observer *observer,
                   struct recording *r, struct run *out) {
    const struct setting *setting = live->setting;
    *out = (struct run){.algo = live_agent_algo(live),
                        .interval_ns = setting->time_ns ? setting->time_ns : setting->action_ns};
    uint64_t trials = live->setting->trials;
    bool recorded = !r || !r->want_path || record_state(r, live_agent_state(live));
    wend_tick tick = {.status = WEND_AGENT_MOVING};
    double before = 0;
    int code = 0;
    for (uint64_t trial = 0; !code && recorded && trial < trials; trial++) {
        recorded = run_trial(live, observer, r, out, &tick);
        out->counters = live_agent_counters(live);
        out->end = end_of(&tick);
        double cost = run_cost(live->task, out);
        out->cost = cost - before;
        out->total_cost = cost;
        before = cost;
        if (out->end != RUN_ARRIVED) {
            break;
        }
        out->trials++;
        if (trials > 1) {
            code = end_trial(live, trial + 1 == trials, r, out, &recorded);
        }
    }
    if (!code && recorded && r && r->want_path) {
        recorded = record_packed(live->agent, r);
    }
    return code ? code : recorded ? 0 : fail_machine("out of memory while recording the run");
}

int run_agent(const struct setting *setting, const struct task *task, struct recording *r,
              struct run *out) {
    *out = (struct run){0};
    struct live_agent live;
    int code = live_agent_begin(&live, setting, task);
    if (!code) {
        code = run_live_agent(&live, NULL, r, out);
        live_agent_end(&live);
    }
    return code;
}

int find_optimum(const struct task *task, double *out) {
    struct setting optimal = {
        .algo = "astar", .budget = 4096, .max_ticks = UINT64_MAX, .trials = 1};
    optimal.def.algo = wend_algo_astar();
    struct run r;
    int code = run_agent(&optimal, task, NULL, &r);
    if (!code && r.end == RUN_NO_MEMORY) {
        return fail_machine("out of memory while computing the optimum");
    }
    *out = r.end == RUN_ARRIVED ? r.cost : r.end == RUN_OVERFLOW ? NAN : INFINITY;
    return code;
}

int get_optimum(const struct scene *scene, const scene_options *options, const struct task *task,
                double *out) {
    if (scene->kind != SCENE_PUZZLE) {
        return find_optimum(task, out);
    }
    unsigned long index = options->instance ? strtoul(options->instance, NULL, 10) : 1;
    *out = scene->instances[index - 1].optimal;
    return 0;
}
