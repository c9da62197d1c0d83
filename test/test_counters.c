/* Counters and the flags of ticks mean the same for all algorithms. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>

struct field {
    plain_map plain;
    wend_map *map;
    test_aids aids;
    wend_agent_def def;
    wend_agent *agent;
    wend_tick tick;
};

static void open_map(struct field *f) {
    f->plain.neighbors = 8;
    f->plain.corners = WEND_CORNERS_NEVER;
    f->map = plain_to_wend(&f->plain);
    f->aids = aids_make(f->map);
    f->def.map = f->map;
}

static void close_map(struct field *f) {
    aids_free(&f->aids);
    wend_map_destroy(f->map);
}

static void open_agent(struct field *f, const variant *v) {
    variant_apply(v, &f->def);
    variant_give_aids(v->algo, &f->aids, &f->def);
    assert_int_equal(wend_agent_create(&f->def, &f->agent, NULL), WEND_OK);
}

/* Precomputed data follow an edit, except a table of subgoals. */
static void set_free(struct field *f, uint32_t x, uint32_t y, bool is_free) {
    assert_int_equal(wend_map_set_free(f->map, x, y, is_free), WEND_OK);
    assert_int_equal(wend_abstraction_update(f->aids.abstraction), WEND_OK);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static void add_tick(wend_agent_info *sums, const wend_tick *tick) {
    sums->moves += (tick->flags & WEND_TICK_MOVED) != 0;
    sums->backtracks += (tick->flags & WEND_TICK_BACKTRACKED) != 0;
    sums->replans += (tick->flags & WEND_TICK_REPLANNED) != 0;
    sums->restarts += (tick->flags & WEND_TICK_RESTARTED) != 0;
    sums->expansions += tick->expansions;
    sums->work += tick->work;
    sums->trace_steps += tick->trace_steps;
    sums->updates += tick->updates;
    sums->cost += tick->cost;
    if (tick->expansions > sums->max_expansions_per_tick) {
        sums->max_expansions_per_tick = tick->expansions;
    }
    if (tick->work > sums->max_work_per_tick) {
        sums->max_work_per_tick = tick->work;
    }
    if ((tick->flags & WEND_TICK_FOUND) && !sums->found_tick) {
        sums->found_tick = sums->ticks;
    }
}

/* A tick that is not counted belongs to an agent that has finished, and does nothing. */
static void check_sums(struct field *f, wend_agent_info *sums, const char *name) {
    step_agent(f->agent, 6, &f->tick);
    wend_agent_info found = wend_agent_stats(f->agent);
    bool counted = found.ticks != sums->ticks;
    check(found.ticks == sums->ticks + counted, "%s: %u ticks", name, (unsigned)found.ticks);
    check(counted || (f->tick.status > WEND_AGENT_WAITING && f->tick.flags == 0), "%s: not counted",
          name);
    sums->ticks = found.ticks;
    add_tick(sums, &f->tick);
    sums->touched = found.touched;
    sums->bytes_used = found.bytes_used;
    sums->bytes_allocated = found.bytes_allocated;
    check(memcmp(&found, sums, sizeof found) == 0, "%s: the sums of tick %u differ", name,
          (unsigned)found.ticks);
}

static wend_state draw_free(const struct field *f, dice *d) {
    for (;;) {
        uint32_t x = dice_between(d, 0, (uint32_t)f->plain.width - 1);
        uint32_t y = dice_between(d, 0, (uint32_t)f->plain.height - 1);
        if (wend_map_is_free(f->map, x, y)) {
            return wend_map_state(f->map, x, y);
        }
    }
}

static void disturb(struct field *f, dice *d, bool may_edit) {
    uint32_t x = dice_between(d, 0, (uint32_t)f->plain.width - 1);
    uint32_t y = dice_between(d, 0, (uint32_t)f->plain.height - 1);
    switch (dice_between(d, 0, 9)) {
    case 0:
        assert_int_equal(wend_agent_set_goal(f->agent, draw_free(f, d)), WEND_OK);
        break;
    case 1:
        assert_int_equal(wend_agent_teleport(f->agent, draw_free(f, d)), WEND_OK);
        break;
    case 2:
        wend_agent_restart(f->agent); /* most do not support it */
        break;
    case 3:
        if (may_edit && wend_map_free_count(f->map) > 5) {
            set_free(f, x, y, !wend_map_is_free(f->map, x, y));
        }
        break;
    default:
        break;
    }
}

static void counters_are_the_sums_of_ticks(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    uint64_t restarts = 0;
    for (uint32_t i = 0; i < test_scaled(20); i++) {
        for (uint32_t v = 0; v < count; v++) {
            struct field f = {0};
            dice d = dice_of(i);
            do {
                plain_random(&f.plain, &d, 20);
            } while (plain_random_free(&f.plain, &d) < 0);
            open_map(&f);
            f.def.start = draw_free(&f, &d), f.def.goal = draw_free(&f, &d);
            open_agent(&f, &variants[v]);
            bool may_edit = variants[v].algo != wend_algo_dlrta();
            wend_agent_info sums;
            memset(&sums, 0, sizeof sums);
            for (uint32_t tick = 0; tick < 60; tick++) {
                disturb(&f, &d, may_edit);
                check_sums(&f, &sums, variants[v].name);
            }
            restarts += sums.restarts;
            wend_agent_destroy(f.agent);
            close_map(&f);
        }
    }
    check(restarts > test_scaled(1000), "hardly a restart: %u", (unsigned)restarts);
}

/* ---- What they mean -------------------------------------------------------------------------- */

/* A wide field with a wall across it that the agent must walk around. */
static void draw_field(struct field *f) {
    f->plain = (plain_map){.width = 40, .height = 40};
    memset(f->plain.cells, '.', 1600);
    for (int y = 0; y < 34; y++) {
        f->plain.cells[40 * y + 22] = '@';
    }
    f->def.start = 40 * 20 + 8, f->def.goal = 40 * 20 + 35;
}

/* While nothing changes, no agent discards its plan, except where it cannot step back, and no agent
 * moves forward without a plan. */
static void an_agent_that_moves_has_planned_and_does_not_restart(void **state) {
    (void)state;
    struct field f = {0};
    draw_field(&f);
    open_map(&f);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        const wend_algo *algo = variants[v].algo;
        open_agent(&f, &variants[v]);
        uint32_t ticks = 0;
        do {
            step_agent(f.agent, 20, &f.tick);
            bool forward = (f.tick.flags & WEND_TICK_MOVED) && algo->acts != WEND_ACTS_SHUTTLES;
            check(!forward || wend_agent_stats(f.agent).replans > 0, "%s has not planned",
                  variants[v].name);
            check(++ticks < 100000, "%s does not arrive", variants[v].name);
        } while (wend_agent_is_active(f.tick.status));
        wend_agent_info counters = wend_agent_stats(f.agent);
        assert_int_equal(f.tick.status, WEND_AGENT_ARRIVED);
        check(counters.restarts == 0 || algo == wend_algo_tbrwa(), "%s has restarted %u times",
              variants[v].name, (unsigned)counters.restarts);
        /* Agents that plan one move at a time have a new plan for each move. */
        if (algo == wend_algo_lrta() || algo == wend_algo_plrta() || algo == wend_algo_dlrta()) {
            assert_int_equal(counters.replans, counters.moves);
        }
        wend_agent_destroy(f.agent);
    }
    close_map(&f);
}

