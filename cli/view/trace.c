#include "view/trace.h"

#include "common/messages.h"
#include "common/neighbors.h"

#include <wend/research.h>
#include <stdlib.h>
#include <string.h>

#define VERSION       1u
#define MAGIC_SIZE    8u
#define CHECKSUM_SIZE 8u

/* Not text: conversion of line ends damages it detectably. */
static const uint8_t magic[MAGIC_SIZE] = {0x89, 'W', 'T', 'R', '\r', '\n', 0x1a, '\n'};

enum { RECORD_END = 0, RECORD_TICK = 1 };

/* Encodings of the difference between two cells. */
enum { HOP_NEAR = 25, HOP_FAR = 25, HOP_NONE = 26, NEAR = 2 };

#define BLOCKED_BIT 0x80u

static uint64_t checksum(const uint8_t *data, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* One byte for a cell within NEAR in x and y, else the difference of the numbers. */
static void add_hop(struct trace_writer *w, wend_state from, wend_state to) {
    if (to == WEND_STATE_NONE) {
        bytes_add_byte(&w->bytes, HOP_NONE);
        return;
    }
    int64_t dx = (int64_t)(to % w->width) - from % w->width;
    int64_t dy = (int64_t)(to / w->width) - from / w->width;
    if (dx >= -NEAR && dx <= NEAR && dy >= -NEAR && dy <= NEAR) {
        bytes_add_byte(&w->bytes, (uint8_t)((dy + NEAR) * (2 * NEAR + 1) + dx + NEAR));
    } else {
        bytes_add_byte(&w->bytes, HOP_FAR);
        bytes_add_signed(&w->bytes, (int64_t)to - from);
    }
}

static void add_cells(struct trace_writer *w, const wend_state *cells, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        add_hop(w, w->listed, cells[i]);
        w->listed = cells[i];
    }
}

static void add_string(struct bytes *b, const char *text) {
    bytes_add_number(b, strlen(text));
    bytes_add_text(b, text);
}

/* Runs of equal cells: the number, and the terrain, with a bit for blocked cells. */
static void add_terrain(struct bytes *b, const wend_map *map) {
    uint32_t width = wend_map_width(map), count = width * wend_map_height(map), run = 0;
    uint8_t value = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = i % width, y = i / width;
        uint8_t next = (uint8_t)((uint8_t)wend_map_cell(map, x, y) |
                                 (wend_map_is_free(map, x, y) ? 0u : BLOCKED_BIT));
        if (run > 0 && next != value) {
            bytes_add_number(b, run);
            bytes_add_byte(b, value);
            run = 0;
        }
        value = next;
        run++;
    }
    bytes_add_number(b, run);
    bytes_add_byte(b, value);
}

void trace_begin(struct trace_writer *w, const wend_map *map, wend_state start, wend_state goal,
                 uint32_t agent_count) {
    *w = (struct trace_writer){.width = wend_map_width(map)};
    struct bytes *b = &w->bytes;
    bytes_add(b, magic, sizeof magic);
    bytes_add_number(b, VERSION);
    bytes_add_number(b, w->width);
    bytes_add_number(b, wend_map_height(map));
    bytes_add_number(b, wend_map_neighbors(map));
    bytes_add_number(b, wend_map_corners(map));
    add_terrain(b, map);
    bytes_add_number(b, wend_domain_unit(wend_map_domain(map)));
    bytes_add_number(b, start);
    bytes_add_number(b, goal);
    bytes_add_number(b, agent_count);
}

void trace_begin_agent(struct trace_writer *w, const struct trace_agent *agent, wend_state start,
                       const wend_state *known, uint32_t known_count) {
    struct bytes *b = &w->bytes;
    w->totals = (struct trace_agent){0};
    w->cell = w->expanded = w->listed = start;
    w->search = 0;
    w->g = w->h = 0;
    add_string(b, agent->algo);
    add_string(b, agent->parameters);
    bytes_add_number(b, agent->budget);
    bytes_add_number(b, agent->time_ns);
    bytes_add_byte(b, (uint8_t)((agent->hidden ? 1 : 0) | (agent->line_of_sight ? 2 : 0)));
    bytes_add_number(b, agent->known_permille);
    bytes_add_number(b, agent->sight);
    bytes_add_number(b, known_count);
    add_cells(w, known, known_count);
}

