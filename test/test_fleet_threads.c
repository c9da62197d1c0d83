/* Fleets on threads that share a map and its connected components. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"
#include "support/update.h"

#include <pthread.h>
#include <string.h>

#define FLEETS 2u
#define UNITS  40u
#define FRAMES 4u
#define ROUNDS 20u
#define WIDTH  40u /* two chunks of the components, one above the other */
#define HEIGHT 100u

typedef struct squad {
    wend_fleet *fleet;
    wend_frame frame;
    uint32_t failed; /* calls */
} squad;

static void *run_frames(void *context) {
    squad *s = context;
    for (uint32_t f = 0; f < FRAMES; f++) {
        s->failed += wend_fleet_reserve(s->fleet, 5000) != WEND_OK;
        s->failed += wend_fleet_frame(s->fleet, (wend_budget){.work = 5000}, &s->frame) != WEND_OK;
    }
    return NULL;
}

static void open_squad(squad *s, const wend_map *map, wend_components *components,
                       const plain_map *truth, uint32_t seed) {
    *s = (squad){0};
    wend_fleet_def def = {
        .map = map, .units_max = UNITS, .components = components, .group_min = 10};
    assert_int_equal(wend_fleet_create(&def, &s->fleet, NULL), WEND_OK);
    dice d = dice_of(seed);
    wend_unit units[UNITS];
    for (uint32_t i = 0; i < UNITS; i++) {
        wend_state at = (wend_state)plain_random_free(truth, &d);
        assert_int_equal(wend_fleet_add(s->fleet, at, &units[i]), WEND_OK);
        wend_order order = {.nearest = i % 2 == 1};
        wend_state goal = (wend_state)plain_random_free(truth, &d);
        assert_int_equal(wend_fleet_set_goal(s->fleet, units[i], goal, &order), WEND_OK);
    }
    wend_state goal = (wend_state)plain_random_free(truth, &d);
    assert_int_equal(wend_fleet_set_group_goal(s->fleet, units, UNITS / 2, goal, NULL), WEND_OK);
}

/* Runs a frame of each fleet, in parallel or one after the other. */
static void run_round(squad *squads, bool on_threads) {
    pthread_t threads[FLEETS];
    for (uint32_t i = 0; i < FLEETS; i++) {
        if (on_threads) {
            assert_int_equal(pthread_create(&threads[i], NULL, run_frames, &squads[i]), 0);
        } else {
            run_frames(&squads[i]);
        }
    }
    for (uint32_t i = 0; i < FLEETS; i++) {
        if (on_threads) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        }
        assert_int_equal(squads[i].failed, 0);
    }
}

/* Between rounds cells are edited and the components updated: all of them, some, or none. */
static void run_squads(uint32_t seed, bool on_threads, uint64_t *hashes) {
    plain_map truth = {.width = WIDTH, .height = HEIGHT, .neighbors = 8};
    dice d = dice_of(seed);
    for (int i = 0; i < plain_cells(&truth); i++) {
        truth.cells[i] = dice_percent(&d, 38) ? '@' : '.';
    }
    wend_map *map = plain_to_wend(&truth);
    wend_components *components;
    assert_int_equal(wend_components_create(&(wend_components_def){.map = map}, &components, NULL),
                     WEND_OK);
    squad squads[FLEETS];
    for (uint32_t i = 0; i < FLEETS; i++) {
        open_squad(&squads[i], map, components, &truth, seed + i);
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < 30; i++) {
            uint32_t x = dice_between(&d, 0, WIDTH - 1), y = dice_between(&d, 0, HEIGHT - 1);
            char terrain = wend_map_is_free(map, x, y) ? '@' : '.';
            assert_int_equal(wend_map_set_cell(map, x, y, terrain), WEND_OK);
        }
        update_chunks(components, round % 3 == 2 ? UINT32_MAX : round % 3);
        run_round(squads, on_threads);
    }
    for (uint32_t i = 0; i < FLEETS; i++) {
        hashes[i] = squads[i].frame.hash;
        wend_fleet_destroy(squads[i].fleet);
    }
    wend_components_destroy(components);
    wend_map_destroy(map);
}

/* A build with -fsanitize=thread checks for races. */
static void fleets_on_threads_share_components(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= test_scaled(10); seed++) {
        uint64_t alone[FLEETS], together[FLEETS];
        run_squads(seed, false, alone);
        run_squads(seed, true, together);
        assert_memory_equal(alone, together, sizeof alone);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fleets_on_threads_share_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
