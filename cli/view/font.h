/* cli/view/font.h - a small font for pictures: five columns of seven dots per letter. */
#ifndef CLI_FONT_H
#define CLI_FONT_H

#include <stdint.h>

enum { FONT_COLUMNS = 5, FONT_ROWS = 7, FONT_ADVANCE = 6 };

/* Returns the columns of a character from left to right; the lowest bit is the top dot. Characters
 * that are not ASCII are a box. */
const uint8_t *font_letter(char letter);

#endif
