// SPDX-License-Identifier: Apache-2.0
// Tensor memory: allocation and the access to a cell, with what the checkers say about it. Work
// (mma, cp, shift) is done when it is issued; the checker of races knows when the program could
// know: a commit names the mbarrier whose phase ends after it, and whoever has found the phase
// ended has waited for it (on behalf of the block).
#include "vm/memory/tensor.h"

// As a block finds it: nothing is allocated, nothing has a value.
static void fill(Block *block, VmTensor *fresh) {
    uint8_t pattern = block->grid->vm->opt.fill;
    memset(fresh->cell, pattern, sizeof fresh->cell);
    memset(fresh->columns, 0, sizeof fresh->columns);
    memset(fresh->used, 0, sizeof fresh->used);
    fresh->in_use = true;
    fresh->relinquished = false;
    fresh->started = fresh->done = fresh->ncommit = 0;
    if (fresh->written) memset(fresh->written, 0, (size_t)TENSOR_LANES * TENSOR_COLUMNS / 8);
    if (fresh->work) {
        memset(fresh->work, 0, TENSOR_COLUMNS * sizeof *fresh->work);
        memset(fresh->stored, 0, TENSOR_COLUMNS * sizeof *fresh->stored);
    }
}

VmTensor *vm_tensor_of(Block *block) {
    uint32_t checks = block->grid->checks;
    if (!block->tensor) {
        VmTensor *tensor = block->tensor = arena_alloc(&block->arena, sizeof *tensor, 64);
        tensor->written = NULL;
        tensor->work = NULL;
        tensor->stored = NULL;
        tensor->in_use = false;
        if (checks & VM_CHECK_INIT)
            tensor->written =
                arena_array(&block->arena, uint64_t, TENSOR_LANES * TENSOR_COLUMNS / 64);
        if (checks & VM_CHECK_RACE) {
            tensor->work = arena_zalloc(&block->arena, TENSOR_COLUMNS * sizeof *tensor->work, 64);
            tensor->stored =
                arena_zalloc(&block->arena, TENSOR_COLUMNS * sizeof *tensor->stored, 64);
        }
    }
    if (!block->tensor->in_use) fill(block, block->tensor);
    return block->tensor;
}

static VmEvent event(Warp *warp, const VmInst *in, uint32_t by, uint32_t checker, const char *kind,
                     uint64_t addr) {
    VmEvent e = {.checker = checker, .kind = kind, .at = vm_site(warp, in, by)};
    e.warp = warp;
    e.lane = by;
    e.has_address = true;
    e.address = addr;
    e.size = 4;
    e.space = "tensor";
    return e;
}

// Initialisation and order of one cell. `async`: by mma, copy or shift, which the end of their work
// orders, not the thread.
static void check(Warp *warp, const VmInst *in, uint32_t by, VmTensor *touched, uint32_t lane,
                  uint32_t column, VmAccess kind, bool async) {
    uint64_t addr = (uint64_t)lane << 16 | column;
    uint32_t cell = lane * TENSOR_COLUMNS + column;
    Vm *vm = warp->grid->vm;
    if (touched->written) {
        uint64_t *bits = &touched->written[cell / 64], bit = 1ull << cell % 64;
        if (kind == VM_READ && !(*bits & bit)) {
            VmEvent e = event(warp, in, by, VM_CHECK_INIT, "uninitialised-read", addr);
            e.access = vm_access_name[kind];
            vm_check_add(vm, &e, "tensor memory that nobody has written is read");
        }
        if (kind != VM_READ) *bits |= bit;
    }
    if (!touched->work) return;
    uint32_t *work = &touched->work[column][lane / 32];
    uint8_t *stored = &touched->stored[column][lane / 32];
    if (!async && *work > touched->done) {
        VmEvent e = event(warp, in, by, VM_CHECK_RACE, "tensor-work", addr);
        e.access = vm_access_name[kind];
        vm_check_add(vm, &e,
                     "tensor memory that an mma, copy or shift may still write: nobody has waited "
                     "for a commit after it");
        *work = 0; // once
    }
    if (async && *stored) {
        VmEvent e = event(warp, in, by, VM_CHECK_RACE, "tensor-store", addr);
        e.access = vm_access_name[kind];
        vm_check_add(vm, &e,
                     "tensor memory with a store for which nobody has waited "
                     "(tcgen05.wait::st)");
        *stored = 0;
    }
    if (async && kind != VM_READ) *work = touched->started;
    if (!async && kind == VM_WRITE) *stored = 1;
}

