/* Memory: nothing is allocated inside a tick, and no failing allocation does harm. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/run.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

/* A map with walls where agents step back, and its reference. */
struct place {
    plain_map plain;
    wend_map *map;
    wend_cost from_start[PLAIN_CELLS_MAX];
    int start;
    int goal;
    test_aids aids;
};

static const char *const maze[] = {"s...............", ".@@@@@@@@@@@@@@.", ".@............@.",
                                   ".@.@@@@@@@@@@.@.", ".@.@........@.@.", ".@.@.@@@@@@.@.@.",
                                   ".@.@.@....@.@.@.", "...@.@.@@.@.@...", ".@.@.@.@..@.@.@.",
                                   ".@...@.@@@@.@.@.", ".@.@.@......@.@.", ".@.@.@@@@@@@@.@.",
                                   ".@.@..........@.", ".@.@@@@@@@@@@.@.", ".@............@.",
                                   ".@@@@@.@@@@@@@@.", "...............g", NULL};

static void open_place(struct place *p) {
    plain_from_picture(&p->plain, maze);
    p->map = plain_to_wend(&p->plain);
    p->start = plain_mark(maze, 's');
    p->goal = plain_mark(maze, 'g');
    plain_distances(&p->plain, p->start, p->from_start);
    p->aids = aids_make(p->map);
}

static void close_place(struct place *p) {
    aids_free(&p->aids);
    wend_map_destroy(p->map);
}

static wend_agent_def def_of(const struct place *p, const variant *v, ledger *book) {
    wend_agent_def def = {0};
    def.map = p->map;
    def.start = (wend_state)p->start;
    def.goal = (wend_state)p->goal;
    def.allocator = ledger_allocator(book);
    variant_apply(v, &def);
    variant_give_aids(def.algo, &p->aids, &def);
    return def;
}

/* Runs one tick in which the allocator must not be called; the move must be legal. */
static wend_tick tick_of(const struct place *p, wend_agent *agent, ledger *book, uint32_t budget) {
    wend_state before = wend_agent_state(agent);
    wend_tick tick;
    book->forbidden = true;
    assert_int_equal(wend_agent_tick_expansions(agent, budget, &tick), WEND_OK);
    book->forbidden = false;
    bool moved = tick.state != before;
    check(moved == ((tick.flags & WEND_TICK_MOVED) != 0), "MOVED does not say whether it moved");
    check(!moved || plain_move_cost(&p->plain, (int)before, (int)tick.state) > 0,
          "an illegal move from %u to %u", before, tick.state);
    check(tick.expansions <= budget, "%u expansions of %u", tick.expansions, budget);
    step_check_end(agent);
    return tick;
}

/* ---- Failing allocations --------------------------------------------------------------------- */

/* A whole trip with the failures that the ledger prescribes. Every reservation may fail, with that
 * error only. After `restart_after` ticks without memory the failures stop. Returns false if the
 * agent could not be created. */
static bool disturbed_trip(const struct place *p, const variant *v, ledger *book, uint32_t budget,
                           uint32_t restart_after) {
    wend_agent_def def = def_of(p, v, book);
    wend_agent *agent = (wend_agent *)book; /* must be overwritten */
    wend_error error = wend_agent_create(&def, &agent, NULL);
    if (error) {
        assert_int_equal(error, WEND_ERROR_MEMORY);
        assert_null(agent);
        return false;
    }
    wend_tick tick;
    uint64_t cost = 0;
    uint32_t short_ticks = 0, ticks = 0;
    do {
        error = wend_agent_reserve_expansions(agent, budget);
        check(error == WEND_OK || error == WEND_ERROR_MEMORY, "%s", wend_error_text(error));
        wend_state before = wend_agent_state(agent);
        tick = tick_of(p, agent, book, budget);
        check(tick.status != WEND_AGENT_OUT_OF_MEMORY || error,
              "no memory after a good reservation");
        if (error && ++short_ticks >= restart_after) {
            book->fail_at = 0;
        }
        cost += plain_move_cost(&p->plain, (int)before, (int)tick.state);
        check(++ticks < 5000, "%s does not finish", v->name);
    } while (wend_agent_is_active(tick.status) || tick.status == WEND_AGENT_OUT_OF_MEMORY);
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    if (variant_waits(v->algo)) {
        assert_int_equal(cost, p->from_start[p->goal]);
    }
    wend_agent_destroy(agent);
    return true;
}

