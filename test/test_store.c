/* The stores: pools, pages of nodes, paths, open lists, and the account that pays for them. */
#include "search/search.h"
#include "store/nodes.h"
#include "store/open.h"
#include "store/route.h"
#include "store/states.h"
#include "store/pool.h"

#include "support/dice.h"
#include "support/ledger.h"
#include "support/test.h"

#include <string.h>

/* An account on a ledger. */
struct account {
    ledger book;
    wn_memory memory;
};

static void open_account(struct account *a, size_t limit) {
    *a = (struct account){0};
    wend_allocator allocator = ledger_allocator(&a->book);
    wn_memory_init(&a->memory, &allocator, limit);
}

static void close_account(const struct account *a) {
    assert_int_equal(a->book.live_bytes, 0);
    assert_int_equal(a->memory.used, 0);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void an_account_keeps_to_its_limit(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 100);
    void *first = wn_memory_take(&a.memory, 60);
    assert_non_null(first);
    assert_null(wn_memory_take(&a.memory, 41));
    assert_null(wn_memory_take(&a.memory, SIZE_MAX));
    void *second = wn_memory_take(&a.memory, 40);
    assert_non_null(second);
    assert_int_equal(a.memory.used, 100);
    assert_int_equal(a.book.calls, 2);
    wn_memory_give(&a.memory, first, 60);
    wn_memory_give(&a.memory, second, 40);
    wn_memory_give(&a.memory, NULL, 0);
    close_account(&a);
}

static void growing_copies_or_leaves_alone(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 40);
    void *array = NULL;
    assert_true(wn_memory_grow(&a.memory, &array, 0, 0, 8));
    memcpy(array, "abcdefg", 8);
    assert_true(wn_memory_grow(&a.memory, &array, 8, 8, 24));
    assert_string_equal(array, "abcdefg");
    void *before = array;
    assert_false(wn_memory_grow(&a.memory, &array, 24, 8, 32));
    assert_ptr_equal(array, before);
    assert_string_equal(array, "abcdefg");
    wn_memory_give(&a.memory, array, 24);
    close_account(&a);
}

static void the_default_account_is_malloc(void **state) {
    (void)state;
    wn_memory memory;
    wn_memory_init(&memory, &(wend_allocator){0}, 0);
    void *block = wn_memory_take(&memory, 1000);
    assert_non_null(block);
    memset(block, 1, 1000);
    wn_memory_give(&memory, block, 1000);
    assert_int_equal(memory.used, 0);
}

/* ---- Pool ------------------------------------------------------------------------------------ */

static void a_pool_hands_out_separate_blocks(void **state) {
    (void)state;
    enum { SIZE = 24, COUNT = 3000 };
    struct account a;
    open_account(&a, 0);
    wn_pool pool;
    wn_pool_init(&pool, &a.memory, SIZE);
    char *blocks[COUNT];
    dice d = dice_of(1);
    for (uint32_t i = 0; i < COUNT; i++) {
        if (pool.spare == 0 || dice_percent(&d, 5)) {
            uint32_t wanted = dice_between(&d, 1, 700);
            assert_true(wn_pool_reserve(&pool, wanted));
            assert_true(pool.spare >= wanted);
        }
        blocks[i] = wn_pool_take(&pool);
        assert_int_equal((uintptr_t)blocks[i] % 8, 0);
        memset(blocks[i], (int)(i % 251), SIZE);
    }
    assert_int_equal(pool.taken, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        for (uint32_t byte = 0; byte < SIZE; byte++) {
            check((unsigned char)blocks[i][byte] == i % 251, "block %u was overwritten", i);
        }
    }
    wn_pool_clear(&pool);
    assert_int_equal(pool.spare, 0);
    assert_int_equal(pool.taken, 0);
    close_account(&a);
}

/* Pages are 340 bytes long where pointers have 32 bits. */
static void blocks_of_any_size_are_aligned(void **state) {
    (void)state;
    for (size_t size = 1; size <= 340; size += 113) {
        wn_memory memory;
        wn_pool pool;
        wn_memory_init(&memory, &(wend_allocator){0}, 0);
        wn_pool_init(&pool, &memory, size);
        assert_true(wn_pool_reserve(&pool, 10));
        char *last = NULL;
        for (uint32_t i = 0; i < 10; i++) {
            char *block = wn_pool_take(&pool);
            assert_int_equal((uintptr_t)block % 8, 0);
            assert_true(!last || block >= last + size);
            memset(block, 1, size);
            last = block;
        }
        wn_pool_clear(&pool);
    }
}

