/* scripts/bench_walk.c - nanoseconds per move of one of many agents or units along a known route.
 *
 *     bench_walk MAP COUNT MEGABYTES
 *
 * Between two frames MEGABYTES of other memory are written, as the rest of a game does; with 0,
 * whatever fits stays in the caches. That is not timed.
 *
 * Compiled twice by bench_walk.sh: with WALK_UNITS against this library, for units of a fleet; and
 * without it against that of another revision, for agents, which uses nothing newer than version
 * 0.1. Both draw the same orders. */
#include "../bench/clock.h"

#include <wend/research.h>
#include <wend/wend.h>

#include <stdio.h>
#include <stdlib.h>

#ifdef WALK_UNITS
#include <wend/movingai.h>
#else
#define wend_map_is_free wend_map_free /* its former name */
#endif

#define FRAMES 50
#define PLENTY 1000000u

static uint32_t draw(uint64_t *random, uint32_t below) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)((*random >> 32) * below >> 32);
}

static wend_state draw_free(const wend_map *map, uint64_t *random) {
    for (;;) {
        uint32_t x = draw(random, wend_map_width(map)), y = draw(random, wend_map_height(map));
        if (wend_map_is_free(map, x, y)) {
            return wend_map_state(map, x, y);
        }
    }
}

static void stop(const char *what) {
    fprintf(stderr, "bench_walk: %s\n", what);
    exit(1);
}

/* The memory that is written between frames. */
typedef struct other_work {
    unsigned char *memory;
    size_t size;
} other_work;

static void do_other_work(const other_work *work) {
    for (size_t i = 0; i < work->size; i += 64) {
        work->memory[i]++;
    }
}

#ifdef WALK_UNITS
static double walk(const wend_map *map, uint32_t count, const other_work *work) {
    wend_fleet_def def = {.map = map, .units_max = count};
    wend_fleet *fleet;
    if (wend_fleet_create(&def, &fleet, NULL)) {
        stop("no memory");
    }
    uint64_t random = 88172645463325252u;
    for (uint32_t i = 0; i < count; i++) {
        wend_state start = draw_free(map, &random), goal = draw_free(map, &random);
        wend_unit unit;
        wend_fleet_add(fleet, start, &unit);
        wend_fleet_set_goal(fleet, unit, goal, NULL);
    }
    wend_frame frame = {.waiting = 1};
    while (frame.waiting > 0) {
        wend_fleet_reserve(fleet, WEND_FLEET_WORK_MAX);
        wend_fleet_frame(fleet, (wend_budget){.work = WEND_FLEET_WORK_MAX}, &frame);
    }
    uint64_t ns = 0, moves = 0;
    for (uint32_t f = 0; f < FRAMES; f++) {
        do_other_work(work);
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, (wend_budget){.work = WEND_FLEET_WORK_MIN}, &frame);
        ns += bench_work_now() - begin;
        moves += frame.moved;
    }
    wend_fleet_destroy(fleet);
    return (double)ns / (double)moves;
}
#else
static double walk(const wend_map *map, uint32_t count, const other_work *work) {
    wend_agent **agents = calloc(count, sizeof *agents);
    if (!agents) {
        stop("no memory");
    }
    uint64_t random = 88172645463325252u;
    wend_tick tick;
    for (uint32_t i = 0; i < count; i++) {
        wend_agent_def def = wend_agent_def_default();
        def.map = map;
        def.algo = "jps";
        def.start = draw_free(map, &random);
        def.goal = draw_free(map, &random);
        if (wend_agent_create(&def, &agents[i]) ||
            wend_agent_reserve_expansions(agents[i], PLENTY)) {
            stop("no memory");
        }
        wend_agent_tick_expansions(agents[i], PLENTY, &tick);
    }
    uint64_t ns = 0, moves = 0;
    for (uint32_t f = 0; f < FRAMES; f++) {
        do_other_work(work);
        uint64_t begin = bench_work_now();
        for (uint32_t i = 0; i < count; i++) {
            wend_agent_tick_expansions(agents[i], 1, &tick);
            moves += tick.flags & WEND_TICK_MOVED ? 1 : 0;
        }
        ns += bench_work_now() - begin;
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_agent_destroy(agents[i]);
    }
    free(agents);
    return (double)ns / (double)moves;
}
#endif

static long read_number(const char *text, long least, long most) {
    char *end;
    long number = strtol(text, &end, 10);
    if (*end || number < least || number > most) {
        stop("usage: bench_walk MAP COUNT MEGABYTES; COUNT from 1 to 100000, MEGABYTES to 1000");
    }
    return number;
}

int main(int argc, char **argv) {
    /* As 0 means; version 0.2 had no defaults in zeros. */
    wend_map_def def = {.neighbors = 8, .passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP};
    wend_map *map;
    long count = read_number(argc == 4 ? argv[2] : "", 1, 100000);
    other_work work = {.size = (size_t)read_number(argv[3], 0, 1000) * 1000000};
    work.memory = calloc(work.size + 1, 1);
    if (!work.memory) {
        stop("no memory");
    }
    if (wend_map_load(&def, argv[1], &map, NULL)) {
        stop("the map cannot be read");
    }
    printf("%.1f\n", walk(map, (uint32_t)count, &work));
    wend_map_destroy(map);
    free(work.memory);
    return 0;
}
