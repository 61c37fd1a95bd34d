// SPDX-License-Identifier: Apache-2.0
// convert/condition.c: the conditional operator [expr.cond], which has rules of its own: one
// operand may be implicitly converted to match the other, in type or as an lvalue.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"

// [expr.cond]/4: whether `from` converts to match `to`; gives the sequence.
static bool matches(Parse *parse, Expr *from, Expr *to, Ics *out) {
    Cxx *cxx = parse->x;
    Type *te = from->type, *tt = to->type;
    if (to->cat != VC_PRVALUE) {
        cxx_ics(parse, from, ty_ref(cxx, tt, to->cat == VC_XVALUE), true, false, out);
        if (out->rank != ICS_BAD && !out->binds_temp) return true;
        // 4.3 needs a prvalue or an operand of class type
        if (te->kind != TY_CLASS && tt->kind != TY_CLASS) return false;
    }
    bool classes = ty_both(te, tt, TY_CLASS);
    if (classes && xe_reference_related(parse, tt, te)) {
        if (xe_quals(te) & ~xe_quals(tt)) return false;
        cxx_ics(parse, from, tt, true, false, out);
        return out->rank != ICS_BAD;
    }
    if (classes && xe_reference_related(parse, te, tt)) return false; // only derived to base
    Type *want = ty_is_array(tt) || tt->kind == TY_FUNC ? ty_decay(cxx, tt) : ty_unqual(tt);
    cxx_ics(parse, from, want, true, false, out);
    return out->rank != ICS_BAD;
}

// Says that the operands have no common type.
static Expr *mismatch(Parse *parse, Expr *left, Expr *right, Pos pos) {
    CXX_DIAG(parse->x, x_incompatible_operands, pos, left->type, right->type);
    return cxx_expr_error(parse->x, pos);
}

// [expr.cond]/2: both are void, or one is a throw-expression.
static Expr *void_operands(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos) {
    Type *type = ty_basic(parse->x, TY_VOID);
    bool ta = a->kind == E_THROW, tb = b->kind == E_THROW;
    if (ta && !tb) {
        if (b->type->kind == TY_VOID)
            return xe_cond_node(parse, condition, a, b, type, VC_PRVALUE, pos);
        return xe_cond_node(parse, condition, a, b, b->type, (ValueCat)b->cat, pos);
    }
    if (tb && !ta) {
        if (a->type->kind == TY_VOID)
            return xe_cond_node(parse, condition, a, b, type, VC_PRVALUE, pos);
        return xe_cond_node(parse, condition, a, b, a->type, (ValueCat)a->cat, pos);
    }
    if (a->type->kind != TY_VOID || b->type->kind != TY_VOID) return mismatch(parse, a, b, pos);
    return xe_cond_node(parse, condition, a, b, type, VC_PRVALUE, pos);
}

// An operand whose class may have conversions.
static bool class_side(const Expr *expr) {
    return expr->type->kind == TY_CLASS && !cxx_complex_part(expr->type);
}

// The one scalar type that an operand has, or that its class converts to; NULL: none, or several.
static Type *scalar_of(Parse *parse, Expr *operand) {
    if (!class_side(operand)) return ty_decay(parse->x, operand->type);
    Lookup lookup = {0};
    Type *only = NULL;
    xe_conv_functions(parse, ty_unqual(operand->type)->u.cls, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        const FuncDecl *f = lookup.at[i]->kind == D_FUNC ? (FuncDecl *)lookup.at[i] : NULL;
        if (!f || f->written.explicit_) continue;
        Type *t = ty_unqual(ty_decay(parse->x, f->d.type->u.func.ret));
        if (!ty_is_scalar(t)) continue;
        if (only && only != t) return NULL;
        only = t;
    }
    return only;
}

static Expr *value_operands(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos);

// [expr.cond]/6: overload resolution among the built-in candidates for scalars, where conversions
// leave no choice.
static Expr *converted_operands(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos) {
    Type *ta = scalar_of(parse, a), *tb = scalar_of(parse, b);
    if (!ta || !tb) return mismatch(parse, a, b, pos);
    if (class_side(a)) a = cxx_convert(parse, a, ta, NULL);
    if (class_side(b)) b = cxx_convert(parse, b, tb, NULL);
    if (xe_err(a)) return a;
    return xe_err(b) ? b : value_operands(parse, condition, a, b, pos);
}

