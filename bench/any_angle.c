#include "any_angle.h"

#include <math.h>
#include <stdlib.h>

/* In half cells: cell (x, y) is the square from (2x, 2y) to (2x + 2, 2y + 2). */
typedef struct point {
    int x, y;
} point;

typedef struct corner {
    point at;
    bool falls; /* the obstacle is below and right of it, or above and left; both are possible */
    uint32_t *seen; /* numbers of corners, NULL until needed */
    uint32_t seen_count;
    double g; /* of the current search */
    bool is_closed;
} corner;

struct any_angle {
    const wend_map *map;
    corner *corners;
    uint32_t count;
    uint32_t *seen; /* scratch, `count` of them */
};

static double length_between(point a, point b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy) / 2;
}

static bool is_free_cell(const wend_map *map, int x, int y) {
    return x >= 0 && y >= 0 && wend_map_is_free(map, (uint32_t)x, (uint32_t)y);
}

/* ---- Sight ----------------------------------------------------------------------------------- */

static int64_t floor_of(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* A vertical line, or one along a border between columns. */
static bool sees_upright(const wend_map *map, point a, point b) {
    int low = (a.y < b.y ? a.y : b.y) / 2, high = ((a.y < b.y ? b.y : a.y) + 1) / 2;
    for (int y = low; y < high; y++) {
        bool right = is_free_cell(map, a.x / 2, y);
        if (!right && (a.x % 2 || !is_free_cell(map, a.x / 2 - 1, y))) {
            return false;
        }
    }
    return true;
}

/* The cells of one column that the line passes through, from `x` to the next border or its end. */
static bool column_is_free(const wend_map *map, point a, point b, int x, int next) {
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    int64_t y = a.y * dx + (x - a.x) * dy, y_next = a.y * dx + (next - a.x) * dy; /* times dx */
    int64_t low = y < y_next ? y : y_next, high = y < y_next ? y_next : y;
    int column = x / 2;
    if (low == high && low % (2 * dx) == 0) { /* along a border between rows */
        int row = (int)(low / (2 * dx));
        return is_free_cell(map, column, row) || is_free_cell(map, column, row - 1);
    }
    for (int64_t row = floor_of(low, 2 * dx); row * 2 * dx < high; row++) {
        if ((row + 1) * 2 * dx > low && !is_free_cell(map, column, (int)row)) {
            return false;
        }
    }
    return true;
}

/* A line cannot pass between two obstacles that touch at a corner. */
static bool passes_border(const wend_map *map, point a, point b, int x) {
    int64_t dx = b.x - a.x, dy = b.y - a.y, y = a.y * dx + (x - a.x) * dy;
    if (dy == 0 || y % (2 * dx) != 0) {
        return true;
    }
    int row = (int)(y / (2 * dx)), column = x / 2;
    bool falls = dy > 0;
    return is_free_cell(map, column, falls ? row - 1 : row) ||
           is_free_cell(map, column - 1, falls ? row : row - 1);
}

static bool sees_point(const wend_map *map, point a, point b) {
    if (a.x == b.x) {
        return sees_upright(map, a, b);
    }
    if (a.x > b.x) {
        point swap = a;
        a = b;
        b = swap;
    }
    for (int x = a.x; x < b.x;) {
        int border = (x / 2 + 1) * 2, next = border < b.x ? border : b.x;
        if (!column_is_free(map, a, b, x, next)) {
            return false;
        }
        if (next < b.x && !passes_border(map, a, b, next)) {
            return false;
        }
        x = next;
    }
    return true;
}

/* A shortest route bends around the obstacle at a corner: its lines pass beside it, not towards
 * it. */
static bool is_taut_at(const corner *c, point other) {
    int64_t product = (int64_t)(other.x - c->at.x) * (other.y - c->at.y);
    return c->falls ? product <= 0 : product >= 0;
}

/* ---- Corners --------------------------------------------------------------------------------- */

static bool is_corner(const wend_map *map, int x, int y, bool *falls) {
    bool north_west = !is_free_cell(map, x - 1, y - 1), north_east = !is_free_cell(map, x, y - 1);
    bool south_west = !is_free_cell(map, x - 1, y), south_east = !is_free_cell(map, x, y);
    int blocked = north_west + north_east + south_west + south_east;
    *falls = north_west || south_east;
    return blocked == 1 || (blocked == 2 && north_west == south_east);
}

static uint32_t list_corners(const wend_map *map, corner *out) {
    uint32_t count = 0;
    for (int y = 0; y <= (int)wend_map_height(map); y++) {
        for (int x = 0; x <= (int)wend_map_width(map); x++) {
            bool falls;
            if (is_corner(map, x, y, &falls)) {
                if (out) {
                    out[count] = (corner){.at = {2 * x, 2 * y}, .falls = falls};
                }
                count++;
            }
        }
    }
    return count;
}

any_angle *any_angle_open(const wend_map *map) {
    any_angle *graph = calloc(1, sizeof *graph);
    if (!graph) {
        return NULL;
    }
    graph->map = map;
    graph->count = list_corners(map, NULL);
    graph->corners = calloc(graph->count + 1u, sizeof *graph->corners);
    graph->seen = malloc((graph->count + 1u) * sizeof *graph->seen);
    if (!graph->corners || !graph->seen) {
        any_angle_close(graph);
        return NULL;
    }
    list_corners(map, graph->corners);
    return graph;
}

void any_angle_close(any_angle *graph) {
    for (uint32_t i = 0; graph && graph->corners && i < graph->count; i++) {
        free(graph->corners[i].seen);
    }
    if (graph) {
        free(graph->corners);
        free(graph->seen);
    }
    free(graph);
}

uint32_t any_angle_corners(const any_angle *graph) {
    return graph->count;
}

/* Finds the corners that one corner sees; returns false if memory is short. */
static bool find_seen(any_angle *graph, corner *c) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        const corner *other = &graph->corners[i];
        if (other != c && is_taut_at(c, other->at) && is_taut_at(other, c->at) &&
            sees_point(graph->map, c->at, other->at)) {
            graph->seen[count++] = i;
        }
    }
    c->seen = malloc((count + 1u) * sizeof *c->seen);
    for (uint32_t i = 0; c->seen && i < count; i++) {
        c->seen[i] = graph->seen[i];
    }
    c->seen_count = count;
    return c->seen != NULL;
}

