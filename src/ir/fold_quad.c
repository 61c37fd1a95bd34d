// SPDX-License-Identifier: Apache-2.0
// Constant folding of fp128, with base/apfloat. As in fold.c results that are NaN are left to the
// machine, and so are conversions to integers out of range.
#include "base/apfloat.h"
#include "ir/fold_int.h"

// The format of a type; false for those that apfloat does not have.
static bool format_of(const IrType *type, ApfFormat *found) {
    static const uint8_t formats[IR_TY_TARGET + 1] = {
        // + 1
        [IR_TY_HALF] = 1 + APF_F16,   [IR_TY_BFLOAT] = 1 + APF_BF16, [IR_TY_FLOAT] = 1 + APF_F32,
        [IR_TY_DOUBLE] = 1 + APF_F64, [IR_TY_FP128] = 1 + APF_F128,
    };
    *found = (ApfFormat)(formats[type->kind] - 1);
    return formats[type->kind] != 0;
}

// The number of a constant; zero may be spelt null. False for what is no number.
static bool get(const IrConst *constant, ApFloat *arg) {
    ApfFormat f;
    if (!format_of(constant->v.type, &f)) return false;
    if (constant->v.kind != IR_C_FP) {
        *arg = apf_zero(f, false);
        return ir_is_zero(&constant->v);
    }
    const uint64_t *w = ir_words(constant);
    *arg = apf_from_bits(f, constant->v.type->bits == 128 ? (u128)w[1] << 64 | w[0] : w[0]);
    return true;
}

static IrConst *put(IrModule *module, IrType *wanted, ApFloat a) {
    u128 bits = apf_to_bits(a);
    return apf_is_nan(a) ? NULL
                         : ir_fp_bits(module, wanted, (uint64_t)bits, (uint64_t)(bits >> 64));
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
    static const uint8_t relations[] = {[APF_EQ] = 1, [APF_GT] = 2, [APF_LT] = 4, [APF_UN] = 8};
    return ir_int(module->ty_i1, (p & relations[apf_cmp(a, b)]) != 0);
}

// One side of the cast is fp128.
IrConst *fold_quad_cast(IrModule *module, IrOp op, IrConst *constant, IrType *target) {
    ApFloat arg;
    ApfFormat format;
    u128 v;
    uint32_t flags = 0;
    bool sign = is_any_of(op, IR_SITOFP, IR_FPTOSI);
    switch (op) {
    case IR_FPTRUNC:
    case IR_FPEXT:
        if (!get(constant, &arg) || !format_of(target, &format)) return NULL;
        arg = apf_convert(arg, format, APF_RNE, NULL);
        // a function may flush single subnormals to zero
        if (target->kind == IR_TY_FLOAT && apf_is_subnormal(arg)) return NULL;
        return put(module, target, arg);
    case IR_UITOFP:
    case IR_SITOFP:
        if (!fold_get(constant, &v)) return NULL;
        return put(module, target,
                   apf_from_int(APF_F128, apint_from_u128(constant->v.type->bits, v), sign, APF_RNE,
                                NULL));
    case IR_FPTOUI:
    case IR_FPTOSI: {
        if (target->bits > 128 || !get(constant, &arg)) return NULL;
        ApInt i = apf_to_int(arg, target->bits, sign, APF_RTZ, &flags);
        return flags & APF_INVALID ? NULL : fold_put(target, apint_u128(&i));
    }
    default: return NULL;
    }
}
