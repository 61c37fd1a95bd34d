// SPDX-License-Identifier: Apache-2.0
// Files of the command-line programs: read whole, written whole or not at all.
#include "driver/driver.h"

#include "base/input.h"
#include "ir/ir.h"
#include "lex/lex.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIAG_MODULE driver
#define DIAG_FILE   "driver/driver_diag.def"
#include "base/diag_rows.h"

enum { MOST_OF_DEVICE = 64 << 20 };

char *driver_only_words(char *id) {
    for (char *p = id; *p; p++) {
        bool word = (*p >= '0' && *p <= '9') || ((*p | 32) >= 'a' && (*p | 32) <= 'z');
        if (!word) *p = '_';
    }
    return id;
}

const char *driver_module_id(Ctx *ctx, const char *path, const char *name, uint64_t contents) {
    const char *slash = strrchr(name, '/');
    if (slash) name = slash + 1;
    return driver_only_words(arena_printf(&ctx->perm, "_%08x_%zu_%s_%08x",
                                          (uint32_t)hash_bytes(path, strlen(path), 0), strlen(name),
                                          name, (uint32_t)contents));
}

static FILE *open_stream(const char *path) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    bool ready = fd >= 0 && fstat(fd, &st) == 0 && input_is_ready(fd, path, &st);
    if (fd >= 0 && !ready) close(fd);
    return ready ? fdopen(fd, "rb") : NULL;
}

char *driver_read_file(Ctx *ctx, const char *path, size_t *len) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : open_stream(path);
    struct stat st;
    if (!file || fstat(fileno(file), &st) != 0 || S_ISDIR(st.st_mode)) {
        DRIVER_DIAG(ctx, drv_read, path, strerror(file ? EISDIR : errno));
        if (file && file != stdin) fclose(file);
        return NULL;
    }
    Buf out;
    buf_init(&out, &ctx->perm);
    buf_reserve(&out, S_ISREG(st.st_mode) ? (size_t)st.st_size + LEX_PAD + 1 : 1 << 16);
    int error = 0;
    for (;;) {
        size_t n = fread(out.at + out.n, 1, out.cap - out.n, file);
        out.n += n;
        if (!n) break;
        if (out.n == out.cap) buf_reserve(&out, out.cap);
        // a device that never ends
        if (S_ISCHR(st.st_mode) && file != stdin && out.n > MOST_OF_DEVICE) error = EFBIG;
        if (error) break;
    }
    if (ferror(file)) error = EIO;
    if (file != stdin) fclose(file);
    if (error) {
        DRIVER_DIAG(ctx, drv_read, path, strerror(error));
        return NULL;
    }
    *len = out.n;
    buf_reserve(&out, LEX_PAD);
    memset(out.at + out.n, 0, LEX_PAD);
    return out.at;
}

char *driver_map_text(Ctx *ctx, const char *path, size_t *len) {
    enum { PAGE = 4096 };
    char *text = strcmp(path, "-") == 0 ? NULL : ctx_map_file(ctx, path, len);
    // behind the end of the file the last page is zero
    if (text && *len % PAGE && PAGE - *len % PAGE >= LEX_PAD) return text;
    if (text) ctx_unmap(ctx, text);
    return driver_read_file(ctx, path, len);
}

bool driver_is_same_file(const char *one, const char *other) {
    struct stat a, b;
    bool both = stat(one, &a) == 0 && stat(other, &b) == 0;
    return both && a.st_dev == b.st_dev && a.st_ino == b.st_ino && S_ISREG(a.st_mode);
}

bool driver_check_output(Ctx *ctx, const char *output, const char *const *input, uint32_t n) {
    for (uint32_t i = 0; output && i < n; i++) {
        if (driver_is_same_file(output, input[i])) return DRIVER_DIAG(ctx, drv_same_file, input[i]);
    }
    return true;
}

static bool write_failed(Ctx *ctx, const char *path) {
    return DRIVER_DIAG(ctx, drv_write, path, strerror(errno));
}

