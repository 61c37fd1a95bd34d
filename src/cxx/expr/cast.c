// SPDX-License-Identifier: Apache-2.0
// expr/cast.c: explicit conversions: C-style, functional, static_cast, const_cast,
// reinterpret_cast [expr.static.cast] ff. dynamic_cast is refused (no RTTI on the device).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

static Expr *cast_node(Parse *parse, CastKind ck, Type *to, ValueCat cat, Expr *expr, Pos pos) {
    if (xe_err(expr)) return expr;
    Expr *e = cxx_expr_new(parse->x, E_CAST, to, cat, pos);
    e->op = (uint8_t)ck;
    e->a = expr;
    xe_inherit(e, expr);
    return e;
}

static void target(Parse *parse, Type *to, Type **obj, ValueCat *cat) {
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

static bool base_to_derived_ok(Parse *parse, ClassDecl *cls, ClassDecl *b, BaseSpec ***path,
                               uint32_t *n, bool report, Pos pos) {
    bool amb = false;
    if (!cxx_class_complete(parse->x, cls, 0) ||
        !cxx_class_derived_from(parse->x, cls, b, path, n, &amb))
        return false;
    for (uint32_t i = 0; i < *n; i++)
        if ((*path)[i]->virtual_) amb = true;
    if (amb && report) CXX_DIAG(parse->x, x_ambiguous_base, pos, b->d.type, cls->d.type);
    return !amb;
}

// Downcasts of pointers, references and member pointers; NULL if it is none.
static Expr *downcast(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Cxx *cxx = parse->x;
    BaseSpec **path = NULL;
    uint32_t n = 0;
    Type *obj;
    ValueCat cat;
    target(parse, to, &obj, &cat);
    if (ty_is_ref(to) && ty_unqual(obj)->kind == TY_CLASS && expr->type->kind == TY_CLASS &&
        xe_glvalue(expr) && ty_unqual(obj) != ty_unqual(expr->type)) {
        if (!cstyle && (xe_quals(expr->type) & ~xe_quals(obj))) return NULL;
        if (!base_to_derived_ok(parse, ty_unqual(obj)->u.cls, ty_unqual(expr->type)->u.cls, &path,
                                &n, true, pos))
            return NULL;
    } else if (obj->kind == TY_PTR && obj->u.ptr.to->kind == TY_CLASS &&
               ty_decay(cxx, expr->type)->kind == TY_PTR &&
               ty_decay(cxx, expr->type)->u.ptr.to->kind == TY_CLASS) {
        Type *f = ty_decay(cxx, expr->type)->u.ptr.to, *t = obj->u.ptr.to;
        if (ty_unqual(f) == ty_unqual(t)) return NULL;
        if (!cstyle && (xe_quals(f) & ~xe_quals(t))) return NULL;
        if (!base_to_derived_ok(parse, ty_unqual(t)->u.cls, ty_unqual(f)->u.cls, &path, &n, true,
                                pos))
            return NULL;
        expr = cxx_rvalue(parse, expr);
    } else if (obj->kind == TY_MEMPTR && ty_unqual(expr->type)->kind == TY_MEMPTR &&
               obj->u.ptr.cls != ty_unqual(expr->type)->u.ptr.cls &&
               obj->u.ptr.cls->kind == TY_CLASS) {
        expr = cxx_rvalue(parse, expr);
        if (!base_to_derived_ok(parse, expr->type->u.ptr.cls->u.cls, obj->u.ptr.cls->u.cls, &path,
                                &n, false, pos))
            return NULL;
        Expr *r = cast_node(parse, CK_MEMPTR_CONV, obj, cat, expr, pos);
        r->u.base.path = path;
        r->u.base.npath = n;
        return r;
    } else {
        return NULL;
    }
    Expr *r = cast_node(parse, CK_BASE_TO_DERIVED, obj, cat, expr, pos);
    if (xe_err(r)) return r;
    r->u.base.path = path;
    r->u.base.npath = n;
    return r;
}

static bool arith_like(const Type *type) {
    return ty_is_arith(type) || type->kind == TY_ENUM;
}

static Expr *arith_cast(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Expr *r = cxx_rvalue(parse, expr);
    if (xe_err(r)) return r;
    Type *type = r->type;
    bool ff = ty_is_floating(type), tf = ty_is_floating(to);
    Type *u = to->kind == TY_ENUM && to->u.enm->underlying ? to->u.enm->underlying : to;
    CastKind ck = u->kind == TY_BOOL ? (ff ? CK_TO_BOOL_FLOAT : CK_TO_BOOL_INT)
                  : ff               ? (tf ? CK_FLOAT : CK_FLOAT_TO_INT)
                  : tf               ? CK_INT_TO_FLOAT
                                     : CK_INT;
    if (type == to) return r;
    Expr *c = xe_cast(parse, ck, to, VC_PRVALUE, r);
    if (xe_err(c)) return c;
    if (c == r) return c;
    c->flags &= ~EF_IMPLICIT;
    c->pos = pos;
    return c;
}

static Expr *vector_cast(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Expr *r = cxx_rvalue(parse, expr);
    uint64_t a = 0, b = 0;
    uint32_t al;
    if (to->kind == TY_VECTOR && arith_like(r->type))
        return cast_node(parse, CK_SPLAT, to, VC_PRVALUE,
                         xe_arith_to(parse, r, ty_unqual(to->u.array.elem)), pos);
    if (ty_size_align(parse->x, to, pos, &a, &al) &&
        ty_size_align(parse->x, r->type, pos, &b, &al) && a == b)
        return cast_node(parse, CK_VALUE_BITCAST, to, VC_PRVALUE, r, pos);
    return NULL;
}

// [expr.static.cast]; NULL if it does not apply. Reports errors of what it does apply to.
static Expr *static_cast_(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Cxx *cxx = parse->x;
    Type *obj;
    ValueCat cat;
    target(parse, to, &obj, &cat);
    if (to->kind == TY_VOID) {
        Expr *d = xe_discard(parse, expr);
        return xe_err(d) ? d : cast_node(parse, CK_VOID, to, VC_PRVALUE, d, pos);
    }
    if (expr->kind == E_OVERLOAD &&
        obj->kind == TY_MEMPTR) { // of a derived class: one function only
        Expr *f = cxx_resolve_address(parse, expr, obj, false);
        bool other = !f || xe_err(f);
        if (other) f = cxx_resolve_address(parse, expr, NULL, false);
        if (f && !xe_err(f))
            f = cxx_resolve_address(parse, expr, other ? NULL : obj, true); // a use
        if (f && !xe_err(f)) expr = f;
    }
    if (!xe_list(expr) && expr->kind != E_OVERLOAD) {
        Expr *d = downcast(parse, to, expr, cstyle, pos);
        if (d) return d;
        // glvalue to xvalue of a reference-compatible type
        if (to->kind == TY_RREF && xe_glvalue(expr) && obj->kind != TY_FUNC &&
            xe_reference_compatible(parse, obj, expr->type)) {
            Expr *r = expr;
            if (expr->flags & EF_BITFIELD)
                return xe_init_ref(parse, to, cxx_rvalue(parse, expr), true, NULL);
            if (ty_unqual(obj) != ty_unqual(expr->type) && obj->kind == TY_CLASS) {
                r = xe_derived_to_base(parse, expr, obj, pos);
                if (xe_err(r)) return r;
            }
            return cast_node(parse, CK_NOOP, obj, VC_XVALUE, r, pos);
        }
        Type *type = ty_unqual(ty_decay(cxx, expr->type));
        if (arith_like(obj) && arith_like(type) && !ty_is_ref(to)) {
            if (type->kind == TY_ENUM || obj->kind == TY_ENUM || ty_is_arith(type))
                return arith_cast(parse, obj, expr, pos);
        }
        if (obj->kind == TY_VECTOR && !ty_is_ref(to)) {
            Expr *v = vector_cast(parse, obj, expr, pos);
            if (v) return v;
        }
        if (obj->kind == TY_PTR && !ty_is_ref(to) && type->kind == TY_PTR &&
            type->u.ptr.to->kind == TY_VOID && obj->u.ptr.to->kind != TY_FUNC &&
            (cstyle || !(xe_quals(type->u.ptr.to) & ~xe_quals(obj->u.ptr.to))))
            return cast_node(parse, obj == type ? CK_NOOP : CK_BITCAST, obj, VC_PRVALUE,
                             cxx_rvalue(parse, expr), pos);
        if (obj->kind == TY_ENUM && type->kind == TY_CLASS) {
            Ics o;
            cxx_ics(parse, expr, obj, true, true, &o);
            if (o.rank == ICS_BAD && obj->u.enm->underlying)
                return arith_cast(parse, obj,
                                  cxx_convert(parse, expr, obj->u.enm->underlying, NULL), pos);
        }
    }
    // whatever `T t(e)` does
    Ics ics;
    if (xe_list(expr)) return cxx_initialize(parse, to, INIT_DIRECT, &expr, 1, pos, NULL);
    if (obj->kind == TY_CLASS && !ty_is_ref(to)) {
        if (!ty_complete(cxx, obj, pos, true)) return cxx_expr_error(cxx, pos);
        if (expr->cat == VC_PRVALUE && ty_unqual(expr->type) == ty_unqual(obj)) return expr;
        cxx_ics(parse, expr, to, true, true, &ics);
        if (ics.rank == ICS_BAD && cstyle) {
            Cands cs = {0};
            if (xe_pick_ctor(parse, ty_unqual(obj)->u.cls, &expr, 1, true, true, false, &cs) == -1)
                return NULL;
        }
        Expr *r = cxx_initialize(parse, to, INIT_DIRECT, &expr, 1, pos, NULL);
        if (!xe_err(r)) r->flags &= ~EF_IMPLICIT;
        return r;
    }
    if (ty_is_array(obj) && !ty_is_ref(to)) return NULL;
    cxx_ics(parse, expr, to, true, true, &ics);
    if (ics.rank == ICS_BAD) return NULL;
    Expr *r = cxx_apply_ics(parse, expr, &ics);
    if (xe_err(r)) return r;
    bool temporary = to->kind == TY_LREF && r->cat == VC_XVALUE; // `(const int &)3` is an lvalue
    if (r == expr || r->kind == E_DECLREF || temporary)
        r = cast_node(parse, CK_NOOP, obj, cat, r, pos);
    return r;
}

// ---- const_cast and reinterpret_cast -----------------------------------------------------------

static bool similar_ignoring_quals(Type *type, Type *b) {
    for (;;) {
        type = ty_unqual(type);
        b = ty_unqual(b);
        while (ty_is_array(type) && type->kind == b->kind && type->u.array.n == b->u.array.n) {
            type = ty_unqual(type->u.array.elem);
            b = ty_unqual(b->u.array.elem);
        }
        if (type == b) return true;
        if (type->kind != b->kind || (type->kind != TY_PTR && type->kind != TY_MEMPTR))
            return false;
        if (type->kind == TY_MEMPTR && type->u.ptr.cls != b->u.ptr.cls) return false;
        type = type->u.ptr.to;
        b = b->u.ptr.to;
    }
}

static Expr *const_cast_(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    Type *obj;
    ValueCat cat;
    target(parse, to, &obj, &cat);
    if (ty_is_ref(to)) {
        if (obj->kind == TY_FUNC || !similar_ignoring_quals(obj, expr->type)) return NULL;
        if (to->kind == TY_LREF && expr->cat != VC_LVALUE) return NULL;
        if (expr->cat == VC_PRVALUE) {
            if (expr->type->kind != TY_CLASS) return NULL;
            expr = xe_materialize(parse, expr);
        }
        return cast_node(parse, CK_NOOP, obj, cat, expr, pos);
    }
    if (obj->kind != TY_PTR && obj->kind != TY_MEMPTR) return NULL;
    if (obj->u.ptr.to->kind == TY_FUNC) return NULL;
    if (!similar_ignoring_quals(obj, ty_decay(cxx, expr->type))) return NULL;
    return cast_node(parse, CK_NOOP, obj, VC_PRVALUE, cxx_rvalue(parse, expr), pos);
}

static bool casts_away_const(Parse *parse, Type *from, Type *to) {
    while (from->kind == TY_PTR && to->kind == TY_PTR) {
        from = from->u.ptr.to;
        to = to->u.ptr.to;
        if (xe_quals(from) & ~xe_quals(to)) return true;
        from = ty_unqual(from);
        to = ty_unqual(to);
    }
    return false;
}

static Expr *reinterpret_cast_(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Cxx *cxx = parse->x;
    Type *obj;
    ValueCat cat;
    target(parse, to, &obj, &cat);
    if (expr->kind == E_OVERLOAD) {
        expr = cxx_rvalue(parse, expr);
        if (xe_err(expr)) return expr;
    }
    if (ty_is_ref(to)) {
        if (!xe_glvalue(expr) || (expr->flags & EF_BITFIELD)) return NULL;
        if (!cstyle && (xe_quals(expr->type) & ~xe_quals(obj))) {
            CXX_DIAG(cxx, x_cast_drops_const, pos);
            return cxx_expr_error(cxx, pos);
        }
        return cast_node(parse, CK_LVAL_BITCAST, obj, cat, expr, pos);
    }
    if (expr->type->kind == TY_CLASS || expr->type->kind == TY_VOID) return NULL;
    Expr *r = cxx_rvalue(parse, expr);
    if (xe_err(r)) return r;
    Type *type = r->type;
    bool fi = ty_is_integral(type) || type->kind == TY_ENUM, ti = ty_is_integral(obj);
    if (obj->kind == TY_PTR && type->kind == TY_PTR) {
        if (!cstyle && casts_away_const(parse, type, obj)) {
            CXX_DIAG(cxx, x_cast_drops_const, pos);
            return cxx_expr_error(cxx, pos);
        }
        return cast_node(parse, type == obj ? CK_NOOP : CK_BITCAST, obj, VC_PRVALUE, r, pos);
    }
    if (obj->kind == TY_PTR && fi) return cast_node(parse, CK_INT_TO_PTR, obj, VC_PRVALUE, r, pos);
    if ((ti || (cstyle && obj->kind == TY_ENUM)) &&
        (type->kind == TY_PTR || type->kind == TY_NULLPTR)) {
        if (type->kind == TY_PTR && obj->kind != TY_BOOL && obj->kind != TY_ENUM &&
            ty_int_bits(obj) < 64) {
            CXX_DIAG(cxx, x_pointer_to_small_int, pos, type, obj);
            return cxx_expr_error(cxx, pos);
        }
        return cast_node(parse, CK_PTR_TO_INT, obj, VC_PRVALUE, r, pos);
    }
    if (obj == type && (fi || obj->kind == TY_MEMPTR))
        return cast_node(parse, CK_NOOP, obj, VC_PRVALUE, r, pos);
    if (obj->kind == TY_MEMPTR && type->kind == TY_MEMPTR &&
        (obj->u.ptr.to->kind == TY_FUNC) == (type->u.ptr.to->kind == TY_FUNC))
        return cast_node(parse, CK_BITCAST, obj, VC_PRVALUE, r, pos);
    if (obj->kind == TY_VECTOR || type->kind == TY_VECTOR) return vector_cast(parse, obj, r, pos);
    return NULL;
}

// ---- entry -------------------------------------------------------------------------------------

static Expr *dep_cast(Parse *parse, Type *to, Expr *expr, uint16_t how, Pos pos) {
    Expr *d = xe_dep(parse, E_DEP_CAST, pos);
    d->u.ty = to;
    d->op = how == T_LPAREN ? 0 : (uint8_t)(how - T_KW_ALIGNAS + 1);
    if (ty_dependent(to)) {
        d->type = ty_deref(to);
    } else {
        xe_set_declared(parse, d, to);
        d->flags &= ~EF_TYPE_DEP; // the type is known, the value is not
    }
    d->flags |= EF_VALUE_DEP;
    if (ty_dependent(to)) d->flags |= EF_TYPE_DEP;
    if (to->flags & TF_HAS_PACK) d->flags |= EF_HAS_PACK;
    d->a = expr;
    xe_args(parse, d, &expr, 1);
    return d;
}

// An explicit conversion written as `how`: T_LPAREN (C-style or functional) or the keyword.
Expr *cxx_cast_explicit(Parse *parse, Type *to, Expr *expr, uint16_t how, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(expr) || to->kind == TY_ERROR) return xe_err(expr) ? expr : cxx_expr_error(cxx, pos);
    if (expr->kind == E_TYPE) {
        CXX_DIAG(cxx, x_type_not_allowed, expr->pos);
        return cxx_expr_error(cxx, pos);
    }
    if (xe_tdep(expr) || ty_dependent(to)) return dep_cast(parse, to, expr, how, pos);
    if (to->flags & TF_HAS_AUTO) {
        to = cxx_deduce_auto(parse, to, expr, pos);
        if (!to || to->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    }
    if (to->kind == TY_FUNC || (ty_is_array(to) && !xe_list(expr))) {
        CXX_DIAG(cxx, x_bad_cast, pos, expr->type, to);
        return cxx_expr_error(cxx, pos);
    }
    Expr *r = NULL;
    switch (how) {
    case T_KW_STATIC_CAST: r = static_cast_(parse, to, expr, false, pos); break;
    case T_KW_CONST_CAST: r = const_cast_(parse, to, expr, pos); break;
    case T_KW_REINTERPRET_CAST: r = reinterpret_cast_(parse, to, expr, false, pos); break;
    default: { // [expr.cast]/4, in this order
        if (expr->kind != E_OVERLOAD && !xe_list(expr)) r = const_cast_(parse, to, expr, pos);
        bool any = parse->any_access;
        // also to bases that are not accessible, but no conversion to a class
        parse->any_access = any || ty_is_ref(to) || to->kind == TY_PTR || to->kind == TY_MEMPTR;
        if (!r) r = static_cast_(parse, to, expr, true, pos);
        parse->any_access = any;
        if (!r) r = reinterpret_cast_(parse, to, expr, true, pos);
        break;
    }
    }
    if (r) {
        if (!xe_err(r) && r->kind == E_CAST) r->flags &= ~EF_IMPLICIT;
        // a signature has the cast as it is written, also one that does nothing [temp.over.link]/5
        if (!xe_err(r) && xe_vdep(expr) && parse->dependent && !cxx->decls->unbound)
            return dep_cast(parse, to, expr, how, pos);
        return r;
    }
    bool paren = cxx->opt.std >= 20 && (how == T_LPAREN || how == T_KW_STATIC_CAST) &&
                 ty_unqual(to)->kind == TY_CLASS && ty_unqual(to)->u.cls->aggregate;
    if (paren) return cxx_initialize(parse, to, INIT_DIRECT, &expr, 1, pos, NULL);
    if (expr->kind == E_OVERLOAD)
        cxx_resolve_address(parse, expr, to, true);
    else if (ty_unqual(to)->kind == TY_CLASS)
        xe_no_conversion(parse, expr, to, NULL, pos);
    else
        CXX_DIAG(cxx, x_bad_cast, pos, expr->type, to);
    return cxx_expr_error(cxx, pos);
}

// [expr.dynamic.cast], in host code only and never evaluated: what can be said about the types.
static Expr *dynamic_cast_(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_in_device_code(parse)) {
        CXX_DIAG(cxx, x_no_dynamic_cast, pos);
        return cxx_expr_error(cxx, pos);
    }
    if (ty_dependent(to) || xe_tdep(expr)) return dep_cast(parse, to, expr, T_KW_DYNAMIC_CAST, pos);
    bool ref = ty_is_ref(to), glvalue = xe_glvalue(expr);
    if (!ref) expr = cxx_rvalue(parse, expr);
    if (xe_err(expr)) return expr;
    Type *target = ref || to->kind == TY_PTR ? to->u.ptr.to : NULL;
    Type *from = ref ? expr->type : expr->type->kind == TY_PTR ? expr->type->u.ptr.to : NULL;
    bool to_class =
        target && target->kind == TY_CLASS && cxx_class_complete(cxx, target->u.cls, pos);
    if (!to_class && !(target && !ref && target->kind == TY_VOID)) {
        CXX_DIAG(cxx, x_dynamic_type, pos);
        return cxx_expr_error(cxx, pos);
    }
    bool of_class = from && from->kind == TY_CLASS && cxx_class_complete(cxx, from->u.cls, pos);
    bool fits = of_class && (!ref || glvalue || to->kind == TY_RREF);
    if (!fits || (from->quals & ~target->quals)) {
        CXX_DIAG(cxx, x_bad_cast, pos, expr->type, to);
        return cxx_expr_error(cxx, pos);
    }
    bool same = to_class && ty_unqual(target) == ty_unqual(from);
    if (same ||
        (to_class && cxx_class_derived_from(cxx, from->u.cls, target->u.cls, NULL, NULL, NULL)))
        return cxx_cast_explicit(parse, to, expr, T_KW_STATIC_CAST,
                                 pos); // a conversion like others
    if (!from->u.cls->polymorphic) {
        CXX_DIAG(cxx, x_dynamic_class, pos);
        return cxx_expr_error(cxx, pos);
    }
    ValueCat cat = !ref ? VC_PRVALUE : to->kind == TY_LREF ? VC_LVALUE : VC_XVALUE;
    return xe_un(parse, E_DYNAMIC_CAST, ref ? target : to, cat, pos, expr);
}

