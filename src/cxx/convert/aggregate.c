// SPDX-License-Identifier: Apache-2.0
// convert/aggregate.c: aggregate initialisation with brace elision and designators [dcl.init.aggr],
// character arrays from string literals, std::initializer_list objects, braced-list syntax.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// ---- strings -----------------------------------------------------------------------------------

Expr *xe_init_string_array(Parse *parse, Type *arr, Expr *literal) {
    Cxx *cxx = parse->x;
    uint64_t len = (uint64_t)literal->u.str.n + 1;
    if (arr->kind == TY_ARRAY_INC) arr = ty_array(cxx, arr->u.array.elem, len);
    if (arr->u.array.n < len) {
        CXX_DIAG(cxx, x_string_too_long, literal->pos);
        return cxx_expr_error(cxx, literal->pos);
    }
    Expr *r = xe_dup(parse, literal);
    r->type = arr;
    r->cat = VC_PRVALUE;
    return r;
}

// ---- std::initializer_list --------------------------------------------------------------------

// Room for n parts of a list initialisation: which field or base each is.
static void init_of(Parse *parse, Expr *list, uint32_t n) {
    list->u.init = arena_zalloc(pa(parse), sizeof *list->u.init, _Alignof(max_align_t));
    list->u.init->field = arena_array(pa(parse), FieldDecl *, n + 1);
    list->u.init->base = arena_array(pa(parse), BaseSpec *, n + 1);
}

Expr *xe_build_initializer_list(Parse *parse, Type *to, Type *elem, Expr *list) {
    Cxx *cxx = parse->x;
    Pos pos = list->pos;
    ClassDecl *cls = ty_unqual(to)->u.cls;
    if (!cxx_class_layout(cxx, cls, pos) || cls->members.fields.n < 2) {
        CXX_DIAG(cxx, x_bad_initializer_list, pos);
        return cxx_expr_error(cxx, pos);
    }
    Type *arr = ty_array(cxx, ty_qual(cxx, elem, Q_CONST), list->n);
    Expr *expr = xe_init_aggregate(parse, arr, list, pos);
    if (xe_err(expr)) return expr;
    Expr *t = xe_materialize(parse, expr);
    Expr *ptr = xe_cast(parse, CK_ARRAY_TO_PTR, ty_pointer(cxx, arr->u.array.elem), VC_PRVALUE, t);
    Expr *e = cxx_expr_new(cxx, E_INIT_LIST, to, VC_PRVALUE, pos);
    Expr *arg[2] = {ptr, NULL};
    Type *second = cls->members.fields.at[1]->d.type;
    Expr *len = cxx_expr_int(cxx, second->kind == TY_PTR ? cxx->ty_size_t : second, list->n, pos);
    arg[1] = second->kind == TY_PTR ? xe_bin(parse, E_BINARY, OP_ADD, ptr->type, VC_PRVALUE, pos,
                                             xe_dup(parse, ptr), len)
                                    : len;
    xe_args(parse, e, arg, 2);
    init_of(parse, e, 2);
    e->u.init->field[0] = cls->members.fields.at[0];
    e->u.init->field[1] = cls->members.fields.at[1];
    return e;
}

Expr *xe_init_vector(Parse *parse, Type *to, Expr *list) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(to), *elem = ty_unqual(type->u.array.elem);
    uint64_t n = type->u.array.n;
    if (list->n > n) {
        CXX_DIAG(cxx, x_too_many_initializers, list->pos);
        return cxx_expr_error(cxx, list->pos);
    }
    Expr **arg = arena_array(pa(parse), Expr *, n);
    for (uint64_t i = 0; i < n; i++) {
        arg[i] = i < list->n ? cxx_convert(parse, list->arg[i], elem, NULL)
                             : cxx_expr_new(cxx, E_ZERO, elem, VC_PRVALUE, list->pos);
        if (xe_err(arg[i])) return arg[i];
    }
    Expr *e = cxx_expr_new(cxx, E_VECTOR_INIT, type, VC_PRVALUE, list->pos);
    return xe_args(parse, e, arg, (uint32_t)n);
}

// ---- aggregates --------------------------------------------------------------------------------

static Expr *agg(Parse *parse, Type *target, Expr *list, uint32_t *i, bool braced, Pos pos);

// [dcl.init.aggr]/1; completes the class.
static bool is_aggregate(Parse *parse, Type *asked) {
    asked = ty_unqual(asked);
    if (ty_is_array(asked)) return true;
    if (asked->kind != TY_CLASS || !cxx_class_complete(parse->x, asked->u.cls, 0)) return false;
    cxx_class_specials(parse->x, asked->u.cls);
    return asked->u.cls->special.aggregate;
}

