#include "simulate/grounds.h"

#include "simulate/sim.h"
#include "support/test.h"

#include <string.h>

static wend_error make_graph(ground *g, wend_allocator allocator) {
    wend_graph_def def = {.node_count = g->graph.nodes, .edge_count = g->graph.edges};
    def.first = g->graph.first;
    def.target = g->graph.target;
    def.cost = g->graph.cost;
    def.x = g->graph.x;
    def.y = g->graph.y;
    def.allocator = allocator;
    return wend_graph_create(&def, &g->domain, NULL);
}

static wend_error make_track(ground *g, wend_allocator allocator) {
    wend_racetrack_def def = {.width = (uint32_t)g->track.width,
                              .height = (uint32_t)g->track.height,
                              .max_speed = (uint32_t)g->track.max_speed,
                              .allocator = allocator,
                              .cells = g->track.cells};
    return wend_racetrack_create(&def, &g->domain, NULL);
}

static wend_error make_puzzle(ground *g, wend_allocator allocator) {
    wend_puzzle_def def = {.width = (uint32_t)g->goal.width,
                           .height = (uint32_t)g->goal.height,
                           .allocator = allocator};
    return wend_puzzle_create(&def, &g->domain, NULL);
}

/* The successors of a node of the graph: word 0 is its number. */
static uint32_t list_successors(void *context, const wend_packed *state, wend_packed *successors,
                                wend_cost *costs) {
    const plain_graph *graph = &((const ground *)context)->graph;
    uint64_t node = state->word[0];
    uint32_t count = 0;
    if (node < graph->nodes) {
        for (uint32_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
            successors[count] = (wend_packed){{graph->target[e], 0}};
            costs[count++] = graph->cost[e];
        }
    }
    return count;
}

static wend_error make_callback(ground *g, bool is_two_way, wend_allocator allocator) {
    wend_callback_def def = {.successors = list_successors, .context = g, .max_degree = 64};
    def.reversible = is_two_way;
    def.allocator = allocator;
    return wend_callback_create(&def, &g->domain, NULL);
}

static bool fits_degree(const plain_graph *graph) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < graph->nodes; i++) {
        uint32_t degree = graph->first[i + 1] - graph->first[i];
        most = degree > most ? degree : most;
    }
    return most <= SIM_MOVES_MAX;
}

static bool draw_graph(ground *g, dice *d, uint32_t size, uint32_t shape, bool is_two_way) {
    plain_kind kind = {.nodes_max = 1 + size % 120, .degree = 1 + shape % 4, .two_way = is_two_way};
    kind.placed = shape & 16;
    kind.reach = 1000;
    kind.cost_max = shape & 32 ? (kind.placed ? 400 : WEND_MOVE_COST_MAX) : 150;
    g->graph = plain_graph_random(d, &kind);
    for (uint32_t i = 0; i < g->graph.edges; i++) {
        uint32_t cost = g->graph.cost[i];
        g->cost_max = cost > g->cost_max ? cost : g->cost_max;
        g->cost_min = cost < g->cost_min || g->cost_min == 0 ? cost : g->cost_min;
    }
    return fits_degree(&g->graph);
}

ground *ground_open(uint32_t index, uint32_t seed, uint32_t size, uint32_t shape,
                    wend_allocator allocator) {
    ground *g = test_alloc(sizeof *g);
    dice d = dice_of(seed);
    memset(g, 0, sizeof *g);
    g->error = WEND_ERROR_ARGUMENT;
    if (index == SIM_TRACK) {
        track_random(&g->track, &d, (int)(2 + size % 9), (int)(1 + shape % 2));
        g->error = make_track(g, allocator);
    } else if (index == SIM_PUZZLE) {
        g->goal = board_ordered((int)(2 + shape % 2), (int)(2 + shape / 2 % 2));
        g->error = make_puzzle(g, allocator);
    } else if (draw_graph(g, &d, size, shape,
                          index == SIM_GRAPH || (index == SIM_CALLBACK && shape & 64))) {
        bool is_callback = index == SIM_CALLBACK;
        g->error = is_callback ? make_callback(g, shape & 64, allocator) : make_graph(g, allocator);
    }
    return g;
}

void ground_close(ground *g) {
    if (g) {
        wend_domain_destroy(g->domain);
        plain_graph_clear(&g->graph);
        free(g);
    }
}
