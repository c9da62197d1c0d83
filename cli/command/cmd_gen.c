/* wend gen: generates a map. */
#include "command/commands.h"

#include "common/bytes.h"
#include "common/messages.h"
#include "common/road_network.h"
#include "options/options.h"
#include "options/rules.h"

#include <stdlib.h>
#include <string.h>

#define SIDE_DEFAULT 512

typedef struct gen_options {
    char *size, *seed, *scale, *density, *output;
} gen_options;

static int read_kind(const char *text, wend_gen_kind *out) {
    static const char *const names[] = {"rooms", "maze", "caves", "random"};
    for (uint32_t i = 0; i < 4; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = (wend_gen_kind)i;
            return 0;
        }
    }
    const char *nearest = nearest_name(text, names, 4);
    return nearest
               ? fail_usage("unknown kind of map '%s', did you mean '%s'?", text, nearest)
               : fail_usage("unknown kind of map '%s', expected rooms, maze, caves, random or road",
                            text);
}

/* "WxH" or "N" for a square. */
static int read_size(const char *text, wend_gen_def *def) {
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    char *times = strchr(copy, 'x');
    if (times) {
        *times++ = 0;
    }
    char *ends[2] = {NULL, NULL};
    unsigned long width = strtoul(copy, &ends[0], 10);
    unsigned long height = times ? strtoul(times, &ends[1], 10) : width;
    if (ends[0] == copy || *ends[0] || (times && (ends[1] == times || *ends[1])) || width < 1 ||
        height < 1 || width > WEND_MAP_SIDE_MAX || height > WEND_MAP_SIDE_MAX) {
        return fail_usage("--size: invalid value '%s', expected WxH or N, with sides from 1 to %u",
                          text, WEND_MAP_SIDE_MAX);
    }
    def->width = (uint32_t)width;
    def->height = (uint32_t)height;
    return 0;
}

static int read_def(const gen_options *options, wend_gen_def *def) {
    uint64_t value = 0;
    int code = options->size ? read_size(options->size, def) : 0;
    if (!code && options->seed) {
        code = read_u64(options->seed, "--seed", 1, UINT64_MAX, &def->seed);
    }
    if (!code && options->scale) {
        code = read_u64(options->scale, "--scale", 1, 1024, &value);
        def->scale = (uint32_t)value;
    }
    if (!code && options->density) {
        code = read_u64(options->density, "--density", 0, 100, &value);
        def->density = value ? (uint32_t)value : WEND_GEN_DENSITY_NONE;
    }
    return code;
}

static int write_map(const wend_gen_def *def, const char *cells, const char *path) {
    struct bytes map = {0};
    bytes_print(&map, "type octile\nheight %u\nwidth %u\nmap\n", def->height, def->width);
    for (uint32_t y = 0; y < def->height; y++) {
        bytes_add(&map, cells + (size_t)y * def->width, def->width);
        bytes_add_byte(&map, '\n');
    }
    if (path) {
        return bytes_write_file(&map, path);
    }
    fwrite(map.data, 1, map.count, stdout);
    int code = map.failed ? fail_machine("out of memory for the map") : 0;
    bytes_clear(&map);
    return code;
}

static int check_kind(const gen_options *options, const char *kind) {
    bool is_road = strcmp(kind, "road") == 0;
    bool has_density = strcmp(kind, "random") == 0 || strcmp(kind, "caves") == 0;
    const struct rule rules[] = {
        {options->scale, "--scale", !is_road, "not used with road"},
        {options->density, "--density", has_density, "only used with random and caves"}};
    return CHECK_RULES(rules);
}

static int generate_road(const gen_options *options) {
    wend_gen_def def = {.width = SIDE_DEFAULT, .height = SIDE_DEFAULT, .seed = 1};
    int code = read_def(options, &def);
    if (!code && !options->output) {
        code = fail_usage("missing --output: a road network is written to OUTPUT.gr and OUTPUT.co");
    }
    return code ? code : write_road(options->output, def.width, def.height, def.seed);
}

static int generate_map(wend_gen_kind kind, const gen_options *options) {
    wend_gen_def def = {.kind = kind, .width = SIDE_DEFAULT, .height = SIDE_DEFAULT};
    int code = read_def(options, &def);
    if (code) {
        return code;
    }
    char *cells = malloc((size_t)def.width * def.height);
    if (!cells || wend_gen(&def, cells) != WEND_OK) {
        code = fail_machine("out of memory for a map of %u x %u", def.width, def.height);
    } else {
        code = write_map(&def, cells, options->output);
    }
    free(cells);
    return code;
}

static int generate(const char *kind_name, const gen_options *options) {
    bool is_road = strcmp(kind_name, "road") == 0;
    wend_gen_kind kind = WEND_GEN_CAVES;
    int code = is_road ? 0 : read_kind(kind_name, &kind);
    if (!code) {
        code = check_kind(options, kind_name);
    }
    return code ? code : is_road ? generate_road(options) : generate_map(kind, options);
}

int cmd_gen(int argc, const char **argv) {
    gen_options options = {0};
    const struct poptOption table[] = {
        {"size", 's', POPT_ARG_STRING, &options.size, 0,
         "size in cells, up to 8192x8192 (default 512x512)", "WxH"},
        {"seed", 0, POPT_ARG_STRING, &options.seed, 0,
         "seed; equal seeds give equal maps (default 1)", "N"},
        {"scale", 0, POPT_ARG_STRING, &options.scale, 0,
         "width of rooms (default 16), of a maze's corridors (1), of a cave's grains (4), of "
         "random squares (1)",
         "N"},
        {"density", 0, POPT_ARG_STRING, &options.density, 0,
         "percentage of blocked cells: random (default 25), caves before smoothing (46)", "N"},
        {"output", 'o', POPT_ARG_STRING, &options.output, 0,
         "write to FILE instead of standard output", "FILE"},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(
        &context, argc, argv, table, "wend gen", "rooms|maze|caves|random|road",
        "Generates a map in the MovingAI format, or a road network in DIMACS format.");
    if (code == 0) {
        const char *kind = poptGetArg(context);
        const char *extra = poptPeekArg(context);
        code = !kind
                   ? fail_usage("missing kind of map, expected rooms, maze, caves, random or road")
               : extra ? fail_usage("unexpected argument '%s', expected one kind of map", extra)
                       : generate(kind, &options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
