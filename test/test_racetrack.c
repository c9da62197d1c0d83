/* Racetracks: letters of a track, numbering, actions, heuristic, the kernel, files. */
#include "research/domain/racetrack.h"
#include "search/search.h"

#include "support/data.h"
#include "support/folder.h"
#include "support/ledger.h"
#include "support/plain_track.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

static wend_domain *make_track(const plain_track *plain) {
    wend_racetrack_def def = {.width = (uint32_t)plain->width,
                              .height = (uint32_t)plain->height,
                              .max_speed = (uint32_t)plain->max_speed};
    wend_domain *track = NULL;
    wend_diagnosis diagnosis = {.text = ""};
    def.cells = plain->cells;
    wend_error error = wend_racetrack_create(&def, &track, &diagnosis);
    check(error == WEND_OK, "%s", diagnosis.text);
    return track;
}

static wend_state state_of(const wend_domain *track, car c) {
    return wend_racetrack_state(track, (uint32_t)c.x, (uint32_t)c.y, c.vx, c.vy);
}

static car car_of(const wend_domain *track, wend_state state) {
    uint32_t x, y;
    int vx, vy;
    wend_racetrack_describe(track, state, &x, &y, &vx, &vy);
    return (car){(int)x, (int)y, vx, vy};
}

/* ---- Making one ------------------------------------------------------------------------------ */

static wend_error create(const wend_racetrack_def *def, const char *cells, wend_domain **out,
                         wend_diagnosis *diagnosis) {
    wend_racetrack_def form = *def;
    form.cells = cells;
    wend_error error = wend_racetrack_create(&form, out, diagnosis);
    check((error == WEND_OK) == (*out != NULL), "a result and %s", wend_error_text(error));
    return error;
}

static void a_track_says_what_it_is(void **state) {
    (void)state;
    wend_racetrack_def def = {.width = 3, .height = 2};
    wend_domain *track;
    assert_int_equal(create(&def, "#_____", &track, NULL), WEND_OK);
    assert_string_equal(wend_domain_kind(track), "racetrack");
    assert_false(wend_domain_reversible(track));
    assert_int_equal(wend_domain_unit(track), 1000);
    assert_int_equal(wend_domain_size(track), 6 * 49);
    assert_true(wend_domain_memory(track) > 0);
    assert_int_equal(wend_racetrack_width(track), 3);
    assert_int_equal(wend_racetrack_height(track), 2);
    assert_int_equal(wend_racetrack_max_speed(track), 3);
    assert_false(wend_racetrack_is_free(track, 0, 0));
    assert_true(wend_racetrack_is_free(track, 2, 1));
    assert_false(wend_racetrack_is_free(track, 3, 0));
    assert_false(wend_racetrack_is_free(track, 0, 2));
    assert_false(wend_racetrack_is_free(track, UINT32_MAX, UINT32_MAX));
    wend_domain_destroy(track);
}

/* Which cells are free, as letters '0' and '1'. */
static void check_free(const wend_domain *track, const char *expected) {
    uint32_t width = wend_racetrack_width(track), height = wend_racetrack_height(track);
    assert_int_equal(strlen(expected), width * height);
    for (uint32_t i = 0; i < width * height; i++) {
        bool is_free = wend_racetrack_is_free(track, i % width, i / width);
        check(is_free == (expected[i] == '1'), "cell %u of %s", i, expected);
    }
}

static void letters_mean_what_is_written(void **state) {
    (void)state;
    static const struct {
        const char *cells, *expected;
    } cases[] = {
        {"#_@*", "0111"},                   /* a track */
        {"@@__", "1111"}, {"@.GS", "0111"}, /* a map */
        {"@TWO", "0000"}, {"#_.*", "0111"}, /* both, but without '@' */
        {"#OTS", "0001"},
    };
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_racetrack_def def = {.width = 2, .height = 2};
        wend_domain *track;
        assert_int_equal(create(&def, cases[i].cells, &track, NULL), WEND_OK);
        check_free(track, cases[i].expected);
        uint32_t start[2], finish[2];
        check(wend_racetrack_ends(track, start, finish) == (i == 0), "case %u has ends?", i);
        wend_domain_destroy(track);
    }
}

