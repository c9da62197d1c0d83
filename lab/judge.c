#include "lab/judge.h"

#include "common/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Separates `each` and `along` in a key. No text of a preset contains this byte. */
#define BETWEEN '\x1f'

/* The values of a row that a statement uses. */
struct entry {
    const char *key; /* `each`, then BETWEEN and `along` */
    bool is_over;    /* selected by `over`, the divisor */
    int64_t problem;
    uint32_t cluster;
    double value;
};

struct entries {
    struct row_values values;
    struct entry *items;
    uint32_t count;
};

const char *verdict_name(verdict_kind kind) {
    static const char *const names[] = {"reproduced", "differs", "not reproducible", "not run"};
    return names[kind];
}

void verdict_clear(struct verdict *verdict) {
    free(verdict->points);
    bytes_clear(&verdict->text);
    *verdict = (struct verdict){0};
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Orders numbers by value, before all other texts. */
static int compare_texts(const char *a, const char *b) {
    char *a_end, *b_end;
    double x = strtod(a, &a_end), y = strtod(b, &b_end);
    bool a_is = a_end != a && (*a_end == 0 || *a_end == BETWEEN);
    bool b_is = b_end != b && (*b_end == 0 || *b_end == BETWEEN);
    if (a_is && b_is && x == y) {
        return *a_end && *b_end ? compare_texts(a_end + 1, b_end + 1) : (*a_end > 0) - (*b_end > 0);
    }
    if (a_is && b_is) {
        return (x > y) - (x < y);
    }
    if (a_is != b_is) {
        return a_is ? -1 : 1;
    }
    size_t n = strcspn(a, "\x1f"), m = strcspn(b, "\x1f");
    if (n == m && strncmp(a, b, n) == 0) {
        return a[n] && b[m] ? compare_texts(a + n + 1, b + m + 1) : 0;
    }
    return strcmp(a, b);
}

static int compare_entries(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int order = compare_texts(x->key, y->key);
    if (order == 0) {
        order = x->is_over - y->is_over;
    }
    return order ? order : (x->problem > y->problem) - (x->problem < y->problem);
}

/* Reads the rows of `of` and `over` in one query, so that both use the same map numbers. */
static int read_entries(struct rows *rows, int64_t experiment, const struct statement *s,
                        struct entries *out) {
    struct bytes where = {0}, key = {0};
    bytes_print(&where, "((%s) OR (%s))", s->of, s->over ? s->over : "0");
    bytes_add_byte(&where, 0);
    bytes_print(&key, "(CASE WHEN (%s) THEN 'a' ELSE 'b' END) || coalesce(%s, '')", s->of,
                s->each ? s->each : "''");
    if (s->along) {
        bytes_print(&key, " || char(%d) || (%s)", BETWEEN, s->along);
    }
    bytes_add_byte(&key, 0);
    int code = where.failed || key.failed
                   ? fail_machine("no memory")
                   : rows_read(rows, experiment, s->measure, (const char *)where.data,
                               (const char *)key.data, &out->values);
    bytes_clear(&where);
    bytes_clear(&key);
    if (code) {
        return code;
    }
    out->count = out->values.count;
    out->items = calloc((size_t)out->count + 1, sizeof *out->items);
    if (!out->items) {
        return fail_machine("no memory");
    }
    for (uint32_t i = 0; i < out->count; i++) {
        const struct row_value *value = &out->values.items[i];
        out->items[i] = (struct entry){.key = value->at + 1,
                                       .is_over = value->at[0] == 'b',
                                       .problem = value->problem,
                                       .cluster = (uint32_t)value->cluster,
                                       .value = value->value};
    }
    qsort(out->items, out->count, sizeof *out->items, compare_entries);
    return 0;
}

static void entries_clear(struct entries *entries) {
    row_values_clear(&entries->values);
    free(entries->items);
}

/* ---- Quantities ------------------------------------------------------------------------------ */

/* The rows of one point as samples. */
struct point_rows {
    const struct entry *items;
    uint32_t count;
    uint32_t of_count; /* the rows of `of` come first, then those of `over` */
};

static bool has_problem(const struct entry *items, uint32_t count, int64_t problem) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (items[middle].problem < problem) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && items[low].problem == problem;
}

/* Copies the rows from `first` on. Rows of problems that the other side lacks are left out, unless
 * the two sides have no problem in common: they are then about different sets. */
