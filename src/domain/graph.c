#include "domain/graph.h"

#include <string.h>

/* ---- Checks of the definition ---------------------------------------------------------------- */

WN_DEFINITION_ENDS(wend_graph_def, memory_limit);

static wend_error check_sizes(const wend_graph_def *def, wend_diagnosis *diagnosis) {
    if (def->node_count < 1 || def->node_count > WEND_GRAPH_NODES_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_SIZE, "node_count",
                                 "the graph has %u nodes, expected 1 to %u", def->node_count,
                                 WEND_GRAPH_NODES_MAX);
    }
    if (def->edge_count > WEND_GRAPH_EDGES_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_SIZE, "edge_count",
                                 "the graph has %u edges, expected 0 to %u", def->edge_count,
                                 WEND_GRAPH_EDGES_MAX);
    }
    const char *missing = !def->first                       ? "first"
                          : !def->target && def->edge_count ? "target"
                          : !def->cost && def->edge_count   ? "cost"
                          : def->y && !def->x               ? "x"
                          : def->x && !def->y               ? "y"
                                                            : NULL;
    return missing
               ? wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, missing, "%s is null", missing)
               : WEND_OK;
}

static wend_error check_first(const wend_graph_def *def, wend_diagnosis *diagnosis) {
    if (def->first[0] != 0) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "first",
                                 "first[0] is %u, expected 0", def->first[0]);
    }
    for (uint32_t n = 0; n < def->node_count; n++) {
        if (def->first[n + 1] < def->first[n]) {
            return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "first",
                                     "first[%u] is %u, expected at least first[%u], which is %u",
                                     n + 1, def->first[n + 1], n, def->first[n]);
        }
    }
    if (def->first[def->node_count] != def->edge_count) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "first",
                                 "first[%u] is %u, expected %u, the number of edges",
                                 def->node_count, def->first[def->node_count], def->edge_count);
    }
    return WEND_OK;
}

/* The node that an edge leaves. */
static uint32_t source_of(const wend_graph_def *def, uint32_t edge) {
    uint32_t node = 0;
    while (def->first[node + 1] <= edge) {
        node++;
    }
    return node;
}

static wend_error check_edges(const wend_graph_def *def, wend_diagnosis *diagnosis) {
    for (uint32_t e = 0; e < def->edge_count; e++) {
        if (def->target[e] >= def->node_count) {
            return wn_diagnose_field(diagnosis, WEND_ERROR_OUTSIDE, "target",
                                     "edge %u of node %u leads to node %u, expected 0 to %u", e,
                                     source_of(def, e), def->target[e], def->node_count - 1);
        }
        if (def->cost[e] < 1 || def->cost[e] > WEND_MOVE_COST_MAX) {
            return wn_diagnose_field(diagnosis, WEND_ERROR_COST, "cost",
                                     "edge %u from node %u to node %u costs %u, expected 1 to %u",
                                     e, source_of(def, e), def->target[e], def->cost[e],
                                     WEND_MOVE_COST_MAX);
        }
    }
    return WEND_OK;
}

static wend_error check_graph_def(const wend_graph_def *def, wend_diagnosis *diagnosis) {
    wend_error error = check_sizes(def, diagnosis);
    if (!error) {
        error = check_first(def, diagnosis);
    }
    if (!error) {
        error = check_edges(def, diagnosis);
    }
    return error ? error : wn_check_allocator(&def->allocator, diagnosis);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Memory that is needed only during creation, in one block. */
typedef struct graph_scratch {
    wn_successor *edges; /* edge_count: room for sorting, then the reversed edges */
    uint32_t *slot;      /* by node: the index of the last edge to it in the graph */
    uint32_t *first;     /* node_count + 1: of the reversed edges */
} graph_scratch;

/* The index of the edge to `target` among the edges from `begin` to `end`, or WN_NONE. Slots of
 * earlier nodes may be stale; they are recognized. */
static uint32_t find_target(const wn_graph *graph, const graph_scratch *scratch, wn_id target,
                            uint32_t begin, uint32_t end) {
    uint32_t at = scratch->slot[target];
    return at >= begin && at < end && graph->edges[at].id == target ? at : WN_NONE;
}

/* Appends the edges of a node. A duplicate edge keeps its first position and gets the lowest cost.
 */
static void copy_edges(wn_graph *graph, const wend_graph_def *def, const graph_scratch *scratch,
                       wn_id id) {
    uint32_t begin = graph->edge_count;
    uint32_t node = wn_graph_node(graph, id);
    graph->first[id] = begin;
    for (uint32_t e = def->first[node]; e < def->first[node + 1]; e++) {
        wn_id target = wn_graph_id(graph, def->target[e]);
        if (target == id) {
            continue;
        }
        uint32_t at = find_target(graph, scratch, target, begin, graph->edge_count);
        if (at != WN_NONE) {
            graph->edges[at].cost = wn_min_u32(graph->edges[at].cost, def->cost[e]);
            continue;
        }
        scratch->slot[target] = graph->edge_count;
        graph->edges[graph->edge_count++] = (wn_successor){target, def->cost[e]};
    }
    graph->domain.degree = wn_max_u32(graph->domain.degree, graph->edge_count - begin);
}

static void insertion_sort(wn_successor *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        wn_successor moving = list[i];
        uint32_t at = i;
        for (; at > 0 && list[at - 1].cost > moving.cost; at--) {
            list[at] = list[at - 1];
        }
        list[at] = moving;
    }
}

