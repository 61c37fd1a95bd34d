// SPDX-License-Identifier: Apache-2.0
// expr/cast.c: explicit conversions: C-style, functional, static_cast, const_cast,
// reinterpret_cast [expr.static.cast] ff. dynamic_cast is refused (no RTTI on the device).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// An E_CAST that the program wrote: not implicit, at its own position.
static Expr *cast_node(Parse *parse, CastKind ck, Type *to, ValueCat cat, Expr *expr, Pos pos) {
    if (xe_err(expr)) return expr;
    Expr *e = cxx_expr_new(parse->x, E_CAST, to, cat, pos);
    e->op = (uint8_t)ck;
    e->a = expr;
    xe_inherit(e, expr);
    return e;
}

// What a cast to the type `to` gives [expr.static.cast]/1: the type and category of its result.
static void target(Type *to, Type **obj, ValueCat *cat) {
    *obj = to;
    *cat = VC_PRVALUE;
    if (to->kind == TY_LREF) {
        *cat = VC_LVALUE;
        *obj = to->u.ptr.to;
    } else if (to->kind == TY_RREF) {
        *obj = to->u.ptr.to;
        *cat = (*obj)->kind == TY_FUNC ? VC_LVALUE : VC_XVALUE;
    } else if (!ty_has_parts(to)) {
        *obj = ty_unqual(to);
    }
}

// ---- static_cast -------------------------------------------------------------------------------

// Whether b is a base of cls from which it can be reached: not ambiguous, not virtual on the way
// [expr.static.cast]/11. report: says what of these it is.
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

// The bases between the classes of a cast along the hierarchy.
typedef struct BasePath {
    BaseSpec **at;
    uint32_t n;
} BasePath;

static Expr *path_cast(Parse *parse, CastKind ck, Type *to, ValueCat cat, Expr *expr,
                       const BasePath *path, Pos pos) {
    Expr *r = cast_node(parse, ck, to, cat, expr, pos);
    if (xe_err(r)) return r;
    r->u.base.path = path->at;
    r->u.base.npath = path->n;
    return r;
}

// Whether what points or refers to `from` may be cast down to `to`, two different classes: with
// the qualifiers kept, unless the cast is C-style.
static bool may_cast_down(Parse *parse, Type *from, Type *to, bool cstyle, BasePath *path,
                          Pos pos) {
    Type *base = ty_unqual(from), *derived = ty_unqual(to);
    if (base == derived) return false;
    bool drops = xe_quals(from) & ~xe_quals(to);
    if (drops && !cstyle) return false;
    if (!base_to_derived_ok(parse, derived->u.cls, base->u.cls, &path->at, &path->n, true, pos))
        return false;
    if (!cstyle && !cxx_base_access_ok(parse, derived->u.cls, path->at, path->n))
        CXX_DIAG(parse->x, x_inaccessible_base, pos, base);
    return true;
}

// Downcasts of references [expr.static.cast]/2, pointers /11 and member pointers /12, these from a
// derived class's to a base's; NULL if it is none.
static Expr *downcast(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Cxx *cxx = parse->x;
    BasePath path = {0};
    Type *obj;
    ValueCat cat;
    target(to, &obj, &cat);
    Type *type = ty_unqual(expr->type), *decayed = ty_decay(cxx, expr->type);

    bool classes = ty_is_ref(to) && xe_glvalue(expr) && ty_both(ty_unqual(obj), type, TY_CLASS);
    if (classes && ty_unqual(obj) != type) {
        if (!may_cast_down(parse, expr->type, obj, cstyle, &path, pos)) return NULL;
        return path_cast(parse, CK_BASE_TO_DERIVED, obj, cat, expr, &path, pos);
    }

    if (ty_both(obj, decayed, TY_PTR) && ty_both(obj->u.ptr.to, decayed->u.ptr.to, TY_CLASS)) {
        if (!may_cast_down(parse, decayed->u.ptr.to, obj->u.ptr.to, cstyle, &path, pos))
            return NULL;
        expr = cxx_rvalue(parse, expr);
        return path_cast(parse, CK_BASE_TO_DERIVED, obj, cat, expr, &path, pos);
    }

    bool members = ty_both(obj, type, TY_MEMPTR) && obj->u.ptr.cls != type->u.ptr.cls;
    if (!members || obj->u.ptr.cls->kind != TY_CLASS) return NULL;
    expr = cxx_rvalue(parse, expr);
    if (!base_to_derived_ok(parse, expr->type->u.ptr.cls->u.cls, obj->u.ptr.cls->u.cls, &path.at,
                            &path.n, false, pos))
        return NULL;
    ClassDecl *derived = expr->type->u.ptr.cls->u.cls;
    if (!cstyle && !cxx_base_access_ok(parse, derived, path.at, path.n)) // [expr.static.cast]/12
        CXX_DIAG(cxx, x_inaccessible_base, pos, obj->u.ptr.cls);
    return path_cast(parse, CK_MEMPTR_CONV, obj, cat, expr, &path, pos);
}

