// SPDX-License-Identifier: Apache-2.0
// Parallel loops whose result does not depend on the number of threads.
//
// Contract for the loop body:
//  - It gets a context of its own (memory, atoms, failure exit); arenas it allocates from must
//  belong
//    to that context while it runs (`arena.ctx`), because running out of memory unwinds there.
//  - It writes only to places that belong to its index, and reports no diagnostics: it leaves
//  errors
//    as values in its place and the caller reports them in index order.
#ifndef CUPRUM_TASK_H
#define CUPRUM_TASK_H

#include "base/base.h"

typedef void TaskFn(Ctx *worker, void *data, uint32_t index);

// Runs fn(worker, data, i) for all i < n on up to `threads` threads (0: one per processor).
// Failures (cu_fatal in a body) are raised again in the caller after all bodies have ended: that of
// the smallest index. With one thread, or if no thread can be started, everything runs in the
// caller.
void task_for(Ctx *ctx, uint32_t threads, uint32_t n, TaskFn *fn, void *data);
uint32_t task_processors(void);

#endif
