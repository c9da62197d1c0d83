#include "options/fleet_options.h"

#include "common/messages.h"
#include "options/rules.h"

#include <string.h>

void fleet_table(struct poptOption *table, fleet_options *options) {
    const struct poptOption rows[FLEET_TABLE_SIZE] = {
        {"fleet", 0, POPT_ARG_STRING, &options->units, 0,
         "run N units under one budget per frame instead of agents", "N"},
        {"frame-us", 0, POPT_ARG_STRING, &options->frame_us, 0,
         "time limit of a frame in microseconds; the results then depend on the machine", "T"},
        {"frame-work", 0, POPT_ARG_STRING, &options->frame_work, 0,
         "budget of a frame in units of work (default 500000, about a millisecond)", "N"},
        {"order", 0, POPT_ARG_STRING, &options->order, 0,
         "starts and goals, by --seed: random (default), one (all units to one cell), groups "
         "(eight groups, each to one cell)",
         "KIND"},
        {"waiting", 0, POPT_ARG_STRING, &options->waiting, 0,
         "rule of units that wait for a route: greedy (default), hill or stand", "RULE"},
        {"max-frames", 0, POPT_ARG_STRING, &options->max_frames, 0,
         "stop after N frames (default 1000000)", "N"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

static const char *const orders[] = {"random", "one", "groups"};
static const char *const rules_of_waiting[] = {"greedy", "hill", "stand"};

const char *order_name(fleet_order order) {
    return orders[order];
}

const char *waiting_name(wend_wait waiting) {
    return rules_of_waiting[waiting];
}

/* One of three words. */
static int read_word(const char *text, const char *what, const char *const words[3],
                     uint32_t *out) {
    for (uint32_t i = 0; text && i < 3; i++) {
        if (strcmp(text, words[i]) == 0) {
            *out = i;
            return 0;
        }
    }
    return text ? fail_usage("%s: unknown value '%s', expected %s, %s or %s", what, text, words[0],
                             words[1], words[2])
                : 0;
}

static int check_fleet(const fleet_options *f, const agent_options *a) {
    const char *alone = "only used with --fleet", *agents = "not used with --fleet";
    bool asked = f->units != NULL;
    const struct rule rules[] = {
        {f->frame_us, "--frame-us", asked, alone},
        {f->frame_work, "--frame-work", asked, alone},
        {f->order, "--order", asked, alone},
        {f->waiting, "--waiting", asked, alone},
        {f->max_frames, "--max-frames", asked, alone},
        {f->frame_us && f->frame_work, "--frame-us and --frame-work", false, EXCLUDE_EACH_OTHER},
        {a->algo, "--algo", !asked, agents},
        {a->expansions, "--expansions", !asked, agents},
        {a->time_us, "--time-us", !asked, agents},
        {a->interval_us, "--interval-us", !asked, agents},
        {a->r, "--r", !asked, agents},
        {a->c, "--c", !asked, agents},
        {a->weight, "--weight", !asked, agents},
        {a->moves, "--moves", !asked, agents},
        {a->depth, "--depth", !asked, agents},
        {a->queue, "--queue", !asked, agents},
        {a->level, "--level", !asked, agents},
        {a->gamma, "--gamma", !asked, agents},
        {a->database, "--database", !asked, agents},
        {a->memory_mb, "--memory-mb", !asked, agents},
        {a->max_ticks, "--max-ticks", !asked, agents},
        {a->terrain, "--terrain", !asked, agents},
        {a->sight, "--sight", !asked, agents},
        {a->trials, "--trials", !asked, agents},
        {a->line_of_sight, "--line-of-sight", !asked, agents},
        {a->shortcut, "--shortcut", !asked, agents},
        {a->commit, "--commit", !asked, agents},
        {a->no_commit, "--no-commit", !asked, agents},
        {a->as_published, "--as-published", !asked, agents},
        {a->reopen, "--reopen", !asked, agents}};
    return CHECK_RULES(rules);
}

/* Reads a number if it is given; otherwise `out` is unchanged. */
static int read_given(const char *text, const char *what, uint64_t min, uint64_t max,
                      uint64_t *out) {
    return text ? read_u64(text, what, min, max, out) : 0;
}

int read_fleet(const fleet_options *options, const agent_options *agent, bool *asked,
               struct fleet_setting *out) {
    uint64_t units = 0, budget = 500000, frame_us = 0;
    uint32_t order = ORDER_RANDOM, waiting = WEND_WAIT_GREEDY;
    *out = (struct fleet_setting){.seed = 1, .max_frames = 1000000};
    *asked = options->units != NULL;
    int code = check_fleet(options, agent);
    if (code || !*asked) {
        return code;
    }
    code = read_u64(options->units, "--fleet", 1, WEND_FLEET_UNITS_MAX, &units);
    if (!code) {
        code = read_given(options->frame_us, "--frame-us", 1, 1000000, &frame_us);
    }
    if (!code) {
        code = read_given(options->frame_work, "--frame-work", 1, WEND_FLEET_WORK_MAX, &budget);
    }
    if (!code) {
        code = read_word(options->order, "--order", orders, &order);
    }
    if (!code) {
        code = read_word(options->waiting, "--waiting", rules_of_waiting, &waiting);
    }
    if (!code) {
        code = read_given(options->max_frames, "--max-frames", 1, UINT64_MAX, &out->max_frames);
    }
    if (!code) {
        code = read_given(agent->seed, "--seed", 0, UINT64_MAX, &out->seed);
    }
    out->units = (uint32_t)units;
    out->frame_ns = frame_us * 1000;
    /* A unit of work takes at least 1 ns. */
    out->budget = (uint32_t)(frame_us ? out->frame_ns : budget);
    out->order = (fleet_order)order;
    out->waiting = (wend_wait)waiting;
    return code;
}
