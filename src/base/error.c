#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *wend_error_text(wend_error error) {
    switch (error) {
    case WEND_OK:
        return "no error";
    case WEND_ERROR_MEMORY:
        return "out of memory, or a memory limit was reached";
    case WEND_ERROR_ARGUMENT:
        return "an argument is null or out of range";
    case WEND_ERROR_IO:
        return "a file could not be opened, read or written";
    case WEND_ERROR_FORMAT:
        return "the text is not in the expected format";
    case WEND_ERROR_SIZE:
        return "the map is empty or larger than 8192 x 8192 cells";
    case WEND_ERROR_OUTSIDE:
        return "a state or coordinate lies outside the map";
    case WEND_ERROR_START_BLOCKED:
        return "the start is blocked";
    case WEND_ERROR_GOAL_BLOCKED:
        return "the goal is blocked";
    case WEND_ERROR_BUDGET:
        return "the budget is out of range: set at least 24 units of work, 100 for a fleet";
    case WEND_ERROR_ALGORITHM:
        return "unknown algorithm";
    case WEND_ERROR_UNSUPPORTED:
        return "the algorithm does not support this domain or these options";
    case WEND_ERROR_COST:
        return "the cost of a move is 0 or above 2^24";
    case WEND_ERROR_STALE:
        return "the map was edited after its abstraction or table of subgoals was computed";
    }
    return "unknown error";
}

#define TEXT_OF(number)  #number
#define VALUE_OF(number) TEXT_OF(number)

const char *wend_version(void) {
    return VALUE_OF(WEND_VERSION_MAJOR) "." VALUE_OF(WEND_VERSION_MINOR) "." VALUE_OF(
        WEND_VERSION_PATCH);
}

wend_error wn_diagnose(wend_diagnosis *diagnosis, wend_error error, uint32_t line, uint32_t column,
                       const char *format, ...) {
    if (diagnosis) {
        diagnosis->line = line;
        diagnosis->column = column;
        diagnosis->field = NULL;
        va_list args;
        va_start(args, format);
        vsnprintf(diagnosis->text, sizeof diagnosis->text, format, args);
        va_end(args);
    }
    return error;
}

wend_error wn_diagnose_field(wend_diagnosis *diagnosis, wend_error error, const char *field,
                             const char *format, ...) {
    if (diagnosis) {
        diagnosis->line = diagnosis->column = 0;
        diagnosis->field = field;
        va_list args;
        va_start(args, format);
        vsnprintf(diagnosis->text, sizeof diagnosis->text, format, args);
        va_end(args);
    }
    return error;
}

wend_error wn_definition_copy(const void *given, size_t given_size, void *out, size_t size,
                              wend_diagnosis *diagnosis) {
    if (!given) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "def is null");
    }
    memset(out, 0, size);
    memcpy(out, given, given_size < size ? given_size : size);
    for (size_t i = size; i < given_size; i++) {
        if (((const char *)given)[i]) {
            return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL,
                                     "byte %u is set, but a definition of this version of the "
                                     "library has %u bytes",
                                     (unsigned)i, (unsigned)size);
        }
    }
    return WEND_OK;
}

uint64_t wn_budget_end(const wend_budget *budget) {
    if (!budget->nanoseconds) {
        return UINT64_MAX;
    }
    uint64_t now = budget->clock->now(budget->clock->context);
    return budget->nanoseconds > UINT64_MAX - now ? UINT64_MAX : now + budget->nanoseconds;
}

bool wn_budget_is_over(const wend_budget *budget, uint64_t end) {
    return end != UINT64_MAX && budget->clock->now(budget->clock->context) >= end;
}
