/* cli/run.h - takes one agent from its start to its goal and keeps the account. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "options.h"
#include "stats.h"

typedef enum run_end { RUN_ARRIVED, RUN_UNREACHABLE, RUN_LIMIT, RUN_NO_MEMORY } run_end;

struct run {
    run_end end;
    /* Moves by kind; the cost is recomputed from them, free of rounding. */
    uint64_t straight, diagonal, knight;
    uint64_t first_move_tick; /* 0 if it never moved */
    uint64_t planning_ns;     /* inside ticks */
    uint64_t worst_tick_ns;
    wend_counters counters;
};

/* What to record besides; any pointer may be null. */
struct recording {
    struct histogram *tick_ns;
    wend_state *path; /* states in order, grown with realloc */
    size_t path_count;
    size_t path_capacity;
    uint32_t *tick_expansions;
    size_t tick_count;
    size_t tick_capacity;
    bool want_path;
    bool want_ticks;
};

/* 0, or an exit code after a message. */
int run_agent(const struct setting *setting, const wend_map *map, wend_state start, wend_state goal,
              struct recording *recording, struct run *out);
void recording_clear(struct recording *recording);

/* The length of the walk in cells. */
double run_cost(const struct run *run);

/* The optimal cost by A*, INFINITY if there is no route. */
int find_optimum(const wend_map *map, wend_state start, wend_state goal, double *out);

#endif