static uint32_t take_side(const struct point_rows *p, bool over, double *values,
                          uint32_t *clusters) {
    const struct entry *own = over ? p->items + p->of_count : p->items;
    const struct entry *other = over ? p->items : p->items + p->of_count;
    uint32_t own_count = over ? p->count - p->of_count : p->of_count;
    uint32_t other_count = p->count - own_count, kept = 0;
    for (int all = 0; all < 2 && kept == 0; all++) {
        for (uint32_t i = 0; i < own_count; i++) {
            if (all || other_count == 0 || has_problem(other, other_count, own[i].problem)) {
                values[kept] = own[i].value;
                clusters[kept++] = own[i].cluster;
            }
        }
    }
    return kept;
}

static uint32_t count_clusters(const struct sample *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        bool is_new = true;
        for (uint32_t j = i; j > 0 && is_new; j--) { /* neighbours are usually of one map */
            is_new = s->clusters[j - 1] != s->clusters[i];
        }
        count += is_new;
    }
    return count;
}

/* Returns whether both sides have one row per problem, and problems in common. The rows that
 * take_side copies are then pairs. */
static bool is_paired(const struct point_rows *p) {
    bool once = true, shared = false;
    for (uint32_t i = 0; i < p->count; i++) {
        bool is_next = i > 0 && i != p->of_count;
        once = once && !(is_next && p->items[i].problem == p->items[i - 1].problem);
        shared = shared ||
                 (i < p->of_count &&
                  has_problem(p->items + p->of_count, p->count - p->of_count, p->items[i].problem));
    }
    return once && shared;
}

static int measure_point(const struct statement *s, const struct point_rows *p,
                         struct judged_point *out) {
    static const sample_statistic statistics[] = {[STATISTIC_MEAN] = SAMPLE_MEAN,
                                                  [STATISTIC_MEDIAN] = SAMPLE_MEDIAN,
                                                  [STATISTIC_GEOMEAN] = SAMPLE_GEOMETRIC};
    double *values = calloc(2 * ((size_t)p->count + 1), sizeof *values);
    uint32_t *clusters = calloc(2 * ((size_t)p->count + 1), sizeof *clusters);
    int code = values && clusters ? 0 : fail_machine("no memory");
    if (!code) {
        struct sample of = {values, clusters, take_side(p, false, values, clusters)};
        double *more = values + p->count + 1;
        uint32_t *more_clusters = clusters + p->count + 1;
        struct sample over = {more, more_clusters, 0};
        over.count = s->over ? take_side(p, true, more, more_clusters) : 0;
        out->count = of.count;
        out->maps = count_clusters(&of);
        code =
            sample_estimate(statistics[s->statistic], &of, s->over ? &over : NULL, &out->measured);
        out->is_paired = s->over && is_paired(p);
        if (!code && out->is_paired) {
            code = compare_pairs(&of, &over, &out->pairs);
        }
    }
    free(values);
    free(clusters);
    return code;
}

/* Finds the rows of the point that begins at `first`. */
static struct point_rows rows_of_point(const struct entries *entries, uint32_t first) {
    struct point_rows p = {.items = &entries->items[first]};
    while (first + p.count < entries->count &&
           compare_texts(p.items[p.count].key, p.items[0].key) == 0) {
        p.of_count += !p.items[p.count].is_over;
        p.count++;
    }
    return p;
}

/* Returns whether the statement names a point, and which of its values it is. */
static bool is_asked_for(const struct statement *s, const char *key, uint32_t *index) {
    char each[96];
    snprintf(each, sizeof each, "%.*s", (int)strcspn(key, "\x1f"), key);
    for (uint32_t i = 0; i < s->at.count; i++) {
        if (compare_texts(s->at.items[i], each) == 0) {
            *index = i;
            return true;
        }
    }
    return s->at.count == 0;
}

static void name_point(const char *key, char *out, size_t size) {
    snprintf(out, size, "%s", key);
    char *between = strchr(out, BETWEEN);
    if (between && between == out) {
        memmove(out, out + 1, strlen(out));
    } else if (between) {
        *between = ':';
    }
    hide_controls(out);
}

static int measure_points(const struct statement *s, const struct entries *entries,
                          struct verdict *out) {
    int code = 0;
    for (uint32_t first = 0, next; !code && first < entries->count; first = next) {
        struct point_rows p = rows_of_point(entries, first);
        uint32_t index = 0;
        next = first + p.count;
        bool has_both = p.of_count > 0 && (!s->over || p.of_count < p.count);
        if (!has_both || !is_asked_for(s, entries->items[first].key, &index)) {
            continue;
        }
        if (!grow_array(&out->points, &out->capacity, out->count, sizeof *out->points)) {
            return fail_machine("no memory");
        }
        struct judged_point *point = &out->points[out->count++];
        *point = (struct judged_point){.expected = NAN};
        if (s->kind == EXPECT_VALUE) {
            point->expected = s->is[s->is_count == 1 ? 0 : index];
        }
        name_point(entries->items[first].key, point->at, sizeof point->at);
        code = measure_point(s, &p, point);
    }
    return code;
}

