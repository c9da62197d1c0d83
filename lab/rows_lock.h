/* lab/rows_lock.h - one run at a time writes to a file of rows. */
#ifndef LAB_ROWS_LOCK_H
#define LAB_ROWS_LOCK_H

struct rows_lock {
    char path[4096]; /* of a file beside the rows, "" without a lock */
    int file;
};

/* Takes the lock of a file of rows, which need not exist yet. The system gives it back when the
 * process ends, however that happens; processes that it starts do not hold it. Where the file
 * system has no locks there is none. 0, or an exit code after a message that names the process that
 * holds it. To be released in any case. */
int rows_lock_take(struct rows_lock *lock, const char *path);
void rows_lock_release(struct rows_lock *lock);

#endif
