/* simulate/sim.h - one world: objects of the library that run a script of calls, and a slow model
 * that checks every answer.
 *
 *     seed --draw--> script of steps --apply--> calls of the library, each one checked
 *                        |                         |
 *                     shrunk                    printed as a C test
 *
 * A step is a number with arguments, so a script can be replayed, shortened and printed. Drawing
 * reads the present state of the world ("a free cell", "the cell of agent 2"). Applying a step that
 * no longer fits, because a step before it was removed, does nothing.
 *
 * A world runs in a process of its own. A broken guarantee ends that process, as a crash does. The
 * report, which is shared with the parent, describes the failure. */
#ifndef SIMULATE_SIM_H
#define SIMULATE_SIM_H

#include <wend/research.h>
#include <wend/watch.h>
#include <wend/wend.h>

#include "base/portable.h"
#include "simulate/model.h"
#include "support/dice.h"
#include "support/ledger.h"

#include <stdio.h>

/* ---- Scripts --------------------------------------------------------------------------------- */

#define SIM_ARGUMENTS 8u

typedef struct sim_step {
    uint16_t module; /* index into sim_modules */
    uint16_t kind;   /* index into the module's kinds */
    uint32_t slot;   /* the object that it uses */
    uint32_t arg[SIM_ARGUMENTS];
} sim_step;

#define SIM_STEPS_MAX  4096u
#define SIM_CELLS_KEPT 4096u
#define SIM_FILLED_MAX 1024u /* cells that one edit changes */

/* Without pointers, so that it can be in memory that processes share. */
typedef struct sim_script {
    uint64_t seed;
    uint32_t count;
    sim_step steps[SIM_STEPS_MAX];
    /* The base map at its creation, so that it can be simplified. Maps of more than SIM_CELLS_KEPT
     * cells are created from the arguments of the first step instead. */
    bool has_cells;
    char cells[SIM_CELLS_KEPT];
    uint8_t factors[SIM_CELLS_KEPT];
} sim_script;

/* ---- Places: everything that can be searched ------------------------------------------------- */

enum {
    SIM_BASE = 0,    /* the base map; always there */
    SIM_LAYERS = 1,  /* two layers */
    SIM_BELIEFS = 3, /* two beliefs */
    SIM_GRAPH = 5,   /* every edge has a reverse edge at the same cost */
    SIM_ONE_WAY = 6,
    SIM_TRACK = 7,
    SIM_PUZZLE = 8,
    SIM_CALLBACK = 9,
    SIM_PLACES = 10
};

typedef struct sim_place {
    const wend_map *map;         /* of maps, layers and beliefs; otherwise NULL */
    const wend_domain *domain;   /* of the others; otherwise NULL */
    model_map model;             /* of maps */
    wend_components *components; /* connected components of `map`, or NULL */
    void *components_own;        /* private data of derived.c */
    uint64_t version;            /* raised whenever a call may have changed the place */
    uint32_t users;              /* objects that must be destroyed before it */
    void *own;                   /* private data of its module */
} sim_place;

/* ---- Faults and counts ----------------------------------------------------------------------- */

typedef enum sim_object {
    SIM_OBJECT_MAP,
    SIM_OBJECT_LAYER,
    SIM_OBJECT_BELIEF,
    SIM_OBJECT_PARTS,
    SIM_OBJECT_FIELD,
    SIM_OBJECT_FINDER,
    SIM_OBJECT_AGENT,
    SIM_OBJECT_FLEET,
    SIM_OBJECTS
} sim_object;

typedef enum sim_fault {
    SIM_FAULT_NONE,       /* calls without a fault */
    SIM_FAULT_ALLOCATION, /* a failed allocation */
    SIM_FAULT_LIMIT,      /* a memory limit that was reached */
    SIM_FAULT_EDIT,       /* an edit between two calls */
    SIM_FAULT_BURST,      /* more edits than the map remembers */
    SIM_FAULT_OWN_CELL,   /* the object's own cell was blocked */
    SIM_FAULT_GOAL,       /* the goal was blocked */
    SIM_FAULT_REFUSED,    /* a refused move */
    SIM_FAULT_TELEPORT,
    SIM_FAULT_NOT_RESERVED, /* a call without its reservation */
    SIM_FAULT_CLOCK,        /* a clock that jumps, stalls or runs backwards */
    SIM_FAULTS
} sim_fault;

