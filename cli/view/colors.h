/* cli/view/colors.h - what a spot of a picture shows, and its colour in both themes. */
#ifndef CLI_COLORS_H
#define CLI_COLORS_H

#include <stdint.h>

/* What a spot of a picture shows. */
typedef enum paint {
    PAINT_PAGE, /* round the pictures */
    PAINT_INK,  /* letters */
    PAINT_FAINT_INK,
    PAINT_WALL,
    PAINT_GROUND,
    PAINT_FOG,      /* unknown, and free in truth */
    PAINT_FOG_WALL, /* unknown, and blocked in truth */
    PAINT_CLOSED,
    PAINT_OPEN,
    PAINT_TRAIL,
    PAINT_PATH,
    PAINT_AGENT,
    PAINT_START,
    PAINT_GOAL,
    PAINT_HALO, /* round the agent and the goal */
    PAINT_HEAT  /* the coldest of HEAT_LEVELS */
} paint;

#define HEAT_LEVELS 24
#define PAINT_COUNT (PAINT_HEAT + HEAT_LEVELS)

typedef enum theme { THEME_LIGHT, THEME_DARK } theme;

struct rgb {
    uint8_t red, green, blue;
};
struct rgb paint_color(paint p, theme t);

/* The level of heat for a number of expansions, of which `hottest` is the greatest. */
uint32_t heat_level(uint32_t count, uint32_t hottest);

#endif
