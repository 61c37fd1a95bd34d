// SPDX-License-Identifier: Apache-2.0
// Conversions of a vector's numbers (PTX ISA 9.7.9.21). Floating point that does not fit an integer
// becomes the nearest one that does; NaN 0, or of f64 and in 64 bits the top bit.
#include "jit/arith.h"

// ---- integers ----------------------------------------------------------------------------------

void emit_widened(Emit *emit, const JitOperand *from, uint32_t half, bool sign, uint32_t to) {
    XOp op = sign ? X_VPMOVSXDQ : X_VPMOVZXDQ;
    XOperand rm = emit_vector_rm(emit, from, 0, to);
    if (rm.kind == XO_REG) {
        if (half) x_vec_imm(&emit->x, X_VEXTRACT, rm.reg, X_NO_REG, x_reg(to), 1);
        x_vec(&emit->x, op, to, X_NO_REG, half ? x_reg(to) : rm);
        return;
    }
    rm.disp +=
        (int32_t)(emit->vector / 2 * half); // of a constant, too: all lanes are equal or in order
    x_vec(&emit->x, op, to, X_NO_REG, rm);
}

// The low halves of 64-bit lanes, in V_TMP. Clobbers V_TMP2.
static void narrow(Emit *emit, const JitInst *in) {
    uint32_t low = emit_vector(emit, &in->a, 0, V_TMP);
    emit_join_words(emit, false, low, emit_vector_rm(emit, &in->a, 1, V_TMP2), V_TMP);
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

static void between_integers(Emit *emit, const JitInst *in) {
    bool from_wide = shape_is_wide(in->from), to_wide = shape_is_wide(in->type);
    if (from_wide && !to_wide) {
        narrow(emit, in);
        return;
    }
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t reg = emit_vector_to(emit, in->d.at, half, V_TMP);
        if (from_wide == to_wide)
            reg = emit_vector(emit, &in->a, half, reg);
        else
            emit_widened(emit, &in->a, half, shape_is_signed(in->from), reg);
        emit_vector_done(emit, in->d.at, half, reg);
    }
}

// ---- from integers -----------------------------------------------------------------------------

// Half of a vector of 32-bit integers as f64, which has all of them.
static void as_doubles(Emit *emit, const JitOperand *from, uint32_t half, bool sign, uint32_t to) {
    XCode *x = &emit->x;
    if (!sign) {
        emit_widened(emit, from, half, false, to);
        x_vec(x, X_VPOR, to, to, emit_constant_64(emit, 0x433ull << 52));
        x_vec(x, X_VSUBPD, to, to, emit_constant_64(emit, 0x433ull << 52));
        return;
    }
    uint32_t a = emit_vector(emit, from, 0, to);
    if (half) x_vec_imm(x, X_VEXTRACT, a, X_NO_REG, x_reg(to), 1);
    x_vec(x, X_VCVTDQ2PD, to, X_NO_REG, x_reg(half ? to : a));
}

// Two halves of 32-bit numbers, in V_TMP and V_TMP2, become one vector.
static void join_halves(Emit *emit, uint32_t to) {
    x_vec_imm(&emit->x, X_VINSERT, to, V_TMP, x_reg(V_TMP2), 1);
}

