/* wasm_memory.c - how the module's memory grows.
 *
 * The allocator of the C library asks for 64 kB at a time. In JavaScript every growth replaces the
 * buffer that all arrays are views of, and some engines copy it. So memory grows by an eighth of
 * itself, and by a megabyte at least; the allocator is given its pieces out of that. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "base/portable.h"

#define STEP_MIN ((uintptr_t)1 << 20)

/* In place of the C library's. The allocator has used what the module begins with by then. */
void *sbrk(intptr_t increment) {
    static uintptr_t end; /* of what was handed out */
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
