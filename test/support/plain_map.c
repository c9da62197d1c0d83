#include "support/plain_map.h"

#include "support/test.h"

#include <string.h>

/* ---- Rules ----------------------------------------------------------------------------------- */

int plain_cells(const plain_map *map) {
    return map->width * map->height;
}

bool plain_is_free(const plain_map *map, int x, int y) {
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
        return false;
    }
    char c = map->cells[y * map->width + x];
    return c == '.' || c == 'G' || c == 'S';
}

static bool diagonal_is_legal(const plain_map *map, int x0, int y0, int x1, int y1) {
    bool one = plain_is_free(map, x0, y1);
    bool other = plain_is_free(map, x1, y0);
    if (map->corners == WEND_CORNERS_NEVER) {
        return one && other;
    }
    return map->corners == WEND_CORNERS_ALWAYS || one || other;
}

/* The line between the centres crosses two cells half-way along the longer side. */
static bool knight_is_legal(const plain_map *map, int x0, int y0, int x1, int y1) {
    if (abs(x1 - x0) == 2) {
        int middle = (x0 + x1) / 2;
        return plain_is_free(map, middle, y0) && plain_is_free(map, middle, y1);
    }
    int middle = (y0 + y1) / 2;
    return plain_is_free(map, x0, middle) && plain_is_free(map, x1, middle);
}

/* The cost of the move if all cells have the same cost. */
static wend_cost move_length(const plain_map *map, int from, int to) {
    int x0 = from % map->width, y0 = from / map->width;
    int x1 = to % map->width, y1 = to / map->width;
    if (from == to || !plain_is_free(map, x1, y1)) {
        return 0; /* a blocked cell can be left, but not entered */
    }
    int squared = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0);
    if (squared == 1) {
        return WEND_COST_ONE;
    }
    if (squared == 2 && map->neighbors >= 8) {
        return diagonal_is_legal(map, x0, y0, x1, y1) ? WEND_COST_DIAGONAL : 0;
    }
    if (squared == 5 && map->neighbors == 16) {
        return knight_is_legal(map, x0, y0, x1, y1) ? WEND_COST_KNIGHT : 0;
    }
    return 0;
}

static bool is_free_cell(const plain_map *map, int cell) {
    return plain_is_free(map, cell % map->width, cell / map->width);
}

bool plain_is_buried(const plain_map *map, int cell) {
    for (int y = -2; y <= 2; y++) {
        for (int x = -2; x <= 2; x++) {
            int to_x = cell % map->width + x, to_y = cell / map->width + y;
            if (plain_is_free(map, to_x, to_y) &&
                move_length(map, cell, to_y * map->width + to_x)) {
                return false;
            }
        }
    }
    return !is_free_cell(map, cell);
}

/* Between two cells, along rows and columns. */
static int steps_between(const plain_map *map, int a, int b) {
    return abs(a % map->width - b % map->width) + abs(a / map->width - b / map->width);
}

/* To the nearest free cell; more than possible if all are blocked. */
static int steps_to_free(const plain_map *map, int from) {
    int least = 1 << 20;
    for (int i = 0; i < plain_cells(map); i++) {
        int steps = is_free_cell(map, i) ? steps_between(map, from, i) : least;
        least = steps < least ? steps : least;
    }
    return least;
}

int plain_way_out(const plain_map *map, int cell) {
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    int steps = plain_is_buried(map, cell) ? steps_to_free(map, cell) : 0;
    for (int i = 0; steps > 0 && steps <= (int)WEND_WAY_OUT_MAX && i < 4; i++) {
        int x = cell % map->width + dx[i], y = cell / map->width + dy[i];
        bool is_inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
        if (is_inside && steps_to_free(map, y * map->width + x) < steps) {
            return y * map->width + x;
        }
    }
    return -1;
}

