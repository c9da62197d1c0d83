/* Files: maps and scenarios, valid ones and every kind of invalid one. */
#define _POSIX_C_SOURCE 200809L
#include <wend/research.h>
#include <wend/wend.h>

#include "support/dice.h"
#include "support/folder.h"
#include "support/ledger.h"
#include "support/test.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define HEADER_2_3 "type octile\nheight 2\nwidth 3\nmap\n"
#define GOOD_MAP   HEADER_2_3 "..@\n.T.\n"

/* ---- Valid maps ------------------------------------------------------------------------------ */

static wend_map *parse_map(const char *text) {
    wend_map_def def = {0};
    wend_map *map = NULL;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_map_parse(&def, text, strlen(text), &map, &diagnosis);
    check(error == WEND_OK, "%s, line %u: %s", wend_error_text(error), diagnosis.line,
          diagnosis.text);
    return map;
}

static void check_good_map(wend_map *map) {
    assert_int_equal(wend_map_width(map), 3);
    assert_int_equal(wend_map_height(map), 2);
    const char cells[] = "..@.T.";
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(wend_map_cell(map, i % 3, i / 3), cells[i]);
    }
    wend_map_destroy(map);
}

static void maps_are_read_in_all_their_dialects(void **state) {
    (void)state;
    static const char *const texts[] = {
        GOOD_MAP,
        HEADER_2_3 "..@\n.T.",                                         /* no final newline */
        HEADER_2_3 "..@\n.T.\n\n\n",                                   /* empty lines at the end */
        "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n.T.\r\n", /* Windows */
        "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n.T.",
        "type octile\nwidth 3\nheight 2\nmap\n..@\n.T.\n", /* the other order */
        "type octile\nheight 002\nwidth 3\nmap\n..@\n.T.\n",
    };
    for (uint32_t i = 0; i < COUNT_OF(texts); i++) {
        check_good_map(parse_map(texts[i]));
    }
}

static void the_definition_goes_with_the_text(void **state) {
    (void)state;
    wend_map_def def = {0};
    def.width = 99; /* ignored: the text knows */
    def.height = 0;
    def.neighbors = 4;
    def.passable = WEND_TERRAIN_TREES;
    wend_map *map;
    assert_int_equal(wend_map_parse(&def, GOOD_MAP, strlen(GOOD_MAP), &map, NULL), WEND_OK);
    assert_int_equal(wend_map_neighbors(map), 4);
    assert_int_equal(wend_map_free_count(map), 1);
    assert_true(wend_map_is_free(map, 1, 1));
    check_good_map(map);
}

/* A text without a terminating 0, at the very end of its memory: reading beyond it would be
 * caught. */
static void no_byte_behind_the_text_is_read(void **state) {
    (void)state;
    size_t size = strlen(GOOD_MAP);
    for (size_t length = 0; length <= size; length++) {
        char *text = test_alloc(length ? length : 1);
        memcpy(text, GOOD_MAP, length);
        wend_map_def def = {0};
        wend_map *map = NULL;
        wend_error error = wend_map_parse(&def, text, length, &map, NULL);
        assert_int_equal(error, length >= size - 1 ? WEND_OK : WEND_ERROR_FORMAT);
        wend_map_destroy(map);
        free(text);
    }
}

/* ---- Invalid maps ---------------------------------------------------------------------------- */

struct bad_text {
    const char *text;
    wend_error error;
    uint32_t line;
    uint32_t column;
    const char *says;
};

