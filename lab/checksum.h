/* lab/checksum.h - SHA-256 (FIPS 180-4), to identify the files that an experiment has read. */
#ifndef LAB_CHECKSUM_H
#define LAB_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#define CHECKSUM_SIZE 65 /* 64 digits and the terminating 0 */

void checksum_bytes(const void *data, size_t size, char out[CHECKSUM_SIZE]);
/* Returns 0, or an exit code after a message. */
int checksum_file(const char *path, char out[CHECKSUM_SIZE]);

#endif
