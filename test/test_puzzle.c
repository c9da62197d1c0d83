/* Sliding puzzles: packing, solvability, moves and heuristic, the kernel, files of instances. */
#include "research/domain/puzzle.h"
#include "research/search/dstar.h"

#include "support/data.h"
#include "support/folder.h"
#include "support/ledger.h"
#include "support/plain_puzzle.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

static wend_domain *make_puzzle(int width, int height) {
    wend_puzzle_def def = {.width = (uint32_t)width, .height = (uint32_t)height};
    wend_domain *puzzle = NULL;
    assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_OK);
    return puzzle;
}

static wend_packed pack(const wend_domain *puzzle, const board *b) {
    wend_packed packed;
    assert_int_equal(wend_puzzle_pack(puzzle, b->tiles, &packed), WEND_OK);
    return packed;
}

static board unpack(const wend_domain *puzzle, const wend_packed *packed) {
    board b = {.width = (int)wn_puzzle_of(puzzle)->width,
               .height = (int)wn_puzzle_of(puzzle)->height};
    wend_puzzle_unpack(puzzle, packed, b.tiles);
    return b;
}

static bool same_board(const board *a, const board *b) {
    return memcmp(a->tiles, b->tiles, (size_t)(a->width * a->height)) == 0;
}

/* ---- Making one ------------------------------------------------------------------------------ */

static void a_puzzle_says_what_it_is(void **state) {
    (void)state;
    wend_domain *puzzle = make_puzzle(2, 3);
    assert_int_equal(wend_domain_size(puzzle), 0); /* few states, but without numbers */
    wend_domain_destroy(puzzle);
    puzzle = make_puzzle(4, 4);
    assert_string_equal(wend_domain_kind(puzzle), "puzzle");
    assert_true(wend_domain_reversible(puzzle));
    assert_int_equal(wend_domain_unit(puzzle), 1);
    assert_int_equal(wend_domain_size(puzzle), 0);
    assert_true(wend_domain_memory(puzzle) > 0);
    wend_domain_destroy(puzzle);
}

static void what_cannot_be_made_is_refused(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{1, 4}, {4, 1}, {6, 4}, {4, 6}, {0, 6}, {UINT32_MAX, 2}};
    wend_domain *puzzle = NULL;
    for (uint32_t i = 0; i < COUNT_OF(sizes); i++) {
        wend_puzzle_def def = {.width = sizes[i][0], .height = sizes[i][1]};
        assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_ERROR_ARGUMENT);
    }
    wend_puzzle_def def = {0};
    assert_int_equal(wend_puzzle_create(NULL, &puzzle, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_puzzle_create(&def, NULL, NULL), WEND_ERROR_ARGUMENT);
    ledger book = {.fail_at = 1};
    def.allocator = ledger_allocator(&book);
    assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_ERROR_MEMORY);
    assert_null(puzzle);
    assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_OK);
    assert_int_equal(book.live_bytes, wend_domain_memory(puzzle));
    wend_domain_destroy(puzzle);
    assert_int_equal(book.live_bytes, 0);
}

/* ---- Packing --------------------------------------------------------------------------------- */

static void check_packing(int width, int height, dice *d) {
    wend_domain *puzzle = make_puzzle(width, height);
    const wn_puzzle *inside = wn_puzzle_of(puzzle);
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        board b = board_shuffled(width, height, d);
        wend_packed packed = pack(puzzle, &b);
        board again = unpack(puzzle, &packed);
        check(same_board(&b, &again), "%d x %d, case %u comes back changed", width, height, i);
        uint32_t blank = wn_puzzle_blank(inside, &packed);
        check(b.tiles[blank] == 0, "%d x %d, case %u: blank at %u", width, height, i, blank);
        assert_true(wn_domain_is_state(puzzle, &packed));
        /* A word next to that of a state is not a state. */
        uint32_t bit = dice_between(d, 0, 127);
        packed.word[bit / 64] ^= UINT64_C(1) << bit % 64;
        check(!wn_domain_is_state(puzzle, &packed), "%d x %d: bit %u", width, height, bit);
    }
    wend_domain_destroy(puzzle);
}

