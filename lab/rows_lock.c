#include "lab/rows_lock.h"

#include "common/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Resolves symbolic links, so that a file has one lock. */
static bool name_lock(struct rows_lock *lock, const char *path) {
    char *real = realpath(path, NULL);
    int length = snprintf(lock->path, sizeof lock->path, "%s-lock", real ? real : path);
    free(real);
    return length > 0 && (size_t)length < sizeof lock->path;
}

/* Returns whether the locked file still has its name. */
static bool is_current(const struct rows_lock *lock) {
    struct stat open_file, named;
    return fstat(lock->file, &open_file) == 0 && stat(lock->path, &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

static void leave(struct rows_lock *lock) {
    if (lock->file >= 0) {
        close(lock->file);
    }
    *lock = (struct rows_lock){.file = -1};
}

static int fail_held(const struct rows_lock *lock, const char *path) {
    struct flock held = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    long process = fcntl(lock->file, F_GETLK, &held) == 0 ? (long)held.l_pid : 0;
    return fail_usage("%s: another run (process %ld) is writing to it; wait until it ends, or "
                      "choose another file with --db",
                      path, process);
}

int rows_lock_take(struct rows_lock *lock, const char *path) {
    const struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    *lock = (struct rows_lock){.file = -1};
    if (!name_lock(lock, path)) {
        leave(lock);
        return 0;
    }
    do { /* again if the holder has removed the file meanwhile */
        leave(lock);
        name_lock(lock, path);
        lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock->file < 0) {
            leave(lock);
            return 0; /* opening the rows will report why */
        }
        if (fcntl(lock->file, F_SETLK, &wanted) != 0) {
            int code = errno == EACCES || errno == EAGAIN ? fail_held(lock, path) : 0;
            leave(lock);
            return code;
        }
    } while (!is_current(lock));
    return 0;
}

void rows_lock_release(struct rows_lock *lock) {
    if (lock->file >= 0) {
        unlink(lock->path);
    }
    leave(lock);
}
