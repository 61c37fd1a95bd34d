// SPDX-License-Identifier: Apache-2.0
// Floating point that PTX has no instruction for: minima that keep NaN, roundings to integers,
// scaling by powers of two, classification, saturating conversions; and the functions that PTX has
// in an approximate form, where the program allows that. (The exact ones are calls of the device
// library; src/nvvm makes them.)
#include "ptx/legal.h"

static IrType *bits_type(Legal *l, const IrType *ft) {
    return ir_ty_int(l->m, ft->bits);
}

static IrValue *bits_of(Legal *l, IrBuilder *b, IrValue *x) {
    return ir_bitcast(b, x, bits_type(l, x->type));
}

typedef struct Format { // of an IEEE type
    uint32_t mant, expo;
} Format;

static Format format_of(const IrType *t) {
    switch (t->kind) {
    case IR_TY_HALF: return (Format){10, 5};
    case IR_TY_BFLOAT: return (Format){7, 8};
    case IR_TY_FLOAT: return (Format){23, 8};
    default: return (Format){52, 11};
    }
}

// ---- minimum, maximum: NaN if either is, -0 below +0 --------------------------------------------

static bool expand_minimum(Legal *l, IrInst *i, uint32_t id) {
    if (id != IR_I_minimum && id != IR_I_maximum) return false;
    IrType *t = i->v.type;
    if (l->g->sm >= 80 && t->kind != IR_TY_DOUBLE) return false;
    IrBuilder b = ir_builder_at(i);
    bool min = id == IR_I_minimum;
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    IrValue *first = ir_cmp(&b, min ? IR_FCMP_OLT : IR_FCMP_OGT, x, y);
    IrValue *second = ir_cmp(&b, min ? IR_FCMP_OGT : IR_FCMP_OLT, x, y);
    IrValue *nan = ir_cmp(&b, IR_FCMP_UNO, x, y);
    IrValue *bx = bits_of(l, &b, x), *by = bits_of(l, &b, y);
    IrValue *same = ir_bitcast(&b, min ? ir_or(&b, bx, by) : ir_and(&b, bx, by), t);
    IrValue *r = ir_select(&b, nan, ir_fadd(&b, x, y), same);
    ir_replace_erase(i, ir_select(&b, first, x, ir_select(&b, second, y, r)));
    return true;
}

// ---- to integers --------------------------------------------------------------------------------

static bool expand_rounding(Legal *l, IrInst *i, uint32_t id) {
    IrIntrin how = id == IR_I_lrint || id == IR_I_llrint     ? IR_I_rint
                   : id == IR_I_lround || id == IR_I_llround ? IR_I_round
                                                             : IR_I_NONE;
    if (!how) return false;
    (void)l;
    IrBuilder b = ir_builder_at(i);
    ir_replace_erase(i, ir_fptosi(&b, IR_CALL(&b, how, NULL, ir_op(i, 0)), i->v.type));
    return true;
}

static IrValue *power_of(Legal *l, IrType *t, int e) { // 2^e, or infinity
    if (t->kind == IR_TY_FP128) return &ir_fp_bits(l->m, t, 0, (uint64_t)(e + 16383) << 48)->v;
    double d = __builtin_ldexp(1.0, e);
    return &ir_fp(l->m, t, t->kind == IR_TY_FLOAT && e > 127 ? __builtin_inf() : d)->v;
}

