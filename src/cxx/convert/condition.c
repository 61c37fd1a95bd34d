// SPDX-License-Identifier: Apache-2.0
// convert/condition.c: the conditional operator [expr.cond], which has rules of its own: one
// operand may be implicitly converted to match the other, in type or as an lvalue.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"

static Expr *finish(Parse *p, Expr *c, Expr *a, Expr *b, Type *t, ValueCat cat, Pos pos) {
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    Expr *e = xe_un(p, E_COND, t, cat, pos, c);
    e->b = a;
    e->c = b;
    if (a) xe_inherit(e, a);
    xe_inherit(e, b);
    if (cat == VC_LVALUE) e->flags |= (a->flags | b->flags) & EF_BITFIELD;
    return e;
}

// [expr.cond]/4: whether e converts to match `to`; gives the sequence.
static bool matches(Parse *p, Expr *e, Expr *to, Ics *out) {
    Cxx *x = p->x;
    if (to->cat == VC_LVALUE) {
        cxx_ics(p, e, ty_ref(x, to->type, false), true, false, out);
        if (out->rank != ICS_BAD && !out->binds_temp) return true;
    } else if (to->cat == VC_XVALUE) {
        cxx_ics(p, e, ty_ref(x, to->type, true), true, false, out);
        if (out->rank != ICS_BAD && !out->binds_temp) return true;
    }
    if (to->cat != VC_PRVALUE && e->type->kind != TY_CLASS && to->type->kind != TY_CLASS)
        return false; // 4.3 needs a prvalue or an operand of class type
    Type *te = e->type, *tt = to->type;
    if (te->kind == TY_CLASS && tt->kind == TY_CLASS && xe_reference_related(p, tt, te)) {
        if (xe_quals(te) & ~xe_quals(tt)) return false;
        cxx_ics(p, e, tt, true, false, out);
        return out->rank != ICS_BAD;
    }
    if (te->kind == TY_CLASS && tt->kind == TY_CLASS && xe_reference_related(p, te, tt))
        return false; // only derived to base
    Type *want = ty_is_array(tt) || tt->kind == TY_FUNC ? ty_decay(x, tt) : ty_unqual(tt);
    cxx_ics(p, e, want, true, false, out);
    return out->rank != ICS_BAD;
}

static Expr *mismatch(Parse *p, Expr *a, Expr *b, Pos pos) {
    CXX_DIAG(p->x, x_incompatible_operands, pos, a->type, b->type);
    return cxx_expr_error(p->x, pos);
}

static Expr *void_operands(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos) {
    Type *v = ty_basic(p->x, TY_VOID);
    bool ta = a->kind == E_THROW, tb = b->kind == E_THROW;
    if (ta && !tb) {
        if (b->type->kind == TY_VOID) return finish(p, c, a, b, v, VC_PRVALUE, pos);
        return finish(p, c, a, b, b->type, (ValueCat)b->cat, pos);
    }
    if (tb && !ta) {
        if (a->type->kind == TY_VOID) return finish(p, c, a, b, v, VC_PRVALUE, pos);
        return finish(p, c, a, b, a->type, (ValueCat)a->cat, pos);
    }
    if (a->type->kind != TY_VOID || b->type->kind != TY_VOID) return mismatch(p, a, b, pos);
    return finish(p, c, a, b, v, VC_PRVALUE, pos);
}

static bool class_side(const Expr *e) {
    return e->type->kind == TY_CLASS;
}

// The one scalar type that an operand has, or that its class converts to; NULL: none, or several.
static Type *scalar_of(Parse *p, Expr *e) {
    if (!class_side(e)) return ty_decay(p->x, e->type);
    Lookup l = {0};
    Type *only = NULL;
    xe_conv_functions(p, ty_unqual(e->type)->u.cls, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        const FuncDecl *f = l.at[i]->kind == D_FUNC ? (FuncDecl *)l.at[i] : NULL;
        if (!f || f->explicit_) continue;
        Type *t = ty_unqual(ty_decay(p->x, f->d.type->u.func.ret));
        if (!ty_is_scalar(t)) continue;
        if (only && only != t) return NULL;
        only = t;
    }
    return only;
}

static Expr *value_operands(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos);

// [expr.cond]/6: overload resolution among the built-in candidates for scalars, where conversions
// leave no choice.
static Expr *converted_operands(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos) {
    Type *ta = scalar_of(p, a), *tb = scalar_of(p, b);
    if (!ta || !tb) return mismatch(p, a, b, pos);
    if (class_side(a)) a = cxx_convert(p, a, ta, NULL);
    if (class_side(b)) b = cxx_convert(p, b, tb, NULL);
    if (xe_err(a)) return a;
    return xe_err(b) ? b : value_operands(p, c, a, b, pos);
}

