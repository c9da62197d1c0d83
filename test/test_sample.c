/* Statistics of clustered samples compared with NumPy and SciPy
 * (test/reference/sample_table.py). */
#include "common/sample.h"

#include "support/test.h"

#include <math.h>
#include <string.h>

struct expected {
    struct estimate mean, median, geometric;
    struct estimate scipy_mean, scipy_median, scipy_geometric; /* without clusters, other draws */
    struct estimate difference, median_ratio, geometric_ratio, ratio_of_means;
    uint32_t lower, equal, higher, maps_lower, maps_higher;
    double sign_p, maps_sign_p;
};

#include "sample_table.inc"

static const struct {
    struct sample a, b;
    const struct expected *expected;
} cases[] = {
    {{a0, clusters0, COUNT_OF(a0)}, {b0, clusters0, COUNT_OF(b0)}, &expected0},
    {{a1, clusters1, COUNT_OF(a1)}, {b1, clusters1, COUNT_OF(b1)}, &expected1},
    {{a2, clusters2, COUNT_OF(a2)}, {b2, clusters2, COUNT_OF(b2)}, &expected2},
};

/* Ends of intervals of geometric means lie between two outcomes. They are interpolated between
 * their logarithms here, between the outcomes themselves in NumPy. */
#define LOGARITHMS 1e-7

static bool near(double a, double b, double relative) {
    return fabs(a - b) <= relative * fabs(b) + 1e-300;
}

static void check_estimate(const char *what, uint32_t number, struct estimate e,
                           struct estimate wanted, double relative) {
    check(near(e.value, wanted.value, 1e-10) && near(e.low, wanted.low, relative) &&
              near(e.high, wanted.high, relative),
          "%s of sample %u: %.12g [%.12g, %.12g] instead of %.12g [%.12g, %.12g]", what, number,
          e.value, e.low, e.high, wanted.value, wanted.low, wanted.high);
}

static void estimates_are_those_of_numpy(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        struct estimate e;
        assert_int_equal(sample_estimate(SAMPLE_MEAN, &cases[i].a, NULL, &e), 0);
        check_estimate("the mean", i, e, cases[i].expected->mean, 1e-10);
        assert_int_equal(sample_estimate(SAMPLE_MEDIAN, &cases[i].a, NULL, &e), 0);
        check_estimate("the median", i, e, cases[i].expected->median, 1e-10);
        assert_int_equal(sample_estimate(SAMPLE_GEOMETRIC, &cases[i].a, NULL, &e), 0);
        check_estimate("the geometric mean", i, e, cases[i].expected->geometric, LOGARITHMS);
    }
}

/* Without clusters: within the random deviation of SciPy's draws. */
static void intervals_are_near_those_of_scipy(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        struct sample s = {cases[i].a.values, NULL, cases[i].a.count};
        struct estimate e;
        assert_int_equal(sample_estimate(SAMPLE_MEAN, &s, NULL, &e), 0);
        check_estimate("SciPy's mean", i, e, cases[i].expected->scipy_mean, 0.04);
        assert_int_equal(sample_estimate(SAMPLE_MEDIAN, &s, NULL, &e), 0);
        check_estimate("SciPy's median", i, e, cases[i].expected->scipy_median, 0.06);
        assert_int_equal(sample_estimate(SAMPLE_GEOMETRIC, &s, NULL, &e), 0);
        check_estimate("SciPy's geometric mean", i, e, cases[i].expected->scipy_geometric, 0.04);
    }
}

static void comparisons_are_those_of_scipy(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        const struct expected *wanted = cases[i].expected;
        struct comparison c;
        assert_int_equal(compare_pairs(&cases[i].a, &cases[i].b, &c), 0);
        assert_int_equal(c.pairs, cases[i].a.count);
        check_estimate("the difference", i, c.difference, wanted->difference, 1e-9);
        check_estimate("the median ratio", i, c.median_ratio, wanted->median_ratio, 1e-10);
        check_estimate("the geometric ratio", i, c.geometric_ratio, wanted->geometric_ratio,
                       LOGARITHMS);
        check_estimate("the ratio of means", i, c.ratio_of_means, wanted->ratio_of_means, 1e-10);
        assert_int_equal(c.lower, wanted->lower);
        assert_int_equal(c.equal, wanted->equal);
        assert_int_equal(c.higher, wanted->higher);
        assert_int_equal(c.maps_lower, wanted->maps_lower);
        assert_int_equal(c.maps_higher, wanted->maps_higher);
        check(near(c.sign_p, wanted->sign_p, 1e-8), "sign test of sample %u: %g", i, c.sign_p);
        check(near(c.maps_sign_p, wanted->maps_sign_p, 1e-8), "over maps, sample %u: %g", i,
              c.maps_sign_p);
    }
    assert_true(cases[1].expected->maps_lower + cases[1].expected->maps_higher > 0);
}