static void bad_letters_are_refused_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *cells, *words;
        uint32_t row, column;
    } cases[] = {
        {"__x_", "'x' is unknown", 2, 1},
        {"___\n", "code 10", 2, 2},
        {"#@._", "'@' is a start in tracks and blocked in maps", 1, 2},
        {".*O@", "mix the letters", 2, 2},
    };
    wend_racetrack_def def = {.width = 2, .height = 2};
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_domain *track;
        wend_diagnosis diagnosis;
        assert_int_equal(create(&def, cases[i].cells, &track, &diagnosis), WEND_ERROR_FORMAT);
        check(diagnosis.line == cases[i].row && diagnosis.column == cases[i].column, "case %u", i);
        check(strstr(diagnosis.text, cases[i].words), "case %u: %s", i, diagnosis.text);
        assert_int_equal(create(&def, cases[i].cells, &track, NULL), WEND_ERROR_FORMAT);
    }
}

static void what_cannot_be_made_is_refused(void **state) {
    (void)state;
    static const struct {
        uint32_t width, height, max_speed, enlarge;
        wend_error error;
    } cases[] = {
        {2, 2, 8, 1, WEND_ERROR_ARGUMENT},   {2, 2, 3, 17, WEND_ERROR_ARGUMENT},
        {0, 2, 3, 1, WEND_ERROR_SIZE},       {2, 0, 3, 1, WEND_ERROR_SIZE},
        {4097, 2, 3, 1, WEND_ERROR_SIZE},    {2, 4097, 3, 1, WEND_ERROR_SIZE},
        {4096, 4096, 7, 1, WEND_ERROR_SIZE}, {4096, 4096, 1, 16, WEND_ERROR_SIZE},
    };
    wend_domain *track;
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_racetrack_def def = {.width = cases[i].width,
                                  .height = cases[i].height,
                                  .max_speed = cases[i].max_speed,
                                  .enlarge = cases[i].enlarge};
        wend_diagnosis diagnosis = {.text = ""};
        check(create(&def, "____", &track, &diagnosis) == cases[i].error, "case %u", i);
        check(strstr(diagnosis.text, "expected"), "case %u: %s", i, diagnosis.text);
    }
    wend_racetrack_def def = {.width = 2, .height = 2, .max_speed = 3, .enlarge = 1};
    assert_int_equal(wend_racetrack_create(NULL, &track, NULL), WEND_ERROR_ARGUMENT);
    def.cells = "____";
    assert_int_equal(wend_racetrack_create(&def, NULL, NULL), WEND_ERROR_ARGUMENT);
    ledger book = {.fail_at = 1};
    def.allocator = ledger_allocator(&book);
    assert_int_equal(create(&def, "____", &track, NULL), WEND_ERROR_MEMORY);
    assert_int_equal(create(&def, "____", &track, NULL), WEND_OK);
    assert_int_equal(book.live_bytes, wend_domain_memory(track));
    wend_domain_destroy(track);
    assert_int_equal(book.live_bytes, 0);
}

static void cells_can_be_made_squares(void **state) {
    (void)state;
    wend_racetrack_def def = {.width = 3, .height = 2};
    wend_domain *track;
    uint32_t start[2], finish[2];
    def.enlarge = 2;
    assert_int_equal(create(&def, "#_*@*@", &track, NULL), WEND_OK);
    check_free(track, "001111"
                      "001111"
                      "111111"
                      "111111");
    assert_true(wend_racetrack_ends(track, start, finish));
    assert_true(start[0] == 1 && start[1] == 3 && finish[0] == 5 && finish[1] == 1);
    wend_domain_destroy(track);
    def.enlarge = 3;
    assert_int_equal(create(&def, "#_*@*@", &track, NULL), WEND_OK);
    assert_true(wend_racetrack_ends(track, start, finish));
    assert_true(start[0] == 1 && start[1] == 4 && finish[0] == 7 && finish[1] == 1);
    wend_domain_destroy(track);
}

