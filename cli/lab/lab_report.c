/* wend lab report: all that is known of experiments, as one HTML page or as Markdown pages. */
#include "lab/lab.h"

#include "common/messages.h"
#include "lab/chosen.h"
#include "lab/plot.h"
#include "lab/section.h"
#include "options/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TITLE "What the papers say, and what came out"

struct report {
    struct chosen chosen;
    struct section *sections;
    bool with_plots;
};

/* ---- All statements -------------------------------------------------------------------------- */

static void write_counts(const struct report *r, struct document *d) {
    uint32_t all = 0, of[4] = {0};
    for (uint32_t i = 0; i < r->chosen.count; i++) {
        all += r->sections[i].preset->statement_count;
        for (verdict_kind kind = VERDICT_REPRODUCED; kind <= VERDICT_NO_ROWS; kind++) {
            of[kind] += section_count(&r->sections[i], kind);
        }
    }
    char text[512];
    snprintf(
        text, sizeof text,
        "%u statements: %u reproduced, %u differ, %u not reproducible, %u not run. A statement "
        "is reproduced if it holds at every point that it names; what is within chance, by its "
        "95 %% confidence interval, is marked. Intervals come from a bootstrap over whole maps.",
        all, of[VERDICT_REPRODUCED], of[VERDICT_DIFFERS], of[VERDICT_UNTESTED],
        of[VERDICT_NO_ROWS]);
    document_paragraph(d, text);
}

struct indexed {
    const struct section *section;
    uint32_t statement;
};

/* By the number of the claim; what is none of them comes last. */
static int compare_claims(const void *a, const void *b) {
    const struct indexed *x = a, *y = b;
    uint32_t m = x->section->preset->statements[x->statement].claim - 1;
    uint32_t n = y->section->preset->statements[y->statement].claim - 1;
    if (m != n) {
        return m < n ? -1 : 1;
    }
    int order = strcmp(x->section->preset->name, y->section->preset->name);
    return order ? order : (x->statement > y->statement) - (x->statement < y->statement);
}

static int write_index(const struct report *r, struct document *d) {
    static const char *const heading[] = {"claim",      "statement", "what is said",
                                          "experiment", "verdict",   "outcome"};
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < r->chosen.count; i++) {
        count += r->sections[i].preset->statement_count;
    }
    struct indexed *all = calloc((size_t)count + 1, sizeof *all);
    if (!all) {
        return fail_machine("no memory");
    }
    for (uint32_t i = 0; i < r->chosen.count; i++) {
        for (uint32_t s = 0; s < r->sections[i].preset->statement_count; s++) {
            all[at++] = (struct indexed){&r->sections[i], s};
        }
    }
    qsort(all, count, sizeof *all, compare_claims);
    document_table_begin(d, NULL);
    document_row(d, true, heading, 6);
    for (uint32_t i = 0; i < count; i++) {
        const struct section *section = all[i].section;
        const struct statement *s = &section->preset->statements[all[i].statement];
        const struct verdict *v = &section->verdicts[all[i].statement];
        char claim[16] = "";
        if (s->claim) {
            snprintf(claim, sizeof claim, "%u", s->claim);
        }
        const char *cells[] = {claim,
                               s->id,
                               s->says,
                               section->preset->name,
                               verdict_name(v->kind),
                               (const char *)v->text.data};
        document_row(d, false, cells, 6);
    }
    document_table_end(d, false);
    free(all);
    return 0;
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static int finish_page(struct document *d, const char *path) {
    document_end(d);
    if (d->out.failed) {
        bytes_clear(&d->out);
        return fail_machine("no memory");
    }
    return bytes_write_file(&d->out, path);
}

/* Removes what plot_draw has written for pictures that are inlined. */
static void remove_plots(const struct report *r, const char *folder) {
    for (uint32_t i = 0; i < r->chosen.count; i++) {
        const struct preset *preset = &r->chosen.presets[i];
        for (uint32_t p = 0; p < preset->plot_count; p++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s.svg", folder, preset->plots[p].name);
            remove(path);
        }
    }
    rmdir(folder);
}

