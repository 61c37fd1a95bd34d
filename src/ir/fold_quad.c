// SPDX-License-Identifier: Apache-2.0
// Constant folding of fp128, with base/apfloat. As in fold.c results that are NaN are left to the
// machine, and so are conversions to integers out of range.
#include "base/apfloat.h"
#include "ir/fold_int.h"

static bool format_of(const IrType *t, ApfFormat *f) {
    switch (t->kind) {
    case IR_TY_HALF: *f = APF_F16; return true;
    case IR_TY_BFLOAT: *f = APF_BF16; return true;
    case IR_TY_FLOAT: *f = APF_F32; return true;
    case IR_TY_DOUBLE: *f = APF_F64; return true;
    case IR_TY_FP128: *f = APF_F128; return true;
    default: return false;
    }
}

static bool get(const IrConst *c, ApFloat *a) { // zero may be null
    ApfFormat f;
    if (!format_of(c->v.type, &f) || (c->v.kind != IR_C_FP && !ir_is_zero(&c->v))) return false;
    if (c->v.kind != IR_C_FP) {
        *a = apf_zero(f, false);
        return true;
    }
    const uint64_t *w = ir_words(c);
    *a = apf_from_bits(f, c->v.type->bits == 128 ? (u128)w[1] << 64 | w[0] : w[0]);
    return true;
}

static IrConst *put(IrModule *m, IrType *t, ApFloat a) {
    u128 bits = apf_to_bits(a);
    return apf_is_nan(a) ? NULL : ir_fp_bits(m, t, (uint64_t)bits, (uint64_t)(bits >> 64));
}

IrConst *fold_quad_bin(IrModule *m, IrOp op, IrConst *x, IrConst *y) {
    ApFloat a, b;
    if (!get(x, &a) || !get(y, &b)) return NULL;
    switch (op) {
    case IR_FADD: return put(m, x->v.type, apf_add(a, b, APF_RNE, NULL));
    case IR_FSUB: return put(m, x->v.type, apf_sub(a, b, APF_RNE, NULL));
    case IR_FMUL: return put(m, x->v.type, apf_mul(a, b, APF_RNE, NULL));
    case IR_FDIV: return put(m, x->v.type, apf_div(a, b, APF_RNE, NULL));
    case IR_FREM: return put(m, x->v.type, apf_rem(a, b, NULL));
    default: return NULL;
    }
}

IrConst *fold_quad_cmp(IrModule *m, IrPred p, IrConst *x, IrConst *y) {
    ApFloat a, b;
    if (!get(x, &a) || !get(y, &b)) return NULL;
    ApfCmp c = apf_cmp(a, b);
    uint32_t rel = c == APF_EQ ? 1 : c == APF_GT ? 2 : c == APF_LT ? 4 : 8;
    return ir_int(m->ty_i1, (p & rel) != 0);
}

IrConst *fold_quad_cast(IrModule *m, IrOp op, IrConst *x, IrType *t) {
    ApFloat a;
    ApfFormat f;
    u128 v;
    uint32_t flags = 0;
    bool sign = op == IR_SITOFP || op == IR_FPTOSI;
    switch (op) {
    case IR_FPTRUNC:
    case IR_FPEXT:
        if (!get(x, &a) || !format_of(t, &f)) return NULL;
        a = apf_convert(a, f, APF_RNE, NULL);
        return t->kind == IR_TY_FLOAT && apf_is_subnormal(a) ? NULL : put(m, t, a);
    case IR_UITOFP:
    case IR_SITOFP:
        if (!fold_get(x, &v)) return NULL;
        return put(
            m, t, apf_from_int(APF_F128, apint_from_u128(x->v.type->bits, v), sign, APF_RNE, NULL));
    case IR_FPTOUI:
    case IR_FPTOSI: {
        if (t->bits > 128 || !get(x, &a)) return NULL;
        ApInt i = apf_to_int(a, t->bits, sign, APF_RTZ, &flags);
        return flags & APF_INVALID ? NULL : fold_put(t, apint_u128(&i));
    }
    default: return NULL;
    }
}
