/* bench/bench_table.h - tables of aligned columns. The first row is the heading. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "base/portable.h"

#define BENCH_TABLE_COLUMNS 14
#define BENCH_TABLE_ROWS    64
#define BENCH_TABLE_CELL    32

typedef struct bench_table {
    char cells[BENCH_TABLE_ROWS][BENCH_TABLE_COLUMNS][BENCH_TABLE_CELL];
    int rows;
    int columns; /* of the present row */
} bench_table;

/* Begins the next row. */
void bench_table_row(bench_table *table);

/* Fills the next cell of the row. */
WN_PRINTF(2, 3) void bench_table_cell(bench_table *table, const char *format, ...);

/* Prints the table; the first column is text, the others are aligned to the right. */
void bench_table_print(const bench_table *table);

/* The same in Markdown. */
void bench_table_print_markdown(const bench_table *table);

#endif
