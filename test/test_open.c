/* The open lists compared with a list that is searched from end to end. */
#include "store/sparse.h"

#include "support/dice.h"
#include "support/ledger.h"
#include "support/test.h"

#define IDS 2000

/* The rule: the smallest f first, the newest entry on ties. */
struct model {
    uint64_t f[IDS];
    uint32_t age[IDS]; /* larger is newer; 0: not on the list */
    uint32_t clock;
    uint32_t count;
};

static wn_id model_first(const struct model *m) {
    wn_id first = WN_NONE;
    for (wn_id id = 0; id < IDS; id++) {
        if (m->age[id] && (first == WN_NONE || m->f[id] < m->f[first] ||
                           (m->f[id] == m->f[first] && m->age[id] > m->age[first]))) {
            first = id;
        }
    }
    return first;
}

/* A list of any kind. `base` is added to all f of the bucket queue, modulo 2^32. */
struct bench {
    ledger book;
    wn_memory memory;
    wn_nodes nodes;
    wn_bucket bucket;
    wn_sparse sparse;
    wn_heap heap;
    uint32_t ring; /* 0: a list of another kind */
    uint32_t span; /* of the sparse queue; 0: the heap, without a ring */
    uint32_t base;
    uint64_t floor; /* the bucket queue accepts nothing below the last minimum */
    struct model model;
};

static void open_bench(struct bench *b, uint32_t ring, uint32_t span, uint32_t base) {
    *b = (struct bench){.ring = ring, .span = span, .base = base};
    wend_allocator allocator = ledger_allocator(&b->book);
    wn_memory_init(&b->memory, &allocator, 0);
    assert_true(wn_nodes_init(&b->nodes, &b->memory, IDS, false));
    assert_true(wn_nodes_reserve(&b->nodes, UINT32_MAX));
    if (ring) {
        assert_true(wn_bucket_init(&b->bucket, &b->memory, ring));
        wn_bucket_reset(&b->bucket, base);
    } else if (span) {
        wn_spans spans = {.all = span, .siblings = span, .degree = 1};
        assert_true(wn_sparse_init(&b->sparse, &b->memory, &spans));
        assert_true(wn_sparse_reserve(&b->sparse, &b->memory, IDS, IDS, false));
        b->floor = span; /* it goes below that, too */
    } else {
        wn_heap_init(&b->heap);
        assert_true(wn_heap_reserve(&b->heap, &b->memory, IDS));
    }
}

static void close_bench(struct bench *b) {
    if (b->ring) {
        wn_bucket_clear(&b->bucket, &b->memory);
    }
    if (b->span) {
        wn_sparse_clear(&b->sparse, &b->memory);
    }
    wn_heap_clear(&b->heap, &b->memory);
    wn_nodes_clear(&b->nodes);
    assert_int_equal(b->book.live_bytes, 0);
}

static void push(struct bench *b, wn_id id, uint64_t f) {
    wn_node *node = wn_nodes_at(&b->nodes, id);
    if (b->ring) {
        wn_bucket_push(&b->bucket, b->ring, &b->nodes, id, node, b->base + (uint32_t)f);
    } else if (b->span) {
        wn_sparse_push(&b->sparse, &b->nodes, id, node, f);
    } else {
        wn_heap_push(&b->heap, &b->nodes, id, node, f);
    }
    b->model.f[id] = f;
    b->model.age[id] = ++b->model.clock;
    b->model.count++;
}

/* Changes the f of an entry, as removing and inserting it would. */
static void rekey(struct bench *b, wn_id id, uint64_t f) {
    wn_heap_rekey(&b->heap, &b->nodes, wn_nodes_at(&b->nodes, id), f);
    b->model.f[id] = f;
    b->model.age[id] = ++b->model.clock;
}

static void take_out(struct bench *b, wn_id id) {
    wn_node *node = wn_nodes_at(&b->nodes, id);
    if (b->ring) {
        uint32_t f = b->base + (uint32_t)b->model.f[id];
        wn_bucket_remove(&b->bucket, b->ring, &b->nodes, id, node, f);
    } else if (b->span) {
        wn_sparse_remove(&b->sparse, &b->nodes, id, node, b->model.f[id]);
    } else {
        wn_heap_remove(&b->heap, &b->nodes, node);
    }
    b->model.age[id] = 0;
    b->model.count--;
}

