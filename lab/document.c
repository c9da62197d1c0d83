#include "lab/document.h"

#include <string.h>

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:76em;margin:2em auto;padding:0 1em;"
    "color:#222}h1{font-size:1.6em}h2{font-size:1.3em;margin-top:2em;border-top:1px solid #ccc;"
    "padding-top:.6em}h3{font-size:1.05em}table{border-collapse:collapse;margin:.6em 0}"
    "th,td{padding:.15em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}"
    "th{border-bottom:2px solid #888}td.number{text-align:right;font-variant-numeric:tabular-nums;"
    "white-space:nowrap}pre{background:#f4f4f4;padding:.6em;overflow-x:auto}svg{max-width:100%;"
    "height:auto}.reproduced{color:#006400}.differs{color:#a40000;font-weight:bold}"
    "summary{cursor:pointer;margin:.4em 0}";

static bool is_html(const struct document *d) {
    return d->format == DOCUMENT_HTML;
}

static void add_escaped(struct document *d, const char *text) {
    for (; *text; text++) {
        const char *as = NULL;
        switch (*text) {
        case '&':
            as = is_html(d) ? "&amp;" : NULL;
            break;
        case '<':
            as = "&lt;";
            break;
        case '>':
            as = is_html(d) ? "&gt;" : NULL;
            break;
        case '"':
            as = is_html(d) ? "&quot;" : NULL;
            break;
        case '|':
            as = is_html(d) ? NULL : "\\|";
            break;
        case '*':
            as = is_html(d) ? NULL : "\\*";
            break;
        default:
            break;
        }
        if (as) {
            bytes_add_text(&d->out, as);
        } else {
            bytes_add_byte(&d->out, (uint8_t)*text);
        }
    }
}

void document_begin(struct document *d, const char *title) {
    if (is_html(d)) {
        bytes_add_text(&d->out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src"
                                " 'none'; style-src 'unsafe-inline'\">"
                                "<meta name=\"viewport\" content=\"width=device-width\"><title>");
        add_escaped(d, title);
        bytes_print(&d->out, "</title><style>%s</style></head><body>\n", style);
    }
    document_heading(d, 1, NULL, title);
}

void document_end(struct document *d) {
    if (is_html(d)) {
        bytes_add_text(&d->out, "</body></html>\n");
    }
}

void document_heading(struct document *d, int level, const char *name, const char *text) {
    if (is_html(d)) {
        bytes_print(&d->out, "<h%d", level);
        if (name) {
            bytes_add_text(&d->out, " id=\"");
            add_escaped(d, name);
            bytes_add_byte(&d->out, '"');
        }
        bytes_add_byte(&d->out, '>');
        add_escaped(d, text);
        bytes_print(&d->out, "</h%d>\n", level);
        return;
    }
    for (int i = 0; i < level; i++) {
        bytes_add_byte(&d->out, '#');
    }
    bytes_add_byte(&d->out, ' ');
    add_escaped(d, text);
    bytes_add_text(&d->out, "\n\n");
}

void document_paragraph(struct document *d, const char *text) {
    bytes_add_text(&d->out, is_html(d) ? "<p>" : "");
    add_escaped(d, text);
    bytes_add_text(&d->out, is_html(d) ? "</p>\n" : "\n\n");
}

void document_code(struct document *d, const char *text) {
    if (is_html(d)) {
        bytes_add_text(&d->out, "<pre>");
        add_escaped(d, text);
        bytes_add_text(&d->out, "</pre>\n");
        return;
    }
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bytes_add_text(&d->out, "    ");
        bytes_add(&d->out, line, length);
        bytes_add_byte(&d->out, '\n');
        line += length + (line[length] == '\n');
    }
    bytes_add_byte(&d->out, '\n');
}

void document_table_begin(struct document *d, const char *folded_title) {
    if (is_html(d)) {
        if (folded_title) {
            bytes_add_text(&d->out, "<details><summary>");
            add_escaped(d, folded_title);
            bytes_add_text(&d->out, "</summary>");
        }
        bytes_add_text(&d->out, "<table>\n");
    } else if (folded_title) {
        document_paragraph(d, folded_title);
    }
}

/* Numbers are aligned to the right. */
static const char *cell_class(const char *text) {
    bool is_number = *text && strspn(text, "0123456789.,-+[] %e") == strlen(text);
    return is_number                         ? " class=\"number\""
           : strcmp(text, "reproduced") == 0 ? " class=\"reproduced\""
           : strcmp(text, "differs") == 0    ? " class=\"differs\""
                                             : "";
}

void document_row(struct document *d, bool heading, const char *const *cells, uint32_t count) {
    bytes_add_text(&d->out, is_html(d) ? "<tr>" : "|");
    for (uint32_t i = 0; i < count; i++) {
        if (is_html(d)) {
            bytes_print(&d->out, "<t%c%s>", heading ? 'h' : 'd',
                        heading ? "" : cell_class(cells[i]));
        } else {
            bytes_add_byte(&d->out, ' ');
        }
        add_escaped(d, cells[i]);
        bytes_add_text(&d->out, is_html(d) ? (heading ? "</th>" : "</td>") : " |");
    }
    bytes_add_text(&d->out, is_html(d) ? "</tr>\n" : "\n");
    if (heading && !is_html(d)) {
        bytes_add_byte(&d->out, '|');
        for (uint32_t i = 0; i < count; i++) {
            bytes_add_text(&d->out, "---|");
        }
        bytes_add_byte(&d->out, '\n');
    }
}

void document_table_end(struct document *d, bool folded) {
    bytes_add_text(&d->out, is_html(d) ? (folded ? "</table></details>\n" : "</table>\n") : "\n");
}

void document_picture(struct document *d, const struct bytes *svg, const char *path,
                      const char *title) {
    if (!is_html(d)) {
        bytes_add_text(&d->out, "![");
        add_escaped(d, title);
        bytes_print(&d->out, "](%s)\n\n", path);
        return;
    }
    /* Skips the XML declaration and comments before the element, which are for files. */
    const uint8_t *begin = svg->data, *end = svg->data + svg->count;
    while (begin + 4 < end && memcmp(begin, "<svg", 4) != 0) {
        begin++;
    }
    bytes_add(&d->out, begin, (size_t)(end - begin));
    bytes_add_byte(&d->out, '\n');
}