static const struct bad_text bad_maps[] = {
    {"", WEND_ERROR_FORMAT, 1, 0, "the file ends, expected \"type octile\""},
    {"\n", WEND_ERROR_FORMAT, 1, 1, "expected \"type octile\""},
    {"type tile\nheight 2\n", WEND_ERROR_FORMAT, 1, 1, "found \"type tile\", expected \"type"},
    {"height 2\nwidth 3\n", WEND_ERROR_FORMAT, 1, 1, "expected \"type octile\""},
    {"type octile", WEND_ERROR_FORMAT, 2, 0, "the file ends, expected \"height N\""},
    {"type octile\nhight 2\n", WEND_ERROR_FORMAT, 2, 1, "found \"hight 2\", expected \"height N\""},
    {"type octile\nheight\nwidth 3\n", WEND_ERROR_FORMAT, 2, 1, "expected \"height N\""},
    {"type octile\nheight x\nwidth 3\n", WEND_ERROR_FORMAT, 2, 1, "expected \"height N\""},
    {"type octile\nheight -2\nwidth 3\n", WEND_ERROR_FORMAT, 2, 1, "expected \"height N\""},
    {"type octile\nheight 2x\nwidth 3\n", WEND_ERROR_FORMAT, 2, 1, "expected \"height N\""},
    {"type octile\nheight 2.5\nwidth 3\n", WEND_ERROR_FORMAT, 2, 1, "expected \"height N\""},
    {"type octile\nheight 2\nheight 2\n", WEND_ERROR_FORMAT, 3, 1, "expected \"width N\""},
    {"type octile\nwidth 2\nwidth 2\n", WEND_ERROR_FORMAT, 3, 1, "expected \"height N\""},
    {"type octile\nheight 2\nwidth 3\n", WEND_ERROR_FORMAT, 4, 0, "expected \"map\""},
    {"type octile\nheight 2\nwidth 3\nmaps\n", WEND_ERROR_FORMAT, 4, 1, "expected \"map\""},
    {"type octile\nheight 2\nwidth 3\n..@\n...\n", WEND_ERROR_FORMAT, 4, 1, "expected \"map\""},
    {"type octile\nheight 0\nwidth 3\nmap\n", WEND_ERROR_SIZE, 3, 0, "3 x 0, expected 1 x 1 to"},
    {"type octile\nheight 2\nwidth 0\nmap\n\n\n", WEND_ERROR_SIZE, 3, 0, "0 x 2, expected"},
    {"type octile\nheight 8193\nwidth 3\nmap\n", WEND_ERROR_SIZE, 3, 0, "3 x 8193, expected"},
    {"type octile\nheight 1000000000\nwidth 1000000000\nmap\n...\n", WEND_ERROR_SIZE, 3, 0,
     "1000000000 x 1000000000, expected 1 x 1 to 8192 x 8192"},
    {"type octile\nheight 99999999999999999999\nwidth 3\nmap\n...\n", WEND_ERROR_SIZE, 3, 0,
     "expected 1 x 1 to 8192 x 8192"},
    {HEADER_2_3, WEND_ERROR_FORMAT, 5, 0, "the file ends after 0 rows, expected 2"},
    {HEADER_2_3 "...\n", WEND_ERROR_FORMAT, 6, 0, "the file ends after 1 rows, expected 2"},
    {HEADER_2_3 "..\n...\n", WEND_ERROR_FORMAT, 5, 0, "row has 2 cells, expected 3"},
    {HEADER_2_3 "...\n....\n", WEND_ERROR_FORMAT, 6, 0, "row has 4 cells, expected 3"},
    {HEADER_2_3 "...\n\n...\n", WEND_ERROR_FORMAT, 6, 0, "row has 0 cells, expected 3"},
    {HEADER_2_3 "...\n... \n", WEND_ERROR_FORMAT, 6, 0, "row has 4 cells, expected 3"},
    {HEADER_2_3 "...\n...\n...\n", WEND_ERROR_FORMAT, 7, 1, "more rows than the 2 of the header"},
    {HEADER_2_3 "...\n...\n\n.\n", WEND_ERROR_FORMAT, 8, 1, "more rows than the 2 of the header"},
    {HEADER_2_3 "...\n.x.\n", WEND_ERROR_FORMAT, 6, 2, "'x' is unknown, expected one of . G S W T"},
    {HEADER_2_3 "?..\n...\n", WEND_ERROR_FORMAT, 5, 1, "'?' is unknown, expected one of . G S W T"},
    {HEADER_2_3 "..\t\n...\n", WEND_ERROR_FORMAT, 5, 3, "code 9 is unknown, expected one of"},
    {HEADER_2_3 "...\n.\r.\n", WEND_ERROR_FORMAT, 6, 2, "code 13 is unknown, expected one of"},
};

static void check_diagnosis(const struct bad_text *bad, wend_error error,
                            const wend_diagnosis *diagnosis) {
    check(error == bad->error && diagnosis->line == bad->line && diagnosis->column == bad->column &&
              strstr(diagnosis->text, bad->says),
          "\"%s\":\n  expected error %d, line %u, column %u: %s\n  found    error %d, line %u, "
          "column %u: %s",
          bad->text, (int)bad->error, bad->line, bad->column, bad->says, (int)error,
          diagnosis->line, diagnosis->column, diagnosis->text);
}

