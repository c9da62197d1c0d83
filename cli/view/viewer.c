#include "view/viewer.h"

#include "common/messages.h"
#include "view/route_map.h"
#include "view/terminal.h"
#include "view/view_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Without a terminal --------------------------------------------------------------------- */

static void print_line(const struct side_by_side *agents) {
    for (uint32_t i = 0; i < agents->count; i++) {
        const struct view *v = &agents->views[i];
        if (v->fleet) {
            char numbers[120];
            view_numbers(v, false, numbers, sizeof numbers);
            printf("%s  %s\n", v->label, numbers);
            continue;
        }
        printf("tick %-8llu %-12s %-11s at %u,%u  expansions %llu  cost %.1f\n",
               (unsigned long long)v->ticks, v->label, view_status(v),
               wend_map_x(agents->map, v->cell), wend_map_y(agents->map, v->cell),
               (unsigned long long)v->expansions, view_cost(v));
    }
}

/* Where the units of a fleet are. */
static int print_units(const struct view *v) {
    wend_state *cells = malloc(v->fleet->count * sizeof *cells);
    if (!cells) {
        return fail_machine("out of memory for a picture");
    }
    for (uint32_t i = 0; i < v->fleet->count; i++) {
        cells[i] = v->fleet->units[i].at;
    }
    const struct route units = {cells, v->fleet->count, 'o'};
    putchar('\n');
    int code = print_picture(v->map, &units, 1, PICTURE_PLAIN, 0);
    free(cells);
    return code;
}

static int print_end(const struct side_by_side *agents) {
    if (agents->views[0].fleet) {
        return print_units(&agents->views[0]);
    }
    struct route routes[ROUTE_COLORS];
    uint32_t shown = agents->count < ROUTE_COLORS ? agents->count : ROUTE_COLORS;
    for (uint32_t i = 0; i < shown; i++) {
        const struct view *v = &agents->views[i];
        routes[i] = (struct route){v->trail, v->trail_count, (char)('a' + i)};
    }
    putchar('\n');
    int code = print_picture(agents->map, routes, shown, PICTURE_PLAIN, 0);
    for (uint32_t i = 0; i < shown; i++) {
        printf("%c %s%s", routes[i].letter, agents->views[i].label, i + 1 < shown ? "  " : "\n");
    }
    return code;
}

/* Prints a line for the ticks 1, 2, 4, 8, ..., so that a long run prints few lines. */
static int print_agents(struct side_by_side *agents) {
    int code = 0;
    uint64_t next = 1, printed = UINT64_MAX;
    while (!code && !side_by_side_over(agents)) {
        code = side_by_side_tick(agents);
        if (agents->tick == next && !code) {
            print_line(agents);
            printed = agents->tick;
            next *= 2;
        }
    }
    if (!code && printed != agents->tick) {
        print_line(agents);
    }
    code = code ? code : print_end(agents);
    return code ? code : side_by_side_exit_code(agents);
}

/* ---- In the terminal ------------------------------------------------------------------------ */

struct viewer {
    struct terminal terminal;
    struct side_by_side *agents;
    double speed;
    bool paused;
    uint32_t show;
    double owed;     /* ticks that are due */
    bool follow;     /* scrolls with the agents; else: */
    int64_t x, y;    /* the cell in the centre of each picture */
    uint32_t across; /* pictures per row */
};

/* Rows of a picture besides the map. */
enum { HEAD_ROWS = 2, BAR_ROWS = 1 };
#define FRAME_MS 33u

static struct rgb color(paint p) {
    return paint_color(p, THEME_DARK);
}

/* A character shows two cells, one above the other; without colours one cell. */
static uint32_t cells_per_row(const struct viewer *v) {
    return v->terminal.colors == TERMINAL_MONO ? 1 : 2;
}

struct panel {
    uint32_t column, row, width, height; /* in characters, heading included */
};

static struct panel panel_of(const struct viewer *v, uint32_t across, uint32_t index) {
    uint32_t down = (v->agents->count + across - 1) / across;
    uint32_t rows = v->terminal.rows > BAR_ROWS ? v->terminal.rows - BAR_ROWS : 1;
    uint32_t width = v->terminal.columns / across, height = rows / down;
    return (struct panel){index % across * width, index / across * height,
                          across > 1 && width > 1 ? width - 1 : width, height};
}

/* The preferred width of a heading. */
#define HEADING_WIDTH 40u

