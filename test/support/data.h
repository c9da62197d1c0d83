/* support/data.h - the benchmark data that tests look at if it is there: found through WEND_DATA,
 * or beside the repository. */
#ifndef TEST_DATA_H
#define TEST_DATA_H

/* The path of a file of the data, good until the next call; ends the test as skipped if the file is
 * not there. */
const char *data_need(const char *file);

#endif
