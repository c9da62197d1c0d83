#include "domain/components.h"

#include <string.h>

/* ---- Regions of a chunk ---------------------------------------------------------------------- */

/* The position of a chunk. */
typedef struct chunk_square {
    uint32_t column, row;   /* in chunks */
    uint32_t x, y;          /* its first cell */
    uint32_t width, height; /* clipped to the map */
} chunk_square;

static chunk_square square_of(const wend_components *components, uint32_t chunk) {
    const wn_cells *cells = &components->map->cells;
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

static wn_label *label_at(const wend_components *components, uint32_t x, uint32_t y) {
    return components->labels + (size_t)y * components->map->cells.width + x;
}

/* One bit per free cell of a row of a chunk. The map has these bits for jump point search, with a
 * border of one cell before them, so a word of a chunk is spread over two of the map's words. */
static uint64_t free_bits(const wend_map *map, const chunk_square *s, uint32_t row) {
    const wn_lines *rows = &map->jumps.lines[WN_ROWS];
    const wn_word *word = wn_line_word(rows, s->y + row + 1, s->x);
    return word->up.free >> 1 | (word + rows->count)->up.free << 63;
}

/* Whether a run is a root is unpredictable; that its grandparent is a root is almost certain. */
static uint32_t find_run(wn_runs *runs, uint32_t run) {
    uint32_t root = runs->parent[runs->parent[run]];
    while (WN_UNLIKELY(runs->parent[root] != root)) {
        root = runs->parent[root];
    }
    runs->parent[run] = (uint16_t)root;
    return root;
}

/* Merges two runs into one region. The smaller root becomes the root. */
static void unite_runs(wn_runs *runs, uint32_t one, uint32_t other) {
    one = find_run(runs, one);
    other = find_run(runs, other);
    runs->parent[wn_max_u32(one, other)] = (uint16_t)wn_min_u32(one, other);
}

/* The runs of a row by cell; entries of blocked cells are undefined. Runs are written from west to
 * east, eight cells at a time, and the last write may go past the end of the run. */
#define EIGHT 8u
typedef struct run_row {
    uint64_t bits;
    uint16_t run[WN_CHUNK_SIDE + EIGHT];
} run_row;

/* Numbers the runs of one row; returns the next free number. The lengths of runs are unpredictable,
 * so the loop has hardly any branches that depend on them. */
static uint32_t number_runs(wn_runs *runs, uint32_t run, run_row *row) {
    uint64_t begins = row->bits & ~(row->bits << 1), ends = row->bits & ~(row->bits >> 1);
    for (; begins; begins &= begins - 1, ends &= ends - 1, run++) {
        uint32_t first = wn_low_zeros(begins), last = wn_low_zeros(ends);
        runs->first[run] = (uint8_t)first;
        runs->last[run] = (uint8_t)last;
        runs->parent[run] = (uint16_t)run;
        for (uint32_t x = first; x <= last; x += EIGHT) {
            uint64_t four = run * UINT64_C(0x0001000100010001);
            memcpy(row->run + x, &four, sizeof four);
            memcpy(row->run + x + EIGHT / 2, &four, sizeof four);
        }
    }
    return run;
}

/* Unites the runs of a row with those of the row above that they touch: where two runs start to
 * overlap, and where two runs touch diagonally and no cell beside them connects them. */
static void unite_rows(wn_runs *runs, const run_row *above, const run_row *row, uint32_t reach) {
    uint64_t both = row->bits & above->bits;
    for (uint64_t left = both & ~(both << 1); left; left &= left - 1) {
        uint32_t x = wn_low_zeros(left);
        unite_runs(runs, row->run[x], above->run[x]);
    }
    if (!reach) {
        return;
    }
    uint64_t only_row = row->bits & ~above->bits, only_above = above->bits & ~row->bits;
    for (uint64_t left = only_row & only_above >> 1; left; left &= left - 1) {
        uint32_t x = wn_low_zeros(left);
        unite_runs(runs, row->run[x], above->run[x + 1]);
    }
    for (uint64_t left = only_above & only_row >> 1; left; left &= left - 1) {
        uint32_t x = wn_low_zeros(left);
        unite_runs(runs, row->run[x + 1], above->run[x]);
    }
}

/* Finds the runs of a chunk and connects them. Afterwards every parent is a root. */
static void find_runs(wend_components *components, const chunk_square *s) {
    wn_runs *runs = &components->runs;
    run_row rows[2];
    rows[1].bits = 0; /* above the first */
    uint32_t count = 0;
    for (uint32_t y = 0; y < WN_CHUNK_SIDE; y++) {
        run_row *row = &rows[y % 2];
        row->bits = y < s->height ? free_bits(components->map, s, y) : 0;
        runs->begins[y] = count;
        count = number_runs(runs, count, row);
        unite_rows(runs, &rows[(y + 1) % 2], row, components->reach);
    }
    runs->begins[WN_CHUNK_SIDE] = count;
    for (uint32_t run = 0; run < count; run++) {
        runs->parent[run] = runs->parent[runs->parent[run]]; /* a root: all smaller runs are done */
        runs->label[run] = 0;
    }
}

/* Which borders of a chunk are shared with another chunk. */
typedef struct chunk_borders {
    bool north, south, west, east;
} chunk_borders;

static chunk_borders borders_of(const wn_cells *cells, const chunk_square *s) {
    return (chunk_borders){.north = s->row > 0,
                           .south = s->row + 1 < chunk_rows(cells),
                           .west = s->column > 0,
                           .east = s->column + 1 < cells->chunk_columns};
}

static void label_region(wn_runs *runs, uint32_t run, uint32_t *count) {
    wn_label *label = &runs->label[runs->parent[run]];
    if (!*label) {
        *count += 1;
        *label = (wn_label)*count;
    }
}

/* Labels the regions at the borders, in the order of their runs there. Returns how many there are.
 */
static uint32_t label_border(wn_runs *runs, const chunk_borders *b) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < WN_CHUNK_SIDE; row++) {
        bool is_border_row = (row == 0 && b->north) || (row == WN_CHUNK_SIDE - 1 && b->south);
        uint32_t first = runs->begins[row], end = runs->begins[row + 1];
        if (first < end && !is_border_row && b->west && runs->first[first] == 0) {
            label_region(runs, first, &count);
        }
        for (uint32_t run = first; run < end && is_border_row; run++) {
            label_region(runs, run, &count);
        }
        if (first < end && b->east && runs->last[end - 1] == WN_CHUNK_SIDE - 1) {
            label_region(runs, end - 1, &count);
        }
    }
    assert(count < WN_REGIONS);
    return count;
}