/* Shows as many cells as possible; of equal layouts chooses the one side by side. */
static void arrange(struct viewer *v) {
    uint64_t best = 0;
    v->across = 1;
    for (uint32_t across = 1; across <= v->agents->count; across++) {
        struct panel p = panel_of(v, across, 0);
        uint64_t width = p.width, height = p.height > HEAD_ROWS ? p.height - HEAD_ROWS : 0;
        height *= cells_per_row(v);
        width = width < wend_map_width(v->agents->map) ? width : wend_map_width(v->agents->map);
        height =
            height < wend_map_height(v->agents->map) ? height : wend_map_height(v->agents->map);
        bool better = width * height > best;
        if (better || (width * height == best && p.width >= HEADING_WIDTH)) {
            best = width * height;
            v->across = across;
        }
    }
}

/* The first of `size` visible cells of `all`, with `middle` in the centre if possible. */
static uint32_t first_cell(int64_t middle, uint32_t size, uint32_t all) {
    int64_t first = middle - size / 2;
    int64_t last = (int64_t)all - size;
    first = first > last ? last : first;
    return first < 0 ? 0 : (uint32_t)first;
}

static char mono_letter(paint p) {
    static const char letters[PAINT_HEAT + 1] = {
        [PAINT_WALL] = '#',   [PAINT_GROUND] = ' ', [PAINT_FOG] = '?',   [PAINT_FOG_WALL] = '?',
        [PAINT_CLOSED] = '.', [PAINT_OPEN] = 'o',   [PAINT_TRAIL] = '+', [PAINT_PATH] = '*',
        [PAINT_AGENT] = '@',  [PAINT_START] = 'S',  [PAINT_GOAL] = 'G',  [PAINT_HEAT] = '%'};
    return letters[p < PAINT_HEAT ? p : PAINT_HEAT];
}

static struct glyph cell_glyph(const struct viewer *viewer, const struct view *v, uint32_t x,
                               uint32_t y) {
    paint upper = view_spot(v, wend_map_state(v->map, x, y), viewer->show);
    if (cells_per_row(viewer) == 1) {
        return (struct glyph){.letter = (uint32_t)mono_letter(upper)};
    }
    enum { UPPER_HALF = 0x2580 };
    wend_state below = wend_map_state(v->map, x, y + 1);
    paint lower = below == WEND_STATE_NONE ? PAINT_PAGE : view_spot(v, below, viewer->show);
    return (struct glyph){.ink = color(upper), .ground = color(lower), .letter = UPPER_HALF};
}

static void draw_map(struct viewer *viewer, const struct view *v, const struct panel *p) {
    if (p->height <= HEAD_ROWS) {
        return;
    }
    uint32_t per_row = cells_per_row(viewer), rows = p->height - HEAD_ROWS;
    uint32_t width = wend_map_width(v->map), height = wend_map_height(v->map);
    int64_t x = viewer->follow ? wend_map_x(v->map, v->cell) : viewer->x;
    int64_t y = viewer->follow ? wend_map_y(v->map, v->cell) : viewer->y;
    uint32_t left = first_cell(x, p->width, width), top = first_cell(y, rows * per_row, height);
    for (uint32_t row = 0; row < rows && top + row * per_row < height; row++) {
        for (uint32_t column = 0; column < p->width && left + column < width; column++) {
            struct glyph glyph = cell_glyph(viewer, v, left + column, top + row * per_row);
            terminal_put(&viewer->terminal, p->column + column, p->row + HEAD_ROWS + row, &glyph);
        }
    }
}

static void draw_heading(struct viewer *viewer, const struct view *v, const struct panel *p) {
    struct rgb page = color(PAINT_PAGE);
    char line[200];
    snprintf(line, sizeof line, "%s", v->label);
    terminal_text(&viewer->terminal, p->column, p->row, p->width, line, color(PAINT_INK), page);
    const char *status = view_status(v);
    uint32_t length = (uint32_t)strlen(status), label = (uint32_t)strlen(v->label);
    if (label + 2 + length <= p->width) {
        terminal_text(&viewer->terminal, p->column + label + 2, p->row, length, status,
                      color(v->status == WEND_AGENT_ARRIVED   ? PAINT_GOAL
                            : v->status == WEND_AGENT_WAITING ? PAINT_AGENT
                                                              : PAINT_FAINT_INK),
                      page);
    }
    view_numbers(v, false, line, sizeof line);
    if (strlen(line) > p->width) {
        view_numbers(v, true, line, sizeof line);
    }
    terminal_text(&viewer->terminal, p->column, p->row + 1, p->width, line, color(PAINT_FAINT_INK),
                  page);
}

static void draw_bar(struct viewer *v) {
    char line[300];
    const char *state = side_by_side_over(v->agents) ? "over" : v->paused ? "paused" : "running";
    snprintf(line, sizeof line,
             " tick %llu  %s  %g/s   space pause  s step  + - speed  q quit  r restart  "
             "arrows scroll  f follow  h heat",
             (unsigned long long)v->agents->tick, state, v->speed);
    struct rgb ground = color(PAINT_WALL);
    uint32_t row = v->terminal.rows - 1;
    for (uint32_t i = 0; i < v->terminal.columns; i++) {
        terminal_text(&v->terminal, i, row, 1, " ", ground, ground);
    }
    terminal_text(&v->terminal, 0, row, v->terminal.columns, line, color(PAINT_INK), ground);
}

