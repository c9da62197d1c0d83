/* support/plain_track.h - racetracks the slow way, for comparison. */
#ifndef TEST_PLAIN_TRACK_H
#define TEST_PLAIN_TRACK_H

#include "support/dice.h"

#include <stdint.h>

typedef struct plain_track {
    int width, height, max_speed;
    char cells[100 * 100]; /* '#' is blocked */
} plain_track;

typedef struct car {
    int x, y, vx, vy;
} car;

/* At most `side` cells wide and high, mostly free, with speeds up to `speed`. */
void track_random(plain_track *track, dice *d, int side, int speed);

bool track_is_free(const plain_track *track, int x, int y);

/* Puts a car on a free cell with a random velocity; returns false if no cell is free. */
bool track_random_car(const plain_track *track, dice *d, car *out);

bool same_car(car a, car b);

/* A car after one action. */
car track_drive(const plain_track *track, car from, int ax, int ay);

/* All distinct cars that one action can lead to, without the car itself, by rising accelerations,
 * those of y first; returns their number. All cars on the goal's cell count as one, written as {x,
 * y, 0, 0}. */
int track_successors(const plain_track *track, car from, int goal_x, int goal_y, car out[9]);

/* The least number of actions from a car to the goal's cell, -1 without a route. */
int track_distance(const plain_track *track, car from, int goal_x, int goal_y);

#endif
