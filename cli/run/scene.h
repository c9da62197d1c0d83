/* cli/run/scene.h - what a command runs on: a map, a puzzle, a racetrack or a graph, and
 * tasks on it. */
#ifndef CLI_SCENE_H
#define CLI_SCENE_H

#include "options/options.h"

typedef enum scene_kind { SCENE_GRID, SCENE_PUZZLE, SCENE_RACETRACK, SCENE_GRAPH } scene_kind;

typedef struct scene_options {
    map_options map;
    char *domain;
    char *puzzle, *instance;
    char *track, *max_speed, *enlarge;
    char *graph, *coordinates;
    char *start, *goal;
} scene_options;

#define SCENE_TABLE_SIZE   11
#define SCENE_PROBLEM_ROWS 3 /* the first rows name a task, the others the scene */
void scene_table(struct poptOption *table, scene_options *options);

struct scene {
    scene_kind kind;
    wend_map *map;      /* of a grid, else null */
    wend_domain *owned; /* of the others, else null */
    wend_puzzle_instance *instances;
    uint32_t instance_count;
};

/* One problem: a start and a goal on a map or domain, and what was precomputed for it. */
struct task {
    const wend_map *map; /* one of the two is null, as in wend_agent_def */
    const wend_domain *domain;
    wend_state start, goal;
    wend_packed start_packed, goal_packed;
    /* For the algorithms that need them; else null. */
    const wend_abstraction *abstraction;
    const wend_subgoals *subgoals;
};

/* Which kind --domain or the file options ask for; the other options must fit it. */
int read_scene_kind(const scene_options *options, scene_kind *out);

/* Loads what the options name; grids only if `grid_too`. 0, or an exit code after a message. */
int scene_load(scene_options *options, bool grid_too, struct scene *out);
/* The same, and a built-in cave of 512 x 512 where no file is named. */
int scene_load_or_cave(scene_options *options, struct scene *out);
void scene_clear(struct scene *scene);

/* The task that --start, --goal and --instance (1-based) name. */
int scene_task(const struct scene *scene, const scene_options *options, struct task *out);

/* The same, and for a grid its upper left and lower right where the options say nothing. */
int scene_task_or_corners(const struct scene *scene, const scene_options *options,
                          struct task *out);

/* One of the puzzle's instances. */
struct task puzzle_task(const struct scene *scene, uint32_t index);

/* `count` seeded problems on a racetrack (cells further apart, by Manhattan distance, than half the
 * width; standing starts) or in a graph. */
int random_tasks(const struct scene *scene, uint64_t seed, uint32_t count, struct task *out);

#endif
