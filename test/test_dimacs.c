/* DIMACS files: valid ones, the message for each invalid one, mutated ones. */
#include <wend/research/dimacs.h>

#include "domain/graph.h"

#include "support/ledger.h"
#include "support/plain_graph.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

#define GR "test_dimacs.gr"
#define CO "test_dimacs.co"

static void write_text(const char *path, const char *text, size_t size) {
    remove(path); /* some file systems wait for the disk when a file is overwritten */
    FILE *out = fopen(path, "wb");
    check(out != NULL, "cannot write %s", path);
    check(fwrite(text, 1, size, out) == size, "cannot write %s", path);
    fclose(out);
}

static void remove_files(void) {
    remove(GR);
    remove(CO);
}

/* Loads the two texts; `co` may be NULL. */
static wend_error load(const char *gr, const char *co, wend_domain **out,
                       wend_diagnosis *diagnosis) {
    write_text(GR, gr, strlen(gr));
    if (co) {
        write_text(CO, co, strlen(co));
    }
    ledger book = {0};
    wend_allocator allocator = ledger_allocator(&book);
    *out = (wend_domain *)&book; /* must be overwritten */
    wend_error error = wend_graph_load(GR, co ? CO : NULL, &allocator, out, diagnosis);
    check(!error || book.live_bytes == 0, "a leak");
    if (!error) {
        assert_int_equal(book.live_bytes, wend_domain_memory(*out));
        wend_domain_destroy(*out);
        *out = NULL;
        assert_int_equal(wend_graph_load(GR, co ? CO : NULL, NULL, out, diagnosis), WEND_OK);
    } else {
        assert_null(*out);
    }
    remove_files();
    return error;
}

/* ---- Valid files ----------------------------------------------------------------------------- */

static void a_road_network_comes_back_as_it_was(void **state) {
    (void)state;
    dice d = dice_of(1);
    plain_graph plain = plain_graph_road(&d, 100);
    wend_graph_def def = {.node_count = plain.nodes,
                          .edge_count = plain.edges,
                          .first = plain.first,
                          .target = plain.target,
                          .cost = plain.cost};
    plain_graph_write(&plain, GR, CO);
    for (uint32_t with_places = 0; with_places < 2; with_places++) {
        def.x = with_places ? plain.x : NULL;
        def.y = with_places ? plain.y : NULL;
        wend_domain *made, *loaded;
        assert_int_equal(wend_graph_create(&def, &made, NULL), WEND_OK);
        assert_int_equal(wend_graph_load(GR, with_places ? CO : NULL, NULL, &loaded, NULL),
                         WEND_OK);
        const wn_graph *a = (const wn_graph *)made, *b = (const wn_graph *)loaded;
        assert_int_equal(a->domain.size, b->domain.size);
        assert_int_equal(a->edge_count, b->edge_count);
        assert_memory_equal(a->first, b->first, (plain.nodes + 1) * sizeof *a->first);
        assert_memory_equal(a->edges, b->edges, a->edge_count * sizeof *a->edges);
        assert_memory_equal(&a->ruler, &b->ruler, sizeof a->ruler);
        if (with_places) {
            assert_memory_equal(a->points, b->points, plain.nodes * sizeof *a->points);
        }
        wend_domain_destroy(made);
        wend_domain_destroy(loaded);
    }
    plain_graph_clear(&plain);
    remove_files();
}

/* Arcs in any order, comments and empty lines anywhere, blanks and line ends of all kinds, and a
 * last line without a line end. */
static void files_may_be_loosely_written(void **state) {
    (void)state;
    const char gr[] = "c\r\nc x\n\np  sp\t3 5\r\n\r\nc a 1 1 1\na 3 1 4 \na\t1  2\t16777216\r\n"
                      "c\na 2 2 9\na 1 2 7\na 1 3 7";
    const char co[] = "p aux sp co 3\nc\nv 3 0 -0\nv 1 -2147483648 2147483647\r\nv 2 007 0\nc";
    wend_domain *domain;
    wend_diagnosis diagnosis = {0};
    wend_error error = load(gr, co, &domain, &diagnosis);
    check(!error, "line %u: %s", diagnosis.line, diagnosis.text);
    assert_int_equal(wend_domain_size(domain), 3);
    assert_int_equal(wend_graph_edge_count(domain), 3);
    const wn_successor *list;
    assert_int_equal(wn_graph_successors((const wn_graph *)domain, 0, &list), 2);
    assert_int_equal(list[0].id, 1);
    assert_int_equal(list[0].cost, 7);
    assert_int_equal(list[1].id, 2);
    assert_int_equal(list[1].cost, 7);
    assert_int_equal(wn_graph_successors((const wn_graph *)domain, 1, &list), 0);
    assert_int_equal(wn_graph_successors((const wn_graph *)domain, 2, &list), 1);
    assert_false(wend_domain_reversible(domain));
    wend_domain_destroy(domain);
}

