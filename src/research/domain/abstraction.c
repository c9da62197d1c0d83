#include "research/domain/abstraction.h"

#include <string.h>

/* ---- The source of a level ----------------------------------------------------------------- */

/* The level below the one being built: the map, or a finished level. */
typedef struct source {
    const wend_map *map;   /* of level 0, else NULL */
    const wn_graph *graph; /* of the others */
    uint32_t limit;        /* its items have smaller numbers */
} source;

static bool exists(const source *below, uint32_t item) {
    return !below->map ||
           wend_map_is_free(below->map, wn_grid_x(below->map, item), wn_grid_y(below->map, item));
}

/* Items with more neighbours than this are not searched for cliques. Regions have far fewer. */
#define NEIGHBORS_MAX 64u

/* Lists the neighbours of an item; returns how many. `list` is set to `buffer` or to an array of
 * the graph. */
static uint32_t neighbors_of(const source *below, uint32_t item, wn_successor *buffer,
                             const wn_successor **list) {
    if (!below->map) {
        return wn_graph_successors(below->graph, item, list);
    }
    *list = buffer;
    wn_move_set moves = below->map->near->moves;
    return wn_grid_weighted_successors(below->map, item, buffer, moves);
}

/* ---- Cliques ------------------------------------------------------------------------------- */

/* Memory that is needed only while a level is built. */
typedef struct abstraction_scratch {
    uint32_t *group;   /* by item of the level below: its region, WN_NONE if it has none yet */
    uint32_t *sizes;   /* by region: number of items */
    uint32_t *where;   /* by id of the grid: the region of the level below that contains it */
    uint64_t *sums;    /* two per region: the sums of x and of y of its cells */
    uint32_t *nearest; /* by region: the squared distance of its center from the mean */
    uint32_t regions;
} abstraction_scratch;

/* The free neighbours of an item, and which of them are neighbours of each other. */
typedef struct circle {
    uint32_t items[NEIGHBORS_MAX];
    uint64_t adjacent[NEIGHBORS_MAX]; /* bit j of entry i: i and j are neighbours */
    uint32_t count;
} circle;

static void find_surroundings(const source *below, const abstraction_scratch *scratch,
                              uint32_t item, circle *out) {
    wn_successor buffer[WN_GRID_DEGREE_MAX];
    const wn_successor *list;
    uint32_t count = neighbors_of(below, item, buffer, &list);
    out->count = 0;
    for (uint32_t i = 0; i < count && out->count < NEIGHBORS_MAX; i++) {
        if (scratch->group[list[i].id] == WN_NONE) {
            out->items[out->count++] = list[i].id;
        }
    }
    for (uint32_t i = 0; i < out->count; i++) {
        out->adjacent[i] = 0;
        count = neighbors_of(below, out->items[i], buffer, &list);
        for (uint32_t n = 0; n < count; n++) {
            for (uint32_t j = 0; j < out->count; j++) {
                out->adjacent[i] |= (uint64_t)(out->items[j] == list[n].id) << j;
            }
        }
    }
}

/* Picks `wanted` more members among `candidates`, all neighbours of each other. Takes the first
 * ones that fit. */
static bool pick(const circle *around, uint64_t candidates, uint32_t wanted, uint64_t *picked) {
    if (wanted == 0) {
        return true;
    }
    for (; candidates; candidates &= candidates - 1) {
        uint32_t i = wn_low_zeros(candidates);
        uint64_t later = candidates & (candidates - 1);
        if (pick(around, later & around->adjacent[i], wanted - 1, picked)) {
            *picked |= UINT64_C(1) << i;
            return true;
        }
    }
    return false;
}

static void join(abstraction_scratch *scratch, uint32_t item, uint32_t region) {
    scratch->group[item] = region;
    scratch->sizes[region]++;
}

/* Makes a region of an item and `size` - 1 of its neighbours, if possible. */
static void make_clique(const source *below, abstraction_scratch *scratch, uint32_t item,
                        uint32_t size) {
    circle around;
    find_surroundings(below, scratch, item, &around);
    uint64_t all = around.count == 64 ? UINT64_MAX : (UINT64_C(1) << around.count) - 1;
    uint64_t picked = 0;
    if (around.count + 1 < size || !pick(&around, all, size - 1, &picked)) {
        return;
    }
    uint32_t region = scratch->regions++;
    scratch->sizes[region] = 0;
    join(scratch, item, region);
    for (; picked; picked &= picked - 1) {
        join(scratch, around.items[wn_low_zeros(picked)], region);
    }
}

