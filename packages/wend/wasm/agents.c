/* agents.c - agents for JavaScript, with what they believe and what a viewer draws of them. */
#include "shim.h"
#include "view.h"

#include <stdlib.h>

/* What JavaScript writes to make an agent, in this order (index.js: OPTIONS); SHIM_DEFAULT where it
 * says nothing. */
typedef struct agent_options {
    uint32_t start, goal;
    uint32_t expand_permille, trace_per_expansion;
    uint32_t shortcut, commit;
    uint32_t weight_permille, reopen;
    uint32_t moves, depth, queue_size, seed;
    uint32_t sight; /* 0: the agent knows the map */
    uint32_t line_of_sight;
    uint32_t known_permille, known_seed;
    uint32_t watch; /* keep a view */
} agent_options;

typedef struct agent {
    wend_agent *agent;
    wend_map *world;
    wend_belief *belief; /* null if the agent knows the map */
    uint32_t sight;
    bool watched;
    view seen; /* if watched */
    wend_tick tick;
    uint64_t hash;                       /* of all ticks: their states and expansions */
    wend_state *path;                    /* what agent_path found */
    uint32_t path_room;                  /* states that fit there */
    uint32_t straight, diagonal, knight; /* moves by their length */
} agent;

/* JavaScript reads a tick as nine numbers, and counters as so many (index.js: TICK, COUNTERS). */
_Static_assert(sizeof(wend_tick) == 9 * sizeof(uint32_t), "a tick is nine numbers");
enum { COUNTERS = 20 };

/* ---- Beliefs --------------------------------------------------------------------------------- */

static const wend_map *map_of(const agent *a) {
    return a->belief ? wend_belief_map(a->belief) : a->world;
}

static void sense(agent *a, wend_state state) {
    if (a->belief) {
        uint32_t x = wend_map_x(a->world, state), y = wend_map_y(a->world, state);
        wend_belief_sense(a->belief, x, y);
        if (a->watched) {
            view_sensed(&a->seen, x, y, a->sight);
        }
    }
}

static wend_error make_belief(agent *a, const agent_options *options) {
    if (a->sight == 0) {
        return WEND_OK;
    }
    wend_belief_def def = wend_belief_def_default();
    def.world = a->world;
    def.sight = a->sight;
    def.line_of_sight = shim_given(options->line_of_sight, def.line_of_sight) != 0;
    def.known_permille = shim_given(options->known_permille, def.known_permille);
    def.seed = shim_given(options->known_seed, (uint32_t)def.seed);
    wend_error error = wend_belief_create(&def, &a->belief);
    if (!error && options->start < wend_domain_size(wend_map_domain(a->world))) {
        sense(a, options->start);
    }
    return error;
}

/* ---- Making ---------------------------------------------------------------------------------- */

EXPORT(void, agent_destroy, agent *a) {
    wend_agent_destroy(a->agent);
    wend_belief_destroy(a->belief);
    view_clear(&a->seen);
    free(a->path);
    free(a);
}

/* `algo` is empty for the library's default. */
static wend_agent_def agent_def(const agent *a, const char *algo, const agent_options *options) {
    wend_agent_def def = wend_agent_def_default();
    def.map = map_of(a);
    def.algo = *algo ? algo : def.algo;
    def.start = options->start;
    def.goal = options->goal;
    def.expand_permille = shim_given(options->expand_permille, def.expand_permille);
    def.trace_per_expansion = shim_given(options->trace_per_expansion, def.trace_per_expansion);
    def.shortcut = shim_given(options->shortcut, def.shortcut) != 0;
    def.commit = shim_given(options->commit, def.commit) != 0;
    def.weight_permille = shim_given(options->weight_permille, def.weight_permille);
    def.reopen = shim_given(options->reopen, def.reopen) != 0;
    def.moves = (wend_moves)shim_given(options->moves, def.moves);
    def.depth = shim_given(options->depth, def.depth);
    def.queue_size = shim_given(options->queue_size, def.queue_size);
    def.seed = shim_given(options->seed, (uint32_t)def.seed);
    return def;
}

static wend_error make_view(agent *a, wend_state start) {
    a->seen =
        (view){.agent = a->agent, .world = a->world, .believed = map_of(a), .belief = a->belief};
    if (!view_init(&a->seen)) {
        return WEND_ERROR_MEMORY;
    }
    a->watched = true;
    view_visited(&a->seen, wend_map_x(a->world, start), wend_map_y(a->world, start));
    wend_agent_watch(a->agent, &(wend_watcher){.expanded = view_expanded, .context = &a->seen});
    return WEND_OK;
}

static wend_error fill(agent *a, const char *algo, const agent_options *options) {
    wend_error error = make_belief(a, options);
    if (!error) {
        wend_agent_def def = agent_def(a, algo, options);
        error = wend_agent_create(&def, &a->agent);
    }
    if (!error && shim_given(options->watch, false)) {
        error = make_view(a, options->start);
    }
    return error;
}

