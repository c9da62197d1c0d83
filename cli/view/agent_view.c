#include "view/agent_view.h"

#include "common/messages.h"

#include <math.h>
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
    return v->marks && v->heat ? 0 : fail_machine("no memory for a picture");
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

static void see(struct view *v, const struct step *step) {
    for (uint32_t i = 0; i < step->seen_count; i++) {
        v->marks[step->seen[i]] |= VIEW_SEEN;
    }
}

void view_reset(struct view *v, const struct step *known) {
    size_t count = (size_t)wend_map_width(v->map) * wend_map_height(v->map);
    memset(v->marks, 0, count * sizeof *v->marks);
    memset(v->heat, 0, count * sizeof *v->heat);
    v->hottest = v->hottest_all = v->trail_count = v->path_begin = v->path_count =
        v->touched_count = 0;
    v->search = v->ticks = v->moves = v->expansions = v->cost = v->first_move_tick = 0;
    v->tick_expansions = 0;
    v->status = WEND_WAITING;
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

static void expand(struct view *v, const struct step *step) {
    for (uint32_t i = 0; i < step->expansion_count; i++) {
        const wend_expansion *e = &step->expansions[i];
        if (e->search != v->search) {
            begin_search(v, e->search);
        }
        touch(v, e->state, VIEW_CLOSED);
        uint32_t heat = ++v->heat[e->state];
        v->hottest = heat > v->hottest ? heat : v->hottest;
    }
    for (uint32_t i = 0; i < step->opened_count; i++) {
        touch(v, step->opened[i], VIEW_OPEN);
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

static void follow_path(struct view *v, const struct step *step) {
    mark_path(v, false);
    if (step->new_path) {
        v->path_begin = v->path_count = 0;
        for (uint32_t i = 0; i < step->path_count; i++) {
            add_cell(v, &v->path, &v->path_count, &v->path_capacity, step->path[i]);
        }
    } else {
        v->path_begin +=
            path_passed(v->path + v->path_begin, v->path_count - v->path_begin, step->cell);
    }
    mark_path(v, true);
}

void view_step(struct view *v, const struct step *step) {
    see(v, step);
    expand(v, step);
    v->ticks++;
    v->tick_expansions = step->expansion_count;
    v->expansions += step->expansion_count;
    v->cost += step->cost;
    v->status = step->status;
    if (step->flags & WEND_TICK_MOVED) {
        v->moves++;
        v->first_move_tick = v->first_move_tick ? v->first_move_tick : v->ticks;
    }
    if (step->cell != v->cell) {
        add_trail(v, step->cell);
    }
    follow_path(v, step);
}

void view_clear(struct view *v) {
    free(v->marks);
    free(v->heat);
    free(v->trail);
    free(v->path);
    free(v->touched);
    *v = (struct view){0};
}

double view_cost(const struct view *v) {
    return (double)v->cost / wend_domain_unit(wend_map_domain(v->map));
}

const char *view_status(const struct view *v) {
    static const char *const names[] = {"moving",      "waiting",       "arrived",
                                        "unreachable", "out of memory", "overflow"};
    return v->over && v->status <= WEND_WAITING ? "limit" : names[v->status];
}

/* ---- Colours ------------------------------------------------------------------------------- */

static const struct rgb colors[PAINT_HEAT][2] = {
    [PAINT_PAGE] = {{255, 255, 255}, {13, 17, 23}},
    [PAINT_INK] = {{38, 44, 54}, {230, 233, 239}},
    [PAINT_FAINT_INK] = {{108, 117, 130}, {139, 148, 160}},
    [PAINT_WALL] = {{69, 77, 92}, {72, 80, 96}},
    [PAINT_GROUND] = {{247, 245, 240}, {24, 29, 38}},
    [PAINT_FOG] = {{222, 225, 231}, {38, 43, 53}},
    [PAINT_FOG_WALL] = {{196, 201, 211}, {51, 57, 69}},
    [PAINT_CLOSED] = {{205, 223, 242}, {22, 68, 118}},
    [PAINT_OPEN] = {{112, 167, 219}, {66, 122, 184}},
    [PAINT_TRAIL] = {{126, 70, 156}, {196, 144, 228}},
    [PAINT_PATH] = {{240, 140, 46}, {255, 167, 74}},
    [PAINT_AGENT] = {{214, 48, 49}, {255, 92, 87}},
    [PAINT_START] = {{38, 44, 54}, {230, 233, 239}},
    [PAINT_GOAL] = {{22, 138, 84}, {66, 201, 133}},
    [PAINT_HALO] = {{255, 255, 255}, {13, 17, 23}},
};

/* From pale yellow over orange to dark violet; on dark ground the other way round. */
static struct rgb heat_color(uint32_t step, theme t) {
    static const struct rgb stops[] = {{255, 241, 191}, {253, 199, 107}, {240, 124, 66},
                                       {196, 53, 83},   {118, 25, 105},  {44, 14, 74}};
    enum { LAST = sizeof stops / sizeof *stops - 1 };
    double place = (double)step / (HEAT_STEPS - 1);
    place = (t == THEME_DARK ? 1 - place : place) * LAST;
    uint32_t low = place >= LAST ? LAST - 1 : (uint32_t)place;
    double share = place - low;
    const struct rgb *a = &stops[low], *b = &stops[low + 1];
    return (struct rgb){(uint8_t)lround(a->red + share * (b->red - a->red)),
                        (uint8_t)lround(a->green + share * (b->green - a->green)),
                        (uint8_t)lround(a->blue + share * (b->blue - a->blue))};
}

struct rgb paint_color(paint p, theme t) {
    return p < PAINT_HEAT ? colors[p][t] : heat_color((uint32_t)p - PAINT_HEAT, t);
}

/* By the logarithm: most cells are expanded once, a few hundreds of times. */
uint32_t heat_step(uint32_t count, uint32_t hottest) {
    if (hottest < 2) {
        return 0;
    }
    double share = log((double)count) / log((double)hottest);
    return (uint32_t)lround(share * (HEAT_STEPS - 1));
}

paint view_ground(const struct view *v, wend_state cell, uint32_t show) {
    uint8_t marks = v->marks[cell];
    bool walkable = wend_map_free(v->map, wend_map_x(v->map, cell), wend_map_y(v->map, cell));
    bool known = !v->agent.hidden || (marks & VIEW_SEEN);
    if (!walkable && known) {
        return PAINT_WALL;
    }
    if ((show & SHOW_HEAT) && v->heat[cell] > 0) {
        return (paint)(PAINT_HEAT + heat_step(v->heat[cell], v->hottest_all));
    }
    if ((show & SHOW_SEARCH) && (marks & (VIEW_OPEN | VIEW_CLOSED))) {
        return marks & VIEW_OPEN ? PAINT_OPEN : PAINT_CLOSED;
    }
    return known ? PAINT_GROUND : walkable ? PAINT_FOG : PAINT_FOG_WALL;
}

paint view_spot(const struct view *v, wend_state cell, uint32_t show) {
    return cell == v->cell                                      ? PAINT_AGENT
           : cell == v->goal                                    ? PAINT_GOAL
           : cell == v->start                                   ? PAINT_START
           : v->marks[cell] & VIEW_PATH                         ? PAINT_PATH
           : v->marks[cell] & VIEW_TRAIL && !(show & SHOW_HEAT) ? PAINT_TRAIL
                                                                : view_ground(v, cell, show);
}
