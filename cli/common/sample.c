#include "common/sample.h"

#include "common/messages.h"
#include "common/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(20090711)

/* A unit of drawing: a cluster, or a value if there is only one cluster. */
struct unit {
    uint32_t cluster; /* its number given by the caller */
    uint32_t number;  /* of the unit */
};

/* One of two samples, prepared for the rounds of the bootstrap. */
struct side {
    double *values;  /* in ascending order for the median; their logarithms for geometric means */
    uint32_t *units; /* of each value */
    uint32_t count;
    double *sums;     /* by unit */
    uint32_t *counts; /* by unit */
};

static const struct estimate no_estimate = {NAN, NAN, NAN};

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The q-quantile of sorted numbers, linear between neighbours. */
static double quantile(const double *sorted, uint32_t count, double q) {
    double at = q * (double)(count - 1);
    uint32_t below = (uint32_t)at;
    double above = below + 1 < count ? sorted[below + 1] : sorted[below];
    return sorted[below] + (at - (double)below) * (above - sorted[below]);
}

/* ---- Units ---------------------------------------------------------------------------------- */

static int compare_clusters(const void *a, const void *b) {
    uint32_t x = ((const struct unit *)a)->cluster, y = ((const struct unit *)b)->cluster;
    uint32_t m = ((const struct unit *)a)->number, n = ((const struct unit *)b)->number;
    return x != y ? (x > y) - (x < y) : (m > n) - (m < n);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t m = ((const struct unit *)a)->number, n = ((const struct unit *)b)->number;
    return (m > n) - (m < n);
}

/* The cluster of a value of one sample, or of the other one after it (NULL: no other sample). */
static uint32_t cluster_of(const struct sample *a, const struct sample *b, uint32_t i) {
    const struct sample *s = b && i >= a->count ? b : a;
    uint32_t own = s == a ? i : i - a->count;
    return s->clusters ? s->clusters[own] : own;
}

/* Numbers the clusters of one sample, and of another one after it, from 0 in order of their first
 * occurrence. Returns their number. `table` and `units` have room for all values. */
static uint32_t number_units(const struct sample *a, const struct sample *b, struct unit *table,
                             uint32_t *units) {
    uint32_t total = a->count + (b ? b->count : 0), known = 0;
    for (uint32_t i = 0; i < total; i++) {
        table[i].cluster = cluster_of(a, b, i);
        table[i].number = i;
    }
    qsort(table, total, sizeof *table, compare_clusters);
    for (uint32_t i = 0; i < total; i++) { /* the first of each cluster */
        if (i == 0 || table[i].cluster != table[known - 1].cluster) {
            table[known++] = table[i];
        }
    }
    qsort(table, known, sizeof *table, compare_numbers);
    for (uint32_t i = 0; i < known; i++) {
        table[i].number = i;
    }
    qsort(table, known, sizeof *table, compare_clusters);
    for (uint32_t i = 0; i < total; i++) {
        struct unit key = {cluster_of(a, b, i), 0};
        uint32_t low = 0, high = known;
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            *(table[middle].cluster <= key.cluster ? &low : &high) = middle;
        }
        units[i] = table[low].number;
    }
    return known;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* The median of sorted values, each counted as often as its unit was drawn. */
static double drawn_median(const struct side *side, const uint32_t *draws) {
    uint64_t total = 0, seen = 0;
    for (uint32_t i = 0; i < side->count; i++) {
        total += draws[side->units[i]];
    }
    uint64_t low_rank = (total - 1) / 2, high_rank = total / 2;
    double low = NAN;
    for (uint32_t i = 0; i < side->count; i++) {
        seen += draws[side->units[i]];
        if (isnan(low) && seen > low_rank) {
            low = side->values[i];
        }
        if (seen > high_rank) {
            return (low + side->values[i]) / 2;
        }
    }
    return NAN;
}

