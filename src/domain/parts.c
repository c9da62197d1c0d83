#include "domain/parts.h"

#include <string.h>

/* ---- Regions of a chunk ---------------------------------------------------------------------- */

/* Where a chunk lies. */
typedef struct square {
    uint32_t column, row;   /* of chunks */
    uint32_t x, y;          /* its first cell */
    uint32_t width, height; /* as far as it lies in the map */
} square;

static square square_of(const wend_parts *parts, uint32_t chunk) {
    const wn_cells *cells = &parts->map->cells;
    square s = {.column = chunk % cells->chunk_columns, .row = chunk / cells->chunk_columns};
    s.x = s.column * WN_CHUNK_SIDE;
    s.y = s.row * WN_CHUNK_SIDE;
    s.width = wn_min_u32(WN_CHUNK_SIDE, cells->width - s.x);
    s.height = wn_min_u32(WN_CHUNK_SIDE, cells->height - s.y);
    return s;
}

static uint32_t chunk_rows(const wn_cells *cells) {
    return cells->chunk_count / cells->chunk_columns;
}

/* A bit per free cell of a row of a chunk. */
static uint64_t free_bits(const wn_cells *cells, const square *s, uint32_t row) {
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

static void unite_runs(wn_runs *runs, uint32_t a, uint32_t b) {
    a = find_run(runs, a);
    b = find_run(runs, b);
    if (a < b) {
        runs->parent[b] = (uint16_t)a;
    } else {
        runs->parent[a] = (uint16_t)b;
    }
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
        runs->parent[run] = (uint16_t)run;
        while (above < above_end && runs->last[above] + reach < first) {
            above++;
        }
        for (uint32_t a = above; a < above_end && runs->first[a] < end + reach; a++) {
            unite_runs(runs, a, run);
        }
        run++;
    }
    runs->begins[row + 1] = run;
}

/* Which borders of a chunk lead to another one. */
typedef struct borders {
    bool north, south, west, east;
} borders;

static borders borders_of(const wn_cells *cells, const square *s) {
    return (borders){.north = s->row > 0,
                     .south = s->row + 1 < chunk_rows(cells),
                     .west = s->column > 0,
                     .east = s->column + 1 < cells->chunk_columns};
}

/* Gives labels to the regions at the borders, in the order of their runs there. Returns how many.
 */
static uint32_t label_border(wn_runs *runs, const borders *b) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < WN_CHUNK_SIDE; row++) {
        bool is_border_row = (row == 0 && b->north) || (row == WN_CHUNK_SIDE - 1 && b->south);
        for (uint32_t run = runs->begins[row]; run < runs->begins[row + 1]; run++) {
            bool is_at_border = is_border_row || (runs->first[run] == 0 && b->west) ||
                                (runs->last[run] == WN_CHUNK_SIDE - 1 && b->east);
            uint32_t root = runs->parent[run];
            if (is_at_border && !runs->label[root]) {
                runs->label[root] = (uint16_t)++count;
            }
        }
    }
    assert(count < WN_REGIONS);
    return count;
}

static void label_islands(wn_runs *runs) {
    uint32_t label = WN_REGIONS;
    for (uint32_t run = 0; run < runs->begins[WN_CHUNK_SIDE]; run++) {
        if (runs->parent[run] == run && !runs->label[run]) {
            runs->label[run] = (uint16_t)label++;
        }
    }
}

static void write_labels(const wn_runs *runs, uint16_t *labels) {
    for (uint32_t row = 0; row < WN_CHUNK_SIDE; row++, labels += WN_CHUNK_SIDE) {
        memset(labels, 0, WN_CHUNK_SIDE * sizeof *labels);
        for (uint32_t run = runs->begins[row]; run < runs->begins[row + 1]; run++) {
            uint16_t label = runs->label[runs->parent[run]];
            for (uint32_t x = runs->first[run]; x <= runs->last[run]; x++) {
                labels[x] = label;
            }
        }
    }
}