// The limits of the integer type, rounded towards zero into the float type, bound what converts
// as it is.
static bool expand_to_int_sat(Legal *l, IrInst *i, uint32_t id) {
    bool sign = id == IR_I_fptosi_sat;
    if (!sign && id != IR_I_fptoui_sat) return false;
    IrType *t = i->v.type, *ft = ir_op(i, 0)->type, *work = ft;
    uint32_t w = t->bits;
    if (!ir_ty_is_int(t)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = ir_op(i, 0);
    if (ft->bits == 16) x = ir_fpext(&b, x, work = l->m->ty_float);
    uint32_t top = sign ? w - 1 : w; // values below 2^top fit
    IrValue *power = power_of(l, work, (int)top), *low = legal_zero(l, work);
    if (sign) low = ir_fneg(&b, power);
    IrValue *max = sign ? ir_lshr(&b, ir_not(&b, legal_zero(l, t)), legal_num(t, 1))
                        : ir_not(&b, legal_zero(l, t));
    if (w == 1 && sign) max = legal_zero(l, t);
    IrValue *min = sign ? ir_not(&b, max) : legal_zero(l, t);
    if (w == 1 && sign) min = &ir_true(l->m)->v;
    IrValue *over = ir_cmp(&b, IR_FCMP_OGE, x, power);
    IrValue *under = ir_cmp(&b, IR_FCMP_OLT, x, low);
    IrValue *nan = ir_cmp(&b, IR_FCMP_UNO, x, x);
    IrValue *r = sign ? ir_fptosi(&b, x, t) : ir_fptoui(&b, x, t);
    r = ir_select(&b, under, min, ir_select(&b, over, max, r));
    ir_replace_erase(i, ir_select(&b, nan, legal_zero(l, t), r));
    return true;
}

// ---- powers of two ------------------------------------------------------------------------------

static IrValue *clamped(IrBuilder *b, IrValue *e, int64_t lo, int64_t hi) {
    e = IR_CALL(b, IR_I_smax, NULL, e, legal_num(e->type, (uint64_t)lo));
    return IR_CALL(b, IR_I_smin, NULL, e, legal_num(e->type, (uint64_t)hi));
}

static IrValue *two_to(Legal *l, IrBuilder *b, IrValue *e) { // 2^e as a double, e in -1022..1023
    IrValue *bits = ir_shl(b, ir_add(b, e, legal_i64(l, 1023)), legal_i64(l, 52));
    return ir_bitcast(b, bits, l->m->ty_double);
}

// Narrow types are scaled in double, where nothing is lost, and rounded once. Doubles take three
// factors: down, the first two keep 53 bits more than needed, so that only the last one rounds.
static bool expand_ldexp(Legal *l, IrInst *i, uint32_t id) {
    if (id != IR_I_ldexp) return false;
    IrType *t = i->v.type, *d = l->m->ty_double, *h = l->m->ty_i64;
    IrBuilder b = ir_builder_at(i);
    IrValue *e = ir_int_resize(&b, ir_op(i, 1), h, true);
    if (t != d) {
        IrValue *p = two_to(l, &b, clamped(&b, e, -400, 400));
        IrValue *r = ir_fmul(&b, ir_fpext(&b, ir_op(i, 0), d), p);
        ir_replace_erase(i, ir_fptrunc(&b, r, t));
        return true;
    }
    e = clamped(&b, e, -2200, 2200);
    IrValue *x = ir_op(i, 0);
    for (int step = 0; step < 2; step++) {
        IrValue *big = ir_cmp(&b, IR_SGT, e, legal_i64(l, 1023)),
                *small = ir_cmp(&b, IR_SLT, e, legal_i64(l, (uint64_t)-1022));
        IrValue *by =
            ir_select(&b, big, &ir_fp(l->m, d, 0x1p1023)->v,
                      ir_select(&b, small, &ir_fp(l->m, d, 0x1p-969)->v, &ir_fp(l->m, d, 1)->v));
        IrValue *less =
            ir_select(&b, big, legal_i64(l, 1023),
                      ir_select(&b, small, legal_i64(l, (uint64_t)-969), legal_i64(l, 0)));
        x = ir_fmul(&b, x, by);
        e = ir_sub(&b, e, less);
    }
    ir_replace_erase(i, ir_fmul(&b, x, two_to(l, &b, clamped(&b, e, -1022, 1023))));
    return true;
}

// Fraction in [0.5, 1) and exponent; zeros, infinities and NaNs keep their value with exponent 0.
static bool expand_frexp(Legal *l, IrInst *i, uint32_t id) {
    if (id != IR_I_frexp) return false;
    IrType *t = ir_op(i, 0)->type, *d = l->m->ty_double, *h = l->m->ty_i64;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = t == d ? ir_op(i, 0) : ir_fpext(&b, ir_op(i, 0), d);
    IrValue *tiny =
        ir_cmp(&b, IR_FCMP_OLT, IR_CALL(&b, IR_I_fabs, NULL, x), &ir_fp(l->m, d, 0x1p-1022)->v);
    IrValue *y = ir_select(&b, tiny, ir_fmul(&b, x, &ir_fp(l->m, d, 0x1p54)->v), x);
    IrValue *bits = bits_of(l, &b, y);
    IrValue *e = ir_and(&b, ir_lshr(&b, bits, legal_i64(l, 52)), legal_i64(l, 0x7ff));
    IrValue *special = ir_or(&b, ir_cmp(&b, IR_EQ, e, legal_i64(l, 0x7ff)),
                             ir_cmp(&b, IR_FCMP_OEQ, x, &ir_fp(l->m, d, 0)->v));
    IrValue *m = ir_or(&b, ir_and(&b, bits, legal_i64(l, 0x800fffffffffffffull)),
                       legal_i64(l, 0x3fe0000000000000ull));
    IrValue *frac = ir_select(&b, special, x, ir_bitcast(&b, m, d));
    IrValue *ex = ir_sub(&b, e, ir_select(&b, tiny, legal_i64(l, 1022 + 54), legal_i64(l, 1022)));
    ex = ir_select(&b, special, legal_zero(l, h), ex);
    if (t != d) frac = ir_fptrunc(&b, frac, t);
    IrValue *r = ir_insert(&b, &ir_undef(l->m, i->v.type)->v, frac, 0);
    ir_replace_erase(i, ir_insert(&b, r, ir_int_resize(&b, ex, i->v.type->sub[1], true), 1));
    return true;
}

static bool expand_powi(Legal *l, IrInst *i, uint32_t id) { // by squaring, of a known exponent
    IrConst *c = id == IR_I_powi ? ir_as_cint(ir_op(i, 1)) : NULL;
    if (!c) return false;
    int64_t n = ir_sval(c);
    uint64_t e = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    IrBuilder b = ir_builder_at(i);
    b.fmf = i->fmf;
    IrValue *one = &ir_fp(l->m, i->v.type, 1)->v, *r = NULL, *x = ir_op(i, 0);
    for (; e; e >>= 1) {
        if (e & 1) r = r ? ir_fmul(&b, r, x) : x;
        if (e > 1) x = ir_fmul(&b, x, x);
    }
    if (!r) r = one;
    ir_replace_erase(i, n < 0 ? ir_fdiv(&b, one, r) : r);
    return true;
}

// ---- classification -----------------------------------------------------------------------------

// Bits of the mask [LangRef: llvm.is.fpclass]: signalling and quiet NaN, then by sign from
// -infinity to +infinity. Each class is a range of the bit pattern without the sign.
static bool expand_class(Legal *l, IrInst *i, uint32_t id) {
    if (id != IR_I_is_fpclass || ir_ty_is_vec(ir_op(i, 0)->type)) return false;
    IrType *ft = ir_op(i, 0)->type;
    Format f = format_of(ft);
    uint64_t mask = ir_uval(ir_as_cint(ir_op(i, 1)));
    IrBuilder b = ir_builder_at(i);
    IrType *t = bits_type(l, ft);
    IrValue *bits = bits_of(l, &b, ir_op(i, 0));
    uint64_t smallest = 1ull << f.mant, inf = ((1ull << f.expo) - 1) << f.mant,
             quiet = inf | 1ull << (f.mant - 1);
    IrValue *mag = ir_and(&b, bits, legal_num(t, (1ull << (f.mant + f.expo)) - 1));
    IrValue *neg = ir_cmp(&b, IR_SLT, bits, legal_zero(l, t)), *pos = ir_not(&b, neg);
    const struct {
        uint32_t negative, positive; // bits of the mask
        uint64_t from, to;           // magnitudes, inclusive
    } rows[] = {{0, 0, inf + 1, quiet - 1}, {1, 1, quiet, ~0ull >> (64 - f.mant - f.expo)},
                {2, 9, inf, inf},           {3, 8, smallest, inf - 1},
                {4, 7, 1, smallest - 1},    {5, 6, 0, 0}};
    IrValue *r = &ir_false(l->m)->v;
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        bool n = mask >> rows[k].negative & 1, p = mask >> rows[k].positive & 1;
        if (!n && !p) continue;
        IrValue *from = ir_sub(&b, mag, legal_num(t, rows[k].from));
        IrValue *in = ir_cmp(&b, IR_ULE, from, legal_num(t, rows[k].to - rows[k].from));
        if (n != p) in = ir_and(&b, in, n ? neg : pos);
        r = ir_or(&b, r, in);
    }
    ir_replace_erase(i, r);
    return true;
}

