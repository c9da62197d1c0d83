/* cli/run/agent_run.h - takes one agent from its start to its goal and counts what it needed. */
#ifndef CLI_AGENT_RUN_H
#define CLI_AGENT_RUN_H

#include "common/stats.h"
#include "run/live_agent.h"

typedef enum run_end {
    RUN_ARRIVED,
    RUN_UNREACHABLE,
    RUN_LIMIT, /* of ticks */
    RUN_NO_MEMORY,
    RUN_OVERFLOW,  /* a route would cost more than WEND_COST_MAX */
    RUN_UNRESERVED /* a tick needed memory that was not reserved */
} run_end;

/* In words, as tables and JSON show it. */
const char *run_end_name(run_end end);

struct run {
    run_end end;
    const char *algo; /* that was run: "auto" chooses one of the others */
    /* Moves on a grid by kind; its cost is recomputed from them, free of rounding. */
    uint64_t straight, diagonal, knight;
    double cost;              /* of the last trial */
    uint64_t searches;        /* ticks with expansions */
    uint64_t first_move_tick; /* 0 if it never moved */
    uint64_t planning_ns;     /* inside ticks */
    uint64_t sensing_ns;      /* between them */
    uint64_t worst_tick_ns;   /* with its sensing */
    uint64_t ticks_over;      /* ticks that took longer, with their sensing, than their interval: */
    uint64_t interval_ns;     /* a tick's or an action's, 0 if none is given */
    uint64_t goal_ns;         /* sum over ticks of the interval, or the tick's time if longer */
    uint64_t moves_before_found, backtracks_after_found; /* before, after the tick that found it */
    double cost_before_found;                            /* of those moves */
    bool found;                                          /* the search has found a route */
    double total_cost;                                   /* of all trials */
    uint64_t trials;                                     /* that arrived */
    double mean_arrival; /* of a fleet's units: frame; 0: it is an agent's run */
    wend_agent_info counters;
};

/* What was done on a tick. */
struct tick_work {
    uint32_t expansions, trace_steps;
};

/* What else to record; any pointer may be null. */
struct recording {
    struct histogram *tick_ns;
    wend_state *path; /* states in order, grown with realloc */
    uint32_t path_count;
    uint32_t path_capacity;
    wend_packed *packed; /* the same, for puzzles */
    double *trial_costs;
    uint32_t trial_count;
    uint32_t trial_capacity;
    struct tick_work *ticks;
    uint32_t tick_count;
    uint32_t tick_capacity;
    bool want_path;
    bool want_ticks;
};

/* Called after every tick. False if it could not keep up for lack of memory: the run ends then. */
struct tick_observer {
    bool (*ticked)(void *context, const wend_tick *tick);
    void *context;
};

/* 0, or an exit code after a message. `recording` may be null. */
int run_agent(const struct setting *setting, const struct task *task, struct recording *recording,
              struct run *out);
/* The same with an agent that has begun; `observer` may be null, too. */
int run_live_agent(struct live_agent *live, const struct tick_observer *observer,
                   struct recording *recording, struct run *out);
void recording_clear(struct recording *recording);

/* Counts a move of a run by its kind, and what all of them have cost so far. */
void run_count_move(const struct task *task, wend_state from, wend_state to, struct run *run);
double run_cost(const struct task *task, const struct run *run);

/* The optimal cost by A*: INFINITY if there is no route, NAN if it exceeds WEND_COST_MAX. */
int find_optimum(const struct task *task, double *out);

/* The same, but a puzzle's is read from its file: A* may not be able to compute it. */
int get_optimum(const struct scene *scene, const scene_options *options, const struct task *task,
                double *out);

#endif
