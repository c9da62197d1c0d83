/* simulate/sim.c - checks, printing, drawing, and what all modules share. */
#define _POSIX_C_SOURCE 200809L
#include "simulate/sim.h"

#include "support/test.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Checks and printing --------------------------------------------------------------------- */

void sim_broken(sim *s, const char *file, int line, const char *format, ...) {
    const char *name = strrchr(file, '/');
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->report->text, sizeof s->report->text, format, arguments);
    va_end(arguments);
    snprintf(s->report->where, sizeof s->report->where, "%s:%d", name ? name + 1 : file, line);
    sim_say(s, "%s /* %s */", s->report->text, s->report->where);
    s->report->is_broken = true;
    _exit(1);
}

void sim_say(sim *s, const char *format, ...) {
    if (!s->print) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    fputs("    ", s->print);
    vfprintf(s->print, format, arguments);
    fputc('\n', s->print);
    fflush(s->print);
    va_end(arguments);
}

void sim_mix(sim *s, uint64_t answer) {
    uint64_t hash = (s->report->hash ^ answer) * UINT64_C(0x100000001b3);
    s->report->hash = hash ^ hash >> 29;
}

uint64_t sim_clock(const sim *s) {
    if (!s->is_timed) {
        return 0;
    }
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* The cost of a call apart from its work: calling it, reading the clock, cold caches. */
#define FIXED_WORK 1000.0

uint32_t sim_edits_remembered(const sim *s, uint32_t place) {
    uint32_t given = s->script->steps[0].arg[5], edits = 1;
    while (edits < (given ? given : WEND_MAP_EDITS)) {
        edits *= 2;
    }
    return place == SIM_BASE ? edits : 0;
}

uint64_t sim_edits(const sim *s, uint32_t place, uint64_t *version) {
    uint64_t now = wend_map_version(s->places[place].map), edits = now - *version;
    uint32_t remembered = sim_edits_remembered(s, place);
    *version = now;
    uint64_t most = remembered ? remembered : WEND_MAP_EDITS;
    return edits < most ? edits : most;
}

void sim_pace(sim *s, const char *call, uint64_t began, uint64_t work) {
    if (!s->is_timed) {
        return;
    }
    double spent = (double)(sim_clock(s) - began);
    if (work >= 1000) {
        double index = 4 * log2(spent / (double)work + 0.01) + 32;
        uint32_t bucket = index < 0 ? 0 : (uint32_t)index;
        s->report->pace[bucket < SIM_PACE_BUCKETS ? bucket : SIM_PACE_BUCKETS - 1]++;
    }
    double pace = spent / ((double)work + FIXED_WORK);
    if (pace > s->report->slowest) {
        s->report->slowest = pace;
        s->report->slowest_step = s->report->step;
        snprintf(s->report->slowest_call, sizeof s->report->slowest_call, "%s, %.0f ns, work %.0f",
                 call, spent, (double)work);
    }
}

wend_allocator sim_allocator(sim *s, uint32_t book) {
    s->books[book].capacity = SIM_BOOK_BYTES;
    return ledger_allocator(&s->books[book]);
}

static uint64_t read_clock(void *context) {
    sim *s = context;
    s->clock_now += 100;
    uint64_t reading = s->clock_now / 100;
    switch (s->clock_kind) {
    case SIM_CLOCK_STALLS:
        return s->clock_now / 100000 * 100000;
    case SIM_CLOCK_JUMPS:
        return s->clock_now + reading / 16 * UINT64_C(10000000);
    case SIM_CLOCK_BACK:
        return s->clock_now - (reading % 8 == 0 ? 5000 : 0);
    default:
        return s->clock_now;
    }
}

wend_clock sim_world_clock(sim *s, uint32_t kind) {
    s->clock_kind = kind % SIM_CLOCKS;
    return (wend_clock){.now = read_clock, .context = s};
}

/* ---- Drawing --------------------------------------------------------------------------------- */

bool sim_exists(const sim_place *place) {
    return place->map || place->domain;
}

bool sim_is_map(const sim_place *place) {
    return place->map != NULL;
}

bool sim_is_numbered(const sim_place *place) {
    return place->map || (place->domain && wend_domain_size(place->domain) > 0);
}

uint32_t sim_draw_place(sim *s, bool (*fits)(const sim_place *place)) {
    uint32_t chosen = SIM_PLACES, count = 0;
    for (uint32_t i = 0; i < SIM_PLACES; i++) {
        bool is_fit = sim_exists(&s->places[i]) && (!fits || fits(&s->places[i]));
        if (is_fit && sim_below(s, ++count) == 0) {
            chosen = i;
        }
    }
    return chosen;
}

uint32_t sim_draw_budget(sim *s, uint32_t most) {
    static const uint32_t scales[] = {1, 1, 3, 10, 10, 60, 60, 400, 3000, 100000, UINT32_MAX};
    uint32_t scale = DICE_PICK(&s->dice, scales);
    scale = scale < most ? scale : most;
    return sim_percent(s, 10) ? scale : dice_between(&s->dice, 1, scale);
}

void sim_draw_cell(sim *s, uint32_t place, uint32_t *x, uint32_t *y) {
    const model_map *m = &s->places[place].model;
    bool is_any = sim_percent(s, 5);
    for (uint32_t tries = 0; tries < 40; tries++) {
        *x = sim_below(s, m->width);
        *y = sim_below(s, m->height);
        if (is_any || model_is_free(m, *x, *y)) {
            return;
        }
    }
}

/* ---- Places ---------------------------------------------------------------------------------- */

wend_state sim_state(const sim *s, uint32_t place, uint32_t x, uint32_t y) {
    const model_map *m = &s->places[place].model;
    bool is_inside = s->places[place].map && x < m->width && y < m->height;
    return is_inside ? y * m->width + x : WEND_STATE_NONE;
}

uint32_t sim_size(const sim *s, uint32_t place) {
    const sim_place *p = &s->places[place];
    return p->map ? model_cells(&p->model) : wend_domain_size(p->domain);
}

bool sim_can_stand(const sim *s, uint32_t place, wend_state state) {
    const sim_place *p = &s->places[place];
    if (state >= sim_size(s, place)) {
        return false;
    }
    return p->map ? p->model.is_free[state] : sim_domain_can_stand(p, place, state);
}

uint32_t sim_moves(const sim *s, uint32_t place, wend_state from, wend_state goal,
                   wend_state out[SIM_MOVES_MAX], wend_cost costs[SIM_MOVES_MAX]) {
    const sim_place *p = &s->places[place];
    if (!p->map) {
        return sim_domain_moves(p, place, from, goal, out, costs);
    }
    uint32_t count = model_moves(&p->model, from, out);
    if (count == 0 && model_way_out(&p->model, from) != WEND_STATE_NONE) {
        out[count++] = model_way_out(&p->model, from);
    }
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = model_move_cost(&p->model, from, out[i]);
    }
    return count;
}

