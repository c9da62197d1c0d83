/* plan/field.h - a shared field: the way to one goal from everywhere, for many units at once.
 *
 * One search runs backwards from the goal, in slices, and grows towards the box that contains the
 * units: f = g + the distance to the box. The distance of every expanded cell is exact, and the
 * parent of a cell is the next step from there.
 *
 *     wn_field_init(&field, domain, &memory)            once; WEND_ERROR_UNSUPPORTED: see below
 *     wn_field_reserve(&field, units)                   between frames; may allocate
 *     wn_field_start(&field, goal, &box)                an order; O(1)
 *
 *     wn_field_update(&field)                           each frame: processes map edits
 *     for each unit that is not covered, the farthest first, while there is budget:
 *         wn_field_grow(&field, its cell, budget, &used)
 *     for each unit:
 *         wn_field_next(&field, its cell, &exact)       O(1)
 *
 * **Domains.** Supported are domains that number their states and whose moves can be reversed at
 * the same cost: maps with every neighbourhood, corner rule and factors (wn_grid_length and factors
 * depend on both ends, and a diagonal or knight's move passes the same cells in both directions),
 * and graphs in which every edge has a reverse edge of the same cost. Blocked cells are the
 * exception: they can be left but not entered, so they are never covered, and a field with a
 * blocked goal covers nothing; wn_field_next knows the ways out of them. All other domains are
 * refused, because reversed edges are not stored.
 *
 * **Work.** An expansion and a start cost WN_FIELD_UNITS each; wn_field_grow does nothing else. It
 * never exceeds its budget, and the field does not depend on how its growth is divided into calls.
 *
 * **The box** only says where to grow first. Cells outside of it can be covered, and units can be
 * added there later: their distances are just as exact, but reaching them may take more expansions
 * than necessary.
 *
 * **Edits.** Let m be the least distance of the cells whose moves an edit has changed (the cell
 * that it has blocked, freed or given a factor, and those around it). Routes shorter than m pass
 * none of these cells, neither before nor after the edit, so distances below m stay correct:
 * `trusted_below`. A search that has expanded none of these cells (with canonical ordering: touched
 * none) is the same as if it had been made after the edit, and continues. Otherwise, a request for
 * a cell at m or above makes the field grow again from the goal. The old search stays in use
 * meanwhile: for cells below its own m exactly, for others with inexact steps, each checked when it
 * is asked for. Under a stream of edits an invalidated search is given up only when it has cost as
 * much as the last one that was given up, or twice as much if that one had not reached the
 * requested state. So some search reaches it eventually, provided that the farthest state is
 * requested first.
 *
 * Following these steps leads to the goal: exact ones along an optimal route, inexact ones to cells
 * with a smaller distance as known at that time. A unit that is on the newer search never returns
 * to the older one.
 *
 * Threads: calls on one field must not overlap, including queries. */
#ifndef WN_FIELD_H
#define WN_FIELD_H

#include "plan/next_moves.h"
#include "search/search.h"

#define WN_FIELD_UNITS WN_JUMP_UNITS

typedef enum wn_field_status {
    WN_FIELD_GROWING,   /* the budget is used up */
    WN_FIELD_COVERED,   /* the requested state is covered */
    WN_FIELD_EXHAUSTED, /* all states that can reach the goal are covered */
    WN_FIELD_FULL,      /* memory must be reserved first */
    WN_FIELD_OVERFLOW   /* distances exceed WEND_COST_MAX */
} wn_field_status;

/* A search from the goal, and how much of it is still valid. */
typedef struct wn_growth {
    wn_search search;
    bool is_made;            /* the search is initialized */
    bool is_begun;           /* it has been started from the field's goal */
    wend_cost trusted_below; /* distances below are exact; WN_NONE: all are, and it may continue */
    uint64_t expansions;     /* since it was started */
} wn_growth;

/* The progress of packing the steps of a search. */
typedef enum wn_packing {
    WN_UNPACKED, /* not started, or undone: the search is needed */
    WN_PACKING,
    WN_PACKED /* all steps; the next reservation frees the search */
} wn_packing;

