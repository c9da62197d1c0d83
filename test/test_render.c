/* Pictures and exports: they can be decoded, and show the right content. */
#define _POSIX_C_SOURCE 200809L
#include "common/messages.h"
#include "view/export.h"
#include "support/folder.h"
#include "support/cave_show.h"
#include "support/test.h"

#include <gif_lib.h>
#include <jansson.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

static const char *const algos[] = {"astar", "tba", "rtba"};
static struct view_setup setup;
static struct trace trace;
static struct side_by_side agents;
static folder files;

static int set_up(void **state) {
    (void)state;
    test_show_cave(&setup, algos, COUNT_OF(algos), false);
    setup.settings.items[2].hidden = true;
    folder_open(&files);
    return view_setup_record(&setup, &trace) ||
           side_by_side_replay(&agents, &trace, setup.scene.map);
}

static int tear_down(void **state) {
    (void)state;
    side_by_side_clear(&agents);
    trace_clear(&trace);
    view_setup_clear(&setup);
    folder_close(&files);
    return 0;
}

static const char *file(const char *name) {
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", files.path, name);
    return path;
}

static size_t file_size(const char *path) {
    FILE *in = fopen(path, "rb");
    check(in != NULL, "%s is not there", path);
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    fclose(in);
    return (size_t)size;
}

/* The colours of the image, as bytes of red, green and blue. */
static uint8_t *image_rgb(const struct image *image) {
    size_t count = (size_t)image->width * image->height;
    uint8_t *rgb = test_alloc(count * 3);
    for (size_t i = 0; i < count; i++) {
        struct rgb color = paint_color((paint)image->pixels[i], image->style.theme);
        memcpy(rgb + 3 * i, (uint8_t[]){color.red, color.green, color.blue}, 3);
    }
    return rgb;
}

/* ---- PNG ------------------------------------------------------------------------------------- */

static void check_png(const struct style *style) {
    struct image image;
    assert_int_equal(image_begin(&image, &agents, style), 0);
    image_draw(&image, &agents);
    assert_int_equal(write_png(file("x.png"), &image), 0);
    png_image png = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&png, file("x.png")));
    png.format = PNG_FORMAT_RGB;
    assert_int_equal(png.width, image.width);
    assert_int_equal(png.height, image.height);
    uint8_t *pixels = test_alloc(PNG_IMAGE_SIZE(png));
    assert_true(png_image_finish_read(&png, NULL, pixels, 0, NULL));
    uint8_t *expected = image_rgb(&image);
    assert_memory_equal(pixels, expected, (size_t)image.width * image.height * 3);
    free(expected);
    free(pixels);
    image_clear(&image);
}

static void png_files_decode_to_what_was_drawn(void **state) {
    (void)state;
    assert_int_equal(side_by_side_rewind(&agents), 0);
    assert_int_equal(side_by_side_run(&agents, 50), 0);
    check_png(&(struct style){.show = SHOW_SEARCH});
    check_png(&(struct style){.show = SHOW_HEAT, .theme = THEME_DARK, .up = 3, .columns = 2});
    check_png(&(struct style){.down = 2, .no_labels = true});
}

/* At one pixel per cell, without letters, the colours are those of the cells. */
static void cells_have_their_colours(void **state) {
    (void)state;
    assert_int_equal(side_by_side_rewind(&agents), 0);
    assert_int_equal(side_by_side_run(&agents, 5), 0);
    struct style style = {.show = SHOW_SEARCH, .up = 1, .columns = 1, .no_labels = true};
    struct image image;
    assert_int_equal(image_begin(&image, &agents, &style), 0);
    image_draw(&image, &agents);
    const struct view *v = &agents.views[0]; /* astar: still at its start, no line is visible */
    assert_int_equal(v->trail_count, 1);
    uint32_t seen[PAINT_COUNT] = {0};
    for (uint32_t y = 0; y < wend_map_height(agents.map); y++) {
        for (uint32_t x = 0; x < wend_map_width(agents.map); x++) {
            paint expected = view_spot(v, wend_map_state(agents.map, x, y), SHOW_SEARCH);
            uint32_t margin = (image.width - wend_map_width(agents.map)) / 2;
            paint drawn = (paint)image.pixels[(margin + y) * image.width + margin + x];
            bool mark = drawn == PAINT_AGENT || drawn == PAINT_GOAL || drawn == PAINT_HALO ||
                        drawn == PAINT_START;
            check(drawn == expected || mark, "%u,%u is painted %d, not %d", x, y, drawn, expected);
            seen[drawn]++;
        }
    }
    assert_true(seen[PAINT_WALL] && seen[PAINT_GROUND] && seen[PAINT_CLOSED] && seen[PAINT_OPEN] &&
                seen[PAINT_AGENT] && seen[PAINT_GOAL]);
    image_clear(&image);
}