static void merge(const wn_successor *a, const wn_successor *a_end, const wn_successor *b,
                  const wn_successor *b_end, wn_successor *out) {
    while (a < a_end && b < b_end) {
        *out++ = b->cost < a->cost ? *b++ : *a++;
    }
    while (a < a_end) {
        *out++ = *a++;
    }
    while (b < b_end) {
        *out++ = *b++;
    }
}

#define RUN 16u

/* Sorts by cost, stable. A hub may have millions of edges, so this is a merge sort; `room` holds as
 * many edges as the list. */
static void sort_by_cost(wn_successor *list, uint32_t count, wn_successor *room) {
    for (uint32_t i = 0; i < count; i += RUN) {
        insertion_sort(list + i, wn_min_u32(RUN, count - i));
    }
    for (uint64_t run = RUN; run < count; run *= 2) {
        memcpy(room, list, count * sizeof *list);
        for (uint64_t i = 0; i < count; i += 2 * run) {
            uint64_t middle = i + run < count ? i + run : count;
            uint64_t end = i + 2 * run < count ? i + 2 * run : count;
            merge(room + i, room + middle, room + middle, room + end, list + i);
        }
    }
}

/* ---- Reversibility --------------------------------------------------------------------------- */

/* Lists every edge under the node that it leads to. */
static void turn_edges(const wn_graph *graph, const graph_scratch *scratch) {
    uint32_t nodes = graph->domain.state_count;
    memset(scratch->first, 0, ((size_t)nodes + 1) * sizeof *scratch->first);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        scratch->first[graph->edges[e].id]++;
    }
    uint32_t sum = 0;
    for (uint32_t n = 0; n <= nodes; n++) {
        uint32_t count = scratch->first[n];
        scratch->first[n] = sum += count;
    }
    /* Each list is filled from its end, so first[n] ends up pointing at its beginning. */
    for (uint32_t n = nodes; n-- > 0;) {
        for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
            wn_successor *edge = &graph->edges[e];
            scratch->edges[--scratch->first[edge->id]] = (wn_successor){n, edge->cost};
        }
    }
}

