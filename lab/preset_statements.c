#include "lab/preset_parts.h"

#include "common/bytes.h"
#include "common/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Selections ------------------------------------------------------------------------------ */

/* Prints a value as SQL: a number, or a text in quotes. */
static void add_literal(struct bytes *sql, const char *text) {
    char *end = NULL;
    strtod(text, &end);
    if (end != text && !*end) {
        bytes_add_text(sql, text);
        return;
    }
    bytes_add_byte(sql, '\'');
    for (; *text; text++) {
        bytes_print(sql, *text == '\'' ? "'%c" : "%c", *text);
    }
    bytes_add_byte(sql, '\'');
}

static int add_term(const struct tree *item, struct bytes *sql) {
    int code = 0;
    bytes_print(sql, "%s%s IN (", sql->count ? " AND " : "", item->key);
    for (uint32_t i = 0; !code && i < tree_length(item); i++) {
        const char *text = "";
        code = tree_item(item, i, &text);
        bytes_add_text(sql, i ? ", " : "");
        add_literal(sql, text);
    }
    bytes_add_byte(sql, ')');
    return code;
}

/* Reads a selection: a map of columns and values, or SQL. */
static int read_where(const struct tree *value, struct preset *preset, const char **out) {
    if (value->kind == TREE_TEXT) {
        *out = value->text;
        return check_sql(value, value->text);
    }
    int code = tree_need(value, TREE_MAP);
    struct bytes sql = {0};
    for (uint32_t i = 0; !code && i < value->count; i++) {
        code = check_sql(&value->items[i], value->items[i].key);
        if (!code) {
            code = add_term(&value->items[i], &sql);
        }
    }
    if (!code && sql.failed) {
        code = fail_machine("no memory");
    }
    *out =
        code || !sql.count ? "1" : preset_copy(preset->memory, (const char *)sql.data, sql.count);
    bytes_clear(&sql);
    return code;
}

static int find_where(struct tree *map, const char *key, struct preset *preset, const char **out) {
    const struct tree *value = tree_find(map, key);
    return value ? read_where(value, preset, out) : 0;
}

/* Reads a text that must be SQL. If the key is missing, `out` is not changed. */
static int find_sql(struct tree *map, const char *key, const char **out) {
    struct tree *value = tree_find(map, key);
    int code = value ? tree_need(value, TREE_TEXT) : 0;
    if (!value || code) {
        return code;
    }
    *out = value->text;
    return check_sql(value, value->text);
}

static int find_statistic(struct tree *map, statistic_name *out) {
    static const char *const names[] = {
        [STATISTIC_MEAN] = "mean", [STATISTIC_MEDIAN] = "median", [STATISTIC_GEOMEAN] = "geomean"};
    const struct tree *value = tree_find(map, "statistic");
    uint32_t choice = STATISTIC_MEAN;
    int code = value ? tree_choice(value, names, 3, &choice) : 0;
    *out = (statistic_name)choice;
    return code;
}

/* ---- Plots ----------------------------------------------------------------------------------- */

static int read_axis(struct tree *plot, const char *key, struct axis *out) {
    *out = (struct axis){.min = NAN, .max = NAN};
    struct tree *map = NULL, *measure = NULL, *label = NULL;
    int code = tree_get(plot, key, TREE_MAP, &map);
    if (!code) {
        code = tree_get(map, "measure", TREE_TEXT, &measure);
    }
    if (!code) {
        out->measure = measure->text;
        code = check_sql(measure, measure->text);
    }
    if (!code) {
        code = tree_get(map, "label", TREE_TEXT, &label);
    }
    if (!code) {
        out->label = label->text;
        code = tree_bool(map, "log", &out->log);
    }
    if (!code) {
        code = tree_number(map, "min", -1e300, 1e300, &out->min);
    }
    if (!code) {
        code = tree_number(map, "max", -1e300, 1e300, &out->max);
    }
    return code ? code : tree_check_keys(map);
}

