// SPDX-License-Identifier: Apache-2.0
// IEEE binary128 as calls of the embedded device library (lib/device/fp128.cu), which takes and
// gives the bits as integers. Functions come over one by one, when the first call of each is made.
#include "nvvm/nvvm.h"
#include "ptx/legal/legal_int.h"
#include "ir/intrin_id.h"

#include <stdio.h>

static bool is_quad(const IrType *type) {
    return type->kind == IR_TY_FP128;
}

// A quad as its bits and back: no code.
static IrValue *bits_of(Legal *legal, IrBuilder *builder, IrValue *quad) {
    return ir_bitcast(builder, quad, legal->m->ty_i128);
}

static IrValue *quad_of(Legal *legal, IrBuilder *builder, IrValue *bits) {
    return ir_bitcast(builder, bits, legal->m->ty_fp128);
}

// A constant whose low 64 bits are zero: the sign, exponents.
static IrValue *high_constant(Legal *legal, uint64_t high) {
    return &ir_int_words(legal->m, legal->m->ty_i128, 2, (uint64_t[]){0, high})->v;
}

// A call of the library's function, which is linked into the module when it is first called. Memory
// of the library is the module's.
static IrValue *call(Legal *legal, IrBuilder *builder, const char *name, IrType *ret, uint32_t n,
                     IrValue **arg) {
    IrModule *module = legal->m;
    Atom atom = atom_printf(module->ctx, "__cuprum_fp128_%s", name);
    IrType *type[3];
    for (uint32_t k = 0; k < n; k++) type[k] = arg[k]->type;
    bool made;
    IrFunc *f = legal_helper(legal, atom, ir_ty_func(module, ret, n, type, false), &made);
    if (made) {
        f->g.linkage = IR_EXTERNAL; // until it is linked
        if (!legal->g->library) legal->g->library = nvvm_builtin_library(module->ctx);
        if (!legal->g->library || !ir_link(module, legal->g->library, IR_LINK_LIBRARY) ||
            ir_is_decl(f))
            cu_ice(module->ctx, __FILE__, __LINE__, "the embedded device library lacks a function");
    }
    return &ir_call_fn(builder, f, n, arg)->v;
}

#define CALL(l, b, name, ret, ...)                                                                 \
    call(l, b, name, ret, sizeof((IrValue *[]){__VA_ARGS__}) / sizeof(IrValue *),                  \
         (IrValue *[]){__VA_ARGS__})

// ---- arithmetic, comparison ---------------------------------------------------------------------

// Arithmetic by the function of its name.
static bool expand_arith(Legal *legal, IrInst *inst) {
    static const char *const name[IR_NOPS] = {[IR_FADD] = "add",
                                              [IR_FSUB] = "sub",
                                              [IR_FMUL] = "mul",
                                              [IR_FDIV] = "div",
                                              [IR_FREM] = "rem"};
    if (!name[inst->v.op] || !is_quad(inst->v.type)) return false;
    IrBuilder b = ir_builder_at(inst);
    IrValue *x = bits_of(legal, &b, ir_op(inst, 0)), *y = bits_of(legal, &b, ir_op(inst, 1));
    ir_replace_erase(
        inst, quad_of(legal, &b, CALL(legal, &b, name[inst->v.op], legal->m->ty_i128, x, y)));
    return true;
}

// The sign is the top bit.
static bool expand_neg(Legal *legal, IrInst *negation) {
    if (negation->v.op != IR_FNEG || !is_quad(negation->v.type)) return false;
    IrBuilder b = ir_builder_at(negation);
    IrValue *x = bits_of(legal, &b, ir_op(negation, 0));
    ir_replace_erase(negation, quad_of(legal, &b, ir_xor(&b, x, high_constant(legal, 1ull << 63))));
    return true;
}

static bool expand_compare(Legal *legal,
                           IrInst *comparison) { // the function answers in bits of predicates
    if (comparison->v.op != IR_FCMP || !is_quad(ir_op(comparison, 0)->type)) return false;
    IrBuilder builder = ir_builder_at(comparison);
    IrType *type = legal->m->ty_i32;
    IrValue *r;

    // The two predicates that do not look.
    if (is_any_of(comparison->pred, IR_FCMP_FALSE, IR_FCMP_TRUE)) {
        r = &(comparison->pred ? ir_true(legal->m) : ir_false(legal->m))->v;
    } else {
        IrValue *x = bits_of(legal, &builder, ir_op(comparison, 0)),
                *y = bits_of(legal, &builder, ir_op(comparison, 1));
        IrValue *is = ir_and(&builder, CALL(legal, &builder, "cmp", type, x, y),
                             legal_num(type, comparison->pred));
        r = ir_cmp(&builder, IR_NE, is, legal_zero(legal, type));
    }
    ir_replace_erase(comparison, r);
    return true;
}