/* At the same scale a fleet's units have the colours of their status: every cell is that of a unit,
 * beside one (they are three pixels wide), or ground. */
static void units_have_their_colours(void **state) {
    (void)state;
    struct fleet_setting setting = {
        .units = 40, .budget = 2000, .order = ORDER_RANDOM, .seed = 1, .max_frames = 1000};
    struct fleet_run run;
    struct side_by_side fleet = {0};
    assert_int_equal(fleet_run_begin(&run, agents.map, &setting), 0);
    assert_int_equal(side_by_side_fleet(&fleet, &run), 0);
    struct style style = {.up = 1, .no_labels = true};
    struct image image;
    assert_int_equal(image_begin(&image, &fleet, &style), 0);
    uint32_t seen[PAINT_COUNT] = {0};
    while (!side_by_side_over(&fleet)) {
        image_draw(&image, &fleet);
        const struct view *v = &fleet.views[0];
        uint32_t margin = (image.width - wend_map_width(run.map)) / 2;
        for (uint32_t i = 0; i < run.count; i++) {
            const struct fleet_unit *u = &run.units[i];
            uint32_t x = wend_map_x(run.map, u->at), y = wend_map_y(run.map, u->at);
            paint spot = view_spot(v, u->at, 0);
            check(spot == PAINT_WAITING || spot == PAINT_FOLLOWING || spot == PAINT_ARRIVED,
                  "unit %u is shown as %d", i, spot);
            /* A neighbour that waits longer is drawn over it. */
            paint drawn = (paint)image.pixels[(margin + y) * image.width + margin + x];
            check(drawn == spot || drawn == PAINT_WAITING || drawn == PAINT_FOLLOWING,
                  "unit %u is painted %d, not %d", i, drawn, spot);
            seen[spot]++;
        }
        assert_int_equal(side_by_side_tick(&fleet), 0);
    }
    assert_true(seen[PAINT_WAITING] && seen[PAINT_FOLLOWING] && seen[PAINT_ARRIVED]);
    assert_int_equal(run.arrived, run.count);
    uint64_t frames = run.frames, hash = run.last.hash;
    assert_int_equal(side_by_side_rewind(&fleet), 0); /* the same again */
    assert_int_equal(side_by_side_run(&fleet, UINT64_MAX), 0);
    assert_int_equal(run.frames, frames);
    assert_true(run.last.hash == hash);
    image_clear(&image);
    side_by_side_clear(&fleet);
    fleet_run_clear(&run);
}

static void sizes_suit_documents(void **state) {
    (void)state;
    struct image image;
    assert_int_equal(image_begin(&image, &agents, &(struct style){0}), 0);
    uint32_t side = image.width > image.height ? image.width : image.height;
    check(side >= 500 && side <= 920, "%u x %u", image.width, image.height);
    image_clear(&image);
    hush_begin();
    assert_int_equal(image_begin(&image, &agents, &(struct style){.up = 64, .columns = 16}),
                     EXIT_USAGE);
    hush_end();
    image_clear(&image);
}

/* ---- GIF ------------------------------------------------------------------------------------- */

