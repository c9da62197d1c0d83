/* support/folder.h - a temporary folder for the files of one test. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

#include <stddef.h>

typedef struct folder {
    char path[256];
    char file[300]; /* the last file written */
} folder;

void folder_open(folder *f);

/* Writes a file and returns its path, which is valid until the next call. */
const char *folder_write(folder *f, const char *name, const void *bytes, size_t size);

/* Returns a path in the folder where no file exists. */
const char *folder_nothing(folder *f);

/* Removes the folder and the files written. */
void folder_close(folder *f);

#endif