static double drawn_mean(const struct side *side, const uint32_t *draws, uint32_t units) {
    double sum = 0, count = 0;
    for (uint32_t u = 0; u < units; u++) {
        sum += draws[u] * side->sums[u];
        count += (double)draws[u] * side->counts[u];
    }
    return sum / count;
}

static double drawn_value(sample_statistic statistic, const struct side *side,
                          const uint32_t *draws, uint32_t units) {
    switch (statistic) {
    case SAMPLE_MEDIAN:
        return drawn_median(side, draws);
    case SAMPLE_GEOMETRIC:
        return exp(drawn_mean(side, draws, units));
    case SAMPLE_MEAN:
        break;
    }
    return drawn_mean(side, draws, units);
}

static struct estimate bootstrap(sample_statistic statistic, const struct side sides[2],
                                 uint32_t units, uint32_t *draws, double *outcomes) {
    struct estimate e = no_estimate;
    uint32_t valid = 0; /* a draw may leave a sample empty */
    uint64_t state = SEED;
    for (uint32_t round = 0; round <= (units < 2 ? 0 : SAMPLE_ROUNDS); round++) {
        memset(draws, 0, units * sizeof *draws);
        for (uint32_t u = 0; u < units; u++) {
            draws[round ? random_below(&state, units) : u]++; /* the sample itself first */
        }
        double value = drawn_value(statistic, &sides[0], draws, units);
        if (sides[1].count) {
            value /= drawn_value(statistic, &sides[1], draws, units);
        }
        if (round == 0) {
            e.value = value;
        } else if (!isnan(value)) {
            outcomes[valid++] = value;
        }
    }
    if (valid > 0) {
        qsort(outcomes, valid, sizeof *outcomes, compare_doubles);
        e.low = quantile(outcomes, valid, 0.025);
        e.high = quantile(outcomes, valid, 0.975);
    }
    return e;
}

/* ---- Estimates ------------------------------------------------------------------------------- */

struct numbered {
    double value;
    uint32_t unit;
};

static int compare_numbered(const void *a, const void *b) {
    return compare_doubles(&((const struct numbered *)a)->value,
                           &((const struct numbered *)b)->value);
}

static bool side_fill(struct side *side, sample_statistic statistic, const struct sample *s,
                      const uint32_t *units, uint32_t unit_count) {
    struct numbered *all = calloc((size_t)s->count + 1, sizeof *all);
    *side = (struct side){.values = calloc((size_t)s->count + 1, sizeof *side->values),
                          .units = calloc((size_t)s->count + 1, sizeof *side->units),
                          .count = s->count,
                          .sums = calloc((size_t)unit_count + 1, sizeof *side->sums),
                          .counts = calloc((size_t)unit_count + 1, sizeof *side->counts)};
    bool ok = all && side->values && side->units && side->sums && side->counts;
    for (uint32_t i = 0; ok && i < s->count; i++) {
        double value = statistic == SAMPLE_GEOMETRIC ? log(s->values[i]) : s->values[i];
        all[i] = (struct numbered){value, units[i]};
        side->sums[units[i]] += value;
        side->counts[units[i]]++;
    }
    if (ok && statistic == SAMPLE_MEDIAN) {
        qsort(all, s->count, sizeof *all, compare_numbered);
    }
    for (uint32_t i = 0; ok && i < s->count; i++) {
        side->values[i] = all[i].value;
        side->units[i] = all[i].unit;
    }
    free(all);
    return ok;
}

static void side_free(struct side *side) {
    free(side->values);
    free(side->units);
    free(side->sums);
    free(side->counts);
}

/* A single cluster is split into its values, pair by pair. */
static uint32_t split_cluster(const struct sample *a, const struct sample *over, uint32_t *units) {
    if (over && over->count != a->count) {
        return 1;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        units[i] = i;
        if (over) {
            units[a->count + i] = i;
        }
    }
    return a->count;
}

