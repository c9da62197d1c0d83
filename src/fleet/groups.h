/* fleet/groups.h - group orders: units that share a field (plan/field.h), one per goal.
 *
 * A group is made by an order and lives as long as units follow it; its field is kept after that,
 * for orders to the same goal, until another group needs it. Fields are made, started and given
 * room between frames (wn_groups_reserve); in a frame they grow (wn_groups_grow), each towards the
 * unit that is farthest from the goal of those that it does not cover yet. */
#ifndef WN_GROUPS_H
#define WN_GROUPS_H

#include "fleet/corners.h"
#include "plan/field.h"

typedef struct wn_group {
    wn_field field;
    bool is_made;       /* `field` is one */
    bool is_started;    /* it is about `goal`; else it will be after the next reservation */
    wn_spot goal;       /* WN_NONE: it has none */
    uint32_t members;   /* units that follow it */
    uint32_t used;      /* the frame when it was last given an order */
    uint32_t grant;     /* units of work that there is room for */
    wn_spot farthest;   /* of its members that are not covered; WN_NONE if all are */
    wend_cost distance; /* from there to the goal at least */
    bool is_exhausted;  /* everything is covered that can be */
    uint32_t edits;     /* that may have cut the way of its members, ... */
    wn_id doubted;      /* ... where one of them was whose way is not known any more; WN_NONE: no
                         * such member, or `cut` was searched for */
    wn_spot cut;        /* the cell that cut the way of its members, until all are covered again */
    /* What the next frame will trust of the field, by the edits up to its version; no newer than
     * the field: it is not known. */
    wn_field_trust ahead;
} wn_group;

#endif
