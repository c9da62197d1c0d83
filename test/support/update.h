/* support/update.h - connected components, updated by numbers of chunks. */
#ifndef TEST_UPDATE_H
#define TEST_UPDATE_H

#include <wend/components.h>

/* Processes the pending edits of `chunks` chunks, UINT32_MAX: of all. Returns how many chunks still
 * have pending edits; if `chunks` is 0, whether any have. NULL is allowed. Checks the work. */
uint32_t update_chunks(wend_components *components, uint32_t chunks);

#endif
