/* support/test.h - cmocka, and helpers for every test. */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/portable.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Fails the test unless `condition` holds, with a message in printf format. */
#define check(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            test_fail(__FILE__, __LINE__, __VA_ARGS__);                                            \
        }                                                                                          \
    } while (0)

WN_PRINTF(3, 4) void test_fail(const char *file, int line, const char *format, ...);

/* A number of random cases, scaled by the percentage in the environment variable WEND_TEST_SCALE
 * (slow builds, such as those with sanitizers, set it low); at least 1. */
uint32_t test_scaled(uint32_t count);

/* malloc that fails the test instead of returning NULL. */
void *test_alloc(size_t size);

#endif
