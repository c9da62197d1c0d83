#include "support/plain_graph.h"

#include "support/test.h"

#include <math.h>
#include <stdio.h>

/* ---- Making ---------------------------------------------------------------------------------- */

static plain_graph make(uint32_t nodes, uint32_t room, bool placed) {
    plain_graph graph = {.nodes = nodes, .edge = test_alloc((room + 1) * sizeof *graph.edge)};
    if (placed) {
        graph.x = test_alloc(nodes * sizeof *graph.x);
        graph.y = test_alloc(nodes * sizeof *graph.y);
    }
    return graph;
}

static void add(plain_graph *graph, uint32_t from, uint32_t to, uint32_t cost, bool two_way) {
    graph->edge[graph->edges++] = (plain_edge){from, to, cost};
    if (two_way) {
        graph->edge[graph->edges++] = (plain_edge){to, from, cost};
    }
}

/* Sorts the edges by node, keeping their order otherwise, and creates the arrays. */
static void finish(plain_graph *graph) {
    plain_edge *sorted = test_alloc((graph->edges + 1) * sizeof *sorted);
    graph->first = calloc(graph->nodes + 1, sizeof *graph->first);
    check(graph->first != NULL, "the test has no memory");
    for (uint32_t e = 0; e < graph->edges; e++) {
        graph->first[graph->edge[e].from + 1]++;
    }
    for (uint32_t n = 0; n < graph->nodes; n++) {
        graph->first[n + 1] += graph->first[n];
    }
    uint32_t *next = test_alloc((graph->nodes + 1) * sizeof *next);
    for (uint32_t n = 0; n <= graph->nodes; n++) {
        next[n] = graph->first[n];
    }
    for (uint32_t e = 0; e < graph->edges; e++) {
        sorted[next[graph->edge[e].from]++] = graph->edge[e];
    }
    free(next);
    free(graph->edge);
    graph->edge = sorted;
    graph->target = test_alloc((graph->edges + 1) * sizeof *graph->target);
    graph->cost = test_alloc((graph->edges + 1) * sizeof *graph->cost);
    for (uint32_t e = 0; e < graph->edges; e++) {
        graph->target[e] = sorted[e].to;
        graph->cost[e] = sorted[e].cost;
    }
}

static double distance(const plain_graph *graph, uint32_t a, uint32_t b) {
    return hypot((double)graph->x[a] - graph->x[b], (double)graph->y[a] - graph->y[b]);
}

/* In proportion to the distance; the max_move_cost edge has the maximum cost. */
static uint32_t cost_of(const plain_graph *graph, dice *d, const plain_kind *kind, uint32_t a,
                        uint32_t b) {
    if (!kind->placed) {
        return dice_between(d, 1, kind->cost_max);
    }
    double scale = kind->reach > 1000000 ? 1e6 / kind->reach : 1;
    double detour = dice_between(d, 100, kind->cost_max) / 100.0;
    double cost = distance(graph, a, b) * scale * detour;
    return cost < 1 ? 1 : cost > 16777216 ? 16777216 : (uint32_t)cost;
}

/* Occasionally the limit of the range. */
static int32_t coordinate(dice *d, uint32_t reach) {
    if (reach == INT32_MAX && dice_percent(d, 10)) {
        return dice_percent(d, 50) ? INT32_MIN : INT32_MAX;
    }
    return (int32_t)((int64_t)dice_between(d, 0, 2 * reach) - reach);
}

plain_graph plain_graph_random(dice *d, const plain_kind *kind) {
    uint32_t nodes = dice_between(d, 1, kind->nodes_max);
    uint32_t edges = dice_between(d, 0, nodes * kind->degree);
    plain_graph graph = make(nodes, edges * 2, kind->placed);
    for (uint32_t n = 0; kind->placed && n < nodes; n++) {
        graph.x[n] = coordinate(d, kind->reach);
        graph.y[n] = coordinate(d, kind->reach);
    }
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t a = dice_between(d, 0, nodes - 1), b = dice_between(d, 0, nodes - 1);
        add(&graph, a, b, cost_of(&graph, d, kind, a, b), kind->two_way);
    }
    finish(&graph);
    return graph;
}

static void add_road(plain_graph *graph, dice *d, uint32_t a, uint32_t b) {
    if (dice_percent(d, 92)) {
        double metres = distance(graph, a, b) / 10 * dice_between(d, 100, 130) / 100;
        add(graph, a, b, (uint32_t)metres + 1, dice_percent(d, 95));
    }
}

plain_graph plain_graph_road(dice *d, uint32_t side) {
    plain_graph graph = make(side * side, side * side * 4, true);
    for (uint32_t n = 0; n < graph.nodes; n++) {
        graph.x[n] = -73530767 + (int32_t)(n % side * 1000 + dice_between(d, 0, 700));
        graph.y[n] = 41085396 + (int32_t)(n / side * 1000 + dice_between(d, 0, 700));
    }
    for (uint32_t n = 0; n < graph.nodes; n++) {
        if (n % side + 1 < side) {
            add_road(&graph, d, n, n + 1);
        }
        if (n + side < graph.nodes) {
            add_road(&graph, d, n, n + side);
        }
    }
    finish(&graph);
    return graph;
}

void plain_graph_clear(plain_graph *graph) {
    free(graph->edge);
    free(graph->x);
    free(graph->y);
    free(graph->first);
    free(graph->target);
    free(graph->cost);
    *graph = (plain_graph){0};
}

/* ---- Writing --------------------------------------------------------------------------------- */

void plain_graph_write(const plain_graph *graph, const char *gr_path, const char *co_path) {
    FILE *out = fopen(gr_path, "wb");
    check(out != NULL, "cannot write %s", gr_path);
    fprintf(out, "c made for a test\nc\np sp %u %u\n", graph->nodes, graph->edges);
    for (uint32_t e = 0; e < graph->edges; e++) {
        const plain_edge *edge = &graph->edge[e];
        fprintf(out, "a %u %u %u\n", edge->from + 1, edge->to + 1, edge->cost);
    }
    fclose(out);
    if (co_path) {
        out = fopen(co_path, "wb");
        check(out != NULL, "cannot write %s", co_path);
        fprintf(out, "c made for a test\np aux sp co %u\n", graph->nodes);
        for (uint32_t n = 0; n < graph->nodes; n++) {
            fprintf(out, "v %u %d %d\n", n + 1, graph->x[n], graph->y[n]);
        }
        fclose(out);
    }
}

/* ---- Searching ------------------------------------------------------------------------------- */

void plain_graph_distances(const plain_graph *graph, uint32_t start, uint64_t *out) {
    for (uint32_t n = 0; n < graph->nodes; n++) {
        out[n] = PLAIN_FAR;
    }
    out[start] = 0;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t e = 0; e < graph->edges; e++) {
            const plain_edge *edge = &graph->edge[e];
            if (out[edge->from] != PLAIN_FAR && out[edge->from] + edge->cost < out[edge->to]) {
                out[edge->to] = out[edge->from] + edge->cost;
                changed = true;
            }
        }
    }
}

uint32_t plain_graph_edge(const plain_graph *graph, uint32_t from, uint32_t to) {
    uint32_t least = 0;
    for (uint32_t e = graph->first[from]; from != to && e < graph->first[from + 1]; e++) {
        if (graph->target[e] == to && (!least || graph->cost[e] < least)) {
            least = graph->cost[e];
        }
    }
    return least;
}