/* Assigns an item that is left over. It has no neighbour without a region, so it joins the smallest
 * neighbouring region, or forms its own region if it has no neighbours at all. */
static void place_orphan(const source *below, abstraction_scratch *scratch, uint32_t item) {
    wn_successor buffer[WN_GRID_DEGREE_MAX];
    const wn_successor *list;
    uint32_t count = neighbors_of(below, item, buffer, &list);
    uint32_t best = WN_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t region = scratch->group[list[i].id];
        if (best == WN_NONE || scratch->sizes[region] < scratch->sizes[best]) {
            best = region;
        }
    }
    if (best == WN_NONE) {
        best = scratch->regions++;
        scratch->sizes[best] = 0;
    }
    join(scratch, item, best);
}

/* Numbers the regions in the order of their first items, so that neighbours have similar numbers.
 */
static void renumber(const source *below, abstraction_scratch *scratch) {
    memset(scratch->sizes, 0xff, scratch->regions * sizeof *scratch->sizes);
    uint32_t next = 0;
    for (uint32_t item = 0; item < below->limit; item++) {
        uint32_t *group = &scratch->group[item];
        if (*group != WN_NONE) {
            uint32_t *number = &scratch->sizes[*group];
            *number = *number == WN_NONE ? next++ : *number;
            *group = *number;
        }
    }
}

static void group_items(const source *below, abstraction_scratch *scratch) {
    memset(scratch->group, 0xff, below->limit * sizeof *scratch->group);
    scratch->regions = 0;
    for (uint32_t size = 4; size >= 2; size--) {
        for (uint32_t item = 0; item < below->limit; item++) {
            if (scratch->group[item] == WN_NONE && exists(below, item)) {
                make_clique(below, scratch, item, size);
            }
        }
    }
    for (uint32_t item = 0; item < below->limit; item++) {
        if (scratch->group[item] == WN_NONE && exists(below, item)) {
            place_orphan(below, scratch, item);
        }
    }
    renumber(below, scratch);
}

/* ---- Regions ------------------------------------------------------------------------------- */

static void release_level(wn_level *level, wn_memory *memory) {
    memory->used -= wend_domain_memory(level->graph);
    wend_domain_destroy(level->graph);
    wn_memory_give(memory, level->parent, level->count * sizeof *level->parent);
    wn_memory_give(memory, level->first_child, (level->count + 1) * sizeof *level->first_child);
    wn_memory_give(memory, level->children, level->child_total * sizeof *level->children);
    wn_memory_give(memory, level->cells, level->count * sizeof *level->cells);
    wn_memory_give(memory, level->center, level->count * sizeof *level->center);
    *level = (wn_level){0};
}

static bool take_level(wn_level *level, wn_memory *memory, uint32_t count, uint32_t children) {
    *level = (wn_level){.count = count, .child_total = children};
    level->parent = wn_memory_take(memory, count * sizeof *level->parent);
    level->first_child = wn_memory_take(memory, (count + 1) * sizeof *level->first_child);
    level->children = wn_memory_take(memory, children * sizeof *level->children);
    level->cells = wn_memory_take(memory, count * sizeof *level->cells);
    level->center = wn_memory_take(memory, count * sizeof *level->center);
    return level->parent && level->first_child && level->children && level->cells && level->center;
}

/* Lists the items of the level below by region. */
static void list_children(const source *below, const abstraction_scratch *scratch,
                          wn_level *level) {
    memset(level->parent, 0xff, level->count * sizeof *level->parent);
    memset(level->first_child, 0, (level->count + 1) * sizeof *level->first_child);
    for (uint32_t item = 0; item < below->limit; item++) {
        if (scratch->group[item] != WN_NONE) {
            level->first_child[scratch->group[item]]++;
        }
    }
    uint32_t sum = 0;
    for (uint32_t region = 0; region <= level->count; region++) {
        sum += level->first_child[region];
        level->first_child[region] = sum;
    }
    /* Each list is filled from its end, so first_child ends up pointing at its beginning. */
    for (uint32_t item = below->limit; item-- > 0;) {
        if (scratch->group[item] != WN_NONE) {
            uint32_t child = below->map ? wn_grid_state_of_id(below->map, item) : item;
            level->children[--level->first_child[scratch->group[item]]] = child;
        }
    }
    level->first_child[level->count] = level->child_total;
}

