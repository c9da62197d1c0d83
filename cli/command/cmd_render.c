/* wend render: draws agents on a map. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/output_file.h"
#include "options/rules.h"
#include "view/view_setup.h"

typedef struct render_options {
    struct view_options view;
    struct style_options style;
    char *output, *trace;
} render_options;

static int render_trace(const render_options *options, const struct trace *trace,
                        const wend_map *map) {
    struct side_by_side agents;
    int code = side_by_side_replay(&agents, trace, map);
    if (!code) {
        code = write_picture(options->output, &agents, &options->style);
    }
    code = code ? code : side_by_side_exit_code(&agents);
    side_by_side_clear(&agents);
    return code;
}

static int render_fleet(const render_options *options, struct side_by_side *fleet) {
    const struct rule rules[] = {
        {options->trace, "--trace", false, "not used with --fleet"},
        {options->style.heat, "--heat", false, "not used with --fleet"},
        {options->style.no_search, "--no-search", false, "not used with --fleet"},
        {options->style.columns, "--columns", false, "not used with --fleet"}};
    int code = CHECK_RULES(rules);
    if (!code) {
        code = write_picture(options->output, fleet, &options->style);
    }
    return code ? code : side_by_side_exit_code(fleet);
}

static int render(render_options *options) {
    static struct view_setup setup;
    struct style style;
    struct animation animation;
    uint64_t last_tick = 0;
    if (!options->output) {
        return fail_usage("missing --output FILE, expected a name that ends in .png or .gif");
    }
    int code = check_picture(options->output, &options->style);
    if (!code) {
        code = read_style(&options->style, &style, &animation, &last_tick);
    }
    if (code) {
        return code;
    }
    static struct fleet_setup fleet;
    code = fleet_setup_load(&options->view, &fleet);
    if (code || fleet.asked) {
        code = code ? code : render_fleet(options, &fleet.shown);
        fleet_setup_clear(&fleet);
        return code;
    }
    code = view_setup_load(&options->view, "wend render", &setup);
    struct trace trace = {0};
    if (!code) {
        code = view_setup_record(&setup, &trace);
    }
    if (!code && options->trace) {
        code = write_file(options->trace, trace.bytes.data, trace.bytes.count);
    }
    if (!code) {
        code = render_trace(options, &trace, setup.scene.map);
    }
    trace_clear(&trace);
    view_setup_clear(&setup);
    return code;
}

int cmd_render(int argc, const char **argv) {
    render_options options = {0};
    struct view_tables tables;
    struct poptOption style_rows[STYLE_TABLE_SIZE];
    view_tables(&tables, &options.view);
    style_table(style_rows, &options.style);
    const struct poptOption table[] = {
        {"output", 'o', POPT_ARG_STRING, &options.output, 0,
         "the picture: .png shows the end of the run, .gif the whole run", "FILE"},
        {"trace", 0, POPT_ARG_STRING, &options.trace, 0, "record the runs for wend replay", "FILE"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, style_rows, 0, "Picture options:", NULL},
        VIEW_TABLE_ROWS(tables),
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(
        &context, argc, argv, table, "wend render", NULL,
        "Draws agents and their searches on a map, side by side, or a fleet. Default: "
        "astar and auto\nwith 50 expansions.");
    if (code == 0) {
        code = render(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
