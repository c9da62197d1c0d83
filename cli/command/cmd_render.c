/* wend render: pictures of agents on a map. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/output_file.h"
#include "view/view_setup.h"

typedef struct render_options {
    struct show_options show;
    struct look_options look;
    char *output, *trace;
} render_options;

static int render_trace(const render_options *options, const struct trace *trace,
                        const wend_map *map) {
    struct stage stage;
    int code = stage_replay(&stage, trace, map);
    if (!code) {
        code = write_picture(options->output, &stage, &options->look);
    }
    code = code ? code : stage_exit_code(&stage);
    stage_clear(&stage);
    return code;
}

static int render(render_options *options) {
    static struct show show;
    struct look look;
    struct animation animation;
    uint64_t last_tick = 0;
    if (!options->output) {
        return fail_usage("--output FILE is needed, a name that ends in .png or .gif");
    }
    int code = check_picture(options->output, &options->look);
    if (!code) {
        code = read_look(&options->look, &look, &animation, &last_tick);
    }
    if (code) {
        return code;
    }
    code = show_load(&options->show, "wend render", &show);
    struct trace trace = {0};
    if (!code) {
        code = show_record(&show, &trace);
    }
    if (!code && options->trace) {
        code = write_file(options->trace, trace.bytes.data, trace.bytes.count);
    }
    if (!code) {
        code = render_trace(options, &trace, show.scene.map);
    }
    trace_clear(&trace);
    show_clear(&show);
    return code;
}

int cmd_render(int argc, const char **argv) {
    render_options options = {0};
    struct show_tables tables;
    struct poptOption look_rows[LOOK_TABLE_SIZE];
    show_tables(&tables, &options.show);
    look_table(look_rows, &options.look);
    const struct poptOption table[] = {
        {"output", 'o', POPT_ARG_STRING, &options.output, 0,
         "the picture: .png for the end of the run, .gif for how it came there", "FILE"},
        {"trace", 0, POPT_ARG_STRING, &options.trace, 0,
         "record the runs in a file for wend replay", "FILE"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, look_rows, 0, "The picture:", NULL},
        SHOW_TABLE_ROWS(tables),
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend render", NULL,
                             "Draws agents on a map, side by side, with what they searched. "
                             "Default: astar and auto with 50 expansions.");
    if (code == 0) {
        code = render(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