/* Finds the regions of a chunk. Whether their number at the border has changed. */
static bool label_chunk(wend_parts *parts, uint32_t chunk) {
    const wn_cells *cells = &parts->map->cells;
    wn_runs *runs = &parts->runs;
    square s = square_of(parts, chunk);
    for (uint32_t row = 0; row < WN_CHUNK_SIDE; row++) {
        add_row(runs, row, row < s.height ? free_bits(cells, &s, row) : 0, parts->reach);
    }
    uint32_t count = runs->begins[WN_CHUNK_SIDE];
    for (uint32_t run = 0; run < count; run++) {
        runs->parent[run] = runs->parent[runs->parent[run]]; /* a root: those before it are done */
        runs->label[run] = 0;
    }
    borders b = borders_of(cells, &s);
    uint32_t regions = label_border(runs, &b);
    label_islands(runs);
    write_labels(runs, parts->labels + (size_t)chunk * WN_CHUNK_CELLS);
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

/* The cells of a chunk along one of its borders. */
typedef struct edge {
    const uint16_t *labels;
    uint32_t step; /* from cell to cell */
} edge;

static edge edge_of(const wend_parts *parts, uint32_t chunk, uint32_t first, uint32_t step) {
    return (edge){parts->labels + (size_t)chunk * WN_CHUNK_CELLS + first, step};
}

static uint16_t edge_label(const edge *e, uint32_t at) {
    return e->labels[(size_t)at * e->step];
}

static uint64_t edge_bits(const edge *e) {
    uint64_t bits = 0;
    for (uint32_t at = 0; at < WN_CHUNK_SIDE; at++) {
        bits |= (uint64_t)(edge_label(e, at) != 0) << at;
    }
    return bits;
}

static void add_link(wn_chunk *chunk, uint32_t *count, uint16_t from, uint16_t to) {
    assert(*count < WN_CHUNK_LINKS && from && from < WN_REGIONS && to && to < WN_REGIONS);
    chunk->links[(*count)++] = (wn_link){(uint8_t)from, (uint8_t)to};
}

/* Links along a border, by cells that face each other. Where several do in a row, one link is
 * enough. Of cells that touch diagonally only those pairs matter that are not connected by a cell
 * beside them. */
static void link_edges(const edge *a, const edge *b, uint32_t reach, wn_chunk *chunk,
                       uint32_t *count) {
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
static void link_cells(uint16_t a, uint16_t b, wn_chunk *chunk, uint32_t *count) {
    if (a && b) {
        add_link(chunk, count, a, b);
    }
}

#define LAST      (WN_CHUNK_SIDE - 1)
#define LAST_ROW  (LAST * WN_CHUNK_SIDE)
#define LAST_CELL (LAST_ROW + LAST)

/* Makes the links of a chunk to those east and south of it; says whether they have changed. */
static bool link_chunk(wend_parts *parts, uint32_t at) {
    square s = square_of(parts, at);
    borders b = borders_of(&parts->map->cells, &s);
    wn_chunk *chunk = &parts->chunks[at];
    wn_chunk old = *chunk;
    uint32_t count = 0;
    if (b.east) {
        edge here = edge_of(parts, at, LAST, WN_CHUNK_SIDE);
        edge there = edge_of(parts, neighbor_of(parts, at, WN_LINK_EAST), 0, WN_CHUNK_SIDE);
        link_edges(&here, &there, parts->reach, chunk, &count);
    }
    chunk->ends[WN_LINK_EAST] = (uint8_t)count;
    if (b.south) {
        edge here = edge_of(parts, at, LAST_ROW, 1);
        edge there = edge_of(parts, neighbor_of(parts, at, WN_LINK_SOUTH), 0, 1);
        link_edges(&here, &there, parts->reach, chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH] = (uint8_t)count;
    if (b.south && b.east && parts->reach) {
        edge there = edge_of(parts, neighbor_of(parts, at, WN_LINK_SOUTH_EAST), 0, 1);
        edge here = edge_of(parts, at, LAST_CELL, 1);
        link_cells(*here.labels, *there.labels, chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH_EAST] = (uint8_t)count;
    if (b.south && b.west && parts->reach) {
        edge there = edge_of(parts, neighbor_of(parts, at, WN_LINK_SOUTH_WEST), LAST, 1);
        edge here = edge_of(parts, at, LAST_ROW, 1);
        link_cells(*here.labels, *there.labels, chunk, &count);
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

/* Node 0, the blocked cells of the first chunk, stands for those of all of them. */
static void separate_nodes(wend_parts *parts) {
    for (uint32_t chunk = 0; chunk < parts->map->cells.chunk_count; chunk++) {
        uint32_t first = chunk * WN_REGIONS;
        parts->roots[first] = 0;
        for (uint32_t label = 1; label <= parts->chunks[chunk].regions; label++) {
            parts->roots[first + label] = first + label;
        }
    }
}

static void join_links(wend_parts *parts, uint32_t at) {
    const wn_chunk *chunk = &parts->chunks[at];
    uint32_t link = 0;
    for (uint32_t side = 0; side < WN_LINK_SIDES; side++) {
        uint32_t to = neighbor_of(parts, at, (wn_link_side)side);
        for (; link < chunk->ends[side]; link++) {
            join_nodes(parts->roots, at * WN_REGIONS + chunk->links[link].from,
                       to * WN_REGIONS + chunk->links[link].to);
        }
    }
}

static void join_chunks(wend_parts *parts) {
    uint32_t count = parts->map->cells.chunk_count;
    separate_nodes(parts);
    for (uint32_t chunk = 0; chunk < count; chunk++) {
        join_links(parts, chunk);
    }
    for (uint32_t chunk = 0; chunk < count; chunk++) {
        uint32_t first = chunk * WN_REGIONS;
        for (uint32_t label = 1; label <= parts->chunks[chunk].regions; label++) {
            uint32_t *root = &parts->roots[first + label];
            *root = parts->roots[*root]; /* a root: it is smaller, so it is done */
        }
    }
}

/* ---- Making and updating --------------------------------------------------------------------- */

/* One block: the struct, and behind it what there is per chunk, the widest first. */
static void assign_chunks(wend_parts *parts) {
    size_t count = parts->map->cells.chunk_count;
    parts->seen = (uint64_t *)(parts + 1);
    parts->roots = (uint32_t *)(parts->seen + count);
    parts->labels = (uint16_t *)(parts->roots + count * WN_REGIONS);
    parts->chunks = (wn_chunk *)(parts->labels + count * WN_CHUNK_CELLS);
}

static size_t parts_size(const wend_map *map) {
    size_t per_chunk = sizeof(uint64_t) + WN_REGIONS * sizeof(uint32_t) +
                       WN_CHUNK_CELLS * sizeof(uint16_t) + sizeof(wn_chunk);
    return sizeof(wend_parts) + map->cells.chunk_count * per_chunk;
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
    if (!parts || wn_parts_are_current(parts)) {
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
