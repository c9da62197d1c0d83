#include "view/recorder.h"

#include "common/messages.h"
#include "view/agent_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What was already reported about a cell. */
enum { REPORTED_OPEN = 1, REPORTED_SEEN = 2 };

static void add_cell(struct recorder *r, wend_state **cells, uint32_t *count, uint32_t *capacity,
                     wend_state cell) {
    if (!r->failed && grow_array(cells, capacity, *count, sizeof **cells)) {
        (*cells)[(*count)++] = cell;
    } else {
        r->failed = true;
    }
}

/* ---- Expansions ---------------------------------------------------------------------------- */

static void forget_open(struct recorder *r) {
    for (uint32_t i = 0; i < r->open_count; i++) {
        r->reported[r->open[i]] &= (uint8_t)~REPORTED_OPEN;
    }
    r->open_count = 0;
}

static void note_expansion(void *context, const wend_expansion *expansion) {
    struct recorder *r = context;
    if (expansion->search != r->search) {
        forget_open(r);
        r->search = expansion->search;
    }
    r->reported[expansion->state] &= (uint8_t)~REPORTED_OPEN;
    if (!r->failed && grow_array(&r->expansions, &r->expansion_capacity, r->expansion_count,
                                 sizeof *r->expansions)) {
        r->expansions[r->expansion_count++] = *expansion;
    } else {
        r->failed = true;
    }
}

static void note_if_open(struct recorder *r, wend_state cell) {
    if (!(r->reported[cell] & REPORTED_OPEN) &&
        wend_agent_mark(r->live->agent, cell) == WEND_MARK_OPEN) {
        r->reported[cell] |= REPORTED_OPEN;
        add_cell(r, &r->open, &r->open_count, &r->open_capacity, cell);
        add_cell(r, &r->opened, &r->opened_count, &r->opened_capacity, cell);
    }
}

/* The longest move of a cell-by-cell search. */
#define REACH 2u

static void find_opened_near(struct recorder *r, wend_state cell) {
    uint32_t width = wend_map_width(r->map), height = wend_map_height(r->map);
    uint32_t x = wend_map_x(r->map, cell), y = wend_map_y(r->map, cell);
    for (uint32_t ny = y > REACH ? y - REACH : 0; ny <= y + REACH && ny < height; ny++) {
        for (uint32_t nx = x > REACH ? x - REACH : 0; nx <= x + REACH && nx < width; nx++) {
            note_if_open(r, ny * width + nx);
        }
    }
}

static bool is_jump(const struct recorder *r, const wend_expansion *e) {
    if (e->parent == WEND_STATE_NONE) {
        return false;
    }
    int64_t dx = (int64_t)wend_map_x(r->map, e->state) - wend_map_x(r->map, e->parent);
    int64_t dy = (int64_t)wend_map_y(r->map, e->state) - wend_map_y(r->map, e->parent);
    return llabs(dx) > REACH || llabs(dy) > REACH;
}

/* New open cells are next to expanded cells, or to sensed cells that differ from the belief. Those
 * of jump point search can be anywhere. */
static void find_opened(struct recorder *r) {
    bool jumps = false;
    for (uint32_t i = 0; i < r->expansion_count && !jumps; i++) {
        jumps = is_jump(r, &r->expansions[i]);
    }
    if (jumps) {
        uint32_t count = wend_map_width(r->map) * wend_map_height(r->map);
        for (uint32_t cell = 0; cell < count; cell++) {
            note_if_open(r, cell);
        }
        return;
    }
    for (uint32_t i = 0; i < r->expansion_count; i++) {
        if (r->expansions[i].search == r->search) {
            find_opened_near(r, r->expansions[i].state);
        }
    }
    for (uint32_t i = 0; i < r->seen_count; i++) {
        find_opened_near(r, r->seen[i]);
    }
}

/* ---- Paths and sight ------------------------------------------------------------------------ */

static void get_path(struct recorder *r) {
    uint32_t count = wend_agent_path(r->live->agent, r->path, r->path_capacity, NULL);
    while (!r->failed && count == r->path_capacity) {
        r->failed = !grow_array(&r->path, &r->path_capacity, r->path_capacity, sizeof *r->path);
        count = wend_agent_path(r->live->agent, r->path, r->path_capacity, NULL);
    }
    r->path_count = r->failed ? 0 : count;
}

/* Whether the path is the previous one without the cells that the agent has passed. */
static bool is_old_path(const struct recorder *r, wend_state cell) {
    uint32_t passed = path_passed(r->before, r->before_count, cell);
    return r->path_count == r->before_count - passed &&
           (r->path_count == 0 ||
            memcmp(r->path, r->before + passed, r->path_count * sizeof *r->path) == 0);
}

/* Keeps the path for the comparison on the next tick. */
static void keep_path(struct recorder *r) {
    wend_state *cells = r->before;
    uint32_t capacity = r->before_capacity;
    r->before = r->path;
    r->before_count = r->path_count;
    r->before_capacity = r->path_capacity;
    r->path = cells;
    r->path_capacity = capacity;
}