// ---- conversions --------------------------------------------------------------------------------

static const char *const suffix[] = {
    [IR_TY_HALF] = "f16", [IR_TY_BFLOAT] = "bf16", [IR_TY_FLOAT] = "f32", [IR_TY_DOUBLE] = "f64"};

// To and from the narrower formats, each by its own function.
static IrValue *converted(Legal *legal, IrBuilder *builder, IrValue *from, IrType *to) {
    IrType *small = is_quad(to) ? from->type : to, *t = ir_ty_int(legal->m, small->bits);
    char name[16];
    snprintf(name, sizeof name, "%s_%s", is_quad(to) ? "from" : "to", suffix[small->kind]);
    if (is_quad(to))
        return quad_of(legal, builder,
                       CALL(legal, builder, name, legal->m->ty_i128, ir_bitcast(builder, from, t)));
    return ir_bitcast(builder, CALL(legal, builder, name, t, bits_of(legal, builder, from)), to);
}

// Integers beyond 128 bits: the leading 128, the lowest of which says too whether anything follows.
// n leading zeros are shifted out; what falls below 128 bits is one sticky bit (round to odd).
static IrValue *from_wide(Legal *legal, IrBuilder *builder, IrValue *integer, bool sign) {
    IrType *type = legal_wide_type(legal, integer->type), *of_type = legal->m->ty_i128,
           *ti = legal->m->ty_i32;
    IrType *rt = ir_ty_int(legal->m, type->bits - 128);
    integer = ir_int_resize(builder, integer, type, sign);
    IrValue *neg = NULL;
    if (sign) {
        neg = ir_cmp(builder, IR_SLT, integer, legal_zero(legal, type));
        integer = ir_select(builder, neg, ir_neg(builder, integer), integer);
    }
    IrValue *n = IR_CALL(builder, IR_I_ctlz, NULL, integer, &ir_false(legal->m)->v);
    // Zero has all bits as zeros: any shift would do but this one.
    n = ir_select(builder, ir_cmp(builder, IR_EQ, n, legal_num(type, type->bits)),
                  legal_zero(legal, type), n);
    IrValue *top = ir_shl(builder, integer, n), *rest = ir_trunc(builder, top, rt);
    IrValue *lead =
        ir_trunc(builder, ir_lshr(builder, top, legal_num(type, type->bits - 128)), of_type);
    lead = ir_or(builder, lead,
                 ir_zext(builder, ir_cmp(builder, IR_NE, rest, legal_zero(legal, rt)), of_type));
    IrValue *e = ir_sub(builder, legal_num(ti, type->bits - 1), ir_trunc(builder, n, ti));
    IrValue *r = CALL(legal, builder, "from_leading", of_type, lead, e);
    if (neg) r = ir_select(builder, neg, ir_xor(builder, r, high_constant(legal, 1ull << 63)), r);
    return r;
}

// Casts that have a quad on one side.
static bool expand_cast(Legal *legal, IrInst *cast) {
    if (ir_ops[cast->v.op].class != IRC_CAST) return false;
    IrValue *value = ir_op(cast, 0), *r;
    IrType *type = cast->v.type, *of_type = legal->m->ty_i128;
    if (!is_quad(type) && !is_quad(value->type)) return false;
    IrBuilder builder = ir_builder_at(cast);
    bool sign = is_any_of(cast->v.op, IR_SITOFP, IR_FPTOSI);
    switch (cast->v.op) {
    case IR_FPEXT:
    case IR_FPTRUNC: r = converted(legal, &builder, value, type); break;
    case IR_UITOFP:
    case IR_SITOFP:
        if (value->type->bits > 128)
            r = from_wide(legal, &builder, value, sign);
        else
            r = CALL(legal, &builder, sign ? "from_i128" : "from_u128", of_type,
                     ir_int_resize(&builder, value, of_type, sign));
        r = quad_of(legal, &builder, r);
        break;
    case IR_FPTOUI:
    case IR_FPTOSI:
        if (type->bits > 128) return false; // legal/wide.c
        r = CALL(legal, &builder, sign ? "to_signed" : "to_unsigned", of_type,
                 bits_of(legal, &builder, value), legal_num(legal->m->ty_i32, 128));
        r = ir_int_resize(&builder, r, type, false);
        break;
    default: return false;
    }
    ir_replace_erase(cast, r);
    return true;
}