#define SIM_ALGOS_MAX 40u

typedef struct sim_counts {
    uint64_t worlds;
    uint64_t steps;
    uint64_t ticks;   /* of agents */
    uint64_t frames;  /* of fleets */
    uint64_t queries; /* of finders */
    uint64_t calls[SIM_OBJECTS][SIM_PLACES][SIM_FAULTS];
    uint64_t algo_ticks[SIM_ALGOS_MAX][SIM_PLACES];
} sim_counts;

/* Time of calls per unit of work, as a histogram over powers of 2^(1/4) nanoseconds. */
#define SIM_PACE_BUCKETS 96u

typedef struct sim_report {
    bool is_broken;
    bool is_over;   /* the world has finished */
    char where[96]; /* the check that failed: file and line */
    char text[800]; /* the assertion, as C */
    uint32_t step;  /* the present step */
    uint64_t hash;  /* of all answers */
    sim_counts counts;
    uint64_t pace[SIM_PACE_BUCKETS];
    double slowest;        /* maximum nanoseconds per unit of work of a call */
    uint32_t slowest_step; /* the step of that call */
    char slowest_call[64];
} sim_report;

/* ---- The world ------------------------------------------------------------------------------- */

#define SIM_AGENTS  6u
#define SIM_FLEETS  2u
#define SIM_FINDERS 3u
#define SIM_FIELDS  3u

/* Every object has an allocator of its own: indices into sim.books. */
enum {
    SIM_BOOK_AGENTS = 0,
    SIM_BOOK_FLEETS = SIM_BOOK_AGENTS + SIM_AGENTS,
    SIM_BOOK_FINDERS = SIM_BOOK_FLEETS + SIM_FLEETS,
    SIM_BOOK_FIELDS = SIM_BOOK_FINDERS + SIM_FINDERS,
    SIM_BOOK_PLACES = SIM_BOOK_FIELDS + SIM_FIELDS,
    SIM_BOOK_PARTS = SIM_BOOK_PLACES + SIM_PLACES,
    SIM_BOOK_ABSTRACTION = SIM_BOOK_PARTS + SIM_PLACES,
    SIM_BOOK_SUBGOALS,
    SIM_BOOKS
};

/* Recent positions and goals of objects: edits prefer them. */
#define SIM_HOT 16u

struct sim_agent;
struct sim_fleet;
struct sim_finder;
struct sim_field;

typedef struct sim {
    sim_script *script;
    sim_report *report;
    dice dice;         /* for drawing only: replays draw nothing */
    FILE *print;       /* prints the calls as C; NULL: does not print */
    bool is_watched;   /* agents get a watcher, which must change nothing */
    bool is_timed;     /* calls are timed */
    const char *focus; /* the module that is drawn ten times as often; NULL: none */
    bool is_large;     /* the base map is too large for slow searches after every call */
    sim_place places[SIM_PLACES];
    struct sim_agent *agents[SIM_AGENTS];
    struct sim_fleet *fleets[SIM_FLEETS];
    struct sim_finder *finders[SIM_FINDERS];
    struct sim_field *fields[SIM_FIELDS];
    /* Computed for the base map; stale once it is edited. */
    wend_abstraction *abstraction;
    wend_subgoals *subgoals;
    uint64_t abstraction_version; /* of the base map at that time */
    uint64_t subgoals_version;
    uint32_t abstraction_users;
    ledger books[SIM_BOOKS];
    wend_state hot[SIM_PLACES][SIM_HOT];
    uint32_t hot_count[SIM_PLACES]; /* number of noted states */
    uint64_t clock_now;             /* of the world's own clock, in nanoseconds */
    uint32_t clock_kind;            /* SIM_CLOCK_ */
} sim;

