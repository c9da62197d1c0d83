/* domain/components_query.c - queries about components: reachability, and the nearest reachable
 * cell. */
#include "domain/components.h"

/* ---- Reachability ---------------------------------------------------------------------------- */

static inline uint32_t chunk_of(const wend_components *components, wend_state state) {
    const wn_cells *cells = &components->map->cells;
    uint64_t rows = wn_cells_rows_to(cells, state);
    uint64_t column = (rows & ((UINT64_C(1) << WN_ROW_SHIFT) - 1)) * cells->width;
    uint32_t shift = WN_ROW_SHIFT + WN_CHUNK_BITS;
    return (uint32_t)(rows >> shift) * cells->chunk_columns + (uint32_t)(column >> shift);
}

/* A flood of a small island. It never leaves the chunk, because an island ends inside its chunk. */
typedef struct island_flood {
    const wend_components *components;
    uint32_t left, top; /* of the chunk */
    uint64_t seen[WN_CHUNK_SIDE];
    wn_small_island island;
} island_flood;

static void flood_cell(island_flood *f, uint32_t x, uint32_t y) {
    const wn_cells *cells = &f->components->map->cells;
    if (x >= cells->width || y >= cells->height ||
        f->components->labels[(size_t)y * cells->width + x] != WN_SMALL_ISLANDS) {
        return;
    }
    uint32_t column = x - f->left, row = y - f->top;
    assert(column < WN_CHUNK_SIDE && row < WN_CHUNK_SIDE);
    if (!(f->seen[row] >> column & 1)) {
        f->seen[row] |= UINT64_C(1) << column;
        assert(f->island.count < WN_SMALL_ISLAND);
        f->island.cells[f->island.count++] = (uint16_t)(row * WN_CHUNK_SIDE + column);
    }
}

/* Lists the cells of a small island, starting from any of them. */
static WN_NOINLINE wn_small_island small_island_at(const wend_components *components, uint32_t x,
                                                   uint32_t y) {
    island_flood f = {
        .components = components, .left = x - x % WN_CHUNK_SIDE, .top = y - y % WN_CHUNK_SIDE};
    flood_cell(&f, x, y);
    for (uint32_t i = 0; i < f.island.count; i++) {
        uint32_t cx = f.left + f.island.cells[i] % WN_CHUNK_SIDE;
        uint32_t cy = f.top + f.island.cells[i] / WN_CHUNK_SIDE;
        flood_cell(&f, cx, cy - 1);
        flood_cell(&f, cx - 1, cy);
        flood_cell(&f, cx + 1, cy);
        flood_cell(&f, cx, cy + 1);
        for (uint32_t side = 0; components->reach && side < 2; side++) { /* 0 - 1 is outside */
            flood_cell(&f, cx + 2 * side - 1, cy - 1);
            flood_cell(&f, cx + 2 * side - 1, cy + 1);
        }
    }
    return f.island;
}

/* The first cell of a small island in row order. */
static uint32_t first_cell(const wend_components *components, uint32_t x, uint32_t y) {
    wn_small_island island = small_island_at(components, x, y);
    uint32_t first = island.cells[0];
    for (uint32_t i = 1; i < island.count; i++) {
        first = wn_min_u32(first, island.cells[i]);
    }
    return first;
}

/* The number of the component of a cell; 0 if the cell is blocked. */
static uint32_t component_of(const wend_components *components, wend_state state) {
    uint32_t chunk = chunk_of(components, state);
    uint32_t label = components->labels[state];
    if (label < WN_REGIONS) {
        return label ? components->roots[components->bases[chunk] + label] : 0;
    }
    uint32_t y = wn_cells_row(&components->map->cells, state);
    uint32_t island = label < WN_SMALL_ISLANDS
                          ? label
                          : WN_COMPONENT_CELL +
                                first_cell(components, state - y * components->map->cells.width, y);
    return WN_COMPONENT_ISLAND | chunk << WN_COMPONENT_CHUNK_BITS | island;
}

/* The answer for two cells in the same component, or in different ones, if edits are pending.
 * Chunks processed at different times do no harm: if the pending edits only block cells, the labels
 * contain every cell that is free now; if they only free cells, the labels contain no other cells.
 */
static wend_reach answer(const wend_components *components, bool is_same) {
    const wn_stamp *last = &components->map->cells.last;
    if (is_same) {
        return last->blocked == components->known.blocked ? WEND_REACH_REACHABLE
                                                          : WEND_REACH_UNKNOWN;
    }
    return last->freed == components->known.freed ? WEND_REACH_UNREACHABLE : WEND_REACH_UNKNOWN;
}

