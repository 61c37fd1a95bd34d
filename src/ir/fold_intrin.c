// SPDX-License-Identifier: Apache-2.0
// Constant folding of intrinsics: a table from id to a small function on numbers.
#include "ir/fold_int.h"
#include "ir/intrin_id.h"

typedef struct {
    IrModule *m;
    IrType *t; // result type of the lane
    uint32_t bits;
    u128 u[4]; // integer arguments
    i128 s[4];
    ApFloat f[4];
} Args;
typedef IrConst *(*FoldFn)(Args *a);

static IrConst *out(Args *args, u128 v) {
    return fold_put(args->t, v);
}

// ---- integers ----

static uint32_t clz(u128 v, uint32_t bits) {
    uint32_t n = 0;
    while (n < bits && !(v >> (bits - 1 - n) & 1)) n++;
    return n;
}
static uint32_t ctz(u128 v, uint32_t bits) {
    uint32_t n = 0;
    while (n < bits && !(v >> n & 1)) n++;
    return n;
}
static u128 reverse(u128 v, uint32_t bits) {
    u128 r = 0;
    for (uint32_t i = 0; i < bits; i++) r |= (v >> i & 1) << (bits - 1 - i);
    return r;
}
static uint32_t popcount(u128 v) {
    return (uint32_t)(__builtin_popcountll((uint64_t)v) +
                      __builtin_popcountll((uint64_t)(v >> 64)));
}

static IrConst *f_abs(Args *args) {
    return out(args, args->s[0] < 0 ? (u128)0 - args->u[0] : args->u[0]);
}
static IrConst *f_smin(Args *args) {
    return out(args, args->s[0] < args->s[1] ? args->u[0] : args->u[1]);
}
static IrConst *f_smax(Args *args) {
    return out(args, args->s[0] > args->s[1] ? args->u[0] : args->u[1]);
}
static IrConst *f_umin(Args *args) {
    return out(args, args->u[0] < args->u[1] ? args->u[0] : args->u[1]);
}
static IrConst *f_umax(Args *args) {
    return out(args, args->u[0] > args->u[1] ? args->u[0] : args->u[1]);
}
static IrConst *f_ctpop(Args *args) {
    return out(args, popcount(args->u[0]));
}
static IrConst *f_ctlz(Args *args) {
    return out(args, clz(args->u[0], args->bits));
}
static IrConst *f_cttz(Args *args) {
    return out(args, ctz(args->u[0], args->bits));
}
static IrConst *f_bitreverse(Args *args) {
    return out(args, reverse(args->u[0], args->bits));
}
static IrConst *f_bswap(Args *args) {
    u128 r = 0;
    for (uint32_t i = 0; i < args->bits; i += 8)
        r |= (args->u[0] >> i & 255) << (args->bits - 8 - i);
    return out(args, r);
}
// A shift of two words put together (LangRef, llvm.fshl): the amount counts modulo the width. A
// shift to the right is one to the left by the rest.
static IrConst *funnel(Args *args, bool left) {
    uint32_t k = (uint32_t)(args->u[2] % args->bits);
    if (k == 0) return out(args, left ? args->u[0] : args->u[1]);
    if (!left) k = args->bits - k;
    return out(args, args->u[0] << k | args->u[1] >> (args->bits - k));
}
static IrConst *f_fshl(Args *args) {
    return funnel(args, true);
}
static IrConst *f_fshr(Args *args) {
    return funnel(args, false);
}

