// SPDX-License-Identifier: Apache-2.0
// execute.h: instructions that reach memory or other lanes: loads, stores, atomics, asynchronous
// copies, textures, matrices, barriers; by family. Each has a decoder, false when the combination
// is not implemented.
#ifndef CUPRUM_VM_EXECUTE_EXECUTE_H
#define CUPRUM_VM_EXECUTE_EXECUTE_H

#include "vm/compute/compute.h"
#include "vm/memory/memory.h"

// Loads and stores, barriers and warp-synchronous instructions; the order of wgmma.
bool vm_decode_mem(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_sync(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
void vm_decode_wgmma_order(const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
// Likewise what closes groups of asynchronous copies and waits for them.
void vm_decode_copy_groups(const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
// Matrices, textures, bulk copies.
bool vm_decode_matrix(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded);
bool vm_decode_tex(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_bulk(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
// memory op= b (CAS: c where it is b) for an element of 2, 4 or 8 bytes; gives the old value.
uint64_t vm_atomic_at(uint8_t *p, uint32_t bytes, uint32_t op, uint32_t type, uint64_t b,
                      uint64_t c);
// What a wait at an mbarrier needs, as words behind "lanes ... of warp ..."; false: it is none.
bool vm_mbarrier_wait(const VmInst *in, const uint8_t *host, char *to, size_t n);

// ---- execute/sync.c -----------------------------------------------------------------------------

// The current split (cur) executes a barrier or warp-synchronous instruction with `mask` of its
// lanes. True: done, go on at pc + 1; false: the split waits (or has been taken care of).
bool vm_exec_bar(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_sync(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_cluster(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_whole(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_group(Warp *warp, const VmInst *in, uint32_t mask);
void vm_group_exit(Warp *warp); // lanes have ended: nobody may wait for them
void vm_barrier_check(Block *block, uint32_t id);
void vm_cluster_check(Cluster *cluster);
void vm_sync_recheck(Warp *warp); // after lanes exited

#endif
