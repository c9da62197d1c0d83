/* simulate/world.h - worlds in separate processes, and shorter scripts that fail in the same
 * way. */
#ifndef SIMULATE_WORLD_H
#define SIMULATE_WORLD_H

#include "simulate/sim.h"

#include <sys/types.h>

/* In memory that parent and child share. */
typedef struct world {
    sim_script script;
    sim_report report;
} world;

typedef struct world_options {
    uint32_t draws;   /* steps to draw; 0: replay the script */
    uint32_t seconds; /* after which the child is killed */
    bool is_timed;
    bool is_replayed; /* run once more with watchers: every answer must be the same */
    FILE *print;
    const char *focus; /* a module that is drawn more often; NULL: none */
} world_options;

/* How a world ended. Two ends are the same failure if `name` is the same. */
typedef struct world_end {
    bool is_broken;
    char name[120]; /* "agents.c:123", "signal 11", "no end" */
} world_end;

world *world_open(void);

/* Starts a child that runs the world; its report is cleared. */
pid_t world_start(world *w, const world_options *options);

/* Interprets the exit status of a child. */
world_end world_judge(const world *w, int status);

/* Starts and waits. */
world_end world_run(world *w, const world_options *options);

/* Shortens the script of a world that ends as `end` says, as long as it still ends in that way;
 * takes at most `seconds`. */
void world_shrink(world *w, const world_end *end, const world_options *options, uint32_t seconds);

/* Prints the script as a C test, also if no guarantee is broken. */
void world_print(world *w, const world_end *end, const world_options *options, FILE *out);

#endif
