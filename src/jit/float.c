// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic on a vector's numbers (PTX ISA 9.7.3).
#include "jit/arith.h"

enum { ROUNDS_NEAREST = 0x1f80, ROUND_SHIFT = 13 }; // of MXCSR: all exceptions masked

void emit_rounding(Emit *emit, uint32_t round) {
    uint32_t mxcsr = ROUNDS_NEAREST | round << ROUND_SHIFT;
    x_op(&emit->x, X_LDMXCSR, 32, 0, x_constant(&emit->x, &mxcsr, sizeof mxcsr));
}

// A NaN of f32 is 0x7fffffff where somebody may look at its bits without asking.
void emit_float_done(Emit *emit, const JitInst *in, uint32_t half, uint32_t reg) {
    if (in->type == JIT_F32 && !emit_is_raw(emit, in->d.at)) emit_clean_nan(emit, reg, V_TMP3, reg);
    emit_vector_done(emit, in->d.at, half, reg);
}

static const struct {
    XOp narrow, wide;
} two_rows[] = {
    [JIT_FADD] = {X_VADDPS, X_VADDPD}, [JIT_FSUB] = {X_VSUBPS, X_VSUBPD},
    [JIT_FMUL] = {X_VMULPS, X_VMULPD}, [JIT_FDIV] = {X_VDIVPS, X_VDIVPD},
    [JIT_FMIN] = {X_VMINPS, X_VMINPD}, [JIT_FMAX] = {X_VMAXPS, X_VMAXPD},
};

static XOp two_op(const JitInst *in) {
    return shape_is_wide(in->type) ? two_rows[in->op].wide : two_rows[in->op].narrow;
}

static void two(Emit *emit, const JitInst *in, uint32_t half) {
    uint32_t a = emit_float(emit, &in->a, half, V_TMP);
    XOperand b = emit_float_rm(emit, &in->b, half, V_TMP2);
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    x_vec(&emit->x, two_op(in), to, a, b);
    emit_float_done(emit, in, half, to);
}

// The product's factor in place: `to` becomes to * b + c. One of both comes from memory at most.
static void fused_factor(Emit *emit, bool wide, uint32_t to, XOperand b, XOperand c) {
    XCode *x = &emit->x;
    if (b.kind != XO_REG && c.kind == XO_REG) {
        x_vec(x, wide ? X_VFMADD132PD : X_VFMADD132PS, to, c.reg, b);
        return;
    }
    if (b.kind != XO_REG) {
        x_vec(x, X_VMOVUPS, V_TMP3, X_NO_REG, b);
        b = x_reg(V_TMP3);
    }
    x_vec(x, wide ? X_VFMADD213PD : X_VFMADD213PS, to, b.reg, c);
}

static bool is_in(XOperand operand, uint32_t reg) {
    return operand.kind == XO_REG && operand.reg == reg;
}

// In the destination is a factor already, or the summand is put there.
static void fused(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type);
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    XOperand c = emit_float_rm(emit, &in->c, half, V_TMP);
    XOperand a = emit_float_rm(emit, &in->a, half, V_TMP2);
    XOperand b = emit_float_rm(emit, &in->b, half, V_TMP3);
    if (is_in(b, to) || a.kind != XO_REG) {
        XOperand first = a;
        a = b;
        b = first;
    }
    if (is_in(a, to) && !is_in(c, to)) {
        fused_factor(emit, wide, to, b, c);
    } else {
        if (a.kind != XO_REG) {
            x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, a);
            a = x_reg(V_TMP2);
        }
        if (!is_in(c, to)) x_vec(x, X_VMOVUPS, to, X_NO_REG, c);
        x_vec(x, wide ? X_VFMADD231PD : X_VFMADD231PS, to, a.reg, b);
    }
    emit_float_done(emit, in, half, to);
}

static void root(Emit *emit, const JitInst *in, uint32_t half) {
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    x_vec(&emit->x, shape_is_wide(in->type) ? X_VSQRTPD : X_VSQRTPS, to, X_NO_REG,
          emit_float_rm(emit, &in->a, half, V_TMP));
    emit_float_done(emit, in, half, to);
}

