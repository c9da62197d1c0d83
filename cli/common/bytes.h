/* cli/common/bytes.h - a growing buffer of bytes, encoded numbers, and whole files. */
#ifndef CLI_BYTES_H
#define CLI_BYTES_H

#include "base/portable.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* All zero is an empty buffer. If memory runs out, `failed` is set and further data is dropped, so
 * callers check once at the end. */
struct bytes {
    uint8_t *data;
    size_t count;
    size_t capacity;
    bool failed;
};

void bytes_add(struct bytes *b, const void *data, size_t size);
void bytes_add_byte(struct bytes *b, uint8_t byte);
void bytes_add_text(struct bytes *b, const char *text);
WN_PRINTF(2, 3) void bytes_print(struct bytes *b, const char *format, ...);
void bytes_add_base64(struct bytes *b, const void *data, size_t size);
void bytes_clear(struct bytes *b);

/* Adds a number: seven bits per byte, lowest first; all bytes except the last have the eighth bit
 * set. */
void bytes_add_number(struct bytes *b, uint64_t number);
/* Adds a signed number: 0, -1, 1, -2, ... are stored as 0, 1, 2, 3, ... */
void bytes_add_signed(struct bytes *b, int64_t number);

/* Makes room for one more item in an array that grows by doubling. Returns false if out of memory.
 */
bool grow_array(void *array_pointer, uint32_t *capacity, uint32_t count, size_t item_size);

/* Writes the buffer to a file (output_file.h) and frees it. Returns 0, or an exit code after a
 * message. */
int bytes_write_file(struct bytes *b, const char *path);

/* Reads a whole file of at most `most` bytes. Returns 0, or an exit code after a message. */
int read_whole_file(const char *path, size_t most, struct bytes *out);

#endif