int sample_estimate(sample_statistic statistic, const struct sample *a, const struct sample *over,
                    struct estimate *result) {
    *result = no_estimate;
    if (a->count == 0 || (over && over->count == 0)) {
        return 0;
    }
    size_t total = (size_t)a->count + (over ? over->count : 0);
    struct unit *table = calloc(total, sizeof *table);
    uint32_t *units = calloc(total, sizeof *units), *draws = calloc(total, sizeof *draws);
    double *outcomes = calloc(SAMPLE_ROUNDS, sizeof *outcomes);
    struct side sides[2] = {0};
    bool ok = table && units && draws && outcomes;
    if (ok) {
        uint32_t count = number_units(a, over, table, units);
        count = count == 1 ? split_cluster(a, over, units) : count;
        ok = side_fill(&sides[0], statistic, a, units, count) &&
             (!over || side_fill(&sides[1], statistic, over, units + a->count, count));
        if (ok) {
            *result = bootstrap(statistic, sides, count, draws, outcomes);
        }
    }
    side_free(&sides[0]);
    side_free(&sides[1]);
    free(table);
    free(units);
    free(draws);
    free(outcomes);
    return ok ? 0 : fail_machine("out of memory for statistics of %u numbers", (unsigned)a->count);
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* Counts the problems and clusters in which each side is lower. */
static int count_sides(const struct sample *a, const struct sample *b, struct comparison *result) {
    struct unit *table = calloc(a->count, sizeof *table);
    uint32_t *units = calloc(a->count, sizeof *units);
    int64_t *balance = calloc(a->count, sizeof *balance); /* by cluster: lower minus higher */
    bool ok = table && units && balance;
    result->clusters = ok ? number_units(a, NULL, table, units) : 0;
    for (uint32_t i = 0; ok && i < a->count; i++) {
        bool lower = a->values[i]<b->values[i], higher = a->values[i]> b->values[i];
        result->lower += lower;
        result->higher += higher;
        balance[units[i]] += lower - higher;
    }
    for (uint32_t c = 0; c < result->clusters; c++) {
        result->maps_lower += balance[c] > 0;
        result->maps_higher += balance[c] < 0;
    }
    result->equal = a->count - result->lower - result->higher;
    result->sign_p = sign_test(result->lower, result->higher);
    result->maps_sign_p = sign_test(result->maps_lower, result->maps_higher);
    free(table);
    free(units);
    free(balance);
    return ok ? 0 : fail_machine("out of memory for statistics of %u numbers", (unsigned)a->count);
}

static bool is_positive(const struct sample *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (!(s->values[i] > 0)) {
            return false;
        }
    }
    return true;
}

/* Computes the statistics of one number per pair. `numbers` has room for all pairs. */
static int compare_each(const struct sample *a, const struct sample *b, double *numbers,
                        struct comparison *result) {
    struct sample s = {numbers, a->clusters, a->count};
    for (uint32_t i = 0; i < a->count; i++) {
        numbers[i] = a->values[i] - b->values[i];
    }
    int code = sample_estimate(SAMPLE_MEAN, &s, NULL, &result->difference);
    if (code || !is_positive(a) || !is_positive(b)) {
        return code;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        numbers[i] = a->values[i] / b->values[i];
    }
    code = sample_estimate(SAMPLE_MEDIAN, &s, NULL, &result->median_ratio);
    if (!code) {
        code = sample_estimate(SAMPLE_GEOMETRIC, &s, NULL, &result->geometric_ratio);
    }
    return code ? code : sample_estimate(SAMPLE_MEAN, a, b, &result->ratio_of_means);
}