static int read_plot(struct tree *map, struct preset *preset, struct preset_plot *out) {
    *out = (struct preset_plot){.line = map->line, .where = "1", .series = {{"label"}, 1}};
    struct tree *name = NULL, *title = NULL;
    int code = tree_need(map, TREE_MAP);
    if (!code) {
        code = tree_get(map, "name", TREE_TEXT, &name);
    }
    if (!code && strchr(name->text, '/')) {
        code = fail_at(name, "name: '%s', expected a file name without folder", name->text);
    }
    if (!code) {
        out->name = name->text;
        code = tree_get(map, "title", TREE_TEXT, &title);
    }
    if (!code) {
        out->title = title->text;
        code = read_axis(map, "x", &out->x);
    }
    if (!code) {
        code = read_axis(map, "y", &out->y);
    }
    if (!code) {
        code = find_statistic(map, &out->statistic);
    }
    const struct tree *series = code ? NULL : tree_find(map, "series");
    if (series) {
        code = read_texts(series, &out->series);
    }
    for (uint32_t i = 0; !code && series && i < out->series.count; i++) {
        code = check_sql(series, out->series.items[i]);
    }
    if (!code) {
        code = find_where(map, "where", preset, &out->where);
    }
    if (!code) {
        code = tree_bool(map, "points", &out->points);
    }
    return code ? code : tree_check_keys(map);
}

int read_plots(struct tree *list, struct preset *out) {
    int code = tree_need(list, TREE_LIST);
    if (code) {
        return code;
    }
    out->plots = preset_alloc(out->memory, (list->count + 1) * sizeof *out->plots);
    for (uint32_t i = 0; !code && i < list->count; i++) {
        code = read_plot(&list->items[i], out, &out->plots[out->plot_count++]);
        for (uint32_t other = 0; !code && other < i; other++) {
            if (strcmp(out->plots[other].name, out->plots[i].name) == 0) {
                code = fail_at(&list->items[i], "duplicate name '%s', first used on line %u",
                               out->plots[i].name, out->plots[other].line);
            }
        }
    }
    return code;
}

/* ---- Expectations ---------------------------------------------------------------------------- */

static int read_value(struct tree *map, const struct tree *is, struct statement *out) {
    uint32_t count = tree_length(is);
    if (count == 0 || count > PRESET_LIST_MAX || (count > 1 && count != out->at.count)) {
        return fail_at(is, "is: %u values, expected one, or one for each of 'at' (%u)", count,
                       out->at.count);
    }
    int code = 0;
    for (uint32_t i = 0; !code && i < count; i++) {
        const struct tree *item = is->kind == TREE_LIST ? &is->items[i] : is;
        code = read_tree_number(item, -1e300, 1e300, &out->is[out->is_count++]);
    }
    struct tree *tolerance = NULL;
    if (!code) {
        code = tree_get(map, "tolerance", TREE_TEXT, &tolerance);
    }
    return code ? code : read_tree_number(tolerance, 0, 10, &out->tolerance);
}

/* Reads what the statement expects; the key names its kind. */
static int read_expectation(struct tree *map, const struct tree *given, struct statement *out) {
    switch (out->kind) {
    case EXPECT_VALUE:
        return read_value(map, given, out);
    case EXPECT_BELOW:
    case EXPECT_ABOVE:
        return read_tree_number(given, -1e300, 1e300, &out->limit);
    case EXPECT_FALLS:
    case EXPECT_RISES:
        return find_sql(map, given->key, &out->along);
    case EXPECT_EVERY:
        return find_sql(map, given->key, &out->measure);
    case EXPECT_UNTESTED:
        break;
    }
    return tree_text(map, given->key, &out->reason);
}

