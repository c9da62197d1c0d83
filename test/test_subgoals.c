/* PR LRTS and D LRTA* beyond what every algorithm must do, tables of subgoals and their files. */
#include <wend/research.h>
#include <wend/wend.h>

#include "research/domain/subgoals.h"
#include "support/folder.h"
#include "support/ledger.h"
#include "support/problem.h"
#include "support/run.h"
#include "support/step.h"
#include "support/test.h"
#include "support/walker.h"

#include <stdio.h>
#include <string.h>

#define SIDE_MAX 20

/* ---- Agents that use it ---------------------------------------------------------------------- */

/* prlrts and dlrta arrive if and only if a route exists, with any parameters and budgets. */
static void agents_with_aids_arrive(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 2, 7, 50, 1000};
    static const uint32_t gammas[] = {200, 400, 600, 1000, 1};
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(40000 + i);
        problem s;
        if (!problem_draw(&s, &d, SIDE_MAX)) {
            continue;
        }
        wend_abstraction *a;
        wend_subgoals *table = NULL;
        assert_int_equal(wend_abstraction_create(&(wend_abstraction_def){.map = s.map}, &a, NULL),
                         WEND_OK);
        run_case c = {.truth = &s.plain, .def = problem_def(&s, i % 2 ? "prlrts" : "dlrta")};
        c.from_start = s.from_start;
        c.budget = DICE_PICK(&d, budgets);
        c.def.bounded.trace_per_expansion = dice_between(&d, 1, 12);
        if (i % 2) {
            c.def.local.abstraction = a;
            c.def.local.level = dice_between(&d, 1, 6);
            c.def.local.depth = dice_between(&d, 1, 6);
            c.def.local.gamma_permille = DICE_PICK(&d, gammas);
        } else {
            wend_subgoals_def def = {.abstraction = a, .level = dice_between(&d, 1, 4)};
            def.depth_max = dice_between(&d, 1, 16);
            assert_int_equal(wend_subgoals_create(&def, &table, NULL), WEND_OK);
            uint32_t rows = wend_subgoals_regions(table), half = rows / 2;
            assert_int_equal(wend_subgoals_compute(table, 0, half), WEND_OK);
            assert_int_equal(wend_subgoals_complete(table), half == rows);
            assert_int_equal(wend_subgoals_compute(table, half, rows - half), WEND_OK);
            assert_true(wend_subgoals_complete(table));
            c.def.local.subgoals = table;
        }
        run_to_end(&c, NULL);
        wend_subgoals_destroy(table);
        wend_abstraction_destroy(a);
        wend_map_destroy(s.map);
    }
}

/* Each border of a region is found by its number, and no other cell is confused with one. */
static void borders_are_found_by_their_cells(void **state) {
    (void)state;
    uint32_t borders = 0;
    for (uint32_t i = 0; i < test_scaled(100); i++) {
        dice d = dice_of(41000 + i);
        problem s;
        if (!problem_draw(&s, &d, SIDE_MAX)) {
            continue;
        }
        s.aids = aids_make(s.map);
        const wend_subgoals *table = s.aids.subgoals;
        for (uint32_t region = 0; region < table->regions; region++) {
            uint32_t begin = table->first_border[region], next = begin;
            for (wn_id cell = 0; cell < wend_map_domain(s.map)->id_limit; cell++) {
                bool is_border =
                    next < table->first_border[region + 1] && table->borders[next] == cell;
                uint32_t number = is_border ? next++ - begin : WN_NONE;
                check(wn_subgoals_border(table, region, cell) == number,
                      "case %u, region %u: cell %u is border %u, not %u", i, region, cell, number,
                      wn_subgoals_border(table, region, cell));
            }
            assert_int_equal(next, table->first_border[region + 1]);
            borders += next - begin;
        }
        aids_free(&s.aids);
        wend_map_destroy(s.map);
    }
    assert_true(borders > 50);
}

/* Codes of one and of two bytes are read as they were written, and do not change those beside
 * them. */
