/* wend/field.h - the way to one goal from everywhere: distance maps and flow fields.
 *
 * One search runs backwards from the goal, as far as it is asked to and a bit at a time, and
 * answers for every cell that it has covered how far the goal is and which cell comes next. For
 * many units with the same goal that is a fraction of one search each.
 *
 *     wend_field_def def = {.map = map, .goal = goal};
 *     wend_field_create(&def, &field, NULL);
 *     for (;;) {                                              a frame
 *         wend_field_reserve(field, 2000);
 *         for each unit that is not covered, the farthest first, while expansions are left:
 *             wend_field_grow(field, its state, expansions left, &growth);
 *         for each unit: move it to wend_field_next(field, its state, NULL)
 *     }
 *
 * The map may be edited between calls; a field notices by itself. What an edit cannot have changed
 * stays exact: all distances that are smaller than those of the cells round the edit. The others
 * are found again by the next calls of wend_field_grow, and until then wend_field_next
 * answers with steps as they were known, as long as they are legal.
 *
 * A field belongs to one thread at a time, also for its questions. The map or domain must outlive
 * it. */
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_field wend_field;

/* A rectangle of cells. What lies outside of the map is not read. */
typedef struct wend_box {
    uint32_t x, y;          /* the upper left cell */
    uint32_t width, height; /* cells; 0: there is no rectangle */
} wend_box;

/* Zeros are the defaults. */
typedef struct wend_field_def {
    const wend_map *map; /* this or a domain, not both */
    /* A graph in which every edge has one back at the same cost. */
    const wend_domain *domain;
    wend_state goal; /* a blocked cell is allowed: nothing leads there until it is freed */
    /* Where the units are: the field grows there first. Cells outside of it can be covered as well,
     * for more expansions than they would need. Default: in all directions alike. Not read on
     * graphs. */
    wend_box box;
    size_t memory_limit;      /* bytes that the field may hold; default 0: no limit */
    wend_allocator allocator; /* default malloc */
} wend_field_def;

/* Creates a field from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_field_create_sized(const wend_field_def *def, size_t size,
                                            wend_field **out, wend_diagnosis *diagnosis);

/* Creates a field that covers only its goal. Zero fields of `def` are defaults; `map` or `domain`
 * is required. Takes up to 17 kB, and 1 byte per 128 cells of the map.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field of the definition:
 *     WEND_ERROR_ARGUMENT     a pointer is NULL, map and domain are both set or both NULL, or the
 *                             allocator has only one function
 *     WEND_ERROR_UNSUPPORTED  the moves of the domain do not lead back at the same cost, or it does
 *                             not number its states
 *     WEND_ERROR_OUTSIDE      no such state: goal
 *     WEND_ERROR_MEMORY       out of memory, or memory_limit is too small */
static inline wend_error wend_field_create(const wend_field_def *def, wend_field **out,
                                           wend_diagnosis *diagnosis) {
    return wend_field_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a field. NULL is allowed. */
WEND_API void wend_field_destroy(wend_field *field);

/* From now on the field is about another goal, and covers nothing but that. `box` as in the
 * definition; null for none. O(1). WEND_ERROR_OUTSIDE leaves it as it was. */
WEND_API wend_error wend_field_set_goal(wend_field *field, wend_state goal, const wend_box *box);

/* Reserves memory for this many units of work of wend_field_grow: some 26 bytes per cell that they
 * reach, and twice that after an edit, while the field grows again. Only this call and
 * wend_field_pack allocate: call it between frames. It also frees the search of a packed field; to
 * grow again, such a field needs another reservation.
 *
 * Errors: WEND_ERROR_MEMORY; the field stays as it was. */
WEND_API wend_error wend_field_reserve(wend_field *field, uint64_t work);

typedef enum wend_field_status {
    WEND_FIELD_PENDING = 0,     /* the budget is used up; call wend_field_grow again */
    WEND_FIELD_COVERED = 1,     /* the state that was asked for is covered */
    WEND_FIELD_UNREACHABLE = 2, /* every state from which the goal can be reached is covered, except
                                 * blocked cells beside covered ones */
    WEND_FIELD_NOT_RESERVED = 3, /* wend_field_reserve must be called first */
    WEND_FIELD_OVERFLOW = 4      /* the remaining distances exceed WEND_COST_MAX */
} wend_field_status;

typedef struct wend_field_progress {
    wend_field_status status;
    uint32_t expansions; /* of this call; the beginning of a search counts as one */
    uint64_t work;       /* units of work of this call, never more than the budget */
} wend_field_progress;

/* Grows the field until a state is covered.
 *
 * until     the state; WEND_STATE_NONE: all that can be covered
 * budget    at least WEND_WORK_EXPANSION; rounded down to whole expansions. Reading edits of the
 * map is not counted: the first call after edits reads at most as many as the map remembers, each
 * up to WEND_WORK_EDIT units of work progress  what was done
 *
 * The result does not depend on how the work is cut into calls. A state that is covered takes no
 * work. Errors: WEND_ERROR_OUTSIDE, there is no such state; WEND_ERROR_BUDGET;
 * WEND_ERROR_ARGUMENT. */
WEND_API wend_error wend_field_grow(wend_field *field, wend_state until, wend_budget budget,
                                    wend_field_progress *progress);

/* Whether an optimal route from a state is known. O(1), as all that follows; the first
 * question after edits reads them as wend_field_grow does. */
WEND_API bool wend_field_covers(wend_field *field, wend_state state);

/* The cost of an optimal route from a state to the goal, 0 at the goal; WEND_DISTANCE_NONE if the
 * state is not covered, or only packed. */
#define WEND_DISTANCE_NONE UINT32_MAX
WEND_API wend_cost wend_field_distance(wend_field *field, wend_state state);

/* The next state on the way to the goal: always a legal move at this moment. WEND_STATE_NONE at the
 * goal, and where no way is known. `exact` (may be null) says whether it is the first step of an
 * optimal route; if not, it leads to where the goal was nearer before the last edits. Who follows
 * the steps does not go round in circles while nothing is edited. */
WEND_API wend_state wend_field_next(wend_field *field, wend_state state, bool *exact);

/* Keeps the steps alone, half a byte per cell of the map (a byte with 16 neighbours, sides padded
 * as those of the map), and gives the rest back. Distances are no longer known then, and what was
 * not covered, or is made wrong by an edit, begins anew when it is asked for. Takes some 15 ns per
 * cell; it allocates: call it between frames.
 * WEND_ERROR_UNSUPPORTED if it would save nothing: not a map, or few cells were touched; or if what
 * was asked for last is not covered. The field stays as it was then. WEND_ERROR_MEMORY: it is not
 * packed. Also then, as after success, states may be dropped that only the search before the last
 * edits covered. */
WEND_API wend_error wend_field_pack(wend_field *field);

/* Bytes that the field holds, with what is reserved. */
WEND_API size_t wend_field_memory(const wend_field *field);

#ifdef __cplusplus
}
#endif

#endif
