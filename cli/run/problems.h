/* cli/run/problems.h - problems of scenario files, with their maps and optimal costs. */
#ifndef CLI_PROBLEMS_H
#define CLI_PROBLEMS_H

#include "run/precomputed.h"

struct problem {
    struct task task;
    const char *file; /* its file */
    uint32_t line;    /* its line, or its number */
    bool blocked;     /* the start or the goal is blocked: no route */
    double stated;    /* the length stated in the file; or NAN */
    double tolerance;
    double optimal; /* cost by A*; INFINITY: no route; NAN: not yet known */
};

typedef struct named_map {
    char *path;
    wend_map *map;
    struct precomputed precomputed;
} named_map;

struct problems {
    struct problem *items;
    uint32_t count;
    uint32_t capacity;
    named_map *maps;
    uint32_t map_count;
    char **roots; /* map files under --map-root */
    uint32_t root_count;
};

/* The selection of problems of each file. */
struct selection {
    uint64_t limit;   /* the first N; 0: all */
    uint64_t sample;  /* N, evenly spread over those within the costs; 0: all */
    uint64_t longest; /* the N with the greatest stated length; 0: all */
    double min_cost;  /* limits of the optimal cost */
    double max_cost;
};

/* All return 0, or an exit code after a message. */
int problems_add_root(struct problems *p, const char *folder);
int problems_add_file(struct problems *p, const char *path, const wend_map_def *def,
                      const struct selection *selection);
/* Adds random problems on a map. Each has a route of known cost, unless `any` is set. `path` is
 * their file and must outlive them. */
int problems_add_map(struct problems *p, const char *path, const wend_map_def *def, uint64_t count,
                     uint64_t seed, bool any);
/* Adds random problems on a map that is not from a file; with `any`, also ones without a route. */
int problems_add_random(struct problems *p, const char *path, const wend_map *map, uint64_t count,
                        uint64_t seed, bool any);
/* Returns the map of a path. Each map is loaded once. */
int problems_get_map(struct problems *p, const char *path, const wend_map_def *def,
                     const wend_map **out);
/* Adds the orders of a fleet as one problem without start and goal. */
int problems_add_orders(struct problems *p, const char *path, const wend_map *map, double optimal);
/* Takes ownership of a map until the problems are cleared; destroys it on an error. */
int problems_keep_map(struct problems *p, const char *path, wend_map *map);
/* Adds the instances of a puzzle, or seeded problems on a racetrack or graph. */
int problems_add_scene(struct problems *p, const struct scene *scene,
                       const struct selection *selection, uint64_t count, uint64_t seed);
/* Computes the unknown optimal costs (those of puzzles are stated), removes the problems that
 * --min-cost and --max-cost exclude, and takes the sample. */
int problems_find_optima(struct problems *p, const struct selection *selection);
/* Precomputes the data that the settings need, and sets it in the problems. */
int problems_prepare(struct problems *p, const struct settings *settings,
                     const agent_options *options);
void problems_clear(struct problems *p);

#endif