/* The picture that a viewer shows after the last frame. */
static void play_gif(const GifFileType *gif, uint8_t *screen) {
    for (int i = 0; i < gif->ImageCount; i++) {
        const SavedImage *frame = &gif->SavedImages[i];
        GraphicsControlBlock control;
        assert_int_equal(DGifSavedExtensionToGCB((GifFileType *)(uintptr_t)gif, i, &control),
                         GIF_OK);
        assert_int_equal(control.DisposalMode, DISPOSE_DO_NOT);
        assert_true(control.DelayTime >= 2);
        for (int y = 0; y < frame->ImageDesc.Height; y++) {
            for (int x = 0; x < frame->ImageDesc.Width; x++) {
                uint8_t pixel = frame->RasterBits[y * frame->ImageDesc.Width + x];
                int at = (frame->ImageDesc.Top + y) * gif->SWidth + frame->ImageDesc.Left + x;
                screen[at] = pixel == control.TransparentColor ? screen[at] : pixel;
            }
        }
    }
}

static void check_gif(const struct style *style, const struct animation *animation,
                      uint64_t last_tick) {
    assert_int_equal(side_by_side_rewind(&agents), 0);
    assert_int_equal(write_gif(file("x.gif"), &agents, style, animation, last_tick), 0);
    int error = 0;
    GifFileType *gif = DGifOpenFileName(file("x.gif"), &error);
    check(gif != NULL, "the GIF cannot be opened: %d", error);
    assert_int_equal(DGifSlurp(gif), GIF_OK);
    assert_in_range(gif->ImageCount, 2, animation->frames_max + 2);
    assert_int_equal(gif->SColorMap->ColorCount, 64);
    struct image image;
    assert_int_equal(image_begin(&image, &agents, style), 0);
    image_draw(&image, &agents); /* the agents have finished now */
    assert_int_equal(gif->SWidth, image.width);
    assert_int_equal(gif->SHeight, image.height);
    uint8_t *screen = test_alloc((size_t)image.width * image.height);
    play_gif(gif, screen);
    assert_memory_equal(screen, image.pixels, (size_t)image.width * image.height);
    free(screen);
    image_clear(&image);
    DGifCloseFile(gif, &error);
}

static void gif_files_decode_to_the_last_picture(void **state) {
    (void)state;
    check_gif(&(struct style){.show = SHOW_SEARCH, .up = 2}, &(struct animation){50, 60},
              UINT64_MAX);
    check_gif(&(struct style){.show = SHOW_HEAT, .up = 1}, &(struct animation){500, 20}, 40);
}

static void gif_files_are_small_and_the_same_every_time(void **state) {
    (void)state;
    struct style style = {.show = SHOW_SEARCH, .up = 3};
    struct animation animation = {100, 60};
    uint8_t *first = NULL;
    size_t size = 0;
    for (uint32_t round = 0; round < 2; round++) {
        assert_int_equal(side_by_side_rewind(&agents), 0);
        assert_int_equal(write_gif(file("y.gif"), &agents, &style, &animation, UINT64_MAX), 0);
        size = file_size(file("y.gif"));
        assert_in_range(size, 1000, 500000);
        uint8_t *data = test_alloc(size);
        FILE *in = fopen(file("y.gif"), "rb");
        assert_int_equal(fread(data, 1, size, in), size);
        fclose(in);
        if (first) {
            assert_memory_equal(first, data, size);
            free(data);
        } else {
            first = data;
        }
    }
    free(first);
}

static void names_say_the_kind_of_picture(void **state) {
    (void)state;
    hush_begin();
    struct style_options none = {0};
    assert_int_equal(check_picture("x.jpg", &none), EXIT_USAGE);
    struct style_options bad = {.scale = (char *)(uintptr_t) "0"};
    assert_int_equal(write_picture(file("x.png"), &agents, &bad), EXIT_USAGE);
    assert_int_equal(side_by_side_rewind(&agents), 0);
    assert_int_equal(write_picture("/nonexistent/x.png", &agents, &none), EXIT_MACHINE);
    assert_int_equal(side_by_side_rewind(&agents), 0);
    assert_int_equal(write_picture("/nonexistent/x.gif", &agents, &none), EXIT_MACHINE);
    hush_end();
}

