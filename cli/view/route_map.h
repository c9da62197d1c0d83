/* cli/view/route_map.h - draws a map with routes in the terminal. */
#ifndef CLI_ROUTE_MAP_H
#define CLI_ROUTE_MAP_H

#include <wend/wend.h>

typedef enum picture_colors { PICTURE_AUTO, PICTURE_COLOR, PICTURE_PLAIN } picture_colors;

struct route {
    const wend_state *states; /* in order */
    size_t count;
    char letter; /* in plain pictures */
};

#define ROUTE_COLORS 6

/* Draws the map to stdout, scaled down to `width` columns (0: that of the terminal, at most 120).
 * With colours a character shows two cells, one above the other. Earlier routes cover later ones.
 */
int print_picture(const wend_map *map, const struct route *routes, uint32_t route_count,
                  picture_colors colors, uint32_t width);

/* Writes an SVG file with one pixel per cell and a dot at each end of the first route. */
int write_svg(const char *path, const wend_map *map, const struct route *routes,
              uint32_t route_count);

/* Whether to use colours; PICTURE_AUTO depends on the terminal. */
bool wants_color(picture_colors colors);

/* The escape sequence for the colour of a route, and the one that resets it. */
const char *route_escape(uint32_t index);
#define ESCAPE_END "\033[0m"

#endif