static void each_allocation_may_fail(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 7, 60, 400};
    struct place p;
    open_place(&p);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        for (uint32_t b = 0; b < COUNT_OF(budgets); b++) {
            uint64_t calls = UINT64_MAX;
            for (uint64_t n = 1; n <= calls; n++) {
                for (uint32_t lasting = 0; lasting < 2; lasting++) {
                    ledger book = {.fail_at = n, .fail_from = lasting};
                    bool made = disturbed_trip(&p, &variants[v], &book, budgets[b], 6);
                    check(book.live_bytes == 0, "%s leaks when call %u fails", variants[v].name,
                          (unsigned)n);
                    calls = made && book.calls < n ? 0 : calls; /* no allocation was left to fail */
                }
                check(n < 1000, "%s never stops allocating", variants[v].name);
            }
        }
    }
    close_place(&p);
}

/* The whole walk, with or without early ticks that no memory was reserved for. */
static uint32_t walk(const struct place *p, const variant *v, uint32_t early_ticks,
                     wend_state *states, uint32_t max) {
    ledger book = {0};
    wend_agent_def def = def_of(p, v, &book);
    wend_agent *agent = make_agent(&def);
    for (uint32_t i = 0; i < early_ticks; i++) {
        wend_tick tick = tick_of(p, agent, &book, 10);
        assert_int_equal(tick.status, WEND_AGENT_NOT_RESERVED);
        assert_int_equal(tick.state, def.start);
        assert_int_equal(tick.expansions, 0);
    }
    wend_tick tick;
    uint32_t count = 0;
    do {
        assert_int_equal(wend_agent_reserve_expansions(agent, 10), WEND_OK);
        tick = tick_of(p, agent, &book, 10);
        assert_true(count < max);
        states[count++] = tick.state;
    } while (wend_agent_is_active(tick.status));
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
    assert_int_equal(book.live_bytes, 0);
    return count;
}

static void ticks_without_a_reservation_lose_nothing(void **state) {
    (void)state;
    struct place p;
    open_place(&p);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        static wend_state calm[2000], hasty[2000];
        uint32_t length = walk(&p, &variants[v], 0, calm, 2000);
        assert_int_equal(walk(&p, &variants[v], 3, hasty, 2000), length);
        assert_memory_equal(calm, hasty, length * sizeof *calm);
    }
    close_place(&p);
}

/* The reservation is for a small tick, the tick is a large one: the nodes are enough, the path is
 * not. The trace waits, and continues when there is memory. */
static void a_trace_without_room_says_so_and_goes_on(void **state) {
    (void)state;
    struct place p = {.plain = {.width = 400, .height = 1, .neighbors = 8}, .goal = 399};
    memset(p.plain.cells, '.', 400);
    p.map = plain_to_wend(&p.plain);
    variant tba = {.algo = wend_algo_find("tba")};
    ledger book = {0};
    wend_agent_def def = def_of(&p, &tba, &book);
    wend_agent *agent = make_agent(&def);
    assert_int_equal(wend_agent_reserve_expansions(agent, 1), WEND_OK);
    wend_tick tick = tick_of(&p, agent, &book, 50);
    assert_int_equal(tick.expansions, 45);
    assert_true(tick.trace_steps < 45);
    assert_int_equal(tick.status, WEND_AGENT_NOT_RESERVED);
    assert_int_equal(tick.flags, WEND_TICK_PARTIAL);
    uint32_t traced = tick.trace_steps;
    assert_int_equal(wend_agent_reserve_expansions(agent, 50), WEND_OK);
    tick = tick_of(&p, agent, &book, 50);
    assert_int_equal(tick.status, WEND_AGENT_MOVING);
    assert_int_equal(tick.flags, WEND_TICK_MOVED | WEND_TICK_REPLANNED);
    assert_int_equal(traced + tick.trace_steps, 45);
    wend_agent_destroy(agent);
    assert_int_equal(book.live_bytes, 0);
    wend_map_destroy(p.map);
}

