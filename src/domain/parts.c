#include "domain/parts.h"

#include <string.h>

/* ---- Regions of a chunk ---------------------------------------------------------------------- */

/* Where a chunk lies. */
typedef struct chunk_square {
    uint32_t column, row;   /* of chunks */
    uint32_t x, y;          /* its first cell */
    uint32_t width, height; /* as far as it lies in the map */
} chunk_square;

static chunk_square square_of(const wend_parts *parts, uint32_t chunk) {
    const wn_cells *cells = &parts->map->cells;
    chunk_square s = {.column = chunk % cells->chunk_columns, .row = chunk / cells->chunk_columns};
    s.x = s.column * WN_CHUNK_SIDE;
    s.y = s.row * WN_CHUNK_SIDE;
    s.width = wn_min_u32(WN_CHUNK_SIDE, cells->width - s.x);
    s.height = wn_min_u32(WN_CHUNK_SIDE, cells->height - s.y);
    return s;
}

static uint32_t chunk_rows(const wn_cells *cells) {
    return cells->chunk_count / cells->chunk_columns;
}

static wn_label *label_at(const wend_parts *parts, uint32_t x, uint32_t y) {
    return parts->labels + (size_t)y * parts->map->cells.width + x;
}

/* A bit per free cell of a row of a chunk. */
static uint64_t free_bits(const wn_cells *cells, const chunk_square *s, uint32_t row) {
    const char *terrain = cells->terrain + (size_t)(s->y + row) * cells->width + s->x;
    uint64_t bits = 0;
    for (uint32_t x = 0; x < s->width; x++) {
        bits |= (uint64_t)cells->passes[(unsigned char)terrain[x]] << x;
    }
    return bits;
}

static uint32_t find_run(wn_runs *runs, uint32_t run) {
    while (runs->parent[run] != run) {
        runs->parent[run] = runs->parent[runs->parent[run]];
        run = runs->parent[run];
    }
    return run;
}

/* Two roots become one, the smaller, which is returned. */
static uint32_t unite_runs(wn_runs *runs, uint32_t a, uint32_t b) {
    uint32_t less = wn_min_u32(a, b);
    runs->parent[wn_max_u32(a, b)] = (uint16_t)less;
    return less;
}

/* Adds the runs of one row, and unites them with those of the row before that they touch. */
static void add_row(wn_runs *runs, uint32_t row, uint64_t bits, uint32_t reach) {
    uint32_t run = runs->begins[row];
    uint32_t above = row ? runs->begins[row - 1] : run;
    const uint32_t above_end = run;
    while (bits) {
        uint32_t first = wn_low_zeros(bits);
        uint64_t after = ~(bits >> first);
        uint32_t end = first + (after ? wn_low_zeros(after) : 64);
        bits = end < 64 ? bits >> end << end : 0;
        runs->first[run] = (uint8_t)first;
        runs->last[run] = (uint8_t)(end - 1);
        uint32_t root = run;
        while (above < above_end && runs->last[above] + reach < first) {
            above++;
        }
        for (uint32_t a = above; a < above_end && runs->first[a] < end + reach; a++) {
            root = unite_runs(runs, root, find_run(runs, a));
        }
        runs->parent[run] = (uint16_t)root;
        run++;
    }
    runs->begins[row + 1] = run;
}

/* Which borders of a chunk lead to another one. */
typedef struct chunk_borders {
    bool north, south, west, east;
} chunk_borders;

static chunk_borders borders_of(const wn_cells *cells, const chunk_square *s) {
    return (chunk_borders){.north = s->row > 0,
                           .south = s->row + 1 < chunk_rows(cells),
                           .west = s->column > 0,
                           .east = s->column + 1 < cells->chunk_columns};
}

/* Gives labels to the regions at the borders, in the order of their runs there. Returns how many.
 */
static uint32_t label_border(wn_runs *runs, const chunk_borders *b) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < WN_CHUNK_SIDE; row++) {
        bool is_border_row = (row == 0 && b->north) || (row == WN_CHUNK_SIDE - 1 && b->south);
        for (uint32_t run = runs->begins[row]; run < runs->begins[row + 1]; run++) {
            bool is_at_border = is_border_row || (runs->first[run] == 0 && b->west) ||
                                (runs->last[run] == WN_CHUNK_SIDE - 1 && b->east);
            uint32_t root = runs->parent[run];
            if (is_at_border && !runs->label[root]) {
                runs->label[root] = (wn_label)++count;
            }
        }
    }
    assert(count < WN_REGIONS);
    return count;
}