static void add_expansion(struct trace_writer *w, const wend_expansion *e) {
    struct bytes *b = &w->bytes;
    bytes_add_signed(b, (int64_t)(e->search - w->search));
    add_hop(w, w->expanded, e->state);
    add_hop(w, e->state, e->parent);
    bytes_add_signed(b, (int64_t)e->g - w->g);
    bytes_add_signed(b, (int64_t)e->h - w->h);
    w->search = e->search;
    w->expanded = e->state;
    w->g = e->g;
    w->h = e->h;
}

static void count_tick(struct trace_agent *totals, const struct tick_record *record) {
    totals->ticks++;
    totals->moves += (record->flags & WEND_TICK_MOVED) != 0;
    totals->expansions += record->expansion_count;
    totals->cost += record->cost;
    totals->status = record->status;
}

void trace_add_tick(struct trace_writer *w, const struct tick_record *record) {
    struct bytes *b = &w->bytes;
    bytes_add_byte(b, RECORD_TICK);
    bytes_add_number(b, record->status);
    bytes_add_number(b, record->flags);
    add_hop(w, w->cell, record->cell);
    bytes_add_number(b, record->cost);
    w->cell = record->cell;
    bytes_add_number(b, record->expansion_count);
    for (uint32_t i = 0; i < record->expansion_count; i++) {
        add_expansion(w, &record->expansions[i]);
    }
    bytes_add_number(b, record->opened_count);
    add_cells(w, record->opened, record->opened_count);
    bytes_add_number(b, record->new_path ? (uint64_t)record->path_count + 1 : 0);
    w->listed = record->cell;
    add_cells(w, record->path, record->new_path ? record->path_count : 0);
    bytes_add_number(b, record->seen_count);
    w->listed = record->cell;
    add_cells(w, record->seen, record->seen_count);
    count_tick(&w->totals, record);
}

void trace_end_agent(struct trace_writer *w) {
    bytes_add_byte(&w->bytes, RECORD_END);
    bytes_add_number(&w->bytes, w->totals.ticks);
    bytes_add_number(&w->bytes, w->totals.moves);
    bytes_add_number(&w->bytes, w->totals.expansions);
    bytes_add_number(&w->bytes, w->totals.cost);
}

void trace_finish(struct trace_writer *w) {
    uint64_t sum = checksum(w->bytes.data, w->bytes.count);
    for (uint32_t i = 0; i < CHECKSUM_SIZE; i++) {
        bytes_add_byte(&w->bytes, (uint8_t)(sum >> (8 * i)));
    }
}

/* ---- Reading numbers ----------------------------------------------------------------------- */

/* Keeps only the first error. */
static void wrong(struct trace_cursor *c, const char *what) {
    c->wrong = c->wrong ? c->wrong : what;
}

static uint8_t get_byte(struct trace_cursor *c) {
    if (c->wrong || c->at >= c->size) {
        wrong(c, "unexpected end of file");
        return 0;
    }
    return c->trace->bytes.data[c->at++];
}

static uint64_t get_any(struct trace_cursor *c) {
    uint64_t number = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
        uint8_t byte = get_byte(c);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return number;
        }
    }
    wrong(c, "number too long");
    return 0;
}

/* `what` is the error for a number out of range; then returns 0. */
static uint64_t get_number(struct trace_cursor *c, uint64_t min, uint64_t max, const char *what) {
    uint64_t number = get_any(c);
    if (number < min || number > max) {
        wrong(c, what);
    }
    return c->wrong ? 0 : number;
}

static int64_t get_signed(struct trace_cursor *c) {
    uint64_t number = get_any(c);
    return (number & 1) ? (int64_t) ~(number >> 1) : (int64_t)(number >> 1);
}

/* Reads the count of a list whose items take at least a byte each. */
static uint32_t get_count(struct trace_cursor *c) {
    return (uint32_t)get_number(c, 0, c->size - c->at < UINT32_MAX ? c->size - c->at : UINT32_MAX,
                                "list longer than the file");
}

static void get_text(struct trace_cursor *c, char out[TRACE_TEXT_MAX + 1]) {
    uint64_t length = get_number(c, 0, TRACE_TEXT_MAX, "text too long");
    for (uint64_t i = 0; i < length; i++) {
        out[i] = (char)get_byte(c);
        if (out[i] < ' ' || out[i] > '~') {
            wrong(c, "text with characters that are not printable");
        }
    }
    out[length] = 0;
}

