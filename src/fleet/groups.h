/* fleet/groups.h - group orders: units that share a field (plan/field.h), one per goal.
 *
 * An order creates a group, which lives as long as units follow it. Its field is kept afterwards
 * for orders to the same goal, until another group needs it. Fields are created, started and given
 * memory between frames (wn_groups_reserve). In a frame they grow (wn_groups_grow), each towards
 * its uncovered member farthest from the goal. */
#ifndef WN_GROUPS_H
#define WN_GROUPS_H

#include "fleet/corners.h"
#include "plan/field.h"

typedef struct wn_group {
    wn_field field;
    bool is_made;     /* `field` is initialized */
    bool is_started;  /* it is about `goal`; otherwise it will be after the next reservation */
    wn_spot goal;     /* WN_NONE: it has none */
    uint32_t members; /* units that follow it */
    uint32_t used;    /* the frame of its last order */
    uint32_t grant;   /* work for which memory is reserved */
    wn_spot farthest; /* the uncovered member farthest from the goal; WN_NONE if all are covered */
    wend_cost distance; /* a lower bound of its distance to the goal */
    bool is_exhausted;  /* all cells that can reach the goal are covered */
    uint32_t edits;     /* edits that may have blocked the way of its members, ... */
    wn_id doubted;      /* ... the state of a member whose way they blocked; or WN_NONE */
    wn_spot cut; /* the cell that blocked the way of its members, until all are covered again */
    /* What the next frame will trust of the field, given the edits up to its version; unknown if it
     * is not newer than the field. */
    wn_field_trust ahead;
} wn_group;

#endif