wend_cost plain_move_cost(const plain_map *map, int from, int to) {
    wend_cost length = move_length(map, from, to);
    if (!length && steps_between(map, from, to) == 1 && plain_is_buried(map, from)) {
        length = WEND_COST_ONE;
    }
    if (!map->weighted) {
        return length;
    }
    wend_cost twice = length * map->factors[from] + length * map->factors[to];
    return twice / 2 + twice % 2; /* halves are rounded up */
}

wend_cost plain_cost_max(const plain_map *map) {
    return map->neighbors == 4   ? WEND_COST_ONE
           : map->neighbors == 8 ? WEND_COST_DIAGONAL
                                 : WEND_COST_KNIGHT;
}

/* The integer square root of n, by bisection. */
static uint64_t root(uint64_t n) {
    uint64_t low = 0, high = UINT64_C(1) << 31;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (middle * middle <= n) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

wend_cost plain_h(const plain_map *map, int from, int to) {
    uint64_t dx = (uint64_t)abs(from % map->width - to % map->width);
    uint64_t dy = (uint64_t)abs(from / map->width - to / map->width);
    uint64_t more = dx > dy ? dx : dy, less = dx > dy ? dy : dx;
    uint64_t one = WEND_COST_ONE;
    if (map->neighbors == 4) {
        return (wend_cost)((dx + dy) * one);
    }
    if (map->neighbors == 8) {
        return (wend_cost)(less * WEND_COST_DIAGONAL + (more - less) * one);
    }
    return (wend_cost)root(dx * dx * one * one + dy * dy * one * one);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static char *cell_at(plain_map *map, int x, int y) {
    return &map->cells[y * map->width + x];
}

static int dice_index(dice *d, int count) {
    return (int)dice_between(d, 0, (uint32_t)count - 1);
}

static void make_scattered(plain_map *map, dice *d, uint32_t percent_blocked) {
    for (int i = 0; i < plain_cells(map); i++) {
        map->cells[i] = dice_percent(d, percent_blocked) ? '@' : '.';
    }
}

/* Corridors from side to side, connected by a few gaps in each wall. */
static void make_walls(plain_map *map, dice *d) {
    bool upright = dice_percent(d, 50);
    int pitch = (int)dice_between(d, 2, 4);
    int length = upright ? map->height : map->width;
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            *cell_at(map, x, y) = (upright ? x : y) % pitch == pitch - 1 ? '@' : '.';
        }
    }
    for (int wall = pitch - 1; wall < (upright ? map->width : map->height); wall += pitch) {
        for (uint32_t gap = dice_between(d, 1, 4); gap > 0; gap--) {
            int at = dice_index(d, length);
            *(upright ? cell_at(map, wall, at) : cell_at(map, at, wall)) = '.';
        }
    }
}

/* Tunnels dug by a few walkers that mostly go straight. */
static void make_tunnels(plain_map *map, dice *d) {
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    memset(map->cells, '@', (size_t)plain_cells(map));
    int x = dice_index(d, map->width), y = dice_index(d, map->height);
    *cell_at(map, x, y) = '.';
    for (uint32_t leg = dice_between(d, 5, 60); leg > 0; leg--) {
        uint32_t direction = dice_between(d, 0, 3);
        for (uint32_t step = dice_between(d, 1, 8); step > 0; step--) {
            int nx = x + dx[direction], ny = y + dy[direction];
            if (nx < 0 || ny < 0 || nx >= map->width || ny >= map->height) {
                break;
            }
            x = nx, y = ny;
            *cell_at(map, x, y) = '.';
        }
    }
}

void plain_random(plain_map *map, dice *d, int side_max) {
    static const int neighbors[] = {4, 8, 8, 16};
    static const uint32_t densities[] = {5, 15, 25, 35, 45, 60};
    map->width = 1 + dice_index(d, side_max);
    map->height = 1 + dice_index(d, side_max);
    map->neighbors = DICE_PICK(d, neighbors);
    map->corners = dice_index(d, 3);
    map->weighted = false;
    uint32_t kind = dice_between(d, 0, 9);
    if (kind == 0) {
        make_scattered(map, d, 0);
    } else if (kind <= 5) {
        make_scattered(map, d, DICE_PICK(d, densities));
    } else if (kind <= 7) {
        make_walls(map, d);
    } else {
        make_tunnels(map, d);
    }
}

