#include "common/sample.h"

#include "common/messages.h"
#include "common/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(20090711)

/* A cluster as far as quotients of sums need it: means are sum / count. */
struct part {
    double above, below;
    uint32_t lower, higher;
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

static void set_interval(struct estimate *e, double *outcomes) {
    qsort(outcomes, SAMPLE_ROUNDS, sizeof *outcomes, compare_doubles);
    e->low = quantile(outcomes, SAMPLE_ROUNDS, 0.025);
    e->high = quantile(outcomes, SAMPLE_ROUNDS, 0.975);
}

/* Numbers the clusters from 0 in the order in which they first occur; one cluster alone is split
 * into its values. Returns how many there are; `numbers` has room for `count`. */
static uint32_t number_clusters(const struct sample *s, uint32_t *numbers, uint32_t *scratch,
                                bool split_one) {
    uint32_t clusters = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        scratch[i] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t c = s->clusters ? s->clusters[i] : i;
        if (scratch[c] == UINT32_MAX) {
            scratch[c] = clusters++;
        }
        numbers[i] = scratch[c];
    }
    if (clusters == 1 && split_one) {
        for (uint32_t i = 0; i < s->count; i++) {
            numbers[i] = i;
        }
        return s->count;
    }
    return clusters;
}

/* Memory of one estimate, in one piece. */
struct room {
    uint32_t *numbers, *scratch;
    struct part *parts;
    double *outcomes, *sorted;
    uint32_t *order;
};

static int room_make(struct room *room, uint32_t count) {
    *room = (struct room){.numbers = calloc((size_t)count + 1, sizeof *room->numbers),
                          .scratch = calloc((size_t)count + 1, sizeof *room->scratch),
                          .order = calloc((size_t)count + 1, sizeof *room->order),
                          .sorted = calloc((size_t)count + 1, sizeof *room->sorted),
                          .parts = calloc((size_t)count + 1, sizeof *room->parts),
                          .outcomes = calloc(SAMPLE_ROUNDS, sizeof *room->outcomes)};
    bool complete = room->numbers && room->scratch && room->order && room->sorted && room->parts &&
                    room->outcomes;
    return complete ? 0 : fail_machine("no memory for statistics of %u numbers", (unsigned)count);
}

static void room_free(struct room *room) {
    free(room->numbers);
    free(room->scratch);
    free(room->order);
    free(room->sorted);
    free(room->parts);
    free(room->outcomes);
}

/* above / below over all clusters, and over clusters drawn with replacement. */
static struct estimate quotient(struct room *room, uint32_t clusters) {
    struct estimate e = no_estimate;
    double above = 0, below = 0;
    for (uint32_t c = 0; c < clusters; c++) {
        above += room->parts[c].above;
        below += room->parts[c].below;
    }
    if (clusters == 0) {
        return e;
    }
    e.value = above / below;
    if (clusters < 2) {
        return e;
    }
    uint64_t state = SEED;
    for (uint32_t round = 0; round < SAMPLE_ROUNDS; round++) {
        above = below = 0;
        for (uint32_t c = 0; c < clusters; c++) {
            const struct part *drawn = &room->parts[random_below(&state, clusters)];
            above += drawn->above;
            below += drawn->below;
        }
        room->outcomes[round] = above / below;
    }
    set_interval(&e, room->outcomes);
    return e;
}

static double as_is(double value) {
    return value;
}

/* The mean of f(value). */
static int mean_of(const struct sample *s, double (*f)(double), struct estimate *result) {
    struct room room;
    int code = room_make(&room, s->count);
    if (code == 0) {
        uint32_t clusters = number_clusters(s, room.numbers, room.scratch, true);
        for (uint32_t i = 0; i < s->count; i++) {
            room.parts[room.numbers[i]].above += f(s->values[i]);
            room.parts[room.numbers[i]].below += 1;
        }
        *result = quotient(&room, clusters);
    }
    room_free(&room);
    return code;
}

int sample_mean(const struct sample *s, struct estimate *result) {
    return mean_of(s, as_is, result);
}

int sample_geometric(const struct sample *s, struct estimate *result) {
    int code = mean_of(s, log, result);
    *result = (struct estimate){exp(result->value), exp(result->low), exp(result->high)};
    return code;
}

/* The median of sorted values of which each counts as often as its cluster was drawn. */
static double weighted_median(const struct room *room, uint32_t count, const uint32_t *draws) {
    uint64_t total = 0, seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += draws[room->order[i]];
    }
    uint64_t low_rank = (total - 1) / 2, high_rank = total / 2;
    double low = NAN;
    for (uint32_t i = 0; i < count; i++) {
        seen += draws[room->order[i]];
        if (isnan(low) && seen > low_rank) {
            low = room->sorted[i];
        }
        if (seen > high_rank) {
            return (low + room->sorted[i]) / 2;
        }
    }
    return NAN;
}

struct numbered {
    double value;
    uint32_t cluster;
};

static int compare_numbered(const void *a, const void *b) {
    return compare_doubles(&((const struct numbered *)a)->value,
                           &((const struct numbered *)b)->value);
}

/* Fills room->sorted with the values in order and room->order with their clusters. */
static int sort_values(const struct sample *s, struct room *room) {
    struct numbered *all = calloc((size_t)s->count + 1, sizeof *all);
    if (!all) {
        return fail_machine("no memory for statistics of %u numbers", (unsigned)s->count);
    }
    for (uint32_t i = 0; i < s->count; i++) {
        all[i] = (struct numbered){s->values[i], room->numbers[i]};
    }
    qsort(all, s->count, sizeof *all, compare_numbered);
    for (uint32_t i = 0; i < s->count; i++) {
        room->sorted[i] = all[i].value;
        room->order[i] = all[i].cluster;
    }
    free(all);
    return 0;
}