// The initialiser of one subobject of type `target` from the list at *i; consumes what it takes.
static Expr *sub_object(Parse *parse, Type *target, Expr *list, uint32_t *i) {
    Expr *expr = list->arg[*i];
    if (xe_err(expr)) {
        ++*i;
        return expr;
    }
    if (xe_list(expr)) {
        ++*i;
        return cxx_initialize(parse, target, INIT_COPY_LIST, &expr, 1, expr->pos, NULL);
    }
    Type *u = ty_unqual(target);
    bool paren = list->flags & EF_PAREN; // no braces to be elided
    if (ty_is_array(u)) {
        if (xe_string_init(parse, u, expr)) {
            ++*i;
            return xe_init_string_array(parse, u, expr);
        }
        if (paren) {
            CXX_DIAG(parse->x, x_array_init, expr->pos);
            return cxx_expr_error(parse->x, expr->pos);
        }
        Expr *r = agg(parse, target, list, i, false, expr->pos);
        return r;
    }
    if (u->kind == TY_CLASS && !paren && is_aggregate(parse, u) && expr->kind != E_OVERLOAD) {
        bool same = expr->type->kind == TY_CLASS && xe_reference_related(parse, u, expr->type);
        if (!same) {
            Ics o;
            cxx_ics(parse, expr, u, true, false, &o);
            if (o.rank == ICS_BAD) return agg(parse, target, list, i, false, expr->pos);
        }
    }
    ++*i;
    if (expr->kind != E_OVERLOAD && ty_is_scalar(u) && ty_is_scalar(expr->type) &&
        !(list->flags & EF_PAREN))
        xe_check_narrowing(parse, expr, u);
    Expr *r = cxx_convert(parse, expr, target, NULL);
    return r;
}

// A member without initialiser: its default member initialiser or {}.
static Expr *missing_field(Parse *parse, FieldDecl *field, Pos pos) {
    Cxx *cxx = parse->x;
    if (field->init_range.begin != field->init_range.end || field->init) {
        Expr *e = cxx_field_init(parse, field, xe_pos(parse));
        return e ? e : cxx_expr_error(cxx, pos);
    }
    if (ty_is_ref(field->d.type)) {
        CXX_DIAG(cxx, x_ref_member_uninit, pos, &field->d);
        return cxx_expr_error(cxx, pos);
    }
    Expr *l = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
    return cxx_initialize(parse, field->d.type, INIT_COPY_LIST, &l, 1, pos, NULL);
}

// The field of that name from `from` on, or the anonymous member that has it; UINT32_MAX: none.
static uint32_t find_designated(ClassDecl *cls, Atom name, uint32_t from) {
    for (uint32_t k = from; k < cls->members.fields.n; k++) {
        FieldDecl *f = cls->members.fields.at[k];
        if (f->d.name == name) return k;
        if (f->anonymous && f->d.type->kind == TY_CLASS &&
            find_designated(f->d.type->u.cls, name, 0) != UINT32_MAX)
            return k;
    }
    return UINT32_MAX;
}

// A union by one initialiser: of its first member, or the one that is designated.
static Expr *agg_union(Parse *parse, Type *target, Expr *list, uint32_t *i, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ty_unqual(target)->u.cls;
    Atom want =
        list->u.init && list->u.init->designator && *i < list->n ? list->u.init->designator[*i] : 0;
    uint32_t k = 0;
    if (want) {
        k = find_designated(cls, want, 0);
    } else {
        while (k < cls->members.fields.n && cxx_is_padding(cls->members.fields.at[k])) k++;
        if (*i >= list->n) // a default member initialiser wins over the first member
            for (uint32_t m = 0; m < cls->members.fields.n; m++)
                if (cls->members.fields.at[m]->init_range.begin !=
                    cls->members.fields.at[m]->init_range.end)
                    k = m;
    }
    if (k >= cls->members.fields.n) {
        if (want) {
            CXX_DIAG(cxx, x_no_member, pos, target, want);
            return cxx_expr_error(cxx, pos);
        }
        return cxx_expr_new(cxx, E_ZERO, target, VC_PRVALUE, pos);
    }
    FieldDecl *f = cls->members.fields.at[k];
    Expr *a = *i < list->n ? sub_object(parse, f->d.type, list, i) : missing_field(parse, f, pos);
    if (xe_err(a)) return a;
    Expr *e = cxx_expr_new(cxx, E_INIT_LIST, target, VC_PRVALUE, pos);
    xe_args(parse, e, &a, 1);
    init_of(parse, e, 1);
    e->u.init->field[0] = f;
    return e;
}

