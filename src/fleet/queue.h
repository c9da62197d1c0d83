/* fleet/queue.h - the units that wait for a search, in the order in which they get one.
 *
 * The rank of an order is its distance minus its age minus its priority, plus WN_QUEUE_RANGE if it
 * has already had a first, short search. All orders age at the same speed, so the order of any two
 * never changes, and an order can be stored under a constant key: rank + age. Keys are small
 * numbers, each with a list of units, first come, first served:
 *
 *     seniors | bucket | bucket | ... | bucket      a ring
 *               ^ base - range          ^ base + 2 range - 1
 *
 * On every frame the ring advances by WN_QUEUE_AGEING buckets. The units in those join the seniors,
 * which are served first, in the order in which they joined. An order always enters in the ring,
 * whatever its distance and priority, so after 3 * WN_QUEUE_RANGE / WN_QUEUE_AGEING frames no later
 * order can overtake it. Every operation is O(1). */
#ifndef WN_QUEUE_H
#define WN_QUEUE_H

#include "base/memory.h"

#define WN_QUEUE_RANGE  512u /* range of distances, and of priorities */
#define WN_QUEUE_SPAN   (4 * WN_QUEUE_RANGE)
#define WN_QUEUE_AGEING 6u

/* The links of a unit. */
typedef struct wn_queue_link {
    uint32_t before; /* in its list; WN_NONE at its ends */
    uint32_t behind;
    uint32_t key; /* modulo 2^32 */
} wn_queue_link;

typedef struct wn_queue_list {
    uint32_t first; /* WN_NONE: the list is empty */
    uint32_t last;
} wn_queue_list;

typedef struct wn_queue {
    wn_queue_link *links; /* by unit */
    uint32_t base;        /* the key of an order with distance 0 and priority 0 now */
    uint32_t count;
    wn_queue_list seniors;
    wn_queue_list buckets[WN_QUEUE_SPAN];
    uint64_t bits[WN_QUEUE_SPAN / 64]; /* set for buckets that are not empty */
} wn_queue;

/* Initializes an empty queue. `links` has an entry for each unit that may be queued. */
void wn_queue_init(wn_queue *queue, wn_queue_link *links);

/* Advances the queue by one frame. */
void wn_queue_age(wn_queue *queue);

/* The key of a new order: `distance` below WN_QUEUE_RANGE, `priority` at most WN_QUEUE_RANGE. */
static inline uint32_t wn_queue_key(const wn_queue *queue, uint32_t distance, uint32_t priority) {
    assert(distance < WN_QUEUE_RANGE && priority <= WN_QUEUE_RANGE);
    return queue->base + distance - priority;
}

/* Queues a unit that is not in the queue, under a key from now or earlier. */
void wn_queue_enter(wn_queue *queue, uint32_t unit, uint32_t key);
void wn_queue_take_out(wn_queue *queue, uint32_t unit);

/* Changes the key of a queued unit; the key counts from when it was queued. A senior that stays one
 * keeps its place. */
void wn_queue_change(wn_queue *queue, uint32_t unit, uint32_t key);

/* The number of units ahead of a queued unit. O(that number and the buckets). */
uint32_t wn_queue_ahead(const wn_queue *queue, uint32_t unit);

/* The first unit in the queue, WN_NONE if it is empty. */
uint32_t wn_queue_first(const wn_queue *queue);

#endif
