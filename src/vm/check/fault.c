// SPDX-License-Identifier: Apache-2.0
// Faults: what ends a block, said with its place.
#include "vm/check/check.h"

#include <stdarg.h>
#include <stdio.h>

// The thread's indices in its block; lane 32: the first lane of the warp.
static void thread_of(const Warp *warp, uint32_t lane, uint32_t *index) {
    uint32_t i = warp->id * 32 + (lane < 32 ? lane : (uint32_t)__builtin_ctz(warp->all)),
             *b = warp->grid->bdim;
    index[0] = i % b[0];
    index[1] = i / b[0] % b[1];
    index[2] = i / b[0] / b[1];
}

// " (FILE:LINE)" of a line of the PTX; " (FILE:LINE, inlined at FILE:LINE)".
static void source_line(const VmFunc *fn, uint32_t line, char *to, size_t n) {
    VmPlace p = {0};
    *to = 0;
    vm_source_of(fn, line, &p);
    if (!p.file) return;
    int k = snprintf(to, n, " (%.150s:%u", p.file, p.line);
    if (p.inlined_file)
        k += snprintf(to + k, n - (size_t)k, ", inlined at %.150s:%u", p.inlined_file,
                      p.inlined_line);
    if (p.outer_file)
        k += snprintf(to + k, n - (size_t)k, ", from %.150s:%u", p.outer_file, p.outer_line);
    snprintf(to + k, n - (size_t)k, ")");
}

// Notes who, where and why in the worker's result, tells the checkers, and leaves the block by
// longjmp. `in` may be NULL where there is no instruction.
void vm_fault(Warp *warp, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
              const char *fmt, ...) {
    Worker *wk = warp->block->worker;
    VmResult *result = &wk->result;
    result->status = st;
    result->addr = addr;
    memcpy(result->block, warp->block->id, sizeof result->block);
    thread_of(warp, lane, result->thread);
    result->line = in ? in->line : 0;
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    int n = snprintf(result->error, sizeof result->error,
                     "kernel %s, block (%u,%u,%u), thread (%u,%u,%u)", warp->grid->kernel->name,
                     result->block[0], result->block[1], result->block[2], result->thread[0],
                     result->thread[1], result->thread[2]);
    // A name that fills the text leaves no room for the rest: it goes.
    if (n < 0 || (size_t)n >= sizeof result->error) n = 0;

    // In a device function its name is said, too.
    const char *fn = warp->fn && warp->fn != warp->grid->kernel ? warp->fn->name : NULL;
    char source[560];
    source_line(warp->fn, result->line, source, sizeof source);
    n +=
        snprintf(result->error + n, sizeof result->error - (size_t)n, ", PTX line %u%s%s%.200s: %s",
                 result->line, source, fn ? " in " : "", fn ? fn : "", text);
    if (is_any_of(st, VM_ERR_ADDRESS, VM_ERR_MISALIGNED) && (size_t)n < sizeof result->error) {
        snprintf(result->error + n, sizeof result->error - (size_t)n, ", address 0x%llx",
                 (unsigned long long)addr);
    }
    if (warp->grid->checks) vm_check_fault(warp, in, lane, st, addr, text);
    wk->fault_block = warp->block->index;
    wk->faulting = true;
    longjmp(wk->fault, 1);
}