static void maps_survive_failing_allocations(void **state) {
    (void)state;
    const char text[] = "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n";
    uint32_t made = 0;
    for (uint64_t n = 0; n < 8; n++) {
        ledger book = {.fail_at = n};
        wend_map_def def = {
            .allocator = ledger_allocator(&book), .neighbors = 16, .width = 3, .height = 2};
        wend_map *map = NULL;
        wend_diagnosis diagnosis;
        wend_error error = wend_map_parse(&def, text, sizeof text - 1, &map, &diagnosis);
        check(error == (n > 0 && n <= book.calls ? WEND_ERROR_MEMORY : WEND_OK), "%s",
              wend_error_text(error));
        check(!error || strstr(diagnosis.text, "memory"), "\"%s\"", diagnosis.text);
        made += !error;
        assert_true(error || book.live_bytes == wend_map_memory(map));
        wend_map_destroy(map);
        assert_int_equal(book.live_bytes, 0);
        book = (ledger){.fail_at = n};
        map = NULL;
        def.cells = "..@...";
        error = wend_map_create(&def, &map, NULL);
        assert_int_equal(error, n == 1 ? WEND_ERROR_MEMORY : WEND_OK);
        wend_map_destroy(map);
        assert_int_equal(book.live_bytes, 0);
    }
    assert_true(made >= 2 && made < 8);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void a_memory_limit_holds(void **state) {
    (void)state;
    struct place p;
    open_place(&p);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), refused = 0, stuck = 0, arrived = 0;
    for (uint32_t v = 0; v < count; v++) {
        for (size_t limit = 1; limit < 300000; limit = limit * 5 / 4 + 100) {
            ledger book = {0};
            wend_agent_def def = def_of(&p, &variants[v], &book);
            def.memory_limit = limit;
            wend_agent *agent;
            wend_error error = wend_agent_create(&def, &agent, NULL);
            assert_true(error == WEND_OK || error == WEND_ERROR_MEMORY);
            refused += error != WEND_OK;
            wend_tick tick = {.status = WEND_AGENT_WAITING};
            for (uint32_t i = 0; !error && i < 1000 && wend_agent_is_active(tick.status); i++) {
                wend_error reserved = wend_agent_reserve_expansions(agent, 20);
                assert_true(reserved == WEND_OK || reserved == WEND_ERROR_MEMORY);
                tick = tick_of(&p, agent, &book, 20);
                assert_true(wend_agent_stats(agent).bytes_allocated <= limit);
            }
            if (!error) {
                assert_true(tick.status == WEND_AGENT_ARRIVED ||
                            tick.status == WEND_AGENT_OUT_OF_MEMORY);
                stuck += tick.status == WEND_AGENT_OUT_OF_MEMORY;
                arrived += tick.status == WEND_AGENT_ARRIVED;
                wend_agent_destroy(agent);
            }
            check(book.peak_bytes <= limit, "%zu bytes under a limit of %zu", book.peak_bytes,
                  limit);
            assert_int_equal(book.live_bytes, 0);
        }
    }
    assert_true(refused > 0 && stuck > 0 && arrived > 0);
    close_place(&p);
}

/* The largest budget cannot reserve more than the whole map needs. */
static void reservations_follow_the_map_not_the_budget(void **state) {
    (void)state;
    struct place p;
    open_place(&p);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        ledger book = {.capacity = 64u << 20};
        wend_agent_def def = def_of(&p, &variants[v], &book);
        wend_agent *agent = make_agent(&def);
        wend_tick tick;
        uint32_t budget = 5; /* small at first, so that it goes off_route */
        do {
            wend_error error = wend_agent_reserve_expansions(agent, budget);
            check(error == WEND_OK, "%s, budget %u: no memory after %zu bytes", variants[v].name,
                  budget, book.live_bytes);
            tick = tick_of(&p, agent, &book, budget);
            budget = tick.flags & WEND_TICK_FOUND ? WEND_EXPANSIONS_MAX : 5;
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        check(book.peak_bytes < 1000000, "%s: %zu bytes for a map of 272 cells", variants[v].name,
              book.peak_bytes);
        wend_agent_destroy(agent);
    }
    close_place(&p);
}

