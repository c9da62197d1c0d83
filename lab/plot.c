#include "lab/plot.h"

#include "common/messages.h"
#include "common/sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A point of a curve: one configuration. */
struct plot_point {
    const char *series;
    int64_t configuration;
    double x;
    struct estimate y;
};

struct plot_points {
    struct plot_point *items;
    uint32_t count, capacity;
    struct row_values x, y;
};

/* ---- Points ---------------------------------------------------------------------------------- */

/* Prints SQL for the name of the curve that a row belongs to: the values of the series columns.
 * Numbers are preceded by the name of their column. */
static void write_series(const struct preset_plot *plot, struct bytes *sql) {
    bytes_add_text(sql, "trim(''");
    for (uint32_t i = 0; i < plot->series.count; i++) {
        const char *column = plot->series.items[i];
        bytes_print(sql, " || coalesce(CASE WHEN typeof(%s) = 'text' THEN %s ELSE '", column,
                    column);
        for (const char *c = column; *c; c++) { /* its text in quotes */
            bytes_print(sql, *c == '\'' ? "'%c" : "%c", *c);
        }
        bytes_print(sql, " ' || %s END || ', ', '')", column);
    }
    bytes_add_text(sql, ", ', ')");
    bytes_add_byte(sql, 0);
}

static int compare_rows(const void *a, const void *b) {
    const struct row_value *x = a, *y = b;
    int order = strcmp(x->at, y->at);
    if (order == 0) {
        order = (x->configuration > y->configuration) - (x->configuration < y->configuration);
    }
    return order ? order : (x->problem > y->problem) - (x->problem < y->problem);
}

static int read_rows(struct rows *rows, int64_t experiment, const struct preset_plot *plot,
                     struct plot_points *out) {
    struct bytes series = {0};
    write_series(plot, &series);
    int code = series.failed ? fail_machine("no memory") : 0;
    if (!code) {
        code = rows_read(rows, experiment, plot->x.measure, plot->where, (const char *)series.data,
                         &out->x);
    }
    if (!code) {
        code = rows_read(rows, experiment, plot->y.measure, plot->where, (const char *)series.data,
                         &out->y);
    }
    bytes_clear(&series);
    if (!code && out->x.count && out->y.count) {
        qsort(out->x.items, out->x.count, sizeof *out->x.items, compare_rows);
        qsort(out->y.items, out->y.count, sizeof *out->y.items, compare_rows);
    }
    return code;
}

/* Computes the statistic of `count` rows of one configuration on one curve. */
static int estimate_rows(const struct row_value *items, uint32_t count, sample_statistic statistic,
                         struct estimate *out) {
    double *values = calloc((size_t)count + 1, sizeof *values);
    uint32_t *clusters = calloc((size_t)count + 1, sizeof *clusters);
    int code = values && clusters ? 0 : fail_machine("no memory");
    for (uint32_t i = 0; !code && i < count; i++) {
        values[i] = items[i].value;
        clusters[i] = (uint32_t)items[i].cluster;
    }
    if (!code) {
        code = sample_estimate(statistic, &(struct sample){values, clusters, count}, NULL, out);
    }
    free(values);
    free(clusters);
    return code;
}

static uint32_t same_point(const struct row_values *rows, uint32_t first) {
    const struct row_value *items = rows->items + first;
    uint32_t count = 1;
    while (first + count < rows->count && items[count].configuration == items[0].configuration &&
           strcmp(items[count].at, items[0].at) == 0) {
        count++;
    }
    return count;
}

/* Joins the two lists, which have the same order. A point needs rows in both. */
static int collect_points(const struct preset_plot *plot, struct plot_points *out) {
    static const sample_statistic statistics[] = {[STATISTIC_MEAN] = SAMPLE_MEAN,
                                                  [STATISTIC_MEDIAN] = SAMPLE_MEDIAN,
                                                  [STATISTIC_GEOMEAN] = SAMPLE_GEOMETRIC};
    sample_statistic statistic = statistics[plot->statistic];
    uint32_t i = 0, j = 0;
    while (i < out->x.count && j < out->y.count) {
        struct row_value x = out->x.items[i], y = out->y.items[j];
        x.problem = y.problem = 0;
        int order = compare_rows(&x, &y);
        uint32_t x_count = same_point(&out->x, i), y_count = same_point(&out->y, j);
        if (order == 0) {
            struct estimate across;
            struct plot_point point = {.series = x.at, .configuration = x.configuration};
            int code = estimate_rows(out->x.items + i, x_count, statistic, &across);
            if (!code) {
                code = estimate_rows(out->y.items + j, y_count, statistic, &point.y);
            }
            if (!code && !grow_array(&out->items, &out->capacity, out->count, sizeof *out->items)) {
                code = fail_machine("no memory");
            }
            if (code) {
                return code;
            }
            point.x = across.value;
            out->items[out->count++] = point;
        }
        i += order <= 0 ? x_count : 0;
        j += order >= 0 ? y_count : 0;
    }
    return 0;
}

