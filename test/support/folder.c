#define _POSIX_C_SOURCE 200809L
#include "support/folder.h"

#include "support/test.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

void folder_open(folder *f) {
    const char *parent = getenv("TMPDIR");
    snprintf(f->path, sizeof f->path, "%s/wend-test-XXXXXX", parent ? parent : "/tmp");
    check(mkdtemp(f->path) != NULL, "cannot create a folder at %s", f->path);
}

static const char *path_of(folder *f, const char *name) {
    int length = snprintf(f->file, sizeof f->file, "%s/%s", f->path, name);
    check(length > 0 && (size_t)length < sizeof f->file, "a path is too long");
    return f->file;
}

const char *folder_write(folder *f, const char *name, const void *bytes, size_t size) {
    FILE *stream = fopen(path_of(f, name), "wb");
    check(stream != NULL, "%s cannot be written", f->file);
    bool written = fwrite(bytes, 1, size, stream) == size;
    bool closed = fclose(stream) == 0;
    check(written && closed, "%s cannot be written", f->file);
    return f->file;
}

const char *folder_nothing(folder *f) {
    return path_of(f, "nothing");
}

void folder_close(folder *f) {
    DIR *dir = opendir(f->path);
    check(dir != NULL, "%s has gone", f->path);
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (entry->d_name[0] != '.') {
            unlink(path_of(f, entry->d_name));
        }
    }
    closedir(dir);
    rmdir(f->path);
}
