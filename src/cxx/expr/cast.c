// SPDX-License-Identifier: Apache-2.0
// expr/cast.c: explicit conversions: C-style, functional, static_cast, const_cast,
// reinterpret_cast [expr.static.cast] ff. dynamic_cast is refused (no RTTI on the device).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

static Expr *cast_node(Parse *p, CastKind ck, Type *to, ValueCat cat, Expr *a, Pos pos) {
    if (xe_err(a)) return a;
    Expr *e = cxx_expr_new(p->x, E_CAST, to, cat, pos);
    e->op = (uint8_t)ck;
    e->a = a;
    xe_inherit(e, a);
    return e;
}

static void target(Parse *p, Type *to, Type **obj, ValueCat *cat) {
    *obj = to;
    *cat = VC_PRVALUE;
    if (to->kind == TY_LREF) {
        *cat = VC_LVALUE;
        *obj = to->u.ptr.to;
    } else if (to->kind == TY_RREF) {
        *obj = to->u.ptr.to;
        *cat = (*obj)->kind == TY_FUNC ? VC_LVALUE : VC_XVALUE;
    } else if (to->kind != TY_CLASS && !ty_is_array(to)) {
        *obj = ty_unqual(to);
    }
}

// ---- static_cast -------------------------------------------------------------------------------

static bool base_to_derived_ok(Parse *p, ClassDecl *d, ClassDecl *b, BaseSpec ***path, uint32_t *n,
                               bool report, Pos pos) {
    bool amb = false;
    if (!cxx_class_complete(p->x, d, 0) || !cxx_class_derived_from(p->x, d, b, path, n, &amb))
        return false;
    for (uint32_t i = 0; i < *n; i++)
        if ((*path)[i]->virtual_) amb = true;
    if (amb && report) CXX_DIAG(p->x, x_ambiguous_base, pos, b->d.type, d->d.type);
    return !amb;
}