/* Agents that make one move of a path and plan again have nothing to discard between ticks. */
static bool keeps_its_path(const wend_algo *algo) {
    return algo != wend_algo_klrta() && algo != wend_algo_lss_lrtwa() &&
           algo != wend_algo_wlss_lrta();
}

/* Ticks until the agent's plan covers two moves. Returns false for agents that never plan that
 * far. */
static bool go_until_planned(struct field *f, wend_state path[3]) {
    for (uint32_t i = 0; i < 200; i++) {
        step_agent(f->agent, 4, &f->tick);
        if (f->tick.status > WEND_AGENT_WAITING) {
            return false;
        }
        if (wend_agent_path(f->agent, path, 3, NULL) == 3) {
            return true;
        }
    }
    return false;
}

typedef enum event { BLOCKED, NEW_GOAL, NEW_STATE } event;

static void check_event(const variant *v, event what) {
    struct field f = {0};
    draw_field(&f);
    open_map(&f);
    open_agent(&f, v);
    wend_state path[3];
    bool is_guided = v->algo == wend_algo_dlrta();
    if (go_until_planned(&f, path) && !is_guided) {
        uint64_t before = wend_agent_stats(f.agent).restarts;
        if (what == BLOCKED) {
            set_free(&f, wend_map_x(f.map, path[1]), wend_map_y(f.map, path[1]), false);
        } else if (what == NEW_GOAL) {
            assert_int_equal(wend_agent_set_goal(f.agent, 0), WEND_OK);
        } else {
            assert_int_equal(wend_agent_teleport(f.agent, 40 * 39), WEND_OK);
        }
        step_agent(f.agent, 4, &f.tick);
        bool repairs = v->algo == wend_algo_dstar_lite() && what != NEW_GOAL;
        bool expected = keeps_its_path(v->algo) && !repairs;
        bool restarted = (f.tick.flags & WEND_TICK_RESTARTED) != 0;
        check(restarted == expected, "%s, event %d: restarted %d", v->name, (int)what, restarted);
        assert_int_equal(wend_agent_stats(f.agent).restarts, before + expected);
        /* Once is enough, but jump point search keeps the old route until it meets the blocked
         * cell. */
        bool jumps = wend_agent_algo(f.agent)->flags & WEND_ALGO_JUMPS;
        for (uint32_t i = 0; i < 5 && !jumps; i++) {
            step_agent(f.agent, 4, &f.tick);
            check(!(f.tick.flags & WEND_TICK_RESTARTED) || v->algo == wend_algo_tbrwa(),
                  "%s, event %d: restarted again", v->name, (int)what);
        }
    }
    wend_agent_destroy(f.agent);
    close_map(&f);
}

