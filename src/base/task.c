// SPDX-License-Identifier: Apache-2.0
// Parallel loops over POSIX threads. Threads are started per loop: a loop here is a phase of a
// compilation (optimize all functions), some milliseconds at least, and starting a thread takes
// some ten microseconds; so no pool outlives a compilation, and nothing is shared between two.
// Indices are handed out by one counter, those of the heaviest bodies first; each thread has one
// worker context.
#include "base/task.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct TaskLoop TaskLoop;
typedef struct {
    TaskLoop *loop;
    pthread_t thread;
    _Atomic(pthread_t) self; // the same, from the thread's own start on
    bool started;
    Ctx ctx;
    uint32_t failed_at; // smallest index of this worker that failed
    char failure[512];
    bool internal;
    uint8_t stop; // CtxStop
} Worker;

struct TaskLoop {
    Ctx *parent;
    TaskFn *fn;
    void *data;
    uint32_t n;
    const uint32_t *order; // of the indices, or NULL: as they come
    _Atomic uint32_t next;
    pthread_mutex_t lock; // recursive
    uint32_t held;        // how often its owner has taken it
    Worker *worker;
    uint32_t nworkers;
};

uint32_t task_processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (uint32_t)CU_MIN(n, 256L) : 1;
}

void task_lock_(Ctx *ctx) {
    pthread_mutex_lock(&ctx->loop->lock);
    ctx->loop->held++;
}

void task_unlock_(Ctx *ctx) {
    ctx->loop->held--;
    pthread_mutex_unlock(&ctx->loop->lock);
}

// After a failure: the lock may be this thread's.
static void let_go(TaskLoop *l) {
    if (pthread_mutex_trylock(&l->lock)) return; // another's
    for (; l->held; l->held--) pthread_mutex_unlock(&l->lock);
    pthread_mutex_unlock(&l->lock);
}

// The pool is small: a walk over its threads.
Ctx *task_here(Ctx *ctx) {
    TaskLoop *l = ctx ? ctx->loop : NULL;
    for (uint32_t i = 0; l && i < l->nworkers; i++) {
        if (pthread_equal(atomic_load(&l->worker[i].self), pthread_self()))
            return &l->worker[i].ctx;
    }
    return ctx;
}

// Keeps the failure of the smallest index, whose text must outlive the worker's memory.
static void note_failure(Worker *worker, uint32_t index) {
    if (index >= worker->failed_at) return;
    worker->failed_at = index;
    worker->internal = worker->ctx.internal_error;
    worker->stop = worker->ctx.stop;
    const char *s = worker->ctx.fatal_text ? worker->ctx.fatal_text : "unknown failure";
    size_t n = CU_MIN(strlen(s), sizeof worker->failure - 1);
    memcpy(worker->failure, s, n);
    worker->failure[n] = 0;
}

// Runs one body; a failure ends this body only, so that the smallest failing index is always found.
static void run_body(Worker *worker, uint32_t index) {
    jmp_buf env;
    worker->ctx.unwind = &env;
    if (setjmp(env)) {
        let_go(worker->loop);
        note_failure(worker, index);
        return;
    }
    worker->loop->fn(&worker->ctx, worker->loop->data, index);
}

// A thread's life: takes indices until there are none left.
static void *work(void *arg) {
    Worker *w = arg;
    TaskLoop *l = w->loop;
    atomic_store(&w->self, pthread_self());
    for (;;) {
        uint32_t i = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
        if (i >= l->n) break;
        run_body(w, l->order ? l->order[i] : i);
    }
    return NULL;
}

// False when there is no memory for another worker.
static bool worker_begin(TaskLoop *loop, Worker *worker, uint32_t number) {
    jmp_buf env;
    worker->loop = loop;
    worker->failed_at = UINT32_MAX;
    if (setjmp(env)) {
        ctx_free(&worker->ctx);
        return false;
    }
    ctx_init_worker(&worker->ctx, loop->parent, number, &env);
    return true;
}

