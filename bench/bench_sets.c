#include "bench_sets.h"

#include <wend/research.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- From files ------------------------------------------------------------------------------ */

/* The longest last, by the stated lengths; ties in the order of the file. */
static int compare_lengths(const void *a, const void *b) {
    const wend_problem *one = a;
    const wend_problem *other = b;
    if (one->optimal != other->optimal) {
        return one->optimal < other->optimal ? -1 : 1;
    }
    return one->line < other->line ? -1 : 1;
}

static bool has_route(const bench_set *set, const bench_problem *problem) {
    wend_agent_def def = bench_agent_def(set, problem, "astar");
    wend_agent *agent = NULL;
    wend_tick tick = {0};
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    do {
        wend_agent_reserve_expansions(agent, 4096);
        wend_agent_tick_expansions(agent, 4096, &tick);
    } while (tick.status == WEND_AGENT_WAITING);
    wend_agent_destroy(agent);
    return tick.flags & WEND_TICK_FOUND;
}

bool bench_set_load(bench_set *set, const char *data, const char *folder, const char *name,
                    bench_choice choice, uint32_t count) {
    wend_map_def as = {0};
    return bench_set_load_as(set, &as, data, folder, name, choice, count);
}

bool bench_set_load_as(bench_set *set, const wend_map_def *as, const char *data, const char *folder,
                       const char *name, bench_choice choice, uint32_t count) {
    *set = (bench_set){0};
    snprintf(set->name, sizeof set->name, "%s/%s", folder, name);
    char path[4096];
    snprintf(path, sizeof path, "%s/maps/%s/%s.map", data, folder, name);
    if (wend_map_load(as, path, &set->map, NULL)) {
        return false;
    }
    wend_scenario scenario;
    snprintf(path, sizeof path, "%s/scen/%s/%s.map.scen", data, folder, name);
    if (wend_scenario_load(path, &scenario, NULL)) {
        bench_set_clear(set);
        return false;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scenario.count; i++) {
        const wend_problem *p = &scenario.problems[i];
        if (wend_map_is_free(set->map, p->start_x, p->start_y) &&
            wend_map_is_free(set->map, p->goal_x, p->goal_y)) {
            scenario.problems[kept++] = *p; /* a few begin or end on water */
        }
    }
    scenario.count = kept;
    if (choice != BENCH_LAST) {
        qsort(scenario.problems, scenario.count, sizeof *scenario.problems, compare_lengths);
    }
    count = scenario.count < count ? scenario.count : count;
    uint32_t first = choice == BENCH_SPREAD ? scenario.count / 4 : scenario.count - count;
    set->problems = calloc(count + 1, sizeof *set->problems);
    for (uint32_t i = 0; set->problems && i < count; i++) {
        uint32_t at = first + (uint32_t)((uint64_t)i * (scenario.count - first) / count);
        const wend_problem *from = &scenario.problems[at];
        bench_problem problem = {from->start_x, from->start_y, from->goal_x, from->goal_y};
        if (choice != BENCH_SPREAD || has_route(set, &problem)) {
            set->problems[set->count++] = problem;
        }
    }
    wend_scenario_clear(&scenario);
    if (!set->problems) {
        bench_set_clear(set);
    }
    return set->map != NULL;
}

/* ---- Generated ------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A random free cell near a corner of a map of `side` cells: inside a square of an eighth of the
 * side, or of a larger one if that is all walls. */
static bool pick_free(const wend_map *map, uint32_t side, bool far, uint64_t *random, uint32_t *x,
                      uint32_t *y) {
    for (uint32_t square = side / 8 + 1; square <= side; square++) {
        uint32_t from = far ? side - square : 0;
        for (uint32_t tries = 0; tries < 200; tries++) {
            *x = from + (uint32_t)(next_random(random) % square);
            *y = from + (uint32_t)(next_random(random) % square);
            if (wend_map_is_free(map, *x, *y)) {
                return true;
            }
        }
    }
    return false;
}

static bool make_problems(bench_set *set, uint32_t side, uint64_t seed, uint32_t count) {
    set->problems = calloc(count + 1, sizeof *set->problems);
    uint64_t random = seed;
    for (uint32_t tries = 0; set->problems && set->count < count && tries < 20 * count; tries++) {
        uint32_t near_x, near_y, far_x, far_y;
        if (!pick_free(set->map, side, false, &random, &near_x, &near_y) ||
            !pick_free(set->map, side, true, &random, &far_x, &far_y)) {
            return false;
        }
        bench_problem problem = tries % 2 ? (bench_problem){far_x, far_y, near_x, near_y}
                                          : (bench_problem){near_x, near_y, far_x, far_y};
        if (has_route(set, &problem)) {
            set->problems[set->count++] = problem;
        }
    }
    return set->count == count;
}

static bool make_map(bench_set *set, const wend_map_def *as, const wend_gen_def *gen, bool walls) {
    wend_map_def def = *as;
    def.width = gen->width, def.height = gen->height;
    size_t size = (size_t)def.width * def.height;
    char *cells = malloc(size);
    if (!cells) {
        return false;
    }
    memset(cells, '.', size);
    wend_error error = walls ? wend_gen(gen, cells) : WEND_OK;
    if (!error) {
        def.cells = cells;
        error = wend_map_create(&def, &set->map, NULL);
    }
    free(cells);
    return error == WEND_OK;
}

bool bench_set_generate(bench_set *set, wend_gen_kind kind, uint32_t side, uint64_t seed,
                        uint32_t count) {
    wend_map_def as = {0};
    wend_gen_def gen = {.kind = kind, .width = side, .height = side, .seed = seed};
    return bench_set_generate_as(set, &as, &gen, count);
}

bool bench_set_generate_as(bench_set *set, const wend_map_def *as, const wend_gen_def *gen,
                           uint32_t count) {
    static const char *const kinds[] = {[WEND_GEN_ROOMS] = "rooms",
                                        [WEND_GEN_MAZE] = "maze",
                                        [WEND_GEN_CAVES] = "caves",
                                        [WEND_GEN_RANDOM] = "random"};
    *set = (bench_set){0};
    snprintf(set->name, sizeof set->name, "%s %u", kinds[gen->kind], gen->width);
    if (make_map(set, as, gen, true) && make_problems(set, gen->width, gen->seed, count)) {
        return true;
    }
    bench_set_clear(set);
    return false;
}

bool bench_set_empty(bench_set *set, uint32_t side) {
    *set = (bench_set){0};
    snprintf(set->name, sizeof set->name, "empty %u", side);
    wend_map_def as = {0};
    wend_gen_def gen = {.width = side, .height = side};
    return make_map(set, &as, &gen, false);
}

/* ---- Using them ------------------------------------------------------------------------------ */

void bench_set_clear(bench_set *set) {
    wend_map_destroy(set->map);
    free(set->problems);
    *set = (bench_set){0};
}

wend_agent_def bench_agent_def(const bench_set *set, const bench_problem *problem,
                               const char *algo) {
    wend_agent_def def = {0};
    def.map = set->map;
    def.start = wend_map_state(set->map, problem->start_x, problem->start_y);
    def.goal = wend_map_state(set->map, problem->goal_x, problem->goal_y);
    def.algo = wend_algo_find(algo);
    return def;
}
