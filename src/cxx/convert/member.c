// SPDX-License-Identifier: Apache-2.0
// convert/member.c: member access as a value: the object's member [expr.ref], the path to a member
// of an anonymous union, and pointers to members [expr.mptr.oper]. expr/member_access.c parses
// them.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// The object converted to the class that has the field; anonymous members in between are walked.
Expr *xe_field_path(Parse *parse, Expr *object, FieldDecl *field, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *owner = field->owner;
    if (owner->members.anon_member) {
        object = xe_field_path(parse, object, owner->members.anon_member, pos);
        if (xe_err(object)) return object;
    } else {
        Type *t = ty_unqual(object->type);
        if (t->kind == TY_CLASS && t->u.cls != owner)
            object = xe_derived_to_base(parse, object,
                                        ty_qual(cxx, owner->d.type, xe_quals(object->type)), pos);
        if (xe_err(object)) return object;
    }
    Type *ft = field->d.type;
    Expr *expr = cxx_expr_new(cxx, E_MEMBER, ty_deref(ft), VC_LVALUE, pos);
    expr->a = object;
    expr->u.decl = &field->d;
    xe_inherit(expr, object);
    if (ty_is_ref(ft)) return expr;
    unsigned q = xe_quals(object->type);
    if (field->d.flags & DF_MUTABLE) q &= ~(unsigned)Q_CONST;
    expr->type = ty_qual(cxx, ft, q);
    expr->cat = object->cat == VC_LVALUE ? VC_LVALUE : VC_XVALUE;
    if (field->is_bitfield) expr->flags |= EF_BITFIELD;
    return expr;
}

// object.member for a found declaration; `object` is a class glvalue or prvalue.
Expr *cxx_build_member(Parse *parse, Expr *object, Decl *member, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(object)) return object;
    if (member->flags & DF_INVALID) return cxx_expr_error(cxx, pos);
    switch (member->kind) {
    case D_FIELD:
        xe_use_deprecated(parse, member, pos);
        if (object->cat == VC_PRVALUE) object = xe_materialize(parse, object);
        return xe_field_path(parse, object, (FieldDecl *)member, pos);
    case D_FUNC:
    case D_TEMPLATE: {
        Lookup l = {.at = arena_copy(pa(parse), &member, sizeof member, _Alignof(Decl *)), .n = 1};
        return xe_overload_expr(parse, &l, NULL, object, member->name, pos);
    }
    default: { // static members, enumerators: the object is evaluated for its effects only
        Expr *v = cxx_build_declref(parse, member, pos);
        bool pure = is_any_of(object->kind, E_DECLREF, E_MEMBER) || (object->flags & EF_IMPLICIT) ||
                    xe_is(object, E_UNARY, OP_DEREF);
        if (xe_err(v) || pure) return v;
        Expr *e = xe_bin(parse, E_BINARY, OP_COMMA, v->type, (ValueCat)v->cat, pos, object, v);
        e->flags |= EF_IMPLICIT; // still a member access [dcl.type.decltype]
        return e;
    }
    }
}

// [expr.mptr.oper]/6: whether a function of the type can be called for the object.
static bool object_fits(const Cxx *cxx, const Expr *object, const FuncType *f) {
    unsigned q = xe_quals(object->type) & (Q_CONST | Q_VOLATILE);
    if (q & ~f->quals) return false;
    if (f->ref == REF_RVALUE) return object->cat != VC_LVALUE;
    bool any = (f->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST && cxx->opt.std >= 20;
    return f->ref != REF_LVALUE || object->cat == VC_LVALUE || any;
}

// a .* b and a ->* b
Expr *xe_build_member_pointer(Parse *parse, Expr *object, Expr *member, bool arrow, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(object)) return object;
    if (xe_err(member)) return member;
    if (xe_tdep(object) || xe_tdep(member)) {
        Expr *e = xe_dep(parse, E_BINARY, pos);
        e->op = arrow ? OP_ARROW_STAR : OP_DOT_STAR;
        e->a = object;
        e->b = member;
        xe_inherit(e, object);
        xe_inherit(e, member);
        return e;
    }
    if (arrow && (xe_has_overloads(object) || xe_has_overloads(member))) {
        bool tried = false;
        Expr *r = xe_operator_overload(parse, OP_ARROW_STAR, object, member, pos, &tried);
        if (r) return r;
    }
    // a->*b is (*a).*b [expr.mptr.oper]/3
    if (arrow) object = cxx_build_unary(parse, OP_DEREF, object, pos);
    member = cxx_rvalue(parse, member);
    if (xe_err(object)) return object;
    if (xe_err(member)) return member;
    if (member->type->kind != TY_MEMPTR || object->type->kind != TY_CLASS) {
        CXX_DIAG(cxx, x_bad_member_pointer, pos, object->type, member->type);
        return cxx_expr_error(cxx, pos);
    }
    Type *cls = member->type->u.ptr.cls, *to = member->type->u.ptr.to;
    if (object->cat == VC_PRVALUE) object = xe_materialize(parse, object);
    // the object may be of a derived class [expr.mptr.oper]/2
    if (ty_unqual(object->type) != ty_unqual(cls)) {
        if (!xe_reference_related(parse, cls, object->type)) {
            CXX_DIAG(cxx, x_bad_member_pointer, pos, object->type, member->type);
            return cxx_expr_error(cxx, pos);
        }
        object = xe_derived_to_base(parse, object,
                                    ty_qual(cxx, ty_unqual(cls), xe_quals(object->type)), pos);
        if (xe_err(object)) return object;
    }
    bool fn = to->kind == TY_FUNC;
    if (fn && !object_fits(cxx, object, &to->u.func)) {
        CXX_DIAG(cxx, x_memptr_object, pos, object->type, member->type);
        return cxx_expr_error(cxx, pos);
    }
    Type *t = fn ? to : ty_qual(cxx, to, xe_quals(object->type));
    Expr *e = xe_bin(parse, E_MEMPTR, arrow ? OP_ARROW_STAR : OP_DOT_STAR, t,
                     object->cat == VC_LVALUE || fn ? VC_LVALUE : VC_XVALUE, pos, object, member);
    return e;
}

Expr *xe_overload_expr(Parse *parse, Lookup *found, TmplArgs *targs, Expr *object, Atom name,
                       Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = cxx_expr_new(cxx, E_OVERLOAD, cxx->ty_overload, VC_LVALUE, pos);
    expr->u.ovl = arena_zalloc(pa(parse), sizeof *expr->u.ovl, _Alignof(max_align_t));
    expr->u.ovl->set = found->at;
    expr->u.ovl->n = found->n;
    expr->u.ovl->targs = targs;
    expr->u.ovl->object = object;
    expr->u.ovl->name = name;
    expr->u.ovl->naming = found->naming;
    if (targs && targs->dependent) expr->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    if (object) xe_inherit(expr, object);
    return expr;
}