static bool is_shown(const struct axis *axis, double value) {
    return isfinite(value) && (!axis->log || value > 0);
}

/* Removes points that the axes cannot show. */
static void drop_unshown(const struct preset_plot *plot, struct plot_points *points) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < points->count; i++) {
        if (is_shown(&plot->x, points->items[i].x) &&
            is_shown(&plot->y, points->items[i].y.value)) {
            points->items[kept++] = points->items[i];
        }
    }
    points->count = kept;
}

/* Orders curves by their first configuration, and points by x. */
static int compare_curves(const void *a, const void *b) {
    const struct plot_point *x = a, *y = b;
    int order = strcmp(x->series, y->series);
    return order ? order : (x->x > y->x) - (x->x < y->x);
}

static void points_clear(struct plot_points *points) {
    free(points->items);
    row_values_clear(&points->x);
    row_values_clear(&points->y);
}

/* ---- For gnuplot ----------------------------------------------------------------------------- */

/* Colours of Okabe and Ito for colour-blind readers, from dark to light. */
static const char *const colors[] = {"#000000", "#0072b2", "#d55e00", "#009e73",
                                     "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f"};
#define COLORS (sizeof colors / sizeof *colors)
/* Dashes in multiples of the line width. Neighbouring curves differ in colour and dashes. */
static const char *const dashes[] = {"solid", "(18,6)", "(5,5)", "(16,5,4,5)", "(28,8)"};
#define DASHES (sizeof dashes / sizeof *dashes)
static const int marks[] = {7, 5, 9, 13, 6, 4, 8, 12, 11, 10};
#define MARKS (sizeof marks / sizeof *marks)

/* Prints a text in single quotes for gnuplot. Quotes are doubled; control characters become spaces,
 * because text after a line break would be a command. */
static void add_quoted(struct bytes *out, const char *text) {
    bytes_add_byte(out, '\'');
    for (; *text; text++) {
        bool is_control = (unsigned char)*text < ' ' || *text == 0x7f;
        bytes_add_text(out, *text == '\'' ? "''" : (char[]){is_control ? ' ' : *text, 0});
    }
    bytes_add_byte(out, '\'');
}

/* Returns the next larger number of 1, 2, 5, 10, 20, 50 ... */
static double next_round(double value) {
    double ten = pow(10, floor(log10(value) + 1e-9));
    return value < 1.5 * ten ? 2 * ten : value < 3.5 * ten ? 5 * ten : 10 * ten;
}

/* Prints the labels of a logarithmic axis: 1, 2, 5, 10 ..., or equal steps if these are too few. */
static void write_labels(struct bytes *out, char letter, double low, double high) {
    double ten = pow(10, floor(log10(low))), step = next_round((high - low) / 10);
    bool is_short = high < 5 * low;
    double at = is_short ? ceil(low / step) * step : ten;
    bytes_print(out, "set %ctics (", letter);
    const char *before = "";
    for (uint32_t i = 0; i < 20 && at <= high; i++) {
        if (at >= low) {
            bytes_print(out, "%s%g", before, at);
            before = ", ";
        }
        at = is_short ? at + step : next_round(at);
    }
    bytes_add_text(out, ")\n");
}

/* Prints the range of an axis: as given, else the range of the values with a margin. */
static void write_range(struct bytes *out, char letter, const struct axis *axis, double low,
                        double high) {
    if (axis->log) {
        double more = pow(high / low, 0.06) * 1.08;
        low /= more;
        high *= more;
    } else {
        double more = (high - low) * 0.06;
        more = more > 0 ? more : fabs(high) * 0.1 + 0.1;
        low -= more;
        high += more;
    }
    low = isnan(axis->min) ? low : axis->min;
    high = isnan(axis->max) ? high : axis->max;
    bytes_print(out, "set %crange [%g:%g]\n", letter, low, high);
    if (axis->log && high < 200 * low) { /* powers of ten alone would give at most two labels */
        write_labels(out, letter, low, high);
    }
}

static void write_axis(struct bytes *out, char letter, const struct axis *axis, double low,
                       double high) {
    bytes_print(out, "set %clabel ", letter);
    add_quoted(out, axis->label);
    bytes_print(out, " noenhanced\n");
    if (axis->log) {
        bytes_print(out, "set logscale %c\n", letter);
    }
    write_range(out, letter, axis, low, high);
}