static bool arith_like(const Type *type) {
    return ty_is_arith(type) || type->kind == TY_ENUM;
}

// Between arithmetic types and enumerations [expr.static.cast]/9, /10; an enumeration whose
// underlying type is bool is cast to as bool is.
static Expr *arith_cast(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Expr *r = cxx_rvalue(parse, expr);
    if (xe_err(r)) return r;
    Type *type = r->type;
    Type *u = to->kind == TY_ENUM && to->u.enm->underlying ? to->u.enm->underlying : to;
    CastKind ck = xe_number_cast(type, to);
    if (u->kind == TY_BOOL) ck = ty_is_floating(type) ? CK_TO_BOOL_FLOAT : CK_TO_BOOL_INT;
    if (type == to) return r;
    Expr *c = xe_cast(parse, ck, to, VC_PRVALUE, r);
    if (xe_err(c)) return c;
    if (c == r) return c;
    c->flags &= ~EF_IMPLICIT;
    c->pos = pos;
    return c;
}

// GNU vectors: a scalar becomes all elements, another type of the same size keeps its bits; NULL:
// neither.
static Expr *vector_cast(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Expr *r = cxx_rvalue(parse, expr);
    uint64_t a = 0, b = 0;
    uint32_t al;
    if (to->kind == TY_VECTOR && arith_like(r->type))
        return cast_node(parse, CK_SPLAT, to, VC_PRVALUE,
                         xe_arith_to(parse, r, ty_unqual(to->u.array.elem)), pos);
    bool sized =
        ty_size_align(parse->x, to, pos, &a, &al) && ty_size_align(parse->x, r->type, pos, &b, &al);
    return sized && a == b ? cast_node(parse, CK_VALUE_BITCAST, to, VC_PRVALUE, r, pos) : NULL;
}

// A set of functions named as a member of a derived class, cast to the type of the base's member:
// the function itself where there is only one [over.over]; else the set as it is.
static Expr *resolve_member_set(Parse *parse, Expr *expr, Type *obj) {
    Expr *f = cxx_resolve_address(parse, expr, obj, false);
    bool other = xe_lost(f);
    if (other) f = cxx_resolve_address(parse, expr, NULL, false);
    if (xe_lost(f)) return expr;
    f = cxx_resolve_address(parse, expr, other ? NULL : obj, true); // a use
    return !xe_lost(f) ? f : expr;
}

// A glvalue as an xvalue of a reference-compatible type [expr.static.cast]/3; a bit-field as a
// temporary.
static Expr *cast_to_xvalue(Parse *parse, Type *to, Type *obj, Expr *expr, Pos pos) {
    if (expr->flags & EF_BITFIELD)
        return xe_init_ref(parse, to, cxx_rvalue(parse, expr), true, NULL);
    Expr *r = expr;
    if (ty_unqual(obj) != ty_unqual(expr->type) && obj->kind == TY_CLASS) {
        r = xe_derived_to_base(parse, expr, obj, pos);
        if (xe_err(r)) return r;
    }
    return cast_node(parse, CK_NOOP, obj, VC_XVALUE, r, pos);
}