// ---- approximate functions ----------------------------------------------------------------------

static bool approximate(Legal *l, const IrInst *i) {
    if ((i->fmf & IR_FMF_AFN)) return true;
    Ctx *ctx = l->m->ctx;
    Atom key = atom_cstr(ctx, "unsafe-fp-math");
    return ir_attr_has_str(l->f->attrs.fn, key) &&
           strcmp(atom_str(ctx, ir_attr_str(l->f->attrs.fn, key)), "true") == 0;
}

static bool expand_approx(Legal *l, IrInst *i, uint32_t id) {
    static const struct {
        uint16_t id, f, ftz;
        double before, after; // factors of the argument and of the result
        bool always;          // what PTX has is all that there is
    } rows[] = {{IR_I_sin, IR_I_nvvm_sin_approx_f, IR_I_nvvm_sin_approx_ftz_f, 1, 1, false},
                {IR_I_cos, IR_I_nvvm_cos_approx_f, IR_I_nvvm_cos_approx_ftz_f, 1, 1, false},
                {IR_I_exp2, IR_I_nvvm_ex2_approx_f, IR_I_nvvm_ex2_approx_ftz_f, 1, 1, true},
                {IR_I_log2, IR_I_nvvm_lg2_approx_f, IR_I_nvvm_lg2_approx_ftz_f, 1, 1, true},
                {IR_I_exp, IR_I_nvvm_ex2_approx_f, IR_I_nvvm_ex2_approx_ftz_f, 1.4426950408889634,
                 1, false},
                {IR_I_log, IR_I_nvvm_lg2_approx_f, IR_I_nvvm_lg2_approx_ftz_f, 1,
                 0.6931471805599453, false},
                {IR_I_log10, IR_I_nvvm_lg2_approx_f, IR_I_nvvm_lg2_approx_ftz_f, 1,
                 0.3010299956639812, false}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrType *t = i->v.type, *f = l->m->ty_float;
        if (t->bits > 32 || !ir_ty_is_fp(t)) return false;
        if (t == f && !rows[k].always && !approximate(l, i)) return false;
        IrBuilder b = ir_builder_at(i);
        IrValue *x = t == f ? ir_op(i, 0) : ir_fpext(&b, ir_op(i, 0), f);
        if (rows[k].before != 1) x = ir_fmul(&b, x, &ir_fp(l->m, f, rows[k].before)->v);
        IrValue *r = IR_CALL(&b, (IrIntrin)(l->ftz ? rows[k].ftz : rows[k].f), NULL, x);
        if (rows[k].after != 1) r = ir_fmul(&b, r, &ir_fp(l->m, f, rows[k].after)->v);
        ir_replace_erase(i, t == f ? r : ir_fptrunc(&b, r, t));
        return true;
    }
    return false;
}

