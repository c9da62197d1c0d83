/* wend/field.h - distances and next steps to one goal from everywhere: distance maps, flow fields.
 *
 *     wend_field *field;
 *     wend_field_progress progress;
 *     wend_field_def def = {.map = map, .goal = goal};
 *     wend_field_create(&def, &field, NULL);
 *
 *     // every frame
 *     wend_field_reserve(field, work); // may allocate
 *     wend_field_grow(field, farthest, (wend_budget){.work = work}, &progress);
 *     wend_state next = wend_field_next(field, cell, NULL); // for each unit
 *
 * One search runs backwards from the goal, in slices and only as far as it is asked to. For every
 * cell that it covers, the field knows the distance to the goal and the next step. For many units
 * with the same goal that costs a fraction of one search each.
 *
 * Grow the field to the cell of each unit that it does not cover yet, the farthest first, while the
 * frame has budget left.
 *
 * - The map may be edited between calls. The field notices edits without a call.
 * - After an edit, cells that are nearer to the goal than every cell around the edit stay covered:
 *   their distances are still exact. The other cells are no longer covered, until wend_field_grow
 *   reaches them again.
 * - Until then wend_field_next returns their old steps, if these are still legal.
 *
 * Threads: one thread per field at a time, also for queries. */
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A search from one goal, and what it knows of every cell. */
typedef struct wend_field wend_field;

/* ---- Creation -------------------------------------------------------------------------------- */

/* A rectangle of cells. The part outside the map is ignored. */
typedef struct wend_box {
    uint32_t x, y;          /* column and row of the upper left cell */
    uint32_t width, height; /* cells; 0: no rectangle */
} wend_box;

/* What a field is created from. Zeros are the defaults. */
typedef struct wend_field_def {
    /* A grid. Either this or `domain` is required, not both. Must outlive the field. */
    const wend_map *map;
    /* A graph in which every edge has a reverse edge of the same cost. Must outlive the field. */
    const wend_domain *domain;
    /* The goal. A blocked cell is allowed: no path leads there until it is freed. */
    wend_state goal;
    /* Where the units are: the field grows there first. Cells outside can be covered too, with more
     * expansions than without a box. All 0 (default): no preferred direction. Not read on graphs.
     */
    wend_box box;
    size_t memory_limit;      /* bytes that the field may hold; 0 (default): no limit */
    wend_allocator allocator; /* all 0 (default): malloc */
} wend_field_def;

/* Creates a field from the first `size` bytes of a definition, as wend_agent_create_sized. For
 * bindings. */
WEND_API wend_error wend_field_create_sized(const wend_field_def *def, size_t size,
                                            wend_field **out, wend_diagnosis *diagnosis);

/* Creates a field that covers only its goal. Zero fields of `def` are defaults.
 *
 * Either `map` or `domain` is required. Takes up to 17 kB, and 1 byte per 128 cells of the map.
 *
 * On error *out is NULL and `diagnosis` (NULL is allowed) names the field of the definition:
 *     WEND_ERROR_ARGUMENT      a pointer is NULL, map and domain are both set or both NULL, or the
 *                              allocator has only one function
 *     WEND_ERROR_UNSUPPORTED   the moves of the domain cannot be reversed at the same cost, or it
 *                              does not number its states
 *     WEND_ERROR_OUTSIDE       the goal is not a state of the map or domain
 *     WEND_ERROR_MEMORY        out of memory, or memory_limit is too small */