static wend_state get_hop(struct trace_cursor *c, wend_state from, bool may_be_none) {
    const struct trace_scene *scene = &c->trace->scene;
    uint8_t code = get_byte(c);
    int64_t to = -1;
    if (code == HOP_NONE && may_be_none) {
        return WEND_STATE_NONE;
    }
    if (code < HOP_NEAR) {
        int64_t x = (int64_t)(from % scene->width) + code % (2 * NEAR + 1) - NEAR;
        int64_t y = (int64_t)(from / scene->width) + code / (2 * NEAR + 1) - NEAR;
        to = x >= 0 && x < scene->width && y >= 0 ? y * scene->width + x : -1;
    } else if (code == HOP_FAR) {
        int64_t difference = get_signed(c);
        bool sane = difference > -(INT64_C(1) << 32) && difference < INT64_C(1) << 32;
        to = sane ? (int64_t)from + difference : -1;
    } else {
        wrong(c, "unknown hop");
    }
    if (to < 0 || to >= (int64_t)scene->width * scene->height) {
        wrong(c, "cell outside the map");
    }
    return c->wrong ? 0 : (wend_state)to;
}

static void get_cells(struct trace_cursor *c, uint32_t count, wend_state **cells,
                      uint32_t *capacity) {
    for (uint32_t i = 0; i < count && !c->wrong; i++) {
        if (!grow_array(cells, capacity, i, sizeof **cells)) {
            wrong(c, "out of memory");
            return;
        }
        c->listed = (*cells)[i] = get_hop(c, c->listed, false);
    }
}

/* ---- Reading ticks ------------------------------------------------------------------------- */

static void get_agent(struct trace_cursor *c, struct trace_agent *agent) {
    get_text(c, agent->algo);
    get_text(c, agent->parameters);
    agent->budget = (uint32_t)get_number(c, 0, WEND_EXPANSIONS_MAX, "budget out of range");
    agent->time_ns = get_number(c, 0, UINT64_MAX, "time out of range");
    uint64_t bits = get_number(c, 0, 3, "unknown terrain flag");
    agent->hidden = (bits & 1) != 0;
    agent->line_of_sight = (bits & 2) != 0;
    agent->known_permille = (uint32_t)get_number(c, 0, 1000, "share out of range");
    agent->sight = (uint32_t)get_number(c, 0, WEND_SIGHT_MAX, "sight out of range");
}

static void get_expansion(struct trace_cursor *c, wend_expansion *out) {
    c->search += (uint64_t)get_signed(c);
    c->expanded = get_hop(c, c->expanded, false);
    wend_state parent = get_hop(c, c->expanded, true);
    /* Unsigned arithmetic, because the file may be invalid. */
    c->g = (int64_t)((uint64_t)c->g + (uint64_t)get_signed(c));
    c->h = (int64_t)((uint64_t)c->h + (uint64_t)get_signed(c));
    if (c->g < 0 || c->g > UINT32_MAX || c->h < 0 || c->h > UINT32_MAX) {
        wrong(c, "cost out of range");
        c->g = c->h = 0;
    }
    *out = (wend_expansion){.search = c->search,
                            .state = c->expanded,
                            .parent = parent,
                            .g = (wend_cost)c->g,
                            .h = (wend_cost)c->h};
}

static void get_expansions(struct trace_cursor *c, uint32_t count) {
    for (uint32_t i = 0; i < count && !c->wrong; i++) {
        if (!grow_array(&c->expansions, &c->expansion_capacity, i, sizeof *c->expansions)) {
            wrong(c, "out of memory");
            return;
        }
        get_expansion(c, &c->expansions[i]);
    }
}