static void boards_come_back_from_their_words(void **state) {
    (void)state;
    dice d = dice_of(1);
    for (int width = 2; width <= 5; width++) {
        for (int height = 2; height <= 5; height++) {
            check_packing(width, height, &d);
        }
    }
}

static void the_words_are_as_written(void **state) {
    (void)state;
    board b = board_ordered(4, 4);
    wend_domain *puzzle = make_puzzle(4, 4);
    wend_packed packed = pack(puzzle, &b);
    assert_true(packed.word[0] == UINT64_C(0xfedcba9876543210) && packed.word[1] == 0);
    wend_domain_destroy(puzzle);
    puzzle = make_puzzle(5, 5);
    b = board_ordered(5, 5);
    packed = pack(puzzle, &b);
    assert_int_equal(packed.word[0] >> 55 & 31, 11);
    assert_int_equal(packed.word[1] & 31, 12);
    assert_int_equal(packed.word[0] >> 60, 24 & 15);
    assert_int_equal(packed.word[1] >> 60, 1);
    wend_domain_destroy(puzzle);
}

static void what_is_no_permutation_is_refused(void **state) {
    (void)state;
    dice d = dice_of(2);
    for (int width = 2; width <= 5; width++) {
        wend_domain *puzzle = make_puzzle(width, 3);
        board b = board_shuffled(width, 3, &d), bad = b;
        wend_packed packed = {{7, 7}};
        bad.tiles[2] = b.tiles[4]; /* twice */
        assert_int_equal(wend_puzzle_pack(puzzle, bad.tiles, &packed), WEND_ERROR_FORMAT);
        bad.tiles[2] = (uint8_t)(width * 3); /* out of range */
        assert_int_equal(wend_puzzle_pack(puzzle, bad.tiles, &packed), WEND_ERROR_FORMAT);
        bad.tiles[2] = 255;
        assert_int_equal(wend_puzzle_pack(puzzle, bad.tiles, &packed), WEND_ERROR_FORMAT);
        assert_int_equal(wend_puzzle_pack(NULL, b.tiles, &packed), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_puzzle_pack(puzzle, NULL, &packed), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_puzzle_pack(puzzle, b.tiles, NULL), WEND_ERROR_ARGUMENT);
        assert_true(packed.word[0] == 7 && packed.word[1] == 7);
        wend_domain_destroy(puzzle);
    }
}

/* ---- Solvability ----------------------------------------------------------------------------- */

/* Compared with all states reachable from a board. */
static void check_solvable(int width, int height, uint64_t seed) {
    dice d = dice_of(seed);
    wend_domain *puzzle = make_puzzle(width, height);
    board from = board_shuffled(width, height, &d);
    wend_packed from_packed = pack(puzzle, &from);
    uint8_t *distances = board_distances(&from);
    uint32_t solvable = 0, count = test_scaled(20000);
    for (uint32_t i = 0; i < count; i++) {
        board to = board_shuffled(width, height, &d);
        wend_packed to_packed = pack(puzzle, &to);
        bool reached = distances[board_rank(&to)] != BOARD_UNREACHED;
        check(wend_puzzle_solvable(puzzle, &from_packed, &to_packed) == reached &&
                  wend_puzzle_solvable(puzzle, &to_packed, &from_packed) == reached,
              "%d x %d, case %u", width, height, i);
        solvable += reached;
    }
    check(count < 1000 || (solvable > count / 3 && solvable < count * 2 / 3), "%u of %u", solvable,
          count);
    free(distances);
    wend_domain_destroy(puzzle);
}

static void solvable_is_what_can_be_reached(void **state) {
    (void)state;
    static const int sizes[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}};
    for (uint32_t i = 0; i < COUNT_OF(sizes); i++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            check_solvable(sizes[i][0], sizes[i][1], seed);
        }
    }
}

