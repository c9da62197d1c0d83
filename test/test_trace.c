/* Traces: readers return what was recorded, views show what agents report, and no broken file does
 * harm. */
#define _POSIX_C_SOURCE 200809L
#include "common/messages.h"
#include "common/output_file.h"
#include "support/dice.h"
#include "support/folder.h"
#include "support/plain_map.h"
#include "support/cave_show.h"
#include "support/test.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *const known_terrain[] = {"astar",    "tba",  "tba-late", "tbwa", "tbrwa",
                                            "lss-lrta", "lrta", "jps",      "tbjps"};
static const char *const unknown_terrain[] = {"rtba",       "tbaa", "repeated-astar",
                                              "dstar-lite", "rtaa", "dartaa"};

static struct view_setup setup;

/* ---- Round trips ----------------------------------------------------------------------------- */

static void check_same_view(const struct view *a, const struct view *b, const char *algo) {
    uint32_t cells = wend_map_width(a->map) * wend_map_height(a->map);
    check(memcmp(a->marks, b->marks, cells) == 0, "%s, tick %u: other marks", algo,
          (unsigned)a->ticks);
    check(memcmp(a->heat, b->heat, cells * sizeof *a->heat) == 0, "%s: other heat", algo);
    check(a->cell == b->cell && a->trail_count == b->trail_count, "%s: elsewhere", algo);
    check(a->path_count - a->path_begin == b->path_count - b->path_begin, "%s: other path", algo);
    check(a->ticks == b->ticks && a->expansions == b->expansions && a->cost == b->cost &&
              a->moves == b->moves && a->status == b->status && a->over == b->over &&
              a->search == b->search,
          "%s: other numbers", algo);
}

/* A live run and its recording. */
static void check_round_trip(void) {
    struct trace trace;
    struct side_by_side live, again;
    assert_int_equal(view_setup_record(&setup, &trace), 0);
    assert_int_equal(side_by_side_live(&live, &setup.settings, &setup.task), 0);
    wend_map *map = NULL;
    assert_int_equal(trace_map(&trace, &map), 0);
    assert_int_equal(side_by_side_replay(&again, &trace, map), 0);
    while (!side_by_side_over(&live)) {
        assert_false(side_by_side_over(&again));
        assert_int_equal(side_by_side_tick(&live), 0);
        assert_int_equal(side_by_side_tick(&again), 0);
        for (uint32_t i = 0; i < live.count; i++) {
            check_same_view(&live.views[i], &again.views[i], setup.settings.items[i].algo);
        }
    }
    assert_true(side_by_side_over(&again));
    for (uint32_t i = 0; i < live.count; i++) {
        wend_agent_info counters = wend_agent_stats(live.sources[i].live.agent);
        assert_int_equal(trace.agents[i].ticks, counters.ticks);
        assert_int_equal(trace.agents[i].moves, counters.moves);
        assert_int_equal(trace.agents[i].expansions, counters.expansions);
        assert_int_equal(trace.agents[i].cost, counters.cost);
    }
    side_by_side_clear(&live);
    side_by_side_clear(&again);
    wend_map_destroy(map);
    trace_clear(&trace);
}

static void what_was_recorded_is_read_again(void **state) {
    (void)state;
    test_show_cave(&setup, known_terrain, COUNT_OF(known_terrain), false);
    check_round_trip();
    view_setup_clear(&setup);
    test_show_cave(&setup, unknown_terrain, COUNT_OF(unknown_terrain), true);
    check_round_trip();
    view_setup_clear(&setup);
}

static void random_maps_are_recorded_too(void **state) {
    (void)state;
    for (uint32_t round = 0; round < test_scaled(60); round++) {
        dice d = dice_of(round);
        plain_map plain;
        plain_random(&plain, &d, 30);
        int start = plain_random_free(&plain, &d), goal = plain_random_free(&plain, &d);
        const char *algos[] = {DICE_PICK(&d, unknown_terrain), "tba"};
        test_show(&setup, plain_to_wend(&plain), (wend_state)start, (wend_state)goal, algos, 2,
                  dice_between(&d, 1, 40), dice_percent(&d, 50));
        check_round_trip();
        view_setup_clear(&setup);
    }
}

