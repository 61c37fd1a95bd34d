// SPDX-License-Identifier: Apache-2.0
// Constant folding of fp128, with base/apfloat. As in fold.c results that are NaN are left to the
// machine, and so are conversions to integers out of range.
#include "base/apfloat.h"
#include "ir/fold_int.h"

// The format of a type; false for those that apfloat does not have.
static bool format_of(const IrType *type, ApfFormat *apf_format) {
    switch (type->kind) {
    case IR_TY_HALF: *apf_format = APF_F16; return true;
    case IR_TY_BFLOAT: *apf_format = APF_BF16; return true;
    case IR_TY_FLOAT: *apf_format = APF_F32; return true;
    case IR_TY_DOUBLE: *apf_format = APF_F64; return true;
    case IR_TY_FP128: *apf_format = APF_F128; return true;
    default: return false;
    }
}

// The number of a constant; zero may be spelt null. False for what is no number.
static bool get(const IrConst *constant, ApFloat *ap_float) {
    ApfFormat f;
    if (!format_of(constant->v.type, &f)) return false;
    if (constant->v.kind != IR_C_FP) {
        *ap_float = apf_zero(f, false);
        return ir_is_zero(&constant->v);
    }
    const uint64_t *w = ir_words(constant);
    *ap_float = apf_from_bits(f, constant->v.type->bits == 128 ? (u128)w[1] << 64 | w[0] : w[0]);
    return true;
}

static IrConst *put(IrModule *module, IrType *type, ApFloat a) {
    u128 bits = apf_to_bits(a);
    return apf_is_nan(a) ? NULL : ir_fp_bits(module, type, (uint64_t)bits, (uint64_t)(bits >> 64));
}

// Rounded to nearest even, as the default environment of LLVM is.
IrConst *fold_quad_bin(IrModule *module, IrOp op, IrConst *left, IrConst *right) {
    ApFloat a, b;
    if (!get(left, &a) || !get(right, &b)) return NULL;
    switch (op) {
    case IR_FADD: return put(module, left->v.type, apf_add(a, b, APF_RNE, NULL));
    case IR_FSUB: return put(module, left->v.type, apf_sub(a, b, APF_RNE, NULL));
    case IR_FMUL: return put(module, left->v.type, apf_mul(a, b, APF_RNE, NULL));
    case IR_FDIV: return put(module, left->v.type, apf_div(a, b, APF_RNE, NULL));
    case IR_FREM: return put(module, left->v.type, apf_rem(a, b, NULL));
    default: return NULL;
    }
}

// Predicates are sets of relations, as in fold.c.
IrConst *fold_quad_cmp(IrModule *module, IrPred p, IrConst *left, IrConst *right) {
    ApFloat a, b;
    if (!get(left, &a) || !get(right, &b)) return NULL;
    ApfCmp c = apf_cmp(a, b);
    uint32_t relation = 8;
    if (c == APF_EQ) relation = 1;
    if (c == APF_GT) relation = 2;
    if (c == APF_LT) relation = 4;
    return ir_int(module->ty_i1, (p & relation) != 0);
}

// One side of the cast is fp128.
IrConst *fold_quad_cast(IrModule *module, IrOp op, IrConst *constant, IrType *type) {
    ApFloat ap_float;
    ApfFormat apf_format;
    u128 v;
    uint32_t flags = 0;
    bool sign = op == IR_SITOFP || op == IR_FPTOSI;
    switch (op) {
    case IR_FPTRUNC:
    case IR_FPEXT:
        if (!get(constant, &ap_float) || !format_of(type, &apf_format)) return NULL;
        ap_float = apf_convert(ap_float, apf_format, APF_RNE, NULL);
        // a function may flush single subnormals to zero
        if (type->kind == IR_TY_FLOAT && apf_is_subnormal(ap_float)) return NULL;
        return put(module, type, ap_float);
    case IR_UITOFP:
    case IR_SITOFP:
        if (!fold_get(constant, &v)) return NULL;
        return put(module, type,
                   apf_from_int(APF_F128, apint_from_u128(constant->v.type->bits, v), sign, APF_RNE,
                                NULL));
    case IR_FPTOUI:
    case IR_FPTOSI: {
        if (type->bits > 128 || !get(constant, &ap_float)) return NULL;
        ApInt i = apf_to_int(ap_float, type->bits, sign, APF_RTZ, &flags);
        return flags & APF_INVALID ? NULL : fold_put(type, apint_u128(&i));
    }
    default: return NULL;
    }
}