// Both operands as prvalues of one type [expr.cond]/6, /7.
static Expr *value_operands(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    Type *ta = ty_unqual(a->type), *tb = ty_unqual(b->type);
    if (class_side(a) || class_side(b)) {
        if (ta != tb) return converted_operands(p, c, a, b, pos);
        unsigned q = xe_quals(a->type) | xe_quals(b->type);
        Type *t = ty_qual(x, ta, q);
        return finish(p, c, xe_copy_construct(p, t, a, a->pos), xe_copy_construct(p, t, b, b->pos),
                      t, VC_PRVALUE, pos);
    }
    Expr *ra = cxx_rvalue(p, a), *rb = cxx_rvalue(p, b);
    if (xe_err(ra)) return ra;
    if (xe_err(rb)) return rb;
    ta = ra->type;
    tb = rb->type;
    if (ta == tb) return finish(p, c, ra, rb, ta, VC_PRVALUE, pos);
    bool aa = ty_is_arith(ta) || ty_is_unscoped_enum(ta);
    bool ab = ty_is_arith(tb) || ty_is_unscoped_enum(tb);
    if (aa && ab) {
        Type *t = ty_usual_arith(x, xe_arith_type(p, ra), xe_arith_type(p, rb));
        return finish(p, c, xe_arith_to(p, ra, t), xe_arith_to(p, rb, t), t, VC_PRVALUE, pos);
    }
    Type *t = xe_composite_pointer(p, ra, rb);
    if (!t) return mismatch(p, a, b, pos);
    return finish(p, c, cxx_convert(p, ra, t, NULL), cxx_convert(p, rb, t, NULL), t, VC_PRVALUE,
                  pos);
}

// GNU: a condition that is a vector of integers chooses each element; both operands are evaluated.
// They are vectors of one type, or scalars that every element takes.
static Expr *vector_cond(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    Type *m = ty_unqual(c->type), *ta = ty_unqual(a->type), *tb = ty_unqual(b->type);
    bool va = ta->kind == TY_VECTOR, vb = tb->kind == TY_VECTOR;
    Type *v = va ? ta : vb ? tb : NULL;
    if (!v && ty_is_arith(ta) && ty_is_arith(tb))
        v = ty_vector(x, ty_usual_arith(x, xe_arith_type(p, a), xe_arith_type(p, b)), m->u.array.n);
    uint64_t size, mask_size;
    uint32_t align;
    bool fits = v && !ty_is_floating(m->u.array.elem) && v->u.array.n == m->u.array.n &&
                ty_size_align(x, v, pos, &size, &align) &&
                ty_size_align(x, m, pos, &mask_size, &align) && size == mask_size;
    Expr *l = fits ? xe_to_vector(p, a, v) : NULL, *r = fits ? xe_to_vector(p, b, v) : NULL;
    if (!l || !r) return mismatch(p, a, b, pos);
    return finish(p, cxx_rvalue(p, c), l, r, v, VC_PRVALUE, pos);
}

// c ? a : b. For the GNU form `c ?: b` a is NULL and c is evaluated once: its value is used when
// it converts to true (E_COND with b NULL: E.a is then the value, tested for being non-zero).
Expr *xe_build_cond(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(c)) return c;
    if (a && xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (xe_tdep(c) || (a && xe_tdep(a)) || xe_tdep(b)) {
        Expr *e = xe_dep(p, E_COND, pos);
        e->a = c;
        e->b = a;
        e->c = b;
        xe_inherit(e, c);
        if (a) xe_inherit(e, a);
        xe_inherit(e, b);
        return e;
    }
    if (!a) { // GNU: both sides converted to one value type; the condition is that value
        Expr *v = value_operands(p, c, c, b, pos);
        if (xe_err(v)) return v;
        v->a = v->b;
        v->b = NULL;
        return v;
    }
    if (c->type->kind == TY_VECTOR) return vector_cond(p, c, a, b, pos);
    c = cxx_to_bool(p, c);
    if (xe_err(c)) return c;
    if (a->kind == E_OVERLOAD) a = cxx_rvalue(p, a);
    if (b->kind == E_OVERLOAD) b = cxx_rvalue(p, b);
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (a->kind == E_THROW || b->kind == E_THROW || a->type->kind == TY_VOID ||
        b->type->kind == TY_VOID)
        return void_operands(p, c, a, b, pos);
    if (a->type != b->type &&
        (class_side(a) || class_side(b) ||
         (xe_glvalue(a) && a->cat == b->cat && ty_unqual(a->type) == ty_unqual(b->type)))) {
        Ics ia, ib;
        bool ma = matches(p, a, b, &ia), mb = matches(p, b, a, &ib);
        if (ma && mb) {
            CXX_DIAG(x, x_ambiguous_cond, pos, a->type, b->type);
            return cxx_expr_error(x, pos);
        }
        if (ma && !ia.ambiguous)
            a = cxx_apply_ics(p, a, &ia);
        else if (mb && !ib.ambiguous)
            b = cxx_apply_ics(p, b, &ib);
        if (xe_err(a)) return a;
        if (xe_err(b)) return b;
    }
    if (xe_glvalue(a) && a->cat == b->cat && a->type == b->type)
        return finish(p, c, a, b, a->type, (ValueCat)a->cat, pos);
    return value_operands(p, c, a, b, pos);
}
