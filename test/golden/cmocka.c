#include "support/test.h"

#include <stdio.h>

void print_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
}

void test_fail(const char *file, int line, const char *format, ...) {
    fprintf(stderr, "%s:%d: ", file, line);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

int run_tests(const struct CMUnitTest *tests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf("%s\n", tests[i].name);
        tests[i].test(NULL);
    }
    return 0;
}
