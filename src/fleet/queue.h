/* fleet/queue.h - the units that wait for a search, in the order in which they get one.
 *
 * The rank of an order is its distance, minus what it has grown old, minus its priority; and more
 * by WN_QUEUE_RANGE if it has had a first, short search already. All orders grow old at the same
 * speed, so which of two comes first never changes, and an order is entered under a key that stays:
 * rank + age. Keys are small numbers, each with a list of units in the order in which they came:
 *
 *     seniors | bucket | bucket | ... | bucket      a ring
 *               ^ base - range          ^ base + 2 range - 1
 *
 * On every frame the ring moves on by WN_QUEUE_AGEING buckets, and what was in those joins the
 * seniors, who come first, in the order in which they joined. An order enters in the ring, whatever
 * its distance and priority, so after 3 * WN_QUEUE_RANGE / WN_QUEUE_AGEING frames nobody who comes
 * later can pass it. Every operation is O(1). */
#ifndef WN_QUEUE_H
#define WN_QUEUE_H

#include "base/memory.h"

#define WN_QUEUE_RANGE  512u /* of distances, and of priorities */
#define WN_QUEUE_SPAN   (4 * WN_QUEUE_RANGE)
#define WN_QUEUE_AGEING 6u

/* The links of a unit. */
typedef struct wn_queue_link {
    uint32_t before; /* in its list; WN_NONE at its ends */
    uint32_t behind;
    uint32_t key; /* modulo 2^32 */
} wn_queue_link;

typedef struct wn_queue_list {
    uint32_t first; /* WN_NONE: it is empty */
    uint32_t last;
} wn_queue_list;

typedef struct wn_queue {
    wn_queue_link *links; /* by unit */
    uint32_t base;        /* the key of distance 0, priority 0, now */
    uint32_t count;
    wn_queue_list seniors;
    wn_queue_list buckets[WN_QUEUE_SPAN];
    uint64_t bits[WN_QUEUE_SPAN / 64]; /* of the buckets that are not empty */
} wn_queue;

/* `links` has an entry for each unit that may be entered. */
void wn_queue_init(wn_queue *queue, wn_queue_link *links);

/* A frame has passed. */
void wn_queue_age(wn_queue *queue);

/* The key of an order that comes now: `distance` below WN_QUEUE_RANGE, `priority` at most that. */
static inline uint32_t wn_queue_key(const wn_queue *queue, uint32_t distance, uint32_t priority) {
    assert(distance < WN_QUEUE_RANGE && priority <= WN_QUEUE_RANGE);
    return queue->base + distance - priority;
}

/* Enters a unit that is not in the queue under a key from now or before. */
void wn_queue_enter(wn_queue *queue, uint32_t unit, uint32_t key);
void wn_queue_take_out(wn_queue *queue, uint32_t unit);

/* Gives a unit of the queue another key, from when it was entered. It keeps its place if that makes
 * it a senior who was one before. */
void wn_queue_change(wn_queue *queue, uint32_t unit, uint32_t key);

/* How many come before a unit of the queue. O(that, and the buckets). */
uint32_t wn_queue_ahead(const wn_queue *queue, uint32_t unit);

/* Who comes next, WN_NONE if nobody waits. */
uint32_t wn_queue_first(const wn_queue *queue);

#endif