/* ---- Numbering ------------------------------------------------------------------------------- */

static void states_and_cars_correspond(void **state) {
    (void)state;
    plain_track plain = {.width = 5, .height = 3};
    memset(plain.cells, '_', 15);
    for (int v = 1; v <= (int)WEND_RACETRACK_SPEED_MAX; v++) {
        plain.max_speed = v;
        wend_domain *track = make_track(&plain);
        uint32_t count = wend_domain_size(track);
        assert_int_equal(count, 15 * (2 * v + 1) * (2 * v + 1));
        for (wend_state s = 0; s < count; s++) {
            car c = car_of(track, s);
            check(state_of(track, c) == s, "state %u at speed %d", s, v);
            check(abs(c.vx) <= v && abs(c.vy) <= v && c.x >= 0 && c.x < 5 && c.y >= 0 && c.y < 3,
                  "state %u at speed %d", s, v);
        }
        const car bad[] = {{5, 0, 0, 0},      {0, 3, 0, 0},      {0, 0, v + 1, 0}, {0, 0, 0, v + 1},
                           {0, 0, -v - 1, 0}, {0, 0, 0, -v - 1}, {-1, 0, 0, 0}};
        for (uint32_t i = 0; i < COUNT_OF(bad); i++) {
            check(state_of(track, bad[i]) == WEND_STATE_NONE, "bad state %u", i);
        }
        wend_domain_destroy(track);
    }
}

/* ---- Actions --------------------------------------------------------------------------------- */

struct goal {
    int x, y;
};

static void check_action(const plain_track *plain, const wn_racetrack *track, car from, car to,
                         wn_successor successor, struct goal goal, uint32_t number) {
    wn_id id = state_of(&track->domain, to);
    if (to.x == goal.x && to.y == goal.y) {
        id = wn_racetrack_sink(track);
    }
    check(successor.id == id && successor.cost == 1000,
          "case %u: from (%d,%d) at (%d,%d) to (%d,%d) at (%d,%d)", number, from.x, from.y, from.vx,
          from.vy, to.x, to.y, to.vx, to.vy);
    check(track_is_free(plain, to.x, to.y), "case %u leads into a wall", number);
    check(id != state_of(&track->domain, from), "case %u leads nowhere", number);
    /* Without a crash the car has moved by its velocity; after a crash it stands. */
    bool whole = to.x - from.x == to.vx && to.y - from.y == to.vy;
    check(id == wn_racetrack_sink(track) || whole || (to.vx == 0 && to.vy == 0), "case %u", number);
}

static void check_actions(const plain_track *plain, const wn_racetrack *track, struct goal goal,
                          uint32_t number) {
    uint32_t goal_cell = (uint32_t)(goal.y * plain->width + goal.x);
    for (wend_state s = 0; s < track->domain.state_count; s++) {
        car from = car_of(&track->domain, s), expected[9];
        if (!track_is_free(plain, from.x, from.y)) {
            continue;
        }
        int count = track_successors(plain, from, goal.x, goal.y, expected);
        wn_successor out[WN_RACETRACK_DEGREE];
        uint32_t found = wn_racetrack_successors(track, s, goal_cell, out);
        check((int)found == count, "case %u: (%d,%d) at (%d,%d): %u actions, not %d", number,
              from.x, from.y, from.vx, from.vy, found, count);
        wend_cost h = wn_racetrack_h(track, s, (uint32_t)goal.x, (uint32_t)goal.y);
        for (int i = 0; i < count; i++) {
            check_action(plain, track, from, expected[i], out[i], goal, number);
            wend_cost next = wn_racetrack_h(track, out[i].id, (uint32_t)goal.x, (uint32_t)goal.y);
            check(h <= 1000 + next, "case %u: h falls from %u to %u", number, h, next);
            for (int j = 0; j < i; j++) {
                check(out[i].id != out[j].id, "case %u: an action twice", number);
            }
        }
    }
    wn_successor out[WN_RACETRACK_DEGREE];
    wn_id sink = wn_racetrack_sink(track);
    assert_int_equal(wn_racetrack_successors(track, sink, goal_cell, out), 0);
    assert_int_equal(wn_racetrack_h(track, sink, (uint32_t)goal.x, (uint32_t)goal.y), 0);
}