/* ---- Views are correct ----------------------------------------------------------------------- */

static void check_marks(const struct side_by_side *agents, uint32_t index) {
    const struct view *v = &agents->views[index];
    const wend_agent *agent = agents->sources[index].live.agent;
    uint32_t cells = wend_map_width(v->map) * wend_map_height(v->map);
    for (uint32_t cell = 0; cell < cells; cell++) {
        wend_mark mark = wend_agent_mark(agent, cell);
        wend_mark shown = v->marks[cell] & VIEW_OPEN     ? WEND_MARK_OPEN
                          : v->marks[cell] & VIEW_CLOSED ? WEND_MARK_CLOSED
                                                         : WEND_MARK_NONE;
        check(mark == shown, "%s, tick %u: cell %u is %d, shown as %d (goal %u)", v->agent.algo,
              (unsigned)v->ticks, cell, mark, shown, v->goal);
    }
}

static void open_and_closed_are_what_agents_say(void **state) {
    (void)state;
    test_show_cave(&setup, known_terrain, COUNT_OF(known_terrain), false);
    struct side_by_side agents;
    assert_int_equal(side_by_side_live(&agents, &setup.settings, &setup.task), 0);
    while (!side_by_side_over(&agents)) {
        assert_int_equal(side_by_side_tick(&agents), 0);
        for (uint32_t i = 0; i < agents.count; i++) {
            if (agents.views[i].tick_expansions > 0) {
                check_marks(&agents, i);
            }
        }
    }
    side_by_side_clear(&agents);
    view_setup_clear(&setup);
}

static void what_is_seen_is_what_the_belief_knows(void **state) {
    (void)state;
    test_show_cave(&setup, unknown_terrain, COUNT_OF(unknown_terrain), true);
    struct side_by_side agents;
    assert_int_equal(side_by_side_live(&agents, &setup.settings, &setup.task), 0);
    while (!side_by_side_over(&agents)) {
        assert_int_equal(side_by_side_tick(&agents), 0);
    }
    for (uint32_t i = 0; i < agents.count; i++) {
        for (uint32_t y = 0; y < wend_map_height(agents.map); y++) {
            for (uint32_t x = 0; x < wend_map_width(agents.map); x++) {
                bool shown = agents.views[i].marks[wend_map_state(agents.map, x, y)] & VIEW_SEEN;
                assert_int_equal(shown, wend_belief_knows(agents.sources[i].live.belief, x, y));
            }
        }
    }
    side_by_side_clear(&agents);
    view_setup_clear(&setup);
}

static void a_rewound_stage_does_the_same_again(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "lss-lrta"};
    test_show_cave(&setup, algos, 2, false);
    struct side_by_side agents;
    assert_int_equal(side_by_side_live(&agents, &setup.settings, &setup.task), 0);
    assert_int_equal(side_by_side_run(&agents, 25), 0);
    wend_state cells[2] = {agents.views[0].cell, agents.views[1].cell};
    uint64_t cost = agents.views[1].cost;
    assert_int_equal(side_by_side_run(&agents, 40), 0);
    assert_int_equal(side_by_side_rewind(&agents), 0);
    assert_int_equal(agents.views[0].cell, agents.views[0].start);
    assert_int_equal(side_by_side_run(&agents, 25), 0);
    assert_int_equal(agents.views[0].cell, cells[0]);
    assert_int_equal(agents.views[1].cell, cells[1]);
    assert_int_equal(agents.views[1].cost, cost);
    side_by_side_clear(&agents);
    view_setup_clear(&setup);
}

/* ---- Broken files ---------------------------------------------------------------------------- */