int compare_pairs(const struct sample *a, const struct sample *b, struct comparison *result) {
    *result = (struct comparison){.pairs = a->count,
                                  .difference = no_estimate,
                                  .median_ratio = no_estimate,
                                  .geometric_ratio = no_estimate,
                                  .ratio_of_means = no_estimate,
                                  .sign_p = 1,
                                  .maps_sign_p = 1};
    if (a->count == 0) {
        return 0;
    }
    double *numbers = calloc(a->count, sizeof *numbers);
    int code = numbers
                   ? count_sides(a, b, result)
                   : fail_machine("out of memory for statistics of %u numbers", (unsigned)a->count);
    if (!code) {
        code = compare_each(a, b, numbers, result);
    }
    free(numbers);
    return code;
}

double sign_test(uint32_t one_side, uint32_t other_side) {
    uint32_t fewer = one_side < other_side ? one_side : other_side;
    double n = (double)one_side + (double)other_side, p = 0;
    for (uint32_t k = 0; k <= fewer; k++) {
        p += exp(lgamma(n + 1) - lgamma(k + 1.0) - lgamma(n - k + 1) - n * log(2));
    }
    return p < 0.5 ? 2 * p : 1;
}

/* ---- Formatting ----------------------------------------------------------------------------- */

static const char *with_commas(char text[SAMPLE_TEXT_MAX], double value, int decimals) {
    char plain[64];
    snprintf(plain, sizeof plain, "%.*f", decimals, value);
    size_t digits = strspn(plain[0] == '-' ? plain + 1 : plain, "0123456789");
    char *out = text;
    const char *in = plain;
    if (*in == '-') {
        *out++ = *in++;
    }
    for (; digits > 0; digits--) {
        *out++ = *in++;
        if (digits % 3 == 1 && digits > 1) {
            *out++ = ',';
        }
    }
    memmove(out, in, strlen(in) + 1);
    return text;
}

/* The decimals for `digits` significant digits of a number of this size. */
static int decimals_for(double size, int digits) {
    if (!(size > 0)) {
        return 0;
    }
    int decimals = digits - 1 - (int)floor(log10(size));
    return decimals < 0 ? 0 : decimals > 6 ? 6 : decimals;
}

const char *format_number(char text[SAMPLE_TEXT_MAX], double value) {
    if (!isfinite(value)) {
        snprintf(text, SAMPLE_TEXT_MAX, "-");
        return text;
    }
    bool is_whole = value == floor(value) && fabs(value) < 1e15;
    return with_commas(text, value, is_whole ? 0 : decimals_for(fabs(value), 4));
}

const char *format_estimate(char text[SAMPLE_TEXT_MAX], struct estimate e) {
    if (!isfinite(e.value) || !isfinite(e.low) || !isfinite(e.high)) {
        return format_number(text, e.value);
    }
    double half = (e.high - e.low) / 2;
    int decimals = half > 0 ? decimals_for(half, 2) : decimals_for(fabs(e.value), 4);
    char value[SAMPLE_TEXT_MAX], low[SAMPLE_TEXT_MAX], high[SAMPLE_TEXT_MAX];
    snprintf(text, SAMPLE_TEXT_MAX, "%.30s [%.28s, %.28s]", with_commas(value, e.value, decimals),
             with_commas(low, e.low, decimals), with_commas(high, e.high, decimals));
    return text;
}

const char *format_change(char text[SAMPLE_TEXT_MAX], double ratio) {
    if (!isfinite(ratio)) {
        snprintf(text, SAMPLE_TEXT_MAX, "-");
        return text;
    }
    double percent = (ratio - 1) * 100;
    snprintf(text, SAMPLE_TEXT_MAX, "%+.*f %%", fabs(percent) < 100 ? 1 : 0, percent);
    return text;
}

const char *format_p(char text[SAMPLE_TEXT_MAX], double p) {
    if (p < 0.001) {
        snprintf(text, SAMPLE_TEXT_MAX, "p < 0.001");
        return text;
    }
    snprintf(text, SAMPLE_TEXT_MAX, "p = %.*f", p < 0.1 ? 3 : 2, p);
    return text;
}
