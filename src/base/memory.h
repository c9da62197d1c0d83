/* base/memory.h - the account of one object: where its memory comes from and how much it may have.
 */
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

/* Returns WEND_ERROR_MEMORY and names the limit, if there is one; else the format says what was to
 * be made. */
WN_PRINTF(3, 4)
wend_error wn_no_memory(wend_diagnosis *diagnosis, size_t limit, const char *format, ...);

/* Returns the limit for an object inside another one: what is left of the account. Never 0 if there
 * is a limit: 1 byte is too little for any object. */
size_t wn_memory_left(const wn_memory *memory);

/* Null if the allocator has nothing or the limit would be passed. */
void *wn_memory_take(wn_memory *memory, size_t size);
void wn_memory_give(wn_memory *memory, void *block, size_t size);

/* Sets bytes to 0. What a compiler would put there for an initializer takes longer where it is a
 * few hundred of them: on x86 an instruction that needs some time to begin. */
void wn_memory_zero(void *bytes, size_t size);

/* Replaces an array by a larger one with a copy of its first `kept` bytes. On failure the old one
 * stays as it was. */
bool wn_memory_grow(wn_memory *memory, void **array, size_t old_size, size_t kept, size_t new_size);

#endif