/* Whether all edits that block or free cells are processed. */
static bool is_current(const wend_components *components) {
    return answer(components, true) == WEND_REACH_REACHABLE &&
           answer(components, false) == WEND_REACH_UNREACHABLE;
}

static bool is_free_now(const wend_components *components, wend_state state) {
    return wn_domain_is_free(&components->map->domain, state);
}

/* The cells with which a path from a cell can start: the cell itself, the exits of a blocked cell,
 * or the exits at the end of the way out of a buried cell. */
typedef struct beginnings {
    wend_state states[WN_GRID_DEGREE_MAX];
    uint32_t count;
} beginnings;

static beginnings beginnings_of(const wend_components *components, wend_state from) {
    beginnings b = {.states = {from}, .count = 1};
    if (!is_free_now(components, from)) {
        wn_successor exits[WN_GRID_DEGREE_MAX];
        wn_id edge = wn_grid_edge(components->map, wn_grid_id_of_state(components->map, from));
        b.count = wn_grid_exits(components->map, edge, exits);
        for (uint32_t i = 0; i < b.count; i++) {
            b.states[i] = wn_grid_state_of_id(components->map, exits[i].id);
        }
    }
    return b;
}

/* The general case: islands, blocked cells and pending edits. */
static WN_NOINLINE wend_reach reach_in_general(const wend_components *components, wend_state from,
                                               wend_state to) {
    if (from == to) {
        return WEND_REACH_REACHABLE;
    }
    bool are_free = components->labels[from] && components->labels[to];
    if (are_free && components->current == components->map->cells.version) {
        return component_of(components, from) == component_of(components, to)
                   ? WEND_REACH_REACHABLE
                   : WEND_REACH_UNREACHABLE;
    }
    if (!is_free_now(components, to)) {
        return WEND_REACH_UNREACHABLE;
    }
    beginnings b = beginnings_of(components, from);
    uint32_t component = component_of(components, to);
    wend_reach reach = WEND_REACH_UNREACHABLE;
    for (uint32_t i = 0; i < b.count && reach != WEND_REACH_REACHABLE; i++) {
        wend_reach found =
            b.states[i] == to
                ? WEND_REACH_REACHABLE
                : answer(components,
                         component && component_of(components, b.states[i]) == component);
        reach = found == WEND_REACH_UNREACHABLE ? reach : found;
    }
    return reach;
}

wend_reach wend_components_reach(const wend_components *components, wend_state from,
                                 wend_state to) {
    if (!components || from >= components->map->domain.state_count ||
        to >= components->map->domain.state_count) {
        return WEND_REACH_UNREACHABLE;
    }
    uint32_t a = components->labels[from] - 1u, b = components->labels[to] - 1u;
    bool are_at_borders = (a | b) < WN_REGIONS; /* and free: otherwise one of them is huge */
    if (WN_LIKELY(are_at_borders && components->current == components->map->cells.version)) {
        const uint32_t *roots = components->roots + 1;
        return roots[components->bases[chunk_of(components, from)] + a] ==
                       roots[components->bases[chunk_of(components, to)] + b]
                   ? WEND_REACH_REACHABLE
                   : WEND_REACH_UNREACHABLE;
    }
    return reach_in_general(components, from, to);
}

/* ---- Nearest cell ---------------------------------------------------------------------------- */

typedef struct point {
    uint32_t x, y;
} point;

static uint32_t cells_apart(uint32_t a, uint32_t b) {
    return a < b ? b - a : a - b;
}

static uint32_t octile_distance(uint32_t dx, uint32_t dy) {
    return WEND_COST_ONE * wn_max_u32(dx, dy) +
           (WEND_COST_DIAGONAL - WEND_COST_ONE) * wn_min_u32(dx, dy);
}

/* The distance to an interval of cells, 0 inside. */
static uint32_t cells_outside(uint32_t at, uint32_t first, uint32_t last) {
    return at < first ? first - at : at > last ? at - last : 0;
}

typedef struct cell_search {
    const wend_components *components;
    point from, to;
    uint32_t wanted[WN_GRID_DEGREE_MAX]; /* numbers of components */
    uint32_t wanted_count;
    wend_state nearest;      /* so far, or WEND_STATE_NONE */
    uint32_t to_it, from_it; /* its distances from `to` and from `from` */
    uint32_t cells;          /* cells read, and work that takes as long */
} cell_search;

