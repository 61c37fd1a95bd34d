// SPDX-License-Identifier: Apache-2.0
// Floating point that PTX has no instruction for: minima that keep NaN, roundings to integers,
// scaling by powers of two, classification, saturating conversions; and the functions that PTX has
// in an approximate form, where the program allows that. (The exact ones are calls of the device
// library; src/nvvm makes them.)
#include "ptx/legal/legal_int.h"

#include "base/feature.h"
#include "ir/intrin_id.h"

static IrType *bits_type(Legal *legal, const IrType *ft) {
    return ir_ty_int(legal->m, ft->bits);
}

static IrValue *bits_of(Legal *legal, IrBuilder *builder, IrValue *number) {
    return ir_bitcast(builder, number, bits_type(legal, number->type));
}

// Bits of the fraction and of the exponent.
typedef struct Format { // of an IEEE type
    uint32_t mant, expo;
} Format;

static Format format_of(const IrType *type) {
    switch (type->kind) {
    case IR_TY_HALF: return (Format){10, 5};
    case IR_TY_BFLOAT: return (Format){7, 8};
    case IR_TY_FLOAT: return (Format){23, 8};
    default: return (Format){52, 11};
    }
}

// ---- minimum, maximum: NaN if either is, -0 below +0 --------------------------------------------

static bool expand_minimum(Legal *legal, IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_minimum, IR_I_maximum)) return false;
    IrType *type = call->v.type;
    bool native = sel_has(legal->g, SMF_minmax_nan) && type->kind != IR_TY_DOUBLE;
    if (native) return false;
    IrBuilder builder = ir_builder_at(call);
    bool min = id == IR_I_minimum;
    IrValue *x = ir_op(call, 0), *y = ir_op(call, 1);
    // Which is smaller, if they differ; equal ones may be zeros with different signs.
    IrValue *first = ir_cmp(&builder, min ? IR_FCMP_OLT : IR_FCMP_OGT, x, y);
    IrValue *second = ir_cmp(&builder, min ? IR_FCMP_OGT : IR_FCMP_OLT, x, y);
    IrValue *nan = ir_cmp(&builder, IR_FCMP_UNO, x, y);
    IrValue *bx = bits_of(legal, &builder, x), *by = bits_of(legal, &builder, y);
    // The or of both zeros' bits is -0, the and is +0.
    IrValue *same =
        ir_bitcast(&builder, min ? ir_or(&builder, bx, by) : ir_and(&builder, bx, by), type);
    // The sum of a NaN with anything is a quiet NaN.
    IrValue *r = ir_select(&builder, nan, ir_fadd(&builder, x, y), same);
    ir_replace_erase(call, ir_select(&builder, first, x, ir_select(&builder, second, y, r)));
    return true;
}

// ---- to integers --------------------------------------------------------------------------------

static bool expand_rounding(Legal *legal, IrInst *call, uint32_t id) {
    IrIntrin how = is_any_of(id, IR_I_lrint, IR_I_llrint)     ? IR_I_rint
                   : is_any_of(id, IR_I_lround, IR_I_llround) ? IR_I_round
                                                              : IR_I_NONE;
    if (!how) return false;
    (void)legal;
    IrBuilder b = ir_builder_at(call);
    ir_replace_erase(call, ir_fptosi(&b, IR_CALL(&b, how, NULL, ir_op(call, 0)), call->v.type));
    return true;
}

static IrValue *power_of(Legal *legal, IrType *type, int e) { // 2^e, or infinity
    if (type->kind == IR_TY_FP128)
        return &ir_fp_bits(legal->m, type, 0, (uint64_t)(e + 16383) << 48)->v;
    double d = __builtin_ldexp(1.0, e);
    return &ir_fp(legal->m, type, type->kind == IR_TY_FLOAT && e > 127 ? __builtin_inf() : d)->v;
}

