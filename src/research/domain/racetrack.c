#include "research/domain/racetrack.h"

#include <inttypes.h>
#include <string.h>

#define IDS_MAX ((UINT64_C(1) << 31) - 1)

/* ---- Letters --------------------------------------------------------------------------------- */

static bool is_one_of(char c, const char *letters) {
    return c != 0 && strchr(letters, c) != NULL;
}

/* The letters of tracks and of maps. Both use '@', with different meanings. */
#define TRACK_LETTERS   "#_*"
#define MAP_LETTERS     ".GSTWO"
#define BLOCKED_LETTERS "#TWO"

/* What else the cells contain, apart from being free. */
typedef struct letters {
    bool of_track;
    bool of_map;
    const char *first_at; /* the first '@', or NULL */
} letters;

static wend_error refuse_letter(wend_diagnosis *diagnosis, const wend_racetrack_def *def,
                                uint32_t cell, const char *format, char c) {
    wn_diagnose(diagnosis, WEND_ERROR_FORMAT, cell / def->width + 1, cell % def->width + 1, format,
                c);
    if (diagnosis) {
        diagnosis->field = "cells";
    }
    return WEND_ERROR_FORMAT;
}

static wend_error check_letters(const wend_racetrack_def *def, letters *found,
                                wend_diagnosis *diagnosis) {
    *found = (letters){0};
    for (uint32_t i = 0; def->cells && i < def->width * def->height; i++) {
        char c = def->cells[i];
        if (c == '@') {
            found->first_at = found->first_at ? found->first_at : &def->cells[i];
        } else if (is_one_of(c, TRACK_LETTERS)) {
            found->of_track = true;
        } else if (is_one_of(c, MAP_LETTERS)) {
            found->of_map = true;
        } else {
            return refuse_letter(diagnosis, def, i,
                                 c > ' ' && c < 127
                                     ? "cell '%c' is unknown, expected one of # _ @ * . G S T W O"
                                     : "a cell with code %d is unknown, expected one of "
                                       "# _ @ * . G S T W O",
                                 c);
        }
    }
    if (found->first_at && found->of_track && found->of_map) {
        return refuse_letter(diagnosis, def, (uint32_t)(found->first_at - def->cells),
                             "'%c' is a start in tracks and blocked in maps, and the cells mix the "
                             "letters of both, expected those of one",
                             '@');
    }
    return WEND_OK;
}

static bool letter_is_free(char c, const letters *found) {
    return c == '@' ? !found->of_map : !is_one_of(c, BLOCKED_LETTERS);
}

/* ---- Making a track -------------------------------------------------------------------------- */

WN_DEFINITION_ENDS(wend_racetrack_def, memory_limit);

static bool is_track_side(uint32_t side) {
    return side >= 1 && side <= WEND_RACETRACK_SIDE_MAX;
}

/* Also puts defaults in place of zeros. */
static wend_error check_racetrack_def(wend_racetrack_def *def, wend_diagnosis *diagnosis) {
    def->max_speed = def->max_speed ? def->max_speed : 3;
    def->enlarge = def->enlarge ? def->enlarge : 1;
    if (def->max_speed > WEND_RACETRACK_SPEED_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "max_speed",
                                 "max_speed is %u, expected 1 to %u", def->max_speed,
                                 WEND_RACETRACK_SPEED_MAX);
    }
    if (def->enlarge > WEND_RACETRACK_ENLARGE_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "enlarge",
                                 "enlarge is %u, expected 1 to %u", def->enlarge,
                                 WEND_RACETRACK_ENLARGE_MAX);
    }
    if (!is_track_side(def->width) || !is_track_side(def->height)) {
        return wn_diagnose_field(
            diagnosis, WEND_ERROR_SIZE, is_track_side(def->width) ? "height" : "width",
            "the track is %u x %u cells, expected 1 x 1 to %u x %u", def->width, def->height,
            WEND_RACETRACK_SIDE_MAX, WEND_RACETRACK_SIDE_MAX);
    }
    uint64_t span = 2 * def->max_speed + 1;
    uint64_t cells = (uint64_t)def->width * def->height * def->enlarge * def->enlarge;
    if (cells * span * span + 1 > IDS_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_SIZE, "width",
                                 "%" PRIu64 " cells at %" PRIu64
                                 " velocities are too many states, expected fewer than 2^31 - 1",
                                 cells, span * span);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

