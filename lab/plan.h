/* lab/plan.h - what an experiment runs: the loaded problems of a preset, and its agents. A plan
 * depends only on its files. Ids count from 0 in the order of the plan. */
#ifndef LAB_PLAN_H
#define LAB_PLAN_H

#include "lab/checksum.h"
#include "lab/preset.h"

/* A file or generated map that contains problems. Its path is the `file` of its problems. */
struct origin {
    const char *path;
    const char *file; /* as in rows: relative to --data, or generated/... */
    const char *map;  /* name of the map, track or puzzle, without extension */
    uint64_t seed;    /* of random problems; 0: not random */
};

struct input {
    const char *file;
    char checksum[CHECKSUM_SIZE];
};

struct plan_set {
    struct problems problems;
    struct scene *scenes; /* racetracks and puzzles */
    uint32_t scene_count;
    struct origin *origins;
    uint32_t origin_count;
};

struct plan_problem {
    const struct problem *problem;
    const struct origin *origin;
    uint32_t set;
};

struct plan {
    const struct preset *preset;
    bool quick;
    const char *data; /* folder; NULL: generated */
    size_t data_length;
    uint32_t shard, shards; /* from 0 */
    struct plan_set *sets;  /* as in the preset */
    struct plan_problem *problems;
    uint32_t problem_count;
    struct input *inputs;
    uint32_t input_count, input_capacity;
    struct preset_memory *memory;
};

/* Loads all problems and computes their optima. `data` may be NULL. Returns 0, or an exit code
 * after a message. Call plan_clear in either case. */
int plan_make(const struct preset *preset, bool quick, const char *data, uint32_t shard,
              uint32_t shards, struct plan *out);
void plan_clear(struct plan *plan);

/* Returns the fleet of a configuration with the orders of a problem. */
struct fleet_setting plan_fleet(const struct plan *plan, uint32_t problem, uint32_t configuration);
/* Returns whether a configuration is run on a problem. */
bool plan_has(const struct plan *plan, uint32_t problem, uint32_t configuration);
/* Returns whether the problem belongs to the shard. */
bool plan_is_own(const struct plan *plan, uint32_t problem);
/* Returns the number of runs of all shards. */
uint64_t plan_rows(const struct plan *plan);

#endif
