/* Lines of sight compared with a slow and exact test, and smoothed routes compared with the
 * shortest possible ones. */
#include <wend/finder.h>
#include <wend/route.h>

#include "support/plain_map.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Sight, by the definition ---------------------------------------------------------------- */

/* Coordinates in half cells: cell (x, y) is the square around (2x, 2y), and lines end in whole
 * numbers. */
typedef struct line {
    int ax, ay, bx, by;
} line;

/* On which side of the line a point lies, 0 if on it. */
static long side_of(line l, int x, int y) {
    return (long)(l.bx - l.ax) * (y - l.ay) - (long)(l.by - l.ay) * (x - l.ax);
}

static bool is_between(int a, int b, int c) {
    return (a <= b && b <= c) || (c <= b && b <= a);
}

/* Whether the line passes through the inside of a cell: no axis separates the two. */
static bool crosses(line l, int x, int y) {
    int low_x = l.ax < l.bx ? l.ax : l.bx, high_x = l.ax < l.bx ? l.bx : l.ax;
    int low_y = l.ay < l.by ? l.ay : l.by, high_y = l.ay < l.by ? l.by : l.ay;
    if (high_x <= 2 * x - 1 || low_x >= 2 * x + 1 || high_y <= 2 * y - 1 || low_y >= 2 * y + 1) {
        return false;
    }
    bool has_left = false, has_right = false;
    for (int i = 0; i < 4; i++) {
        long side = side_of(l, 2 * x + (i % 2 ? 1 : -1), 2 * y + (i / 2 ? 1 : -1));
        has_left |= side > 0;
        has_right |= side < 0;
    }
    return (has_left && has_right) || (l.ax == l.bx && l.ay == l.by);
}

/* Whether the line may pass through the corner below and right of cell (x, y). */
static bool corner_is_good(const plain_map *map, line l, int x, int y) {
    int cx = 2 * x + 1, cy = 2 * y + 1;
    if (side_of(l, cx, cy) != 0 || !is_between(l.ax, cx, l.bx) || !is_between(l.ay, cy, l.by)) {
        return true;
    }
    bool falls = (l.bx > l.ax) == (l.by > l.ay); /* from the upper left to the lower right */
    bool one = falls ? plain_is_free(map, x + 1, y) : plain_is_free(map, x, y);
    bool other = falls ? plain_is_free(map, x, y + 1) : plain_is_free(map, x + 1, y + 1);
    if (map->neighbors == 4 || map->corners == WEND_CORNERS_NEVER) {
        return one && other;
    }
    return map->corners == WEND_CORNERS_ALWAYS || one || other;
}

static bool plain_sees(const plain_map *map, int from, int to) {
    line l = {from % map->width * 2, from / map->width * 2, to % map->width * 2,
              to / map->width * 2};
    int low_x = (l.ax < l.bx ? l.ax : l.bx) / 2, high_x = (l.ax < l.bx ? l.bx : l.ax) / 2;
    int low_y = (l.ay < l.by ? l.ay : l.by) / 2, high_y = (l.ay < l.by ? l.by : l.ay) / 2;
    for (int y = low_y; y <= high_y; y++) {
        for (int x = low_x; x <= high_x; x++) {
            bool is_good = plain_is_free(map, x, y) || !crosses(l, x, y);
            if (!is_good || !corner_is_good(map, l, x, y)) {
                return false;
            }
        }
    }
    return true;
}

static void sight_is_exact(void **state) {
    (void)state;
    dice d = dice_of(1);
    uint32_t seen = 0, all = 0;
    for (uint32_t i = 0; i < test_scaled(1000); i++) {
        plain_map plain;
        plain_random(&plain, &d, 24);
        wend_map *map = plain_to_wend(&plain);
        uint32_t cells = (uint32_t)plain_cells(&plain);
        for (uint32_t k = 0; k < 300; k++) {
            wend_state from = dice_between(&d, 0, cells - 1), to = dice_between(&d, 0, cells - 1);
            bool sees = plain_sees(&plain, (int)from, (int)to);
            check(wend_route_sees(map, from, to) == sees, "from %u to %u: %d expected", from, to,
                  sees);
            assert_int_equal(wend_route_sees(map, to, from), sees);
            seen += sees;
            all++;
        }
        assert_false(wend_route_sees(map, 0, cells));
        assert_false(wend_route_sees(map, cells, 0));
        wend_map_destroy(map);
    }
    assert_false(wend_route_sees(NULL, 0, 0));
    assert_true(seen > all / 20 && seen < all);
}

/* ---- Smoothing ------------------------------------------------------------------------------- */