// Designated initialisation of an anonymous union or struct member: `.x = 1` inside of it.
static Expr *designated_sub(Parse *parse, FieldDecl *field, Expr *list, uint32_t *i) {
    Expr *expr =
        cxx_expr_new(parse->x, E_INITLIST_SYNTAX, parse->x->ty_initlist, VC_PRVALUE, list->pos);
    xe_args(parse, expr, &list->arg[*i], 1);
    if (!field->anonymous) { // what it holds is not designated by this list's names
        uint32_t k = 0;
        ++*i;
        return sub_object(parse, field->d.type, expr, &k);
    }
    expr->u.init = arena_zalloc(pa(parse), sizeof *expr->u.init, _Alignof(max_align_t));
    expr->u.init->designator = arena_array(pa(parse), Atom, 1);
    expr->u.init->designator[0] = list->u.init->designator[*i];
    ++*i;
    uint32_t k = 0;
    return agg(parse, field->d.type, expr, &k, true, list->pos);
}

enum { MAX_PARTS = 1 << 18 }; // classes in classes, which can be 2^n at n levels

// A class by initialisers for its bases, then its members, in order; the rest by their defaults.
static Expr *agg_class(Parse *parse, Type *target, Expr *list, uint32_t *i, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ty_unqual(target)->u.cls;
    if (!cxx_class_layout(cxx, cls, pos)) return cxx_expr_error(cxx, pos);
    if (cls->tag == CT_UNION) return agg_union(parse, target, list, i, pos);
    if (cls->layout.nparts > MAX_PARTS) {
        CXX_DIAG(cxx, x_too_many_parts, pos, target);
        return cxx_expr_error(cxx, pos);
    }
    uint32_t total = cls->members.nbase + cls->members.fields.n, k = 0;
    Expr **arg = arena_array(pa(parse), Expr *, total + 1);
    Expr *expr = cxx_expr_new(cxx, E_INIT_LIST, target, VC_PRVALUE, pos);
    init_of(parse, expr, total);
    Atom *des = list->u.init ? list->u.init->designator : NULL;
    bool ok = true;
    for (uint32_t b = 0; b < cls->members.nbase; b++, k++) {
        Expr *empty = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
        bool given = *i < list->n && !des;
        arg[k] = given ? sub_object(parse, cls->members.base[b].type, list, i)
                       : cxx_initialize(parse, cls->members.base[b].type, INIT_COPY_LIST, &empty, 1,
                                        pos, NULL);
        expr->u.init->base[k] = &cls->members.base[b];
        FuncDecl *dtor = cls->members.base[b].cls->members.dtor; // [dcl.init.aggr]/8
        if (dtor && given) cxx_check_access(parse, &dtor->d, cls->members.base[b].cls, pos);
        ok &= !xe_err(arg[k]);
    }
    for (uint32_t m = 0; m < cls->members.fields.n && ok; m++) {
        FieldDecl *field_decl = cls->members.fields.at[m];
        if (cxx_is_padding(field_decl)) continue;
        bool have = *i < list->n;
        if (have && des) have = find_designated(cls, des[*i], m) == m;
        if (have && field_decl->d.type->kind == TY_ARRAY_INC) break; // flexible array member
        if (field_decl->d.type->kind == TY_ARRAY_INC) continue;
        arg[k] = have ? (des ? designated_sub(parse, field_decl, list, i)
                             : sub_object(parse, field_decl->d.type, list, i))
                      : missing_field(parse, field_decl, pos);
        expr->u.init->field[k] = field_decl;
        ok &= !xe_err(arg[k]);
        k++;
    }
    if (!ok) return cxx_expr_error(cxx, pos);
    return xe_args(parse, expr, arg, k);
}