static void note_seen(struct recorder *r, uint32_t x, uint32_t y) {
    wend_state cell = wend_map_state(r->map, x, y);
    if (!(r->reported[cell] & REPORTED_SEEN) && wend_belief_knows(r->live->belief, x, y)) {
        r->reported[cell] |= REPORTED_SEEN;
        add_cell(r, &r->seen, &r->seen_count, &r->seen_capacity, cell);
    }
}

static void find_seen(struct recorder *r, uint32_t x, uint32_t y, uint32_t range) {
    uint32_t width = wend_map_width(r->map), height = wend_map_height(r->map);
    r->seen_count = 0;
    for (uint32_t ny = y > range ? y - range : 0; r->live->belief && ny < height && ny <= y + range;
         ny++) {
        for (uint32_t nx = x > range ? x - range : 0; nx < width && nx <= x + range; nx++) {
            note_seen(r, nx, ny);
        }
    }
}

/* ---- Recording ------------------------------------------------------------------------------ */

int recorder_begin(struct recorder *r, struct live_agent *live, struct tick_record *known) {
    *r = (struct recorder){.live = live, .map = live->task->map};
    uint32_t width = wend_map_width(r->map), height = wend_map_height(r->map);
    r->reported = calloc((size_t)width * height, 1);
    if (!r->reported) {
        return fail_machine("out of memory while recording the run");
    }
    find_seen(r, 0, 0, width > height ? width : height);
    wend_agent_watch(live->agent, &(wend_watcher){.expanded = note_expansion, .context = r});
    *known = (struct tick_record){
        .cell = live->task->start, .seen = r->seen, .seen_count = r->seen_count};
    return r->failed ? fail_machine("out of memory while recording the run") : 0;
}

void recorder_read_tick(struct recorder *r, const wend_tick *tick, struct tick_record *out) {
    r->opened_count = 0;
    uint32_t sight = r->live->setting->sight;
    find_seen(r, wend_map_x(r->map, tick->state), wend_map_y(r->map, tick->state),
              sight ? sight : REACH);
    find_opened(r);
    get_path(r);
    *out = (struct tick_record){.status = tick->status,
                                .flags = tick->flags,
                                .cell = tick->state,
                                .cost = tick->cost,
                                .expansions = r->expansions,
                                .expansion_count = r->expansion_count,
                                .opened = r->opened,
                                .opened_count = r->opened_count,
                                .new_path = !is_old_path(r, tick->state),
                                .path = r->path,
                                .path_count = r->path_count,
                                .seen = r->seen,
                                .seen_count = r->seen_count};
    keep_path(r);
    r->expansion_count = 0;
}

void recorder_end(struct recorder *r) {
    if (r->live && r->live->agent) {
        wend_agent_watch(r->live->agent, NULL);
    }
    free(r->reported);
    free(r->open);
    free(r->expansions);
    free(r->opened);
    free(r->path);
    free(r->before);
    free(r->seen);
    *r = (struct recorder){0};
}

/* ---- Describing an agent -------------------------------------------------------------------- */

WN_PRINTF(2, 3) static void add_word(char text[TRACE_TEXT_MAX + 1], const char *format, ...) {
    size_t length = strlen(text);
    if (length > 0 && length < TRACE_TEXT_MAX) {
        text[length++] = ' ';
        text[length] = 0;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, TRACE_TEXT_MAX + 1 - length, format, args);
    va_end(args);
}

void describe_agent(const struct setting *s, struct trace_agent *out) {
    *out = (struct trace_agent){.budget = s->time_ns ? 0 : s->budget,
                                .time_ns = s->time_ns,
                                .hidden = s->hidden,
                                .known_permille = s->known_permille,
                                .sight = s->sight,
                                .line_of_sight = s->line_of_sight};
    snprintf(out->algo, sizeof out->algo, "%s", s->algo);
    if (algo_reads(s->algo, WEND_PARAMETER_WEIGHT_PERMILLE) && !isnan(s->weight)) {
        add_word(out->parameters, "weight=%g", s->weight);
    }
    const struct {
        const char *name;
        double value;
    } values[] = {
        {"depth", s->depth}, {"queue", s->queue}, {"level", s->level}, {"gamma", s->gamma}};
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (!isnan(values[i].value)) {
            add_word(out->parameters, "%s=%g", values[i].name, values[i].value);
        }
    }
    const struct {
        const char *name;
        bool on;
    } switches[] = {{"shortcut", s->def.bounded.shortcut == WEND_ON},
                    {"commit", s->def.bounded.commit == WEND_ON},
                    {"no-commit", s->def.bounded.commit == WEND_OFF},
                    {"reopen", s->def.bounded.reopen == WEND_ON},
                    {"as_published", s->def.bounded.as_published == WEND_ON},
                    {"moves=one", s->def.local.moves == WEND_MOVES_ONE},
                    {"moves=all", s->def.local.moves == WEND_MOVES_ALL}};
    for (uint32_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (switches[i].on) {
            add_word(out->parameters, "%s", switches[i].name);
        }
    }
}
