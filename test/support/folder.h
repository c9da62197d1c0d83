/* support/folder.h - a folder for the files of one test. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

#include <stddef.h>

typedef struct folder {
    char path[256];
    char file[300]; /* the one that was written last */
} folder;

void folder_open(folder *f);

/* Writes a file and returns its path, which is good until the next one. */
const char *folder_write(folder *f, const char *name, const void *bytes, size_t size);

/* A path in the folder at which there is nothing. */
const char *folder_nothing(folder *f);

/* Removes the folder and the files that were written. */
void folder_close(folder *f);

#endif
