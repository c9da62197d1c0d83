#include "fleet/queue.h"

void wn_queue_init(wn_queue *queue, wn_queue_link *links) {
    *queue = (wn_queue){.links = links, .seniors = {WN_NONE, WN_NONE}};
    for (uint32_t i = 0; i < WN_QUEUE_SPAN; i++) {
        queue->buckets[i] = (wn_queue_list){WN_NONE, WN_NONE};
    }
}

static void mark_bucket(wn_queue *queue, uint32_t bucket) {
    uint64_t bit = UINT64_C(1) << (bucket % 64);
    uint64_t *word = &queue->bits[bucket / 64];
    *word = queue->buckets[bucket].first == WN_NONE ? *word & ~bit : *word | bit;
}

/* Whether a key lies before the ring. */
static bool is_senior(const wn_queue *queue, uint32_t key) {
    return (int32_t)(key - queue->base) < -(int32_t)WN_QUEUE_RANGE;
}

/* Appends the chain from `first` to `last` to a list. */
static void append_chain(wn_queue *queue, wn_queue_list *list, uint32_t first, uint32_t last) {
    queue->links[first].before = list->last;
    queue->links[last].behind = WN_NONE;
    if (list->last == WN_NONE) {
        list->first = first;
    } else {
        queue->links[list->last].behind = first;
    }
    list->last = last;
}

void wn_queue_age(wn_queue *queue) {
    for (uint32_t i = 0; i < WN_QUEUE_AGEING; i++) {
        uint32_t bucket = (queue->base - WN_QUEUE_RANGE) % WN_QUEUE_SPAN;
        wn_queue_list *list = &queue->buckets[bucket];
        if (list->first != WN_NONE) {
            append_chain(queue, &queue->seniors, list->first, list->last);
            *list = (wn_queue_list){WN_NONE, WN_NONE};
            mark_bucket(queue, bucket);
        }
        queue->base++;
    }
}

static wn_queue_list *list_of(wn_queue *queue, uint32_t key) {
    return is_senior(queue, key) ? &queue->seniors : &queue->buckets[key % WN_QUEUE_SPAN];
}

static void mark_list_of(wn_queue *queue, uint32_t key) {
    if (!is_senior(queue, key)) {
        mark_bucket(queue, key % WN_QUEUE_SPAN);
    }
}

void wn_queue_enter(wn_queue *queue, uint32_t unit, uint32_t key) {
    assert((int32_t)(key - queue->base) < 2 * (int32_t)WN_QUEUE_RANGE);
    queue->links[unit].key = key;
    append_chain(queue, list_of(queue, key), unit, unit);
    mark_list_of(queue, key);
    queue->count++;
}

void wn_queue_take_out(wn_queue *queue, uint32_t unit) {
    assert(queue->count > 0);
    const wn_queue_link *link = &queue->links[unit];
    wn_queue_list *list = list_of(queue, link->key);
    if (link->before == WN_NONE) {
        list->first = link->behind;
    } else {
        queue->links[link->before].behind = link->behind;
    }
    if (link->behind == WN_NONE) {
        list->last = link->before;
    } else {
        queue->links[link->behind].before = link->before;
    }
    mark_list_of(queue, link->key);
    queue->count--;
}

void wn_queue_change(wn_queue *queue, uint32_t unit, uint32_t key) {
    if (is_senior(queue, queue->links[unit].key) && is_senior(queue, key)) {
        queue->links[unit].key = key;
    } else {
        wn_queue_take_out(queue, unit);
        wn_queue_enter(queue, unit, key);
    }
}

uint32_t wn_queue_first(const wn_queue *queue) {
    if (queue->seniors.first != WN_NONE || queue->count == 0) {
        return queue->seniors.first;
    }
    const uint32_t words = WN_QUEUE_SPAN / 64;
    uint32_t from = (queue->base - WN_QUEUE_RANGE) % WN_QUEUE_SPAN;
    uint32_t w = from / 64;
    uint64_t word = queue->bits[w] & ~UINT64_C(0) << (from % 64);
    for (; !word; word = queue->bits[w]) {
        w = (w + 1) % words; /* the word of `from` again at the end: its lower bits */
    }
    return queue->buckets[w * 64 + wn_low_zeros(word)].first;
}

static uint32_t count_list(const wn_queue *queue, const wn_queue_list *list) {
    uint32_t length = 0;
    for (uint32_t unit = list->first; unit != WN_NONE; unit = queue->links[unit].behind) {
        length++;
    }
    return length;
}

uint32_t wn_queue_ahead(const wn_queue *queue, uint32_t unit) {
    uint32_t ahead = 0, key = queue->links[unit].key;
    for (uint32_t i = queue->links[unit].before; i != WN_NONE; i = queue->links[i].before) {
        ahead++;
    }
    if (!is_senior(queue, key)) {
        ahead += count_list(queue, &queue->seniors);
        for (uint32_t k = queue->base - WN_QUEUE_RANGE; k != key; k++) {
            ahead += count_list(queue, &queue->buckets[k % WN_QUEUE_SPAN]);
        }
    }
    return ahead;
}