/* Each compiler-specific form of an operation does the same as its portable form. */
static void bits_are_counted(void **state) {
    (void)state;
    dice d = dice_of(3);
    for (uint32_t i = 0; i < 1000; i++) {
        uint64_t word = ((uint64_t)dice_next(&d) << 32 | dice_next(&d)) >> dice_between(&d, 0, 63);
        uint32_t low = 64, high = 64, count = 0;
        for (uint32_t bit = 0; bit < 64; bit++) {
            if (word >> bit & 1) {
                low = low < bit ? low : bit;
                high = 63 - bit;
                count++;
            }
        }
        assert_int_equal(wn_count_bits(word), count);
        if (word) {
            assert_int_equal(wn_low_zeros(word), low);
            assert_int_equal(wn_high_zeros(word), high);
        }
    }
}

static void a_pool_without_memory_stays_as_it_was(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 20000);
    wn_pool pool;
    wn_pool_init(&pool, &a.memory, 64);
    assert_true(wn_pool_reserve(&pool, 3));
    wn_pool before = pool;
    assert_false(wn_pool_reserve(&pool, 100000));
    assert_memory_equal(&before, &pool, sizeof pool);
    uint64_t calls = a.book.calls;
    assert_true(wn_pool_reserve(&pool, before.spare));
    assert_int_equal(a.book.calls, calls); /* what is there need not be allocated */
    while (pool.spare) {
        memset(wn_pool_take(&pool), 7, 64);
    }
    wn_pool_clear(&pool);
    close_account(&a);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static void nodes_come_into_being_on_first_touch(void **state) {
    (void)state;
    enum { LIMIT = 5000 };
    struct account a;
    open_account(&a, 0);
    wn_nodes nodes;
    assert_true(wn_nodes_init(&nodes, &a.memory, LIMIT, false));
    assert_true(wn_nodes_reserve(&nodes, UINT32_MAX));
    for (wn_id id = 0; id < LIMIT; id += 37) {
        assert_null(wn_nodes_find(&nodes, id));
        wn_node *node = wn_nodes_at(&nodes, id);
        assert_int_equal(node->stamp, 0);
        assert_null(wn_nodes_find(&nodes, id));
        node->stamp = nodes.stamp;
        node->g = id;
    }
    for (wn_id id = 0; id < LIMIT; id++) {
        const wn_node *node = wn_nodes_find(&nodes, id);
        assert_int_equal(node != NULL, id % 37 == 0);
        assert_true(!node || (node->g == id && node == wn_nodes_at(&nodes, id)));
    }
    assert_true(wn_nodes_bytes(&nodes) <= a.memory.used);
    wn_nodes_clear(&nodes);
    close_account(&a);
}

/* A directory has an entry for each block that the ids can fill, and no more. */
static void a_directory_is_as_long_as_its_ids_need(void **state) {
    (void)state;
    enum { BLOCK = WN_BLOCK_SIZE * WN_PAGE_NODES };
    static const uint32_t limits[] = {1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK, 5 * BLOCK + 1};
    for (uint32_t i = 0; i < COUNT_OF(limits); i++) {
        struct account a;
        open_account(&a, 0);
        wn_nodes nodes;
        assert_true(wn_nodes_init(&nodes, &a.memory, limits[i], false));
        assert_int_equal(a.memory.used, (limits[i] + BLOCK - 1) / BLOCK * sizeof *nodes.root);
        wn_nodes_clear(&nodes);
        close_account(&a);
    }
}

static void a_new_search_forgets(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 0);
    wn_nodes nodes;
    assert_true(wn_nodes_init(&nodes, &a.memory, 100, false));
    assert_true(wn_nodes_reserve(&nodes, 7));
    wn_nodes_at(&nodes, 42)->stamp = nodes.stamp;
    assert_non_null(wn_nodes_find(&nodes, 42));
    size_t bytes = wn_nodes_bytes(&nodes);
    wn_nodes_new_search(&nodes);
    assert_null(wn_nodes_find(&nodes, 42));
    assert_int_equal(wn_nodes_bytes(&nodes), bytes); /* the page stays */
    wn_nodes_clear(&nodes);
    close_account(&a);
}