/* If there are more islands than labels, the islands with most cells get them. */
static void label_large_islands(wn_runs *runs) {
    uint16_t cells[WN_RUNS] = {0};
    for (uint32_t run = 0; run < runs->begins[WN_CHUNK_SIDE]; run++) {
        cells[runs->parent[run]] += (uint16_t)(runs->last[run] - runs->first[run] + 1);
    }
    uint32_t label = WN_FIRST_ISLAND;
    for (uint32_t run = 0; run < runs->begins[WN_CHUNK_SIDE]; run++) {
        if (runs->label[run] >= WN_FIRST_ISLAND) {
            bool is_small = cells[run] <= WN_SMALL_ISLAND;
            runs->label[run] = (wn_label)(is_small ? WN_SMALL_ISLANDS : label++);
        }
    }
    assert(label <= WN_SMALL_ISLANDS);
}

/* Few runs are the first of an island. */
static void label_islands(wn_runs *runs) {
    uint32_t label = WN_FIRST_ISLAND;
    for (uint32_t run = 0; run < runs->begins[WN_CHUNK_SIDE]; run++) {
        if (WN_UNLIKELY((runs->parent[run] == run) & !runs->label[run])) {
            runs->label[run] = (wn_label)wn_min_u32(label++, WN_SMALL_ISLANDS);
        }
    }
    if (label > WN_SMALL_ISLANDS) {
        label_large_islands(runs);
    }
}

/* Writes the labels of a chunk. Runs are written eight cells at a time, as in number_runs, and what
 * is written past their end is cleared again. */