/* ---- What is expected ------------------------------------------------------------------------ */

/* Returns whether two points are on one curve: equal except for the number after the last ':'. */
static bool is_next(const struct judged_point *a, const struct judged_point *b) {
    const char *x = strrchr(a->at, ':'), *y = strrchr(b->at, ':');
    size_t n = x ? (size_t)(x - a->at) : 0, m = y ? (size_t)(y - b->at) : 0;
    return n == m && strncmp(a->at, b->at, n) == 0;
}

static void judge_point(const struct statement *s, struct judged_point *point,
                        const struct judged_point *before) {
    const struct estimate *e = &point->measured;
    switch (s->kind) {
    case EXPECT_VALUE: {
        double most = s->tolerance * fabs(point->expected);
        point->holds = fabs(e->value - point->expected) <= most;
        bool all_in = e->low >= point->expected - most && e->high <= point->expected + most;
        bool all_out = e->low > point->expected + most || e->high < point->expected - most;
        point->is_clear = point->holds ? all_in : all_out;
        return;
    }
    case EXPECT_BELOW:
        point->holds = e->value < s->limit;
        point->is_clear = point->holds ? e->high < s->limit : e->low > s->limit;
        return;
    case EXPECT_ABOVE:
        point->holds = e->value > s->limit;
        point->is_clear = point->holds ? e->low > s->limit : e->high < s->limit;
        return;
    case EXPECT_FALLS:
        point->holds = !before || e->value < before->measured.value;
        point->is_clear = !before || (point->holds ? e->high < before->measured.value
                                                   : e->low > before->measured.value);
        return;
    case EXPECT_RISES:
        point->holds = !before || e->value > before->measured.value;
        point->is_clear = !before || (point->holds ? e->low > before->measured.value
                                                   : e->high < before->measured.value);
        return;
    case EXPECT_EVERY:
        point->holds = point->is_clear = e->value == 1; /* the share of rows */
        return;
    case EXPECT_UNTESTED:
        break;
    }
}

/* Returns measured / expected. */
static double ratio_at(const struct statement *s, const struct verdict *v, uint32_t i) {
    const struct judged_point *point = &v->points[i];
    switch (s->kind) {
    case EXPECT_VALUE:
        return point->measured.value / point->expected;
    case EXPECT_BELOW:
    case EXPECT_ABOVE:
        return point->measured.value / s->limit;
    case EXPECT_FALLS:
    case EXPECT_RISES:
        return point->is_first ? 1 : point->measured.value / v->points[i - 1].measured.value;
    case EXPECT_EVERY:
    case EXPECT_UNTESTED:
        break;
    }
    return 1;
}

/* Returns the point that misses the expectation most, or that is the closest to missing it. */
static uint32_t find_worst(const struct statement *s, const struct verdict *v) {
    uint32_t worst = 0;
    double most = -INFINITY;
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->points[i].is_first) {
            continue;
        }
        double ratio = ratio_at(s, v, i);
        double away = s->kind == EXPECT_VALUE                              ? fabs(ratio - 1)
                      : s->kind == EXPECT_BELOW || s->kind == EXPECT_FALLS ? ratio
                                                                           : -ratio;
        away = v->points[i].holds ? away - 1e9 : away;
        if (away > most) {
            most = away;
            worst = i;
        }
    }
    return worst;
}

/* ---- In words -------------------------------------------------------------------------------- */

void describe_expectation(const struct statement *s, struct bytes *out) {
    char text[SAMPLE_TEXT_MAX];
    switch (s->kind) {
    case EXPECT_VALUE:
        for (uint32_t i = 0; i < s->is_count; i++) {
            bytes_print(out, "%s%g", i ? ", " : "", s->is[i]);
        }
        bytes_print(out, " within %g %%", s->tolerance * 100);
        return;
    case EXPECT_BELOW:
    case EXPECT_ABOVE:
        bytes_print(out, "%s %s", s->kind == EXPECT_BELOW ? "below" : "above",
                    format_number(text, s->limit));
        return;
    case EXPECT_FALLS:
    case EXPECT_RISES:
        bytes_print(out, "%s with %s", s->kind == EXPECT_FALLS ? "falls" : "rises", s->along);
        return;
    case EXPECT_EVERY:
        bytes_print(out, "true in every row: %s", s->measure);
        return;
    case EXPECT_UNTESTED:
        bytes_add_text(out, "-");
        return;
    }
}

