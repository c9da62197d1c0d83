/* base/memory.h - the memory account of one object: its allocator, its limit and what it holds. */
#ifndef WN_MEMORY_H
#define WN_MEMORY_H

#include "base/base.h"

typedef struct wn_memory {
    wend_allocator allocator;
    size_t limit; /* 0: none */
    size_t used;
} wn_memory;

void wn_memory_init(wn_memory *memory, const wend_allocator *allocator, size_t limit);

/* Refuses an allocator with only one of its two functions. */
wend_error wn_check_allocator(const wend_allocator *allocator, wend_diagnosis *diagnosis);

/* Returns WEND_ERROR_MEMORY. The diagnosis names the memory limit if one is set; otherwise it is
 * the formatted text. */
WN_PRINTF(3, 4)
wend_error wn_no_memory(wend_diagnosis *diagnosis, size_t limit, const char *format, ...);

/* Returns the memory limit for an object inside another one: the bytes left in the account, 0 if
 * the account has no limit. If nothing is left it returns 1, because 0 would mean no limit; 1 byte
 * is too small for any object. */
size_t wn_memory_left(const wn_memory *memory);

/* Returns NULL if the allocator fails or the limit would be exceeded. */
void *wn_memory_take(wn_memory *memory, size_t size);
void wn_memory_give(wn_memory *memory, void *block, size_t size);

/* Sets bytes to 0. For a few hundred bytes this is faster than an initializer, for which compilers
 * use an x86 instruction that takes long to start. */
void wn_memory_zero(void *bytes, size_t size);

/* Replaces an array by a larger one and copies its first `kept` bytes. On failure the old array is
 * unchanged. */
bool wn_memory_grow(wn_memory *memory, void **array, size_t old_size, size_t kept, size_t new_size);

#endif
