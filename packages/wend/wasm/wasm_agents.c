/* wasm_agents.c - agents for JavaScript, with their beliefs and their views for drawing. */
#include "shim.h"

#include "wasm_view.h"

#include <stdlib.h>

typedef struct agent {
    wend_agent *agent;
    wend_map *world;
    wend_belief *belief;         /* NULL if the agent knows the map */
    wend_components *components; /* of the map that the agent plans on; may be NULL */
    uint32_t sight;
    bool watched;
    view seen; /* if watched */
    wend_tick tick;
    wend_agent_info stats; /* result of agent_stats */
    shim_walked walked;
    shim_reason why;
    uint64_t hash;      /* of the states and expansions of all ticks */
    wend_state *path;   /* result of agent_path or agent_waypoints */
    uint32_t path_room; /* its capacity in states */
} agent;

/* ---- Beliefs --------------------------------------------------------------------------------- */

static const wend_map *map_of(const agent *a) {
    return a->belief ? wend_belief_map(a->belief) : a->world;
}

/* Returns the number of cells that differ from what the agent believed. */
static uint32_t sense(agent *a) {
    if (!a->belief) {
        return 0;
    }
    wend_state state = wend_agent_state(a->agent);
    uint32_t x = wend_map_x(a->world, state), y = wend_map_y(a->world, state);
    uint32_t changed = wend_belief_sense(a->belief, x, y);
    if (a->watched) {
        view_sensed(&a->seen, x, y, a->sight);
    }
    return changed;
}

static wend_error make_belief(agent *a, const shim_agent_options *options) {
    if (a->sight == 0) {
        return WEND_OK;
    }
    wend_belief_def def = {.world = a->world, .sight = a->sight};
    def.line_of_sight = shim_given(options->line_of_sight, def.line_of_sight) != 0;
    def.known_permille = shim_given(options->known_permille, def.known_permille);
    def.seed = shim_given(options->known_seed, (uint32_t)def.seed);
    return wend_belief_create(&def, &a->belief, NULL);
}

/* The components of the world are shared; those of a belief belong to the agent. */
static wend_error make_components(agent *a, wend_components *of_world,
                                  const shim_agent_options *options) {
    if (!shim_given(options->components, 0)) {
        return WEND_OK;
    }
    if (a->belief) {
        return wend_components_create(&(wend_components_def){.map = map_of(a)}, &a->components,
                                      NULL);
    }
    a->components = of_world;
    return WEND_OK;
}

/* ---- Creation -------------------------------------------------------------------------------- */

EXPORT(void, agent_destroy, agent *a) {
    wend_agent_destroy(a->agent);
    if (a->belief) {
        wend_components_destroy(a->components);
    }
    wend_belief_destroy(a->belief);
    view_clear(&a->seen);
    free(a->path);
    free(a);
}

/* An empty `algo` means "auto". `parameters` holds a number for each wend_parameter; 0 means the
 * default. */
static wend_agent_def agent_def(const agent *a, const char *algo, const shim_agent_options *options,
                                const double *parameters) {
    wend_agent_def def = {.map = map_of(a),
                          .algo = *algo ? wend_algo_find(algo) : wend_algo_auto(),
                          .start = options->start,
                          .goal = options->goal,
                          .components = a->components,
                          .nearest = shim_given(options->nearest, 0) != 0,
                          .memory_limit = shim_given(options->memory_limit, 0)};
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        wend_agent_def_set(&def, p, (uint64_t)parameters[p]);
    }
    return def;
}

static wend_error make_view(agent *a, wend_state start, uint32_t watch) {
    a->seen = (view){.agent = a->agent,
                     .world = a->world,
                     .believed = map_of(a),
                     .belief = a->belief,
                     .deferred = watch == SHIM_WATCH_DEFERRED,
                     .logs = watch == SHIM_WATCH_LOG};
    if (!view_init(&a->seen)) {
        return WEND_ERROR_MEMORY;
    }
    a->watched = true;
    view_visited(&a->seen, wend_map_x(a->world, start), wend_map_y(a->world, start));
    if (!a->seen.deferred) {
        wend_agent_watch(a->agent, &(wend_watcher){.expanded = view_expanded, .context = &a->seen});
    }
    return WEND_OK;
}

static wend_error fill(agent *a, wend_components *components, const char *algo,
                       const shim_agent_options *options, const double *parameters) {
    wend_error error = make_belief(a, options);
    error = error ? error : make_components(a, components, options);
    if (!error) {
        wend_agent_def def = agent_def(a, algo, options, parameters);
        error = wend_agent_create(&def, &a->agent, &shim_last.diagnosis);
    }
    if (error) {
        return error;
    }
    sense(a);
    uint32_t watch = shim_given(options->watch, 0);
    return watch ? make_view(a, options->start, watch) : WEND_OK;
}