// Half a vector of `from`, in f64; `to` is 1 / their roots as f32.
static void reciprocal_root(Emit *emit, uint32_t from, uint32_t one, uint32_t to) {
    XCode *x = &emit->x;
    x_vec(x, X_VCVTPS2PD, to, X_NO_REG, x_reg(from));
    x_vec(x, X_VSQRTPD, to, X_NO_REG, x_reg(to));
    x_vec(x, X_VMOVUPS, one, X_NO_REG, emit_constant_64(emit, 0x3ffull << 52));
    x_vec(x, X_VDIVPD, to, one, x_reg(to));
    x_vec(x, X_VCVTPD2PS, to, X_NO_REG, x_reg(to));
}

// Reciprocal roots of normal positive numbers, those that are nearest to root and quotient of f64,
// in a fraction of their time and in f32 alone. The processor's approximation, once better, is
// wrong in its last bit at most. How wrong, 1 - number * first * first, is known to twice the bits:
// of the product of number and first there is the rest, too. The series of 1 / root(1 - wrong) up
// to the square then gives the nearest f32: it was tried for all numbers, of which only two binades
// differ, and for approximations that are worse than any processor's. Clobbers `numbers`, which may
// be V_TMP3.
static void near_roots(Emit *emit, uint32_t numbers) {
    XCode *x = &emit->x;
    const uint32_t a_half = 0x3f000000, one = 0x3f800000, three_eighths = 0x3ec00000;
    uint32_t first = V_TMP2, product = V_TMP, rest = V_TMP3;
    x_vec(x, is_wide_vector(emit) ? X_VRSQRT14PS : X_VRSQRTPS, V_TMP, X_NO_REG, x_reg(numbers));
    x_vec(x, X_VMULPS, V_TMP2, numbers, x_reg(V_TMP));
    x_vec(x, X_VFNMADD213PS, V_TMP2, V_TMP, emit_constant_32(emit, one)); // what is wrong
    x_vec(x, X_VMULPS, V_TMP2, V_TMP2, emit_constant_32(emit, a_half));
    x_vec(x, X_VFMADD213PS, first, V_TMP, x_reg(V_TMP));
    x_vec(x, X_VMULPS, product, numbers, x_reg(first));
    if (rest != numbers) x_vec(x, X_VMOVUPS, rest, X_NO_REG, x_reg(numbers));
    x_vec(x, X_VFMSUB213PS, rest, first, x_reg(product));
    x_vec(x, X_VFNMADD213PS, product, first, emit_constant_32(emit, one));
    x_vec(x, X_VFNMADD213PS, rest, first, x_reg(product));
    uint32_t wrong = rest, factor = V_TMP;
    x_vec(x, X_VMOVUPS, factor, X_NO_REG, emit_constant_32(emit, three_eighths));
    x_vec(x, X_VFMADD213PS, factor, wrong, emit_constant_32(emit, a_half));
    x_vec(x, X_VMULPS, wrong, wrong, x_reg(first));
    x_vec(x, X_VFMADD213PS, factor, wrong, x_reg(first));
}

// Jumps where the vector's numbers are normal and positive: from 0x00800000 on, below 0x7f800000.
static void jump_if_normal(Emit *emit, uint32_t numbers, uint32_t label) {
    XCode *x = &emit->x;
    if (is_wide_vector(emit)) {
        x_vec(x, X_VPSUBD, V_TMP, numbers, emit_constant_32(emit, 0x00800000));
        x_mask_compare(x, X_VPCMPUD, false, V_TMP, emit_constant_32(emit, 0x7f000000), 1); // below
        x_mask_all(x);
        x_jump(x, XC_B, label);
        return;
    }
    // The same with the sign's bit turned, as comparisons have signs.
    x_vec(x, X_VPADDD, V_TMP, numbers, emit_constant_32(emit, 0x7f800000));
    x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, emit_constant_32(emit, 0xff000000));
    x_vec(x, X_VPCMPGTD, V_TMP, V_TMP2, x_reg(V_TMP));
    x_vec(x, X_VMOVMSKPS, R_TMP, X_NO_REG, x_reg(V_TMP));
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_TMP), (1 << piece_lanes(emit)) - 1);
    x_jump(x, XC_E, label);
}

