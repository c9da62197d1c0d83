#include "base/memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

static void default_release(void *context, void *block, size_t size) {
    (void)context;
    (void)size;
    free(block);
}

void wn_memory_init(wn_memory *memory, const wend_allocator *allocator, size_t limit) {
    *memory = (wn_memory){.allocator = *allocator, .limit = limit};
    if (!memory->allocator.allocate) {
        memory->allocator.allocate = default_allocate;
        memory->allocator.release = default_release;
    }
}

wend_error wn_check_allocator(const wend_allocator *allocator, wend_diagnosis *diagnosis) {
    bool is_whole = !allocator->allocate == !allocator->release;
    return is_whole ? WEND_OK
                    : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "allocator",
                                        "allocator has only one function; set both or neither");
}

wend_error wn_no_memory(wend_diagnosis *diagnosis, size_t limit, const char *format, ...) {
    if (limit) {
        return wn_diagnose_field(
            diagnosis, WEND_ERROR_MEMORY, "memory_limit",
            "memory_limit of %" PRIu64 " bytes is too small (or malloc failed)", (uint64_t)limit);
    }
    char text[sizeof diagnosis->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return wn_diagnose_field(diagnosis, WEND_ERROR_MEMORY, NULL, "%s", text);
}

size_t wn_memory_left(const wn_memory *memory) {
    if (!memory->limit) {
        return 0;
    }
    return memory->used < memory->limit ? memory->limit - memory->used : 1;
}

/* Writes to every page of a block. Operating systems map a page on the first write to it, which
 * takes microseconds. Blocks from here are used inside ticks, so their pages are mapped now. */
static void touch(void *block, size_t size) {
    volatile char *bytes = block;
    for (size_t at = 0; at < size; at += 4096) {
        bytes[at] = 0;
    }
    if (size) {
        bytes[size - 1] = 0;
    }
}

void *wn_memory_take(wn_memory *memory, size_t size) {
    if (memory->limit && (size > memory->limit || memory->used > memory->limit - size)) {
        return NULL;
    }
    void *block = memory->allocator.allocate(memory->allocator.context, size);
    if (block) {
        memory->used += size;
        touch(block, size);
    }
    return block;
}

void wn_memory_give(wn_memory *memory, void *block, size_t size) {
    if (block) {
        assert(size <= memory->used); /* it was taken from this account, with this size */
        memory->allocator.release(memory->allocator.context, block, size);
        memory->used -= size;
    }
}

WN_NOINLINE void wn_memory_zero(void *bytes, size_t size) {
    memset(bytes, 0, size);
}

bool wn_memory_grow(wn_memory *memory, void **array, size_t old_size, size_t kept,
                    size_t new_size) {
    assert(kept <= old_size && kept <= new_size);
    void *larger = wn_memory_take(memory, new_size);
    if (!larger) {
        return false;
    }
    if (kept) {
        memcpy(larger, *array, kept);
    }
    wn_memory_give(memory, *array, old_size);
    *array = larger;
    return true;
}