static bool is_wanted(const cell_search *q, uint32_t component) {
    for (uint32_t i = 0; i < q->wanted_count; i++) {
        if (q->wanted[i] == component) {
            return true;
        }
    }
    return false;
}

/* Whether a cell at this distance can be nearer, or as near. */
static bool may_be_nearer(const cell_search *q, uint32_t distance) {
    return q->nearest == WEND_STATE_NONE || distance <= q->to_it;
}

/* Tests a cell of a wanted component. */
static void try_cell(cell_search *q, uint32_t x, uint32_t y) {
    uint32_t to_it = octile_distance(cells_apart(x, q->to.x), cells_apart(y, q->to.y));
    if (!may_be_nearer(q, to_it) || !wn_cells_are_free(&q->components->map->cells, x, y)) {
        return;
    }
    uint32_t from_it = octile_distance(cells_apart(x, q->from.x), cells_apart(y, q->from.y));
    wend_state state = y * q->components->map->cells.width + x;
    bool is_nearer = q->nearest == WEND_STATE_NONE || to_it < q->to_it || from_it < q->from_it ||
                     (from_it == q->from_it && state < q->nearest);
    if (is_nearer) {
        q->nearest = state;
        q->to_it = to_it;
        q->from_it = from_it;
    }
}

static bool is_island(uint32_t component) {
    return component >= WN_COMPONENT_ISLAND;
}

static uint32_t island_chunk(uint32_t component) {
    return (component - WN_COMPONENT_ISLAND) >> WN_COMPONENT_CHUNK_BITS;
}

static uint32_t island_label(uint32_t component) {
    return component & ((UINT32_C(1) << WN_COMPONENT_CHUNK_BITS) - 1);
}

/* The wanted labels of a chunk. */
typedef struct wanted_labels {
    bool is_wanted[WN_SMALL_ISLANDS + 1];
    bool are_any;
} wanted_labels;

static void find_wanted(cell_search *q, uint32_t chunk, wanted_labels *labels) {
    *labels = (wanted_labels){.are_any = false};
    uint32_t regions = q->components->chunks[chunk].regions;
    for (uint32_t label = 1; label <= regions; label++) {
        labels->is_wanted[label] =
            is_wanted(q, q->components->roots[q->components->bases[chunk] + label]);
        labels->are_any |= labels->is_wanted[label];
    }
    q->cells += regions * q->wanted_count + 1;
    for (uint32_t i = 0; i < q->wanted_count; i++) {
        uint32_t component = q->wanted[i];
        if (is_island(component) && island_chunk(component) == chunk &&
            island_label(component) < WN_SMALL_ISLANDS) {
            labels->is_wanted[island_label(component)] = labels->are_any = true;
        }
    }
}

static void search_chunk(cell_search *q, uint32_t column, uint32_t row) {
    const wn_cells *cells = &q->components->map->cells;
    uint32_t first_x = column * WN_CHUNK_SIDE, first_y = row * WN_CHUNK_SIDE;
    uint32_t last_x = wn_min_u32(first_x + WN_CHUNK_SIDE, cells->width) - 1;
    uint32_t last_y = wn_min_u32(first_y + WN_CHUNK_SIDE, cells->height) - 1;
    uint32_t dx = cells_outside(q->to.x, first_x, last_x);
    if (!may_be_nearer(q, octile_distance(dx, cells_outside(q->to.y, first_y, last_y)))) {
        return;
    }
    wanted_labels wanted;
    find_wanted(q, row * cells->chunk_columns + column, &wanted);
    for (uint32_t y = first_y; wanted.are_any && y <= last_y; y++) {
        if (!may_be_nearer(q, octile_distance(dx, cells_apart(y, q->to.y)))) {
            continue;
        }
        const wn_label *labels = q->components->labels + (size_t)y * cells->width;
        q->cells += WN_CHUNK_SIDE;
        for (uint32_t x = first_x; x <= last_x; x++) {
            if (wanted.is_wanted[labels[x]]) {
                try_cell(q, x, y);
            }
        }
    }
}

static void search_small_island(cell_search *q, uint32_t chunk, uint32_t first) {
    uint32_t columns = q->components->map->cells.chunk_columns;
    uint32_t left = chunk % columns * WN_CHUNK_SIDE, top = chunk / columns * WN_CHUNK_SIDE;
    wn_small_island island =
        small_island_at(q->components, left + first % WN_CHUNK_SIDE, top + first / WN_CHUNK_SIDE);
    for (uint32_t i = 0; i < island.count; i++) {
        try_cell(q, left + island.cells[i] % WN_CHUNK_SIDE, top + island.cells[i] / WN_CHUNK_SIDE);
    }
    q->cells += WN_SMALL_ISLAND * WN_SMALL_ISLAND;
}