static void write_labels(const wend_components *components, const chunk_square *s) {
    const wn_runs *runs = &components->runs;
    for (uint32_t y = 0; y < s->height; y++) {
        wn_label row[WN_CHUNK_SIDE + EIGHT] = {0};
        for (uint32_t run = runs->begins[y]; run < runs->begins[y + 1]; run++) {
            uint64_t labels = runs->label[runs->parent[run]] * UINT64_C(0x0101010101010101);
            uint32_t last = runs->last[run];
            for (uint32_t x = runs->first[run]; x <= last; x += EIGHT) {
                memcpy(row + x, &labels, EIGHT);
            }
            memset(row + last + 1, 0, EIGHT);
        }
        wn_label *out = label_at(components, s->x, s->y + y);
        if (WN_LIKELY(s->width == WN_CHUNK_SIDE)) {
            memcpy(out, row, WN_CHUNK_SIDE);
        } else {
            memcpy(out, row, s->width);
        }
    }
}

/* Units of work: for a chunk, and for each run of free cells in it. */
#define WORK_CHUNK UINT64_C(2000)
#define WORK_RUN   UINT64_C(10)
_Static_assert(WORK_CHUNK + WORK_RUN * WN_RUNS == WEND_COMPONENTS_WORK_CHUNK, "as the header says");

/* Finds the regions of a chunk and adds the units of work to `work`. Returns whether the number of
 * regions at its border changed. */
static bool label_chunk(wend_components *components, uint32_t chunk, uint64_t *work) {
    const wn_cells *cells = &components->map->cells;
    wn_runs *runs = &components->runs;
    chunk_square s = square_of(components, chunk);
    find_runs(components, &s);
    chunk_borders b = borders_of(cells, &s);
    uint32_t regions = label_border(runs, &b);
    label_islands(runs);
    write_labels(components, &s);
    bool has_changed = components->chunks[chunk].regions != regions;
    components->chunks[chunk].regions = (uint8_t)regions;
    components->seen[chunk] = cells->version;
    *work += WORK_CHUNK + WORK_RUN * runs->begins[WN_CHUNK_SIDE];
    return has_changed;
}

/* ---- Links between chunks -------------------------------------------------------------------- */