// A stack as deep as passes over deep expressions may need; only what is touched becomes memory.
enum { WORKER_STACK = 64 << 20, THREAD_STACK = 8 << 20 };

static bool start_thread(pthread_t *thread, size_t stack, void *(*run)(void *), void *data) {
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, stack);
    bool ok = pthread_create(thread, &attr, run, data) == 0;
    pthread_attr_destroy(&attr);
    return ok;
}

bool task_thread(pthread_t *thread, void *(*run)(void *), void *data) {
    return start_thread(thread, THREAD_STACK, run, data);
}

// The workers from the second on get threads of their own.
static void start_threads(TaskLoop *task_loop) {
    for (uint32_t i = 1; i < task_loop->nworkers; i++) {
        Worker *w = &task_loop->worker[i];
        w->started = start_thread(&w->thread, WORKER_STACK, work, w);
    }
}

// Recursive, because interning within a locked region takes it again.
static void lock_init(TaskLoop *l) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&l->lock, &attr);
    pthread_mutexattr_destroy(&attr);
}

// Runs the loop; the worker whose failure counts, or NULL.
static const Worker *run(TaskLoop *loop) {
    Ctx *parent = loop->parent;
    struct TaskLoop *outer = parent->loop;
    lock_init(loop);
    parent->loop = loop;
    start_threads(loop);
    work(&loop->worker[0]);
    const Worker *first = NULL;
    for (uint32_t i = 0; i < loop->nworkers; i++) {
        const Worker *w = &loop->worker[i];
        if (w->started) pthread_join(w->thread, NULL);
        if (w->failed_at != UINT32_MAX && (!first || w->failed_at < first->failed_at)) first = w;
    }
    parent->loop = outer;
    pthread_mutex_destroy(&loop->lock);
    return first;
}

typedef struct {
    uint32_t weight, index;
} Weighed;

static int heavier(const void *a, const void *b) {
    const Weighed *x = a, *y = b;
    if (x->weight != y->weight) return cu_order(y->weight, x->weight);
    return cu_order(x->index, y->index);
}

// The indices by falling weight, equal ones in order. In scratch memory.
static const uint32_t *heaviest_first(Ctx *ctx, uint32_t n, const uint32_t *weight) {
    Weighed *w = arena_array(&ctx->scratch, Weighed, n);
    uint32_t *order = arena_array(&ctx->scratch, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) w[i] = (Weighed){weight[i], i};
    qsort(w, n, sizeof *w, heavier);
    for (uint32_t i = 0; i < n; i++) order[i] = w[i].index;
    return order;
}

// Workers are set up before any thread starts: without memory for one more there are just fewer.
// Their contexts are freed after the failure's text is copied out.
void task_for(Ctx *ctx, uint32_t threads, uint32_t n, const uint32_t *weight, TaskFn *fn,
              void *data) {
    if (!n) return;
    if (!threads) threads = task_processors();
    threads = CU_MIN(threads, n);
    ArenaMark mark = arena_mark(&ctx->scratch);
    Worker *worker = arena_array(&ctx->scratch, Worker, threads);
    TaskLoop loop = {.parent = ctx, .fn = fn, .data = data, .n = n, .worker = worker};
    if (weight && threads > 1) loop.order = heaviest_first(ctx, n, weight);
    while (loop.nworkers < threads && worker_begin(&loop, &worker[loop.nworkers], loop.nworkers))
        loop.nworkers++;
    if (!loop.nworkers) cu_fatal(ctx, "out of memory");

    const Worker *first = run(&loop);
    char failure[sizeof worker->failure];
    bool failed = first != NULL;
    if (failed) {
        memcpy(failure, first->failure, sizeof failure);
        ctx->internal_error |= first->internal;
        ctx->stop = first->stop;
    }
    for (uint32_t i = 0; i < loop.nworkers; i++) ctx_free(&worker[i].ctx);
    arena_reset(&ctx->scratch, mark);
    if (failed) cu_fatal(ctx, "%s", failure);
}
