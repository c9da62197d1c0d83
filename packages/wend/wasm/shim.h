/* shim.h - what the files behind the package's JavaScript share. They are flat functions over the
 * public headers of wend: numbers and addresses in, numbers and addresses out. */
#ifndef SHIM_H
#define SHIM_H

#include "base/portable.h"

#include <wend/wend.h>

/* Declares and begins a function that JavaScript calls by its own name. */
#define EXPORT(type, name, ...)                                                                    \
    WN_EXPORT(#name) type name(__VA_ARGS__);                                                       \
    type name(__VA_ARGS__)

/* A number that JavaScript did not give: the default stands (index.js: DEFAULT). */
#define SHIM_DEFAULT UINT32_MAX

static inline uint32_t shim_given(uint32_t value, uint32_t usual) {
    return value == SHIM_DEFAULT ? usual : value;
}

/* Why the last call failed; JavaScript makes an exception of it. */
typedef struct shim_report {
    wend_error error;
    wend_diagnosis diagnosis;
} shim_report;

extern shim_report shim_last;

/* Notes the error and returns whether there is one. */
bool shim_failed(wend_error error);

#endif
