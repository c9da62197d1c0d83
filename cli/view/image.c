#include "view/image.h"

#include "common/messages.h"
#include "view/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_SIDE  920u
#define MARGIN        8u
#define SPILL         5    /* of the marks of start, goal and agent */
#define PANEL_LEAST   176u /* room for the label */
#define PANEL_WIDE    480u /* from this width on the small text is large */
#define NUMBERS_TOP   23u
#define LEGEND_HEIGHT 26u

/* ---- Choosing sizes ------------------------------------------------------------------------- */

static uint32_t scaled(uint32_t cells, const struct style *style) {
    return style->up ? cells * style->up : (cells + style->down - 1) / style->down;
}

/* The scale of the second line of text. */
static uint32_t numbers_size(const struct image *image) {
    return image->panel_width >= PANEL_WIDE ? 2 : 1;
}

static void measure(struct image *image, const struct side_by_side *agents) {
    uint32_t width = scaled(wend_map_width(agents->map), &image->style);
    image->legend_height = image->style.show & SHOW_HEAT ? LEGEND_HEIGHT : 0;
    bool narrow = width < PANEL_LEAST && !image->style.no_labels;
    image->panel_width = narrow ? PANEL_LEAST : width;
    image->label_height =
        image->style.no_labels ? 0 : NUMBERS_TOP + 4 + FONT_ROWS * numbers_size(image);
    image->panel_height = scaled(wend_map_height(agents->map), &image->style) +
                          image->label_height + image->legend_height;
    uint32_t columns = image->style.columns, rows = (agents->count + columns - 1) / columns;
    image->width = MARGIN + columns * (image->panel_width + MARGIN);
    image->height = MARGIN + rows * (image->panel_height + MARGIN);
}

/* Steps from the largest scale to the smallest. */
static bool shrink(struct style *style) {
    if (style->up > 1) {
        style->up--;
    } else if (style->up == 1) {
        style->up = 0;
        style->down = 2;
    } else {
        style->down++;
    }
    return style->down < 64;
}

/* The largest scale with which the image fits the limit. */
static void fit(struct image *image, const struct side_by_side *agents) {
    image->style.up = 16;
    image->style.down = 0;
    do {
        measure(image, agents);
    } while ((image->width > LONGEST_SIDE || image->height > LONGEST_SIDE) &&
             shrink(&image->style));
}

/* Chooses the arrangement with the largest cells, and of those the smallest image. */
static void arrange(struct image *image, const struct side_by_side *agents) {
    struct image best = {0};
    bool scale_given = image->style.up || image->style.down;
    uint32_t first = image->style.columns ? image->style.columns : 1;
    uint32_t last = image->style.columns ? image->style.columns : agents->count;
    for (uint32_t columns = first; columns <= last; columns++) {
        struct image next = *image;
        next.style.columns = columns < agents->count ? columns : agents->count;
        if (scale_given) {
            measure(&next, agents);
        } else {
            fit(&next, agents);
        }
        uint32_t side = next.width > next.height ? next.width : next.height;
        uint32_t best_side = best.width > best.height ? best.width : best.height;
        bool larger = next.style.up > best.style.up ||
                      (next.style.up == best.style.up && next.style.down < best.style.down);
        bool as_large = next.style.up == best.style.up && next.style.down == best.style.down;
        if (!best.width || larger || (as_large && side < best_side)) {
            best = next;
        }
    }
    *image = best;
}

#define PIXELS_MAX ((uint64_t)1 << 25)

int image_begin(struct image *image, const struct side_by_side *agents, const struct style *style) {
    *image = (struct image){.style = *style};
    arrange(image, agents);
    uint64_t pixels = (uint64_t)image->width * image->height;
    if (pixels > PIXELS_MAX || image->width > UINT16_MAX || image->height > UINT16_MAX) {
        return fail_usage(
            "--scale: a picture of %u x %u pixels is too large, choose a smaller scale",
            image->width, image->height);
    }
    image->pixels = malloc(pixels);
    return image->pixels ? 0 : fail_machine("out of memory for a picture");
}