static void get_tick(struct trace_cursor *c, struct tick_record *record) {
    record->status = (wend_agent_status)get_number(c, 0, WEND_AGENT_NOT_RESERVED, "unknown status");
    record->flags = (uint32_t)get_number(c, 0, UINT32_MAX, "flags out of range");
    c->cell = record->cell = get_hop(c, c->cell, false);
    record->cost = (wend_cost)get_number(c, 0, UINT32_MAX, "cost out of range");
    record->expansion_count = get_count(c);
    get_expansions(c, record->expansion_count);
    record->opened_count = get_count(c);
    get_cells(c, record->opened_count, &c->opened, &c->opened_capacity);
    uint32_t path = get_count(c);
    record->new_path = path > 0;
    record->path_count = path > 0 ? path - 1 : 0;
    c->listed = c->cell;
    get_cells(c, record->path_count, &c->path, &c->path_capacity);
    record->seen_count = get_count(c);
    c->listed = c->cell;
    get_cells(c, record->seen_count, &c->seen, &c->seen_capacity);
    record->expansions = c->expansions;
    record->opened = c->opened;
    record->path = c->path;
    record->seen = c->seen;
}

static void get_end(struct trace_cursor *c) {
    bool same = get_any(c) == c->totals.ticks;
    same = get_any(c) == c->totals.moves && same;
    same = get_any(c) == c->totals.expansions && same;
    same = get_any(c) == c->totals.cost && same;
    if (!same) {
        wrong(c, "sums do not match the ticks");
    }
}

bool trace_next(struct trace_cursor *c, struct tick_record *record) {
    *record = (struct tick_record){0};
    uint8_t kind = get_byte(c);
    if (kind == RECORD_TICK) {
        get_tick(c, record);
        count_tick(&c->totals, record);
        return !c->wrong;
    }
    if (kind == RECORD_END) {
        get_end(c);
    } else {
        wrong(c, "unknown record");
    }
    return false;
}

/* Begins with the list of known cells. */
static void begin_ticks(struct trace_cursor *c, struct tick_record *known) {
    c->cell = c->expanded = c->listed = c->trace->scene.start;
    c->search = 0;
    c->g = c->h = 0;
    c->totals = (struct trace_agent){0};
    *known = (struct tick_record){.cell = c->cell, .seen_count = get_count(c)};
    get_cells(c, known->seen_count, &c->seen, &c->seen_capacity);
    known->seen = c->seen;
}

void trace_rewind(struct trace_cursor *c, const struct trace *trace, uint32_t agent,
                  struct tick_record *known) {
    c->trace = trace;
    c->agent = agent;
    c->at = trace->begins[agent];
    c->size = trace->bytes.count - CHECKSUM_SIZE;
    c->wrong = NULL;
    begin_ticks(c, known);
}

void trace_cursor_clear(struct trace_cursor *c) {
    free(c->expansions);
    free(c->opened);
    free(c->path);
    free(c->seen);
    *c = (struct trace_cursor){0};
}

/* ---- Reading files ------------------------------------------------------------------------- */

static void get_terrain(struct trace_cursor *c, struct trace *t) {
    uint32_t count = t->scene.width * t->scene.height;
    for (uint32_t i = 0; i < count && !c->wrong;) {
        uint32_t run = (uint32_t)get_number(c, 1, count - i, "too many cells");
        uint8_t value = get_byte(c);
        char terrain = (char)(value & ~BLOCKED_BIT);
        if (!terrain || !strchr(".GSWT@O", terrain)) {
            wrong(c, "unknown terrain");
        }
        memset(t->terrain + i, terrain, run);
        memset(t->free + i, !(value & BLOCKED_BIT), run);
        i += run;
    }
}

static void get_scene(struct trace_cursor *c, struct trace *t) {
    struct trace_scene *s = &t->scene;
    s->width = (uint32_t)get_number(c, 1, WEND_MAP_SIDE_MAX, "map size out of range");
    s->height = (uint32_t)get_number(c, 1, WEND_MAP_SIDE_MAX, "map size out of range");
    s->neighbors =
        (uint32_t)get_number(c, NEIGHBORS_MIN, NEIGHBORS_MAX, "unknown number of neighbours");
    if (!neighbors_reach(s->neighbors)) {
        wrong(c, "unknown number of neighbours");
    }
    s->corners = (wend_corners)get_number(c, 0, WEND_CORNERS_ALWAYS, "unknown corner rule");
    if (c->wrong) {
        return;
    }
    size_t count = (size_t)s->width * s->height;
    t->terrain = malloc(count);
    t->free = malloc(count);
    if (!t->terrain || !t->free) {
        wrong(c, "out of memory");
        return;
    }
    get_terrain(c, t);
    s->unit = (uint32_t)get_number(c, 1, UINT32_MAX, "unit of cost out of range");
    s->start = (wend_state)get_number(c, 0, count - 1, "start outside the map");
    s->goal = (wend_state)get_number(c, 0, count - 1, "goal outside the map");
    t->agent_count = (uint32_t)get_number(c, 1, TRACE_AGENTS_MAX, "number of agents out of range");
}

