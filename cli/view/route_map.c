#include "view/route_map.h"

#include "common/messages.h"
#include "common/output_file.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH_MAX     120u
#define WIDTH_DEFAULT 80u

/* The kinds of dots of a picture. Routes follow at ROUTE. */
enum { WALL = 0, GROUND = 1, ROUTE = 2 };

static const uint8_t palette[ROUTE + ROUTE_COLORS] = {236, 254, 39, 208, 160, 34, 129, 94};
static const char *const svg_palette[ROUTE_COLORS] = {"#0a84ff", "#ff8700", "#d70000",
                                                      "#00a000", "#a020f0", "#875f00"};

struct canvas {
    uint8_t *dots;
    uint32_t width;
    uint32_t height;
    uint32_t cell_w; /* cells per dot */
    uint32_t cell_h;
};

bool wants_color(picture_colors colors) {
    return colors == PICTURE_COLOR ||
           (colors == PICTURE_AUTO && isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
}

const char *route_escape(uint32_t index) {
    static const char *const escapes[ROUTE_COLORS] = {"\033[38;5;39m",  "\033[38;5;208m",
                                                      "\033[38;5;160m", "\033[38;5;34m",
                                                      "\033[38;5;129m", "\033[38;5;94m"};
    return escapes[index % ROUTE_COLORS];
}

static uint32_t terminal_width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col < WIDTH_MAX ? size.ws_col : WIDTH_MAX;
    }
    return WIDTH_DEFAULT;
}

/* A dot is ground if at least half of its cells are free. */
static void draw_map(struct canvas *canvas, const wend_map *map) {
    for (uint32_t dy = 0; dy < canvas->height; dy++) {
        for (uint32_t dx = 0; dx < canvas->width; dx++) {
            uint32_t free = 0, all = 0;
            for (uint32_t i = 0; i < canvas->cell_w * canvas->cell_h; i++) {
                uint32_t x = dx * canvas->cell_w + i % canvas->cell_w;
                uint32_t y = dy * canvas->cell_h + i / canvas->cell_w;
                if (x < wend_map_width(map) && y < wend_map_height(map)) {
                    all++;
                    free += wend_map_is_free(map, x, y);
                }
            }
            canvas->dots[dy * canvas->width + dx] = free * 2 >= all ? GROUND : WALL;
        }
    }
}

static void draw_route(struct canvas *canvas, const wend_map *map, const struct route *route,
                       uint32_t index) {
    for (size_t i = 0; i < route->count; i++) {
        uint32_t dx = wend_map_x(map, route->states[i]) / canvas->cell_w;
        uint32_t dy = wend_map_y(map, route->states[i]) / canvas->cell_h;
        canvas->dots[dy * canvas->width + dx] = (uint8_t)(ROUTE + index % ROUTE_COLORS);
    }
}

/* Two dots per character: the upper half in the foreground, the lower in the background. */
static void print_colored(const struct canvas *canvas) {
    for (uint32_t y = 0; y < canvas->height; y += 2) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            uint8_t upper = canvas->dots[y * canvas->width + x];
            uint8_t lower = y + 1 < canvas->height ? canvas->dots[(y + 1) * canvas->width + x] : 0;
            printf("\033[38;5;%u;48;5;%um\u2580", palette[upper], palette[lower]);
        }
        puts(ESCAPE_END);
    }
}

static void print_plain(const struct canvas *canvas, const struct route *routes) {
    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            uint8_t dot = canvas->dots[y * canvas->width + x];
            putchar(dot == WALL ? '#' : dot == GROUND ? ' ' : routes[dot - ROUTE].letter);
        }
        putchar('\n');
    }
}

int print_picture(const wend_map *map, const struct route *routes, uint32_t route_count,
                  picture_colors colors, uint32_t width) {
    bool color = wants_color(colors);
    uint32_t columns = width ? width : terminal_width();
    struct canvas canvas = {0};
    canvas.cell_w = (wend_map_width(map) + columns - 1) / columns;
    /* Characters are twice as high as wide; small maps are still drawn cell by cell. */
    bool small = wend_map_width(map) * 2 <= columns;
    canvas.cell_h = color || small ? canvas.cell_w : canvas.cell_w * 2;
    canvas.width = (wend_map_width(map) + canvas.cell_w - 1) / canvas.cell_w;
    canvas.height = (wend_map_height(map) + canvas.cell_h - 1) / canvas.cell_h;
    canvas.dots = malloc((size_t)canvas.width * canvas.height);
    if (!canvas.dots) {
        return fail_machine("out of memory for a picture");
    }
    draw_map(&canvas, map);
    for (uint32_t i = route_count; i > 0; i--) {
        draw_route(&canvas, map, &routes[i - 1], i - 1);
    }
    if (color) {
        print_colored(&canvas);
    } else {
        print_plain(&canvas, routes);
    }
    free(canvas.dots);
    return 0;
}

struct drawing {
    const wend_map *map;
    const struct route *routes;
    uint32_t route_count;
};

/* Draws runs of blocked cells as rectangles, and routes as lines through the centres of cells. */
static void draw_svg(FILE *out, const void *context) {
    const struct drawing *drawing = context;
    const wend_map *map = drawing->map;
    const struct route *routes = drawing->routes;
    uint32_t route_count = drawing->route_count;
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
            "height=\"%u\">\n<rect width=\"%u\" height=\"%u\" fill=\"#f4f1ea\"/>\n"
            "<path fill=\"#3b4252\" d=\"",
            width, height, width, height, width, height);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t end = x;
            while (end < width && !wend_map_is_free(map, end, y)) {
                end++;
            }
            if (end > x) {
                fprintf(out, "M%u %uh%uv1h-%uz", x, y, end - x, end - x);
                x = end;
            }
        }
    }
    fputs("\"/>\n", out);
    for (uint32_t i = route_count; i-- > 0;) {
        fprintf(out,
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\" "
                "stroke-linejoin=\"round\" points=\"",
                svg_palette[i % ROUTE_COLORS]);
        for (size_t s = 0; s < routes[i].count; s++) {
            fprintf(out, "%u.5,%u.5 ", wend_map_x(map, routes[i].states[s]),
                    wend_map_y(map, routes[i].states[s]));
        }
        fputs("\"/>\n", out);
    }
    for (uint32_t i = 0; i < 2 && route_count > 0 && routes[0].count > 0; i++) {
        wend_state state = routes[0].states[i == 0 ? 0 : routes[0].count - 1];
        fprintf(out, "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"6\" fill=\"%s\"/>\n",
                wend_map_x(map, state), wend_map_y(map, state), i == 0 ? "#00a000" : "#d70000");
    }
    fputs("</svg>\n", out);
}

int write_svg(const char *path, const wend_map *map, const struct route *routes,
              uint32_t route_count) {
    struct drawing drawing = {map, routes, route_count};
    return write_stream(path, draw_svg, &drawing);
}