uint32_t *vm_tensor_cell(Warp *warp, const VmInst *in, uint32_t by, Block *owner, uint32_t lane,
                         uint32_t column, VmAccess kind, bool async) {
    VmTensor *tensor = vm_tensor_of(owner);
    bool there = lane < TENSOR_LANES && column < TENSOR_COLUMNS;
    if (CU_UNLIKELY(!there || !tensor->used[column / 32])) {
        uint64_t addr = (uint64_t)lane << 16 | column;
        if (!there || !(warp->grid->checks & VM_CHECK_MEM))
            vm_fault(warp, in, by, VM_ERR_ADDRESS, addr, "%s of tensor memory %s",
                     kind == VM_READ ? "load" : "store",
                     there ? "that is not allocated" : "out of bounds");
        VmEvent e = event(warp, in, by, VM_CHECK_MEM, "tensor-memory", addr);
        e.access = vm_access_name[kind];
        vm_check_add(warp->grid->vm, &e, "tensor memory that is not allocated");
    }
    if (CU_UNLIKELY(warp->grid->checks)) check(warp, in, by, tensor, lane, column, kind, async);
    return &tensor->cell[lane][column];
}

Block *vm_tensor_pair(Warp *warp, const VmInst *in, uint32_t lane) {
    const Block *block = warp->block;
    uint32_t other = block->rank ^ 1;
    if (other >= block->cluster->n)
        vm_fault(warp, in, lane, VM_ERR_ILLEGAL, 0,
                 "cta_group::2 in a cluster of %u blocks: the block has no pair",
                 block->cluster->n);
    return block->cluster->block[other];
}

void vm_tensor_begin(Block *block) {
    vm_tensor_of(block)->started++;
}

// ---- the end of work ---------------------------------------------------------------------------

void vm_tensor_commit(Block *block, uint64_t mbarrier) {
    VmTensor *tensor = block->tensor;
    if (!tensor || !tensor->in_use || !tensor->work) return;
    tensor->commit[tensor->ncommit++ % TENSOR_COMMITS] =
        (TensorCommit){.mbarrier = mbarrier, .work = tensor->started};
}

// The mbarrier may have been found ended for an earlier phase: that errs on the quiet side.
void vm_tensor_waited(const Cluster *cluster, uint64_t mbarrier) {
    for (uint32_t k = 0; k < cluster->n; k++) {
        VmTensor *tensor = cluster->block[k] ? cluster->block[k]->tensor : NULL;
        if (!tensor || !tensor->in_use || !tensor->work) continue;
        uint32_t n = CU_MIN(tensor->ncommit, (uint32_t)TENSOR_COMMITS);
        for (uint32_t i = 0; i < n; i++) {
            if (tensor->commit[i].mbarrier == mbarrier)
                tensor->done = CU_MAX(tensor->done, tensor->commit[i].work);
        }
    }
}

// The warp waits for its stores.
void vm_tensor_stored(Warp *warp) {
    VmTensor *tensor = warp->block->tensor;
    if (!tensor || !tensor->work) return;
    for (uint32_t i = 0; i < TENSOR_COLUMNS; i++) tensor->stored[i][warp->id % 4] = 0;
}

// The block has come to its end.
void vm_tensor_end(Block *block) {
    VmTensor *tensor = block->tensor;
    if (!tensor || !tensor->in_use) return;
    tensor->in_use = false;
    for (uint32_t i = 0; i < TENSOR_COLUMNS / 32; i++) {
        if (!tensor->columns[i] || !block->done || !(block->grid->checks & VM_CHECK_MEM)) continue;
        VmEvent e = {.checker = VM_CHECK_MEM, .kind = "tensor-leak", .at = tensor->made};
        e.has_address = true;
        e.address = i * 32;
        e.size = tensor->columns[i] * 4;
        e.space = "tensor";
        vm_check_add(block->grid->vm, &e,
                     "%u columns of tensor memory are not freed when the block exits "
                     "(tcgen05.dealloc)",
                     tensor->columns[i]);
    }
}