/* Cell i of n on a line of v cells, rounded to the nearest cell, halves away from the start of the
 * line, so that mirrored lines give mirrored cells. */
static int32_t step_of(int32_t i, int32_t n, int32_t v) {
    int32_t size = v < 0 ? -v : v;
    int32_t at = (2 * i * size + n) / (2 * n);
    return v < 0 ? -at : at;
}

static void fill_line(wn_racetrack *track, int32_t vx, int32_t vy, wn_racetrack_line *line) {
    int32_t n = vx < 0 ? -vx : vx;
    int32_t size_y = vy < 0 ? -vy : vy;
    n = n > size_y ? n : size_y;
    line->count = (uint32_t)n;
    for (int32_t i = 1; i <= n; i++) {
        int32_t dx = step_of(i, n, vx);
        int32_t dy = step_of(i, n, vy);
        line->ground[i - 1] = dy * (int32_t)(track->width + 1) + dx;
        line->cells[i - 1] = dy * (int32_t)track->width + dx;
    }
}

static void fill_lines(wn_racetrack *track) {
    int32_t max = track->max_speed;
    wn_racetrack_line *line = track->lines;
    for (int32_t vy = -max; vy <= max; vy++) {
        for (int32_t vx = -max; vx <= max; vx++) {
            fill_line(track, vx, vy, line++);
        }
    }
}

/* `ground` is that of the cell (0, 0). */
static void fill_ground(const wn_racetrack *track, const wend_racetrack_def *def,
                        const letters *found, uint8_t *ground) {
    for (uint32_t y = 0; y < track->height; y++) {
        size_t row = (size_t)(y / def->enlarge) * def->width;
        uint8_t *to = ground + (size_t)y * (track->width + 1);
        for (uint32_t x = 0; x < track->width; x++) {
            to[x] = !def->cells || letter_is_free(def->cells[row + x / def->enlarge], found);
        }
    }
}

/* The middle of the square that the first cell with this letter becomes. */
static bool find_end(const wend_racetrack_def *def, char letter, uint32_t end[2]) {
    size_t size = (size_t)def->width * def->height;
    const char *cell = def->cells ? memchr(def->cells, letter, size) : NULL;
    uint32_t i = cell ? (uint32_t)(cell - def->cells) : 0;
    end[0] = i % def->width * def->enlarge + def->enlarge / 2;
    end[1] = i / def->width * def->enlarge + def->enlarge / 2;
    return cell != NULL;
}

static size_t ground_size(const wn_racetrack *track) {
    return ((size_t)track->height + 2) * (track->width + 1) + 1;
}

static void racetrack_cell(const wend_domain *domain, wend_state state, uint32_t *x, uint32_t *y) {
    int vx, vy;
    wend_racetrack_describe(domain, state, x, y, &vx, &vy);
}

static bool racetrack_is_free(const wend_domain *domain, wend_state state) {
    uint32_t x, y;
    racetrack_cell(domain, state, &x, &y);
    return wend_racetrack_is_free(domain, x, y);
}

static const wn_domain_type racetrack_type = {
    .name = "racetrack",
    .kernel = wn_racetrack_kernel,
    .is_free = racetrack_is_free,
    .is_state = wn_every_packed_is_state,
    .id = wn_same_id,
    .state = wn_same_state,
    .goal_cell = racetrack_cell,
};

static wn_racetrack racetrack_form(const wend_racetrack_def *def) {
    uint32_t span = 2 * def->max_speed + 1;
    wn_racetrack form = {.domain = {.type = &racetrack_type,
                                    .degree = WN_RACETRACK_DEGREE,
                                    .pages = WN_RACETRACK_DEGREE,
                                    .unit = WN_RACETRACK_STEP,
                                    .max_move_cost = WN_RACETRACK_STEP},
                         .width = def->width * def->enlarge,
                         .height = def->height * def->enlarge,
                         .max_speed = (int32_t)def->max_speed,
                         .span = span,
                         .speeds = span * span,
                         .standing = span * span / 2};
    wn_memory_init(&form.domain.memory, &def->allocator, def->memory_limit);
    form.domain.state_count = form.width * form.height * form.speeds;
    form.domain.id_limit = form.domain.state_count + 1;
    form.domain.size = sizeof form + ground_size(&form);
    return form;
}

