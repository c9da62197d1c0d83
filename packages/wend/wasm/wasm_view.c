#include "wasm_view.h"

#include <stdlib.h>
#include <string.h>

/* Cells updated per tick for an agent whose nodes are far apart. */
#define SWEEP_PER_TICK 8192u

static uint32_t min_u32(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t less(uint32_t value, uint32_t by) {
    return value > by ? value - by : 0;
}

/* The cells within `reach` of a cell. */
static view_box box_round(const view *v, uint32_t x, uint32_t y, uint32_t reach) {
    return (view_box){less(x, reach), less(y, reach), min_u32(x + reach + 1, v->width),
                      min_u32(y + reach + 1, v->height)};
}

static void set_bits(view *v, uint32_t cell, uint8_t bits) {
    if (!(v->cells[cell] & VIEW_CHANGED)) {
        v->changed[v->changed_count++] = cell;
    }
    v->cells[cell] = (uint8_t)((v->cells[cell] & VIEW_PENDING) | VIEW_CHANGED | bits);
}

static uint8_t shown_bits(uint8_t bits) {
    return (uint8_t)(bits & ~(VIEW_CHANGED | VIEW_PENDING));
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static void include_mark(view *v, uint32_t x, uint32_t y) {
    view_box *box = &v->marked;
    if (box->x0 >= box->x1) {
        *box = (view_box){x, y, x + 1, y + 1};
        return;
    }
    box->x0 = min_u32(box->x0, x);
    box->y0 = min_u32(box->y0, y);
    box->x1 = box->x1 > x ? box->x1 : x + 1;
    box->y1 = box->y1 > y ? box->y1 : y + 1;
}

/* Clears the marks of a section of a row. Skips eight cells without marks at a time. */
static void unmark_row(view *v, uint32_t from, uint32_t to) {
    for (uint32_t cell = from; cell < to;) {
        uint64_t eight = 0;
        memcpy(&eight, v->cells + cell, min_u32(8, to - cell));
        uint32_t end = min_u32(cell + 8, to);
        if (eight & VIEW_MARK * UINT64_C(0x0101010101010101)) {
            for (uint32_t c = cell; c < end; c++) {
                if (v->cells[c] & VIEW_MARK) {
                    set_bits(v, c, (uint8_t)(shown_bits(v->cells[c]) & ~VIEW_MARK));
                }
            }
        }
        cell = end;
    }
}

static void unmark_all(view *v) {
    for (uint32_t y = v->marked.y0; y < v->marked.y1; y++) {
        unmark_row(v, y * v->width + v->marked.x0, y * v->width + v->marked.x1);
    }
    v->marked = (view_box){0};
}

/* ---- Updating cells -------------------------------------------------------------------------- */

static uint8_t terrain_bits(const view *v, uint32_t x, uint32_t y) {
    bool is_free = wend_map_is_free(v->world, x, y);
    if (!v->belief) {
        return is_free ? 0 : VIEW_WALL | VIEW_BELIEVED;
    }
    uint32_t bits = is_free ? 0 : VIEW_WALL;
    bits |= wend_map_is_free(v->believed, x, y) ? 0 : VIEW_BELIEVED;
    bits |= wend_belief_knows(v->belief, x, y) ? 0 : VIEW_UNKNOWN;
    return (uint8_t)bits;
}

static void update(view *v, uint32_t cell) {
    uint32_t x = cell % v->width, y = cell / v->width;
    uint8_t bits = (uint8_t)wend_agent_mark(v->agent, cell);
    if (bits) {
        include_mark(v, x, y);
    }
    bits |= terrain_bits(v, x, y);
    bits |= v->cells[cell] & VIEW_TRAIL;
    if (bits != shown_bits(v->cells[cell])) {
        set_bits(v, cell, bits);
    }
}

static void pend(view *v, uint32_t cell) {
    if (!(v->cells[cell] & VIEW_PENDING)) {
        v->cells[cell] |= VIEW_PENDING;
        v->pending[v->pending_count++] = cell;
    }
}

void view_touch(view *v, uint32_t x, uint32_t y) {
    view_box box = box_round(v, x, y, v->reach);
    for (y = box.y0; y < box.y1; y++) {
        for (x = box.x0; x < box.x1; x++) {
            pend(v, y * v->width + x);
        }
    }
}

static void log_expansion(view *v, const wend_expansion *e) {
    if (v->log_count + VIEW_LOG_WORDS <= v->log_room) {
        uint32_t words[VIEW_LOG_WORDS] = {(uint32_t)e->search, e->state, e->parent, e->g, e->h};
        memcpy(v->log + v->log_count, words, sizeof words);
        v->log_count += VIEW_LOG_WORDS;
    }
}

void view_expanded(void *context, const wend_expansion *expansion) {
    view *v = context;
    log_expansion(v, expansion);
    if (v->search != expansion->search) {
        v->search = expansion->search;
        unmark_all(v);
    }
    uint32_t cell = expansion->state, x = cell % v->width, y = cell / v->width;
    include_mark(v, x, y);
    set_bits(v, cell, (uint8_t)((shown_bits(v->cells[cell]) & ~VIEW_MARK) | VIEW_CLOSED));
    view_touch(v, x, y);
    v->sweep_left = v->jumps ? v->width * v->height : 0;
}

/* Whether sensing may change what the agent believes about a cell. */
static bool may_change(uint8_t bits) {
    return (bits & VIEW_UNKNOWN) || !(bits & VIEW_WALL) != !(bits & VIEW_BELIEVED);
}

void view_sensed(view *v, uint32_t x, uint32_t y, uint32_t sight) {
    view_box box = box_round(v, x, y, sight);
    for (y = box.y0; y < box.y1; y++) {
        for (uint32_t cell = y * v->width + box.x0; cell < y * v->width + box.x1; cell++) {
            if (may_change(v->cells[cell])) {
                pend(v, cell);
            }
        }
    }
}

void view_visited(view *v, uint32_t x, uint32_t y) {
    uint32_t cell = y * v->width + x;
    set_bits(v, cell, shown_bits(v->cells[cell]) | VIEW_TRAIL);
}

static void update_next(view *v) {
    uint32_t count = v->width * v->height;
    uint32_t now = min_u32(SWEEP_PER_TICK, v->sweep_left);
    v->sweep_left -= now;
    for (uint32_t i = 0; i < now; i++) {
        update(v, v->sweep);
        v->sweep = v->sweep + 1 < count ? v->sweep + 1 : 0;
    }
}

void view_update(view *v) {
    for (uint32_t i = 0; i < v->pending_count; i++) {
        v->cells[v->pending[i]] &= (uint8_t)~VIEW_PENDING;
        update(v, v->pending[i]);
    }
    v->pending_count = 0;
    v->sweep_left = v->deferred ? v->width * v->height : v->sweep_left;
    update_next(v);
}

/* ---- Creation -------------------------------------------------------------------------------- */

bool view_init(view *v) {
    v->width = wend_map_width(v->world);
    v->height = wend_map_height(v->world);
    v->reach = wend_map_neighbors(v->world) == 16 ? 2 : 1;
    v->jumps = (wend_agent_algo(v->agent)->flags & WEND_ALGO_JUMPS) != 0;
    uint32_t count = v->width * v->height;
    v->cells = calloc(count, 1);
    v->pending = malloc(count * sizeof *v->pending);
    v->changed = malloc(count * sizeof *v->changed);
    if (!v->cells || !v->pending || !v->changed) {
        view_clear(v);
        return false;
    }
    /* A new agent has no marks. */
    for (uint32_t cell = 0, y = 0; y < v->height; y++) {
        for (uint32_t x = 0; x < v->width; x++, cell++) {
            uint8_t bits = terrain_bits(v, x, y);
            if (bits) {
                set_bits(v, cell, bits);
            }
        }
    }
    return true;
}

bool view_reserve_log(view *v, uint32_t expansions) {
    uint32_t room = v->log_count + expansions * VIEW_LOG_WORDS;
    if (!v->logs || room <= v->log_room) {
        return true;
    }
    uint32_t *log = realloc(v->log, room * sizeof *log);
    if (log) {
        v->log = log;
        v->log_room = room;
    }
    return log != NULL;
}

void view_clear(view *v) {
    free(v->log);
    free(v->cells);
    free(v->pending);
    free(v->changed);
    *v = (view){0};
}