static void bad_maps_are_told_what_is_wrong_with_them(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    for (uint32_t i = 0; i < COUNT_OF(bad_maps); i++) {
        const struct bad_text *bad = &bad_maps[i];
        ledger book = {0};
        wend_map_def def = {.allocator = ledger_allocator(&book)};
        wend_map *map = NULL;
        wend_diagnosis diagnosis = {.line = 99, .column = 99};
        wend_error error = wend_map_parse(&def, bad->text, strlen(bad->text), &map, &diagnosis);
        check_diagnosis(bad, error, &diagnosis);
        assert_int_equal(wend_map_parse(&def, bad->text, strlen(bad->text), &map, NULL), error);
        diagnosis = (wend_diagnosis){.line = 99, .column = 99};
        const char *path = folder_write(&f, "bad.map", bad->text, strlen(bad->text));
        error = wend_map_load(&def, path, &map, &diagnosis);
        check_diagnosis(bad, error, &diagnosis);
        assert_null(map);
        assert_int_equal(book.live_bytes, 0);
    }
    folder_close(&f);
}

/* A header may claim anything; nothing of it is trusted until the rows are there. */
static void a_long_line_is_shown_in_part(void **state) {
    (void)state;
    char text[2000];
    memset(text, 'x', sizeof text);
    wend_map_def def = {0};
    wend_map *map;
    wend_diagnosis diagnosis;
    assert_int_equal(wend_map_parse(&def, text, sizeof text, &map, &diagnosis), WEND_ERROR_FORMAT);
    assert_true(strlen(diagnosis.text) < sizeof diagnosis.text);
    assert_non_null(strstr(diagnosis.text, "expected \"type octile\""));
}

/* ---- Map files ------------------------------------------------------------------------------- */

static void map_files_are_read(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    ledger book = {0};
    wend_map_def def = {.allocator = ledger_allocator(&book)};
    wend_map *map;
    const char *path = folder_write(&f, "good.map", GOOD_MAP, strlen(GOOD_MAP));
    assert_int_equal(wend_map_load(&def, path, &map, NULL), WEND_OK);
    assert_int_equal(book.live_bytes, wend_map_memory(map)); /* the text is freed */
    check_good_map(map);
    assert_int_equal(book.live_bytes, 0);
    folder_close(&f);
}

static void map_files_survive_failing_allocations(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    const char *path = folder_write(&f, "good.map", GOOD_MAP, strlen(GOOD_MAP));
    wend_error error = WEND_ERROR_MEMORY;
    for (uint64_t n = 1; error; n++) {
        ledger book = {.fail_at = n};
        wend_map_def def = {.allocator = ledger_allocator(&book)};
        wend_map *map = NULL;
        error = wend_map_load(&def, path, &map, NULL);
        assert_int_equal(error, n <= 3 ? WEND_ERROR_MEMORY : WEND_OK); /* text, cells, map */
        wend_map_destroy(map);
        assert_int_equal(book.live_bytes, 0);
    }
    folder_close(&f);
}

/* Larger than the first buffer of the reader. */
static void long_map_files_are_read_whole(void **state) {
    (void)state;
    enum { SIDE = 700 };
    size_t size = 100 + (SIDE + 1) * SIDE, used;
    char *text = test_alloc(size);
    used = (size_t)snprintf(text, size, "type octile\nheight %d\nwidth %d\nmap\n", SIDE, SIDE);
    for (int y = 0; y < SIDE; y++) {
        memset(text + used, y % 2 ? '.' : '@', SIDE);
        text[used + (size_t)y] = 'T';
        used += SIDE;
        text[used++] = '\n';
    }
    folder f;
    folder_open(&f);
    wend_map_def def = {0};
    wend_map *map;
    wend_error error = wend_map_load(&def, folder_write(&f, "long.map", text, used), &map, NULL);
    assert_int_equal(error, WEND_OK);
    for (uint32_t y = 0; y < SIDE; y++) {
        assert_int_equal(wend_map_cell(map, y, y), 'T');
        assert_int_equal(wend_map_cell(map, (y + 1) % SIDE, y), y % 2 ? '.' : '@');
    }
    wend_map_destroy(map);
    folder_close(&f);
    free(text);
}