/* A small trace with everything in it; two agents. */
static struct bytes small_trace(void) {
    static const char *const algos[] = {"rtba", "dstar-lite"};
    static const char *const rows[] = {"S..#..", ".#.#.#", ".#...G", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    test_show(&setup, plain_to_wend(&plain), (wend_state)plain_mark(rows, 'S'),
              (wend_state)plain_mark(rows, 'G'), algos, 2, 2, true);
    struct trace trace;
    assert_int_equal(view_setup_record(&setup, &trace), 0);
    struct bytes bytes = trace.bytes;
    trace.bytes = (struct bytes){0};
    trace_clear(&trace);
    view_setup_clear(&setup);
    return bytes;
}

static int open_copy(const uint8_t *data, size_t size) {
    struct bytes copy = {0};
    struct trace trace;
    bytes_add(&copy, data, size);
    int code = trace_open(&copy, "test", &trace);
    trace_clear(&trace);
    return code;
}

static void truncated_files_are_refused(void **state) {
    (void)state;
    struct bytes bytes = small_trace();
    assert_int_equal(open_copy(bytes.data, bytes.count), 0);
    hush_begin();
    for (size_t size = 0; size < bytes.count; size++) {
        assert_int_equal(open_copy(bytes.data, size), EXIT_USAGE);
    }
    hush_end();
    bytes_clear(&bytes);
}

static void every_changed_bit_is_noticed(void **state) {
    (void)state;
    struct bytes bytes = small_trace();
    hush_begin();
    for (size_t bit = 0; bit < bytes.count * 8; bit++) {
        bytes.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(open_copy(bytes.data, bytes.count), EXIT_USAGE);
        bytes.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    hush_end();
    bytes_clear(&bytes);
}

/* As specified by docs/trace-format.md. */
static void renew_checksum(struct bytes *bytes) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes->count - 8; i++) {
        hash = (hash ^ bytes->data[i]) * UINT64_C(0x100000001b3);
    }
    for (size_t i = 0; i < 8; i++) {
        bytes->data[bytes->count - 8 + i] = (uint8_t)(hash >> (8 * i));
    }
}

static void mutate(struct bytes *bytes, dice *d) {
    uint32_t last = (uint32_t)bytes->count - 9;
    for (uint32_t n = dice_between(d, 1, 4); n > 0; n--) {
        uint32_t at = dice_between(d, 8, last);
        switch (dice_between(d, 0, 3)) {
        case 0:
            bytes->data[at] = (uint8_t)dice_next(d);
            break;
        case 1:
            bytes->data[at] ^= (uint8_t)(1u << dice_between(d, 0, 7));
            break;
        case 2:
            bytes->data[at] = 0xff;
            break;
        default: { /* copies a piece of it to another place */
            uint32_t from = dice_between(d, 8, last), length = dice_between(d, 1, 12);
            for (uint32_t i = 0; i < length && at + i <= last && from + i <= last; i++) {
                bytes->data[at + i] = bytes->data[from + i];
            }
            break;
        }
        }
    }
}

/* With a correct checksum, so that everything after it is tested. Accepted files are played. */
static void mutated_files_do_no_harm(void **state) {
    (void)state;
    struct bytes good = small_trace();
    uint32_t accepted = 0, rounds = test_scaled(20000);
    hush_begin();
    for (uint32_t round = 0; round < rounds; round++) {
        dice d = dice_of(round);
        struct bytes bad = {0};
        bytes_add(&bad, good.data, good.count);
        mutate(&bad, &d);
        if (dice_percent(&d, 20)) { /* truncated, too */
            bad.count = dice_between(&d, 16, (uint32_t)bad.count);
        }
        renew_checksum(&bad);
        struct trace trace;
        int code = trace_open(&bad, "test", &trace);
        assert_true(code == 0 || code == EXIT_USAGE);
        wend_map *map = NULL;
        struct side_by_side agents = {0};
        if (!code && (uint64_t)trace.scene.width * trace.scene.height < 1000000) {
            accepted++;
            assert_int_equal(trace_map(&trace, &map), 0);
            assert_int_equal(side_by_side_replay(&agents, &trace, map), 0);
            assert_int_equal(side_by_side_run(&agents, UINT64_MAX), 0);
        }
        side_by_side_clear(&agents);
        wend_map_destroy(map);
        trace_clear(&trace);
    }
    hush_end();
    check(accepted > 0 && accepted < rounds, "%u of %u mutants were read", accepted, rounds);
    bytes_clear(&good);
}

