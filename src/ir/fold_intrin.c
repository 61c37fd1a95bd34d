// SPDX-License-Identifier: Apache-2.0
// Constant folding of intrinsics: a table from id to a small function on machine numbers.
#include "ir/fold_int.h"

#include <math.h>

typedef struct {
    IrModule *m;
    IrType *t; // result type of the lane
    uint32_t bits;
    u128 u[4]; // integer arguments
    i128 s[4];
    double f[4];
} Args;
typedef IrConst *(*FoldFn)(Args *a);

static IrConst *out(Args *a, u128 v) {
    return fold_put(a->t, v);
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

static IrConst *f_abs(Args *a) {
    return out(a, a->s[0] < 0 ? (u128)0 - a->u[0] : a->u[0]);
}
static IrConst *f_smin(Args *a) {
    return out(a, a->s[0] < a->s[1] ? a->u[0] : a->u[1]);
}
static IrConst *f_smax(Args *a) {
    return out(a, a->s[0] > a->s[1] ? a->u[0] : a->u[1]);
}
static IrConst *f_umin(Args *a) {
    return out(a, a->u[0] < a->u[1] ? a->u[0] : a->u[1]);
}
static IrConst *f_umax(Args *a) {
    return out(a, a->u[0] > a->u[1] ? a->u[0] : a->u[1]);
}
static IrConst *f_ctpop(Args *a) {
    return out(a, popcount(a->u[0]));
}
static IrConst *f_ctlz(Args *a) {
    return out(a, clz(a->u[0], a->bits));
}
static IrConst *f_cttz(Args *a) {
    return out(a, ctz(a->u[0], a->bits));
}
static IrConst *f_bitreverse(Args *a) {
    return out(a, reverse(a->u[0], a->bits));
}
static IrConst *f_bswap(Args *a) {
    u128 r = 0;
    for (uint32_t i = 0; i < a->bits; i += 8) r |= (a->u[0] >> i & 255) << (a->bits - 8 - i);
    return out(a, r);
}
static IrConst *funnel(Args *a, bool left) {
    uint32_t k = (uint32_t)(a->u[2] % a->bits);
    if (k == 0) return out(a, left ? a->u[0] : a->u[1]);
    if (!left) k = a->bits - k;
    return out(a, a->u[0] << k | a->u[1] >> (a->bits - k));
}
static IrConst *f_fshl(Args *a) {
    return funnel(a, true);
}
static IrConst *f_fshr(Args *a) {
    return funnel(a, false);
}

// The exact result of an operation with its overflow, for up to 64 bits.
static i128 exact(Args *a, char op, bool is_signed) {
    i128 x = is_signed ? a->s[0] : (i128)a->u[0], y = is_signed ? a->s[1] : (i128)a->u[1];
    return op == '+' ? x + y : op == '-' ? x - y : x * y;
}
static IrConst *saturated(Args *a, char op, bool is_signed) {
    if (a->bits > 64) return NULL;
    i128 r = exact(a, op, is_signed);
    i128 hi = (i128)(fold_mask(a->bits) >> is_signed), lo = is_signed ? -hi - 1 : 0;
    return out(a, (u128)(r > hi ? hi : r < lo ? lo : r));
}
static IrConst *f_sadd_sat(Args *a) {
    return saturated(a, '+', true);
}
static IrConst *f_uadd_sat(Args *a) {
    return saturated(a, '+', false);
}
static IrConst *f_ssub_sat(Args *a) {
    return saturated(a, '-', true);
}
static IrConst *f_usub_sat(Args *a) {
    return saturated(a, '-', false);
}
static IrConst *overflow(Args *a, char op, bool is_signed) { // a->t is { iN, i1 }
    if (a->bits > 63 && op == '*') return NULL;
    if (a->bits > 64) return NULL;
    i128 r = exact(a, op, is_signed);
    i128 hi = (i128)(fold_mask(a->bits) >> is_signed), lo = is_signed ? -hi - 1 : 0;
    IrConst *e[2] = {fold_put(a->t->sub[0], (u128)r), ir_int(a->t->sub[1], r > hi || r < lo)};
    return ir_agg(a->m, a->t, 2, e);
}
static IrConst *f_sadd_o(Args *a) {
    return overflow(a, '+', true);
}
static IrConst *f_uadd_o(Args *a) {
    return overflow(a, '+', false);
}
static IrConst *f_ssub_o(Args *a) {
    return overflow(a, '-', true);
}
static IrConst *f_usub_o(Args *a) {
    return overflow(a, '-', false);
}
static IrConst *f_smul_o(Args *a) {
    return overflow(a, '*', true);
}
static IrConst *f_umul_o(Args *a) {
    return overflow(a, '*', false);
}
static IrConst *f_smulhi(Args *a) {
    return a->bits > 64 ? NULL : out(a, (u128)(a->s[0] * a->s[1] >> a->bits));
}
static IrConst *f_umulhi(Args *a) {
    return a->bits > 64 ? NULL : out(a, a->u[0] * a->u[1] >> a->bits);
}
static IrConst *f_prmt(Args *a) { // PTX prmt.b32, default mode
    uint64_t from = (uint64_t)a->u[1] << 32 | (uint64_t)a->u[0];
    uint32_t r = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t sel = (uint32_t)a->u[2] >> (4 * i) & 15, byte = from >> (8 * (sel & 7)) & 255;
        if (sel & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << (8 * i);
    }
    return out(a, r);
}

// Bit fields and the like, after the pseudocode of the PTX ISA (9.7.1, 9.7.8).

static IrConst *extract_field(Args *a, bool is_signed) { // bfe
    uint32_t w = a->bits, at = (uint32_t)a->u[1] & 255, n = (uint32_t)a->u[2] & 255;
    if (n == 0) return out(a, 0);
    uint32_t top = CU_MIN(at + n - 1, w - 1);
    bool fill = is_signed && (a->u[0] >> top & 1);
    u128 field = at < w ? (a->u[0] >> at) : 0;
    uint32_t have = at < w ? CU_MIN(n, w - at) : 0;
    field &= fold_mask(have);
    return out(a, fill ? field | ~fold_mask(have) : field);
}
static IrConst *f_bfe_s(Args *a) {
    return extract_field(a, true);
}
static IrConst *f_bfe_u(Args *a) {
    return extract_field(a, false);
}
static IrConst *f_bfi(Args *a) { // the second operand with a field of the first
    uint32_t w = a->bits, at = (uint32_t)a->u[2] & 255, n = (uint32_t)a->u[3] & 255;
    if (at >= w || n == 0) return out(a, a->u[1]);
    u128 mask = fold_mask(CU_MIN(n, w - at)) << at;
    return out(a, (a->u[1] & ~mask) | (a->u[0] << at & mask));
}
static IrConst *f_bfind_u(Args *a) {
    uint32_t zeros = clz(a->u[0], a->bits);
    return out(a, zeros == a->bits ? ~(u128)0 : a->bits - 1 - zeros);
}
static IrConst *f_bfind_s(Args *a) {
    if (a->s[0] < 0) a->u[0] = ~a->u[0] & fold_mask(a->bits);
    return f_bfind_u(a);
}
static IrConst *f_bfind_shift(Args *a) {
    return out(a, a->u[0] ? clz(a->u[0], a->bits) : ~(u128)0);
}
static IrConst *f_shf_l_clamp(Args *a) { // the upper word of op1:op0 << n
    uint32_t n = (uint32_t)CU_MIN(a->u[2], (u128)32);
    return out(a, ((a->u[1] << 32 | a->u[0]) << n) >> 32);
}
static IrConst *f_shf_r_clamp(Args *a) {
    uint32_t n = (uint32_t)CU_MIN(a->u[2], (u128)32);
    return out(a, (a->u[1] << 32 | a->u[0]) >> n);
}
static IrConst *f_lop3(Args *a) {
    u128 r = 0;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t row = (a->u[0] >> i & 1) << 2 | (a->u[1] >> i & 1) << 1 | (a->u[2] >> i & 1);
        r |= (a->u[3] >> row & 1) << i;
    }
    return out(a, r);
}
static IrConst *f_sad_s(Args *a) {
    i128 d = a->s[0] < a->s[1] ? a->s[1] - a->s[0] : a->s[0] - a->s[1];
    return out(a, (u128)d + a->u[2]);
}
static IrConst *f_sad_u(Args *a) {
    u128 d = a->u[0] < a->u[1] ? a->u[1] - a->u[0] : a->u[0] - a->u[1];
    return out(a, d + a->u[2]);
}
static IrConst *f_swap_halves(Args *a) {
    return out(a, a->u[0] << 32 | a->u[0] >> 32);
}
static IrConst *f_same(Args *a) {
    return out(a, a->u[0]);
}