/* Checks that every edge has an edge back. */
static void find_reverse_edges(wn_graph *graph, const graph_scratch *scratch) {
    graph->domain.reversible = graph->domain.symmetric = true;
    turn_edges(graph, scratch);
    for (uint32_t n = 0; n < graph->domain.state_count && graph->domain.reversible; n++) {
        uint32_t begin = graph->first[n];
        uint32_t end = graph->first[n + 1];
        for (uint32_t e = begin; e < end; e++) {
            scratch->slot[graph->edges[e].id] = e;
        }
        for (uint32_t i = scratch->first[n]; i < scratch->first[n + 1]; i++) {
            uint32_t back = find_target(graph, scratch, scratch->edges[i].id, begin, end);
            bool found = back != WN_NONE;
            graph->domain.reversible = graph->domain.reversible && found;
            graph->domain.symmetric = graph->domain.symmetric && found &&
                                      graph->edges[back].cost == scratch->edges[i].cost;
        }
    }
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* A higher resolution would only take bits from the rate. */
#define ZOOM_MAX 16u

static uint32_t least_of(const int32_t *values, uint32_t count, uint32_t *span) {
    int32_t least = values[0];
    int32_t most = values[0];
    for (uint32_t i = 1; i < count; i++) {
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    *span = (uint32_t)most - (uint32_t)least;
    return (uint32_t)least;
}

/* Spreads the bits of a 16-bit number to every other position. */
static uint32_t spread(uint32_t value) {
    value = (value | value << 8) & 0x00ff00ff;
    value = (value | value << 4) & 0x0f0f0f0f;
    value = (value | value << 2) & 0x33333333;
    return (value | value << 1) & 0x55555555;
}

/* A Z-curve (Morton order) through the bounding box of all nodes. */
typedef struct curve {
    const wend_graph_def *def;
    uint32_t left, top;
    uint32_t shift; /* makes coordinates fit into 16 bits */
} curve;

static uint32_t place_on(const curve *c, uint32_t node) {
    uint32_t x = ((uint32_t)c->def->x[node] - c->left) >> c->shift;
    uint32_t y = ((uint32_t)c->def->y[node] - c->top) >> c->shift;
    return spread(x) | spread(y) << 1;
}

/* One pass of a radix sort: sorts by eight bits of the position on the curve, stable. */
static void sort_by_digit(const curve *c, uint32_t low_bit, const uint32_t *from, uint32_t *to) {
    uint32_t begin[257] = {0};
    for (uint32_t i = 0; i < c->def->node_count; i++) {
        begin[(place_on(c, from[i]) >> low_bit & 255) + 1]++;
    }
    for (uint32_t digit = 0; digit < 256; digit++) {
        begin[digit + 1] += begin[digit];
    }
    for (uint32_t i = 0; i < c->def->node_count; i++) {
        to[begin[place_on(c, from[i]) >> low_bit & 255]++] = from[i];
    }
}

/* Numbers the nodes along the curve. Each of the two arrays is scratch memory for the other. */
static void order_nodes(wn_graph *graph, const wend_graph_def *def) {
    uint32_t width, height;
    curve c = {.def = def};
    c.left = least_of(def->x, def->node_count, &width);
    c.top = least_of(def->y, def->node_count, &height);
    while (wn_max_u32(width, height) >> c.shift > UINT16_MAX) {
        c.shift++;
    }
    for (uint32_t n = 0; n < def->node_count; n++) {
        graph->node_of[n] = n;
    }
    for (uint32_t low_bit = 0; low_bit < 32; low_bit += 16) {
        sort_by_digit(&c, low_bit, graph->node_of, graph->id_of);
        sort_by_digit(&c, low_bit + 8, graph->id_of, graph->node_of);
    }
    for (wn_id id = 0; id < def->node_count; id++) {
        graph->id_of[graph->node_of[id]] = id;
    }
}

static void place_points(wn_graph *graph, const wend_graph_def *def) {
    wn_point span;
    uint32_t left = least_of(def->x, def->node_count, &span.x);
    uint32_t top = least_of(def->y, def->node_count, &span.y);
    wn_ruler *ruler = &graph->ruler;
    ruler->halving = span.x > INT32_MAX || span.y > INT32_MAX;
    span.x >>= ruler->halving;
    span.y >>= ruler->halving;
    uint64_t square = wn_ruler_square(ruler, span, (wn_point){0, 0});
    while (ruler->zoom < ZOOM_MAX && square < UINT64_C(1) << 61) {
        ruler->zoom++;
        square <<= 2;
    }
    for (uint32_t id = 0; id < def->node_count; id++) {
        uint32_t n = wn_graph_node(graph, id);
        graph->points[id] = (wn_point){((uint32_t)def->x[n] - left) >> ruler->halving,
                                       ((uint32_t)def->y[n] - top) >> ruler->halving};
    }
}

/* The smallest ratio of cost to distance over all edges, as a fraction in `best`: x is the cost, y
 * the distance. Edges between nodes at the same point are ignored. */
static void find_least_ratio(const wn_graph *graph, wn_point *best) {
    for (uint32_t n = 0; n < graph->domain.state_count; n++) {
        for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
            wn_successor edge = graph->edges[e];
            uint64_t square =
                wn_ruler_square(&graph->ruler, graph->points[n], graph->points[edge.id]);
            uint64_t distance = wn_isqrt(square);
            distance += distance * distance < square;
            if (distance && (!best->y || edge.cost * (uint64_t)best->y < best->x * distance)) {
                *best = (wn_point){edge.cost, (uint32_t)distance};
            }
        }
    }
}

/* Chooses the rate with the highest precision that 64-bit arithmetic allows: distances need fewer
 * than 32 bits. */
static void set_rate(wn_graph *graph) {
    wn_point ratio = {0, 0};
    find_least_ratio(graph, &ratio);
    if (!ratio.y) {
        return; /* h = 0: no edge leads to another point */
    }
    uint32_t bits = 38; /* 2^24 << 38 is below 2^63 */
    while (bits < 62 && (uint64_t)ratio.x << (bits + 1) < UINT64_C(1) << 63) {
        bits++;
    }
    while (((uint64_t)ratio.x << bits) / ratio.y > UINT32_MAX) {
        bits--;
    }
    graph->ruler.rate = (uint32_t)(((uint64_t)ratio.x << bits) / ratio.y);
    graph->ruler.rate_bits = bits;
}

/* ---- Creating a graph ------------------------------------------------------------------------ */

/* Bytes of the graph's block or of the scratch memory, 0 if the machine cannot address that many.
 */
static size_t bytes_for(size_t head, const wend_graph_def *def, uint32_t per_node) {
    uint64_t bytes = head + (uint64_t)def->edge_count * sizeof(wn_successor) +
                     (uint64_t)def->node_count * per_node + sizeof(uint32_t);
    return bytes <= SIZE_MAX / 2 ? (size_t)bytes : 0;
}

static void place_parts(wn_graph *graph, const wend_graph_def *def) {
    graph->edges = (wn_successor *)(graph + 1);
    wn_point *points = (wn_point *)(graph->edges + def->edge_count);
    graph->points = def->x ? points : NULL;
    graph->first = (uint32_t *)(points + (def->x ? def->node_count : 0));
    if (graph->is_ordered) {
        graph->node_of = graph->first + def->node_count + 1;
        graph->id_of = graph->node_of + def->node_count;
    }
}

static void fill_graph(wn_graph *graph, const wend_graph_def *def, const graph_scratch *scratch) {
    if (graph->is_ordered) {
        order_nodes(graph, def);
    }
    memset(scratch->slot, 0, def->node_count * sizeof *scratch->slot);
    for (uint32_t n = 0; n < def->node_count; n++) {
        copy_edges(graph, def, scratch, n);
        uint32_t begin = graph->first[n];
        sort_by_cost(graph->edges + begin, graph->edge_count - begin, scratch->edges);
    }
    graph->first[def->node_count] = graph->edge_count;
    graph->domain.pages = graph->domain.degree;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        graph->domain.max_move_cost = wn_max_u32(graph->domain.max_move_cost, graph->edges[e].cost);
    }
    find_reverse_edges(graph, scratch);
    if (graph->points) {
        place_points(graph, def);
        set_rate(graph);
    }
}