static void a_large_first_budget_is_no_waste(void **state) {
    (void)state;
    struct place p;
    open_place(&p);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        ledger book = {.capacity = 64u << 20};
        wend_agent_def def = def_of(&p, &variants[v], &book);
        wend_agent *agent = make_agent(&def);
        wend_error error = wend_agent_reserve_expansions(agent, WEND_EXPANSIONS_MAX);
        check(error == WEND_OK, "%s: no memory after %zu bytes", variants[v].name, book.live_bytes);
        check(book.peak_bytes < 1000000, "%s: %zu bytes for a map of 272 cells", variants[v].name,
              book.peak_bytes);
        wend_agent_destroy(agent);
    }
    close_place(&p);
}

/* ---- Reservations that last ------------------------------------------------------------------ */

#define FIELD_SIDE 128u

/* Single blocked cells in rows and columns, so that a search reads many turning points with few
 * expansions. */
static wend_map *open_field(void) {
    static char cells[FIELD_SIDE * FIELD_SIDE];
    for (uint32_t i = 0; i < FIELD_SIDE * FIELD_SIDE; i++) {
        cells[i] = i % FIELD_SIDE % 4 == 0 && i / FIELD_SIDE % 4 == 2 ? '@' : '.';
    }
    wend_map_def def = {.width = FIELD_SIDE, .height = FIELD_SIDE, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

static wend_agent *agent_on_field(const wend_map *map, const wend_algo *algo, ledger *book) {
    wend_agent_def def = {.map = map,
                          .start = wend_map_state(map, FIELD_SIDE / 2 + 1, FIELD_SIDE / 2),
                          .goal = wend_map_state(map, FIELD_SIDE - 1, FIELD_SIDE - 1),
                          .algo = algo,
                          .allocator = ledger_allocator(book)};
    return make_agent(&def);
}

/* After one reservation, later ones for smaller budgets allocate nothing and copy nothing. */
static void check_that_a_reservation_lasts(const wend_map *map, const wend_algo *algo,
                                           uint32_t once, uint32_t budget) {
    ledger book = {0};
    wend_agent *agent = agent_on_field(map, algo, &book);
    size_t before = book.live_bytes;
    assert_int_equal(wend_agent_reserve_expansions(agent, once), WEND_OK);
    check(!(algo->flags & WEND_ALGO_JUMPS) || book.live_bytes - before < 45 * once + 20000,
          "%s: %zu bytes for %u", algo->name, book.live_bytes - before, once);
    uint64_t calls = book.calls;
    wend_tick tick = {.status = WEND_AGENT_MOVING};
    for (uint32_t spent = 0; spent + budget < once && wend_agent_is_active(tick.status);
         spent += budget) {
        assert_int_equal(wend_agent_reserve_expansions(agent, budget), WEND_OK);
        check(book.calls == calls, "%s: memory for %u after %u of %u", algo->name, budget, spent,
              once);
        assert_int_equal(wend_agent_tick_expansions(agent, budget, &tick), WEND_OK);
    }
    wend_agent_destroy(agent);
}

static void reservations_last(void **state) {
    (void)state;
    const wend_algo *const algos[] = {wend_algo_auto(), wend_algo_jps(), wend_algo_tbjps(),
                                      wend_algo_astar()};
    wend_map *map = open_field();
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        for (uint32_t once = 20; once < 30000; once = once * 3 / 2) {
            for (uint32_t budget = 1; budget < once; budget *= 7) {
                check_that_a_reservation_lasts(map, algos[a], once, budget);
            }
        }
    }
    wend_map_destroy(map);
}

/* For more than a search of the whole map can use; the goal is unreachable. */
static void reservations_for_whole_maps_last(void **state) {
    (void)state;
    const wend_algo *const algos[] = {wend_algo_jps(), wend_algo_tbjps(), wend_algo_astar()};
    wend_map *map = open_field();
    for (uint32_t i = 0; i < 4; i++) {
        wend_map_set_free(map, FIELD_SIDE - 2, FIELD_SIDE - 1 - i, false);
        wend_map_set_free(map, FIELD_SIDE - 1 - i, FIELD_SIDE - 2, false);
    }
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        for (uint32_t budget = 100; budget < 100000; budget *= 2) {
            check_that_a_reservation_lasts(map, algos[a], 4000000, budget);
        }
    }
    wend_map_destroy(map);
}

