/* wend replay: shows a recorded run. */
#include "command/commands.h"

#include "common/messages.h"
#include "options/rules.h"
#include "view/export.h"
#include "view/view_setup.h"
#include "view/viewer.h"

typedef struct replay_options {
    struct style_options style;
    char *speed, *gif, *png, *html, *posthoc, *agent;
    int paused;
} replay_options;

static int check_ending(const char *path, const char *ending) {
    return !path || ends_with(path, ending)
               ? 0
               : fail_usage("--%s: invalid name '%s', expected one that ends in %s", ending + 1,
                            path, ending);
}

static bool writes_files(const replay_options *options) {
    return options->png || options->gif || options->html || options->posthoc;
}

static int check_options(const replay_options *options) {
    bool shown = !writes_files(options), drawn = options->png || options->gif;
    const char *why = "only used in the terminal, not with files";
    const struct rule rules[] = {
        {options->agent, "--agent", options->posthoc, "only used with --posthoc"},
        {options->speed, "--speed", shown, why},
        {options->paused, "--paused", shown, why},
        {options->style.heat, "--heat", shown || drawn,
         "only used with pictures and in the terminal"}};
    int code = CHECK_RULES(rules);
    if (!code) {
        code = check_ending(options->png, ".png");
    }
    if (!code) {
        code = check_ending(options->gif, ".gif");
    }
    return code ? code : check_style(&options->style, options->png, options->gif);
}

/* Each picture replays the run from the start. */
static int write_pictures(const replay_options *options, struct side_by_side *agents) {
    int code = 0;
    if (options->png) {
        code = write_picture(options->png, agents, &options->style);
    }
    if (!code && options->gif) {
        code = side_by_side_rewind(agents);
        code = code ? code : write_picture(options->gif, agents, &options->style);
    }
    return code;
}

static int read_agent(const replay_options *options, const struct trace *trace, uint32_t *out) {
    uint64_t agent = 1;
    int code = 0;
    if (options->agent) {
        code = read_u64(options->agent, "--agent", 1, trace->agent_count, &agent);
    }
    *out = (uint32_t)agent - 1;
    return code;
}

static int write_exports(const replay_options *options, const struct trace *trace) {
    uint32_t agent = 0;
    int code = read_agent(options, trace, &agent);
    if (!code && options->posthoc) {
        code = write_posthoc(options->posthoc, trace, agent);
    }
    if (!code && options->html) {
        code = write_html(options->html, trace);
    }
    return code;
}

static int play(const replay_options *options, const struct trace *trace,
                struct side_by_side *agents) {
    struct viewer_options viewer = {
        .speed = SPEED_DEFAULT, .paused = options->paused, .heat = options->style.heat};
    int code = 0;
    if (options->speed) {
        code = read_double(options->speed, "--speed", SPEED_MIN, SPEED_MAX, &viewer.speed);
    }
    if (code) {
        return code;
    }
    bool files = writes_files(options);
    if (!files && trace->agent_count > VIEW_AGENTS_MAX) {
        return fail_usage("%u agents, expected at most %u", trace->agent_count, VIEW_AGENTS_MAX);
    }
    if (!files) {
        return watch_agents(agents, &viewer);
    }
    code = write_exports(options, trace);
    return code ? code : write_pictures(options, agents);
}

static int replay(const char *path, const replay_options *options) {
    struct trace trace;
    wend_map *map = NULL;
    struct side_by_side agents = {0};
    int code = check_options(options);
    if (code) {
        return code;
    }
    code = trace_load(path, &trace);
    if (!code) {
        code = trace_map(&trace, &map);
    }
    if (!code) {
        code = side_by_side_replay(&agents, &trace, map);
    }
    if (!code) {
        code = play(options, &trace, &agents);
    }
    side_by_side_clear(&agents);
    wend_map_destroy(map);
    trace_clear(&trace);
    return code;
}

int cmd_replay(int argc, const char **argv) {
    replay_options options = {0};
    struct poptOption style_rows[STYLE_TABLE_SIZE];
    style_table(style_rows, &options.style);
    const struct poptOption table[] = {
        {"gif", 0, POPT_ARG_STRING, &options.gif, 0, "write an animated GIF", "FILE"},
        {"png", 0, POPT_ARG_STRING, &options.png, 0, "write a picture of the end", "FILE"},
        {"html", 0, POPT_ARG_STRING, &options.html, 0,
         "write an HTML page that plays it, without network access", "FILE"},
        {"posthoc", 0, POPT_ARG_STRING, &options.posthoc, 0,
         "write JSON for the Posthoc visualiser (search trace 1.4.0)", "FILE"},
        {"agent", 0, POPT_ARG_STRING, &options.agent, 0,
         "--posthoc: number of the agent, from 1 (default 1)", "N"},
        {"speed", 0, POPT_ARG_STRING, &options.speed, 0,
         "initial ticks per second, 0.1 to 100000 (default 20)", "N"},
        {"paused", 0, POPT_ARG_NONE, &options.paused, 0, "start paused", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, style_rows, 0, "Picture options:", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend replay", "FILE",
                             "Shows a run that was recorded with --trace.");
    if (code == 0) {
        const char *path = poptGetArg(context);
        const char *extra = poptPeekArg(context);
        code = !path   ? fail_usage("missing FILE, expected a trace recorded with --trace")
               : extra ? fail_usage("unexpected argument '%s', expected one trace", extra)
                       : replay(path, &options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
