/* wend-lab list and show: print presets without running them. */
#include "lab/lab.h"

#include "common/messages.h"
#include "lab/preset.h"

#include <stdlib.h>
#include <string.h>

struct list_row {
    const char *name, *title, *paper;
    uint64_t configurations, statements;
    struct preset preset;
};

static const struct column list_columns[] = {
    {"name", "name", COLUMN_TEXT, offsetof(struct list_row, name), 0},
    {"title", "title", COLUMN_TEXT, offsetof(struct list_row, title), 0},
    {"agents", "agents", COLUMN_COUNT, offsetof(struct list_row, configurations), 0},
    {"statements", "statements", COLUMN_COUNT, offsetof(struct list_row, statements), 0},
    {"paper", "paper", COLUMN_TEXT, offsetof(struct list_row, paper), 0},
};

static int read_row(const char *folder, const char *name, struct list_row *row) {
    int code = preset_load(folder, name, false, &row->preset);
    if (!code) {
        row->name = row->preset.name;
        row->title = row->preset.title;
        row->paper = row->preset.paper ? row->preset.paper : "";
        row->configurations = row->preset.configuration_count;
        row->statements = row->preset.statement_count;
    }
    return code;
}

static int print_list(const char *folder, table_format format) {
    char **names = NULL;
    uint32_t count = 0, read = 0;
    int code = preset_names(folder, &names, &count);
    struct list_row *rows = calloc(count + 1, sizeof *rows);
    if (!rows) {
        exit(fail_machine("no memory"));
    }
    for (; !code && read < count; read++) {
        code = read_row(folder, names[read], &rows[read]);
    }
    if (!code) {
        code = print_table(format, list_columns, sizeof list_columns / sizeof *list_columns, rows,
                           sizeof *rows, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        preset_clear(&rows[i].preset);
        free(names[i]);
    }
    free(rows);
    free(names);
    return code;
}

int lab_list(int argc, const char **argv) {
    char *folder = NULL;
    int json = 0;
    const struct poptOption table[] = {
        {"presets", 0, POPT_ARG_STRING, &folder, 0,
         "folder of presets (default: $WEND_LAB, ./lab/presets, or those built into wend-lab)",
         "DIR"},
        {"json", 0, POPT_ARG_NONE, &json, 0, "print a JSON array", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    table_format format = TABLE_ALIGNED;
    int code =
        parse_options(&context, argc, argv, table, "wend-lab list", NULL, "Lists the presets.");
    if (!code) {
        code = read_format(json, false, &format);
    }
    if (!code) {
        code = print_list(folder, format);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}

/* ---- Show ------------------------------------------------------------------------------------ */

static void show_set(const struct problem_set *set) {
    static const char *const sources[] = {"scenarios", "random problems on maps",
                                          "orders for fleets on maps",
                                          "random problems on racetracks", "puzzles"};
    printf("  %s: %s of", set->name, sources[set->source]);
    for (uint32_t i = 0; i < set->files.count; i++) {
        printf(" %s", set->files.items[i]);
    }
    putchar('\n');
}

static void show_preset(const struct preset *p) {
    print_field("name", p->name);
    print_field("title", p->title);
    if (p->paper) {
        print_field("paper", p->paper);
    }
    if (p->about) {
        print_field("about", p->about);
    }
    if (p->data) {
        print_field("data", p->data);
    }
    printf("\nproblems\n");
    for (uint32_t i = 0; i < p->set_count; i++) {
        show_set(&p->sets[i]);
    }
    printf("\nagents: %u\n", p->configuration_count);
    for (uint32_t i = 0; i < p->configuration_count; i++) {
        printf("  %-24s %s\n", p->configurations[i].label, p->configurations[i].options);
    }
    printf("\nstatements: %u\n", p->statement_count);
    for (uint32_t i = 0; i < p->statement_count; i++) {
        printf("  %-24s %s\n", p->statements[i].id, p->statements[i].says);
    }
}

int lab_show(int argc, const char **argv) {
    char *folder = NULL;
    int quick = 0;
    const struct poptOption table[] = {
        {"presets", 0, POPT_ARG_STRING, &folder, 0,
         "folder of presets (default: $WEND_LAB, ./lab/presets, or those built into wend-lab)",
         "DIR"},
        {"quick", 0, POPT_ARG_NONE, &quick, 0, "the small version that run --quick uses", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend-lab show", "NAME...",
                             "Shows what a preset runs and the statements it checks.");
    const char *name = code ? NULL : poptGetArg(context);
    if (!code && !name) {
        code = fail_usage("missing NAME of a preset ('wend-lab list' lists them)");
    }
    for (; !code && name; name = poptGetArg(context)) {
        struct preset preset;
        code = preset_load(folder, name, quick, &preset);
        if (!code) {
            show_preset(&preset);
        }
        preset_clear(&preset);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
