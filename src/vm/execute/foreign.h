// SPDX-License-Identifier: Apache-2.0
// Instructions of families without rows in insn.def (PTXI_foreign): their opcode is text, their
// operands are as they were read. Private to src/vm.
//
// To add a form: its words where the family is decoded, its operands by LaneValue, a function for
// all lanes of a mask in VmInst.fn, with what it needs behind VmInst.form. For everybody else the
// instruction ends native code, and reads and writes all its registers (ptx/form/flow.c).
#ifndef CUPRUM_VM_FOREIGN_H
#define CUPRUM_VM_FOREIGN_H

#include "vm/execute/matrix.h"

enum { FOREIGN_WORDS = 16 };

typedef struct { // "tcgen05.ld.sync": three words
    const char *word[FOREIGN_WORDS];
    uint32_t n;
    const PtxOpnd *opnd; // those behind the opcode
    uint32_t nopnd;
} Foreign;

// Whether the word stands anywhere in the opcode.
bool vm_foreign_has(const Foreign *foreign, const char *word);
// The number of the first of the words of the list (NULL ends it) that the opcode has; -1: none.
int vm_foreign_one(const Foreign *foreign, const char *const *list);

// A value of a lane: a register of any size or a number.
typedef struct {
    VmRef ref;
    uint8_t size;
    int64_t plus;
} LaneValue;
LaneValue vm_lane_operand(Decoder *decoder, const PtxOpnd *operand, uint32_t size);
// Of an address, [register + number].
bool vm_lane_address(Decoder *decoder, const PtxOpnd *operand, LaneValue *out);
uint64_t vm_lane_value(const Warp *warp, const LaneValue *held, uint32_t lane);

// The function has instructions of two blocks (cta_group::2).
bool vm_works_in_pairs(const Vm *vm, const PtxFunc *f);

// One per family. False: unknown, or `why` says what is wrong.
bool vm_decode_foreign(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded);
bool vm_decode_tensor_memory(Decoder *decoder, const Foreign *foreign, VmInst *decoded);
bool vm_decode_tensor_mma(Decoder *decoder, const Foreign *foreign, VmInst *decoded);
// A descriptor of shared memory (9.7.16.4.1). False: a mode that does not exist.
bool vm_tensor_descriptor(const Grid *grid, uint64_t bits, bool mn, MatDesc *out);
bool vm_decode_multimem(Decoder *decoder, const Foreign *foreign, VmInst *decoded);

#endif