static void files_that_cannot_be_read_are_io_errors(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    ledger book = {0};
    wend_map_def def = {.allocator = ledger_allocator(&book)};
    wend_map *map = NULL;
    wend_scenario scenario;
    wend_diagnosis diagnosis;
    const char *paths[] = {folder_nothing(&f), f.path, ""};
    for (uint32_t i = 0; i < COUNT_OF(paths); i++) {
        diagnosis = (wend_diagnosis){.line = 99, .text = ""};
        assert_int_equal(wend_map_load(&def, paths[i], &map, &diagnosis), WEND_ERROR_IO);
        assert_int_equal(diagnosis.line, 0);
        assert_non_null(strstr(diagnosis.text, "cannot be"));
        assert_null(map);
        diagnosis = (wend_diagnosis){.line = 99, .text = ""};
        assert_int_equal(wend_scenario_load(paths[i], &scenario, &diagnosis), WEND_ERROR_IO);
        assert_int_equal(diagnosis.line, 0);
        assert_non_null(strstr(diagnosis.text, "cannot be"));
        assert_int_equal(scenario.count, 0);
        assert_null(scenario.problems);
        assert_int_equal(wend_map_load(&def, paths[i], &map, NULL), WEND_ERROR_IO);
        assert_int_equal(book.live_bytes, 0);
    }
    folder_close(&f);
}