// Downcasts of pointers, references and member pointers; NULL if it is none.
static Expr *downcast(Parse *p, Type *to, Expr *e, bool cstyle, Pos pos) {
    Cxx *x = p->x;
    BaseSpec **path = NULL;
    uint32_t n = 0;
    Type *obj;
    ValueCat cat;
    target(p, to, &obj, &cat);
    if (ty_is_ref(to) && ty_unqual(obj)->kind == TY_CLASS && e->type->kind == TY_CLASS &&
        xe_glvalue(e) && ty_unqual(obj) != ty_unqual(e->type)) {
        if (!cstyle && (xe_quals(e->type) & ~xe_quals(obj))) return NULL;
        if (!base_to_derived_ok(p, ty_unqual(obj)->u.cls, ty_unqual(e->type)->u.cls, &path, &n,
                                true, pos))
            return NULL;
    } else if (obj->kind == TY_PTR && obj->u.ptr.to->kind == TY_CLASS &&
               ty_decay(x, e->type)->kind == TY_PTR &&
               ty_decay(x, e->type)->u.ptr.to->kind == TY_CLASS) {
        Type *f = ty_decay(x, e->type)->u.ptr.to, *t = obj->u.ptr.to;
        if (ty_unqual(f) == ty_unqual(t)) return NULL;
        if (!cstyle && (xe_quals(f) & ~xe_quals(t))) return NULL;
        if (!base_to_derived_ok(p, ty_unqual(t)->u.cls, ty_unqual(f)->u.cls, &path, &n, true, pos))
            return NULL;
        e = cxx_rvalue(p, e);
    } else if (obj->kind == TY_MEMPTR && ty_unqual(e->type)->kind == TY_MEMPTR &&
               obj->u.ptr.cls != ty_unqual(e->type)->u.ptr.cls &&
               obj->u.ptr.cls->kind == TY_CLASS) {
        e = cxx_rvalue(p, e);
        if (!base_to_derived_ok(p, e->type->u.ptr.cls->u.cls, obj->u.ptr.cls->u.cls, &path, &n,
                                false, pos))
            return NULL;
        Expr *r = cast_node(p, CK_MEMPTR_CONV, obj, cat, e, pos);
        r->u.base.path = path;
        r->u.base.npath = n;
        return r;
    } else {
        return NULL;
    }
    Expr *r = cast_node(p, CK_BASE_TO_DERIVED, obj, cat, e, pos);
    if (xe_err(r)) return r;
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

static bool arith_like(const Type *t) {
    return ty_is_arith(t) || t->kind == TY_ENUM;
}

static Expr *arith_cast(Parse *p, Type *to, Expr *e, Pos pos) {
    Expr *r = cxx_rvalue(p, e);
    if (xe_err(r)) return r;
    Type *f = r->type;
    bool ff = ty_is_floating(f), tf = ty_is_floating(to);
    Type *u = to->kind == TY_ENUM && to->u.enm->underlying ? to->u.enm->underlying : to;
    CastKind ck = u->kind == TY_BOOL ? (ff ? CK_TO_BOOL_FLOAT : CK_TO_BOOL_INT)
                  : ff               ? (tf ? CK_FLOAT : CK_FLOAT_TO_INT)
                  : tf               ? CK_INT_TO_FLOAT
                                     : CK_INT;
    if (f == to) return r;
    Expr *c = xe_cast(p, ck, to, VC_PRVALUE, r);
    if (xe_err(c)) return c;
    if (c == r) return c;
    c->flags &= ~EF_IMPLICIT;
    c->pos = pos;
    return c;
}

static Expr *vector_cast(Parse *p, Type *to, Expr *e, Pos pos) {
    Expr *r = cxx_rvalue(p, e);
    uint64_t a = 0, b = 0;
    uint32_t al;
    if (to->kind == TY_VECTOR && arith_like(r->type))
        return cast_node(p, CK_SPLAT, to, VC_PRVALUE,
                         xe_arith_to(p, r, ty_unqual(to->u.array.elem)), pos);
    if (ty_size_align(p->x, to, pos, &a, &al) && ty_size_align(p->x, r->type, pos, &b, &al) &&
        a == b)
        return cast_node(p, CK_VALUE_BITCAST, to, VC_PRVALUE, r, pos);
    return NULL;
}

// [expr.static.cast]; NULL if it does not apply. Reports errors of what it does apply to.
static Expr *static_cast_(Parse *p, Type *to, Expr *e, bool cstyle, Pos pos) {
    Cxx *x = p->x;
    Type *obj;
    ValueCat cat;
    target(p, to, &obj, &cat);
    if (to->kind == TY_VOID) {
        Expr *d = xe_discard(p, e);
        return xe_err(d) ? d : cast_node(p, CK_VOID, to, VC_PRVALUE, d, pos);
    }
    if (e->kind == E_OVERLOAD && obj->kind == TY_MEMPTR) { // of a derived class: one function only
        Expr *f = cxx_resolve_address(p, e, obj, false);
        bool other = !f || xe_err(f);
        if (other) f = cxx_resolve_address(p, e, NULL, false);
        if (f && !xe_err(f)) f = cxx_resolve_address(p, e, other ? NULL : obj, true); // a use
        if (f && !xe_err(f)) e = f;
    }
    if (!xe_list(e) && e->kind != E_OVERLOAD) {
        Expr *d = downcast(p, to, e, cstyle, pos);
        if (d) return d;
        // glvalue to xvalue of a reference-compatible type
        if (to->kind == TY_RREF && xe_glvalue(e) && obj->kind != TY_FUNC &&
            xe_reference_compatible(p, obj, e->type)) {
            Expr *r = e;
            if (e->flags & EF_BITFIELD) return xe_init_ref(p, to, cxx_rvalue(p, e), true, NULL);
            if (ty_unqual(obj) != ty_unqual(e->type) && obj->kind == TY_CLASS) {
                r = xe_derived_to_base(p, e, obj, pos);
                if (xe_err(r)) return r;
            }
            return cast_node(p, CK_NOOP, obj, VC_XVALUE, r, pos);
        }
        Type *f = ty_unqual(ty_decay(x, e->type));
        if (arith_like(obj) && arith_like(f) && !ty_is_ref(to)) {
            if (f->kind == TY_ENUM || obj->kind == TY_ENUM || ty_is_arith(f))
                return arith_cast(p, obj, e, pos);
        }
        if (obj->kind == TY_VECTOR && !ty_is_ref(to)) {
            Expr *v = vector_cast(p, obj, e, pos);
            if (v) return v;
        }
        if (obj->kind == TY_PTR && !ty_is_ref(to) && f->kind == TY_PTR &&
            f->u.ptr.to->kind == TY_VOID && obj->u.ptr.to->kind != TY_FUNC &&
            (cstyle || !(xe_quals(f->u.ptr.to) & ~xe_quals(obj->u.ptr.to))))
            return cast_node(p, obj == f ? CK_NOOP : CK_BITCAST, obj, VC_PRVALUE, cxx_rvalue(p, e),
                             pos);
        if (obj->kind == TY_ENUM && f->kind == TY_CLASS) {
            Ics o;
            cxx_ics(p, e, obj, true, true, &o);
            if (o.rank == ICS_BAD && obj->u.enm->underlying)
                return arith_cast(p, obj, cxx_convert(p, e, obj->u.enm->underlying, NULL), pos);
        }
    }
    // whatever `T t(e)` does
    Ics o;
    if (xe_list(e)) return cxx_initialize(p, to, INIT_DIRECT, &e, 1, pos, NULL);
    if (obj->kind == TY_CLASS && !ty_is_ref(to)) {
        if (!ty_complete(x, obj, pos, true)) return cxx_expr_error(x, pos);
        if (e->cat == VC_PRVALUE && ty_unqual(e->type) == ty_unqual(obj)) return e;
        cxx_ics(p, e, to, true, true, &o);
        if (o.rank == ICS_BAD && cstyle) {
            Cands cs = {0};
            if (xe_pick_ctor(p, ty_unqual(obj)->u.cls, &e, 1, true, true, false, &cs) == -1)
                return NULL;
        }
        Expr *r = cxx_initialize(p, to, INIT_DIRECT, &e, 1, pos, NULL);
        if (!xe_err(r)) r->flags &= ~EF_IMPLICIT;
        return r;
    }
    if (ty_is_array(obj) && !ty_is_ref(to)) return NULL;
    cxx_ics(p, e, to, true, true, &o);
    if (o.rank == ICS_BAD) return NULL;
    Expr *r = cxx_apply_ics(p, e, &o);
    if (xe_err(r)) return r;
    bool temporary = to->kind == TY_LREF && r->cat == VC_XVALUE; // `(const int &)3` is an lvalue
    if (r == e || r->kind == E_DECLREF || temporary) r = cast_node(p, CK_NOOP, obj, cat, r, pos);
    return r;
}

// ---- const_cast and reinterpret_cast -----------------------------------------------------------

static bool similar_ignoring_quals(Type *a, Type *b) {
    for (;;) {
        a = ty_unqual(a);
        b = ty_unqual(b);
        while (ty_is_array(a) && a->kind == b->kind && a->u.array.n == b->u.array.n) {
            a = ty_unqual(a->u.array.elem);
            b = ty_unqual(b->u.array.elem);
        }
        if (a == b) return true;
        if (a->kind != b->kind || (a->kind != TY_PTR && a->kind != TY_MEMPTR)) return false;
        if (a->kind == TY_MEMPTR && a->u.ptr.cls != b->u.ptr.cls) return false;
        a = a->u.ptr.to;
        b = b->u.ptr.to;
    }
}

static Expr *const_cast_(Parse *p, Type *to, Expr *e, Pos pos) {
    Cxx *x = p->x;
    Type *obj;
    ValueCat cat;
    target(p, to, &obj, &cat);
    if (ty_is_ref(to)) {
        if (obj->kind == TY_FUNC || !similar_ignoring_quals(obj, e->type)) return NULL;
        if (to->kind == TY_LREF && e->cat != VC_LVALUE) return NULL;
        if (e->cat == VC_PRVALUE) {
            if (e->type->kind != TY_CLASS) return NULL;
            e = xe_materialize(p, e);
        }
        return cast_node(p, CK_NOOP, obj, cat, e, pos);
    }
    if (obj->kind != TY_PTR && obj->kind != TY_MEMPTR) return NULL;
    if (obj->u.ptr.to->kind == TY_FUNC) return NULL;
    if (!similar_ignoring_quals(obj, ty_decay(x, e->type))) return NULL;
    return cast_node(p, CK_NOOP, obj, VC_PRVALUE, cxx_rvalue(p, e), pos);
}

static bool casts_away_const(Parse *p, Type *from, Type *to) {
    while (from->kind == TY_PTR && to->kind == TY_PTR) {
        from = from->u.ptr.to;
        to = to->u.ptr.to;
        if (xe_quals(from) & ~xe_quals(to)) return true;
        from = ty_unqual(from);
        to = ty_unqual(to);
    }
    return false;
}

static Expr *reinterpret_cast_(Parse *p, Type *to, Expr *e, bool cstyle, Pos pos) {
    Cxx *x = p->x;
    Type *obj;
    ValueCat cat;
    target(p, to, &obj, &cat);
    if (e->kind == E_OVERLOAD) {
        e = cxx_rvalue(p, e);
        if (xe_err(e)) return e;
    }
    if (ty_is_ref(to)) {
        if (!xe_glvalue(e) || (e->flags & EF_BITFIELD)) return NULL;
        if (!cstyle && (xe_quals(e->type) & ~xe_quals(obj))) {
            CXX_DIAG(x, x_cast_drops_const, pos);
            return cxx_expr_error(x, pos);
        }
        return cast_node(p, CK_LVAL_BITCAST, obj, cat, e, pos);
    }
    if (e->type->kind == TY_CLASS || e->type->kind == TY_VOID) return NULL;
    Expr *r = cxx_rvalue(p, e);
    if (xe_err(r)) return r;
    Type *f = r->type;
    bool fi = ty_is_integral(f) || f->kind == TY_ENUM, ti = ty_is_integral(obj);
    if (obj->kind == TY_PTR && f->kind == TY_PTR) {
        if (!cstyle && casts_away_const(p, f, obj)) {
            CXX_DIAG(x, x_cast_drops_const, pos);
            return cxx_expr_error(x, pos);
        }
        return cast_node(p, f == obj ? CK_NOOP : CK_BITCAST, obj, VC_PRVALUE, r, pos);
    }
    if (obj->kind == TY_PTR && fi) return cast_node(p, CK_INT_TO_PTR, obj, VC_PRVALUE, r, pos);
    if ((ti || (cstyle && obj->kind == TY_ENUM)) && (f->kind == TY_PTR || f->kind == TY_NULLPTR)) {
        if (f->kind == TY_PTR && obj->kind != TY_BOOL && obj->kind != TY_ENUM &&
            ty_int_bits(obj) < 64) {
            CXX_DIAG(x, x_pointer_to_small_int, pos, f, obj);
            return cxx_expr_error(x, pos);
        }
        return cast_node(p, CK_PTR_TO_INT, obj, VC_PRVALUE, r, pos);
    }
    if (obj == f && (fi || obj->kind == TY_MEMPTR))
        return cast_node(p, CK_NOOP, obj, VC_PRVALUE, r, pos);
    if (obj->kind == TY_MEMPTR && f->kind == TY_MEMPTR &&
        (obj->u.ptr.to->kind == TY_FUNC) == (f->u.ptr.to->kind == TY_FUNC))
        return cast_node(p, CK_BITCAST, obj, VC_PRVALUE, r, pos);
    if (obj->kind == TY_VECTOR || f->kind == TY_VECTOR) return vector_cast(p, obj, r, pos);
    return NULL;
}

// ---- entry -------------------------------------------------------------------------------------

static Expr *dep_cast(Parse *p, Type *to, Expr *e, uint16_t how, Pos pos) {
    Expr *d = xe_dep(p, E_DEP_CAST, pos);
    d->u.ty = to;
    d->op = how == T_LPAREN ? 0 : (uint8_t)(how - T_KW_ALIGNAS + 1);
    if (ty_dependent(to)) {
        d->type = ty_deref(to);
    } else {
        xe_set_declared(p, d, to);
        d->flags &= ~EF_TYPE_DEP; // the type is known, the value is not
    }
    d->flags |= EF_VALUE_DEP;
    if (ty_dependent(to)) d->flags |= EF_TYPE_DEP;
    if (to->flags & TF_HAS_PACK) d->flags |= EF_HAS_PACK;
    d->a = e;
    xe_args(p, d, &e, 1);
    return d;
}

// An explicit conversion written as `how`: T_LPAREN (C-style or functional) or the keyword.
Expr *cxx_cast_explicit(Parse *p, Type *to, Expr *e, uint16_t how, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(e) || to->kind == TY_ERROR) return xe_err(e) ? e : cxx_expr_error(x, pos);
    if (e->kind == E_TYPE) {
        CXX_DIAG(x, x_type_not_allowed, e->pos);
        return cxx_expr_error(x, pos);
    }
    if (xe_tdep(e) || ty_dependent(to)) return dep_cast(p, to, e, how, pos);
    if (to->flags & TF_HAS_AUTO) {
        to = cxx_deduce_auto(p, to, e, pos);
        if (!to || to->kind == TY_ERROR) return cxx_expr_error(x, pos);
    }
    if (to->kind == TY_FUNC || (ty_is_array(to) && !xe_list(e))) {
        CXX_DIAG(x, x_bad_cast, pos, e->type, to);
        return cxx_expr_error(x, pos);
    }
    Expr *r = NULL;
    switch (how) {
    case T_KW_STATIC_CAST: r = static_cast_(p, to, e, false, pos); break;
    case T_KW_CONST_CAST: r = const_cast_(p, to, e, pos); break;
    case T_KW_REINTERPRET_CAST: r = reinterpret_cast_(p, to, e, false, pos); break;
    default: { // [expr.cast]/4, in this order
        if (e->kind != E_OVERLOAD && !xe_list(e)) r = const_cast_(p, to, e, pos);
        bool any = p->any_access;
        // also to bases that are not accessible, but no conversion to a class
        p->any_access = any || ty_is_ref(to) || to->kind == TY_PTR || to->kind == TY_MEMPTR;
        if (!r) r = static_cast_(p, to, e, true, pos);
        p->any_access = any;
        if (!r) r = reinterpret_cast_(p, to, e, true, pos);
        break;
    }
    }
    if (r) {
        if (!xe_err(r) && r->kind == E_CAST) r->flags &= ~EF_IMPLICIT;
        // a signature has the cast as it is written, also one that does nothing [temp.over.link]/5
        if (!xe_err(r) && xe_vdep(e) && p->dependent && !x->decls->unbound)
            return dep_cast(p, to, e, how, pos);
        return r;
    }
    bool paren = x->opt.std >= 20 && (how == T_LPAREN || how == T_KW_STATIC_CAST) &&
                 ty_unqual(to)->kind == TY_CLASS && ty_unqual(to)->u.cls->aggregate;
    if (paren) return cxx_initialize(p, to, INIT_DIRECT, &e, 1, pos, NULL);
    if (e->kind == E_OVERLOAD)
        cxx_resolve_address(p, e, to, true);
    else if (ty_unqual(to)->kind == TY_CLASS)
        xe_no_conversion(p, e, to, NULL, pos);
    else
        CXX_DIAG(x, x_bad_cast, pos, e->type, to);
    return cxx_expr_error(x, pos);
}

