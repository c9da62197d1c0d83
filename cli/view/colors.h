/* cli/view/colors.h - the paints of pictures, and their colours in both themes. */
#ifndef CLI_COLORS_H
#define CLI_COLORS_H

#include <stdint.h>

/* The paint of a pixel or cell. */
typedef enum paint {
    PAINT_PAGE, /* around the pictures */
    PAINT_INK,  /* letters */
    PAINT_FAINT_INK,
    PAINT_WALL,
    PAINT_GROUND,
    PAINT_FOG,      /* unknown; really free */
    PAINT_FOG_WALL, /* unknown; really blocked */
    PAINT_CLOSED,
    PAINT_OPEN,
    PAINT_TRAIL,
    PAINT_PATH,
    PAINT_AGENT,
    PAINT_START,
    PAINT_GOAL,
    PAINT_HALO, /* around the agent and the goal */
    PAINT_HEAT  /* the lowest of HEAT_LEVELS */
} paint;

#define HEAT_LEVELS 24
#define PAINT_COUNT (PAINT_HEAT + HEAT_LEVELS)

typedef enum theme { THEME_LIGHT, THEME_DARK } theme;

struct rgb {
    uint8_t red, green, blue;
};
struct rgb paint_color(paint p, theme t);

/* The heat level of a number of expansions; `hottest` is the maximum. */
uint32_t heat_level(uint32_t count, uint32_t hottest);

#endif
