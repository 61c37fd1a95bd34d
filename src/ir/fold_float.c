// SPDX-License-Identifier: Apache-2.0
// Constant folding of floating point, all types alike: by base/apfloat, which rounds every result
// once. What is left to the machine on purpose stands at the head of fold.c. NVVM's own arithmetic,
// which may flush and round otherwise, is fold_nvvm.c.
#include "base/apfloat.h"
#include "ir/fold_int.h"

// The format of a type; false for those that no operation is folded of.
static bool format_of(const IrType *type, ApfFormat *found) {
    static const uint8_t formats[IR_TY_TARGET + 1] = {
        // + 1
        [IR_TY_HALF] = 1 + APF_F16,   [IR_TY_BFLOAT] = 1 + APF_BF16, [IR_TY_FLOAT] = 1 + APF_F32,
        [IR_TY_DOUBLE] = 1 + APF_F64, [IR_TY_FP128] = 1 + APF_F128,  [IR_TY_X86_FP80] = 1 + APF_X87,
    };
    *found = (ApfFormat)(formats[type->kind] - 1);
    return formats[type->kind] != 0;
}

static IrConst *constant_of(IrModule *module, IrType *type, ApFloat value) {
    u128 bits = apf_to_bits(value);
    return ir_fp_bits(module, type, (uint64_t)bits, (uint64_t)(bits >> 64));
}

// Rounded once: `v` is the exact value that is meant.
IrConst *ir_fp(IrModule *module, IrType *wanted, double v) {
    ApfFormat format;
    // ppc_fp128 is the sum of two doubles, and the second may be 0
    if (!format_of(wanted, &format)) format = APF_F64;
    return constant_of(module, wanted, apf_convert(apf_f64(v), format, APF_RNE, NULL));
}

// What a function may flush to zero, so that we do not know the result.
static bool may_be_flushed(ApFloat value) {
    return value.fmt == APF_F32 && apf_is_subnormal(value);
}

bool fold_get_float(const IrConst *constant, ApFloat *value) {
    ApfFormat format;
    if (constant->v.kind != IR_C_FP || !format_of(constant->v.type, &format)) return false;
    const uint64_t *words = ir_words(constant);
    u128 high = apf_info[format].bits > 64 ? (u128)words[1] << 64 : 0;
    *value = apf_from_bits(format, high | words[0]);
    return !may_be_flushed(*value);
}

IrConst *fold_put_float(IrModule *module, IrType *wanted, ApFloat value) {
    if (apf_is_nan(value) || may_be_flushed(value)) return NULL;
    return constant_of(module, wanted, value);
}

// Rounded to nearest even, as the default environment of LLVM is.
IrConst *fold_float_bin(IrModule *module, IrOp op, IrConst *left, IrConst *right) {
    ApFloat a, b;
    if (!fold_get_float(left, &a) || !fold_get_float(right, &b)) return NULL;
    IrType *type = left->v.type;
    switch (op) {
    case IR_FADD: return fold_put_float(module, type, apf_add(a, b, APF_RNE, NULL));
    case IR_FSUB: return fold_put_float(module, type, apf_sub(a, b, APF_RNE, NULL));
    case IR_FMUL: return fold_put_float(module, type, apf_mul(a, b, APF_RNE, NULL));
    case IR_FDIV: return fold_put_float(module, type, apf_div(a, b, APF_RNE, NULL));
    case IR_FREM: return fold_put_float(module, type, apf_rem(a, b, NULL));
    default: return NULL;
    }
}

// A predicate is the set of relations that it accepts: 1 equal, 2 greater, 4 less, 8 unordered.
IrConst *fold_float_cmp(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    static const uint8_t relations[] = {[APF_EQ] = 1, [APF_GT] = 2, [APF_LT] = 4, [APF_UN] = 8};
    ApFloat a, b;
    if (is_any_of(pred, IR_FCMP_FALSE, IR_FCMP_TRUE))
        return ir_int(module->ty_i1, pred == IR_FCMP_TRUE);
    if (!fold_get_float(left, &a) || !fold_get_float(right, &b)) return NULL;
    return ir_int(module->ty_i1, (pred & relations[apf_cmp(a, b)]) != 0);
}

static IrConst *float_to_float(IrModule *module, IrConst *constant, IrType *target) {
    ApFloat value;
    ApfFormat format;
    if (!fold_get_float(constant, &value) || !format_of(target, &format)) return NULL;
    return fold_put_float(module, target, apf_convert(value, format, APF_RNE, NULL));
}

// Towards zero. Out of range is poison in LLVM and saturates on the machine: left alone.
static IrConst *float_to_int(IrConst *constant, IrType *target, bool is_signed) {
    ApFloat value;
    uint32_t flags = 0;
    if (target->bits > 128 || !fold_get_float(constant, &value)) return NULL;
    ApInt integer = apf_to_int(value, target->bits, is_signed, APF_RTZ, &flags);
    return flags & APF_INVALID ? NULL : fold_put(target, apint_u128(&integer));
}

static IrConst *int_to_float(IrModule *module, IrConst *constant, IrType *target, bool is_signed) {
    u128 bits;
    ApfFormat format;
    if (!fold_get(constant, &bits) || !format_of(target, &format)) return NULL;
    ApInt integer = apint_from_u128(constant->v.type->bits, bits);
    return fold_put_float(module, target, apf_from_int(format, integer, is_signed, APF_RNE, NULL));
}

IrConst *fold_float_cast(IrModule *module, IrOp op, IrConst *constant, IrType *target) {
    switch (op) {
    case IR_FPTRUNC:
    case IR_FPEXT: return float_to_float(module, constant, target);
    case IR_UITOFP:
    case IR_SITOFP: return int_to_float(module, constant, target, op == IR_SITOFP);
    case IR_FPTOUI:
    case IR_FPTOSI: return float_to_int(constant, target, op == IR_FPTOSI);
    default: return NULL;
    }
}
