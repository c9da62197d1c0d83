/* bench/peer_libtcod.c - A* of libtcod, with a callback for the legal moves, because its own map
 * type cuts corners. Its heuristic is the Euclidean distance, which cannot be changed. It stops
 * when the goal is generated, so its route may be longer than the optimum by less than a step. */
#include "peer.h"

#include <libtcod/path.h>

#include <math.h>
#include <stdlib.h>

typedef struct state {
    int width;
    char *is_free;
    TCOD_path_t path;
    bench_problem problem;
} state;

/* 1 if the step is legal, otherwise 0. A diagonal step needs both orthogonal cells; for an
 * orthogonal step these are its two ends, so one rule serves both without a branch. */
static float walk_cost(int x_from, int y_from, int x_to, int y_to, void *user_data) {
    const state *s = user_data;
    const char *is_free = s->is_free;
    return (float)(is_free[y_to * s->width + x_to] & is_free[y_from * s->width + x_to] &
                   is_free[y_to * s->width + x_from]);
}

static void close_state(void *peer) {
    state *s = peer;
    if (s && s->path) {
        TCOD_path_delete(s->path);
    }
    if (s) {
        free(s->is_free);
    }
    free(s);
}

static void *open_state(const wend_map *map) {
    uint32_t width = wend_map_width(map);
    uint32_t height = wend_map_height(map);
    state *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->width = (int)width;
    s->is_free = malloc((size_t)width * height);
    s->path = TCOD_path_new_using_function((int)width, (int)height, walk_cost, s, 1.41421356f);
    if (!s->is_free || !s->path) {
        close_state(s);
        return NULL;
    }
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            s->is_free[(size_t)y * width + x] = wend_map_is_free(map, x, y);
        }
    }
    return s;
}

static bool query(void *peer, const bench_problem *problem) {
    state *s = peer;
    s->problem = *problem;
    return TCOD_path_compute(s->path, (int)problem->start_x, (int)problem->start_y,
                             (int)problem->goal_x, (int)problem->goal_y);
}

static double length(void *peer) {
    state *s = peer;
    int x = (int)s->problem.start_x;
    int y = (int)s->problem.start_y;
    int straight = 0;
    int diagonal = 0;
    int to_x, to_y;
    while (TCOD_path_walk(s->path, &to_x, &to_y, false)) {
        *(to_x != x && to_y != y ? &diagonal : &straight) += 1;
        x = to_x, y = to_y;
    }
    bool arrived = x == (int)s->problem.goal_x && y == (int)s->problem.goal_y;
    return arrived ? straight + diagonal * sqrt(2) : -1;
}

static uint64_t expansions(void *peer) {
    (void)peer;
    return 0;
}

const bench_peer bench_peer_libtcod = {
    .name = "libtcod",
    .version = PEER_VERSION,
    .remark = "callback form, Euclidean h, grids allocated once per map",
    .faster = 5,
    .open = open_state,
    .query = query,
    .length = length,
    .expansions = expansions,
    .close = close_state,
};