void plain_random_factors(plain_map *map, dice *d, uint8_t least, uint8_t most) {
    map->weighted = true;
    for (int i = 0; i < plain_cells(map); i++) {
        bool is_free = plain_is_free(map, i % map->width, i / map->width);
        map->factors[i] = (uint8_t)dice_between(d, is_free ? least : 1, most);
    }
}

int plain_random_free(const plain_map *map, dice *d) {
    int count = 0;
    int chosen = -1;
    for (int i = 0; i < plain_cells(map); i++) {
        if (plain_is_free(map, i % map->width, i / map->width) && dice_index(d, ++count) == 0) {
            chosen = i;
        }
    }
    return chosen;
}

void plain_from_picture(plain_map *map, const char *const *rows) {
    *map = (plain_map){.width = (int)strlen(rows[0]), .neighbors = 8};
    for (; rows[map->height]; map->height++) {
        check(strlen(rows[map->height]) == (size_t)map->width, "row %d of a picture is crooked",
              map->height);
        for (int x = 0; x < map->width; x++) {
            char c = rows[map->height][x];
            *cell_at(map, x, map->height) = strchr(".@OTSWG", c) ? c : '.';
        }
    }
}

int plain_mark(const char *const *rows, char mark) {
    for (int y = 0; rows[y]; y++) {
        const char *found = strchr(rows[y], mark);
        if (found) {
            return y * (int)strlen(rows[0]) + (int)(found - rows[y]);
        }
    }
    check(false, "no mark '%c' in the picture", mark);
    return -1;
}

wend_map *plain_to_wend(const plain_map *map) {
    return plain_to_wend_with(map, 0);
}

wend_map *plain_to_wend_with(const plain_map *map, uint32_t edits) {
    wend_map_def def = {.edits = edits,
                        .width = (uint32_t)map->width,
                        .height = (uint32_t)map->height,
                        .neighbors = (uint32_t)map->neighbors,
                        .corners = (wend_corners)map->corners,
                        .factors = map->weighted ? map->factors : NULL};
    wend_map *made = NULL;
    wend_diagnosis diagnosis = {.text = ""};
    def.cells = map->cells;
    wend_error error = wend_map_create(&def, &made, &diagnosis);
    check(error == WEND_OK, "no map: %s; %s", wend_error_text(error), diagnosis.text);
    return made;
}