/* `components` are those of the world; used if the options say so and the agent has no belief. */
EXPORT(agent *, agent_create, wend_map *world, wend_components *components, const char *algo,
       const shim_agent_options *options, const double *parameters) {
    agent *a = calloc(1, sizeof *a);
    if (!a) {
        shim_failed(WEND_ERROR_MEMORY);
        return NULL;
    }
    a->world = world;
    a->sight = shim_given(options->sight, 0);
    a->hash = UINT64_C(0xcbf29ce484222325);
    a->tick.state = options->start;
    if (shim_failed(fill(a, components, algo, options, parameters))) {
        agent_destroy(a);
        return NULL;
    }
    return a;
}

/* ---- Ticks ----------------------------------------------------------------------------------- */

/* FNV-1a over the bytes of a number, the lowest first. */
static uint64_t hash_u32(uint64_t hash, uint32_t value) {
    for (uint32_t i = 0; i < 4; i++) {
        hash = (hash ^ (value >> 8 * i & 255)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void count_move(agent *a) {
    a->walked.straight_moves += a->tick.cost == WEND_COST_ONE;
    a->walked.diagonal_moves += a->tick.cost == WEND_COST_DIAGONAL;
    a->walked.knight_moves += a->tick.cost == WEND_COST_KNIGHT;
}

/* Call agent_sense before agent_reserve, and both before a tick: sensing may make the tick start a
 * new search, which agent_reserve then allocates. */
EXPORT(uint32_t, agent_sense, agent *a) {
    return sense(a);
}

EXPORT(void, agent_reserve, agent *a, double work) {
    uint64_t units = shim_work(work);
    units = units < WEND_AGENT_WORK_MAX ? units : WEND_AGENT_WORK_MAX;
    shim_update_components(a->components);
    shim_failed(wend_agent_reserve(a->agent, units));
    if (a->watched && !view_reserve_log(&a->seen, (uint32_t)(units / WEND_WORK_EXPANSION))) {
        shim_failed(WEND_ERROR_MEMORY);
    }
}

static void show_move(agent *a) {
    count_move(a);
    if (a->watched && a->tick.flags & WEND_TICK_MOVED) {
        view_visited(&a->seen, wend_map_x(a->world, a->tick.state),
                     wend_map_y(a->world, a->tick.state));
    }
}

/* Updates the view. Not part of agent_tick, so that timing a tick does not include it. */
EXPORT(void, agent_update_view, agent *a) {
    if (a->watched) {
        view_update(&a->seen);
    }
}

EXPORT(void, agent_tick, agent *a, double work, double nanoseconds) {
    if (!shim_failed(wend_agent_tick(a->agent, shim_budget(work, nanoseconds), &a->tick))) {
        a->hash = hash_u32(hash_u32(a->hash, a->tick.state), a->tick.expansions);
        show_move(a);
    }
}

/* Senses, reserves, ticks and updates the view of each of `count` agents. Replaces the addresses in
 * `list` by the states of the agents. */
EXPORT(void, agent_tick_all, uintptr_t *list, uint8_t *statuses, uint32_t count, double work,
       double nanoseconds) {
    for (uint32_t i = 0; i < count; i++) {
        agent *a = (agent *)list[i];
        sense(a);
        shim_update_components(a->components);
        if (shim_failed(wend_agent_reserve(a->agent, shim_work(work)))) {
            shim_last.index = i;
            return;
        }
        agent_tick(a, work, nanoseconds);
        agent_update_view(a);
        list[i] = a->tick.state;
        statuses[i] = (uint8_t)a->tick.status;
    }
}

/* The two halves of a tick: agent_plan, then agent_move. */
EXPORT(void, agent_plan, agent *a, double work, double nanoseconds) {
    shim_failed(wend_agent_plan(a->agent, shim_budget(work, nanoseconds), &a->tick));
}

EXPORT(void, agent_move, agent *a) {
    if (!shim_failed(wend_agent_move(a->agent, &a->tick))) {
        show_move(a);
    }
}

EXPORT(uint32_t, agent_release, agent *a) {
    return (uint32_t)wend_agent_release(a->agent);
}

EXPORT(const wend_tick *, agent_last_tick, const agent *a) {
    return &a->tick;
}

EXPORT(uint64_t, agent_hash, const agent *a) {
    return a->hash;
}

/* Continues from the hash of an earlier run. */
EXPORT(void, agent_set_hash, agent *a, uint64_t hash) {
    a->hash = hash;
}

/* The agent is active again after a new goal or position, before its next tick. */
static void wake(agent *a) {
    wend_agent_status status = a->tick.status;
    if (status == WEND_AGENT_ARRIVED || status == WEND_AGENT_UNREACHABLE ||
        status == WEND_AGENT_OVERFLOW) {
        a->tick.status = WEND_AGENT_WAITING;
    }
}

EXPORT(void, agent_set_goal, agent *a, wend_state goal) {
    wend_error error = wend_agent_set_goal(a->agent, goal);
    shim_refuse(error, "goal", UINT32_MAX);
    if (!error) {
        wake(a);
    }
}

EXPORT(void, agent_teleport, agent *a, wend_state state) {
    wend_error error = wend_agent_teleport(a->agent, state);
    shim_refuse(error, "cell", UINT32_MAX);
    if (!error) {
        a->tick.state = state;
        wake(a);
    }
    if (!error && a->watched) {
        view_visited(&a->seen, wend_map_x(a->world, state), wend_map_y(a->world, state));
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

EXPORT(const char *, agent_algo, const agent *a) {
    return wend_agent_algo(a->agent)->name;
}

EXPORT(const wend_agent_info *, agent_stats, agent *a) {
    a->stats = wend_agent_stats(a->agent);
    return &a->stats;
}

EXPORT(uint32_t, agent_memory, const agent *a) {
    return (uint32_t)wend_agent_memory(a->agent);
}

EXPORT(const shim_explanation *, agent_explain, agent *a) {
    wend_explanation why = wend_agent_explain(a->agent);
    return shim_explain(&a->why, &why, a->world);
}

EXPORT(wend_state, agent_goal, const agent *a) {
    return wend_agent_goal(a->agent);
}

EXPORT(wend_state, agent_goal_given, const agent *a) {
    return wend_agent_goal_given(a->agent);
}

EXPORT(const shim_walked *, agent_walked, const agent *a) {
    return &a->walked;
}

EXPORT(wend_state, agent_next, const agent *a) {
    return wend_agent_next(a->agent);
}

typedef uint32_t list_states(const wend_agent *agent, wend_state *states, uint32_t capacity,
                             bool *complete);

/* Grows the buffer until all states fit. */
static uint32_t list_all(agent *a, list_states *list) {
    for (;;) {
        uint32_t count = list(a->agent, a->path, a->path_room, NULL);
        if (count < a->path_room) {
            return count;
        }
        free(a->path);
        a->path_room = 2 * a->path_room + 256;
        a->path = malloc(a->path_room * sizeof *a->path);
        if (!a->path) {
            a->path_room = 0;
            return 0;
        }
    }
}

/* Return the number of planned states, or of waypoints. agent_path_states returns their address. */
EXPORT(uint32_t, agent_path, agent *a) {
    return list_all(a, wend_agent_path);
}

EXPORT(uint32_t, agent_waypoints, agent *a) {
    return list_all(a, wend_agent_waypoints);
}

EXPORT(const wend_state *, agent_path_states, const agent *a) {
    return a->path;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* Tells the view that a cell of the map has changed. */
EXPORT(void, agent_touch, agent *a, uint32_t x, uint32_t y) {
    if (a->watched) {
        view_touch(&a->seen, x, y);
    }
}

/* Returns the bits of all cells; NULL for an agent without a view. */
EXPORT(const uint8_t *, agent_view, agent *a) {
    return a->seen.cells;
}

/* Updates the view and returns the number of cells that changed since the last call of
 * agent_take_changed. */
EXPORT(uint32_t, agent_changed, agent *a) {
    agent_update_view(a);
    return a->seen.changed_count;
}

/* Returns the changed cells and clears the list of them. */
EXPORT(const uint32_t *, agent_take_changed, agent *a) {
    view *v = &a->seen;
    for (uint32_t i = 0; i < v->changed_count; i++) {
        v->cells[v->changed[i]] &= (uint8_t)~VIEW_CHANGED;
    }
    v->changed_count = 0;
    return v->changed;
}

/* Returns the length in words of the list of expansions since the last agent_take_log. */
EXPORT(uint32_t, agent_log_count, const agent *a) {
    return a->seen.log_count;
}

/* Returns the expansions and clears the list. */
EXPORT(const uint32_t *, agent_take_log, agent *a) {
    a->seen.log_count = 0;
    return a->seen.log;
}