static double distance(const plain_map *map, wend_state a, wend_state b) {
    double dx = (int)a % map->width - (int)b % map->width;
    double dy = (int)a / map->width - (int)b / map->width;
    return sqrt(dx * dx + dy * dy);
}

static double length_of(const plain_map *map, const wend_state *states, uint32_t count) {
    double length = 0;
    for (uint32_t i = 1; i < count; i++) {
        length += distance(map, states[i - 1], states[i]);
    }
    return length;
}

/* A route between two cells of a map, as found and after smoothing. */
typedef struct pull {
    double found, smooth; /* lengths */
    uint32_t points;
} pull;

/* Smooths the route in slices and all at once: both give the same result, and every line is
 * free. */
static bool pull_route(const plain_map *plain, const wend_map *map, wend_finder *finder,
                       wend_state start, wend_state goal, wend_path_form form, pull *out) {
    static wend_state path[PLAIN_CELLS_MAX], sliced[PLAIN_CELLS_MAX];
    wend_query query = {.path = path, .capacity = PLAIN_CELLS_MAX, .form = form};
    wend_answer answer;
    assert_int_equal(wend_finder_find(finder, start, goal, &query, &answer), WEND_OK);
    if (answer.status != WEND_FIND_FOUND) {
        return false;
    }
    uint32_t count = answer.count, sliced_count = count;
    out->found = length_of(plain, path, count);
    memcpy(sliced, path, count * sizeof *path);
    wend_smoothing whole = {0}, slices = {0};
    assert_true(wend_route_smooth(map, path, &count, &whole, (wend_budget){.work = UINT32_MAX}));
    dice budgets = dice_of(count);
    while (!wend_route_smooth(map, sliced, &sliced_count, &slices,
                              (wend_budget){.work = dice_between(&budgets, 0, 50)})) {
    }
    assert_int_equal(count, sliced_count);
    assert_memory_equal(path, sliced, count * sizeof *path);
    assert_true(
        wend_route_smooth(map, path, &count, &whole, (wend_budget){.work = 1})); /* and stays so */
    assert_int_equal(count, sliced_count);
    assert_int_equal(path[0], start);
    assert_int_equal(path[count - 1], goal);
    bool leaves_blocked =
        !plain_is_free(plain, (int)start % plain->width, (int)start / plain->width);
    for (uint32_t i = 1; i < count; i++) {
        bool is_exit = i == 1 && leaves_blocked;
        bool is_legal = is_exit ? plain_move_cost(plain, (int)path[0], (int)path[1]) > 0 ||
                                      form == WEND_PATH_WAYPOINTS
                                : plain_sees(plain, (int)path[i - 1], (int)path[i]);
        check(is_legal, "no line from %u to %u", path[i - 1], path[i]);
    }
    out->smooth = length_of(plain, path, count);
    out->points = count;
    check(out->smooth <= out->found + 1e-9, "%g became %g", out->found, out->smooth);
    return true;
}

static void smooth_routes_are_legal(void **state) {
    (void)state;
    dice d = dice_of(2);
    double found = 0, smooth = 0;
    uint32_t routes = 0;
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        plain_map plain;
        plain_random(&plain, &d, 40);
        wend_map *map = plain_to_wend(&plain);
        wend_finder *finder;
        assert_int_equal(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL),
                         WEND_OK);
        for (uint32_t k = 0; k < 10; k++) {
            uint32_t last = (uint32_t)plain_cells(&plain) - 1;
            pull p;
            if (pull_route(&plain, map, finder, dice_between(&d, 0, last),
                           dice_between(&d, 0, last), (wend_path_form)(k % 2), &p)) {
                found += p.found;
                smooth += p.smooth;
                routes++;
            }
        }
        wend_finder_destroy(finder);
        wend_map_destroy(map);
    }
    printf("%u routes, %.4f of their length after smoothing\n", routes, smooth / found);
    check(smooth < 0.98 * found, "smoothing has taken off %g of %g", found - smooth, found);
}

/* ---- The shortest possible routes ------------------------------------------------------------ */

/* Dijkstra over all cells that see each other: the length of the shortest route that turns in
 * centres of cells; negative if none exists. */
