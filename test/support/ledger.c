#include "support/ledger.h"

#include "support/test.h"

/* Written before and after each block: a wrong size on release, or a write beyond the end, is
 * detected when the block is freed. */
#define HEADER 16u
#define GUARD  UINT64_C(0x77656e6420746573)

/* Each page is written before it is handed out. Otherwise the operating system would provide it on
 * the first write, and that time would be measured as part of a tick. */
#define PAGE 4096u

static void *allocate(void *context, size_t size) {
    ledger *book = context;
    check(!book->forbidden, "the allocator was called inside a tick, for %zu bytes", size);
    check(size > 0, "0 bytes were requested");
    book->calls++;
    book->largest = size > book->largest ? size : book->largest;
    bool fails = book->fail_at &&
                 (book->fail_from ? book->calls >= book->fail_at : book->calls == book->fail_at);
    if (fails || (book->capacity && book->live_bytes + size > book->capacity)) {
        book->failures++;
        return NULL;
    }
    char *block = malloc(HEADER + size + sizeof(uint64_t));
    if (!block) {
        book->failures++;
        return NULL;
    }
    for (size_t i = 0; i < size; i += PAGE) {
        block[HEADER + i] = 0x5a;
    }
    *(size_t *)(void *)block = size;
    for (size_t i = 0; i < sizeof(uint64_t); i++) {
        block[HEADER + size + i] = (char)(GUARD >> 8 * i & 255);
    }
    book->live_bytes += size;
    book->peak_bytes = book->live_bytes > book->peak_bytes ? book->live_bytes : book->peak_bytes;
    return block + HEADER;
}

static void release(void *context, void *memory, size_t size) {
    ledger *book = context;
    check(!book->forbidden, "memory was freed inside a tick");
    check(memory != NULL, "NULL was freed");
    char *block = (char *)memory - HEADER;
    size_t asked = *(size_t *)(void *)block;
    check(asked == size, "%zu bytes were allocated and %zu freed", asked, size);
    for (size_t i = 0; i < sizeof(uint64_t); i++) {
        check(block[HEADER + size + i] == (char)(GUARD >> 8 * i & 255),
              "a write beyond a block of %zu bytes", size);
    }
    book->releases++;
    book->live_bytes -= size;
    free(block);
}

wend_allocator ledger_allocator(ledger *book) {
    return (wend_allocator){.allocate = allocate, .release = release, .context = book};
}
