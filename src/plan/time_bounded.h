/* plan/time_bounded.h - agents that slice one best-first search over their ticks: TBA* and its
 * relatives. */
#ifndef WN_TIME_BOUNDED_H
#define WN_TIME_BOUNDED_H

#include "plan/shortcut.h"
#include "base/rng.h"

typedef struct wn_time_bounded {
    wn_route paths[2];
    uint32_t followed; /* paths[followed] is the path to follow, the other is being traced */
    bool begun;        /* the search has been seeded */
    bool tracing;      /* a trace is under way */
    bool found;        /* the search is over */
    bool traced;       /* the path to follow is the complete route */
    bool learning;     /* the search was given up; an update of h is under way */
    bool restart_wanted;
    bool cut;        /* the map has changed so that the search is of no more use */
    bool better;     /* the map has changed so that a better route is possible */
    uint64_t effort; /* expansions of the current search */
    uint64_t
        restart_after; /* a search that has not cost this much is not given up for a better route */
    uint64_t version;  /* of the map when the search began */
    bool disturbed;    /* a search that skipped moves was given up because a cell near it was
                        * blocked: until one is over, searches make all moves */
    uint32_t position; /* of the agent on the path to follow when it was last looked up */
    bool released;     /* the search is gone, the agent on its route. A map: the box round that */
    uint32_t box_left, box_top, box_right, box_bottom;
    bool use_shortcut;
    wend_cost followed_cost; /* g of the end of the path to follow */
    wend_cost trace_cost;    /* g of the end of the path being traced */
    wn_rng rng;
    wn_shortcut shortcut;
} wn_time_bounded;

#endif
