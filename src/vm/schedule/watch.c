// SPDX-License-Identifier: Apache-2.0
// While a grid runs: who wants to know gets its progress (VmOptions.watch), and it can be
// interrupted. Warps come by after each of their slices; the clock is read once for some thousand
// instructions of a worker.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/state/state.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { LOOK_EVERY = 1 << 14 }; // warp instructions
enum { WATCH_MS = 250 };       // between two calls of VmOptions.watch

double vm_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void vm_interrupt(Vm *vm) {
    atomic_store(&vm->interrupted, true);
}

// One of the workers tells, when it is time; the others do not wait for it.
static void tell(Grid *grid) {
    VmOptions *opt = &grid->vm->opt;
    double seconds = vm_now() - grid->start;
    uint64_t due = atomic_load(&grid->watch_due), ms = (uint64_t)(seconds * 1e3);
    if (ms < due || pthread_mutex_trylock(&grid->watch_lock) != 0) return;
    if (ms >= atomic_load(&grid->watch_due)) {
        VmProgress progress = {.kernel = grid->kernel->name,
                               .done = atomic_load(&grid->ended),
                               .blocks = grid->nblock,
                               .seconds = seconds};
        opt->watch(opt->watch_data, &progress);
        atomic_store(&grid->watch_due, ms + WATCH_MS);
    }
    pthread_mutex_unlock(&grid->watch_lock);
}

bool vm_is_interrupted(const Grid *grid) {
    return atomic_load_explicit(&grid->vm->interrupted, memory_order_relaxed);
}

void vm_watch_begin(Grid *grid) {
    grid->start = vm_now();
    atomic_store(&grid->watch_due, (uint64_t)WATCH_MS);
    pthread_mutex_init(&grid->watch_lock, NULL);
}

void vm_watch_end(Grid *grid) {
    pthread_mutex_destroy(&grid->watch_lock);
}

void vm_watch_slice(Warp *warp, uint64_t instructions) {
    Worker *worker = warp->block->worker;
    worker->unwatched += instructions + 1;
    if (worker->unwatched < LOOK_EVERY) return;
    worker->unwatched = 0;
    Grid *grid = warp->grid;
    if (grid->vm->opt.watch) tell(grid);
    if (vm_is_interrupted(grid) && warp->nsplit) vm_stop_interrupted(warp);
}

void vm_stop_interrupted(Warp *warp) {
    const Split *split = &warp->split[0];
    const VmInst *in = &split->frame->fn->code[split->pc];
    while (in->ctl == CTL_JOIN) in++; // a label has no line
    warp->fn = split->frame->fn;
    vm_fault(warp, in, (uint32_t)__builtin_ctz(split->mask), VM_ERR_INTERRUPTED, 0, "interrupted");
}

// ---- the line ----------------------------------------------------------------------------------

// "12 s", "3 min 20 s", "2 h 5 min"
static void duration(double seconds, char *to, size_t n) {
    unsigned long s = (unsigned long)(seconds + 0.5);
    if (s < 60)
        snprintf(to, n, "%lu s", s);
    else if (s < 3600)
        snprintf(to, n, "%lu min %lu s", s / 60, s % 60);
    else
        snprintf(to, n, "%lu h %lu min", s / 3600, s / 60 % 60);
}

void vm_progress_text(const VmProgress *progress, char *to, size_t n) {
    char past[40], left[40];
    duration(progress->seconds, past, sizeof past);
    int k =
        snprintf(to, n, "%.60s: %llu of %llu blocks, %s", progress->kernel,
                 (unsigned long long)progress->done, (unsigned long long)progress->blocks, past);
    // before a block has ended nothing can be said of the others
    if (!progress->done || progress->seconds <= 0 || k < 0 || (size_t)k >= n) return;
    double rate = (double)progress->done / progress->seconds;
    duration((double)(progress->blocks - progress->done) / rate, left, sizeof left);
    snprintf(to + k, n - (size_t)k, ", %.*f a second, %s left", rate < 10 ? 1 : 0, rate, left);
}