/* When the stamps wrap, old ones must not count as present ones. */
static void stamps_survive_their_wrap(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 0);
    wn_nodes nodes;
    assert_true(wn_nodes_init(&nodes, &a.memory, 3000, false));
    assert_true(wn_nodes_reserve(&nodes, UINT32_MAX));
    wn_nodes_at(&nodes, 0)->stamp = 1;
    wn_nodes_at(&nodes, 2999)->stamp = 1;
    wn_nodes_at(&nodes, 1500)->stamp = UINT32_MAX;
    nodes.stamp = UINT32_MAX;
    assert_non_null(wn_nodes_find(&nodes, 1500));
    wn_nodes_new_search(&nodes);
    assert_int_not_equal(nodes.stamp, 0);
    for (wn_id id = 0; id < 3000; id += 1) {
        assert_null(wn_nodes_find(&nodes, id));
    }
    wn_nodes_new_search(&nodes);
    assert_null(wn_nodes_find(&nodes, 2999));
    wn_nodes_clear(&nodes);
    close_account(&a);
}

/* Near the end a domain has fewer untouched pages than an expansion may ask for. */
static void there_is_room_up_to_the_last_page(void **state) {
    (void)state;
    enum { PAGES = 200, LIMIT = PAGES * WN_PAGE_NODES - 3 };
    struct account a;
    open_account(&a, 0);
    wn_nodes nodes;
    assert_true(wn_nodes_init(&nodes, &a.memory, LIMIT, false));
    assert_false(wn_nodes_room(&nodes, 1));
    assert_true(wn_nodes_reserve(&nodes, UINT32_MAX));
    assert_true(nodes.pages.spare < PAGES + 30); /* no more than can exist, except for one chunk */
    for (uint32_t page = 0; page < PAGES; page++) {
        assert_true(wn_nodes_room(&nodes, 3));
        wn_nodes_at(&nodes, (page * 77 % PAGES) * WN_PAGE_NODES);
    }
    assert_true(wn_nodes_room(&nodes, 3));
    uint64_t calls = a.book.calls;
    assert_true(wn_nodes_reserve(&nodes, 1000));
    assert_int_equal(a.book.calls, calls);
    wn_nodes_clear(&nodes);
    close_account(&a);
}

/* If fewer pages are available than requested there is not enough room, even if many could still be
 * reserved. */
static void room_means_pages_and_blocks_in_hand(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 0);
    wn_nodes nodes;
    assert_true(wn_nodes_init(&nodes, &a.memory, 1u << 20, false));
    assert_true(wn_nodes_reserve(&nodes, 3));
    while (nodes.pages.spare >= 3) {
        assert_true(wn_nodes_room(&nodes, 3));
        wn_nodes_at(&nodes, nodes.pages.taken * WN_PAGE_NODES);
    }
    assert_false(wn_nodes_room(&nodes, 3));
    assert_true(wn_nodes_reserve(&nodes, 3));
    /* Far apart: a block each. */
    for (wn_id id = 1u << 16; nodes.blocks.spare >= 3 && nodes.pages.spare > 0; id += 1024) {
        wn_nodes_at(&nodes, id);
    }
    assert_true(wn_nodes_room(&nodes, 3) == (nodes.blocks.spare >= 3 && nodes.pages.spare >= 3));
    wn_nodes_clear(&nodes);
    close_account(&a);
}

static void nodes_keep_to_a_memory_limit(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 60000);
    wn_nodes nodes;
    assert_true(wn_nodes_init(&nodes, &a.memory, 1u << 20, false));
    uint32_t pages = 0;
    while (wn_nodes_reserve(&nodes, 3)) {
        wn_nodes_at(&nodes, pages++ * WN_PAGE_NODES)->g = 1;
        assert_true(a.memory.used <= 60000);
        assert_true(pages < 1000);
    }
    assert_true(pages > 10);
    wn_nodes_clear(&nodes);
    close_account(&a);
    open_account(&a, 100);
    assert_false(wn_nodes_init(&nodes, &a.memory, 1u << 20, false));
    close_account(&a);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

struct paths {
    struct account account;
    wn_search search; /* nothing but its nodes */
    wn_route path;
};

static void open_paths(struct paths *p) {
    open_account(&p->account, 0);
    assert_true(wn_nodes_init(&p->search.nodes, &p->account.memory, 10000, false));
    assert_true(wn_nodes_reserve(&p->search.nodes, 625));
    p->path = (wn_route){0};
    assert_true(wn_route_reserve(&p->path, &p->account.memory, 1000));
}

static void close_paths(struct paths *p) {
    wn_route_clear(&p->path, &p->account.memory);
    wn_nodes_clear(&p->search.nodes);
    close_account(&p->account);
}

