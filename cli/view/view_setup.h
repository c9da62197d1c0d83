/* cli/view/view_setup.h - common code of wend watch and wend render: agents on a grid, and the
 * style of pictures. */
#ifndef CLI_VIEW_SETUP_H
#define CLI_VIEW_SETUP_H

#include "run/precomputed.h"
#include "view/image.h"

struct view_options {
    scene_options scene;
    agent_options agent;
    fleet_options fleet;
};

struct view_setup {
    struct scene scene;
    struct task task;
    struct settings settings;
    struct precomputed precomputed;
};

/* Maximum number of agents side by side. */
#define VIEW_AGENTS_MAX 16u

/* Option tables of both commands for POPT_ARG_INCLUDE_TABLE. */
struct view_tables {
    struct poptOption map[MAP_TABLE_SIZE], scene[SCENE_TABLE_SIZE], agent[AGENT_TABLE_SIZE];
    struct poptOption fleet[FLEET_TABLE_SIZE];
};
void view_tables(struct view_tables *tables, struct view_options *options);
#define VIEW_TABLE_ROWS(tables)                                                                    \
    {NULL,                                                                                         \
     0,                                                                                            \
     POPT_ARG_INCLUDE_TABLE,                                                                       \
     (tables).scene,                                                                               \
     0,                                                                                            \
     "The problem (by default from the upper left to the lower right):",                           \
     NULL},                                                                                        \
        {NULL,         0, POPT_ARG_INCLUDE_TABLE,                                                  \
         (tables).map, 0, "Map options (without --map: a built-in cave of 512 x 512):",            \
         NULL},                                                                                    \
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, (tables).agent, 0, "Agent options:", NULL}, {            \
        NULL, 0, POPT_ARG_INCLUDE_TABLE, (tables).fleet, 0, "A fleet instead of agents:", NULL     \
    }

/* Refuses agents that cannot be shown: only grids and one trip are supported. `what` names the
 * option or command. */
int check_watchable(const struct scene *scene, const struct settings *settings, const char *what);

/* Returns 0, or an exit code after a message. Clear `out` in any case. */
int view_setup_load(struct view_options *options, const char *what, struct view_setup *out);
void view_setup_clear(struct view_setup *setup);

/* Loads a fleet if --fleet is given. */
struct fleet_setup {
    bool asked;
    struct scene scene;
    struct fleet_run run;
    struct side_by_side shown;
};
int fleet_setup_load(struct view_options *options, struct fleet_setup *out);
void fleet_setup_clear(struct fleet_setup *setup);

/* Runs all agents to their end and returns the trace. */
int view_setup_record(const struct view_setup *setup, struct trace *out);

/* Writes a complete trace to a file. */
int trace_save(struct trace_writer *w, const char *path);

/* ---- Style ---------------------------------------------------------------------------------- */

/* Options of pictures, for wend render and wend replay. */
struct style_options {
    char *scale, *columns, *frames, *delay, *until;
    int heat, no_search, dark, no_labels;
};
#define STYLE_TABLE_SIZE 10
void style_table(struct poptOption *table, struct style_options *options);
/* Refuses options that have no effect on the written kinds of pictures. */
int check_style(const struct style_options *options, bool png, bool gif);
/* Refuses options that have no effect on the kind of picture of a file name. */
int check_picture(const char *path, const struct style_options *options);
int read_style(const struct style_options *options, struct style *style,
               struct animation *animation, uint64_t *last_tick);

/* Writes a picture of the end of the run (.png), or an animation of the whole run (.gif). */
int write_picture(const char *path, struct side_by_side *agents,
                  const struct style_options *options);

/* Returns EXIT_DONE if an agent has arrived, else EXIT_NO_SOLUTION. */
int side_by_side_exit_code(const struct side_by_side *agents);

#endif