/* Every state of every track; every edge keeps h consistent. */
static void actions_are_those_of_a_slow_car(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(i);
        plain_track plain;
        car goal;
        track_random(&plain, &d, 9, i % 8 == 0 ? 7 : 4);
        if (!track_random_car(&plain, &d, &goal)) {
            continue;
        }
        wend_domain *track = make_track(&plain);
        check_actions(&plain, wn_racetrack_of(track), (struct goal){goal.x, goal.y}, i);
        wend_domain_destroy(track);
    }
}

/* Mirrored, and with x and y exchanged, lines cross the same cells. */
static void lines_are_symmetric(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(1000 + i);
        plain_track plain, mirrored;
        car from;
        track_random(&plain, &d, 15, 7);
        if (!track_random_car(&plain, &d, &from)) {
            continue;
        }
        mirrored = plain;
        mirrored.width = plain.height;
        mirrored.height = plain.width;
        for (int y = 0; y < plain.height; y++) {
            for (int x = 0; x < plain.width; x++) {
                char cell = plain.cells[y * plain.width + plain.width - 1 - x];
                mirrored.cells[x * plain.height + y] = cell;
            }
        }
        wend_domain *a = make_track(&plain), *b = make_track(&mirrored);
        wn_successor out_a[9], out_b[9];
        car image = {from.y, plain.width - 1 - from.x, from.vy, -from.vx};
        uint32_t nowhere = UINT32_MAX;
        uint32_t count =
            wn_racetrack_successors(wn_racetrack_of(a), state_of(a, from), nowhere, out_a);
        assert_int_equal(
            wn_racetrack_successors(wn_racetrack_of(b), state_of(b, image), nowhere, out_b), count);
        for (uint32_t n = 0; n < count; n++) {
            car to = car_of(a, out_a[n].id);
            wn_id id = state_of(b, (car){to.y, plain.width - 1 - to.x, to.vy, -to.vx});
            uint32_t m = 0;
            while (m < count && out_b[m].id != id) {
                m++;
            }
            check(m < count, "case %u: an action has no image", i);
        }
        wend_domain_destroy(a);
        wend_domain_destroy(b);
    }
}

static void lines_go_as_written(void **state) {
    (void)state;
    plain_track plain = {.width = 8, .height = 5, .max_speed = 3};
    memset(plain.cells, '_', 40);
    plain.cells[1 * 8 + 3] = '#';
    wend_domain *track = make_track(&plain);
    const wn_racetrack *inside = wn_racetrack_of(track);
    wn_successor out[9];
    /* (3,1) from (1,1): (2,1), (3,2), (4,2); halves are rounded outwards. (2,1): (2,2), (3,2). */
    wend_state from = wend_racetrack_state(track, 1, 1, 3, 1);
    uint32_t count = wn_racetrack_successors(inside, from, UINT32_MAX, out);
    const car expected[] = {
        {2, 1, 0, 0}, /* (2,0) and (3,0) crash into (3,1) */
        {3, 2, 2, 1}, {4, 2, 3, 1}, {3, 3, 2, 2}, {4, 3, 3, 2},
    };
    assert_int_equal(count, COUNT_OF(expected));
    for (uint32_t i = 0; i < count; i++) {
        check(same_car(car_of(track, out[i].id), expected[i]), "action %u", i);
    }
    wend_domain_destroy(track);
}

