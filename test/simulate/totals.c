#include "simulate/totals.h"

#include "support/test.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const object_names[SIM_OBJECTS] = {"map",   "layer",  "belief", "components",
                                                      "field", "finder", "agent",  "fleet"};
static const char *const fault_names[SIM_FAULTS] = {"none",     "alloc",      "limit", "edit",
                                                    "burst",    "own cell",   "goal",  "refused",
                                                    "teleport", "no reserve", "clock"};

/* ---- Sums ------------------------------------------------------------------------------------ */

/* sim_counts contains nothing but 64-bit sums. */
static void add_counts(sim_counts *sum, const sim_counts *more) {
    uint64_t *to = (uint64_t *)(void *)sum;
    const uint64_t *from = (const uint64_t *)(const void *)more;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++) {
        to[i] += from[i];
    }
}

void totals_add(totals *t, const sim_report *report) {
    add_counts(&t->counts, &report->counts);
    for (uint32_t i = 0; i < SIM_PACE_BUCKETS; i++) {
        t->pace[i] += report->pace[i];
    }
}

double totals_pace(const totals *t, uint64_t samples) {
    uint64_t count = 0, below = 0;
    uint32_t i = 0;
    for (uint32_t b = 0; b < SIM_PACE_BUCKETS; b++) {
        count += t->pace[b];
    }
    if (count < samples || count == 0) {
        return 0;
    }
    while ((below += t->pace[i]) * 2 < count) {
        i++;
    }
    return exp2((i + 0.5 - 32) / 4);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_calls(const sim_counts *c) {
    printf("\n%-8s %-9s", "object", "on");
    for (uint32_t f = 0; f < SIM_FAULTS; f++) {
        printf(" %10s", fault_names[f]);
    }
    putchar('\n');
    for (uint32_t o = 0; o < SIM_OBJECTS; o++) {
        for (uint32_t p = 0; p < SIM_PLACES; p++) {
            uint64_t sum = 0;
            for (uint32_t f = 0; f < SIM_FAULTS; f++) {
                sum += c->calls[o][p][f];
            }
            if (sum == 0 || p == SIM_LAYERS + 1 || p == SIM_BELIEFS + 1) {
                continue;
            }
            bool is_pair = p == SIM_LAYERS || p == SIM_BELIEFS;
            printf("%-8s %-9s", object_names[o], sim_place_kind(p));
            for (uint32_t f = 0; f < SIM_FAULTS; f++) {
                printf(" %10" PRIu64, c->calls[o][p][f] + (is_pair ? c->calls[o][p + 1][f] : 0));
            }
            putchar('\n');
        }
    }
}

static void print_algos(const sim_counts *c) {
    printf("\n%-16s %10s %10s %10s %10s %10s %10s %10s %10s\n", "ticks of", "map", "layer",
           "belief", "graph", "one-way", "track", "puzzle", "callback");
    for (uint32_t a = 0; a < wend_algo_count() && a < SIM_ALGOS_MAX; a++) {
        const uint64_t *t = c->algo_ticks[a];
        printf("%-16s %10" PRIu64 " %10" PRIu64 " %10" PRIu64, wend_algo_get(a)->name, t[0],
               t[1] + t[2], t[3] + t[4]);
        for (uint32_t p = SIM_GRAPH; p < SIM_PLACES; p++) {
            printf(" %10" PRIu64, t[p]);
        }
        putchar('\n');
    }
}

void totals_print(const totals *t, double seconds) {
    const sim_counts *c = &t->counts;
    print_calls(c);
    print_algos(c);
    printf("\nworlds %" PRIu64 ", steps %" PRIu64 ", agent ticks %" PRIu64 ", fleet frames %" PRIu64
           ", finder queries %" PRIu64 "\n",
           c->worlds, c->steps, c->ticks, c->frames, c->queries);
    printf("this run: %.0f s", seconds);
    double pace = totals_pace(t, 1);
    if (pace > 0) {
        printf(", median %.2f ns per unit of work", pace);
    }
    putchar('\n');
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* One number per line, in the order of sim_counts, after a line with their number. */
uint64_t totals_load(totals *t, const char *path, uint64_t from) {
    FILE *file = fopen(path, "r");
    uint64_t next = from, count = 0, *to = (uint64_t *)(void *)t;
    if (!file) {
        return from;
    }
    bool is_ours = fscanf(file, "simulate %" SCNu64 " %" SCNu64, &count, &next) == 2 &&
                   count == sizeof *t / sizeof *to;
    for (uint64_t i = 0; is_ours && i < count; i++) {
        is_ours = fscanf(file, "%" SCNu64, &to[i]) == 1;
    }
    fclose(file);
    if (!is_ours) {
        fprintf(stderr, "simulate: %s: written by another version; sums begin at 0\n", path);
        memset(t, 0, sizeof *t);
    }
    return next;
}

/* Writes another file and renames it, so that an interrupted run keeps the last sums intact. */
bool totals_save(const totals *t, const char *path, uint64_t next) {
    char fresh[4096];
    int length = snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = length < (int)sizeof fresh ? fopen(fresh, "w") : NULL;
    const uint64_t *from = (const uint64_t *)(const void *)t;
    if (!file) {
        return false;
    }
    fprintf(file, "simulate %zu %" PRIu64 "\n", sizeof *t / sizeof *from, next);
    for (size_t i = 0; i < sizeof *t / sizeof *from; i++) {
        fprintf(file, "%" PRIu64 "\n", from[i]);
    }
    return fclose(file) == 0 && rename(fresh, path) == 0;
}
