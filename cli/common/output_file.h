/* cli/common/output_file.h - the files that the command writes. A regular file is either the old
 * one or the complete new one: it is written as a draft in the same folder, which replaces it at
 * the end. What is no regular file (a device, a pipe) is written to as it is. Links stay: what they
 * lead to is replaced. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define OUTPUT_NAME_MAX 4096

struct output {
    const char *path;             /* as given, for messages */
    char target[OUTPUT_NAME_MAX]; /* where links lead to */
    char name[OUTPUT_NAME_MAX];   /* what to write to: a draft, or the path itself */
    bool is_draft;
    bool is_stdout; /* the path leads to the regular file that stdout goes to */
};

/* 0, or an exit code after a message; then there is nothing to end. */
int output_begin(struct output *o, const char *path);
/* Puts a draft in its place if it is complete, else removes it. 0, or an exit code after a message
 * if it cannot be put there. */
int output_end(struct output *o, bool complete);

/* Writes a file by a function that prints it. 0, or an exit code after a message. */
int write_stream(const char *path, void (*print)(FILE *out, const void *context),
                 const void *context);
int write_file(const char *path, const void *data, size_t size);

/* Says that a file cannot be written, by errno. */
int fail_output(const char *path);

#endif