/* Also over the longest distances. */
static void the_heuristic_does_not_overflow(void **state) {
    (void)state;
    wn_racetrack track = {.width = 65536, .speeds = 9, .max_speed = 1, .domain.id_limit = 1};
    assert_int_equal(wn_racetrack_h(&track, 65535 * 9, 0, 0), 46340242); /* 65535000 / sqrt 2 */
    assert_int_equal(wn_racetrack_h(&track, 65535 * 9, 0, 65535), 65535000);
    track.max_speed = 7;
    assert_int_equal(wn_racetrack_h(&track, 7 * 9, 0, 7), 1000);
    assert_int_equal(wn_racetrack_h(&track, 8 * 9, 0, 7), 1073);
}

/* ---- A* -------------------------------------------------------------------------------------- */

struct fixture {
    ledger book;
    wn_memory memory;
    wn_search search;
};

static void open_fixture(struct fixture *f, const wend_domain *track, uint32_t weight) {
    f->book = (ledger){0};
    wend_allocator allocator = ledger_allocator(&f->book);
    wn_memory_init(&f->memory, &allocator, 0);
    wn_policy policy = {.g_factor = WN_FACTOR_ONE, .h_factor = weight};
    assert_true(wn_search_init(&f->search, track, &policy, &f->memory));
}

static void close_fixture(struct fixture *f) {
    wn_search_clear(&f->search);
    assert_int_equal(f->book.live_bytes, 0);
}

/* Runs in slices, each within what was reserved for it. */
static wn_outcome solve(struct fixture *f, wend_state start, wend_state goal, uint32_t slice) {
    const wn_kernel *kernel = f->search.kernel;
    wn_id goal_id = wn_search_goal_id(&f->search, goal);
    assert_true(wn_search_reserve(&f->search, 0, 1));
    kernel->start(&f->search, goal_id);
    assert_true(kernel->seed(&f->search, wn_search_id(&f->search, start), 0));
    wn_outcome outcome = WN_RUNNING;
    for (uint32_t runs = 0; outcome == WN_RUNNING; runs++) {
        check(runs < 1000000, "the search does not end");
        uint32_t used = 0;
        assert_true(wn_search_reserve(&f->search, slice, 0));
        f->book.forbidden = true;
        outcome = kernel->run(&f->search, slice, &used);
        f->book.forbidden = false;
    }
    return outcome;
}

/* From the sink back to the start, action by action. */
static void check_route(struct fixture *f, const plain_track *plain, const wend_domain *track,
                        car start, car goal) {
    wn_id sink = f->search.domain->id_limit - 1;
    wn_id at = sink, start_id = state_of(track, start);
    wend_cost g = wn_search_g(&f->search, sink);
    while (at != start_id) {
        assert_int_equal(wn_search_g(&f->search, at), g);
        wn_id parent = wn_search_parent(&f->search, at);
        assert_true(parent != sink);
        car to = at == sink ? (car){goal.x, goal.y, 0, 0} : car_of(track, at), next[9];
        int count = track_successors(plain, car_of(track, parent), goal.x, goal.y, next), i = 0;
        while (i < count && !same_car(next[i], to)) {
            i++;
        }
        check(i < count, "a step of the route is not an action");
        assert_int_equal(wn_search_move_cost(&f->search, parent, at), 1000);
        at = parent;
        g -= 1000;
    }
    assert_int_equal(g, 0);
}

