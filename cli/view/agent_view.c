#include "view/agent_view.h"

#include "common/messages.h"

#include <stdlib.h>
#include <string.h>

/* ---- Marks --------------------------------------------------------------------------------- */

int view_begin(struct view *v, const wend_map *map, const struct trace_agent *agent,
               wend_state start, wend_state goal) {
    size_t count = (size_t)wend_map_width(map) * wend_map_height(map);
    *v = (struct view){.map = map, .agent = *agent, .start = start, .goal = goal};
    snprintf(v->label, sizeof v->label, "%.60s", agent->algo);
    v->marks = calloc(count, sizeof *v->marks);
    v->heat = calloc(count, sizeof *v->heat);
    return v->marks && v->heat ? 0 : fail_machine("out of memory for a picture");
}

static void add_cell(struct view *v, wend_state **cells, uint32_t *count, uint32_t *capacity,
                     wend_state cell) {
    if (!v->failed && grow_array(cells, capacity, *count, sizeof **cells)) {
        (*cells)[(*count)++] = cell;
    } else {
        v->failed = true;
    }
}

static void add_trail(struct view *v, wend_state cell) {
    v->cell = cell;
    v->marks[cell] |= VIEW_TRAIL;
    add_cell(v, &v->trail, &v->trail_count, &v->trail_capacity, cell);
}

static void see(struct view *v, const struct tick_record *record) {
    for (uint32_t i = 0; i < record->seen_count; i++) {
        v->marks[record->seen[i]] |= VIEW_SEEN;
    }
}

void view_reset(struct view *v, const struct tick_record *known) {
    size_t count = (size_t)wend_map_width(v->map) * wend_map_height(v->map);
    memset(v->marks, 0, count * sizeof *v->marks);
    memset(v->heat, 0, count * sizeof *v->heat);
    v->hottest = v->hottest_all = v->trail_count = v->path_begin = v->path_count =
        v->touched_count = 0;
    v->search = v->ticks = v->moves = v->expansions = v->cost = v->first_move_tick = 0;
    v->tick_expansions = 0;
    v->status = WEND_AGENT_WAITING;
    v->over = false;
    see(v, known);
    add_trail(v, v->start);
}

static void touch(struct view *v, wend_state cell, uint8_t mark) {
    if (!(v->marks[cell] & (VIEW_OPEN | VIEW_CLOSED))) {
        add_cell(v, &v->touched, &v->touched_count, &v->touched_capacity, cell);
    }
    v->marks[cell] = (uint8_t)((v->marks[cell] & ~(VIEW_OPEN | VIEW_CLOSED)) | mark);
}

static void begin_search(struct view *v, uint64_t search) {
    for (uint32_t i = 0; i < v->touched_count; i++) {
        v->marks[v->touched[i]] &= (uint8_t) ~(VIEW_OPEN | VIEW_CLOSED);
    }
    v->touched_count = 0;
    v->search = search;
}

static void expand(struct view *v, const struct tick_record *record) {
    for (uint32_t i = 0; i < record->expansion_count; i++) {
        const wend_expansion *e = &record->expansions[i];
        if (e->search != v->search) {
            begin_search(v, e->search);
        }
        touch(v, e->state, VIEW_CLOSED);
        uint32_t heat = ++v->heat[e->state];
        v->hottest = heat > v->hottest ? heat : v->hottest;
    }
    for (uint32_t i = 0; i < record->opened_count; i++) {
        touch(v, record->opened[i], VIEW_OPEN);
    }
}

uint32_t path_passed(const wend_state *path, uint32_t count, wend_state cell) {
    return count > 0 && path[0] == cell ? 1 : 0;
}

static void mark_path(struct view *v, bool on) {
    for (uint32_t i = v->path_begin; i < v->path_count; i++) {
        uint8_t *marks = &v->marks[v->path[i]];
        *marks = (uint8_t)(on ? *marks | VIEW_PATH : *marks & ~VIEW_PATH);
    }
}

static void follow_path(struct view *v, const struct tick_record *record) {
    mark_path(v, false);
    if (record->new_path) {
        v->path_begin = v->path_count = 0;
        for (uint32_t i = 0; i < record->path_count; i++) {
            add_cell(v, &v->path, &v->path_count, &v->path_capacity, record->path[i]);
        }
    } else {
        v->path_begin +=
            path_passed(v->path + v->path_begin, v->path_count - v->path_begin, record->cell);
    }
    mark_path(v, true);
}

void view_add_tick(struct view *v, const struct tick_record *record) {
    see(v, record);
    expand(v, record);
    v->ticks++;
    v->tick_expansions = record->expansion_count;
    v->expansions += record->expansion_count;
    v->cost += record->cost;
    v->status = record->status;
    if (record->flags & WEND_TICK_MOVED) {
        v->moves++;
        v->first_move_tick = v->first_move_tick ? v->first_move_tick : v->ticks;
    }
    if (record->cell != v->cell) {
        add_trail(v, record->cell);
    }
    follow_path(v, record);
}