static void reciprocal_roots(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    uint32_t normal = x_label(x), done = x_label(x);
    uint32_t a = emit_float(emit, &in->a, 0, V_TMP3);
    jump_if_normal(emit, a, normal);
    x_vec_imm(x, X_VEXTRACT, a, X_NO_REG, x_reg(V_TMP), 1);
    reciprocal_root(emit, V_TMP, V_TMP2, V_TMP);
    x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, x_reg(V_TMP));
    reciprocal_root(emit, a, V_TMP3, V_TMP);
    x_vec_imm(x, X_VINSERT, V_TMP, V_TMP, x_reg(V_TMP2), 1);
    emit_clean_nan(emit, V_TMP, V_TMP3, V_TMP);
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, normal);
    near_roots(emit, a);
    x_bind(x, done);
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// Half a vector of products and sums in f64, where they lose less than half of f16's last bit, as
// f32: cut off, and the last bit set where that was not exact (rounding to odd). Clobbers V_TMP3.
static void fused_odd_half(Emit *emit, const JitInst *in, uint32_t half, uint32_t to) {
    XCode *x = &emit->x;
    emit_doubled(emit, &in->c, half, to);
    emit_doubled(emit, &in->a, half, V_TMP2);
    emit_doubled(emit, &in->b, half, V_TMP3);
    x_vec(x, X_VFMADD231PD, to, V_TMP2, x_reg(V_TMP3));
    emit_rounding(emit, JIT_TO_ZERO);
    x_vec(x, X_VCVTPD2PS, V_TMP2, X_NO_REG, x_reg(to));
    emit_rounding(emit, JIT_NEAREST);
    x_vec(x, X_VCVTPS2PD, V_TMP3, X_NO_REG, x_reg(V_TMP2));
    x_vec_imm(x, X_VCMPPD, V_TMP3, V_TMP3, x_reg(to), 12); // not equal, both numbers
    if (is_wide_vector(emit)) {
        x_vec(x, X_VPMOVQD_TO, V_TMP3, X_NO_REG, x_reg(V_TMP3));
    } else {
        x_vec_imm(x, X_VEXTRACT, V_TMP3, X_NO_REG, x_reg(to), 1);
        x_vec_imm(x, X_VSHUFPS, V_TMP3, V_TMP3, x_reg(to), 0x88);
    }
    x_vec_imm(x, X_VPSRLD_I, V_TMP3, X_NO_REG, x_reg(V_TMP3), 31);
    x_vec(x, X_VPOR, to, V_TMP2, x_reg(V_TMP3));
}

static void fused_odd(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    fused_odd_half(emit, in, 1, V_TMP);
    x_vec(x, X_VMOVUPS_HALF_TO, V_TMP, X_NO_REG, STATE(datum));
    fused_odd_half(emit, in, 0, V_TMP);
    x_vec_imm(x, X_VINSERT, V_TMP, V_TMP, STATE(datum), 1);
    emit_float_done(emit, in, 0, V_TMP);
}

// The processor gives the second of its operands for a NaN and for two zeros. A number that is none
// of these, or the zero that is wanted, is best there.
static bool settles(const JitInst *in, const JitOperand *number) {
    bool wide = shape_is_wide(in->type);
    uint64_t top = wide ? 1ull << 63 : 1u << 31, infinity = wide ? 0x7ffull << 52 : 0x7f800000u;
    bool is_nan = (number->value & (top - 1)) > infinity;
    uint64_t unwanted = in->op == JIT_FMIN ? 0 : top;
    return number->kind == JIT_IS_VALUE && !is_nan && number->value != unwanted;
}

// With AVX-512: the first operand where the second is no number, and where both are equal, as zeros
// are, the sign that is wanted.
static void min_max_by_masks(Emit *emit, const JitInst *in, uint32_t half) {
    enum { EQUAL = 0, UNORDERED = 3 };
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type);
    XOp compare = wide ? X_VCMPPD : X_VCMPPS;
    uint32_t a = emit_float(emit, &in->a, half, V_TMP2), b = emit_float(emit, &in->b, half, V_TMP3);
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    if (is_any_of(to, a, b)) to = V_TMP;
    x_vec(x, two_op(in), to, a, x_reg(b));
    x_mask_compare(x, compare, false, b, x_reg(b), UNORDERED);
    x_mask_blend(x, wide, to, to, x_reg(a));
    x_mask_compare(x, compare, false, a, x_reg(b), EQUAL);
    x_mask_apply(x, in->op == JIT_FMIN ? X_VPOR : X_VPAND, wide, to, a, x_reg(b));
    emit_float_done(emit, in, half, to);
}

