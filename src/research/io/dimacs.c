/* research/io/dimacs.c - reads graphs of the 9th DIMACS challenge:
 *
 *     c a comment                          c a comment
 *     p sp 3 2                             p aux sp co 3
 *     a 1 2 17                             v 1 -73530767 41085396
 *     a 3 1 4                              ...
 *
 *     .gr: nodes, arcs; from, to, cost     .co: nodes; node, x, y
 *
 * Files have millions of lines, so they are read in one pass over the text. It ends with a 0, at
 * which every scan for a digit or a blank stops without a bounds check. */
#include <wend/research/dimacs.h>

#include "io/file.h"

#include <stdio.h>
#include <string.h>

/* ---- Words of a line ------------------------------------------------------------------------- */

typedef struct dimacs_reader {
    const char *at;
    const char *end; /* the terminating 0 */
    const char *line_start;
    uint32_t line;
    wend_diagnosis *diagnosis;
} dimacs_reader;

static dimacs_reader reader_of(const wn_file *file, wend_diagnosis *diagnosis) {
    return (dimacs_reader){.at = file->text,
                           .end = file->text + file->size,
                           .line_start = file->text,
                           .line = 1,
                           .diagnosis = diagnosis};
}

/* Reports an error about the text at `at` in the current line. */
static wend_error refuse_dimacs(const dimacs_reader *in, const char *at, wend_error error,
                                const char *expected) {
    const char *stop = at;
    while (stop < in->end && *stop && *stop != '\n' && *stop != '\r' && stop - at < WN_SHOWN_MAX) {
        stop++;
    }
    uint32_t column = (uint32_t)(at - in->line_start) + 1;
    if (stop == at) {
        return wn_diagnose(in->diagnosis, error, in->line, column, "the %s ends, expected %s",
                           at < in->end ? "line" : "file", expected);
    }
    return wn_diagnose(in->diagnosis, error, in->line, column, "found \"%.*s\", expected %s",
                       (int)(stop - at), at, expected);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip_dimacs_blanks(dimacs_reader *in) {
    while (is_blank(*in->at)) {
        in->at++;
    }
}

/* Reads digits and advances past them. Values above `max` become max + 1. Returns false if there
 * are none. */
static bool read_digits(dimacs_reader *in, uint64_t max, uint64_t *out) {
    const char *at = in->at;
    if (!is_digit(*at)) {
        return false;
    }
    uint64_t value = 0;
    do {
        value = value * 10 + (uint64_t)(*at++ - '0');
        value = value <= max ? value : max + 1;
    } while (is_digit(*at));
    in->at = at;
    *out = value;
    return true;
}

/* Reads a number from `min` to `max`, neither of them negative; `error` is returned for any other
 * number. */
static wend_error read_dimacs_number(dimacs_reader *in, uint32_t min, uint32_t max,
                                     wend_error error, const char *what, uint32_t *out) {
    skip_dimacs_blanks(in);
    const char *at = in->at;
    bool is_negative = at[0] == '-' && is_digit(at[1]);
    uint64_t value = 0;
    bool is_number = is_negative || read_digits(in, max, &value);
    if (!is_number || is_negative || value < min || value > max) {
        char expected[80];
        snprintf(expected, sizeof expected, "%s from %u to %u", what, min, max);
        return refuse_dimacs(in, at, is_number ? error : WEND_ERROR_FORMAT, expected);
    }
    *out = (uint32_t)value;
    return WEND_OK;
}

static wend_error read_coordinate(dimacs_reader *in, int32_t *out) {
    skip_dimacs_blanks(in);
    const char *at = in->at;
    bool is_negative = *at == '-';
    in->at += is_negative;
    uint64_t max = (uint64_t)INT32_MAX + is_negative;
    uint64_t value = 0;
    if (!read_digits(in, max, &value) || value > max) {
        return refuse_dimacs(in, at, WEND_ERROR_FORMAT,
                             "a coordinate from -2147483648 to 2147483647");
    }
    *out = (int32_t)(is_negative ? -(int64_t)value : (int64_t)value);
    return WEND_OK;
}

/* Checks that the line has no more text. */
static wend_error end_dimacs_line(dimacs_reader *in) {
    skip_dimacs_blanks(in);
    in->at += *in->at == '\r';
    if (in->at < in->end && *in->at != '\n') {
        return refuse_dimacs(in, in->at, WEND_ERROR_FORMAT, "the end of the line");
    }
    if (in->at < in->end) {
        in->line_start = ++in->at;
        in->line++;
    }
    return WEND_OK;
}

static bool is_comment_or_empty(const dimacs_reader *in) {
    const char *at = in->at;
    return *at == '\n' || (*at == '\r' && at[1] == '\n') ||
           (*at == 'c' && (is_blank(at[1]) || at[1] == '\n' || at[1] == '\r' || at + 1 == in->end));
}

/* Advances to the next line that is neither empty nor a comment; returns false at the end of the
 * file. */
static bool next_line(dimacs_reader *in) {
    while (in->at < in->end && is_comment_or_empty(in)) {
        const char *stop = memchr(in->at, '\n', (size_t)(in->end - in->at));
        in->at = stop ? stop + 1 : in->end;
        in->line_start = stop ? in->at : in->line_start;
        in->line += stop != NULL;
    }
    return in->at < in->end;
}

/* Advances past `words` and the blanks after each of them. */
static wend_error read_words(dimacs_reader *in, const char *words, const char *expected) {
    const char *start = in->at;
    for (const char *w = words; *w; w++) {
        if (*w == ' ' ? !is_blank(*in->at) : *w != *in->at) {
            return refuse_dimacs(in, start, WEND_ERROR_FORMAT, expected);
        }
        in->at++;
        if (*w == ' ') {
            skip_dimacs_blanks(in);
        }
    }
    return WEND_OK;
}

/* ---- The data read --------------------------------------------------------------------------- */

typedef struct arc {
    uint32_t from;
    uint32_t to;
    uint32_t cost;
} arc;

typedef struct tables {
    wn_memory memory; /* the account of everything below */
    uint32_t nodes;
    uint32_t arc_count;
    arc *arcs; /* in file order */
    size_t arc_room;
    uint32_t *first;
    uint32_t *target;
    uint32_t *cost;
    int32_t *x;
    int32_t *y;
    uint8_t *placed; /* by node: whether it has coordinates */
} tables;

/* Allocates an array of `count` + 1 cleared elements. Returns NULL if memory is short. */
static void *take_array(tables *t, uint64_t count, size_t size) {
    uint64_t bytes = count * size + size;
    void *array = bytes <= SIZE_MAX / 2 ? wn_memory_take(&t->memory, (size_t)bytes) : NULL;
    return array ? memset(array, 0, (size_t)bytes) : NULL;
}

static void give_array(tables *t, void *array, uint64_t count, size_t size) {
    wn_memory_give(&t->memory, array, (size_t)(count * size + size));
}

static void clear_tables(tables *t) {
    give_array(t, t->arcs, t->arc_room, sizeof *t->arcs);
    give_array(t, t->first, t->nodes, sizeof *t->first);
    give_array(t, t->target, t->arc_count, sizeof *t->target);
    give_array(t, t->cost, t->arc_count, sizeof *t->cost);
    give_array(t, t->x, t->nodes, sizeof *t->x);
    give_array(t, t->y, t->nodes, sizeof *t->y);
    give_array(t, t->placed, t->nodes, sizeof *t->placed);
}

static wend_error dimacs_no_memory(const tables *t, wend_diagnosis *diagnosis) {
    return wn_diagnose(diagnosis, WEND_ERROR_MEMORY, 0, 0,
                       "no memory for a graph of %u nodes and %u arcs", t->nodes, t->arc_count);
}

/* ---- Arcs ------------------------------------------------------------------------------------ */

/* The shortest line of an arc, "a 1 1 1\n". */
#define ARC_TEXT_MIN 8u

static wend_error read_sizes(dimacs_reader *in, tables *t) {
    next_line(in);
    wend_error error = read_words(in, "p sp ", "\"p sp NODES ARCS\"");
    if (!error) {
        error = read_dimacs_number(in, 1, WEND_GRAPH_NODES_MAX, WEND_ERROR_SIZE,
                                   "a number of nodes", &t->nodes);
    }
    if (!error) {
        error = read_dimacs_number(in, 0, WEND_GRAPH_EDGES_MAX, WEND_ERROR_SIZE, "a number of arcs",
                                   &t->arc_count);
    }
    return error ? error : end_dimacs_line(in);
}

static wend_error read_arc(dimacs_reader *in, uint32_t nodes, arc *out) {
    wend_error error = read_words(in, "a ", "\"a FROM TO COST\"");
    if (!error) {
        error = read_dimacs_number(in, 1, nodes, WEND_ERROR_OUTSIDE, "a node", &out->from);
    }
    if (!error) {
        error = read_dimacs_number(in, 1, nodes, WEND_ERROR_OUTSIDE, "a node", &out->to);
    }
    if (!error) {
        error =
            read_dimacs_number(in, 1, WEND_MOVE_COST_MAX, WEND_ERROR_COST, "a cost", &out->cost);
    }
    return error ? error : end_dimacs_line(in);
}

static wend_error read_arcs(dimacs_reader *in, tables *t) {
    uint32_t count = 0;
    while (next_line(in)) {
        uint32_t line = in->line;
        arc found = {0};
        wend_error error = read_arc(in, t->nodes, &found);
        if (error) {
            return error;
        }
        if (count == t->arc_count) {
            return wn_diagnose(in->diagnosis, WEND_ERROR_FORMAT, line, 0,
                               "more arcs than the %u announced in the p line", count);
        }
        assert(count < t->arc_room);
        t->arcs[count++] = found;
    }
    if (count < t->arc_count) {
        return wn_diagnose(in->diagnosis, WEND_ERROR_FORMAT, in->line, 0,
                           "the file ends after %u arcs, expected %u as announced in the p line",
                           count, t->arc_count);
    }
    return WEND_OK;
}

static wend_error read_graph(tables *t, const wn_file *file, wend_diagnosis *diagnosis) {
    dimacs_reader in = reader_of(file, diagnosis);
    wend_error error = read_sizes(&in, t);
    if (error) {
        return error;
    }
    /* The p line may announce any number, so memory is limited by what the file can contain. */
    size_t most = file->size / ARC_TEXT_MIN + 1;
    t->arc_room = t->arc_count < most ? t->arc_count : most;
    t->arcs = take_array(t, t->arc_room, sizeof *t->arcs);
    return t->arcs ? read_arcs(&in, t) : dimacs_no_memory(t, diagnosis);
}

/* Lists the arcs under the nodes that they leave, in file order. */
static wend_error sort_arcs(tables *t, wend_diagnosis *diagnosis) {
    t->first = take_array(t, t->nodes, sizeof *t->first);
    t->target = take_array(t, t->arc_count, sizeof *t->target);
    t->cost = take_array(t, t->arc_count, sizeof *t->cost);
    if (!t->first || !t->target || !t->cost) {
        return dimacs_no_memory(t, diagnosis);
    }
    for (uint32_t i = 0; i < t->arc_count; i++) {
        t->first[t->arcs[i].from - 1]++;
    }
    uint32_t sum = 0;
    for (uint32_t n = 0; n <= t->nodes; n++) {
        sum += t->first[n];
        t->first[n] = sum;
    }
    /* Each list is filled from its end, so first[n] ends up pointing at its beginning. */
    for (uint32_t i = t->arc_count; i-- > 0;) {
        uint32_t at = --t->first[t->arcs[i].from - 1];
        t->target[at] = t->arcs[i].to - 1;
        t->cost[at] = t->arcs[i].cost;
    }
    give_array(t, t->arcs, t->arc_room, sizeof *t->arcs);
    t->arcs = NULL;
    return WEND_OK;
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

static wend_error read_place_count(dimacs_reader *in, const tables *t) {
    next_line(in);
    wend_error error = read_words(in, "p aux sp co ", "\"p aux sp co NODES\"");
    const char *at = in->at;
    uint32_t nodes = 0;
    if (!error) {
        error = read_dimacs_number(in, 1, WEND_GRAPH_NODES_MAX, WEND_ERROR_SIZE,
                                   "a number of nodes", &nodes);
    }
    if (!error && nodes != t->nodes) {
        char expected[40];
        snprintf(expected, sizeof expected, "%u nodes as in the graph", t->nodes);
        return refuse_dimacs(in, at, WEND_ERROR_FORMAT, expected);
    }
    return error ? error : end_dimacs_line(in);
}

static wend_error read_place(dimacs_reader *in, tables *t) {
    wend_error error = read_words(in, "v ", "\"v NODE X Y\"");
    uint32_t node = 0;
    const char *at = in->at;
    if (!error) {
        error = read_dimacs_number(in, 1, t->nodes, WEND_ERROR_OUTSIDE, "a node", &node);
    }
    if (!error && t->placed[node - 1]) {
        return refuse_dimacs(in, at, WEND_ERROR_FORMAT, "a node that is not listed yet");
    }
    if (!error) {
        t->placed[node - 1] = 1;
        error = read_coordinate(in, &t->x[node - 1]);
    }
    if (!error) {
        error = read_coordinate(in, &t->y[node - 1]);
    }
    return error ? error : end_dimacs_line(in);
}

static wend_error read_places(tables *t, const wn_file *file, wend_diagnosis *diagnosis) {
    t->x = take_array(t, t->nodes, sizeof *t->x);
    t->y = take_array(t, t->nodes, sizeof *t->y);
    t->placed = take_array(t, t->nodes, sizeof *t->placed);
    if (!t->x || !t->y || !t->placed) {
        return dimacs_no_memory(t, diagnosis);
    }
    dimacs_reader in = reader_of(file, diagnosis);
    wend_error error = read_place_count(&in, t);
    uint32_t count = 0;
    while (!error && next_line(&in)) {
        error = read_place(&in, t);
        count += !error;
    }
    if (!error && count < t->nodes) {
        const uint8_t *missing = memchr(t->placed, 0, t->nodes);
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, in.line, 0,
                           "the file ends after %u nodes, expected %u; node %u is not among them",
                           count, t->nodes, (uint32_t)(missing - t->placed) + 1);
    }
    return error;
}

/* ---- Both files ------------------------------------------------------------------------------ */

static wend_error load_graph(tables *t, const char *path, wend_diagnosis *diagnosis) {
    wn_file file;
    wend_error error = wn_file_read(&file, &t->memory, path, diagnosis);
    if (!error) {
        error = read_graph(t, &file, diagnosis);
        wn_file_clear(&file, &t->memory);
    }
    return error ? error : sort_arcs(t, diagnosis);
}

static wend_error load_places(tables *t, const char *path, wend_diagnosis *diagnosis) {
    wend_diagnosis why = {0};
    wn_file file;
    wend_error error = wn_file_read(&file, &t->memory, path, &why);
    if (!error) {
        error = read_places(t, &file, &why);
        wn_file_clear(&file, &t->memory);
    }
    return error ? wn_diagnose(diagnosis, error, why.line, why.column, "coordinates: %s", why.text)
                 : WEND_OK;
}

wend_error wend_graph_load(const char *gr_path, const char *co_path,
                           const wend_allocator *allocator, wend_domain **out,
                           wend_diagnosis *diagnosis) {
    if (out) {
        *out = NULL;
    }
    if (!gr_path || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    wend_graph_def def = {0};
    if (allocator) {
        def.allocator = *allocator;
    }
    tables t = {0};
    wn_memory_init(&t.memory, &def.allocator, 0);
    wend_error error = load_graph(&t, gr_path, diagnosis);
    if (!error && co_path) {
        error = load_places(&t, co_path, diagnosis);
    }
    if (!error) {
        def.node_count = t.nodes;
        def.edge_count = t.arc_count;
        def.first = t.first;
        def.target = t.target;
        def.cost = t.cost;
        def.x = t.x;
        def.y = t.y;
        error = wend_graph_create(&def, out, diagnosis);
    }
    clear_tables(&t);
    return error;
}
