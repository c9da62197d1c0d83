/* bench/section_road.c - checks that the work of a tick is the same on a small and on a large road
 * network, and measures how long it takes to load a large one. */
#include "bench.h"
#include "clock.h"
#include "common/road_network.h"
#include "flatness.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wend/research/dimacs.h>

#define SMALL       100u
#define LARGE       1000u
#define SMALL_TRIPS 200u
#define LARGE_TRIPS 4u
#define WEIGHT      1500u
#define LOAD_TARGET 5.0 /* seconds */

typedef struct network {
    uint32_t side;
    wend_domain *domain;
    double load_seconds; /* the minimum of the rounds */
    long long bytes;     /* of the two files */
} network;

static long long size_of(const char *path) {
    struct stat status;
    return stat(path, &status) ? 0 : (long long)status.st_size;
}

static bool load(const bench_options *options, network *net, const char *gr, const char *co) {
    net->bytes = size_of(gr) + size_of(co);
    for (uint32_t round = 0; round < options->rounds; round++) {
        wend_domain_destroy(net->domain);
        uint64_t begin = bench_now();
        if (wend_graph_load(gr, co, NULL, &net->domain, NULL)) {
            net->domain = NULL;
            return false;
        }
        double seconds = (double)(bench_now() - begin) / 1e9;
        if (round == 0 || seconds < net->load_seconds) {
            net->load_seconds = seconds;
        }
    }
    return true;
}

/* Writes the files of a network, loads them and removes them. */
static bool make_network(const bench_options *options, network *net, uint32_t side) {
    *net = (network){.side = side};
    const char *folder = getenv("TMPDIR");
    char base[512], path[520], gr[528], co[528];
    snprintf(base, sizeof base, "%s/wend-road-XXXXXX", folder ? folder : "/tmp");
    if (!mkdtemp(base)) {
        return false;
    }
    snprintf(path, sizeof path, "%s/net", base);
    snprintf(gr, sizeof gr, "%s.gr", path);
    snprintf(co, sizeof co, "%s.co", path);
    bool done = write_road(path, side, side, 1) == 0 && load(options, net, gr, co);
    unlink(gr);
    unlink(co);
    rmdir(base);
    return done;
}

/* From the neighbourhood of one corner to that of the opposite one and back. Every network is
 * connected, so there is a route. */
static bool make_trips(const network *net, const char *algo, uint32_t count, bench_trips *trips) {
    *trips = (bench_trips){.defs = calloc(count, sizeof *trips->defs), .count = count};
    snprintf(trips->name, sizeof trips->name, "%s, %u x %u", algo, net->side, net->side);
    uint32_t nodes = net->side * net->side;
    for (uint32_t i = 0; trips->defs && i < count; i++) {
        wend_agent_def *def = &trips->defs[i];
        *def = (wend_agent_def){0};
        def->algo = wend_algo_find(algo);
        def->domain = net->domain;
        uint32_t near = i % 10 * net->side + i / 10;
        def->start = i % 2 ? nodes - 1 - near : near;
        def->goal = nodes - 1 - def->start;
        if (strcmp(algo, "tbwa") == 0) {
            def->weight_permille = WEIGHT;
        }
    }
    return trips->defs != NULL;
}

static bool run_algo(const bench_options *options, const network nets[2], const char *algo,
                     bench_table *table, bench_targets *targets) {
    bench_trips trips[2];
    memset(trips, 0, sizeof trips);
    bool done = make_trips(&nets[0], algo, SMALL_TRIPS, &trips[0]) &&
                make_trips(&nets[1], algo, LARGE_TRIPS, &trips[1]) &&
                bench_flat_compare(options, trips, table, targets);
    free(trips[0].defs);
    free(trips[1].defs);
    return done;
}

bool bench_road(const bench_options *options, bench_targets *targets) {
    network nets[2];
    memset(nets, 0, sizeof nets);
    bench_progress(options, "road: making networks");
    bool done = make_network(options, &nets[0], SMALL) && make_network(options, &nets[1], LARGE);
    static bench_table table;
    memset(&table, 0, sizeof table);
    if (done) {
        const network *large = &nets[1];
        printf("%u nodes, %u edges, %.0f MB of DIMACS files: loaded in %.2f s (target <= %.0f: "
               "%s), %.0f MB in memory.\n\n"
               "Time of a tick at R = %u until the route is known, in ns, from corner to corner; "
               "tbwa with w = %.1f.\nRounds, columns and ratio as in the section flat.\n\n",
               wend_domain_size(large->domain), wend_graph_edge_count(large->domain),
               (double)large->bytes / 1e6, large->load_seconds, LOAD_TARGET,
               bench_target(targets, large->load_seconds <= LOAD_TARGET),
               (double)wend_domain_memory(large->domain) / 1e6, BENCH_FLAT_RESOURCE,
               WEIGHT / 1000.0);
        bench_flat_heading(&table, "network");
        done = run_algo(options, nets, "tba", &table, targets) &&
               run_algo(options, nets, "tbwa", &table, targets);
        bench_table_print(&table);
    }
    wend_domain_destroy(nets[0].domain);
    wend_domain_destroy(nets[1].domain);
    return done;
}