static void touch(struct paths *p, wn_id id, wend_cost g) {
    wn_node *node = wn_nodes_at(&p->search.nodes, id);
    node->stamp = p->search.nodes.stamp;
    node->g = g;
}

static void push(struct paths *p, wn_id id, wend_cost g) {
    touch(p, id, g);
    assert_true(wn_search_push(&p->search, &p->path, id));
}

static uint32_t find(const struct paths *p, wn_id id) {
    return wn_search_find(&p->search, &p->path, id);
}

static void a_path_knows_its_states(void **state) {
    (void)state;
    struct paths p;
    open_paths(&p);
    assert_int_equal(find(&p, 5), WN_NONE);
    push(&p, 5, 30);
    push(&p, 9000, 20);
    push(&p, 6, 10);
    assert_int_equal(find(&p, 5), 0);
    assert_int_equal(find(&p, 9000), 1);
    assert_int_equal(find(&p, 6), 2);
    assert_int_equal(find(&p, 7), WN_NONE);    /* same page, never touched */
    assert_int_equal(find(&p, 4000), WN_NONE); /* no page */
    for (wend_cost g = 0; g < 40; g++) {
        touch(&p, 7, g);
        assert_int_equal(find(&p, 7), WN_NONE); /* also with the g of one that is on it */
    }
    p.path.count = 0;
    assert_int_equal(find(&p, 5), WN_NONE);
    close_paths(&p);
}

/* The end of a path may be an open state, to which a cheaper route may be found later. */
static void the_end_of_a_path_is_found_whatever_its_g(void **state) {
    (void)state;
    struct paths p;
    open_paths(&p);
    push(&p, 5, 30);
    push(&p, 8, 20);
    push(&p, 6, 10);
    for (wend_cost g = 0; g < 40; g++) {
        touch(&p, 5, g);
        assert_int_equal(find(&p, 5), 0);
        assert_int_equal(find(&p, 8), 1);
        assert_int_equal(find(&p, 6), 2);
    }
    close_paths(&p);
}

static void states_of_an_earlier_search_do_not_count(void **state) {
    (void)state;
    struct paths p;
    open_paths(&p);
    push(&p, 5, 30);
    push(&p, 8, 20);
    wn_nodes_new_search(&p.search.nodes);
    assert_int_equal(find(&p, 8), WN_NONE);
    close_paths(&p);
}

static void random_paths_agree_with_a_list(void **state) {
    (void)state;
    struct paths p;
    open_paths(&p);
    dice d = dice_of(7);
    for (uint32_t round = 0; round < test_scaled(300); round++) {
        p.path.count = 0;
        wn_nodes_new_search(&p.search.nodes);
        uint32_t count = dice_between(&d, 1, 200);
        wn_id base = dice_between(&d, 0, 9000), step = dice_between(&d, 1, 4);
        wend_cost g = dice_between(&d, 1000, 100000);
        for (uint32_t i = 0; i < count; i++, g -= dice_between(&d, 1, 4)) {
            push(&p, base + i * step, g);
        }
        for (wn_id id = base > 50 ? base - 50 : 0; id < base + count * step + 50; id++) {
            bool on = id >= base && (id - base) % step == 0 && (id - base) / step < count;
            if (!on && dice_between(&d, 0, 1)) {
                touch(&p, id, p.path.entries[dice_between(&d, 0, count - 1)].g);
            }
            assert_int_equal(find(&p, id), on ? (id - base) / step : WN_NONE);
        }
    }
    close_paths(&p);
}

static void a_path_without_room_says_so(void **state) {
    (void)state;
    struct paths p;
    open_paths(&p);
    wn_route path = {0};
    struct account *a = &p.account;
    touch(&p, 1, 20);
    touch(&p, 2, 10);
    assert_false(wn_search_push(&p.search, &path, 1));
    assert_true(wn_route_reserve(&path, &a->memory, 2));
    assert_true(wn_search_push(&p.search, &path, 1));
    while (path.count < path.capacity) {
        assert_true(wn_search_push(&p.search, &path, 2));
    }
    assert_false(wn_search_push(&p.search, &path, 2));
    a->book.fail_at = a->book.calls + 1;
    assert_false(wn_route_reserve(&path, &a->memory, 100));
    assert_int_equal(wn_search_find(&p.search, &path, 1), 0);
    assert_true(wn_route_reserve(&path, &a->memory, 100));
    assert_int_equal(wn_search_find(&p.search, &path, 2), 1); /* growing keeps the contents */
    wn_route_clear(&path, &a->memory);
    close_paths(&p);
}

