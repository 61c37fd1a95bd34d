// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic on a vector's numbers (PTX ISA 9.7.1, 9.7.7, 9.7.8).
#include "jit/arith.h"

static const struct {
    XOp narrow, wide;
} two_rows[] = {
    [JIT_ADD] = {X_VPADDD, X_VPADDQ}, [JIT_SUB] = {X_VPSUBD, X_VPSUBQ},
    [JIT_AND] = {X_VPAND, X_VPAND},   [JIT_OR] = {X_VPOR, X_VPOR},
    [JIT_XOR] = {X_VPXOR, X_VPXOR},
};

static void two(Emit *emit, const JitInst *in) {
    XOp op = shape_is_wide(in->type) ? two_rows[in->op].wide : two_rows[in->op].narrow;
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t a = emit_vector(emit, &in->a, half, V_TMP);
        XOperand b = emit_vector_rm(emit, &in->b, half, V_TMP2);
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        x_vec(&emit->x, op, to, a, b);
        emit_vector_done(emit, in->d.at, half, to);
    }
}

static bool is_in(XOperand rm, uint32_t reg) {
    return rm.kind == XO_REG && rm.reg == reg;
}

static void ternary(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t b = emit_vector(emit, &in->b, 0, V_TMP2);
    XOperand c = emit_vector_rm(emit, &in->c, 0, V_TMP3);
    uint32_t to = emit_vector_to(emit, in->d.at, 0, V_TMP);
    if (to == b || is_in(c, to)) to = V_TMP;
    XOperand a = emit_vector_rm(emit, &in->a, 0, to);
    if (!is_in(a, to)) x_vec(x, X_VMOVUPS, to, X_NO_REG, a);
    x_vec_imm(x, X_VPTERNLOGD, to, b, c, in->compare);
    emit_vector_done(emit, in->d.at, 0, to);
}

static void rotate(Emit *emit, const JitInst *in) {
    uint32_t a = emit_vector(emit, &in->a, 0, V_TMP);
    uint32_t to = emit_vector_to(emit, in->d.at, 0, V_TMP);
    x_vec_imm(&emit->x, X_VPROLD_I, to, X_NO_REG, x_reg(a), (uint32_t)in->b.value);
    emit_vector_done(emit, in->d.at, 0, to);
}

// ---- products ----------------------------------------------------------------------------------

// V_TMP = a * b in 64 bits: the low words' product, and above it what crosses.
static void product_64(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    uint32_t a = emit_vector(emit, &in->a, half, V_TMP);
    uint32_t b = emit_vector(emit, &in->b, half, V_TMP2);
    x_vec_imm(x, X_VPSHUFD, V_TMP3, X_NO_REG, x_reg(b), 0xb1);
    x_vec(x, X_VPMULLD, V_TMP3, V_TMP3, x_reg(a));
    x_vec(x, X_VPMULUDQ, V_TMP, a, x_reg(b));
    x_vec_imm(x, X_VPSLLQ_I, V_TMP2, X_NO_REG, x_reg(V_TMP3), 32);
    x_vec(x, X_VPADDD, V_TMP2, V_TMP2, x_reg(V_TMP3));
    x_vec(x, X_VPAND, V_TMP2, V_TMP2, emit_constant_64(emit, 0xffffffffull << 32));
    x_vec(x, X_VPADDQ, V_TMP, V_TMP, x_reg(V_TMP2));
}

// to = a * b; by a power of two it is a shift.
static void product_32(Emit *emit, const JitInst *in, uint32_t to) {
    uint32_t a = emit_vector(emit, &in->a, 0, V_TMP), factor = (uint32_t)in->b.value;
    bool shifts = in->b.kind == JIT_IS_VALUE && factor && !(factor & (factor - 1));
    if (shifts)
        x_vec_imm(&emit->x, X_VPSLLD_I, to, X_NO_REG, x_reg(a), (uint32_t)__builtin_ctz(factor));
    else
        x_vec(&emit->x, X_VPMULLD, to, a, emit_vector_rm(emit, &in->b, 0, V_TMP2));
}