// 1 / sqrt(x) is one instruction where both may be approximated, as NVIDIA does it.
bool legal_rsqrt(Legal *l, IrInst *i) {
    const PtxOptions *o = l->g->o;
    if (i->v.op != IR_FDIV || i->v.type != l->m->ty_float || o->prec_div) return false;
    IrConst *one = ir_as_const(ir_op(i, 0));
    IrInst *root = ir_as_inst(ir_op(i, 1));
    if (one != ir_fp(l->m, l->m->ty_float, 1) || !root || root->v.op != IR_CALL) return false;
    uint32_t id = ir_intrin_of(root);
    bool general = id == IR_I_sqrt || id == IR_I_nvvm_sqrt_f;
    bool flushed = general ? l->ftz : id == IR_I_nvvm_sqrt_approx_ftz_f;
    if (general ? o->prec_sqrt : !flushed && id != IR_I_nvvm_sqrt_approx_f) return false;
    IrIntrin to = flushed ? IR_I_nvvm_rsqrt_approx_ftz_f : IR_I_nvvm_rsqrt_approx_f;
    if (ir_one_use(&root->v)) { // becomes the other function
        ir_set_op(root, root->nops - 1, &ir_intrinsic(l->m, to, 0, NULL)->g.v);
        ir_replace_erase(i, &root->v);
    } else {
        IrBuilder b = ir_builder_at(i);
        ir_replace_erase(i, IR_CALL(&b, to, NULL, ir_op(root, 0)));
    }
    return true;
}

bool legal_float(Legal *l, IrInst *i, uint32_t id) {
    return expand_minimum(l, i, id) || expand_rounding(l, i, id) || expand_to_int_sat(l, i, id) ||
           expand_ldexp(l, i, id) || expand_frexp(l, i, id) || expand_powi(l, i, id) ||
           expand_class(l, i, id) || expand_approx(l, i, id);
}