/* ---- Invalid files --------------------------------------------------------------------------- */

typedef struct bad_file {
    const char *text;
    wend_error error;
    uint32_t line;
    uint32_t column;
    const char *told;
} bad_file;

static void check_told(const bad_file *row, wend_error error, const wend_diagnosis *diagnosis) {
    check(error == row->error, "\"%s\": %s", row->text, wend_error_text(error));
    check(strcmp(diagnosis->text, row->told) == 0, "\"%s\" gives \"%s\", not \"%s\"", row->text,
          diagnosis->text, row->told);
    check(diagnosis->line == row->line && diagnosis->column == row->column,
          "\"%s\": line %u, column %u", row->text, diagnosis->line, diagnosis->column);
}

static void bad_graphs_are_told_why(void **state) {
    (void)state;
    static const bad_file rows[] = {
        {"", WEND_ERROR_FORMAT, 1, 1, "the file ends, expected \"p sp NODES ARCS\""},
        {"c x\n", WEND_ERROR_FORMAT, 2, 1, "the file ends, expected \"p sp NODES ARCS\""},
        {"c x", WEND_ERROR_FORMAT, 1, 4, "the file ends, expected \"p sp NODES ARCS\""},
        {"a 1 2 3\np sp 2 1\n", WEND_ERROR_FORMAT, 1, 1,
         "found \"a 1 2 3\", expected \"p sp NODES ARCS\""},
        {"p aux sp co 2\n", WEND_ERROR_FORMAT, 1, 1,
         "found \"p aux sp co 2\", expected \"p sp NODES ARCS\""},
        {"comment\n", WEND_ERROR_FORMAT, 1, 1, "found \"comment\", expected \"p sp NODES ARCS\""},
        {"p sp", WEND_ERROR_FORMAT, 1, 1, "found \"p sp\", expected \"p sp NODES ARCS\""},
        {"p sp x 3\n", WEND_ERROR_FORMAT, 1, 6,
         "found \"x 3\", expected a number of nodes from 1 to 268435456"},
        {"p sp 0 0\n", WEND_ERROR_SIZE, 1, 6,
         "found \"0 0\", expected a number of nodes from 1 to 268435456"},
        {"p sp 268435457 0\n", WEND_ERROR_SIZE, 1, 6,
         "found \"268435457 0\", expected a number of nodes from 1 to 268435456"},
        {"p sp 99999999999999999999999999 0\n", WEND_ERROR_SIZE, 1, 6,
         "found \"99999999999999999999999999 0\", expected a number of nodes from 1 to 268435456"},
        {"p sp 2 \n", WEND_ERROR_FORMAT, 1, 8,
         "the line ends, expected a number of arcs from 0 to 2147483648"},
        {"p sp 2 2147483649\n", WEND_ERROR_SIZE, 1, 8,
         "found \"2147483649\", expected a number of arcs from 0 to 2147483648"},
        {"p sp 2 1 7\n", WEND_ERROR_FORMAT, 1, 10, "found \"7\", expected the end of the line"},
        {"p sp 2 1.5\n", WEND_ERROR_FORMAT, 1, 9, "found \".5\", expected the end of the line"},
        {"p sp 2 1\n\nx 1 2 3\n", WEND_ERROR_FORMAT, 3, 1,
         "found \"x 1 2 3\", expected \"a FROM TO COST\""},
        {"p sp 2 1\np sp 2 1\n", WEND_ERROR_FORMAT, 2, 1,
         "found \"p sp 2 1\", expected \"a FROM TO COST\""},
        {"p sp 2 1\na 0 1 5\n", WEND_ERROR_OUTSIDE, 2, 3,
         "found \"0 1 5\", expected a node from 1 to 2"},
        {"p sp 2 1\na 3 1 5\n", WEND_ERROR_OUTSIDE, 2, 3,
         "found \"3 1 5\", expected a node from 1 to 2"},
        {"p sp 2 1\na 1 -1 5\n", WEND_ERROR_OUTSIDE, 2, 5,
         "found \"-1 5\", expected a node from 1 to 2"},
        {"p sp 2 1\na one 2 5\n", WEND_ERROR_FORMAT, 2, 3,
         "found \"one 2 5\", expected a node from 1 to 2"},
        {"p sp 2 1\nc\na 1 2 0\n", WEND_ERROR_COST, 3, 7,
         "found \"0\", expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2 -3\n", WEND_ERROR_COST, 2, 7,
         "found \"-3\", expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2 16777217\n", WEND_ERROR_COST, 2, 7,
         "found \"16777217\", expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2 18446744073709551617\n", WEND_ERROR_COST, 2, 7,
         "found \"18446744073709551617\", expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2 -\n", WEND_ERROR_FORMAT, 2, 7,
         "found \"-\", expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2\n", WEND_ERROR_FORMAT, 2, 6,
         "the line ends, expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2", WEND_ERROR_FORMAT, 2, 6,
         "the file ends, expected a cost from 1 to 16777216"},
        {"p sp 2 1\na 1 2 3 4\n", WEND_ERROR_FORMAT, 2, 9,
         "found \"4\", expected the end of the line"},
        {"p sp 2 1\na 1 2 3\rx\n", WEND_ERROR_FORMAT, 2, 9,
         "found \"x\", expected the end of the line"},
        {"p sp 2 1\na 1 2 3\nc\na 2 1 3", WEND_ERROR_FORMAT, 4, 0,
         "more arcs than the 1 announced in the p line"},
        {"p sp 2 3\na 1 2 3\na 2 1 3\n", WEND_ERROR_FORMAT, 4, 0,
         "the file ends after 2 arcs, expected 3 as announced in the p line"},
        {"p sp 2 2147483648\na 1 2 3\na 2 1 3\n", WEND_ERROR_FORMAT, 4, 0,
         "the file ends after 2 arcs, expected 2147483648 as announced in the p line"},
        {"p sp 2 1\nthis is a line that is much too long to be shown in full in a message\n",
         WEND_ERROR_FORMAT, 2, 1,
         "found \"this is a line that is much too long to \", expected \"a FROM TO COST\""},
    };
    for (uint32_t i = 0; i < COUNT_OF(rows); i++) {
        wend_domain *domain;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = load(rows[i].text, NULL, &domain, &diagnosis);
        check_told(&rows[i], error, &diagnosis);
    }
}

