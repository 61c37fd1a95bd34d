// SPDX-License-Identifier: Apache-2.0
// Folding of NVVM's arithmetic intrinsics: what PTX computes exactly, to its very bits, whatever
// the rounding mode. What the hardware approximates (rcp.approx, ex2.approx, sin.approx ...) is not
// folded: two GPUs may differ.
//
// Left alone besides: NaN as a result (its bits are the machine's); single-precision subnormals,
// operand or result, unless the intrinsic says that it flushes them: the function may; a flushing
// result that rounding brought up to the smallest normal number; conversions to integers out of
// range; the sign of a saturated -0.
#include "base/apfloat.h"
#include "ir/fold_int.h"

typedef enum {
    NONE,
    ADD,
    SUB,
    MUL,
    DIV,
    FMA,
    RCP,
    SQRT,
    MIN,
    MAX,
    ROUND, // to an integral value
    SATURATE,
    FABS,
    CONVERT,
    TO_SIGNED,
    TO_UNSIGNED,
    FROM_SIGNED,
    FROM_UNSIGNED,
    LOHI,
    LOW,
    HIGH,
    BITS,
} Kind;

typedef struct {
    uint8_t kind, round;
    bool ftz;
} Row;

#define BOTH(op, rnd, KIND, R)                                                                     \
    [IR_I_nvvm_##op##_##rnd##_f] = {KIND, R}, [IR_I_nvvm_##op##_##rnd##_d] = {KIND, R},            \
    [IR_I_nvvm_##op##_##rnd##_ftz_f] = {KIND, R, true}
#define ROUNDED(op, KIND)                                                                          \
    BOTH(op, rn, KIND, APF_RNE), BOTH(op, rz, KIND, APF_RTZ), BOTH(op, rm, KIND, APF_RDN),         \
        BOTH(op, rp, KIND, APF_RUP)
#define PLAIN(op, KIND, R)                                                                         \
    [IR_I_nvvm_##op##_f] = {KIND, R}, [IR_I_nvvm_##op##_d] = {KIND, R},                            \
    [IR_I_nvvm_##op##_ftz_f] = {KIND, R, true}
#define CVT(op, KIND)                                                                              \
    [IR_I_nvvm_##op##_rn] = {KIND, APF_RNE}, [IR_I_nvvm_##op##_rz] = {KIND, APF_RTZ},              \
    [IR_I_nvvm_##op##_rm] = {KIND, APF_RDN}, [IR_I_nvvm_##op##_rp] = {KIND, APF_RUP}
#define CVT_FTZ(op, KIND)                                                                          \
    CVT(op, KIND), [IR_I_nvvm_##op##_rn_ftz] = {KIND, APF_RNE, true},                              \
                   [IR_I_nvvm_##op##_rz_ftz] = {KIND, APF_RTZ, true},                              \
                   [IR_I_nvvm_##op##_rm_ftz] = {KIND, APF_RDN, true},                              \
                   [IR_I_nvvm_##op##_rp_ftz] = {KIND, APF_RUP, true}

static const Row rows[IR_NINTRINS] = {
    ROUNDED(add, ADD),
    ROUNDED(sub, SUB),
    ROUNDED(mul, MUL),
    ROUNDED(div, DIV),
    ROUNDED(fma, FMA),
    ROUNDED(rcp, RCP),
    ROUNDED(sqrt, SQRT),
    PLAIN(fmin, MIN, 0),
    PLAIN(fmax, MAX, 0),
    PLAIN(floor, ROUND, APF_RDN),
    PLAIN(ceil, ROUND, APF_RUP),
    PLAIN(trunc, ROUND, APF_RTZ),
    PLAIN(round, ROUND, APF_RNE), // cvt.rni
    PLAIN(saturate, SATURATE, 0),
    PLAIN(fabs, FABS, 0),
    CVT_FTZ(d2f, CONVERT),
    CVT_FTZ(f2i, TO_SIGNED),
    CVT_FTZ(f2ll, TO_SIGNED),
    CVT_FTZ(f2ui, TO_UNSIGNED),
    CVT_FTZ(f2ull, TO_UNSIGNED),
    CVT(d2i, TO_SIGNED),
    CVT(d2ll, TO_SIGNED),
    CVT(d2ui, TO_UNSIGNED),
    CVT(d2ull, TO_UNSIGNED),
    CVT(i2f, FROM_SIGNED),
    CVT(ll2f, FROM_SIGNED),
    CVT(ui2f, FROM_UNSIGNED),
    CVT(ull2f, FROM_UNSIGNED),
    CVT(i2d, FROM_SIGNED),
    CVT(ll2d, FROM_SIGNED),
    CVT(ui2d, FROM_UNSIGNED),
    CVT(ull2d, FROM_UNSIGNED),
    [IR_I_nvvm_lohi_i2d] = {LOHI},
    [IR_I_nvvm_d2i_lo] = {LOW},
    [IR_I_nvvm_d2i_hi] = {HIGH},
    [IR_I_nvvm_bitcast_f2i] = {BITS},
    [IR_I_nvvm_bitcast_i2f] = {BITS},
    [IR_I_nvvm_bitcast_d2ll] = {BITS},
    [IR_I_nvvm_bitcast_ll2d] = {BITS},
};

static ApfFormat format_of(const IrType *t) {
    return t->kind == IR_TY_DOUBLE ? APF_F64 : APF_F32;
}

static bool is_single_or_double(const IrType *t) {
    return t->kind == IR_TY_FLOAT || t->kind == IR_TY_DOUBLE;
}

// A float operand as the operation sees it; false: left to the machine.
static bool read(const Row *r, const IrConst *c, ApFloat *v) {
    if (c->v.kind != IR_C_FP || !is_single_or_double(c->v.type)) return false;
    *v = apf_from_bits(format_of(c->v.type), c->bits);
    if (apf_is_nan(*v)) return false;
    if (v->fmt == APF_F64 || !apf_is_subnormal(*v)) return true;
    *v = apf_flush(*v);
    return r->ftz;
}

static IrConst *write(IrModule *m, const Row *r, IrType *t, ApFloat v, uint32_t flags) {
    if (apf_is_nan(v) || !is_single_or_double(t)) return NULL;
    if (v.fmt == APF_F32) {
        bool smallest = v.cat == APC_NORMAL && (apf_to_bits(v) & 0x7fffffff) == 0x00800000;
        if (smallest && (flags & APF_INEXACT)) return NULL;
        if (apf_is_subnormal(v)) {
            if (!r->ftz) return NULL;
            v = apf_flush(v);
        }
    }
    return ir_fp_bits(m, t, (uint64_t)apf_to_bits(v), 0);
}

static bool arithmetic(const Row *r, const ApFloat *x, ApFloat *v, uint32_t *flags) {
    ApfRound round = (ApfRound)r->round;
    ApfFormat f = (ApfFormat)x[0].fmt;
    ApFloat one = apf_convert(apf_f32(1), f, APF_RNE, NULL);
    switch ((Kind)r->kind) {
    case ADD: *v = apf_add(x[0], x[1], round, flags); return true;
    case SUB: *v = apf_sub(x[0], x[1], round, flags); return true;
    case MUL: *v = apf_mul(x[0], x[1], round, flags); return true;
    case DIV: *v = apf_div(x[0], x[1], round, flags); return true;
    case FMA: *v = apf_fma(x[0], x[1], x[2], round, flags); return true;
    case RCP: *v = apf_div(one, x[0], round, flags); return true;
    case SQRT: *v = apf_sqrt(x[0], round, flags); return true;
    case MIN: *v = apf_min_num(x[0], x[1]); return true;
    case MAX: *v = apf_max_num(x[0], x[1]); return true;
    case ROUND: *v = apf_round_int(x[0], round, NULL); return true;
    case FABS: *v = apf_abs(x[0]); return true;
    case SATURATE: {
        if (apf_is_zero(x[0]) && x[0].sign) return false;
        ApFloat low = x[0].sign ? apf_zero(f, false) : x[0];
        *v = apf_min_num(low, one);
        return true;
    }
    default: return false;
    }
}

static uint32_t count(Kind k) {
    return k == FMA ? 3 : k <= DIV || k == MIN || k == MAX || k == LOHI ? 2 : 1;
}

static IrConst *from_int(IrModule *m, const Row *r, IrType *t, const IrConst *c) {
    if (c->v.kind != IR_C_INT || c->v.type->bits > 64) return NULL;
    uint32_t flags = 0;
    ApInt i = apint_from_u64(c->v.type->bits, c->bits);
    ApFloat v = apf_from_int(format_of(t), i, r->kind == FROM_SIGNED, (ApfRound)r->round, &flags);
    return write(m, r, t, v, flags);
}

static IrConst *to_int(const Row *r, IrType *t, const IrConst *c) {
    ApFloat x;
    if (!read(r, c, &x)) return NULL;
    uint32_t flags = 0;
    ApInt i = apf_to_int(x, t->bits, r->kind == TO_SIGNED, (ApfRound)r->round, &flags);
    return flags & APF_INVALID ? NULL : fold_put(t, apint_u64(&i));
}

// Words of a double, and the same bits as another type.
static IrConst *words(IrModule *m, Kind k, IrType *t, IrConst *const *arg) {
    for (uint32_t n = 0; n < count(k); n++) {
        if (arg[n]->v.kind != IR_C_INT && arg[n]->v.kind != IR_C_FP) return NULL;
    }
    uint64_t bits = arg[0]->bits;
    if (k == LOHI) bits |= arg[1]->bits << 32;
    if (k == HIGH) bits >>= 32;
    return ir_ty_is_int(t) ? fold_put(t, bits) : ir_fp_bits(m, t, bits, 0);
}

IrConst *fold_nvvm(IrModule *m, IrIntrin id, IrType *t, uint32_t n, IrConst *const *arg) {
    const Row *r = &rows[id];
    Kind k = (Kind)r->kind;
    if (k == NONE || n != count(k)) return NULL;
    if (k == FROM_SIGNED || k == FROM_UNSIGNED) return from_int(m, r, t, arg[0]);
    if (k == TO_SIGNED || k == TO_UNSIGNED) return to_int(r, t, arg[0]);
    if (k >= LOHI) return words(m, k, t, arg);

    ApFloat x[3], v;
    uint32_t flags = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!read(r, arg[i], &x[i])) return NULL;
    }
    if (k == CONVERT) {
        v = apf_convert(x[0], format_of(t), (ApfRound)r->round, &flags);
    } else if (!arithmetic(r, x, &v, &flags)) {
        return NULL;
    }
    return write(m, r, t, v, flags);
}
