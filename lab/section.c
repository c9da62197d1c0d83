#include "lab/section.h"

#include "common/messages.h"
#include "lab/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(struct bytes *b) {
    bytes_add_byte(b, 0);
    return b->failed ? "" : (const char *)b->data;
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Adds reservations that apply to all verdicts of an experiment. */
static void add_caveats(const struct experiment *e, struct verdict *v) {
    if (v->kind == VERDICT_UNTESTED || v->text.count == 0) {
        return;
    }
    v->text.count--; /* the terminating 0 */
    if (strcmp(e->source, "generated") == 0) {
        bytes_add_text(&v->text, "; GENERATED MAPS");
    }
    if (strcmp(e->mode, "quick") == 0) {
        bytes_add_text(&v->text, "; quick run");
    }
    if (e->rows < e->rows_wanted) {
        bytes_print(&v->text, "; INCOMPLETE, %.0f %% of the rows",
                    100.0 * (double)e->rows / (double)e->rows_wanted);
    }
    bytes_add_byte(&v->text, 0);
}

int section_judge(struct section *section) {
    const struct preset *preset = section->preset;
    section->verdicts = calloc((size_t)preset->statement_count + 1, sizeof *section->verdicts);
    int code = section->verdicts ? 0 : fail_machine("no memory");
    for (uint32_t i = 0; !code && i < preset->statement_count; i++) {
        code = judge_statement(section->rows, section->experiment->id, &preset->statements[i],
                               &section->verdicts[i]);
        if (!code) {
            add_caveats(section->experiment, &section->verdicts[i]);
        }
    }
    return code;
}

void section_clear(struct section *section) {
    for (uint32_t i = 0; section->verdicts && i < section->preset->statement_count; i++) {
        verdict_clear(&section->verdicts[i]);
    }
    free(section->verdicts);
    section->verdicts = NULL;
}

uint32_t section_count(const struct section *section, verdict_kind kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < section->preset->statement_count; i++) {
        count += section->verdicts[i].kind == kind;
    }
    return count;
}

/* ---- How it was run -------------------------------------------------------------------------- */

