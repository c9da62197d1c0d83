/* Writes the search trace format of the Posthoc visualiser, version 1.4.0. */
#include "view/export.h"

#include "view/agent_view.h"

/* States are squares in the visualiser's colours of events; cells that the agent has passed are
 * smaller squares. */
static const char head[] =
    "{\"version\":\"1.4.0\",\n\"views\":{\"main\":[\n"
    "{\"$\":\"rect\",\"x\":\"${{ $.x }}\",\"y\":\"${{ $.y }}\",\"width\":1,\"height\":1,"
    "\"fill\":\"${{ color[$.type] }}\",\"$if\":\"${{ $.type !== 'moving' }}\"},\n"
    "{\"$\":\"rect\",\"x\":\"${{ $.x + 0.25 }}\",\"y\":\"${{ $.y + 0.25 }}\",\"width\":0.5,"
    "\"height\":0.5,\"fill\":\"${{ color.red }}\",\"$if\":\"${{ $.type === 'moving' }}\"}]},\n"
    "\"pivot\":{\"x\":\"${{ $.x + 0.5 }}\",\"y\":\"${{ $.y + 0.5 }}\",\"scale\":1},\n"
    "\"events\":[\n";

struct posthoc {
    struct bytes bytes;
    uint32_t width, unit;
    uint64_t tick;
};

/* Does not close the object. */
static void begin_event(struct posthoc *p, const char *type, wend_state cell) {
    bytes_print(&p->bytes, "{\"type\":\"%s\",\"id\":%u,\"x\":%u,\"y\":%u,\"tick\":%llu", type, cell,
                cell % p->width, cell / p->width, (unsigned long long)p->tick);
}

static void add_event(struct posthoc *p, const char *type, wend_state cell, const char *end) {
    begin_event(p, type, cell);
    bytes_print(&p->bytes, "}%s\n", end);
}

static void add_expansion(struct posthoc *p, const char *type, const wend_expansion *e) {
    begin_event(p, type, e->state);
    if (e->parent == WEND_STATE_NONE) {
        bytes_add_text(&p->bytes, ",\"pId\":null");
    } else {
        bytes_print(&p->bytes, ",\"pId\":%u", e->parent);
    }
    bytes_print(&p->bytes, ",\"g\":%.6g,\"f\":%.6g,\"search\":%llu},\n", (double)e->g / p->unit,
                ((double)e->g + e->h) / p->unit, (unsigned long long)e->search);
}

static void add_step(struct posthoc *p, const struct tick_record *record) {
    p->tick++;
    for (uint32_t i = 0; i < record->expansion_count; i++) {
        add_expansion(p, "expanding", &record->expansions[i]);
        add_expansion(p, "closing", &record->expansions[i]);
    }
    for (uint32_t i = 0; i < record->opened_count; i++) {
        add_event(p, "generating", record->opened[i], ",");
    }
    if (record->flags & WEND_TICK_MOVED) {
        add_event(p, "moving", record->cell, ",");
    }
}

int write_posthoc(const char *path, const struct trace *trace, uint32_t agent) {
    struct posthoc p = {.width = trace->scene.width, .unit = trace->scene.unit};
    struct trace_cursor cursor = {0};
    struct tick_record record;
    bytes_add_text(&p.bytes, head);
    add_event(&p, "source", trace->scene.start, ",");
    add_event(&p, "destination", trace->scene.goal, ",");
    trace_rewind(&cursor, trace, agent, &record);
    wend_state last = trace->scene.start;
    while (trace_next(&cursor, &record)) {
        add_step(&p, &record);
        last = record.cell;
    }
    add_event(&p, "end", last, "");
    bytes_add_text(&p.bytes, "]}\n");
    p.bytes.failed = p.bytes.failed || cursor.wrong;
    trace_cursor_clear(&cursor);
    return bytes_write_file(&p.bytes, path);
}