static wend_error graph_no_memory(const wend_graph_def *def, wend_diagnosis *diagnosis) {
    return wn_no_memory(diagnosis, def->memory_limit,
                        "no memory for a graph of %u nodes and %u edges", def->node_count,
                        def->edge_count);
}

static wn_id graph_id(const wend_domain *domain, wend_state state) {
    return wn_graph_id((const wn_graph *)domain, state);
}

static wend_state graph_state(const wend_domain *domain, wn_id id) {
    return wn_graph_node((const wn_graph *)domain, id);
}

static const wn_domain_type graph_type = {
    .name = "graph",
    .kernel = wn_graph_kernel,
    .is_free = wn_every_state_is_free,
    .is_state = wn_every_packed_is_state,
    .id = graph_id,
    .state = graph_state,
};

/* Allocates the graph's block, still empty. */
static wn_graph *take_graph(const wend_graph_def *def, bool keep_numbers) {
    wn_graph form = {.domain = {.type = &graph_type,
                                .degree = 1,
                                .id_limit = def->node_count,
                                .state_count = def->node_count,
                                .unit = 1}};
    uint32_t per_node = sizeof *form.first + (def->x ? sizeof *form.points : 0);
    form.is_ordered = !keep_numbers && def->x && def->node_count >= WN_GRAPH_ORDERED_FROM;
    if (form.is_ordered) {
        per_node += (uint32_t)(sizeof *form.node_of + sizeof *form.id_of);
    }
    wn_memory_init(&form.domain.memory, &def->allocator, def->memory_limit);
    form.domain.size = bytes_for(sizeof form, def, per_node);
    wn_graph *graph =
        form.domain.size ? wn_memory_take(&form.domain.memory, form.domain.size) : NULL;
    if (graph) {
        *graph = form; /* its account knows the block */
        place_parts(graph, def);
    }
    return graph;
}

wend_error wend_graph_create_sized(const wend_graph_def *def, size_t size, wend_domain **out,
                                   wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_graph_def form;
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    return error ? error : wn_graph_create(&form, false, out, diagnosis);
}

wend_error wn_graph_create(const wend_graph_def *def, bool keep_numbers, wend_domain **out,
                           wend_diagnosis *diagnosis) {
    *out = NULL;
    wend_error error = check_graph_def(def, diagnosis);
    if (error) {
        return error;
    }
    wn_graph *graph = take_graph(def, keep_numbers);
    if (!graph) {
        return graph_no_memory(def, diagnosis);
    }
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, wn_memory_left(&graph->domain.memory));
    size_t size = bytes_for(0, def, 2 * sizeof(uint32_t));
    void *block = size ? wn_memory_take(&memory, size) : NULL;
    if (!block) {
        wend_domain_destroy(&graph->domain);
        return graph_no_memory(def, diagnosis);
    }
    graph_scratch scratch = {.edges = block};
    scratch.slot = (uint32_t *)(scratch.edges + def->edge_count);
    scratch.first = scratch.slot + def->node_count;
    fill_graph(graph, def, &scratch);
    wn_memory_give(&memory, block, size);
    *out = &graph->domain;
    return WEND_OK;
}

uint32_t wend_graph_edge_count(const wend_domain *graph) {
    return graph && graph->type == &graph_type ? ((const wn_graph *)graph)->edge_count : 0;
}
