/* cli/common/table.h - prints rows as an aligned table, CSV or JSON from one description. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum column_type { COLUMN_TEXT, COLUMN_COUNT, COLUMN_NUMBER, COLUMN_OPTIONAL } column_type;

struct column {
    const char *name;  /* in JSON and CSV */
    const char *title; /* heading of the aligned column; NULL: not in the aligned table */
    column_type type;
    size_t offset; /* of a const char *, uint64_t or double in the row; NAN: no value */
    int decimals;  /* of numbers in the aligned table */
};

/* For rows that are arrays: the offset of cell i is i * sizeof(union cell). */
union cell {
    const char *text;
    uint64_t count;
    double number;
};

typedef enum table_format { TABLE_ALIGNED, TABLE_CSV, TABLE_JSON } table_format;

/* Return the value of a row in a column of texts, counts or numbers. */
const char *cell_text(const struct column *column, const char *row);
uint64_t cell_count(const struct column *column, const char *row);
double cell_number(const struct column *column, const char *row);

/* Prints `count` rows of `row_size` bytes to stdout; JSON is one array of objects. Returns 0, or an
 * exit code after a message. */
int print_table(table_format format, const struct column *columns, uint32_t column_count,
                const void *rows, size_t row_size, uint32_t count);

/* Prints one row as lines of "title  value". */
void print_record(const struct column *columns, uint32_t column_count, const void *row);

/* Prints rows as JSON, which needs jansson (table_json.c). */
int print_json_table(const struct column *columns, uint32_t column_count, const char *rows,
                     size_t row_size, uint32_t count);

/* Print CSV line by line, for rows that are written one at a time. */
void print_csv_heading(FILE *out, const struct column *columns, uint32_t column_count);
void print_csv_row(FILE *out, const struct column *columns, uint32_t column_count, const void *row);

#endif
