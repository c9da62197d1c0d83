/* wend/base.h - errors, diagnoses, allocators and costs: what all other headers use.
 *
 *     wend_map *map;
 *     wend_diagnosis diagnosis;
 *     wend_map_def def = {.width = 6, .height = 3, .neighbors = 5};
 *     if (wend_map_create(&def, &map, &diagnosis)) {
 *         puts(diagnosis.text); // neighbors is 5, expected 4, 8 or 16
 *     }
 *
 * All objects of wend follow the same rules:
 *
 * - `wend_X_create(&def, &x, &diagnosis)` creates an X. Zero fields of the definition are defaults.
 * - `wend_X_destroy(x)` frees it. NULL is allowed. An object must not be used after that.
 * - A call that can fail returns a wend_error and writes its result through a pointer.
 * - A call that creates or loads an object sets that pointer to NULL on every error.
 * - A call that only reads an object accepts NULL. Unless it says otherwise, it then returns 0,
 *   false, NULL, WEND_STATE_NONE or a struct of zeros.
 *
 * Threads: the functions of this header can be called from any thread. */
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wend/api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors -------------------------------------------------------------------------------- */

/* The result of a call that can fail. Numbers are never reused.
 *
 * "Unreachable" and "not found yet" are not errors. They are statuses, such as those of
 * wend_agent_status. */
typedef enum wend_error {
    WEND_OK = 0,                  /* success */
    WEND_ERROR_MEMORY = 1,        /* the allocator failed, or a memory limit was reached */
    WEND_ERROR_ARGUMENT = 2,      /* a pointer is NULL, or a value is outside its range */
    WEND_ERROR_IO = 3,            /* a file could not be opened, read or written */
    WEND_ERROR_FORMAT = 4,        /* a file, text or character does not have the expected format */
    WEND_ERROR_SIZE = 5,          /* empty, or larger than supported (WEND_MAP_SIDE_MAX) */
    WEND_ERROR_OUTSIDE = 6,       /* a coordinate or state is outside the map */
    WEND_ERROR_START_BLOCKED = 7, /* the start is a blocked cell */
    WEND_ERROR_GOAL_BLOCKED = 8,  /* the goal is a blocked cell */
    WEND_ERROR_BUDGET = 9,        /* the budget is below the minimum, or out of range */
    WEND_ERROR_ALGORITHM = 10,    /* unknown algorithm */
    WEND_ERROR_UNSUPPORTED = 11,  /* the algorithm does not support this domain or these options */
    WEND_ERROR_COST = 12,         /* a move costs 0 or too much */
    WEND_ERROR_STALE = 13         /* the map was edited after something was computed for it */
} wend_error;

/* Returns a short English text for an error, also for unknown values. Static, never NULL. */
WEND_API const char *wend_error_text(wend_error error);

/* Where and why a call failed. Calls that read definitions, files or texts fill it in if they
 * return an error. */
typedef struct wend_diagnosis {
    uint32_t line;     /* line, from 1; 0 if no line applies */
    uint32_t column;   /* column, from 1; 0 if no column applies */
    const char *field; /* the wrong field of the definition; NULL if no field is wrong; static */
    char text[200];    /* what was found and what was expected; ends with 0 */
} wend_diagnosis;

/* ---- Memory -------------------------------------------------------------------------------- */

/* Where an object gets its memory. The struct is copied into the object. The default (all fields 0)
 * is malloc and free. Set both functions or neither. They are never called inside a tick. */
typedef struct wend_allocator {
    /* Returns `size` bytes with the alignment of malloc, or NULL. */
    void *(*allocate)(void *context, size_t size);
    /* Frees what `allocate` returned; `size` is the size that was requested. */
    void (*release)(void *context, void *memory, size_t size);
    /* Passed to both functions. Must outlive the object. */
    void *context;
} wend_allocator;

/* ---- Costs --------------------------------------------------------------------------------- */

/* A cost, as an unsigned fixed-point number. An orthogonal step of a grid costs WEND_COST_ONE, a
 * diagonal step WEND_COST_DIAGONAL, a knight's move WEND_COST_KNIGHT.
 *
 * The scale makes both square roots accurate: 1731/1224 = 577/408 is a convergent of sqrt 2 (2.1e-6
 * above it), and 2737/1224 is 4.3e-5 above sqrt 5. Two routes are ordered wrongly only if their
 * counts of diagonal steps differ by 408 or more and their lengths by less than a thousandth of a
 * cell. Both values are rounded up, so the rounded-down Euclidean distance is a consistent
 * heuristic. */
typedef uint32_t wend_cost;

#define WEND_COST_ONE      1224u /* the cost of an orthogonal step */
#define WEND_COST_DIAGONAL 1731u /* the cost of a diagonal step: sqrt 2 cells */
#define WEND_COST_KNIGHT   2737u /* the cost of a knight's move: sqrt 5 cells */

/* The largest cost g from which a search continues: 3.4 million orthogonal steps. A search that
 * would have to expand a state with a larger g ends with the status OVERFLOW
 * (WEND_AGENT_OVERFLOW, WEND_FIND_OVERFLOW, WEND_FIELD_OVERFLOW); a unit of a fleet is
 * WEND_UNIT_UNREACHABLE. */
#define WEND_COST_MAX 4200000000u

/* ---- Version ------------------------------------------------------------------------------- */

/* The version of these headers. CMake reads the number from here. */
#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 3
#define WEND_VERSION_PATCH 0

/* Returns the version of the linked library as "major.minor.patch". */
WEND_API const char *wend_version(void);

#ifdef __cplusplus
}
#endif

#endif
