/* io/movingai_scenario.c - reads .scen files: after an optional line "version 1", one problem per
 * line:
 *
 *     bucket  map  width  height  start-x  start-y  goal-x  goal-y  optimal-length
 */
#include <wend/movingai.h>

#include "io/file.h"

#include <stdlib.h>
#include <string.h>

struct scenario_reader {
    wend_scenario *out;
    uint32_t capacity;
    wend_diagnosis *diagnosis;
};

static void skip_scenario_blanks(const char **at, const char *end) {
    while (*at < end && (**at == ' ' || **at == '\t')) {
        (*at)++;
    }
}

/* Reads the next word; its length is 0 at the end of the line. */
static size_t next_word(const char **at, const char *end, const char **word) {
    skip_scenario_blanks(at, end);
    *word = *at;
    while (*at < end && **at != ' ' && **at != '\t') {
        (*at)++;
    }
    return (size_t)(*at - *word);
}

static wend_error add_map_name(struct scenario_reader *reader, const char *word, size_t length,
                               uint32_t *index) {
    for (size_t i = length; i > 0; i--) {
        if (word[i - 1] == '/' || word[i - 1] == '\\') {
            word += i;
            length -= i;
            break;
        }
    }
    wend_scenario *out = reader->out;
    for (uint32_t i = 0; i < out->map_count; i++) {
        if (strlen(out->map_names[i]) == length && memcmp(out->map_names[i], word, length) == 0) {
            *index = i;
            return WEND_OK;
        }
    }
    char **names = realloc(out->map_names, (out->map_count + 1) * sizeof *names);
    if (!names) {
        return WEND_ERROR_MEMORY;
    }
    out->map_names = names;
    char *name = malloc(length + 1);
    if (!name) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(name, word, length);
    name[length] = 0;
    *index = out->map_count;
    out->map_names[out->map_count++] = name;
    return WEND_OK;
}

/* No map has a longer route. */
#define LENGTH_MAX 1e9

/* Reads a length such as 6.41421. Its tolerance is half a unit of the last printed digit. Most sets
 * print six significant digits and drop trailing zeros; older ones print two decimals. */
static bool read_length(const char *word, size_t length, wend_problem *problem) {
    uint32_t decimals;
    if (!wn_read_decimal(word, length, &problem->optimal, &decimals) ||
        problem->optimal >= LENGTH_MAX) {
        return false;
    }
    double unit = 1;
    for (uint32_t i = 0; i < decimals; i++) {
        unit /= 10;
    }
    double sixth_digit = 1e-5;
    while (sixth_digit * 1e6 <= problem->optimal) {
        sixth_digit *= 10;
    }
    if (decimals != 2 && sixth_digit < unit) {
        unit = sixth_digit;
    }
    problem->tolerance = unit * 0.51;
    return true;
}

static wend_error read_problem(struct scenario_reader *reader, const wn_text_line *line,
                               wend_problem *problem) {
    const char *at = line->text;
    const char *end = line->text + line->length;
    *problem = (wend_problem){.line = line->number};
    const char *word;
    if (!wn_read_u32(&at, end, 10000000, &problem->bucket)) {
        return wn_diagnose(reader->diagnosis, WEND_ERROR_FORMAT, line->number, 1,
                           "expected a bucket number at the start of the line");
    }
    size_t length = next_word(&at, end, &word);
    if (length == 0 || word[length - 1] == '/' || word[length - 1] == '\\') {
        return wn_diagnose(reader->diagnosis, WEND_ERROR_FORMAT, line->number, 0,
                           "expected the name of a map after the bucket");
    }
    wend_error error = add_map_name(reader, word, length, &problem->map_name);
    if (error) {
        return wn_diagnose(reader->diagnosis, error, line->number, 0, "no memory");
    }
    static const char *const names[] = {"width",   "height", "start x",
                                        "start y", "goal x", "goal y"};
    uint32_t *const fields[] = {&problem->width,   &problem->height, &problem->start_x,
                                &problem->start_y, &problem->goal_x, &problem->goal_y};
    for (uint32_t i = 0; i < 6; i++) {
        if (!wn_read_u32(&at, end, 1000000000, fields[i])) {
            return wn_diagnose(reader->diagnosis, WEND_ERROR_FORMAT, line->number,
                               (uint32_t)(at - line->text) + 1, "expected a number: %s", names[i]);
        }
    }
    length = next_word(&at, end, &word);
    if (!read_length(word, length, problem)) {
        return wn_diagnose(reader->diagnosis, WEND_ERROR_FORMAT, line->number,
                           (uint32_t)(word - line->text) + 1,
                           "expected a number: the optimal length");
    }
    if (problem->start_x >= problem->width || problem->goal_x >= problem->width ||
        problem->start_y >= problem->height || problem->goal_y >= problem->height) {
        return wn_diagnose(reader->diagnosis, WEND_ERROR_OUTSIDE, line->number, 0,
                           "start (%u,%u) or goal (%u,%u) lies outside a map of %u x %u",
                           problem->start_x, problem->start_y, problem->goal_x, problem->goal_y,
                           problem->width, problem->height);
    }
    return WEND_OK;
}

static wend_error add_problem(struct scenario_reader *reader, const wend_problem *problem) {
    wend_scenario *out = reader->out;
    if (out->count == reader->capacity) {
        uint32_t capacity = reader->capacity ? reader->capacity * 2 : 1024;
        wend_problem *problems = realloc(out->problems, capacity * sizeof *problems);
        if (!problems) {
            return wn_diagnose(reader->diagnosis, WEND_ERROR_MEMORY, problem->line, 0, "no memory");
        }
        out->problems = problems;
        reader->capacity = capacity;
    }
    out->problems[out->count++] = *problem;
    return WEND_OK;
}

wend_error wend_scenario_parse(const char *text, size_t size, wend_scenario *out,
                               wend_diagnosis *diagnosis) {
    if (out) {
        *out = (wend_scenario){0};
    }
    if (!text || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    struct scenario_reader reader = {.out = out, .diagnosis = diagnosis};
    wn_text_lines lines = {.at = text, .end = text + size};
    wn_text_line line;
    wend_error error = WEND_OK;
    while (!error && wn_lines_next(&lines, &line)) {
        bool is_version = line.number == 1 && line.length >= 7 && !memcmp(line.text, "version", 7);
        if (line.length == 0 || is_version) {
            continue;
        }
        wend_problem problem;
        error = read_problem(&reader, &line, &problem);
        if (!error) {
            error = add_problem(&reader, &problem);
        }
    }
    if (!error && out->count == 0) {
        error = wn_diagnose(diagnosis, WEND_ERROR_FORMAT, lines.number + 1, 0,
                            "the file ends, expected at least one problem");
    }
    if (error) {
        wend_scenario_clear(out);
    }
    return error;
}

wend_error wend_scenario_load(const char *path, wend_scenario *out, wend_diagnosis *diagnosis) {
    if (out) {
        *out = (wend_scenario){0};
    }
    if (!path || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    wn_memory memory;
    wn_memory_init(&memory, &(wend_allocator){0}, 0);
    wn_file file;
    wend_error error = wn_file_read(&file, &memory, path, diagnosis);
    if (!error) {
        error = wend_scenario_parse(file.text, file.size, out, diagnosis);
        wn_file_clear(&file, &memory);
    }
    return error;
}

void wend_scenario_clear(wend_scenario *scenario) {
    for (uint32_t i = 0; i < scenario->map_count; i++) {
        free(scenario->map_names[i]);
    }
    free(scenario->map_names);
    free(scenario->problems);
    *scenario = (wend_scenario){0};
}
