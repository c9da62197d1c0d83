/* lab/judge.h - checks a statement of a preset against the rows of its experiment. */
#ifndef LAB_JUDGE_H
#define LAB_JUDGE_H

#include "common/sample.h"
#include "lab/preset.h"
#include "lab/rows.h"

/* The quantity of a statement at one point, which is one value of its column `each`. */
struct judged_point {
    char at[96]; /* the values of `each` and `along`; "" for a single point */
    struct estimate measured;
    double expected; /* for EXPECT_VALUE, else NAN */
    uint32_t count;  /* problems, or rows for EXPECT_EVERY */
    uint32_t maps;
    bool is_paired; /* a ratio of two settings on the same problems; `pairs` is valid */
    struct comparison pairs;
    bool is_first; /* of a curve that should fall or rise: nothing to compare it with */
    bool holds;
    bool is_clear; /* the confidence interval lies on the same side as the value */
};

typedef enum verdict_kind {
    VERDICT_REPRODUCED,
    VERDICT_DIFFERS,
    VERDICT_UNTESTED, /* not reproducible, with a reason */
    VERDICT_NO_ROWS   /* not run yet */
} verdict_kind;

struct verdict {
    verdict_kind kind;
    struct judged_point *points;
    uint32_t count, capacity;
    struct bytes text; /* one line: "reproduced at 8 of 8 points", "differs by +12.3 % ..." */
};

/* Returns 0, or an exit code after a message. Call verdict_clear in either case. */
int judge_statement(struct rows *rows, int64_t experiment, const struct statement *statement,
                    struct verdict *out);
void verdict_clear(struct verdict *verdict);

/* Returns "reproduced", "differs", "not reproducible" or "not run". */
const char *verdict_name(verdict_kind kind);

/* Prints what a statement expects, such as "3.83 within 5 %", "below 1", "falls with weight". */
void describe_expectation(const struct statement *statement, struct bytes *out);

#endif
