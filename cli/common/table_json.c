/* Prints tables as JSON with jansson. */
#include "common/table.h"

#include "common/features.h"

#if WEND_HAS_JSON

#include "common/messages.h"

#include <jansson.h>
#include <math.h>

static json_t *json_cell(const struct column *column, const char *row) {
    switch (column->type) {
    case COLUMN_TEXT:
        return json_string(cell_text(column, row));
    case COLUMN_COUNT:
        return json_integer((json_int_t)cell_count(column, row));
    case COLUMN_NUMBER:
    case COLUMN_OPTIONAL:
        break;
    }
    double number = cell_number(column, row);
    return isnan(number) ? json_null() : json_real(number);
}

int print_json_table(const struct column *columns, uint32_t column_count, const char *rows,
                     size_t row_size, uint32_t count) {
    json_t *array = json_array();
    for (uint32_t r = 0; r < count; r++) {
        json_t *object = json_object();
        for (uint32_t c = 0; c < column_count; c++) {
            json_object_set_new(object, columns[c].name,
                                json_cell(&columns[c], rows + r * row_size));
        }
        json_array_append_new(array, object);
    }
    int code = json_dumpf(array, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
    putchar('\n');
    json_decref(array);
    return code ? fail_machine("standard output: cannot be written") : 0;
}

#else

int print_json_table(const struct column *columns, uint32_t column_count, const char *rows,
                     size_t row_size, uint32_t count) {
    (void)columns, (void)column_count, (void)rows, (void)row_size, (void)count;
    return need_feature(FEATURE_JSON);
}

#endif
