#include "lab/preset_parts.h"

#include "common/bytes.h"
#include "common/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIGURATIONS_MAX 4096u

/* ---- Keys ------------------------------------------------------------------------------------ */

typedef enum key_kind {
    KEY_LIST,   /* an option that takes a list itself; read_settings combines its values */
    KEY_VALUE,  /* one value; a list makes several entries */
    KEY_BUDGET, /* the same, but labels do not contain it */
    KEY_SWITCH  /* the same, true or false */
} key_kind;

/* The options of an entry. For a fleet, all except `algo` and `seed` are in `fleet`. */
struct entry_options {
    agent_options agent;
    fleet_options fleet;
};

static const struct agent_key {
    const char *name; /* of the key; "--name" is the option */
    size_t offset;    /* in entry_options */
    key_kind kind;
} agent_keys[] = {
    {"algo", offsetof(struct entry_options, agent.algo), KEY_VALUE},
    {"expansions", offsetof(struct entry_options, agent.expansions), KEY_LIST},
    {"time-us", offsetof(struct entry_options, agent.time_us), KEY_LIST},
    {"weight", offsetof(struct entry_options, agent.weight), KEY_LIST},
    {"depth", offsetof(struct entry_options, agent.depth), KEY_LIST},
    {"queue", offsetof(struct entry_options, agent.queue), KEY_LIST},
    {"level", offsetof(struct entry_options, agent.level), KEY_LIST},
    {"gamma", offsetof(struct entry_options, agent.gamma), KEY_LIST},
    {"r", offsetof(struct entry_options, agent.r), KEY_VALUE},
    {"c", offsetof(struct entry_options, agent.c), KEY_VALUE},
    {"moves", offsetof(struct entry_options, agent.moves), KEY_VALUE},
    {"terrain", offsetof(struct entry_options, agent.terrain), KEY_VALUE},
    {"sight", offsetof(struct entry_options, agent.sight), KEY_VALUE},
    {"line-of-sight", offsetof(struct entry_options, agent.line_of_sight), KEY_SWITCH},
    {"trials", offsetof(struct entry_options, agent.trials), KEY_VALUE},
    {"commit", offsetof(struct entry_options, agent.commit), KEY_SWITCH},
    {"no-commit", offsetof(struct entry_options, agent.no_commit), KEY_SWITCH},
    {"shortcut", offsetof(struct entry_options, agent.shortcut), KEY_SWITCH},
    {"reopen", offsetof(struct entry_options, agent.reopen), KEY_SWITCH},
    {"as-published", offsetof(struct entry_options, agent.as_published), KEY_SWITCH},
    {"seed", offsetof(struct entry_options, agent.seed), KEY_VALUE},
    {"memory-mb", offsetof(struct entry_options, agent.memory_mb), KEY_VALUE},
    {"max-ticks", offsetof(struct entry_options, agent.max_ticks), KEY_VALUE},
    {"waiting", offsetof(struct entry_options, fleet.waiting), KEY_VALUE},
    {"frame-work", offsetof(struct entry_options, fleet.frame_work), KEY_BUDGET},
    {"frame-us", offsetof(struct entry_options, fleet.frame_us), KEY_BUDGET},
    {"max-frames", offsetof(struct entry_options, fleet.max_frames), KEY_VALUE},
};
#define AGENT_KEYS (sizeof agent_keys / sizeof *agent_keys)

/* An entry of `algorithms`. */
struct entry {
    struct tree *map;
    const struct tree *values[AGENT_KEYS]; /* NULL: not given */
    const char *label;
    uint64_t sets;
    uint64_t action_us;
    struct preset *preset;
};

/* Advances to the next combination of the values that are not KEY_LIST. */
static uint64_t combinations_of(const struct entry *entry) {
    uint64_t count = 1;
    for (uint32_t k = 0; k < AGENT_KEYS; k++) {
        bool expands = agent_keys[k].kind != KEY_LIST && entry->values[k];
        count *= expands ? tree_length(entry->values[k]) : 1;
    }
    return count;
}

static char *join(const struct tree *value, struct preset_memory *memory, int *code) {
    struct bytes text = {0};
    for (uint32_t i = 0; !*code && i < tree_length(value); i++) {
        const char *item = "";
        *code = tree_item(value, i, &item);
        bytes_print(&text, "%s%s", i ? "," : "", item);
    }
    if (tree_length(value) > LIST_MAX) {
        *code = fail_at(value, "at most %d values", LIST_MAX);
    }
    bytes_add_byte(&text, 0);
    char *copy = preset_copy(memory, text.failed ? "" : (const char *)text.data, text.count - 1);
    bytes_clear(&text);
    return copy;
}

