/* Many queries in one call, and many finders on threads over one map. */
#include <wend/finder.h>

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"
#include "support/walker.h"

#include <pthread.h>
#include <string.h>

#define QUERIES 200u
#define THREADS 4u
#define STATES  (QUERIES * 400u)

/* Queries on one map, and the answers that a single finder gives to each. */
typedef struct batch {
    wend_map *map;
    wend_components *components;
    wend_state starts[QUERIES], goals[QUERIES];
    wend_answer answers[QUERIES];
    wend_state paths[STATES];
    uint32_t first[QUERIES]; /* where the path of each query begins */
} batch;

static wend_finder *finder_of(const wend_map *map, const wend_components *components) {
    wend_finder *finder;
    wend_finder_def def = {.map = map, .components = components};
    assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
    return finder;
}

/* Rooms of 96 x 96 cells; some queries begin or end on blocked cells. The expected answers come
 * from another map with the same cells, so that nothing has searched this one yet. */
static void batch_draw(batch *b, uint64_t seed) {
    b->map = walker_gen_map(WEND_GEN_ROOMS, 96, 96, seed);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = b->map}, &b->components, NULL),
        WEND_OK);
    dice d = dice_of((uint32_t)seed);
    wend_map *same = walker_gen_map(WEND_GEN_ROOMS, 96, 96, seed);
    wend_finder *finder = finder_of(same, NULL);
    uint32_t written = 0;
    for (uint32_t i = 0; i < QUERIES; i++) {
        b->starts[i] = dice_between(&d, 0, 96 * 96 - 1);
        b->goals[i] = dice_between(&d, 0, 96 * 96 - 1);
        b->first[i] = written;
        wend_query query = {.path = b->paths + written, .capacity = STATES - written};
        assert_int_equal(
            wend_finder_find(finder, b->starts[i], b->goals[i], &query, &b->answers[i]), WEND_OK);
        written += b->answers[i].count;
    }
    wend_finder_destroy(finder);
    wend_map_destroy(same);
}

static void batch_clear(batch *b) {
    wend_components_destroy(b->components);
    wend_map_destroy(b->map);
}

/* Work may differ: components reduce it. */
static bool is_same_answer(const wend_answer *a, const wend_answer *b) {
    return a->status == b->status && a->end == b->end && a->cost == b->cost &&
           a->count == b->count && a->needed == b->needed;
}

/* ---- One call -------------------------------------------------------------------------------- */

static void one_call_answers_as_many(void **state) {
    (void)state;
    static batch b;
    static wend_state paths[STATES];
    static wend_answer answers[QUERIES];
    batch_draw(&b, 1);
    wend_finder *finder = finder_of(b.map, NULL);
    wend_query query = {.path = paths, .capacity = STATES};
    uint32_t found = 0, written = 0;
    assert_int_equal(wend_finder_find_many(finder, b.starts, b.goals, QUERIES, &query, answers),
                     WEND_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        assert_memory_equal(&answers[i], &b.answers[i], sizeof answers[i]);
        found += answers[i].status == WEND_FIND_FOUND;
        written += answers[i].count;
    }
    assert_memory_equal(paths, b.paths, written * sizeof *paths);
    assert_true(found > QUERIES / 4 && found < QUERIES);
    /* Costs only. */
    assert_int_equal(wend_finder_find_many(finder, b.starts, b.goals, QUERIES, NULL, answers),
                     WEND_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        assert_int_equal(answers[i].cost, b.answers[i].cost);
        assert_int_equal(answers[i].count, 0);
    }
    assert_int_equal(wend_finder_find_many(finder, NULL, NULL, 0, NULL, NULL), WEND_OK);
    wend_finder_destroy(finder);
    batch_clear(&b);
}

/* Paths that do not fit report the capacity they need, and later ones that fit are still written.
 * The second path would fit into the whole buffer, but not into what the first one has left. */
