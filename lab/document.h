/* lab/document.h - writes headings, tables and pictures as HTML or Markdown. All texts are
 * escaped. */
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
/* `level` starts at 1. `name` is the target of links (HTML only), NULL for none. */
void document_heading(struct document *d, int level, const char *name, const char *text);
void document_paragraph(struct document *d, const char *text);
/* Preformatted text. */
void document_code(struct document *d, const char *text);
/* A table; its first row is the heading. With `folded_title`, HTML folds it under that title. */
void document_table_begin(struct document *d, const char *folded_title);
void document_row(struct document *d, bool heading, const char *const *cells, uint32_t count);
void document_table_end(struct document *d, bool folded);
/* An SVG picture: inlined in HTML, a link to `path` in Markdown. */
void document_picture(struct document *d, const struct bytes *svg, const char *path,
                      const char *title);

#endif
