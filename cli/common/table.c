#include "common/table.h"

#include "common/messages.h"

#include <math.h>
#include <string.h>

#define CELL_MAX 128

const char *cell_text(const struct column *column, const char *row) {
    const char *text;
    memcpy(&text, row + column->offset, sizeof text);
    return text;
}

uint64_t cell_count(const struct column *column, const char *row) {
    uint64_t count;
    memcpy(&count, row + column->offset, sizeof count);
    return count;
}

double cell_number(const struct column *column, const char *row) {
    double number;
    memcpy(&number, row + column->offset, sizeof number);
    return number;
}

static void format_cell(const struct column *column, const char *row, bool aligned, char *out) {
    if (column->type == COLUMN_TEXT) {
        snprintf(out, CELL_MAX, "%s", cell_text(column, row));
    } else if (column->type == COLUMN_COUNT) {
        snprintf(out, CELL_MAX, "%llu", (unsigned long long)cell_count(column, row));
    } else if (isnan(cell_number(column, row))) {
        snprintf(out, CELL_MAX, "%s", aligned ? "-" : "");
    } else if (aligned) {
        snprintf(out, CELL_MAX, "%.*f", column->decimals, cell_number(column, row));
    } else {
        snprintf(out, CELL_MAX, "%.10g", cell_number(column, row));
    }
}

/* Whether the aligned table has a column: an optional one only if some row has a value. */
static bool is_shown(const struct column *column, const char *rows, size_t row_size,
                     uint32_t count) {
    bool has_value = column->type != COLUMN_OPTIONAL;
    for (uint32_t r = 0; !has_value && r < count; r++) {
        has_value = !isnan(cell_number(column, rows + r * row_size));
    }
    return column->title && has_value;
}

void print_record(const struct column *columns, uint32_t column_count, const void *row) {
    char cell[CELL_MAX];
    for (uint32_t c = 0; c < column_count; c++) {
        if (is_shown(&columns[c], row, 0, 1)) {
            format_cell(&columns[c], row, true, cell);
            printf("%-26s  %s\n", columns[c].title, cell);
        }
    }
}

static void print_aligned(const struct column *columns, uint32_t column_count, const char *rows,
                          size_t row_size, uint32_t count) {
    int widths[64];
    bool shown[64];
    char cell[CELL_MAX];
    for (uint32_t c = 0; c < column_count; c++) {
        shown[c] = is_shown(&columns[c], rows, row_size, count);
        widths[c] = shown[c] ? (int)strlen(columns[c].title) : 0;
        for (uint32_t r = 0; shown[c] && r < count; r++) {
            format_cell(&columns[c], rows + r * row_size, true, cell);
            int length = (int)strlen(cell);
            widths[c] = length > widths[c] ? length : widths[c];
        }
    }
    for (uint32_t r = 0; r <= count; r++) { /* row 0 is the heading */
        bool first = true;
        for (uint32_t c = 0; c < column_count; c++) {
            if (!shown[c]) {
                continue;
            }
            if (r == 0) {
                snprintf(cell, sizeof cell, "%s", columns[c].title);
            } else {
                format_cell(&columns[c], rows + (r - 1) * row_size, true, cell);
            }
            bool left = columns[c].type == COLUMN_TEXT;
            bool last = c + 1 == column_count;
            printf("%s%*s", first ? "" : "  ", left ? (last ? 0 : -widths[c]) : widths[c], cell);
            first = false;
        }
        putchar('\n');
    }
}

/* Prints a text; quotes it if it contains separators. */
static void print_csv_text(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        fprintf(out, *text == '"' ? "\"%c" : "%c", *text);
    }
    fputc('"', out);
}

void print_csv_heading(FILE *out, const struct column *columns, uint32_t column_count) {
    for (uint32_t c = 0; c < column_count; c++) {
        fprintf(out, "%s%s", c ? "," : "", columns[c].name);
    }
    fputc('\n', out);
}

void print_csv_row(FILE *out, const struct column *columns, uint32_t column_count,
                   const void *row) {
    for (uint32_t c = 0; c < column_count; c++) {
        fputs(c ? "," : "", out);
        if (columns[c].type == COLUMN_TEXT) {
            print_csv_text(out, cell_text(&columns[c], row));
        } else {
            char cell[CELL_MAX];
            format_cell(&columns[c], row, false, cell);
            fputs(cell, out);
        }
    }
    fputc('\n', out);
}

static void print_csv(const struct column *columns, uint32_t column_count, const char *rows,
                      size_t row_size, uint32_t count) {
    print_csv_heading(stdout, columns, column_count);
    for (uint32_t r = 0; r < count; r++) {
        print_csv_row(stdout, columns, column_count, rows + r * row_size);
    }
}

int print_table(table_format format, const struct column *columns, uint32_t column_count,
                const void *rows, size_t row_size, uint32_t count) {
    switch (format) {
    case TABLE_ALIGNED:
        print_aligned(columns, column_count, rows, row_size, count);
        return 0;
    case TABLE_CSV:
        print_csv(columns, column_count, rows, row_size, count);
        return 0;
    case TABLE_JSON:
        break;
    }
    return print_json_table(columns, column_count, rows, row_size, count);
}
