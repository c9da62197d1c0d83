#include "run/agent_run.h"

#include "common/messages.h"
#include "view/recorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *run_end_name(run_end end) {
    static const char *const names[] = {"arrived", "unreachable", "limit", "out of memory"};
    return names[end];
}

static uint64_t clock_now(void *context) {
    (void)context;
    return now_ns();
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

/* Files a move under its kind. */
static void count_move(const wend_map *map, wend_state from, wend_state to, struct run *out) {
    switch (wend_map_move_cost(map, from, to)) {
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

static bool record_tick(const struct place *place, const wend_tick *tick, wend_state before,
                        uint64_t ns, struct recording *r, struct run *out) {
    out->planning_ns += ns;
    out->worst_tick_ns = ns > out->worst_tick_ns ? ns : out->worst_tick_ns;
    out->searches += tick->expansions > 0;
    bool ok = true;
    if (tick->flags & WEND_TICK_MOVED) {
        if (place->map && !wend_map_weighted(place->map)) {
            count_move(place->map, before, tick->state, out);
        }
        ok = !r || !r->want_path || record_state(r, tick->state);
    }
    if (r && r->tick_ns) {
        histogram_add(r->tick_ns, ns);
    }
    return ok && (!r || !r->want_ticks || record_work(r, tick));
}

/* What the states of the path stand for, while the agent still knows. */
static bool record_packed(const wend_agent *agent, struct recording *r) {
    r->packed = malloc(r->path_count * sizeof *r->packed);
    for (size_t i = 0; r->packed && i < r->path_count; i++) {
        r->packed[i] = wend_agent_packed(agent, r->path[i]);
    }
    return r->packed != NULL;
}

/* One reserved and timed tick. */
static uint64_t one_tick(const struct setting *setting, wend_agent *agent, wend_tick *tick) {
    /* A timed tick reserves for a hundred expansions per microsecond, more than it can do. */
    uint64_t wanted = setting->time_ns ? setting->time_ns / 10 + 1000 : setting->budget;
    uint32_t reserve = wanted < setting->budget ? (uint32_t)wanted : setting->budget;
    wend_agent_reserve(agent, reserve); /* a failure shows in the tick's status */
    uint64_t begin = now_ns();
    if (setting->time_ns) {
        wend_clock clock = {clock_now, NULL};
        wend_agent_tick_timed(agent, setting->time_ns, &clock, reserve, tick);
    } else {
        wend_agent_tick(agent, setting->budget, tick);
    }
    return now_ns() - begin;
}

static run_end end_of(const wend_tick *tick) {
    switch (tick->status) {
    case WEND_ARRIVED:
        return RUN_ARRIVED;
    case WEND_UNREACHABLE:
        return RUN_UNREACHABLE;
    case WEND_OUT_OF_MEMORY:
        return RUN_NO_MEMORY;
    default:
        return RUN_LIMIT;
    }
}

/* Of all moves so far. */
static double cost_of(const struct place *place, const struct run *r) {
    if (place->map && !wend_map_weighted(place->map)) {
        return (double)r->straight + (double)r->diagonal * sqrt(2) + (double)r->knight * sqrt(5);
    }
    const wend_domain *domain = place->map ? wend_map_domain(place->map) : place->domain;
    return (double)r->counters.cost / wend_domain_unit(domain);
}

/* ---- What the agent believes ---------------------------------------------------------------- */

/* Null if it knows the map. */
static int create_belief(const struct setting *setting, const struct place *place,
                         wend_belief **out) {
    *out = NULL;
    if (!setting->hidden) {
        return 0;
    }
    if (!place->map) {
        return fail_usage("--terrain is for grids");
    }
    wend_belief_def def = wend_belief_def_default();
    bool wide = wend_map_neighbors(place->map) == 16;
    def.world = place->map;
    def.known_permille = setting->known_permille;
    /* Every problem has its own walls on the agent's map, the same for all algorithms. */
    def.seed = setting->seed * 1000003 + place->start * UINT64_C(8191) + place->goal;
    def.sight = setting->sight ? setting->sight : wide ? 2 : 1;
    def.line_of_sight = setting->line_of_sight;
    wend_error error = wend_belief_create(&def, out);
    if (error == WEND_ERROR_ARGUMENT) {
        return fail_usage("--sight: moves of 16 neighbours need 2 at least");
    }
    return error ? fail_machine("%s", wend_error_text(error)) : 0;
}

static void look_round(wend_belief *belief, const struct place *place, wend_state at) {
    if (belief) {
        wend_belief_sense(belief, wend_map_x(place->map, at), wend_map_y(place->map, at));
    }
}

/* Whether an agent could be made without the switches that the domain may not allow. */
static bool works_without_switches(const wend_agent_def *def) {
    wend_agent_def plain = *def;
    plain.shortcut = plain.commit = false;
    wend_agent *agent = NULL;
    wend_error error = wend_agent_create(&plain, &agent);
    wend_agent_destroy(agent);
    return error == WEND_OK;
}

/* Why an algorithm does not work here. */
static int explain_refusal(const wend_agent_def *def) {
    const wend_algo_info *algo = wend_algo_find(def->algo);
    const wend_domain *domain = def->map ? wend_map_domain(def->map) : def->domain;
    if (works_without_switches(def)) {
        return fail_usage("%s does not work here with --%s: the domain is a %s", algo->name,
                          def->shortcut ? "shortcut" : "commit", wend_domain_kind(domain));
    }
    if (algo->needs == WEND_NEEDS_MAP) {
        return fail_usage("%s does not work here: it wants a grid, the domain is a %s", algo->name,
                          wend_domain_kind(domain));
    }
    if (algo->needs == WEND_NEEDS_JUMPABLE_MAP) {
        return fail_usage("%s does not work here: it wants a map with 8 neighbours, corners "
                          "never and no factors",
                          algo->name);
    }
    return fail_usage("%s does not work here: it wants %s moves, the domain is a %s%s", algo->name,
                      wend_needs_text(algo->needs), wend_domain_kind(domain),
                      wend_domain_reversible(domain) ? "" : " whose moves cannot be undone");
}

static int create_agent(const struct setting *setting, const struct place *place,
                        const wend_belief *belief, wend_agent **out) {
    wend_agent_def def = setting->def;
    def.map = belief ? wend_belief_map(belief) : place->map;
    def.domain = place->domain;
    def.start = place->start;
    def.goal = place->goal;
    def.start_packed = place->start_packed;
    def.goal_packed = place->goal_packed;
    def.abstraction =
        algo_reads(setting->algo, WEND_PARAMETER_ABSTRACTION) ? place->abstraction : NULL;
    def.subgoals = algo_reads(setting->algo, WEND_PARAMETER_SUBGOALS) ? place->subgoals : NULL;
    if (belief && (def.abstraction || def.subgoals)) {
        return fail_usage("%s is for known terrain: what is computed beforehand would be wrong",
                          setting->algo);
    }
    wend_error error = wend_agent_create(&def, out);
    if (error == WEND_ERROR_UNSUPPORTED) {
        return explain_refusal(&def);
    }
    if (error == WEND_ERROR_MEMORY) {
        return fail_machine("%s", wend_error_text(error));
    }
    return error ? fail_usage("%s", wend_error_text(error)) : 0;
}

int walk_begin(struct walk *w, const struct setting *setting, const struct place *place) {
    *w = (struct walk){.setting = setting, .place = place};
    int code = create_belief(setting, place, &w->belief);
    if (!code) {
        code = create_agent(setting, place, w->belief, &w->agent);
    }
    if (code) {
        walk_end(w);
        return code;
    }
    look_round(w->belief, place, wend_agent_state(w->agent));
    return 0;
}

uint64_t walk_tick(struct walk *w, wend_tick *tick) {
    uint64_t ns = one_tick(w->setting, w->agent, tick);
    look_round(w->belief, w->place, tick->state);
    w->ticks++;
    w->over = tick->status > WEND_WAITING || w->ticks >= w->setting->max_ticks;
    return ns;
}

void walk_end(struct walk *w) {
    wend_agent_destroy(w->agent);
    wend_belief_destroy(w->belief);
    *w = (struct walk){0};
}

/* ---- Runs ----------------------------------------------------------------------------------- */

/* One trip, or what is left of the ticks. False if it could not be recorded. */
static bool run_trip(struct walk *w, struct witness *witness, struct recording *r, struct run *out,
                     wend_tick *tick) {
    wend_state before = wend_agent_state(w->agent);
    bool recorded = true;
    while (recorded && w->ticks < w->setting->max_ticks) {
        uint64_t ns = walk_tick(w, tick);
        recorded = record_tick(w->place, tick, before, ns, r, out);
        if (witness) {
            struct step step;
            witness_tell(witness, tick, &step);
            trace_add_step(r->trace, &step);
            recorded = recorded && !witness->failed;
        }
        if ((tick->flags & WEND_TICK_MOVED) && !out->first_move_tick) {
            out->first_move_tick = w->ticks;
        }
        before = tick->state;
        if (w->over) {
            break;
        }
    }
    return recorded;
}

/* Trip after trip; the agent is put back at the start after each. */
static int run_trials(struct walk *w, struct witness *witness, struct recording *r,
                      struct run *out) {
    const struct place *place = w->place;
    uint64_t trials = w->setting->trials;
    bool recorded = !r || !r->want_path || record_state(r, wend_agent_state(w->agent));
    out->algo = wend_agent_algo(w->agent)->name;
    wend_tick tick = {.status = WEND_MOVING};
    double before = 0;
    for (uint64_t trial = 0; recorded && trial < trials; trial++) {
        recorded = run_trip(w, witness, r, out, &tick);
        out->counters = wend_agent_counters(w->agent);
        out->end = end_of(&tick);
        double cost = cost_of(place, out);
        out->cost = cost - before;
        before = cost;
        if (out->end != RUN_ARRIVED) {
            break;
        }
        out->trials++;
        if (trials > 1) {
            recorded = recorded && (!r || record_trial(r, out->cost));
            if (wend_agent_set_state(w->agent, place->start)) {
                return fail_usage("--trials: the agent cannot be put back on this domain");
            }
            look_round(w->belief, place, place->start);
            bool more = trial + 1 < trials;
            recorded = recorded && (!more || !r || !r->want_path || record_state(r, place->start));
        }
    }
    if (r && r->want_path && recorded) {
        recorded = record_packed(w->agent, r);
    }
    return recorded ? 0 : fail_machine("no memory to record the run");
}

/* The same with a trace of it. */
static int run_traced(struct walk *w, struct recording *r, struct run *out) {
    struct witness witness;
    struct step known;
    int code = witness_begin(&witness, w, &known);
    if (!code) {
        struct trace_agent agent;
        describe_agent(w->setting, &agent);
        trace_begin_agent(r->trace, &agent, w->place->start, known.seen, known.seen_count);
        code = run_trials(w, &witness, r, out);
        trace_end_agent(r->trace);
    }
    witness_end(&witness);
    return code;
}

int run_agent(const struct setting *setting, const struct place *place, struct recording *r,
              struct run *out) {
    *out = (struct run){0};
    struct walk walk;
    int code = walk_begin(&walk, setting, place);
    if (!code) {
        code = r && r->trace ? run_traced(&walk, r, out) : run_trials(&walk, NULL, r, out);
        walk_end(&walk);
    }
    return code;
}

int find_optimum(const struct place *place, double *out) {
    struct setting optimal = {.algo = "astar",
                              .budget = 4096,
                              .def = wend_agent_def_default(),
                              .max_ticks = UINT64_MAX,
                              .trials = 1};
    optimal.def.algo = "astar";
    struct run r;
    int code = run_agent(&optimal, place, NULL, &r);
    if (!code && r.end == RUN_NO_MEMORY) {
        return fail_machine("no memory to compute the optimum");
    }
    *out = r.end == RUN_ARRIVED ? r.cost : INFINITY;
    return code;
}

int look_up_optimum(const struct scene *scene, const scene_options *options,
                    const struct place *place, double *out) {
    if (scene->kind != SCENE_PUZZLE) {
        return find_optimum(place, out);
    }
    unsigned long index = options->instance ? strtoul(options->instance, NULL, 10) : 1;
    *out = scene->instances[index - 1].optimal;
    return 0;
}
