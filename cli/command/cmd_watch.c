/* wend watch: shows agents live in the terminal. */
#include "command/commands.h"

#include "common/messages.h"
#include "view/view_setup.h"
#include "view/viewer.h"

typedef struct watch_options {
    struct view_options view;
    char *speed;
    int paused, heat;
} watch_options;

static int watch(watch_options *options) {
    static struct view_setup setup;
    struct viewer_options viewer = {
        .speed = SPEED_DEFAULT, .paused = options->paused, .heat = options->heat};
    int code = 0;
    if (options->speed) {
        code = read_double(options->speed, "--speed", SPEED_MIN, SPEED_MAX, &viewer.speed);
    }
    if (code) {
        return code;
    }
    static struct fleet_setup fleet;
    code = fleet_setup_load(&options->view, &fleet);
    if (code || fleet.asked) {
        code = code ? code : watch_agents(&fleet.shown, &viewer);
        fleet_setup_clear(&fleet);
        return code;
    }
    code = view_setup_load(&options->view, "wend watch", &setup);
    struct side_by_side agents = {0};
    if (!code) {
        code = side_by_side_live(&agents, &setup.settings, &setup.task);
    }
    if (!code) {
        code = watch_agents(&agents, &viewer);
    }
    side_by_side_clear(&agents);
    view_setup_clear(&setup);
    return code;
}

int cmd_watch(int argc, const char **argv) {
    watch_options options = {0};
    struct view_tables tables;
    view_tables(&tables, &options.view);
    const struct poptOption table[] = {
        {"speed", 0, POPT_ARG_STRING, &options.speed, 0,
         "initial ticks per second, 0.1 to 100000 (default 20)", "N"},
        {"paused", 0, POPT_ARG_NONE, &options.paused, 0, "start paused", NULL},
        {"heat", 0, POPT_ARG_NONE, &options.heat, 0,
         "show how often states were expanded instead of open and closed states", NULL},
        VIEW_TABLE_ROWS(tables),
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code =
        parse_options(&context, argc, argv, table, "wend watch", NULL,
                      "Shows agents or a fleet on a map, tick by tick. Default: astar and auto "
                      "with 50 expansions.");
    if (code == 0) {
        code = watch(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
