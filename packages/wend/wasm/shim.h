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

/* What JavaScript writes to make an agent, besides the parameters of wend/algorithm.h. */
typedef struct shim_agent_options {
    uint32_t start, goal;
    uint32_t sight; /* 0: the agent knows the map */
    uint32_t line_of_sight;
    uint32_t known_permille, known_seed;
    uint32_t watch; /* keep a view */
} shim_agent_options;

/* What the package counts beside wend_counters. */
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
} shim_report;

extern shim_report shim_last;

/* Stores the error and returns whether there is one. */
bool shim_failed(wend_error error);

#endif