/* Reads everything once, so that the file need not be checked again. */
static void get_agents(struct trace_cursor *c, struct trace *t) {
    t->agents = calloc(t->agent_count, sizeof *t->agents);
    t->begins = calloc(t->agent_count, sizeof *t->begins);
    if (!t->agents || !t->begins) {
        wrong(c, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < t->agent_count && !c->wrong; i++) {
        struct trace_agent *agent = &t->agents[i];
        get_agent(c, agent);
        t->begins[i] = c->at;
        struct tick_record record;
        begin_ticks(c, &record);
        while (trace_next(c, &record)) {
        }
        agent->ticks = c->totals.ticks;
        agent->moves = c->totals.moves;
        agent->expansions = c->totals.expansions;
        agent->cost = c->totals.cost;
        agent->status = c->totals.status;
    }
    if (c->at != c->size) {
        wrong(c, "unexpected bytes after the last agent");
    }
}

static const char *check_frame(const struct bytes *bytes) {
    if (bytes->count < MAGIC_SIZE || memcmp(bytes->data, magic, MAGIC_SIZE) != 0) {
        return "not a trace of wend";
    }
    if (bytes->count < MAGIC_SIZE + CHECKSUM_SIZE) {
        return "unexpected end of file";
    }
    size_t size = bytes->count - CHECKSUM_SIZE;
    uint64_t sum = checksum(bytes->data, size);
    for (uint32_t i = 0; i < CHECKSUM_SIZE; i++) {
        if (bytes->data[size + i] != (uint8_t)(sum >> (8 * i))) {
            return "damaged or truncated trace: the checksum does not match";
        }
    }
    return NULL;
}

int trace_open(struct bytes *bytes, const char *name, struct trace *out) {
    *out = (struct trace){.bytes = *bytes};
    *bytes = (struct bytes){0};
    const char *frame = check_frame(&out->bytes);
    if (frame) {
        return fail_usage("%s: %s", name, frame);
    }
    struct trace_cursor c = {
        .trace = out, .at = MAGIC_SIZE, .size = out->bytes.count - CHECKSUM_SIZE};
    uint64_t version = get_any(&c);
    if (!c.wrong && version != VERSION) {
        return fail_usage("%s: trace has version %llu, expected %u", name,
                          (unsigned long long)version, VERSION);
    }
    get_scene(&c, out);
    if (!c.wrong) {
        get_agents(&c, out);
    }
    const char *what = c.wrong;
    size_t at = c.at;
    trace_cursor_clear(&c);
    if (what && strcmp(what, "out of memory") == 0) {
        return fail_machine("%s: out of memory", name);
    }
    return what ? fail_usage("%s: invalid trace: %s (byte %zu)", name, what, at) : 0;
}

int trace_load(const char *path, struct trace *out) {
    struct bytes bytes = {0};
    *out = (struct trace){0};
    int code = read_whole_file(path, TRACE_SIZE_MAX, &bytes);
    if (code) {
        bytes_clear(&bytes);
        return code;
    }
    return trace_open(&bytes, path, out);
}

void trace_clear(struct trace *trace) {
    bytes_clear(&trace->bytes);
    free(trace->terrain);
    free(trace->free);
    free(trace->agents);
    free(trace->begins);
    *trace = (struct trace){0};
}

int trace_map(const struct trace *trace, wend_map **out) {
    wend_map_def def = {.width = trace->scene.width,
                        .height = trace->scene.height,
                        .neighbors = trace->scene.neighbors,
                        .corners = trace->scene.corners};
    size_t count = (size_t)def.width * def.height;
    char *cells = malloc(count);
    for (size_t i = 0; cells && i < count; i++) {
        cells[i] = trace->free[i] ? '.' : '@';
    }
    def.cells = cells;
    bool made = cells && wend_map_create(&def, out, NULL) == WEND_OK;
    free(cells);
    return made ? 0 : fail_machine("out of memory for the map of the trace");
}
