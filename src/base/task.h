// SPDX-License-Identifier: Apache-2.0
// Parallel loops whose result does not depend on the number of threads.
//
// Contract for the loop body:
//  - It gets a context of its own (memory, atoms, failure exit); arenas it allocates from must
//    belong to that context while it runs (`arena.ctx`), because running out of memory unwinds
//    there.
//  - It writes only to places that belong to its index, and reports no diagnostics: it leaves
//    errors as values in its place and the caller reports them in index order.
//  - What belongs to the context that the loop was started on is shared: its atoms take the loop's
//    lock, other tables must (task_lock), and its arenas may only be used under it. Running out of
//    memory in such an arena unwinds to the worker at hand, which then lets go of the lock.
#ifndef CUPRUM_TASK_H
#define CUPRUM_TASK_H

#include "base/base.h"

#include <pthread.h>

typedef void TaskFn(Ctx *worker, void *data, uint32_t index);

// Runs fn(worker, data, i) for all i < n on up to `threads` threads (0: one per processor).
// Failures (cu_fatal in a body) are raised again in the caller after all bodies have ended: that of
// the smallest index. With one thread, or if no thread can be started, everything runs in the
// caller.
// `weight` says what the bodies cost, in any unit, or is NULL: the heaviest begin first, so that no
// thread is left alone with one at the end.
void task_for(Ctx *ctx, uint32_t threads, uint32_t n, const uint32_t *weight, TaskFn *fn,
              void *data);
// The processors that are online, 256 at most; 1 when the system does not say.
uint32_t task_processors(void);
// The lock of the parallel loop that runs below ctx; a thread may take it again. Without a loop of
// several threads nothing happens.
void task_lock_(Ctx *ctx);
void task_unlock_(Ctx *ctx);
static inline void task_lock(Ctx *ctx) {
    if (CU_UNLIKELY(ctx->loop != NULL)) task_lock_(ctx);
}
static inline void task_unlock(Ctx *ctx) {
    if (CU_UNLIKELY(ctx->loop != NULL)) task_unlock_(ctx);
}
// A thread apart from all loops, whose stack does not depend on the C library (musl's are of 128
// KiB). False if none can be started.
bool task_thread(pthread_t *thread, void *(*run)(void *), void *data);
// The worker of this thread in the parallel loop that runs below ctx, or ctx.
Ctx *task_here(Ctx *ctx);

#endif
