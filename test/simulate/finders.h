/* simulate/finders.h - a finder of the simulator. */
#ifndef SIMULATE_FINDERS_H
#define SIMULATE_FINDERS_H

#include "simulate/questions.h"

struct sim_finder {
    wend_finder *finder;
    uint32_t place;
    bool has_components;
    size_t limit;
    /* The pending query, or the last one. */
    question asked;
    wend_answer answer;
    bool is_asked;               /* there is a pending query; false also if unclear */
    bool is_unclear;             /* an error occurred meanwhile */
    bool is_over;                /* its answer was returned */
    wend_find_status status;     /* FOUND or PARTIAL, if it has a path */
    uint64_t version;            /* of the place at that answer */
    uint64_t components_version; /* when the query began */
    wend_state *goals;           /* capacity GOALS_ROOM */
    wend_state *path;            /* capacity `room` and a guard */
    uint32_t room;
    uint64_t seen; /* version of the place at the last call */
    /* wend_finder_reserve: queries up to this work allocate nothing. */
    uint64_t reserved;
    uint64_t reserved_version; /* of the place at that call */
    bool is_covered;           /* the reservation covers the query */
    bool restarts;             /* the map was edited before the reservation, after the last step */
    bool is_begun;             /* no call of the query has lacked memory */
};

typedef struct sim_finder sim_finder;

#define GOALS_ROOM (WEND_FINDER_GOALS_MAX + 8)
#define ROOM_MAX   200000u
#define GUARD      0xeeeeeeeeu
#define GUARDS     4u
#define MANY_MAX   6u

enum { START, GOAL, FLAGS, CAPACITY, BUDGET, GOALS, GOAL_SEED, WITHIN };
enum {
    WANTS_PATH = 1,
    WANTS_CORNERS = 2,
    IS_PARTIAL = 4,
    HAS_GOALS = 8,
    WRONG_FORM = 16,
    WRONG_PATH = 32,
    NO_QUERY = 64,
    FROM_BLOCKED = 128
};

static inline sim_finder *finder_of(const sim *s, const sim_step *step) {
    return step->slot < SIM_FINDERS ? s->finders[step->slot] : NULL;
}

/* Draws an existing finder. */
static inline bool finder_draw(sim *s, sim_step *step) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIM_FINDERS; i++) {
        if (s->finders[i] && sim_below(s, ++count) == 0) {
            step->slot = i;
        }
    }
    return count > 0;
}

static inline uint32_t finder_book(const sim_step *step) {
    return SIM_BOOK_FINDERS + step->slot;
}

/* ---- Queries: finder_queries.c --------------------------------------------------------------- */

bool finder_draw_question(sim *s, sim_step *step);
void finder_apply_find(sim *s, const sim_step *step);
bool finder_draw_finds(sim *s, sim_step *step);
void finder_apply_finds(sim *s, const sim_step *step);
void finder_apply_many(sim *s, const sim_step *step);
void finder_apply_begin(sim *s, const sim_step *step);
bool finder_draw_step(sim *s, sim_step *step);
void finder_apply_step(sim *s, const sim_step *step);
bool finder_draw_slices(sim *s, sim_step *step);
void finder_apply_slices(sim *s, const sim_step *step);

/* Draws a state of a place as a start or goal; sometimes one that does not exist. */
wend_state finder_draw_state(sim *s, uint32_t place);

/* Takes one step of the pending query. Returns false if memory is short. */
bool finder_take_slice(sim *s, const sim_step *step, sim_finder *f, uint64_t budget);

/* The state before a call. */
typedef struct finder_before {
    uint64_t calls;
    uint64_t failures;
    uint64_t began;
} finder_before;

finder_before finder_look(const sim *s, const sim_step *step);
/* Measures a call that has done `work`, unless it allocated. */
void finder_pace(sim *s, const sim_step *step, const char *call, finder_before b, uint64_t work);

/* Checks the error of a call and returns whether memory is missing. `expected` is the error
 * otherwise. */
bool finder_is_starved(sim *s, const sim_step *step, sim_finder *f, wend_error error,
                       wend_error expected, finder_before before);

void finder_mix(sim *s, const wend_answer *a);

/* From now on no query is pending; or (`is_unclear`) that is not guaranteed. */
void finder_forget(sim_finder *f, bool is_unclear);

#endif