static void codes_of_both_sizes_come_back(void **state) {
    (void)state;
    static const uint32_t codes[] = {0, 1, 127, 128, 254, 255, 256, 300, 32767, 65534, 65535};
    for (uint32_t bytes = 1; bytes <= 2; bytes++) {
        uint8_t room[4 * 2] = {0};
        wend_subgoals table = {.regions = 2, .code_bytes = bytes, .codes = room};
        for (uint32_t i = 0; i < COUNT_OF(codes) && codes[i] <= wn_subgoals_none(&table); i++) {
            wn_subgoals_set(&table, 1, 0, codes[i]);
            wn_subgoals_set(&table, 0, 1, codes[COUNT_OF(codes) - 1 - i] & 255);
            assert_int_equal(wn_subgoals_code(&table, 1, 0), codes[i]);
            assert_int_equal(wn_subgoals_code(&table, 0, 0), 0);
            assert_int_equal(wn_subgoals_code(&table, 1, 1), 0);
        }
    }
}

/* From region to region the table leads to the goal's, by borders of the region. */
static void subgoals_lead_to_the_goal(void **state) {
    (void)state;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < test_scaled(500); i++) {
        dice d = dice_of(50000 + i);
        problem s;
        if (!problem_draw(&s, &d, SIDE_MAX)) {
            continue;
        }
        test_aids f = aids_make(s.map);
        uint32_t level = wend_subgoals_stats(f.subgoals).level;
        wend_state at = (wend_state)s.start, goal = (wend_state)s.goal, next = at;
        uint32_t hops = 0, depth = 0;
        while (s.from_start[s.goal] != PLAIN_UNREACHED && at != goal) {
            assert_int_equal(wend_subgoals_find(f.subgoals, at, goal, &next, &depth), WEND_OK);
            assert_true(depth >= 1 && depth <= 16);
            if (next != goal) {
                uint32_t here = wend_abstraction_region(f.abstraction, level, at);
                bool beside = false;
                for (int c = 0; c < plain_cells(&s.plain); c++) {
                    beside |=
                        wend_abstraction_region(f.abstraction, level, (wend_state)c) == here &&
                        plain_move_cost(&s.plain, c, (int)next) > 0;
                }
                check(beside, "case %u: a subgoal is not a border", i);
                assert_true(wend_abstraction_region(f.abstraction, level, next) != here);
            }
            at = next;
            check(++hops <= wend_subgoals_regions(f.subgoals), "case %u: the subgoals cycle", i);
        }
        steps += hops;
        aids_free(&f);
        wend_map_destroy(s.map);
    }
    check(steps > test_scaled(500), "too few subgoals");
}

/* ---- Files ----------------------------------------------------------------------------------- */

static size_t read_bytes(const char *path, uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(bytes, 1, size, file);
    fclose(file);
    return count;
}