static void product(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool adds = is_any_of(in->op, JIT_MAD, JIT_MAD_WIDE), of_64 = shape_is_wide(in->type);
    bool wide = is_any_of(in->op, JIT_MUL_WIDE, JIT_MAD_WIDE), sign = shape_is_signed(in->type);
    for (uint32_t half = 0; half < (wide || of_64 ? 2u : 1u); half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        uint32_t made = adds || wide || of_64 ? V_TMP : to;
        if (wide) {
            emit_widened(emit, &in->a, half, sign, V_TMP);
            emit_widened(emit, &in->b, half, sign, V_TMP2);
            x_vec(x, sign ? X_VPMULDQ : X_VPMULUDQ, V_TMP, V_TMP, x_reg(V_TMP2));
        } else if (of_64) {
            product_64(emit, in, half);
        } else {
            product_32(emit, in, made);
        }
        if (adds)
            x_vec(x, wide || of_64 ? X_VPADDQ : X_VPADDD, to, V_TMP,
                  emit_vector_rm(emit, &in->c, half, V_TMP2));
        emit_vector_done(emit, in->d.at, half, adds ? to : made);
    }
}

// Products of the even lanes and of the odd ones, of which the high words are put together.
static bool product_high(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    if (shape_is_wide(in->type)) return false;
    XOp multiply = shape_is_signed(in->type) ? X_VPMULDQ : X_VPMULUDQ;
    uint32_t a = emit_vector(emit, &in->a, 0, V_TMP), b = emit_vector(emit, &in->b, 0, V_TMP2);
    x_vec(x, multiply, V_TMP3, a, x_reg(b));
    x_vec_imm(x, X_VPSRLQ_I, V_TMP3, X_NO_REG, x_reg(V_TMP3), 32);
    x_vec_imm(x, X_VPSRLQ_I, V_TMP, X_NO_REG, x_reg(a), 32);
    x_vec_imm(x, X_VPSRLQ_I, V_TMP2, X_NO_REG, x_reg(b), 32);
    x_vec(x, multiply, V_TMP, V_TMP, x_reg(V_TMP2));
    x_vec(x, X_VPAND, V_TMP, V_TMP, emit_constant_64(emit, 0xffffffffull << 32));
    x_vec(x, X_VPOR, V_TMP, V_TMP, x_reg(V_TMP3));
    emit_vector_done(emit, in->d.at, 0, V_TMP);
    return true;
}

// Four bytes of each, the even and the odd ones as words.
static void take_bytes(Emit *emit, const JitOperand *operand, bool odd, bool sign, uint32_t to) {
    XCode *x = &emit->x;
    uint32_t from = emit_vector(emit, operand, 0, to);
    if (!odd && !sign) {
        x_vec(x, X_VPAND, to, from, emit_constant_32(emit, 0x00ff00ff));
        return;
    }
    if (!odd) x_vec_imm(x, X_VPSLLW_I, to, X_NO_REG, x_reg(from), 8);
    x_vec_imm(x, sign ? X_VPSRAW_I : X_VPSRLW_I, to, X_NO_REG, x_reg(odd ? from : to), 8);
}

