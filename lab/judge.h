/* lab/judge.h - what the rows of an experiment say of a statement of its preset. */
#ifndef LAB_JUDGE_H
#define LAB_JUDGE_H

#include "common/sample.h"
#include "lab/preset.h"
#include "lab/rows.h"

/* The quantity of a statement at one point: one value of its column `each`. */
struct judged_point {
    char at[96]; /* the value of `each`, of `along` too if there is one; "" for a single point */
    struct estimate measured;
    double expected; /* of EXPECT_VALUE, else NAN */
    uint32_t count;  /* problems, or rows of EXPECT_EVERY */
    uint32_t maps;
    bool is_paired; /* a ratio of two settings that were run on the same problems: */
    struct comparison pairs;
    bool is_first; /* of a curve that is to fall or rise: there is nothing to compare it with */
    bool holds;
    bool is_clear; /* the confidence interval lies on the same side as the value */
};

typedef enum verdict_kind {
    VERDICT_REPRODUCED,
    VERDICT_DIFFERS,
    VERDICT_UNTESTED, /* not reproducible, and why */
    VERDICT_NO_ROWS   /* not run yet */
} verdict_kind;

struct verdict {
    verdict_kind kind;
    struct judged_point *points;
    uint32_t count, capacity;
    struct bytes text; /* one line: "reproduced at 8 of 8 points", "differs by +12.3 % ..." */
};

/* 0, or an exit code after a message; the verdict is to be cleared in any case. */
int judge_statement(struct rows *rows, int64_t experiment, const struct statement *statement,
                    struct verdict *out);
void verdict_clear(struct verdict *verdict);

/* "reproduced", "differs", "not reproducible", "not run". */
const char *verdict_name(verdict_kind kind);

/* What the statement expects, in words: "3.83 within 5 %", "below 1", "falls with weight". */
void describe_expectation(const struct statement *statement, struct bytes *out);

#endif
