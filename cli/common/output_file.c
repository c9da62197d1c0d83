#include "common/output_file.h"

#include "common/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40
#define TRIES_MAX 1000u

int fail_output(const char *path) {
    return fail_machine("%s: cannot be written: %s", path, strerror(errno));
}

/* `name` in the folder of `path`. */
static bool name_beside(char out[OUTPUT_NAME_MAX], const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    int folder = slash && name[0] != '/' ? (int)(slash + 1 - path) : 0;
    int length = snprintf(out, OUTPUT_NAME_MAX, "%.*s%s", folder, path, name);
    bool fits = length < OUTPUT_NAME_MAX;
    errno = fits ? errno : ENAMETOOLONG;
    return fits;
}

/* Unlike realpath, this also follows a link whose target does not exist yet. */
static bool follow_links(const char *path, char out[OUTPUT_NAME_MAX]) {
    char from[OUTPUT_NAME_MAX], link[OUTPUT_NAME_MAX];
    bool fits = name_beside(out, "", path);
    for (uint32_t i = 0; fits && i < LINKS_MAX; i++) {
        ssize_t length = readlink(out, link, sizeof link - 1);
        if (length < 0) {
            return true;
        }
        link[length] = 0;
        memcpy(from, out, sizeof from);
        fits = name_beside(out, from, link);
    }
    errno = fits ? ELOOP : errno;
    return false;
}

/* Whether stdout writes to a file. Replacing that file would lose the output. */
static bool leads_to_stdout(const struct stat *file) {
    struct stat own;
    return fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == file->st_dev &&
           own.st_ino == file->st_ino;
}

/* Makes an empty file with a new name. `old` is the file that it will replace; NULL for none. */
static bool make_temporary(struct output *o, const struct stat *old) {
    int file = -1;
    errno = EEXIST;
    for (uint32_t i = 0; file < 0 && errno == EEXIST && i < TRIES_MAX; i++) {
        char name[64];
        snprintf(name, sizeof name, ".wend-%ld-%u", (long)getpid(), i);
        if (!name_beside(o->name, o->target, name)) {
            return false;
        }
        file = open(o->name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    }
    o->is_temporary = file >= 0;
    if (file >= 0 && old) {
        fchmod(file, old->st_mode & 07777); /* on failure it keeps the default mode */
    }
    return file >= 0 && close(file) == 0;
}

int output_begin(struct output *o, const char *path) {
    *o = (struct output){.path = path};
    struct stat old;
    bool exists = stat(path, &old) == 0;
    bool ready;
    o->is_stdout = exists && S_ISREG(old.st_mode) && leads_to_stdout(&old);
    if (o->is_stdout || (exists && !S_ISREG(old.st_mode))) {
        ready = name_beside(o->name, "", path);
    } else {
        /* A read-only file is not replaced. */
        ready = follow_links(path, o->target) && (!exists || access(o->target, W_OK) == 0) &&
                make_temporary(o, exists ? &old : NULL);
    }
    return ready ? 0 : fail_output(path);
}

int output_end(struct output *o, bool complete) {
    if (!o->is_temporary || (complete && rename(o->name, o->target) == 0)) {
        return 0;
    }
    int code = complete ? fail_output(o->path) : 0;
    unlink(o->name);
    return code;
}

/* If stdout is redirected to the file, it is written through stdout, so that neither overwrites the
 * other. */
static FILE *open_output(const struct output *o) {
    fflush(stdout);
    return o->is_stdout ? fdopen(dup(STDOUT_FILENO), "wb") : fopen(o->name, "wb");
}

int write_stream(const char *path, void (*print)(FILE *, const void *), const void *context) {
    struct output o;
    int code = output_begin(&o, path);
    if (code) {
        return code;
    }
    FILE *out = open_output(&o);
    bool complete = out != NULL;
    if (out) {
        errno = 0;
        print(out, context);
        complete = fflush(out) == 0 && !ferror(out);
        int why = errno;
        complete = fclose(out) == 0 && complete;
        errno = why ? why : errno;
    }
    code = complete ? 0 : fail_output(path);
    int ended = output_end(&o, complete);
    return code ? code : ended;
}

struct block {
    const void *data;
    size_t size;
};

static void print_block(FILE *out, const void *context) {
    const struct block *block = context;
    fwrite(block->data, 1, block->size, out);
}

int write_file(const char *path, const void *data, size_t size) {
    struct block block = {data, size};
    return write_stream(path, print_block, &block);
}