// void * to an object pointer [expr.static.cast]/13, with the qualifiers kept unless C-style.
static bool is_from_void_pointer(const Type *type, const Type *obj, bool cstyle) {
    if (!ty_both(type, obj, TY_PTR)) return false;
    if (type->u.ptr.to->kind != TY_VOID || obj->u.ptr.to->kind == TY_FUNC) return false;
    return cstyle || !(xe_quals(type->u.ptr.to) & ~xe_quals(obj->u.ptr.to));
}

// What static_cast does beyond initialisation, to an expression with a type; NULL: none of it.
static Expr *static_cast_beyond(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Type *obj;
    ValueCat cat;
    target(to, &obj, &cat);
    Expr *d = downcast(parse, to, expr, cstyle, pos);
    if (d) return d;
    if (to->kind == TY_RREF && xe_glvalue(expr) && obj->kind != TY_FUNC &&
        xe_reference_compatible(parse, obj, expr->type))
        return cast_to_xvalue(parse, to, obj, expr, pos);

    Type *type = ty_unqual(ty_decay(parse->x, expr->type));
    if (!ty_is_ref(to)) {
        if (arith_like(obj) && arith_like(type)) return arith_cast(parse, obj, expr, pos);
        Expr *v = obj->kind == TY_VECTOR ? vector_cast(parse, obj, expr, pos) : NULL;
        if (v) return v;
        if (is_from_void_pointer(type, obj, cstyle))
            return cast_node(parse, obj == type ? CK_NOOP : CK_BITCAST, obj, VC_PRVALUE,
                             cxx_rvalue(parse, expr), pos);
    }

    // a class to an enumeration, by way of the underlying type
    if (obj->kind != TY_ENUM || type->kind != TY_CLASS) return NULL;
    Ics o;
    cxx_ics(parse, expr, obj, true, true, &o);
    if (o.rank != ICS_BAD || !obj->u.enm->underlying) return NULL;
    return arith_cast(parse, obj, cxx_convert(parse, expr, obj->u.enm->underlying, NULL), pos);
}

// To an object of class type: as `T t(expr)` does, but a prvalue of the class is itself. NULL: a
// C-style cast that no constructor fits.
static Expr *cast_to_class(Parse *parse, Type *to, Type *obj, Expr *expr, bool cstyle, Pos pos) {
    Cxx *cxx = parse->x;
    if (!ty_complete(cxx, obj, pos, true)) return cxx_expr_error(cxx, pos);
    if (expr->cat == VC_PRVALUE && ty_unqual(expr->type) == ty_unqual(obj)) return expr;
    Ics ics;
    cxx_ics(parse, expr, to, true, true, &ics);
    if (ics.rank == ICS_BAD && cstyle) {
        Cands cs = {0};
        CandQuery query = {.arg = &expr, .n = 1};
        if (xe_pick_ctor(parse, ty_unqual(obj)->u.cls, &query, &cs) == -1) return NULL;
    }
    Expr *r = cxx_initialize(parse, to, INIT_DIRECT, &expr, 1, pos, NULL);
    if (!xe_err(r)) r->flags &= ~EF_IMPLICIT;
    return r;
}

