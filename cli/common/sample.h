/* cli/common/sample.h - statistics of a sample of numbers in clusters.
 *
 * Problems of one map are not independent, so confidence intervals come from a bootstrap that draws
 * whole clusters (maps): as many as the sample has, with replacement, SAMPLE_ROUNDS times. The
 * interval contains the middle 95 % of the outcomes. If there is only one cluster, its numbers are
 * drawn one by one, and the interval does not generalize to other maps. The draws are seeded: equal
 * samples give equal intervals on every machine. */
#ifndef CLI_SAMPLE_H
#define CLI_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_ROUNDS 2000

/* Numbers and their clusters. The arrays belong to the caller. */
struct sample {
    const double *values;
    const uint32_t *clusters; /* of each value, any numbers; NULL: each value is its own cluster */
    uint32_t count;
};

/* A value and its 95 % confidence interval. `low` and `high` are NAN for a single value, all three
 * for an empty sample. */
struct estimate {
    double value, low, high;
};

typedef enum sample_statistic {
    SAMPLE_MEAN,
    SAMPLE_MEDIAN,   /* for even counts the mean of the two middle values */
    SAMPLE_GEOMETRIC /* geometric mean of values above 0 */
} sample_statistic;

/* Computes the statistic of a sample or, with `over`, its ratio to that of another sample. Both
 * share cluster numbers, and whole clusters are drawn for both together. If there is only one
 * cluster, a[i] and over[i] are drawn together, which needs samples of equal size. Returns 0, or
 * EXIT_MACHINE after a message if out of memory. */
int sample_estimate(sample_statistic statistic, const struct sample *a, const struct sample *over,
                    struct estimate *result);

/* Compares two settings on the same problems: a[i] and b[i] are their results on problem i. */
struct comparison {
    uint32_t pairs, clusters;
    struct estimate difference;      /* mean of a - b */
    struct estimate median_ratio;    /* median of a / b */
    struct estimate geometric_ratio; /* geometric mean of a / b */
    struct estimate ratio_of_means;  /* mean of a / mean of b, as in tables of means */
    uint32_t lower, equal, higher;   /* problems with a < b, a = b, a > b */
    double sign_p;                   /* of the sign test over problems */
    uint32_t maps_lower,
        maps_higher;    /* clusters in which `a` is lower in more, or in fewer, problems */
    double maps_sign_p; /* of the sign test over clusters */
};

/* Ratios are NAN unless all values are above 0. */
int compare_pairs(const struct sample *a, const struct sample *b, struct comparison *result);

/* The p-value of the two-sided sign test; 1 without problems. The counts do not include ties. */
double sign_test(uint32_t one_side, uint32_t other_side);

/* Format an estimate: "3.83 [3.60, 4.07]", with as many digits as the interval justifies and commas
 * between thousands; "-" for NAN. They return the buffer. */
#define SAMPLE_TEXT_MAX 96
const char *format_estimate(char text[SAMPLE_TEXT_MAX], struct estimate e);
/* A number with at least four significant digits: "0.01234", "3.830", "12,345". */
const char *format_number(char text[SAMPLE_TEXT_MAX], double value);
/* A ratio as a change: 1.033 is "+3.3 %". */
const char *format_change(char text[SAMPLE_TEXT_MAX], double ratio);
/* "p = 0.031", "p < 0.001". */
const char *format_p(char text[SAMPLE_TEXT_MAX], double p);

#endif
