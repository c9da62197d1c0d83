/* bench/fleet_orders.h - orders for fleets, on maps of MovingAI, and their cost as single
 * searches. */
#ifndef FLEET_ORDERS_H
#define FLEET_ORDERS_H

#include "bench.h"

#include <wend/wend.h>

#define FLEET_UNITS        1000u
#define FLEET_UNITS_MANY   10000u
#define FLEET_BUDGET_SHOTS 12u /* a frame's budget in mean searches on the first map */
#define FLEET_RUNS         5u  /* identical runs; the minimum of each frame counts */
#define FLEET_FRAMES_MAX   20000u

#define FLEET_SEED       88172645463325252u
#define FLEET_SEED_OTHER 2463534242u /* nothing was tuned on these orders */

typedef struct orders {
    wend_map *map;
    const char *folder, *name; /* of the map */
    uint32_t count;
    wend_state *start, *goal;
    double *best;        /* costs of the optimal routes, and ... */
    double moves;        /* ... their mean number of moves */
    uint32_t moves_most; /* ... and the maximum */
    double shot_units;   /* the mean search */
} orders;

/* Random orders from anywhere to anywhere, all with reachable goals. */
bool orders_load(orders *o, const bench_options *options, const char *folder, const char *name,
                 uint32_t count, uint64_t seed);
void orders_clear(orders *o);

/* The mean time of the searches one after the other, in ns. Returns 0 without memory. */
double orders_time(const orders *o);

/* The budget of a frame in work, from the orders on the first map. */
double orders_budget(const orders *o);

/* The total cost of the optimal routes. */
double orders_best(const orders *o);

/* The work of the most expensive searches: unreachable goals, from the starts of a few orders.
 * Returns 0 without memory. */
double orders_most(const orders *o, const bench_options *options);

/* A random free cell. */
wend_state orders_draw_cell(const wend_map *map, uint64_t *random);
/* A random number below a limit. */
uint32_t orders_draw(uint64_t *random, uint32_t below);

#endif
