/* wasm_numbers.c - the values of enums, limits, sizes and offsets for numbers.js. numbers.mjs
 * writes numbers.inc from the headers, and numbers.js from the values compiled here. */
#include "shim.h"
#include "wasm_view.h"

#include <stddef.h>

static const uint32_t numbers[] = {
#include "numbers.inc"
};

EXPORT(const uint32_t *, numbers_table, void) {
    return numbers;
}

EXPORT(uint32_t, numbers_count, void) {
    return sizeof numbers / sizeof *numbers;
}
