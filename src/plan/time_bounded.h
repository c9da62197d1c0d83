/* plan/time_bounded.h - agents that divide one best-first search among their ticks: TBA* and its
 * relatives. */
#ifndef WN_TIME_BOUNDED_H
#define WN_TIME_BOUNDED_H

#include "plan/shortcut.h"
#include "base/rng.h"

typedef struct wn_time_bounded {
    wn_route paths[2];
    uint32_t followed; /* paths[followed] is the path to follow, the other one is being traced */
    bool begun;        /* the search has been seeded */
    bool tracing;      /* a trace is in progress */
    bool found;        /* the search has found the goal */
    bool traced;       /* the followed path is a complete route */
    bool learning;     /* the search was given up; an update of h is in progress */
    bool restart_wanted;
    bool cut;               /* the map has changed so that the search is useless */
    bool better;            /* the map has changed so that a better route is possible */
    uint64_t effort;        /* expansions of the current search */
    uint64_t restart_after; /* a search that has cost less is not given up for a better route */
    uint64_t version;       /* of the map when the search began */
    bool disturbed;         /* a search that pruned moves was given up because a cell near it was
                             * blocked: until one finishes, searches do not prune */
    uint32_t position;      /* of the agent on the followed path at the last look-up */
    bool released; /* the search was freed, the agent is on its route. On a map: the bounding
                    * box of the route */
    uint32_t box_left, box_top, box_right, box_bottom;
    bool use_shortcut;
    wend_cost followed_cost; /* g of the end of the followed path */
    wend_cost trace_cost;    /* g of the end of the path being traced */
    wn_rng rng;
    wn_shortcut shortcut;
} wn_time_bounded;

#endif