/* On larger boards: walks preserve it, a swap of two tiles ends it. */
static void solvable_follows_walks_and_not_swaps(void **state) {
    (void)state;
    dice d = dice_of(3);
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        int width = (int)dice_between(&d, 2, 5), height = (int)dice_between(&d, 2, 5);
        wend_domain *puzzle = make_puzzle(width, height);
        board from = board_shuffled(width, height, &d), to = from, next[4];
        for (uint32_t step = dice_between(&d, 0, 60); step > 0; step--) {
            int count = board_neighbours(&to, next);
            to = next[dice_between(&d, 0, (uint32_t)count - 1)];
        }
        wend_packed from_packed = pack(puzzle, &from), to_packed = pack(puzzle, &to);
        check(wend_puzzle_solvable(puzzle, &from_packed, &to_packed), "case %u", i);
        int a = to.tiles[0] == 0 ? 1 : 0, b = to.tiles[2] == 0 ? 3 : 2;
        uint8_t tile = to.tiles[a];
        to.tiles[a] = to.tiles[b];
        to.tiles[b] = tile;
        to_packed = pack(puzzle, &to);
        check(!wend_puzzle_solvable(puzzle, &from_packed, &to_packed), "case %u", i);
        assert_false(wend_puzzle_solvable(puzzle, &from_packed, &(wend_packed){{0}}));
        wend_domain_destroy(puzzle);
    }
}

/* ---- A search -------------------------------------------------------------------------------- */

struct fixture {
    ledger book;
    wn_memory memory;
    wend_domain *puzzle;
    wn_search search;
};

static void open_fixture(struct fixture *f, int width, int height, wn_policy policy) {
    f->book = (ledger){0};
    wend_allocator allocator = ledger_allocator(&f->book);
    wn_memory_init(&f->memory, &allocator, 0);
    f->puzzle = make_puzzle(width, height);
    policy.many_starts = true; /* the instance with a heap */
    assert_true(wn_search_init(&f->search, f->puzzle, &policy, &f->memory));
}

static void close_fixture(struct fixture *f) {
    wn_search_clear(&f->search);
    assert_int_equal(f->book.live_bytes, 0);
    wend_domain_destroy(f->puzzle);
}

static wn_id intern(struct fixture *f, const board *b) {
    wend_packed packed = pack(f->puzzle, b);
    wn_id id = wn_search_intern(&f->search, &packed);
    assert_true(id != WN_NONE);
    assert_true(wn_search_reserve(&f->search, 0, 1)); /* nodes for it */
    return id;
}

static board board_of(const struct fixture *f, wn_id id) {
    return unpack(f->puzzle, &f->search.states.entries[id].packed);
}

/* ---- Moves and heuristic --------------------------------------------------------------------- */

/* Checks the moves of one state; returns one of them. */
static wn_id check_state(struct fixture *f, wn_id id, const board *goal, dice *d) {
    board at = board_of(f, id), next[4];
    int expected = board_neighbours(&at, next);
    assert_true(wn_search_reserve(&f->search, 6, 1)); /* for all states that are checked here */
    wn_successor buffer[WN_PUZZLE_DEGREE];
    const wn_successor *list;
    uint32_t count = f->search.kernel->successors(&f->search, id, buffer, &list);
    check((int)count == expected, "%u moves, not %d", count, expected);
    for (uint32_t i = 0; i < count; i++) {
        board to = board_of(f, list[i].id);
        check(same_board(&to, &next[i]) && list[i].cost == 1, "move %u leads elsewhere", i);
        wend_cost h = f->search.kernel->h(&f->search, list[i].id);
        wend_cost right = board_manhattan(&to, goal);
        check(h == right, "h after move %u is %u, not %u", i, h, right);
        assert_int_equal(wn_search_move_cost(&f->search, list[i].id, id), 1);
    }
    assert_int_equal(wn_search_move_cost(&f->search, id, id), 0);
    return list[dice_between(d, 0, count - 1)].id;
}

