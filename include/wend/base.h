/* wend/base.h - what every other header of wend builds on: errors, the allocator hook, costs. */
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

/* Every fallible call returns one of these and gives its result through a pointer. Numbers are
 * never reused. "Unreachable" and "not yet" are no errors: they are statuses of a tick.
 *
 * Calls that create or load an object set that pointer to NULL on every error, so that destroying
 * the object is safe. */
typedef enum wend_error {
    WEND_OK = 0,
    WEND_ERROR_MEMORY = 1,        /* the allocator gave nothing, or a memory limit was reached */
    WEND_ERROR_ARGUMENT = 2,      /* a null pointer or a value outside its documented range */
    WEND_ERROR_IO = 3,            /* a file could not be opened, read or written */
    WEND_ERROR_FORMAT = 4,        /* a file or text is not in the format that it should be in */
    WEND_ERROR_SIZE = 5,          /* larger than WEND_MAP_SIDE_MAX, or empty */
    WEND_ERROR_OUTSIDE = 6,       /* a coordinate or state outside the map */
    WEND_ERROR_START_BLOCKED = 7, /* the start cannot be stood on */
    WEND_ERROR_GOAL_BLOCKED = 8,  /* the goal cannot be stood on */
    WEND_ERROR_BUDGET = 9,        /* a budget of 0, or one out of range */
    WEND_ERROR_ALGORITHM = 10,    /* no such algorithm */
    WEND_ERROR_UNSUPPORTED = 11,  /* the algorithm does not support this domain or these options */
    WEND_ERROR_COST = 12,         /* a move that costs nothing, or too much */
    WEND_ERROR_STALE = 13         /* the map was edited after something was computed for it */
} wend_error;

/* Functions that only read an object (wend_map_width, wend_agent_state, ...) also answer for a null
 * pointer: 0, false, null, WEND_STATE_NONE, or a struct of zeros. Those that destroy ignore it. */

/* A short English text for an error; never null, static, also for unknown values. */
WEND_API const char *wend_error_text(wend_error error);

/* Where and why something failed: filled in, if an error is returned, by the functions that read
 * definitions, files and texts. */
typedef struct wend_diagnosis {
    uint32_t line;     /* 1-based line, 0 if no line applies */
    uint32_t column;   /* 1-based column, 0 if no column applies */
    const char *field; /* the field of the definition that is wrong, null if none is; static */
    char text[200];    /* what was found and what was expected; ends with 0 */
} wend_diagnosis;

/* ---- Memory -------------------------------------------------------------------------------- */

/* Where an object takes its memory from. Copied into the object; `context` must outlive it.
 * The default (all fields 0) is malloc and free. No call to it is made inside a tick. */
typedef struct wend_allocator {
    /* Returns `size` bytes aligned like malloc's, or null. */
    void *(*allocate)(void *context, size_t size);
    /* Takes back what `allocate` returned; `size` is what was asked for. */
    void (*release)(void *context, void *memory, size_t size);
    void *context;
} wend_allocator;

/* ---- Costs --------------------------------------------------------------------------------- */

/* A cost is an unsigned fixed-point number. One orthogonal step of a grid costs WEND_COST_ONE, a
 * diagonal one WEND_COST_DIAGONAL, a knight's move WEND_COST_KNIGHT.
 *
 * The unit was chosen so that both roots come out well in small integers: 1731/1224 = 577/408 is a
 * convergent of sqrt 2 (2.1e-6 above it), 2737/1224 lies 4.3e-5 above sqrt 5. Two routes are put
 * in the wrong order only if their counts of diagonal steps differ by 408 or more and their
 * lengths by less than a thousandth of a cell. Both are rounded up, which keeps the floored
 * Euclidean distance a consistent heuristic. */
typedef uint32_t wend_cost;

#define WEND_COST_ONE      1224u
#define WEND_COST_DIAGONAL 1731u
#define WEND_COST_KNIGHT   2737u

/* A search that would have to go on from a state with a larger g than this says
 * WEND_AGENT_OVERFLOW: 3.4 million orthogonal steps. */
#define WEND_COST_MAX 4200000000u

/* ---- Version ------------------------------------------------------------------------------- */

/* Of these headers. The one place that holds the number: CMake reads it from here. */
#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 3
#define WEND_VERSION_PATCH 0

/* "major.minor.patch" of the library that is linked. */
WEND_API const char *wend_version(void);

#ifdef __cplusplus
}
#endif

#endif
