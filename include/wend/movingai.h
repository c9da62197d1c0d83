/* wend/movingai.h - the files of the MovingAI benchmarks: maps, and lists of problems. */
#ifndef WEND_MOVINGAI_H
#define WEND_MOVINGAI_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Maps: .map ------------------------------------------------------------------------------ */

/* Creates a map from the text of a file, or from the file itself. Both say the size; the fields
 * `cells` and `bytes` must be NULL. The memory limit also counts the file, and 1 byte per cell,
 * until the map is created.
 *
 * Errors of wend_map_create, and WEND_ERROR_FORMAT for a text that is no map, WEND_ERROR_IO for a
 * file that cannot be read. On error *out is NULL, and `diagnosis` (may be NULL) names the line or
 * the field. */
WEND_API wend_error wend_map_parse(const wend_map_def *def, const char *text, size_t size,
                                   wend_map **out, wend_diagnosis *diagnosis);
WEND_API wend_error wend_map_load(const wend_map_def *def, const char *path, wend_map **out,
                                  wend_diagnosis *diagnosis);

/* ---- Scenarios: .scen, problems with their optimal lengths ----------------------------------- */

typedef struct wend_problem {
    uint32_t line;     /* of the file, 1-based */
    uint32_t bucket;   /* length / 4 */
    uint32_t map_name; /* index into wend_scenario.map_names */
    uint32_t width;    /* of the map that the line was made for */
    uint32_t height;   /* likewise */
    uint32_t start_x;  /* a cell inside the map */
    uint32_t start_y;
    uint32_t goal_x;
    uint32_t goal_y;
    double optimal;   /* the length stated by the file */
    double tolerance; /* half a unit of its last printed digit, and a little */
} wend_problem;

typedef struct wend_scenario {
    wend_problem *problems;
    uint32_t count;
    char **map_names; /* the file names of the maps, without folders */
    uint32_t map_count;
} wend_scenario;

/* Fills `out`, which wend_scenario_clear empties again; memory from malloc. The version line is
 * optional. On an error `out` is empty and `diagnosis` (which may be null) names the line. */
WEND_API wend_error wend_scenario_load(const char *path, wend_scenario *out,
                                       wend_diagnosis *diagnosis);
WEND_API wend_error wend_scenario_parse(const char *text, size_t size, wend_scenario *out,
                                        wend_diagnosis *diagnosis);
WEND_API void wend_scenario_clear(wend_scenario *scenario);

#ifdef __cplusplus
}
#endif

#endif
