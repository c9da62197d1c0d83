/* simulate/questions.h - queries of finders, and the slow model of their answers. */
#ifndef SIMULATE_QUESTIONS_H
#define SIMULATE_QUESTIONS_H

#include "simulate/sim.h"

typedef struct question {
    wend_state start;
    wend_state goal;
    wend_query query;
} question;

/* For one goal, without `partial`. */
static inline bool question_is_plain(const question *q) {
    return !q->query.goals && !q->query.within && !q->query.nearest;
}

/* Goal sets follow from a seed: a sequence of neighbouring states, or any states. */
static inline void question_goals(wend_state *out, uint32_t count, uint32_t seed, uint32_t size) {
    dice d = dice_of(seed);
    wend_state first = dice_between(&d, 0, size - 1);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = seed % 2 ? (first + i) % size : dice_between(&d, 0, size - 1);
    }
}

/* The expected error of a query, apart from memory. */
wend_error question_error(const sim *s, uint32_t place, const question *q);

/* Checks the answer of a finished query with the model as it is now: status, end and cost, and the
 * path if one was written. `answer` is the name of the answer in the printed test, `path` the
 * buffer. */
void question_check(sim *s, uint32_t place, const question *q, const wend_answer *a,
                    const char *answer, const char *path);

/* Checks that states are a path of the given form and cost. */
void question_check_path(sim *s, uint32_t place, const question *q, wend_path_form form,
                         const wend_state *states, const wend_answer *a, const char *path);

/* FOUND or PARTIAL, for an answer with a path. */
wend_find_status question_status(const sim *s, uint32_t place, const question *q,
                                 const wend_answer *a);

/* Whether answers on a place can be compared with distances of the model. */
bool question_is_slow(const sim *s, uint32_t place);

#endif
