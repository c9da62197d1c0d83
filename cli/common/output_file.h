/* cli/common/output_file.h - output files of the command. A regular file is written under a
 * temporary name in the same folder and renamed when it is complete, so a failure leaves the old
 * file. Other files (a device, a pipe) are written directly. Links are followed: their target is
 * replaced, the link stays. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define OUTPUT_NAME_MAX 4096

struct output {
    const char *path;             /* as given, for messages */
    char target[OUTPUT_NAME_MAX]; /* the target of links */
    char name[OUTPUT_NAME_MAX];   /* the file to write: the temporary file, or the path itself */
    bool is_temporary;
    bool is_stdout; /* the path is the regular file that stdout writes to */
};

/* Returns 0, or an exit code after a message; then do not call output_end. */
int output_begin(struct output *o, const char *path);
/* Renames the temporary file to the target if it is complete, else removes it. Returns 0, or an
 * exit code after a message. */
int output_end(struct output *o, bool complete);

/* Writes a file with a function that prints it. Returns 0, or an exit code after a message. */
int write_stream(const char *path, void (*print)(FILE *out, const void *context),
                 const void *context);
int write_file(const char *path, const void *data, size_t size);

/* Prints that a file cannot be written, with the text of errno. */
int fail_output(const char *path);

#endif
