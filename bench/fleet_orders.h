/* bench/fleet_orders.h - orders for fleets, on maps of MovingAI, and what they cost one by one. */
#ifndef FLEET_ORDERS_H
#define FLEET_ORDERS_H

#include "bench.h"

#include <wend/wend.h>

#define FLEET_UNITS        1000u
#define FLEET_UNITS_MANY   10000u
#define FLEET_BUDGET_SHOTS 12u /* mean searches on the first map in a frame's budget */
#define FLEET_RUNS         5u  /* identical ones; of each frame the least counts */
#define FLEET_FRAMES_MAX   20000u

#define FLEET_SEED       88172645463325252u
#define FLEET_SEED_OTHER 2463534242u /* nothing was tuned on these orders */

typedef struct orders {
    wend_map *map;
    const char *folder, *name; /* of the map */
    uint32_t count;
    wend_state *start, *goal;
    double *best;        /* what the best route costs, and ... */
    double moves;        /* ... how many moves it has, the mean */
    uint32_t moves_most; /* likewise, the most */
    double shot_units;   /* the mean search */
} orders;

/* Random orders from anywhere to anywhere, of which all can be carried out. */
bool orders_load(orders *o, const bench_options *options, const char *folder, const char *name,
                 uint32_t count, uint64_t seed);
void orders_clear(orders *o);

/* What the searches take one after the other: the mean, in ns. 0 without memory. */
double orders_time(const orders *o);

/* The budget of a frame in units of work, from orders on the first map. */
double orders_budget(const orders *o);

/* The cost of the best routes, all of them. */
double orders_best(const orders *o);

/* The most that a search takes, in units of work: one that finds nothing, from the starts of some
 * orders. 0 without memory. */
double orders_most(const orders *o, const bench_options *options);

/* A free cell. */
wend_state orders_draw_cell(const wend_map *map, uint64_t *random);
/* Below a limit. */
uint32_t orders_draw(uint64_t *random, uint32_t below);

#endif
