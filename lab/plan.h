/* lab/plan.h - what an experiment runs: the problems of a preset, loaded, and its agents. Made
 * from the same files it is the same everywhere; ids count from 0 in its order. */
#ifndef LAB_PLAN_H
#define LAB_PLAN_H

#include "lab/checksum.h"
#include "lab/preset.h"

/* A file, or a generated map, that problems come from. Its path is the `file` of its problems. */
struct origin {
    const char *path;
    const char *file; /* as rows name it: below --data, or generated/... */
    const char *map;  /* of the map, track or puzzle, without ending */
    uint64_t seed;    /* of random problems, 0: not random */
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
    const char *data; /* folder, null: generated */
    size_t data_length;
    uint32_t shard, shards; /* from 0 */
    struct plan_set *sets;  /* as in the preset */
    struct plan_problem *problems;
    uint32_t problem_count;
    struct input *inputs;
    uint32_t input_count, input_capacity;
    struct preset_memory *memory;
};

/* Loads all problems and computes their optima. `data` may be null. 0, or an exit code after a
 * message; to be cleared in any case. */
int plan_make(const struct preset *preset, bool quick, const char *data, uint32_t shard,
              uint32_t shards, struct plan *out);
void plan_clear(struct plan *plan);

/* The fleet of a configuration with the orders of a problem. */
struct fleet_setting plan_fleet(const struct plan *plan, uint32_t problem, uint32_t configuration);
/* Whether a configuration is run on a problem. */
bool plan_has(const struct plan *plan, uint32_t problem, uint32_t configuration);
/* Whether the problem belongs to the shard. */
bool plan_is_own(const struct plan *plan, uint32_t problem);
/* Runs of all shards together. */
uint64_t plan_rows(const struct plan *plan);

#endif