// The limits of the integer type, rounded towards zero into the float type, bound what converts
// as it is.
static bool expand_to_int_sat(Legal *legal, IrInst *call, uint32_t id) {
    bool sign = id == IR_I_fptosi_sat;
    if (!sign && id != IR_I_fptoui_sat) return false;
    IrType *type = call->v.type, *ft = ir_op(call, 0)->type, *work = ft;
    uint32_t w = type->bits;
    if (!ir_ty_is_int(type)) return false;
    IrBuilder builder = ir_builder_at(call);
    IrValue *value = ir_op(call, 0);
    // Through float nothing changes: all halves are floats.
    if (ft->bits == 16) value = ir_fpext(&builder, value, work = legal->m->ty_float);
    uint32_t top = sign ? w - 1 : w; // values below 2^top fit
    IrValue *power = power_of(legal, work, (int)top), *low = legal_zero(legal, work);
    if (sign) low = ir_fneg(&builder, power);
    IrValue *max =
        sign ? ir_lshr(&builder, ir_not(&builder, legal_zero(legal, type)), legal_num(type, 1))
             : ir_not(&builder, legal_zero(legal, type));
    // Of one bit the values are 0 and -1.
    if (w == 1 && sign) max = legal_zero(legal, type);
    IrValue *min = sign ? ir_not(&builder, max) : legal_zero(legal, type);
    if (w == 1 && sign) min = &ir_true(legal->m)->v;
    IrValue *over = ir_cmp(&builder, IR_FCMP_OGE, value, power);
    IrValue *under = ir_cmp(&builder, IR_FCMP_OLT, value, low);
    IrValue *nan = ir_cmp(&builder, IR_FCMP_UNO, value, value);
    // The conversion of what does not fit is not used: a select chooses after it.
    IrValue *r = sign ? ir_fptosi(&builder, value, type) : ir_fptoui(&builder, value, type);
    r = ir_select(&builder, under, min, ir_select(&builder, over, max, r));
    ir_replace_erase(call, ir_select(&builder, nan, legal_zero(legal, type), r));
    return true;
}

// ---- powers of two ------------------------------------------------------------------------------

static IrValue *clamped(IrBuilder *builder, IrValue *exponent, int64_t lo, int64_t hi) {
    exponent = IR_CALL(builder, IR_I_smax, NULL, exponent, legal_num(exponent->type, (uint64_t)lo));
    return IR_CALL(builder, IR_I_smin, NULL, exponent, legal_num(exponent->type, (uint64_t)hi));
}

static IrValue *two_to(Legal *legal, IrBuilder *builder,
                       IrValue *exponent) { // 2^exponent as a double, in -1022..1023
    IrValue *bits =
        ir_shl(builder, ir_add(builder, exponent, legal_i64(legal, 1023)), legal_i64(legal, 52));
    return ir_bitcast(builder, bits, legal->m->ty_double);
}

// Narrow types are scaled in double, where nothing is lost, and rounded once. Doubles take three
// factors: down, the first two keep 53 bits more than needed, so that only the last one rounds.
static bool expand_ldexp(Legal *legal, IrInst *call, uint32_t id) {
    if (id != IR_I_ldexp) return false;
    IrType *type = call->v.type, *of_type = legal->m->ty_double, *h = legal->m->ty_i64;
    IrBuilder builder = ir_builder_at(call);
    IrValue *value = ir_int_resize(&builder, ir_op(call, 1), h, true);
    if (type != of_type) {
        // Beyond these powers every float is infinite or zero.
        IrValue *p = two_to(legal, &builder, clamped(&builder, value, -400, 400));
        IrValue *r = ir_fmul(&builder, ir_fpext(&builder, ir_op(call, 0), of_type), p);
        ir_replace_erase(call, ir_fptrunc(&builder, r, type));
        return true;
    }
    value = clamped(&builder, value, -2200, 2200);
    IrValue *x = ir_op(call, 0);
    // Two steps bring the largest exponents into what one factor has.
    for (int step = 0; step < 2; step++) {
        IrValue *big = ir_cmp(&builder, IR_SGT, value, legal_i64(legal, 1023)),
                *small = ir_cmp(&builder, IR_SLT, value, legal_i64(legal, (uint64_t)-1022));
        IrValue *by = ir_select(&builder, big, &ir_fp(legal->m, of_type, 0x1p1023)->v,
                                ir_select(&builder, small, &ir_fp(legal->m, of_type, 0x1p-969)->v,
                                          &ir_fp(legal->m, of_type, 1)->v));
        IrValue *less = ir_select(
            &builder, big, legal_i64(legal, 1023),
            ir_select(&builder, small, legal_i64(legal, (uint64_t)-969), legal_i64(legal, 0)));
        x = ir_fmul(&builder, x, by);
        value = ir_sub(&builder, value, less);
    }
    ir_replace_erase(
        call, ir_fmul(&builder, x, two_to(legal, &builder, clamped(&builder, value, -1022, 1023))));
    return true;
}

