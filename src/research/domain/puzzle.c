#include "research/domain/puzzle.h"

#include <string.h>

#define SIDE_MIN     2u
#define SIDE_MAX     5u
#define SIDE_DEFAULT 4u

/* ---- Making a puzzle ------------------------------------------------------------------------- */

WN_DEFINITION_ENDS(wend_puzzle_def, memory_limit);

static void find_neighbours(wn_puzzle *puzzle, uint32_t cell) {
    uint32_t width = puzzle->width;
    uint32_t x = cell % width;
    uint32_t count = 0;
    if (cell >= width) {
        puzzle->near[cell][count++] = (uint8_t)(cell - width);
    }
    if (x + 1 < width) {
        puzzle->near[cell][count++] = (uint8_t)(cell + 1);
    }
    if (cell + width < puzzle->cells) {
        puzzle->near[cell][count++] = (uint8_t)(cell + width);
    }
    if (x > 0) {
        puzzle->near[cell][count++] = (uint8_t)(cell - 1);
    }
    puzzle->near_count[cell] = (uint8_t)count;
}

static uint32_t apart(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

static uint32_t manhattan(uint32_t width, uint32_t a, uint32_t b) {
    return apart(a % width, b % width) + apart(a / width, b / width);
}

static void fill_tables(wn_puzzle *puzzle) {
    const uint32_t width = puzzle->width;
    assert(width > 0);
    for (uint32_t cell = 0; cell < puzzle->cells; cell++) {
        find_neighbours(puzzle, cell);
        for (uint32_t other = 0; other < puzzle->cells; other++) {
            puzzle->distance[cell][other] = (uint8_t)manhattan(width, cell, other);
        }
    }
}

/* Half of all arrangements are reachable from any one; 0 if there are too many to count. */
static uint32_t count_states(uint32_t cells) {
    uint64_t count = 1;
    for (uint32_t n = 3; n <= cells && count; n++) {
        count = count * n <= UINT32_MAX ? count * n : 0;
    }
    return (uint32_t)count;
}

/* Puts the default in place of zero. */
static wend_error check_side(const char *field, uint32_t *side, wend_diagnosis *diagnosis) {
    *side = *side ? *side : SIDE_DEFAULT;
    return *side >= SIDE_MIN && *side <= SIDE_MAX
               ? WEND_OK
               : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, field,
                                   "%s is %u, expected %u to %u", field, *side, SIDE_MIN, SIDE_MAX);
}

static wend_error check_puzzle_def(wend_puzzle_def *def, wend_diagnosis *diagnosis) {
    wend_error error = check_side("width", &def->width, diagnosis);
    if (!error) {
        error = check_side("height", &def->height, diagnosis);
    }
    return error ? error : wn_check_allocator(&def->allocator, diagnosis);
}

/* Every tile must occur once, and bits without a cell must be 0. */
static bool puzzle_is_state(const wend_domain *domain, const wend_packed *packed) {
    uint8_t tiles[WEND_PUZZLE_CELLS_MAX] = {0};
    wend_packed again;
    wend_puzzle_unpack(domain, packed, tiles);
    return wend_puzzle_pack(domain, tiles, &again) == WEND_OK && again.word[0] == packed->word[0] &&
           again.word[1] == packed->word[1];
}

const wn_domain_type wn_puzzle_type = {
    .name = "puzzle",
    .kernel = wn_puzzle_kernel,
    .is_free = wn_every_state_is_free,
    .is_state = puzzle_is_state,
    .id = wn_same_id,
    .state = wn_same_state,
};

