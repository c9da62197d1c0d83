/* wend/watch.h - looking on while an agent plans: for viewers, traces and tests.
 *
 *     wend_agent_watch(agent, &(wend_watcher){.expanded = tint_cell, .context = &canvas});
 *     wend_agent_tick(agent, R, &tick);
 *     for each cell that is shown: wend_agent_mark(agent, cell)
 *     wend_agent_path(agent, states, capacity, NULL) ...
 *
 * Nothing here changes what an agent does. */
#ifndef WEND_WATCH_H
#define WEND_WATCH_H

#include <wend/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One expansion. */
typedef struct wend_expansion {
    uint64_t search;   /* the number of the search that it belongs to, from 1: raised whenever the
                        * agent begins a new one (also one beside its main search, as for a
                        * shortcut), from when on nothing is open or closed any more */
    wend_state state;  /* what was expanded */
    wend_state parent; /* from where it was reached, WEND_STATE_NONE if the search began there, or
                        * keeps no such thing ("dstar-lite", "plrta") */
    wend_cost g;       /* of the way to it from where the search began ("dstar-lite": of the way
                        * from it to the goal, as far as it is known; "plrta": 0) */
    wend_cost h;       /* of what is left, as the search estimates it, learned values included */
} wend_expansion;

typedef struct wend_watcher {
    /* Called inside a tick, once per expansion, in their order ("prlrts": those on the map, not
     * those among regions). It must not call functions that change the agent or its map. */
    void (*expanded)(void *context, const wend_expansion *expansion);
    void *context; /* the caller's */
} wend_watcher;

/* Tells the watcher of every expansion from now on; null, or one without a function, for nobody.
 * A copy is kept. A tick with a watcher makes the same moves and takes a few times as long. If
 * memory is short it may run out one expansion earlier or later. */
WEND_API void wend_agent_watch(wend_agent *agent, const wend_watcher *watcher);

/* How a state stands in the agent's current search. */
typedef enum wend_mark {
    WEND_MARK_NONE = 0,  /* not met */
    WEND_MARK_OPEN = 1,  /* met, and to be expanded (again) when its turn comes */
    WEND_MARK_CLOSED = 2 /* expanded */
} wend_mark;

/* O(1). WEND_MARK_NONE also for states that are none. "jps" and "tbjps" mark the cells that they
 * keep as nodes, not those that they pass over. */
WEND_API wend_mark wend_agent_mark(const wend_agent *agent, wend_state state);

#ifdef __cplusplus
}
#endif

#endif
