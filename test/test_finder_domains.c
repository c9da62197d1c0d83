/* Finders on graphs and racetracks. */
#include <wend/finder.h>
#include <wend/graph.h>
#include <wend/research/puzzle.h>
#include <wend/research/racetrack.h>

#include "support/plain_graph.h"
#include "support/plain_track.h"
#include "support/test.h"

#define NODES_MAX 40u

static wend_finder *finder_on(const wend_domain *domain) {
    wend_finder_def def = {.domain = domain};
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
    return finder;
}

/* ---- Graphs ---------------------------------------------------------------------------------- */

typedef struct network {
    plain_graph plain;
    wend_domain *domain;
    wend_finder *finder;
    wend_state start;
    uint64_t costs[NODES_MAX];
} network;

static void network_draw(network *n, dice *d) {
    plain_kind kind = {.nodes_max = NODES_MAX,
                       .degree = dice_between(d, 1, 5),
                       .cost_max = dice_between(d, 1, 1000),
                       .two_way = dice_percent(d, 50),
                       .placed = dice_percent(d, 50),
                       .reach = 1000};
    kind.cost_max = kind.placed ? dice_between(d, 100, 200) : kind.cost_max;
    n->plain = plain_graph_random(d, &kind);
    wend_graph_def def = {.node_count = n->plain.nodes,
                          .edge_count = n->plain.edges,
                          .first = n->plain.first,
                          .target = n->plain.target,
                          .cost = n->plain.cost,
                          .x = n->plain.x,
                          .y = n->plain.y};
    assert_int_equal(wend_graph_create(&def, &n->domain, NULL), WEND_OK);
    n->finder = finder_on(n->domain);
    n->start = dice_between(d, 0, n->plain.nodes - 1);
    plain_graph_distances(&n->plain, n->start, n->costs);
}

static void network_clear(network *n) {
    wend_finder_destroy(n->finder);
    wend_domain_destroy(n->domain);
    plain_graph_clear(&n->plain);
}

static void check_answer(const network *n, const wend_answer *answer, const wend_state *path,
                         uint64_t cost) {
    if (cost == PLAIN_FAR) {
        assert_int_equal(answer->status, WEND_FIND_UNREACHABLE);
        return;
    }
    assert_int_equal(answer->status, WEND_FIND_FOUND);
    assert_int_equal(answer->cost, cost);
    assert_int_equal(path[0], n->start);
    assert_int_equal(path[answer->count - 1], answer->end);
    uint64_t sum = 0;
    for (uint32_t i = 1; i < answer->count; i++) {
        uint32_t move = plain_graph_edge(&n->plain, path[i - 1], path[i]);
        assert_true(move > 0);
        sum += move;
    }
    assert_int_equal(sum, cost);
}

static void check_node(const network *n, wend_state goal, wend_path_form form) {
    wend_state path[NODES_MAX];
    wend_query query = {.path = path, .capacity = NODES_MAX, .form = form};
    wend_answer answer;
    assert_int_equal(wend_finder_find(n->finder, n->start, goal, &query, &answer), WEND_OK);
    check_answer(n, &answer, path, n->costs[goal]);
    assert_true(answer.status != WEND_FIND_FOUND || answer.end == goal);
}

static void check_nodes(const network *n, dice *d) {
    wend_state goals[5], path[NODES_MAX];
    uint64_t best = PLAIN_FAR;
    for (uint32_t i = 0; i < COUNT_OF(goals); i++) {
        goals[i] = dice_between(d, 0, n->plain.nodes - 1);
        best = n->costs[goals[i]] < best ? n->costs[goals[i]] : best;
    }
    wend_query query = {
        .path = path, .capacity = NODES_MAX, .goals = goals, .goal_count = COUNT_OF(goals)};
    wend_answer answer;
    assert_int_equal(wend_finder_find(n->finder, n->start, 0, &query, &answer), WEND_OK);
    check_answer(n, &answer, path, best);
}

static void check_range(const network *n, wend_cost most) {
    wend_reached reached[NODES_MAX];
    wend_answer answer;
    assert_int_equal(wend_finder_range(n->finder, n->start, most, reached, NODES_MAX, &answer),
                     WEND_OK);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < n->plain.nodes; i++) {
        expected += n->costs[i] <= most;
    }
    assert_int_equal(answer.count, expected);
    for (uint32_t i = 0; i < answer.count; i++) {
        assert_int_equal(reached[i].cost, n->costs[reached[i].state]);
    }
}

static void graphs_are_searched(void **state) {
    (void)state;
    dice d = dice_of(1);
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        network n;
        network_draw(&n, &d);
        for (uint32_t k = 0; k < 4; k++) {
            check_node(&n, dice_between(&d, 0, n.plain.nodes - 1), (wend_path_form)(k % 2));
            check_nodes(&n, &d);
            check_range(&n, dice_between(&d, 0, 3000));
        }
        check_node(&n, n.start, WEND_PATH_CELLS);
        wend_answer answer;
        wend_query within = {.within = 1}, partial = {.nearest = true};
        wend_query blocked = {.allow_blocked_start = true};
        assert_int_equal(wend_finder_find(n.finder, 0, 0, &within, &answer), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_finder_find(n.finder, 0, 0, &partial, &answer), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_finder_find(n.finder, 0, 0, &blocked, &answer), WEND_ERROR_ARGUMENT);
        network_clear(&n);
    }
}

/* ---- Racetracks ------------------------------------------------------------------------------ */