static void bad_coordinates_are_told_why(void **state) {
    (void)state;
    static const char gr[] = "p sp 2 1\na 1 2 3\n";
    static const bad_file rows[] = {
        {"", WEND_ERROR_FORMAT, 1, 1, "coordinates: the file ends, expected \"p aux sp co NODES\""},
        {"p sp 2 1\n", WEND_ERROR_FORMAT, 1, 1,
         "coordinates: found \"p sp 2 1\", expected \"p aux sp co NODES\""},
        {"p aux sp co 3\n", WEND_ERROR_FORMAT, 1, 13,
         "coordinates: found \"3\", expected 2 nodes as in the graph"},
        {"p aux sp co 2\na 1 2 3\n", WEND_ERROR_FORMAT, 2, 1,
         "coordinates: found \"a 1 2 3\", expected \"v NODE X Y\""},
        {"p aux sp co 2\nv 3 1 1\n", WEND_ERROR_OUTSIDE, 2, 3,
         "coordinates: found \"3 1 1\", expected a node from 1 to 2"},
        {"p aux sp co 2\nv 1 1.5 1\n", WEND_ERROR_FORMAT, 2, 6,
         "coordinates: found \".5 1\", expected a coordinate from -2147483648 to 2147483647"},
        {"p aux sp co 2\nv 1 5 2147483648\n", WEND_ERROR_FORMAT, 2, 7,
         "coordinates: found \"2147483648\", expected a coordinate from -2147483648 to 2147483647"},
        {"p aux sp co 2\nv 1 -2147483649 5\n", WEND_ERROR_FORMAT, 2, 5,
         "coordinates: found \"-2147483649 5\", expected a coordinate from -2147483648 to "
         "2147483647"},
        {"p aux sp co 2\nv 1 5\n", WEND_ERROR_FORMAT, 2, 6,
         "coordinates: the line ends, expected a coordinate from -2147483648 to 2147483647"},
        {"p aux sp co 2\nv 1 5 5 5\n", WEND_ERROR_FORMAT, 2, 9,
         "coordinates: found \"5\", expected the end of the line"},
        {"p aux sp co 2\nv 1 5 5\nv 1 6 6\n", WEND_ERROR_FORMAT, 3, 3,
         "coordinates: found \"1 6 6\", expected a node that is not listed yet"},
        {"p aux sp co 2\nv 2 5 5\n", WEND_ERROR_FORMAT, 3, 0,
         "coordinates: the file ends after 1 nodes, expected 2; node 1 is not among them"},
    };
    for (uint32_t i = 0; i < COUNT_OF(rows); i++) {
        wend_domain *domain;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = load(gr, rows[i].text, &domain, &diagnosis);
        check_told(&rows[i], error, &diagnosis);
    }
}