wend_error wend_puzzle_create_sized(const wend_puzzle_def *given, size_t size, wend_domain **out,
                                    wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_puzzle_def def;
    wend_error error = wn_definition_copy(given, size, &def, sizeof def, diagnosis);
    if (!error) {
        error = check_puzzle_def(&def, diagnosis);
    }
    if (error) {
        return error;
    }
    wn_puzzle form = {.domain = {.type = &wn_puzzle_type,
                                 .size = sizeof form,
                                 .degree = WN_PUZZLE_DEGREE,
                                 /* New states have numbers that follow each other, but states that
                                  * were numbered without being searched lie anywhere. */
                                 .pages = WN_PUZZLE_DEGREE,
                                 .state_count = count_states(def.width * def.height),
                                 .unit = 1,
                                 .max_move_cost = 1,
                                 .reversible = true,
                                 .symmetric = true},
                      .width = def.width,
                      .height = def.height,
                      .cells = def.width * def.height,
                      .wide = def.width * def.height > 16};
    fill_tables(&form);
    wn_memory_init(&form.domain.memory, &def.allocator, def.memory_limit);
    wn_puzzle *puzzle = wn_memory_take(&form.domain.memory, form.domain.size);
    if (!puzzle) {
        return wn_no_memory(diagnosis, def.memory_limit, "no memory for a puzzle of %u x %u",
                            def.width, def.height);
    }
    *puzzle = form;
    *out = &puzzle->domain;
    return WEND_OK;
}

/* ---- States ---------------------------------------------------------------------------------- */

wend_error wend_puzzle_pack(const wend_domain *domain, const uint8_t *tiles, wend_packed *out) {
    if (!domain || !tiles || !out || domain->type != &wn_puzzle_type) {
        return WEND_ERROR_ARGUMENT;
    }
    const wn_puzzle *puzzle = wn_puzzle_of(domain);
    wend_packed packed = {{0}};
    uint32_t seen = 0;
    for (uint32_t cell = 0; cell < puzzle->cells; cell++) {
        if (tiles[cell] >= puzzle->cells || (seen >> tiles[cell] & 1)) {
            return WEND_ERROR_FORMAT;
        }
        seen |= 1u << tiles[cell];
        wn_puzzle_flip(puzzle, &packed, cell, tiles[cell]);
    }
    *out = packed;
    return WEND_OK;
}

void wend_puzzle_unpack(const wend_domain *domain, const wend_packed *state, uint8_t *tiles) {
    if (!domain || domain->type != &wn_puzzle_type) {
        return;
    }
    const wn_puzzle *puzzle = wn_puzzle_of(domain);
    for (uint32_t cell = 0; cell < puzzle->cells; cell++) {
        tiles[cell] = (uint8_t)wn_puzzle_tile(puzzle, state, cell);
    }
}

void wn_puzzle_cells_of_tiles(const wn_puzzle *puzzle, const wend_packed *packed, uint8_t *places) {
    assert(puzzle_is_state(&puzzle->domain, packed));
    for (uint32_t cell = 0; cell < puzzle->cells; cell++) {
        places[wn_puzzle_tile(puzzle, packed, cell)] = (uint8_t)cell;
    }
}

wend_cost wn_puzzle_h(const wn_puzzle *puzzle, const wend_packed *packed,
                      const uint8_t *goal_cells) {
    wend_cost sum = 0;
    for (uint32_t cell = 0; cell < puzzle->cells; cell++) {
        uint32_t tile = wn_puzzle_tile(puzzle, packed, cell);
        sum += tile ? puzzle->distance[goal_cells[tile]][cell] : 0u;
    }
    return sum;
}

/* A move swaps the blank with a tile and moves the blank by one step, so the parity of the
 * permutation between two states must equal the parity of the blank's path. That this is sufficient
 * is a theorem (Wilson 1974, for all boards of 2 x 2 and more). */
bool wend_puzzle_solvable(const wend_domain *domain, const wend_packed *from,
                          const wend_packed *to) {
    if (!domain || domain->type != &wn_puzzle_type) {
        return false;
    }
    const wn_puzzle *puzzle = wn_puzzle_of(domain);
    if (!puzzle_is_state(domain, from) || !puzzle_is_state(domain, to)) {
        return false;
    }
    uint8_t places[WEND_PUZZLE_CELLS_MAX] = {0};
    wn_puzzle_cells_of_tiles(puzzle, to, places);
    uint32_t odd = puzzle->distance[wn_puzzle_blank(puzzle, from)][places[0]];
    uint32_t seen = 0;
    for (uint32_t first = 0; first < puzzle->cells; first++) {
        /* A cycle of n cells is n - 1 swaps. */
        uint32_t cell = first;
        while (!(seen >> cell & 1)) {
            seen |= 1u << cell;
            cell = places[wn_puzzle_tile(puzzle, from, cell)];
            odd += cell != first;
        }
    }
    return odd % 2 == 0;
}