wend_error wend_racetrack_create_sized(const wend_racetrack_def *given, size_t size,
                                       wend_domain **out, wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_racetrack_def def;
    letters found;
    wend_error error = wn_definition_copy(given, size, &def, sizeof def, diagnosis);
    if (!error) {
        error = check_racetrack_def(&def, diagnosis);
    }
    if (!error) {
        error = check_letters(&def, &found, diagnosis);
    }
    if (error) {
        return error;
    }
    wn_racetrack form = racetrack_form(&def);
    wn_racetrack *track = wn_memory_take(&form.domain.memory, form.domain.size);
    if (!track) {
        return wn_no_memory(diagnosis, def.memory_limit, "no memory for a track of %u x %u",
                            form.width, form.height);
    }
    *track = form;
    uint8_t *border = (uint8_t *)(track + 1);
    memset(border, 0, ground_size(track));
    uint8_t *ground = border + track->width + 2;
    fill_ground(track, &def, &found, ground);
    track->ground = ground;
    fill_lines(track);
    track->has_ends =
        !found.of_map && find_end(&def, '@', track->start) && find_end(&def, '*', track->finish);
    *out = &track->domain;
    return WEND_OK;
}

/* ---- Access -------------------------------------------------------------------------------- */

/* Returns a track without cells for a domain that is not a racetrack. */
static const wn_racetrack *track_or_none(const wend_domain *domain) {
    static const wn_racetrack none;
    return domain && domain->type == &racetrack_type ? wn_racetrack_of(domain) : &none;
}

uint32_t wend_racetrack_width(const wend_domain *track) {
    return track_or_none(track)->width;
}

uint32_t wend_racetrack_height(const wend_domain *track) {
    return track_or_none(track)->height;
}

uint32_t wend_racetrack_max_speed(const wend_domain *track) {
    return (uint32_t)track_or_none(track)->max_speed;
}

bool wend_racetrack_is_free(const wend_domain *domain, uint32_t x, uint32_t y) {
    const wn_racetrack *track = track_or_none(domain);
    return x < track->width && y < track->height &&
           track->ground[(size_t)y * (track->width + 1) + x];
}

bool wend_racetrack_ends(const wend_domain *domain, uint32_t start[2], uint32_t finish[2]) {
    const wn_racetrack *track = track_or_none(domain);
    if (track->has_ends) {
        memcpy(start, track->start, sizeof track->start);
        memcpy(finish, track->finish, sizeof track->finish);
    }
    return track->has_ends;
}

wend_state wend_racetrack_state(const wend_domain *domain, uint32_t x, uint32_t y, int vx, int vy) {
    const wn_racetrack *track = track_or_none(domain);
    int max = track->max_speed;
    if (x >= track->width || y >= track->height || vx < -max || vx > max || vy < -max || vy > max) {
        return WEND_STATE_NONE;
    }
    uint32_t velocity = (uint32_t)(vy + max) * track->span + (uint32_t)(vx + max);
    return (y * track->width + x) * track->speeds + velocity;
}

void wend_racetrack_describe(const wend_domain *domain, wend_state state, uint32_t *x, uint32_t *y,
                             int *vx, int *vy) {
    const wn_racetrack *track = track_or_none(domain);
    *x = *y = 0;
    *vx = *vy = 0;
    if (track->width == 0) {
        return;
    }
    uint32_t cell = state / track->speeds;
    uint32_t velocity = state % track->speeds;
    *x = cell % track->width;
    *y = cell / track->width;
    *vx = (int)(velocity % track->span) - track->max_speed;
    *vy = (int)(velocity / track->span) - track->max_speed;
}