// Fraction in [0.5, 1) and exponent; zeros, infinities and NaNs keep their value with exponent 0.
static bool expand_frexp(Legal *legal, IrInst *call, uint32_t id) {
    if (id != IR_I_frexp) return false;
    IrType *type = ir_op(call, 0)->type, *of_type = legal->m->ty_double, *h = legal->m->ty_i64;
    IrBuilder builder = ir_builder_at(call);
    IrValue *value = type == of_type ? ir_op(call, 0) : ir_fpext(&builder, ir_op(call, 0), of_type);
    IrValue *tiny = ir_cmp(&builder, IR_FCMP_OLT, IR_CALL(&builder, IR_I_fabs, NULL, value),
                           &ir_fp(legal->m, of_type, 0x1p-1022)->v);
    IrValue *y = ir_select(&builder, tiny,
                           ir_fmul(&builder, value, &ir_fp(legal->m, of_type, 0x1p54)->v), value);
    IrValue *bits = bits_of(legal, &builder, y);
    IrValue *e =
        ir_and(&builder, ir_lshr(&builder, bits, legal_i64(legal, 52)), legal_i64(legal, 0x7ff));
    IrValue *none = ir_cmp(&builder, IR_FCMP_OEQ, value, &ir_fp(legal->m, of_type, 0)->v);
    IrValue *special = ir_or(&builder, ir_cmp(&builder, IR_EQ, e, legal_i64(legal, 0x7ff)), none);
    IrValue *m = ir_or(&builder, ir_and(&builder, bits, legal_i64(legal, 0x800fffffffffffffull)),
                       legal_i64(legal, 0x3fe0000000000000ull));
    IrValue *frac = ir_select(&builder, special, value, ir_bitcast(&builder, m, of_type));
    IrValue *ex =
        ir_sub(&builder, e,
               ir_select(&builder, tiny, legal_i64(legal, 1022 + 54), legal_i64(legal, 1022)));
    ex = ir_select(&builder, special, legal_zero(legal, h), ex);
    if (type != of_type) frac = ir_fptrunc(&builder, frac, type);
    IrValue *r = ir_insert(&builder, &ir_undef(legal->m, call->v.type)->v, frac, 0);
    ir_replace_erase(
        call, ir_insert(&builder, r, ir_int_resize(&builder, ex, call->v.type->sub[1], true), 1));
    return true;
}

static bool expand_powi(Legal *legal, IrInst *call,
                        uint32_t id) { // by squaring, of a known exponent
    IrConst *constant = id == IR_I_powi ? ir_as_cint(ir_op(call, 1)) : NULL;
    if (!constant) return false;
    int64_t n = ir_sval(constant);
    uint64_t e = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    IrBuilder b = ir_builder_at(call);
    b.fmf = call->fmf;
    IrValue *one = &ir_fp(legal->m, call->v.type, 1)->v, *r = NULL, *x = ir_op(call, 0);
    for (; e; e >>= 1) {
        if (e & 1) r = r ? ir_fmul(&b, r, x) : x;
        if (e > 1) x = ir_fmul(&b, x, x);
    }
    if (!r) r = one;
    ir_replace_erase(call, n < 0 ? ir_fdiv(&b, one, r) : r);
    return true;
}

// ---- classification -----------------------------------------------------------------------------

// Bits of the mask [LangRef: llvm.is.fpclass]: signalling and quiet NaN, then by sign from
// -infinity to +infinity. Each class is a range of the bit pattern without the sign.
static bool expand_class(Legal *legal, IrInst *call, uint32_t id) {
    if (id != IR_I_is_fpclass || ir_ty_is_vec(ir_op(call, 0)->type)) return false;
    IrType *ft = ir_op(call, 0)->type;
    Format format = format_of(ft);
    uint64_t mask = ir_uval(ir_as_cint(ir_op(call, 1)));
    IrBuilder builder = ir_builder_at(call);
    IrType *type = bits_type(legal, ft);
    IrValue *bits = bits_of(legal, &builder, ir_op(call, 0));
    uint64_t smallest = 1ull << format.mant, inf = ((1ull << format.expo) - 1) << format.mant,
             quiet = inf | 1ull << (format.mant - 1);
    IrValue *mag =
        ir_and(&builder, bits, legal_num(type, (1ull << (format.mant + format.expo)) - 1));
    IrValue *neg = ir_cmp(&builder, IR_SLT, bits, legal_zero(legal, type)),
            *pos = ir_not(&builder, neg);
    const struct {
        uint32_t negative, positive; // bits of the mask
        uint64_t from, to;           // magnitudes, inclusive
    } rows[] = {
        {0, 0, inf + 1, quiet - 1}, {1, 1, quiet, ~0ull >> (64 - format.mant - format.expo)},
        {2, 9, inf, inf},           {3, 8, smallest, inf - 1},
        {4, 7, 1, smallest - 1},    {5, 6, 0, 0}};
    IrValue *value = &ir_false(legal->m)->v;
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        bool n = mask >> rows[k].negative & 1, p = mask >> rows[k].positive & 1;
        if (!n && !p) continue;
        IrValue *from = ir_sub(&builder, mag, legal_num(type, rows[k].from));
        IrValue *in = ir_cmp(&builder, IR_ULE, from, legal_num(type, rows[k].to - rows[k].from));
        if (n != p) in = ir_and(&builder, in, n ? neg : pos);
        value = ir_or(&builder, value, in);
    }
    ir_replace_erase(call, value);
    return true;
}