wend_cost sim_move_cost(const sim *s, uint32_t place, wend_state from, wend_state to) {
    wend_state states[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    if (s->places[place].map) {
        return model_move_cost(&s->places[place].model, from, to);
    }
    for (uint32_t i = sim_moves(s, place, from, WEND_STATE_NONE, states, costs); i > 0; i--) {
        if (states[i - 1] == to) {
            return costs[i - 1];
        }
    }
    return 0;
}

uint64_t *sim_distances(const sim *s, uint32_t place, wend_state from, wend_state goal) {
    if (s->places[place].map) {
        return model_distances(&s->places[place].model, from);
    }
    uint32_t size = sim_size(s, place);
    uint64_t *out = test_alloc(size * sizeof *out);
    memset(out, 0xff, size * sizeof *out);
    out[from] = 0;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (wend_state at = 0; at < size; at++) {
            wend_state states[SIM_MOVES_MAX];
            wend_cost costs[SIM_MOVES_MAX];
            uint32_t count =
                out[at] == MODEL_UNREACHED ? 0 : sim_moves(s, place, at, goal, states, costs);
            for (uint32_t i = 0; i < count; i++) {
                if (out[at] + costs[i] < out[states[i]]) {
                    out[states[i]] = out[at] + costs[i];
                    is_changed = true;
                }
            }
        }
    }
    return out;
}

bool sim_reaches(const sim *s, uint32_t place, wend_state from, wend_state to) {
    if (s->places[place].map) {
        return model_reaches(&s->places[place].model, from, to);
    }
    uint64_t *distances = sim_distances(s, place, from, to);
    bool is_met = distances[to] != MODEL_UNREACHED;
    free(distances);
    return is_met;
}

uint32_t sim_reachable(const sim *s, uint32_t place, wend_state from) {
    if (s->places[place].map) {
        return model_reachable(&s->places[place].model, from);
    }
    return sim_size(s, place);
}

const char *sim_place_text(uint32_t place) {
    static const char *const texts[SIM_PLACES] = {
        "map[0]",    "map[1]",    "map[2]",    "map[3]",    "map[4]",
        "domain[5]", "domain[6]", "domain[7]", "domain[8]", "domain[9]"};
    return texts[place];
}

