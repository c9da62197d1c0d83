/* cli/common/output_file.h - the files that the command writes. A regular file is written to
 * a temporary file in the same folder, which replaces it when it is complete: there is either the
 * old file or the whole new one. Other files (a device, a pipe) are written to directly. Links are
 * followed: their target is replaced, the link stays. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define OUTPUT_NAME_MAX 4096

struct output {
    const char *path;             /* as given, for messages */
    char target[OUTPUT_NAME_MAX]; /* where links lead to */
    char name[OUTPUT_NAME_MAX];   /* what to write to: the temporary file, or the path itself */
    bool is_temporary;
    bool is_stdout; /* the path leads to the regular file that stdout goes to */
};

/* 0, or an exit code after a message; then there is nothing to end. */
int output_begin(struct output *o, const char *path);
/* Renames the temporary file to the target if it is complete, else removes it. 0, or an exit code
 * after a message. */
int output_end(struct output *o, bool complete);

/* Writes a file by a function that prints it. 0, or an exit code after a message. */
int write_stream(const char *path, void (*print)(FILE *out, const void *context),
                 const void *context);
int write_file(const char *path, const void *data, size_t size);

/* Says that a file cannot be written, by errno. */
int fail_output(const char *path);

#endif
