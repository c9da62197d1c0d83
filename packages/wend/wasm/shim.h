/* shim.h - what the files behind the package's JavaScript share. They are flat functions over the
 * public headers of wend: numbers and addresses in, numbers and addresses out. JavaScript knows the
 * structs and enums by numbers.js, which numbers.mjs makes from these headers. */
#ifndef SHIM_H
#define SHIM_H

#include "base/portable.h"

#include <wend/research.h>
#include <wend/wend.h>

/* Declares and begins a function that JavaScript calls by its own name. */
#define EXPORT(type, name, ...)                                                                    \
    WN_EXPORT(#name) type name(__VA_ARGS__);                                                       \
    type name(__VA_ARGS__)

/* The value of an option that JavaScript was not given: the library's default is used. */
#define SHIM_NOT_GIVEN UINT32_MAX

static inline uint32_t shim_given(uint32_t value, uint32_t default_value) {
    return value == SHIM_NOT_GIVEN ? default_value : value;
}

/* How a view is kept: by what each expansion reports, which takes time in the tick; or apart from
 * ticks, some cells after each of them. */
#define SHIM_WATCH_TICKS 1u
#define SHIM_WATCH_APART 2u
#define SHIM_WATCH_LOG   3u /* as by ticks, and every expansion is listed */

/* What JavaScript writes to make an agent, besides the parameters of wend/algorithm.h. */
typedef struct shim_agent_options {
    uint32_t start, goal;
    uint32_t sight; /* 0: the agent knows the map */
    uint32_t line_of_sight;
    uint32_t known_permille, known_seed;
    uint32_t watch; /* keep a view: SHIM_WATCH_ */
} shim_agent_options;

/* What JavaScript writes to make a fleet: fields of wend_fleet_def. */
typedef struct shim_fleet_options {
    uint32_t units_max, searches_max;
    uint32_t wait;
    uint32_t event_kinds, events_max;
    uint32_t memory_limit;
    uint32_t group_min, fields_max;
} shim_fleet_options;

/* The status of a slot without a unit, beside those of wend_unit_status. */
#define SHIM_VACANT 255u

/* An explanation with its text. */
typedef struct shim_explanation {
    uint32_t reason, state, ticks;
    uint64_t count;
    const char *text;
} shim_explanation;

/* What the package counts beside wend_agent_info. */
typedef struct shim_walked {
    uint32_t straight_moves;
    uint32_t diagonal_moves;
    uint32_t knight_moves;
    uint32_t units_per_expansion; /* units of work that a budget of one expansion buys */
} shim_walked;

/* Why the last call failed; JavaScript makes an exception of it. */
typedef struct shim_report {
    wend_error error;
    wend_diagnosis diagnosis;
    uint32_t index; /* in the array that the field is; UINT32_MAX if it is none */
} shim_report;

extern shim_report shim_last;

/* Stores the error and returns whether there is one. */
bool shim_failed(wend_error error);

/* The same for an argument of this name that was refused; the index is that in an array, or
 * UINT32_MAX. */
void shim_refuse(wend_error error, const char *field, uint32_t index);

/* Nanoseconds, by the clock of JavaScript. */
extern const wend_clock shim_clock;

#endif