/* ---- States ---------------------------------------------------------------------------------- */

static uint32_t intern(wn_states *states, const wend_packed *packed, bool *is_new) {
    return wn_states_intern(states, packed, wn_states_hash(packed), is_new);
}

/* Every state keeps its first number, however often the table grows. */
static void states_keep_their_numbers(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 0);
    wn_states states;
    wn_states_init(&states, &a.memory);
    const uint64_t steps[] = {1, UINT64_C(1) << 32, UINT64_C(0x9e3779b97f4a7c15)};
    uint32_t count = test_scaled(20000);
    for (uint32_t i = 0; i < count; i++) {
        wend_packed packed = {{i * steps[i % 3], i % 3}};
        bool is_new = false;
        assert_true(wn_states_reserve(&states, 1));
        assert_int_equal(intern(&states, &packed, &is_new), i);
        assert_true(is_new);
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_packed packed = {{i * steps[i % 3], i % 3}};
        bool is_new = true;
        assert_int_equal(intern(&states, &packed, &is_new), i);
        assert_false(is_new);
        assert_memory_equal(&states.entries[i].packed, &packed, sizeof packed);
    }
    assert_int_equal(states.count, count);
    wn_states_clear(&states);
    close_account(&a);
}

/* Two states with the same hash are different states, and a run of full slots wraps around the
 * end. */
static void states_with_equal_hashes_are_distinguished(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 0);
    wn_states states;
    wn_states_init(&states, &a.memory);
    assert_true(wn_states_reserve(&states, 100));
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 100; i++) {
            wend_packed packed = {{i, 0}};
            bool is_new = false;
            assert_int_equal(wn_states_intern(&states, &packed, UINT32_MAX, &is_new), i);
            assert_int_equal(is_new, round == 0);
        }
    }
    wn_states_clear(&states);
    close_account(&a);
}

static void states_without_memory_stay_as_they_were(void **state) {
    (void)state;
    struct account a;
    open_account(&a, 0);
    wn_states states;
    wn_states_init(&states, &a.memory);
    wend_packed packed = {{7, 8}};
    bool is_new;
    for (uint32_t call = 1; call <= 2; call++) {
        a.book.fail_at = a.book.calls + call;
        assert_false(wn_states_reserve(&states, 1000));
        assert_int_equal(wn_states_room(&states), 0);
    }
    assert_true(wn_states_reserve(&states, 1));
    assert_int_equal(intern(&states, &packed, &is_new), 0);
    for (uint32_t call = 1; call <= 2; call++) {
        a.book.fail_at = a.book.calls + call;
        assert_false(wn_states_reserve(&states, 100000u << call));
        assert_int_equal(intern(&states, &packed, &is_new), 0);
        assert_false(is_new);
    }
    wn_states_clear(&states);
    close_account(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_account_keeps_to_its_limit),
        cmocka_unit_test(growing_copies_or_leaves_alone),
        cmocka_unit_test(the_default_account_is_malloc),
        cmocka_unit_test(a_pool_hands_out_separate_blocks),
        cmocka_unit_test(blocks_of_any_size_are_aligned),
        cmocka_unit_test(bits_are_counted),
        cmocka_unit_test(a_pool_without_memory_stays_as_it_was),
        cmocka_unit_test(nodes_come_into_being_on_first_touch),
        cmocka_unit_test(a_directory_is_as_long_as_its_ids_need),
        cmocka_unit_test(a_new_search_forgets),
        cmocka_unit_test(stamps_survive_their_wrap),
        cmocka_unit_test(there_is_room_up_to_the_last_page),
        cmocka_unit_test(room_means_pages_and_blocks_in_hand),
        cmocka_unit_test(nodes_keep_to_a_memory_limit),
        cmocka_unit_test(a_path_knows_its_states),
        cmocka_unit_test(the_end_of_a_path_is_found_whatever_its_g),
        cmocka_unit_test(states_of_an_earlier_search_do_not_count),
        cmocka_unit_test(random_paths_agree_with_a_list),
        cmocka_unit_test(a_path_without_room_says_so),
        cmocka_unit_test(states_keep_their_numbers),
        cmocka_unit_test(states_with_equal_hashes_are_distinguished),
        cmocka_unit_test(states_without_memory_stay_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
