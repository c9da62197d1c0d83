#include "view/colors.h"

#include <math.h>

static const struct rgb colors[PAINT_HEAT][2] = {
    [PAINT_PAGE] = {{255, 255, 255}, {13, 17, 23}},
    [PAINT_INK] = {{38, 44, 54}, {230, 233, 239}},
    [PAINT_FAINT_INK] = {{108, 117, 130}, {139, 148, 160}},
    [PAINT_WALL] = {{69, 77, 92}, {72, 80, 96}},
    [PAINT_GROUND] = {{247, 245, 240}, {24, 29, 38}},
    [PAINT_FOG] = {{222, 225, 231}, {38, 43, 53}},
    [PAINT_FOG_WALL] = {{196, 201, 211}, {51, 57, 69}},
    [PAINT_CLOSED] = {{205, 223, 242}, {22, 68, 118}},
    [PAINT_OPEN] = {{112, 167, 219}, {66, 122, 184}},
    [PAINT_TRAIL] = {{126, 70, 156}, {196, 144, 228}},
    [PAINT_PATH] = {{240, 140, 46}, {255, 167, 74}},
    [PAINT_AGENT] = {{214, 48, 49}, {255, 92, 87}},
    [PAINT_START] = {{38, 44, 54}, {230, 233, 239}},
    [PAINT_GOAL] = {{22, 138, 84}, {66, 201, 133}},
    [PAINT_HALO] = {{255, 255, 255}, {13, 17, 23}},
};

/* From pale yellow over orange to dark violet; reversed in the dark theme. */
static struct rgb heat_color(uint32_t level, theme t) {
    static const struct rgb stops[] = {{255, 241, 191}, {253, 199, 107}, {240, 124, 66},
                                       {196, 53, 83},   {118, 25, 105},  {44, 14, 74}};
    enum { LAST = sizeof stops / sizeof *stops - 1 };
    double at = (double)level / (HEAT_LEVELS - 1);
    at = (t == THEME_DARK ? 1 - at : at) * LAST;
    uint32_t low = at >= LAST ? LAST - 1 : (uint32_t)at;
    double share = at - low;
    const struct rgb *a = &stops[low], *b = &stops[low + 1];
    return (struct rgb){(uint8_t)lround(a->red + share * (b->red - a->red)),
                        (uint8_t)lround(a->green + share * (b->green - a->green)),
                        (uint8_t)lround(a->blue + share * (b->blue - a->blue))};
}

struct rgb paint_color(paint p, theme t) {
    return p < PAINT_HEAT ? colors[p][t] : heat_color((uint32_t)p - PAINT_HEAT, t);
}

/* Logarithmic, because most cells are expanded once and a few hundreds of times. */
uint32_t heat_level(uint32_t count, uint32_t hottest) {
    if (hottest < 2) {
        return 0;
    }
    double share = log((double)count) / log((double)hottest);
    return (uint32_t)lround(share * (HEAT_LEVELS - 1));
}
