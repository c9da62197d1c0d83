#include "common/road_network.h"

#include "common/messages.h"
#include "common/output_file.h"
#include "common/random.h"

#include <math.h>
#include <stdlib.h>

#define PITCH      1000u /* distance between crossings */
#define JITTER     700u
#define MISSING    12u /* percentage of missing roads */
#define MAIN_EVERY 10u /* every N-th row and column is a main road */

struct crossing {
    int32_t x, y;
};

struct network {
    uint32_t width, height;
    struct crossing *crossings;
    uint8_t *roads; /* bit 0: to the right, bit 1: down */
    uint32_t road_count;
};

static bool make_net(struct network *net, uint64_t seed) {
    size_t count = (size_t)net->width * net->height;
    net->crossings = calloc(count, sizeof *net->crossings);
    net->roads = calloc(count, 1);
    if (!net->crossings || !net->roads) {
        return false;
    }
    net->road_count = 0;
    for (uint32_t row = 0; row < net->height; row++) {
        for (uint32_t column = 0; column < net->width; column++) {
            uint32_t i = row * net->width + column;
            net->crossings[i].x = (int32_t)(column * PITCH + random_below(&seed, JITTER));
            net->crossings[i].y = (int32_t)(row * PITCH + random_below(&seed, JITTER));
            /* The first row and column keep all their roads, so that the network is connected. */
            bool right =
                column + 1 < net->width && (row == 0 || random_below(&seed, 100) >= MISSING);
            bool down =
                row + 1 < net->height && (column == 0 || random_below(&seed, 100) >= MISSING);
            net->roads[i] = (uint8_t)(right | down << 1);
            net->road_count += (uint32_t)right + down;
        }
    }
    return true;
}

static uint32_t road_cost(const struct network *net, uint32_t from, uint32_t to, bool fast) {
    double dx = net->crossings[from].x - net->crossings[to].x;
    double dy = net->crossings[from].y - net->crossings[to].y;
    double length = ceil(sqrt(dx * dx + dy * dy));
    return (uint32_t)(fast ? length : length * 2) + 1;
}

/* Prints a road in both directions. */
static void print_road(FILE *out, const struct network *net, uint32_t from, uint32_t to,
                       bool fast) {
    uint32_t cost = road_cost(net, from, to, fast);
    fprintf(out, "a %u %u %u\na %u %u %u\n", from + 1, to + 1, cost, to + 1, from + 1, cost);
}

static void print_arcs(FILE *out, const void *context) {
    const struct network *net = context;
    fprintf(out, "c a made-up road network\np sp %u %u\n", net->width * net->height,
            net->road_count * 2);
    for (uint32_t row = 0; row < net->height; row++) {
        for (uint32_t column = 0; column < net->width; column++) {
            uint32_t i = row * net->width + column;
            if (net->roads[i] & 1) {
                print_road(out, net, i, i + 1, row % MAIN_EVERY == 0);
            }
            if (net->roads[i] & 2) {
                print_road(out, net, i, i + net->width, column % MAIN_EVERY == 0);
            }
        }
    }
}

static void print_coordinates(FILE *out, const void *context) {
    const struct network *net = context;
    fprintf(out, "c a made-up road network\np aux sp co %u\n", net->width * net->height);
    for (uint32_t i = 0; i < net->width * net->height; i++) {
        fprintf(out, "v %u %d %d\n", i + 1, net->crossings[i].x, net->crossings[i].y);
    }
}

static int write_part(const char *path, const char *end, const struct network *net,
                      void (*print)(FILE *, const void *)) {
    char name[OUTPUT_NAME_MAX];
    if (snprintf(name, sizeof name, "%s%s", path, end) >= OUTPUT_NAME_MAX) {
        return fail_usage("%.60s...: name too long", path);
    }
    return write_stream(name, print, net);
}

int write_road(const char *path, uint32_t width, uint32_t height, uint64_t seed) {
    struct network net = {.width = width, .height = height};
    int code = make_net(&net, seed) ? 0 : fail_machine("out of memory");
    if (!code) {
        code = write_part(path, ".gr", &net, print_arcs);
    }
    if (!code) {
        code = write_part(path, ".co", &net, print_coordinates);
    }
    free(net.crossings);
    free(net.roads);
    return code;
}