static void a_star_is_optimal(void **state) {
    (void)state;
    uint32_t reached = 0, cases = test_scaled(400);
    for (uint32_t i = 0; i < cases; i++) {
        dice d = dice_of(2000 + i);
        plain_track plain;
        car start, goal;
        track_random(&plain, &d, 16, i % 10 == 0 ? 7 : 3);
        if (!track_random_car(&plain, &d, &start) || !track_random_car(&plain, &d, &goal) ||
            (start.x == goal.x && start.y == goal.y)) {
            continue;
        }
        wend_domain *track = make_track(&plain);
        struct fixture f;
        open_fixture(&f, track, WN_FACTOR_ONE);
        int distance = track_distance(&plain, start, goal.x, goal.y);
        for (uint32_t again = 0; again < 2; again++) { /* the same search twice */
            wn_outcome outcome = solve(&f, state_of(track, start), state_of(track, goal),
                                       again ? 1000 : dice_between(&d, 1, 40));
            wn_id sink = wn_racetrack_sink(wn_racetrack_of(track));
            check(outcome == (distance < 0 ? WN_NO_PATH : WN_FOUND), "case %u", i);
            if (outcome == WN_FOUND) {
                check(wn_search_g(&f.search, sink) == (wend_cost)distance * 1000,
                      "case %u: not %d actions", i, distance);
                assert_true(wn_nodes_find(&f.search.nodes, sink)->next != WN_CLOSED);
                check_route(&f, &plain, track, start, goal);
                reached++;
            }
        }
        close_fixture(&f);
        wend_domain_destroy(track);
    }
    check(cases < 100 || reached > cases / 2, "too few cases: %u", reached);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static wend_error load_text(const wend_racetrack_def *def, const char *text, wend_domain **out,
                            wend_diagnosis *diagnosis) {
    folder f;
    folder_open(&f);
    *out = NULL;
    const char *path = folder_write(&f, "track", text, strlen(text));
    wend_error error = wend_racetrack_load(def, path, out, diagnosis);
    folder_close(&f);
    check((error == WEND_OK) == (*out != NULL), "a result and %s", wend_error_text(error));
    return error;
}

#define GOOD_MAP "type octile\nheight 2\nwidth 3\nmap\n.@S\nTG.\n"

static void tracks_and_maps_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
        bool ends;
    } cases[] = {
        {"3\n2\n#_*\n@#_\n", "011101", true},
        {"3\n2\n#_*\n@#_", "011101", true},           /* no newline at the end */
        {"3\r\n2\r\n#_*\r\n@#_\r\n", "011101", true}, /* Windows */
        {"3 \n 2\n#_*\n@#_\n\n", "011101", true},
        {"3\n2\n#_*\n_#_\n", "011101", false},
        {GOOD_MAP, "101011", false},
    };
    wend_racetrack_def def = {0};
    def.width = 77; /* the file knows */
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_domain *track;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = load_text(&def, cases[i].text, &track, &diagnosis);
        check(error == WEND_OK, "case %u, line %u: %s", i, diagnosis.line, diagnosis.text);
        assert_int_equal(wend_racetrack_width(track), 3);
        check_free(track, cases[i].expected);
        uint32_t start[2], finish[2];
        check(wend_racetrack_ends(track, start, finish) == cases[i].ends, "case %u", i);
        if (cases[i].ends) {
            assert_true(start[0] == 0 && start[1] == 1 && finish[0] == 2 && finish[1] == 0);
        }
        wend_domain_destroy(track);
    }
    def.enlarge = 2;
    wend_domain *track;
    assert_int_equal(load_text(&def, GOOD_MAP, &track, NULL), WEND_OK);
    check_free(track, "110011110011001111001111");
    wend_domain_destroy(track);
}

static void bad_files_are_refused_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *words;
    } cases[] = {
        {"", 1, 0, "expected the width"},
        {"x\n2\n", 1, 1, "found \"x\", expected the width"},
        {"0\n2\n", 1, 1, "from 1 to 4096"},
        {"4097\n2\n", 1, 1, "from 1 to 4096"},
        {"3 3\n2\n", 1, 1, "found \"3 3\""},
        {"3\n", 2, 0, "expected the height"},
        {"3\n-2\n", 2, 1, "found \"-2\", expected the height"},
        {"3\n2\n#_*\n", 4, 0, "ends after 1 rows, expected 2"},
        {"3\n2\n#_*\n@#\n", 4, 0, "row has 2 cells, expected 3"},
        {"3\n2\n#_*_\n@#_\n", 3, 0, "row has 4 cells, expected 3"},
        {"3\n2\n#_*\n@.#\n", 4, 2, "'.' is unknown, expected one of # _ @ *"},
        {"3\n2\n#\t*\n@##\n", 3, 2, "code 9"},
        {"3\n2\n#_*\n@#_\n###\n", 5, 1, "more rows than the 2"},
        {"type octile\nheight 2\nwidth 3\nmap\n.@S\nT_.\n", 6, 2, "'_' is unknown"},
        {"type octile\nheight 2\nwidth 3\nmap\n.@S\n", 6, 0, "ends after 1 rows"},
        {"type tile\n", 1, 1, "expected \"type octile\""},
    };
    wend_racetrack_def def = {0};
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_domain *track;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = load_text(&def, cases[i].text, &track, &diagnosis);
        check(error == WEND_ERROR_FORMAT, "case %u: %s", i, wend_error_text(error));
        check(diagnosis.line == cases[i].line && diagnosis.column == cases[i].column,
              "case %u: line %u, column %u", i, diagnosis.line, diagnosis.column);
        check(strstr(diagnosis.text, cases[i].words), "case %u: %s", i, diagnosis.text);
        assert_int_equal(load_text(&def, cases[i].text, &track, NULL), error);
    }
}

