#include "view/view_setup.h"

#include "common/features.h"
#include "common/messages.h"
#include "options/rules.h"
#include "view/traced_run.h"

#include <stdlib.h>
#include <string.h>

/* ---- Agents to show -------------------------------------------------------------------------- */

void view_tables(struct view_tables *tables, struct view_options *options) {
    map_table(tables->map, &options->scene.map);
    scene_table(tables->scene, &options->scene);
    agent_table(tables->agent, &options->agent);
    fleet_table(tables->fleet, &options->fleet);
}

int check_watchable(const struct scene *scene, const struct settings *settings, const char *what) {
    if (scene->kind != SCENE_GRID) {
        return fail_usage("%s: only supports grids", what);
    }
    if (settings->items[0].trials != 1) {
        return fail_usage("%s: shows one trip, remove --trials", what);
    }
    return 0;
}

int view_setup_load(struct view_options *options, const char *what, struct view_setup *out) {
    memset(out, 0, sizeof *out);
    char both[64]; /* A* next to the default shows the difference */
    snprintf(both, sizeof both, "astar,%s", default_algo());
    int code = read_settings(&options->agent, both, "50", &out->settings);
    if (!code && out->settings.count > VIEW_AGENTS_MAX) {
        code = fail_usage("%u agents, expected at most %u", out->settings.count, VIEW_AGENTS_MAX);
    }
    if (!code) {
        code = scene_load_or_cave(&options->scene, &out->scene);
    }
    if (!code) {
        code = check_watchable(&out->scene, &out->settings, what);
    }
    if (!code) {
        code = scene_task_or_corners(&out->scene, &options->scene, &out->task);
    }
    if (!code) {
        code = precomputed_make(&out->settings, &options->agent, out->scene.map, &out->precomputed);
    }
    if (!code) {
        precomputed_lend(&out->precomputed, &out->task);
    }
    return code;
}

void view_setup_clear(struct view_setup *setup) {
    precomputed_clear(&setup->precomputed);
    scene_clear(&setup->scene);
}

int fleet_setup_load(struct view_options *options, struct fleet_setup *out) {
    *out = (struct fleet_setup){0};
    struct fleet_setting setting;
    int code = read_fleet(&options->fleet, &options->agent, &out->asked, &setting);
    if (code || !out->asked) {
        return code;
    }
    const struct rule rules[] = {{options->scene.start, "--start", false, "not used with --fleet"},
                                 {options->scene.goal, "--goal", false, "not used with --fleet"}};
    code = CHECK_RULES(rules);
    if (!code) {
        code = scene_load_or_cave(&options->scene, &out->scene);
    }
    if (!code && out->scene.kind != SCENE_GRID) {
        code = fail_usage("--fleet: only used with grids");
    }
    if (!code) {
        code = fleet_run_begin(&out->run, out->scene.map, &setting);
    }
    return code ? code : side_by_side_fleet(&out->shown, &out->run);
}

void fleet_setup_clear(struct fleet_setup *setup) {
    side_by_side_clear(&setup->shown);
    fleet_run_clear(&setup->run);
    scene_clear(&setup->scene);
}

int trace_save(struct trace_writer *w, const char *path) {
    trace_finish(w);
    return bytes_write_file(&w->bytes, path);
}

int view_setup_record(const struct view_setup *setup, struct trace *out) {
    *out = (struct trace){0};
    struct trace_writer writer;
    int code = 0;
    trace_begin(&writer, setup->task.map, setup->task.start, setup->task.goal,
                setup->settings.count);
    for (uint32_t i = 0; !code && i < setup->settings.count; i++) {
        struct run run;
        code = run_traced(&setup->settings.items[i], &setup->task, &writer, NULL, &run);
    }
    trace_finish(&writer);
    if (!code && writer.bytes.failed) {
        code = fail_machine("out of memory while recording the run");
    }
    if (!code) {
        code = trace_open(&writer.bytes, "the run", out);
    }
    bytes_clear(&writer.bytes);
    return code;
}

int side_by_side_exit_code(const struct side_by_side *agents) {
    for (uint32_t i = 0; i < agents->count; i++) {
        if (agents->views[i].status == WEND_AGENT_ARRIVED) {
            return EXIT_DONE;
        }
    }
    return EXIT_NO_SOLUTION;
}

/* ---- Style ---------------------------------------------------------------------------------- */