// [expr.static.cast]; NULL if it does not apply. Reports errors of what it does apply to.
static Expr *static_cast_(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Type *obj;
    ValueCat cat;
    target(to, &obj, &cat);
    if (to->kind == TY_VOID) {
        Expr *d = xe_discard(parse, expr);
        return xe_err(d) ? d : cast_node(parse, CK_VOID, to, VC_PRVALUE, d, pos);
    }
    if (expr->kind == E_OVERLOAD && obj->kind == TY_MEMPTR)
        expr = resolve_member_set(parse, expr, obj);
    if (!xe_untyped(expr)) {
        Expr *r = static_cast_beyond(parse, to, expr, cstyle, pos);
        if (r) return r;
    }

    // whatever `T t(expr)` does [expr.static.cast]/4
    if (xe_list(expr)) return cxx_initialize(parse, to, INIT_DIRECT, &expr, 1, pos, NULL);
    if (obj->kind == TY_CLASS && !ty_is_ref(to))
        return cast_to_class(parse, to, obj, expr, cstyle, pos);
    if (ty_is_array(obj) && !ty_is_ref(to)) return NULL;
    Ics ics;
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

// [conv.qual]/2, with arrays of one kind and bound only.
static bool similar_ignoring_quals(Type *left, Type *right) {
    for (;;) {
        left = ty_unqual(left);
        right = ty_unqual(right);
        while (ty_is_array(left) && left->kind == right->kind &&
               left->u.array.n == right->u.array.n) {
            left = ty_unqual(left->u.array.elem);
            right = ty_unqual(right->u.array.elem);
        }
        if (left == right) return true;
        bool members = ty_both(left, right, TY_MEMPTR) && left->u.ptr.cls == right->u.ptr.cls;
        if (!ty_both(left, right, TY_PTR) && !members) return false;
        left = left->u.ptr.to;
        right = right->u.ptr.to;
    }
}

// [expr.const.cast]; NULL if it does not apply.
static Expr *const_cast_(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    Type *obj;
    ValueCat cat;
    target(to, &obj, &cat);
    if (ty_is_ref(to)) {
        if (obj->kind == TY_FUNC || !similar_ignoring_quals(obj, expr->type)) return NULL;
        if (to->kind == TY_LREF && expr->cat != VC_LVALUE) return NULL;
        if (expr->cat == VC_PRVALUE) {
            if (expr->type->kind != TY_CLASS) return NULL;
            expr = xe_materialize(parse, expr);
        }
        return cast_node(parse, CK_NOOP, obj, cat, expr, pos);
    }
    if (!ty_among(obj, TY_SET(PTR) | TY_SET(MEMPTR))) return NULL;
    if (obj->u.ptr.to->kind == TY_FUNC) return NULL;
    if (!similar_ignoring_quals(obj, ty_decay(cxx, expr->type))) return NULL;
    return cast_node(parse, CK_NOOP, obj, VC_PRVALUE, cxx_rvalue(parse, expr), pos);
}

// [expr.const.cast]/7: some level of `to` lacks a qualifier of `from`.
static bool casts_away_const(Type *from, Type *to) {
    while (from->kind == TY_PTR && to->kind == TY_PTR) {
        from = from->u.ptr.to;
        to = to->u.ptr.to;
        if (xe_quals(from) & ~xe_quals(to)) return true;
        from = ty_unqual(from);
        to = ty_unqual(to);
    }
    return false;
}

// A pointer to an integer of its size or more [expr.reinterpret.cast]/4; bool and, C-style,
// enumerations take any.
static Expr *pointer_to_number(Parse *parse, Type *obj, Expr *r, Pos pos) {
    Type *type = r->type;
    bool sized = type->kind == TY_PTR && !ty_among(obj, TY_SET(BOOL) | TY_SET(ENUM));
    if (sized && ty_int_bits(obj) < 64) {
        CXX_DIAG(parse->x, x_pointer_to_small_int, pos, type, obj);
        return cxx_expr_error(parse->x, pos);
    }
    return cast_node(parse, CK_PTR_TO_INT, obj, VC_PRVALUE, r, pos);
}

// [expr.reinterpret.cast]; NULL if it does not apply.
static Expr *reinterpret_cast_(Parse *parse, Type *to, Expr *expr, bool cstyle, Pos pos) {
    Cxx *cxx = parse->x;
    Type *obj;
    ValueCat cat;
    target(to, &obj, &cat);
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

    if (ty_among(expr->type, TY_SET(CLASS) | TY_SET(VOID))) return NULL;
    Expr *r = cxx_rvalue(parse, expr);
    if (xe_err(r)) return r;
    Type *type = r->type;
    bool fi = ty_is_discrete(type);
    bool to_number = ty_is_integral(obj) || (cstyle && obj->kind == TY_ENUM);
    if (ty_both(obj, type, TY_PTR)) {
        if (!cstyle && casts_away_const(type, obj)) {
            CXX_DIAG(cxx, x_cast_drops_const, pos);
            return cxx_expr_error(cxx, pos);
        }
        return cast_node(parse, type == obj ? CK_NOOP : CK_BITCAST, obj, VC_PRVALUE, r, pos);
    }
    if (obj->kind == TY_PTR && fi) return cast_node(parse, CK_INT_TO_PTR, obj, VC_PRVALUE, r, pos);
    if (to_number && ty_among(type, TY_SET(PTR) | TY_SET(NULLPTR)))
        return pointer_to_number(parse, obj, r, pos);
    if (obj == type && (fi || obj->kind == TY_MEMPTR))
        return cast_node(parse, CK_NOOP, obj, VC_PRVALUE, r, pos);
    if (ty_both(obj, type, TY_MEMPTR)) { // both to functions, or both to data
        bool func = obj->u.ptr.to->kind == TY_FUNC, of_func = type->u.ptr.to->kind == TY_FUNC;
        if (func == of_func) return cast_node(parse, CK_BITCAST, obj, VC_PRVALUE, r, pos);
    }
    if (obj->kind == TY_VECTOR || type->kind == TY_VECTOR) return vector_cast(parse, obj, r, pos);
    return NULL;
}

// ---- entry -------------------------------------------------------------------------------------

// A cast whose type or operand depends, as it is written (`how`), to be looked at in the instance.
static Expr *dep_cast(Parse *parse, Type *to, Expr *expr, uint16_t how, Pos pos) {
    Expr *d = xe_dep(parse, E_DEP_CAST, pos);
    d->u.ty = to;
    d->op = how == T_LPAREN ? 0 : (uint8_t)(how - T_KW_ALIGNAS + 1);
    if (ty_dependent(to)) {
        d->type = ty_deref(to);
    } else if (to->flags & TF_HAS_AUTO) { // deduced in the instance
        d->flags |= EF_TYPE_DEP;
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

// A static_cast to a base that drops qualifiers: with them, followed by a const_cast
// [expr.cast]/4.3. NULL: it is none.
static Expr *upcast_dropping_quals(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_untyped(expr)) return NULL;
    Type *from = ty_is_ref(to) ? expr->type : NULL;
    if (to->kind == TY_PTR && expr->type->kind == TY_PTR) from = expr->type->u.ptr.to;
    if (!ty_is_class(from) || to->u.ptr.to->kind != TY_CLASS) return NULL;
    unsigned quals = xe_quals(to->u.ptr.to), all = quals | xe_quals(from);
    if (all == quals) return NULL;
    Type *with = ty_qual(cxx, to->u.ptr.to, all);
    with = ty_is_ref(to) ? ty_ref(cxx, with, to->kind == TY_RREF) : ty_pointer(cxx, with);
    Expr *r = static_cast_(parse, with, expr, true, pos);
    return !xe_lost(r) ? const_cast_(parse, to, r, pos) : r;
}

// [expr.cast]/4: the first of const_cast, static_cast and reinterpret_cast that applies, of which
// static_cast also reaches bases that are not accessible; NULL: none does.
static Expr *cstyle_cast(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Expr *r = NULL;
    if (expr->kind != E_OVERLOAD && !xe_list(expr)) r = const_cast_(parse, to, expr, pos);
    if (r) return r;

    bool any = parse->any_access;
    bool to_base = ty_is_ref(to) || ty_among(to, TY_SET(PTR) | TY_SET(MEMPTR)); // not to a class
    parse->any_access = any || to_base;
    r = static_cast_(parse, to, expr, true, pos);
    if (!r) r = upcast_dropping_quals(parse, to, expr, pos);
    parse->any_access = any;
    return r ? r : reinterpret_cast_(parse, to, expr, true, pos);
}

// Says that none of the casts applies.
static Expr *no_cast(Parse *parse, Type *to, Expr *expr, Pos pos) {
    if (expr->kind == E_OVERLOAD)
        cxx_resolve_address(parse, expr, to, true);
    else if (ty_unqual(to)->kind == TY_CLASS)
        xe_no_conversion(parse, expr, to, NULL, pos);
    else
        CXX_DIAG(parse->x, x_bad_cast, pos, expr->type, to);
    return cxx_expr_error(parse->x, pos);
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
        if (how != T_LPAREN || ty_refers(to)) { // [dcl.spec.auto]/6
            CXX_DIAG(cxx, d_auto_not_allowed, pos);
            return cxx_expr_error(cxx, pos);
        }
        to = cxx_deduce_auto(parse, to, expr, pos);
        if (ty_lost(to)) return cxx_expr_error(cxx, pos);
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
    default: r = cstyle_cast(parse, to, expr, pos); break;
    }
    if (xe_err(r)) return r;
    if (r) {
        if (r->kind == E_CAST) r->flags &= ~EF_IMPLICIT;
        // a signature has the cast as it is written, also one that does nothing [temp.over.link]/5
        bool in_signature = parse->dependent && !cxx->decls->unbound.reading;
        return in_signature && xe_vdep(expr) ? dep_cast(parse, to, expr, how, pos) : r;
    }

    // C++20: an aggregate from a parenthesised list [dcl.init.general]/16.6.2.2
    bool aggregate = ty_unqual(to)->kind == TY_CLASS && ty_unqual(to)->u.cls->special.aggregate;
    bool written = is_any_of(how, T_LPAREN, T_KW_STATIC_CAST);
    if (cxx->opt.std >= 20 && written && aggregate)
        return cxx_initialize(parse, to, INIT_DIRECT, &expr, 1, pos, NULL);
    return no_cast(parse, to, expr, pos);
}

// [expr.dynamic.cast], in host code only and never evaluated: what can be said about the types.
static Expr *dynamic_cast_(Parse *parse, Type *to, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_in_device_code(parse)) {
        CXX_DIAG(cxx, x_no_dynamic_cast, pos);
        return cxx_expr_error(cxx, pos);
    }
    if (ty_dependent(to) || xe_tdep(expr)) return dep_cast(parse, to, expr, T_KW_DYNAMIC_CAST, pos);

    // to a pointer or reference to a complete class, or to a pointer to void
    bool ref = ty_is_ref(to), glvalue = xe_glvalue(expr);
    if (!ref) expr = cxx_rvalue(parse, expr);
    if (xe_err(expr)) return expr;
    Type *target = ref || to->kind == TY_PTR ? to->u.ptr.to : NULL;
    Type *from = ref ? expr->type : expr->type->kind == TY_PTR ? expr->type->u.ptr.to : NULL;
    bool to_class = ty_is_class(target) && cxx_class_complete(cxx, target->u.cls, pos);
    if (!to_class && !(target && !ref && target->kind == TY_VOID)) {
        CXX_DIAG(cxx, x_dynamic_type, pos);
        return cxx_expr_error(cxx, pos);
    }

    // from one to a class
    bool of_class = from && from->kind == TY_CLASS && cxx_class_complete(cxx, from->u.cls, pos);
    bool fits = of_class && (!ref || glvalue || to->kind == TY_RREF);
    if (!fits || (from->quals & ~target->quals)) {
        CXX_DIAG(cxx, x_bad_cast, pos, expr->type, to);
        return cxx_expr_error(cxx, pos);
    }

    // to itself or a base: a conversion like others; to anything else by the object's own type
    bool upwards =
        to_class && (ty_unqual(target) == ty_unqual(from) ||
                     cxx_class_derived_from(cxx, from->u.cls, target->u.cls, NULL, NULL, NULL));
    if (upwards) return cxx_cast_explicit(parse, to, expr, T_KW_STATIC_CAST, pos);
    if (!from->u.cls->table.polymorphic) {
        CXX_DIAG(cxx, x_dynamic_class, pos);
        return cxx_expr_error(cxx, pos);
    }
    ValueCat cat = VC_PRVALUE;
    if (ref) cat = to->kind == TY_LREF ? VC_LVALUE : VC_XVALUE;
    return xe_un(parse, E_DYNAMIC_CAST, ref ? target : to, cat, pos, expr);
}