/* ---- A budget at creation -------------------------------------------------------------------- */

static void a_budget_at_creation_replaces_reservations(void **state) {
    (void)state;
    struct place p;
    open_place(&p);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        ledger book = {0};
        wend_agent_def def = def_of(&p, &variants[v], &book);
        def.work = 512 * WEND_WORK_EXPANSION;
        wend_agent *agent = make_agent(&def);
        wend_tick tick;
        do {
            tick = tick_of(&p, agent, &book, 10);
        } while (wend_agent_is_active(tick.status));
        check(tick.status == WEND_AGENT_ARRIVED, "%s ends with status %d", variants[v].name,
              (int)tick.status);
        wend_agent_destroy(agent);
        assert_int_equal(book.live_bytes, 0);
    }
    close_place(&p);
}

static void it_is_reserved_at_once_and_may_fail(void **state) {
    (void)state;
    struct place p;
    open_place(&p);
    variant tba = {.algo = wend_algo_find("tba")};
    ledger book = {0};
    wend_agent_def def = def_of(&p, &tba, &book);
    wend_agent *agent = make_agent(&def);
    size_t without = book.live_bytes;
    uint64_t calls = book.calls;
    wend_agent_destroy(agent);
    def.work = 2 * WEND_WORK_EXPANSION;
    agent = make_agent(&def);
    size_t with = book.live_bytes;
    assert_true(with > without);
    assert_int_equal(wend_agent_reserve_expansions(agent, 2), WEND_OK);
    assert_int_equal(book.live_bytes, with); /* it was there */
    wend_agent_destroy(agent);
    for (uint64_t n = calls + 1; n <= calls + 2; n++) {
        book = (ledger){.fail_at = n};
        assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_ERROR_MEMORY);
        assert_null(agent);
        assert_int_equal(book.live_bytes, 0);
    }
    book = (ledger){0};
    def.work = WEND_WORK_MAX;
    def.memory_limit = with;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_ERROR_MEMORY);
    assert_true(book.peak_bytes <= with);
    assert_int_equal(book.live_bytes, 0);
    close_place(&p);
}

/* ---- Large maps ------------------------------------------------------------------------------ */

enum { SIDE = 4096, MIDDLE = SIDE / 2 };

