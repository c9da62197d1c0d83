#include "support/plain_track.h"

#include "support/test.h"

#include <string.h>

void track_random(plain_track *track, dice *d, int side, int speed) {
    track->width = (int)dice_between(d, 1, (uint32_t)side);
    track->height = (int)dice_between(d, 1, (uint32_t)side);
    track->max_speed = (int)dice_between(d, 1, (uint32_t)speed);
    uint32_t blocked = dice_between(d, 0, 40);
    for (int i = 0; i < track->width * track->height; i++) {
        track->cells[i] = dice_percent(d, blocked) ? '#' : '_';
    }
}

bool track_is_free(const plain_track *track, int x, int y) {
    return x >= 0 && y >= 0 && x < track->width && y < track->height &&
           track->cells[y * track->width + x] != '#';
}

static int within(int value, int limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

bool track_random_car(const plain_track *track, dice *d, car *out) {
    uint32_t v = (uint32_t)track->max_speed;
    for (int tries = 0; tries < 1000; tries++) {
        *out = (car){.x = (int)dice_between(d, 0, (uint32_t)track->width - 1),
                     .y = (int)dice_between(d, 0, (uint32_t)track->height - 1),
                     .vx = (int)dice_between(d, 0, 2 * v) - (int)v,
                     .vy = (int)dice_between(d, 0, 2 * v) - (int)v};
        if (track_is_free(track, out->x, out->y)) {
            return true;
        }
    }
    return false;
}

bool same_car(car a, car b) {
    return a.x == b.x && a.y == b.y && a.vx == b.vx && a.vy == b.vy;
}

/* The integer nearest to a / b, on ties the one further from 0: tries them all. */
static int nearest(int a, int b) {
    int best = 0;
    for (int n = -20; n <= 20; n++) {
        int off = abs(n * b - a), best_off = abs(best * b - a);
        if (off < best_off || (off == best_off && abs(n) > abs(best))) {
            best = n;
        }
    }
    return best;
}

car track_drive(const plain_track *track, car from, int ax, int ay) {
    int vx = within(from.vx + ax, track->max_speed), vy = within(from.vy + ay, track->max_speed);
    int steps = abs(vx) > abs(vy) ? abs(vx) : abs(vy);
    car at = from;
    for (int i = 1; i <= steps; i++) {
        int x = from.x + nearest(i * vx, steps), y = from.y + nearest(i * vy, steps);
        if (!track_is_free(track, x, y)) {
            return (car){at.x, at.y, 0, 0};
        }
        at.x = x;
        at.y = y;
    }
    return (car){at.x, at.y, vx, vy};
}

int track_successors(const plain_track *track, car from, int goal_x, int goal_y, car out[9]) {
    int count = 0;
    for (int ay = -1; ay <= 1; ay++) {
        for (int ax = -1; ax <= 1; ax++) {
            car to = track_drive(track, from, ax, ay);
            if (to.x == goal_x && to.y == goal_y) {
                to = (car){goal_x, goal_y, 0, 0};
            } else if (same_car(to, from)) {
                continue;
            }
            int i = 0;
            while (i < count && !same_car(out[i], to)) {
                i++;
            }
            out[i] = to;
            count += i == count;
        }
    }
    return count;
}

static uint32_t number_of(const plain_track *track, car c) {
    int side = 2 * track->max_speed + 1;
    return (uint32_t)(((c.vx + track->max_speed) * side + c.vy + track->max_speed) *
                          (track->width * track->height) +
                      c.x * track->height + c.y);
}

int track_distance(const plain_track *track, car from, int goal_x, int goal_y) {
    size_t side = 2 * (size_t)track->max_speed + 1;
    size_t count = (size_t)track->width * (size_t)track->height * side * side;
    int *distances = test_alloc(count * sizeof *distances);
    memset(distances, 0xff, count * sizeof *distances);
    car *queue = test_alloc(count * sizeof *queue);
    size_t head = 0, tail = 0;
    int found = from.x == goal_x && from.y == goal_y ? 0 : -1;
    queue[tail++] = from;
    distances[number_of(track, from)] = 0;
    while (head < tail && found < 0) {
        car at = queue[head++], next[9];
        int moves = track_successors(track, at, goal_x, goal_y, next);
        for (int i = 0; i < moves; i++) {
            int *distance = &distances[number_of(track, next[i])];
            if (*distance < 0) {
                *distance = distances[number_of(track, at)] + 1;
                queue[tail++] = next[i];
            }
            if (next[i].x == goal_x && next[i].y == goal_y) {
                found = *distance;
            }
        }
    }
    free(queue);
    free(distances);
    return found;
}
