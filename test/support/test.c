#include "support/test.h"

#include <stdio.h>

void test_fail(const char *file, int line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprint_error(format, args);
    va_end(args);
    print_error("\n");
    _fail(file, line);
    abort(); /* not reached; tells static analysers that a failed check does not return */
}

uint32_t test_scaled(uint32_t count) {
    const char *text = getenv("WEND_TEST_SCALE");
    unsigned long percent = text ? strtoul(text, NULL, 10) : TEST_SCALE_DEFAULT;
    uint64_t scaled = (uint64_t)count * percent / 100;
    return scaled < 1 ? 1 : scaled > UINT32_MAX ? UINT32_MAX : (uint32_t)scaled;
}

void *test_alloc(size_t size) {
    void *memory = malloc(size);
    check(memory != NULL, "the test has no memory");
    return memory;
}