static void label_islands(wn_runs *runs) {
    uint32_t label = WN_FIRST_ISLAND;
    for (uint32_t run = 0; run < runs->begins[WN_CHUNK_SIDE]; run++) {
        if (runs->parent[run] == run && !runs->label[run]) {
            runs->label[run] = (wn_label)label;
            label = wn_min_u32(label + 1, WN_MORE_ISLANDS);
        }
    }
}

static void write_labels(const wend_parts *parts, const chunk_square *s) {
    const wn_runs *runs = &parts->runs;
    for (uint32_t row = 0; row < s->height; row++) {
        wn_label *labels = label_at(parts, s->x, s->y + row);
        memset(labels, 0, s->width);
        for (uint32_t run = runs->begins[row]; run < runs->begins[row + 1]; run++) {
            uint32_t first = runs->first[run];
            memset(labels + first, runs->label[runs->parent[run]], runs->last[run] + 1 - first);
        }
    }
}

/* Finds the regions of a chunk. Whether their number at the border has changed. */
static bool label_chunk(wend_parts *parts, uint32_t chunk) {
    const wn_cells *cells = &parts->map->cells;
    wn_runs *runs = &parts->runs;
    chunk_square s = square_of(parts, chunk);
    for (uint32_t row = 0; row < WN_CHUNK_SIDE; row++) {
        add_row(runs, row, row < s.height ? free_bits(cells, &s, row) : 0, parts->reach);
    }
    uint32_t count = runs->begins[WN_CHUNK_SIDE];
    for (uint32_t run = 0; run < count; run++) {
        runs->parent[run] = runs->parent[runs->parent[run]]; /* a root: those before it are done */
        runs->label[run] = 0;
    }
    chunk_borders b = borders_of(cells, &s);
    uint32_t regions = label_border(runs, &b);
    label_islands(runs);
    write_labels(parts, &s);
    bool has_changed = parts->chunks[chunk].regions != regions;
    parts->chunks[chunk].regions = (uint8_t)regions;
    parts->seen[chunk] = cells->version;
    return has_changed;
}

/* ---- Links between chunks -------------------------------------------------------------------- */

static uint32_t neighbor_of(const wend_parts *parts, uint32_t chunk, wn_link_side side) {
    uint32_t columns = parts->map->cells.chunk_columns;
    switch (side) {
    case WN_LINK_EAST:
        return chunk + 1;
    case WN_LINK_SOUTH:
        return chunk + columns;
    case WN_LINK_SOUTH_EAST:
        return chunk + columns + 1;
    case WN_LINK_SOUTH_WEST:
        break;
    }
    return chunk + columns - 1;
}

/* A row or a column of cells along the border of a chunk. */
typedef struct chunk_edge {
    const wn_label *labels;
    uint32_t step; /* from cell to cell */
    uint32_t length;
} chunk_edge;

static chunk_edge row_edge(const wend_parts *parts, const chunk_square *s, uint32_t y) {
    return (chunk_edge){label_at(parts, s->x, y), 1, s->width};
}

static chunk_edge column_edge(const wend_parts *parts, const chunk_square *s, uint32_t x) {
    return (chunk_edge){label_at(parts, x, s->y), parts->map->cells.width, s->height};
}

static wn_label edge_label(const chunk_edge *e, uint32_t at) {
    return e->labels[(size_t)at * e->step];
}

static uint64_t edge_bits(const chunk_edge *e) {
    uint64_t bits = 0;
    for (uint32_t at = 0; at < e->length; at++) {
        bits |= (uint64_t)(edge_label(e, at) != 0) << at;
    }
    return bits;
}

static void add_link(wn_chunk_border *chunk, uint32_t *count, wn_label from, wn_label to) {
    assert(*count < WN_CHUNK_LINKS && from && from < WN_REGIONS && to && to < WN_REGIONS);
    chunk->links[(*count)++] = (wn_link){(uint8_t)from, (uint8_t)to};
}

/* Links along a border, by cells that face each other. Where several do in a row, one link is
 * enough. Of cells that touch diagonally only those pairs matter that are not connected by a cell
 * beside them. */
static void link_edges(const chunk_edge *a, const chunk_edge *b, uint32_t reach,
                       wn_chunk_border *chunk, uint32_t *count) {
    uint64_t a_bits = edge_bits(a);
    uint64_t b_bits = edge_bits(b);
    uint64_t both = a_bits & b_bits;
    for (uint64_t left = both & ~(both << 1); left; left &= left - 1) {
        uint32_t at = wn_low_zeros(left);
        add_link(chunk, count, edge_label(a, at), edge_label(b, at));
    }
    if (!reach) {
        return;
    }
    uint64_t only_a = a_bits & ~b_bits;
    uint64_t only_b = b_bits & ~a_bits;
    for (uint64_t left = only_a & only_b >> 1; left; left &= left - 1) {
        uint32_t at = wn_low_zeros(left);
        add_link(chunk, count, edge_label(a, at), edge_label(b, at + 1));
    }
    for (uint64_t left = only_b & only_a >> 1; left; left &= left - 1) {
        uint32_t at = wn_low_zeros(left);
        add_link(chunk, count, edge_label(a, at + 1), edge_label(b, at));
    }
}