static void draw(struct viewer *v) {
    terminal_erase(&v->terminal, color(PAINT_PAGE));
    arrange(v);
    for (uint32_t i = 0; i < v->agents->count; i++) {
        struct panel p = panel_of(v, v->across, i);
        draw_map(v, &v->agents->views[i], &p);
        draw_heading(v, &v->agents->views[i], &p);
    }
    draw_bar(v);
    terminal_show(&v->terminal);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* 1, 2, 5, 10, 20, 50, ..., and the same steps below 1. */
static double change_speed(double speed, int up) {
    static const double digits[] = {1, 2, 5};
    double power = floor(log10(speed) + 1e-9);
    int index = (int)power * 3;
    for (int i = 1; i < 3; i++) {
        index += speed >= digits[i] * pow(10, power) * (1 - 1e-9);
    }
    index += up;
    int decade = (int)floor(index / 3.0);
    double next = digits[index - 3 * decade] * pow(10, decade);
    return next < SPEED_MIN || next > SPEED_MAX ? speed : next;
}

static void scroll(struct viewer *v, int64_t dx, int64_t dy) {
    const struct view *first = &v->agents->views[0];
    int64_t width = wend_map_width(v->agents->map), height = wend_map_height(v->agents->map);
    if (v->follow) {
        v->x = wend_map_x(v->agents->map, first->cell);
        v->y = wend_map_y(v->agents->map, first->cell);
        v->follow = false;
    }
    v->x = v->x + dx < 0 ? 0 : v->x + dx >= width ? width - 1 : v->x + dx;
    v->y = v->y + dy < 0 ? 0 : v->y + dy >= height ? height - 1 : v->y + dy;
}

/* Returns false to quit. */
static bool act_on(struct viewer *v, int key, int *code) {
    enum { SCROLL = 8 };
    switch (key) {
    case 'q':
        return false;
    case ' ':
        v->paused = !v->paused;
        break;
    case 's':
    case '.':
        v->paused = true;
        *code = side_by_side_over(v->agents) ? 0 : side_by_side_tick(v->agents);
        break;
    case '+':
    case '=':
        v->speed = change_speed(v->speed, 1);
        break;
    case '-':
        v->speed = change_speed(v->speed, -1);
        break;
    case 'r':
        *code = side_by_side_rewind(v->agents);
        v->owed = 0;
        break;
    case 'f':
        v->follow = true;
        break;
    case 'h':
        v->show ^= SHOW_SEARCH | SHOW_HEAT;
        break;
    case KEY_UP:
        scroll(v, 0, -SCROLL);
        break;
    case KEY_DOWN:
        scroll(v, 0, SCROLL);
        break;
    case KEY_LEFT:
        scroll(v, -SCROLL, 0);
        break;
    case KEY_RIGHT:
        scroll(v, SCROLL, 0);
        break;
    default:
        break;
    }
    return true;
}

/* Runs the due ticks, but not longer than a frame. */
static int run_frame(struct viewer *v, uint64_t passed_ns) {
    if (v->paused || side_by_side_over(v->agents)) {
        v->owed = 0;
        return 0;
    }
    uint64_t begin = now_ns();
    int code = 0;
    v->owed += v->speed * (double)passed_ns / 1e9;
    while (!code && v->owed >= 1 && !side_by_side_over(v->agents)) {
        code = side_by_side_tick(v->agents);
        v->owed -= 1;
        if (now_ns() - begin > FRAME_MS * UINT64_C(1000000)) {
            v->owed = 0; /* it cannot go faster */
        }
    }
    return code;
}

static int run_viewer(struct viewer *v) {
    int code = 0;
    uint64_t before = now_ns();
    for (bool go_on = true; go_on && !code;) {
        draw(v);
        int key = terminal_key(&v->terminal, FRAME_MS);
        go_on = act_on(v, key, &code);
        code = code ? code : terminal_check(&v->terminal);
        uint64_t now = now_ns();
        if (!code && go_on) {
            code = run_frame(v, now - before);
        }
        before = now;
    }
    return code;
}

int watch_agents(struct side_by_side *agents, const struct viewer_options *options) {
    if (!terminal_usable()) {
        return print_agents(agents);
    }
    struct viewer v = {.agents = agents,
                       .speed = options->speed,
                       .paused = options->paused,
                       .show = options->heat ? SHOW_HEAT : SHOW_SEARCH,
                       .follow = true};
    int code = terminal_begin(&v.terminal);
    if (!code) {
        code = run_viewer(&v);
    }
    terminal_end(&v.terminal);
    return code;
}
