#include "lab/report_index.h"

#include "common/messages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- All statements -------------------------------------------------------------------------- */

void report_counts(const struct sections *r, struct document *d) {
    uint32_t all = 0, of[4] = {0};
    for (uint32_t i = 0; i < r->count; i++) {
        all += r->items[i].preset->statement_count;
        for (verdict_kind kind = VERDICT_REPRODUCED; kind <= VERDICT_NO_ROWS; kind++) {
            of[kind] += section_count(&r->items[i], kind);
        }
    }
    char text[512];
    snprintf(
        text, sizeof text,
        "%u statements: %u reproduced, %u differ, %u not reproducible, %u not run. A statement "
        "is reproduced if it holds at every point that it names. A point is marked as within "
        "chance if its 95 %% confidence interval covers both outcomes. Intervals come from a "
        "bootstrap over whole maps.",
        all, of[VERDICT_REPRODUCED], of[VERDICT_DIFFERS], of[VERDICT_UNTESTED],
        of[VERDICT_NO_ROWS]);
    document_paragraph(d, text);
}

struct indexed {
    const struct section *section;
    uint32_t statement;
};

/* Orders statements by the number of their claim. Statements without one come last. */
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

int report_statements(const struct sections *r, struct document *d) {
    static const char *const heading[] = {"claim",      "statement", "what the paper says",
                                          "experiment", "verdict",   "outcome"};
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        count += r->items[i].preset->statement_count;
    }
    struct indexed *all = calloc((size_t)count + 1, sizeof *all);
    if (!all) {
        return fail_machine("no memory");
    }
    for (uint32_t i = 0; i < r->count; i++) {
        for (uint32_t s = 0; s < r->items[i].preset->statement_count; s++) {
            all[at++] = (struct indexed){&r->items[i], s};
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

/* ---- An index of Markdown pages -------------------------------------------------------------- */

static const char *link_to(char out[256], const struct preset *preset) {
    snprintf(out, 256, "[%s](%s.md)", preset->name, preset->name);
    return out;
}

void report_experiments(const struct sections *r, struct document *d) {
    static const char *const heading[] = {
        "page", "what", "paper", "reproduced", "differ", "not reproducible", "not run", "run"};
    document_heading(d, 2, NULL, "Experiments");
    document_table_begin(d, NULL);
    document_row(d, true, heading, 8);
    for (uint32_t i = 0; i < r->count; i++) {
        const struct section *section = &r->items[i];
        const struct experiment *e = section->experiment;
        char page[256], counts[4][16], run[128];
        for (verdict_kind kind = VERDICT_REPRODUCED; kind <= VERDICT_NO_ROWS; kind++) {
            snprintf(counts[kind], sizeof counts[kind], "%u", section_count(section, kind));
        }
        snprintf(run, sizeof run, "%s%s, %" PRId64 " rows%s", e->mode,
                 strcmp(e->source, "generated") == 0 ? ", GENERATED MAPS" : "", e->rows,
                 e->rows < e->rows_wanted ? " (INCOMPLETE)" : "");
        const char *cells[] = {link_to(page, section->preset),
                               section->preset->title,
                               section->preset->paper ? section->preset->paper : "",
                               counts[VERDICT_REPRODUCED],
                               counts[VERDICT_DIFFERS],
                               counts[VERDICT_UNTESTED],
                               counts[VERDICT_NO_ROWS],
                               run};
        document_row(d, false, cells, 8);
    }
    document_table_end(d, false);
}

void report_differences(const struct sections *r, struct document *d) {
    static const char *const heading[] = {"paper", "what the paper says", "result", "explanation",
                                          "page"};
    document_heading(d, 2, NULL, "Statements that differ");
    document_table_begin(d, NULL);
    document_row(d, true, heading, 5);
    for (uint32_t i = 0; i < r->count; i++) {
        const struct section *section = &r->items[i];
        const struct preset *preset = section->preset;
        for (uint32_t s = 0; s < preset->statement_count; s++) {
            char page[256];
            if (section->verdicts[s].kind != VERDICT_DIFFERS) {
                continue;
            }
            const char *because = preset->statements[s].because;
            const char *cells[] = {preset->paper ? preset->paper : "", preset->statements[s].says,
                                   (const char *)section->verdicts[s].text.data,
                                   because ? because : "", link_to(page, preset)};
            document_row(d, false, cells, 5);
        }
    }
    document_table_end(d, false);
}