void plain_print(const plain_map *map, int start, int goal) {
    print_error("%d x %d, %d neighbours, corners %d, start %d, goal %d\n", map->width, map->height,
                map->neighbors, map->corners, start, goal);
    for (int i = 0; i < plain_cells(map); i++) {
        char c = i == start ? 's' : i == goal ? 'g' : map->cells[i];
        print_error("%c%s", c, i % map->width == map->width - 1 ? "\n" : "");
    }
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* The cells that one move may lead to, in the order of the library. */
static int reach_of(const plain_map *map, int from, int *out) {
    static const int dx[16] = {0, 1, 0, -1, 1, 1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1};
    static const int dy[16] = {-1, 0, 1, 0, -1, 1, 1, -1, -2, -1, 1, 2, 2, 1, -1, -2};
    int count = 0;
    for (int i = 0; i < 16; i++) {
        int x = from % map->width + dx[i], y = from / map->width + dy[i];
        if (plain_is_free(map, x, y) && plain_move_cost(map, from, y * map->width + x)) {
            out[count++] = y * map->width + x;
        }
    }
    return count;
}

void plain_distances(const plain_map *map, int from, wend_cost *out) {
    bool done[PLAIN_CELLS_MAX] = {false};
    for (int i = 0; i < plain_cells(map); i++) {
        out[i] = PLAIN_UNREACHED;
    }
    out[from] = 0;
    for (;;) {
        int nearest = -1;
        for (int i = 0; i < plain_cells(map); i++) {
            if (!done[i] && out[i] != PLAIN_UNREACHED && (nearest < 0 || out[i] < out[nearest])) {
                nearest = i;
            }
        }
        if (nearest < 0) {
            return;
        }
        done[nearest] = true;
        int next[16];
        for (int i = reach_of(map, nearest, next) - 1; i >= 0; i--) {
            wend_cost cost = out[nearest] + plain_move_cost(map, nearest, next[i]);
            out[next[i]] = cost < out[next[i]] ? cost : out[next[i]];
        }
    }
}

/* From a cell whose distance is already set. */
static void flood(const plain_map *map, int from, wend_cost *out) {
    static int queue[PLAIN_CELLS_MAX]; /* a ring buffer; each cell is in it at most once */
    bool waits[PLAIN_CELLS_MAX] = {false};
    queue[0] = from;
    for (uint32_t head = 0, tail = 1; head != tail; head++) {
        int at = queue[head % PLAIN_CELLS_MAX];
        waits[at] = false;
        int next[16];
        for (int i = reach_of(map, at, next) - 1; i >= 0; i--) {
            wend_cost cost = out[at] + plain_move_cost(map, at, next[i]);
            if (cost < out[next[i]]) {
                out[next[i]] = cost;
                if (!waits[next[i]]) {
                    queue[tail++ % PLAIN_CELLS_MAX] = next[i];
                    waits[next[i]] = true;
                }
            }
        }
    }
}

static void forget(const plain_map *map, wend_cost *out) {
    for (int i = 0; i < plain_cells(map); i++) {
        out[i] = PLAIN_UNREACHED;
    }
}

void plain_flood(const plain_map *map, int from, wend_cost *out) {
    forget(map, out);
    out[from] = 0;
    flood(map, from, out);
}

void plain_flood_out(const plain_map *map, int from, wend_cost *out) {
    forget(map, out);
    out[from] = 0;
    for (int next; (next = plain_way_out(map, from)) >= 0; from = next) {
        out[next] = out[from] + plain_move_cost(map, from, next);
    }
    flood(map, from, out);
}

struct entry {
    wend_cost g;
    wend_cost f;
    int age; /* counts up: larger is newer; 0: never entered */
    bool closed;
};

static int first_of_open(const plain_map *map, const struct entry *entries, int goal) {
    int first = -1;
    for (int i = 0; i < plain_cells(map); i++) {
        const struct entry *e = &entries[i];
        if (e->age == 0 || e->closed) {
            continue;
        }
        const struct entry *best = first < 0 ? NULL : &entries[first];
        bool wins_tie = first != goal && (i == goal || (best && e->age > best->age));
        if (!best || e->f < best->f || (e->f == best->f && wins_tie)) {
            first = i;
        }
    }
    return first;
}

int plain_astar(const plain_map *map, int start, int goal, int *expanded, bool *found) {
    struct entry entries[PLAIN_CELLS_MAX] = {{0}};
    int age = 1, count = 0;
    entries[start] = (struct entry){.f = plain_h(map, start, goal), .age = age};
    for (;;) {
        int at = first_of_open(map, entries, goal);
        *found = at == goal;
        if (at < 0 || at == goal) {
            return count;
        }
        entries[at].closed = true;
        expanded[count++] = at;
        int next[16];
        int reach = reach_of(map, at, next);
        for (int i = 0; i < reach; i++) {
            struct entry *e = &entries[next[i]];
            wend_cost g = entries[at].g + plain_move_cost(map, at, next[i]);
            if (e->age == 0 || (!e->closed && g < e->g)) {
                *e = (struct entry){.g = g, .f = g + plain_h(map, next[i], goal), .age = ++age};
            }
        }
    }
}
