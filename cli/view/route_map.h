/* cli/view/route_map.h - a map with routes, for the terminal. */
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

/* Draws the map, scaled down to `width` columns (0: the terminal's, at most 120), to stdout. With
 * colours a character shows two cells, one above the other. Earlier routes cover later ones. */
int print_picture(const wend_map *map, const struct route *routes, uint32_t route_count,
                  picture_colors colors, uint32_t width);

/* The same as an SVG file, a pixel per cell, with a dot at each end of the first route. */
int write_svg(const char *path, const wend_map *map, const struct route *routes,
              uint32_t route_count);

/* Whether PICTURE_AUTO means colours here. */
bool wants_color(picture_colors colors);

/* The escape sequence that sets the colour of a route, and the one that ends it. */
const char *route_escape(uint32_t index);
#define ESCAPE_END "\033[0m"

#endif
