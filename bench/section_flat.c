/* bench/section_flat.c - checks that the work of a tick is the same on a small and on a large
 * map. */
#include "bench.h"
#include "bench_sets.h"
#include "flatness.h"

#include <stdlib.h>
#include <string.h>

#define SMALL          256u
#define LARGE          4096u
#define SMALL_PROBLEMS 400u
#define LARGE_PROBLEMS 2u

static bool make_trips(const bench_set *set, bench_trips *trips) {
    *trips = (bench_trips){.defs = calloc(set->count, sizeof *trips->defs), .count = set->count};
    snprintf(trips->name, sizeof trips->name, "%.23s x %u", set->name, wend_map_height(set->map));
    for (uint32_t i = 0; trips->defs && i < set->count; i++) {
        trips->defs[i] = bench_agent_def(set, &set->problems[i], "tba");
    }
    return trips->defs != NULL;
}

static bool run_kind(const bench_options *options, wend_gen_kind kind, bench_table *table,
                     bench_targets *targets) {
    bench_set sets[2];
    bench_trips trips[2];
    memset(sets, 0, sizeof sets);
    memset(trips, 0, sizeof trips);
    bench_progress(options, "flat: making maps");
    bool done = bench_set_generate(&sets[0], kind, SMALL, 1, SMALL_PROBLEMS) &&
                bench_set_generate(&sets[1], kind, LARGE, 1, LARGE_PROBLEMS) &&
                make_trips(&sets[0], &trips[0]) && make_trips(&sets[1], &trips[1]) &&
                bench_flat_compare(options, trips, table, targets);
    for (int i = 0; i < 2; i++) {
        free(trips[i].defs);
        bench_set_clear(&sets[i]);
    }
    return done;
}

bool bench_flat(const bench_options *options, bench_targets *targets) {
    printf("Time of a tick of tba at R = %u until the route is known, in ns, from corner to "
           "corner. Each trip is\nrepeated %u times; p50, p99, max and ratio (of the p99) use "
           "the minimum of each tick, raw uses all\ntimes. Reservations, which are made "
           "between ticks, are listed separately.\n\n",
           BENCH_FLAT_RESOURCE, options->rounds);
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_flat_heading(&table, "map");
    bool done = run_kind(options, WEND_GEN_CAVES, &table, targets) &&
                run_kind(options, WEND_GEN_ROOMS, &table, targets);
    bench_table_print(&table);
    return done;
}
