/* support/data.h - optional benchmark data for tests, found through WEND_DATA or beside the
 * repository. */
#ifndef TEST_DATA_H
#define TEST_DATA_H

/* Returns the path of a file of the data, valid until the next call. Skips the test if the file
 * does not exist. */
const char *data_need(const char *file);

#endif
