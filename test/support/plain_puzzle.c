#include "support/plain_puzzle.h"

#include "support/test.h"

#include <string.h>

board board_ordered(int width, int height) {
    board b = {.width = width, .height = height};
    for (int i = 0; i < width * height; i++) {
        b.tiles[i] = (uint8_t)i;
    }
    return b;
}

board board_shuffled(int width, int height, dice *d) {
    board b = board_ordered(width, height);
    for (int i = width * height - 1; i > 0; i--) {
        uint32_t j = dice_between(d, 0, (uint32_t)i);
        uint8_t tile = b.tiles[i];
        b.tiles[i] = b.tiles[j];
        b.tiles[j] = tile;
    }
    return b;
}

static int place_of(const board *b, int tile) {
    int i = 0;
    while (b->tiles[i] != tile) {
        i++;
    }
    return i;
}

bool board_slide(board *b, int x, int y) {
    int blank = place_of(b, 0);
    int dx = x - blank % b->width, dy = y - blank / b->width;
    if (x < 0 || y < 0 || x >= b->width || y >= b->height || dx * dx + dy * dy != 1) {
        return false;
    }
    b->tiles[blank] = b->tiles[y * b->width + x];
    b->tiles[y * b->width + x] = 0;
    return true;
}

int board_neighbours(const board *b, board out[4]) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    int blank = place_of(b, 0), count = 0;
    for (int i = 0; i < 4; i++) {
        out[count] = *b;
        count += board_slide(&out[count], blank % b->width + dx[i], blank / b->width + dy[i]);
    }
    return count;
}

uint32_t board_manhattan(const board *b, const board *goal) {
    int sum = 0;
    for (int tile = 1; tile < b->width * b->height; tile++) {
        int at = place_of(b, tile), to = place_of(goal, tile);
        sum += abs(at % b->width - to % b->width) + abs(at / b->width - to / b->width);
    }
    return (uint32_t)sum;
}

uint32_t board_count(int width, int height) {
    uint32_t count = 1;
    for (int i = 2; i <= width * height; i++) {
        count *= (uint32_t)i;
    }
    return count;
}

uint32_t board_rank(const board *b) {
    int cells = b->width * b->height;
    uint32_t rank = 0;
    for (int i = 0; i < cells; i++) {
        uint32_t smaller = 0;
        for (int j = i + 1; j < cells; j++) {
            smaller += b->tiles[j] < b->tiles[i];
        }
        rank = rank * (uint32_t)(cells - i) + smaller;
    }
    return rank;
}

uint8_t *board_distances(const board *from) {
    uint32_t count = board_count(from->width, from->height);
    uint8_t *distances = test_alloc(count);
    memset(distances, BOARD_UNREACHED, count);
    board *queue = test_alloc(count * sizeof *queue);
    uint32_t head = 0, tail = 0;
    queue[tail++] = *from;
    distances[board_rank(from)] = 0;
    while (head < tail) {
        board at = queue[head++], next[4];
        int neighbours = board_neighbours(&at, next);
        for (int i = 0; i < neighbours; i++) {
            uint8_t *distance = &distances[board_rank(&next[i])];
            if (*distance == BOARD_UNREACHED) {
                *distance = (uint8_t)(distances[board_rank(&at)] + 1);
                queue[tail++] = next[i];
            }
        }
    }
    free(queue);
    return distances;
}
