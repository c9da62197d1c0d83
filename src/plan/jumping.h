/* plan/jumping.h - agents that slice a jump point search over their ticks. */
#ifndef WN_JUMPING_H
#define WN_JUMPING_H

#include "plan/ahead.h"
#include "search/search.h"

/* A complete route that was cut (plan/jumping_mend.c). */
typedef struct wn_mend {
    wn_route route;
    uint32_t count;  /* its entries that may be joined, the first ones; 0: there is no such route */
    wend_cost least; /* what any route costs at least from where the agent is, if the one that was
                      * cut was the best; one that was found with a weight counts as that */
    bool under_way;  /* the search goes to it, not to the goal */
    uint32_t node;   /* the way leads to this node so far; WN_NONE: no way was taken */
    uint32_t entry;  /* where that lies on the route */
} wn_mend;

/* Where the agent is: on an edge that begins at `anchor`, a node whose parents lead to the start.
 * An edge takes its diagonal steps first, so the agent's cell shows how far along it is, and which
 * edges from the anchor it is on: those that lead through this cell.
 *
 * When the map has changed where the search has scanned, the search starts anew from the agent, and
 * until it is over the agent goes on along the route that it had, as far as that is still legal.
 * It is off its route then: where it stands may be unknown to the new search. Once the new route is
 * known, it goes back the way it came until it is on the route.
 *
 * Blocked cells are another matter, because routes only become longer by them. A complete route
 * stays the best if none of its edges needs the cell. A search of an agent that moves at once goes
 * on, "dirty": some of its edges may be illegal, and it may miss others. So every edge of the route
 * that it ends with is checked on the map; if one is cut, or there is no route, it starts anew. */
typedef struct wn_jumping {
    wn_route routes[2]; /* of nodes, with edges between them (search/jump_search.h) */
    uint32_t followed;  /* routes[followed] is the one to follow, the other is being traced */
    bool begun;         /* the search has been started */
    bool tracing;       /* a trace is under way */
    bool found;         /* the search is over */
    bool traced;        /* the way to follow is the complete route */
    bool released;      /* the search is gone; the old route is complete and current */
    /* What makes a tick another one than the last: */
    bool off_route;
    bool outdated;       /* the search must start anew: the map has changed where it scanned */
    bool dirty;          /* cells were blocked where the search has scanned; it goes on */
    wn_edit dirtied_by;  /* the first of them */
    bool unchecked;      /* cells were blocked that the route to follow was not held against yet */
    bool goal_has_moved; /* the search goes, or its route leads, to where the goal was */
    /* A search that begins has room for a tick of this many expansions and steps of tracing: it
     * was reserved, and no memory was given back since. 0: that is not known. (Not next to each
     * other: compilers would compare both at once with those of a budget, and a load of two words
     * waits until both, which were written a moment ago, have left for memory.) */
    uint32_t fresh_expansions;
    uint64_t spent; /* units that the search has used */
    uint32_t fresh_trace_steps;
    /* What was checked of the route that a dirty search has ended with: edges, from the end on, and
     * moves of the next one. */
    uint32_t checked, edge_done;
    wend_cost followed_cost; /* g of the end of the route to follow */
    wend_cost trace_cost;    /* g of the end of the route being traced */
    uint32_t anchor;
    uint32_t position;    /* of the anchor on the route to follow when it was last looked up */
    wn_place at;          /* the agent's cell */
    wn_place next;        /* that of the chosen move, and after it: ... */
    uint32_t next_anchor; /* `anchor` */
    uint32_t next_old;    /* `old_next` */
    /* With 16 neighbours turns are cut by knight's moves (plan/knights.h): while the agent is
     * settled by as many as can be found with these units, those of the plan that has begun the
     * line; else by one, from cell to cell of the route. */
    uint32_t knight_units;
    bool cuts_turn; /* it has left its edge by them: what is left of that begins where it is. Stays
                     * until the search starts anew: until then it is on the complete route */
    /* A settled agent follows the route line by line: the point where the line ends, a move, its
     * cost, and how many are left of it. */
    wn_ahead line;
    wn_place line_step; /* what a move adds to a place, modulo 2^32 */
    wend_cost line_cost;
    uint32_t line_left;
    /* The cells of `unchecked`, all in a box. */
    uint32_t unchecked_entry;  /* goes on with the edge to this entry; WN_NONE: begins */
    uint64_t unchecked_from;   /* the first of these edits, by the version of the map before it */
    wn_place box_min, box_max; /* corners of the box */
    wn_route old;      /* the route from before the search was restarted; only places are valid */
    uint32_t old_next; /* the entry of it that the agent goes to; WN_NONE: it has no such route */
    bool old_is_complete; /* it was the best route to the goal but for `old_slack`, and only blocked
                           * cells have made it worse */
    wend_cost old_slack;
    wend_cost slack; /* likewise of the route that was found: by how much it may cost too much */
    bool mended;     /* it joins a route that was cut */
    wn_mend mend;
    uint64_t full_units; /* what the last search for a whole route has used; or what one has that
                          * was given up since, if that is more; ... */
    uint32_t full_ticks; /* ... and its ticks */
    wn_place old_origin; /* where the agent was when the search was started anew */
    bool starts_ahead;   /* the search began on the old route, at a cell that the agent comes to */
    uint32_t ticks;      /* that the search has taken */
    uint32_t lead;       /* that the last search has taken until its route was traced */
    uint32_t old_first;  /* the one that it went to when the search was started anew */
} wn_jumping;

#endif