/* Means are stored in sixteenths of a cell. */
static uint32_t square_from_mean(const abstraction_scratch *scratch, const wn_level *level,
                                 uint32_t region, uint32_t x, uint32_t y) {
    int64_t dx = (int64_t)(scratch->sums[2 * region] * 16 / level->cells[region]) - 16 * (int64_t)x;
    int64_t dy =
        (int64_t)(scratch->sums[2 * region + 1] * 16 / level->cells[region]) - 16 * (int64_t)y;
    uint64_t square = (uint64_t)(dx * dx + dy * dy);
    return square < WN_NONE ? (uint32_t)square : WN_NONE - 1;
}

/* Counts the cells of each region and finds the one nearest to their mean. */
static void find_centers(const wend_map *map, const abstraction_scratch *scratch, wn_level *level) {
    memset(level->cells, 0, level->count * sizeof *level->cells);
    memset(scratch->sums, 0, 2 * (size_t)level->count * sizeof *scratch->sums);
    memset(scratch->nearest, 0xff, level->count * sizeof *scratch->nearest);
    for (wn_id id = 0; id < map->domain.id_limit; id++) {
        if (scratch->where[id] != WN_NONE) {
            uint32_t region = scratch->group[scratch->where[id]];
            scratch->where[id] = region;
            level->cells[region]++;
            scratch->sums[2 * region] += wn_grid_x(map, id);
            scratch->sums[2 * region + 1] += wn_grid_y(map, id);
        }
    }
    for (wn_id id = 0; id < map->domain.id_limit; id++) {
        uint32_t region = scratch->where[id];
        if (region != WN_NONE) {
            uint32_t square =
                square_from_mean(scratch, level, region, wn_grid_x(map, id), wn_grid_y(map, id));
            if (square < scratch->nearest[region]) {
                scratch->nearest[region] = square;
                level->center[region] = wn_grid_state_of_id(map, id);
            }
        }
    }
}

/* ---- Edges --------------------------------------------------------------------------------- */

/* The map's estimate of the cost between two cells. */
static wend_cost cell_distance(const wend_map *map, wend_state a, wend_state b) {
    wn_move_set moves = map->near->moves;
    uint32_t x = wend_map_x(map, b);
    uint32_t y = wend_map_y(map, b);
    uint64_t h = (uint64_t)map->cells.least_factor *
                 wn_grid_h(map, wn_grid_id_of_state(map, a), x, y, moves);
    return h < WEND_MOVE_COST_MAX ? (wend_cost)h : WEND_MOVE_COST_MAX;
}

/* Writes the edges between regions, sorted by the region they leave; returns how many. An edge
 * appears once per move that crosses it. With NULL arrays only counts the edges. */
static uint32_t list_edges(const source *below, const abstraction_scratch *scratch,
                           const wend_map *map, const wn_level *level, uint32_t *first,
                           uint32_t *target, uint32_t *cost) {
    uint32_t total = 0;
    for (uint32_t region = 0; region < level->count; region++) {
        if (first) {
            first[region] = total;
        }
        for (uint32_t c = level->first_child[region]; c < level->first_child[region + 1]; c++) {
            uint32_t item = below->map ? wn_grid_id_of_state(below->map, level->children[c])
                                       : level->children[c];
            wn_successor buffer[WN_GRID_DEGREE_MAX];
            const wn_successor *list;
            uint32_t count = neighbors_of(below, item, buffer, &list);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t other = scratch->group[list[i].id];
                if (other != region && first) {
                    target[total] = other;
                    cost[total] = cell_distance(map, level->center[region], level->center[other]);
                }
                total += other != region;
            }
        }
    }
    if (first) {
        first[level->count] = total;
    }
    return total;
}