EXPORT(agent *, agent_create, wend_map *world, const char *algo, const agent_options *options) {
    agent *a = calloc(1, sizeof *a);
    if (!a) {
        shim_failed(WEND_ERROR_MEMORY);
        return NULL;
    }
    a->world = world;
    a->sight = shim_given(options->sight, 0);
    a->hash = UINT64_C(0xcbf29ce484222325);
    a->tick.state = options->start;
    if (shim_failed(fill(a, algo, options))) {
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
    a->straight += a->tick.cost == WEND_COST_ONE;
    a->diagonal += a->tick.cost == WEND_COST_DIAGONAL;
    a->knight += a->tick.cost == WEND_COST_KNIGHT;
}

/* Between ticks: looks round, and makes sure that the next tick need not allocate. */
EXPORT(void, agent_reserve, agent *a, uint32_t budget) {
    sense(a, wend_agent_state(a->agent));
    shim_failed(wend_agent_reserve(a->agent, budget));
}

EXPORT(void, agent_tick, agent *a, uint32_t budget) {
    if (shim_failed(wend_agent_tick(a->agent, budget, &a->tick))) {
        return;
    }
    a->hash = hash_u32(hash_u32(a->hash, a->tick.state), a->tick.expansions);
    count_move(a);
    if (a->watched && a->tick.flags & WEND_TICK_MOVED) {
        view_visited(&a->seen, wend_map_x(a->world, a->tick.state),
                     wend_map_y(a->world, a->tick.state));
    }
}

/* After a tick, and apart from it: whoever times ticks does not want to time this. */
EXPORT(void, agent_settle, agent *a) {
    if (a->watched) {
        view_settle(&a->seen);
    }
}

EXPORT(const wend_tick *, agent_last_tick, const agent *a) {
    return &a->tick;
}

EXPORT(uint64_t, agent_hash, const agent *a) {
    return a->hash;
}

/* Goes on from the hash of an earlier run. */
EXPORT(void, agent_set_hash, agent *a, uint64_t hash) {
    a->hash = hash;
}

EXPORT(void, agent_set_goal, agent *a, wend_state goal) {
    shim_failed(wend_agent_set_goal(a->agent, goal));
}

/* ---- Looking --------------------------------------------------------------------------------- */

EXPORT(const char *, agent_algo, const agent *a) {
    return wend_agent_algo(a->agent)->name;
}

/* As floating-point numbers, which JavaScript has; they are exact up to 2^53. */
EXPORT(const double *, agent_counters, const agent *a) {
    static double out[COUNTERS];
    wend_counters c = wend_agent_counters(a->agent);
    const uint64_t values[COUNTERS] = {c.ticks,
                                       c.moves,
                                       c.expansions,
                                       c.units,
                                       c.trace_steps,
                                       c.backtracks,
                                       c.replans,
                                       c.restarts,
                                       c.updates,
                                       c.cost,
                                       c.found_tick,
                                       c.max_expansions_per_tick,
                                       c.max_units_per_tick,
                                       c.touched,
                                       c.bytes_used,
                                       c.bytes_allocated,
                                       a->straight,
                                       a->diagonal,
                                       a->knight,
                                       wend_agent_units(a->agent)};
    for (uint32_t i = 0; i < COUNTERS; i++) {
        out[i] = (double)values[i];
    }
    return out;
}

/* How many states are planned; where they are is agent_path_states. */
EXPORT(uint32_t, agent_path, agent *a) {
    uint32_t count = wend_agent_path(a->agent, a->path, a->path_room);
    if (count > a->path_room) {
        free(a->path);
        a->path_room = count + count / 2;
        a->path = malloc(a->path_room * sizeof *a->path);
        if (!a->path) {
            a->path_room = 0;
            return 0;
        }
        count = wend_agent_path(a->agent, a->path, a->path_room);
    }
    return count;
}

EXPORT(const wend_state *, agent_path_states, const agent *a) {
    return a->path;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* The map has changed here. */
EXPORT(void, agent_touch, agent *a, uint32_t x, uint32_t y) {
    if (a->watched) {
        view_touch(&a->seen, x, y);
    }
}

/* The bits of all cells, up to date; null for an agent that is not watched. */
EXPORT(const uint8_t *, agent_view, agent *a) {
    return a->seen.cells;
}

/* Brings the view up to date without a tick, and says how many cells have changed since they were
 * last taken. */
EXPORT(uint32_t, agent_changed, agent *a) {
    agent_settle(a);
    return a->seen.changed_count;
}

/* The changed cells; none of them counts as changed from now on. */
EXPORT(const uint32_t *, agent_take_changed, agent *a) {
    view *v = &a->seen;
    for (uint32_t i = 0; i < v->changed_count; i++) {
        v->cells[v->changed[i]] &= (uint8_t)~VIEW_CHANGED;
    }
    v->changed_count = 0;
    return v->changed;
}
