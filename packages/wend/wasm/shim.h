/* shim.h - declarations shared by the C files of the package. They wrap the public headers of wend
 * in flat functions that take and return numbers and addresses. JavaScript reads structs and enums
 * by numbers.js, which numbers.mjs makes from these headers. */
#ifndef SHIM_H
#define SHIM_H

#include "base/portable.h"

#include <wend/research.h>
#include <wend/wend.h>

/* Declares and defines a function that JavaScript calls by this name. */
#define EXPORT(type, name, ...)                                                                    \
    WN_EXPORT(#name) type name(__VA_ARGS__);                                                       \
    type name(__VA_ARGS__)

/* The value of an option that was not given: the library's default is used. */
#define SHIM_NOT_GIVEN UINT32_MAX

static inline uint32_t shim_given(uint32_t value, uint32_t default_value) {
    return value == SHIM_NOT_GIVEN ? default_value : value;
}

/* How a view is updated: by a callback for each expansion, which takes time in the tick; or after
 * each tick, some cells at a time. */
#define SHIM_WATCH_TICKS    1u
#define SHIM_WATCH_DEFERRED 2u
#define SHIM_WATCH_LOG      3u /* like SHIM_WATCH_TICKS, and lists every expansion */

/* Options of an agent, besides the parameters of wend/algorithm.h. JavaScript writes them. */
typedef struct shim_agent_options {
    uint32_t start, goal;
    uint32_t sight; /* 0: the agent knows the map */
    uint32_t line_of_sight;
    uint32_t known_permille, known_seed;
    uint32_t watch; /* SHIM_WATCH_, 0: no view */
    uint32_t nearest;
    uint32_t components; /* whether the agent uses connected components */
    uint32_t memory_limit;
} shim_agent_options;

/* Options of a fleet: fields of wend_fleet_def. JavaScript writes them. */
typedef struct shim_fleet_options {
    uint32_t units_max, searches_max;
    uint32_t wait;
    uint32_t event_kinds, events_max;
    uint32_t memory_limit;
    uint32_t group_min, fields_max;
    uint32_t time_bank; /* nanoseconds */
} shim_fleet_options;

/* The status of an empty slot, in addition to those of wend_unit_status. */
#define SHIM_VACANT 255u

/* An explanation with its text. */
typedef struct shim_explanation {
    uint32_t reason, state, ticks;
    uint64_t count;
    const char *text;
} shim_explanation;

/* Counters of the package, in addition to wend_agent_info. */
typedef struct shim_walked {
    uint32_t straight_moves;
    uint32_t diagonal_moves;
    uint32_t knight_moves;
} shim_walked;

/* The error of the last call. JavaScript makes an exception of it. */
typedef struct shim_report {
    wend_error error;
    wend_diagnosis diagnosis;
    uint32_t index; /* in the array `field`; UINT32_MAX if it is not an array */
} shim_report;

extern shim_report shim_last;

/* Stores the error and returns whether it is one. */
bool shim_failed(wend_error error);

/* Stores the error of an argument of this name. `index` is its index in an array, or
 * UINT32_MAX. */
void shim_refuse(wend_error error, const char *field, uint32_t index);

/* Converts a budget of JavaScript: units of work, infinity for no limit, and nanoseconds, 0 for no
 * limit. */
uint64_t shim_work(double work);
wend_budget shim_budget(double work, double nanoseconds);

/* Updates the connected components before a tick or frame, at most SHIM_CHUNKS_PER_CALL chunks.
 * NULL is allowed. */
#define SHIM_CHUNKS_PER_CALL 16u
void shim_update_components(wend_components *components);

/* Explains a reason in words. */
typedef struct shim_reason {
    shim_explanation explanation;
    char text[200];
} shim_reason;

const shim_explanation *shim_explain(shim_reason *reason, const wend_explanation *why,
                                     const wend_map *map);

#endif
