// SPDX-License-Identifier: Apache-2.0
// memory.h: memory that comes and goes, and every access of the program to it, checked.
#ifndef CUPRUM_VM_MEMORY_MEMORY_H
#define CUPRUM_VM_MEMORY_MEMORY_H

#include "vm/check/check.h"

// ---- memory/device.c ----------------------------------------------------------------------------

// `by`: NULL for the host
uint64_t vm_alloc_kind(Vm *vm, uint64_t size, VmAllocKind kind, const VmSite *by);
// The same at a multiple of `align`; 0 if that is no power of two or too large.
uint64_t vm_alloc_aligned(Vm *vm, uint64_t size, uint64_t align, VmAllocKind kind,
                          const VmSite *by);
bool vm_dealloc_by(Vm *vm, uint64_t addr, const VmSite *by);

// Gives back the host's memory of an allocation of that size.
void vm_release_host(Vm *vm, VmAlloc *freed, uint64_t size);

// ---- memory/access.c ----------------------------------------------------------------------------

// Host pointer for an access of n bytes by a lane, checked: every access of the program goes
// through this function, or through the fast paths in execute/mem.c.
uint8_t *vm_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                   VmSpace sp, VmAccess kind);
// The same without the checkers, for loads and stores that have asked them before (vm_check_wrap).
uint8_t *vm_plain_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                         VmAccess kind);

// ---- memory/local.c -----------------------------------------------------------------------------

// A lane has so many bytes of local memory from here on. Ends the block where the stack's limit is
// reached.
void vm_local_reserve(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes);

// ---- memory/tensor.c ----------------------------------------------------------------------------

void vm_tensor_end(Block *block); // it ends

#endif
