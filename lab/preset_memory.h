/* lab/preset_memory.h - what a preset is made of lives until the preset is cleared. Presets are
 * small: where memory runs out, or one takes more than its limit, the command ends with a message.
 */
#ifndef LAB_PRESET_MEMORY_H
#define LAB_PRESET_MEMORY_H

#include "base/portable.h"

#include <stddef.h>
#include <stdint.h>

struct preset_memory;

/* `path` names the preset in messages; must outlive the memory. At most `limit` bytes. */
struct preset_memory *preset_memory_create(const char *path, size_t limit);
void preset_memory_destroy(struct preset_memory *memory); /* null is allowed */

/* Zeros. */
void *preset_alloc(struct preset_memory *memory, size_t size);
char *preset_copy(struct preset_memory *memory, const char *text, size_t length);
WN_PRINTF(2, 3) char *preset_print(struct preset_memory *memory, const char *format, ...);

#endif
