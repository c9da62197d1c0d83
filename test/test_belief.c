/* Beliefs: maps that are filled in by what an agent sees. */
#include <wend/wend.h>
#if defined(WEND_RESEARCH_H) || defined(WEND_WATCH_H)
#error wend/wend.h is for games: what is for research and for viewers is included by name
#endif

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"

#include <string.h>

/* ---- Beliefs --------------------------------------------------------------------------------- */

static void a_sensor_sees_what_it_should(void **state) {
    (void)state;
    static const char *const rows[] = {".......", ".@@@...", ".@.@...", "..s....",
                                       ".......", "@@@@@@@", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    for (uint32_t sight = 1; sight <= 3; sight++) {
        for (uint32_t line = 0; line < 2; line++) {
            wend_map *world = plain_to_wend(&plain);
            wend_belief_def def = {.world = world, .sight = sight, .line_of_sight = line};
            wend_belief *belief;
            assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
            const wend_map *map = wend_belief_map(belief);
            assert_int_equal(wend_map_free_count(map), 7 * 6);
            uint32_t changed = wend_belief_sense(belief, 2, 3), different = 0;
            for (uint32_t cell = 0; cell < 7 * 6; cell++) {
                uint32_t x = cell % 7, y = cell / 7;
                bool near = x + sight >= 2 && x <= 2 + sight && y + sight >= 3 && y <= 3 + sight;
                bool known = wend_belief_knows(belief, x, y);
                assert_true(near || !known);
                assert_true(line || known == near);
                assert_true(wend_map_is_free(map, x, y) ==
                            (!known || wend_map_is_free(world, x, y)));
                different += known && !wend_map_is_free(world, x, y);
            }
            assert_int_equal(changed, different);
            assert_int_equal(wend_belief_sense(belief, 2, 3), 0); /* nothing new */
            /* (2, 1) is seen through (2, 2); (2, 0) is hidden behind it. */
            assert_true(sight < 2 || wend_belief_knows(belief, 2, 1));
            assert_true(sight < 3 || wend_belief_knows(belief, 2, 0) != line);
            wend_belief_destroy(belief);
            wend_map_destroy(world);
        }
    }
}

/* ---- Lines of sight -------------------------------------------------------------------------- */

/* n by m, rounded to the nearest integer, halves downwards. */
static int nearest(int n, int m) {
    int whole = n / m;
    return 2 * (n - whole * m) > m ? whole + 1 : whole;
}

/* Whether no blocked cell lies between two cells, the slow way: the straight line between their
 * centers is sampled at every step along its longer side, and the nearest cell must be free. On a
 * tie the cell on the side of the observer's row (or column) counts. */
static bool can_be_seen(const plain_map *map, int x, int y, int to_x, int to_y) {
    int dx = abs(to_x - x), dy = abs(to_y - y), steps = dx > dy ? dx : dy;
    for (int n = 1; n < steps; n++) {
        int along_x = nearest(n * dx, steps), along_y = nearest(n * dy, steps);
        if (!plain_is_free(map, x + (to_x > x ? along_x : -along_x),
                           y + (to_y > y ? along_y : -along_y))) {
            return false;
        }
    }
    return true;
}

/* A belief in which nothing is known, observed once. */
static void check_look(const plain_map *plain, const wend_map *world, uint32_t sight, uint32_t x,
                       uint32_t y) {
    wend_belief_def def = {.world = world, .sight = sight, .line_of_sight = true};
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
    uint32_t changed = wend_belief_sense(belief, x, y), blocked = 0;
    for (int cell = 0; cell < plain_cells(plain); cell++) {
        int cx = cell % plain->width, cy = cell / plain->width;
        bool is_near = abs(cx - (int)x) <= (int)sight && abs(cy - (int)y) <= (int)sight;
        bool is_seen = is_near && can_be_seen(plain, (int)x, (int)y, cx, cy);
        bool is_known = wend_belief_knows(belief, (uint32_t)cx, (uint32_t)cy);
        if (is_known != is_seen) {
            plain_print(plain, (int)(y * (uint32_t)plain->width + x), cell);
        }
        check(is_known == is_seen, "sight %u: the goal is %s from the start", sight,
              is_known ? "seen" : "hidden");
        blocked += is_seen && !plain_is_free(plain, cx, cy);
    }
    check(changed == blocked, "%u cells are reported as new, not %u", changed, blocked);
    wend_belief_destroy(belief);
}

static void what_is_hidden_is_not_seen(void **state) {
    (void)state;
    static const uint32_t sights[] = {2, 3, 4, 5, 7, 11, WEND_SIGHT_MAX};
    for (uint32_t i = 0; i < test_scaled(400); i++) {
        dice d = dice_of(i + 140000);
        plain_map plain;
        plain_random(&plain, &d, 30);
        int at = plain_random_free(&plain, &d);
        if (at < 0) {
            continue;
        }
        wend_map *world = plain_to_wend(&plain);
        check_look(&plain, world, DICE_PICK(&d, sights), (uint32_t)(at % plain.width),
                   (uint32_t)(at / plain.width));
        wend_map_destroy(world);
    }
}

/* ---- Making beliefs -------------------------------------------------------------------------- */

static void a_share_of_the_walls_is_known(void **state) {
    (void)state;
    char cells[100 * 100];
    memset(cells, '@', sizeof cells);
    cells[0] = '.';
    wend_map_def form = {.width = 100, .height = 100, .cells = cells};
    wend_map *world;
    assert_int_equal(wend_map_create(&form, &world, NULL), WEND_OK);
    static const uint32_t shares[] = {0, 250, 999, 1000};
    for (uint32_t i = 0; i < COUNT_OF(shares); i++) {
        wend_belief_def def = {.world = world, .known_permille = shares[i], .seed = i};
        wend_belief *belief;
        assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
        uint32_t blocked = 100 * 100 - wend_map_free_count(wend_belief_map(belief));
        uint32_t known = 0;
        for (uint32_t cell = 0; cell < 100 * 100; cell++) {
            known += wend_belief_knows(belief, cell % 100, cell / 100);
        }
        assert_int_equal(known, blocked);
        assert_in_range(blocked, shares[i] * 9 + (shares[i] == 1000 ? 999 : 0), shares[i] * 11);
        /* With all but one cell in a thousand known, about ten are missing. */
        assert_true(shares[i] != 999 || (blocked < 9999 && blocked > 9999 - 40));
        wend_belief_destroy(belief);
    }
    wend_map_destroy(world);
}

/* For domains where the agent observes by itself. */
static void a_belief_needs_no_world(void **state) {
    (void)state;
    wend_belief_def def = {0};
    def.form.width = 5, def.form.height = 3;
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
    assert_int_equal(wend_map_free_count(wend_belief_map(belief)), 15);
    assert_int_equal(wend_belief_sense(belief, 2, 1), 0);
    assert_int_equal(wend_belief_observe(belief, 2, 1, '@'), WEND_OK);
    assert_int_equal(wend_belief_observe(belief, 5, 1, '@'), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_belief_observe(belief, 1, 1, '?'), WEND_ERROR_FORMAT);
    assert_true(wend_belief_knows(belief, 2, 1));
    assert_false(wend_belief_knows(belief, 1, 1) || wend_belief_knows(belief, 9, 9));
    assert_false(wend_map_is_free(wend_belief_map(belief), 2, 1));
    wend_belief_destroy(belief);
    wend_belief_destroy(NULL);
}

static void bad_beliefs_are_refused(void **state) {
    (void)state;
    wend_belief *belief;
    wend_belief_def good = {0};
    good.form.width = good.form.height = 4;
    wend_belief_def bad = good;
    assert_int_equal(wend_belief_create(NULL, &belief, NULL), WEND_ERROR_ARGUMENT);
    bad.known_permille = 1001;
    assert_int_equal(wend_belief_create(&bad, &belief, NULL), WEND_ERROR_ARGUMENT);
    bad = good, bad.form.cells = "................";
    assert_int_equal(wend_belief_create(&bad, &belief, NULL), WEND_ERROR_ARGUMENT);
    bad = good, bad.form.corners = (wend_corners)3;
    assert_int_equal(wend_belief_create(&bad, &belief, NULL), WEND_ERROR_ARGUMENT);
    bad = good, bad.sight = WEND_SIGHT_MAX + 1;
    assert_int_equal(wend_belief_create(&bad, &belief, NULL), WEND_ERROR_ARGUMENT);
    bad = good, bad.form.neighbors = 16, bad.sight = 1;
    assert_int_equal(wend_belief_create(&bad, &belief, NULL), WEND_ERROR_ARGUMENT);
    bad = good, bad.form.width = 0;
    assert_int_equal(wend_belief_create(&bad, &belief, NULL), WEND_ERROR_SIZE);
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        ledger book = {.fail_at = n};
        good.allocator = ledger_allocator(&book);
        failed = wend_belief_create(&good, &belief, NULL) == WEND_ERROR_MEMORY;
        if (!failed) {
            assert_true(n > 3);
            wend_belief_destroy(belief);
        }
        assert_int_equal(book.live_bytes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sensor_sees_what_it_should),
        cmocka_unit_test(what_is_hidden_is_not_seen),
        cmocka_unit_test(a_share_of_the_walls_is_known),
        cmocka_unit_test(a_belief_needs_no_world),
        cmocka_unit_test(bad_beliefs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
