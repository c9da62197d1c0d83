#include "view/recorder.h"

#include "common/messages.h"
#include "view/agent_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What was already reported of a cell. */
enum { REPORTED_OPEN = 1, REPORTED_SEEN = 2 };

static void add_cell(struct recorder *w, wend_state **cells, uint32_t *count, uint32_t *capacity,
                     wend_state cell) {
    if (!w->failed && grow_array(cells, capacity, *count, sizeof **cells)) {
        (*cells)[(*count)++] = cell;
    } else {
        w->failed = true;
    }
}

/* ---- Expansions ---------------------------------------------------------------------------- */

static void forget_open(struct recorder *w) {
    for (uint32_t i = 0; i < w->open_count; i++) {
        w->reported[w->open[i]] &= (uint8_t)~REPORTED_OPEN;
    }
    w->open_count = 0;
}

static void note_expansion(void *context, const wend_expansion *expansion) {
    struct recorder *w = context;
    if (expansion->search != w->search) {
        forget_open(w);
        w->search = expansion->search;
    }
    w->reported[expansion->state] &= (uint8_t)~REPORTED_OPEN;
    if (!w->failed && grow_array(&w->expansions, &w->expansion_capacity, w->expansion_count,
                                 sizeof *w->expansions)) {
        w->expansions[w->expansion_count++] = *expansion;
    } else {
        w->failed = true;
    }
}

static void note_if_open(struct recorder *w, wend_state cell) {
    if (!(w->reported[cell] & REPORTED_OPEN) &&
        wend_agent_mark(w->live->agent, cell) == WEND_MARK_OPEN) {
        w->reported[cell] |= REPORTED_OPEN;
        add_cell(w, &w->open, &w->open_count, &w->open_capacity, cell);
        add_cell(w, &w->opened, &w->opened_count, &w->opened_capacity, cell);
    }
}

/* The longest move of a search that goes from neighbour to neighbour. */
#define REACH 2u

static void find_opened_near(struct recorder *w, wend_state cell) {
    uint32_t width = wend_map_width(w->map), height = wend_map_height(w->map);
    uint32_t x = wend_map_x(w->map, cell), y = wend_map_y(w->map, cell);
    for (uint32_t ny = y > REACH ? y - REACH : 0; ny <= y + REACH && ny < height; ny++) {
        for (uint32_t nx = x > REACH ? x - REACH : 0; nx <= x + REACH && nx < width; nx++) {
            note_if_open(w, ny * width + nx);
        }
    }
}

static bool is_jump(const struct recorder *w, const wend_expansion *e) {
    if (e->parent == WEND_STATE_NONE) {
        return false;
    }
    int64_t dx = (int64_t)wend_map_x(w->map, e->state) - wend_map_x(w->map, e->parent);
    int64_t dy = (int64_t)wend_map_y(w->map, e->state) - wend_map_y(w->map, e->parent);
    return llabs(dx) > REACH || llabs(dy) > REACH;
}

/* New open cells are next to expanded ones, or to cells that were sensed and differ from the
 * belief; those of jump point search can be anywhere. */
static void find_opened(struct recorder *w) {
    bool jumps = false;
    for (uint32_t i = 0; i < w->expansion_count && !jumps; i++) {
        jumps = is_jump(w, &w->expansions[i]);
    }
    if (jumps) {
        uint32_t count = wend_map_width(w->map) * wend_map_height(w->map);
        for (uint32_t cell = 0; cell < count; cell++) {
            note_if_open(w, cell);
        }
        return;
    }
    for (uint32_t i = 0; i < w->expansion_count; i++) {
        if (w->expansions[i].search == w->search) {
            find_opened_near(w, w->expansions[i].state);
        }
    }
    for (uint32_t i = 0; i < w->seen_count; i++) {
        find_opened_near(w, w->seen[i]);
    }
}

/* ---- Paths and sight ------------------------------------------------------------------------ */

static void get_path(struct recorder *w) {
    uint32_t count = wend_agent_path(w->live->agent, w->path, w->path_capacity);
    while (!w->failed && count > w->path_capacity) {
        w->failed = !grow_array(&w->path, &w->path_capacity, w->path_capacity, sizeof *w->path);
        if (w->path_capacity >= count) {
            count = wend_agent_path(w->live->agent, w->path, w->path_capacity);
        }
    }
    w->path_count = w->failed ? 0 : count;
}