/* Compares the first entry, and returns it. */
static wn_id compare(struct bench *b) {
    wn_id first = model_first(&b->model);
    if (b->ring) {
        check(wn_bucket_is_empty(&b->bucket) == (first == WN_NONE), "empty or not?");
        if (first != WN_NONE) {
            uint32_t f = wn_bucket_min_f(&b->bucket, b->ring);
            check(f == b->base + (uint32_t)b->model.f[first], "the least f is %u, not %u",
                  (unsigned)b->model.f[first], f - b->base);
            check(wn_bucket_top(&b->bucket, b->ring, f) == first, "the order is wrong");
            b->floor = b->model.f[first];
        }
    } else if (b->span) {
        check(wn_sparse_is_empty(&b->sparse) == (first == WN_NONE), "empty or not?");
        check(first == WN_NONE || (wn_sparse_min_f(&b->sparse) == b->model.f[first] &&
                                   wn_sparse_top(&b->sparse, b->model.f[first]) == first),
              "the order is wrong");
        check(first != WN_NONE || b->sparse.in_use == 0, "branches without entries");
        check(b->sparse.in_use <= 2 * b->model.count, "too many branches");
    } else {
        check(wn_heap_is_empty(&b->heap) == (first == WN_NONE), "empty or not?");
        check(first == WN_NONE ||
                  (wn_heap_min_f(&b->heap) == b->model.f[first] && wn_heap_top(&b->heap) == first),
              "the order is wrong");
    }
    return first;
}

static wn_id random_listed(const struct model *m, dice *d) {
    wn_id id = dice_between(d, 0, IDS - 1);
    for (uint32_t i = 0; i < IDS && !m->age[id]; i++) {
        id = (id + 1) % IDS;
    }
    return id;
}

/* Values are clustered, so that ties are common, or use the whole range. */
static uint64_t random_f(struct bench *b, dice *d) {
    if (b->span) {
        /* Anywhere, but within the span of all entries and of the last known minimum. */
        compare(b);
        uint64_t least = UINT64_MAX, most = 0;
        for (wn_id id = 0; id < IDS; id++) {
            if (b->model.age[id]) {
                least = b->model.f[id] < least ? b->model.f[id] : least;
                most = b->model.f[id] > most ? b->model.f[id] : most;
            }
        }
        uint64_t low = most > b->span ? most - b->span : 0;
        uint64_t high = least == UINT64_MAX ? low + b->span : least + b->span;
        uint64_t step = dice_percent(d, 50) ? (high - low) / 11 + 1 : 1;
        return low + dice_next(d) % ((high - low) / step + 1) * step;
    }
    uint64_t span = b->ring ? b->ring : UINT64_C(1) << 40;
    if (dice_percent(d, 50)) {
        return b->floor + dice_between(d, 0, 5) * (span / 11);
    }
    return b->floor + (((uint64_t)dice_next(d) << 20 | dice_next(d)) % span);
}

static void random_operations(struct bench *b, uint64_t seed, uint32_t steps) {
    dice d = dice_of(seed);
    for (uint32_t i = 0; i < steps; i++) {
        struct model *m = &b->model;
        uint32_t op = dice_between(&d, 0, 99);
        wn_id fresh = dice_between(&d, 0, IDS - 1);
        if (op < 45 && !m->age[fresh]) {
            push(b, fresh, random_f(b, &d));
        } else if (op < 60 && m->count > 0) {
            take_out(b, random_listed(m, &d));
        } else if (op < 68 && m->count > 0 && !b->ring && !b->span) {
            rekey(b, random_listed(m, &d), random_f(b, &d));
        } else if (op < 75 && m->count > 0) {
            wn_id id = random_listed(m, &d); /* a cheaper route was found */
            uint64_t room = b->span ? 0 : m->f[id] - b->floor;
            take_out(b, id);
            push(b, id, b->span ? random_f(b, &d) : b->floor + (room ? dice_next(&d) % room : 0));
        } else if (m->count > 0) {
            take_out(b, compare(b)); /* an expansion */
        }
        if (i % 4 == 0) {
            compare(b);
        }
    }
    while (b->model.count > 0) {
        take_out(b, compare(b));
    }
    compare(b);
}

static void a_list_keeps_the_order(uint32_t ring, uint32_t span) {
    static const uint32_t bases[] = {0, 1, 4095, UINT32_MAX - 100, UINT32_MAX - 40000};
    struct bench *b = test_alloc(sizeof *b);
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        open_bench(b, ring, span, bases[i % COUNT_OF(bases)]);
        random_operations(b, i, 1000);
        close_bench(b);
    }
    free(b);
}