/* ---- Search ---------------------------------------------------------------------------------- */

static point centre_of(const wend_map *map, wend_state cell) {
    return (point){2 * (int)wend_map_x(map, cell) + 1, 2 * (int)wend_map_y(map, cell) + 1};
}

/* The open corner with the least g + h, NULL if the list is empty. */
static corner *best_corner(any_angle *graph, point goal) {
    corner *best = NULL;
    double least = INFINITY;
    for (uint32_t i = 0; i < graph->count; i++) {
        corner *c = &graph->corners[i];
        if (!c->is_closed && c->g < INFINITY && c->g + length_between(c->at, goal) < least) {
            least = c->g + length_between(c->at, goal);
            best = c;
        }
    }
    return best;
}

double any_angle_length(any_angle *graph, wend_state start_cell, wend_state goal_cell) {
    point start = centre_of(graph->map, start_cell), goal = centre_of(graph->map, goal_cell);
    if (sees_point(graph->map, start, goal)) {
        return length_between(start, goal);
    }
    for (uint32_t i = 0; i < graph->count; i++) {
        corner *c = &graph->corners[i];
        bool is_seen = is_taut_at(c, start) && sees_point(graph->map, start, c->at);
        c->g = is_seen ? length_between(start, c->at) : INFINITY;
        c->is_closed = false;
    }
    double length = INFINITY;
    for (corner *c;
         (c = best_corner(graph, goal)) && c->g + length_between(c->at, goal) < length;) {
        c->is_closed = true;
        if (is_taut_at(c, goal) && sees_point(graph->map, c->at, goal)) {
            length = c->g + length_between(c->at, goal);
        }
        if (!c->seen && !find_seen(graph, c)) {
            return -1;
        }
        for (uint32_t i = 0; i < c->seen_count; i++) {
            corner *other = &graph->corners[c->seen[i]];
            double g = c->g + length_between(c->at, other->at);
            other->g = g < other->g ? g : other->g;
        }
    }
    return length < INFINITY ? length : -1;
}
