// SPDX-License-Identifier: Apache-2.0
// Between formats of floating point. Formats of 8 and 4 bits have conversions of their own on some
// targets; here are those that work on all of them, in integer arithmetic on the bits of an f32.
#include "tile/lower/lower_int.h"

#include "base/feature.h"
#include "ir/intrin_id.h"

// What a small format is: value = (sign) significand * 2^(exponent - bias).
typedef struct {
    uint8_t exponent, mantissa, bias;
    bool sign;
    uint8_t nan, largest; // bit patterns; nan 0: it has none
    uint8_t infinity;     // 0: it has none
} Small;

static const Small *small_of(TileTypeKind kind) {
    static const Small e4m3 = {4, 3, 7, true, 0x7f, 0x7e, 0},
                       e5m2 = {5, 2, 15, true, 0x7f, 0x7b, 0x7c}, e2m1 = {2, 1, 1, true, 0, 7, 0},
                       e8m0 = {8, 0, 127, false, 0xff, 0xfe, 0},
                       e5m3 = {5, 3, 15, false, 0xff, 0xfe, 0};
    switch (kind) {
    case TILE_T_E4M3: return &e4m3;
    case TILE_T_E5M2: return &e5m2;
    case TILE_T_E2M1: return &e2m1;
    case TILE_T_E8M0: return &e8m0;
    case TILE_T_E5M3: return &e5m3;
    default: return NULL;
    }
}

enum { F32_MANTISSA = 23, F32_BIAS = 127, TF32_LOW = 13 };

static IrValue *float_of(TileLower *lower, IrValue *bits) {
    return ir_bitcast(&lower->b, bits, lower->m->ty_float);
}
static IrValue *bits_of(TileLower *lower, IrValue *x) {
    return ir_bitcast(&lower->b, x, lower->m->ty_i32);
}
static IrValue *power_of_two(TileLower *lower, int exponent) {
    return &ir_fp(lower->m, lower->m->ty_float, __builtin_ldexp(1, exponent))->v;
}

// ---- small to f32 ------------------------------------------------------------------------------

// The bits in the place that an f32 has for them, times the ratio of the biases: so subnormal
// numbers come out right, too.
static IrValue *widen(TileLower *lower, const Small *s, IrValue *x) {
    IrValue *bits = ir_zext(&lower->b, x, lower->m->ty_i32);
    uint32_t magnitude = (1u << (s->exponent + s->mantissa)) - 1;
    IrValue *rest = s->sign ? ir_and(&lower->b, bits, tl_i32(lower, magnitude)) : bits, *value;
    if (s->mantissa == 0) { // the least is half of the least normal f32
        value = ir_shl(&lower->b, bits, tl_i32(lower, F32_MANTISSA));
        IrValue *zero = ir_cmp(&lower->b, IR_EQ, bits, tl_i32(lower, 0));
        value = float_of(lower, ir_select(&lower->b, zero, tl_i32(lower, 1u << 22), value));
    } else {
        value = float_of(lower, ir_shl(&lower->b, rest, tl_i32(lower, F32_MANTISSA - s->mantissa)));
        value = ir_fmul(&lower->b, value, power_of_two(lower, F32_BIAS - s->bias));
    }
    static const uint32_t nan = 0x7fffffff, infinity = 0x7f800000;
    if (s->infinity) {
        IrValue *is = ir_cmp(&lower->b, IR_EQ, rest, tl_i32(lower, s->infinity));
        IrValue *beyond = ir_cmp(&lower->b, IR_UGT, rest, tl_i32(lower, s->infinity));
        value = ir_select(&lower->b, is, tl_number(lower, TILE_T_F32, infinity), value);
        value = ir_select(&lower->b, beyond, tl_number(lower, TILE_T_F32, nan), value);
    } else if (s->nan) {
        IrValue *is = ir_cmp(&lower->b, IR_EQ, rest, tl_i32(lower, s->nan));
        value = ir_select(&lower->b, is, tl_number(lower, TILE_T_F32, nan), value);
    }
    if (!s->sign) return value;
    IrValue *sign = ir_and(&lower->b, bits, tl_i32(lower, magnitude + 1));
    sign = ir_shl(&lower->b, sign, tl_i32(lower, 31u - s->exponent - s->mantissa));
    return float_of(lower, ir_or(&lower->b, bits_of(lower, value), sign));
}

// ---- f32 to small ------------------------------------------------------------------------------

// Half a unit of the last place is added, less one where the digit before is even; `round`
// TILE_ROUND_*: up adds all of it, zero nothing.
static IrValue *round_off(TileLower *lower, IrValue *bits, uint32_t low, uint64_t round) {
    uint32_t half = (1u << (low - 1)) - 1;
    if (round == TILE_ROUND_UP)
        bits = ir_add(&lower->b, bits, tl_i32(lower, (1u << low) - 1));
    else if (round == TILE_ROUND_AWAY)
        bits = ir_add(&lower->b, bits, tl_i32(lower, half + 1));
    else if (round != TILE_ROUND_ZERO) {
        IrValue *last =
            ir_and(&lower->b, ir_lshr(&lower->b, bits, tl_i32(lower, low)), tl_i32(lower, 1));
        bits = ir_add(&lower->b, ir_add(&lower->b, bits, last), tl_i32(lower, half));
    }
    return bits;
}