/* One search, with occasional new goals, also former ones, and states from outside. */
static void check_walk(int width, int height, dice *d) {
    struct fixture f;
    open_fixture(&f, width, height, WN_POLICY_PLAIN);
    board goals[2] = {board_ordered(width, height), board_shuffled(width, height, d)};
    board goal = goals[0], start = board_shuffled(width, height, d);
    wn_id at = intern(&f, &start);
    wn_search_start(&f.search, intern(&f, &goal));
    for (uint32_t step = 0; step < test_scaled(400); step++) {
        if (dice_percent(d, 5)) {
            goal = goals[dice_between(d, 0, 1)];
            wn_search_start(&f.search, intern(&f, &goal));
        }
        if (dice_percent(d, 3)) {
            start = board_shuffled(width, height, d);
            at = intern(&f, &start);
            wend_cost h = f.search.kernel->h(&f.search, at);
            check(h == board_manhattan(&start, &goal), "%d x %d: h of a new state", width, height);
        }
        at = check_state(&f, at, &goal, d);
    }
    close_fixture(&f);
}

static void moves_and_heuristic_are_right_along_walks(void **state) {
    (void)state;
    dice d = dice_of(4);
    for (int width = 2; width <= 5; width++) {
        for (int height = 2; height <= 5; height++) {
            check_walk(width, height, &d);
        }
    }
}

/* The largest h must fit into its field. */
static void the_largest_heuristic_fits(void **state) {
    (void)state;
    struct fixture f;
    open_fixture(&f, 5, 5, WN_POLICY_PLAIN);
    board start = board_ordered(5, 5), goal = start;
    for (int i = 0; i < 25; i++) {
        goal.tiles[i] = start.tiles[24 - i];
    }
    wn_id id = intern(&f, &start);
    wn_search_start(&f.search, intern(&f, &goal));
    assert_int_equal(f.search.kernel->h(&f.search, id), board_manhattan(&start, &goal));
    dice d = dice_of(6);
    check_state(&f, id, &goal, &d);
    close_fixture(&f);
}

/* Goals are counted in 24 bits; when the counter wraps, all notes are dropped. */
static void goals_can_be_counted_over(void **state) {
    (void)state;
    struct fixture f;
    open_fixture(&f, 3, 3, WN_POLICY_PLAIN);
    dice d = dice_of(7);
    board goal = board_ordered(3, 3), start = board_shuffled(3, 3, &d);
    wn_id at = intern(&f, &start);
    wn_search_start(&f.search, intern(&f, &goal));
    check_state(&f, at, &goal, &d); /* noted for goal 1 */
    f.search.own.puzzle.goal_number = (1u << 24) - 1;
    for (uint32_t i = 0; i < 4; i++) {
        goal = board_shuffled(3, 3, &d);
        wn_search_start(&f.search, intern(&f, &goal));
        for (wn_id id = 0; id < f.search.states.count; id++) {
            board one = board_of(&f, id);
            assert_int_equal(f.search.kernel->h(&f.search, id), board_manhattan(&one, &goal));
        }
        check_state(&f, at, &goal, &d);
    }
    assert_true(f.search.own.puzzle.goal_number < 10);
    close_fixture(&f);
}

/* Until then a new goal costs the same however many states are known: it reads no notes. */
static void a_new_goal_leaves_the_notes_alone(void **state) {
    (void)state;
    struct fixture f;
    open_fixture(&f, 3, 3, WN_POLICY_PLAIN);
    dice d = dice_of(8);
    board goal = board_ordered(3, 3), start = board_shuffled(3, 3, &d);
    wn_id at = intern(&f, &start);
    for (uint32_t i = 0; i < 3; i++) {
        wn_search_start(&f.search, intern(&f, &goal));
        check_state(&f, at, &goal, &d);
        goal = board_shuffled(3, 3, &d);
        wn_id next = intern(&f, &goal);
        uint32_t note = f.search.states.entries[at].note;
        assert_int_not_equal(note, 0);
        wn_search_start(&f.search, next);
        assert_int_equal(f.search.states.entries[at].note, note);
    }
    close_fixture(&f);
}