static void write_bytes(const char *path, const uint8_t *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static uint64_t fnv(uint64_t hash, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* Corrects the file's own checksum, so that the checks after it are tested. */
static void forge(uint8_t *bytes, size_t count) {
    uint64_t sum = fnv(UINT64_C(0xcbf29ce484222325), bytes, 48);
    sum = fnv(sum, bytes + 56, count - 56);
    for (uint32_t i = 0; i < 8; i++) {
        bytes[48 + i] = (uint8_t)(sum >> 8 * i);
    }
}

static const char *const rooms[] = {".....@......",
                                    ".....@......",
                                    "............",
                                    ".....@......",
                                    "@@.@@@@@@.@@",
                                    ".....@......",
                                    ".....@......",
                                    "............",
                                    ".....@......",
                                    ".....@......",
                                    NULL};

struct shelf {
    plain_map plain;
    wend_map *map;
    test_aids aids;
    folder folder;
    char path[300];
    uint8_t bytes[65536];
    size_t size;
};

static void open_shelf(struct shelf *s) {
    plain_from_picture(&s->plain, rooms);
    s->map = plain_to_wend(&s->plain);
    s->aids = aids_make(s->map);
    folder_open(&s->folder);
    snprintf(s->path, sizeof s->path, "%s", folder_write(&s->folder, "table", "", 0));
    wend_subgoals_note_time(s->aids.subgoals, 123456789);
    assert_int_equal(wend_subgoals_save(s->aids.subgoals, s->path, NULL), WEND_OK);
    s->size = read_bytes(s->path, s->bytes, sizeof s->bytes);
    assert_true(s->size > 56 && s->size < sizeof s->bytes);
}

static void close_shelf(struct shelf *s) {
    folder_close(&s->folder);
    aids_free(&s->aids);
    wend_map_destroy(s->map);
}

static void tables_survive_the_trip_to_a_file(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    wend_subgoals *copy;
    assert_int_equal(wend_subgoals_load(s.aids.abstraction, s.path, NULL, &copy, NULL), WEND_OK);
    wend_subgoals_info a = wend_subgoals_stats(s.aids.subgoals), b = wend_subgoals_stats(copy);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(b.build_ns, 123456789);
    for (wend_state from = 0; from < 120; from++) {
        for (wend_state to = 0; to < 120; to++) {
            wend_state subgoals[2] = {0, 0};
            uint32_t depths[2] = {0, 0};
            wend_error one =
                wend_subgoals_find(s.aids.subgoals, from, to, &subgoals[0], &depths[0]);
            assert_int_equal(one, wend_subgoals_find(copy, from, to, &subgoals[1], &depths[1]));
            assert_int_equal(subgoals[0], subgoals[1]);
            assert_int_equal(depths[0], depths[1]);
        }
    }
    wend_subgoals_destroy(copy);
    close_shelf(&s);
}

static wend_error load(const struct shelf *s, const uint8_t *bytes, size_t count,
                       wend_diagnosis *diagnosis, wend_subgoals **out) {
    write_bytes(s->path, bytes, count);
    *diagnosis = (wend_diagnosis){0};
    *out = NULL;
    return wend_subgoals_load(s->aids.abstraction, s->path, NULL, out, diagnosis);
}

static void check_refused(const struct shelf *s, const uint8_t *bytes, size_t count,
                          const char *why) {
    wend_diagnosis diagnosis;
    wend_subgoals *table;
    wend_error error = load(s, bytes, count, &diagnosis, &table);
    check(error == WEND_ERROR_FORMAT, "%s", wend_error_text(error));
    assert_null(table);
    check(strstr(diagnosis.text, why) != NULL, "\"%s\", expected \"%s\"", diagnosis.text, why);
}

static void damaged_files_are_refused(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    static uint8_t bytes[65536 + 64];
    for (size_t count = 0; count < s.size; count += count < 70 ? 1 : 97) {
        check_refused(&s, s.bytes, count, count < 56 ? "not a table" : "checksum");
    }
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(60000 + i);
        memcpy(bytes, s.bytes, s.size);
        size_t count = s.size;
        for (uint32_t n = dice_between(&d, 1, 4); n > 0; n--) {
            uint32_t at = dice_between(&d, 0, (uint32_t)s.size - 1);
            bytes[at] ^= (uint8_t)(1u << dice_between(&d, 0, 7)); /* may cancel an earlier change */
        }
        if (dice_percent(&d, 20)) {
            count += dice_between(&d, 1, 40);
        }
        if (count == s.size && memcmp(bytes, s.bytes, s.size) == 0) {
            continue;
        }
        check_refused(&s, bytes, count, "");
    }
    close_shelf(&s);
}

/* Even a file with a correct checksum may contain anything; it is refused or does no harm. */
static void forged_files_do_no_harm(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    static uint8_t bytes[65536];
    uint32_t accepted = 0, refused = 0;
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(70000 + i);
        memcpy(bytes, s.bytes, s.size);
        size_t count = dice_percent(&d, 20) ? dice_between(&d, 56, (uint32_t)s.size) : s.size;
        for (uint32_t n = dice_between(&d, 1, 3); n > 0; n--) {
            uint32_t last = dice_percent(&d, 50) ? 55 : (uint32_t)s.size - 1;
            bytes[dice_between(&d, 8, last)] = (uint8_t)dice_next(&d);
        }
        forge(bytes, count);
        wend_diagnosis diagnosis;
        wend_subgoals *table;
        wend_error error = load(&s, bytes, count, &diagnosis, &table);
        refused += error == WEND_ERROR_FORMAT;
        accepted += error == WEND_OK;
        check(error == WEND_OK || (error == WEND_ERROR_FORMAT && diagnosis.text[0]), "%s",
              wend_error_text(error));
        for (wend_state cell = 0; !error && cell < 120; cell += 7) {
            wend_state subgoal = 0;
            uint32_t depth = 1;
            wend_subgoals_find(table, cell, 119 - cell, &subgoal, &depth);
            assert_true(subgoal < 120 && depth >= 1 && depth <= WEND_DEPTH_MAX);
        }
        wend_subgoals_destroy(table);
    }
    assert_true(accepted > 0 && refused > 0);
    close_shelf(&s);
}