static void foreign_and_missing_files_are_refused(void **state) {
    (void)state;
    folder f;
    struct trace trace;
    folder_open(&f);
    hush_begin();
    assert_int_equal(trace_load(folder_nothing(&f), &trace), EXIT_USAGE);
    trace_clear(&trace);
    assert_int_equal(trace_load(folder_write(&f, "empty", "", 0), &trace), EXIT_USAGE);
    trace_clear(&trace);
    assert_int_equal(trace_load(folder_write(&f, "map", "type octile\n", 12), &trace), EXIT_USAGE);
    trace_clear(&trace);
    struct bytes later = small_trace();
    later.data[8] = 2; /* version */
    renew_checksum(&later);
    assert_int_equal(open_copy(later.data, later.count), EXIT_USAGE);
    hush_end();
    bytes_clear(&later);
    folder_close(&f);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void numbers_have_their_bytes(void **state) {
    (void)state;
    struct bytes b = {0};
    bytes_add_number(&b, 0);
    bytes_add_number(&b, 300);
    bytes_add_signed(&b, -1);
    bytes_add_signed(&b, 64);
    static const uint8_t expected[] = {0, 0xac, 2, 1, 0x80, 1};
    assert_int_equal(b.count, sizeof expected);
    assert_memory_equal(b.data, expected, sizeof expected);
    bytes_clear(&b);
    bytes_add_base64(&b, "wend", 4);
    bytes_add_base64(&b, "abc", 3);
    assert_memory_equal(b.data, "d2VuZA==YWJj", 12);
    bytes_clear(&b);
}

/* Simulates a full disk. */
static uint32_t count_files(const char *path) {
    DIR *listing = opendir(path);
    uint32_t count = 0;
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(listing);
    return count;
}

static void a_full_disk_leaves_the_old_file(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    char path[300], read_back[8] = "";
    snprintf(path, sizeof path, "%s", folder_write(&f, "trace", "old", 3));
    static const uint8_t large[100000] = {1};
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    tight = before;
    tight.rlim_cur = 5000;
    signal(SIGXFSZ, SIG_IGN);
    hush_begin();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    int code = write_file(path, large, sizeof large);
    setrlimit(RLIMIT_FSIZE, &before);
    hush_end();
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(code, EXIT_MACHINE);
    assert_int_equal(count_files(f.path), 1);
    FILE *in = fopen(path, "rb");
    assert_int_equal(fread(read_back, 1, sizeof read_back, in), 3);
    fclose(in);
    assert_memory_equal(read_back, "old", 3);
    hush_begin();
    assert_int_equal(write_file("/nonexistent/trace", "x", 1), EXIT_MACHINE);
    hush_end();
    folder_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_their_bytes),
        cmocka_unit_test(what_was_recorded_is_read_again),
        cmocka_unit_test(random_maps_are_recorded_too),
        cmocka_unit_test(open_and_closed_are_what_agents_say),
        cmocka_unit_test(what_is_seen_is_what_the_belief_knows),
        cmocka_unit_test(a_rewound_stage_does_the_same_again),
        cmocka_unit_test(truncated_files_are_refused),
        cmocka_unit_test(every_changed_bit_is_noticed),
        cmocka_unit_test(mutated_files_do_no_harm),
        cmocka_unit_test(foreign_and_missing_files_are_refused),
        cmocka_unit_test(a_full_disk_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