static bool make_graph(const source *below, const abstraction_scratch *scratch, wend_abstraction *a,
                       wn_level *level) {
    uint32_t edges = list_edges(below, scratch, a->map, level, NULL, NULL, NULL);
    size_t words = 1 + 3 * (size_t)level->count + 2 * (size_t)edges;
    uint32_t *block = wn_memory_take(&a->memory, words * sizeof *block);
    if (!block) {
        return false;
    }
    uint32_t *first = block, *target = first + level->count + 1, *cost = target + edges;
    int32_t *x = (int32_t *)(cost + edges), *y = x + level->count;
    list_edges(below, scratch, a->map, level, first, target, cost);
    for (uint32_t region = 0; region < level->count; region++) {
        x[region] = (int32_t)wend_map_x(a->map, level->center[region]);
        y[region] = (int32_t)wend_map_y(a->map, level->center[region]);
    }
    wend_graph_def def = {.node_count = level->count,
                          .edge_count = edges,
                          .first = first,
                          .target = target,
                          .cost = cost,
                          .x = x,
                          .y = y,
                          .allocator = a->memory.allocator,
                          .memory_limit = wn_memory_left(&a->memory)};
    wend_error error = wn_graph_create(&def, true, &level->graph, NULL);
    a->memory.used += wend_domain_memory(level->graph); /* it has an account of its own */
    wn_memory_give(&a->memory, block, words * sizeof *block);
    return error == WEND_OK;
}

/* ---- Building ------------------------------------------------------------------------------ */

/* Builds the level above `below`. Returns false if memory is short. */
static bool add_level(wend_abstraction *a, const source *below, abstraction_scratch *scratch) {
    group_items(below, scratch);
    wn_level *level = &a->levels[++a->top];
    uint32_t children = 0;
    for (uint32_t item = 0; item < below->limit; item++) {
        children += scratch->group[item] != WN_NONE;
    }
    if (!take_level(level, &a->memory, scratch->regions, children)) {
        return false;
    }
    list_children(below, scratch, level);
    if (below->map) {
        memcpy(a->region_of, scratch->group, below->limit * sizeof *a->region_of);
    } else {
        memcpy(a->levels[a->top - 1].parent, scratch->group, below->limit * sizeof *scratch->group);
    }
    find_centers(a->map, scratch, level);
    return make_graph(below, scratch, a, level);
}

static bool add_levels(wend_abstraction *a, abstraction_scratch *scratch) {
    source below = {.map = a->map, .limit = a->map->domain.id_limit};
    for (wn_id id = 0; id < below.limit; id++) {
        scratch->where[id] = exists(&below, id) ? id : WN_NONE;
    }
    bool more = a->map->cells.free_count > 0;
    while (more && a->top < WEND_LEVELS_MAX) {
        if (!add_level(a, &below, scratch)) {
            return false;
        }
        const wn_graph *graph = (const wn_graph *)a->levels[a->top].graph;
        below = (source){.graph = graph, .limit = a->levels[a->top].count};
        more = graph->edge_count > 0;
    }
    return true;
}

static void release_levels(wend_abstraction *a) {
    for (uint32_t k = 1; k <= a->top; k++) {
        release_level(&a->levels[k], &a->memory);
    }
    a->top = 0;
}

static bool build(wend_abstraction *a) {
    /* Every scratch array is as long as the map, which bounds the size of every level. */
    size_t limit = a->map->domain.id_limit;
    size_t size = limit * (4 * sizeof(uint32_t) + 2 * sizeof(uint64_t));
    uint64_t *block = wn_memory_take(&a->memory, size);
    if (!block) {
        return false;
    }
    uint32_t *words = (uint32_t *)(block + 2 * limit);
    abstraction_scratch scratch = {.sums = block,
                                   .group = words,
                                   .sizes = words + limit,
                                   .where = words + 2 * limit,
                                   .nearest = words + 3 * limit};
    bool built = add_levels(a, &scratch);
    wn_memory_give(&a->memory, block, size);
    return built;
}

WN_DEFINITION_ENDS(wend_abstraction_def, allocator);

static wend_error check_abstraction_def(const wend_abstraction_def *def,
                                        wend_diagnosis *diagnosis) {
    return def->map ? wn_check_allocator(&def->allocator, diagnosis)
                    : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "map", "map is null");
}

static wend_error no_memory_for_abstraction(const wend_abstraction_def *def,
                                            wend_diagnosis *diagnosis) {
    return wn_no_memory(diagnosis, def->memory_limit,
                        "no memory for an abstraction of %u x %u cells", def->map->def.width,
                        def->map->def.height);
}

