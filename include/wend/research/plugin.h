/* wend/research/plugin.h - your own algorithm in the lab, next to those of wend.
 *
 *     static const wend_plugin plugin = {.version = WEND_PLUGIN_VERSION,
 *                                        .name = "mine",
 *                                        .title = "my algorithm",
 *                                        .create = create,
 *                                        .tick = tick,
 *                                        .destroy = destroy};
 *
 *     WEND_PLUGIN_EXPORT const wend_plugin *wend_plugin_get(void) {
 *         return &plugin;
 *     }
 *
 * Compile the plugin as a shared library and pass it to an experiment:
 *
 *     cc -O2 -shared -fPIC -I include -o mine.so examples/my_algorithm.c
 *     wend-lab run NAME --plugin ./mine.so
 *
 * The lab runs its agents on the grids of the experiment, with every budget of the experiment.
 * They appear next to the other agents in tables, plots and reports. A plugin needs only this
 * header, not the library: everything that it may ask is in wend_plugin_task.
 *
 * Threads: a process calls a plugin from one thread. */
#ifndef WEND_PLUGIN_H
#define WEND_PLUGIN_H

#include <wend/api.h>
#include <wend/domain.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. Plugins of other versions are refused. */
#define WEND_PLUGIN_VERSION 1u

/* The maximum number of moves from a state. */
#define WEND_PLUGIN_MOVES_MAX 16u

/* A move. */
typedef struct wend_plugin_move {
    wend_state to;  /* the state that it leads to */
    wend_cost cost; /* its cost; WEND_COST_ONE for a step along a row */
} wend_plugin_move;

/* The problem that an agent has to solve. Valid until the agent is destroyed. */
typedef struct wend_plugin_task wend_plugin_task;
struct wend_plugin_task {
    wend_state start, goal; /* cells: y * width + x */
    uint32_t width, height; /* the size of the map in cells; states are below width * height */
    uint32_t neighbors;     /* 4, 8 or 16 */
    /* Writes the legal moves from a state, on the map as the agent knows it. Returns their number.
     * On unknown terrain the answer changes after moves. Costs up to 24 look-ups. */
    uint32_t (*successors)(const wend_plugin_task *task, wend_state from,
                           wend_plugin_move moves[WEND_PLUGIN_MOVES_MAX]);
    /* Returns a lower bound of the cost from one state to another: the Manhattan, octile or
     * Euclidean distance for 4, 8 or 16 neighbours. Consistent. */
    wend_cost (*estimate)(const wend_plugin_task *task, wend_state from, wend_state to);
};

/* What an agent did in a tick. All 0 when the tick begins. */
typedef struct wend_plugin_tick {
    wend_state to;       /* the target of the move, one legal move away; ignored unless `moves` */
    bool moves;          /* true: the agent moves; false: it stands still */
    bool is_unreachable; /* the goal is unreachable: the run ends */
    bool found;          /* a complete route is known */
    uint32_t expansions; /* states whose successors were generated; a fair comparison requires at
                          * most the budget */
} wend_plugin_tick;

/* Describes a plugin. All fields are required. */
typedef struct wend_plugin {
    uint32_t version;  /* WEND_PLUGIN_VERSION */
    const char *name;  /* the name in tables and plots; must differ from wend's algorithms */
    const char *title; /* a description in one line */
    /* Creates an agent at task->start. Returns NULL if out of memory. */
    void *(*create)(const wend_plugin_task *task);
    /* Runs one tick with a budget of `budget` expansions. The agent is where its last move led. */
    void (*tick)(void *agent, uint32_t budget, wend_plugin_tick *tick);
    /* Frees an agent. */
    void (*destroy)(void *agent);
} wend_plugin;

/* Returns the plugin. You define this function; its result must stay valid while the plugin is
 * loaded. */
WEND_PLUGIN_EXPORT const wend_plugin *wend_plugin_get(void);

#ifdef __cplusplus
}
#endif

#endif