static void dot(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool a_sign = in->type == JIT_S32, b_sign = in->from == JIT_S32;
    take_bytes(emit, &in->a, false, a_sign, V_TMP);
    take_bytes(emit, &in->b, false, b_sign, V_TMP2);
    x_vec(x, X_VPMADDWD, V_TMP, V_TMP, x_reg(V_TMP2));
    take_bytes(emit, &in->a, true, a_sign, V_TMP2);
    take_bytes(emit, &in->b, true, b_sign, V_TMP3);
    x_vec(x, X_VPMADDWD, V_TMP2, V_TMP2, x_reg(V_TMP3));
    x_vec(x, X_VPADDD, V_TMP, V_TMP, x_reg(V_TMP2));
    x_vec(x, X_VPADDD, V_TMP, V_TMP, emit_vector_rm(emit, &in->c, 0, V_TMP2));
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// ---- quotients ---------------------------------------------------------------------------------

static XOperand scratch(uint32_t number, uint32_t bytes) {
    XOperand at = STATE(operand);
    at.disp += (int32_t)(number * JIT_OPERAND_BYTES + bytes);
    return at;
}

// Half a vector of 32-bit numbers in memory as f64. Those without a sign are put below 2^52's bits.
static void as_doubles(Emit *emit, XOperand from, bool sign, uint32_t to) {
    XCode *x = &emit->x;
    if (sign) {
        x_vec(x, X_VCVTDQ2PD, to, X_NO_REG, from);
        return;
    }
    x_vec(x, X_VPMOVZXDQ, to, X_NO_REG, from);
    x_vec(x, X_VPOR, to, to, emit_constant_64(emit, 0x433ull << 52));
    x_vec(x, X_VSUBPD, to, to, emit_constant_64(emit, 0x433ull << 52));
}

// In f64, which has room for all: a quotient of 32-bit numbers that is no integer is further from
// the next one than f64 rounds. Division by zero gives all ones, the remainder the dividend; the
// least number by -1 is itself, as out-of-range conversions have it.
static bool quotient(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    if (shape_is_wide(in->type)) return false;
    bool sign = shape_is_signed(in->type);
    x_vec(x, X_VMOVUPS_TO, emit_vector(emit, &in->a, 0, V_TMP), X_NO_REG, scratch(0, 0));
    x_vec(x, X_VMOVUPS_TO, emit_vector(emit, &in->b, 0, V_TMP), X_NO_REG, scratch(1, 0));
    for (uint32_t half = 2; half-- > 0;) {
        uint32_t to = half ? V_TMP3 : V_TMP;
        as_doubles(emit, scratch(0, emit->vector / 2 * half), sign, V_TMP);
        as_doubles(emit, scratch(1, emit->vector / 2 * half), sign, V_TMP2);
        x_vec(x, X_VDIVPD, to, V_TMP, x_reg(V_TMP2));
        if (sign) {
            x_vec(x, X_VCVTTPD2DQ, to, X_NO_REG, x_reg(to));
        } else {
            x_vec_imm(x, X_VROUNDPD, to, X_NO_REG, x_reg(to), 11); // toward zero
            x_vec(x, X_VADDPD, to, to, emit_constant_64(emit, 0x433ull << 52));
        }
    }
    if (sign) {
        x_vec_imm(x, X_VINSERT, V_TMP, V_TMP, x_reg(V_TMP3), 1);
    } else {
        emit_join_words(emit, false, V_TMP, x_reg(V_TMP3), V_TMP);
    }
    x_vec(x, X_VPXOR, V_TMP2, V_TMP2, x_reg(V_TMP2));
    x_vec(x, X_VPCMPEQD, V_TMP2, V_TMP2, scratch(1, 0));
    x_vec(x, X_VPOR, V_TMP, V_TMP, x_reg(V_TMP2));
    if (in->op == JIT_REM) {
        x_vec(x, X_VPMULLD, V_TMP, V_TMP, scratch(1, 0));
        x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, scratch(0, 0));
        x_vec(x, X_VPSUBD, V_TMP, V_TMP2, x_reg(V_TMP));
    }
    emit_vector_done(emit, in->d.at, 0, V_TMP);
    return true;
}

// ---- the rest ----------------------------------------------------------------------------------

// Without a sign the comparison is one with it, of numbers whose top bits are turned.
static void min_max_64(Emit *emit, const JitInst *in, uint32_t half) {
    XCode *x = &emit->x;
    uint32_t a = emit_vector(emit, &in->a, half, V_TMP);
    uint32_t b = emit_vector(emit, &in->b, half, V_TMP2);
    if (shape_is_signed(in->type)) {
        x_vec(x, X_VPCMPGTQ, V_TMP3, a, x_reg(b));
    } else {
        XOperand top = emit_constant_64(emit, 1ull << 63);
        x_vec(x, X_VPXOR, V_TMP3, b, top);
        x_vec(x, X_VMOVUPS_TO, V_TMP3, X_NO_REG, STATE(datum));
        x_vec(x, X_VPXOR, V_TMP3, a, top);
        x_vec(x, X_VPCMPGTQ, V_TMP3, V_TMP3, STATE(datum));
    }
    uint32_t less = in->op == JIT_MIN ? a : b, greater = in->op == JIT_MIN ? b : a;
    x_vec_imm(x, X_VBLENDVPD, V_TMP, less, x_reg(greater), V_TMP3 << 4);
}

