/* cli/view/font.h - a small font for pictures: five columns of seven dots per letter. */
#ifndef CLI_FONT_H
#define CLI_FONT_H

#include <stdint.h>

enum { FONT_COLUMNS = 5, FONT_ROWS = 7, FONT_ADVANCE = 6 };

/* The columns of a letter from left to right; the lowest bit is the uppermost dot. A box for
 * letters that are not ASCII. */
const uint8_t *font_letter(char letter);

#endif