static void missing_files_are_named(void **state) {
    (void)state;
    wend_domain *domain;
    wend_diagnosis diagnosis = {.text = ""};
    remove_files();
    assert_int_equal(wend_graph_load(GR, NULL, NULL, &domain, &diagnosis), WEND_ERROR_IO);
    assert_ptr_equal(strstr(diagnosis.text, "cannot be opened"), diagnosis.text);
    write_text(GR, "p sp 1 0\n", 9);
    assert_int_equal(wend_graph_load(GR, CO, NULL, &domain, &diagnosis), WEND_ERROR_IO);
    assert_ptr_equal(strstr(diagnosis.text, "coordinates: cannot be opened"), diagnosis.text);
    assert_null(domain);
    assert_int_equal(wend_graph_load(GR, CO, NULL, &domain, NULL), WEND_ERROR_IO);
    assert_int_equal(wend_graph_load(NULL, NULL, NULL, &domain, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_load(GR, NULL, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    remove_files();
}

static void each_allocation_may_fail(void **state) {
    (void)state;
    dice d = dice_of(2);
    plain_graph plain = plain_graph_road(&d, 12);
    plain_graph_write(&plain, GR, CO);
    wend_error error;
    uint64_t n = 0;
    do {
        ledger book = {.fail_at = ++n};
        wend_allocator allocator = ledger_allocator(&book);
        wend_domain *domain;
        error = wend_graph_load(GR, CO, &allocator, &domain, NULL);
        check(error == WEND_OK || error == WEND_ERROR_MEMORY, "%s", wend_error_text(error));
        wend_domain_destroy(domain);
        assert_int_equal(book.live_bytes, 0);
    } while (error);
    check(n > 8, "only %u allocations", (unsigned)n);
    plain_graph_clear(&plain);
    remove_files();
}

/* ---- Mutations ------------------------------------------------------------------------------- */

static size_t read_text(const char *path, char *text, size_t max) {
    FILE *in = fopen(path, "rb");
    check(in != NULL, "cannot read %s", path);
    size_t size = fread(text, 1, max, in);
    fclose(in);
    check(size < max, "%s is too large", path);
    return size;
}

static size_t mutate(dice *d, char *text, size_t size) {
    static const char bytes[] = "0123456789 -+.\n\r\tacpvsx";
    uint32_t times = dice_between(d, 1, 3);
    for (uint32_t i = 0; i < times && size > 1; i++) {
        size_t at = dice_between(d, 0, (uint32_t)size - 1);
        switch (dice_between(d, 0, 4)) {
        case 0:
            text[at] = (char)dice_between(d, 0, 255);
            break;
        case 1:
            text[at] = bytes[dice_between(d, 0, sizeof bytes - 2)];
            break;
        case 2:
            memmove(text + at, text + at + 1, --size - at);
            break;
        case 3:
            memmove(text + at + 1, text + at, size++ - at);
            text[at] = bytes[dice_between(d, 0, sizeof bytes - 2)];
            break;
        default:
            size = dice_percent(d, 20) ? at : size;
        }
    }
    return size;
}

static void mutated_files_do_no_harm(void **state) {
    (void)state;
    enum { ROOM = 20000 };
    dice d = dice_of(11);
    plain_graph plain = plain_graph_road(&d, 6);
    plain_graph_write(&plain, GR, CO);
    plain_graph_clear(&plain);
    char *texts[2] = {test_alloc(ROOM), test_alloc(ROOM)}, *copy = test_alloc(ROOM);
    const char *paths[2] = {GR, CO};
    size_t sizes[2];
    for (uint32_t f = 0; f < 2; f++) {
        sizes[f] = read_text(paths[f], texts[f], ROOM - 10);
    }
    uint32_t good = 0, cases = test_scaled(6000);
    for (uint32_t i = 0; i < cases; i++) {
        uint32_t f = i % 2;
        memcpy(copy, texts[f], sizes[f]);
        write_text(paths[f], copy, mutate(&d, copy, sizes[f]));
        ledger book = {.capacity = 64u << 20};
        wend_allocator allocator = ledger_allocator(&book);
        wend_domain *domain;
        wend_diagnosis diagnosis = {.text = ""};
        wend_error error = wend_graph_load(GR, CO, &allocator, &domain, &diagnosis);
        check(!error || diagnosis.text[0], "case %u: an error without a text", i);
        check(error != WEND_ERROR_FORMAT || diagnosis.line, "case %u: an error without a line", i);
        good += !error;
        wend_domain_destroy(domain);
        check(book.live_bytes == 0, "case %u leaks", i);
        write_text(paths[f], texts[f], sizes[f]);
    }
    check(good > 0 && good < cases, "%u of %u are good", good, cases);
    free(texts[0]);
    free(texts[1]);
    free(copy);
    remove_files();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_road_network_comes_back_as_it_was),
        cmocka_unit_test(files_may_be_loosely_written),
        cmocka_unit_test(bad_graphs_are_told_why),
        cmocka_unit_test(bad_coordinates_are_told_why),
        cmocka_unit_test(missing_files_are_named),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(mutated_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
