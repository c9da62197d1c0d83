/* wend/scenario.h - MovingAI .scen files: lists of problems with their optimal lengths. */
#ifndef WEND_SCENARIO_H
#define WEND_SCENARIO_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

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
