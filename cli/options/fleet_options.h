/* cli/options/fleet_options.h - options of the fleet of wend bench, watch and render. */
#ifndef CLI_FLEET_OPTIONS_H
#define CLI_FLEET_OPTIONS_H

#include "options/options.h"

/* The options as given on the command line; NULL if not given. */
typedef struct fleet_options {
    char *units, *frame_us, *frame_work, *order, *waiting, *max_frames;
} fleet_options;

#define FLEET_TABLE_SIZE 7
void fleet_table(struct poptOption *table, fleet_options *options);

typedef enum fleet_order {
    ORDER_RANDOM, /* every unit from one random cell to another */
    ORDER_ONE,    /* all from neighbouring cells to one cell */
    ORDER_GROUPS  /* FLEET_GROUPS groups, each like ORDER_ONE */
} fleet_order;

#define FLEET_GROUPS 8u

struct fleet_setting {
    uint32_t units;
    uint64_t frame_ns; /* time limit of a frame; 0: none */
    uint32_t budget;   /* units of work */
    fleet_order order;
    wend_wait waiting;
    uint64_t seed;
    uint64_t max_frames;
};

/* Reads the options of a fleet; `asked` becomes whether --fleet is given. Options of fleets without
 * --fleet, and options of agents (except --seed) with it, are errors. Returns 0, or an exit code
 * after a message. */
int read_fleet(const fleet_options *options, const agent_options *agent, bool *asked,
               struct fleet_setting *out);

const char *order_name(fleet_order order);
const char *waiting_name(wend_wait waiting);

#endif