/* States that were met count as memory in use. */
static void states_are_counted_as_bytes_in_use(void **state) {
    (void)state;
    struct fixture f;
    open_fixture(&f, 4, 4, WN_POLICY_PLAIN);
    dice d = dice_of(9);
    assert_true(wn_search_reserve(&f.search, 1000, 1)); /* the table does not grow below this */
    size_t before = wn_search_bytes(&f.search);
    for (uint32_t i = 1; i <= 100; i++) {
        board b = board_shuffled(4, 4, &d);
        wend_packed packed = pack(f.puzzle, &b);
        wn_search_intern(&f.search, &packed);
        assert_int_equal(f.search.states.count, i); /* a new one */
        assert_int_equal(wn_search_bytes(&f.search), before + i * sizeof(wn_state_entry));
    }
    assert_true(wn_search_bytes(&f.search) <= f.book.live_bytes);
    close_fixture(&f);
}

/* D* Lite needs memory for the successors of one state, and no more. */
static void dstar_needs_no_more_room_than_an_expansion(void **state) {
    (void)state;
    struct fixture f;
    open_fixture(&f, 4, 4, WN_POLICY_PLAIN);
    dice d = dice_of(10);
    board goal = board_ordered(4, 4), start = board_shuffled(4, 4, &d);
    wn_id to = intern(&f, &goal), from = intern(&f, &start);
    assert_true(wn_search_reserve(&f.search, 10, 2));
    while (wn_states_room(&f.search.states) > WN_PUZZLE_DEGREE) {
        board b = board_shuffled(4, 4, &d);
        wend_packed packed = pack(f.puzzle, &b);
        wn_search_intern(&f.search, &packed);
    }
    wn_dstar dstar;
    assert_true(wn_dstar_begin(&dstar, &f.search, to, from));
    uint32_t used = 0;
    wn_deadline never = {0};
    assert_int_equal(wn_dstar_run(&dstar, 1, &never, &used), WN_RUNNING);
    assert_int_equal(used, 1);
    assert_int_equal(wn_dstar_run(&dstar, 2, &never, &used), WN_NO_MEMORY);
    close_fixture(&f);
}

/* ---- A* -------------------------------------------------------------------------------------- */

static wn_outcome solve(struct fixture *f, wn_id start, wn_id goal, uint32_t *used) {
    assert_true(wn_search_reserve(&f->search, 200000, 1));
    wn_search_start(&f->search, goal);
    assert_true(f->search.kernel->seed(&f->search, start, 0));
    return f->search.kernel->run(&f->search, 200000, used);
}

/* From the goal back to the start, move by move. */
static void check_route(struct fixture *f, wn_id start, wn_id goal) {
    wend_cost g = wn_search_g(&f->search, goal);
    for (wn_id at = goal; at != start; g--) {
        wn_id parent = wn_search_parent(&f->search, at);
        board here = board_of(f, at), before = board_of(f, parent), next[4];
        int count = board_neighbours(&before, next), i = 0;
        while (i < count && !same_board(&next[i], &here)) {
            i++;
        }
        check(i < count, "a step of the route is not a move");
        assert_int_equal(wn_search_g(&f->search, at), g);
        at = parent;
    }
    assert_int_equal(g, 0);
}

