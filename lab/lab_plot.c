/* wend-lab plot: draws the plots of experiments as SVG or PNG files. */
#include "lab/lab.h"

#include "common/messages.h"
#include "lab/chosen.h"
#include "lab/plot.h"
#include "options/options.h"

#include <stdlib.h>

static int draw_all(struct rows *rows, const struct experiment *e, const struct preset *preset,
                    const char *folder, plot_format format) {
    for (uint32_t i = 0; i < preset->plot_count; i++) {
        const struct preset_plot *plot = &preset->plots[i];
        char path[4096];
        bool is_empty = false;
        snprintf(path, sizeof path, "%s/%s.%s", folder, plot->name,
                 format == PLOT_SVG ? "svg" : "png");
        int code = plot_draw(rows, e, plot, format, path, &is_empty);
        if (code) {
            return code;
        }
        if (is_empty) {
            print_note("%s: %s: no rows to draw", e->preset, plot->name);
        } else {
            printf("%s\n", path);
        }
    }
    return 0;
}

int lab_plot(int argc, const char **argv) {
    char *db = NULL, *folder = NULL, *presets = NULL;
    int png = 0;
    const struct poptOption table[] = {
        {"db", 0, POPT_ARG_STRING, &db, 0, "file of rows (default lab.db)", "FILE"},
        {"output", 'o', POPT_ARG_STRING, &folder, 0, "folder to write to (default .)", "DIR"},
        {"png", 0, POPT_ARG_NONE, &png, 0, "write PNG instead of SVG", NULL},
        {"presets", 0, POPT_ARG_STRING, &presets, 0,
         "use the plots of the presets in DIR (default: the presets as they were run)", "DIR"},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code =
        parse_options(&context, argc, argv, table, "wend-lab plot", "[NAME...]",
                      "Draws the plots of experiments (default: all in the file) with gnuplot.");
    struct chosen chosen = {0};
    if (!code) {
        code = chosen_open(db ? db : "lab.db", presets, poptGetArgs(context), &chosen);
    }
    for (uint32_t i = 0; !code && i < chosen.count; i++) {
        code = draw_all(chosen.rows, chosen.experiments[i], &chosen.presets[i],
                        folder ? folder : ".", png ? PLOT_PNG : PLOT_SVG);
    }
    chosen_close(&chosen);
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
