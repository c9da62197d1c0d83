/* Writes animated GIFs with giflib. Each frame has the changes since the previous one. */
#include "view/image.h"

#include "common/features.h"
#include "common/messages.h"

#if WEND_HAS_GIF

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#define COLORS    64 /* a power of two; the paints and one for "unchanged" */
#define UNCHANGED 63
#define HOLD_LAST 40  /* the last frame is shown this many times longer, ... */
#define HOLD_MOST 300 /* ... but at most this long, in 1/100 s */

_Static_assert(PAINT_COUNT <= UNCHANGED, "the paints must leave one colour");

struct rectangle {
    uint32_t left, top, width, height;
};

static int add_part(GifFileType *gif, const GifByteType *data, int size) {
    bytes_add(gif->UserData, data, (size_t)size);
    return size;
}

/* The smallest rectangle with all differences; width 0 if there are none. */
static struct rectangle changed_part(const struct image *image, const uint8_t *before) {
    uint32_t left = image->width, right = 0, top = image->height, bottom = 0;
    for (uint32_t y = 0; y < image->height; y++) {
        const uint8_t *now = image->pixels + (size_t)y * image->width;
        const uint8_t *then = before + (size_t)y * image->width;
        if (memcmp(now, then, image->width) == 0) {
            continue;
        }
        uint32_t first = 0, last = image->width - 1;
        while (now[first] == then[first]) {
            first++;
        }
        while (now[last] == then[last]) {
            last--;
        }
        left = first < left ? first : left;
        right = last + 1 > right ? last + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1;
    }
    return bottom ? (struct rectangle){left, top, right - left, bottom - top}
                  : (struct rectangle){0};
}

static bool add_begin(GifFileType *gif, const struct image *image) {
    ColorMapObject *colors = GifMakeMapObject(COLORS, NULL);
    if (!colors) {
        return false;
    }
    for (uint32_t i = 0; i < PAINT_COUNT; i++) {
        struct rgb color = paint_color((paint)i, image->style.theme);
        colors->Colors[i] = (GifColorType){color.red, color.green, color.blue};
    }
    EGifSetGifVersion(gif, true);
    static const uint8_t forever[3] = {1, 0, 0};
    bool done = EGifPutScreenDesc(gif, (int)image->width, (int)image->height, 8, PAINT_PAGE,
                                  colors) == GIF_OK &&
                EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
                EGifPutExtensionBlock(gif, sizeof forever, forever) == GIF_OK &&
                EGifPutExtensionTrailer(gif) == GIF_OK;
    GifFreeMapObject(colors);
    return done;
}

/* `before` is NULL for the first frame. */
static bool add_frame(GifFileType *gif, const struct image *image, const uint8_t *before,
                      uint32_t hundredths) {
    struct rectangle part = {0, 0, image->width, image->height};
    if (before) {
        part = changed_part(image, before);
        part.width = part.width ? part.width : 1; /* a frame needs at least one pixel */
        part.height = part.height ? part.height : 1;
    }
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = (int)hundredths,
                                    .TransparentColor = before ? UNCHANGED : NO_TRANSPARENT_COLOR};
    GifByteType extension[4];
    EGifGCBToExtension(&control, extension);
    GifByteType *row = malloc(part.width);
    bool done =
        row &&
        EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) == GIF_OK &&
        EGifPutImageDesc(gif, (int)part.left, (int)part.top, (int)part.width, (int)part.height,
                         false, NULL) == GIF_OK;
    for (uint32_t y = 0; done && y < part.height; y++) {
        size_t at = (size_t)(part.top + y) * image->width + part.left;
        for (uint32_t x = 0; x < part.width; x++) {
            bool same = before && before[at + x] == image->pixels[at + x];
            row[x] = same ? UNCHANGED : image->pixels[at + x];
        }
        done = EGifPutLine(gif, row, (int)part.width) == GIF_OK;
    }
    free(row);
    return done;
}

/* Measures the length of a recorded run and rewinds it. */
static int count_ticks(struct side_by_side *agents, uint64_t last_tick, uint64_t *out) {
    int code = side_by_side_run(agents, last_tick);
    *out = agents->tick;
    return code ? code : side_by_side_rewind(agents);
}

static int add_frames(GifFileType *gif, struct side_by_side *agents, struct image *image,
                      const struct animation *animation, uint64_t last_tick) {
    uint8_t *before = malloc((size_t)image->width * image->height);
    if (!before) {
        return fail_machine("out of memory for a picture");
    }
    uint64_t ticks = 0;
    int code = count_ticks(agents, last_tick, &ticks);
    if (code) {
        free(before);
        return code;
    }
    uint64_t stride = ticks > 0 ? (ticks - 1) / animation->frames_max + 1 : 1;
    uint32_t delay = animation->delay_ms / 10, hold = delay * HOLD_LAST;
    image_draw(image, agents);
    bool done = add_begin(gif, image) && add_frame(gif, image, NULL, delay);
    while (!code && done && agents->tick < ticks) {
        memcpy(before, image->pixels, (size_t)image->width * image->height);
        uint64_t next = agents->tick + stride < ticks ? agents->tick + stride : ticks;
        code = side_by_side_run(agents, next);
        image_draw(image, agents);
        uint32_t shown = next < ticks ? delay : hold < HOLD_MOST ? hold : HOLD_MOST;
        done = add_frame(gif, image, before, shown);
    }
    free(before);
    return code ? code : done ? 0 : fail_machine("out of memory for a picture");
}

int write_gif(const char *path, struct side_by_side *agents, const struct style *style,
              const struct animation *animation, uint64_t last_tick) {
    struct image image;
    struct bytes bytes = {0};
    int code = image_begin(&image, agents, style);
    GifFileType *gif = code ? NULL : EGifOpen(&bytes, add_part, NULL);
    if (!code && !gif) {
        code = fail_machine("out of memory for a picture");
    }
    if (gif) {
        code = add_frames(gif, agents, &image, animation, last_tick);
        if (EGifCloseFile(gif, NULL) != GIF_OK && !code) {
            code = fail_machine("%s: out of memory for a picture", path);
        }
    }
    image_clear(&image);
    if (code) {
        bytes_clear(&bytes);
        return code;
    }
    return bytes_write_file(&bytes, path);
}

#else

int write_gif(const char *path, struct side_by_side *agents, const struct style *style,
              const struct animation *animation, uint64_t last_tick) {
    (void)path, (void)agents, (void)style, (void)animation, (void)last_tick;
    return need_feature(FEATURE_GIF);
}

#endif