static void check_optimal(int width, int height, uint32_t goals, uint32_t starts) {
    dice d = dice_of(8);
    struct fixture f;
    open_fixture(&f, width, height, WN_POLICY_PLAIN);
    uint32_t half = board_count(width, height) / 2, used;
    for (uint32_t g = 0; g < goals; g++) {
        board goal = board_shuffled(width, height, &d);
        wn_id goal_id = intern(&f, &goal);
        uint8_t *distances = board_distances(&goal);
        for (uint32_t i = 0; i < starts; i++) {
            board start = board_shuffled(width, height, &d);
            uint32_t distance = distances[board_rank(&start)];
            if (distance == BOARD_UNREACHED && i > 1) {
                continue; /* they all take equally long */
            }
            wn_id start_id = intern(&f, &start);
            wn_outcome outcome = solve(&f, start_id, goal_id, &used);
            if (distance == BOARD_UNREACHED) {
                check(outcome == WN_NO_PATH && used == half, "case %u of %u", i, g);
            } else {
                check(outcome == WN_FOUND && wn_search_g(&f.search, goal_id) == distance,
                      "%d x %d, case %u of %u: not %u moves", width, height, i, g, distance);
                check_route(&f, start_id, goal_id);
            }
        }
        free(distances);
    }
    check(f.search.states.count <= 2 * half, "more states than there are");
    close_fixture(&f);
}

static void a_star_is_optimal(void **state) {
    (void)state;
    check_optimal(2, 2, test_scaled(20), 10);
    check_optimal(2, 3, test_scaled(40), 20);
    check_optimal(3, 2, test_scaled(40), 20);
    check_optimal(2, 4, test_scaled(10), 20);
    check_optimal(3, 3, test_scaled(4), 12);
}

/* Numbers states along a walk without searching them. */
static wn_id wander(struct fixture *f, wn_id at, dice *d) {
    for (uint32_t step = dice_between(d, 0, 40); step > 0; step--) {
        wn_successor buffer[WN_PUZZLE_DEGREE];
        const wn_successor *list;
        assert_true(wn_search_reserve(&f->search, 1, 0));
        uint32_t count = f->search.kernel->successors(&f->search, at, buffer, &list);
        at = list[dice_between(d, 0, count - 1)].id;
    }
    return at;
}

