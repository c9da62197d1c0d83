/* Writes an HTML page that contains the trace. */
#include "view/export.h"

#include "common/messages.h"
#include "view/agent_view.h"

#include <stdlib.h>
#include <string.h>

/* page.html, embedded by CMake. */
extern const unsigned char page_html[];
extern const size_t page_html_size;

static void add_color(struct bytes *b, paint p, theme t) {
    struct rgb c = paint_color(p, t);
    bytes_print(b, "[%u,%u,%u]", c.red, c.green, c.blue);
}

static void add_theme(struct bytes *b, const char *name, theme t) {
    static const struct {
        const char *name;
        paint paint;
    } names[] = {{"wall", PAINT_WALL},        {"ground", PAINT_GROUND}, {"fog", PAINT_FOG},
                 {"fogWall", PAINT_FOG_WALL}, {"closed", PAINT_CLOSED}, {"open", PAINT_OPEN},
                 {"trail", PAINT_TRAIL},      {"path", PAINT_PATH},     {"agent", PAINT_AGENT},
                 {"start", PAINT_START},      {"goal", PAINT_GOAL},     {"halo", PAINT_HALO}};
    bytes_print(b, "%s:{", name);
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        bytes_print(b, "%s:", names[i].name);
        add_color(b, names[i].paint, t);
        bytes_add_byte(b, ',');
    }
    bytes_add_text(b, "heat:[");
    for (uint32_t i = 0; i < HEAT_LEVELS; i++) {
        bytes_add_text(b, i ? "," : "");
        add_color(b, (paint)(PAINT_HEAT + i), t);
    }
    bytes_add_text(b, "]}");
}

/* Adds the page up to a mark. Returns the rest after the mark. */
static const char *add_until(struct bytes *b, const char *page, const char *mark) {
    const char *found = strstr(page, mark);
    bytes_add(b, page, (size_t)(found - page));
    return found + strlen(mark);
}

int write_html(const char *path, const struct trace *trace) {
    struct bytes b = {0};
    char *page = malloc(page_html_size + 1);
    if (!page) {
        return fail_machine("out of memory for a page");
    }
    memcpy(page, page_html, page_html_size);
    page[page_html_size] = 0;
    const char *rest = add_until(&b, page, "/*PALETTE*/{}");
    bytes_add_text(&b, "{");
    add_theme(&b, "light", THEME_LIGHT);
    bytes_add_text(&b, ",");
    add_theme(&b, "dark", THEME_DARK);
    bytes_add_text(&b, "}");
    rest = add_until(&b, rest, "/*TRACE*/");
    bytes_add_base64(&b, trace->bytes.data, trace->bytes.count);
    bytes_add_text(&b, rest);
    free(page);
    return bytes_write_file(&b, path);
}