// [expr.dynamic.cast], in host code only and never evaluated: what can be said about the types.
static Expr *dynamic_cast_(Parse *p, Type *to, Expr *e, Pos pos) {
    Cxx *x = p->x;
    if (xe_in_device_code(p)) {
        CXX_DIAG(x, x_no_dynamic_cast, pos);
        return cxx_expr_error(x, pos);
    }
    if (ty_dependent(to) || xe_tdep(e)) return dep_cast(p, to, e, T_KW_DYNAMIC_CAST, pos);
    bool ref = ty_is_ref(to), glvalue = xe_glvalue(e);
    if (!ref) e = cxx_rvalue(p, e);
    if (xe_err(e)) return e;
    Type *target = ref || to->kind == TY_PTR ? to->u.ptr.to : NULL;
    Type *from = ref ? e->type : e->type->kind == TY_PTR ? e->type->u.ptr.to : NULL;
    bool to_class = target && target->kind == TY_CLASS && cxx_class_complete(x, target->u.cls, pos);
    if (!to_class && !(target && !ref && target->kind == TY_VOID)) {
        CXX_DIAG(x, x_dynamic_type, pos);
        return cxx_expr_error(x, pos);
    }
    bool of_class = from && from->kind == TY_CLASS && cxx_class_complete(x, from->u.cls, pos);
    bool fits = of_class && (!ref || glvalue || to->kind == TY_RREF);
    if (!fits || (from->quals & ~target->quals)) {
        CXX_DIAG(x, x_bad_cast, pos, e->type, to);
        return cxx_expr_error(x, pos);
    }
    bool same = to_class && ty_unqual(target) == ty_unqual(from);
    if (same ||
        (to_class && cxx_class_derived_from(x, from->u.cls, target->u.cls, NULL, NULL, NULL)))
        return cxx_cast_explicit(p, to, e, T_KW_STATIC_CAST, pos); // a conversion like others
    if (!from->u.cls->polymorphic) {
        CXX_DIAG(x, x_dynamic_class, pos);
        return cxx_expr_error(x, pos);
    }
    ValueCat cat = !ref ? VC_PRVALUE : to->kind == TY_LREF ? VC_LVALUE : VC_XVALUE;
    return xe_un(p, E_DYNAMIC_CAST, ref ? target : to, cat, pos, e);
}

