/* support/ledger.h - an allocator that counts, that can fail, and that can be forbidden. */
#ifndef TEST_LEDGER_H
#define TEST_LEDGER_H

#include <wend/base.h>

typedef struct ledger {
    uint64_t calls;    /* of allocate, failed ones included */
    uint64_t failures; /* calls of allocate that returned null */
    uint64_t releases;
    size_t live_bytes;
    size_t peak_bytes;
    size_t largest;   /* most bytes asked for at once */
    uint64_t fail_at; /* the number of the call that fails, from 1; 0: none */
    bool fail_from;   /* the calls after it fail too */
    size_t capacity;  /* live bytes at which calls fail; 0: none */
    bool forbidden;   /* any call ends the test */
} ledger;

/* The hook; the ledger must outlive its user. */
wend_allocator ledger_allocator(ledger *book);

#endif
