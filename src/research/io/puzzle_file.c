/* research/io/puzzle_file.c - reads files of puzzle instances, one per line: a number, the optimal
 * length, the tiles row by row (0 for the blank). Lines that begin with # are comments.
 *
 *     # 2 x 2
 *     1 4 3 1 2 0
 */
#include "research/domain/puzzle.h"
#include "io/file.h"

#include <stdlib.h>

#define FIRST_INSTANCES 128u

/* The state of the reader, and the instances so far. The array comes from malloc: the caller frees
 * it. */
typedef struct reading {
    const wn_puzzle *puzzle;
    wend_puzzle_instance *instances;
    uint32_t count;
    uint32_t capacity;
    wend_diagnosis *diagnosis;
} reading;

static uint32_t text_column(const wn_text_line *line, const char *at) {
    return (uint32_t)(at - line->text) + 1;
}

static const char *past_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at;
}

/* Reads a number that is a word of its own; `what` names it in messages. */
static wend_error read_tile(const reading *r, const wn_text_line *line, const char **at,
                            uint32_t max, const char *what, uint32_t *out) {
    const char *end = line->text + line->length;
    *at = past_blanks(*at, end);
    const char *word = *at;
    if (word == end) {
        return wn_diagnose(r->diagnosis, WEND_ERROR_FORMAT, line->number, text_column(line, word),
                           "the line ends, expected %s; a line is a number, the optimal length "
                           "and %u tiles",
                           what, r->puzzle->cells);
    }
    bool read = wn_read_u32(at, end, max, out);
    if (read && (*at == end || **at == ' ' || **at == '\t')) {
        return WEND_OK;
    }
    int length = 0;
    while (word + length < end && word[length] != ' ' && word[length] != '\t' && length < 20) {
        length++;
    }
    return wn_diagnose(r->diagnosis, WEND_ERROR_FORMAT, line->number, text_column(line, word),
                       "found \"%.*s\", expected %s from 0 to %u", length, word, what, max);
}

static wend_error read_tiles(const reading *r, const wn_text_line *line, const char **at,
                             uint8_t *tiles) {
    uint32_t seen = 0;
    for (uint32_t cell = 0; cell < r->puzzle->cells; cell++) {
        uint32_t tile = 0;
        const char *word = past_blanks(*at, line->text + line->length);
        wend_error error = read_tile(r, line, at, r->puzzle->cells - 1, "a tile", &tile);
        if (error) {
            return error;
        }
        if (seen >> tile & 1) {
            return wn_diagnose(r->diagnosis, WEND_ERROR_FORMAT, line->number,
                               text_column(line, word),
                               "tile %u appears twice, expected each from 0 to %u once", tile,
                               r->puzzle->cells - 1);
        }
        seen |= 1u << tile;
        tiles[cell] = (uint8_t)tile;
    }
    return WEND_OK;
}

static wend_error read_instance(const reading *r, const wn_text_line *line,
                                wend_puzzle_instance *out) {
    const char *at = line->text;
    const char *end = line->text + line->length;
    *out = (wend_puzzle_instance){0};
    wend_error error = read_tile(r, line, &at, UINT32_MAX, "the instance's number", &out->number);
    if (!error) {
        error = read_tile(r, line, &at, UINT32_MAX, "the optimal length", &out->optimal);
    }
    if (!error) {
        error = read_tiles(r, line, &at, out->tiles);
    }
    if (!error && past_blanks(at, end) != end) {
        error = wn_diagnose(r->diagnosis, WEND_ERROR_FORMAT, line->number,
                            text_column(line, past_blanks(at, end)),
                            "text after the last tile, expected %u tiles", r->puzzle->cells);
    }
    return error;
}

static bool make_room(reading *r) {
    if (r->count < r->capacity) {
        return true;
    }
    uint32_t capacity = r->capacity ? r->capacity * 2 : FIRST_INSTANCES;
    void *larger = realloc(r->instances, capacity * sizeof *r->instances);
    if (larger) {
        r->instances = larger;
        r->capacity = capacity;
    }
    return larger != NULL;
}

static wend_error read_lines(reading *r, wn_text_lines lines) {
    wn_text_line line;
    while (wn_lines_next(&lines, &line)) {
        const char *end = line.text + line.length;
        if (past_blanks(line.text, end) == end || line.text[0] == '#') {
            continue;
        }
        if (!make_room(r)) {
            return wn_diagnose(r->diagnosis, WEND_ERROR_MEMORY, line.number, 0,
                               "no memory for %u instances", r->count + 1);
        }
        wend_error error = read_instance(r, &line, &r->instances[r->count]);
        if (error) {
            return error;
        }
        r->count++;
    }
    if (r->count == 0) {
        return wn_diagnose(r->diagnosis, WEND_ERROR_FORMAT, lines.number + 1, 0,
                           "the file ends, expected a line with an instance");
    }
    return WEND_OK;
}

wend_error wend_puzzle_load(const wend_domain *puzzle, const char *path, wend_puzzle_instance **out,
                            uint32_t *count, wend_diagnosis *diagnosis) {
    if (out) {
        *out = NULL;
    }
    if (count) {
        *count = 0;
    }
    if (!puzzle || !path || !out || !count || puzzle->type != &wn_puzzle_type) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0,
                           "a pointer is null or the domain is not a puzzle");
    }
    reading r = {.puzzle = wn_puzzle_of(puzzle), .diagnosis = diagnosis};
    wn_memory memory;
    wn_memory_init(&memory, &puzzle->memory.allocator, 0);
    wn_file file;
    wend_error error = wn_file_read(&file, &memory, path, diagnosis);
    if (error) {
        return error;
    }
    error = read_lines(&r, (wn_text_lines){.at = file.text, .end = file.text + file.size});
    wn_file_clear(&file, &memory);
    if (error) {
        free(r.instances);
        return error;
    }
    *out = r.instances;
    *count = r.count;
    return WEND_OK;
}
