/* lab/preset_memory.h - an arena for everything that a preset contains. It is freed with the
 * preset. Presets are small: if memory runs out or a preset exceeds its limit, the program exits
 * with a message. */
#ifndef LAB_PRESET_MEMORY_H
#define LAB_PRESET_MEMORY_H

#include "base/portable.h"

#include <stddef.h>
#include <stdint.h>

struct preset_memory;

/* Creates an arena of at most `limit` bytes. `path` names the preset in messages and must outlive
 * the arena. */
struct preset_memory *preset_memory_create(const char *path, size_t limit);
void preset_memory_destroy(struct preset_memory *memory); /* NULL is allowed */

/* Returns zeroed memory. */
void *preset_alloc(struct preset_memory *memory, size_t size);
char *preset_copy(struct preset_memory *memory, const char *text, size_t length);
WN_PRINTF(2, 3) char *preset_print(struct preset_memory *memory, const char *format, ...);

#endif
