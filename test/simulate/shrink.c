/* simulate/shrink.c - shortens a failing script and prints it as a C test. */
#define _POSIX_C_SOURCE 200809L
#include "simulate/world.h"

#include "support/test.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct shrinking {
    world *world; /* runs candidates */
    const world_end *end;
    world_options options;
    sim_script best;
    time_t until;
} shrinking;

/* Whether a candidate fails in the same way; if so, it becomes the best so far. */
static bool try_script(shrinking *k, const sim_script *candidate) {
    if (time(NULL) >= k->until) {
        return false;
    }
    k->world->script = *candidate;
    world_end end = world_run(k->world, &k->options);
    bool is_same = end.is_broken && strcmp(end.name, k->end->name) == 0;
    if (is_same) {
        k->best = *candidate;
    }
    return is_same;
}

/* Removes sequences of steps, long ones first. The first step creates the map and stays. */
static bool remove_steps(shrinking *k) {
    static sim_script candidate;
    bool is_shorter = false;
    for (uint32_t length = k->best.count / 2; length > 0; length /= 2) {
        for (uint32_t first = 1; first + length <= k->best.count;) {
            candidate = k->best;
            candidate.count -= length;
            memmove(&candidate.steps[first], &candidate.steps[first + length],
                    (candidate.count - first) * sizeof *candidate.steps);
            if (try_script(k, &candidate)) {
                is_shorter = true;
            } else {
                first += length;
            }
        }
    }
    return is_shorter;
}

/* Reduces arguments: 0, half, one less. */
static bool lower_arguments(shrinking *k) {
    static sim_script candidate;
    bool is_simpler = false;
    for (uint32_t i = 1; i < k->best.count; i++) {
        for (uint32_t a = 0; a < SIM_ARGUMENTS; a++) {
            uint32_t value = k->best.steps[i].arg[a];
            const uint32_t smaller[] = {0, value / 2, value - 1};
            for (uint32_t n = 0; value > 0 && n < COUNT_OF(smaller); n++) {
                candidate = k->best;
                candidate.steps[i].arg[a] = smaller[n];
                if (smaller[n] < value && try_script(k, &candidate)) {
                    is_simpler = true;
                    break;
                }
            }
        }
    }
    return is_simpler;
}

/* Keeps only the upper left part of the map. */
static bool crop_map(shrinking *k, uint32_t width, uint32_t height) {
    static sim_script candidate;
    uint32_t old = k->best.steps[0].arg[1];
    candidate = k->best;
    candidate.steps[0].arg[1] = width;
    candidate.steps[0].arg[2] = height;
    for (uint32_t i = 0; i < width * height; i++) {
        candidate.cells[i] = k->best.cells[i / width * old + i % width];
        candidate.factors[i] = k->best.factors[i / width * old + i % width];
    }
    return width > 0 && height > 0 && try_script(k, &candidate);
}

static bool crop(shrinking *k) {
    bool is_smaller = false;
    uint32_t *arg = k->best.steps[0].arg;
    while (crop_map(k, arg[1] / 2, arg[2]) || crop_map(k, arg[1], arg[2] / 2) ||
           crop_map(k, arg[1] - 1, arg[2]) || crop_map(k, arg[1], arg[2] - 1)) {
        is_smaller = true;
    }
    return is_smaller;
}

/* Frees sequences of cells, long ones first. */
static bool free_cells(shrinking *k) {
    static sim_script candidate;
    bool is_simpler = false;
    uint32_t cells = k->best.steps[0].arg[1] * k->best.steps[0].arg[2];
    for (uint32_t length = cells; length > 0; length /= 2) {
        for (uint32_t first = 0; first + length <= cells; first += length) {
            candidate = k->best;
            memset(candidate.cells + first, '.', length);
            bool is_other = memcmp(candidate.cells, k->best.cells, cells) != 0;
            is_simpler |= is_other && try_script(k, &candidate);
        }
    }
    return is_simpler;
}

void world_shrink(world *w, const world_end *end, const world_options *options, uint32_t seconds) {
    static shrinking k;
    k = (shrinking){.world = w, .end = end, .options = *options, .best = w->script};
    k.until = time(NULL) + seconds;
    k.options.draws = 0;
    k.options.seconds = 5;
    bool is_simpler = true;
    while (is_simpler) {
        is_simpler = remove_steps(&k);
        if (k.best.has_cells) {
            is_simpler |= crop(&k);
            is_simpler |= free_cells(&k);
        }
        is_simpler |= lower_arguments(&k);
    }
    w->script = k.best;
}

/* ---- Printing -------------------------------------------------------------------------------- */

void world_print(world *w, const world_end *end, const world_options *options, FILE *out) {
    unsigned long long seed = w->script.seed;
    world_options printing = *options;
    printing.draws = 0;
    printing.is_timed = false;
    printing.is_replayed = options->is_replayed && end->is_broken;
    printing.print = out;
    fprintf(out, "/* Printed by the simulator: seed %llu, %s. */\n", seed,
            end->is_broken ? end->name : "which passes");
    fprintf(out, "#include \"simulate/printed.h\"\n\nstatic void seed_%llu(void **state) {\n",
            seed);
    fprintf(out, "    (void)state;\n");
    world_run(w, &printing);
    fprintf(out, "}\n\nint main(void) {\n    const struct CMUnitTest tests[] = {\n");
    fprintf(out, "        cmocka_unit_test(seed_%llu),\n    };\n", seed);
    fprintf(out, "    return cmocka_run_group_tests(tests, NULL, NULL);\n}\n");
    fflush(out);
}
