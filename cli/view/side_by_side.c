#include "view/side_by_side.h"

#include "common/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Creation ------------------------------------------------------------------------------ */

static int side_by_side_begin(struct side_by_side *s, uint32_t count, const wend_map *map) {
    *s = (struct side_by_side){.map = map};
    s->views = calloc(count, sizeof *s->views);
    s->sources = calloc(count, sizeof *s->sources);
    if (!s->views || !s->sources) {
        return fail_machine("out of memory");
    }
    s->count = count;
    return 0;
}

/* Whether another agent has the same algorithm with a different budget or different parameters. */
static bool differs(const struct side_by_side *s, const struct view *v, bool in_budget) {
    for (uint32_t i = 0; i < s->count; i++) {
        const struct trace_agent *a = &s->views[i].agent, *b = &v->agent;
        bool other = in_budget ? a->budget != b->budget || a->time_ns != b->time_ns
                               : strcmp(a->parameters, b->parameters) != 0;
        if (strcmp(a->algo, b->algo) == 0 && other) {
            return true;
        }
    }
    return false;
}

/* Makes labels that distinguish the agents: the name and, if needed, budget and parameters. */
static void label_views(struct side_by_side *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        struct view *v = &s->views[i];
        const struct trace_agent *a = &v->agent;
        char budget[40] = "";
        if (differs(s, v, true) && a->time_ns) {
            snprintf(budget, sizeof budget, " %llu us", (unsigned long long)a->time_ns / 1000);
        } else if (differs(s, v, true)) {
            snprintf(budget, sizeof budget, " R=%u", a->budget);
        }
        bool parameters = differs(s, v, false) && *a->parameters;
        snprintf(v->label, sizeof v->label, "%.20s%.16s%s%.24s", a->algo, budget,
                 parameters ? " " : "", parameters ? a->parameters : "");
    }
}

int side_by_side_live(struct side_by_side *s, const struct settings *settings,
                      const struct task *task) {
    int code = side_by_side_begin(s, settings->count, task->map);
    for (uint32_t i = 0; !code && i < s->count; i++) {
        struct trace_agent agent;
        describe_agent(&settings->items[i], &agent);
        s->sources[i].setting = &settings->items[i];
        s->sources[i].task = task;
        code = view_begin(&s->views[i], task->map, &agent, task->start, task->goal);
    }
    if (!code) {
        label_views(s);
        code = side_by_side_rewind(s);
    }
    return code;
}

int side_by_side_replay(struct side_by_side *s, const struct trace *trace, const wend_map *map) {
    int code = side_by_side_begin(s, trace->agent_count, map);
    for (uint32_t i = 0; !code && i < s->count; i++) {
        s->sources[i].trace = trace;
        code =
            view_begin(&s->views[i], map, &trace->agents[i], trace->scene.start, trace->scene.goal);
    }
    if (!code) {
        label_views(s);
        code = side_by_side_rewind(s);
    }
    return code;
}

int side_by_side_fleet(struct side_by_side *s, struct fleet_run *fleet) {
    int code = side_by_side_begin(s, 1, fleet->map);
    if (!code) {
        s->sources[0].fleet = fleet;
        code = view_begin_fleet(&s->views[0], fleet);
    }
    if (!code) {
        view_show_fleet(&s->views[0]);
    }
    return code;
}

/* ---- Ticks --------------------------------------------------------------------------------- */

static void end_live(struct tick_source *source) {
    recorder_end(&source->recorder);
    live_agent_end(&source->live);
}

int side_by_side_rewind(struct side_by_side *s) {
    int code = 0;
    for (uint32_t i = 0; !code && i < s->count; i++) {
        struct tick_source *source = &s->sources[i];
        struct tick_record known = {0};
        if (source->fleet) {
            code = fleet_run_rewind(source->fleet);
            view_show_fleet(&s->views[i]);
            continue;
        }
        if (source->trace) {
            trace_rewind(&source->cursor, source->trace, i, &known);
        } else {
            end_live(source);
            code = live_agent_begin(&source->live, source->setting, source->task);
            code = code ? code : recorder_begin(&source->recorder, &source->live, &known);
        }
        if (!code) {
            view_reset(&s->views[i], &known);
            s->views[i].over = source->trace && source->trace->agents[i].ticks == 0;
        }
    }
    s->tick = 0;
    return code;
}

static void next_live(struct tick_source *source, struct view *view) {
    wend_tick tick = {0};
    struct tick_record record;
    live_agent_tick(&source->live, &tick);
    recorder_read_tick(&source->recorder, &tick, &record);
    view_add_tick(view, &record);
    view->over = source->live.over;
    view->failed = view->failed || source->recorder.failed;
}

static void next_recorded(struct tick_source *source, struct view *view) {
    struct tick_record record;
    if (trace_next(&source->cursor, &record)) {
        view_add_tick(view, &record);
    }
    view->over = view->ticks >= source->trace->agents[source->cursor.agent].ticks;
    view->failed = view->failed || source->cursor.wrong;
}

/* All agents share one scale of heat colours. */
static void share_heat(struct side_by_side *s) {
    uint32_t hottest = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        hottest = s->views[i].hottest > hottest ? s->views[i].hottest : hottest;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        s->views[i].hottest_all = hottest;
    }
}

int side_by_side_tick(struct side_by_side *s) {
    s->tick++;
    for (uint32_t i = 0; i < s->count; i++) {
        struct view *view = &s->views[i];
        if (view->over) {
            continue;
        }
        if (s->sources[i].fleet) {
            int code = fleet_run_frame(s->sources[i].fleet);
            if (code) {
                return code;
            }
            view_show_fleet(view);
        } else if (s->sources[i].trace) {
            next_recorded(&s->sources[i], view);
        } else {
            next_live(&s->sources[i], view);
        }
        if (view->failed) {
            return fail_machine("out of memory while recording the run");
        }
    }
    share_heat(s);
    return 0;
}

bool side_by_side_over(const struct side_by_side *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->views[i].over) {
            return false;
        }
    }
    return true;
}

int side_by_side_run(struct side_by_side *s, uint64_t last_tick) {
    int code = 0;
    while (!code && !side_by_side_over(s) && s->tick < last_tick) {
        code = side_by_side_tick(s);
    }
    return code;
}

void side_by_side_clear(struct side_by_side *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        end_live(&s->sources[i]);
        trace_cursor_clear(&s->sources[i].cursor);
        view_clear(&s->views[i]);
    }
    free(s->views);
    free(s->sources);
    *s = (struct side_by_side){0};
}
