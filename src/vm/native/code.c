// SPDX-License-Identifier: Apache-2.0
// Native code of functions: made when one first runs, kept as long as the machine; and what frames
// of such functions need.
#include "vm/native/native.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

const char *vm_why_not_native(const VmOptions *options) {
    if (options->profile) return "profiles";
    if (options->seed) return "another order of warps";
    return vm_has_avx2() ? NULL : "a processor without AVX2 and FMA";
}

// ---- translation -------------------------------------------------------------------------------

// Of functions that are not translated, and of one that somebody is translating.
static const VmNative no_code, in_work;

// Where fewer than 32 lanes run at a time, what a whole warp does together ends the code.
static bool waits_for_warp(const VmFunc *fn) {
    for (uint32_t pc = 0; pc < fn->ncode; pc++)
        if (fn->code[pc].ctl == CTL_SYNC) return true;
    return false;
}

// The most lanes that may run at a time: as many as have thread indices in a row, or a whole warp
// where that matters more, or no indices are in a row anyway.
static uint32_t most_lanes(const Grid *grid, const VmFunc *fn, bool watched) {
    uint32_t in_row = vm_row_lanes[grid->rows % VM_ROWS];
    bool may_be_whole = grid->vm->has_avx512 && !watched && grid->threads > 16;
    if (may_be_whole && (!in_row || waits_for_warp(fn))) return VM_LANES;
    return CU_MAX(in_row, (uint32_t)JIT_PIECE);
}

// Under the machine's lock: the walk over an instruction's registers writes what it reads.
static JitCode *translate_locked(const Grid *grid, const VmFunc *fn, Arena *scratch) {
    // Findings show the variables of debug builds, which are looked for in the machine's rows.
    if (fn->mod->debug) return NULL;
    JitFunc *jit = arena_new(scratch, JitFunc);
    bool watched = grid->checks & (VM_CHECK_INIT | VM_CHECK_RACE);
    const uint64_t *touched = watched ? NULL : vm_find_touched(fn, scratch);
    // the most lanes at a time with which it is not better off with fewer
    for (uint32_t lanes = most_lanes(grid, fn, watched);; lanes /= 2) {
        if (!vm_native_build(fn, grid->rows, lanes, grid->checks, touched, scratch, jit))
            return NULL;
        JitCode *code = jit_translate(jit, scratch);
        if (code || lanes <= JIT_PIECE) return code;
    }
}

static const VmNative *make(Vm *vm, const VmFunc *fn, JitCode *code) {
    VmNative *native = malloc(sizeof *native + fn->ncode * sizeof *native->entry);
    if (!native) {
        jit_free(code);
        return &no_code;
    }
    native->code = code;
    native->id = atomic_fetch_add(&vm->nnative, 1);
    native->lanes = jit_lanes(code);
    native->saves = jit_saved_size(code) != 0;
    native->undefined = jit_has_undefined(code);
    atomic_fetch_add(&vm->nwhole, jit_lanes(code) == VM_LANES);
    atomic_fetch_add(&vm->nserial, jit_serial_loops(code));
    memset(native->entry, 0xff, fn->ncode * sizeof *native->entry);
    for (uint32_t i = 0; i < jit_entries(code); i++) native->entry[jit_entry_pc(code, i)] = i;
    return native;
}

// Without memory for it the function is left to the interpreter.
static const VmNative *translate(Worker *worker, const VmFunc *fn) {
    Vm *vm = worker->grid->vm;
    Arena scratch;
    arena_init(&scratch, &worker->ctx, "native code");
    JitCode *volatile code = NULL;
    jmp_buf unwind, *outer = worker->ctx.unwind;
    pthread_mutex_lock(&vm->lock);
    worker->ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) code = translate_locked(worker->grid, fn, &scratch);
    worker->ctx.unwind = outer;
    pthread_mutex_unlock(&vm->lock);
    arena_free(&scratch);
    return code ? make(vm, fn, code) : &no_code;
}

static const VmNative *find_native(Worker *worker, VmFunc *fn) {
    const VmNative *_Atomic *place = &fn->native[worker->grid->rows];
    const VmNative *have = atomic_load_explicit(place, memory_order_acquire);
    if (CU_LIKELY(have && have != &in_work)) return have;
    if (!have && atomic_compare_exchange_strong(place, &have, &in_work)) {
        const VmNative *made = translate(worker, fn);
        atomic_store_explicit(place, made, memory_order_release);
        return made;
    }
    // Somebody else came first: interpret meanwhile, or wait, as what checkers find in a block does
    // not depend on how many run.
    while (worker->grid->checks && have == &in_work) {
        sched_yield();
        have = atomic_load_explicit(place, memory_order_acquire);
    }
    return have == &in_work ? &no_code : have;
}

// In a grid whose lanes may count on each other all threads of a block run at a time, or none.
const VmNative *vm_native_of(Worker *worker, VmFunc *fn) {
    const VmNative *native = find_native(worker, fn);
    const Grid *grid = worker->grid;
    if (!grid->lockstep || !native->code) return native;
    bool in_step = jit_lanes(native->code) >= grid->threads && !jit_lanes_apart(native->code);
    return in_step ? native : &no_code;
}

uint32_t vm_native_functions(Vm *vm) {
    return atomic_load(&vm->nnative);
}

uint32_t vm_native_whole_warps(Vm *vm) {
    return atomic_load(&vm->nwhole);
}

uint32_t vm_native_serial_loops(Vm *vm) {
    return atomic_load(&vm->nserial);
}

void vm_free_native(Vm *vm) {
    for (uint32_t i = 0; i < vm->nfunc; i++) free(vm->func_at[i]->writes);
    for (uint32_t i = 0; i < 2 * VM_ROWS * vm->nfunc; i++) {
        const VmFunc *fn = vm->func_at[i / (2 * VM_ROWS)];
        const VmNative *native = atomic_load(&fn->native[i % (2 * VM_ROWS)]);
        if (!native || is_any_of(native, &no_code, &in_work)) continue;
        jit_free(native->code);
        free((VmNative *)native);
    }
}

// ---- frames ------------------------------------------------------------------------------------

void vm_fill_undefined(const VmNative *native, Frame *frame, uint8_t fill) {
    uint32_t n;
    const JitRow *row = jit_undefined(native->code, &n);
    for (uint32_t i = 0; i < n; i++)
        memset(frame->reg + row[i].offset, fill,
               row[i].size ? (size_t)VM_LANES << row[i].size : sizeof(uint32_t));
}

void vm_fill_registers(Warp *warp, Frame *frame) {
    Grid *grid = warp->grid;
    const VmNative *native =
        grid->vm->native ? vm_native_of(warp->block->worker, frame->fn) : &no_code;
    if (!native->code) {
        memset(frame->reg, grid->vm->opt.fill, frame->fn->reg_size);
        return;
    }
    vm_fill_undefined(native, frame, grid->vm->opt.fill);
}
