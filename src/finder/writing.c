/* finder/writing.c - writes the path of a query, state by state. */
#include "finder/finder.h"

static wend_state state_of_point(const wend_finder *finder, wn_spot point) {
    const wend_map *map = finder->def.map;
    if (map) {
        return (wn_place_y(point) - 1) * map->cells.width + wn_place_x(point) - 1;
    }
    const wn_search *search = &finder->searches[finder->kind].search;
    bool is_goal = finder->kind == WN_SEARCH_GOAL && point == search->goal;
    return is_goal ? finder->target : wn_search_state(search, point);
}

/* The points of the path: from its end to the start, or reversed if the search ran backwards. */
static wn_points points_of_path(const wend_finder *finder) {
    if (finder->is_at_start) {
        return (wn_points){.node = WN_NONE, .turn = WN_NONE};
    }
    const wend_map *map = finder->def.map;
    const wn_search *search = &finder->searches[finder->kind].search;
    if (wn_finder_is_jumping(finder, finder->kind)) {
        return wn_points_of_jumps(map, search);
    }
    wn_id id =
        finder->kind == WN_SEARCH_FLOOD ? wn_search_id(search, finder->answer.end) : search->goal;
    return wn_points_to(map, search, id);
}

static void rewind_path(wend_finder *finder) {
    finder->writing = (wn_writing){.points = points_of_path(finder)};
}

void wn_writing_begin(wend_finder *finder) {
    finder->answer.status = finder->is_partial ? WEND_FIND_NEAREST : WEND_FIND_FOUND;
    finder->answer.count = finder->answer.needed = 0;
    bool is_known = !finder->query.path && finder->kind != WN_SEARCH_BACK;
    finder->phase = is_known ? WN_PHASE_OVER : WN_PHASE_COUNTING;
    rewind_path(finder);
}

/* Following the path to the next point waits for memory: nodes are far apart. */
static uint32_t price_of_point(const wend_finder *finder) {
    return finder->writing.points.jumps ? WEND_WORK_TRACE_JUMP : WEND_WORK_TRACE;
}

uint32_t wn_writing_least(const wend_finder *finder) {
    return finder->writing.line.length > 0 ? 1 : price_of_point(finder);
}

static void write_path_state(wend_finder *finder, wend_state state) {
    wn_writing *writing = &finder->writing;
    bool is_forward = finder->kind == WN_SEARCH_BACK;
    uint32_t last = finder->answer.needed - 1;
    assert(writing->count <= last);
    finder->query.path[is_forward ? writing->count : last - writing->count] = state;
    writing->count++;
}

static void write_path_point(wend_finder *finder, wn_spot point) {
    write_path_state(finder, state_of_point(finder, point));
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* The number of states of the path that a point adds: those of the line that leads there, or the
 * waypoint before it. */
static uint32_t count_with(const wend_finder *finder, wn_line line) {
    bool is_all = finder->query.form == WEND_PATH_CELLS || !finder->def.map;
    return is_all ? line.length : line.step != finder->writing.step;
}

/* Takes the next point; false at the end. */
static bool take_path_point(wend_finder *finder, wn_line *line, wn_spot *point) {
    wn_writing *writing = &finder->writing;
    if (!wn_points_next(&writing->points, point)) {
        return false;
    }
    bool is_first = writing->seen++ == 0;
    *line = is_first          ? (wn_line){0, 0}
            : finder->def.map ? wn_line_between(writing->last, *point)
                              : (wn_line){0, 1};
    return true;
}

static void end_counting(wend_finder *finder) {
    finder->answer.needed++; /* the state at the beginning of the first line, or at the end of the
                              * last one */
    if (finder->kind == WN_SEARCH_BACK) {
        finder->answer.end = state_of_point(finder, finder->writing.last);
    }
    if (!finder->query.path) {
        finder->answer.needed = 0;
        finder->phase = WN_PHASE_OVER;
        return;
    }
    if (finder->answer.needed > finder->query.capacity) {
        finder->answer.status = WEND_FIND_BUFFER_TOO_SMALL;
        finder->phase = WN_PHASE_OVER;
        return;
    }
    finder->phase = WN_PHASE_WRITING;
    rewind_path(finder);
}

void wn_writing_count(wend_finder *finder, uint64_t *left) {
    wn_writing *writing = &finder->writing;
    wn_line line;
    wn_spot point;
    uint32_t price = price_of_point(finder);
    for (; *left >= price; *left -= price) {
        if (!take_path_point(finder, &line, &point)) {
            end_counting(finder);
            return;
        }
        finder->answer.needed += writing->seen > 1 ? count_with(finder, line) : 0;
        writing->step = line.step;
        writing->last = point;
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void end_writing(wend_finder *finder) {
    const wn_writing *writing = &finder->writing;
    if (writing->count < finder->answer.needed) { /* the end of the last line */
        if (finder->is_at_start) {
            write_path_state(finder, finder->start);
        } else {
            write_path_point(finder, writing->last);
        }
    }
    assert(writing->count == finder->answer.needed);
    finder->answer.count = writing->count;
    finder->phase = WN_PHASE_OVER;
}

/* Writes the cells of a line as far as the budget allows. */
static void write_path_line(wend_finder *finder, uint64_t *left) {
    wn_writing *writing = &finder->writing;
    uint32_t count = (uint32_t)wn_min_u64(*left, writing->line.length);
    for (uint32_t i = 0; i < count; i++) {
        writing->at += writing->line.step;
        write_path_point(finder, writing->at);
    }
    writing->line.length -= count;
    *left -= count;
}

static void write_next_point(wend_finder *finder, wn_line line, wn_spot point) {
    wn_writing *writing = &finder->writing;
    bool is_first = writing->seen == 1;
    if (!finder->def.map) {
        write_path_point(finder, point);
    } else if (finder->query.form == WEND_PATH_WAYPOINTS) {
        if (!is_first && line.step != writing->step) {
            write_path_point(finder, writing->last);
        }
    } else if (is_first) {
        write_path_point(finder, point);
        writing->at = point;
    } else {
        writing->line = line;
    }
    writing->step = line.step;
    writing->last = point;
}

void wn_writing_write(wend_finder *finder, uint64_t *left) {
    wn_writing *writing = &finder->writing;
    while (*left >= wn_writing_least(finder)) {
        wn_line line;
        wn_spot point;
        if (writing->line.length > 0) {
            write_path_line(finder, left);
        } else if (take_path_point(finder, &line, &point)) {
            write_next_point(finder, line, point);
            *left -= price_of_point(finder);
        } else {
            end_writing(finder);
            return;
        }
    }
}
