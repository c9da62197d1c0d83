#include "support/place.h"

#include <wend/graph.h>
#include <wend/research/puzzle.h>
#include <wend/research/racetrack.h>

#include "support/test.h"
#include "support/walker.h"

#define WIDTH 11u
#define ROWS  5u

static const char rows[] = "...@......."
                           ".@.@.@@@@@."
                           ".@.....@..."
                           ".@@@@@.@.@@"
                           "...........";

static wend_state at(uint32_t x, uint32_t y) {
    return y * WIDTH + x;
}

static wend_map *make_map(uint32_t neighbors, bool has_factors) {
    uint8_t factors[WIDTH * ROWS];
    for (uint32_t i = 0; i < WIDTH * ROWS; i++) {
        factors[i] = (uint8_t)(1 + i % 3);
    }
    wend_map_def def = {.width = WIDTH,
                        .height = ROWS,
                        .neighbors = neighbors,
                        .factors = has_factors ? factors : NULL,
                        .cells = rows};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

static void open_map(place *p, uint32_t neighbors, bool has_factors) {
    p->world = make_map(neighbors, has_factors);
    p->map = p->world;
    p->start = at(0, 0), p->goal = at(9, 2), p->other = at(4, 0);
    p->door = at(10, 1);
}

static void open_large(place *p) {
    enum { SIDE = 48 };
    p->world = walker_gen_map(WEND_GEN_RANDOM, SIDE, SIDE, 5);
    p->map = p->world;
    p->start = walker_free_cell(p->map, 0), p->goal = walker_free_cell(p->map, SIDE * SIDE - 20);
    p->other = walker_free_cell(p->map, SIDE - 10);
    p->door = walker_free_cell(p->map, SIDE * SIDE / 2 + SIDE / 2);
}

static void open_belief(place *p) {
    open_map(p, 8, false);
    wend_belief_def def = {.world = p->world, .known_permille = 1000};
    assert_int_equal(wend_belief_create(&def, &p->belief, NULL), WEND_OK);
    p->map = wend_belief_map(p->belief);
}

static void open_layer(place *p) {
    open_map(p, 8, false);
    wend_layer_def def = {.base = p->world, .has_obstacles = true};
    assert_int_equal(wend_layer_create(&def, &p->layer, NULL), WEND_OK);
    p->map = wend_layer_map(p->layer);
}

/* A grid of nodes. In a graph with one-way edges, edges to the left exist only in the last row, and
 * edges upwards only in the first column. */
static void open_graph(place *p, bool is_two_way) {
    enum { SIDE = 6, NODES = SIDE * SIDE };
    uint32_t first[NODES + 1], target[4 * NODES], cost[4 * NODES], count = 0;
    int32_t x[NODES], y[NODES];
    for (uint32_t n = 0; n < NODES; n++) {
        uint32_t column = n % SIDE, row = n / SIDE;
        x[n] = (int32_t)column, y[n] = (int32_t)row;
        first[n] = count;
        const bool has[] = {column + 1 < SIDE, row + 1 < SIDE,
                            column > 0 && (is_two_way || row + 1 == SIDE),
                            row > 0 && (is_two_way || column == 0)};
        const uint32_t to[] = {n + 1, n + SIDE, n - 1, n - SIDE};
        for (uint32_t i = 0; i < 4; i++) {
            if (has[i]) {
                target[count] = to[i];
                cost[count++] = 10 + (n + to[i]) % 5;
            }
        }
    }
    first[NODES] = count;
    wend_graph_def def = {.node_count = NODES, .edge_count = count, .first = first};
    def.target = target, def.cost = cost;
    def.x = is_two_way ? x : NULL, def.y = is_two_way ? y : NULL;
    assert_int_equal(wend_graph_create(&def, &p->own, NULL), WEND_OK);
    p->goal = NODES - 1, p->other = SIDE + 1;
}

static void open_puzzle(place *p) {
    static const uint8_t begin[] = {1, 2, 5, 7, 6, 3, 0, 8, 4}, end[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    wend_puzzle_def def = {.width = 3, .height = 3};
    assert_int_equal(wend_puzzle_create(&def, &p->own, NULL), WEND_OK);
    assert_int_equal(wend_puzzle_pack(p->own, begin, &p->start_packed), WEND_OK);
    assert_int_equal(wend_puzzle_pack(p->own, end, &p->goal_packed), WEND_OK);
}

static void open_track(place *p) {
    wend_racetrack_def def = {.width = WIDTH, .height = ROWS, .max_speed = 2, .cells = rows};
    assert_int_equal(wend_racetrack_create(&def, &p->own, NULL), WEND_OK);
    p->start = wend_racetrack_state(p->own, 0, 0, 0, 0);
    p->goal = wend_racetrack_state(p->own, 9, 2, 0, 0);
    p->other = wend_racetrack_state(p->own, 4, 0, 0, 0);
}

/* A ring of CALLBACK_STATES with chords. */
#define CALLBACK_STATES 60u

static uint32_t ring_successors(void *context, const wend_packed *state, wend_packed *successors,
                                wend_cost *costs) {
    (void)context;
    static const uint32_t steps[] = {1, CALLBACK_STATES - 1, 7, CALLBACK_STATES - 7};
    for (uint32_t i = 0; i < COUNT_OF(steps); i++) {
        successors[i] = (wend_packed){{(state->word[0] + steps[i]) % CALLBACK_STATES, 0}};
        costs[i] = i < 2 ? 2 : 9;
    }
    return COUNT_OF(steps);
}

static void open_callback(place *p) {
    wend_callback_def def = {.successors = ring_successors, .max_degree = 4, .reversible = true};
    assert_int_equal(wend_callback_create(&def, &p->own, NULL), WEND_OK);
    p->goal_packed.word[0] = 26;
}

place place_open(place_kind kind) {
    static const char *const names[PLACE_COUNT] = {
        "4 neighbours", "8 neighbours", "16 neighbours", "large",  "factors",   "belief",
        "layer",        "roads",        "one-way",       "puzzle", "racetrack", "callback"};
    place p = {.name = names[kind], .start = 0, .door = WEND_STATE_NONE};
    switch (kind) {
    case PLACE_MAP4:
        open_map(&p, 4, false);
        break;
    case PLACE_MAP8:
        open_map(&p, 8, false);
        break;
    case PLACE_MAP16:
        open_map(&p, 16, false);
        break;
    case PLACE_LARGE:
        open_large(&p);
        break;
    case PLACE_FACTORS:
        open_map(&p, 8, true);
        break;
    case PLACE_BELIEF:
        open_belief(&p);
        break;
    case PLACE_LAYER:
        open_layer(&p);
        break;
    case PLACE_ROADS:
    case PLACE_ONE_WAY:
        open_graph(&p, kind == PLACE_ROADS);
        break;
    case PLACE_PUZZLE:
        open_puzzle(&p);
        break;
    case PLACE_TRACK:
        open_track(&p);
        break;
    default:
        open_callback(&p);
    }
    p.is_numbered = kind != PLACE_PUZZLE && kind != PLACE_CALLBACK;
    p.domain = p.map ? wend_map_domain(p.map) : p.own;
    return p;
}

void place_close(place *p) {
    wend_layer_destroy(p->layer);
    wend_belief_destroy(p->belief);
    wend_map_destroy(p->world);
    wend_domain_destroy(p->own);
    *p = (place){0};
}

void place_set_door(place *p, bool is_free) {
    if (!p->world) {
        return;
    }
    uint32_t x = wend_map_x(p->world, p->door), y = wend_map_y(p->world, p->door);
    assert_int_equal(wend_map_set_free(p->world, x, y, is_free), WEND_OK);
    if (p->belief) {
        wend_belief_sense(p->belief, x, y);
    }
    wend_layer_update(p->layer);
}