void image_clear(struct image *image) {
    free(image->pixels);
    *image = (struct image){0};
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* A rectangle of the image to draw into. Pixels more than `spill` outside are clipped. */
struct area {
    struct image *image;
    int64_t left, top, width, height, spill;
};

static void dot(const struct area *a, int64_t x, int64_t y, paint p) {
    if (x >= -a->spill && y >= -a->spill && x < a->width + a->spill && y < a->height + a->spill) {
        a->image->pixels[(a->top + y) * a->image->width + a->left + x] = (uint8_t)p;
    }
}

static void disc(const struct area *a, double cx, double cy, double radius, paint p) {
    for (int64_t y = (int64_t)floor(cy - radius); y <= (int64_t)ceil(cy + radius); y++) {
        for (int64_t x = (int64_t)floor(cx - radius); x <= (int64_t)ceil(cx + radius); x++) {
            double dx = (double)x + 0.5 - cx, dy = (double)y + 0.5 - cy;
            if (dx * dx + dy * dy <= radius * radius) {
                dot(a, x, y, p);
            }
        }
    }
}

static void square(const struct area *a, double cx, double cy, uint32_t side, paint p) {
    int64_t left = (int64_t)floor(cx - side / 2.0 + 0.5),
            top = (int64_t)floor(cy - side / 2.0 + 0.5);
    for (uint32_t i = 0; i < side * side; i++) {
        dot(a, left + i % side, top + i / side, p);
    }
}

static int64_t text_width(const char *text, uint32_t size) {
    return (int64_t)(strlen(text) * FONT_ADVANCE * size) - size;
}

static void text(const struct area *a, int64_t left, int64_t top, uint32_t size, const char *words,
                 paint p) {
    for (const char *letter = words; *letter; letter++, left += FONT_ADVANCE * size) {
        const uint8_t *columns = font_letter(*letter);
        for (uint32_t i = 0; i < FONT_COLUMNS * size * FONT_ROWS * size; i++) {
            uint32_t x = i % (FONT_COLUMNS * size), y = i / (FONT_COLUMNS * size);
            if (columns[x / size] >> (y / size) & 1) {
                dot(a, left + x, top + y, p);
            }
        }
    }
}

/* The priority of a paint. If a pixel represents several cells, the highest one is shown. */
static uint32_t weight_of(paint p) {
    return p == PAINT_OPEN ? 2 : p == PAINT_CLOSED ? 1 : p >= PAINT_HEAT ? 1 + (uint32_t)p : 0;
}

/* Walls and ground by majority; search states have priority over both. */
static paint blend(const struct view *v, uint32_t x, uint32_t y, uint32_t cells, uint32_t show) {
    uint32_t walls = 0, all = 0;
    paint best = PAINT_GROUND;
    for (uint32_t i = 0; i < cells * cells; i++) {
        uint32_t cx = x * cells + i % cells, cy = y * cells + i / cells;
        if (cx >= wend_map_width(v->map) || cy >= wend_map_height(v->map)) {
            continue;
        }
        paint p = view_ground(v, wend_map_state(v->map, cx, cy), show);
        all++;
        walls += p == PAINT_WALL;
        if (p != PAINT_WALL && (best == PAINT_GROUND || weight_of(p) > weight_of(best))) {
            best = p;
        }
    }
    return walls * 2 > all ? PAINT_WALL : best;
}

static void draw_ground(const struct area *a, const struct view *v) {
    const struct style *style = &a->image->style;
    for (int64_t y = 0; y < a->height; y++) {
        for (int64_t x = 0; x < a->width; x++) {
            paint p;
            if (style->up) {
                wend_state cell =
                    wend_map_state(v->map, (uint32_t)x / style->up, (uint32_t)y / style->up);
                p = view_ground(v, cell, style->show);
            } else {
                p = blend(v, (uint32_t)x, (uint32_t)y, style->down, style->show);
            }
            dot(a, x, y, p);
        }
    }
}

/* The centre of a cell in pixels. */
static void middle(const struct area *a, const struct view *v, wend_state cell, double *x,
                   double *y) {
    const struct style *style = &a->image->style;
    double scale = style->up ? style->up : 1.0 / style->down;
    *x = (wend_map_x(v->map, cell) + 0.5) * scale;
    *y = (wend_map_y(v->map, cell) + 0.5) * scale;
}

static void line(const struct area *a, const struct view *v, wend_state from, wend_state to,
                 uint32_t thickness, paint p) {
    double x0, y0, x1, y1;
    middle(a, v, from, &x0, &y0);
    middle(a, v, to, &x1, &y1);
    double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
    uint32_t points = (uint32_t)ceil(length * 2) + 1;
    for (uint32_t i = 0; i <= points; i++) {
        double share = (double)i / points;
        square(a, x0 + share * (x1 - x0), y0 + share * (y1 - y0), thickness, p);
    }
}

/* Whether two states are one move apart. Only then they are connected by a line. */
static bool beside(const struct view *v, wend_state from, wend_state to) {
    int64_t dx = (int64_t)wend_map_x(v->map, from) - wend_map_x(v->map, to);
    int64_t dy = (int64_t)wend_map_y(v->map, from) - wend_map_y(v->map, to);
    return llabs(dx) <= 2 && llabs(dy) <= 2;
}

/* Draws arrived units first and waiting units last, so that those are visible. */
static void draw_units(const struct area *a, const struct view *v) {
    static const struct {
        uint8_t mark;
        paint paint;
    } layers[] = {{VIEW_ARRIVED, PAINT_ARRIVED},
                  {VIEW_FOLLOWING, PAINT_FOLLOWING},
                  {VIEW_WAITING, PAINT_WAITING}};
    uint32_t up = a->image->style.up, side = up > 3 ? up : 3;
    for (uint32_t l = 0; l < sizeof layers / sizeof *layers; l++) {
        for (uint32_t i = 0; i < v->fleet->count; i++) {
            const struct fleet_unit *u = &v->fleet->units[i];
            if (unit_mark(u) == layers[l].mark) {
                double x, y;
                middle(a, v, u->at, &x, &y);
                square(a, x, y, side, layers[l].paint);
            }
        }
    }
}

static void draw_map(const struct area *a, const struct view *v) {
    const struct style *style = &a->image->style;
    draw_ground(a, v);
    if (v->fleet) {
        draw_units(a, v);
        return;
    }
    uint32_t thickness = style->up > 5 ? (style->up * 2 + 2) / 5 : 2;
    double radius = fmax(3.5, style->up * 0.9);
    for (uint32_t i = 1; i < v->trail_count && !(style->show & SHOW_HEAT); i++) {
        line(a, v, v->trail[i - 1], v->trail[i], thickness, PAINT_TRAIL);
    }
    wend_state before = v->cell;
    for (uint32_t i = v->path_begin; i < v->path_count; i++) {
        if (i > v->path_begin || beside(v, before, v->path[i])) {
            line(a, v, before, v->path[i], thickness, PAINT_PATH);
        }
        before = v->path[i];
    }
    double x, y;
    middle(a, v, v->start, &x, &y);
    disc(a, x, y, radius, PAINT_START);
    disc(a, x, y, radius * 0.55, PAINT_HALO);
    middle(a, v, v->goal, &x, &y);
    disc(a, x, y, radius + 1.5, PAINT_HALO);
    disc(a, x, y, radius + 0.5, PAINT_GOAL);
    disc(a, x, y, radius * 0.62, PAINT_HALO);
    disc(a, x, y, radius * 0.34, PAINT_GOAL);
    middle(a, v, v->cell, &x, &y);
    disc(a, x, y, radius + 1, PAINT_HALO);
    disc(a, x, y, radius, PAINT_AGENT);
}

/* The counts of a fleet, in the colours of its units. */
static void draw_counts(const struct area *a, uint32_t size, char *numbers) {
    int64_t left = 0;
    for (char *part = numbers; part;) {
        char *end = strstr(part, "  ");
        if (end) {
            *end = 0;
        }
        paint p = strncmp(part, "waiting", 7) == 0     ? PAINT_WAITING
                  : strncmp(part, "following", 9) == 0 ? PAINT_FOLLOWING
                  : strncmp(part, "arrived", 7) == 0   ? PAINT_ARRIVED
                                                       : PAINT_FAINT_INK;
        text(a, left, NUMBERS_TOP, size, part, p);
        left += text_width(part, size) + (int64_t)size * 3 * FONT_ADVANCE;
        part = end ? end + 2 : NULL;
    }
}

static void draw_label(const struct area *a, const struct view *v) {
    char numbers[120];
    view_numbers(v, false, numbers, sizeof numbers);
    uint32_t size = numbers_size(a->image);
    if (text_width(numbers, size) > a->width) {
        view_numbers(v, true, numbers, sizeof numbers);
    }
    const char *status = view_status(v);
    bool room = text_width(v->label, 2) + 12 + text_width(status, 2) <= a->width;
    text(a, 0, 3, 2, v->label, PAINT_INK);
    text(a, a->width - text_width(status, room ? 2 : 1), room ? 3 : NUMBERS_TOP, room ? 2 : 1,
         status, v->status == WEND_AGENT_WAITING && !v->over ? PAINT_AGENT : PAINT_FAINT_INK);
    if (v->fleet) {
        draw_counts(a, size, numbers);
    } else {
        text(a, 0, NUMBERS_TOP, size, numbers, PAINT_FAINT_INK);
    }
}

/* "expanded once [colours] 230 times" */
static void draw_legend(const struct area *a, const struct view *v) {
    char hottest[32];
    snprintf(hottest, sizeof hottest, "%u times", v->hottest_all);
    bool several = v->hottest_all > 1;
    int64_t left = text_width("expanded once", 1) + 6;
    int64_t right = several ? a->width - text_width(hottest, 1) - 6 : left + 24;
    text(a, 0, 11, 1, "expanded once", PAINT_FAINT_INK);
    for (int64_t x = left; x < right; x++) {
        for (int64_t y = 8; y < 20; y++) {
            int64_t level = several ? (x - left) * HEAT_LEVELS / (right - left) : 0;
            dot(a, x, y, (paint)(PAINT_HEAT + level));
        }
    }
    if (several) {
        text(a, right + 6, 11, 1, hottest, PAINT_FAINT_INK);
    }
}

void image_draw(struct image *image, const struct side_by_side *agents) {
    memset(image->pixels, PAINT_PAGE, (size_t)image->width * image->height);
    for (uint32_t i = 0; i < agents->count; i++) {
        const struct view *v = &agents->views[i];
        uint32_t width = scaled(wend_map_width(agents->map), &image->style);
        uint32_t height = scaled(wend_map_height(agents->map), &image->style);
        struct area label = {image,
                             MARGIN + i % image->style.columns * (image->panel_width + MARGIN),
                             MARGIN + i / image->style.columns * (image->panel_height + MARGIN),
                             image->panel_width,
                             image->label_height,
                             0};
        struct area map = {image,
                           label.left + (image->panel_width - width) / 2,
                           label.top + image->label_height,
                           width,
                           height,
                           SPILL};
        struct area legend = {
            image, label.left, map.top + height, image->panel_width, image->legend_height, 0};
        draw_label(&label, v);
        draw_map(&map, v);
        if (image->legend_height) {
            draw_legend(&legend, v);
        }
    }
}