// Instructions on quads; their comparisons and casts among them.
bool legal_fp128(Legal *legal, IrInst *inst) {
    return expand_arith(legal, inst) || expand_neg(legal, inst) || expand_compare(legal, inst) ||
           expand_cast(legal, inst);
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

// Functions that are named alike here and there.
static bool expand_function(Legal *legal, IrInst *inst, uint32_t id) {
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrBuilder b = ir_builder_at(inst);
        IrValue *arg[3];
        uint32_t n = ir_call_nargs(inst);
        for (uint32_t j = 0; j < n; j++) arg[j] = bits_of(legal, &b, ir_op(inst, j));
        ir_replace_erase(
            inst, quad_of(legal, &b, call(legal, &b, rows[k].name, legal->m->ty_i128, n, arg)));
        return true;
    }
    return false;
}

static IrValue *int_operand(Legal *legal, IrBuilder *builder,
                            IrValue *integer) { // as i32, kept in its range
    IrType *t = integer->type;
    if (t->bits > 32) {
        integer = IR_CALL(builder, IR_I_smax, NULL, integer, &ir_sint(t, INT32_MIN)->v);
        integer = IR_CALL(builder, IR_I_smin, NULL, integer, &ir_sint(t, INT32_MAX)->v);
    }
    return ir_int_resize(builder, integer, legal->m->ty_i32, true);
}

// {fraction, exponent}
static IrValue *frexp_of(Legal *legal, IrBuilder *builder, IrInst *inst) {
    IrType *t = inst->v.type;
    IrValue *x = bits_of(legal, builder, ir_op(inst, 0));
    IrValue *f = quad_of(legal, builder, CALL(legal, builder, "fraction", legal->m->ty_i128, x));
    IrValue *e = CALL(legal, builder, "exponent", legal->m->ty_i32, x);
    IrValue *r = ir_insert(builder, &ir_undef(legal->m, t)->v, f, 0);
    return ir_insert(builder, r, ir_int_resize(builder, e, t->sub[1], true), 1);
}

// Saturating conversions to integers beyond 128 bits are legal/float.c's.
static IrValue *saturated(Legal *legal, IrBuilder *builder, IrInst *conversion, bool sign) {
    IrValue *r = CALL(legal, builder, sign ? "to_signed" : "to_unsigned", legal->m->ty_i128,
                      bits_of(legal, builder, ir_op(conversion, 0)),
                      legal_num(legal->m->ty_i32, conversion->v.type->bits));
    return ir_int_resize(builder, r, conversion->v.type, false);
}

// Intrinsics on quads: by function, on the bits, or by other operations.
bool legal_fp128_call(Legal *legal, IrInst *inst, uint32_t id) {
    if (!ir_call_nargs(inst) || !is_quad(ir_op(inst, 0)->type)) return false;
    if (expand_function(legal, inst, id)) return true;
    IrBuilder builder = ir_builder_at(inst);
    IrType *type = legal->m->ty_i128, *ti = legal->m->ty_i32;
    IrValue *value = ir_op(inst, 0), *r;
    IrValue *sign = high_constant(legal, 1ull << 63), *rest;
    switch (id) {
    case IR_I_fabs:
        rest = ir_not(&builder, sign);
        rest = ir_and(&builder, bits_of(legal, &builder, value), rest);
        r = quad_of(legal, &builder, rest);
        break;
    case IR_I_copysign:
        rest = ir_not(&builder, sign);
        rest = ir_and(&builder, bits_of(legal, &builder, value), rest);
        r = ir_or(&builder, rest, ir_and(&builder, bits_of(legal, &builder, ir_op(inst, 1)), sign));
        r = quad_of(legal, &builder, r);
        break;
    case IR_I_canonicalize: // times one
        r = ir_fmul(&builder, value, &ir_fp_bits(legal->m, value->type, 0, 0x3fffull << 48)->v);
        break;
    case IR_I_fmuladd:
        r = ir_fadd(&builder, ir_fmul(&builder, value, ir_op(inst, 1)), ir_op(inst, 2));
        break;
    case IR_I_is_fpclass:
        r = ir_and(&builder, CALL(legal, &builder, "class", ti, bits_of(legal, &builder, value)),
                   ir_op(inst, 1));
        r = ir_cmp(&builder, IR_NE, r, legal_zero(legal, ti));
        break;
    case IR_I_ldexp:
    case IR_I_powi: {
        IrValue *n = int_operand(legal, &builder, ir_op(inst, 1));
        const char *name = id == IR_I_ldexp ? "ldexp" : "powi";
        r = quad_of(legal, &builder,
                    CALL(legal, &builder, name, type, bits_of(legal, &builder, value), n));
        break;
    }
    case IR_I_frexp: r = frexp_of(legal, &builder, inst); break;
    case IR_I_fptosi_sat:
    case IR_I_fptoui_sat:
        if (inst->v.type->bits > 128) return false;
        r = saturated(legal, &builder, inst, id == IR_I_fptosi_sat);
        break;
    default: return false;
    }
    ir_replace_erase(inst, r);
    return true;
}
