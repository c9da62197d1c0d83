/* Adds the agents of a plugin to a preset. */
#include "lab/preset.h"

#include "common/messages.h"
#include "lab/preset_memory.h"

#include <math.h>
#include <string.h>

/* Returns the sets of the preset that are grids. */
static uint64_t grid_sets(const struct preset *preset) {
    uint64_t sets = 0;
    for (uint32_t i = 0; i < preset->set_count; i++) {
        bool is_grid =
            preset->sets[i].source == SOURCE_SCENARIOS || preset->sets[i].source == SOURCE_MAPS;
        sets |= (uint64_t)is_grid << i;
    }
    return sets;
}

/* Returns whether a plugin's agent would be the same for both, except for the sets. */
static bool is_alike(const struct setting *a, const struct setting *b) {
    return a->budget == b->budget && a->hidden == b->hidden && a->sight == b->sight &&
           a->known_permille == b->known_permille && a->line_of_sight == b->line_of_sight &&
           a->seed == b->seed && a->max_ticks == b->max_ticks && a->action_ns == b->action_ns;
}

static void fill(struct configuration *out, const struct preset *preset, const wend_plugin *plugin,
                 const struct configuration *like) {
    const struct setting *s = &like->setting;
    char known[32] = "unknown";
    if (s->known_permille) {
        snprintf(known, sizeof known, "%g%%", s->known_permille / 10.0);
    }
    *out = *like;
    out->setting = (struct setting){.algo = plugin->name,
                                    .plugin = plugin,
                                    .budget = s->budget,
                                    .max_ticks = s->max_ticks,
                                    .action_ns = s->action_ns,
                                    .hidden = s->hidden,
                                    .known_permille = s->known_permille,
                                    .sight = s->sight,
                                    .line_of_sight = s->line_of_sight,
                                    .trials = 1,
                                    .seed = s->seed,
                                    .r = NAN,
                                    .weight = NAN,
                                    .depth = NAN,
                                    .queue = NAN,
                                    .level = NAN,
                                    .gamma = NAN};
    out->label = plugin->name;
    out->options = preset_print(preset->memory, "--algo %s --expansions %u%s%s", plugin->name,
                                s->budget, s->hidden ? " --terrain " : "", s->hidden ? known : "");
    out->table_level = 0;
}

int preset_add_plugin(struct preset *preset, const wend_plugin *plugin) {
    uint32_t count = preset->configuration_count, first = count;
    uint64_t grids = grid_sets(preset);
    struct configuration *all = preset_alloc(preset->memory, 2 * (count + 1) * sizeof *all);
    memcpy(all, preset->configurations, count * sizeof *all);
    for (uint32_t i = 0; i < first; i++) {
        const struct configuration *like = &all[i];
        if (strcmp(like->label, plugin->name) == 0) {
            return fail_usage("--plugin: '%s' is the name of an agent of %s", plugin->name,
                              preset->name);
        }
        if (like->setting.time_ns || like->setting.trials != 1 || !(like->sets & grids)) {
            continue;
        }
        uint32_t at = first;
        while (at < count && !is_alike(&all[at].setting, &like->setting)) {
            at++;
        }
        if (at == count) {
            fill(&all[count++], preset, plugin, like);
            all[at].sets = 0;
        }
        all[at].sets |= like->sets & grids;
    }
    if (count == first) {
        return fail_usage("--plugin: %s has no grids with counted ticks", preset->name);
    }
    preset->configurations = all;
    preset->configuration_count = count;
    return 0;
}