wend_error wend_abstraction_create_sized(const wend_abstraction_def *def, size_t size,
                                         wend_abstraction **out, wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_abstraction_def form;
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    if (!error) {
        error = check_abstraction_def(&form, diagnosis);
    }
    if (error) {
        return error;
    }
    const wend_map *map = form.map;
    wn_memory memory;
    wn_memory_init(&memory, &form.allocator, form.memory_limit);
    wend_abstraction *a = wn_memory_take(&memory, sizeof *a);
    if (!a) {
        return no_memory_for_abstraction(&form, diagnosis);
    }
    *a = (wend_abstraction){.memory = memory, .map = map, .map_version = wend_map_version(map)};
    a->region_of = wn_memory_take(&a->memory, map->domain.id_limit * sizeof *a->region_of);
    if (a->region_of) {
        memset(a->region_of, 0xff, map->domain.id_limit * sizeof *a->region_of);
    }
    if (!a->region_of || !build(a)) {
        wend_abstraction_destroy(a);
        return no_memory_for_abstraction(&form, diagnosis);
    }
    *out = a;
    return WEND_OK;
}

wend_error wend_abstraction_update(wend_abstraction *abstraction) {
    if (!abstraction) {
        return WEND_ERROR_ARGUMENT;
    }
    if (wend_abstraction_is_current(abstraction)) {
        return WEND_OK;
    }
    wend_abstraction_def def = {.map = abstraction->map,
                                .memory_limit = wn_memory_left(&abstraction->memory),
                                .allocator = abstraction->memory.allocator};
    wend_abstraction *fresh = NULL;
    wend_error error = wend_abstraction_create(&def, &fresh, NULL);
    if (!error) {
        assert(fresh);
        wend_abstraction old = *abstraction;
        *abstraction = *fresh;
        abstraction->memory.limit = old.memory.limit;
        *fresh = old;
        wend_abstraction_destroy(fresh);
    }
    return error;
}

bool wend_abstraction_is_current(const wend_abstraction *abstraction) {
    return abstraction && abstraction->map_version == wend_map_version(abstraction->map);
}

void wend_abstraction_destroy(wend_abstraction *abstraction) {
    if (abstraction) {
        release_levels(abstraction);
        wn_memory memory = abstraction->memory;
        size_t words = abstraction->map->domain.id_limit;
        wn_memory_give(&memory, abstraction->region_of, words * sizeof(uint32_t));
        wn_memory_give(&memory, abstraction, sizeof *abstraction);
    }
}

/* ---- Access ------------------------------------------------------------------------------ */

static bool has_level(const wend_abstraction *abstraction, uint32_t level) {
    return abstraction && level >= 1 && level <= abstraction->top;
}

uint32_t wend_abstraction_levels(const wend_abstraction *abstraction) {
    return abstraction ? abstraction->top : 0;
}

uint32_t wend_abstraction_count(const wend_abstraction *abstraction, uint32_t level) {
    return has_level(abstraction, level) ? abstraction->levels[level].count : 0;
}

uint32_t wend_abstraction_edge_count(const wend_abstraction *abstraction, uint32_t level) {
    return has_level(abstraction, level)
               ? wend_graph_edge_count(abstraction->levels[level].graph) / 2
               : 0;
}

uint32_t wend_abstraction_region(const wend_abstraction *abstraction, uint32_t level,
                                 wend_state cell) {
    if (!has_level(abstraction, level) || cell >= abstraction->map->domain.state_count) {
        return WEND_STATE_NONE;
    }
    return wn_region_of(abstraction, level, wn_grid_id_of_state(abstraction->map, cell));
}

bool wend_abstraction_connected(const wend_abstraction *abstraction, wend_state a, wend_state b) {
    uint32_t top = wend_abstraction_levels(abstraction);
    uint32_t region = wend_abstraction_region(abstraction, top, a);
    return region != WEND_STATE_NONE && region == wend_abstraction_region(abstraction, top, b);
}

wend_error wend_abstraction_describe(const wend_abstraction *abstraction, uint32_t level,
                                     uint32_t region, wend_region *out) {
    if (!out) {
        return WEND_ERROR_ARGUMENT;
    }
    if (region >= wend_abstraction_count(abstraction, level)) {
        return WEND_ERROR_OUTSIDE;
    }
    const wn_level *at = &abstraction->levels[level];
    *out = (wend_region){.parent = at->parent[region],
                         .cells = at->cells[region],
                         .center = at->center[region],
                         .children = at->children + at->first_child[region],
                         .child_count = at->first_child[region + 1] - at->first_child[region]};
    return WEND_OK;
}

const wend_domain *wend_abstraction_graph(const wend_abstraction *abstraction, uint32_t level) {
    return has_level(abstraction, level) ? abstraction->levels[level].graph : NULL;
}

size_t wend_abstraction_memory(const wend_abstraction *abstraction) {
    return abstraction ? abstraction->memory.used : 0;
}
