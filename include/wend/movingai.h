/* wend/movingai.h - the files of the MovingAI benchmarks: maps (.map) and scenarios (.scen).
 *
 *     wend_map *map;
 *     wend_map_load(&(wend_map_def){0}, "Enigma.map", &map, &diagnosis);
 *
 *     wend_scenario scenario;
 *     wend_scenario_load("Enigma.map.scen", &scenario, &diagnosis);
 *     for (uint32_t i = 0; i < scenario.count; i++) {
 *         const wend_problem *problem = &scenario.problems[i];
 *         wend_state start = wend_map_state(map, problem->start_x, problem->start_y);
 *         ...
 *     }
 *     wend_scenario_clear(&scenario);
 *
 * Threads: these calls have no shared state. Several threads can load files at the same time. */
#ifndef WEND_MOVINGAI_H
#define WEND_MOVINGAI_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Maps: .map ------------------------------------------------------------------------------ */

/* Creates a map from the text of a map file, or from the file itself.
 *
 * def         the rules of the map. width and height are ignored: the file has the size. `cells`
 *             and `bytes` must be NULL. The memory limit also covers the file and 1 byte per cell
 *             until the map is created.
 * text, size  the text of the file, in bytes; need not end with 0
 * path        the file
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the line or the field. Errors: those of
 * wend_map_create, and
 *     WEND_ERROR_FORMAT   the text is not a map
 *     WEND_ERROR_IO       the file cannot be read */
WEND_API wend_error wend_map_parse(const wend_map_def *def, const char *text, size_t size,
                                   wend_map **out, wend_diagnosis *diagnosis);
WEND_API wend_error wend_map_load(const wend_map_def *def, const char *path, wend_map **out,
                                  wend_diagnosis *diagnosis);

/* ---- Scenarios: .scen ------------------------------------------------------------------------ */

/* A problem of a scenario, with the length of its optimal route. Coordinates are in cells and
 * inside the map. */
typedef struct wend_problem {
    uint32_t line;     /* line of the file, from 1 */
    uint32_t bucket;   /* the bucket of the file: length / 4 */
    uint32_t map_name; /* index into wend_scenario.map_names */
    uint32_t width;    /* width of the map that the problem was made for, in cells */
    uint32_t height;   /* height of that map, in cells */
    uint32_t start_x;  /* column of the start */
    uint32_t start_y;  /* row of the start */
    uint32_t goal_x;   /* column of the goal */
    uint32_t goal_y;   /* row of the goal */
    double optimal;    /* the optimal length in cells, as stated by the file */
    double tolerance;  /* the rounding error of `optimal`: 0.51 units of its last digit */
} wend_problem;

/* A list of problems. All memory is from malloc and belongs to the struct. */
typedef struct wend_scenario {
    wend_problem *problems; /* `count` problems, in the order of the file */
    uint32_t count;         /* number of problems */
    char **map_names;       /* `map_count` file names of maps, without folders */
    uint32_t map_count;     /* number of different maps */
} wend_scenario;

/* Reads a scenario from a file, or from the text of a file. Free it with wend_scenario_clear.
 *
 * The version line of the format is optional. On error *out is empty and `diagnosis` (may be NULL)
 * names the line. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL
 *     WEND_ERROR_IO         the file cannot be read
 *     WEND_ERROR_FORMAT     the text is not a scenario, or has no problem
 *     WEND_ERROR_OUTSIDE    a start or goal is outside its map
 *     WEND_ERROR_MEMORY     out of memory */
WEND_API wend_error wend_scenario_load(const char *path, wend_scenario *out,
                                       wend_diagnosis *diagnosis);
WEND_API wend_error wend_scenario_parse(const char *text, size_t size, wend_scenario *out,
                                        wend_diagnosis *diagnosis);

/* Frees the memory of a scenario and makes it empty. */
WEND_API void wend_scenario_clear(wend_scenario *scenario);

#ifdef __cplusplus
}
#endif

#endif