// ---- floating point ----

static IrConst *fp(Args *a, double v) {
    return fold_put_fp(a->m, a->t, v);
}
static IrConst *f_fabs(Args *a) {
    return fp(a, fabs(a->f[0]));
}
static IrConst *f_floor(Args *a) {
    return fp(a, floor(a->f[0]));
}
static IrConst *f_ceil(Args *a) {
    return fp(a, ceil(a->f[0]));
}
static IrConst *f_trunc(Args *a) {
    return fp(a, trunc(a->f[0]));
}
static IrConst *f_rint(Args *a) {
    return fp(a, rint(a->f[0]));
}
static IrConst *f_round(Args *a) {
    return fp(a, round(a->f[0]));
}
static IrConst *f_sqrt(Args *a) {
    return fp(a, a->t->kind == IR_TY_FLOAT ? (double)sqrtf((float)a->f[0]) : sqrt(a->f[0]));
}
static IrConst *f_fma(Args *a) {
    if (a->t->kind == IR_TY_FLOAT) {
        return fp(a, (double)fmaf((float)a->f[0], (float)a->f[1], (float)a->f[2]));
    }
    return a->t->kind == IR_TY_DOUBLE ? fp(a, fma(a->f[0], a->f[1], a->f[2])) : NULL;
}
static IrConst *f_copysign(Args *a) {
    return fp(a, copysign(a->f[0], a->f[1]));
}
static IrConst *f_minnum(Args *a) {
    if (a->f[0] == 0 && a->f[1] == 0) return NULL; // sign of zero
    return fp(a, fmin(a->f[0], a->f[1]));
}
static IrConst *f_maxnum(Args *a) {
    if (a->f[0] == 0 && a->f[1] == 0) return NULL;
    return fp(a, fmax(a->f[0], a->f[1]));
}