// static_cast<T>(e) and its kin at the keyword.
Expr *xe_parse_named_cast(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint16_t how = cxx_peek(parse);
    parse->at++;
    if (!xe_expect(parse, T_LT, "<")) return cxx_expr_error(cxx, pos);
    bool old = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = true;
    parse->half_gtgt = false;
    Type *type = cxx_parse_type_id(parse);
    bool closed = cxx_targs_close(parse);
    parse->in_targs = old;
    parse->half_gtgt = half;
    if (!closed || cxx_peek(parse) != T_LPAREN) {
        if (type->kind != TY_ERROR)
            CXX_DIAG(cxx, x_expected_token, xe_pos(parse), closed ? "(" : ">");
        return cxx_expr_error(cxx, pos);
    }
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    parse->in_targs = parse->half_gtgt = false;
    Expr *expr = cxx_parse_expr(parse);
    parse->in_targs = old;
    parse->half_gtgt = half;
    if (parse->at != close && !xe_err(expr)) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        expr = cxx_expr_error(cxx, pos);
    }
    parse->at = close + 1;
    bool dynamic = how == T_KW_DYNAMIC_CAST && !xe_err(expr) && type->kind != TY_ERROR;
    Expr *r = dynamic ? dynamic_cast_(parse, type, expr, pos)
                      : cxx_cast_explicit(parse, type, expr, how, pos);
    if (!xe_err(r)) r->end = parse->tok[close].pos;
    return r;
}

