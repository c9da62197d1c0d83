/* bench/bench_sets.h - maps with problems on them, from files or generated. */
#ifndef BENCH_SETS_H
#define BENCH_SETS_H

#include <wend/research.h>
#include <wend/wend.h>

typedef struct bench_problem {
    uint32_t start_x, start_y;
    uint32_t goal_x, goal_y;
} bench_problem;

typedef struct bench_set {
    char name[32];
    wend_map *map;
    bench_problem *problems;
    uint32_t count;
} bench_set;

/* The choice of problems from a scenario file. */
typedef enum bench_choice {
    BENCH_LAST,    /* in the order of the file */
    BENCH_LONGEST, /* by the stated lengths; some files are not sorted by them */
    BENCH_SPREAD   /* evenly over the longer three quarters, of those that have a route */
} bench_choice;

/* Loads `count` problems between free cells from scen/SET/NAME.map.scen below `data`. */
bool bench_set_load(bench_set *set, const char *data, const char *folder, const char *name,
                    bench_choice choice, uint32_t count);

/* The same with other neighbours or another corner rule. */
bool bench_set_load_as(bench_set *set, const wend_map_def *as, const char *data, const char *folder,
                       const char *name, bench_choice choice, uint32_t count);

/* `count` problems from one corner of a generated map to the opposite one and back, between random
 * free cells near the corners. Pairs without a route are skipped. */
bool bench_set_generate(bench_set *set, wend_gen_kind kind, uint32_t side, uint64_t seed,
                        uint32_t count);

/* The same with complete definitions of the map, which is square. */
bool bench_set_generate_as(bench_set *set, const wend_map_def *as, const wend_gen_def *gen,
                           uint32_t count);

/* A map without walls and without problems. */
bool bench_set_empty(bench_set *set, uint32_t side);

void bench_set_clear(bench_set *set);

/* The definition of an agent for a problem. */
wend_agent_def bench_agent_def(const bench_set *set, const bench_problem *problem,
                               const char *algo);

#endif
