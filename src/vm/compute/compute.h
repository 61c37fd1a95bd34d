// SPDX-License-Identifier: Apache-2.0
// compute.h: instructions that compute rows from rows: integers, floats, halves, approximations,
// conversions. They need nothing of a machine but its rows, and native code calls them, too.
#ifndef CUPRUM_VM_COMPUTE_COMPUTE_H
#define CUPRUM_VM_COMPUTE_COMPUTE_H

#include "vm/code/code.h"

// One per family; false when the combination is not implemented.
VmFn *vm_select_alu_base(const PtxInst *in, VmInst *v);
VmFn *vm_select_alu_avx2(const PtxInst *in, VmInst *inst);
VmFn *vm_select_alu_lanes(const PtxInst *in, VmInst *inst); // of eight lanes: compute/row_lanes.h
VmFn *vm_select_fp_base(const PtxInst *in, VmInst *v);
VmFn *vm_select_fp_avx2(const PtxInst *in, VmInst *inst);
VmFn *vm_select_fp_lanes(const PtxInst *in, VmInst *inst);
VmFn *vm_select_round(const PtxInst *in, VmInst *decoded);  // directed rounding
VmFn *vm_select_half(const PtxInst *in, VmInst *decoded);   // f16, bf16
VmFn *vm_select_math_base(const PtxInst *in, VmInst *inst); // approximations
VmFn *vm_select_math_avx2(const PtxInst *in, VmInst *inst);
VmFn *vm_select_math_lanes(const PtxInst *in, VmInst *inst);
bool vm_decode_narrow(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded);
bool vm_decode_lanes(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_cvt(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
// A register of our own with an f16 or bf16 operand as f32 (add.f32.f16 and its like).
VmRef vm_widened(Decoder *decoder, const PtxOpnd *o, uint32_t type);

#endif
