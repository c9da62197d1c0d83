/* wend/research/plugin.h - an algorithm of your own, beside those of wend.
 *
 * `wend-lab run NAME --plugin ./mine.so` loads a shared library that exports one function,
 * wend_plugin_get, and runs its agents on the grids of the experiment with every budget that the
 * experiment has; they appear beside the others in tables, plots and reports.
 *
 *     cc -O2 -shared -fPIC -I include -o mine.so examples/my_algorithm.c
 *
 * The header needs nothing of the library: what an agent may ask is handed to it. One process calls
 * a plugin from one thread. */
#ifndef WEND_PLUGIN_H
#define WEND_PLUGIN_H

#include <wend/api.h>
#include <wend/domain.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_PLUGIN_VERSION   1u
#define WEND_PLUGIN_MOVES_MAX 16u /* most moves from a state */

/* A move: where it leads to, and what it costs (WEND_COST_ONE for a step along a row). */
typedef struct wend_plugin_move {
    wend_state to;
    wend_cost cost;
} wend_plugin_move;

/* The problem that an agent is made for. Valid until the agent is destroyed. */
typedef struct wend_plugin_task wend_plugin_task;
struct wend_plugin_task {
    wend_state start, goal; /* y * width + x */
    uint32_t width, height; /* of the map, in cells; states are below width * height */
    uint32_t neighbors;     /* 4, 8 or 16 */
    /* The legal moves from a state on the map as the agent knows it; returns how many. Where
     * terrain is found out on the way the answer changes after moves. Costs up to 24 look-ups. */
    uint32_t (*successors)(const wend_plugin_task *task, wend_state from,
                           wend_plugin_move moves[WEND_PLUGIN_MOVES_MAX]);
    /* What a way between two states costs at least: Manhattan, octile or Euclidean distance, by
     * `neighbors`. Consistent. */
    wend_cost (*estimate)(const wend_plugin_task *task, wend_state from, wend_state to);
};

/* What an agent did in a tick. All zeros before. */
typedef struct wend_plugin_tick {
    wend_state to;       /* where it moves to if `moves` is set: one legal move away */
    bool moves;          /* else it stands still */
    bool is_unreachable; /* there is no way to the goal: the run ends */
    bool found;          /* it knows a whole route by now */
    uint32_t expansions; /* states whose successors it asked for; at most the budget is fair */
} wend_plugin_tick;

/* What a plugin is. All functions are required. */
typedef struct wend_plugin {
    uint32_t version;  /* WEND_PLUGIN_VERSION */
    const char *name;  /* in tables and plots; not that of an algorithm of wend */
    const char *title; /* one line */
    /* Makes an agent that stands on task->start; null: no memory. */
    void *(*create)(const wend_plugin_task *task);
    /* One tick with `budget` expansions. The agent stands where its last move led to. */
    void (*tick)(void *agent, uint32_t budget, wend_plugin_tick *tick);
    void (*destroy)(void *agent);
} wend_plugin;

/* The plugin defines it. The result lives as long as the plugin is loaded. */
WEND_PLUGIN_EXPORT const wend_plugin *wend_plugin_get(void);

#ifdef __cplusplus
}
#endif

#endif