static void write_origin(const struct section *section, struct document *d) {
    const struct experiment *e = section->experiment;
    const struct preset *p = section->preset;
    struct bytes text = {0};
    if (p->paper) {
        bytes_print(&text, "Paper: %s.", p->paper);
        document_paragraph(d, text_of(&text));
        text.count = 0;
    }
    if (p->about) {
        document_paragraph(d, p->about);
    }
    bool is_generated = strcmp(e->source, "generated") == 0;
    if (is_generated) {
        document_paragraph(d,
                           "GENERATED MAPS: the data that this experiment names was not available. "
                           "Generated maps of the same kind were used, so the values differ "
                           "from those of the papers.");
    } else if (p->data) {
        document_paragraph(d, p->data);
    }
    bytes_print(&text,
                "%s run of %" PRId64 " agents on %" PRId64 " problems, %" PRId64 " of %" PRId64
                " rows%s. wend %s, %s, %s.",
                strcmp(e->mode, "quick") == 0 ? "Quick" : "Full", e->configurations, e->problems,
                e->rows, e->rows_wanted, e->rows < e->rows_wanted ? " (INCOMPLETE)" : "",
                e->version, e->compiler, e->machine);
    document_paragraph(d, text_of(&text));
    text.count = 0;
    bytes_print(&text, "wend-lab run %s%s%s && wend-lab report %s", e->preset,
                is_generated ? "" : " --data DIR", strcmp(e->mode, "quick") == 0 ? " --quick" : "",
                e->preset);
    document_code(d, text_of(&text));
    bytes_clear(&text);
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* "mean of suboptimality over label = 'late', by that over label = 'early', for each expansions" */
static void describe_quantity(const struct statement *s, struct bytes *out) {
    static const char *const names[] = {[STATISTIC_MEAN] = "mean",
                                        [STATISTIC_MEDIAN] = "median",
                                        [STATISTIC_GEOMEAN] = "geometric mean"};
    if (s->kind == EXPECT_UNTESTED) {
        return;
    }
    if (s->kind != EXPECT_EVERY) {
        bytes_print(out, "%s of %s", names[s->statistic], s->measure);
    }
    if (strcmp(s->of, "1") != 0) {
        bytes_print(out, " where %s", s->of);
    }
    if (s->over) {
        bytes_print(out, "; divided by that where %s", s->over);
    }
    if (s->each) {
        bytes_print(out, "; for each %s", s->each);
    }
}

static void write_verdicts(const struct section *section, struct document *d) {
    static const char *const heading[] = {"statement", "claim",   "what the paper says",
                                          "expected",  "verdict", "outcome"};
    document_table_begin(d, NULL);
    document_row(d, true, heading, 6);
    for (uint32_t i = 0; i < section->preset->statement_count; i++) {
        const struct statement *s = &section->preset->statements[i];
        const struct verdict *v = &section->verdicts[i];
        struct bytes expected = {0};
        char claim[16] = "";
        if (s->claim) {
            snprintf(claim, sizeof claim, "%u", s->claim);
        }
        describe_expectation(s, &expected);
        const char *cells[] = {s->id,
                               claim,
                               s->says,
                               text_of(&expected),
                               verdict_name(v->kind),
                               (const char *)v->text.data};
        document_row(d, false, cells, 6);
        bytes_clear(&expected);
    }
    document_table_end(d, false);
}

#define POINT_COLUMNS  6u
#define PAIRED_COLUMNS 3u

/* Prints the paired comparison of two settings: mean difference, counts and sign test. */
static void describe_pairs(const struct judged_point *point,
                           char cells[PAIRED_COLUMNS][SAMPLE_TEXT_MAX]) {
    const struct comparison *c = &point->pairs;
    if (!point->is_paired) {
        cells[0][0] = cells[1][0] = cells[2][0] = 0;
        return;
    }
    format_estimate(cells[0], c->difference);
    snprintf(cells[1], SAMPLE_TEXT_MAX, "%u / %u / %u", c->lower, c->equal, c->higher);
    format_p(cells[2], c->sign_p);
}

static bool any_paired(const struct verdict *v) {
    bool any = false;
    for (uint32_t i = 0; i < v->count; i++) {
        any = any || v->points[i].is_paired;
    }
    return any;
}

static void write_points(const struct section *section, struct document *d, uint32_t index) {
    static const char *const heading[] = {
        "at",       "expected", "measured [95 %]",          "problems",
        "maps",     "holds",    "paired difference [95 %]", "lower / equal / higher",
        "sign test"};
    const struct statement *s = &section->preset->statements[index];
    const struct verdict *v = &section->verdicts[index];
    struct bytes title = {0};
    bytes_print(&title, "%s: ", s->id);
    describe_quantity(s, &title);
    uint32_t columns = POINT_COLUMNS + (any_paired(v) ? PAIRED_COLUMNS : 0);
    document_table_begin(d, text_of(&title));
    document_row(d, true, heading, columns);
    for (uint32_t i = 0; i < v->count; i++) {
        const struct judged_point *point = &v->points[i];
        char expected[SAMPLE_TEXT_MAX], measured[SAMPLE_TEXT_MAX], count[16], maps[16];
        char paired[PAIRED_COLUMNS][SAMPLE_TEXT_MAX];
        describe_pairs(point, paired);
        snprintf(count, sizeof count, "%u", point->count);
        snprintf(maps, sizeof maps, "%u", point->maps);
        expected[0] = 0;
        if (!isnan(point->expected)) {
            snprintf(expected, sizeof expected, "%g", point->expected);
        }
        const char *cells[] = {point->at,
                               expected,
                               format_estimate(measured, point->measured),
                               count,
                               maps,
                               point->holds ? (point->is_clear ? "yes" : "yes, within chance")
                                            : (point->is_clear ? "no" : "no, within chance"),
                               paired[0],
                               paired[1],
                               paired[2]};
        document_row(d, false, cells, columns);
    }
    document_table_end(d, true);
    bytes_clear(&title);
}

/* Writes a paragraph about a statement. */
static void write_note(const struct statement *s, const char *what, const char *note,
                       struct document *d) {
    struct bytes text = {0};
    bytes_print(&text, "%s%s: %s", s->id, what, note);
    document_paragraph(d, text_of(&text));
    bytes_clear(&text);
}

static void write_statements(const struct section *section, struct document *d) {
    if (section->preset->statement_count == 0) {
        return;
    }
    document_heading(d, 3, NULL, "Statements");
    write_verdicts(section, d);
    for (uint32_t i = 0; i < section->preset->statement_count; i++) {
        const struct statement *s = &section->preset->statements[i];
        if (section->verdicts[i].count > 0) {
            write_points(section, d, i);
        }
        if (s->because) {
            write_note(s, "", s->because, d);
        }
        for (uint32_t c = 0; c < s->changes.count; c++) {
            write_note(s, ", changed after the first full run", s->changes.items[c], d);
        }
    }
}

static void write_remarks(const struct section *section, struct document *d) {
    const struct texts *remarks = &section->preset->remarks;
    if (remarks->count > 0) {
        document_heading(d, 3, NULL, "Remarks");
    }
    for (uint32_t i = 0; i < remarks->count; i++) {
        document_paragraph(d, remarks->items[i]);
    }
}

/* ---- Plots ----------------------------------------------------------------------------------- */

static int write_plots(const struct section *section, struct document *d, const char *folder) {
    for (uint32_t i = 0; i < section->preset->plot_count; i++) {
        const struct preset_plot *plot = &section->preset->plots[i];
        char path[4096], name[512];
        struct bytes svg = {0};
        bool is_empty = false;
        snprintf(name, sizeof name, "%s.svg", plot->name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        int code = plot_draw(section->rows, section->experiment, plot, PLOT_SVG, path, &is_empty);
        if (!code && !is_empty) {
            code = read_whole_file(path, 16u << 20, &svg);
        }
        if (!code && !is_empty) {
            document_picture(d, &svg, name, plot->title);
        }
        bytes_clear(&svg);
        if (code) {
            return code;
        }
    }
    return 0;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A row of the table of agents. */
struct agent_line {
    uint32_t set;
    int64_t configuration;
    char *options;     /* of the agent, as on the command line; the preset has none for a plugin */
    uint32_t runs;     /* runs that arrived */
    char (*texts)[64]; /* mean and median of each measure */
};

struct agent_lines {
    struct agent_line *items;
    uint32_t count, capacity;
};

/* Separates the name of a set and the options of an agent. */
#define BETWEEN       "\x1f"
#define SET_AND_AGENT "set_name || char(31) || options"

static uint32_t set_of(const struct preset *preset, const char *name) {
    size_t length = strcspn(name, BETWEEN);
    uint32_t i = 0;
    while (i < preset->set_count && (strncmp(preset->sets[i].name, name, length) != 0 ||
                                     preset->sets[i].name[length] != 0)) {
        i++;
    }
    return i;
}

static struct agent_line *find_line(struct agent_lines *lines, const struct preset *preset,
                                    const struct row_value *row) {
    uint32_t set = set_of(preset, row->at);
    for (uint32_t i = 0; i < lines->count; i++) {
        if (lines->items[i].set == set && lines->items[i].configuration == row->configuration) {
            return &lines->items[i];
        }
    }
    if (!grow_array(&lines->items, &lines->capacity, lines->count, sizeof *lines->items)) {
        return NULL;
    }
    struct agent_line *line = &lines->items[lines->count++];
    *line = (struct agent_line){.set = set, .configuration = row->configuration};
    const char *between = strpbrk(row->at, BETWEEN);
    line->options = strdup(between ? between + 1 : "");
    line->texts = calloc(2 * preset->measures.count + 1, sizeof *line->texts);
    if (!line->texts || !line->options) {
        return NULL;
    }
    hide_controls(line->options);
    return line;
}

/* Computes one measure of one agent from rows[0] to rows[count - 1]. */
static int fill_line(struct agent_line *line, uint32_t measure, const struct row_value *rows,
                     uint32_t count) {
    double *values = calloc((size_t)count + 1, sizeof *values);
    uint32_t *clusters = calloc((size_t)count + 1, sizeof *clusters);
    int code = values && clusters ? 0 : fail_machine("no memory");
    for (uint32_t i = 0; !code && i < count; i++) {
        values[i] = rows[i].value;
        clusters[i] = (uint32_t)rows[i].cluster;
    }
    struct sample s = {values, clusters, count};
    struct estimate mean = {0}, median = {0};
    if (!code) {
        code = sample_estimate(SAMPLE_MEAN, &s, NULL, &mean);
    }
    if (!code) {
        code = sample_estimate(SAMPLE_MEDIAN, &s, NULL, &median);
    }
    if (!code) {
        char text[SAMPLE_TEXT_MAX];
        snprintf(line->texts[2 * measure], 64, "%.63s", format_estimate(text, mean));
        snprintf(line->texts[2 * measure + 1], 64, "%.63s", format_number(text, median.value));
        line->runs = count > line->runs ? count : line->runs;
    }
    free(values);
    free(clusters);
    return code;
}

static int read_measure(const struct section *section, uint32_t measure,
                        struct agent_lines *lines) {
    struct row_values rows = {0};
    int code = rows_read(section->rows, section->experiment->id,
                         section->preset->measures.items[measure], NULL, SET_AND_AGENT, &rows);
    for (uint32_t first = 0, next; !code && first < rows.count; first = next) {
        const struct row_value *row = &rows.items[first];
        for (next = first + 1; next < rows.count; next++) {
            if (rows.items[next].configuration != row->configuration ||
                strcmp(rows.items[next].at, row->at) != 0) {
                break;
            }
        }
        struct agent_line *line = find_line(lines, section->preset, row);
        code = line ? fill_line(line, measure, row, next - first) : fail_machine("no memory");
    }
    row_values_clear(&rows);
    return code;
}

static int compare_lines(const void *a, const void *b) {
    const struct agent_line *x = a, *y = b;
    if (x->set != y->set) {
        return x->set < y->set ? -1 : 1;
    }
    return (x->configuration > y->configuration) - (x->configuration < y->configuration);
}

static void write_line(const struct preset *preset, const struct agent_line *line,
                       struct document *d) {
    const char *cells[3 + 2 * PRESET_LIST_MAX];
    char runs[16];
    uint32_t count = 0;
    if (preset->set_count > 1) {
        cells[count++] = line->set < preset->set_count ? preset->sets[line->set].name : "-";
    }
    snprintf(runs, sizeof runs, "%u", line->runs);
    cells[count++] = line->options;
    cells[count++] = runs;
    for (uint32_t i = 0; i < 2 * preset->measures.count; i++) {
        cells[count++] = line->texts[i];
    }
    document_row(d, false, cells, count);
}

static void write_lines(const struct preset *preset, const struct agent_lines *lines,
                        struct document *d) {
    const char *heading[3 + 2 * PRESET_LIST_MAX];
    uint32_t count = 0;
    if (preset->set_count > 1) {
        heading[count++] = "problems";
    }
    heading[count++] = "agent";
    heading[count++] = "arrived";
    for (uint32_t i = 0; i < preset->measures.count; i++) {
        heading[count++] = preset->measures.items[i];
        heading[count++] = "median";
    }
    document_table_begin(d, "All agents: means with 95 % confidence intervals, and medians");
    document_row(d, true, heading, count);
    for (uint32_t i = 0; i < lines->count; i++) {
        write_line(preset, &lines->items[i], d);
    }
    document_table_end(d, true);
}

static int write_table(const struct section *section, struct document *d) {
    struct agent_lines lines = {0};
    int code = 0;
    for (uint32_t i = 0; !code && i < section->preset->measures.count; i++) {
        code = read_measure(section, i, &lines);
    }
    if (!code && lines.count > 0) {
        qsort(lines.items, lines.count, sizeof *lines.items, compare_lines);
        write_lines(section->preset, &lines, d);
    }
    for (uint32_t i = 0; i < lines.count; i++) {
        free(lines.items[i].options);
        free(lines.items[i].texts);
    }
    free(lines.items);
    return code;
}

int section_write(const struct section *section, struct document *d, const char *folder,
                  bool with_plots) {
    write_origin(section, d);
    write_statements(section, d);
    write_remarks(section, d);
    int code = with_plots ? write_plots(section, d, folder) : 0;
    return code ? code : write_table(section, d);
}