static void null_pointers_are_refused(void **state) {
    (void)state;
    wend_map_def def = {0};
    wend_map *map;
    wend_scenario scenario;
    assert_int_equal(wend_map_parse(NULL, "", 0, &map, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_parse(&def, NULL, 0, &map, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_parse(&def, "", 0, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load(NULL, "x", &map, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load(&def, NULL, &map, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load(&def, "x", NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_scenario_parse(NULL, 0, &scenario, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_scenario_parse("", 0, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_scenario_load(NULL, &scenario, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_scenario_load("x", NULL, NULL), WEND_ERROR_ARGUMENT);
}

/* ---- Scenarios ------------------------------------------------------------------------------- */

#define GOOD_LINE "3\tmaps/dao/arena.map\t49\t48\t1\t11\t5\t12\t14.48528137\n"

static void scenarios_are_read_in_all_their_dialects(void **state) {
    (void)state;
    static const char *const texts[] = {
        "version 1\n" GOOD_LINE,
        "version 1.0\n" GOOD_LINE,
        "version 1\r\n3\tarena.map\t49\t48\t1\t11\t5\t12\t14.48528137\r\n",
        "version 1\n3 arena.map 49 48 1 11 5 12 14.48528137", /* blanks, no final newline */
        "version 1\n3\tC:\\maps\\arena.map\t49\t48\t1\t11\t5\t12\t14.48528137\n\n\n",
        "version 1\n\n" GOOD_LINE,
    };
    for (uint32_t i = 0; i < COUNT_OF(texts); i++) {
        wend_scenario scenario;
        wend_error error = wend_scenario_parse(texts[i], strlen(texts[i]), &scenario, NULL);
        check(error == WEND_OK, "text %u: %s", i, wend_error_text(error));
        assert_int_equal(scenario.count, 1);
        assert_int_equal(scenario.map_count, 1);
        assert_string_equal(scenario.map_names[0], "arena.map");
        const wend_problem *p = &scenario.problems[0];
        assert_int_equal(p->line, i == 5 ? 3 : 2);
        assert_int_equal(p->bucket, 3);
        assert_int_equal(p->map_name, 0);
        assert_int_equal(p->width, 49);
        assert_int_equal(p->height, 48);
        assert_true(p->start_x == 1 && p->start_y == 11 && p->goal_x == 5 && p->goal_y == 12);
        assert_true(fabs(p->optimal - 14.48528137) < 1e-9);
        wend_scenario_clear(&scenario);
        assert_int_equal(scenario.count, 0);
        assert_null(scenario.problems);
        wend_scenario_clear(&scenario); /* a second call does no harm */
    }
    wend_scenario scenario;
    assert_int_equal(wend_scenario_parse(GOOD_LINE, strlen(GOOD_LINE), &scenario, NULL), WEND_OK);
    assert_int_equal(scenario.problems[0].line, 1);
    wend_scenario_clear(&scenario);
}

/* The decimal separator is always a point, also where numbers are written with a comma. (The build
 * creates such a locale if it can.) */
static void scenarios_are_read_in_every_locale(void **state) {
    (void)state;
    static const char text[] = "version 1\n0\tarena.map\t49\t49\t1\t11\t2\t10\t1.41421\n";
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    bool has_comma = false;
    for (uint32_t i = 0; i < COUNT_OF(names) && !has_comma; i++) {
        has_comma = setlocale(LC_ALL, names[i]) && *localeconv()->decimal_point == ',';
    }
    if (!has_comma) {
        print_message("SKIPPED: no locale with a comma here\n");
        setlocale(LC_ALL, "C");
        skip();
    }
    wend_scenario scenario;
    wend_error error = wend_scenario_parse(text, sizeof text - 1, &scenario, NULL);
    setlocale(LC_ALL, "C");
    assert_int_equal(error, WEND_OK);
    assert_true(scenario.problems[0].optimal == 1.41421);
    wend_scenario_clear(&scenario);
}

/* The length as the parser reads it; -1 for an error. */
static double read_length(const char *word) {
    char text[200];
    snprintf(text, sizeof text, "version 1\n0 arena.map 49 49 1 11 2 10 %s\n", word);
    wend_scenario scenario;
    if (wend_scenario_parse(text, strlen(text), &scenario, NULL)) {
        return -1;
    }
    double length = scenario.problems[0].optimal;
    wend_scenario_clear(&scenario);
    return length;
}

/* The C library reads the same numbers, to the last bit. */
static void lengths_are_read_exactly(void **state) {
    (void)state;
    static const char *const bad[] = {"-1", "+1", ".", "1.2.3", "1e", "1e+", "1x", "0x10", "nan"};
    static const char *const good[] = {
        "0", "7.", ".5", "1.5e3", "2E-2", "1e+06", "000001.50", "123456789.123456789123456789"};
    for (uint32_t i = 0; i < COUNT_OF(bad); i++) {
        check(read_length(bad[i]) == -1, "%s is read", bad[i]);
    }
    for (uint32_t i = 0; i < COUNT_OF(good); i++) {
        check(read_length(good[i]) == strtod(good[i], NULL), "%s is misread", good[i]);
    }
    dice d = dice_of(17);
    for (uint32_t i = 0; i < 2000; i++) {
        char word[40];
        snprintf(word, sizeof word, "%u.%0*u", dice_between(&d, 0, 99999),
                 (int)dice_between(&d, 1, 9), dice_between(&d, 0, 9));
        check(read_length(word) == strtod(word, NULL), "%s is misread", word);
    }
}

static void scenarios_share_map_names(void **state) {
    (void)state;
    static char text[200000];
    size_t used = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%u\tm%u.map\t9\t9\t%u\t1\t2\t3\t%u\n", i / 4, i % 5, i % 9, i);
    }
    wend_scenario scenario;
    assert_int_equal(wend_scenario_parse(text, used, &scenario, NULL), WEND_OK);
    assert_int_equal(scenario.count, 3000);
    assert_int_equal(scenario.map_count, 5);
    for (uint32_t i = 0; i < 3000; i++) {
        const wend_problem *p = &scenario.problems[i];
        assert_true(p->line == i + 1 && p->bucket == i / 4 && p->start_x == i % 9);
        assert_int_equal(scenario.map_names[p->map_name][1], '0' + (char)(i % 5));
    }
    wend_scenario_clear(&scenario);
}

/* Half a unit of the last digit that the writer could print: two decimals, or six digits in all
 * without trailing zeros. */
static void tolerances_follow_the_printed_digits(void **state) {
    (void)state;
    static const struct {
        const char *length;
        double tolerance;
    } rows[] = {{"14.49", 0.005},  {"14.4853", 0.00005}, {"114.485", 0.0005}, {"1.41421", 5e-6},
                {"0", 5e-6},       {"2", 5e-6},          {"123", 0.0005},     {"14.48528137", 5e-9},
                {"1234.5", 0.005}, {"300.10", 0.005},    {"51.2", 0.00005},   {"7.65685", 5e-6}};
    for (uint32_t i = 0; i < COUNT_OF(rows); i++) {
        char text[100];
        int size = snprintf(text, sizeof text, "0 m 9 9 0 0 1 1 %s\n", rows[i].length);
        wend_scenario scenario;
        wend_error error = wend_scenario_parse(text, (size_t)size, &scenario, NULL);
        assert_int_equal(error, WEND_OK);
        double tolerance = scenario.problems[0].tolerance;
        check(tolerance >= rows[i].tolerance && tolerance <= rows[i].tolerance * 1.1,
              "%s: %g, expected %g", rows[i].length, tolerance, rows[i].tolerance);
        wend_scenario_clear(&scenario);
    }
}

static const struct bad_text bad_scenarios[] = {
    {"", WEND_ERROR_FORMAT, 1, 0, "the file ends, expected at least one problem"},
    {"version 1\n", WEND_ERROR_FORMAT, 2, 0, "the file ends, expected at least one problem"},
    {"type octile\n", WEND_ERROR_FORMAT, 1, 1, "expected a bucket number"},
    {"version 1\nversion 1\n", WEND_ERROR_FORMAT, 2, 1, "expected a bucket number"},
    {"version 1\n-1 m 9 9 0 0 1 1 1\n", WEND_ERROR_FORMAT, 2, 1, "expected a bucket number"},
    {"1\n", WEND_ERROR_FORMAT, 1, 0, "expected the name of a map"},
    {"1 m\n", WEND_ERROR_FORMAT, 1, 4, "expected a number: width"},
    {"1 m 9 x 0 0 1 1 1\n", WEND_ERROR_FORMAT, 1, 6, "expected a number: height"},
    {"1 m 9 9 -1 0 1 1 1\n", WEND_ERROR_FORMAT, 1, 8, "expected a number: start x"},
    {"1 m 9 9 0 ? 1 1 1\n", WEND_ERROR_FORMAT, 1, 10, "expected a number: start y"},
    {"1 m 9 9 0 0\n", WEND_ERROR_FORMAT, 1, 12, "expected a number: goal x"},
    {"1 m 9 9 0 0 1 1e3 1\n", WEND_ERROR_FORMAT, 1, 16, "expected a number: the optimal length"},
    {"1 m 9 9 0 0 1 1\n", WEND_ERROR_FORMAT, 1, 16, "expected a number: the optimal length"},
    {"1 m 9 9 0 0 1 1 far\n", WEND_ERROR_FORMAT, 1, 17, "expected a number: the optimal length"},
    {"1 m 9 9 0 0 1 1 1.5x\n", WEND_ERROR_FORMAT, 1, 17, "expected a number: the optimal length"},
    {"1 m 9 9 0 0 1 1 -1\n", WEND_ERROR_FORMAT, 1, 17, "expected a number: the optimal length"},
    {"1 m 9 9 0 0 1 1 nan\n", WEND_ERROR_FORMAT, 1, 17, "expected a number: the optimal length"},
    {"1 m 9 9 0 0 1 1 1e300\n", WEND_ERROR_FORMAT, 1, 17, "expected a number: the optimal length"},
    {"1 m 9 9 9 0 1 1 1\n", WEND_ERROR_OUTSIDE, 1, 0, "start (9,0) or goal (1,1) lies outside"},
    {"1 m 9 9 0 9 1 1 1\n", WEND_ERROR_OUTSIDE, 1, 0, "lies outside a map of 9 x 9"},
    {"1 m 9 9 0 0 9 1 1\n", WEND_ERROR_OUTSIDE, 1, 0, "lies outside a map of 9 x 9"},
    {"1 m 9 9 0 0 1 9 1\n", WEND_ERROR_OUTSIDE, 1, 0, "lies outside a map of 9 x 9"},
    {"1 m 9999999999 9 0 0 1 1 1\n", WEND_ERROR_FORMAT, 1, 4, "expected a number: width"},
    {GOOD_LINE GOOD_LINE "1 m 9 9 0 0 1 1 x\n", WEND_ERROR_FORMAT, 3, 17, "optimal length"},
};

static void bad_scenarios_are_told_what_is_wrong_with_them(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    for (uint32_t i = 0; i < COUNT_OF(bad_scenarios); i++) {
        const struct bad_text *bad = &bad_scenarios[i];
        wend_scenario scenario = {.count = 99};
        wend_diagnosis diagnosis = {.line = 99, .column = 99};
        wend_error error = wend_scenario_parse(bad->text, strlen(bad->text), &scenario, &diagnosis);
        check_diagnosis(bad, error, &diagnosis);
        assert_int_equal(scenario.count, 0);
        assert_int_equal(scenario.map_count, 0);
        assert_null(scenario.problems);
        assert_null(scenario.map_names);
        assert_int_equal(wend_scenario_parse(bad->text, strlen(bad->text), &scenario, NULL), error);
        const char *path = folder_write(&f, "bad.scen", bad->text, strlen(bad->text));
        assert_int_equal(wend_scenario_load(path, &scenario, &diagnosis), error);
        check_diagnosis(bad, error, &diagnosis);
    }
    folder_close(&f);
}

/* In a process of its own, so that a reader that hangs ends this test and not the whole run. */
static void endless_lengths_are_refused(void **state) {
    (void)state;
    static const char *const lengths[] = {"inf", "1e999", "infinity"};
    for (uint32_t i = 0; i < COUNT_OF(lengths); i++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            alarm(3);
            char text[100];
            int size = snprintf(text, sizeof text, "1 m 9 9 0 0 1 1 %s\n", lengths[i]);
            wend_scenario scenario;
            wend_error error = wend_scenario_parse(text, (size_t)size, &scenario, NULL);
            _exit(error == WEND_ERROR_FORMAT ? 0 : 1);
        }
        int status = 0;
        assert_true(child > 0 && waitpid(child, &status, 0) == child);
        check(WIFEXITED(status), "the length \"%s\" makes the reader hang", lengths[i]);
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}

/* A path that ends in a folder has no file name. */
static void a_map_without_a_file_name_is_refused(void **state) {
    (void)state;
    const char text[] = "1 maps/ 9 9 0 0 1 1 1\n";
    wend_scenario scenario;
    wend_diagnosis diagnosis;
    assert_int_equal(wend_scenario_parse(text, strlen(text), &scenario, &diagnosis),
                     WEND_ERROR_FORMAT);
    assert_int_equal(diagnosis.line, 1);
}

static void scenario_files_are_read(void **state) {
    (void)state;
    folder f;
    folder_open(&f);
    const char text[] = "version 1\n" GOOD_LINE GOOD_LINE;
    wend_scenario scenario;
    const char *path = folder_write(&f, "good.scen", text, strlen(text));
    assert_int_equal(wend_scenario_load(path, &scenario, NULL), WEND_OK);
    assert_int_equal(scenario.count, 2);
    wend_scenario_clear(&scenario);
    folder_close(&f);
}

/* ---- Fuzzing --------------------------------------------------------------------------------- */

/* Changes, drops, duplicates or swaps a few bytes; `size` grows to at most `max`. */
static size_t mutate(char *text, size_t size, size_t max, dice *d) {
    static const char *const pieces[] = {"\n",     "\r\n",     " ",     "\t",         "0",
                                         "9",      "-",        ".",     "@",          "x",
                                         "width ", "height 3", "map\n", "4294967296", "1e9"};
    for (uint32_t n = dice_between(d, 1, 4); n > 0 && size > 1; n--) {
        size_t at = dice_between(d, 0, (uint32_t)size - 1);
        switch (dice_between(d, 0, 5)) {
        case 0:
            text[at] = (char)dice_between(d, 0, 255);
            break;
        case 1:
            memmove(text + at, text + at + 1, size - at - 1);
            size--;
            break;
        case 2:
            size = at + 1; /* truncated */
            break;
        default: {
            const char *piece = DICE_PICK(d, pieces);
            size_t length = strlen(piece);
            if (size + length <= max) {
                memmove(text + at + length, text + at, size - at);
                memcpy(text + at, piece, length);
                size += length;
            }
        }
        }
    }
    return size;
}

/* The text in memory of exactly its size, so that sanitizers detect reads beyond it. */
static char *exact_copy(const char *text, size_t size) {
    char *copy = test_alloc(size ? size : 1);
    memcpy(copy, text, size);
    return copy;
}

static void check_fuzzed_map(const char *text, size_t size, uint32_t *read) {
    ledger book = {.capacity = 200u << 20};
    wend_map_def def = {.allocator = ledger_allocator(&book)};
    wend_map *map = NULL;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_map_parse(&def, text, size, &map, &diagnosis);
    if (error) {
        assert_null(map);
        assert_true(diagnosis.text[0] != 0);
        assert_true(diagnosis.line <= size + 2);
    } else {
        uint32_t width = wend_map_width(map), height = wend_map_height(map), count = 0;
        assert_true(width * height <= size);
        for (uint32_t i = 0; i < width * height; i++) {
            assert_non_null(strchr(".GSWT@O", wend_map_cell(map, i % width, i / width)));
            count += wend_map_is_free(map, i % width, i / width);
        }
        assert_int_equal(wend_map_free_count(map), count);
        wend_map_destroy(map);
        ++*read;
    }
    assert_int_equal(book.live_bytes, 0);
}

static void check_fuzzed_scenario(const char *text, size_t size, uint32_t *read) {
    wend_scenario scenario;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_scenario_parse(text, size, &scenario, &diagnosis);
    assert_true(error || scenario.count > 0);
    assert_true(!error || (diagnosis.text[0] && scenario.count == 0));
    for (uint32_t i = 0; i < scenario.count; i++) {
        const wend_problem *p = &scenario.problems[i];
        assert_true(p->start_x < p->width && p->goal_x < p->width && p->start_y < p->height &&
                    p->goal_y < p->height && p->map_name < scenario.map_count);
        assert_true(p->optimal >= 0 && p->optimal < 1e9 && p->tolerance > 0);
    }
    *read += !error;
    wend_scenario_clear(&scenario);
}

static void mutated_texts_do_no_harm(void **state) {
    (void)state;
    static const char map_text[] =
        "type octile\nheight 4\nwidth 5\nmap\n.....\n.@@G.\n.S.T.\nWW.OO\n";
    static const char scenario_text[] =
        "version 1\n" GOOD_LINE "7\tb.map\t512\t512\t0\t511\t3\t4\t29.1421\n" GOOD_LINE;
    uint32_t maps = 0, scenarios = 0, cases = test_scaled(20000);
    alarm(10); /* a reader that hangs shall not block the other tests */
    for (uint32_t i = 0; i < cases; i++) {
        dice d = dice_of(i);
        char text[400];
        bool is_map = i % 2 == 0;
        size_t size = is_map ? strlen(map_text) : strlen(scenario_text);
        memcpy(text, is_map ? map_text : scenario_text, size);
        size = mutate(text, size, sizeof text, &d);
        char *copy = exact_copy(text, size);
        if (is_map) {
            check_fuzzed_map(copy, size, &maps);
        } else {
            check_fuzzed_scenario(copy, size, &scenarios);
        }
        free(copy);
    }
    alarm(0);
    /* A few mutations are harmless, but not many. */
    assert_true(maps > cases / 1000 && maps < cases / 4);
    assert_true(scenarios > cases / 100 && scenarios < cases / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_read_in_all_their_dialects),
        cmocka_unit_test(the_definition_goes_with_the_text),
        cmocka_unit_test(no_byte_behind_the_text_is_read),
        cmocka_unit_test(bad_maps_are_told_what_is_wrong_with_them),
        cmocka_unit_test(a_long_line_is_shown_in_part),
        cmocka_unit_test(map_files_are_read),
        cmocka_unit_test(map_files_survive_failing_allocations),
        cmocka_unit_test(long_map_files_are_read_whole),
        cmocka_unit_test(files_that_cannot_be_read_are_io_errors),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(scenarios_are_read_in_all_their_dialects),
        cmocka_unit_test(scenarios_are_read_in_every_locale),
        cmocka_unit_test(lengths_are_read_exactly),
        cmocka_unit_test(scenarios_share_map_names),
        cmocka_unit_test(tolerances_follow_the_printed_digits),
        cmocka_unit_test(bad_scenarios_are_told_what_is_wrong_with_them),
        cmocka_unit_test(endless_lengths_are_refused),
        cmocka_unit_test(a_map_without_a_file_name_is_refused),
        cmocka_unit_test(scenario_files_are_read),
        cmocka_unit_test(mutated_texts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
