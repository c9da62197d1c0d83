/* cli/run/problems.h - the problems of scenario files, with their maps loaded and optima computed.
 */
#ifndef CLI_PROBLEMS_H
#define CLI_PROBLEMS_H

#include "run/aids.h"

struct problem {
    struct task task;
    const char *file; /* that it is from */
    uint32_t line;    /* or its number */
    bool blocked;     /* start or goal is a blocked cell: no route */
    double stated;    /* length by the file, NAN if it states none */
    double tolerance;
    double optimal; /* by A*, INFINITY if there is no route, NAN if not yet known */
};

typedef struct named_map {
    char *path;
    wend_map *map;
    struct aids aids;
} named_map;

struct problems {
    struct problem *items;
    uint32_t count;
    uint32_t capacity;
    named_map *maps;
    uint32_t map_count;
    char **roots; /* map files under --map-root, found once */
    uint32_t root_count;
};

/* Which problems of each file to take. */
struct selection {
    uint64_t limit;   /* only the first N, 0: all */
    uint64_t sample;  /* N, spread evenly over those within the costs, 0: all */
    uint64_t longest; /* the N with the greatest stated length, 0: all */
    double min_cost;  /* of the computed optimum */
    double max_cost;
};

/* 0, or an exit code after a message. */
int problems_add_root(struct problems *p, const char *folder);
int problems_add_file(struct problems *p, const char *path, const wend_map_def *def,
                      const struct selection *selection);
/* Random problems on a map, each with a route unless `any`, whose cost is known then. `path` is
 * their file: it must outlive them. */
int problems_add_map(struct problems *p, const char *path, const wend_map_def *def, uint64_t count,
                     uint64_t seed, bool any);
/* The same on a map that is not from a file; with `any`, also problems without a route. */
int problems_add_random(struct problems *p, const char *path, const wend_map *map, uint64_t count,
                        uint64_t seed, bool any);
/* A map by its path, loaded once. */
int problems_get_map(struct problems *p, const char *path, const wend_map_def *def,
                     const wend_map **out);
/* Orders for a fleet on a map, as one problem without start and goal. */
int problems_add_orders(struct problems *p, const char *path, const wend_map *map, double optimal);
/* Keeps such a map until the problems are cleared; destroys it if that fails. */
int problems_keep_map(struct problems *p, const char *path, wend_map *map);
/* The instances of a puzzle, or seeded problems on a racetrack or graph. */
int problems_add_scene(struct problems *p, const struct scene *scene,
                       const struct selection *selection, uint64_t count, uint64_t seed);
/* Computes the optima that are not known (a puzzle's are the stated ones), drops what --min-cost
 * and --max-cost exclude, and takes the sample. */
int problems_find_optima(struct problems *p, const struct selection *selection);
/* Precomputes what the settings need for the maps, and sets it in the problems. */
int problems_prepare(struct problems *p, const struct settings *settings,
                     const agent_options *options);
void problems_clear(struct problems *p);

#endif
