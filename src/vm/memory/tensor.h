// SPDX-License-Identifier: Apache-2.0
// Tensor memory of a block (PTX ISA 9.7.16): 128 lanes of 512 columns of 32 bits. An address has
// the lane in its upper, the column in its lower half. Private to src/vm.
//
// The hardware has one such memory for each multiprocessor, which its blocks share; here every
// block has its own, so that an allocation waits for the block alone. It is made when the block
// first asks, and used again by the blocks after it.
#ifndef CUPRUM_VM_TENSOR_MEMORY_H
#define CUPRUM_VM_TENSOR_MEMORY_H

#include "vm/memory/memory.h"

enum { TENSOR_LANES = 128, TENSOR_COLUMNS = 512, TENSOR_COMMITS = 32 };

typedef struct {
    uint64_t mbarrier; // rank of its block << 32 | offset in shared memory
    uint32_t work;     // that ends with it: all up to this number
} TensorCommit;

typedef struct VmTensor {
    uint32_t cell[TENSOR_LANES][TENSOR_COLUMNS];
    uint16_t columns[TENSOR_COLUMNS / 32]; // of an allocation that begins there; 0: none does
    bool used[TENSOR_COLUMNS / 32];        // allocated
    bool in_use;                           // since the block started
    bool relinquished;
    VmSite made;
    // Checkers: which cells have a value (INIT); of 32 lanes' columns the number of the work that
    // writes them last, and what a warp stored there and has not waited for (RACE).
    uint64_t *written;
    uint32_t (*work)[4];
    uint8_t (*stored)[4];
    uint32_t started, done; // numbers of work
    TensorCommit commit[TENSOR_COMMITS];
    uint32_t ncommit;
} VmTensor;

// The block's, made and filled when it is first asked for.
VmTensor *vm_tensor_of(Block *block);
// The cell of a block's at lane and column, checked; `kind` as of any access, by the lane `by`.
uint32_t *vm_tensor_cell(Warp *warp, const VmInst *in, uint32_t by, Block *owner, uint32_t lane,
                         uint32_t column, VmAccess kind, bool async);
// The block's other one of its pair (cta_group::2), whose rank differs in the last bit.
Block *vm_tensor_pair(Warp *warp, const VmInst *in, uint32_t lane);
// mma, cp or shift begins in the block, which a commit ends: the work before it is done when the
// mbarrier's phase has ended, and somebody knows.
void vm_tensor_begin(Block *block);
void vm_tensor_commit(Block *block, uint64_t mbarrier);
void vm_tensor_waited(const Cluster *cluster, uint64_t mbarrier);
void vm_tensor_stored(Warp *warp);

#endif
