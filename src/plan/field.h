/* plan/field.h - a shared field: which way to one goal from everywhere, for many units at once.
 *
 * One search runs backwards from the goal, a bit at a time, and grows towards the box that the
 * units stand in: f = g + the distance to the box. What it has expanded knows its exact distance,
 * and the parent of a cell is the next step from there.
 *
 *     wn_field_init(&field, domain, &memory)            once; WEND_ERROR_UNSUPPORTED: see below
 *     wn_field_reserve(&field, units)                   between frames; may allocate
 *     wn_field_start(&field, goal, &box)                an order; O(1)
 *
 *     wn_field_update(&field)                           each frame: what edits have made wrong
 *     for each unit that is not covered, the farthest first, while there is budget:
 *         wn_field_grow(&field, its cell, budget, &used)
 *     for each unit:
 *         wn_field_next(&field, its cell, &exact)       O(1)
 *
 * **Which domains.** Those that number their states and whose moves lead back at the same cost:
 * maps of every neighbourhood, rule for corners and factors (wn_grid_length and factors go by both
 * ends, and a diagonal or knight's move passes the same cells both ways), and graphs whose edges
 * all have one back of the same cost. Blocked cells are the exception: they can be left, not
 * entered, so they are never covered, and from a goal that is blocked nothing is; wn_field_next
 * knows the ways out of them. All other domains are refused: reversed edges are not kept.
 *
 * **Work** is counted in units; an expansion and a start are WN_FIELD_UNITS each, and nothing else
 * is done in wn_field_grow. It never uses more than its budget, and how growth is cut into calls
 * makes no difference to the field.
 *
 * **The box** only says where to grow first. Cells outside of it can be covered, too, later ones
 * as well: their distances are as exact, but more may be expanded for them than needed.
 *
 * **Edits.** Let m be the least distance of the cells whose moves an edit has changed (that it has
 * blocked, freed or given a factor, and those round it). Ways of less than m pass none of them,
 * neither before nor after the edit, so distances below m stay right: `trusted_below`. A search
 * that has expanded none of them (with canonical ordering: touched) is as if it had been made after
 * the edit, and grows on. If not, then a cell at m or above which is asked for makes the field grow
 * again from the goal; what was there before stays in use meanwhile, for cells below its own m
 * exactly, for others with inexact steps, each checked when it is asked for. Under a stream of
 * edits a search that they have made wrong is given up only when it has cost as much as the last
 * one that was, or twice as much if that had not reached the state that is asked for; so one
 * reaches it every now and then, if the state farthest away is asked for first.
 *
 * Steps lead to the goal: exact ones along an optimal route, inexact ones to cells with a smaller
 * distance as it was known then; and a unit that is on the newer search never comes back to the
 * older one.
 *
 * One thread at a time; also for the questions. */
#ifndef WN_FIELD_H
#define WN_FIELD_H

#include "plan/next_moves.h"
#include "search/search.h"

#define WN_FIELD_UNITS WN_JUMP_UNITS

typedef enum wn_field_status {
    WN_FIELD_GROWING,   /* the budget is used up */
    WN_FIELD_COVERED,   /* the state that was asked for is covered */
    WN_FIELD_EXHAUSTED, /* everything is that can be: from all else there is no way to the goal */
    WN_FIELD_FULL,      /* room must be reserved first */
    WN_FIELD_OVERFLOW   /* distances pass WEND_COST_MAX */
} wn_field_status;

/* A search from the goal, and what is still right about it. */
typedef struct wn_growth {
    wn_search search;
    bool is_made;            /* the search is initialized */
    bool is_begun;           /* it has been started from the field's goal */
    wend_cost trusted_below; /* distances below are exact; WN_NONE: all of them, and it may go on */
    uint64_t expansions;     /* since it was started */
} wn_growth;

/* How far the steps of a search have been packed. */
typedef enum wn_packing {
    WN_UNPACKED, /* not at all, or no more: the search is needed */
    WN_PACKING,
    WN_PACKED /* all of them; the search is given back by the next reservation */
} wn_packing;

