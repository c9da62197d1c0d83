/* research/io/track_file.c - reads .track files:
 *
 *     5
 *     3
 *     ##_*#
 *     #__##
 *     #@###
 *
 * The width, the height and the rows: # wall, _ track, @ start, * finish. MovingAI maps can be read
 * as well; they have neither start nor finish. */
#include <wend/movingai.h>
#include <wend/research/racetrack.h>

#include "io/file.h"

#include <string.h>

/* ---- Tracks ---------------------------------------------------------------------------------- */

static wend_error no_memory_for_track(const wn_memory *memory, const wend_racetrack_def *def,
                                      wend_diagnosis *diagnosis) {
    return wn_no_memory(diagnosis, memory->limit, "no memory for %u x %u cells", def->width,
                        def->height);
}

static wend_error read_size(wn_text_lines *lines, const char *what, uint32_t *out,
                            wend_diagnosis *diagnosis) {
    wn_text_line line;
    if (!wn_lines_next(lines, &line)) {
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, lines->number + 1, 0,
                           "the file ends, expected the %s", what);
    }
    const char *at = line.text;
    const char *end = line.text + line.length;
    bool read = wn_read_u32(&at, end, WEND_RACETRACK_SIDE_MAX, out) && *out > 0;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    if (!read || at != end) {
        int shown = line.length > WN_SHOWN_MAX ? WN_SHOWN_MAX : (int)line.length;
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line.number, 1,
                           "found \"%.*s\", expected the %s in cells, from 1 to %u", shown,
                           line.text, what, WEND_RACETRACK_SIDE_MAX);
    }
    return WEND_OK;
}

static wend_error read_row(const wn_text_line *line, uint32_t width, char *row,
                           wend_diagnosis *diagnosis) {
    if (line->length != width) {
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line->number, 0,
                           "row has %lu cells, expected %u", (unsigned long)line->length, width);
    }
    for (uint32_t x = 0; x < width; x++) {
        char c = line->text[x];
        if (c != '#' && c != '_' && c != '@' && c != '*') {
            return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line->number, x + 1,
                               c > ' ' && c < 127
                                   ? "cell '%c' is unknown, expected one of # _ @ *"
                                   : "a cell with code %d is unknown, expected one of # _ @ *",
                               c);
        }
        row[x] = c;
    }
    return WEND_OK;
}

static wend_error read_track_rows(wn_text_lines *lines, const wend_racetrack_def *def, char *cells,
                                  wend_diagnosis *diagnosis) {
    wn_text_line line;
    for (uint32_t y = 0; y < def->height; y++) {
        if (!wn_lines_next(lines, &line)) {
            return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, lines->number + 1, 0,
                               "the file ends after %u rows, expected %u", y, def->height);
        }
        wend_error error = read_row(&line, def->width, cells + (size_t)y * def->width, diagnosis);
        if (error) {
            return error;
        }
    }
    while (wn_lines_next(lines, &line)) {
        if (line.length > 0) {
            return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, line.number, 1,
                               "more rows than the %u of the second line", def->height);
        }
    }
    return WEND_OK;
}

/* The memory limit is that of the account, in which the cells are. */
static wend_error create_from_cells(wend_racetrack_def *def, const char *cells,
                                    const wn_memory *memory, wend_domain **out,
                                    wend_diagnosis *diagnosis) {
    def->cells = cells;
    def->memory_limit = wn_memory_left(memory);
    wend_error error = wend_racetrack_create(def, out, diagnosis);
    return error == WEND_ERROR_MEMORY ? no_memory_for_track(memory, def, diagnosis) : error;
}

static wend_error parse_track(const wend_racetrack_def *def, const wn_file *file, wn_memory *memory,
                              wend_domain **out, wend_diagnosis *diagnosis) {
    wn_text_lines lines = {.at = file->text, .end = file->text + file->size};
    wend_racetrack_def full = *def;
    wend_error error = read_size(&lines, "width", &full.width, diagnosis);
    if (!error) {
        error = read_size(&lines, "height", &full.height, diagnosis);
    }
    if (error) {
        return error;
    }
    size_t size = (size_t)full.width * full.height;
    char *cells = wn_memory_take(memory, size);
    if (!cells) {
        return no_memory_for_track(memory, &full, diagnosis);
    }
    error = read_track_rows(&lines, &full, cells, diagnosis);
    if (!error) {
        error = create_from_cells(&full, cells, memory, out, diagnosis);
    }
    wn_memory_give(memory, cells, size);
    return error;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static wend_error create_from_map(const wend_racetrack_def *def, const wend_map *map,
                                  wn_memory *memory, wend_domain **out, wend_diagnosis *diagnosis) {
    wend_racetrack_def full = *def;
    full.width = wend_map_width(map);
    full.height = wend_map_height(map);
    size_t size = (size_t)full.width * full.height;
    char *cells = wn_memory_take(memory, size);
    if (!cells) {
        return no_memory_for_track(memory, &full, diagnosis);
    }
    for (uint32_t y = 0; y < full.height; y++) {
        for (uint32_t x = 0; x < full.width; x++) {
            cells[(size_t)y * full.width + x] = wend_map_is_free(map, x, y) ? '_' : '#';
        }
    }
    wend_error error = create_from_cells(&full, cells, memory, out, diagnosis);
    wn_memory_give(memory, cells, size);
    return error;
}

static wend_error parse_map(const wend_racetrack_def *def, const wn_file *file, wn_memory *memory,
                            wend_domain **out, wend_diagnosis *diagnosis) {
    wend_map_def map_def = {.allocator = def->allocator, .memory_limit = wn_memory_left(memory)};
    wend_map *map;
    wend_error error = wend_map_parse(&map_def, file->text, file->size, &map, diagnosis);
    if (error == WEND_ERROR_MEMORY) {
        return wn_no_memory(diagnosis, memory->limit, "no memory for the map");
    }
    if (!error) {
        error = create_from_map(def, map, memory, out, diagnosis);
        wend_map_destroy(map);
    }
    return error;
}

wend_error wend_racetrack_load(const wend_racetrack_def *def, const char *path, wend_domain **out,
                               wend_diagnosis *diagnosis) {
    if (out) {
        *out = NULL;
    }
    if (!def || !path || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    if (def->cells) {
        return wn_diagnose_field(
            diagnosis, WEND_ERROR_ARGUMENT, "cells",
            "cells is set, but the cells are read from the file; set it to NULL");
    }
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, def->memory_limit);
    wn_file file;
    wend_error error = wn_file_read(&file, &memory, path, diagnosis);
    if (!error) {
        static const char of_map[] = "type ";
        bool is_map = strncmp(file.text, of_map, sizeof of_map - 1) == 0;
        error = is_map ? parse_map(def, &file, &memory, out, diagnosis)
                       : parse_track(def, &file, &memory, out, diagnosis);
        wn_file_clear(&file, &memory);
    }
    return error;
}