/* What was reserved is enough, also when states were numbered that no search has touched. */
static void a_reservation_covers_what_it_says(void **state) {
    (void)state;
    dice d = dice_of(9);
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        struct fixture f;
        int width = (int)dice_between(&d, 3, 5), height = (int)dice_between(&d, 3, 5);
        wn_policy policy = {.g_factor = WN_FACTOR_ONE,
                            .h_factor = 3 * WN_FACTOR_ONE,
                            .reopen = i % 2,
                            .learn = i % 3 == 0};
        open_fixture(&f, width, height, policy);
        board goal = board_ordered(width, height), start = board_shuffled(width, height, &d);
        wn_id at = intern(&f, &start);
        wn_search_start(&f.search, intern(&f, &goal));
        assert_true(f.search.kernel->seed(&f.search, at, 0));
        wn_outcome outcome = WN_RUNNING;
        for (uint32_t tick = 0; tick < 150 && outcome == WN_RUNNING; tick++) {
            at = dice_percent(&d, 10) ? f.search.kernel->tip(&f.search) : wander(&f, at, &d);
            uint32_t slice = dice_between(&d, 1, 50), used;
            assert_true(wn_search_reserve(&f.search, slice, 0));
            f.book.forbidden = true;
            outcome = f.search.kernel->run(&f.search, slice, &used);
            f.book.forbidden = false;
            check(outcome != WN_NO_MEMORY, "case %u ran out of what it had reserved", i);
        }
        close_fixture(&f);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static wend_error load_text(const wend_domain *puzzle, const char *text, wend_puzzle_instance **out,
                            uint32_t *count, wend_diagnosis *diagnosis) {
    folder f;
    folder_open(&f);
    const char *path = folder_write(&f, "instances", text, strlen(text));
    wend_error error = wend_puzzle_load(puzzle, path, out, count, diagnosis);
    folder_close(&f);
    return error;
}

static void instances_are_read(void **state) {
    (void)state;
    static const char *const texts[] = {
        "# a comment\n7 12 3 1 2 0\n\n  8\t13 0 1 2 3  \n",
        "7 12 3 1 2 0\r\n#\r\n8 13 0 1 2 3", /* Windows, no newline at the end */
    };
    wend_domain *puzzle = make_puzzle(2, 2);
    for (uint32_t i = 0; i < COUNT_OF(texts); i++) {
        wend_puzzle_instance *instances;
        uint32_t count;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = load_text(puzzle, texts[i], &instances, &count, &diagnosis);
        check(error == WEND_OK, "line %u: %s", diagnosis.line, diagnosis.text);
        assert_int_equal(count, 2);
        assert_int_equal(instances[0].number, 7);
        assert_int_equal(instances[0].optimal, 12);
        assert_memory_equal(instances[0].tiles, ((uint8_t[]){3, 1, 2, 0}), 4);
        assert_int_equal(instances[1].number, 8);
        assert_int_equal(instances[1].optimal, 13);
        assert_memory_equal(instances[1].tiles, ((uint8_t[]){0, 1, 2, 3}), 4);
        free(instances);
    }
    wend_domain_destroy(puzzle);
}

static void many_instances_are_read(void **state) {
    (void)state;
    enum { COUNT = 1000, LINE = 15 };
    char *text = test_alloc(COUNT * LINE + 1);
    for (int i = 0; i < COUNT; i++) {
        snprintf(text + i * LINE, LINE + 1, "%04d 9 0 %s\n", i % COUNT, i % 2 ? "1 2 3" : "3 2 1");
    }
    wend_domain *puzzle = make_puzzle(2, 2);
    wend_puzzle_instance *instances;
    uint32_t count;
    assert_int_equal(load_text(puzzle, text, &instances, &count, NULL), WEND_OK);
    assert_int_equal(count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(instances[i].number, i);
        assert_int_equal(instances[i].tiles[1], i % 2 ? 1 : 3);
    }
    free(instances);
    free(text);
    wend_domain_destroy(puzzle);
}

static void bad_instances_are_refused_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *words;
    } cases[] = {
        {"", 1, 0, "expected a line with an instance"},
        {"# nothing\n\n", 3, 0, "expected a line with an instance"},
        {"1 2 3 1 2\n", 1, 10, "the line ends, expected a tile"},
        {"1 2 3 1 2 0\n2 4\n", 2, 4, "4 tiles"},
        {"1\n", 1, 2, "expected the optimal length"},
        {"1 2 3 1 2 0 0\n", 1, 13, "expected 4 tiles"},
        {"1 2 3 1 2 0\n# x\n2 4 3 1 1 0\n", 3, 9, "tile 1 appears twice"},
        {"1 2 3 1 2 4\n", 1, 11, "found \"4\", expected a tile from 0 to 3"},
        {"1 2 3 1 -2 0\n", 1, 9, "found \"-2\""},
        {"1 2 3 1 2x 0\n", 1, 9, "found \"2x\""},
        {"1 2 3 one 2 0\n", 1, 7, "found \"one\""},
        {"x 2 3 1 2 0\n", 1, 1, "expected the instance's number"},
        {"1 99999999999 3 1 2 0\n", 1, 3, "expected the optimal length"},
        {" # not at the beginning\n", 1, 2, "found \"#\""},
    };
    wend_domain *puzzle = make_puzzle(2, 2);
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_puzzle_instance *instances = NULL;
        uint32_t count = 77;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = load_text(puzzle, cases[i].text, &instances, &count, &diagnosis);
        check(error == WEND_ERROR_FORMAT, "case %u: %s", i, wend_error_text(error));
        check(diagnosis.line == cases[i].line && diagnosis.column == cases[i].column,
              "case %u: line %u, column %u", i, diagnosis.line, diagnosis.column);
        check(strstr(diagnosis.text, cases[i].words), "case %u: %s", i, diagnosis.text);
        check(!instances && count == 0, "case %u leaves a result", i);
        assert_int_equal(load_text(puzzle, cases[i].text, &instances, &count, NULL), error);
    }
    wend_domain_destroy(puzzle);
}

