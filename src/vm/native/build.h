// SPDX-License-Identifier: Apache-2.0
// What the builders of native code share: native/build.c has the function as a whole, loads and
// stores, native/op.c instructions by lane, native/call.c those that are calls. Private to these.
#ifndef CUPRUM_VM_NATIVE_BUILD_H
#define CUPRUM_VM_NATIVE_BUILD_H

#include "vm/native/native.h"

typedef struct {
    const VmFunc *fn;
    PtxFunc *f;
    bool tells_exits;  // exits are the machine's
    uint32_t barriers; // that native code passes
    bool in_rows;      // thread indices of the lanes lie in a row
    bool rows_whole;   // which is a row of the block
    Arena *arena;
    JitFunc *out;
    uint32_t *row_at;        // by a row's offset / 4: its number + 1
    uint32_t *first_at;      // by pc: its first instruction in `out`
    bool *settled;           // by pc: loads (vm_find_settled)
    const uint64_t *touched; // by pc: variables of shared memory (vm_find_touched), or NULL
    bool *ends_here;    // by pc: accesses to shared memory that other lanes of the warp may see
    const VmInst *inst; // that is being translated
    uint32_t pc;        // of it
    uint32_t *writer;   // by a row's offset / 4: native/sync.c
    uint32_t writer_pc; //
    JitInst *listed;    // whose rows are being listed
    bool writes;        // which of its lists is being filled
} Build;

// A row of the function's registers.
static inline bool is_frame(VmRef ref) {
    return ref != REF_NONE && ref >> 30 == REF_FRAME;
}

// native/operand.c. The number of a row of that size.
uint32_t vm_native_row(Build *build, VmRef ref, uint32_t size);
// False: not a number of that size (log2 of bytes, 0: a predicate).
bool vm_native_operand(Build *build, VmRef ref, uint32_t size, JitOperand *out);
// A special register of 32 bits; false: it has not that many.
bool vm_native_special(const Build *build, uint32_t sreg, JitOperand *operand);
// False: the row at the reference is not known.
bool vm_native_size(const Build *build, VmRef ref, uint32_t *size);

// The rows that the machine's instruction reads, for an operation; those that it reads and writes,
// for the last one.
void vm_native_list_reads(Build *build, const VmInst *inst, JitInst *in);
void vm_native_list_rows(Build *build, const VmInst *inst);
// native/sync.c: what a whole warp executes, as one operation. False: it is the scheduler's.
bool vm_native_sync(Build *build, const VmInst *inst, JitInst in);
// The same of `activemask`.
bool vm_native_active(Build *build, const VmInst *inst, JitInst in);

// native/op.c: an instruction of the machine as operations, of which the last is *in and the others
// are put into build->out. False: it is none of them; what has been put is to be taken back.
bool vm_native_op(Build *build, const VmInst *inst, JitInst *in);
// native/call.c: the same as a call of the machine's function with the operands of eight lanes.
bool vm_native_call(Build *build, const VmInst *inst, JitInst *in);
// native/atomic.c: an atomic operation on memory whose addresses are checked.
bool vm_native_atomic(Build *build, const VmInst *inst, JitInst *in);

#endif