static int write_html(const struct report *r, const char *path) {
    char folder[] = "/tmp/wend-report-XXXXXX";
    if (!mkdtemp(folder)) {
        return fail_machine("%s: cannot be made: %s", folder, strerror(errno));
    }
    struct document d = {.format = DOCUMENT_HTML};
    document_begin(&d, TITLE);
    write_counts(r, &d);
    int code = write_index(r, &d);
    for (uint32_t i = 0; !code && i < r->chosen.count; i++) {
        const struct preset *preset = &r->chosen.presets[i];
        document_heading(&d, 2, preset->name, preset->title);
        code = section_write(&r->sections[i], &d, folder, r->with_plots);
    }
    remove_plots(r, folder);
    if (code) {
        bytes_clear(&d.out);
        return code;
    }
    return finish_page(&d, path);
}

static int write_markdown(const struct report *r, const char *folder) {
    char path[4096];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return fail_machine("%s: cannot be made: %s", folder, strerror(errno));
    }
    struct document index = {.format = DOCUMENT_MARKDOWN};
    document_begin(&index, TITLE);
    document_paragraph(&index, "Written by wend lab report --markdown; see docs/lab.md.");
    write_counts(r, &index);
    int code = write_index(r, &index);
    snprintf(path, sizeof path, "%s/statements.md", folder);
    if (!code) {
        code = finish_page(&index, path);
    }
    bytes_clear(&index.out);
    for (uint32_t i = 0; !code && i < r->chosen.count; i++) {
        struct document d = {.format = DOCUMENT_MARKDOWN};
        document_begin(&d, r->chosen.presets[i].title);
        code = section_write(&r->sections[i], &d, folder, r->with_plots);
        snprintf(path, sizeof path, "%s/%s.md", folder, r->chosen.presets[i].name);
        if (!code) {
            code = finish_page(&d, path);
        }
        bytes_clear(&d.out);
    }
    return code;
}

/* ---- In the terminal ------------------------------------------------------------------------- */

static void print_verdicts(const struct report *r) {
    for (uint32_t i = 0; i < r->chosen.count; i++) {
        const struct section *section = &r->sections[i];
        for (uint32_t s = 0; s < section->preset->statement_count; s++) {
            printf("%-20s %-24s %-16s %s\n", section->preset->name,
                   section->preset->statements[s].id, verdict_name(section->verdicts[s].kind),
                   (const char *)section->verdicts[s].text.data);
        }
    }
}

static int make_report(struct report *r, const char *html, const char *markdown) {
    r->sections = calloc((size_t)r->chosen.count + 1, sizeof *r->sections);
    int code = r->sections ? 0 : fail_machine("no memory");
    for (uint32_t i = 0; !code && i < r->chosen.count; i++) {
        r->sections[i] = (struct section){.rows = r->chosen.rows,
                                          .experiment = r->chosen.experiments[i],
                                          .preset = &r->chosen.presets[i]};
        code = section_judge(&r->sections[i]);
    }
    if (!code) {
        print_verdicts(r);
        code = markdown ? write_markdown(r, markdown) : write_html(r, html);
    }
    for (uint32_t i = 0; r->sections && i < r->chosen.count; i++) {
        if (r->sections[i].preset) {
            section_clear(&r->sections[i]);
        }
    }
    free(r->sections);
    return code;
}

int lab_report(int argc, const char **argv) {
    char *db = NULL, *html = NULL, *markdown = NULL, *presets = NULL;
    const struct poptOption table[] = {
        {"db", 0, POPT_ARG_STRING, &db, 0, "the file of rows (default lab.db)", "FILE"},
        {"output", 'o', POPT_ARG_STRING, &html, 0, "the page to write (default report.html)",
         "FILE"},
        {"markdown", 0, POPT_ARG_STRING, &markdown, 0,
         "write Markdown pages and SVG pictures into a folder instead", "DIR"},
        {"presets", 0, POPT_ARG_STRING, &presets, 0,
         "judge by the presets there (default: as they were run)", "DIR"},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code =
        parse_options(&context, argc, argv, table, "wend lab report", "[NAME...]",
                      "Judges what the papers say by the rows of experiments (default: all in the "
                      "file), and writes a report with verdicts, tables and plots.");
    struct report report = {0};
    if (!code && html && markdown) {
        code = fail_usage("--output and --markdown exclude each other");
    }
    if (!code) {
        code = chosen_open(db ? db : "lab.db", presets, poptGetArgs(context), &report.chosen);
    }
    if (!code) {
        report.with_plots = plot_can_draw();
        if (!report.with_plots) {
            print_note("without plots: gnuplot is missing (Debian: gnuplot-nox)");
        }
        code = make_report(&report, html ? html : "report.html", markdown);
    }
    chosen_close(&report.chosen);
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
