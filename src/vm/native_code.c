// SPDX-License-Identifier: Apache-2.0
// Native code of functions: made when one first runs, kept as long as the machine; and what frames
// of such functions need.
#include "vm/native.h"

#include <stdatomic.h>

static const VmNative not_translated; // of functions that have no code

bool vm_may_be_native(const Grid *grid) {
    const VmOptions *options = &grid->vm->opt;
    bool plain = !grid->checks && !options->profile && !options->seed;
    return options->native && plain && grid->vm->has_avx2;
}

// ---- translation -------------------------------------------------------------------------------

// A function is translated when it first runs, by whoever comes first.
static const VmNative *translate(Vm *vm, VmFunc *fn, bool in_rows) {
    VmNative *native = arena_new(&vm->ctx->perm, VmNative);
    *native = not_translated;
    JitFunc *jit = arena_new(&vm->ctx->perm, JitFunc);
    if (!vm_native_build(fn, in_rows, &vm->ctx->perm, jit)) return native;
    native->code = jit_translate(jit, &vm->ctx->perm);
    if (!native->code) return native;
    native->entry = arena_array(&vm->ctx->perm, uint32_t, fn->ncode + 1);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) native->entry[pc] = jit_entry(native->code, pc);
    native->id = vm->nnative++;
    return native;
}

const VmNative *vm_native_of(Vm *vm, VmFunc *fn, bool in_rows) {
    VmNative *have = atomic_load_explicit(&fn->native[in_rows], memory_order_acquire);
    if (have) return have;
    pthread_mutex_lock(&vm->lock);
    have = atomic_load_explicit(&fn->native[in_rows], memory_order_relaxed);
    if (!have) {
        have = (VmNative *)translate(vm, fn, in_rows);
        atomic_store_explicit(&fn->native[in_rows], have, memory_order_release);
    }
    pthread_mutex_unlock(&vm->lock);
    return have;
}

void vm_free_native(Vm *vm) {
    for (uint32_t i = 0; i < vm->nfunc; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            VmNative *native = atomic_load(&vm->func_at[i]->native[k]);
            if (native && native->code) jit_free(native->code);
        }
    }
}

// ---- frames ------------------------------------------------------------------------------------

void vm_fill_registers(Warp *warp, Frame *frame) {
    Grid *grid = warp->grid;
    const VmNative *native = grid->native ? vm_native_of(grid->vm, frame->fn, grid->in_rows) : NULL;
    if (!native || !native->code) {
        memset(frame->reg, grid->vm->opt.fill, frame->fn->reg_size);
        return;
    }
    JitRow row;
    for (uint32_t i = 0; jit_undefined(native->code, i, &row); i++)
        memset(frame->reg + row.offset, grid->vm->opt.fill, row.size ? VM_LANES << row.size : 4);
}
