/* io/movingai_map.c - reads .map files:
 *
 *     type octile
 *     height 2
 *     width 3
 *     map
 *     ..@
 *     ...
 */
#include <wend/movingai.h>

#include "domain/grid.h"
#include "io/file.h"

#include <stdio.h>
#include <string.h>

typedef struct header {
    uint32_t width;
    uint32_t height;
} header;

static bool line_is(const wn_text_line *line, const char *text) {
    return line->length == strlen(text) && memcmp(line->text, text, line->length) == 0;
}

/* Whether the line is "<word> <number>", with a number of any size. Numbers that do not fit become
 * UINT32_MAX, which is too large for a map. */
static bool line_is_size(const wn_text_line *line, const char *word, uint32_t *out) {
    size_t length = strlen(word);
    if (line->length <= length || memcmp(line->text, word, length) != 0 ||
        line->text[length] != ' ') {
        return false;
    }
    const char *at = line->text + length;
    const char *end = line->text + line->length;
    if (wn_read_u32(&at, end, UINT32_MAX - 1, out)) {
        return at == end;
    }
    while (at < end && *at == ' ') {
        at++;
    }
    bool digits = at < end;
    while (at < end) {
        digits = digits && *at >= '0' && *at <= '9';
        at++;
    }
    *out = UINT32_MAX;
    return digits;
}

static wend_error expected(const wn_text_lines *lines, const wn_text_line *line, const char *what,
                           wend_diagnosis *diagnosis) {
    if (!line) {
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, lines->number + 1, 0,
                           "the file ends, expected \"%s\"", what);
    }
    int shown = line->length > WN_SHOWN_MAX ? WN_SHOWN_MAX : (int)line->length;
    return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line->number, 1,
                       "found \"%.*s\", expected \"%s\"", shown, line->text, what);
}

static wend_error read_header(wn_text_lines *lines, header *out, wend_diagnosis *diagnosis) {
    wn_text_line line;
    if (!wn_lines_next(lines, &line)) {
        return expected(lines, NULL, "type octile", diagnosis);
    }
    if (!line_is(&line, "type octile")) {
        return expected(lines, &line, "type octile", diagnosis);
    }
    bool has_height = false;
    bool has_width = false;
    while (!has_height || !has_width) {
        const char *what = has_width ? "height N" : has_height ? "width N" : "height N";
        if (!wn_lines_next(lines, &line)) {
            return expected(lines, NULL, what, diagnosis);
        }
        if (!has_height && line_is_size(&line, "height", &out->height)) {
            has_height = true;
        } else if (!has_width && line_is_size(&line, "width", &out->width)) {
            has_width = true;
        } else {
            return expected(lines, &line, what, diagnosis);
        }
    }
    if (out->width < 1 || out->height < 1 || out->width > WEND_MAP_SIDE_MAX ||
        out->height > WEND_MAP_SIDE_MAX) {
        return wn_diagnose(diagnosis, WEND_ERROR_SIZE, lines->number, 0,
                           "the size is given as %s%u x %s%u, expected 1 x 1 to %u x %u",
                           out->width == UINT32_MAX ? "over " : "", out->width,
                           out->height == UINT32_MAX ? "over " : "", out->height, WEND_MAP_SIDE_MAX,
                           WEND_MAP_SIDE_MAX);
    }
    if (!wn_lines_next(lines, &line)) {
        return expected(lines, NULL, "map", diagnosis);
    }
    return line_is(&line, "map") ? WEND_OK : expected(lines, &line, "map", diagnosis);
}

static wend_error read_map_rows(wn_text_lines *lines, const header *size, char *cells,
                                wend_diagnosis *diagnosis) {
    wn_text_line line;
    for (uint32_t y = 0; y < size->height; y++) {
        if (!wn_lines_next(lines, &line)) {
            return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, lines->number + 1, 0,
                               "the file ends after %u rows, expected %u", y, size->height);
        }
        if (line.length != size->width) {
            return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line.number, 0,
                               "row has %lu cells, expected %u", (unsigned long)line.length,
                               size->width);
        }
        memcpy(cells + (size_t)y * size->width, line.text, size->width);
    }
    while (wn_lines_next(lines, &line)) {
        if (line.length > 0) {
            return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line.number, 1,
                               "more rows than the %u of the header", size->height);
        }
    }
    return WEND_OK;
}

wend_error wend_map_parse(const wend_map_def *def, const char *text, size_t size, wend_map **out,
                          wend_diagnosis *diagnosis) {
    if (out) {
        *out = NULL;
    }
    if (!def || !text || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    wn_text_lines lines = {.at = text, .end = text + size};
    header found = {0};
    wend_error error = wn_map_def_has_no_cells(def, diagnosis);
    if (!error) {
        error = read_header(&lines, &found, diagnosis);
    }
    if (error) {
        return error;
    }
    uint32_t first_row = lines.number + 1;
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, def->memory_limit);
    size_t cell_count = (size_t)found.width * found.height;
    char *cells = wn_memory_take(&memory, cell_count);
    if (!cells) {
        return wn_no_memory(diagnosis, memory.limit, "no memory for %u x %u cells", found.width,
                            found.height);
    }
    error = read_map_rows(&lines, &found, cells, diagnosis);
    if (!error) {
        wend_map_def full = *def;
        full.width = found.width;
        full.height = found.height;
        full.cells = cells;
        full.memory_limit = wn_memory_left(&memory);
        error = wend_map_create(&full, out, diagnosis);
        if (error == WEND_ERROR_FORMAT && diagnosis) {
            diagnosis->line += first_row - 1; /* it counted rows */
            diagnosis->field = NULL;
        }
        if (error == WEND_ERROR_MEMORY) { /* of the limit of the caller */
            wn_no_memory(diagnosis, memory.limit, "no memory for a map of %u x %u", found.width,
                         found.height);
        }
    }
    wn_memory_give(&memory, cells, cell_count);
    return error;
}

wend_error wend_map_load(const wend_map_def *def, const char *path, wend_map **out,
                         wend_diagnosis *diagnosis) {
    if (out) {
        *out = NULL;
    }
    if (!def || !path || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    wend_error error = wn_map_def_has_no_cells(def, diagnosis);
    if (error) {
        return error;
    }
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, def->memory_limit);
    wn_file file;
    error = wn_file_read(&file, &memory, path, diagnosis);
    if (!error) {
        wend_map_def left = *def;
        left.memory_limit = wn_memory_left(&memory);
        error = wend_map_parse(&left, file.text, file.size, out, diagnosis);
        if (error == WEND_ERROR_MEMORY) {
            wn_no_memory(diagnosis, memory.limit, "no memory for the map");
        }
        wn_file_clear(&file, &memory);
    }
    return error;
}