// To nearest even, or what `round` says for numbers without mantissa; too large becomes the
// largest. Subnormal numbers of the small format are rounded by an addition whose sum has its last
// place where theirs is.
static IrValue *shrink(TileLower *lower, const Small *s, IrValue *x, uint64_t round) {
    IrValue *bits = bits_of(lower, x);
    IrValue *size = ir_and(&lower->b, bits, tl_i32(lower, 0x7fffffff));
    uint32_t low = F32_MANTISSA - s->mantissa;
    IrValue *code = ir_lshr(&lower->b, round_off(lower, size, low, round), tl_i32(lower, low));
    if (s->mantissa) {
        code =
            ir_sub(&lower->b, code, tl_i32(lower, (uint64_t)(F32_BIAS - s->bias) << s->mantissa));
        IrValue *magic = power_of_two(lower, F32_MANTISSA - s->mantissa + 1 - s->bias);
        IrValue *tiny = bits_of(lower, ir_fadd(&lower->b, float_of(lower, size), magic));
        tiny = ir_sub(&lower->b, tiny, bits_of(lower, magic));
        uint32_t least = (uint32_t)(F32_BIAS + 1 - s->bias) << F32_MANTISSA;
        IrValue *is_tiny = ir_cmp(&lower->b, IR_ULT, size, tl_i32(lower, least));
        code = ir_select(&lower->b, is_tiny, tiny, code);
    }
    IrValue *largest = tl_i32(lower, s->largest);
    IrValue *over = ir_cmp(&lower->b, IR_SGT, code, largest);
    code = ir_select(&lower->b, over, largest, code);
    IrValue *nan = ir_cmp(&lower->b, IR_FCMP_UNO, x, x);
    code = ir_select(&lower->b, nan, s->nan ? tl_i32(lower, s->nan) : largest, code);
    if (s->sign) {
        IrValue *sign = ir_lshr(&lower->b, bits, tl_i32(lower, 31u - s->exponent - s->mantissa));
        sign = ir_and(&lower->b, sign, tl_i32(lower, 1u << (s->exponent + s->mantissa)));
        code = ir_or(&lower->b, code, sign);
    }
    return ir_trunc(&lower->b, code, lower->m->ty_i8);
}

// ---- by instructions of the target -------------------------------------------------------------

static bool has_cvt(TileLower *lower, TileTypeKind kind) {
    return (kind == TILE_T_E4M3 || kind == TILE_T_E5M2) && target_has(lower->target, SMF_cvt_fp8);
}

static IrValue *cvt_up(TileLower *lower, TileTypeKind kind, IrValue *x) {
    IrIntrin id = kind == TILE_T_E4M3 ? IR_I_nvvm_e4m3x2_to_f16x2_rn : IR_I_nvvm_e5m2x2_to_f16x2_rn;
    IrValue *pair = IR_CALL(&lower->b, id, NULL, ir_zext(&lower->b, x, lower->m->ty_i16));
    return ir_extractelement(&lower->b, pair, tl_i32(lower, 0)); // an f16
}

static IrValue *cvt_down(TileLower *lower, TileTypeKind kind, IrValue *x) {
    IrIntrin id = kind == TILE_T_E4M3 ? IR_I_nvvm_ff_to_e4m3x2_rn : IR_I_nvvm_ff_to_e5m2x2_rn;
    IrValue *zero = tl_number(lower, TILE_T_F32, 0);
    return ir_trunc(&lower->b, IR_CALL(&lower->b, id, NULL, zero, x), lower->m->ty_i8);
}

// ---- all formats -------------------------------------------------------------------------------

// To f32 toward zero with the last bit set where something was lost ("to odd"): rounding that once
// more, to fewer digits, gives what rounding at once would.
static IrValue *to_odd(TileLower *lower, IrValue *x) {
    IrValue *cut = IR_CALL(&lower->b, IR_I_nvvm_d2f_rz, NULL, x);
    IrValue *back = ir_fpext(&lower->b, cut, lower->m->ty_double);
    IrValue *lost = ir_zext(&lower->b, ir_cmp(&lower->b, IR_FCMP_ONE, back, x), lower->m->ty_i32);
    return float_of(lower, ir_or(&lower->b, bits_of(lower, cut), lost));
}

