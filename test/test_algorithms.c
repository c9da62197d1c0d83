/* Each algorithm by its function and by its name: the list (plan/algorithms.h) and the public
 * header declare the same ones. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/test.h"

#include <stdio.h>
#include <string.h>

typedef struct listed {
    const char *symbol;
    const wend_algo *(*function)(void);
} listed;

static const listed list[] = {
#define WN_GAME_ALGORITHMS
#define WN_RESEARCH_ALGORITHMS
#define WN_ALGORITHM(symbol, ...) {#symbol, wend_algo_##symbol},
#include "plan/algorithms.h"
};

/* "tba-late" is wend_algo_tba_late. */
static void write_symbol(const char *name, char symbol[64]) {
    snprintf(symbol, 64, "%s", name);
    for (char *hyphen = symbol; (hyphen = strchr(hyphen, '-'));) {
        *hyphen = '_';
    }
}

static void functions_are_called_as_their_algorithms(void **state) {
    (void)state;
    assert_int_equal(wend_algo_count(), COUNT_OF(list));
    for (uint32_t i = 0; i < COUNT_OF(list); i++) {
        const wend_algo *algo = list[i].function();
        char symbol[64];
        write_symbol(algo->name, symbol);
        assert_string_equal(symbol, list[i].symbol);
        assert_ptr_equal(wend_algo_get(i), algo);
        assert_ptr_equal(wend_algo_find(algo->name), algo);
    }
}

/* Counts the functions of algorithms that a header declares; all of them must be listed. */
static uint32_t check_header(const char *path) {
    FILE *header = fopen(path, "r");
    assert_non_null(header);
    char line[200], symbol[64];
    uint32_t declared = 0;
    while (fgets(line, sizeof line, header)) {
        if (sscanf(line, "WEND_API const wend_algo *wend_algo_%63[a-z_](void);", symbol) != 1 ||
            !strstr(line, "(void);")) {
            continue;
        }
        bool found = false;
        for (uint32_t i = 0; i < COUNT_OF(list); i++) {
            found |= strcmp(symbol, list[i].symbol) == 0;
        }
        check(found, "wend_algo_%s is declared, but not in plan/algorithms.h", symbol);
        declared++;
    }
    fclose(header);
    return declared;
}

/* A function that is declared but not listed could not be found by its name. */
static void functions_of_the_headers_are_listed(void **state) {
    (void)state;
    uint32_t declared = check_header(WEND_SOURCE_DIR "/include/wend/algorithm.h") +
                        check_header(WEND_SOURCE_DIR "/include/wend/research.h");
    assert_int_equal(declared, COUNT_OF(list));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_called_as_their_algorithms),
        cmocka_unit_test(functions_of_the_headers_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