static void min_max(Emit *emit, const JitInst *in) {
    bool min = in->op == JIT_MIN, sign = shape_is_signed(in->type);
    XOp op = min ? sign ? X_VPMINSD : X_VPMINUD : sign ? X_VPMAXSD : X_VPMAXUD;
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        if (shape_is_wide(in->type)) {
            min_max_64(emit, in, half);
        } else {
            uint32_t a = emit_vector(emit, &in->a, 0, V_TMP);
            x_vec(&emit->x, op, V_TMP, a, emit_vector_rm(emit, &in->b, 0, V_TMP2));
        }
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
}

static void negate(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        XOperand a = emit_vector_rm(emit, &in->a, half, V_TMP);
        x_vec(x, X_VPXOR, V_TMP2, V_TMP2, x_reg(V_TMP2));
        x_vec(x, shape_is_wide(in->type) ? X_VPSUBQ : X_VPSUBD, to, V_TMP2, a);
        emit_vector_done(emit, in->d.at, half, to);
    }
}

static void turn(Emit *emit, const JitInst *in) {
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        uint32_t a = emit_vector(emit, &in->a, half, V_TMP);
        x_vec(&emit->x, X_VPXOR, to, a, emit_constant_32(emit, UINT32_MAX));
        emit_vector_done(emit, in->d.at, half, to);
    }
}

static void absolute(Emit *emit, const JitInst *in) {
    uint32_t to = emit_vector_to(emit, in->d.at, 0, V_TMP);
    x_vec(&emit->x, X_VPABSD, to, X_NO_REG, emit_vector_rm(emit, &in->a, 0, V_TMP));
    emit_vector_done(emit, in->d.at, 0, to);
}

static void move(Emit *emit, const JitInst *in) {
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        emit_vector_done(emit, in->d.at, half, emit_vector(emit, &in->a, half, V_TMP));
    }
}

// V_TMP = a shifted right with its sign by V_TMP2: as a number without one, turned around before
// and behind.
static void shift_sign_64(Emit *emit, uint32_t a) {
    XCode *x = &emit->x;
    x_vec(x, X_VPXOR, V_TMP3, V_TMP3, x_reg(V_TMP3));
    x_vec(x, X_VPCMPGTQ, V_TMP3, V_TMP3, x_reg(a));
    x_vec(x, X_VPXOR, V_TMP, a, x_reg(V_TMP3));
    x_vec(x, X_VPSRLVQ, V_TMP, V_TMP, x_reg(V_TMP2));
    x_vec(x, X_VPXOR, V_TMP, V_TMP, x_reg(V_TMP3));
}

// The processor has counts of the width and above as PTX has them (9.7.8.7).
static void shift(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type), left = in->op == JIT_SHL;
    bool arithmetic = !left && shape_is_signed(in->type);
    bool known = in->b.kind == JIT_IS_VALUE && !(wide && arithmetic);
    uint32_t count = CU_MIN((uint32_t)in->b.value, arithmetic ? 31u : 255u);
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t a = emit_vector(emit, &in->a, half, V_TMP), to = V_TMP;
        if (known) {
            XOp op = wide         ? left ? X_VPSLLQ_I : X_VPSRLQ_I
                     : left       ? X_VPSLLD_I
                     : arithmetic ? X_VPSRAD_I
                                  : X_VPSRLD_I;
            to = emit_vector_to(emit, in->d.at, half, V_TMP);
            x_vec_imm(x, op, to, X_NO_REG, x_reg(a), count);
        } else if (wide) {
            emit_widened(emit, &in->b, half, false, V_TMP2);
            if (arithmetic)
                shift_sign_64(emit, a);
            else
                x_vec(x, left ? X_VPSLLVQ : X_VPSRLVQ, V_TMP, a, x_reg(V_TMP2));
        } else {
            XOp op = left ? X_VPSLLVD : arithmetic ? X_VPSRAVD : X_VPSRLVD;
            to = emit_vector_to(emit, in->d.at, half, V_TMP);
            x_vec(x, op, to, a, emit_vector_rm(emit, &in->b, 0, V_TMP2));
        }
        emit_vector_done(emit, in->d.at, half, to);
    }
}