static IrValue *to_tf32(TileLower *lower, IrValue *x, uint64_t round) {
    if (round == TILE_ROUND_EVEN && target_has(lower->target, SMF_cvt_tf32_rn))
        return float_of(lower, IR_CALL(&lower->b, IR_I_nvvm_f2tf32_rn, NULL, x));
    IrValue *bits = round_off(lower, bits_of(lower, x), TF32_LOW, round);
    bits = ir_and(&lower->b, bits, tl_i32(lower, 0xffffffffu << TF32_LOW));
    IrValue *finite = IR_CALL(&lower->b, IR_I_fabs, NULL, x);
    finite = ir_cmp(&lower->b, IR_FCMP_OLT, finite, tl_number(lower, TILE_T_F32, 0x7f800000));
    return ir_select(&lower->b, finite, float_of(lower, bits), x);
}

// A number rounded in one direction: the nearest one, or where that lies on the wrong side its
// neighbour, whose bits are one more or less.
static IrValue *directed(TileLower *lower, IrValue *x, IrType *narrow, uint64_t round) {
    IrValue *near = ir_fptrunc(&lower->b, x, narrow);
    IrValue *back = ir_fpext(&lower->b, near, lower->m->ty_float), *a = back, *b = x;
    if (round == TILE_ROUND_ZERO) {
        a = IR_CALL(&lower->b, IR_I_fabs, NULL, back);
        b = IR_CALL(&lower->b, IR_I_fabs, NULL, x);
    }
    IrValue *wrong = ir_cmp(&lower->b, round == TILE_ROUND_UP ? IR_FCMP_OLT : IR_FCMP_OGT, a, b);
    IrValue *one = &ir_int(lower->m->ty_i16, 1)->v, *less = &ir_int(lower->m->ty_i16, 0xffff)->v;
    IrValue *minus = ir_cmp(&lower->b, IR_SLT, bits_of(lower, x), tl_i32(lower, 0)), *step = less;
    if (round == TILE_ROUND_UP) step = ir_select(&lower->b, minus, less, one);
    if (round == TILE_ROUND_DOWN) step = ir_select(&lower->b, minus, one, less);
    IrValue *bits = ir_bitcast(&lower->b, near, lower->m->ty_i16);
    IrValue *next = ir_bitcast(&lower->b, ir_add(&lower->b, bits, step), narrow);
    return ir_select(&lower->b, wrong, next, near);
}

// Directed roundings of a plain narrowing. Two in one direction are as one.
static IrValue *narrow(TileLower *lower, IrValue *x, TileTypeKind from, TileTypeKind to,
                       uint64_t round) {
    static const uint16_t d2f[] = {0, IR_I_nvvm_d2f_rz, IR_I_nvvm_d2f_rm, IR_I_nvvm_d2f_rp};
    IrType *type = tl_type(lower, to);
    if (round == TILE_ROUND_EVEN) return ir_fptrunc(&lower->b, x, type);
    if (round > TILE_ROUND_UP) {
        tl_fail(lower, "has a rounding that is not lowered for its types");
        return &ir_poison(lower->m, type)->v;
    }
    if (from == TILE_T_F64) x = IR_CALL(&lower->b, d2f[round], NULL, x);
    if (to != TILE_T_F16 && to != TILE_T_BF16) return x;
    if (round != TILE_ROUND_ZERO || !target_has(lower->target, SMF_cvt_bf16))
        return directed(lower, x, type, round);
    return IR_CALL(&lower->b, to == TILE_T_F16 ? IR_I_nvvm_f2f16_rz : IR_I_nvvm_f2bf16_rz, NULL, x);
}

static bool is_single(TileTypeKind kind) {
    return kind == TILE_T_F32 || kind == TILE_T_TF32;
}

IrValue *tl_float_to(TileLower *lower, IrValue *x, TileTypeKind from, TileTypeKind to,
                     uint64_t round) {
    if (from == to) return x;
    if (small_of(from)) {
        bool f16 = has_cvt(lower, from);
        x = f16 ? cvt_up(lower, from, x) : widen(lower, small_of(from), x);
        from = f16 ? TILE_T_F16 : TILE_T_F32;
        if (from == to) return x;
    }
    bool by_single = small_of(to) || to == TILE_T_TF32;
    if (by_single) {
        if (from == TILE_T_F64) x = to_odd(lower, x);
        if (from == TILE_T_F16 || from == TILE_T_BF16)
            x = ir_fpext(&lower->b, x, lower->m->ty_float);
        if (to == TILE_T_TF32)
            return from == TILE_T_F16 || from == TILE_T_BF16 ? x : to_tf32(lower, x, round);
        bool plain = round == TILE_ROUND_EVEN && has_cvt(lower, to);
        return plain ? cvt_down(lower, to, x) : shrink(lower, small_of(to), x, round);
    }
    if (is_single(from) && is_single(to)) return x;
    IrType *type = tl_type(lower, to);
    if (type->bits > x->type->bits) return ir_fpext(&lower->b, x, type);
    if (type->bits < x->type->bits)
        return narrow(lower, x, is_single(from) ? TILE_T_F32 : from, to, round);
    x = ir_fpext(&lower->b, x, lower->m->ty_float); // f16 and bf16
    return narrow(lower, x, TILE_T_F32, to, round);
}