static void what_cuts_a_plan_restarts_all_alike(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        for (event what = BLOCKED; what <= NEW_STATE; what++) {
            check_event(&variants[v], what);
        }
    }
}

/* Ticks of one expansion until the agent has moved, or stands still in the middle of planning. */
static void go_until(struct field *f, bool moved) {
    uint32_t flag = moved ? WEND_TICK_MOVED : 0;
    do {
        step_agent(f->agent, 1, &f->tick);
        check(wend_agent_is_active(f->tick.status), "%s: status %d", f->def.algo->name,
              (int)f->tick.status);
    } while ((f->tick.flags & WEND_TICK_MOVED) != flag);
}

/* A table of large regions, some of which contain parts of the wall: it uses depths above 1. */
static void use_large_regions(struct field *f) {
    wend_subgoals_def def = {.abstraction = f->aids.abstraction, .level = 6};
    wend_subgoals_destroy(f->aids.subgoals);
    assert_int_equal(wend_subgoals_create(&def, &f->aids.subgoals, NULL), WEND_OK);
    uint32_t regions = wend_subgoals_regions(f->aids.subgoals);
    assert_int_equal(wend_subgoals_compute(f->aids.subgoals, 0, regions), WEND_OK);
}

/* Agents that plan one move over several ticks discard the unfinished plan, and nothing between two
 * moves. */
static void a_look_ahead_that_is_given_up_is_a_restart(void **state) {
    (void)state;
    const wend_algo *const algos[] = {wend_algo_lrta(), wend_algo_plrta(), wend_algo_dlrta()};
    struct field f = {0};
    draw_field(&f);
    open_map(&f);
    use_large_regions(&f);
    for (uint32_t i = 0; i < COUNT_OF(algos); i++) {
        variant v = {.algo = algos[i]};
        for (uint32_t moved = 0; moved < 2; moved++) {
            open_agent(&f, &v);
            go_until(&f, true);
            go_until(&f, moved);
            assert_int_equal(wend_agent_set_goal(f.agent, 0), WEND_OK);
            step_agent(f.agent, 1, &f.tick);
            bool restarted = (f.tick.flags & WEND_TICK_RESTARTED) != 0;
            check(restarted == !moved, "%s, moved %u", algos[i]->name, moved);
            wend_agent_destroy(f.agent);
        }
    }
    close_map(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_are_the_sums_of_ticks),
        cmocka_unit_test(an_agent_that_moves_has_planned_and_does_not_restart),
        cmocka_unit_test(what_cuts_a_plan_restarts_all_alike),
        cmocka_unit_test(a_look_ahead_that_is_given_up_is_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
