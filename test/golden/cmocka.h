/* cmocka.h - the part of cmocka that test_golden needs, for platforms without cmocka: assertions
 * that end the program. */
#ifndef CMOCKA_H
#define CMOCKA_H

#include "base/portable.h"

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
};

#define cmocka_unit_test(function)                                                                 \
    { #function, function }

#define assert_true(condition) check(condition, "%s does not hold", #condition)
#define assert_int_equal(a, b) assert_true((a) == (b))

WN_PRINTF(1, 2) void print_error(const char *format, ...);

int run_tests(const struct CMUnitTest *tests, size_t count);
#define cmocka_run_group_tests(tests, setup, teardown) run_tests(tests, COUNT_OF(tests))

#endif
