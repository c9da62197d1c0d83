/* D* Lite alone: its two kinds of queue expand the same states, and lists whose ring is too small
 * for the keys cost time but stay correct. */
#include <wend/wend.h>

#include "plan/changes.h"
#include "research/search/dstar.h"
#include "support/test.h"
#include "support/trip.h"

/* A search for D* Lite on the map of a trip, and the edits it has processed. */
typedef struct repair {
    wn_memory memory;
    wn_search search;
    wn_dstar dstar;
    uint64_t version; /* of the map, up to the last processed edit */
} repair;

static void open_repair(repair *r, const trip *t, bool has_heap) {
    wn_memory_init(&r->memory, &(wend_allocator){0}, 0);
    wn_policy policy = WN_POLICY_PLAIN;
    policy.map_kernel = wn_grid_kernel;
    policy.repairs = true;
    policy.many_starts = has_heap;
    assert_true(wn_search_init(&r->search, wend_map_domain(t->world), &policy, &r->memory));
    assert_true((r->search.kernel->span == NULL) == has_heap);
}

static void close_repair(repair *r) {
    wn_search_clear(&r->search);
    assert_int_equal(r->memory.used, 0);
}

static void begin(repair *r, const wend_map *map, wn_id goal, wn_id at) {
    assert_true(wn_search_reserve(&r->search, 1, 1));
    assert_true(wn_dstar_begin(&r->dstar, &r->search, goal, at));
    r->version = map->cells.version;
}

/* Passes it the edits since the last call. If it cannot repair its search it starts again. Returns
 * whether it started again. */
static bool tell(repair *r, const wend_map *map) {
    bool can_repair = true;
    for (; r->version < map->cells.version; r->version++) {
        const wn_edit *change = wn_cells_edit(&map->cells, r->version);
        if (change->id == WN_NONE) {
            can_repair = false; /* another heuristic */
            continue;
        }
        wn_square s = wn_edit_square(map, change);
        for (wn_id id; can_repair && wn_square_next(map, &s, &id);) {
            assert_true(wn_search_reserve(&r->search, 1, 1));
            can_repair = wn_dstar_update(&r->dstar, id);
        }
    }
    if (!can_repair) {
        begin(r, map, r->dstar.goal, r->dstar.at);
    }
    return !can_repair;
}

static wn_outcome run(repair *r, uint32_t budget, uint32_t *used) {
    wn_deadline never = {0};
    *used = 0;
    assert_true(wn_search_reserve(&r->search, budget, 1));
    return wn_dstar_run(&r->dstar, budget, &never, used);
}

/* Draws a map that only this test edits, an agent and a goal. */
static bool draw(trip *t, dice *d, wn_id *at, wn_id *goal) {
    *t = (trip){.def = (wend_agent_def){0}};
    plain_random(&t->truth, d, 40);
    if (dice_percent(d, 30)) {
        plain_random_factors(&t->truth, d, 1, 5);
    }
    int start = plain_random_free(&t->truth, d);
    if (start < 0) {
        return false;
    }
    trip_open_world(t, false, 0, 0);
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    *at = wn_grid_id_of_state(t->world, (wend_state)start);
    *goal = wn_grid_id_of_state(t->world, t->def.goal);
    return true;
}

/* Blocks or frees a cell, except the agent's and the goal. */
static void edit(trip *t, dice *d, wn_id at, wn_id goal) {
    wend_state cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
    wn_id id = wn_grid_id_of_state(t->world, cell);
    if (id != at && id != goal) {
        trip_set_cell(t, cell, wn_grid_is_blocked(t->world, id) ? '.' : '@');
    }
}

/* Its result must be correct: whether there is a route, and a next move on a shortest one. */
static void check_outcome(const trip *t, const repair *r, wn_outcome outcome, wn_id next,
                          uint32_t i) {
    plain_map known;
    trip_read_map(t, &known);
    wend_cost to_goal[PLAIN_CELLS_MAX];
    plain_flood(&known, (int)t->def.goal, to_goal);
    wend_cost way = to_goal[wn_grid_state_of_id(t->world, r->dstar.at)];
    check((way != PLAIN_UNREACHED) == (outcome == WN_FOUND), "case %u: outcome %d", i,
          (int)outcome);
    if (outcome == WN_FOUND) {
        wend_cost cost = wn_grid_move_cost(t->world, r->dstar.at, next);
        check(cost && to_goal[wn_grid_state_of_id(t->world, next)] + cost == way,
              "case %u: the next move is not on a shortest route", i);
    }
}

/* Lists and a heap hold the same keys in the same order: the outcome, the move and the number of
 * expanded states are the same, whatever the slices of a repair. */
