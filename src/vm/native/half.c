// SPDX-License-Identifier: Apache-2.0
// Halves in native code: arithmetic on f16 and bf16 and comparisons of them, one of a register or
// two (PTX ISA 9.7.4, 9.7.6), by way of f32, which has all their numbers.
#include "vm/native/put.h"

#include "ids/sem_count.h"
#include "ptx/form/sem.h"

// ---- arithmetic on halves ----------------------------------------------------------------------

// One of two halves, with zeros above.
static JitOperand half_of(Build *build, JitOperand pair, bool upper) {
    return upper ? put_by(build, JIT_SHR, JIT_U32, pair, 16)
                 : put_by(build, JIT_AND, JIT_U32, pair, 0xffff);
}

JitOperand vm_native_to_bf16(Build *build, JitOperand a) {
    // half of what is cut off is added, and a bit more where that makes the last bit even
    JitOperand last = put_by(build, JIT_AND, JIT_U32, put_by(build, JIT_SHR, JIT_U32, a, 16), 1);
    JitOperand more = put_by(build, JIT_ADD, JIT_U32, last, 0x7fff);
    JitOperand sum = put2(build, JIT_ADD, JIT_U32, a, more);
    JitOperand half = put_by(build, JIT_SHR, JIT_U32, sum, 16);
    JitOperand nan = put_compare(build, JIT_NAN, JIT_F32, a, a);
    return put(build, JIT_SELECT, JIT_U32, number(0x7fff, 2), half, nan);
}

// An f32 as one of the two formats.
static JitOperand narrowed(Build *build, bool bf, JitOperand a) {
    JitInst back = {.op = JIT_CONVERT, .type = JIT_F16, .from = JIT_F32, .a = a};
    return bf ? vm_native_to_bf16(build, a) : put_inst(build, back, 1);
}

static JitOperand wide(Build *build, bool bf, JitOperand a) {
    return bf ? put_by(build, JIT_SHL, JIT_U32, a, 16) : put_convert(build, JIT_F32, JIT_F16, a);
}

static JitOperand joined(Build *build, JitCompare compare, uint32_t type, JitOperand a,
                         JitOperand b, JitOperand with) {
    JitInst in = {.op = JIT_COMPARE, .compare = (uint8_t)compare, .type = (uint8_t)type};
    in.join = JIT_WITH_AND;
    in.a = a;
    in.b = b;
    in.c = with;
    return put_inst(build, in, 0);
}

// 1 where the predicate holds.
static JitOperand one_where(Build *build, JitOperand holds) {
    return put(build, JIT_SELECT, JIT_U32, number(1, 2), number(0, 2), holds);
}

// The sum of two f64 as an f32 with its last bit set if anything was lost, so that the next
// rounding is the only one: what the sum lost (Knuth's two-sum) counts, too. If the sum lies
// exactly at an f32 and the true one nearer to zero, it is the one before.
static JitOperand sum_to_odd(Build *build, JitOperand a, JitOperand b) {
    JitOperand sum = put2(build, JIT_FADD, JIT_F64, a, b);
    JitOperand of_b = put2(build, JIT_FSUB, JIT_F64, sum, a);
    JitOperand of_a = put2(build, JIT_FSUB, JIT_F64, sum, of_b);
    JitOperand lost_a = put2(build, JIT_FSUB, JIT_F64, a, of_a);
    JitOperand lost_b = put2(build, JIT_FSUB, JIT_F64, b, of_b);
    JitOperand lost = put2(build, JIT_FADD, JIT_F64, lost_a, lost_b);
    JitInst cut = {.op = JIT_CONVERT, .type = JIT_F32, .from = JIT_F64, .a = sum};
    cut.round = JIT_TO_ZERO;
    JitOperand result = put_inst(build, cut, 2);
    JitOperand back = put_convert(build, JIT_F64, JIT_F32, result);
    JitOperand turned = put2(build, JIT_XOR, JIT_U64, lost, sum);
    JitOperand loses = put_compare(build, JIT_NE, JIT_F64, lost, number(0, 3));
    JitOperand less = joined(build, JIT_LT, JIT_S64, turned, number(0, 3), loses);
    less = joined(build, JIT_EQ, JIT_F64, back, sum, less);
    result = put2(build, JIT_SUB, JIT_U32, result, one_where(build, less));
    JitOperand cuts = put_compare(build, JIT_NE, JIT_F64, back, sum);
    result = put2(build, JIT_OR, JIT_U32, result, one_where(build, cuts));
    return put2(build, JIT_OR, JIT_U32, result, one_where(build, loses));
}

// The product of two bf16 is exact in f64.
static JitOperand fused_bf16(Build *build, JitOperand a, JitOperand b, JitOperand c) {
    a = put_convert(build, JIT_F64, JIT_F32, a);
    b = put_convert(build, JIT_F64, JIT_F32, b);
    JitOperand product = put2(build, JIT_FMUL, JIT_F64, a, b);
    return sum_to_odd(build, product, put_convert(build, JIT_F64, JIT_F32, c));
}

// Sums and products in f32 are exact or far from where the second rounding would differ.
static JitOperand of_halves(Build *build, const Op *op, JitOperand a, JitOperand b, JitOperand c) {
    static const uint8_t ops[PTX_SEM_COUNT] = {
        [PTX_SEM_FADD] = JIT_FADD,   [PTX_SEM_FSUB] = JIT_FSUB, [PTX_SEM_FMUL] = JIT_FMUL,
        [PTX_SEM_FMA] = JIT_FMA_ODD, [PTX_SEM_FMIN] = JIT_FMIN, [PTX_SEM_FMAX] = JIT_FMAX,
        [PTX_SEM_FNEG] = JIT_FNEG,   [PTX_SEM_FABS] = JIT_FABS};
    bool bf = is_any_of(op->inst->type, PTX_BF16, PTX_BF16X2);
    JitInst in = {.op = ops[op->sem], .type = JIT_F32};
    in.a = wide(build, bf, a);
    if (b.kind) in.b = wide(build, bf, b);
    if (c.kind) in.c = wide(build, bf, c);
    JitOperand result =
        bf && op->sem == PTX_SEM_FMA ? fused_bf16(build, in.a, in.b, in.c) : put_inst(build, in, 2);
    return narrowed(build, bf, result);
}

// Of pairs each half for itself.
JitOperand vm_native_half(Build *build, const Op *op) {
    const VmInst *inst = op->inst;
    bool known = !inst->flags && inst->rnd <= PTX_RND_RN && inst->c == REF_NONE;
    if (op->sem == PTX_SEM_FMA) known = !inst->flags && inst->rnd <= PTX_RND_RN;
    bool pair = is_any_of(inst->type, PTX_F16X2, PTX_BF16X2);
    if (!known || !vm_native_is_half(inst->type)) return no_operand;
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