// static_cast<T>(e) and its kin at the keyword.
Expr *xe_parse_named_cast(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint16_t how = cxx_peek(p);
    p->at++;
    if (!xe_expect(p, T_LT, "<")) return cxx_expr_error(x, pos);
    bool old = p->in_targs, half = p->half_gtgt;
    p->in_targs = true;
    p->half_gtgt = false;
    Type *t = cxx_parse_type_id(p);
    bool closed = cxx_targs_close(p);
    p->in_targs = old;
    p->half_gtgt = half;
    if (!closed || cxx_peek(p) != T_LPAREN) {
        if (t->kind != TY_ERROR) CXX_DIAG(x, x_expected_token, xe_pos(p), closed ? "(" : ">");
        return cxx_expr_error(x, pos);
    }
    uint32_t close = p->tok[p->at].match;
    p->at++;
    p->in_targs = p->half_gtgt = false;
    Expr *e = cxx_parse_expr(p);
    p->in_targs = old;
    p->half_gtgt = half;
    if (p->at != close && !xe_err(e)) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        e = cxx_expr_error(x, pos);
    }
    p->at = close + 1;
    bool dynamic = how == T_KW_DYNAMIC_CAST && !xe_err(e) && t->kind != TY_ERROR;
    Expr *r = dynamic ? dynamic_cast_(p, t, e, pos) : cxx_cast_explicit(p, t, e, how, pos);
    if (!xe_err(r)) r->end = p->tok[close].pos;
    return r;
}

