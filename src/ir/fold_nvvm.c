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
#include "ir/intrin_id.h"

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

static const Row rows[] = {
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

static ApfFormat format_of(const IrType *type) {
    return type->kind == IR_TY_DOUBLE ? APF_F64 : APF_F32;
}

static bool is_single_or_double(const IrType *type) {
    return is_any_of(type->kind, IR_TY_FLOAT, IR_TY_DOUBLE);
}

// A float operand as the operation sees it; false: left to the machine.
static bool read(const Row *r, const IrConst *constant, ApFloat *v) {
    if (constant->v.kind != IR_C_FP || !is_single_or_double(constant->v.type)) return false;
    *v = apf_from_bits(format_of(constant->v.type), constant->bits);
    if (apf_is_nan(*v)) return false;
    if (v->fmt == APF_F64 || !apf_is_subnormal(*v)) return true;
    *v = apf_flush(*v);
    return r->ftz;
}

// The result as a constant; NULL where it is one that is left to the machine (see the file's head).
static IrConst *write(IrModule *module, const Row *rule, IrType *result, ApFloat arg,
                      uint32_t flags) {
    if (apf_is_nan(arg) || !is_single_or_double(result)) return NULL;
    if (arg.fmt == APF_F32) {
        bool smallest = arg.cat == APC_NORMAL && (apf_to_bits(arg) & 0x7fffffff) == 0x00800000;
        if (smallest && (flags & APF_INEXACT)) return NULL;
        if (apf_is_subnormal(arg)) {
            if (!rule->ftz) return NULL;
            arg = apf_flush(arg);
        }
    }
    return ir_fp_bits(module, result, (uint64_t)apf_to_bits(arg), 0);
}

// The operation on its operands, with what was inexact about it in `flags`. False: left to the
// machine.
static bool arithmetic(const Row *row, const ApFloat *arg, ApFloat *v, uint32_t *flags) {
    ApfRound round = (ApfRound)row->round;
    ApfFormat format = (ApfFormat)arg[0].fmt;
    ApFloat one = apf_convert(apf_f32(1), format, APF_RNE, NULL);
    switch ((Kind)row->kind) {
    case ADD: *v = apf_add(arg[0], arg[1], round, flags); return true;
    case SUB: *v = apf_sub(arg[0], arg[1], round, flags); return true;
    case MUL: *v = apf_mul(arg[0], arg[1], round, flags); return true;
    case DIV: *v = apf_div(arg[0], arg[1], round, flags); return true;
    case FMA: *v = apf_fma(arg[0], arg[1], arg[2], round, flags); return true;
    case RCP: *v = apf_div(one, arg[0], round, flags); return true;
    case SQRT: *v = apf_sqrt(arg[0], round, flags); return true;
    case MIN: *v = apf_min_num(arg[0], arg[1]); return true;
    case MAX: *v = apf_max_num(arg[0], arg[1]); return true;
    case ROUND: *v = apf_round_int(arg[0], round, NULL); return true;
    case FABS: *v = apf_abs(arg[0]); return true;
    case SATURATE: {
        if (apf_is_zero(arg[0]) && arg[0].sign) return false;
        ApFloat low = arg[0].sign ? apf_zero(format, false) : arg[0];
        *v = apf_min_num(low, one);
        return true;
    }
    default: return false;
    }
}

// How many operands the operation has.
static uint32_t count(Kind k) {
    if (k == FMA) return 3;
    bool two = k <= DIV || is_any_of(k, MIN, MAX, LOHI);
    return two ? 2 : 1;
}

// Integer to float.
static IrConst *from_int(IrModule *module, const Row *r, IrType *result, const IrConst *constant) {
    if (constant->v.kind != IR_C_INT || constant->v.type->bits > 64) return NULL;
    uint32_t flags = 0;
    ApInt i = apint_from_u64(constant->v.type->bits, constant->bits);
    ApFloat v =
        apf_from_int(format_of(result), i, r->kind == FROM_SIGNED, (ApfRound)r->round, &flags);
    return write(module, r, result, v, flags);
}

// Float to integer; NULL out of range.
static IrConst *to_int(const Row *r, IrType *result, const IrConst *constant) {
    ApFloat x;
    if (!read(r, constant, &x)) return NULL;
    uint32_t flags = 0;
    ApInt i = apf_to_int(x, result->bits, r->kind == TO_SIGNED, (ApfRound)r->round, &flags);
    return flags & APF_INVALID ? NULL : fold_put(result, apint_u64(&i));
}

// Words of a double, and the same bits as another type.
static IrConst *words(IrModule *module, Kind kind, IrType *result, IrConst *const *arg) {
    for (uint32_t n = 0; n < count(kind); n++) {
        if (!is_any_of(arg[n]->v.kind, IR_C_INT, IR_C_FP)) return NULL;
    }
    uint64_t bits = arg[0]->bits;
    if (kind == LOHI) bits |= arg[1]->bits << 32;
    if (kind == HIGH) bits >>= 32;
    return ir_ty_is_int(result) ? fold_put(result, bits) : ir_fp_bits(module, result, bits, 0);
}

// The intrinsics of the table above; NULL for others.
IrConst *fold_nvvm(IrModule *module, IrIntrin id, IrType *result, uint32_t n, IrConst *const *arg) {
    static const Row none;
    const Row *row = id < CU_COUNT(rows) ? &rows[id] : &none;
    Kind kind = (Kind)row->kind;
    if (kind == NONE || n != count(kind)) return NULL;
    if (is_any_of(kind, FROM_SIGNED, FROM_UNSIGNED)) return from_int(module, row, result, arg[0]);
    if (is_any_of(kind, TO_SIGNED, TO_UNSIGNED)) return to_int(row, result, arg[0]);
    if (kind >= LOHI) return words(module, kind, result, arg);

    ApFloat operand[3], v;
    uint32_t flags = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!read(row, arg[i], &operand[i])) return NULL;
    }
    if (kind == CONVERT) {
        v = apf_convert(operand[0], format_of(result), (ApfRound)row->round, &flags);
    } else if (!arithmetic(row, operand, &v, &flags)) {
        return NULL;
    }
    return write(module, row, result, v, flags);
}
