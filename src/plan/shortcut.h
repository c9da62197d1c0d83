/* plan/shortcut.h - the first enhancement of the TBA* paper (3.4): a shortcut to the known route,
 * instead of stepping all the way back to it. */
#ifndef WN_SHORTCUT_H
#define WN_SHORTCUT_H

#include <wend/agent.h>

#include "plan/budget.h"

typedef struct wn_shortcut {
    wn_search search; /* from the states of the route, towards the agent */
    bool taken;       /* the agent is on a shortcut; the parents in `search` lead to the route */
    bool met;         /* `meeting` is where the agent's ancestors meet the route */
    wn_id meeting;    /* how far the search for it has come; WN_NONE before it began */
    wn_id searched;   /* the origin of the last search; another one from there would find no more */
} wn_shortcut;

bool wn_shortcut_init(wn_shortcut *shortcut, const wend_domain *domain, wn_memory *memory);
void wn_shortcut_clear(wn_shortcut *shortcut);
bool wn_shortcut_reserve(wn_shortcut *shortcut, uint32_t expansions, uint32_t trace_steps);

/* Invalidates the shortcut: the route has changed. */
void wn_shortcut_forget(wn_shortcut *shortcut);

/* Searches for a shortcut from `at`, which is off the route. Uses at most N_E expansions of the
 * tick, and N_T trace steps to find the meeting point and to seed the search. `main` is the search
 * that found the route. */
void wn_shortcut_search(wn_shortcut *shortcut, const wn_search *main, const wn_route *route,
                        wn_id at, const wn_budget *budget, wend_tick *tick);

/* The next state on the shortcut, WN_NONE without a shortcut or at its end. */
wn_id wn_shortcut_next(wn_shortcut *shortcut, wn_id at);

#endif
