/* wend info: describes maps and scenarios. */
#include "command/commands.h"

#include "common/messages.h"
#include "options/options.h"
#include "options/rules.h"
#include "run/precomputed.h"
#include "view/route_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counts the connected components and the cells of the largest. */
static int count_components(const wend_map *map, uint32_t *components, uint32_t *largest) {
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    size_t cells = (size_t)width * height;
    uint8_t *seen = calloc(cells, 1);
    uint32_t *stack = malloc(cells * sizeof *stack);
    if (!seen || !stack) {
        free(seen);
        free(stack);
        return fail_machine("out of memory");
    }
    *components = *largest = 0;
    for (uint32_t from = 0; from < cells; from++) {
        if (seen[from] || !wend_map_is_free(map, wend_map_x(map, from), wend_map_y(map, from))) {
            continue;
        }
        uint32_t depth = 1, size = 0;
        stack[0] = from;
        seen[from] = 1;
        while (depth > 0) {
            uint32_t cell = stack[--depth];
            uint32_t x = wend_map_x(map, cell), y = wend_map_y(map, cell);
            size++;
            /* Moves reach two cells at most, with knight's moves. */
            for (uint32_t ny = y < 2 ? 0 : y - 2; ny <= y + 2 && ny < height; ny++) {
                for (uint32_t nx = x < 2 ? 0 : x - 2; nx <= x + 2 && nx < width; nx++) {
                    uint32_t next = ny * width + nx;
                    if (!seen[next] && wend_map_move_cost(map, cell, next)) {
                        seen[next] = 1;
                        stack[depth++] = next;
                    }
                }
            }
        }
        (*components)++;
        *largest = size > *largest ? size : *largest;
    }
    free(seen);
    free(stack);
    return 0;
}

static int info_map(const char *path, const wend_map *map) {
    uint32_t components = 0, largest = 0;
    int code = count_components(map, &components, &largest);
    if (code) {
        return code;
    }
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    double cells = (double)width * height;
    uint64_t counts[256] = {0};
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            counts[(unsigned char)wend_map_cell(map, x, y)]++;
        }
    }
    print_field("map", path);
    printf("size          %u x %u\n", width, height);
    printf("free          %u cells (%.1f %%)\n", wend_map_free_count(map),
           100 * wend_map_free_count(map) / cells);
    bool is_jumped_on = wend_map_jumpable(map)
                            ? wend_map_mixed_permille(map) <= WEND_AUTO_MIXED_PERMILLE
                            : !wend_map_weighted(map);
    printf("stops         %u per 1000 sides of walls (auto is %s with commit and w = %g)\n",
           wend_map_ragged_permille(map), is_jumped_on ? "tbjps" : "tbwa",
           wend_algo_auto_weight(map, 0) / 1000.0);
    if (wend_map_weighted(map)) {
        printf("mixed         %u of 1000 free cells border on another factor\n",
               wend_map_mixed_permille(map));
    }
    printf("components    %u, the largest has %u cells\n", components, largest);
    printf("terrain      ");
    for (uint32_t c = 0; c < 256; c++) {
        if (counts[c]) {
            printf(" %c %llu", (int)c, (unsigned long long)counts[c]);
        }
    }
    printf("\nmemory        %zu bytes\n", wend_map_memory(map));
    return print_picture(map, NULL, 0, PICTURE_AUTO, 0);
}

static int info_scenario(const char *path, const wend_scenario *scenario) {
    double sum = 0, longest = 0;
    uint32_t last_bucket = 0;
    for (uint32_t i = 0; i < scenario->count; i++) {
        const wend_problem *problem = &scenario->problems[i];
        sum += problem->optimal;
        longest = fmax(longest, problem->optimal);
        last_bucket = problem->bucket > last_bucket ? problem->bucket : last_bucket;
    }
    print_field("scenario", path);
    printf("problems      %u\n", scenario->count);
    printf("maps         ");
    for (uint32_t i = 0; i < scenario->map_count; i++) {
        putchar(' ');
        print_safe(stdout, scenario->map_names[i]);
    }
    printf("\nmap size      %u x %u\n", scenario->problems[0].width, scenario->problems[0].height);
    printf("last bucket   %u\n", last_bucket);
    printf("stated length mean %.2f, longest %.2f\n", sum / scenario->count, longest);
    return 0;
}

/* One line per level. */
static int info_abstraction(const wend_map *map) {
    wend_abstraction *abstraction = NULL;
    uint64_t ns;
    int code = make_abstraction(map, &abstraction, &ns);
    if (code) {
        return code;
    }
    printf("abstraction   %u levels, %zu bytes, built in %.1f ms\n",
           wend_abstraction_levels(abstraction), wend_abstraction_memory(abstraction),
           (double)ns / 1e6);
    printf("  level   regions     edges   cells per region: mean   most\n");
    for (uint32_t level = 1; level <= wend_abstraction_levels(abstraction); level++) {
        uint32_t count = wend_abstraction_count(abstraction, level), most = 0;
        for (uint32_t r = 0; r < count; r++) {
            wend_region region;
            wend_abstraction_describe(abstraction, level, r, &region);
            most = region.cells > most ? region.cells : most;
        }
        printf("  %5u  %8u  %8u                    %8.1f  %5u\n", level, count,
               wend_abstraction_edge_count(abstraction, level),
               (double)wend_map_free_count(map) / count, most);
    }
    wend_abstraction_destroy(abstraction);
    return 0;
}

static int info_file(const char *path, map_options *options, bool abstraction) {
    if (ends_with(path, ".scen")) {
        wend_diagnosis diagnosis = {0};
        wend_scenario scenario;
        wend_error error = wend_scenario_load(path, &scenario, &diagnosis);
        if (error) {
            return report(path, error, &diagnosis);
        }
        int code = info_scenario(path, &scenario);
        wend_scenario_clear(&scenario);
        return code;
    }
    wend_map_def def;
    wend_map *map = NULL;
    int code = read_map_def(options, &def);
    if (!code) {
        code = load_map(path, &def, &map);
    }
    if (!code) {
        code = info_map(path, map);
    }
    if (!code && abstraction) {
        code = info_abstraction(map);
    }
    wend_map_destroy(map);
    return code;
}

/* Refuses options of maps if no file is a map. */
static int check_files(const map_options *options, bool abstraction, const char **files) {
    bool has_map = options->map != NULL;
    for (; files && *files; files++) {
        has_map = has_map || !ends_with(*files, ".scen");
    }
    const struct rule rules[] = {{abstraction, "--abstraction", has_map, "only used with maps"}};
    int code = CHECK_RULES(rules);
    return code ? code : check_map_options(options, has_map);
}

int cmd_info(int argc, const char **argv) {
    map_options options = {0};
    int abstraction = 0;
    struct poptOption map_rows[MAP_TABLE_SIZE];
    map_table(map_rows, &options);
    const struct poptOption table[] = {
        {"abstraction", 0, POPT_ARG_NONE, &abstraction, 0,
         "also print the levels of the clique abstraction of maps", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, map_rows, 0, "Map options:", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend info", "FILE...",
                             "Describes maps (.map) and scenarios (.scen).");
    if (code == 0) {
        code = check_files(&options, abstraction, poptGetArgs(context));
    }
    if (code == 0) {
        const char *path = options.map ? options.map : poptGetArg(context);
        code = path ? 0 : fail_usage("missing FILE");
        for (; !code && path; path = poptGetArg(context)) {
            code = info_file(path, &options, abstraction);
        }
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
