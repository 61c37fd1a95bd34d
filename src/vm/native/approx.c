// SPDX-License-Identifier: Apache-2.0
// Approximations of f32 as operations of native code: step by step what vm/compute/approx.h has, so
// that both give the same bits. What depends on the magnitude alone is done in f32, the polynomials
// in f64.
#include "vm/compute/approx_factors.h"
#include "vm/native/put.h"
#include "ptx/form/sem.h"

#include <math.h>

static JitOperand f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return number(bits, 3);
}
static JitOperand f32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return number(bits, 2);
}

// A step of an approximation, whose result is a NaN where its operand is one, whichever.
static JitOperand any_nan(Build *build, JitOperand result) {
    build->out->inst.at[build->out->inst.n - 1].any_nan = true;
    return result;
}

// As f64.
static JitOperand doubled(Build *build, JitOperand x) {
    return any_nan(build, put_convert(build, JIT_F64, JIT_F32, x));
}

static JitOperand fused(Build *build, JitOperand a, JitOperand b, JitOperand c) {
    return put(build, JIT_FMA, JIT_F64, a, b, c);
}

static JitOperand polynomial(Build *build, JitOperand x, const double *c, uint32_t n) {
    JitOperand sum = f64(c[n - 1]);
    for (uint32_t i = n - 1; i-- > 0;) sum = fused(build, sum, x, f64(c[i]));
    return sum;
}
#define POLYNOMIAL(build, x, c) polynomial(build, x, c, CU_COUNT(c))

// The integer nearest to each, and the sum that has it in its lowest bits.
static JitOperand nearest_f64(Build *build, JitOperand x, JitOperand *sum) {
    *sum = put2(build, JIT_FADD, JIT_F64, x, f64(ROUNDER));
    return put2(build, JIT_FSUB, JIT_F64, *sum, f64(ROUNDER));
}

// a where the comparison of x holds, else b; of f32.
static JitOperand where(Build *build, JitOperand x, JitCompare compare, float than, JitOperand a,
                        JitOperand b) {
    JitOperand holds = put_compare(build, compare, JIT_F32, x, f32(than));
    return put(build, JIT_SELECT, JIT_F32, a, b, holds);
}

// 2^23 + 2^22 is to f32 what ROUNDER is to f64.
static JitOperand build_ex2(Build *build, JitOperand x) {
    const float limit = APPROX_POWERS, rounder = 0x1.8p23f;
    const uint32_t rounder_bits = 0x4b400000;
    x = where(build, x, JIT_LT, -limit, f32(-limit), x);
    x = where(build, x, JIT_GT, limit, f32(limit), x);
    JitOperand sum = put2(build, JIT_FADD, JIT_F32, x, f32(rounder));
    JitOperand whole = put2(build, JIT_FSUB, JIT_F32, sum, f32(rounder));
    JitOperand rest = put2(build, JIT_FSUB, JIT_F32, x, whole);
    JitOperand part = POLYNOMIAL(build, doubled(build, rest), approx_power);
    JitOperand exponent = any_nan(build, put_by(build, JIT_SUB, JIT_U32, sum, rounder_bits - 1023));
    exponent = put_convert(build, JIT_S64, JIT_S32, exponent);
    JitOperand power = put_by(build, JIT_SHL, JIT_U64, exponent, 52);
    JitOperand result = put2(build, JIT_FMUL, JIT_F64, part, power);
    return put_convert(build, JIT_F32, JIT_F64, result);
}