// V_TMP: the bits of each byte of `a`, by tables of four bits.
static void count_in_bytes(Emit *emit, uint32_t a) {
    uint8_t table[64]; // the same for each 16 bytes
    for (uint32_t i = 0; i < sizeof table; i++) table[i] = (uint8_t)__builtin_popcount(i % 16);
    XCode *x = &emit->x;
    x_vec_imm(x, X_VPSRLW_I, V_TMP2, X_NO_REG, x_reg(a), 4);
    x_vec(x, X_VPAND, V_TMP2, V_TMP2, emit_constant_32(emit, 0x0f0f0f0f));
    x_vec(x, X_VPAND, V_TMP, a, emit_constant_32(emit, 0x0f0f0f0f));
    x_vec(x, X_VMOVUPS, V_TMP3, X_NO_REG, x_constant(x, table, emit->vector));
    x_vec(x, X_VPSHUFB, V_TMP, V_TMP3, x_reg(V_TMP));
    x_vec(x, X_VPSHUFB, V_TMP2, V_TMP3, x_reg(V_TMP2));
    x_vec(x, X_VPADDB, V_TMP, V_TMP, x_reg(V_TMP2));
}

static void count_bits(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type);
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        count_in_bytes(emit, emit_vector(emit, &in->a, half, V_TMP));
        if (!wide) {
            x_vec(x, X_VPMADDUBSW, V_TMP, V_TMP, emit_constant_32(emit, 0x01010101));
            x_vec(x, X_VPMADDWD, V_TMP, V_TMP, emit_constant_32(emit, 0x00010001));
            continue;
        }
        x_vec(x, X_VPXOR, V_TMP2, V_TMP2, x_reg(V_TMP2));
        x_vec(x, X_VPSADBW, V_TMP, V_TMP, x_reg(V_TMP2));
        if (!half) x_vec(x, X_VMOVUPS_TO, V_TMP, X_NO_REG, STATE(datum));
    }
    if (wide) {
        x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, STATE(datum));
        emit_join_words(emit, false, V_TMP2, x_reg(V_TMP), V_TMP);
    }
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

// Of each word the bytes that the numbers name from `first` on, zeros elsewhere.
static XOperand byte_choice(Emit *emit, uint64_t choice, uint32_t first) {
    uint8_t bytes[64];
    for (uint32_t i = 0; i < sizeof bytes; i++) {
        uint32_t from = (uint32_t)(choice >> 4 * (i % 4)) & 7;
        bytes[i] = from / 4 == first / 4 ? (uint8_t)(from % 4 + i % 16 / 4 * 4) : 0x80;
    }
    return x_constant(&emit->x, bytes, emit->vector);
}

static void permute(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t a = emit_vector(emit, &in->a, 0, V_TMP), b = emit_vector(emit, &in->b, 0, V_TMP2);
    x_vec(x, X_VPSHUFB, V_TMP, a, byte_choice(emit, in->c.value, 0));
    x_vec(x, X_VPSHUFB, V_TMP2, b, byte_choice(emit, in->c.value, 4));
    x_vec(x, X_VPOR, V_TMP, V_TMP, x_reg(V_TMP2));
    emit_vector_done(emit, in->d.at, 0, V_TMP);
}

bool emit_integers(Emit *emit, const JitInst *in) {
    typedef void Emitter(Emit *, const JitInst *);
    static Emitter *const emitters[] = {
        [JIT_MOVE] = move,        [JIT_ADD] = two,       [JIT_SUB] = two,
        [JIT_AND] = two,          [JIT_OR] = two,        [JIT_XOR] = two,
        [JIT_MUL] = product,      [JIT_MAD] = product,   [JIT_MUL_WIDE] = product,
        [JIT_MAD_WIDE] = product, [JIT_MIN] = min_max,   [JIT_MAX] = min_max,
        [JIT_NEG] = negate,       [JIT_NOT] = turn,      [JIT_ABS] = absolute,
        [JIT_SHL] = shift,        [JIT_SHR] = shift,     [JIT_POPC] = count_bits,
        [JIT_TERNARY] = ternary,  [JIT_ROTATE] = rotate, [JIT_PERMUTE] = permute,
        [JIT_DOT] = dot,
    };
    if (in->op == JIT_MUL_HIGH) return product_high(emit, in);
    if (is_any_of(in->op, JIT_DIV, JIT_REM)) return quotient(emit, in);
    if (in->op >= CU_COUNT(emitters) || !emitters[in->op]) return false;
    emitters[in->op](emit, in);
    return true;
}