// An array by its elements; one of unknown bound gets that of its list.
static Expr *agg_array(Parse *parse, Type *target, Expr *list, uint32_t *i, bool braced, Pos pos) {
    Cxx *cxx = parse->x;
    Type *elem = target->u.array.elem;
    uint64_t bound = target->kind == TY_ARRAY ? target->u.array.n : UINT64_MAX;
    VEC(Expr *) v = {0};
    bool ok = true;
    while (*i < list->n && v.n < bound && ok) {
        uint32_t before = *i;
        Expr *e = sub_object(parse, elem, list, i);
        if (*i == before && target->kind != TY_ARRAY && ty_is_array(elem)) break; // int a[][0]
        ok &= !xe_err(e);
        vec_push(pa(parse), &v, e);
    }
    if (!ok) return cxx_expr_error(cxx, pos);
    if (target->kind != TY_ARRAY) target = ty_array(cxx, elem, v.n);
    Expr *expr = cxx_expr_new(cxx, E_INIT_LIST, target, VC_PRVALUE, pos);
    xe_args(parse, expr, v.at, v.n);
    expr->u.init = arena_zalloc(pa(parse), sizeof *expr->u.init, _Alignof(max_align_t));
    expr->u.init->total = target->u.array.n;
    if (v.n < target->u.array.n) {
        Expr *empty = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
        Expr *f = cxx_initialize(parse, elem, INIT_COPY_LIST, &empty, 1, pos, NULL);
        if (xe_err(f)) return f;
        expr->u.init->filler = f;
        xe_inherit(expr, f);
    }
    return expr;
}

static Expr *agg(Parse *parse, Type *target, Expr *list, uint32_t *i, bool braced, Pos pos) {
    Type *u = ty_unqual(target);
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        return cxx_expr_error(parse->x, pos);
    }
    uint32_t before = *i;
    Expr *expr = ty_is_array(u) ? agg_array(parse, target, list, i, braced, pos)
                                : agg_class(parse, target, list, i, pos);
    parse->depth--;
    if (!braced && !xe_err(expr)) {
        expr->flags |= EF_BRACE_ELIDED;
        if (*i == before && *i < list->n && !ty_is_array(u)) {
            // an empty class took nothing: its initialiser does not convert
            xe_no_conversion(parse, list->arg[*i], target, NULL, list->arg[*i]->pos);
            ++*i;
            return cxx_expr_error(parse->x, pos);
        }
    }
    return expr;
}

// A member that stands before the one initialised last, or none.
static void wrong_designator(Parse *parse, Type *target, Pos pos, Atom name) {
    if (target->kind == TY_CLASS && find_designated(ty_unqual(target)->u.cls, name, 0) <
                                        ty_unqual(target)->u.cls->members.fields.n)
        CXX_DIAG(parse->x, x_designator_order, pos, name);
    else
        CXX_DIAG(parse->x, x_no_member, pos, target, name);
}

// The elements of the flexible array member of `target`, which `begun` initialises up to there.
static Expr *flexible_elements(Parse *parse, Type *target, Expr *begun, Expr *list, uint32_t *i) {
    const ClassDecl *cls = ty_unqual(target)->u.cls;
    FieldDecl *f = cls->members.fields.n && cls->tag != CT_UNION
                       ? cls->members.fields.at[cls->members.fields.n - 1]
                       : NULL;
    const Atom *des = list->u.init ? list->u.init->designator : NULL;
    if (!f || f->d.type->kind != TY_ARRAY_INC || (des && des[*i] != f->d.name)) return begun;
    Expr *last = des ? designated_sub(parse, f, list, i) : sub_object(parse, f->d.type, list, i);
    if (xe_err(last)) return last;
    Expr **arg = arena_array(pa(parse), Expr *, begun->n + 1);
    if (begun->n) memcpy(arg, begun->arg, begun->n * sizeof *arg);
    arg[begun->n] = last;
    begun->u.init->field[begun->n] = f;
    return xe_args(parse, begun, arg, begun->n + 1);
}

Expr *xe_init_aggregate(Parse *parse, Type *target, Expr *list, Pos pos) {
    uint32_t i = 0;
    bool flexible = parse->flexible_init;
    parse->flexible_init = false;
    Expr *expr = agg(parse, target, list, &i, true, pos);
    if (flexible && !xe_err(expr) && i < list->n && expr->kind == E_INIT_LIST)
        expr = flexible_elements(parse, target, expr, list, &i);
    if (!xe_err(expr) && i < list->n) {
        Atom *des = list->u.init ? list->u.init->designator : NULL;
        if (des)
            wrong_designator(parse, target, list->arg[i]->pos, des[i]);
        else
            CXX_DIAG(parse->x, x_too_many_initializers, list->arg[i]->pos);
        return cxx_expr_error(parse->x, pos);
    }
    return expr;
}

bool cxx_answer_list_fits(Parse *parse, Type *to, Expr *list) {
    Parse q = *parse;
    q.unevaluated = true;
    DiagTrap t = {0};
    diag_trap_push(parse->x->ctx, &t);
    Expr *e = xe_init_aggregate(&q, to, list, list->pos);
    uint32_t errs = diag_trap_pop(parse->x->ctx, &t);
    return !errs && !xe_err(e);
}