// static_cast<T>(e) and its kin at the keyword.
Expr *xe_parse_named_cast(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint16_t how = cxx_peek(parse);
    parse->at++;
    if (!xe_expect(parse, T_LT, "<")) return cxx_expr_error(cxx, pos);

    // in `<...>` a `>` ends the type, in `(...)` it compares again
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

// [expr.type.conv]/2: `T(...)` makes no array or function; what it makes must be destructible.
static bool castable(Parse *parse, Type *type, bool paren, Pos pos) {
    if (type->kind == TY_ARRAY_INC && !paren) return true;
    if ((paren && ty_is_array(type)) || type->kind == TY_FUNC)
        return CXX_DIAG(parse->x, x_bad_cast_type, pos, type);
    Type *u = type;
    while (ty_is_array(u)) u = u->u.array.elem;
    FuncDecl *d = ty_unqual(u)->kind == TY_CLASS ? cxx_find_dtor(parse->x, u) : NULL;
    if (!d) return true;
    if (d->written.deleted) cxx_mark_used(parse, &d->d, pos);
    cxx_check_access(parse, &d->d, d->cls, pos);
    return true;
}

// T{args} at the brace.
static Expr *braced_cast(Parse *parse, Type *type, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = xe_parse_init_list(parse);
    if (xe_err(expr) || type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    if (type->flags & TF_HAS_AUTO) {
        bool whole = type->kind == TY_CTAD || expr->n != 1;
        type = cxx_deduce_auto(parse, type, whole ? expr : expr->arg[0], pos);
    }
    if (ty_lost(type)) return cxx_expr_error(cxx, pos);
    if (type->kind == TY_ARRAY_INC && !expr->n) { // no elements to count
        CXX_DIAG(cxx, x_bad_cast_type, pos, type);
        return cxx_expr_error(cxx, pos);
    }
    Expr *e = cxx_initialize(parse, type, INIT_LIST, &expr, 1, pos, NULL);
    if (xe_err(e) || e->kind == E_DEP_CAST) return e;
    if (!castable(parse, type, false, pos)) return cxx_expr_error(cxx, pos);
    e = xe_dup(parse, e);
    e->flags &= ~EF_IMPLICIT;
    return e;
}

// The type that `auto(arg)` [expr.type.conv]/1 or `Template(args)` means by its arguments; the
// placeholder itself while one of these depends.
static Type *deduce_cast_type(Parse *parse, Type *type, Expr **arg, uint32_t n, Pos pos) {
    for (uint32_t i = 0; i < n; i++) {
        if (xe_tdep(arg[i])) return type;
    }
    Expr *init = n == 1 && type->kind != TY_CTAD ? arg[0] : NULL;
    if (!init) {
        init = cxx_expr_new(parse->x, E_INITLIST_SYNTAX, parse->x->ty_initlist, VC_PRVALUE, pos);
        init->flags |= EF_PAREN;
        xe_args(parse, init, arg, n);
    }
    return cxx_deduce_auto(parse, type, init, pos);
}

Expr *xe_functional_cast(Parse *parse, Type *type, Pos pos) {
    Cxx *cxx = parse->x;
    if (cxx_peek(parse) == T_LBRACE) return braced_cast(parse, type, pos);
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
        type = deduce_cast_type(parse, type, arg, n, pos);
        if (ty_lost(type)) return cxx_expr_error(cxx, pos);
    }

    // one argument: a cast [expr.type.conv]/2; a pack expansion may be any number
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