void style_table(struct poptOption *table, struct style_options *options) {
    const struct poptOption rows[STYLE_TABLE_SIZE] = {
        {"scale", 0, POPT_ARG_STRING, &options->scale, 0,
         "pixels per cell, 1 to 64, or 1/N for N cells per pixel (default: about 900 pixels in "
         "total)",
         "N"},
        {"columns", 0, POPT_ARG_STRING, &options->columns, 0,
         "agents per row (default: the best fit)", "N"},
        {"heat", 0, POPT_ARG_NONE, &options->heat, 0,
         "show how often states were expanded, with a legend", NULL},
        {"no-search", 0, POPT_ARG_NONE, &options->no_search, 0,
         "do not show open and closed states", NULL},
        {"no-labels", 0, POPT_ARG_NONE, &options->no_labels, 0, "no text", NULL},
        {"dark", 0, POPT_ARG_NONE, &options->dark, 0, "dark theme", NULL},
        {"until", 0, POPT_ARG_STRING, &options->until, 0, "stop after N ticks", "N"},
        {"frames", 0, POPT_ARG_STRING, &options->frames, 0,
         "GIF: maximum number of frames, 2 to 5000 (default 200); skips ticks if needed", "N"},
        {"delay-ms", 0, POPT_ARG_STRING, &options->delay, 0,
         "GIF: milliseconds per frame, 20 to 10000 (default 60)", "N"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

/* "4" is four pixels per cell, "1/3" three cells per pixel. */
static int read_scale(const char *text, struct style *style) {
    uint64_t number = 0;
    if (strncmp(text, "1/", 2) == 0) {
        int code = read_u64(text + 2, "--scale 1/N", 1, 64, &number);
        style->up = number == 1 ? 1 : 0;
        style->down = number > 1 ? (uint32_t)number : 0;
        return code;
    }
    int code = read_u64(text, "--scale", 1, 64, &number);
    style->up = (uint32_t)number;
    return code;
}

static int read_optional(const char *text, const char *what, uint64_t min, uint64_t max,
                         uint64_t by_default, uint64_t *out) {
    *out = by_default;
    return text ? read_u64(text, what, min, max, out) : 0;
}

int check_style(const struct style_options *options, bool png, bool gif) {
    const char *why = "only used with pictures", *why_gif = "only used with GIFs";
    bool picture = png || gif;
    const struct rule rules[] = {
        {options->scale, "--scale", picture, why},
        {options->columns, "--columns", picture, why},
        {options->until, "--until", picture, why},
        {options->no_search, "--no-search", picture, why},
        {options->no_labels, "--no-labels", picture, why},
        {options->dark, "--dark", picture, why},
        {options->frames, "--frames", gif, why_gif},
        {options->delay, "--delay-ms", gif, why_gif},
        {options->heat && options->no_search, "--heat and --no-search", false, EXCLUDE_EACH_OTHER}};
    int code = CHECK_RULES(rules);
    if (!code && png) {
        code = need_feature(FEATURE_PNG);
    }
    return !code && gif ? need_feature(FEATURE_GIF) : code;
}

int check_picture(const char *path, const struct style_options *options) {
    bool png = ends_with(path, ".png"), gif = ends_with(path, ".gif");
    return png || gif
               ? check_style(options, png, gif)
               : fail_usage(
                     "%s: unknown kind of picture, expected a name that ends in .png or .gif",
                     path);
}

int read_style(const struct style_options *options, struct style *style,
               struct animation *animation, uint64_t *last_tick) {
    *style = (struct style){.show = options->heat        ? SHOW_HEAT
                                    : options->no_search ? 0
                                                         : SHOW_SEARCH,
                            .theme = options->dark ? THEME_DARK : THEME_LIGHT,
                            .no_labels = options->no_labels};
    uint64_t columns = 0, frames = 0, delay = 0;
    int code = options->scale ? read_scale(options->scale, style) : 0;
    code =
        code ? code : read_optional(options->columns, "--columns", 1, VIEW_AGENTS_MAX, 0, &columns);
    code = code ? code : read_optional(options->frames, "--frames", 2, 5000, 200, &frames);
    code = code ? code : read_optional(options->delay, "--delay-ms", 20, 10000, 60, &delay);
    code = code ? code
                : read_optional(options->until, "--until", 0, UINT64_MAX, UINT64_MAX, last_tick);
    style->columns = (uint32_t)columns;
    *animation = (struct animation){.frames_max = (uint32_t)frames, .delay_ms = (uint32_t)delay};
    return code;
}

static int write_still(const char *path, struct side_by_side *agents, const struct style *style,
                       uint64_t last_tick) {
    struct image image;
    int code = side_by_side_run(agents, last_tick);
    if (code) {
        return code;
    }
    code = image_begin(&image, agents, style);
    if (!code) {
        image_draw(&image, agents);
        code = write_png(path, &image);
    }
    image_clear(&image);
    return code;
}

int write_picture(const char *path, struct side_by_side *agents,
                  const struct style_options *options) {
    struct style style;
    struct animation animation;
    uint64_t last_tick = 0;
    int code = read_style(options, &style, &animation, &last_tick);
    if (code) {
        return code;
    }
    return ends_with(path, ".png") ? write_still(path, agents, &style, last_tick)
                                   : write_gif(path, agents, &style, &animation, last_tick);
}