// The exact result of an operation with its overflow, for up to 64 bits.
static i128 exact(Args *args, char op, bool is_signed) {
    i128 x = is_signed ? args->s[0] : (i128)args->u[0],
         y = is_signed ? args->s[1] : (i128)args->u[1];
    if (op == '+') return x + y;
    return op == '-' ? x - y : x * y;
}
// The exact result, moved to the nearest number that the type has.
static IrConst *saturated(Args *args, char op, bool is_signed) {
    if (args->bits > 64) return NULL;
    i128 r = exact(args, op, is_signed);
    i128 hi = (i128)(fold_mask(args->bits) >> is_signed), lo = is_signed ? -hi - 1 : 0;
    return out(args, (u128)CU_MAX(CU_MIN(r, hi), lo));
}
static IrConst *f_sadd_sat(Args *args) {
    return saturated(args, '+', true);
}
static IrConst *f_uadd_sat(Args *args) {
    return saturated(args, '+', false);
}
static IrConst *f_ssub_sat(Args *args) {
    return saturated(args, '-', true);
}
static IrConst *f_usub_sat(Args *args) {
    return saturated(args, '-', false);
}
// The result type is { iN, i1 }. A product of 64 bits does not fit in 128 with a sign: left alone.
static IrConst *overflow(Args *args, char op, bool is_signed) {
    if (args->bits > 63 && op == '*') return NULL;
    if (args->bits > 64) return NULL;
    i128 r = exact(args, op, is_signed);
    i128 hi = (i128)(fold_mask(args->bits) >> is_signed), lo = is_signed ? -hi - 1 : 0;
    IrConst *e[2] = {fold_put(args->t->sub[0], (u128)r), ir_int(args->t->sub[1], r > hi || r < lo)};
    return ir_agg(args->m, args->t, 2, e);
}
static IrConst *f_sadd_o(Args *args) {
    return overflow(args, '+', true);
}
static IrConst *f_uadd_o(Args *args) {
    return overflow(args, '+', false);
}
static IrConst *f_ssub_o(Args *args) {
    return overflow(args, '-', true);
}
static IrConst *f_usub_o(Args *args) {
    return overflow(args, '-', false);
}
static IrConst *f_smul_o(Args *args) {
    return overflow(args, '*', true);
}
static IrConst *f_umul_o(Args *args) {
    return overflow(args, '*', false);
}
static IrConst *f_smulhi(Args *args) {
    return args->bits > 64 ? NULL : out(args, (u128)(args->s[0] * args->s[1] >> args->bits));
}
static IrConst *f_umulhi(Args *args) {
    return args->bits > 64 ? NULL : out(args, args->u[0] * args->u[1] >> args->bits);
}
// PTX prmt.b32 in its default mode: four bytes picked out of eight; bit 3 of a selector copies the
// sign.
static IrConst *f_prmt(Args *args) {
    uint64_t from = (uint64_t)args->u[1] << 32 | (uint64_t)args->u[0];
    uint32_t r = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t sel = (uint32_t)args->u[2] >> (4 * i) & 15, byte = from >> (8 * (sel & 7)) & 255;
        if (sel & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << (8 * i);
    }
    return out(args, r);
}

// Bit fields and the like, after the pseudocode of the PTX ISA (9.7.1, 9.7.8).

// PTX bfe: `n` bits from bit `at` on, of which those above the word are the sign or zero.
static IrConst *extract_field(Args *args, bool is_signed) {
    uint32_t w = args->bits, at = (uint32_t)args->u[1] & 255, n = (uint32_t)args->u[2] & 255;
    if (n == 0) return out(args, 0);
    uint32_t top = CU_MIN(at + n - 1, w - 1);
    bool fill = is_signed && (args->u[0] >> top & 1);
    u128 field = at < w ? (args->u[0] >> at) : 0;
    uint32_t have = at < w ? CU_MIN(n, w - at) : 0;
    field &= fold_mask(have);
    return out(args, fill ? field | ~fold_mask(have) : field);
}
static IrConst *f_bfe_s(Args *args) {
    return extract_field(args, true);
}
static IrConst *f_bfe_u(Args *args) {
    return extract_field(args, false);
}
// PTX bfi: the second operand with a field of the first put in.
static IrConst *f_bfi(Args *args) {
    uint32_t w = args->bits, at = (uint32_t)args->u[2] & 255, n = (uint32_t)args->u[3] & 255;
    if (at >= w || n == 0) return out(args, args->u[1]);
    u128 mask = fold_mask(CU_MIN(n, w - at)) << at;
    return out(args, (args->u[1] & ~mask) | (args->u[0] << at & mask));
}
// PTX bfind: the place of the highest bit that is not the sign, all ones if there is none.
static IrConst *f_bfind_u(Args *args) {
    uint32_t zeros = clz(args->u[0], args->bits);
    return out(args, zeros == args->bits ? ~(u128)0 : args->bits - 1 - zeros);
}
static IrConst *f_bfind_s(Args *args) {
    if (args->s[0] < 0) args->u[0] = ~args->u[0] & fold_mask(args->bits);
    return f_bfind_u(args);
}
static IrConst *f_bfind_shift(Args *args) {
    return out(args, args->u[0] ? clz(args->u[0], args->bits) : ~(u128)0);
}
// PTX shf.l.clamp: the upper word of op1:op0 << n, n at most 32.
static IrConst *f_shf_l_clamp(Args *args) {
    uint32_t n = (uint32_t)CU_MIN(args->u[2], (u128)32);
    return out(args, ((args->u[1] << 32 | args->u[0]) << n) >> 32);
}
static IrConst *f_shf_r_clamp(Args *args) {
    uint32_t n = (uint32_t)CU_MIN(args->u[2], (u128)32);
    return out(args, (args->u[1] << 32 | args->u[0]) >> n);
}
// PTX lop3.b32: bit by bit, by the table in the last operand.
static IrConst *f_lop3(Args *args) {
    u128 r = 0;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t row =
            (args->u[0] >> i & 1) << 2 | (args->u[1] >> i & 1) << 1 | (args->u[2] >> i & 1);
        r |= (args->u[3] >> row & 1) << i;
    }
    return out(args, r);
}
// PTX sad: the distance of the first two plus the third.
static IrConst *f_sad_s(Args *args) {
    i128 d = args->s[0] < args->s[1] ? args->s[1] - args->s[0] : args->s[0] - args->s[1];
    return out(args, (u128)d + args->u[2]);
}
static IrConst *f_sad_u(Args *args) {
    u128 d = args->u[0] < args->u[1] ? args->u[1] - args->u[0] : args->u[0] - args->u[1];
    return out(args, d + args->u[2]);
}
static IrConst *f_swap_halves(Args *args) {
    return out(args, args->u[0] << 32 | args->u[0] >> 32);
}
static IrConst *f_same(Args *args) {
    return out(args, args->u[0]);
}