static const FoldFn fold_table[IR_NINTRINS] = {
    [IR_I_abs] = f_abs,
    [IR_I_smin] = f_smin,
    [IR_I_smax] = f_smax,
    [IR_I_umin] = f_umin,
    [IR_I_umax] = f_umax,
    [IR_I_ctpop] = f_ctpop,
    [IR_I_ctlz] = f_ctlz,
    [IR_I_cttz] = f_cttz,
    [IR_I_bitreverse] = f_bitreverse,
    [IR_I_bswap] = f_bswap,
    [IR_I_fshl] = f_fshl,
    [IR_I_fshr] = f_fshr,
    [IR_I_sadd_sat] = f_sadd_sat,
    [IR_I_uadd_sat] = f_uadd_sat,
    [IR_I_ssub_sat] = f_ssub_sat,
    [IR_I_usub_sat] = f_usub_sat,
    [IR_I_sadd_with_overflow] = f_sadd_o,
    [IR_I_uadd_with_overflow] = f_uadd_o,
    [IR_I_ssub_with_overflow] = f_ssub_o,
    [IR_I_usub_with_overflow] = f_usub_o,
    [IR_I_smul_with_overflow] = f_smul_o,
    [IR_I_umul_with_overflow] = f_umul_o,
    [IR_I_nvvm_mulhi_i] = f_smulhi,
    [IR_I_nvvm_mulhi_ui] = f_umulhi,
    [IR_I_nvvm_mulhi_ll] = f_smulhi,
    [IR_I_nvvm_mulhi_ull] = f_umulhi,
    [IR_I_nvvm_mulhi_s] = f_smulhi,
    [IR_I_nvvm_mulhi_us] = f_umulhi,
    [IR_I_nvvm_prmt] = f_prmt,
    [IR_I_nvvm_brev32] = f_bitreverse,
    [IR_I_nvvm_brev64] = f_bitreverse,
    [IR_I_nvvm_popc_i] = f_ctpop,
    [IR_I_nvvm_popc_ll] = f_ctpop,
    [IR_I_nvvm_clz_i] = f_ctlz,
    [IR_I_nvvm_clz_ll] = f_ctlz,
    [IR_I_nvvm_abs_i] = f_abs,
    [IR_I_nvvm_abs_ll] = f_abs,
    [IR_I_nvvm_min_i] = f_smin,
    [IR_I_nvvm_min_ll] = f_smin,
    [IR_I_nvvm_min_ui] = f_umin,
    [IR_I_nvvm_min_ull] = f_umin,
    [IR_I_nvvm_max_i] = f_smax,
    [IR_I_nvvm_max_ll] = f_smax,
    [IR_I_nvvm_max_ui] = f_umax,
    [IR_I_nvvm_max_ull] = f_umax,
    [IR_I_nvvm_sad_i] = f_sad_s,
    [IR_I_nvvm_sad_s] = f_sad_s,
    [IR_I_nvvm_sad_ll] = f_sad_s,
    [IR_I_nvvm_sad_ui] = f_sad_u,
    [IR_I_nvvm_sad_us] = f_sad_u,
    [IR_I_nvvm_sad_ull] = f_sad_u,
    [IR_I_nvvm_bfe_s32] = f_bfe_s,
    [IR_I_nvvm_bfe_s64] = f_bfe_s,
    [IR_I_nvvm_bfe_u32] = f_bfe_u,
    [IR_I_nvvm_bfe_u64] = f_bfe_u,
    [IR_I_nvvm_bfi_b32] = f_bfi,
    [IR_I_nvvm_bfi_b64] = f_bfi,
    [IR_I_nvvm_bfind_s32] = f_bfind_s,
    [IR_I_nvvm_bfind_s64] = f_bfind_s,
    [IR_I_nvvm_bfind_u32] = f_bfind_u,
    [IR_I_nvvm_bfind_u64] = f_bfind_u,
    [IR_I_nvvm_bfind_shiftamt_u32] = f_bfind_shift,
    [IR_I_nvvm_shf_l_clamp] = f_shf_l_clamp,
    [IR_I_nvvm_shf_r_clamp] = f_shf_r_clamp,
    [IR_I_nvvm_lop3] = f_lop3,
    [IR_I_nvvm_swap_lo_hi_b64] = f_swap_halves,
    [IR_I_nvvm_move_i16] = f_same,
    [IR_I_nvvm_move_i32] = f_same,
    [IR_I_nvvm_move_i64] = f_same,
    [IR_I_fabs] = f_fabs,
    [IR_I_floor] = f_floor,
    [IR_I_ceil] = f_ceil,
    [IR_I_trunc] = f_trunc,
    [IR_I_rint] = f_rint,
    [IR_I_nearbyint] = f_rint,
    [IR_I_roundeven] = f_rint,
    [IR_I_round] = f_round,
    [IR_I_sqrt] = f_sqrt,
    [IR_I_fma] = f_fma,
    [IR_I_copysign] = f_copysign,
    [IR_I_minnum] = f_minnum,
    [IR_I_maxnum] = f_maxnum,
};

