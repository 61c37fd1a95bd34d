// SPDX-License-Identifier: Apache-2.0
// convert/member.c: member access as a value: the object's member [expr.ref], the path to a member
// of an anonymous union, and pointers to members [expr.mptr.oper]. expr/member_access.c parses
// them.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// The object converted to the class that has the field; anonymous members in between are walked.
Expr *xe_field_path(Parse *p, Expr *object, FieldDecl *f, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *owner = f->owner;
    if (owner->anon_member) {
        object = xe_field_path(p, object, owner->anon_member, pos);
        if (xe_err(object)) return object;
    } else {
        Type *t = ty_unqual(object->type);
        if (t->kind == TY_CLASS && t->u.cls != owner)
            object = xe_derived_to_base(p, object,
                                        ty_qual(x, owner->d.type, xe_quals(object->type)), pos);
        if (xe_err(object)) return object;
    }
    Type *ft = f->d.type;
    Expr *e = cxx_expr_new(x, E_MEMBER, ty_deref(ft), VC_LVALUE, pos);
    e->a = object;
    e->u.decl = &f->d;
    xe_inherit(e, object);
    if (ty_is_ref(ft)) return e;
    unsigned q = xe_quals(object->type);
    if (f->d.flags & DF_MUTABLE) q &= ~(unsigned)Q_CONST;
    e->type = ty_qual(x, ft, q);
    e->cat = object->cat == VC_LVALUE ? VC_LVALUE : VC_XVALUE;
    if (f->is_bitfield) e->flags |= EF_BITFIELD;
    return e;
}

// object.member for a found declaration; `object` is a class glvalue or prvalue.
Expr *cxx_build_member(Parse *p, Expr *object, Decl *d, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(object)) return object;
    if (d->flags & DF_INVALID) return cxx_expr_error(x, pos);
    switch (d->kind) {
    case D_FIELD:
        xe_use_deprecated(p, d, pos);
        if (object->cat == VC_PRVALUE) object = xe_materialize(p, object);
        return xe_field_path(p, object, (FieldDecl *)d, pos);
    case D_FUNC:
    case D_TEMPLATE: {
        Lookup l = {.at = arena_copy(pa(p), &d, sizeof d, _Alignof(Decl *)), .n = 1};
        return xe_overload_expr(p, &l, NULL, object, d->name, pos);
    }
    default: { // static members, enumerators: the object is evaluated for its effects only
        Expr *v = cxx_build_declref(p, d, pos);
        bool pure = object->kind == E_DECLREF || object->kind == E_MEMBER ||
                    (object->flags & EF_IMPLICIT) ||
                    (object->kind == E_UNARY && object->op == OP_DEREF);
        if (xe_err(v) || pure) return v;
        Expr *e = xe_bin(p, E_BINARY, OP_COMMA, v->type, (ValueCat)v->cat, pos, object, v);
        e->flags |= EF_IMPLICIT; // still a member access [dcl.type.decltype]
        return e;
    }
    }
}

// [expr.mptr.oper]/6: whether a function of the type can be called for the object.
static bool object_fits(const Cxx *x, const Expr *object, const FuncType *f) {
    unsigned q = xe_quals(object->type) & (Q_CONST | Q_VOLATILE);
    if (q & ~f->quals) return false;
    if (f->ref == REF_RVALUE) return object->cat != VC_LVALUE;
    bool any = (f->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST && x->opt.std >= 20;
    return f->ref != REF_LVALUE || object->cat == VC_LVALUE || any;
}

// a .* b and a ->* b
Expr *xe_build_member_pointer(Parse *p, Expr *a, Expr *b, bool arrow, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (xe_tdep(a) || xe_tdep(b)) {
        Expr *e = xe_dep(p, E_BINARY, pos);
        e->op = arrow ? OP_ARROW_STAR : OP_DOT_STAR;
        e->a = a;
        e->b = b;
        xe_inherit(e, a);
        xe_inherit(e, b);
        return e;
    }
    if (arrow && (xe_has_overloads(a) || xe_has_overloads(b))) {
        bool tried = false;
        Expr *r = xe_operator_overload(p, OP_ARROW_STAR, a, b, pos, &tried);
        if (r) return r;
    }
    if (arrow) a = cxx_build_unary(p, OP_DEREF, a, pos);
    b = cxx_rvalue(p, b);
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    if (b->type->kind != TY_MEMPTR || a->type->kind != TY_CLASS) {
        CXX_DIAG(x, x_bad_member_pointer, pos, a->type, b->type);
        return cxx_expr_error(x, pos);
    }
    Type *cls = b->type->u.ptr.cls, *to = b->type->u.ptr.to;
    if (a->cat == VC_PRVALUE) a = xe_materialize(p, a);
    if (ty_unqual(a->type) != ty_unqual(cls)) {
        if (!xe_reference_related(p, cls, a->type)) {
            CXX_DIAG(x, x_bad_member_pointer, pos, a->type, b->type);
            return cxx_expr_error(x, pos);
        }
        a = xe_derived_to_base(p, a, ty_qual(x, ty_unqual(cls), xe_quals(a->type)), pos);
        if (xe_err(a)) return a;
    }
    bool fn = to->kind == TY_FUNC;
    if (fn && !object_fits(x, a, &to->u.func)) {
        CXX_DIAG(x, x_memptr_object, pos, a->type, b->type);
        return cxx_expr_error(x, pos);
    }
    Type *t = fn ? to : ty_qual(x, to, xe_quals(a->type));
    Expr *e = xe_bin(p, E_MEMPTR, arrow ? OP_ARROW_STAR : OP_DOT_STAR, t,
                     a->cat == VC_LVALUE || fn ? VC_LVALUE : VC_XVALUE, pos, a, b);
    return e;
}

Expr *xe_overload_expr(Parse *p, Lookup *l, TmplArgs *targs, Expr *object, Atom name, Pos pos) {
    Cxx *x = p->x;
    Expr *e = cxx_expr_new(x, E_OVERLOAD, x->ty_overload, VC_LVALUE, pos);
    e->u.ovl = arena_zalloc(pa(p), sizeof *e->u.ovl, _Alignof(max_align_t));
    e->u.ovl->set = l->at;
    e->u.ovl->n = l->n;
    e->u.ovl->targs = targs;
    e->u.ovl->object = object;
    e->u.ovl->name = name;
    e->u.ovl->naming = l->naming;
    if (targs && targs->dependent) e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    if (object) xe_inherit(e, object);
    return e;
}