// Both operands as prvalues of one type [expr.cond]/6, /7.
static Expr *value_operands(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos) {
    Cxx *cxx = parse->x;
    Type *ta = ty_unqual(a->type), *tb = ty_unqual(b->type);
    Type *complex = cxx_complex_common(parse, a, b);
    if (complex && ta != tb) {
        b = cxx_complex_convert(parse, complex, b);
        a = cxx_complex_convert(parse, complex, a);
        return xe_cond_node(parse, condition, a, b, complex, VC_PRVALUE, pos);
    }
    // classes: one side is converted to the other's type [expr.cond]/4, or both are copied
    if (complex || class_side(a) || class_side(b)) {
        if (ta != tb) return converted_operands(parse, condition, a, b, pos);
        unsigned q = xe_quals(a->type) | xe_quals(b->type);
        Type *t = ty_qual(cxx, ta, q);
        b = xe_copy_construct(parse, t, b, b->pos);
        a = xe_copy_construct(parse, t, a, a->pos);
        return xe_cond_node(parse, condition, a, b, t, VC_PRVALUE, pos);
    }
    Expr *ra = cxx_rvalue(parse, a), *rb = cxx_rvalue(parse, b);
    if (xe_err(ra)) return ra;
    if (xe_err(rb)) return rb;
    ta = ra->type;
    tb = rb->type;
    if (ta == tb) return xe_cond_node(parse, condition, ra, rb, ta, VC_PRVALUE, pos);
    bool aa = ty_is_arith(ta) || ty_is_unscoped_enum(ta);
    bool ab = ty_is_arith(tb) || ty_is_unscoped_enum(tb);
    if (aa && ab) {
        Type *t = ty_usual_arith(cxx, xe_arith_type(parse, ra), xe_arith_type(parse, rb));
        rb = xe_arith_to(parse, rb, t);
        return xe_cond_node(parse, condition, xe_arith_to(parse, ra, t), rb, t, VC_PRVALUE, pos);
    }
    // what is left is pointers, members' among them [expr.cond]/7.4
    Type *t = xe_composite_pointer(parse, ra, rb);
    if (!t) return mismatch(parse, a, b, pos);
    rb = cxx_convert(parse, rb, t, NULL);
    return xe_cond_node(parse, condition, cxx_convert(parse, ra, t, NULL), rb, t, VC_PRVALUE, pos);
}

// GNU: a condition that is a vector of integers chooses each element; both operands are evaluated.
// They are vectors of one type, or scalars that every element takes.
static Expr *vector_cond(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(condition->type), *ta = ty_unqual(a->type), *tb = ty_unqual(b->type);
    bool va = ta->kind == TY_VECTOR, vb = tb->kind == TY_VECTOR;
    Type *v = va ? ta : vb ? tb : NULL;
    if (!v && ty_is_arith(ta) && ty_is_arith(tb)) {
        Type *both = ty_usual_arith(cxx, xe_arith_type(parse, a), xe_arith_type(parse, b));
        v = ty_vector(cxx, ta == tb ? ta : both, type->u.array.n);
    }
    uint64_t size, mask_size;
    uint32_t align;
    bool fits = v && !ty_is_floating(type->u.array.elem) && v->u.array.n == type->u.array.n &&
                ty_size_align(cxx, v, pos, &size, &align) &&
                ty_size_align(cxx, type, pos, &mask_size, &align) && size == mask_size;
    Expr *l = fits ? xe_to_vector(parse, a, v) : NULL, *r = fits ? xe_to_vector(parse, b, v) : NULL;
    if (!l || !r) return mismatch(parse, a, b, pos);
    return xe_cond_node(parse, cxx_rvalue(parse, condition), l, r, v, VC_PRVALUE, pos);
}

// A throw-expression, or one of type void.
static bool has_no_value(const Expr *expr) {
    return expr->kind == E_THROW || expr->type->kind == TY_VOID;
}

// [expr.cond]/4: the operands have different types, one of them of a class, or they are glvalues
// that differ in qualifiers only.
static bool needs_match(const Expr *a, const Expr *b) {
    if (a->type == b->type) return false;
    if (class_side(a) || class_side(b)) return true;
    return xe_glvalue(a) && a->cat == b->cat && ty_unqual(a->type) == ty_unqual(b->type);
}

// c ? a : b. For the GNU form `c ?: b` a is NULL and c is evaluated once: its value is used when
// it converts to true (E_COND with b NULL: E.a is then the value, tested for being non-zero).
Expr *xe_build_cond(Parse *parse, Expr *condition, Expr *a, Expr *b, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(condition)) return condition;
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (xe_tdep(condition) || (a && xe_tdep(a)) || xe_tdep(b)) {
        Expr *e = xe_dep(parse, E_COND, pos);
        e->a = condition;
        e->b = a;
        e->c = b;
        xe_inherit(e, condition);
        if (a) xe_inherit(e, a);
        xe_inherit(e, b);
        return e;
    }
    if (!a) { // GNU: both sides converted to one value type; the condition is that value
        Expr *v = value_operands(parse, condition, condition, b, pos);
        if (xe_err(v)) return v;
        v->a = v->b;
        v->b = NULL;
        return v;
    }
    if (condition->type->kind == TY_VECTOR) return vector_cond(parse, condition, a, b, pos);

    // [expr.cond]/1: the condition, and what overload sets stand for
    condition = cxx_to_bool(parse, condition);
    if (xe_err(condition)) return condition;
    if (a->kind == E_OVERLOAD) a = cxx_rvalue(parse, a);
    if (b->kind == E_OVERLOAD) b = cxx_rvalue(parse, b);
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;

    if (has_no_value(a) || has_no_value(b)) return void_operands(parse, condition, a, b, pos);
    if (needs_match(a, b)) {
        Ics ia, ib;
        bool ma = matches(parse, a, b, &ia), mb = matches(parse, b, a, &ib);
        if (ma && mb) {
            CXX_DIAG(cxx, x_ambiguous_cond, pos, a->type, b->type);
            return cxx_expr_error(cxx, pos);
        }
        if (ma && !ia.ambiguous)
            a = cxx_apply_ics(parse, a, &ia);
        else if (mb && !ib.ambiguous)
            b = cxx_apply_ics(parse, b, &ib);
        if (xe_err(a)) return a;
        if (xe_err(b)) return b;
    }
    if (xe_glvalue(a) && a->cat == b->cat && a->type == b->type)
        return xe_cond_node(parse, condition, a, b, a->type, (ValueCat)a->cat, pos);
    return value_operands(parse, condition, a, b, pos);
}
