/* wend-lab report: all that is known of experiments, as one HTML page or as Markdown pages. */
#include "lab/lab.h"

#include "common/messages.h"
#include "lab/chosen.h"
#include "lab/plot.h"
#include "lab/report_index.h"
#include "options/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TITLE "What the papers say, and what came out"

struct report {
    struct chosen chosen;
    struct sections sections;
    bool with_plots;
};

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
    report_counts(&r->sections, &d);
    int code = report_statements(&r->sections, &d);
    for (uint32_t i = 0; !code && i < r->chosen.count; i++) {
        const struct preset *preset = r->sections.items[i].preset;
        document_heading(&d, 2, preset->name, preset->title);
        code = section_write(&r->sections.items[i], &d, folder, r->with_plots);
    }
    remove_plots(r, folder);
    if (code) {
        bytes_clear(&d.out);
        return code;
    }
    return finish_page(&d, path);
}

/* Two lists of links: experiments, and statements. */
static int write_indexes(const struct report *r, const char *folder) {
    char path[4096];
    struct document index = {.format = DOCUMENT_MARKDOWN};
    document_begin(&index, "Results");
    document_paragraph(&index, "Written by wend-lab report --markdown (docs/lab.md).");
    report_counts(&r->sections, &index);
    document_paragraph(&index, "[All statements](statements.md), and [all of it as one "
                               "page](report.html).");
    report_experiments(&r->sections, &index);
    report_differences(&r->sections, &index);
    snprintf(path, sizeof path, "%s/README.md", folder);
    int code = finish_page(&index, path);
    bytes_clear(&index.out);
    struct document statements = {.format = DOCUMENT_MARKDOWN};
    document_begin(&statements, TITLE);
    report_counts(&r->sections, &statements);
    if (!code) {
        code = report_statements(&r->sections, &statements);
    }
    snprintf(path, sizeof path, "%s/statements.md", folder);
    if (!code) {
        code = finish_page(&statements, path);
    }
    bytes_clear(&statements.out);
    return code;
}

static int write_markdown(const struct report *r, const char *folder) {
    char path[4096];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return fail_machine("%s: cannot be made: %s", folder, strerror(errno));
    }
    int code = write_indexes(r, folder);
    for (uint32_t i = 0; !code && i < r->chosen.count; i++) {
        struct document d = {.format = DOCUMENT_MARKDOWN};
        document_begin(&d, r->sections.items[i].preset->title);
        code = section_write(&r->sections.items[i], &d, folder, r->with_plots);
        snprintf(path, sizeof path, "%s/%s.md", folder, r->sections.items[i].preset->name);
        if (!code) {
            code = finish_page(&d, path);
        }
        bytes_clear(&d.out);
    }
    snprintf(path, sizeof path, "%s/report.html", folder);
    return code ? code : write_html(r, path);
}

/* ---- In the terminal ------------------------------------------------------------------------- */

static void print_verdicts(const struct report *r) {
    for (uint32_t i = 0; i < r->chosen.count; i++) {
        const struct section *section = &r->sections.items[i];
        for (uint32_t s = 0; s < section->preset->statement_count; s++) {
            printf("%-20s %-24s %-16s %s\n", section->preset->name,
                   section->preset->statements[s].id, verdict_name(section->verdicts[s].kind),
                   (const char *)section->verdicts[s].text.data);
        }
    }
}

/* By name: the order in which experiments were begun, or merged, says nothing. */
static int compare_sections(const void *a, const void *b) {
    const struct section *x = a, *y = b;
    return strcmp(x->preset->name, y->preset->name);
}

static int make_report(struct report *r, const char *html, const char *markdown) {
    r->sections.items = calloc((size_t)r->chosen.count + 1, sizeof *r->sections.items);
    r->sections.count = r->chosen.count;
    int code = r->sections.items ? 0 : fail_machine("no memory");
    for (uint32_t i = 0; !code && i < r->chosen.count; i++) {
        r->sections.items[i] = (struct section){.rows = r->chosen.rows,
                                                .experiment = r->chosen.experiments[i],
                                                .preset = &r->chosen.presets[i]};
        code = section_judge(&r->sections.items[i]);
    }
    if (!code) {
        qsort(r->sections.items, r->sections.count, sizeof *r->sections.items, compare_sections);
        print_verdicts(r);
        code = markdown ? write_markdown(r, markdown) : write_html(r, html);
    }
    for (uint32_t i = 0; r->sections.items && i < r->chosen.count; i++) {
        if (r->sections.items[i].preset) {
            section_clear(&r->sections.items[i]);
        }
    }
    free(r->sections.items);
    return code;
}

int lab_report(int argc, const char **argv) {
    char *db = NULL, *html = NULL, *markdown = NULL, *presets = NULL;
    const struct poptOption table[] = {
        {"db", 0, POPT_ARG_STRING, &db, 0, "the file of rows (default lab.db)", "FILE"},
        {"output", 'o', POPT_ARG_STRING, &html, 0, "the page to write (default report.html)",
         "FILE"},
        {"markdown", 0, POPT_ARG_STRING, &markdown, 0,
         "write Markdown pages and SVG pictures into a folder instead, that page among them",
         "DIR"},
        {"presets", 0, POPT_ARG_STRING, &presets, 0,
         "judge by the presets there (default: as they were run)", "DIR"},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code =
        parse_options(&context, argc, argv, table, "wend-lab report", "[NAME...]",
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