static JitOperand build_lg2(Build *build, JitOperand x) {
    uint64_t rounder;
    memcpy(&rounder, &(double){ROUNDER}, sizeof rounder);
    JitOperand bits = doubled(build, x);
    JitOperand above = put_by(build, JIT_SUB, JIT_U64, bits, APPROX_ROOT);
    JitOperand k = put_by(build, JIT_SHR, JIT_S64, above, 52);
    JitOperand scale = put_by(build, JIT_SHL, JIT_U64, k, 52);
    JitOperand m = put2(build, JIT_SUB, JIT_U64, bits, scale);
    JitOperand f = put2(build, JIT_FSUB, JIT_F64, m, f64(1.0));
    JitOperand biased = put_by(build, JIT_ADD, JIT_U64, k, rounder);
    JitOperand whole = put2(build, JIT_FSUB, JIT_F64, biased, f64(ROUNDER));
    JitOperand result = fused(build, f, POLYNOMIAL(build, f, approx_log), whole);
    result = put_convert(build, JIT_F32, JIT_F64, result);
    result = where(build, x, JIT_EQ, 0, f32(-INFINITY), result);
    result = where(build, x, JIT_EQ, INFINITY, x, result);
    return where(build, x, JIT_GE, 0, result, number(0x7fffffff, 2));
}

// Of angles that are not far.
static JitOperand build_near_circle(Build *build, JitOperand angle, bool is_cosine) {
    JitOperand x = doubled(build, angle), sum;
    JitOperand quarters = put2(build, JIT_FMUL, JIT_F64, x, f64(APPROX_QUARTERS));
    JitOperand turns = nearest_f64(build, quarters, &sum);
    JitOperand r = fused(build, turns, f64(-APPROX_QUARTER), x);
    r = fused(build, turns, f64(-APPROX_QUARTER_REST), r);
    JitOperand square = put2(build, JIT_FMUL, JIT_F64, r, r);
    JitOperand sine = put2(build, JIT_FMUL, JIT_F64, r, POLYNOMIAL(build, square, approx_sine));
    JitOperand cosine = POLYNOMIAL(build, square, approx_cosine);
    JitOperand quadrant = put_convert(build, JIT_U32, JIT_U64, sum);
    if (is_cosine) quadrant = put_by(build, JIT_ADD, JIT_U32, quadrant, 1);
    JitOperand low = put_by(build, JIT_AND, JIT_U32, quadrant, 1);
    JitOperand odd = put_compare(build, JIT_NE, JIT_U32, low, number(0, 2));
    JitOperand result = put(build, JIT_SELECT, JIT_F64, cosine, sine, odd);
    result = put_convert(build, JIT_F32, JIT_F64, result);
    JitOperand sign = put_by(build, JIT_SHL, JIT_U32, quadrant, 30);
    sign = put_by(build, JIT_AND, JIT_U32, sign, 1u << 31);
    return put2(build, JIT_XOR, JIT_U32, result, sign);
}

// Where an angle is far the machine's function computes all, which finishes its results itself.
static JitOperand or_far(Build *build, const Op *op, JitOperand angle, JitOperand result) {
    JitInst call = {.pc = build->pc};
    if (!vm_native_call(build, op->inst, &call)) return no_operand;
    JitOperand size = put2(build, JIT_FABS, JIT_F32, angle, no_operand);
    JitOperand far = put_compare(build, JIT_GEU, JIT_F32, size, f32(APPROX_NEAR));
    call.guard = far.at + 1;
    call.d = put2(build, JIT_MOVE, JIT_F32, result, no_operand);
    vec_push(build->arena, &build->out->inst, call);
    return put2(build, JIT_MOVE, JIT_F32, call.d, no_operand);
}

JitOperand vm_native_approx(Build *build, const Op *op) {
    bool flush = op->inst->flags & VF_FTZ;
    JitOperand x = op->a;
    // 2^x of what would be flushed is 1 all the same
    if (flush && op->sem != PTX_SEM_EX2) x = put2(build, JIT_FFLUSH, JIT_F32, x, no_operand);
    JitOperand result = op->sem == PTX_SEM_EX2 ? build_ex2(build, x)
                        : op->sem == PTX_SEM_LG2
                            ? build_lg2(build, x)
                            : build_near_circle(build, x, op->sem == PTX_SEM_COS);
    if (flush) result = put2(build, JIT_FFLUSH, JIT_F32, result, no_operand);
    bool circle = is_any_of(op->sem, PTX_SEM_SIN, PTX_SEM_COS);
    return circle ? or_far(build, op, x, result) : result;
}
