/* simulate/fleet_model.h - the slow model of a fleet: a record of each unit, and checks against
 * it. */
#ifndef SIMULATE_FLEET_MODEL_H
#define SIMULATE_FLEET_MODEL_H

#include "simulate/sim.h"

typedef struct fleet_unit {
    wend_unit handle; /* WEND_UNIT_NONE: the slot is vacant */
    wend_state at;
    wend_state goal; /* of its order, WEND_STATE_NONE without one */
    wend_unit_status status;
    bool nearest;          /* its order allows the nearest cell; ... */
    bool is_sure;          /* ... and the components knew which one that is */
    bool is_unreported;    /* it arrived or became unreachable between frames */
    bool is_vague;         /* unreachable, and it is unknown whether that was reported */
    bool is_straight;      /* neither teleported nor refused since its order */
    uint64_t ordered;      /* version of the place at its order or teleport, ... */
    uint64_t verified;     /* ... and, plus 1, when the lack of a route was last verified */
    wend_state refused_to; /* where a refused move leads back to; WEND_STATE_NONE: nowhere */
    /* During a frame: */
    wend_state was_at;
    wend_unit_status was;
    uint32_t events; /* WEND_EVENT_ bits */
} fleet_unit;

typedef struct sim_fleet {
    wend_fleet *fleet;
    wend_fleet_def def; /* with defaults filled in */
    uint32_t slot;      /* in sim.fleets */
    uint32_t place;
    uint32_t book;
    bool is_symmetric; /* every move is reversible at the same cost */
    fleet_unit *units; /* def.units_max */
    wend_state *next;  /* results of wend_fleet_next before a frame; def.units_max */
    uint32_t high;     /* slots from here on were never used */
    uint32_t count;
    wend_unit stale;             /* of a removed unit */
    uint64_t map_version;        /* at the last frame, ... */
    uint64_t components_version; /* ... and of the components */
    uint64_t frames;             /* so far, ... */
    uint64_t quiet;              /* ... and since the last one with edits to process */
    uint32_t fields;             /* maximum number */
    bool has_nearest;            /* an order has allowed the nearest cell */
    uint32_t longest;            /* moves of the longest route before a frame */
    bool is_prepared;            /* since the last frame, ... */
    wend_error prepared;         /* ... with this result ... */
    uint32_t prepared_budget;    /* ... for this budget */
    wend_error prepared_before;  /* the last result, of any frame */
    uint64_t failures;           /* of the allocator before the creation */
    bool was_cut;                /* a frame has reported WEND_FRAME_ROUTES_TRUNCATED */
    wend_fleet_info info;        /* after the last call */
    uint32_t *labels;            /* of connected components of a map, by state; 0: blocked */
    uint64_t labelled;           /* version of the place of the labels, plus 1 */
} sim_fleet;

/* A unit in printed tests; arguments: slot of the fleet, slot of the unit. */
#define FLEET_UNIT "wend_fleet_at(fleet[%u], %u)"

static inline sim_place *fleet_place(sim *s, const sim_fleet *f) {
    return &s->places[f->place];
}

static inline bool fleet_is_active(wend_unit_status status) {
    return status == WEND_UNIT_QUEUED || status == WEND_UNIT_SEARCHING ||
           status == WEND_UNIT_FOLLOWING || status == WEND_UNIT_GROUPED;
}

/* The unit in a slot, NULL if the slot is vacant. */
static inline fleet_unit *fleet_unit_at(sim_fleet *f, uint32_t slot) {
    return slot < f->high && f->units[slot].handle ? &f->units[slot] : NULL;
}

/* Units with unreachable goals try again in the frames after an edit, at least one in each. */
static inline bool fleet_may_wake(const sim_fleet *f) {
    return f->quiet <= f->high;
}

/* Collects the units in every `stride`th slot from `first` on; at most `count`. */
static inline uint32_t fleet_collect(const wend_fleet *fleet, uint32_t units_max, uint32_t first,
                                     uint32_t stride, uint32_t count, wend_unit *out) {
    uint32_t found = 0;
    for (uint32_t i = first; i < units_max && found < count; i += stride ? stride : 1) {
        wend_unit unit = wend_fleet_at(fleet, i);
        if (unit) {
            out[found++] = unit;
        }
    }
    return found;
}

/* ---- What the model knows -------------------------------------------------------------------- */

typedef enum fleet_answer { FLEET_NO, FLEET_YES, FLEET_UNKNOWN } fleet_answer;

/* Whether there is a route from one state to another. Unknown on large maps, unless
 * `is_patient`. */
fleet_answer fleet_reaches(sim *s, sim_fleet *f, wend_state from, wend_state to, bool is_patient);

/* Whether no cell reachable from `from` is nearer to `to`. */
fleet_answer fleet_is_nearest(sim *s, sim_fleet *f, wend_state from, wend_state to);

/* Whether every move of a place is reversible at the same cost. Maps: between free cells. */
bool fleet_is_symmetric(const sim *s, uint32_t place);

/* Whether a queued unit has a move. */
bool fleet_has_move(const sim *s, const sim_fleet *f, wend_state at);

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Checks that the queries of a unit match its record. */
void fleet_check_unit(sim *s, sim_fleet *f, uint32_t slot);
/* The same for all units, unless there are too many. */
void fleet_check_units(sim *s, sim_fleet *f);

/* Takes a unit's status into its record. Arrivals and unreachable goals are verified. */
void fleet_take_status(sim *s, sim_fleet *f, uint32_t slot, bool is_frame);

/* Checks that units with unreachable goals have no route on the present map. */
void fleet_verify_unreachable(sim *s, sim_fleet *f, uint32_t slot, bool is_patient);

/* Checks the route of a unit: legal, complete, and optimal where that is guaranteed. */
void fleet_check_route(sim *s, sim_fleet *f, uint32_t slot);

/* Checks the result of wend_fleet_ahead. */
void fleet_check_ahead(sim *s, sim_fleet *f, uint32_t slot, uint32_t distance);

/* The moves of the longest route or lead, if there are few units; otherwise the number of
 * states. */
uint32_t fleet_longest_route(sim *s, sim_fleet *f);

/* Checks the result of wend_fleet_stats, and that the allocator was not called since `before`. */
void fleet_check_info(sim *s, sim_fleet *f);
/* Where the unit of a slot will be after the next frame, as wend_fleet_next says. */
wend_state fleet_foretell(const sim_fleet *f, uint32_t slot);

void fleet_check_calls(sim *s, const sim_fleet *f, const ledger *before);

/* ---- Frames (fleet_frames.c) ----------------------------------------------------------------- */

void fleet_prepare(sim *s, sim_fleet *f, uint32_t budget);

/* Runs one frame with all checks. `nanoseconds` 0: not timed. */
typedef struct fleet_frame_how {
    uint32_t budget;
    uint64_t nanoseconds;
    uint32_t clock;
} fleet_frame_how;

wend_frame fleet_run_frame(sim *s, sim_fleet *f, const fleet_frame_how *how);

/* Runs frames until all units are at their goals; no edits. */
void fleet_finish(sim *s, sim_fleet *f);

/* Makes the map's components process all edits, at most `chunks` chunks of them. */
void fleet_update_components(sim *s, sim_fleet *f, uint32_t chunks);

#endif