// T(args) or T{args} at the bracket [expr.type.conv].
// [expr.type.conv]/2: `T(...)` makes no array or function; what it makes must be destructible.
static bool castable(Parse *parse, Type *type, bool paren, Pos pos) {
    if ((paren && ty_is_array(type)) || type->kind == TY_FUNC || type->kind == TY_ARRAY_INC) {
        if (type->kind == TY_ARRAY_INC && !paren) return true;
        return CXX_DIAG(parse->x, x_bad_cast_type, pos, type);
    }
    Type *u = type;
    while (ty_is_array(u)) u = u->u.array.elem;
    FuncDecl *d = ty_unqual(u)->kind == TY_CLASS ? cxx_find_dtor(parse->x, u) : NULL;
    if (!d) return true;
    if (d->deleted) cxx_mark_used(parse, &d->d, pos);
    cxx_check_access(parse, &d->d, d->cls, pos);
    return true;
}

Expr *xe_functional_cast(Parse *parse, Type *type, Pos pos) {
    Cxx *cxx = parse->x;
    if (cxx_peek(parse) == T_LBRACE) {
        Expr *expr = xe_parse_init_list(parse);
        if (xe_err(expr) || type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
        if (type->flags & TF_HAS_AUTO)
            type = cxx_deduce_auto(
                parse, type, type->kind == TY_CTAD || expr->n != 1 ? expr : expr->arg[0], pos);
        if (!type || type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
        Expr *e = cxx_initialize(parse, type, INIT_LIST, &expr, 1, pos, NULL);
        if (xe_err(e) || e->kind == E_DEP_CAST) return e;
        if (!castable(parse, type, false, pos)) return cxx_expr_error(cxx, pos);
        e = xe_dup(parse, e);
        e->flags &= ~EF_IMPLICIT;
        return e;
    }
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    Expr **arg = NULL;
    uint32_t n = 0;
    bool ok = cxx_parse_expr_list(parse, T_RPAREN, &arg, &n);
    if (parse->at != close) {
        if (ok && type->kind != TY_ERROR) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        ok = false;
    }
    parse->at = CU_MIN(close + 1, parse->end);
    if (!ok || type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    if (type->flags & TF_HAS_AUTO) {
        bool dep = false;
        for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
        if (!dep) {
            Expr *l = n == 1 && type->kind != TY_CTAD ? arg[0] : NULL;
            if (!l) {
                l = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
                l->flags |= EF_PAREN;
                xe_args(parse, l, arg, n);
            }
            type = cxx_deduce_auto(parse, type, l, pos);
            if (!type || type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
        }
    }
    bool pack = false;
    for (uint32_t i = 0; i < n; i++) pack |= arg[i]->kind == E_PACK;
    if (!ty_dependent(type) && !castable(parse, type, n != 1, pos)) return cxx_expr_error(cxx, pos);
    if (n == 1 && !pack) {
        Expr *r = cxx_cast_explicit(parse, type, arg[0], T_LPAREN, pos);
        if (!xe_err(r)) r->end = parse->tok[close].pos;
        return r;
    }
    if (type->kind == TY_VOID && !n) {
        return cast_node(parse, CK_VOID, type, VC_PRVALUE,
                         cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos), pos);
    }
    Expr *e = cxx_initialize(parse, type, INIT_DIRECT, arg, n, pos, NULL);
    if (!xe_err(e)) e->end = parse->tok[close].pos;
    return e;
}
