/* support/faults.h - allocations that fail, one after the other. */
#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include "support/ledger.h"

/* Uses objects whose memory comes from `book`, heals it at some point (fault_heal) and destroys
 * them. Must work with every allocation that fails. */
typedef void fault_scene(ledger *book, const void *context);

/* Runs a scene again and again: with its first allocation failing, with its second one, ... and
 * each of them once alone and once with all that follow, until none is left to fail. Nothing may
 * leak. Says how many runs that took. */
uint32_t fault_sweep(const char *name, fault_scene *scene, const void *context);

/* Runs a scene with memory limits from 1 byte to what it uses without one, in fine steps; the scene
 * reads the limit from `*limit`, which is part of its context. Nothing may leak. */
void fault_sweep_limits(const char *name, fault_scene *scene, const void *context, size_t *limit);

/* From now on there is memory. */
void fault_heal(ledger *book);

/* Whether a call has failed because memory is short; any other error ends the test. */
bool fault_is_short(wend_error error);

#endif
