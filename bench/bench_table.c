#include "bench_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bench_table_row(bench_table *table) {
    if (table->rows < BENCH_TABLE_ROWS) {
        table->rows++;
    }
    table->columns = 0;
}

void bench_table_cell(bench_table *table, const char *format, ...) {
    if (table->rows == 0 || table->columns == BENCH_TABLE_COLUMNS) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *cell = table->cells[table->rows - 1][table->columns++];
    vsnprintf(cell, BENCH_TABLE_CELL, format, arguments);
    va_end(arguments);
}

static int width_of(const bench_table *table, int column) {
    size_t width = 0;
    for (int row = 0; row < table->rows; row++) {
        size_t length = strlen(table->cells[row][column]);
        width = length > width ? length : width;
    }
    return (int)width;
}

void bench_table_print(const bench_table *table) {
    int widths[BENCH_TABLE_COLUMNS];
    for (int column = 0; column < BENCH_TABLE_COLUMNS; column++) {
        widths[column] = width_of(table, column);
    }
    for (int row = 0; row < table->rows; row++) {
        printf("  %-*s", widths[0], table->cells[row][0]);
        for (int column = 1; column < BENCH_TABLE_COLUMNS && widths[column] > 0; column++) {
            printf("  %*s", widths[column], table->cells[row][column]);
        }
        printf("\n");
    }
    fflush(stdout);
}

void bench_table_print_markdown(const bench_table *table) {
    for (int row = 0; row < table->rows; row++) {
        for (int column = 0; column < BENCH_TABLE_COLUMNS && width_of(table, column) > 0;
             column++) {
            printf("%s%s", column ? " | " : "| ", table->cells[row][column]);
        }
        printf(" |\n");
        for (int column = 0; row == 0 && column < BENCH_TABLE_COLUMNS; column++) {
            printf("%s", width_of(table, column) == 0 ? "" : column ? "---:|" : "|---|");
        }
        printf("%s", row == 0 ? "\n" : "");
    }
    fflush(stdout);
}
