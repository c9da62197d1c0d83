/* The problems of wend bench: which are solved, and how often. */
#include "run/problems.h"
#include "run/agent_run.h"
#include "support/folder.h"
#include "support/test.h"

#include <string.h>

/* The linker inserts these between the callers and the function (-Wl,--wrap). */
int __real_find_optimum(const struct task *task, double *out);
int __wrap_find_optimum(const struct task *task, double *out);

static uint32_t calls;

int __wrap_find_optimum(const struct task *task, double *out) {
    calls++;
    return __real_find_optimum(task, out);
}

static const char map_text[] = "type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n......\n";

/* The cost of the optimal route shows that a random problem is solvable; it is kept. */
static void random_problems_are_solved_once(void **state) {
    (void)state;
    folder files;
    folder_open(&files);
    const char *path = folder_write(&files, "x.map", map_text, strlen(map_text));
    wend_map_def def = {0};
    struct problems problems = {0};
    struct selection all = {.max_cost = 1e9};
    calls = 0;
    assert_int_equal(problems_add_map(&problems, path, &def, 8, 1, false), 0);
    assert_int_equal(problems_find_optima(&problems, &all), 0);
    assert_int_equal(problems.count, 8);
    assert_int_equal(calls, 8); /* all cells are connected */
    for (uint32_t i = 0; i < problems.count; i++) {
        double optimal;
        assert_int_equal(__real_find_optimum(&problems.items[i].task, &optimal), 0);
        assert_true(problems.items[i].optimal == optimal);
    }
    problems_clear(&problems);
    folder_close(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_problems_are_solved_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
