/* cli/common/messages.h - exit codes, messages, and small helpers for all files. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    EXIT_DONE = 0,        /* success */
    EXIT_NO_SOLUTION = 1, /* the problem has no solution */
    EXIT_USAGE = 2,       /* usage error or bad input */
    EXIT_MACHINE = 3      /* out of memory or I/O error */
};

/* The name of the program, which messages begin with: "wend" unless set. `name` must stay valid. */
void set_program(const char *name);
const char *program_name(void);

/* Prints "wend: ..." to stderr. */
WN_PRINTF(1, 2) void print_note(const char *format, ...);

/* Print a message and evaluate to EXIT_USAGE or EXIT_MACHINE. They are macros, so that static
 * analysis sees that the value is not 0. */
#define fail_usage(...)   (print_note(__VA_ARGS__), (int)EXIT_USAGE)
#define fail_machine(...) (print_note(__VA_ARGS__), (int)EXIT_MACHINE)

/* Prints text from a file or the command line. Control characters, which would affect the terminal,
 * and bytes that are not UTF-8 become \xNN. */
void print_safe(FILE *out, const char *text);
/* Replaces the bytes that print_safe would print as \xNN by question marks. */
void hide_controls(char *text);
/* Prints a line to stdout: a title, and a text by print_safe. */
void print_field(const char *title, const char *text);

/* Sets a function to call before each message; NULL: none. */
void set_before_message(void (*prepare)(void));

/* Sets a file and line that all further messages begin with; NULL: none. */
void set_message_place(const char *path, uint32_t line);

/* Flushes stdout. Returns `code`, or EXIT_MACHINE on a full disk or a closed pipe. */
int finish_output(int code);

uint64_t now_ns(void);

/* Whether a name ends with an ending and is longer. */
bool ends_with(const char *name, const char *ending);

/* Returns the name among `count` names that is most similar to `word`; NULL if none is similar. */
const char *nearest_name(const char *word, const char *const *names, uint32_t count);

#endif