typedef struct wn_field {
    const wend_domain *domain;
    const wend_map *map; /* the same as `domain`, or NULL: nothing is ever edited then */
    wn_memory *memory;
    wn_growth growths[2];
    uint32_t current; /* the one that grows; the other is the previous one, if begun */
    bool can_keep;    /* the last reservation prepared the other one to take over */
    bool is_short;    /* it could not: memory is short, so the previous search is not kept */
    bool is_settled;  /* the last requested state is covered, or unreachable */
    wn_id goal;
    wn_box box;
    uint64_t version; /* edits of the map that were processed */
    wn_packing packing;
    wn_next_moves packed;
    wn_id packed_to;        /* the first cell that is not packed yet */
    bool is_packed;         /* what was packed is complete, and for this goal */
    bool is_packed_exact;   /* and no edit has invalidated a step */
    bool is_packed_all;     /* and it holds all cells that can reach the goal */
    uint64_t restart_after; /* expansions before an invalidated search is given up */
} wn_field;

/* Whether a domain supports fields. */
bool wn_field_supports(const wend_domain *domain);

/* Initializes a field without a goal. `memory` holds the account and its limit; on error nothing of
 * it is taken. Errors: WEND_ERROR_UNSUPPORTED, WEND_ERROR_MEMORY. */
wend_error wn_field_init(wn_field *field, const wend_domain *domain, wn_memory *memory);
void wn_field_clear(wn_field *field);

/* Reserves memory for growing by `units` units of work. After edits it also reserves memory for
 * keeping the old search while the field grows again; without it the old search is not kept.
 * Returns false if memory is short; the field is unchanged then. Frees the old search once
 * everything requested is covered. */
bool wn_field_reserve(wn_field *field, uint32_t units);

/* Sets the goal; only the goal itself is covered then. Units stand in the box, which is not read on
 * graphs and may be NULL there. */
void wn_field_start(wn_field *field, wn_id goal, const wn_box *box);

/* Processes the edits of the map since the last call, at most 1024: after more, nothing is trusted.
 * Costs 9 look-ups per edit, 25 with 16 neighbours. Call it first after an edit, before any
 * query. */
void wn_field_update(wn_field *field);

/* The part of a field that edits change. A caller saves it, calls wn_field_update, queries the
 * field as it would be after the edits, and restores it. */
typedef struct wn_field_trust {
    uint64_t version;
    wend_cost below[2]; /* trusted_below of both searches */
    wn_packing packing;
    bool is_packed_exact;
} wn_field_trust;

wn_field_trust wn_field_get_trust(const wn_field *field);
void wn_field_set_trust(wn_field *field, const wn_field_trust *trust);

/* Grows until a state is covered; WN_NONE: until all reachable states are. Adds the work to `used`.
 */
wn_field_status wn_field_grow(wn_field *field, wn_id until, uint32_t budget, uint32_t *used);

/* Whether an optimal route from a state is known, and with it its distance unless it is packed. */
bool wn_field_covers(wn_field *field, wn_id id);

/* Whether the field has reached a state, before the last edits or after them. */
bool wn_field_knows(wn_field *field, wn_id id);

/* The distance to the goal; WN_NONE if the state is not covered, or only packed. */
wend_cost wn_field_distance(wn_field *field, wn_id id);

/* The next step from a state, always a legal move; WN_NONE if none is known, or at the goal.
 * `exact`: it is the first step of an optimal route. Among several, it is the one whose distance
 * was found first: the search orders by f, then newest first, then by the order of neighbours. */
wn_id wn_field_next(wn_field *field, wn_id id, bool *exact);

/* The way out of a blocked cell with the shortest known distance to the goal; WN_NONE if none is
 * known, or the cell is not blocked. */
wn_id wn_field_exit(wn_field *field, wn_id id);

/* Writes all moves from a state in the order of neighbours, and the distances of their targets as
 * wn_field_distance returns them. Both arrays have domain->degree entries; returns the number of
 * moves. */
uint32_t wn_field_around(wn_field *field, wn_id id, wn_successor *moves, wend_cost *distances);

/* Packs the steps of a settled field into half a byte per cell (one byte with 16 neighbours)
 * instead of about 26 bytes per touched state. Not possible if the domain is not a map, the last
 * requested state is not covered, packing is already in progress, or it would save nothing. Call
 * wn_field_pack_begin between frames: it allocates, and returns false if memory is short or packing
 * is not possible. wn_field_pack then continues within its budget, at least 192 units of work,
 * until it returns true; the next reservation frees the search. Growing and edits end packing.
 *
 * A packed field covers the same states and has the same exact steps, but knows no distances. An
 * edit next to a covered cell makes all steps inexact; requests after that, or for states that were
 * not covered, make it grow again as after any edit. */
bool wn_field_can_pack(const wn_field *field);
bool wn_field_pack_begin(wn_field *field);
bool wn_field_pack(wn_field *field, uint32_t budget, uint32_t *used);

/* Bytes that the field holds and has touched. */
size_t wn_field_bytes(const wn_field *field);

#endif