static void both_queues_take_the_same_states(void **state) {
    (void)state;
    uint32_t moves = 0, edits = 0;
    for (uint32_t i = 0; i < test_scaled(400); i++) {
        dice d = dice_of(i + 610000);
        trip t;
        wn_id at, goal;
        if (!draw(&t, &d, &at, &goal)) {
            continue;
        }
        repair lists, heap;
        open_repair(&lists, &t, false);
        open_repair(&heap, &t, true);
        begin(&lists, t.world, goal, at);
        begin(&heap, t.world, goal, at);
        uint32_t often = dice_between(&d, 0, 60);
        for (uint32_t n = 0; n < 150 && at != goal; n++) {
            if (dice_percent(&d, often)) {
                edit(&t, &d, at, goal);
                edits++;
            }
            check(tell(&lists, t.world) == tell(&heap, t.world), "case %u: one starts again", i);
            uint32_t budget = dice_percent(&d, 30) ? dice_between(&d, 1, 30) : 100000;
            uint32_t used, used_by_heap;
            wn_outcome outcome = run(&lists, budget, &used);
            check(run(&heap, budget, &used_by_heap) == outcome, "case %u: outcomes differ", i);
            check(used == used_by_heap, "case %u: %u states and %u", i, used, used_by_heap);
            if (outcome == WN_FOUND) {
                wn_id next = wn_dstar_next(&lists.dstar);
                check(next == wn_dstar_next(&heap.dstar), "case %u: moves differ", i);
                check_outcome(&t, &lists, outcome, next, i);
                at = next;
                wn_dstar_move(&lists.dstar, at);
                wn_dstar_move(&heap.dstar, at);
                moves++;
            }
        }
        close_repair(&lists);
        close_repair(&heap);
        trip_close_world(&t);
    }
    assert_true((moves > 1000 && edits > 200) || test_scaled(100) < 100);
}

/* With the smallest ring most keys lie too far apart: they are stored as smaller ones, and the
 * result is still correct. */
static void keys_that_lie_far_apart_cost_time_alone(void **state) {
    (void)state;
    uint32_t moves = 0;
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(i + 620000);
        trip t;
        wn_id at, goal;
        if (!draw(&t, &d, &at, &goal)) {
            continue;
        }
        repair r;
        open_repair(&r, &t, false);
        wn_spans spans = {.all = WN_ROOT_SIZE - 1,
                          .siblings = WN_ROOT_SIZE - 1,
                          .degree = t.world->domain.degree + 1};
        wn_sparse_clear(&r.search.sparse, &r.memory);
        assert_true(wn_sparse_init(&r.search.sparse, &r.memory, &spans));
        begin(&r, t.world, goal, at);
        uint32_t often = dice_between(&d, 0, 60);
        for (uint32_t n = 0; n < 100 && at != goal; n++) {
            if (dice_percent(&d, often)) {
                edit(&t, &d, at, goal);
            }
            tell(&r, t.world);
            uint32_t used;
            wn_outcome outcome = run(&r, UINT32_MAX / 64, &used);
            wn_id next = outcome == WN_FOUND ? wn_dstar_next(&r.dstar) : at;
            check_outcome(&t, &r, outcome, next, i);
            moves += next != at;
            at = next;
            wn_dstar_move(&r.dstar, at);
        }
        close_repair(&r);
        trip_close_world(&t);
    }
    assert_true(moves > 1000 || test_scaled(100) < 100);
}

/* How often each state was expanded in one repair. */
typedef struct takings {
    uint8_t times[PLAIN_CELLS_MAX];
    uint8_t most;
} takings;

static void note_taken(void *context, const wend_expansion *expansion) {
    takings *all = context;
    uint8_t times = ++all->times[expansion->state];
    all->most = times > all->most ? times : all->most;
}

/* A repair expands a state at most once because its key was too small, once because its g was too
 * small, and once because its g was too large. That depends on the order of equal keys. */
static void a_repair_takes_no_state_more_than_three_times(void **state) {
    (void)state;
    uint32_t thrice = 0;
    for (uint32_t i = 0; i < test_scaled(400); i++) {
        dice d = dice_of(i + 630000);
        trip t;
        wn_id at, goal;
        if (!draw(&t, &d, &at, &goal)) {
            continue;
        }
        takings all;
        wn_watch watch = {.watcher = {.expanded = note_taken, .context = &all}};
        repair r;
        open_repair(&r, &t, false);
        r.search.watch = &watch;
        begin(&r, t.world, goal, at);
        for (uint32_t n = 0; n < 100 && at != goal; n++) {
            edit(&t, &d, at, goal);
            tell(&r, t.world);
            all = (takings){0};
            uint32_t used;
            if (run(&r, 1000000, &used) == WN_FOUND) {
                at = wn_dstar_next(&r.dstar);
                wn_dstar_move(&r.dstar, at);
            }
            check(all.most <= 3, "case %u: a state was taken %u times", i, all.most);
            thrice += all.most == 3;
        }
        close_repair(&r);
        trip_close_world(&t);
    }
    assert_true(thrice > 0 || test_scaled(100) < 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_queues_take_the_same_states),
        cmocka_unit_test(a_repair_takes_no_state_more_than_three_times),
        cmocka_unit_test(keys_that_lie_far_apart_cost_time_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