static void a_file_must_be_there(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    wend_domain *puzzle = make_puzzle(4, 4);
    wend_puzzle_instance *instances;
    uint32_t count;
    wend_diagnosis diagnosis;
    assert_int_equal(wend_puzzle_load(puzzle, folder_nothing(&f), &instances, &count, &diagnosis),
                     WEND_ERROR_IO);
    assert_non_null(strstr(diagnosis.text, "cannot be opened"));
    assert_int_equal(wend_puzzle_load(puzzle, NULL, &instances, &count, &diagnosis),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_puzzle_load(NULL, "x", &instances, &count, NULL), WEND_ERROR_ARGUMENT);
    wend_domain_destroy(puzzle);
    folder_close(&f);
}

/* ---- Korf's hundred -------------------------------------------------------------------------- */

static void check_korf(struct fixture *f, const wend_puzzle_instance *instance) {
    board start = {.width = 4, .height = 4}, goal = board_ordered(4, 4);
    memcpy(start.tiles, instance->tiles, 16);
    wend_packed from = pack(f->puzzle, &start), to = pack(f->puzzle, &goal);
    check(wend_puzzle_solvable(f->puzzle, &from, &to), "instance %u", instance->number);
    uint32_t h = board_manhattan(&start, &goal), used;
    check(h <= instance->optimal && h % 2 == instance->optimal % 2, "instance %u",
          instance->number);
    wn_id goal_id = intern(f, &goal);
    wn_outcome outcome = solve(f, intern(f, &start), goal_id, &used);
    check(outcome == WN_FOUND, "instance %u takes more than %u expansions", instance->number, used);
    wend_cost cost = wn_search_g(&f->search, goal_id);
    check(cost >= instance->optimal && cost <= 3 * instance->optimal && cost % 2 == h % 2,
          "instance %u: %u moves, at best %u", instance->number, cost, instance->optimal);
}

static void korfs_instances_are_solved_within_the_weight(void **state) {
    (void)state;
    const char *path = data_need("puzzle15/korf100.txt");
    struct fixture f;
    open_fixture(&f, 4, 4, (wn_policy){.g_factor = WN_FACTOR_ONE, .h_factor = 3 * WN_FACTOR_ONE});
    wend_puzzle_instance *instances = NULL;
    uint32_t count = 0, sum = 0;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_puzzle_load(f.puzzle, path, &instances, &count, &diagnosis);
    check(error == WEND_OK, "%s, line %u: %s", path, diagnosis.line, diagnosis.text);
    assert_int_equal(count, 100);
    uint32_t searched = test_scaled(100);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(instances[i].number, i + 1);
        sum += instances[i].optimal;
        if (i < searched) {
            check_korf(&f, &instances[i]);
        }
    }
    assert_int_equal(sum, 5305);
    free(instances);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puzzle_says_what_it_is),
        cmocka_unit_test(what_cannot_be_made_is_refused),
        cmocka_unit_test(boards_come_back_from_their_words),
        cmocka_unit_test(the_words_are_as_written),
        cmocka_unit_test(what_is_no_permutation_is_refused),
        cmocka_unit_test(solvable_is_what_can_be_reached),
        cmocka_unit_test(solvable_follows_walks_and_not_swaps),
        cmocka_unit_test(moves_and_heuristic_are_right_along_walks),
        cmocka_unit_test(the_largest_heuristic_fits),
        cmocka_unit_test(goals_can_be_counted_over),
        cmocka_unit_test(a_new_goal_leaves_the_notes_alone),
        cmocka_unit_test(states_are_counted_as_bytes_in_use),
        cmocka_unit_test(dstar_needs_no_more_room_than_an_expansion),
        cmocka_unit_test(a_star_is_optimal),
        cmocka_unit_test(a_reservation_covers_what_it_says),
        cmocka_unit_test(instances_are_read),
        cmocka_unit_test(many_instances_are_read),
        cmocka_unit_test(bad_instances_are_refused_with_their_line),
        cmocka_unit_test(a_file_must_be_there),
        cmocka_unit_test(korfs_instances_are_solved_within_the_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
