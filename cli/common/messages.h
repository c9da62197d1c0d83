/* cli/common/messages.h - exit codes, messages, and small helpers that every file may use. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    EXIT_DONE = 0,        /* done */
    EXIT_NO_SOLUTION = 1, /* the problem has no solution */
    EXIT_USAGE = 2,       /* wrong usage or bad input */
    EXIT_MACHINE = 3      /* memory or I/O failed */
};

/* The name of the program, which messages begin with: "wend" unless set. `name` must stay valid. */
void set_program(const char *name);
const char *program_name(void);

/* Prints "wend: ..." to stderr. */
WN_PRINTF(1, 2) void print_note(const char *format, ...);

/* The same, with EXIT_USAGE or EXIT_MACHINE as a value. Macros, so that what checks the code sees
 * that it is not 0. */
#define fail_usage(...)   (print_note(__VA_ARGS__), (int)EXIT_USAGE)
#define fail_machine(...) (print_note(__VA_ARGS__), (int)EXIT_MACHINE)

/* Prints text that came from a file or the command line: control characters, which would change
 * the terminal, and bytes that are not UTF-8 become \xNN. */
void print_safe(FILE *out, const char *text);
/* Replaces what print_safe would not show as it is by question marks. */
void hide_controls(char *text);
/* Prints a line to stdout: a title, and a text as print_safe does. */
void print_field(const char *title, const char *text);

/* Called before a message is printed; null for nothing. */
void set_before_message(void (*prepare)(void));

/* From now on messages begin with the place in a file that they are about; null: they do not. */
void set_message_place(const char *path, uint32_t line);

/* Flushes stdout; a full disk or a closed pipe becomes EXIT_MACHINE. */
int finish_output(int code);

uint64_t now_ns(void);

/* Whether a name is longer than an ending and ends with it. */
bool ends_with(const char *name, const char *ending);

/* The name among `names` (`count` of them) that looks most like `word`, null if none does. */
const char *nearest_name(const char *word, const char *const *names, uint32_t count);

#endif
