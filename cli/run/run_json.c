#include "run/run_json.h"

#include "common/features.h"

#if WEND_HAS_JSON

#include "common/messages.h"

#include <jansson.h>
#include <math.h>

/* A state as JSON: [x,y], [x,y,vx,vy], tiles, or the number of a node (from 1). */
static json_t *state_json(const struct scene *scene, wend_state state, const wend_packed *packed) {
    uint32_t x, y;
    int vx, vy;
    uint8_t tiles[WEND_PUZZLE_CELLS_MAX];
    json_t *array;
    switch (scene->kind) {
    case SCENE_GRID:
        return json_pack("[i,i]", (int)wend_map_x(scene->map, state),
                         (int)wend_map_y(scene->map, state));
    case SCENE_RACETRACK:
        wend_racetrack_describe(scene->owned, state, &x, &y, &vx, &vy);
        return json_pack("[i,i,i,i]", (int)x, (int)y, vx, vy);
    case SCENE_PUZZLE:
        wend_puzzle_unpack(scene->owned, packed, tiles);
        array = json_array();
        for (uint32_t i = 0; i < 16; i++) {
            json_array_append_new(array, json_integer(tiles[i]));
        }
        return array;
    case SCENE_GRAPH:
        break;
    }
    return json_integer((json_int_t)state + 1);
}

int print_json_run(const struct scene *scene, const struct setting *setting, const struct run *run,
                   const struct recording *recording, double optimal) {
    json_t *path = json_array();
    for (size_t i = 0; i < recording->path_count; i++) {
        json_array_append_new(path, state_json(scene, recording->path[i], &recording->packed[i]));
    }
    json_t *ticks = json_array();
    for (size_t i = 0; i < recording->tick_count; i++) {
        json_array_append_new(ticks, json_integer(recording->ticks[i].expansions));
    }
    json_t *best = isfinite(optimal) ? json_real(optimal) : json_null();
    json_t *trials = json_array();
    for (size_t i = 0; i < recording->trial_count; i++) {
        json_array_append_new(trials, json_real(recording->trial_costs[i]));
    }
    json_t *object = json_pack(
        "{s:s,s:s,s:f,s:o,s:I,s:I,s:I,s:I,s:f,s:o,s:o}", "algo", setting->algo, "status",
        run_end_name(run->end), "cost", run->cost, "optimal", best, "ticks",
        (json_int_t)run->counters.ticks, "moves", (json_int_t)run->counters.moves, "expansions",
        (json_int_t)run->counters.expansions, "backtracks", (json_int_t)run->counters.backtracks,
        "seconds", (double)run->planning_ns / 1e9, "path", path, "tick_expansions", ticks);
    if (recording->trial_count > 0) {
        json_object_set(object, "trials", trials);
    }
    json_decref(trials);
    int failed = json_dumpf(object, stdout, JSON_REAL_PRECISION(10));
    putchar('\n');
    json_decref(object);
    return failed ? fail_machine("standard output: cannot be written") : 0;
}

#else

int print_json_run(const struct scene *scene, const struct setting *setting, const struct run *run,
                   const struct recording *recording, double optimal) {
    (void)scene, (void)setting, (void)run, (void)recording, (void)optimal;
    return need_feature(FEATURE_JSON);
}

#endif
