/* wend/watch.h - observes the searches of an agent: for viewers, traces and tests.
 *
 *     wend_watcher watcher = {.expanded = tint_cell, .context = &canvas};
 *     wend_agent_watch(agent, &watcher);
 *     wend_agent_tick(agent, (wend_budget){.work = work}, &tick); // calls tint_cell
 *
 *     wend_mark mark = wend_agent_mark(agent, cell); // open, closed or neither
 *
 * Nothing here changes the moves of an agent. wend_agent_path returns the path ahead.
 *
 * Threads: as in wend/agent.h. The watcher is called on the thread of the tick. */
#ifndef WEND_WATCH_H
#define WEND_WATCH_H

#include <wend/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One expansion. */
typedef struct wend_expansion {
    /* The number of the search, from 1. It increases whenever the agent starts a new search, also
     * one beside its main search, for example for a shortcut. Then no state is open or closed. */
    uint64_t search;
    wend_state state;  /* the expanded state */
    wend_state parent; /* the state before it on its path; WEND_STATE_NONE if the search started
                        * at `state`, or keeps no parents ("dstar-lite", "plrta") */
    wend_cost g;       /* cost of the path from the start of the search to `state`. "dstar-lite":
                        * from `state` to the goal, as far as it is known; "plrta": 0 */
    wend_cost h;       /* estimated cost from `state` to the goal, learned values included */
} wend_expansion;

/* A callback for expansions. */
typedef struct wend_watcher {
    /* Called inside a tick, once per expansion, in order ("prlrts": for expansions on the map, not
     * for those on regions). It must not call functions that change the agent or its map. */
    void (*expanded)(void *context, const wend_expansion *expansion);
    void *context; /* passed to `expanded`; never dereferenced */
} wend_watcher;

/* Reports all expansions of an agent to a watcher from now on.
 *
 * watcher  copied; NULL, or a watcher without a function, ends the reports
 *
 * A tick with a watcher makes the same moves and takes a few times as long. If memory is short, it
 * may run out of memory one expansion earlier or later. */
WEND_API void wend_agent_watch(wend_agent *agent, const wend_watcher *watcher);

/* What a search has done with a state. */
typedef enum wend_mark {
    WEND_MARK_NONE = 0,  /* not generated */
    WEND_MARK_OPEN = 1,  /* generated, and waiting to be expanded (again) */
    WEND_MARK_CLOSED = 2 /* expanded */
} wend_mark;

/* Returns what the agent's current search has done with a state.
 *
 * WEND_MARK_NONE if the state does not exist. "jps" and "tbjps" mark the cells that they keep as
 * nodes, not the cells that they scan in between. O(1). */
WEND_API wend_mark wend_agent_mark(const wend_agent *agent, wend_state state);

#ifdef __cplusplus
}
#endif

#endif