static void the_sign_test_is_that_of_scipy(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT_OF(signs); i++) {
        double p = sign_test(signs[i].one, signs[i].other);
        check(near(p, signs[i].p, 1e-8), "sign test of %u and %u: %g, not %g", signs[i].one,
              signs[i].other, p, signs[i].p);
    }
}

/* An empty sample and one number are samples, too; pairs with a 0 have no ratios. */
static void small_samples_have_no_interval(void **state) {
    (void)state;
    struct estimate e;
    double values[] = {3, 0};
    assert_int_equal(sample_estimate(SAMPLE_MEAN, &(struct sample){values, NULL, 0}, NULL, &e), 0);
    assert_true(isnan(e.value));
    assert_int_equal(sample_estimate(SAMPLE_MEDIAN, &(struct sample){values, NULL, 0}, NULL, &e),
                     0);
    assert_true(isnan(e.value));
    assert_int_equal(sample_estimate(SAMPLE_MEDIAN, &(struct sample){values, NULL, 1}, NULL, &e),
                     0);
    assert_true(e.value == 3 && isnan(e.low) && isnan(e.high));
    assert_int_equal(sample_estimate(SAMPLE_MEAN, &(struct sample){values, NULL, 1}, NULL, &e), 0);
    assert_true(e.value == 3 && isnan(e.low) && isnan(e.high));
    struct sample pair = {values, NULL, 2};
    struct comparison c;
    assert_int_equal(compare_pairs(&pair, &pair, &c), 0);
    assert_true(c.difference.value == 0 && c.equal == 2 && c.sign_p == 1);
    assert_true(isnan(c.geometric_ratio.value) && isnan(c.ratio_of_means.value));
}

static void check_text(const char *text, const char *wanted) {
    check(strcmp(text, wanted) == 0, "\"%s\" instead of \"%s\"", text, wanted);
}

static void numbers_are_printed_as_people_read_them(void **state) {
    (void)state;
    char t[SAMPLE_TEXT_MAX];
    check_text(format_estimate(t, (struct estimate){3.8312, 3.6, 4.07}), "3.83 [3.60, 4.07]");
    check_text(format_estimate(t, (struct estimate){12345.6, 11000, 1234567}),
               "12,346 [11,000, 1,234,567]");
    check_text(format_estimate(t, (struct estimate){-1234.5, -1240.5, -1228.1}),
               "-1,234.5 [-1,240.5, -1,228.1]");
    check_text(format_estimate(t, (struct estimate){2, 2, 2}), "2.000 [2.000, 2.000]");
    check_text(format_estimate(t, (struct estimate){1.5, NAN, NAN}), "1.500");
    check_text(format_estimate(t, (struct estimate){NAN, NAN, NAN}), "-");
    check_text(format_number(t, 1000000), "1,000,000");
    check_text(format_number(t, 999), "999");
    check_text(format_number(t, 0), "0");
    check_text(format_number(t, -123456.7), "-123,457");
    check_text(format_number(t, 0.012345), "0.01235");
    check_text(format_change(t, 1.033), "+3.3 %");
    check_text(format_change(t, 0.5), "-50.0 %");
    check_text(format_change(t, 19.3), "+1830 %");
    check_text(format_p(t, 0.0004), "p < 0.001");
    check_text(format_p(t, 0.0312), "p = 0.031");
    check_text(format_p(t, 1), "p = 1.00");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_are_those_of_numpy),
        cmocka_unit_test(intervals_are_near_those_of_scipy),
        cmocka_unit_test(comparisons_are_those_of_scipy),
        cmocka_unit_test(the_sign_test_is_that_of_scipy),
        cmocka_unit_test(small_samples_have_no_interval),
        cmocka_unit_test(numbers_are_printed_as_people_read_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