/* ---- Exports --------------------------------------------------------------------------------- */

static void check_event(const json_t *event, uint32_t *expanding) {
    const char *type = json_string_value(json_object_get(event, "type"));
    assert_non_null(type);
    json_int_t id = json_integer_value(json_object_get(event, "id"));
    json_int_t x = json_integer_value(json_object_get(event, "x"));
    json_int_t y = json_integer_value(json_object_get(event, "y"));
    assert_true(json_is_integer(json_object_get(event, "id")));
    assert_int_equal(id, y * trace.scene.width + x);
    assert_true(x >= 0 && x < trace.scene.width && y >= 0 && y < trace.scene.height);
    if (strcmp(type, "expanding") == 0) {
        (*expanding)++;
        const json_t *parent = json_object_get(event, "pId");
        assert_true(json_is_null(parent) || json_is_integer(parent));
        double g = json_number_value(json_object_get(event, "g"));
        double f = json_number_value(json_object_get(event, "f"));
        assert_true(json_is_number(json_object_get(event, "g")) && g >= 0 && f >= g);
    }
}

static void posthoc_files_keep_to_their_format(void **state) {
    (void)state;
    for (uint32_t agent = 0; agent < trace.agent_count; agent++) {
        assert_int_equal(write_posthoc(file("x.json"), &trace, agent), 0);
        json_error_t error;
        json_t *root = json_load_file(file("x.json"), 0, &error);
        check(root != NULL, "line %d: %s", error.line, error.text);
        assert_string_equal(json_string_value(json_object_get(root, "version")), "1.4.0");
        const json_t *view = json_object_get(json_object_get(root, "views"), "main");
        assert_true(json_is_array(view) && json_array_size(view) > 0);
        assert_true(json_is_string(json_object_get(json_array_get(view, 0), "$")));
        assert_true(json_is_object(json_object_get(root, "pivot")));
        const json_t *events = json_object_get(root, "events");
        uint32_t expanding = 0;
        for (size_t i = 0; i < json_array_size(events); i++) {
            check_event(json_array_get(events, i), &expanding);
        }
        assert_int_equal(expanding, trace.agents[agent].expansions);
        const char *first = json_string_value(json_object_get(json_array_get(events, 0), "type"));
        assert_string_equal(first, "source");
        json_decref(root);
    }
}

/* Everything is in the page, and nothing is loaded. */
static void html_pages_stand_alone(void **state) {
    (void)state;
    assert_int_equal(write_html(file("x.html"), &trace), 0);
    struct bytes page = {0}, inlined = {0};
    assert_int_equal(read_whole_file(file("x.html"), 1 << 24, &page), 0);
    bytes_add_byte(&page, 0);
    bytes_add_text(&inlined, "const TRACE = \"");
    bytes_add_base64(&inlined, trace.bytes.data, trace.bytes.count);
    bytes_add_text(&inlined, "\";");
    bytes_add_byte(&inlined, 0);
    const char *text = (const char *)page.data;
    assert_non_null(strstr(text, (const char *)inlined.data));
    assert_non_null(strstr(text, "const PALETTE = {light:{wall:["));
    static const char *const fetched[] = {"http:", "https:", "src=", "@import", "url(", "<link"};
    for (uint32_t i = 0; i < COUNT_OF(fetched); i++) {
        assert_null(strstr(text, fetched[i]));
    }
    bytes_clear(&page);
    bytes_clear(&inlined);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_files_decode_to_what_was_drawn),
        cmocka_unit_test(cells_have_their_colours),
        cmocka_unit_test(units_have_their_colours),
        cmocka_unit_test(sizes_suit_documents),
        cmocka_unit_test(gif_files_decode_to_the_last_picture),
        cmocka_unit_test(gif_files_are_small_and_the_same_every_time),
        cmocka_unit_test(names_say_the_kind_of_picture),
        cmocka_unit_test(posthoc_files_keep_to_their_format),
        cmocka_unit_test(html_pages_stand_alone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
