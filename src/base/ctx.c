// SPDX-License-Identifier: Apache-2.0
// The context of one compilation: its memory, its strings, and the way out when it fails.
#include "base/base.h"
#include "base/task.h"
#include "base/timer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// What a new context needs, worker or not.
static void prepare(Ctx *ctx) {
    arena_init(&ctx->perm, ctx, "perm");
    arena_init(&ctx->names, ctx, "names");
    arena_init(&ctx->scratch, ctx, "scratch");
    ctx->max_depth = ctx->max_nesting = 512;
    ctx->max_chain = 16384;
    atom_intern(ctx, "", 0); // atom 0
}

void ctx_init(Ctx *ctx) {
    memset(ctx, 0, sizeof *ctx);
    prepare(ctx);
}

// Limits and clocks are the parent's; memory, atoms and diagnostics are its own.
void ctx_init_worker(Ctx *ctx, Ctx *parent, uint32_t number, jmp_buf *unwind) {
    memset(ctx, 0, sizeof *ctx);
    ctx->root = parent->root ? parent->root : parent;
    ctx->unwind = unwind;
    ctx->cancel = parent->cancel;
    ctx->stopped = parent->stopped;
    ctx->stopped_data = parent->stopped_data;
    ctx->deadline = parent->deadline;
    ctx->timers = parent->timers;
    ctx->timer_node = parent->timer_node;
    ctx->timer_thread = parent->timer_thread + number;
    prepare(ctx);
    ctx->max_depth = parent->max_depth;
    ctx->max_chain = parent->max_chain;
}

// Mapped privately: changes to the bytes stay in the process. O_NONBLOCK, so that a pipe or a
// device does not stop us.
void *ctx_map_file(Ctx *ctx, const char *path, size_t *n) {
    struct CtxMap *ctx_map = !ctx->map[0].at ? &ctx->map[0] : &ctx->map[1];
    if (ctx_map->at) return NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0) return NULL;
    bool fits = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
    void *at = MAP_FAILED;
    if (fits) at = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    close(fd);
    if (at == MAP_FAILED) return NULL;
    *n = (size_t)st.st_size;
    *ctx_map = (struct CtxMap){at, *n};
    return at;
}

// Nothing happens when `at` is no mapping of the context's, or NULL.
void ctx_unmap(Ctx *ctx, const void *at) {
    for (size_t i = 0; i < CU_COUNT(ctx->map); i++) {
        struct CtxMap *m = &ctx->map[i];
        if (!m->at || m->at != at) continue;
        munmap(m->at, m->n);
        *m = (struct CtxMap){0};
    }
}

// As many as the context's table has room for: descriptors are scarce in a library.
int ctx_hold_dir(Ctx *ctx, int at, const char *path, int flags) {
    if (ctx->ndir == CU_COUNT(ctx->dir)) {
        errno = EMFILE;
        return -1;
    }
    int fd = openat(at, path, flags | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) ctx->dir[ctx->ndir++] = fd;
    return fd;
}

void ctx_close_dirs(Ctx *ctx) {
    while (ctx->ndir) close(ctx->dir[--ctx->ndir]);
}

// Also after an unwinding: whatever arenas are left go with the list of chunks.
void ctx_free(Ctx *ctx) {
    ctx_close_dirs(ctx);
    for (size_t i = 0; i < CU_COUNT(ctx->map); i++) ctx_unmap(ctx, ctx->map[i].at);
    timer_free(ctx);
    arena_free(&ctx->scratch);
    arena_free(&ctx->names);
    arena_free(&ctx->perm);
    if (!ctx->root) arena_free_all(ctx);
}

static void unwind(Ctx *ctx) CU_NORETURN;
static void unwind(Ctx *ctx) {
    if (!ctx || !ctx->unwind) abort();
    longjmp(*ctx->unwind, 1);
}

// A text without conversions is kept as it is and needs no memory.
void cu_fatal(Ctx *ctx, const char *fmt, ...) {
    ctx = task_here(ctx);
    if (ctx && !strchr(fmt, '%')) {
        ctx->fatal_text = fmt; // "out of memory" must not allocate
    } else if (ctx) {
        Buf b;
        buf_init(&b, &ctx->perm);
        va_list ap;
        va_start(ap, fmt);
        buf_vprintf(&b, fmt, ap);
        va_end(ap);
        ctx->fatal_text = buf_cstr(&b);
    }
    unwind(ctx);
}

// Notes the reason, and disarms what made us stop so that the way out is not stopped again.
static void stop(Ctx *ctx, CtxStop why) {
    ctx = task_here(ctx);
    ctx->stop = (uint8_t)why;
    if (ctx->root) return; // workers go on to their next task, which is to stop too
    ctx->cancel = NULL;    // once is enough: reporting allocates too
    ctx->stopped = NULL;
    ctx->deadline = 0;
}

// Reads the clock only when there is a deadline.
void ctx_poll(Ctx *ctx) {
    bool stopped = ctx->stopped && ctx->stopped(ctx->stopped_data);
    if (stopped || (ctx->cancel && *ctx->cancel)) {
        stop(ctx, STOP_CANCEL);
        cu_fatal(ctx, "compilation cancelled");
    }
    if (!ctx->deadline) return;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    if ((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec < ctx->deadline) return;
    stop(ctx, STOP_TIME);
    cu_fatal(ctx, "time limit exceeded");
}

void cu_ice(Ctx *ctx, const char *file, int line, const char *what) {
    ctx = task_here(ctx);
    if (ctx) ctx->internal_error = true;
    cu_fatal(ctx, "internal error: %s:%d: %s", file, line, what);
}
