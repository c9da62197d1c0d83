/* cli/view/view_setup.h - what wend watch and wend render have in common: agents on a grid, to be
 * looked at.
 */
#ifndef CLI_VIEW_SETUP_H
#define CLI_VIEW_SETUP_H

#include "run/aids.h"
#include "view/image.h"

struct show_options {
    scene_options scene;
    agent_options agent;
};

struct show {
    struct scene scene;
    struct task task;
    struct settings settings;
    struct aids aids;
};

/* The most agents that are shown side by side. */
#define SHOW_AGENTS_MAX 16u

/* Options of both commands: for POPT_ARG_INCLUDE_TABLE. */
struct show_tables {
    struct poptOption map[MAP_TABLE_SIZE], scene[SCENE_TABLE_SIZE], agent[AGENT_TABLE_SIZE];
};
void show_tables(struct show_tables *tables, struct show_options *options);
#define SHOW_TABLE_ROWS(tables)                                                                    \
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
    {                                                                                              \
        NULL, 0, POPT_ARG_INCLUDE_TABLE, (tables).agent, 0, "Agent options:", NULL                 \
    }

/* Whether the agents can be looked at: on grids, one trip. `what` asks for it. */
int check_watchable(const struct scene *scene, const struct settings *settings, const char *what);

/* 0, or an exit code after a message; to be cleared in any case. */
int show_load(struct show_options *options, const char *what, struct show *out);
void show_clear(struct show *show);

/* Runs all agents to their ends and gives the trace of it. */
int show_record(const struct show *show, struct trace *out);

/* Writes a complete trace to a file. */
int trace_save(struct trace_writer *w, const char *path);

/* ---- Looks ---------------------------------------------------------------------------------- */

/* Options of pictures, for wend render and wend replay. */
struct look_options {
    char *scale, *columns, *frames, *delay, *until;
    int heat, no_search, dark, no_labels;
};
#define LOOK_TABLE_SIZE 10
void look_table(struct poptOption *table, struct look_options *options);
/* Refuses those that do not go with the kinds of pictures that are made. */
int check_look(const struct look_options *options, bool png, bool gif);
/* The same for the kind that the name of a file says. */
int check_picture(const char *path, const struct look_options *options);
int read_look(const struct look_options *options, struct look *look, struct animation *animation,
              uint64_t *last_tick);

/* A picture of the stage at its end, .png, or .gif for how it came there. */
int write_picture(const char *path, struct stage *stage, const struct look_options *options);

/* EXIT_DONE if an agent has arrived, else EXIT_NO_SOLUTION. */
int stage_exit_code(const struct stage *stage);

#endif