/* A map of 16 million cells with a free street of ten steps in the middle. */
static wend_map *make_large_map(void) {
    wend_gen_def gen = {.kind = WEND_GEN_RANDOM, .width = SIDE, .height = SIDE, .density = 10};
    char *cells = test_alloc((size_t)SIDE * SIDE);
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    memset(cells + (size_t)MIDDLE * SIDE + MIDDLE, '.', 11);
    wend_map_def def = {.width = SIDE, .height = SIDE, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    free(cells);
    return map;
}

/* The memory of an agent depends on what it touches: a short route on a large map costs little. */
static void a_short_way_on_a_large_map_is_cheap(void **state) {
    (void)state;
    wend_map *map = make_large_map();
    check(wend_map_memory(map) <= (size_t)SIDE * SIDE * 5, "%zu bytes for the map",
          wend_map_memory(map));
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        ledger book = {0};
        wend_agent_def def = {0};
        if (variant_needs_aids(variants[v].algo)) {
            continue; /* data that all agents share are not small */
        }
        variant_apply(&variants[v], &def);
        def.map = map;
        def.start = wend_map_state(map, MIDDLE, MIDDLE);
        def.goal = wend_map_state(map, MIDDLE + 10, MIDDLE);
        def.allocator = ledger_allocator(&book);
        wend_agent *agent = make_agent(&def);
        uint32_t searches = variants[v].shortcut ? 2 : 1;
        check(book.live_bytes <= searches * (SIDE * (size_t)SIDE / 1024 * 8 + 21000),
              "%s costs %zu bytes before its first tick", variants[v].name, book.live_bytes);
        wend_tick tick;
        do {
            step_agent(agent, 100, &tick);
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        assert_int_equal(wend_agent_stats(agent).moves, 10);
        /* The keys of D* Lite are arbitrary: every entry may need two branches of its list. */
        size_t most = variants[v].algo == wend_algo_dstar_lite() ? 1000000 : 750000;
        check(book.peak_bytes < searches * most, "%s took %zu bytes", variants[v].name,
              book.peak_bytes);
        wend_agent_destroy(agent);
    }
    wend_map_destroy(map);
}

/* The header documents the maximum cost of a reservation. */
static void a_reservation_costs_what_the_header_says(void **state) {
    (void)state;
    wend_gen_def gen = {
        .kind = WEND_GEN_RANDOM, .width = 512, .height = 512, .density = WEND_GEN_DENSITY_NONE};
    char *cells = test_alloc((size_t)gen.width * gen.height);
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    wend_map_def map_def = {.width = gen.width, .height = gen.height};
    wend_agent_def def = {0};
    wend_map *map;
    map_def.cells = cells;
    assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
    ledger book = {0};
    def.algo = wend_algo_auto();
    def.map = map;
    def.start = 0;
    def.goal = 1;
    def.allocator = ledger_allocator(&book);
    wend_agent *agent = make_agent(&def);
    size_t before = book.live_bytes;
    assert_int_equal(wend_agent_reserve_expansions(agent, 1000), WEND_OK);
    check(book.live_bytes - before < 1000 * 2500, "%zu bytes", book.live_bytes - before);
    uint64_t calls = book.calls;
    assert_int_equal(wend_agent_reserve_expansions(agent, 1000), WEND_OK);
    assert_int_equal(wend_agent_reserve_expansions(agent, 500), WEND_OK);
    assert_int_equal(book.calls, calls); /* enough is there */
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    free(cells);
}

/* ---- Page faults ----------------------------------------------------------------------------- */

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static long page_faults(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_minflt + usage.ru_majflt;
}
#else
static long page_faults(void) {
    skip();
    return 0;
}
#endif

/* A thousand agents that were created with a budget: their first frame touches no new page. */
static void the_first_frame_has_no_page_faults(void **state) {
    (void)state;
    enum { AGENTS = 1000, HALL = 256, BUDGET = 10 };
    static wend_agent *agents[AGENTS];
    page_faults(); /* otherwise there is nothing to count */
    char *cells = test_alloc(HALL * HALL);
    memset(cells, '.', HALL * HALL);
    wend_map_def map_def = {.width = HALL, .height = HALL, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
    static const char *const names[] = {"tba", "tbjps", "astar"};
    for (uint32_t n = 0; n < COUNT_OF(names); n++) {
        for (uint32_t i = 0; i < AGENTS; i++) {
            wend_agent_def def = {
                .map = map, .work = BUDGET * WEND_WORK_EXPANSION, .algo = wend_algo_find(names[n])};
            def.start = i * 7 % (HALL * HALL), def.goal = HALL * HALL - 1 - i;
            agents[i] = make_agent(&def);
        }
        long before = page_faults();
        for (uint32_t i = 0; i < AGENTS; i++) {
            wend_tick tick;
            assert_int_equal(wend_agent_tick_expansions(agents[i], BUDGET, &tick), WEND_OK);
            assert_true(wend_agent_is_active(tick.status));
        }
        long faults = page_faults() - before;
        check(faults <= 20, "%s: %ld page faults", names[n], faults);
        for (uint32_t i = 0; i < AGENTS; i++) {
            wend_agent_destroy(agents[i]);
        }
    }
    wend_map_destroy(map);
    free(cells);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(ticks_without_a_reservation_lose_nothing),
        cmocka_unit_test(a_trace_without_room_says_so_and_goes_on),
        cmocka_unit_test(maps_survive_failing_allocations),
        cmocka_unit_test(a_memory_limit_holds),
        cmocka_unit_test(reservations_follow_the_map_not_the_budget),
        cmocka_unit_test(a_large_first_budget_is_no_waste),
        cmocka_unit_test(reservations_last),
        cmocka_unit_test(reservations_for_whole_maps_last),
        cmocka_unit_test(a_budget_at_creation_replaces_reservations),
        cmocka_unit_test(it_is_reserved_at_once_and_may_fail),
        cmocka_unit_test(a_short_way_on_a_large_map_is_cheap),
        cmocka_unit_test(a_reservation_costs_what_the_header_says),
        cmocka_unit_test(the_first_frame_has_no_page_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