static struct estimate median(const struct sample *s, struct room *room, uint32_t clusters) {
    uint32_t *draws = room->scratch;
    for (uint32_t c = 0; c < clusters; c++) {
        draws[c] = 1;
    }
    struct estimate e = {weighted_median(room, s->count, draws), NAN, NAN};
    if (clusters < 2) {
        return e;
    }
    uint64_t state = SEED;
    for (uint32_t round = 0; round < SAMPLE_ROUNDS; round++) {
        memset(draws, 0, clusters * sizeof *draws);
        for (uint32_t c = 0; c < clusters; c++) {
            draws[random_below(&state, clusters)]++;
        }
        room->outcomes[round] = weighted_median(room, s->count, draws);
    }
    set_interval(&e, room->outcomes);
    return e;
}

int sample_median(const struct sample *s, struct estimate *result) {
    struct room room;
    int code = room_make(&room, s->count);
    if (code == 0) {
        uint32_t clusters = number_clusters(s, room.numbers, room.scratch, true);
        code = sort_values(s, &room);
        if (code == 0) {
            *result = clusters ? median(s, &room, clusters) : no_estimate;
        }
    }
    room_free(&room);
    return code;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* Counts who is lower, problem by problem and cluster by cluster. */
static void count_sides(const struct sample *a, const struct sample *b, struct room *room,
                        struct comparison *result) {
    result->clusters = number_clusters(a, room->numbers, room->scratch, false);
    for (uint32_t i = 0; i < a->count; i++) {
        struct part *part = &room->parts[room->numbers[i]];
        part->lower += a->values[i] < b->values[i];
        part->higher += a->values[i] > b->values[i];
    }
    for (uint32_t c = 0; c < result->clusters; c++) {
        const struct part *part = &room->parts[c];
        result->lower += part->lower;
        result->higher += part->higher;
        result->maps_lower += part->lower > part->higher;
        result->maps_higher += part->lower < part->higher;
    }
    result->equal = a->count - result->lower - result->higher;
    result->sign_p = sign_test(result->lower, result->higher);
    result->maps_sign_p = sign_test(result->maps_lower, result->maps_higher);
}

static struct estimate compare_means(const struct sample *a, const struct sample *b,
                                     struct room *room) {
    uint32_t clusters = number_clusters(a, room->numbers, room->scratch, true);
    memset(room->parts, 0, a->count * sizeof *room->parts);
    for (uint32_t i = 0; i < a->count; i++) {
        room->parts[room->numbers[i]].above += a->values[i];
        room->parts[room->numbers[i]].below += b->values[i];
    }
    return quotient(room, clusters);
}

static bool is_positive(const struct sample *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (!(s->values[i] > 0)) {
            return false;
        }
    }
    return s->count > 0;
}

/* What is computed from one number per pair. `numbers` has room for all. */
static int compare_each(const struct sample *a, const struct sample *b, double *numbers,
                        struct comparison *result) {
    struct sample s = {numbers, a->clusters, a->count};
    for (uint32_t i = 0; i < a->count; i++) {
        numbers[i] = a->values[i] - b->values[i];
    }
    int code = sample_mean(&s, &result->difference);
    if (code || !is_positive(a) || !is_positive(b)) {
        return code;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        numbers[i] = a->values[i] / b->values[i];
    }
    code = sample_median(&s, &result->median_ratio);
    return code ? code : sample_geometric(&s, &result->geometric_ratio);
}

int compare_pairs(const struct sample *a, const struct sample *b, struct comparison *result) {
    *result = (struct comparison){.pairs = a->count,
                                  .difference = no_estimate,
                                  .median_ratio = no_estimate,
                                  .geometric_ratio = no_estimate,
                                  .ratio_of_means = no_estimate};
    struct room room;
    int code = room_make(&room, a->count);
    if (code == 0) {
        count_sides(a, b, &room, result);
        if (is_positive(a) && is_positive(b)) {
            result->ratio_of_means = compare_means(a, b, &room);
        }
        code = compare_each(a, b, room.sorted, result);
    }
    room_free(&room);
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

/* ---- As people read them -------------------------------------------------------------------- */

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
    strcpy(out, in);
    return text;
}

/* Decimals with which a number of this size shows `digits` that count. */
static int decimals_for(double size, int digits) {
    if (!(size > 0)) {
        return 0;
    }
    int decimals = digits - 1 - (int)floor(log10(size));
    return decimals < 0 ? 0 : decimals > 6 ? 6 : decimals;
}

const char *format_number(char text[SAMPLE_TEXT_MAX], double value) {
    if (!isfinite(value)) {
        return strcpy(text, "-");
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
        return strcpy(text, "-");
    }
    double percent = (ratio - 1) * 100;
    snprintf(text, SAMPLE_TEXT_MAX, "%+.*f %%", fabs(percent) < 100 ? 1 : 0, percent);
    return text;
}

const char *format_p(char text[SAMPLE_TEXT_MAX], double p) {
    if (p < 0.001) {
        return strcpy(text, "p < 0.001");
    }
    snprintf(text, SAMPLE_TEXT_MAX, "p = %.*f", p < 0.1 ? 3 : 2, p);
    return text;
}
