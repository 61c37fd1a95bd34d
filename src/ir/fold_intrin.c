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
    if (!fold_table[id] || n == 0 || n > 4) return NULL;
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