static car car_of(const wend_domain *track, wend_state state) {
    uint32_t x, y;
    int vx, vy;
    wend_racetrack_describe(track, state, &x, &y, &vx, &vy);
    return (car){(int)x, (int)y, vx, vy};
}

/* Every state follows from the one before, except the last, which stands for the whole cell. */
static void check_drive(const plain_track *plain, const wend_domain *track, const wend_state *path,
                        uint32_t count, car goal) {
    for (uint32_t i = 1; i < count; i++) {
        car successors[9], to = car_of(track, path[i]);
        int found = 0,
            all = track_successors(plain, car_of(track, path[i - 1]), goal.x, goal.y, successors);
        for (int k = 0; k < all; k++) {
            bool is_last = i == count - 1;
            found += is_last ? successors[k].x == goal.x && successors[k].y == goal.y
                             : same_car(successors[k], to);
        }
        check(found > 0, "no action leads to state %u of the path", i);
    }
}

/* A car that starts in a wall cannot move. */
static void check_blocked_cars(wend_finder *finder, const plain_track *plain,
                               const wend_domain *track, wend_state goal) {
    for (int y = 0; y < plain->height; y++) {
        for (int x = 0; x < plain->width; x++) {
            if (wend_racetrack_is_free(track, (uint32_t)x, (uint32_t)y)) {
                continue;
            }
            wend_state start = wend_racetrack_state(track, (uint32_t)x, (uint32_t)y, 0, 0);
            wend_answer answer;
            assert_int_equal(wend_finder_find(finder, start, goal, NULL, &answer), WEND_OK);
            assert_int_equal(answer.status, WEND_FIND_START_BLOCKED);
        }
    }
}

static void racetracks_are_searched(void **state) {
    (void)state;
    dice d = dice_of(2);
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        plain_track plain;
        car from, goal;
        track_random(&plain, &d, 12, 3);
        if (!track_random_car(&plain, &d, &from) || !track_random_car(&plain, &d, &goal)) {
            continue;
        }
        wend_racetrack_def def = {.width = (uint32_t)plain.width,
                                  .height = (uint32_t)plain.height,
                                  .max_speed = (uint32_t)plain.max_speed,
                                  .cells = plain.cells};
        wend_domain *track;
        assert_int_equal(wend_racetrack_create(&def, &track, NULL), WEND_OK);
        wend_finder *finder = finder_on(track);
        wend_state path[1000], start, end;
        start = wend_racetrack_state(track, (uint32_t)from.x, (uint32_t)from.y, from.vx, from.vy);
        end = wend_racetrack_state(track, (uint32_t)goal.x, (uint32_t)goal.y, goal.vx, goal.vy);
        wend_query query = {.path = path, .capacity = COUNT_OF(path)};
        wend_answer answer;
        assert_int_equal(wend_finder_find(finder, start, end, &query, &answer), WEND_OK);
        int actions = track_distance(&plain, from, goal.x, goal.y);
        assert_int_equal(answer.status, actions < 0 ? WEND_FIND_UNREACHABLE : WEND_FIND_FOUND);
        if (actions >= 0) {
            assert_int_equal(answer.cost, actions * 1000);
            assert_int_equal(answer.count, actions + 1);
            assert_true(actions == 0 || answer.end == end);
            check_drive(&plain, track, path, answer.count, goal);
        }
        check_blocked_cars(finder, &plain, track, end);
        query.goals = &end;
        query.goal_count = 1;
        assert_int_equal(wend_finder_find(finder, start, end, &query, &answer),
                         WEND_ERROR_UNSUPPORTED);
        assert_int_equal(wend_finder_range(finder, start, 0, NULL, 0, &answer),
                         WEND_ERROR_UNSUPPORTED);
        wend_finder_destroy(finder);
        wend_domain_destroy(track);
    }
}

static void puzzles_are_refused(void **state) {
    (void)state;
    wend_domain *puzzle;
    wend_diagnosis diagnosis;
    wend_finder *finder;
    wend_puzzle_def def = {0};
    assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_OK);
    assert_int_equal(wend_finder_create(&(wend_finder_def){.domain = puzzle}, &finder, &diagnosis),
                     WEND_ERROR_UNSUPPORTED);
    assert_string_equal(diagnosis.field, "domain");
    wend_domain_destroy(puzzle);
}

/* A car on the goal's cell has arrived, whatever its speed: its path is its present state. */
static void cars_on_the_goal_are_their_own_path(void **state) {
    (void)state;
    wend_racetrack_def def = {.width = 3, .height = 3, .cells = "........."};
    wend_domain *track;
    assert_int_equal(wend_racetrack_create(&def, &track, NULL), WEND_OK);
    wend_finder *finder = finder_on(track);
    wend_state start = wend_racetrack_state(track, 1, 1, 1, 0), path[2];
    wend_query query = {.path = path, .capacity = 2};
    wend_answer answer;
    wend_state goal = wend_racetrack_state(track, 1, 1, 0, 0);
    assert_int_equal(wend_finder_find(finder, start, goal, &query, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    assert_int_equal(answer.cost, 0);
    assert_int_equal(answer.count, 1);
    assert_int_equal(path[0], start);
    assert_int_equal(answer.end, start);
    wend_finder_destroy(finder);
    wend_domain_destroy(track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_are_searched),
        cmocka_unit_test(racetracks_are_searched),
        cmocka_unit_test(cars_on_the_goal_are_their_own_path),
        cmocka_unit_test(puzzles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