typedef struct wn_field {
    const wend_domain *domain;
    const wend_map *map; /* the same, or null: nothing is edited then */
    wn_memory *memory;
    wn_growth growths[2];
    uint32_t current; /* the one that grows; the other is what was there before, if begun */
    bool can_keep;    /* the last reservation made the other one ready to take over */
    bool is_short;    /* it could not: memory is short, so nothing is kept */
    bool is_settled;  /* what was asked for last is covered, or cannot be */
    wn_id goal;
    wn_box box;
    uint64_t version; /* edits of the map that were seen */
    wn_packing packing;
    wn_next_moves packed;
    wn_id packed_to;        /* the first cell that is not packed yet */
    bool is_packed;         /* what was packed is complete, and about this goal */
    bool is_packed_exact;   /* and no edit has made a step wrong */
    bool is_packed_all;     /* and it holds all cells that have a way to the goal */
    uint64_t restart_after; /* expansions before a search is given up */
} wn_field;

/* Whether there can be fields on a domain. */
bool wn_field_supports(const wend_domain *domain);

/* Makes a field without a goal; nothing of `memory`, the account and its limit, is taken if it
 * fails. WEND_ERROR_UNSUPPORTED, WEND_ERROR_MEMORY. */
wend_error wn_field_init(wn_field *field, const wend_domain *domain, wn_memory *memory);
void wn_field_clear(wn_field *field);

/* Room for `units` more units of growth. After edits it also makes room for keeping what was there
 * while the field grows again; without memory for that it will do without. False if memory is
 * short; the field is as it was. Gives back what is kept of before once all is covered that was
 * asked for. */
bool wn_field_reserve(wn_field *field, uint32_t units);

/* From now on the field is about this goal; nothing is covered but the goal itself. Units stand in
 * the box, which is not read on graphs and may be null there. */
void wn_field_start(wn_field *field, wn_id goal, const wn_box *box);

/* Reads the edits of the map since the last call, 1024 at most: if there were more, nothing is
 * trusted. 9 look-ups per edit, 25 with 16 neighbours. Call it before anything else is asked after
 * an edit. */
void wn_field_update(wn_field *field);

/* What edits have left of a field, apart from the field itself: with it a caller asks what the
 * field would say after wn_field_update, and puts it back. */
typedef struct wn_field_trust {
    uint64_t version;
    wend_cost below[2]; /* trusted_below of both searches */
    wn_packing packing;
    bool is_packed_exact;
} wn_field_trust;

wn_field_trust wn_field_get_trust(const wn_field *field);
void wn_field_set_trust(wn_field *field, const wn_field_trust *trust);

/* Grows until a state is covered, WN_NONE: all that can be. Adds the units to `used`. */
wn_field_status wn_field_grow(wn_field *field, wn_id until, uint32_t budget, uint32_t *used);

/* Whether an optimal route from a state is known, and so is its distance unless it is packed. */
bool wn_field_covers(wn_field *field, wn_id id);

/* Whether the field has come to a state, before the last edits or after them. */
bool wn_field_knows(wn_field *field, wn_id id);

/* The distance to the goal; WN_NONE if it is not covered, or only packed. */
wend_cost wn_field_distance(wn_field *field, wn_id id);

/* The next step from a state, always a legal move; WN_NONE if none is known, or at the goal.
 * `exact`: it is the first step of an optimal route. Of several, the one whose distance was found
 * first: the search goes by f, then the newest, then the order of neighbours. */
wn_id wn_field_next(wn_field *field, wn_id id, bool *exact);

/* The way out of a blocked cell over which the goal is nearest, of those whose distance is known;
 * WN_NONE if none is, or the cell is not blocked. */
wn_id wn_field_exit(wn_field *field, wn_id id);

/* All moves from a state in the order of neighbours, and the distances of what they lead to, as
 * wn_field_distance. Both arrays have domain->degree entries; returns how many there are. */
uint32_t wn_field_around(wn_field *field, wn_id id, wn_successor *moves, wend_cost *distances);

/* Packs the steps of a field that has settled into half a byte per cell (a byte with 16 neighbours)
 * instead of some 26 per state that was touched. It cannot be done if the domain is no map, what
 * was asked for last is not covered, it is being done or would save nothing. Begin between frames:
 * it allocates; false if memory is short or it cannot be done. Then wn_field_pack goes on within
 * its budget, of 192 units at least, until it says that all is done, and the next reservation gives
 * the search back. Growing and edits end it.
 *
 * A packed field covers what it did and has the same exact steps, but knows no distances. An edit
 * round a cell that it covers makes all steps inexact; what is asked for then, or was not covered,
 * makes it grow again as after any edit. */
bool wn_field_can_pack(const wn_field *field);
bool wn_field_pack_begin(wn_field *field);
bool wn_field_pack(wn_field *field, uint32_t budget, uint32_t *used);

/* Bytes that the field holds and has touched. */
size_t wn_field_bytes(const wn_field *field);

#endif
