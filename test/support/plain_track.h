/* support/plain_track.h - racetracks the slow way, to compare with. */
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

/* Up to `side` cells wide and high, mostly free, at most `speed` fast. */
void track_random(plain_track *track, dice *d, int side, int speed);

bool track_is_free(const plain_track *track, int x, int y);

/* A car on a free cell with a random velocity; false if no cell is free. */
bool track_random_car(const plain_track *track, dice *d, car *out);

bool same_car(car a, car b);

/* A car after one action. */
car track_drive(const plain_track *track, car from, int ax, int ay);

/* All cars that one action makes of a car, none double and not itself, in the order of rising
 * accelerations, those of y first; returns how many. Those on the goal's cell count as one, which
 * stands for them as {x, y, 0, 0}. */
int track_successors(const plain_track *track, car from, int goal_x, int goal_y, car out[9]);

/* The least number of actions from a car to the goal's cell, -1 if there is no way. */
int track_distance(const plain_track *track, car from, int goal_x, int goal_y);

#endif