// ---- approximate functions ----------------------------------------------------------------------

static bool approximate(Legal *legal, const IrInst *call) {
    if ((call->fmf & IR_FMF_AFN)) return true;
    Ctx *ctx = legal->m->ctx;
    Atom key = atom_cstr(ctx, "unsafe-fp-math");
    return ir_attr_has_str(legal->f->attrs.fn, key) &&
           strcmp(atom_str(ctx, ir_attr_str(legal->f->attrs.fn, key)), "true") == 0;
}

static bool expand_approx(Legal *legal, IrInst *call, uint32_t id) {
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
        IrType *t = call->v.type, *f = legal->m->ty_float;
        if (t->bits > 32 || !ir_ty_is_fp(t)) return false;
        if (t == f && !rows[k].always && !approximate(legal, call)) return false;
        IrBuilder b = ir_builder_at(call);
        IrValue *x = t == f ? ir_op(call, 0) : ir_fpext(&b, ir_op(call, 0), f);
        if (rows[k].before != 1) x = ir_fmul(&b, x, &ir_fp(legal->m, f, rows[k].before)->v);
        IrValue *r = IR_CALL(&b, (IrIntrin)(legal->ftz ? rows[k].ftz : rows[k].f), NULL, x);
        if (rows[k].after != 1) r = ir_fmul(&b, r, &ir_fp(legal->m, f, rows[k].after)->v);
        ir_replace_erase(call, t == f ? r : ir_fptrunc(&b, r, t));
        return true;
    }
    return false;
}

// 1 / sqrt(x) is one instruction where both may be approximated, as NVIDIA does it.
bool legal_rsqrt(Legal *legal, IrInst *quotient) {
    const PtxOptions *options = legal->g->o;
    if (quotient->v.op != IR_FDIV || quotient->v.type != legal->m->ty_float || options->fp.prec_div)
        return false;
    IrConst *one = ir_as_const(ir_op(quotient, 0));
    IrInst *root = ir_as_inst(ir_op(quotient, 1));
    if (one != ir_fp(legal->m, legal->m->ty_float, 1) || !root || root->v.op != IR_CALL)
        return false;
    uint32_t id = ir_intrin_of(root);
    bool general = is_any_of(id, IR_I_sqrt, IR_I_nvvm_sqrt_f);
    bool flushed = general ? legal->ftz : id == IR_I_nvvm_sqrt_approx_ftz_f;
    if (general ? options->fp.prec_sqrt : !flushed && id != IR_I_nvvm_sqrt_approx_f) return false;
    IrIntrin to = flushed ? IR_I_nvvm_rsqrt_approx_ftz_f : IR_I_nvvm_rsqrt_approx_f;
    if (ir_one_use(&root->v)) { // becomes the other function
        ir_set_op(root, root->nops - 1, &ir_intrinsic(legal->m, to, 0, NULL)->g.v);
        ir_replace_erase(quotient, &root->v);
    } else {
        IrBuilder b = ir_builder_at(quotient);
        ir_replace_erase(quotient, IR_CALL(&b, to, NULL, ir_op(root, 0)));
    }
    return true;
}

bool legal_float(Legal *legal, IrInst *call, uint32_t id) {
    return expand_minimum(legal, call, id) || expand_rounding(legal, call, id) ||
           expand_to_int_sat(legal, call, id) || expand_ldexp(legal, call, id) ||
           expand_frexp(legal, call, id) || expand_powi(legal, call, id) ||
           expand_class(legal, call, id) || expand_approx(legal, call, id);
}