// T(args) or T{args} at the bracket [expr.type.conv].
// [expr.type.conv]/2: `T(...)` makes no array or function; what it makes must be destructible.
static bool castable(Parse *p, Type *t, bool paren, Pos pos) {
    if ((paren && ty_is_array(t)) || t->kind == TY_FUNC || t->kind == TY_ARRAY_INC) {
        if (t->kind == TY_ARRAY_INC && !paren) return true;
        return CXX_DIAG(p->x, x_bad_cast_type, pos, t);
    }
    Type *u = t;
    while (ty_is_array(u)) u = u->u.array.elem;
    FuncDecl *d = ty_unqual(u)->kind == TY_CLASS ? cxx_find_dtor(p->x, u) : NULL;
    if (!d) return true;
    if (d->deleted) cxx_mark_used(p, &d->d, pos);
    cxx_check_access(p, &d->d, d->cls, pos);
    return true;
}

Expr *xe_functional_cast(Parse *p, Type *t, Pos pos) {
    Cxx *x = p->x;
    if (cxx_peek(p) == T_LBRACE) {
        Expr *l = xe_parse_init_list(p);
        if (xe_err(l) || t->kind == TY_ERROR) return cxx_expr_error(x, pos);
        if (t->flags & TF_HAS_AUTO)
            t = cxx_deduce_auto(p, t, t->kind == TY_CTAD || l->n != 1 ? l : l->arg[0], pos);
        if (!t || t->kind == TY_ERROR) return cxx_expr_error(x, pos);
        Expr *e = cxx_initialize(p, t, INIT_LIST, &l, 1, pos, NULL);
        if (xe_err(e) || e->kind == E_DEP_CAST) return e;
        if (!castable(p, t, false, pos)) return cxx_expr_error(x, pos);
        e = xe_dup(p, e);
        e->flags &= ~EF_IMPLICIT;
        return e;
    }
    uint32_t close = p->tok[p->at].match;
    p->at++;
    Expr **arg = NULL;
    uint32_t n = 0;
    bool ok = cxx_parse_expr_list(p, T_RPAREN, &arg, &n);
    if (p->at != close) {
        if (ok && t->kind != TY_ERROR) CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        ok = false;
    }
    p->at = CU_MIN(close + 1, p->end);
    if (!ok || t->kind == TY_ERROR) return cxx_expr_error(x, pos);
    if (t->flags & TF_HAS_AUTO) {
        bool dep = false;
        for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
        if (!dep) {
            Expr *l = n == 1 && t->kind != TY_CTAD ? arg[0] : NULL;
            if (!l) {
                l = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
                l->flags |= EF_PAREN;
                xe_args(p, l, arg, n);
            }
            t = cxx_deduce_auto(p, t, l, pos);
            if (!t || t->kind == TY_ERROR) return cxx_expr_error(x, pos);
        }
    }
    bool pack = false;
    for (uint32_t i = 0; i < n; i++) pack |= arg[i]->kind == E_PACK;
    if (!ty_dependent(t) && !castable(p, t, n != 1, pos)) return cxx_expr_error(x, pos);
    if (n == 1 && !pack) {
        Expr *r = cxx_cast_explicit(p, t, arg[0], T_LPAREN, pos);
        if (!xe_err(r)) r->end = p->tok[close].pos;
        return r;
    }
    if (t->kind == TY_VOID && !n) {
        return cast_node(p, CK_VOID, t, VC_PRVALUE, cxx_expr_int(x, ty_basic(x, TY_INT), 0, pos),
                         pos);
    }
    Expr *e = cxx_initialize(p, t, INIT_DIRECT, arg, n, pos, NULL);
    if (!xe_err(e)) e->end = p->tok[close].pos;
    return e;
}
