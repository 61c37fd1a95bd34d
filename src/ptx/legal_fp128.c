// SPDX-License-Identifier: Apache-2.0
// IEEE binary128 as calls of the embedded device library (lib/device/fp128.cu), which takes and
// gives the bits as integers. Functions come over one by one, when the first call of each is made.
#include "nvvm/nvvm.h"
#include "ptx/legal.h"

#include "ptx/ptx_int.h"

#include <stdio.h>

static bool is_quad(const IrType *t) {
    return t->kind == IR_TY_FP128;
}

static IrValue *bits_of(Legal *l, IrBuilder *b, IrValue *x) {
    return ir_bitcast(b, x, l->m->ty_i128);
}

static IrValue *quad_of(Legal *l, IrBuilder *b, IrValue *bits) {
    return ir_bitcast(b, bits, l->m->ty_fp128);
}

static IrValue *high_constant(Legal *l, uint64_t high) {
    return &ir_int_words(l->m, l->m->ty_i128, 2, (uint64_t[]){0, high})->v;
}

static IrValue *call(Legal *l, IrBuilder *b, const char *name, IrType *ret, uint32_t n,
                     IrValue **arg) {
    IrModule *m = l->m;
    Atom a = atom_printf(m->ctx, "__cuprum_fp128_%s", name);
    IrType *type[3];
    for (uint32_t k = 0; k < n; k++) type[k] = arg[k]->type;
    bool made;
    IrFunc *f = legal_helper(l, a, ir_ty_func(m, ret, n, type, false), &made);
    if (made) {
        f->g.linkage = IR_EXTERNAL; // until it is linked
        if (!l->g->library) l->g->library = nvvm_builtin_library(m->ctx);
        if (!l->g->library || !ir_link(m, l->g->library, IR_LINK_LIBRARY) || ir_is_decl(f))
            cu_ice(m->ctx, __FILE__, __LINE__, "the embedded device library lacks a function");
    }
    return &ir_call_fn(b, f, n, arg)->v;
}

#define CALL(l, b, name, ret, ...)                                                                 \
    call(l, b, name, ret, sizeof((IrValue *[]){__VA_ARGS__}) / sizeof(IrValue *),                  \
         (IrValue *[]){__VA_ARGS__})

// ---- arithmetic, comparison ---------------------------------------------------------------------