static void the_bucket_queue_of_4096_keeps_the_order(void **state) {
    (void)state;
    a_list_keeps_the_order(4096, 0);
}

static void the_bucket_queue_of_8192_keeps_the_order(void **state) {
    (void)state;
    a_list_keeps_the_order(8192, 0);
}

static void the_heap_keeps_the_order(void **state) {
    (void)state;
    a_list_keeps_the_order(0, 0);
}

/* The least f rises and falls, across the end of the ring and back. */
static void the_sparse_queue_keeps_the_order(void **state) {
    (void)state;
    static const uint32_t spans[] = {1, 4095, 4096, 100000, 1000000, WN_SPARSE_SIZE_MAX - 1};
    for (uint32_t i = 0; i < COUNT_OF(spans); i++) {
        a_list_keeps_the_order(0, spans[i]);
    }
}

/* A reset empties the list without touching the heads; their old contents must not reappear. */
static void a_reset_list_is_empty(void **state) {
    (void)state;
    static const uint32_t rings[] = {0, 4096, 8192, 0}, spans[] = {0, 0, 0, 20000};
    struct bench *b = test_alloc(sizeof *b);
    for (uint32_t i = 0; i < COUNT_OF(rings); i++) {
        open_bench(b, rings[i], spans[i], 0);
        for (wn_id id = 0; id < 100; id++) {
            push(b, id, id * 40);
        }
        compare(b);
        b->model = (struct model){.clock = 0};
        b->floor = 0;
        if (rings[i]) {
            wn_bucket_reset(&b->bucket, 0);
        } else if (spans[i]) {
            wn_sparse_reset(&b->sparse);
        } else {
            wn_heap_reset(&b->heap);
        }
        compare(b);
        random_operations(b, 99, 500);
        close_bench(b);
    }
    free(b);
}

/* Every distance from the least value to the next, across the end of the ring and of 32 bits. */
static void the_ring_closes_at_every_place(void **state) {
    (void)state;
    static const uint32_t rings[] = {4096, 8192};
    struct bench *b = test_alloc(sizeof *b);
    for (uint32_t i = 0; i < COUNT_OF(rings); i++) {
        open_bench(b, rings[i], 0, UINT32_MAX - 3 * rings[i]);
        uint32_t gap = 1;
        uint64_t f = 0;
        push(b, 0, f);
        for (wn_id id = 1; gap < rings[i]; id = (id + 1) % 2, gap = gap * 5 / 4 + 1) {
            f += gap;
            push(b, id, f);
            wn_id first = !id; /* the one that was there */
            check(compare(b) == first, "the older of two is not the first");
            take_out(b, first);
            check(compare(b) == id, "the ring lost an entry at a gap of %u", gap);
        }
        f += rings[i] - 1;
        push(b, 100, f);
        compare(b);
        close_bench(b);
    }
    free(b);
}

static void lists_want_memory(void **state) {
    (void)state;
    ledger book = {.fail_at = 1};
    wend_allocator allocator = ledger_allocator(&book);
    wn_memory memory;
    wn_memory_init(&memory, &allocator, 0);
    wn_bucket bucket;
    assert_false(wn_bucket_init(&bucket, &memory, 4096));
    wn_heap heap;
    wn_heap_init(&heap);
    assert_true(wn_heap_reserve(&heap, &memory, 0));
    assert_true(wn_heap_reserve(&heap, &memory, 10));
    assert_true(heap.capacity >= 10);
    uint32_t capacity = heap.capacity;
    book.fail_at = book.calls + 1;
    assert_false(wn_heap_reserve(&heap, &memory, 1000));
    assert_int_equal(heap.capacity, capacity);
    assert_true(wn_heap_reserve(&heap, &memory, 1000));
    assert_true(wn_heap_reserve(&heap, &memory, 1001));
    assert_true(heap.capacity >= 1500); /* grows in leaps */
    wn_heap_clear(&heap, &memory);
    assert_int_equal(book.live_bytes, 0);
    memory.limit = 1000;
    assert_false(wn_heap_reserve(&heap, &memory, 1000));
    assert_int_equal(book.live_bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bucket_queue_of_4096_keeps_the_order),
        cmocka_unit_test(the_bucket_queue_of_8192_keeps_the_order),
        cmocka_unit_test(the_heap_keeps_the_order),
        cmocka_unit_test(the_sparse_queue_keeps_the_order),
        cmocka_unit_test(a_reset_list_is_empty),
        cmocka_unit_test(the_ring_closes_at_every_place),
        cmocka_unit_test(lists_want_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
