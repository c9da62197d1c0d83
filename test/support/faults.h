/* support/faults.h - makes allocations fail, one after the other. */
#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include "support/ledger.h"

/* Uses objects whose memory comes from `book`, ends its failures at some point (fault_heal) and
 * destroys the objects. Must work with every failing allocation. */
typedef void fault_scene(ledger *book, const void *context);

/* Runs a scene repeatedly: with its first allocation failing, with its second one, and so on, each
 * alone and together with all later ones, until none is left to fail. Nothing may leak. Returns the
 * number of runs. */
uint32_t fault_sweep(const char *name, fault_scene *scene, const void *context);

/* Runs a scene with memory limits from 1 byte to what it uses without a limit, in fine steps; the
 * scene reads the limit from `*limit`, which is in its context. Nothing may leak. */
void fault_sweep_limits(const char *name, fault_scene *scene, const void *context, size_t *limit);

/* Ends the failures. */
void fault_heal(ledger *book);

/* Whether a call failed for lack of memory; any other error fails the test. */
bool fault_is_short(wend_error error);

#endif