static int find_expectation(struct tree *map, struct statement *out, const struct tree **given) {
    static const char *const keys[] = {
        [EXPECT_VALUE] = "is",         [EXPECT_BELOW] = "below",      [EXPECT_ABOVE] = "above",
        [EXPECT_FALLS] = "falls-with", [EXPECT_RISES] = "rises-with", [EXPECT_EVERY] = "every",
        [EXPECT_UNTESTED] = "untested"};
    *given = NULL;
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct tree *value = tree_find(map, keys[i]);
        if (value && *given) {
            return fail_at(value, "'%s' and '%s' exclude each other", (*given)->key, value->key);
        }
        out->kind = value ? (expectation)i : out->kind;
        *given = value ? value : *given;
    }
    return *given ? 0
                  : fail_at(map, "one of 'is', 'below', 'above', 'falls-with', 'rises-with', "
                                 "'every' and 'untested' is missing");
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* Reads the quantity: which rows, and which measure. */
static int read_quantity(struct tree *map, struct preset *preset, struct statement *out) {
    int code = find_sql(map, "measure", &out->measure);
    if (!code) {
        code = find_statistic(map, &out->statistic);
    }
    if (!code) {
        code = find_where(map, "of", preset, &out->of);
    }
    if (!code) {
        code = find_where(map, "over", preset, &out->over);
    }
    if (!code) {
        code = find_sql(map, "each", &out->each);
    }
    const struct tree *at = code ? NULL : tree_find(map, "at");
    if (at && !out->each) {
        code = fail_at(at, "'at' is only used with 'each'");
    } else if (at) {
        code = read_texts(at, &out->at);
    }
    return code;
}

static int check_statement(const struct tree *map, const struct statement *s) {
    bool tested = s->kind != EXPECT_UNTESTED;
    if (tested && !s->measure) {
        return fail_at(map, "'measure' is missing");
    }
    if (s->kind == EXPECT_EVERY && (s->over || s->each)) {
        return fail_at(map, "'every' cannot be used with 'over' and 'each'");
    }
    return 0;
}

static int read_statement(struct tree *map, struct preset *preset, struct statement *out) {
    *out = (struct statement){.line = map->line, .of = "1"};
    struct tree *id = NULL, *says = NULL;
    const struct tree *given = NULL;
    uint64_t claim = 0;
    int code = tree_need(map, TREE_MAP);
    if (!code) {
        code = tree_get(map, "id", TREE_TEXT, &id);
    }
    if (!code) {
        out->id = id->text;
        code = tree_get(map, "says", TREE_TEXT, &says);
    }
    if (!code) {
        out->says = says->text;
        code = tree_count(map, "claim", 1, 1000, &claim);
    }
    out->claim = (uint32_t)claim;
    if (!code) {
        code = read_quantity(map, preset, out);
    }
    if (!code) {
        code = find_expectation(map, out, &given);
    }
    if (!code) {
        code = read_expectation(map, given, out);
    }
    if (!code) {
        code = tree_text(map, "because", &out->because);
    }
    const struct tree *changes = code ? NULL : tree_find(map, "changes");
    if (changes) {
        code = read_texts(changes, &out->changes);
    }
    if (!code) {
        code = check_statement(map, out);
    }
    return code ? code : tree_check_keys(map);
}

int read_statements(struct tree *list, struct preset *out) {
    int code = tree_need(list, TREE_LIST);
    if (code) {
        return code;
    }
    out->statements = preset_alloc(out->memory, (list->count + 1) * sizeof *out->statements);
    for (uint32_t i = 0; !code && i < list->count; i++) {
        code = read_statement(&list->items[i], out, &out->statements[out->statement_count++]);
        for (uint32_t other = 0; !code && other < i; other++) {
            if (strcmp(out->statements[other].id, out->statements[i].id) == 0) {
                code = fail_at(&list->items[i], "duplicate id '%s', first used on line %u",
                               out->statements[i].id, out->statements[other].line);
            }
        }
    }
    return code;
}
