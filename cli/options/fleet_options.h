/* cli/options/fleet_options.h - the fleet that wend bench, watch and render run. */
#ifndef CLI_FLEET_OPTIONS_H
#define CLI_FLEET_OPTIONS_H

#include "options/options.h"

/* As they stand on the command line; null if not given. */
typedef struct fleet_options {
    char *units, *frame_us, *frame_work, *order, *waiting, *max_frames;
} fleet_options;

#define FLEET_TABLE_SIZE 7
void fleet_table(struct poptOption *table, fleet_options *options);

typedef enum fleet_order {
    ORDER_RANDOM, /* every unit from one random cell to another */
    ORDER_ONE,    /* all from cells beside each other to one cell */
    ORDER_GROUPS  /* the same in FLEET_GROUPS groups */
} fleet_order;

#define FLEET_GROUPS 8u

struct fleet_setting {
    uint32_t units;
    uint64_t frame_ns; /* of a frame, 0 if its work is counted */
    uint32_t budget;   /* units of work */
    fleet_order order;
    wend_wait waiting;
    uint64_t seed;
    uint64_t max_frames;
};

/* Whether a fleet is asked for. Its options without it, and options of agents with it (all but
 * --seed), are errors. 0, or an exit code after a message. */
int read_fleet(const fleet_options *options, const agent_options *agent, bool *asked,
               struct fleet_setting *out);

const char *order_name(fleet_order order);
const char *waiting_name(wend_wait waiting);

#endif