static void from_integers(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool sign = shape_is_signed(in->from);
    if (in->type == JIT_F64) {
        for (uint32_t half = 0; half < 2; half++) {
            as_doubles(emit, &in->a, half, sign, V_TMP);
            emit_vector_done(emit, in->d.at, half, V_TMP);
        }
        return;
    }
    if (!sign) {
        as_doubles(emit, &in->a, 1, false, V_TMP2);
        as_doubles(emit, &in->a, 0, false, V_TMP);
    }
    if (in->round) emit_rounding(emit, in->round); // f64 is exact, and differences of 0 are +0
    if (sign) {
        x_vec(x, X_VCVTDQ2PS, V_TMP, X_NO_REG, emit_vector_rm(emit, &in->a, 0, V_TMP));
    } else {
        x_vec(x, X_VCVTPD2PS, V_TMP2, X_NO_REG, x_reg(V_TMP2));
        x_vec(x, X_VCVTPD2PS, V_TMP, X_NO_REG, x_reg(V_TMP));
        join_halves(emit, V_TMP);
    }
    if (in->round) emit_rounding(emit, JIT_NEAREST);
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// ---- to integers -------------------------------------------------------------------------------

static uint32_t rounding_immediate(const JitInst *in) {
    return 8 | in->round; // inexact results are none of our business
}

// Above what a number with a sign holds the processor gives the top bit alone: it is turned to all
// others. NaN is 0.
static void f32_to_s32(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t a = emit_float(emit, &in->a, 0, V_TMP);
    x_vec_imm(x, X_VROUNDPS, V_TMP, X_NO_REG, x_reg(a), rounding_immediate(in));
    x_vec_imm(x, X_VCMPPS, V_TMP2, V_TMP, emit_constant_32(emit, 0x4f000000), 0x1d); // >= 2^31
    x_vec(x, X_VCVTTPS2DQ, V_TMP3, X_NO_REG, x_reg(V_TMP));
    x_vec(x, X_VPXOR, V_TMP3, V_TMP3, x_reg(V_TMP2));
    x_vec_imm(x, X_VCMPPS, V_TMP2, V_TMP, x_reg(V_TMP), 7); // a number
    x_vec(x, X_VPAND, V_TMP3, V_TMP3, x_reg(V_TMP2));
    emit_vector_done(emit, in->d.at, 0, V_TMP3);
}

// From 2^31 on the rest is converted, and the top bit put before it.
static void f32_to_u32(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t a = emit_float(emit, &in->a, 0, V_TMP);
    x_vec_imm(x, X_VROUNDPS, V_TMP, X_NO_REG, x_reg(a), rounding_immediate(in));
    x_vec(x, X_VMAXPS, V_TMP, V_TMP, emit_constant_32(emit, 0));                     // NaN: 0
    x_vec_imm(x, X_VCMPPS, V_TMP2, V_TMP, emit_constant_32(emit, 0x4f000000), 0x1d); // >= 2^31
    x_vec(x, X_VPAND, V_TMP3, V_TMP2, emit_constant_32(emit, 0x4f000000));
    x_vec(x, X_VSUBPS, V_TMP3, V_TMP, x_reg(V_TMP3));
    x_vec(x, X_VCVTTPS2DQ, V_TMP3, X_NO_REG, x_reg(V_TMP3));
    x_vec_imm(x, X_VPSLLD_I, V_TMP2, X_NO_REG, x_reg(V_TMP2), 31);
    x_vec(x, X_VPXOR, V_TMP3, V_TMP3, x_reg(V_TMP2));
    x_vec_imm(x, X_VCMPPS, V_TMP2, V_TMP, emit_constant_32(emit, 0x4f800000), 0x1d); // >= 2^32
    x_vec(x, X_VPOR, V_TMP3, V_TMP3, x_reg(V_TMP2));
    emit_vector_done(emit, in->d.at, 0, V_TMP3);
}

// Half a vector of f64, rounded and not above `limit`; NaN stays. `to` is not V_TMP3.
static void f64_rounded(Emit *emit, const JitInst *in, uint32_t half, uint64_t limit, uint32_t to) {
    XCode *x = &emit->x;
    uint32_t a = emit_float(emit, &in->a, half, to);
    x_vec_imm(x, X_VROUNDPD, to, X_NO_REG, x_reg(a), rounding_immediate(in));
    x_vec(x, X_VMOVUPS, V_TMP3, X_NO_REG, emit_constant_64(emit, limit));
    x_vec(x, X_VMINPD, to, V_TMP3, x_reg(to));
}

static void f64_to_s32(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    for (uint32_t half = 2; half-- > 0;) {
        uint32_t to = half ? V_TMP2 : V_TMP;
        f64_rounded(emit, in, half, 0x41dfffffffc00000, to); // 2^31 - 1
        x_vec(x, X_VCVTTPD2DQ, to, X_NO_REG, x_reg(to));
    }
    join_halves(emit, V_TMP);
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// Below 2^52 the sum with it has the integer in its low bits.
static void f64_to_u32(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    for (uint32_t half = 2; half-- > 0;) {
        uint32_t to = half ? V_TMP2 : V_TMP;
        f64_rounded(emit, in, half, 0x41efffffffe00000, to); // 2^32 - 1
        x_vec(x, X_VPXOR, V_TMP3, V_TMP3, x_reg(V_TMP3));
        x_vec(x, X_VMAXPD, to, V_TMP3, x_reg(to));
        x_vec_imm(x, X_VCMPPD, V_TMP3, to, x_reg(to), 3); // unordered
        x_vec(x, X_VADDPD, to, to, emit_constant_64(emit, 0x433ull << 52));
        x_vec_imm(x, X_VBLENDVPD, to, to, emit_constant_64(emit, 1u << 31), V_TMP3 << 4);
    }
    emit_join_words(emit, false, V_TMP, x_reg(V_TMP2), V_TMP);
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// ---- integers of 64 bits, with AVX-512 ---------------------------------------------------------

static void from_wide_integers(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool sign = shape_is_signed(in->from), to_f64 = in->type == JIT_F64;
    XOp convert = to_f64 ? sign ? X_VCVTQQ2PD : X_VCVTUQQ2PD : sign ? X_VCVTQQ2PS : X_VCVTUQQ2PS;
    if (in->round) emit_rounding(emit, in->round);
    for (uint32_t half = 2; half-- > 0;) {
        uint32_t to = half && !to_f64 ? V_TMP2 : V_TMP;
        x_vec(x, convert, to, X_NO_REG, x_reg(emit_vector(emit, &in->a, half, to)));
        if (to_f64) emit_vector_done(emit, in->d.at, half, to);
    }
    if (in->round) emit_rounding(emit, JIT_NEAREST);
    if (to_f64) return;
    join_halves(emit, V_TMP);
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// Too large a number becomes the top bit alone: it is turned to all others. So does NaN, which is
// right.
static void to_s64(Emit *emit) {
    XCode *x = &emit->x;
    x_vec_imm(x, X_VCMPPD, V_TMP2, V_TMP, emit_constant_64(emit, 0x43eull << 52), 0x1d); // >= 2^63
    x_vec(x, X_VCVTTPD2QQ, V_TMP, X_NO_REG, x_reg(V_TMP));
    x_vec(x, X_VPXOR, V_TMP, V_TMP, x_reg(V_TMP2));
}

// Too large a number becomes all bits, which is right, but NaN does, too.
static void to_u64(Emit *emit) {
    XCode *x = &emit->x;
    x_vec(x, X_VPXOR, V_TMP2, V_TMP2, x_reg(V_TMP2));
    x_vec(x, X_VMAXPD, V_TMP, V_TMP2, x_reg(V_TMP));        // NaN stays
    x_vec_imm(x, X_VCMPPD, V_TMP2, V_TMP, x_reg(V_TMP), 3); // unordered
    x_vec(x, X_VCVTTPD2UQQ, V_TMP, X_NO_REG, x_reg(V_TMP));
    x_vec_imm(x, X_VBLENDVPD, V_TMP, V_TMP, emit_constant_64(emit, 1ull << 63), V_TMP2 << 4);
}

// By way of f64, which has all numbers of f32.
static void to_wide_integers(Emit *emit, const JitInst *in) {
    for (uint32_t half = 2; half-- > 0;) {
        uint32_t a = V_TMP;
        if (in->from == JIT_F32)
            emit_doubled(emit, &in->a, half, V_TMP);
        else
            a = emit_float(emit, &in->a, half, V_TMP);
        x_vec_imm(&emit->x, X_VROUNDPD, V_TMP, X_NO_REG, x_reg(a), rounding_immediate(in));
        if (shape_is_signed(in->type))
            to_s64(emit);
        else
            to_u64(emit);
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
}

// ---- between formats ---------------------------------------------------------------------------

void emit_doubled(Emit *emit, const JitOperand *from, uint32_t half, uint32_t to) {
    uint32_t a = emit_vector(emit, from, 0, to);
    if (half) x_vec_imm(&emit->x, X_VEXTRACT, a, X_NO_REG, x_reg(to), 1);
    x_vec(&emit->x, X_VCVTPS2PD, to, X_NO_REG, x_reg(half ? to : a));
}

static void widen_floats(Emit *emit, const JitInst *in) {
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        emit_doubled(emit, &in->a, half, to);
        emit_vector_done(emit, in->d.at, half, to);
    }
}

static void narrow_floats(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    x_vec(x, X_VCVTPD2PS, V_TMP2, X_NO_REG, x_reg(emit_float(emit, &in->a, 1, V_TMP2)));
    x_vec(x, X_VCVTPD2PS, V_TMP, X_NO_REG, x_reg(emit_float(emit, &in->a, 0, V_TMP)));
    uint32_t to = emit_vector_to(emit, in->d.at, 0, V_TMP);
    join_halves(emit, to);
    emit_float_done(emit, in, 0, to);
}

static void round_floats(Emit *emit, const JitInst *in) {
    bool wide = in->type == JIT_F64;
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        uint32_t a = emit_float(emit, &in->a, half, to);
        if (in->to_integral)
            x_vec_imm(&emit->x, wide ? X_VROUNDPD : X_VROUNDPS, to, X_NO_REG, x_reg(a),
                      rounding_immediate(in));
        else if (a != to)
            x_vec(&emit->x, X_VMOVUPS, to, X_NO_REG, x_reg(a));
        emit_float_done(emit, in, half, to);
    }
}

// Words, each in 32 bits, are put together first.
static void from_halves(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t a = emit_vector(emit, &in->a, 0, V_TMP);
    emit_pack_words(emit, a, V_TMP);
    x_vec(x, X_VCVTPH2PS, V_TMP, X_NO_REG, x_reg(V_TMP));
    emit_float_done(emit, in, 0, V_TMP);
}

// Of a NaN that has all bits set the upper ones are the NaN of f16.
static void to_halves(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t a = emit_float(emit, &in->a, 0, V_TMP);
    emit_clean_nan(emit, a, V_TMP2, V_TMP);
    x_vec_imm(x, X_VCVTPS2PH, V_TMP, X_NO_REG, x_reg(V_TMP2), in->round);
    x_vec(x, X_VPMOVZXWD, V_TMP, X_NO_REG, x_reg(V_TMP2));
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// ---- instructions ------------------------------------------------------------------------------

typedef void Emitter(Emit *, const JitInst *);

static Emitter *emitter(const Emit *emit, const JitInst *in) {
    bool from_float = is_any_of(in->from, JIT_F32, JIT_F64), f32 = in->from == JIT_F32;
    bool to_float = is_any_of(in->type, JIT_F32, JIT_F64);
    if (in->from == JIT_F16) return in->type == JIT_F32 ? from_halves : NULL;
    if (in->type == JIT_F16) return f32 ? to_halves : NULL;
    if (!from_float && !to_float) return between_integers;
    if (from_float && to_float)
        return in->from == in->type ? round_floats : f32 ? widen_floats : narrow_floats;
    if (shape_is_wide(from_float ? in->type : in->from)) // of 64-bit integers
        return !is_wide_vector(emit) ? NULL : from_float ? to_wide_integers : from_wide_integers;
    if (!from_float) return from_integers;
    bool sign = shape_is_signed(in->type);
    return f32 ? sign ? f32_to_s32 : f32_to_u32 : sign ? f64_to_s32 : f64_to_u32;
}

bool emit_converted(Emit *emit, const JitInst *in) {
    Emitter *emit_it = emitter(emit, in);
    if (!emit_it) return false;
    bool rounds = in->round && in->from == JIT_F64 && in->type == JIT_F32;
    if (rounds) emit_rounding(emit, in->round);
    emit_it(emit, in);
    if (rounds) emit_rounding(emit, JIT_NEAREST);
    return true;
}