/* Notes a state as a target of edits. */
static inline void sim_note(sim *s, uint32_t place, wend_state state) {
    s->hot[place][s->hot_count[place]++ % SIM_HOT] = state;
}

#define SIM_BOOK_BYTES ((size_t)1 << 30) /* the limit of an allocator */

/* Prints the definition of an allocator and returns it. */
wend_allocator sim_allocator(sim *s, uint32_t book);

/* Whether a call of this allocator has failed since `failures` was read. */
static inline bool sim_has_failed(const sim *s, uint32_t book, uint64_t failures) {
    return s->books[book].failures != failures;
}

/* ---- The world's own clock ------------------------------------------------------------------- */

enum {
    SIM_CLOCK_STEADY = 0, /* 100 ns per reading */
    SIM_CLOCK_STALLS,     /* the same time for many readings */
    SIM_CLOCK_JUMPS,      /* jumps 10 ms forward now and then */
    SIM_CLOCK_BACK,       /* jumps backwards now and then */
    SIM_CLOCKS
};

wend_clock sim_world_clock(sim *s, uint32_t kind);

/* ---- Modules --------------------------------------------------------------------------------- */

typedef struct sim_kind {
    const char *name;
    uint32_t weight; /* how often it is drawn among the kinds of its module */
    /* Fills in slot and arguments; returns false if the step makes no sense now. */
    bool (*draw)(sim *s, sim_step *step);
    /* Makes the calls, prints them and checks the answers. Does nothing if the step does not fit.
     */
    void (*apply)(sim *s, const sim_step *step);
    /* For a kind that allocates: 1 plus the allocator of slot 0. Sometimes it is made to fail
     * during the step. */
    uint32_t book;
} sim_kind;

typedef struct sim_module {
    const char *name;
    const sim_kind *kinds;
    uint32_t count;
    uint32_t weight;         /* how often it is drawn among the modules */
    void (*finish)(sim *s);  /* finishes what is pending; may be NULL */
    void (*destroy)(sim *s); /* destroys the module's objects and checks for leaks */
} sim_module;

/* In the order in which they finish and are destroyed: users come before what they use. */
extern const sim_module sim_fleet_module, sim_agent_module, sim_finder_module, sim_field_module,
    sim_derived_module, sim_domain_module, sim_map_module;
/* Kinds of sim_map_module that others add. */
enum { SIM_MAP_CREATE, SIM_MAP_FAIL };

extern const sim_module *const sim_modules[];
extern const uint32_t sim_module_count;

/* Runs a world. Draws up to `draws` steps and adds them to the script, or replays the script if
 * `draws` is 0. */
void sim_run(sim *s, uint32_t draws);

/* ---- Checks and printing --------------------------------------------------------------------- */

/* Ends the world unless `condition` holds. The format and its arguments are a C statement that
 * fails in the printed test, with the actual values. */
#define SIM_REQUIRE(s, condition, ...)                                                             \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            sim_broken((s), __FILE__, __LINE__, __VA_ARGS__);                                      \
        }                                                                                          \
    } while (0)

WN_PRINTF(4, 5) void sim_broken(sim *s, const char *file, int line, const char *format, ...);

/* Prints a statement of the test, if the world is printed. Call it before the call itself, so that
 * after a crash the last statement is the one that crashed. */
WN_PRINTF(2, 3) void sim_say(sim *s, const char *format, ...);

/* Adds an answer to the hash by which replays are compared. */
void sim_mix(sim *s, uint64_t answer);

static inline void sim_cover(sim *s, sim_object object, uint32_t place, sim_fault fault) {
    s->report->counts.calls[object][place][fault]++;
}

/* The number of edits that the map of a place remembers; 0 if unknown. */
uint32_t sim_edits_remembered(const sim *s, uint32_t place);

/* The maximum number of edits of a place's map that an object processes since `version`: never more
 * than the map remembers. Sets `version` to the present one. */
uint64_t sim_edits(const sim *s, uint32_t place, uint64_t *version);

