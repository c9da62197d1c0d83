/* lab/document.h - a text with headings, tables and pictures, as HTML or as Markdown. Texts
 * that are given are escaped. */
#ifndef LAB_DOCUMENT_H
#define LAB_DOCUMENT_H

#include "common/bytes.h"

typedef enum document_format { DOCUMENT_HTML, DOCUMENT_MARKDOWN } document_format;

struct document {
    struct bytes out;
    document_format format;
};

void document_begin(struct document *d, const char *title);
void document_end(struct document *d);
/* `level` from 1; `name` is what links lead to, null for none (HTML only). */
void document_heading(struct document *d, int level, const char *name, const char *text);
void document_paragraph(struct document *d, const char *text);
/* Text in a fixed font, as it is. */
void document_code(struct document *d, const char *text);
/* Rows of cells; the first one is the heading. In HTML a table may be folded under a title. */
void document_table_begin(struct document *d, const char *folded_title);
void document_row(struct document *d, bool heading, const char *const *cells, uint32_t count);
void document_table_end(struct document *d, bool folded);
/* An SVG picture, inlined in HTML; in Markdown a link to `path`. */
void document_picture(struct document *d, const struct bytes *svg, const char *path,
                      const char *title);

#endif