static bool write_all(int fd, const DriverFile *written) {
    for (size_t done = 0; done < written->n;) {
        ssize_t n = write(fd, written->data + done, written->n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        done += (size_t)n;
    }
    return true;
}

// Into the file itself, through whatever links lead there.
static bool write_over(const char *path, const DriverFile *written) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, written);
    if (fd >= 0) ok &= close(fd) == 0;
    return ok;
}

// A new file beside `path`, with a name that nobody can foretell and no link can lead away from;
// -1: the folder takes none.
static int create_beside(Ctx *ctx, const char *path, char **beside) {
    const char *slash = strrchr(path, '/');
    for (int tries = 0; tries < 100; tries++) {
        uint64_t number;
        if (getrandom(&number, sizeof number, 0) != sizeof number) return -1;
        *beside =
            arena_printf(&ctx->perm, "%.*s.cuprum-%016llx", slash ? (int)(slash - path) + 1 : 0,
                         path, (unsigned long long)number);
        int fd = open(*beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

// Where the bytes go first, and under which name they go on from there.
typedef struct {
    const char *path; // the file that is meant, behind symbolic links
    char *beside;     // NULL: straight to it
} Place;

// The bytes are written beside the file they are for, and put in its place when all are there: with
// its mode and owner. Straight to it go those for the standard output, devices and pipes, files
// with several names or another owner, and folders that take no new file.
static bool write_beside(Ctx *ctx, const DriverFile *written, Place *target) {
    struct stat st;
    *target = (Place){written->path, NULL};
    if (strcmp(written->path, "-") == 0) return true;
    bool there = stat(written->path, &st) == 0;
    if (there && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return write_failed(ctx, written->path);
    }
    if (there && (!S_ISREG(st.st_mode) || st.st_nlink > 1)) return true;
    struct stat link;
    if (lstat(written->path, &link) == 0 && S_ISLNK(link.st_mode)) {
        char *real = there ? realpath(written->path, NULL) : NULL;
        if (!real) return true; // one that leads nowhere yet
        target->path = arena_strndup(&ctx->perm, real, strlen(real));
        free(real);
    }
    if (there && access(target->path, W_OK) != 0) return write_failed(ctx, written->path);
    int fd = create_beside(ctx, target->path, &target->beside);
    if (fd < 0) {
        target->beside = NULL;
        return true;
    }
    bool kept =
        !there || (fchown(fd, st.st_uid, st.st_gid) == 0 && fchmod(fd, st.st_mode & 07777) == 0);
    bool ok = !kept || write_all(fd, written);
    int error = errno;
    close(fd);
    if (!ok || !kept) unlink(target->beside);
    if (!kept || !ok) target->beside = NULL;
    errno = error;
    return ok || write_failed(ctx, written->path);
}

static bool put_in_place(Ctx *ctx, const DriverFile *written, const Place *target) {
    if (target->beside)
        return rename(target->beside, target->path) == 0 || write_failed(ctx, written->path);
    if (strcmp(written->path, "-") != 0)
        return write_over(written->path, written) || write_failed(ctx, written->path);
    bool ok = fwrite(written->data, 1, written->n, stdout) == written->n && fflush(stdout) == 0;
    return ok || write_failed(ctx, "standard output");
}

static bool write_in_turn(Ctx *ctx, const DriverFile *files, uint32_t n, Place *targets) {
    uint32_t written = 0, placed = 0;
    bool ok = true;
    for (; ok && written < n; written++) ok = write_beside(ctx, &files[written], &targets[written]);
    while (ok && placed < n) {
        ok = put_in_place(ctx, &files[placed], &targets[placed]);
        placed += ok;
    }
    for (uint32_t i = 0; !ok && i < written; i++) {
        if (!targets[i].beside) continue;
        unlink(targets[i].beside);
        if (i < placed) unlink(targets[i].path);
    }
    return ok;
}

bool driver_write_files(Ctx *ctx, const DriverFile *files, uint32_t n) {
    // a signal that ends the program waits until nothing stands beside anything
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ending, &before);
    bool ok = write_in_turn(ctx, files, n, arena_array(&ctx->perm, Place, n));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

bool driver_write_file(Ctx *ctx, const char *path, const char *data, size_t n) {
    return driver_write_files(ctx, &(DriverFile){path, data, n}, 1);
}

IrModule *driver_parse_module(Ctx *ctx, const char *path, const char *text, size_t n, bool verify) {
    const char *name = strcmp(path, "-") ? path : "<stdin>";
    IrModule *m =
        ir_is_bitcode(text, n) ? ir_read_bitcode(ctx, name, text, n) : ir_parse(ctx, name, text, n);
    IrVerifyResult v = {.arena = &ctx->perm};
    if (m && verify && !ir_verify_module(m, &v)) {
        for (uint32_t i = 0; i < v.error.n; i++) DRIVER_DIAG(ctx, drv_invalid, name, v.error.at[i]);
        ir_module_free(m);
        m = NULL;
    }
    return m;
}

IrModule *driver_read_module(Ctx *ctx, const char *path, bool verify) {
    size_t n;
    const char *text = driver_read_file(ctx, path, &n);
    return text ? driver_parse_module(ctx, path, text, n, verify) : NULL;
}

static int finish(Ctx *ctx) {
    Buf out;
    buf_init(&out, &ctx->perm);
    diag_render(ctx, &out);
    if (out.n) fwrite(out.at, 1, out.n, stderr);
    if (ctx->internal_error) {
        fputs("This is a defect of cuprum. Please report it with the input and the command line "
              "(doc/testing.md says how to reduce them).\n",
              stderr);
        return 3;
    }
    return diag_error_count(ctx) || ctx->fatal_text ? 1 : 0;
}

int driver_finish(Ctx *ctx) {
    jmp_buf out, *outer = ctx->unwind;
    int code = ctx->internal_error ? 3 : 1;
    ctx->unwind = &out;
    if (setjmp(out) == 0)
        code = finish(ctx);
    else // after "out of memory" there may be none for the messages either
        fprintf(stderr, "cuprum: %s\n", ctx->fatal_text);
    ctx->unwind = outer;
    return code;
}

const char *driver_directory(Ctx *ctx) {
    char text[4096];
    return getcwd(text, sizeof text) ? arena_printf(&ctx->perm, "%s", text) : NULL;
}

// Started by its second name it is found by its first, beside which everything else lies.
const char *driver_own_path(Ctx *ctx) {
    static const char second[] = "/lib/cuprum/" DRIVER_AS_NVCC;
    char self[4096];
    ssize_t length = readlink(DRIVER_SELF, self, sizeof self);
    if (length <= 0 || length >= (ssize_t)sizeof self) return NULL;
    size_t n = (size_t)length, tail = sizeof second - 1;
    if (n > tail && memcmp(self + n - tail, second, tail) == 0) {
        const char *first = arena_printf(&ctx->perm, "%.*s/bin/cuprum", (int)(n - tail), self);
        if (access(first, X_OK) == 0) return first;
    }
    return arena_strndup(&ctx->perm, self, n);
}

const char *driver_library_folder(Ctx *ctx) {
    const char *self = driver_own_path(ctx);
    size_t n = self ? strlen(self) : 0;
    for (int up = 0; up < 2; up++) { // DIR/bin/cuprum
        while (n && self[n - 1] != '/') n--;
        if (!n--) return NULL;
    }
    return arena_printf(&ctx->perm, "%.*s/lib/cuprum", (int)n, self);
}

uint32_t driver_jobs_given(Ctx *ctx, const OptResult *given, uint16_t id) {
    const OptItem *it = opt_last(given, id);
    const char *value = it ? it->value : NULL;
    bool number = value && *value && strspn(value, "0123456789") == strlen(value);
    if (value && !number) {
        const char *option =
            arena_printf(&ctx->perm, "%.*s", (int)strcspn(it->spelling, "="), it->spelling);
        DRIVER_DIAG(ctx, drv_jobs, value, option);
    }
    return driver_jobs(value);
}

uint32_t driver_limit(Ctx *ctx, OptResult *r, uint16_t id, uint32_t absent) {
    int64_t n = opt_int(ctx, r, id, absent);
    return (uint32_t)CU_MIN(CU_MAX(n, (int64_t)0), (int64_t)UINT32_MAX);
}