static inline wend_error wend_field_create(const wend_field_def *def, wend_field **out,
                                           wend_diagnosis *diagnosis) {
    return wend_field_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a field. NULL is allowed. */
WEND_API void wend_field_destroy(wend_field *field);

/* ---- Growing --------------------------------------------------------------------------------- */

/* Changes the goal. Afterwards the field covers only the new goal.
 *
 * box  as in the definition; NULL: none
 *
 * Errors; the field stays as it was:
 *     WEND_ERROR_ARGUMENT   field is NULL
 *     WEND_ERROR_OUTSIDE    the goal is not a state
 *
 * O(1). */
WEND_API wend_error wend_field_set_goal(wend_field *field, wend_state goal, const wend_box *box);

/* Allocates what wend_field_grow needs for the next `work` units of work.
 *
 * Takes about 26 bytes per cell that this work reaches, and twice that after an edit, while the
 * field grows again. Only this call and wend_field_pack allocate: call it between frames.
 *
 * Also frees the search of a packed field. To grow again, such a field needs another reservation.
 * May drop the old steps of cells that are not covered since an edit.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   field is NULL
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is reached; the field can still be used
 */
WEND_API wend_error wend_field_reserve(wend_field *field, uint64_t work);

/* The outcome of wend_field_grow. */
typedef enum wend_field_status {
    /* The budget is used up. Call wend_field_grow again. */
    WEND_FIELD_PENDING = 0,
    /* The requested state is covered. */
    WEND_FIELD_COVERED = 1,
    /* No path leads from the requested state to the goal. Every state from which one does is
     * covered, except blocked cells beside covered ones. */
    WEND_FIELD_UNREACHABLE = 2,
    /* Too little memory is reserved. Call wend_field_reserve first. */
    WEND_FIELD_NOT_RESERVED = 3,
    /* The remaining distances exceed WEND_COST_MAX. */
    WEND_FIELD_OVERFLOW = 4
} wend_field_status;

/* Returns a short text: "pending", "covered"; also for unknown values. Static, never NULL. */
WEND_API const char *wend_field_status_text(wend_field_status status);

/* What a call of wend_field_grow has done. */
typedef struct wend_field_progress {
    wend_field_status status; /* whether to call again */
    uint32_t expansions;      /* of this call; starting a search counts as one */
    uint64_t work;            /* units of work of this call, never more than the budget */
} wend_field_progress;

/* Grows the field until a state is covered.
 *
 * until     the state; WEND_STATE_NONE: all that can be covered
 * budget    at least WEND_WORK_EXPANSION; rounded down to whole expansions
 * progress  what was done
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or a time limit is set without a clock
 *     WEND_ERROR_BUDGET     less than WEND_WORK_EXPANSION units of work
 *     WEND_ERROR_OUTSIDE    `until` is not a state
 *
 * Work: at most the budget; 0 if the state is covered. Reading edits is not counted: the first call
 * after edits reads at most as many as the map remembers, each up to WEND_WORK_EDIT units of work.
 * The result does not depend on how the work is divided into calls. Never allocates. */
WEND_API wend_error wend_field_grow(wend_field *field, wend_state until, wend_budget budget,
                                    wend_field_progress *progress);

/* ---- Queries --------------------------------------------------------------------------------- */

/* Returns whether the field knows an optimal path from a state.
 *
 * O(1). The first query after edits reads them, as wend_field_grow does. That holds for the other
 * queries too. */
WEND_API bool wend_field_covers(wend_field *field, wend_state state);

/* The distance of a state that is not covered. */
#define WEND_DISTANCE_NONE UINT32_MAX

/* Returns the cost of an optimal path from a state to the goal, 0 at the goal.
 *
 * Returns WEND_DISTANCE_NONE if the state is not covered, or if the field is packed there. O(1). */
WEND_API wend_cost wend_field_distance(wend_field *field, wend_state state);

/* Returns the next state on the way to the goal, or WEND_STATE_NONE.
 *
 * exact  receives whether the step begins an optimal path; if not, it is a step of the field as it
 *        was before the last edits. NULL is allowed
 *
 * WEND_STATE_NONE at the goal, and where no way is known. The step is always a legal move now.
 * Following the steps never cycles unless the map is edited. O(1). */
WEND_API wend_state wend_field_next(wend_field *field, wend_state state, bool *exact);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Keeps only the next steps and frees the rest.
 *
 * The steps take half a byte per cell of the map, with 16 neighbours a byte per cell; sides are
 * padded as those of the map. Distances are no longer known. What is not covered, or is invalidated
 * by an edit, starts again when it is requested.
 *
 * Errors; the field is not packed:
 *     WEND_ERROR_ARGUMENT      field is NULL
 *     WEND_ERROR_UNSUPPORTED   packing saves nothing: not a map, or few cells were touched; or the
 *                              last requested state is not covered
 *     WEND_ERROR_MEMORY        out of memory, or memory_limit is reached
 *
 * On success and after WEND_ERROR_MEMORY it may have dropped the old steps of cells that are not
 * covered since an edit. Takes about 15 ns per cell. It allocates: call it between frames. */
WEND_API wend_error wend_field_pack(wend_field *field);

/* Returns the bytes that the field holds, including reserved ones. O(1). */
WEND_API size_t wend_field_memory(const wend_field *field);

#ifdef __cplusplus
}
#endif

#endif