static void say_where(const struct judged_point *point, struct bytes *out) {
    if (point->at[0]) {
        bytes_print(out, " at %s", point->at);
    }
}

/* Prints the difference from a value, such as "+3.1 % [-1.0 %, +7.2 %]". */
static void say_change(struct estimate e, double from, struct bytes *out) {
    char text[SAMPLE_TEXT_MAX];
    bytes_add_text(out, format_change(text, e.value / from));
    if (!isnan(e.low)) {
        bytes_print(out, " [%s, ", format_change(text, e.low / from));
        bytes_print(out, "%s]", format_change(text, e.high / from));
    }
}

static void say_outcome(const struct statement *s, const struct verdict *v, struct bytes *out) {
    uint32_t at = find_worst(s, v);
    const struct judged_point *worst = &v->points[at];
    char text[SAMPLE_TEXT_MAX];
    switch (s->kind) {
    case EXPECT_VALUE:
        say_change(worst->measured, worst->expected, out);
        break;
    case EXPECT_BELOW:
    case EXPECT_ABOVE:
        bytes_add_text(out, format_estimate(text, worst->measured));
        bytes_print(out, ", %s limit", s->kind == EXPECT_BELOW ? "upper" : "lower");
        bytes_print(out, " %s", format_number(text, s->limit));
        break;
    case EXPECT_FALLS:
    case EXPECT_RISES:
        bytes_print(out, "step to %s", format_estimate(text, worst->measured));
        bytes_print(out, ", %s", format_change(text, ratio_at(s, v, at)));
        break;
    case EXPECT_EVERY:
        bytes_print(out, "in %s", format_number(text, worst->measured.value * worst->count));
        bytes_print(out, " of %s rows", format_number(text, worst->count));
        return;
    case EXPECT_UNTESTED:
        return;
    }
    say_where(worst, out);
}

static void say_verdict(const struct statement *s, struct verdict *v) {
    uint32_t holding = 0, unclear = 0, count = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        if (!v->points[i].is_first) {
            count++;
            holding += v->points[i].holds;
            unclear += !v->points[i].is_clear;
        }
    }
    const char *unit = s->along ? "steps" : "points";
    v->kind = holding == count ? VERDICT_REPRODUCED : VERDICT_DIFFERS;
    bool all = v->kind == VERDICT_REPRODUCED;
    bytes_add_text(&v->text, s->kind == EXPECT_EVERY ? ""
                             : all && count > 1      ? "at most "
                             : all                   ? ""
                                                     : "by ");
    if (s->kind != EXPECT_VALUE && v->text.count) {
        v->text.count = 0;
        bytes_add_text(&v->text, count > 1 ? (all ? "closest: " : "worst: ") : "");
    }
    say_outcome(s, v, &v->text);
    if (count > 1) {
        bytes_print(&v->text, "; %u of %u %s hold", holding, count, unit);
    }
    if (unclear && s->kind != EXPECT_EVERY) {
        bytes_print(&v->text, count > 1 ? ", %u within chance" : "; within chance", unclear);
    }
}

/* ---- The verdict ----------------------------------------------------------------------------- */

static int judge_rows(struct rows *rows, int64_t experiment, const struct statement *s,
                      struct verdict *out) {
    struct entries entries = {0};
    int code = read_entries(rows, experiment, s, &entries);
    if (!code) {
        code = measure_points(s, &entries, out);
    }
    entries_clear(&entries);
    uint32_t wanted = s->along ? 2 : s->at.count > 0 ? s->at.count : 1;
    if (code || out->count < wanted) {
        out->kind = VERDICT_NO_ROWS;
        bytes_print(&out->text, "rows for %u of %u points", out->count, wanted);
        return code;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        bool has_before = i > 0 && is_next(&out->points[i - 1], &out->points[i]);
        out->points[i].is_first = s->along && !has_before;
        judge_point(s, &out->points[i], has_before ? &out->points[i - 1] : NULL);
    }
    say_verdict(s, out);
    return 0;
}

int judge_statement(struct rows *rows, int64_t experiment, const struct statement *s,
                    struct verdict *out) {
    *out = (struct verdict){0};
    int code = 0;
    if (s->kind == EXPECT_UNTESTED) {
        out->kind = VERDICT_UNTESTED;
        bytes_add_text(&out->text, s->reason);
    } else {
        code = judge_rows(rows, experiment, s, out);
    }
    bytes_add_byte(&out->text, 0);
    return !code && out->text.failed ? fail_machine("no memory") : code;
}
