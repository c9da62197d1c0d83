/* wend algos: lists the algorithms. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/table.h"
#include "options/options.h"

struct row {
    const char *name, *title, *paper, *domains, *terrain, *parameters;
    char names[400]; /* of the parameters */
};

static const struct column columns[] = {
    {"name", "name", COLUMN_TEXT, offsetof(struct row, name), 0},
    {"title", "description", COLUMN_TEXT, offsetof(struct row, title), 0},
    {"domains", "domains", COLUMN_TEXT, offsetof(struct row, domains), 0},
    {"terrain", "terrain", COLUMN_TEXT, offsetof(struct row, terrain), 0},
    {"parameters", NULL, COLUMN_TEXT, offsetof(struct row, parameters), 0},
    {"paper", "paper", COLUMN_TEXT, offsetof(struct row, paper), 0},
};

static void fill_row(const wend_algo *info, struct row *row) {
    *row = (struct row){
        .name = info->name,
        .title = info->title,
        .paper = info->paper,
        .domains = wend_needs_text(info->needs),
        .terrain = info->flags & WEND_ALGO_UNKNOWN_TERRAIN ? "unknown" : "known",
        .parameters = row->names,
    };
    size_t length = 0;
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        if (wend_algo_reads(info, p)) {
            length += (size_t)snprintf(row->names + length, sizeof row->names - length, "%s%s",
                                       length ? " " : "", wend_parameter_get(p)->name);
        }
    }
}

int cmd_algos(int argc, const char **argv) {
    int json = 0;
    const struct poptOption table[] = {
        {"json", 0, POPT_ARG_NONE, &json, 0, "print a JSON array", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend algos", NULL,
                             "Lists the algorithms with their papers and parameters.");
    table_format format = TABLE_ALIGNED;
    if (code == 0) {
        code = read_format(json, false, &format);
    }
    if (code == 0) {
        static struct row rows[64];
        uint32_t count = 0;
        for (const wend_algo *info; count < 64 && (info = wend_algo_get(count)); count++) {
            fill_row(info, &rows[count]);
        }
        code = print_table(format, columns, sizeof columns / sizeof *columns, rows, sizeof *rows,
                           count);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