static bool expand_arith(Legal *l, IrInst *i) {
    static const char *const name[IR_NOPS] = {[IR_FADD] = "add",
                                              [IR_FSUB] = "sub",
                                              [IR_FMUL] = "mul",
                                              [IR_FDIV] = "div",
                                              [IR_FREM] = "rem"};
    if (!name[i->v.op] || !is_quad(i->v.type)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = bits_of(l, &b, ir_op(i, 0)), *y = bits_of(l, &b, ir_op(i, 1));
    ir_replace_erase(i, quad_of(l, &b, CALL(l, &b, name[i->v.op], l->m->ty_i128, x, y)));
    return true;
}

static bool expand_neg(Legal *l, IrInst *i) {
    if (i->v.op != IR_FNEG || !is_quad(i->v.type)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = bits_of(l, &b, ir_op(i, 0));
    ir_replace_erase(i, quad_of(l, &b, ir_xor(&b, x, high_constant(l, 1ull << 63))));
    return true;
}

static bool expand_compare(Legal *l, IrInst *i) { // the function answers in bits of predicates
    if (i->v.op != IR_FCMP || !is_quad(ir_op(i, 0)->type)) return false;
    IrBuilder b = ir_builder_at(i);
    IrType *t = l->m->ty_i32;
    IrValue *r;
    if (i->pred == IR_FCMP_FALSE || i->pred == IR_FCMP_TRUE) {
        r = &(i->pred ? ir_true(l->m) : ir_false(l->m))->v;
    } else {
        IrValue *x = bits_of(l, &b, ir_op(i, 0)), *y = bits_of(l, &b, ir_op(i, 1));
        IrValue *is = ir_and(&b, CALL(l, &b, "cmp", t, x, y), legal_num(t, i->pred));
        r = ir_cmp(&b, IR_NE, is, legal_zero(l, t));
    }
    ir_replace_erase(i, r);
    return true;
}

// ---- conversions --------------------------------------------------------------------------------

static const char *const suffix[] = {
    [IR_TY_HALF] = "f16", [IR_TY_BFLOAT] = "bf16", [IR_TY_FLOAT] = "f32", [IR_TY_DOUBLE] = "f64"};

static IrValue *converted(Legal *l, IrBuilder *b, IrValue *x, IrType *to) {
    IrType *small = is_quad(to) ? x->type : to, *t = ir_ty_int(l->m, small->bits);
    char name[16];
    snprintf(name, sizeof name, "%s_%s", is_quad(to) ? "from" : "to", suffix[small->kind]);
    if (is_quad(to)) return quad_of(l, b, CALL(l, b, name, l->m->ty_i128, ir_bitcast(b, x, t)));
    return ir_bitcast(b, CALL(l, b, name, t, bits_of(l, b, x)), to);
}

// Integers beyond 128 bits: the leading 128, the lowest of which says too whether anything follows.
static IrValue *from_wide(Legal *l, IrBuilder *b, IrValue *x, bool sign) {
    IrType *w = legal_wide_type(l, x->type), *h = l->m->ty_i128, *ti = l->m->ty_i32;
    IrType *rt = ir_ty_int(l->m, w->bits - 128);
    x = ir_int_resize(b, x, w, sign);
    IrValue *neg = NULL;
    if (sign) {
        neg = ir_cmp(b, IR_SLT, x, legal_zero(l, w));
        x = ir_select(b, neg, ir_neg(b, x), x);
    }
    IrValue *n = IR_CALL(b, IR_I_ctlz, NULL, x, &ir_false(l->m)->v);
    n = ir_select(b, ir_cmp(b, IR_EQ, n, legal_num(w, w->bits)), legal_zero(l, w), n);
    IrValue *top = ir_shl(b, x, n), *rest = ir_trunc(b, top, rt);
    IrValue *lead = ir_trunc(b, ir_lshr(b, top, legal_num(w, w->bits - 128)), h);
    lead = ir_or(b, lead, ir_zext(b, ir_cmp(b, IR_NE, rest, legal_zero(l, rt)), h));
    IrValue *e = ir_sub(b, legal_num(ti, w->bits - 1), ir_trunc(b, n, ti));
    IrValue *r = CALL(l, b, "from_leading", h, lead, e);
    if (neg) r = ir_select(b, neg, ir_xor(b, r, high_constant(l, 1ull << 63)), r);
    return r;
}

static bool expand_cast(Legal *l, IrInst *i) {
    if (ir_ops[i->v.op].class != IRC_CAST) return false;
    IrValue *x = ir_op(i, 0), *r;
    IrType *t = i->v.type, *h = l->m->ty_i128;
    if (!is_quad(t) && !is_quad(x->type)) return false;
    IrBuilder b = ir_builder_at(i);
    bool sign = i->v.op == IR_SITOFP || i->v.op == IR_FPTOSI;
    switch (i->v.op) {
    case IR_FPEXT:
    case IR_FPTRUNC: r = converted(l, &b, x, t); break;
    case IR_UITOFP:
    case IR_SITOFP:
        if (x->type->bits > 128)
            r = from_wide(l, &b, x, sign);
        else
            r = CALL(l, &b, sign ? "from_i128" : "from_u128", h, ir_int_resize(&b, x, h, sign));
        r = quad_of(l, &b, r);
        break;
    case IR_FPTOUI:
    case IR_FPTOSI:
        if (t->bits > 128) return false; // legal_wide.c
        r = CALL(l, &b, sign ? "to_signed" : "to_unsigned", h, bits_of(l, &b, x),
                 legal_num(l->m->ty_i32, 128));
        r = ir_int_resize(&b, r, t, false);
        break;
    default: return false;
    }
    ir_replace_erase(i, r);
    return true;
}

bool legal_fp128(Legal *l, IrInst *i) {
    return expand_arith(l, i) || expand_neg(l, i) || expand_compare(l, i) || expand_cast(l, i);
}

// ---- intrinsics ---------------------------------------------------------------------------------

static const struct {
    uint16_t id;
    const char *name;
} rows[] = {{IR_I_sqrt, "sqrt"},      {IR_I_fma, "fma"},        {IR_I_floor, "floor"},
            {IR_I_ceil, "ceil"},      {IR_I_trunc, "trunc"},    {IR_I_rint, "rint"},
            {IR_I_nearbyint, "rint"}, {IR_I_roundeven, "rint"}, {IR_I_round, "round"},
            {IR_I_minnum, "minnum"},  {IR_I_maxnum, "maxnum"},  {IR_I_minimum, "minimum"},
            {IR_I_maximum, "maximum"}};

static bool expand_function(Legal *l, IrInst *i, uint32_t id) {
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrBuilder b = ir_builder_at(i);
        IrValue *arg[3];
        uint32_t n = ir_call_nargs(i);
        for (uint32_t j = 0; j < n; j++) arg[j] = bits_of(l, &b, ir_op(i, j));
        ir_replace_erase(i, quad_of(l, &b, call(l, &b, rows[k].name, l->m->ty_i128, n, arg)));
        return true;
    }
    return false;
}

static IrValue *int_operand(Legal *l, IrBuilder *b, IrValue *n) { // as i32, kept in its range
    IrType *t = n->type;
    if (t->bits > 32) {
        n = IR_CALL(b, IR_I_smax, NULL, n, &ir_sint(t, INT32_MIN)->v);
        n = IR_CALL(b, IR_I_smin, NULL, n, &ir_sint(t, INT32_MAX)->v);
    }
    return ir_int_resize(b, n, l->m->ty_i32, true);
}

static IrValue *frexp_of(Legal *l, IrBuilder *b, IrInst *i) {
    IrType *t = i->v.type;
    IrValue *x = bits_of(l, b, ir_op(i, 0));
    IrValue *f = quad_of(l, b, CALL(l, b, "fraction", l->m->ty_i128, x));
    IrValue *e = CALL(l, b, "exponent", l->m->ty_i32, x);
    IrValue *r = ir_insert(b, &ir_undef(l->m, t)->v, f, 0);
    return ir_insert(b, r, ir_int_resize(b, e, t->sub[1], true), 1);
}

// Saturating conversions to integers beyond 128 bits are legal_float.c's.
static IrValue *saturated(Legal *l, IrBuilder *b, IrInst *i, bool sign) {
    IrValue *r = CALL(l, b, sign ? "to_signed" : "to_unsigned", l->m->ty_i128,
                      bits_of(l, b, ir_op(i, 0)), legal_num(l->m->ty_i32, i->v.type->bits));
    return ir_int_resize(b, r, i->v.type, false);
}

bool legal_fp128_call(Legal *l, IrInst *i, uint32_t id) {
    if (!ir_call_nargs(i) || !is_quad(ir_op(i, 0)->type)) return false;
    if (expand_function(l, i, id)) return true;
    IrBuilder b = ir_builder_at(i);
    IrType *h = l->m->ty_i128, *ti = l->m->ty_i32;
    IrValue *x = ir_op(i, 0), *r;
    IrValue *sign = high_constant(l, 1ull << 63), *rest;
    switch (id) {
    case IR_I_fabs: r = quad_of(l, &b, ir_and(&b, bits_of(l, &b, x), ir_not(&b, sign))); break;
    case IR_I_copysign:
        rest = ir_and(&b, bits_of(l, &b, x), ir_not(&b, sign));
        r = ir_or(&b, rest, ir_and(&b, bits_of(l, &b, ir_op(i, 1)), sign));
        r = quad_of(l, &b, r);
        break;
    case IR_I_canonicalize: // times one
        r = ir_fmul(&b, x, &ir_fp_bits(l->m, x->type, 0, 0x3fffull << 48)->v);
        break;
    case IR_I_fmuladd: r = ir_fadd(&b, ir_fmul(&b, x, ir_op(i, 1)), ir_op(i, 2)); break;
    case IR_I_is_fpclass:
        r = ir_and(&b, CALL(l, &b, "class", ti, bits_of(l, &b, x)), ir_op(i, 1));
        r = ir_cmp(&b, IR_NE, r, legal_zero(l, ti));
        break;
    case IR_I_ldexp:
    case IR_I_powi: {
        IrValue *n = int_operand(l, &b, ir_op(i, 1));
        const char *name = id == IR_I_ldexp ? "ldexp" : "powi";
        r = quad_of(l, &b, CALL(l, &b, name, h, bits_of(l, &b, x), n));
        break;
    }
    case IR_I_frexp: r = frexp_of(l, &b, i); break;
    case IR_I_fptosi_sat:
    case IR_I_fptoui_sat:
        if (i->v.type->bits > 128) return false;
        r = saturated(l, &b, i, id == IR_I_fptosi_sat);
        break;
    default: return false;
    }
    ir_replace_erase(i, r);
    return true;
}