// ---- floating point ----

static IrConst *fp(Args *args, ApFloat value) {
    return fold_put_float(args->m, args->t, value);
}
static IrConst *f_fabs(Args *args) {
    return fp(args, apf_abs(args->f[0]));
}
static IrConst *f_floor(Args *args) {
    return fp(args, apf_round_int(args->f[0], APF_RDN, NULL));
}
static IrConst *f_ceil(Args *args) {
    return fp(args, apf_round_int(args->f[0], APF_RUP, NULL));
}
static IrConst *f_trunc(Args *args) {
    return fp(args, apf_round_int(args->f[0], APF_RTZ, NULL));
}
static IrConst *f_rint(Args *args) {
    return fp(args, apf_round_int(args->f[0], APF_RNE, NULL));
}
static IrConst *f_round(Args *args) {
    return fp(args, apf_round_int(args->f[0], APF_RNA, NULL));
}
static IrConst *f_sqrt(Args *args) {
    return fp(args, apf_sqrt(args->f[0], APF_RNE, NULL));
}
static IrConst *f_fma(Args *args) {
    return fp(args, apf_fma(args->f[0], args->f[1], args->f[2], APF_RNE, NULL));
}
static IrConst *f_copysign(Args *args) {
    return fp(args, apf_copysign(args->f[0], args->f[1]));
}
// Which of two zeros comes out is left to the machine.
static IrConst *f_minnum(Args *args) {
    if (apf_is_zero(args->f[0]) && apf_is_zero(args->f[1])) return NULL;
    return fp(args, apf_min_num(args->f[0], args->f[1]));
}
static IrConst *f_maxnum(Args *args) {
    if (apf_is_zero(args->f[0]) && apf_is_zero(args->f[1])) return NULL;
    return fp(args, apf_max_num(args->f[0], args->f[1]));
}

// Intrinsics that fold are few of many: a table of functions by intrinsic would be pages of
// addresses for the loader to put in.
enum {
    FOLD_NONE,
#define FOLD(id, function) FOLD_##id,
#include "ir/fold_intrin.def"
};

static const uint8_t fold_row[] = {
#define FOLD(id, function) [IR_I_##id] = FOLD_##id,
#include "ir/fold_intrin.def"
};

static const FoldFn fold_function[] = {
#define FOLD(id, function) [FOLD_##id] = f_##function,
#include "ir/fold_intrin.def"
};

// One lane: the arguments as numbers, then the function of the table. NULL where an
// argument has no such form.
static IrConst *fold_lane(IrModule *module, IrIntrin id, IrType *result, uint32_t n,
                          IrConst *const *arg) {
    Args args = {.m = module, .t = result};
    for (uint32_t k = 0; k < n; k++) {
        const IrType *at = arg[k]->v.type;
        if (at->kind == IR_TY_INT) {
            if (!fold_get(arg[k], &args.u[k])) return NULL;
            args.s[k] = fold_signed(args.u[k], at->bits);
            if (k == 0) args.bits = at->bits;
        } else if (!fold_get_float(arg[k], &args.f[k])) {
            return NULL;
        }
    }
    return fold_function[CU_AT(fold_row, id)](&args);
}

// Vectors lane by lane; arguments that are no vectors (flags, amounts) go to each lane.
IrConst *ir_fold_intrin(IrModule *module, IrIntrin id, IrType *result, uint32_t n,
                        IrConst *const *arg) {
    // hints about a value are the value
    if (is_any_of(id, IR_I_expect, IR_I_expect_with_probability, IR_I_ssa_copy)) return arg[0];
    // what does not fold now may do so later: no answer yet
    if (id == IR_I_is_constant) return arg[0]->v.kind < IR_C_EXPR ? ir_true(module) : NULL;
    if (n == 0 || n > 4) return NULL;
    if (!CU_AT(fold_row, id)) return fold_nvvm(module, id, result, n, arg);
    if (result->kind != IR_TY_VECTOR) return fold_lane(module, id, result, n, arg);
    IrConst *lane[64], *constant[4];
    if (result->n > 64) return NULL;
    for (uint32_t i = 0; i < result->n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            constant[k] =
                arg[k]->v.type->kind == IR_TY_VECTOR ? ir_elem(module, arg[k], i) : arg[k];
            if (!constant[k]) return NULL;
        }
        lane[i] = fold_lane(module, id, result->elem, n, constant);
        if (!lane[i]) return NULL;
    }
    return ir_agg(module, result, (uint32_t)result->n, lane);
}