// Both orders together have the zero that is wanted, and for a NaN the other operand is taken.
static void min_max_by_vectors(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type);
    XOp compare = wide ? X_VCMPPD : X_VCMPPS, blend = wide ? X_VBLENDVPD : X_VBLENDVPS;
    uint32_t a = emit_float(emit, &in->a, half, V_TMP2), b = emit_float(emit, &in->b, half, V_TMP3);
    x_vec(x, two_op(in), V_TMP, a, x_reg(b));
    x_vec(x, X_VMOVUPS_TO, V_TMP, X_NO_REG, STATE(datum));
    x_vec(x, two_op(in), V_TMP, b, x_reg(a));
    x_vec(x, in->op == JIT_FMIN ? X_VPOR : X_VPAND, V_TMP, V_TMP, STATE(datum));
    x_vec_imm(x, compare, V_TMP3, b, x_reg(b), 3); // unordered
    x_vec_imm(x, blend, V_TMP, V_TMP, x_reg(a), V_TMP3 << 4);
    b = emit_float(emit, &in->b, half, V_TMP3);
    x_vec_imm(x, compare, V_TMP2, a, x_reg(a), 3);
    x_vec_imm(x, blend, V_TMP, V_TMP, x_reg(b), V_TMP2 << 4);
    emit_float_done(emit, in, half, V_TMP);
}

static void min_max(Emit *emit, const JitInst *in, uint32_t half) {
    bool by_second = settles(in, &in->b);
    if (by_second || settles(in, &in->a)) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        uint32_t other = emit_float(emit, by_second ? &in->a : &in->b, half, V_TMP);
        XOperand number = emit_float_rm(emit, by_second ? &in->b : &in->a, 0, V_TMP);
        x_vec(&emit->x, two_op(in), to, other, number);
        emit_vector_done(emit, in->d.at, half, to);
    } else if (is_wide_vector(emit)) {
        min_max_by_masks(emit, in, half);
    } else {
        min_max_by_vectors(emit, in, half);
    }
}

// NaN and -0 become 0: the second operand.
static void saturate(Emit *emit, const JitInst *in, uint32_t half) {
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    uint32_t a = emit_float(emit, &in->a, half, V_TMP);
    x_vec(&emit->x, X_VMAXPS, to, a, emit_constant_32(emit, 0));
    x_vec(&emit->x, X_VMINPS, to, to, emit_constant_32(emit, 0x3f800000));
    emit_vector_done(emit, in->d.at, half, to);
}

// What has no bits in its exponent loses all but the sign.
static void flush(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    uint32_t a = emit_float(emit, &in->a, half, V_TMP);
    x_vec(x, X_VPAND, V_TMP2, a, emit_constant_32(emit, 0x7f800000));
    x_vec(x, X_VPCMPEQD, V_TMP2, V_TMP2, emit_constant_32(emit, 0));
    x_vec_imm(x, X_VPSRLD_I, V_TMP2, X_NO_REG, x_reg(V_TMP2), 1);
    x_vec(x, X_VPANDN, to, V_TMP2, x_reg(a));
    emit_float_done(emit, in, half, to);
}

static void sign(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type), negates = in->op == JIT_FNEG;
    uint64_t top = wide ? 1ull << 63 : 1u << 31, value = negates ? top : top - 1;
    uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
    uint32_t a = emit_float(emit, &in->a, half, V_TMP);
    x_vec(x, negates ? X_VPXOR : X_VPAND, to, a,
          wide ? emit_constant_64(emit, value) : emit_constant_32(emit, (uint32_t)value));
    emit_float_done(emit, in, half, to);
}

bool emit_floats(Emit *emit, const JitInst *in) {
    typedef void Emitter(Emit *, const JitInst *, uint32_t);
    static Emitter *const emitters[] = {
        [JIT_FADD] = two,
        [JIT_FSUB] = two,
        [JIT_FMUL] = two,
        [JIT_FDIV] = two,
        [JIT_FMA] = fused,
        [JIT_FSQRT] = root,
        [JIT_FMIN] = min_max,
        [JIT_FMAX] = min_max,
        [JIT_FSAT] = saturate,
        [JIT_FFLUSH] = flush,
        [JIT_FNEG] = sign,
        [JIT_FABS] = sign,
        [JIT_FRSQRT] = reciprocal_roots,
        [JIT_FMA_ODD] = fused_odd,
    };
    if (in->op >= CU_COUNT(emitters) || !emitters[in->op]) return false;
    if (in->round) emit_rounding(emit, in->round);
    for (uint32_t half = 0; half < arith_halves(in); half++) emitters[in->op](emit, in, half);
    if (in->round) emit_rounding(emit, JIT_NEAREST);
    return true;
}