static double any_angle_length(const plain_map *map, int start, int goal) {
    static double length[PLAIN_CELLS_MAX];
    static bool is_done[PLAIN_CELLS_MAX];
    int cells = plain_cells(map);
    for (int c = 0; c < cells; c++) {
        length[c] = c == start ? 0 : INFINITY;
        is_done[c] = false;
    }
    for (;;) {
        int best = -1;
        for (int c = 0; c < cells; c++) {
            if (!is_done[c] && length[c] < INFINITY && (best < 0 || length[c] < length[best])) {
                best = c;
            }
        }
        if (best < 0 || best == goal) {
            return best < 0 ? -1 : length[best];
        }
        is_done[best] = true;
        for (int c = 0; c < cells; c++) {
            double over = length[best] + distance(map, (wend_state)best, (wend_state)c);
            if (!is_done[c] && over < length[c] && plain_sees(map, best, c)) {
                length[c] = over;
            }
        }
    }
}

/* Rooms and pillars, around which routes turn. */
static void draw_obstacles(plain_map *map, dice *d) {
    *map = (plain_map){.width = 24, .height = 24, .neighbors = 8};
    memset(map->cells, '.', sizeof map->cells);
    for (int i = 0; i < 12; i++) {
        int width = (int)dice_between(d, 1, 8), height = (int)dice_between(d, 1, 8);
        int x = (int)dice_between(d, 0, 23), y = (int)dice_between(d, 0, 23);
        for (int c = 0; c < width * height; c++) {
            int cx = x + c % width, cy = y + c / width;
            if (cx < 24 && cy < 24) {
                map->cells[cy * 24 + cx] = '@';
            }
        }
    }
}

static void smooth_routes_are_nearly_the_shortest(void **state) {
    (void)state;
    dice d = dice_of(3);
    static const int corners[] = {WEND_CORNERS_NEVER, WEND_CORNERS_ONE, WEND_CORNERS_ALWAYS};
    double worst = 1, sum = 0, sum_found = 0;
    uint32_t routes = 0;
    for (uint32_t i = 0; i < test_scaled(200); i++) {
        plain_map plain;
        draw_obstacles(&plain, &d);
        plain.corners = corners[i % COUNT_OF(corners)];
        wend_map *map = plain_to_wend(&plain);
        wend_finder *finder;
        assert_int_equal(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL),
                         WEND_OK);
        int start = plain_random_free(&plain, &d), goal = plain_random_free(&plain, &d);
        double best = start == goal ? -1 : any_angle_length(&plain, start, goal);
        pull p;
        if (best > 0 && pull_route(&plain, map, finder, (wend_state)start, (wend_state)goal,
                                   (wend_path_form)(i % 2), &p)) {
            check(p.smooth >= best - 1e-6, "shorter than the shortest");
            worst = p.smooth / best > worst ? p.smooth / best : worst;
            sum += p.smooth / best;
            sum_found += p.found / best;
            routes++;
        }
        wend_finder_destroy(finder);
        wend_map_destroy(map);
    }
    printf("%u routes: %.4f of the shortest before, %.4f after, the worst %.4f\n", routes,
           sum_found / routes, sum / routes, worst);
    assert_true(routes > 0);
    check(sum / routes < 1.0018, "the mean is %.4f of the shortest", sum / routes);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void bad_calls_change_nothing(void **state) {
    (void)state;
    static const char *const rows[] = {"...", "...", "...", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    wend_map *map = plain_to_wend(&plain);
    plain_random_factors(&plain, &(dice){1}, 1, 9);
    plain.weighted = true;
    wend_map *weighted = plain_to_wend(&plain);
    wend_state states[] = {0, 1, 2, 5};
    uint32_t count = 4, two = 2;
    wend_smoothing smoothing = {0};
    assert_true(wend_route_smooth(NULL, states, &count, &smoothing, (wend_budget){.work = 9}));
    assert_true(wend_route_smooth(map, NULL, &count, &smoothing, (wend_budget){.work = 9}));
    assert_true(wend_route_smooth(map, states, NULL, &smoothing, (wend_budget){.work = 9}));
    assert_true(wend_route_smooth(map, states, &count, NULL, (wend_budget){.work = 9}));
    assert_true(wend_route_smooth(map, states, &two, &smoothing, (wend_budget){.work = 9}));
    assert_true(
        wend_route_smooth(weighted, states, &count, &smoothing, (wend_budget){.work = 1000}));
    assert_int_equal(count, 4);
    assert_int_equal(two, 2);
    assert_true(wend_route_smooth(map, states, &count, &smoothing, (wend_budget){.work = 1000}));
    assert_int_equal(count, 2);
    assert_int_equal(states[1], 5);
    wend_map_destroy(map);
    wend_map_destroy(weighted);
}

/* With an argument, only the test of that name: `make soak` runs one of them. */
int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_is_exact),
        cmocka_unit_test(smooth_routes_are_legal),
        cmocka_unit_test(smooth_routes_are_nearly_the_shortest),
        cmocka_unit_test(bad_calls_change_nothing),
    };
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
