// SPDX-License-Identifier: Apache-2.0
// Shared by the asynchronous copies (execute/bulk.c, execute/tensor.c): instructions with several
// addresses, and the end of a copy. Every copy is done when its instruction is executed; that is
// one of the orders in which the hardware may do it. Private to src/vm.
#ifndef CUPRUM_VM_BULK_H
#define CUPRUM_VM_BULK_H

#include "vm/execute/execute.h"

typedef struct {
    uint64_t addr;
    VmSpace space;
} VmPointer;

enum { POINTER_SLOTS = 4 }; // of an address in VmFunc.list

// Appends an address operand ([..], or a register or symbol in a tensor address) to the list.
bool vm_push_pointer(Decoder *decoder, const PtxOpnd *address, uint32_t space);
VmPointer vm_pointer(Warp *warp, uint32_t at, uint32_t lane); // `at`: place in the list
uint64_t vm_list_value(Warp *warp, uint32_t at, uint32_t lane);

// The address of the same place in another block of the cluster.
uint64_t vm_of_rank(VmPointer p, uint32_t rank);
uint64_t vm_of_block(const Warp *warp, VmPointer pointer, const Block *owner);
// What is written from here to vm_mbar_complete is written by a copy that ends at mbarrier p.
void vm_copy_begin(Warp *warp, uint32_t lane, VmPointer p);
// mbarrier complete_tx of n bytes at p: the end of a copy.
void vm_mbar_complete(Warp *warp, const VmInst *in, uint32_t lane, VmPointer pointer, uint64_t n);

// One arrival at the mbarrier at p.
void vm_mbar_arrive(Warp *warp, const VmInst *in, uint32_t lane, VmPointer pointer);

// Reads or writes n bytes (a power of two, at most 16) at p.
void vm_get(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, void *to, uint32_t n);
void vm_put(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, const void *from, uint32_t n);
// memory op= value, for one element of `type`
void vm_reduce(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, uint32_t op, uint32_t type,
               uint64_t value);

// Copies and reductions of tensors (execute/tensor.c). False: another instruction, or `why` says
// what is wrong.
bool vm_decode_tensor(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded);

#endif
