/* plan/jumping.h - agents that divide a jump point search among their ticks. */
#ifndef WN_JUMPING_H
#define WN_JUMPING_H

#include "plan/ahead.h"
#include "search/search.h"

/* A complete route that was blocked (plan/jumping_mend.c). */
typedef struct wn_mend {
    wn_route route;
    uint32_t count;  /* leading entries that may be joined; 0: none */
    wend_cost least; /* a lower bound of the cost from the agent's position, if the blocked route
                      * was optimal; a route found with a weight counts as optimal here */
    bool is_active;  /* the search leads to this route, not to the goal */
    uint32_t node;   /* the last node of the connection so far; WN_NONE: no connection was chosen */
    uint32_t entry;  /* the entry of the route at that node */
} wn_mend;

/* The agent is on an edge that begins at `anchor`, a node whose parents lead to the start. An edge
 * takes its diagonal steps first, so the agent's cell determines how far along it is, and which
 * edges from the anchor it is on: those that pass through this cell.
 *
 * When the map has changed where the search has scanned, the search restarts from the agent's cell.
 * Until it finishes, the agent continues along its old route, as far as that is still legal. It is
 * off the new route then: its cell may be unknown to the new search. Once the new route is known,
 * the agent goes back the way it came until it is on that route.
 *
 * Blocked cells are handled differently, because they only make routes longer. A complete route
 * stays optimal if none of its edges needs the cell. The search of an agent that moves at once
 * continues, marked "dirty": some of its edges may be illegal, and it may miss others. So every
 * edge of the route that it finds is checked on the map; if one is blocked, or no route is found,
 * the search restarts. */
typedef struct wn_jumping {
    wn_route routes[2]; /* routes of nodes, connected by edges (search/jump_search.h) */
    uint32_t followed;  /* routes[followed] is the one to follow, the other one is being traced */
    bool begun;         /* the search has been started */
    bool tracing;       /* a trace is in progress */
    bool found;         /* the search has found the goal */
    bool traced;        /* the route to follow is complete */
    bool released;      /* the search was freed; the old route is complete and valid */
    /* Set if a tick differs from the one before: */
    bool off_route;
    bool outdated;      /* the search must restart: the map has changed where it scanned */
    bool dirty;         /* cells were blocked where the search has scanned; it continues */
    wn_edit dirtied_by; /* the first of them */
    bool unchecked;     /* cells were blocked that the followed route was not checked against yet */
    bool goal_has_moved; /* the search or its route leads to the former goal */
    /* Memory for a first tick with this many expansions and trace steps is reserved, and none was
     * freed since. 0: unknown. (The two are kept apart on purpose: compilers would otherwise
     * compare both at once with those of a budget, and a load of two words has to wait until both,
     * just written, have left the store buffer.) */
    uint32_t fresh_expansions;
    uint64_t spent; /* work of the search so far */
    uint32_t fresh_trace_steps;
    /* Progress of checking the route of a dirty search: edges checked, from the end on, and moves
     * of the next one. */
    uint32_t checked, edge_done;
    wend_cost followed_cost; /* g of the end of the followed route */
    wend_cost trace_cost;    /* g of the end of the route being traced */
    uint32_t anchor;
    uint32_t position;    /* of the anchor on the followed route at the last look-up */
    wn_place at;          /* the agent's cell */
    wn_place next;        /* the cell of the chosen move; and the values after that move: ... */
    uint32_t next_anchor; /* `anchor` */
    uint32_t next_old;    /* `old_next` */
    /* With 16 neighbours turns are shortened by knight's moves (plan/knights.h). A settled agent
     * shortens a turn by as many as this much work can find: that of the plan in which the line
     * began. Otherwise by one, from cell to cell of the route. */
    uint32_t knight_units;
    bool cuts_turn; /* a knight's move has left the edge: the rest of it begins at the agent's cell.
                     * Stays set until the search restarts: until then the agent is on the complete
                     * route */
    /* A settled agent follows the route line by line: the waypoint at the end of the line, one
     * move, its cost, and the number of moves left. */
    wn_ahead line;
    wn_place line_step; /* the difference that a move adds to a place, modulo 2^32 */
    wend_cost line_cost;
    uint32_t line_left;
    /* The blocked cells of `unchecked`, and a box around them. */
    uint32_t unchecked_entry;  /* the check continues with the edge to this entry; WN_NONE: it
                                * begins */
    uint64_t unchecked_from;   /* the version of the map before the first of these edits */
    wn_place box_min, box_max; /* opposite corners of the box */
    wn_route old;              /* the route from before the restart; only its places are valid */
    uint32_t old_next; /* the entry of it that the agent moves to; WN_NONE: it has no old route */
    bool old_is_complete; /* it was within `old_slack` of an optimal route to the goal, and only
                           * blocked cells have made it worse */
    wend_cost old_slack;
    wend_cost slack; /* the same of the found route: by how much it may exceed the optimum */
    bool mended;     /* it joins a blocked route */
    wn_mend mend;
    uint64_t full_units; /* work of the last search for a whole route; or of one given up since, if
                          * that is more; ... */
    uint32_t full_ticks; /* ... and its ticks */
    wn_place old_origin; /* the agent's cell when the search restarted */
    bool starts_ahead;   /* the search began on the old route, at a cell ahead of the agent */
    uint32_t ticks;      /* ticks of the current search */
    uint32_t lead;       /* ticks of the last search until its route was traced */
    uint32_t old_first;  /* the entry that the agent moved to when the search restarted */
} wn_jumping;

#endif
