/* cli/common/sample.h - what can be said of a sample of numbers that come in clusters.
 *
 * Problems of one map are not independent of each other, so confidence intervals come from a
 * bootstrap that draws whole clusters (maps), not single numbers: as many clusters as there are,
 * with replacement, SAMPLE_ROUNDS times; the interval holds the middle 95 % of the outcomes. Where
 * there is one cluster only, its numbers are drawn one by one, and the interval says nothing of
 * other maps. The draws are seeded: the same sample gives the same interval everywhere. */
#ifndef CLI_SAMPLE_H
#define CLI_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_ROUNDS 2000

/* Numbers and their clusters, both of the caller. */
struct sample {
    const double *values;
    const uint32_t *clusters; /* of each value, any numbers; null: each value is one of its own */
    uint32_t count;
};

/* A value and its 95 % confidence interval; NAN where there is none (`low` and `high` alone for a
 * single value, all three without values). */
struct estimate {
    double value, low, high;
};

typedef enum sample_statistic {
    SAMPLE_MEAN,
    SAMPLE_MEDIAN,   /* the mean of the two in the middle */
    SAMPLE_GEOMETRIC /* geometric mean; of values above 0 */
} sample_statistic;

/* The statistic of a sample, or with `over` its ratio to that of another one. The two share their
 * numbers of clusters, and whole clusters are drawn for both together; where there is one cluster
 * only, a[i] and over[i] are drawn together, which needs as many of both. A message and
 * EXIT_MACHINE without memory, else 0. */
int sample_estimate(sample_statistic statistic, const struct sample *a, const struct sample *over,
                    struct estimate *result);

/* Two settings on the same problems: a[i] and b[i] are what they did on problem i. */
struct comparison {
    uint32_t pairs, clusters;
    struct estimate difference;      /* mean of a - b */
    struct estimate median_ratio;    /* median of a / b */
    struct estimate geometric_ratio; /* geometric mean of a / b */
    struct estimate ratio_of_means;  /* mean of a / mean of b: what tables of means show */
    uint32_t lower, equal, higher;   /* problems with a < b, a = b, a > b */
    double sign_p;                   /* of the sign test over problems */
    uint32_t maps_lower,
        maps_higher;    /* clusters in which `a` is lower in more problems, in fewer */
    double maps_sign_p; /* of the sign test over clusters */
};

/* Ratios are NAN unless all values are above 0. */
int compare_pairs(const struct sample *a, const struct sample *b, struct comparison *result);

/* The two-sided sign test: how likely a split at least as uneven is if both sides were as likely;
 * 1 without any. Ties are left out beforehand. */
double sign_test(uint32_t one_side, uint32_t other_side);

/* As people read them: "3.83 [3.60, 4.07]", with digits as far as the interval allows and commas
 * between thousands; "-" for NAN. The result is the buffer. */
#define SAMPLE_TEXT_MAX 96
const char *format_estimate(char text[SAMPLE_TEXT_MAX], struct estimate e);
/* A number with at least four digits that count: "0.01234", "3.830", "12,345". */
const char *format_number(char text[SAMPLE_TEXT_MAX], double value);
/* A ratio as a change: 1.033 is "+3.3 %". */
const char *format_change(char text[SAMPLE_TEXT_MAX], double ratio);
/* "p = 0.031", "p < 0.001". */
const char *format_p(char text[SAMPLE_TEXT_MAX], double p);

#endif