/* Measures a call: `work` is what it reported. Does nothing unless is_timed. */
uint64_t sim_clock(const sim *s);
void sim_pace(sim *s, const char *call, uint64_t began, uint64_t work);

/* ---- Drawing --------------------------------------------------------------------------------- */

static inline uint32_t sim_below(sim *s, uint32_t count) {
    return count ? dice_between(&s->dice, 0, count - 1) : 0;
}

static inline bool sim_percent(sim *s, uint32_t percent) {
    return dice_percent(&s->dice, percent);
}

/* A place that exists and for which `fits` returns true (NULL: any); SIM_PLACES if none exists. */
uint32_t sim_draw_place(sim *s, bool (*fits)(const sim_place *place));

/* A budget from 1 to `most`; small ones and the ends are most likely. */
uint32_t sim_draw_budget(sim *s, uint32_t most);

/* A cell of a map: free if possible, sometimes any. Written as x and y. */
void sim_draw_cell(sim *s, uint32_t place, uint32_t *x, uint32_t *y);

/* ---- Places ---------------------------------------------------------------------------------- */

/* The state of a cell, WEND_STATE_NONE outside the map or if the place is not a map. */
wend_state sim_state(const sim *s, uint32_t place, uint32_t x, uint32_t y);

bool sim_is_map(const sim_place *place);
/* Whether it exists, and whether it numbers its states. */
bool sim_exists(const sim_place *place);
bool sim_is_numbered(const sim_place *place);

/* The number of states of a place that numbers them. */
uint32_t sim_size(const sim *s, uint32_t place);
bool sim_can_stand(const sim *s, uint32_t place, wend_state state);
/* The cost of a move of the model, 0 if it is illegal. */
wend_cost sim_move_cost(const sim *s, uint32_t place, wend_state from, wend_state to);
/* States that one move of an agent leads to, with their costs; at most SIM_MOVES_MAX. On a
 * racetrack all states of the cell of `goal` count as one; WEND_STATE_NONE: none. */
#define SIM_MOVES_MAX 64u
uint32_t sim_moves(const sim *s, uint32_t place, wend_state from, wend_state goal,
                   wend_state out[SIM_MOVES_MAX], wend_cost costs[SIM_MOVES_MAX]);
/* Costs of optimal paths from a state to all others, MODEL_UNREACHED for unreachable ones; the
 * caller frees the array. */
uint64_t *sim_distances(const sim *s, uint32_t place, wend_state from, wend_state goal);
bool sim_reaches(const sim *s, uint32_t place, wend_state from, wend_state to);
uint32_t sim_reachable(const sim *s, uint32_t place, wend_state from);

/* The name of the place in printed tests: "map[0]", "domain[5]". */
const char *sim_place_text(uint32_t place);
/* The name of its kind: "map", "layer", "belief", "graph", ... */
const char *sim_place_kind(uint32_t place);

/* For graphs, tracks, puzzles and callback domains (domains.c). */
uint32_t sim_domain_moves(const sim_place *place, uint32_t index, wend_state from, wend_state goal,
                          wend_state *out, wend_cost *costs);
bool sim_domain_can_stand(const sim_place *place, uint32_t index, wend_state state);
/* The same for packed states, for puzzles and callback domains: the cost of a move, 0 if it is
 * illegal, and whether there is a route from one to the other. */
wend_cost sim_packed_move(const sim_place *place, uint32_t index, const wend_packed *from,
                          const wend_packed *to);
bool sim_packed_reaches(const sim_place *place, uint32_t index, const wend_packed *from,
                        const wend_packed *to);
/* A packed state for every number. */
wend_packed sim_packed_of(const sim_place *place, uint32_t index, uint32_t number);
/* Whether a route between some pair of states may cost more than WEND_COST_MAX. */
bool sim_may_overflow(const sim *s, uint32_t place);
/* The maximum cost of an edge of a graph or callback domain divided by the minimum, rounded up; 1
 * elsewhere. */
uint64_t sim_cost_ratio(const sim *s, uint32_t place);

#endif
