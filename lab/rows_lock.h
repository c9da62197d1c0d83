/* lab/rows_lock.h - ensures that only one run at a time writes to a file of rows. */
#ifndef LAB_ROWS_LOCK_H
#define LAB_ROWS_LOCK_H

struct rows_lock {
    char path[4096]; /* of a file next to the rows, "" without a lock */
    int file;
};

/* Locks a file of rows, which need not exist yet. The system releases the lock when the process
 * ends for any reason. Child processes do not hold it. If the file system has no locks, the call
 * succeeds without one. Returns 0, or an exit code after a message that names the process that
 * holds the lock. Call rows_lock_release in either case. */
int rows_lock_take(struct rows_lock *lock, const char *path);
void rows_lock_release(struct rows_lock *lock);

#endif