/* Searches the wanted islands, each of which lies in one chunk. Returns whether only islands are
 * wanted. */
static bool search_islands(cell_search *q) {
    uint32_t columns = q->components->map->cells.chunk_columns, islands = 0;
    for (uint32_t i = 0; i < q->wanted_count; i++) {
        uint32_t component = q->wanted[i];
        if (is_island(component) && island_label(component) >= WN_COMPONENT_CELL) {
            search_small_island(q, island_chunk(component),
                                island_label(component) - WN_COMPONENT_CELL);
        } else if (is_island(component)) {
            search_chunk(q, island_chunk(component) % columns, island_chunk(component) / columns);
        }
        islands += is_island(component);
    }
    return islands == q->wanted_count;
}

/* Searches the chunks at a distance of `ring` chunks from that of `to`, as far as they exist. */
static void search_ring(cell_search *q, uint32_t ring) {
    const wn_cells *cells = &q->components->map->cells;
    uint32_t column = q->to.x / WN_CHUNK_SIDE, row = q->to.y / WN_CHUNK_SIDE;
    uint32_t rows = cells->chunk_count / cells->chunk_columns;
    uint32_t last_column = wn_min_u32(column + ring, cells->chunk_columns - 1);
    uint32_t last_row = wn_min_u32(row + ring, rows - 1);
    for (uint32_t r = row > ring ? row - ring : 0; r <= last_row; r++) {
        for (uint32_t c = column > ring ? column - ring : 0; c <= last_column; c++) {
            if (wn_max_u32(cells_apart(c, column), cells_apart(r, row)) == ring) {
                search_chunk(q, c, r);
            }
        }
    }
}

static void search_rings(cell_search *q) {
    const wn_cells *cells = &q->components->map->cells;
    uint32_t rows = cells->chunk_count / cells->chunk_columns;
    uint32_t rings = wn_max_u32(cells->chunk_columns, rows);
    search_ring(q, 0);
    for (uint32_t ring = 1; ring < rings; ring++) {
        /* `to` may lie at the border of its chunk. */
        if (!may_be_nearer(q, octile_distance((ring - 1) * WN_CHUNK_SIDE + 1, 0))) {
            return;
        }
        search_ring(q, ring);
    }
}

static point point_of(const wend_components *components, wend_state state) {
    uint32_t y = wn_cells_row(&components->map->cells, state);
    return (point){state - y * components->map->cells.width, y};
}

/* The nearest cell that a path with one of these first cells can reach. These cells are free, even
 * if the edit that freed them is still pending. */
static wend_state find_nearest(const wend_components *components, const beginnings *b,
                               wend_state from, wend_state to, uint32_t *cells) {
    cell_search q = {.components = components,
                     .from = point_of(components, from),
                     .to = point_of(components, to),
                     .nearest = WEND_STATE_NONE};
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t component = component_of(components, b->states[i]);
        if (component && !is_wanted(&q, component)) {
            q.wanted[q.wanted_count++] = component;
        }
        point p = point_of(components, b->states[i]);
        try_cell(&q, p.x, p.y);
    }
    if (!search_islands(&q)) {
        search_rings(&q);
    }
    *cells += q.cells;
    return q.nearest;
}

wend_reach wend_components_nearest(const wend_components *components, wend_state from,
                                   wend_state to, wend_state *nearest) {
    uint32_t cells = 0;
    return wn_components_nearest(components, from, to, nearest, &cells);
}

wend_reach wn_components_nearest(const wend_components *components, wend_state from, wend_state to,
                                 wend_state *nearest, uint32_t *cells) {
    if (nearest) {
        *nearest = WEND_STATE_NONE;
    }
    uint32_t states = components ? components->map->domain.state_count : 0;
    if (!nearest || from >= states || to >= states) {
        return WEND_REACH_UNREACHABLE;
    }
    if (wend_components_reach(components, from, to) == WEND_REACH_REACHABLE) {
        *nearest = to;
        return WEND_REACH_REACHABLE;
    }
    beginnings b = beginnings_of(components, from);
    if (!b.count) {
        return WEND_REACH_UNREACHABLE;
    }
    *nearest = find_nearest(components, &b, from, to, cells);
    return is_current(components) ? WEND_REACH_REACHABLE : WEND_REACH_UNKNOWN;
}