static void files_of_other_maps_and_rules_are_refused(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    for (uint32_t which = 0; which < 4; which++) {
        plain_map other = s.plain;
        other.cells[0] = which == 0 ? '@' : other.cells[0];
        other.neighbors = which == 1 ? 4 : other.neighbors;
        other.corners = which == 2 ? 2 : other.corners;
        wend_map *map = plain_to_wend(&other);
        wend_abstraction *a;
        wend_subgoals *table;
        wend_diagnosis diagnosis;
        assert_int_equal(wend_abstraction_create(&(wend_abstraction_def){.map = map}, &a, NULL),
                         WEND_OK);
        wend_error error = wend_subgoals_load(a, s.path, NULL, &table, &diagnosis);
        assert_int_equal(error, which == 3 ? WEND_OK : WEND_ERROR_FORMAT);
        check(!error || strstr(diagnosis.text, "another map"), "%s", diagnosis.text);
        wend_subgoals_destroy(table);
        wend_abstraction_destroy(a);
        wend_map_destroy(map);
    }
    s.bytes[8] = 2;
    forge(s.bytes, s.size);
    check_refused(&s, s.bytes, s.size, "version 2, expected 1");
    wend_subgoals *table;
    wend_diagnosis diagnosis;
    assert_int_equal(
        wend_subgoals_load(s.aids.abstraction, "/nonexistent/x", NULL, &table, &diagnosis),
        WEND_ERROR_IO);
    close_shelf(&s);
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static void edits_make_aids_stale(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    wend_agent_def def = {0};
    def.map = s.map;
    def.start = 0;
    def.goal = 119;
    def.algo = wend_algo_prlrts();
    def.local.abstraction = s.aids.abstraction;
    def.local.level = 1;
    wend_agent *refiner, *guided;
    wend_tick tick;
    refiner = make_agent(&def);
    wend_agent_def other = def;
    other.algo = wend_algo_dlrta();
    other.local.abstraction = NULL;
    other.local.level = 0;
    other.local.subgoals = s.aids.subgoals;
    guided = make_agent(&other);
    for (uint32_t i = 0; i < 3; i++) {
        wend_agent_reserve_expansions(refiner, 50);
        assert_int_equal(wend_agent_tick_expansions(refiner, 50, &tick), WEND_OK);
    }
    /* The upper way to the right is closed: neither has noticed it yet. */
    assert_int_equal(wend_map_set_cell(s.map, 5, 2, '@'), WEND_OK);
    s.plain.cells[2 * 12 + 5] = '@';
    assert_int_equal(wend_agent_tick_expansions(refiner, 50, &tick), WEND_ERROR_STALE);
    assert_int_equal(wend_agent_tick_expansions(guided, 50, &tick), WEND_ERROR_STALE);
    wend_agent *none;
    assert_int_equal(wend_agent_create(&def, &none, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_agent_create(&other, &none, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_subgoals_save(s.aids.subgoals, s.path, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_abstraction_update(s.aids.abstraction), WEND_OK);
    assert_int_equal(wend_abstraction_update(s.aids.abstraction), WEND_OK); /* nothing to do */
    wend_state subgoal;
    uint32_t depth;
    assert_int_equal(wend_subgoals_find(s.aids.subgoals, 0, 119, &subgoal, &depth),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_subgoals_compute(s.aids.subgoals, 0, 1), WEND_ERROR_STALE);
    wend_region region;
    assert_int_equal(wend_abstraction_describe(s.aids.abstraction, 1, 0, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_abstraction_describe(s.aids.abstraction, 1, 0, &region), WEND_OK);
    assert_int_equal(wend_agent_tick_expansions(refiner, 50, &tick), WEND_OK);
    assert_int_equal(tick.status, WEND_AGENT_NOT_RESERVED); /* its searches are for other regions */
    wend_state at = wend_agent_state(refiner);
    do {
        step_agent(refiner, 50, &tick);
        check(tick.state == at || plain_move_cost(&s.plain, (int)at, (int)tick.state) > 0,
              "an illegal move after an edit");
        at = tick.state;
    } while (wend_agent_is_active(tick.status));
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    wend_agent_destroy(refiner);
    wend_agent_destroy(guided);
    close_shelf(&s);
}

/* ---- Errors and memory ----------------------------------------------------------------------- */

static void expect(const wend_agent_def *def, wend_error expected) {
    wend_agent *agent;
    wend_error error = wend_agent_create(def, &agent, NULL);
    check(error == expected, "%s: %s", def->algo->name, wend_error_text(error));
    if (!error) {
        wend_agent_destroy(agent);
    }
}

static void what_does_not_go_together_is_refused(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    wend_agent_def def = {0};
    def.map = s.map;
    def.start = 0;
    def.goal = 119;
    static const struct {
        const char *algo;
        uint32_t depth, queue, level, gamma;
        wend_error error;
    } cases[] = {{"lrta", 1, 0, 0, 0, WEND_OK},
                 {"lrta", 64, 0, 0, 0, WEND_OK},
                 {"lrta", 65, 0, 0, 0, WEND_ERROR_ARGUMENT},
                 {"lrta", 0, 5, 0, 0, WEND_ERROR_UNSUPPORTED},
                 {"plrta", 0, 4096, 0, 0, WEND_OK},
                 {"plrta", 0, 4097, 0, 0, WEND_ERROR_ARGUMENT},
                 {"plrta", 3, 0, 0, 0, WEND_ERROR_UNSUPPORTED},
                 {"tba", 3, 0, 0, 0, WEND_ERROR_UNSUPPORTED},
                 {"lrta", 0, 0, 3, 0, WEND_ERROR_UNSUPPORTED},
                 {"lrta", 0, 0, 0, 500, WEND_ERROR_UNSUPPORTED},
                 {"prlrts", 0, 0, 0, 0, WEND_ERROR_ARGUMENT},
                 {"dlrta", 0, 0, 0, 0, WEND_ERROR_ARGUMENT}};
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_agent_def one = def;
        one.algo = wend_algo_find(cases[i].algo);
        one.local.depth = cases[i].depth;
        one.local.queue_size = cases[i].queue;
        one.local.level = cases[i].level;
        one.local.gamma_permille = cases[i].gamma;
        expect(&one, cases[i].error);
    }
    def.algo = wend_algo_prlrts();
    def.local.abstraction = s.aids.abstraction;
    expect(&def, WEND_OK);
    def.local.gamma_permille = 1001;
    expect(&def, WEND_ERROR_ARGUMENT);
    def.local.gamma_permille = 0;
    def.local.level = 33;
    expect(&def, WEND_ERROR_ARGUMENT);
    def.local.level = 0;
    wend_map *map = plain_to_wend(&s.plain);
    def.map = map; /* equal, but not the map of the abstraction */
    expect(&def, WEND_ERROR_ARGUMENT);
    def.local.abstraction = NULL;
    def.algo = wend_algo_dlrta();
    def.local.subgoals = s.aids.subgoals;
    expect(&def, WEND_ERROR_ARGUMENT);
    def.map = s.map;
    expect(&def, WEND_OK);
    wend_subgoals_def half = {.abstraction = s.aids.abstraction, .level = 1};
    wend_subgoals *table;
    assert_int_equal(wend_subgoals_create(&half, &table, NULL), WEND_OK);
    assert_int_equal(wend_subgoals_compute(table, 1, wend_subgoals_regions(table) - 1), WEND_OK);
    assert_int_equal(wend_subgoals_compute(table, 1, wend_subgoals_regions(table)),
                     WEND_ERROR_ARGUMENT);
    def.local.subgoals = table;
    expect(&def, WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_subgoals_save(table, s.path, NULL), WEND_ERROR_ARGUMENT);
    wend_subgoals_destroy(table);
    wend_map_destroy(map);
    close_shelf(&s);
}

static void aids_survive_failing_allocations(void **state) {
    (void)state;
    struct shelf s;
    open_shelf(&s);
    for (uint64_t n = 1, done = 0; !done; n++) {
        ledger book = {.fail_at = n};
        wend_allocator allocator = ledger_allocator(&book);
        wend_abstraction *a = NULL;
        wend_error error = wend_abstraction_create(
            &(wend_abstraction_def){.map = s.map, .allocator = allocator}, &a, NULL);
        assert_true(error == WEND_OK || (error == WEND_ERROR_MEMORY && !a));
        done = !error && book.calls < n;
        assert_true(error || wend_abstraction_memory(a) == book.live_bytes);
        wend_abstraction_destroy(a);
        assert_int_equal(book.live_bytes, 0);
        check(n < 1000, "never stops allocating");
    }
    for (uint64_t n = 1, done = 0; !done; n++) {
        ledger book = {.fail_at = n};
        wend_subgoals_def def = {.abstraction = s.aids.abstraction,
                                 .allocator = ledger_allocator(&book)};
        wend_subgoals *table = NULL;
        wend_error error = wend_subgoals_create(&def, &table, NULL);
        if (!error) {
            error = wend_subgoals_compute(table, 0, wend_subgoals_regions(table));
            assert_true(error == WEND_OK || error == WEND_ERROR_MEMORY);
        }
        wend_allocator allocator = def.allocator;
        wend_subgoals *loaded = NULL;
        wend_diagnosis diagnosis;
        wend_error read =
            wend_subgoals_load(s.aids.abstraction, s.path, &allocator, &loaded, &diagnosis);
        assert_true(read == WEND_OK || (read == WEND_ERROR_MEMORY && !loaded));
        done = !error && !read && book.calls < n;
        wend_subgoals_destroy(table);
        wend_subgoals_destroy(loaded);
        assert_int_equal(book.live_bytes, 0);
        check(n < 1000, "never stops allocating");
    }
    close_shelf(&s);
}

/* One region has no borders: nothing of 0 bytes is allocated for them. */
static void a_map_of_one_region_has_a_table(void **state) {
    (void)state;
    wend_map *map = walker_map("....", 2, 2);
    test_aids aids = aids_make(map);
    ledger book = {0};
    wend_subgoals_def def = {.abstraction = aids.abstraction, .allocator = ledger_allocator(&book)};
    wend_subgoals *table = NULL;
    assert_int_equal(wend_subgoals_create(&def, &table, NULL), WEND_OK);
    assert_int_equal(wend_subgoals_regions(table), 1);
    assert_int_equal(wend_subgoals_compute(table, 0, 1), WEND_OK);
    wend_subgoals_destroy(table);
    assert_int_equal(book.live_bytes, 0);
    aids_free(&aids);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_with_aids_arrive),
        cmocka_unit_test(borders_are_found_by_their_cells),
        cmocka_unit_test(codes_of_both_sizes_come_back),
        cmocka_unit_test(subgoals_lead_to_the_goal),
        cmocka_unit_test(tables_survive_the_trip_to_a_file),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(forged_files_do_no_harm),
        cmocka_unit_test(files_of_other_maps_and_rules_are_refused),
        cmocka_unit_test(edits_make_aids_stale),
        cmocka_unit_test(what_does_not_go_together_is_refused),
        cmocka_unit_test(aids_survive_failing_allocations),
        cmocka_unit_test(a_map_of_one_region_has_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
