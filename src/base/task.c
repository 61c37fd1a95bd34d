// SPDX-License-Identifier: Apache-2.0
// Parallel loops over POSIX threads. Threads are started per loop: a loop here is a phase of a
// compilation (optimize all functions), some milliseconds at least, and starting a thread takes
// some ten microseconds; so no pool outlives a compilation, and nothing is shared between two.
// Indices are handed out by one counter; each thread has one worker context.
#include "base/task.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct Loop Loop;
typedef struct {
    Loop *loop;
    pthread_t thread;
    bool started;
    Ctx ctx;
    uint32_t failed_at; // smallest index of this worker that failed
    char failure[512];
    bool internal;
    uint8_t stop; // CtxStop
} Worker;

struct Loop {
    Ctx *parent;
    TaskFn *fn;
    void *data;
    uint32_t n;
    _Atomic uint32_t next;
};

uint32_t task_processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (uint32_t)CU_MIN(n, 256L) : 1;
}

static void note_failure(Worker *w, uint32_t index) {
    if (index >= w->failed_at) return;
    w->failed_at = index;
    w->internal = w->ctx.internal_error;
    w->stop = w->ctx.stop;
    const char *s = w->ctx.fatal_text ? w->ctx.fatal_text : "unknown failure";
    size_t n = CU_MIN(strlen(s), sizeof w->failure - 1);
    memcpy(w->failure, s, n);
    w->failure[n] = 0;
}

// Runs one body; a failure ends this body only, so that the smallest failing index is always found.
static void run_body(Worker *w, uint32_t index) {
    jmp_buf env;
    w->ctx.unwind = &env;
    if (setjmp(env)) {
        note_failure(w, index);
        return;
    }
    w->loop->fn(&w->ctx, w->loop->data, index);
}

static void *work(void *arg) {
    Worker *w = arg;
    Loop *l = w->loop;
    for (;;) {
        uint32_t i = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
        if (i >= l->n) break;
        run_body(w, i);
    }
    return NULL;
}

// False when there is no memory for another worker.
static bool worker_begin(Loop *l, Worker *w, uint32_t number) {
    jmp_buf env;
    w->loop = l;
    w->failed_at = UINT32_MAX;
    if (setjmp(env)) {
        ctx_free(&w->ctx);
        return false;
    }
    ctx_init_worker(&w->ctx, l->parent, number, &env);
    return true;
}

void task_for(Ctx *ctx, uint32_t threads, uint32_t n, TaskFn *fn, void *data) {
    if (!n) return;
    if (!threads) threads = task_processors();
    threads = CU_MIN(threads, n);
    ArenaMark mark = arena_mark(&ctx->scratch);
    Worker *w = arena_array(&ctx->scratch, Worker, threads);
    Loop loop = {ctx, fn, data, n, 0};
    uint32_t begun = 0;
    while (begun < threads && worker_begin(&loop, &w[begun], begun)) begun++;
    if (!begun) cu_fatal(ctx, "out of memory");
    threads = begun;
    for (uint32_t i = 1; i < threads; i++) {
        w[i].started = pthread_create(&w[i].thread, NULL, work, &w[i]) == 0;
    }
    work(&w[0]);
    const Worker *first = NULL;
    for (uint32_t i = 0; i < threads; i++) {
        if (w[i].started) pthread_join(w[i].thread, NULL);
        if (w[i].failed_at != UINT32_MAX && (!first || w[i].failed_at < first->failed_at)) {
            first = &w[i];
        }
    }
    char failure[sizeof w->failure];
    bool failed = first != NULL;
    if (failed) {
        memcpy(failure, first->failure, sizeof failure);
        ctx->internal_error |= first->internal;
        ctx->stop = first->stop;
    }
    for (uint32_t i = 0; i < threads; i++) ctx_free(&w[i].ctx);
    arena_reset(&ctx->scratch, mark);
    if (failed) cu_fatal(ctx, "%s", failure);
}