/* A link between two cells, at corners. */
static void link_cells(wn_label a, wn_label b, wn_chunk_border *chunk, uint32_t *count) {
    if (a && b) {
        add_link(chunk, count, a, b);
    }
}

/* Makes the links of a chunk to those east and south of it; says whether they have changed. */
static bool link_chunk(wend_parts *parts, uint32_t at) {
    chunk_square s = square_of(parts, at);
    chunk_borders b = borders_of(&parts->map->cells, &s);
    uint32_t next_x = s.x + WN_CHUNK_SIDE, next_y = s.y + WN_CHUNK_SIDE; /* beyond the borders */
    wn_chunk_border *chunk = &parts->chunks[at];
    wn_chunk_border old = *chunk;
    uint32_t count = 0;
    if (b.east) {
        chunk_edge here = column_edge(parts, &s, next_x - 1),
                   there = column_edge(parts, &s, next_x);
        link_edges(&here, &there, parts->reach, chunk, &count);
    }
    chunk->ends[WN_LINK_EAST] = (uint8_t)count;
    if (b.south) {
        chunk_edge here = row_edge(parts, &s, next_y - 1), there = row_edge(parts, &s, next_y);
        link_edges(&here, &there, parts->reach, chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH] = (uint8_t)count;
    if (b.south && b.east && parts->reach) {
        link_cells(*label_at(parts, next_x - 1, next_y - 1), *label_at(parts, next_x, next_y),
                   chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH_EAST] = (uint8_t)count;
    if (b.south && b.west && parts->reach) {
        link_cells(*label_at(parts, s.x, next_y - 1), *label_at(parts, s.x - 1, next_y), chunk,
                   &count);
    }
    chunk->ends[WN_LINK_SOUTH_WEST] = (uint8_t)count;
    return memcmp(old.ends, chunk->ends, sizeof old.ends) != 0 ||
           memcmp(old.links, chunk->links, count * sizeof *old.links) != 0;
}

/* The links of a chunk that was labelled again, and those that lead to it. */
static bool link_around(wend_parts *parts, uint32_t chunk) {
    const wn_cells *cells = &parts->map->cells;
    uint32_t column = chunk % cells->chunk_columns;
    bool has_changed = link_chunk(parts, chunk);
    if (column > 0) {
        has_changed |= link_chunk(parts, chunk - 1);
    }
    if (chunk < cells->chunk_columns) {
        return has_changed;
    }
    uint32_t above = chunk - cells->chunk_columns;
    has_changed |= link_chunk(parts, above);
    if (parts->reach && column > 0) {
        has_changed |= link_chunk(parts, above - 1);
    }
    if (parts->reach && column + 1 < cells->chunk_columns) {
        has_changed |= link_chunk(parts, above + 1);
    }
    return has_changed;
}

/* ---- Joining --------------------------------------------------------------------------------- */

static uint32_t find_root(uint32_t *roots, uint32_t node) {
    while (roots[node] != node) {
        roots[node] = roots[roots[node]];
        node = roots[node];
    }
    return node;
}

static void join_nodes(uint32_t *roots, uint32_t a, uint32_t b) {
    a = find_root(roots, a);
    b = find_root(roots, b);
    roots[a < b ? b : a] = a < b ? a : b;
}

/* Numbers the nodes, close together; returns their number. Node 0 is none. */
static uint32_t separate_nodes(wend_parts *parts) {
    uint32_t count = 1;
    for (uint32_t chunk = 0; chunk < parts->map->cells.chunk_count; chunk++) {
        parts->bases[chunk] = count - 1; /* labels begin with 1 */
        count += parts->chunks[chunk].regions;
    }
    for (uint32_t node = 0; node < count; node++) {
        parts->roots[node] = node;
    }
    return count;
}

static void join_links(wend_parts *parts, uint32_t at) {
    const wn_chunk_border *chunk = &parts->chunks[at];
    uint32_t link = 0;
    for (uint32_t side = 0; side < WN_LINK_SIDES; side++) {
        uint32_t to = neighbor_of(parts, at, (wn_link_side)side);
        for (; link < chunk->ends[side]; link++) {
            join_nodes(parts->roots, parts->bases[at] + chunk->links[link].from,
                       parts->bases[to] + chunk->links[link].to);
        }
    }
}

static void join_chunks(wend_parts *parts) {
    uint32_t count = separate_nodes(parts);
    for (uint32_t chunk = 0; chunk < parts->map->cells.chunk_count; chunk++) {
        join_links(parts, chunk);
    }
    for (uint32_t node = 1; node < count; node++) {
        parts->roots[node] = parts->roots[parts->roots[node]]; /* smaller ones are done */
    }
}

/* ---- Making and updating --------------------------------------------------------------------- */

/* One block: the struct, and behind it what there is per chunk, the widest first. */
static void assign_chunks(wend_parts *parts) {
    size_t count = parts->map->cells.chunk_count;
    parts->seen = (uint64_t *)(parts + 1);
    parts->bases = (uint32_t *)(parts->seen + count);
    parts->roots = parts->bases + count;
    parts->labels = (wn_label *)(parts->roots + count * WN_REGIONS);
    parts->chunks = (wn_chunk_border *)(parts->labels + parts->map->domain.state_count);
}

static size_t parts_size(const wend_map *map) {
    size_t per_chunk =
        sizeof(uint64_t) + (1 + WN_REGIONS) * sizeof(uint32_t) + sizeof(wn_chunk_border);
    return sizeof(wend_parts) + map->cells.chunk_count * per_chunk + map->domain.state_count;
}

static void find_parts(wend_parts *parts) {
    const wn_cells *cells = &parts->map->cells;
    memset(parts->chunks, 0, cells->chunk_count * sizeof *parts->chunks);
    for (uint32_t chunk = 0; chunk < cells->chunk_count; chunk++) {
        label_chunk(parts, chunk);
    }
    for (uint32_t chunk = 0; chunk < cells->chunk_count; chunk++) {
        link_chunk(parts, chunk);
    }
    join_chunks(parts);
    parts->known = cells->last;
    parts->current = cells->version;
}

wend_error wend_parts_create(const wend_parts_def *def, wend_parts **out) {
    if (!out) {
        return WEND_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!def || !def->map || !def->allocator.allocate != !def->allocator.release) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_map *map = def->map;
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, 0);
    size_t size = parts_size(map);
    wend_parts *parts = wn_memory_take(&memory, size);
    if (!parts) {
        return WEND_ERROR_MEMORY;
    }
    *parts = (wend_parts){
        .reach_of = wend_parts_reach,
        .nearest_of = wend_parts_nearest,
        .memory = memory,
        .size = size,
        .map = map,
        .reach = map->near->has_corners && map->def.corners == WEND_CORNERS_ALWAYS,
        .row_inverse = (UINT64_C(1) << WN_ROW_SHIFT) / map->cells.width + 1,
    };
    assign_chunks(parts);
    find_parts(parts);
    *out = parts;
    return WEND_OK;
}

void wend_parts_destroy(wend_parts *parts) {
    if (parts) {
        wn_memory memory = parts->memory;
        wn_memory_give(&memory, parts, parts->size);
    }
}

uint32_t wend_parts_update(wend_parts *parts, uint32_t chunks_max) {
    if (!parts || parts->current == parts->map->cells.version) {
        return 0;
    }
    const wn_cells *cells = &parts->map->cells;
    wn_stamp known = cells->last;
    uint32_t done = 0, stale = 0, chunk = parts->turn;
    bool has_changed = false;
    for (uint32_t i = 0; i < cells->chunk_count; i++) {
        const wn_stamp *stamp = &cells->stamps[chunk];
        bool is_blocked = stamp->blocked > parts->seen[chunk];
        bool is_freed = stamp->freed > parts->seen[chunk];
        uint32_t next = chunk + 1 < cells->chunk_count ? chunk + 1 : 0;
        if ((is_blocked || is_freed) && done < chunks_max) {
            has_changed |= label_chunk(parts, chunk);
            has_changed |= link_around(parts, chunk);
            parts->turn = next;
            done++;
        } else if (is_blocked || is_freed) {
            known.blocked = is_blocked ? UINT64_MAX : known.blocked;
            known.freed = is_freed ? UINT64_MAX : known.freed;
            stale++;
        }
        chunk = next;
    }
    if (has_changed) {
        join_chunks(parts);
    }
    parts->known = known;
    parts->current = stale ? UINT64_MAX : cells->version;
    parts->version += done > 0;
    return stale;
}

uint64_t wend_parts_version(const wend_parts *parts) {
    return parts ? parts->version : 0;
}

const wend_map *wend_parts_map(const wend_parts *parts) {
    return parts ? parts->map : NULL;
}

size_t wend_parts_memory(const wend_parts *parts) {
    return parts ? parts->size : 0;
}
