#include "support/faults.h"

#include "support/test.h"

#define ALLOCATIONS_MAX 2000u

void fault_heal(ledger *book) {
    book->fail_at = 0;
}

bool fault_is_short(wend_error error) {
    check(error == WEND_OK || error == WEND_ERROR_MEMORY, "%s", wend_error_text(error));
    return error != WEND_OK;
}

uint32_t fault_sweep(const char *name, fault_scene *scene, const void *context) {
    uint32_t runs = 0;
    for (uint32_t lasting = 0; lasting < 2; lasting++) {
        bool has_failed = true;
        for (uint64_t n = 1; has_failed; n++) {
            ledger book = {.fail_at = n, .fail_from = lasting};
            scene(&book, context);
            check(book.live_bytes == 0, "%s: %zu bytes leak when allocation %u fails", name,
                  book.live_bytes, (unsigned)n);
            check(n < ALLOCATIONS_MAX, "%s: never stops allocating", name);
            has_failed = book.calls >= n;
            runs++;
        }
    }
    return runs;
}

#define LIMIT_STEPS 400u

void fault_sweep_limits(const char *name, fault_scene *scene, const void *context, size_t *limit) {
    ledger free_book = {0};
    *limit = 0;
    scene(&free_book, context);
    size_t step = free_book.peak_bytes / test_scaled(LIMIT_STEPS) + 1;
    for (*limit = 1; *limit < free_book.peak_bytes + step; *limit += step) {
        ledger book = {0};
        scene(&book, context);
        check(book.live_bytes == 0, "%s: %zu bytes leak with a limit of %zu", name, book.live_bytes,
              *limit);
        check(book.peak_bytes <= *limit, "%s: %zu bytes with a limit of %zu", name, book.peak_bytes,
              *limit);
    }
}