const char *sim_place_kind(uint32_t place) {
    static const char *const kinds[SIM_PLACES] = {"map",    "layer",   "layer",   "belief",
                                                  "belief", "graph",   "one-way", "track",
                                                  "puzzle", "callback"};
    return kinds[place];
}

/* ---- Running --------------------------------------------------------------------------------- */

const sim_module *const sim_modules[] = {&sim_fleet_module, &sim_agent_module,   &sim_finder_module,
                                         &sim_field_module, &sim_derived_module, &sim_domain_module,
                                         &sim_map_module};
const uint32_t sim_module_count = COUNT_OF(sim_modules);

static void add_step(sim_script *script, const sim_step *step) {
    script->steps[script->count++] = *step;
}

static uint32_t draw_weighted(sim *s, const uint32_t *weights, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += weights[i];
    }
    uint32_t at = sim_below(s, sum), i = 0;
    while (at >= weights[i]) {
        at -= weights[i++];
    }
    return i;
}

static bool draw_step(sim *s, const uint32_t *weights, sim_step *step) {
    uint32_t module = draw_weighted(s, weights, sim_module_count), kind_weights[64];
    const sim_module *m = sim_modules[module];
    for (uint32_t i = 0; i < m->count; i++) {
        kind_weights[i] = m->kinds[i].weight;
    }
    uint32_t kind = draw_weighted(s, kind_weights, m->count);
    *step = (sim_step){.module = (uint16_t)module, .kind = (uint16_t)kind};
    return m->kinds[kind].draw(s, step);
}

static void apply_step(sim *s, uint32_t index) {
    sim_step step = s->script->steps[index];
    s->report->step = index;
    s->report->counts.steps++;
    sim_modules[step.module]->kinds[step.kind].apply(s, &step);
}

/* Every world mixes the modules in its own proportions, and leaves a few of them out. */
static void draw_weights(sim *s, uint32_t *weights) {
    for (uint32_t i = 0; i < sim_module_count; i++) {
        uint32_t factor = sim_percent(s, 30) ? 0 : dice_between(&s->dice, 1, 5);
        bool is_focus = s->focus && strcmp(s->focus, sim_modules[i]->name) == 0;
        weights[i] = sim_modules[i]->weight * (is_focus ? 50 : factor);
    }
    weights[sim_module_count - 1] = sim_modules[sim_module_count - 1]->weight;
}

/* Before a step that allocates, its allocator may be set to fail. */
static void draw_fault(sim *s, const sim_step *step) {
    uint32_t book = sim_modules[step->module]->kinds[step->kind].book;
    if (book > 0 && sim_percent(s, 10)) {
        sim_step fault = {
            .module = (uint16_t)(sim_module_count - 1),
            .kind = SIM_MAP_FAIL,
            .slot = book - 1 + step->slot,
            .arg = {1 + sim_below(s, sim_percent(s, 70) ? 4 : 16), sim_percent(s, 30)}};
        add_step(s->script, &fault);
        apply_step(s, s->script->count - 1);
    }
}

static void draw_steps(sim *s, uint32_t draws) {
    uint32_t weights[16];
    /* The first step creates the base map. */
    sim_step first = {.module = (uint16_t)(sim_module_count - 1)};
    sim_map_module.kinds[0].draw(s, &first);
    add_step(s->script, &first);
    apply_step(s, 0);
    draw_weights(s, weights);
    for (uint32_t i = 0; i < draws && s->script->count + 1 < SIM_STEPS_MAX; i++) {
        sim_step step;
        if (draw_step(s, weights, &step)) {
            draw_fault(s, &step);
            add_step(s->script, &step);
            apply_step(s, s->script->count - 1);
        }
    }
}

void sim_run(sim *s, uint32_t draws) {
    s->report->hash = UINT64_C(1469598103934665603);
    if (draws > 0) {
        draw_steps(s, draws);
    } else {
        for (uint32_t i = 0; i < s->script->count; i++) {
            apply_step(s, i);
        }
    }
    s->report->step = s->script->count;
    for (uint32_t i = 0; i < sim_module_count && s->places[SIM_BASE].map; i++) {
        if (sim_modules[i]->finish) {
            sim_modules[i]->finish(s);
        }
    }
    for (uint32_t i = 0; i < sim_module_count; i++) {
        sim_modules[i]->destroy(s);
    }
    s->report->counts.worlds++;
    s->report->is_over = true;
}
