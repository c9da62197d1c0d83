/* support/ledger.h - an allocator that counts its calls, can be made to fail, and can be
 * forbidden. */
#ifndef TEST_LEDGER_H
#define TEST_LEDGER_H

#include <wend/base.h>

typedef struct ledger {
    uint64_t calls;    /* of allocate, including failed ones */
    uint64_t failures; /* calls of allocate that returned NULL */
    uint64_t releases;
    size_t live_bytes;
    size_t peak_bytes;
    size_t largest;   /* largest allocation requested */
    uint64_t fail_at; /* the number of the call that fails, from 1; 0: none */
    bool fail_from;   /* later calls fail, too */
    size_t capacity;  /* live bytes at which calls fail; 0: none */
    bool forbidden;   /* any call fails the test */
} ledger;

/* Returns the allocator; the ledger must outlive its user. */
wend_allocator ledger_allocator(ledger *book);

#endif