double configuration_level(const struct configuration *c) {
    return algo_reads(c->setting.algo, WEND_PARAMETER_SUBGOALS) ? c->table_level : c->setting.level;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* One combination of an entry: the item of each key that expands. */
struct choice {
    uint32_t items[AGENT_KEYS];
};

static void add_word(struct bytes *text, const char *word) {
    bytes_print(text, "%s%s", text->count ? " " : "", word);
}

/* Returns the chosen value of a key; NULL if it is not given or a switch that is off. */
static const char *chosen(const struct entry *entry, const struct choice *choice, uint32_t k) {
    const char *text = NULL;
    if (entry->values[k] && agent_keys[k].kind != KEY_LIST) {
        tree_item(entry->values[k], choice->items[k], &text);
    }
    bool is_off = agent_keys[k].kind == KEY_SWITCH && text &&
                  (strcmp(text, "false") == 0 || strcmp(text, "no") == 0);
    return is_off ? NULL : text;
}

static const char *finish_text(struct bytes *text, struct preset_memory *memory) {
    const char *copy = preset_copy(memory, text->failed || !text->count ? "" : (char *)text->data,
                                   text->failed ? 0 : text->count);
    bytes_clear(text);
    return copy;
}

/* Makes the label: the given label or the algorithm, and the keys with several values. Without a
 * given label, switches are always included. */
static const char *label_of(const struct entry *entry, const struct choice *choice,
                            const char *algo) {
    struct bytes text = {0};
    add_word(&text, entry->label ? entry->label : algo);
    for (uint32_t k = 1; k < AGENT_KEYS; k++) {
        const char *value = chosen(entry, choice, k);
        bool is_switch = agent_keys[k].kind == KEY_SWITCH;
        bool is_named = value && agent_keys[k].kind != KEY_BUDGET &&
                        (tree_length(entry->values[k]) > 1 || (is_switch && !entry->label));
        if (is_named && is_switch) {
            add_word(&text, agent_keys[k].name);
        } else if (is_named) {
            bytes_print(&text, " %s=%s", agent_keys[k].name, value);
        }
    }
    return finish_text(&text, entry->preset->memory);
}

static void add_number(struct bytes *text, const char *option, double value, bool is_read) {
    if (is_read && !isnan(value)) {
        bytes_print(text, " --%s %.10g", option, value);
    }
}

static void add_agent_options(struct bytes *text, const struct configuration *c) {
    const struct setting *s = &c->setting;
    bytes_print(text, "--algo %s", s->algo);
    if (s->time_ns) {
        bytes_print(text, " --time-us %llu", (unsigned long long)(s->time_ns / 1000));
    } else {
        bytes_print(text, " --expansions %u", s->budget);
    }
    add_number(text, "weight", s->weight, algo_reads(s->algo, WEND_PARAMETER_WEIGHT_PERMILLE));
    add_number(text, "depth", s->depth, true);
    add_number(text, "queue", s->queue, true);
    add_number(text, "level", configuration_level(c), true);
    add_number(text, "gamma", s->gamma, true);
}

/* Makes the options as on the command line, with one value each. */
static const char *options_of(const struct entry *entry, const struct choice *choice,
                              const struct configuration *c) {
    struct bytes text = {0};
    if (is_fleet(c)) {
        bytes_print(&text, "--fleet"); /* the problem has the number of units */
    } else {
        add_agent_options(&text, c);
    }
    for (uint32_t k = 1; k < AGENT_KEYS; k++) {
        const char *value = chosen(entry, choice, k);
        if (value && agent_keys[k].kind == KEY_SWITCH) {
            bytes_print(&text, " --%s", agent_keys[k].name);
        } else if (value) {
            bytes_print(&text, " --%s %s", agent_keys[k].name, value);
        }
    }
    return finish_text(&text, entry->preset->memory);
}

/* ---- Configurations -------------------------------------------------------------------------- */

/* Each map of a set has one table of subgoals, for one level. */
static int check_level(const struct entry *entry, const struct configuration *c,
                       const struct preset *preset) {
    for (uint32_t i = 0; i < preset->configuration_count; i++) {
        const struct configuration *other = &preset->configurations[i];
        if (algo_reads(other->setting.algo, WEND_PARAMETER_SUBGOALS) && (other->sets & c->sets) &&
            other->table_level != c->table_level) {
            return fail_at(entry->map,
                           "level %u, but level %u on line %u: a problem set can only have "
                           "tables of one level",
                           c->table_level, other->table_level, other->line);
        }
    }
    return 0;
}

/* Returns the sets of an entry that are for fleets, or those for agents. */
static uint64_t fitting_sets(const struct entry *entry, bool of_fleets) {
    uint64_t sets = 0;
    for (uint32_t s = 0; s < entry->preset->set_count; s++) {
        sets |= (uint64_t)((entry->preset->sets[s].units != 0) == of_fleets) << s;
    }
    return entry->sets & sets;
}

/* `fleet` is NULL for an agent. */
static int add_configuration(const struct entry *entry, const struct choice *choice,
                             const struct setting *setting, const struct fleet_setting *fleet,
                             uint32_t table_level) {
    struct preset *out = entry->preset;
    if (out->configuration_count == CONFIGURATIONS_MAX) {
        return fail_at(entry->map, "more than %u agents", CONFIGURATIONS_MAX);
    }
    struct configuration *c = &out->configurations[out->configuration_count];
    int code = 0;
    *c = (struct configuration){.setting = *setting,
                                .table_level = table_level,
                                .sets = fitting_sets(entry, fleet != NULL),
                                .line = entry->map->line};
    c->fleet = fleet ? *fleet : c->fleet;
    if (!c->sets) {
        return fail_at(entry->map, fleet ? "a fleet needs a problem set with 'fleets'"
                                         : "an agent needs a problem set without 'fleets'");
    }
    c->setting.action_ns = entry->action_us * 1000;
    c->label = label_of(entry, choice, setting->algo);
    c->options = options_of(entry, choice, c);
    for (uint32_t i = 0; i < out->configuration_count; i++) {
        const struct configuration *other = &out->configurations[i];
        if (strcmp(other->options, c->options) == 0 && (other->sets & c->sets) &&
            strcmp(other->label, c->label) == 0) {
            return fail_at(entry->map, "duplicate agent '%s' with %s, first on line %u", c->label,
                           c->options, other->line);
        }
    }
    if (algo_reads(setting->algo, WEND_PARAMETER_SUBGOALS)) {
        code = check_level(entry, c, out);
    }
    out->configuration_count++;
    out->timed = out->timed || setting->time_ns || entry->action_us;
    return code;
}

/* Sets an option from the value of a key. */
static int set_option(const struct entry *entry, const struct choice *choice, uint32_t k,
                      struct entry_options *options) {
    const struct tree *value = entry->values[k];
    char *at = (char *)options + agent_keys[k].offset;
    int code = 0;
    if (agent_keys[k].kind == KEY_SWITCH) {
        bool on = false;
        code =
            read_tree_bool(value->kind == TREE_LIST ? &value->items[choice->items[k]] : value, &on);
        int number = on;
        memcpy(at, &number, sizeof number);
        return code;
    }
    char *text = NULL;
    if (agent_keys[k].kind == KEY_LIST) {
        text = join(value, entry->preset->memory, &code);
    } else {
        const char *item = NULL;
        code = tree_item(value, choice->items[k], &item);
        text = (char *)item;
        if (!code && strchr(item, ',')) {
            code = fail_at(value, "'%s': expected one value, or a list in brackets", item);
        }
    }
    memcpy(at, &text, sizeof text);
    return code;
}

static int add_fleet(const struct entry *entry, const struct choice *choice,
                     struct entry_options *options) {
    struct fleet_setting fleet = {0};
    bool asked = false;
    options->agent.algo = NULL;
    options->fleet.units = (char *)"1"; /* the problem has the number of units */
    if (!options->fleet.frame_work && !options->fleet.frame_us) {
        return fail_at(entry->map, "'frame-work' or 'frame-us' is missing");
    }
    set_message_place(entry->map->path, entry->map->line);
    int code = read_fleet(&options->fleet, &options->agent, &asked, &fleet);
    set_message_place(NULL, 0);
    struct setting setting = {.algo = "fleet",
                              .time_ns = fleet.frame_ns,
                              .max_ticks = fleet.max_frames,
                              .trials = 1,
                              .r = NAN,
                              .weight = NAN,
                              .depth = NAN,
                              .queue = NAN,
                              .level = NAN,
                              .gamma = NAN};
    return code ? code : add_configuration(entry, choice, &setting, &fleet, 0);
}

static int add_agents(const struct entry *entry, const struct choice *choice,
                      const struct entry_options *options, struct settings *settings) {
    struct fleet_setting fleet;
    bool asked = false;
    if (!options->agent.expansions && !options->agent.time_us) {
        return fail_at(entry->map, "'expansions' or 'time-us' is missing");
    }
    set_message_place(entry->map->path, entry->map->line);
    int code =
        read_fleet(&options->fleet, &options->agent, &asked, &fleet); /* refuses keys of fleets */
    if (!code) {
        code = read_settings(&options->agent, NULL, "100", settings);
    }
    set_message_place(NULL, 0);
    for (uint32_t i = 0; !code && i < settings->count; i++) {
        code = add_configuration(entry, choice, &settings->items[i], NULL, settings->table_level);
    }
    return code;
}

/* Adds all settings of one combination of an entry. */
static int add_combination(const struct entry *entry, uint64_t index, struct settings *settings) {
    struct entry_options options = {.agent = {.draws = true}};
    struct choice choice = {0};
    int code = 0;
    for (uint32_t k = 0; !code && k < AGENT_KEYS; k++) {
        if (!entry->values[k]) {
            continue;
        }
        if (agent_keys[k].kind != KEY_LIST) {
            choice.items[k] = (uint32_t)(index % tree_length(entry->values[k]));
            index /= tree_length(entry->values[k]);
        }
        code = set_option(entry, &choice, k, &options);
    }
    bool of_fleet = !code && strcmp(options.agent.algo, "fleet") == 0;
    return code       ? code
           : of_fleet ? add_fleet(entry, &choice, &options)
                      : add_agents(entry, &choice, &options, settings);
}

/* ---- Entries --------------------------------------------------------------------------------- */

/* Reads `on` as a bit set. The name of an entry selects all its sets. */
static int read_on(struct tree *map, const struct preset *preset, uint64_t *out) {
    const struct tree *value = tree_find(map, "on");
    *out = preset->set_count == 64 ? UINT64_MAX : (UINT64_C(1) << preset->set_count) - 1;
    if (!value) {
        return 0;
    }
    struct texts names;
    int code = read_texts(value, &names);
    *out = 0;
    for (uint32_t n = 0; !code && n < names.count; n++) {
        uint64_t found = 0;
        size_t length = strlen(names.items[n]);
        for (uint32_t s = 0; s < preset->set_count; s++) {
            const char *name = preset->sets[s].name;
            bool matches = strncmp(name, names.items[n], length) == 0 &&
                           length >= strlen(preset->sets[s].entry) &&
                           (!name[length] || name[length] == ' ');
            found |= matches ? UINT64_C(1) << s : 0;
        }
        *out |= found;
        if (!found) {
            code = fail_at(value, "on: unknown problem set '%s'", names.items[n]);
        }
    }
    return code;
}

/* Applies `quick`. Sets `*keep` to false if it leaves the entry out. */
static int read_quick_options(struct tree *map, bool quick, struct entry *entry, bool *keep) {
    struct tree *change = tree_find(map, "quick");
    *keep = true;
    if (!change) {
        return 0;
    }
    if (change->kind == TREE_TEXT) {
        bool run = true;
        int code = read_tree_bool(change, &run);
        *keep = run || !quick;
        return code;
    }
    int code = tree_need(change, TREE_MAP);
    for (uint32_t k = 1; !code && k < AGENT_KEYS; k++) {
        const struct tree *value = tree_find(change, agent_keys[k].name);
        entry->values[k] = quick && value ? value : entry->values[k];
    }
    return code ? code : tree_check_keys(change);
}

static int read_entry(struct tree *map, bool quick, struct settings *settings,
                      struct preset *preset) {
    struct entry entry = {.map = map, .preset = preset};
    bool keep = true;
    int code = tree_need(map, TREE_MAP);
    for (uint32_t k = 0; !code && k < AGENT_KEYS; k++) {
        entry.values[k] = tree_find(map, agent_keys[k].name);
    }
    if (!code && !entry.values[0]) {
        code = fail_at(map, "'algo' is missing");
    }
    if (!code) {
        code = tree_text(map, "label", &entry.label);
    }
    if (!code && entry.label && tree_length(entry.values[0]) > 1) {
        code = fail_at(map, "'label' can only be used with one 'algo'");
    }
    if (!code) {
        code = tree_count(map, "action-us", 1, 3600000000u, &entry.action_us);
    }
    if (!code) {
        code = read_on(map, preset, &entry.sets);
    }
    if (!code) {
        code = read_quick_options(map, quick, &entry, &keep);
    }
    if (!code) {
        code = tree_check_keys(map);
    }
    uint64_t count = code || !keep ? 0 : combinations_of(&entry);
    for (uint64_t i = 0; !code && i < count; i++) {
        code = add_combination(&entry, i, settings);
    }
    return code;
}

int read_configurations(struct tree *list, bool quick, struct preset *out) {
    out->configurations =
        preset_alloc(out->memory, CONFIGURATIONS_MAX * sizeof *out->configurations);
    struct settings *settings = preset_alloc(out->memory, sizeof *settings);
    int code = list->count ? 0 : fail_at(list, "'algorithms' is empty");
    for (uint32_t i = 0; !code && i < list->count; i++) {
        code = read_entry(&list->items[i], quick, settings, out);
    }
    if (!code && !out->configuration_count) {
        code = fail_at(list, "'quick' leaves no algorithms");
    }
    return code;
}