static void a_file_must_be_there(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    wend_racetrack_def def = {0};
    wend_domain *track;
    wend_diagnosis diagnosis;
    assert_int_equal(wend_racetrack_load(&def, folder_nothing(&f), &track, &diagnosis),
                     WEND_ERROR_IO);
    assert_non_null(strstr(diagnosis.text, "cannot be opened"));
    assert_int_equal(wend_racetrack_load(&def, NULL, &track, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_racetrack_load(NULL, "x", &track, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_racetrack_load(&def, "x", NULL, NULL), WEND_ERROR_ARGUMENT);
    folder_close(&f);
}

/* Each allocation of the reader fails in turn. */
static void reading_survives_the_want_of_memory(void **state) {
    (void)state;
    static const char *const texts[] = {"3\n2\n#_*\n@#_\n", GOOD_MAP};
    for (uint32_t i = 0; i < COUNT_OF(texts); i++) {
        wend_error error = WEND_ERROR_MEMORY;
        uint64_t fail_at = 0;
        while (error) {
            ledger book = {.fail_at = ++fail_at};
            wend_racetrack_def def = {.allocator = ledger_allocator(&book)};
            wend_domain *track;
            error = load_text(&def, texts[i], &track, NULL);
            check(error == WEND_OK || error == WEND_ERROR_MEMORY, "call %u", (uint32_t)fail_at);
            wend_domain_destroy(track);
            assert_int_equal(book.live_bytes, 0);
        }
        assert_int_equal(fail_at, i == 0 ? 4 : 6);
    }
}

/* ---- Real tracks ----------------------------------------------------------------------------- */

static wend_domain *load_data(const char *file, uint32_t enlarge) {
    wend_racetrack_def def = {.enlarge = enlarge};
    wend_domain *track = NULL;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_racetrack_load(&def, data_need(file), &track, &diagnosis);
    check(error == WEND_OK, "%s, line %u: %s", file, diagnosis.line, diagnosis.text);
    return track;
}

static void known_tracks_are_driven_as_well_as_can_be(void **state) {
    (void)state;
    static const struct {
        const char *file;
        uint32_t width, height, free;
    } cases[] = {
        {"tracks/barto-small.track", 35, 12, 236},
        {"tracks/barto-big.track", 30, 33, 556},
        {"tracks/hansen-bigger.track", 69, 33, 1178},
    };
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_domain *track = load_data(cases[i].file, 1);
        plain_track plain = {.max_speed = 3};
        plain.width = (int)wend_racetrack_width(track);
        plain.height = (int)wend_racetrack_height(track);
        check(plain.width == (int)cases[i].width && plain.height == (int)cases[i].height, "%s",
              cases[i].file);
        uint32_t free_count = 0, start[2], finish[2];
        for (int c = 0; c < plain.width * plain.height; c++) {
            bool is_free = wend_racetrack_is_free(track, (uint32_t)(c % plain.width),
                                                  (uint32_t)(c / plain.width));
            plain.cells[c] = is_free ? '_' : '#';
            free_count += is_free;
        }
        check(free_count == cases[i].free, "%s: %u free cells", cases[i].file, free_count);
        assert_true(wend_racetrack_ends(track, start, finish));
        car from = {(int)start[0], (int)start[1], 0, 0},
            to = {(int)finish[0], (int)finish[1], 0, 0};
        int distance = track_distance(&plain, from, to.x, to.y);
        struct fixture f;
        open_fixture(&f, track, WN_FACTOR_ONE);
        assert_int_equal(solve(&f, state_of(track, from), state_of(track, to), 10000), WN_FOUND);
        wend_cost cost = wn_search_g(&f.search, wn_racetrack_sink(wn_racetrack_of(track)));
        check(cost == (wend_cost)distance * 1000, "%s: %u, not %d actions", cases[i].file,
              cost / 1000, distance);
        check_route(&f, &plain, track, from, to);
        close_fixture(&f);
        wend_domain_destroy(track);
    }
}

static void a_weight_keeps_its_promise(void **state) {
    (void)state;
    wend_domain *track = load_data("tracks/hansen-bigger.track", 3);
    uint32_t start[2], finish[2];
    assert_int_equal(wend_racetrack_width(track), 207);
    assert_true(wend_racetrack_ends(track, start, finish));
    wend_state from = wend_racetrack_state(track, start[0], start[1], 0, 0);
    wend_state to = wend_racetrack_state(track, finish[0], finish[1], 0, 0);
    static const uint32_t weights[] = {1000, 1500, 2500};
    wend_cost best = 0;
    for (uint32_t i = 0; i < COUNT_OF(weights); i++) {
        struct fixture f;
        open_fixture(&f, track, weights[i]);
        assert_int_equal(solve(&f, from, to, 10000), WN_FOUND);
        wend_cost cost = wn_search_g(&f.search, wn_racetrack_sink(wn_racetrack_of(track)));
        best = i == 0 ? cost : best;
        check(cost >= best && cost <= (uint64_t)best * weights[i] / 1000, "w = %u: %u, at best %u",
              weights[i], cost, best);
        close_fixture(&f);
    }
    wend_domain_destroy(track);
}

static void a_game_map_is_a_track_too(void **state) {
    (void)state;
    wend_domain *track = load_data("maps/bg512/AR0300SR.map", 1);
    assert_int_equal(wend_racetrack_width(track), 512);
    assert_int_equal(wend_domain_size(track), 512 * 512 * 49);
    uint32_t start[2], finish[2], free_count = 0;
    assert_false(wend_racetrack_ends(track, start, finish));
    for (uint32_t i = 0; i < 512 * 512; i++) {
        free_count += wend_racetrack_is_free(track, i % 512, i / 512);
    }
    assert_true(free_count > 10000 && free_count < 512 * 512);
    wend_domain_destroy(track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_track_says_what_it_is),
        cmocka_unit_test(letters_mean_what_is_written),
        cmocka_unit_test(bad_letters_are_refused_with_their_place),
        cmocka_unit_test(what_cannot_be_made_is_refused),
        cmocka_unit_test(cells_can_be_made_squares),
        cmocka_unit_test(states_and_cars_correspond),
        cmocka_unit_test(actions_are_those_of_a_slow_car),
        cmocka_unit_test(lines_are_symmetric),
        cmocka_unit_test(lines_go_as_written),
        cmocka_unit_test(the_heuristic_does_not_overflow),
        cmocka_unit_test(a_star_is_optimal),
        cmocka_unit_test(tracks_and_maps_are_read),
        cmocka_unit_test(bad_files_are_refused_with_their_line),
        cmocka_unit_test(a_file_must_be_there),
        cmocka_unit_test(reading_survives_the_want_of_memory),
        cmocka_unit_test(known_tracks_are_driven_as_well_as_can_be),
        cmocka_unit_test(a_weight_keeps_its_promise),
        cmocka_unit_test(a_game_map_is_a_track_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
