/* Writes PNG files with libpng. */
#include "view/image.h"

#include "common/features.h"
#include "common/messages.h"

#if WEND_HAS_PNG

#include <png.h>
#include <stdlib.h>

static void add_part(png_structp png, png_bytep data, size_t size) {
    bytes_add(png_get_io_ptr(png), data, size);
}

static void flush_nothing(png_structp png) {
    (void)png;
}

static void add_rows(png_structp png, png_infop info, const struct image *image) {
    png_color palette[PAINT_COUNT];
    for (uint32_t i = 0; i < PAINT_COUNT; i++) {
        struct rgb color = paint_color((paint)i, image->style.theme);
        palette[i] = (png_color){color.red, color.green, color.blue};
    }
    png_set_IHDR(png, info, image->width, image->height, 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, palette, PAINT_COUNT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < image->height; y++) {
        png_write_row(png, image->pixels + (size_t)y * image->width);
    }
    png_write_end(png, info);
}

int write_png(const char *path, const struct image *image) {
    struct bytes bytes = {0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool failed = !info;
    if (info && setjmp(png_jmpbuf(png)) == 0) {
        png_set_write_fn(png, &bytes, add_part, flush_nothing);
        add_rows(png, info, image);
    } else {
        failed = true;
    }
    png_destroy_write_struct(&png, &info);
    if (failed) {
        bytes_clear(&bytes);
        return fail_machine("%s: out of memory for a picture", path);
    }
    return bytes_write_file(&bytes, path);
}

#else

int write_png(const char *path, const struct image *image) {
    (void)path, (void)image;
    return need_feature(FEATURE_PNG);
}

#endif