/* Prints both axes. They cover all values and their intervals. */
static void write_axes(struct bytes *out, const struct preset_plot *plot,
                       const struct plot_points *points) {
    double left = INFINITY, right = -INFINITY, bottom = INFINITY, top = -INFINITY;
    for (uint32_t i = 0; i < points->count; i++) {
        const struct plot_point *p = &points->items[i];
        double low = is_shown(&plot->y, p->y.low) ? p->y.low : p->y.value;
        double high = is_shown(&plot->y, p->y.high) ? p->y.high : p->y.value;
        left = fmin(left, p->x);
        right = fmax(right, p->x);
        bottom = fmin(bottom, low);
        top = fmax(top, high);
    }
    write_axis(out, 'x', &plot->x, left, right);
    write_axis(out, 'y', &plot->y, bottom, top);
}

/* Finds the first point of each curve. Returns the number of curves. */
static uint32_t find_curves(const struct plot_points *points, uint32_t *begins, uint32_t most) {
    uint32_t curves = 0;
    for (uint32_t i = 0; i < points->count && curves < most; i++) {
        if (i == 0 || strcmp(points->items[i].series, points->items[i - 1].series) != 0) {
            begins[curves++] = i;
        }
    }
    return curves;
}

#define CURVES_MAX 40

static void write_data(struct bytes *out, const struct plot_points *points, uint32_t curve,
                       uint32_t begin, uint32_t end) {
    bytes_print(out, "$curve%u << END\n", curve);
    for (uint32_t i = begin; i < end; i++) {
        const struct plot_point *p = &points->items[i];
        double low = isnan(p->y.low) ? p->y.value : p->y.low;
        double high = isnan(p->y.high) ? p->y.value : p->y.high;
        bytes_print(out, "%.8g %.8g %.8g %.8g\n", p->x, p->y.value, low, high);
    }
    bytes_add_text(out, "END\n");
}

static void write_script(struct bytes *out, const struct preset_plot *plot,
                         const struct plot_points *points, plot_format format, const char *path) {
    uint32_t begins[CURVES_MAX + 1];
    uint32_t curves = find_curves(points, begins, CURVES_MAX);
    begins[curves] = points->count;
    uint32_t height = 520 + (curves > 8 ? (curves - 8) * 14 : 0);
    bytes_print(out,
                format == PLOT_SVG
                    ? "set terminal svg size 860,%u font 'Helvetica,14' background 'white'\n"
                    : "set terminal pngcairo size 1290,%u font 'sans,13' background 'white'\n",
                format == PLOT_SVG ? height : height * 3 / 2);
    bytes_add_text(out, "set output ");
    add_quoted(out, path);
    bytes_add_text(out, "\nset title ");
    add_quoted(out, plot->title);
    bytes_add_text(out, " noenhanced\nset grid lc rgb '#d0d0d0' lw 1 dt 1\nset border 3\n"
                        "set tics nomirror\nset key outside right top vertical Left reverse "
                        "noenhanced samplen 4\nset format '%g'\n");
    write_axes(out, plot, points);
    for (uint32_t i = 0; i < curves; i++) {
        write_data(out, points, i, begins[i], begins[i + 1]);
    }
    for (uint32_t i = 0; i < curves; i++) {
        bytes_print(out, "%s $curve%u using 1:2:3:4 with %s lc rgb '%s' dt %s lw 1.6 pt %d ps %s ",
                    i ? ",\\\n " : "plot", i, plot->points ? "yerrorbars" : "yerrorlines",
                    colors[i % COLORS], dashes[i % DASHES], marks[i % MARKS],
                    format == PLOT_SVG ? "0.8" : "1.2");
        bytes_add_text(out, "title ");
        add_quoted(out, points->items[begins[i]].series);
    }
    bytes_add_text(out, "\n");
}

bool plot_can_draw(void) {
    return system("gnuplot --version >/dev/null 2>&1") == 0;
}

static int run_gnuplot(const struct bytes *script, const char *path) {
    FILE *pipe = popen("gnuplot", "w");
    if (!pipe) {
        return fail_machine("cannot start gnuplot: %s", strerror(errno));
    }
    size_t written = fwrite(script->data, 1, script->count, pipe);
    int status = pclose(pipe);
    return status == 0 && written == script->count ? 0
           : plot_can_draw() ? fail_machine("%s: gnuplot cannot draw it", path)
                             : fail_usage("gnuplot is missing (Debian: gnuplot-nox)");
}

int plot_draw(struct rows *rows, const struct experiment *experiment,
              const struct preset_plot *plot, plot_format format, const char *path,
              bool *is_empty) {
    struct plot_points points = {0};
    struct bytes script = {0};
    int code = read_rows(rows, experiment->id, plot, &points);
    if (!code) {
        code = collect_points(plot, &points);
    }
    drop_unshown(plot, &points);
    *is_empty = points.count == 0;
    if (!code && !*is_empty) {
        qsort(points.items, points.count, sizeof *points.items, compare_curves);
        write_script(&script, plot, &points, format, path);
        code = script.failed ? fail_machine("no memory") : run_gnuplot(&script, path);
    }
    bytes_clear(&script);
    points_clear(&points);
    return code;
}
