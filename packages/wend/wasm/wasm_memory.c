/* wasm_memory.c - growth of the module's memory.
 *
 * The allocator of the C library requests 64 kB at a time. In JavaScript every growth replaces the
 * buffer behind all typed arrays, and some engines copy it. This sbrk therefore grows the memory by
 * an eighth of its size, at least by 1 MB, and hands it out in the pieces that the allocator
 * requests. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "base/portable.h"

#define STEP_MIN ((uintptr_t)1 << 20)

/* Replaces the C library's sbrk. The allocator has used the initial memory of the module before its
 * first call. */
void *sbrk(intptr_t increment) {
    static uintptr_t end; /* end of the memory handed out */
    uintptr_t size = WN_MEMORY_PAGES() * WN_MEMORY_PAGE, wanted = (uintptr_t)increment;
    end = end ? end : size;
    if (increment > 0 && wanted > size - end) {
        uintptr_t missing = wanted - (size - end), step = size / 8 > STEP_MIN ? size / 8 : STEP_MIN;
        uintptr_t pages = (missing + WN_MEMORY_PAGE - 1) / WN_MEMORY_PAGE;
        uintptr_t ahead = step / WN_MEMORY_PAGE > pages ? step / WN_MEMORY_PAGE : pages;
        if (!WN_MEMORY_GROW(ahead) && !WN_MEMORY_GROW(pages)) {
            errno = ENOMEM;
            return (void *)-1;
        }
    }
    uintptr_t start = end;
    end += wanted;
    return (void *)start;
}