static void what_does_not_fit_is_left_out(void **state) {
    (void)state;
    static const char *const rows[] = {"..........", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    batch b = {.map = plain_to_wend(&plain)};
    wend_finder *finder = finder_of(b.map, NULL);
    const wend_state starts[] = {0, 0, 0, 5, 9}, goals[] = {3, 6, 9, 7, 9};
    wend_state path[20];
    memset(path, 255, sizeof path);
    wend_query query = {.path = path, .capacity = 8};
    wend_answer answers[5];
    assert_int_equal(wend_finder_find_many(finder, starts, goals, 5, &query, answers), WEND_OK);
    const wend_state expected[] = {0, 1, 2, 3, 5, 6, 7, 9, WEND_STATE_NONE};
    assert_memory_equal(path, expected, sizeof expected);
    assert_int_equal(answers[0].count, 4);
    assert_int_equal(answers[1].status, WEND_FIND_BUFFER_TOO_SMALL);
    assert_int_equal(answers[1].needed, 7);
    assert_int_equal(answers[1].count, 0);
    assert_int_equal(answers[2].status, WEND_FIND_BUFFER_TOO_SMALL);
    assert_int_equal(answers[2].needed, 10);
    assert_int_equal(answers[3].count, 3);
    assert_int_equal(answers[4].count, 1);
    query = (wend_query){.goals = goals, .goal_count = 4};
    assert_int_equal(wend_finder_find_many(finder, starts, NULL, 5, &query, answers), WEND_OK);
    assert_int_equal(answers[3].end, 6);
    wend_finder_destroy(finder);
    wend_map_destroy(b.map);
}

static void bad_batches_are_refused(void **state) {
    (void)state;
    static batch b;
    batch_draw(&b, 2);
    ledger book = {0};
    wend_finder_def def = {.map = b.map, .allocator = ledger_allocator(&book)};
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
    wend_answer answers[QUERIES] = {{.count = 7}};
    wend_query query = {.budget.work = 1};
    const wend_state *s = b.starts, *g = b.goals;
    assert_int_equal(wend_finder_find_many(NULL, s, g, 9, NULL, answers), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_find_many(finder, NULL, g, 9, NULL, answers), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_find_many(finder, s, NULL, 9, NULL, answers), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_find_many(finder, s, g, 9, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_find_many(finder, s, g, 9, &query, answers), WEND_ERROR_BUDGET);
    b.goals[8] = 96 * 96;
    assert_int_equal(wend_finder_find_many(finder, s, g, 9, NULL, answers), WEND_ERROR_OUTSIDE);
    assert_int_equal(answers[0].count, 7);
    /* Without memory the call fails and writes no answer. */
    book.capacity = book.live_bytes;
    assert_int_equal(wend_finder_find_many(finder, s, g, 8, NULL, answers), WEND_ERROR_MEMORY);
    assert_int_equal(answers[0].status, WEND_FIND_PENDING);
    assert_int_equal(answers[7].status, WEND_FIND_PENDING);
    wend_finder_destroy(finder);
    batch_clear(&b);
}

/* ---- Threads --------------------------------------------------------------------------------- */

/* One thread: all queries, beginning with those of its own quarter. */
typedef struct worker {
    const batch *batch;
    wend_finder *finder;
    uint32_t number;
    uint32_t wrong; /* answers that differ */
    wend_answer answers[QUERIES];
    wend_state paths[STATES];
} worker;

static void *answer_all(void *context) {
    worker *w = context;
    const batch *b = w->batch;
    for (uint32_t round = 0; round < THREADS; round++) {
        uint32_t share = QUERIES / THREADS, from = (w->number + round) % THREADS * share;
        wend_query query = {.path = w->paths, .capacity = STATES};
        w->wrong += wend_finder_find_many(w->finder, b->starts + from, b->goals + from, share,
                                          &query, w->answers) != WEND_OK;
        uint32_t written = 0;
        for (uint32_t i = 0; i < share; i++) {
            const wend_answer *alone = &b->answers[from + i];
            bool is_same = is_same_answer(&w->answers[i], alone) &&
                           memcmp(w->paths + written, b->paths + b->first[from + i],
                                  alone->count * sizeof *w->paths) == 0;
            w->wrong += !is_same;
            written += w->answers[i].count;
        }
    }
    return NULL;
}

/* All threads use one map and its components at the same time. A build with -fsanitize=thread
 * checks for races. */
static void finders_on_threads_share_a_map(void **state) {
    (void)state;
    static batch b;
    static worker workers[THREADS];
    for (uint32_t seed = 1; seed <= test_scaled(10); seed++) {
        batch_draw(&b, seed);
        pthread_t threads[THREADS];
        for (uint32_t i = 0; i < THREADS; i++) {
            workers[i].batch = &b;
            workers[i].finder = finder_of(b.map, i % 2 ? b.components : NULL);
            workers[i].number = i;
            workers[i].wrong = 0;
            assert_int_equal(pthread_create(&threads[i], NULL, answer_all, &workers[i]), 0);
        }
        for (uint32_t i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            check(workers[i].wrong == 0, "thread %u: %u wrong answers", i, workers[i].wrong);
            wend_finder_destroy(workers[i].finder);
        }
        batch_clear(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call_answers_as_many),
        cmocka_unit_test(what_does_not_fit_is_left_out),
        cmocka_unit_test(bad_batches_are_refused),
        cmocka_unit_test(finders_on_threads_share_a_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
