#include "run/live_agent.h"

#include "common/messages.h"
#include "common/neighbors.h"

/* ---- Beliefs -------------------------------------------------------------------------------- */

/* `out` becomes NULL if the agent knows the map. */
static int create_belief(const struct setting *setting, const struct task *task,
                         wend_belief **out) {
    *out = NULL;
    if (!setting->hidden) {
        return 0;
    }
    if (!task->map) {
        return fail_usage("--terrain: only used with grids");
    }
    wend_belief_def def = {.world = task->map, .known_permille = setting->known_permille};
    /* The walls that the agent knows depend on the problem, not on the algorithm. */
    def.seed = setting->seed * 1000003 + task->start * UINT64_C(8191) + task->goal;
    uint32_t neighbors = wend_map_neighbors(task->map);
    def.sight = setting->sight ? setting->sight : neighbors_reach(neighbors);
    def.line_of_sight = setting->line_of_sight;
    wend_error error = wend_belief_create(&def, out, NULL);
    if (error == WEND_ERROR_ARGUMENT) {
        return fail_usage("--sight: too small for %u neighbours, expected at least %u", neighbors,
                          neighbors_reach(neighbors));
    }
    return error ? fail_machine("%s", wend_error_text(error)) : 0;
}

static void sense(struct live_agent *live, wend_state at) {
    if (live->belief) {
        const wend_map *map = live->task->map;
        uint64_t begin = now_ns();
        wend_belief_sense(live->belief, wend_map_x(map, at), wend_map_y(map, at));
        live->sensing_ns = now_ns() - begin;
    }
}

/* ---- Creation ------------------------------------------------------------------------------- */

static int create_agent(const struct setting *setting, const struct task *task,
                        const wend_belief *belief, wend_agent **out) {
    wend_agent_def def = setting->def;
    def.map = belief ? wend_belief_map(belief) : task->map;
    def.domain = task->domain;
    def.start = task->start;
    def.goal = task->goal;
    def.start_packed = task->start_packed;
    def.goal_packed = task->goal_packed;
    def.local.abstraction =
        algo_reads(setting->algo, WEND_PARAMETER_ABSTRACTION) ? task->abstraction : NULL;
    def.local.subgoals = algo_reads(setting->algo, WEND_PARAMETER_SUBGOALS) ? task->subgoals : NULL;
    if (belief && (def.local.abstraction || def.local.subgoals)) {
        return fail_usage("--terrain: not used with %s, whose precomputed data needs known terrain",
                          setting->algo);
    }
    if (def.algo == wend_algo_auto() && !setting->time_ns) {
        def.work = (uint64_t)setting->budget * WEND_WORK_EXPANSION; /* its weight goes by it */
    }
    wend_diagnosis diagnosis;
    wend_error error = wend_agent_create(&def, out, &diagnosis);
    if (error == WEND_ERROR_MEMORY) {
        return fail_machine("%s", diagnosis.text);
    }
    const char *option = error ? option_of_field(diagnosis.field) : NULL;
    return option  ? fail_usage("%s: %s", option, diagnosis.text)
           : error ? fail_usage("%s", diagnosis.text)
                   : 0;
}

/* ---- Ticks ---------------------------------------------------------------------------------- */

int live_agent_begin(struct live_agent *live, const struct setting *setting,
                     const struct task *task) {
    *live = (struct live_agent){.setting = setting, .task = task};
    int code = create_belief(setting, task, &live->belief);
    if (!code && setting->plugin) {
        const wend_map *map = live->belief ? wend_belief_map(live->belief) : task->map;
        code = plugin_agent_create(setting->plugin, task, map, &live->plugin);
    } else if (!code) {
        code = create_agent(setting, task, live->belief, &live->agent);
    }
    if (code) {
        live_agent_end(live);
        return code;
    }
    sense(live, live_agent_state(live));
    return 0;
}

static uint64_t clock_now(void *context) {
    (void)context;
    return now_ns();
}

/* Reserves and times one tick. */
static uint64_t one_tick(const struct live_agent *live, wend_tick *tick) {
    const struct setting *setting = live->setting;
    wend_agent *agent = live->agent;
    /* A timed tick reserves for 100 expansions per microsecond, more than it can do. */
    uint64_t wanted = setting->time_ns ? setting->time_ns / 10 + 1000 : setting->budget;
    uint32_t reserve = wanted < setting->budget ? (uint32_t)wanted : setting->budget;
    wend_agent_reserve_expansions(agent, reserve); /* a failure shows in the tick's status */
    uint64_t begin = now_ns();
    if (setting->time_ns) {
        wend_clock clock = {clock_now, NULL};
        uint64_t left =
            setting->time_ns > live->sensing_ns ? setting->time_ns - live->sensing_ns : 1;
        wend_agent_tick(agent,
                        (wend_budget){.work = (uint64_t)reserve * WEND_WORK_EXPANSION,
                                      .nanoseconds = left,
                                      .clock = &clock},
                        tick);
    } else {
        wend_agent_tick_expansions(agent, setting->budget, tick);
    }
    return now_ns() - begin;
}

static uint64_t one_plugin_tick(const struct live_agent *live, wend_tick *tick) {
    uint64_t begin = now_ns();
    plugin_agent_tick(live->plugin, live->setting->budget, tick);
    return now_ns() - begin;
}

uint64_t live_agent_tick(struct live_agent *live, wend_tick *tick) {
    uint64_t ns = live->plugin ? one_plugin_tick(live, tick) : one_tick(live, tick);
    sense(live, tick->state);
    live->ticks++;
    live->over = tick->status > WEND_AGENT_WAITING || live->ticks >= live->setting->max_ticks;
    return ns;
}

wend_state live_agent_state(const struct live_agent *live) {
    return live->plugin ? plugin_agent_state(live->plugin) : wend_agent_state(live->agent);
}

wend_agent_info live_agent_counters(const struct live_agent *live) {
    return live->plugin ? plugin_agent_counters(live->plugin) : wend_agent_stats(live->agent);
}

const char *live_agent_algo(const struct live_agent *live) {
    return live->plugin ? live->setting->algo : wend_agent_algo(live->agent)->name;
}

wend_error live_agent_restart(struct live_agent *live) {
    wend_error error = wend_agent_teleport(live->agent, live->task->start);
    if (!error) {
        sense(live, live->task->start);
    }
    return error;
}

void live_agent_end(struct live_agent *live) {
    wend_agent_destroy(live->agent);
    plugin_agent_destroy(live->plugin);
    wend_belief_destroy(live->belief);
    *live = (struct live_agent){0};
}
