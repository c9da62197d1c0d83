/* base/base.h - small helpers that every layer uses. */
#ifndef WN_BASE_H
#define WN_BASE_H

#include <wend/base.h>
#include <wend/budget.h>

#include "base/portable.h"

#include <assert.h>
#include <stddef.h>

#define WN_NONE UINT32_MAX

/* Fills in the diagnosis, if there is one, and returns the error. */
WN_PRINTF(5, 6)
wend_error wn_diagnose(wend_diagnosis *diagnosis, wend_error error, uint32_t line, uint32_t column,
                       const char *format, ...);
/* The same for a field of a definition. */
WN_PRINTF(4, 5)
wend_error wn_diagnose_field(wend_diagnosis *diagnosis, wend_error error, const char *field,
                             const char *format, ...);

/* Copies a definition of `given_size` bytes into `out` and clears the rest of `out`. If it is
 * longer than `size`, the extra bytes must be 0: this version of the library would ignore them. */
wend_error wn_definition_copy(const void *given, size_t given_size, void *out, size_t size,
                              wend_diagnosis *diagnosis);

/* Returns WEND_ERROR_BUDGET for less work than `least`, WEND_ERROR_ARGUMENT for a time limit
 * without a clock. */
static inline wend_error wn_budget_check(const wend_budget *budget, uint64_t least) {
    if (budget->nanoseconds && (!budget->clock || !budget->clock->now)) {
        return WEND_ERROR_ARGUMENT;
    }
    return budget->work < least ? WEND_ERROR_BUDGET : WEND_OK;
}

/* When a call with this budget must end: UINT64_MAX without a time limit. Reads the clock. */
uint64_t wn_budget_end(const wend_budget *budget);

/* Whether it must end now. Reads the clock only if there is a time limit. */
bool wn_budget_is_over(const wend_budget *budget, uint64_t end);

/* Names the last field of a definition. Padding behind it would become a field of a later version,
 * and callers do not set padding. */
#define WN_DEFINITION_ENDS(type, field)                                                            \
    _Static_assert(offsetof(type, field) + sizeof(((type *)NULL)->field) == sizeof(type),          \
                   "the definition has no padding at its end")

static inline uint32_t wn_min_u32(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static inline uint64_t wn_min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t wn_max_u64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static inline uint32_t wn_max_u32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Adds; saturates at UINT32_MAX instead of wrapping. */
static inline uint32_t wn_add_sat(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static inline uint32_t wn_mul_sat(uint32_t a, uint32_t b) {
    uint64_t product = (uint64_t)a * b;
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

#endif