/* Whether the path is the one before, followed as far as the agent is now. */
static bool is_old_path(const struct recorder *w, wend_state cell) {
    uint32_t passed = path_passed(w->before, w->before_count, cell);
    return w->path_count == w->before_count - passed &&
           (w->path_count == 0 ||
            memcmp(w->path, w->before + passed, w->path_count * sizeof *w->path) == 0);
}

/* The next tick compares with this one's path. */
static void keep_path(struct recorder *w) {
    wend_state *cells = w->before;
    uint32_t capacity = w->before_capacity;
    w->before = w->path;
    w->before_count = w->path_count;
    w->before_capacity = w->path_capacity;
    w->path = cells;
    w->path_capacity = capacity;
}

static void note_seen(struct recorder *w, uint32_t x, uint32_t y) {
    wend_state cell = wend_map_state(w->map, x, y);
    if (!(w->reported[cell] & REPORTED_SEEN) && wend_belief_knows(w->live->belief, x, y)) {
        w->reported[cell] |= REPORTED_SEEN;
        add_cell(w, &w->seen, &w->seen_count, &w->seen_capacity, cell);
    }
}

static void find_seen(struct recorder *w, uint32_t x, uint32_t y, uint32_t range) {
    uint32_t width = wend_map_width(w->map), height = wend_map_height(w->map);
    w->seen_count = 0;
    for (uint32_t ny = y > range ? y - range : 0; w->live->belief && ny < height && ny <= y + range;
         ny++) {
        for (uint32_t nx = x > range ? x - range : 0; nx < width && nx <= x + range; nx++) {
            note_seen(w, nx, ny);
        }
    }
}

/* ---- Recording ------------------------------------------------------------------------------ */

int recorder_begin(struct recorder *w, struct live_agent *live, struct tick_record *known) {
    *w = (struct recorder){.live = live, .map = live->task->map};
    uint32_t width = wend_map_width(w->map), height = wend_map_height(w->map);
    w->reported = calloc((size_t)width * height, 1);
    if (!w->reported) {
        return fail_machine("no memory to record the run");
    }
    find_seen(w, 0, 0, width > height ? width : height);
    wend_agent_watch(live->agent, &(wend_watcher){.expanded = note_expansion, .context = w});
    *known = (struct tick_record){
        .cell = live->task->start, .seen = w->seen, .seen_count = w->seen_count};
    return w->failed ? fail_machine("no memory to record the run") : 0;
}

void recorder_read_tick(struct recorder *w, const wend_tick *tick, struct tick_record *out) {
    w->opened_count = 0;
    uint32_t sight = w->live->setting->sight;
    find_seen(w, wend_map_x(w->map, tick->state), wend_map_y(w->map, tick->state),
              sight ? sight : REACH);
    find_opened(w);
    get_path(w);
    *out = (struct tick_record){.status = tick->status,
                                .flags = tick->flags,
                                .cell = tick->state,
                                .cost = tick->cost,
                                .expansions = w->expansions,
                                .expansion_count = w->expansion_count,
                                .opened = w->opened,
                                .opened_count = w->opened_count,
                                .new_path = !is_old_path(w, tick->state),
                                .path = w->path,
                                .path_count = w->path_count,
                                .seen = w->seen,
                                .seen_count = w->seen_count};
    keep_path(w);
    w->expansion_count = 0;
}

void recorder_end(struct recorder *w) {
    if (w->live && w->live->agent) {
        wend_agent_watch(w->live->agent, NULL);
    }
    free(w->reported);
    free(w->open);
    free(w->expansions);
    free(w->opened);
    free(w->path);
    free(w->before);
    free(w->seen);
    *w = (struct recorder){0};
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
    if (algo_reads(s->algo, WEND_PARAMETER_WEIGHT_PERMILLE)) {
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
    } switches[] = {{"shortcut", s->def.shortcut},
                    {"commit", s->def.commit},
                    {"reopen", s->def.reopen},
                    {"moves=one", s->def.moves == WEND_MOVES_ONE},
                    {"moves=all", s->def.moves == WEND_MOVES_ALL}};
    for (uint32_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (switches[i].on) {
            add_word(out->parameters, "%s", switches[i].name);
        }
    }
}
