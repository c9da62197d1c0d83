/* cli/run/scene.h - the map, puzzle, racetrack or graph that a command runs on, and tasks on it. */
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
#define SCENE_PROBLEM_ROWS 3 /* the first rows define the task, the others the scene */
void scene_table(struct poptOption *table, scene_options *options);

struct scene {
    scene_kind kind;
    wend_map *map;      /* of a grid, else NULL */
    wend_domain *owned; /* of other scenes, else NULL */
    wend_puzzle_instance *instances;
    uint32_t instance_count;
};

/* A problem: a start and a goal on a map or domain, and precomputed data. */
struct task {
    const wend_map *map; /* one of the two is NULL, as in wend_agent_def */
    const wend_domain *domain;
    wend_state start, goal;
    wend_packed start_packed, goal_packed;
    /* Precomputed data of the map; NULL if no algorithm needs it. */
    const wend_abstraction *abstraction;
    const wend_subgoals *subgoals;
};

/* Reads the kind from --domain or the file options. Refuses other options that do not match. */
int read_scene_kind(const scene_options *options, scene_kind *out);

/* Loads the scene of the options; grids only if `grid_too`. Returns 0, or an exit code after a
 * message. */
int scene_load(scene_options *options, bool grid_too, struct scene *out);
/* Loads the scene of the options; without a file a built-in cave of 512 x 512. */
int scene_load_or_cave(scene_options *options, struct scene *out);
void scene_clear(struct scene *scene);

/* Makes the task of --start, --goal and --instance (1-based). */
int scene_task(const struct scene *scene, const scene_options *options, struct task *out);

/* Makes the task of the options. The defaults on grids are the upper left and lower right cells. */
int scene_task_or_corners(const struct scene *scene, const scene_options *options,
                          struct task *out);

/* Returns an instance of the puzzle. */
struct task puzzle_task(const struct scene *scene, uint32_t index);

/* Makes `count` seeded problems on a racetrack (standing starts; Manhattan distance above half the
 * width) or in a graph. */
int random_tasks(const struct scene *scene, uint64_t seed, uint32_t count, struct task *out);

#endif
