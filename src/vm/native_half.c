// SPDX-License-Identifier: Apache-2.0
// Halves in native code: arithmetic on f16, comparisons of f16 and bf16, one of a register or two
// (PTX ISA 9.7.4, 9.7.6), by way of f32, which has all their numbers.
#include "vm/native_put.h"

// ---- arithmetic on halves ----------------------------------------------------------------------

// One of two halves, with zeros above.
static JitOperand half_of(Build *build, JitOperand pair, bool upper) {
    return upper ? put_by(build, JIT_SHR, JIT_U32, pair, 16)
                 : put_by(build, JIT_AND, JIT_U32, pair, 0xffff);
}

// Sums and products of f16 in f32 are exact or far from where the second rounding would differ.
static JitOperand of_halves(Build *build, const Op *op, JitOperand a, JitOperand b, JitOperand c) {
    static const uint8_t ops[PTX_SEM_COUNT] = {
        [PTX_SEM_FADD] = JIT_FADD,   [PTX_SEM_FSUB] = JIT_FSUB, [PTX_SEM_FMUL] = JIT_FMUL,
        [PTX_SEM_FMA] = JIT_FMA_ODD, [PTX_SEM_FMIN] = JIT_FMIN, [PTX_SEM_FMAX] = JIT_FMAX,
        [PTX_SEM_FNEG] = JIT_FNEG,   [PTX_SEM_FABS] = JIT_FABS};
    JitInst in = {.op = ops[op->sem], .type = JIT_F32};
    in.a = put_convert(build, JIT_F32, JIT_F16, a);
    if (b.kind) in.b = put_convert(build, JIT_F32, JIT_F16, b);
    if (c.kind) in.c = put_convert(build, JIT_F32, JIT_F16, c);
    JitOperand result = put_inst(build, in, 2);
    JitInst back = {.op = JIT_CONVERT, .type = JIT_F16, .from = JIT_F32, .a = result};
    return put_inst(build, back, 1);
}

// Of pairs each half for itself.
JitOperand vm_native_half(Build *build, const Op *op) {
    const VmInst *inst = op->inst;
    bool known = !inst->flags && inst->rnd <= PTX_RND_RN && inst->c == REF_NONE;
    if (op->sem == PTX_SEM_FMA) known = !inst->flags && inst->rnd <= PTX_RND_RN;
    bool pair = inst->type == PTX_F16X2;
    if (!known || !(pair || inst->type == PTX_F16)) return no_operand;
    JitOperand from[3] = {no_operand, no_operand, no_operand}, result[2];
    const VmRef refs[3] = {inst->a, inst->b, inst->c};
    for (uint32_t i = 0; i < 3; i++) {
        if (refs[i] == REF_NONE) continue;
        if (!vm_native_operand(build, refs[i], pair ? 2 : 1, &from[i])) return no_operand;
    }
    if (!pair) return of_halves(build, op, from[0], from[1], from[2]);
    for (uint32_t k = 0; k < 2; k++) {
        JitOperand half[3];
        for (uint32_t i = 0; i < 3; i++)
            half[i] = from[i].kind ? half_of(build, from[i], k) : no_operand;
        result[k] = of_halves(build, op, half[0], half[1], half[2]);
    }
    return paired(build, result[0], result[1]);
}

// ---- comparisons -------------------------------------------------------------------------------

bool vm_native_is_half(uint32_t ptx_type) {
    return is_any_of(ptx_type, PTX_F16, PTX_F16X2, PTX_BF16, PTX_BF16X2);
}

bool vm_native_half_operand(Build *build, VmRef ref, uint32_t ptx_type, bool upper,
                            JitOperand *out) {
    bool pair = is_any_of(ptx_type, PTX_F16X2, PTX_BF16X2);
    if (!vm_native_operand(build, ref, pair ? 2 : 1, out)) return false;
    if (pair) *out = half_of(build, *out, upper);
    *out = is_any_of(ptx_type, PTX_BF16, PTX_BF16X2)
               ? put_by(build, JIT_SHL, JIT_U32, *out, 16) // the upper half of an f32
               : put_convert(build, JIT_F32, JIT_F16, *out);
    return true;
}