static IrConst *fold_lane(IrModule *m, IrIntrin id, IrType *t, uint32_t n, IrConst *const *arg) {
    Args a = {.m = m, .t = t};
    for (uint32_t k = 0; k < n; k++) {
        const IrType *at = arg[k]->v.type;
        if (at->kind == IR_TY_INT) {
            if (!fold_get(arg[k], &a.u[k])) return NULL;
            a.s[k] = fold_signed(a.u[k], at->bits);
            if (k == 0) a.bits = at->bits;
        } else {
            if (!fold_get_fp(arg[k], &a.f[k])) return NULL;
            // a function may flush single subnormals to zero
            if (at->kind == IR_TY_FLOAT && a.f[k] != 0 && fabs(a.f[k]) < 0x1p-126) return NULL;
        }
    }
    return fold_table[id](&a);
}

IrConst *ir_fold_intrin(IrModule *m, IrIntrin id, IrType *t, uint32_t n, IrConst *const *arg) {
    if (id == IR_I_expect || id == IR_I_expect_with_probability || id == IR_I_ssa_copy)
        return arg[0];
    if (id == IR_I_is_constant) return arg[0]->v.kind < IR_C_EXPR ? ir_true(m) : NULL;
    if (n == 0 || n > 4) return NULL;
    if (!fold_table[id]) return fold_nvvm(m, id, t, n, arg);
    if (t->kind != IR_TY_VECTOR) return fold_lane(m, id, t, n, arg);
    IrConst *lane[64], *e[4];
    if (t->n > 64) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            e[k] = arg[k]->v.type->kind == IR_TY_VECTOR ? ir_elem(m, arg[k], i) : arg[k];
            if (!e[k]) return NULL;
        }
        lane[i] = fold_lane(m, id, t->elem, n, e);
        if (!lane[i]) return NULL;
    }
    return ir_agg(m, t, (uint32_t)t->n, lane);
}