static uint32_t neighbor_of(const wend_components *components, uint32_t chunk, wn_link_side side) {
    uint32_t columns = components->map->cells.chunk_columns;
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

static chunk_edge row_edge(const wend_components *components, const chunk_square *s, uint32_t y) {
    return (chunk_edge){label_at(components, s->x, y), 1, s->width};
}

static chunk_edge column_edge(const wend_components *components, const chunk_square *s,
                              uint32_t x) {
    return (chunk_edge){label_at(components, x, s->y), components->map->cells.width, s->height};
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

/* Adds the links along a border, between cells that face each other. One link is enough for a run
 * of such pairs. Of cells that touch diagonally, only pairs that no cell beside them connects are
 * linked. */
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

/* Adds a link between two cells at the corners of chunks. */
static void link_cells(wn_label a, wn_label b, wn_chunk_border *chunk, uint32_t *count) {
    if (a && b) {
        add_link(chunk, count, a, b);
    }
}

/* Finds the links of a chunk to its neighbours in the east and south; returns whether they changed.
 */
static bool link_chunk(wend_components *components, uint32_t at) {
    chunk_square s = square_of(components, at);
    chunk_borders b = borders_of(&components->map->cells, &s);
    uint32_t next_x = s.x + WN_CHUNK_SIDE, next_y = s.y + WN_CHUNK_SIDE; /* beyond the borders */
    wn_chunk_border *chunk = &components->chunks[at];
    wn_chunk_border old = *chunk;
    uint32_t count = 0;
    if (b.east) {
        chunk_edge here = column_edge(components, &s, next_x - 1),
                   there = column_edge(components, &s, next_x);
        link_edges(&here, &there, components->reach, chunk, &count);
    }
    chunk->ends[WN_LINK_EAST] = (uint8_t)count;
    if (b.south) {
        chunk_edge here = row_edge(components, &s, next_y - 1),
                   there = row_edge(components, &s, next_y);
        link_edges(&here, &there, components->reach, chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH] = (uint8_t)count;
    if (b.south && b.east && components->reach) {
        link_cells(*label_at(components, next_x - 1, next_y - 1),
                   *label_at(components, next_x, next_y), chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH_EAST] = (uint8_t)count;
    if (b.south && b.west && components->reach) {
        link_cells(*label_at(components, s.x, next_y - 1), *label_at(components, s.x - 1, next_y),
                   chunk, &count);
    }
    chunk->ends[WN_LINK_SOUTH_WEST] = (uint8_t)count;
    return memcmp(old.ends, chunk->ends, sizeof old.ends) != 0 ||
           memcmp(old.links, chunk->links, count * sizeof *old.links) != 0;
}

/* Finds the links of a relabelled chunk and the links to it. */
static bool link_around(wend_components *components, uint32_t chunk) {
    const wn_cells *cells = &components->map->cells;
    uint32_t column = chunk % cells->chunk_columns;
    bool has_changed = link_chunk(components, chunk);
    if (column > 0) {
        has_changed |= link_chunk(components, chunk - 1);
    }
    if (chunk < cells->chunk_columns) {
        return has_changed;
    }
    uint32_t above = chunk - cells->chunk_columns;
    has_changed |= link_chunk(components, above);
    if (components->reach && column > 0) {
        has_changed |= link_chunk(components, above - 1);
    }
    if (components->reach && column + 1 < cells->chunk_columns) {
        has_changed |= link_chunk(components, above + 1);
    }
    return has_changed;
}

/* ---- Union-find over all chunks -------------------------------------------------------------- */

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

/* Gives each border region a node, numbered without gaps; returns the number of nodes. Node 0 is
 * unused. */
static uint32_t separate_nodes(wend_components *components) {
    uint32_t count = 1;
    for (uint32_t chunk = 0; chunk < components->map->cells.chunk_count; chunk++) {
        components->bases[chunk] = count - 1; /* labels start at 1 */
        count += components->chunks[chunk].regions;
    }
    for (uint32_t node = 0; node < count; node++) {
        components->roots[node] = node;
    }
    return count;
}

static void join_links(wend_components *components, uint32_t at) {
    const wn_chunk_border *chunk = &components->chunks[at];
    uint32_t link = 0;
    for (uint32_t side = 0; side < WN_LINK_SIDES; side++) {
        uint32_t to = neighbor_of(components, at, (wn_link_side)side);
        for (; link < chunk->ends[side]; link++) {
            join_nodes(components->roots, components->bases[at] + chunk->links[link].from,
                       components->bases[to] + chunk->links[link].to);
        }
    }
}

static void join_chunks(wend_components *components) {
    uint32_t count = separate_nodes(components);
    for (uint32_t chunk = 0; chunk < components->map->cells.chunk_count; chunk++) {
        join_links(components, chunk);
    }
    for (uint32_t node = 1; node < count; node++) {
        components->roots[node] =
            components->roots[components->roots[node]]; /* smaller nodes are done */
    }
}

/* ---- Creating and updating ------------------------------------------------------------------- */

/* Lays out one block: the struct, followed by the arrays per chunk, widest elements first. */
static void assign_chunks(wend_components *components) {
    size_t count = components->map->cells.chunk_count;
    components->seen = (uint64_t *)(components + 1);
    components->bases = (uint32_t *)(components->seen + count);
    components->roots = components->bases + count;
    components->labels = (wn_label *)(components->roots + count * WN_REGIONS);
    components->chunks =
        (wn_chunk_border *)(components->labels + components->map->domain.state_count);
}

static size_t components_size(const wend_map *map) {
    size_t per_chunk =
        sizeof(uint64_t) + (1 + WN_REGIONS) * sizeof(uint32_t) + sizeof(wn_chunk_border);
    return sizeof(wend_components) + map->cells.chunk_count * per_chunk + map->domain.state_count;
}

static void find_components(wend_components *components) {
    uint64_t work = 0; /* not used here */
    const wn_cells *cells = &components->map->cells;
    memset(components->chunks, 0, cells->chunk_count * sizeof *components->chunks);
    for (uint32_t chunk = 0; chunk < cells->chunk_count; chunk++) {
        label_chunk(components, chunk, &work);
    }
    for (uint32_t chunk = 0; chunk < cells->chunk_count; chunk++) {
        link_chunk(components, chunk);
    }
    join_chunks(components);
    components->known = cells->last;
    components->current = cells->version;
}

WN_DEFINITION_ENDS(wend_components_def, memory_limit);

static wend_error check_components_def(const wend_components_def *def, wend_diagnosis *diagnosis) {
    return def->map ? wn_check_allocator(&def->allocator, diagnosis)
                    : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "map", "map is null");
}

wend_error wend_components_create_sized(const wend_components_def *def, size_t size,
                                        wend_components **out, wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_components_def form;
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    if (!error) {
        error = check_components_def(&form, diagnosis);
    }
    if (error) {
        return error;
    }
    const wend_map *map = form.map;
    wn_memory memory;
    wn_memory_init(&memory, &form.allocator, form.memory_limit);
    size_t bytes = components_size(map);
    wend_components *components = wn_memory_take(&memory, bytes);
    if (!components) {
        return wn_no_memory(diagnosis, memory.limit,
                            "no memory for the components of %u x %u cells", map->def.width,
                            map->def.height);
    }
    *components = (wend_components){
        .reach_of = wend_components_reach,
        .nearest_of = wend_components_nearest,
        .memory = memory,
        .size = bytes,
        .map = map,
        .reach = map->near->has_corners && map->def.corners == WEND_CORNERS_ALWAYS,
    };
    assign_chunks(components);
    find_components(components);
    *out = components;
    return WEND_OK;
}

void wend_components_destroy(wend_components *components) {
    if (components) {
        wn_memory memory = components->memory;
        wn_memory_give(&memory, components, components->size);
    }
}

/* The budget of an update and the work done so far. */
typedef struct update_budget {
    const wend_budget *budget;
    uint64_t end;      /* of its time */
    uint64_t overhead; /* for reading the stamps, and for joining all chunks */
    uint64_t used;
} update_budget;

/* Whether another chunk may be labelled. The first one always may. */
static bool has_budget(const update_budget *b) {
    uint64_t needed = b->used + WEND_COMPONENTS_WORK_CHUNK + b->overhead;
    return b->used == 0 || (needed <= b->budget->work && !wn_budget_is_over(b->budget, b->end));
}

/* Labels stale chunks. Returns how many are still stale. */
static uint32_t label_stale_chunks(wend_components *components, update_budget *b,
                                   bool *has_changed) {
    const wn_cells *cells = &components->map->cells;
    wn_stamp known = cells->last;
    uint32_t stale = 0, chunk = components->turn;
    for (uint32_t i = 0; i < cells->chunk_count; i++) {
        const wn_stamp *stamp = &cells->stamps[chunk];
        bool is_blocked = stamp->blocked > components->seen[chunk];
        bool is_freed = stamp->freed > components->seen[chunk];
        uint32_t next = chunk + 1 < cells->chunk_count ? chunk + 1 : 0;
        if ((is_blocked || is_freed) && has_budget(b)) {
            *has_changed |= label_chunk(components, chunk, &b->used);
            *has_changed |= link_around(components, chunk);
            components->turn = next;
        } else if (is_blocked || is_freed) {
            known.blocked = is_blocked ? UINT64_MAX : known.blocked;
            known.freed = is_freed ? UINT64_MAX : known.freed;
            stale++;
        }
        chunk = next;
    }
    components->known = known;
    return stale;
}

wend_error wend_components_update(wend_components *components, wend_budget budget,
                                  wend_update_info *info) {
    wend_update_info none = {0};
    info = info ? info : &none;
    *info = none;
    wend_error error =
        components ? wn_budget_check(&budget, WEND_WORK_EXPANSION) : WEND_ERROR_ARGUMENT;
    if (error || components->current == components->map->cells.version) {
        return error;
    }
    uint64_t chunks = components->map->cells.chunk_count;
    update_budget b = {.budget = &budget,
                       .end = wn_budget_end(&budget),
                       .overhead = chunks * (1 + WEND_COMPONENTS_WORK_JOIN)};
    bool has_changed = false;
    info->pending = label_stale_chunks(components, &b, &has_changed);
    info->work = b.used + chunks;
    if (has_changed) {
        join_chunks(components);
        info->work += chunks * WEND_COMPONENTS_WORK_JOIN;
    }
    components->current = info->pending ? UINT64_MAX : components->map->cells.version;
    components->version += b.used > 0;
    return WEND_OK;
}

uint64_t wend_components_version(const wend_components *components) {
    return components ? components->version : 0;
}

const wend_map *wend_components_map(const wend_components *components) {
    return components ? components->map : NULL;
}

size_t wend_components_memory(const wend_components *components) {
    return components ? components->size : 0;
}
