/* cli/view/image.h - pictures of agents side by side, as PNG, or as GIF tick by tick. */
#ifndef CLI_IMAGE_H
#define CLI_IMAGE_H

#include "view/side_by_side.h"

/* The style of pictures; all zero is the default. */
struct style {
    uint32_t up, down; /* pixels per cell, or cells per pixel; both 0: automatic */
    uint32_t columns;  /* agents per row; 0: automatic */
    uint32_t show;     /* SHOW_ bits */
    theme theme;
    bool no_labels;
};

/* An image of PAINT_ values. */
struct image {
    uint8_t *pixels;
    uint32_t width, height;
    struct style style; /* with the final scale and columns */
    uint32_t panel_width, panel_height, label_height, legend_height;
};

/* Returns 0, or an exit code after a message. Clear `image` in any case. */
int image_begin(struct image *image, const struct side_by_side *agents, const struct style *style);
void image_draw(struct image *image, const struct side_by_side *agents);
void image_clear(struct image *image);

/* Writes the image as a PNG file. */
int write_png(const char *path, const struct image *image);

struct animation {
    uint32_t frames_max; /* maximum; ticks are skipped if needed */
    uint32_t delay_ms;   /* per frame */
};

/* Runs the agents to their end, or to `last_tick`, and writes a GIF file. */
int write_gif(const char *path, struct side_by_side *agents, const struct style *style,
              const struct animation *animation, uint64_t last_tick);

#endif