void view_clear(struct view *v) {
    free(v->marks);
    free(v->heat);
    free(v->trail);
    free(v->path);
    free(v->touched);
    *v = (struct view){0};
}

/* ---- Fleets --------------------------------------------------------------------------------- */

int view_begin_fleet(struct view *v, const struct fleet_run *fleet) {
    struct trace_agent agent = {.budget = fleet->setting.budget,
                                .time_ns = fleet->setting.frame_ns};
    snprintf(agent.algo, sizeof agent.algo, "%u units", fleet->count);
    int code = view_begin(v, fleet->map, &agent, fleet->units[0].start, fleet->units[0].goal);
    v->fleet = fleet;
    return code;
}

void view_show_fleet(struct view *v) {
    const struct fleet_run *fleet = v->fleet;
    for (uint32_t i = 0; i < v->touched_count; i++) {
        v->marks[v->touched[i]] = 0;
    }
    v->touched_count = 0;
    for (uint32_t i = 0; i < fleet->count; i++) {
        const struct fleet_unit *u = &fleet->units[i];
        if (!v->marks[u->at]) {
            add_cell(v, &v->touched, &v->touched_count, &v->touched_capacity, u->at);
        }
        v->marks[u->at] |= unit_mark(u);
    }
    v->cell = fleet->units[0].at;
    v->ticks = fleet->frames;
    v->status = fleet->arrived == fleet->count                        ? WEND_AGENT_ARRIVED
                : fleet->arrived + fleet->unreachable == fleet->count ? WEND_AGENT_UNREACHABLE
                                                                      : WEND_AGENT_MOVING;
    v->over = fleet->over;
}

static uint32_t following(const struct fleet_run *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        count += unit_mark(&f->units[i]) == VIEW_FOLLOWING;
    }
    return count;
}

void view_numbers(const struct view *v, bool brief, char *out, size_t size) {
    unsigned long long tick = v->ticks;
    const struct fleet_run *f = v->fleet;
    if (f) {
        uint32_t follow = following(f), wait = f->count - f->arrived - follow;
        int length = brief ? 0 : snprintf(out, size, "frame %llu  ", tick);
        snprintf(out + length, size - (size_t)length, "waiting %u  following %u  arrived %u", wait,
                 follow, f->arrived);
    } else if (brief) {
        snprintf(out, size, "tick %llu  cost %.1f", tick, view_cost(v));
    } else {
        snprintf(out, size, "tick %llu  expansions %llu  cost %.1f", tick,
                 (unsigned long long)v->expansions, view_cost(v));
    }
}

double view_cost(const struct view *v) {
    return (double)v->cost / wend_domain_unit(wend_map_domain(v->map));
}

const char *view_status(const struct view *v) {
    bool is_limit = v->over && wend_agent_is_active(v->status);
    return is_limit ? "limit" : wend_agent_status_text(v->status);
}

/* ---- Appearance ---------------------------------------------------------------------------- */

paint view_ground(const struct view *v, wend_state cell, uint32_t show) {
    uint8_t marks = v->marks[cell];
    bool walkable = wend_map_is_free(v->map, wend_map_x(v->map, cell), wend_map_y(v->map, cell));
    bool known = !v->agent.hidden || (marks & VIEW_SEEN);
    if (!walkable && known) {
        return PAINT_WALL;
    }
    if ((show & SHOW_HEAT) && v->heat[cell] > 0) {
        return (paint)(PAINT_HEAT + heat_level(v->heat[cell], v->hottest_all));
    }
    if ((show & SHOW_SEARCH) && (marks & (VIEW_OPEN | VIEW_CLOSED))) {
        return marks & VIEW_OPEN ? PAINT_OPEN : PAINT_CLOSED;
    }
    return known ? PAINT_GROUND : walkable ? PAINT_FOG : PAINT_FOG_WALL;
}

/* Of the units on a cell, the one that waits most is shown. */
static paint fleet_spot(const struct view *v, wend_state cell) {
    uint8_t marks = v->marks[cell];
    return marks & VIEW_WAITING     ? PAINT_WAITING
           : marks & VIEW_FOLLOWING ? PAINT_FOLLOWING
           : marks & VIEW_ARRIVED   ? PAINT_ARRIVED
                                    : view_ground(v, cell, 0);
}

paint view_spot(const struct view *v, wend_state cell, uint32_t show) {
    return v->fleet                                             ? fleet_spot(v, cell)
           : cell == v->cell                                    ? PAINT_AGENT
           : cell == v->goal                                    ? PAINT_GOAL
           : cell == v->start                                   ? PAINT_START
           : v->marks[cell] & VIEW_PATH                         ? PAINT_PATH
           : v->marks[cell] & VIEW_TRAIL && !(show & SHOW_HEAT) ? PAINT_TRAIL
                                                                : view_ground(v, cell, show);
}
