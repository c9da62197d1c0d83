/* cli/run/agent_run.h - runs one agent from its start to its goal and counts its work. */
#ifndef CLI_AGENT_RUN_H
#define CLI_AGENT_RUN_H

#include "common/stats.h"
#include "run/live_agent.h"

typedef enum run_end {
    RUN_ARRIVED,
    RUN_UNREACHABLE,
    RUN_LIMIT, /* of ticks reached */
    RUN_NO_MEMORY,
    RUN_OVERFLOW,  /* the route would cost more than WEND_COST_MAX */
    RUN_UNRESERVED /* a tick needed memory that was not reserved */
} run_end;

/* The text for tables and JSON. */
const char *run_end_name(run_end end);

struct run {
    run_end end;
    const char *algo; /* the algorithm that ran: "auto" chooses another one */
    /* Moves on a grid by kind. The cost is computed from them without rounding. */
    uint64_t straight, diagonal, knight;
    double cost;              /* of the last trial */
    uint64_t searches;        /* ticks with expansions */
    uint64_t first_move_tick; /* 0 if it never moved */
    uint64_t planning_ns;     /* inside ticks */
    uint64_t sensing_ns;      /* between them */
    uint64_t worst_tick_ns;   /* with its sensing */
    uint64_t ticks_over;      /* ticks that took longer, including sensing, than their interval: */
    uint64_t interval_ns;     /* of a tick or an action; 0 if none is given */
    uint64_t goal_ns;         /* sum over ticks of the interval, or the tick's time if longer */
    uint64_t moves_before_found,
        backtracks_after_found; /* before and after the tick that found the route */
    double cost_before_found;   /* of those moves */
    bool found;                 /* the search has found a route */
    double total_cost;          /* of all trials */
    uint64_t trials;            /* that arrived */
    double mean_arrival;        /* frame, of the units of a fleet; 0: an agent */
    wend_agent_info counters;
};

/* The work of a tick. */
struct tick_work {
    uint32_t expansions, trace_steps;
};

/* Optional records; any pointer may be NULL. */
struct recording {
    struct histogram *tick_ns;
    wend_state *path; /* states in order, grown with realloc */
    uint32_t path_count;
    uint32_t path_capacity;
    wend_packed *packed; /* the states of puzzles */
    double *trial_costs;
    uint32_t trial_count;
    uint32_t trial_capacity;
    struct tick_work *ticks;
    uint32_t tick_count;
    uint32_t tick_capacity;
    bool want_path;
    bool want_ticks;
};

/* `ticked` is called after every tick. It returns false if out of memory, which ends the run. */
struct tick_observer {
    bool (*ticked)(void *context, const wend_tick *tick);
    void *context;
};

/* Returns 0, or an exit code after a message. `recording` may be NULL. */
int run_agent(const struct setting *setting, const struct task *task, struct recording *recording,
              struct run *out);
/* Runs an agent that has begun. `observer` may be NULL. */
int run_live_agent(struct live_agent *live, const struct tick_observer *observer,
                   struct recording *recording, struct run *out);
void recording_clear(struct recording *recording);

/* run_count_move counts a move by its kind; run_cost is the cost of all moves so far. */
void run_count_move(const struct task *task, wend_state from, wend_state to, struct run *run);
double run_cost(const struct task *task, const struct run *run);

/* Computes the optimal cost by A*: INFINITY without a route, NAN above WEND_COST_MAX. */
int find_optimum(const struct task *task, double *out);

/* Returns the optimal cost. That of a puzzle is read from its file, because it may be too hard for
 * A*. */
int get_optimum(const struct scene *scene, const scene_options *options, const struct task *task,
                double *out);

#endif
