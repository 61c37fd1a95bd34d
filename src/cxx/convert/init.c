// SPDX-License-Identifier: Apache-2.0
// convert/init.c: initialisation [dcl.init]: default, value, copy, direct and list initialisation
// of objects and references, constructor calls, variables. Aggregates are in convert/aggregate.c.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"

// An initialisation whose type or initialiser depends, to be done in the instance: the style is
// kept.
static Expr *dep_init(Parse *parse, Type *to, Expr **init, uint32_t n, Pos pos, InitStyle style) {
    Expr *e = xe_dep(parse, E_DEP_CAST, pos);
    e->u.ty = to;
    e->type = ty_dependent(to) && !ty_is_ref(to) ? to : parse->x->ty_dependent;
    e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    e->cat = VC_PRVALUE;
    if (is_any_of(style, INIT_LIST, INIT_COPY_LIST)) e->flags |= EF_LIST_INIT;
    xe_args(parse, e, init, n);
    return e;
}

// ---- constructors ------------------------------------------------------------------------------

// What an object needs that lives to its end: its destructor.
static void use_dtor(Parse *parse, Type *ended, Pos pos) {
    FuncDecl *d = parse->undestroyed ? NULL : cxx_find_dtor(parse->x, ended);
    if (d) cxx_mark_used(parse, &d->d, pos);
}

// The program's own destructor that has no device code.
static bool is_host_dtor(const Cxx *cxx, const FuncDecl *dtor) {
    bool written = !dtor->written.deleted && cxx_is_written(dtor);
    bool device = (dtor->d.cuda & CU_DEVICE) || (dtor->d.flags & DF_CONSTEXPR);
    return written && !device && !cxx->opt.default_device;
}

// A constructed prvalue may become an object that somebody else destroys, or never (new, return): a
// destructor of the host's is reported by who does it, once.
static void use_value_dtor(Parse *parse, Type *ended, Pos pos) {
    const FuncDecl *d = parse->undestroyed ? NULL : cxx_find_dtor(parse->x, ended);
    if (d && !is_host_dtor(parse->x, d)) use_dtor(parse, ended, pos);
}

// A consteval constructor's call outside of other immediate functions: it is evaluated here
// [expr.const]/14.
static bool is_immediate(const Parse *parse, const FuncDecl *func, const Expr *call) {
    if (!(func->d.flags & DF_CONSTEVAL) || xe_vdep(call) || parse->unevaluated) return false;
    return !cxx_in_immediate(parse);
}

// Argument i of a call of the candidate, converted to its parameter.
static Expr *ctor_argument(Parse *parse, const FuncType *ft, Cand *chosen, Expr *arg, uint32_t i) {
    if (i >= ft->nparam) return xe_vararg(parse, arg);
    if (xe_list(arg)) return cxx_convert(parse, arg, ft->param[i], "argument");
    return cxx_apply_ics(parse, arg, &chosen->ics[i]);
}

// The call of the constructor that was chosen, with its default arguments; of an inherited one by
// the constructor of cls that stands for it.
static Expr *construct(Parse *parse, Type *cls, Cand *chosen, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    FuncDecl *func = chosen->fn;
    ClassDecl *k0 = ty_unqual(cls)->u.cls;
    if (func->cls != k0) func = cxx_inherited_ctor(cxx, k0, func);
    const FuncType *ft = &func->d.type->u.func;
    uint32_t total = CU_MAX(n, ft->nparam), k = 0;
    Expr **out = arena_array(pa(parse), Expr *, total + 1);
    for (uint32_t i = 0; i < n; i++) {
        Expr *a = ctor_argument(parse, ft, chosen, arg[i], i);
        if (xe_err(a)) return a;
        out[k++] = a;
    }
    for (uint32_t i = n; i < ft->nparam; i++) {
        Expr *a = cxx_default_arg(parse, func, i, pos);
        if (xe_lost(a)) return cxx_expr_error(cxx, pos);
        out[k++] = a;
    }
    cxx_mark_used(parse, &func->d, pos);
    Expr *expr = cxx_expr_new(cxx, E_CONSTRUCT, cls, VC_PRVALUE, pos);
    expr->u.decl = &func->d;
    xe_args(parse, expr, out, k);
    use_value_dtor(parse, cls, pos);
    for (uint32_t i = 0; i < ft->nparam; i++)
        if (ft->param[i]->kind == TY_CLASS && cxx_find_dtor(cxx, ft->param[i]))
            expr->flags |= EF_HAS_TEMPS;
    if (is_immediate(parse, func, expr)) {
        ConstVal *v = cxx_const_eval(cxx, expr, true);
        if (!v) return cxx_expr_error(cxx, pos);
        // the constructor has no code; a constant's initialiser and a base are evaluated in place
        if (!parse->const_expr && !parse->base_init) return cxx_from_const(parse, v, pos);
    }
    return expr;
}

// Whether objects of the class can be made: it is complete, laid out and not abstract; else that is
// said.
static bool class_ready(Parse *parse, Type *cls, Pos pos) {
    Cxx *x = parse->x;
    if (!ty_complete(x, cls, pos, true)) return false;
    ClassDecl *c = ty_unqual(cls)->u.cls;
    cxx_class_layout(x, c, pos);
    if (!c->table.abstract || parse->base_init) return true;
    cxx_report_abstract(x, DIAG_OF(cxx, x_abstract_object), cls, pos);
    return false;
}

// By the constructor that a conversion sequence has chosen. (To choose again could give another
// one: there user conversions of the argument count.)
Expr *xe_construct_by(Parse *parse, FuncDecl *ctor, Type *cls, Ics *before, Expr *arg) {
    Pos pos = arg->pos;
    if (xe_list(arg) || !before) return cxx_build_ctor_call(parse, cls, &arg, 1, INIT_COPY, pos);
    if (!class_ready(parse, cls, pos)) return cxx_expr_error(parse->x, pos);
    if (!cxx_access_ok(parse, &ctor->d, ctor->cls)) {
        CXX_DIAG(parse->x, x_inaccessible, pos, &ctor->d);
        cxx_note_declared(parse->x, &ctor->d);
    }
    Cand c = {.fn = ctor, .ics = before, .nics = 1};
    return construct(parse, cls, &c, &arg, 1, pos);
}

// cxx_build_ctor_call's overload resolution, with the candidates in the scratch arena.
static Expr *construct_by_best(Parse *parse, Type *cls, Expr **arg, uint32_t n,
                               InitStyle init_style, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(cls);
    Cands cs = {.from_list = is_any_of(init_style, INIT_LIST, INIT_COPY_LIST)};
    // the second step of a copy-initialisation converts by one constructor [over.best.ics]/4
    bool copy = init_style == INIT_COPY;
    bool no_class = n == 1 && !xe_list(arg[0]) && arg[0]->type->kind != TY_CLASS;
    CandQuery query = {.arg = arg, .n = n, .no_user = copy && no_class};
    query.no_explicit = copy; // in a list they count, if only to be refused
    xe_pick_ctor(parse, type->u.cls, &query, &cs);
    if (cs.best < 0) {
        if (!n && cs.best == BEST_NONE) {
            CXX_DIAG(cxx, x_no_default_ctor, pos, type);
            xe_explain(parse, &cs, NULL, arg, n);
            return cxx_expr_error(cxx, pos);
        }
        return xe_report_cands(parse, &cs, type->u.cls->d.name, NULL, arg, n, pos);
    }
    Cand *c = &cs.c.at[cs.best];
    if (c->fn->written.explicit_ && init_style == INIT_COPY_LIST) {
        CXX_DIAG(cxx, x_explicit_copy_list, pos, &c->fn->d);
        return cxx_expr_error(cxx, pos);
    }
    if (!cxx_access_ok(parse, &c->fn->d, type->u.cls)) {
        CXX_DIAG(cxx, x_inaccessible, pos, &c->fn->d);
        cxx_note_declared(cxx, &c->fn->d);
    }
    return construct(parse, cls, c, arg, n, pos);
}

Expr *cxx_build_ctor_call(Parse *parse, Type *cls, Expr **arg, uint32_t n, InitStyle init_style,
                          Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(cls);
    for (uint32_t i = 0; i < n; i++)
        if (xe_err(arg[i])) return arg[i];
    if (!class_ready(parse, cls, pos)) return cxx_expr_error(cxx, pos);
    // guaranteed elision [dcl.init]/17.6.1
    bool prvalue = n == 1 && arg[0]->cat == VC_PRVALUE && arg[0]->type->kind == TY_CLASS;
    if (prvalue && ty_unqual(arg[0]->type) == type) return arg[0];
    ArenaMark mark = arena_mark(xe_scratch(parse));
    Expr *e = construct_by_best(parse, cls, arg, n, init_style, pos);
    arena_reset(xe_scratch(parse), mark);
    return e;
}

// Copy- or move-initialises a class object from an expression of its type or a derived type.
Expr *xe_copy_construct(Parse *parse, Type *to, Expr *source, Pos pos) {
    if (xe_open(source)) return source;
    if (source->cat == VC_PRVALUE && ty_unqual(source->type) == ty_unqual(to)) return source;
    if (cxx_complex_part(to) && source->type->quals & Q_VOLATILE)
        return cxx_complex_convert(parse, ty_unqual(to), source);
    // the constructor may take its argument by a copy of its own: B(const A &), A(B)
    Expr *r = cxx_expr_error(parse->x, pos);
    if (xe_depth(parse, pos))
        r = cxx_build_ctor_call(parse, ty_unqual(to), &source, 1, INIT_COPY, pos);
    parse->depth--;
    return r;
}

// What is declared is judged, trivial or not; calls of constructors that are not are judged there.
void xe_dtor_access(Parse *parse, Type *ended, Pos pos) {
    while (ty_is_array(ended)) ended = ended->u.array.elem;
    if (ty_unqual(ended)->kind != TY_CLASS || parse->unevaluated || parse->dependent) return;
    const ClassDecl *c = ty_unqual(ended)->u.cls;
    FuncDecl *d = c->special.done ? c->members.dtor : NULL;
    if (!d || d->d.access <= ACC_PUBLIC || cxx_access_ok(parse, &d->d, d->cls)) return;
    CXX_DIAG(parse->x, x_inaccessible, pos, &d->d);
    cxx_note_declared(parse->x, &d->d);
}

// A trivial default constructor is not called, but must be accessible.
static void trivial_ctor_access(Parse *parse, const ClassDecl *cls, Pos pos) {
    for (uint32_t i = 0; i < cls->members.ctors.n; i++) {
        FuncDecl *f = cls->members.ctors.at[i];
        if (f->d.access <= ACC_PUBLIC || cxx_special_kind(f) != SP_DEFAULT) continue;
        if (cxx_access_ok(parse, &f->d, f->cls)) return;
        CXX_DIAG(parse->x, x_inaccessible, pos, &f->d);
        cxx_note_declared(parse->x, &f->d);
    }
}

// ---- default and value initialisation ----------------------------------------------------------

static Type *array_base(Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return type;
}

Expr *xe_array_fill(Parse *parse, Type *arr, Expr *filler, Pos pos) {
    Expr *e = cxx_expr_new(parse->x, E_INIT_LIST, arr, VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(parse), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->total = arr->u.array.n;
    e->u.init->filler = filler;
    xe_inherit(e, filler);
    return e;
}

// Default-initialisation [dcl.init]/7: NULL when nothing is to be done.
Expr *cxx_default_init(Parse *parse, Type *to, Pos pos) {
    Cxx *cxx = parse->x;
    if (ty_dependent(to) || to->kind == TY_ERROR) return NULL;
    if (ty_is_array(to)) {
        Expr *f = cxx_default_init(parse, to->u.array.elem, pos);
        if (xe_lost(f)) return f;
        return xe_array_fill(parse, to, f, pos);
    }
    if (ty_unqual(to)->kind != TY_CLASS) return NULL;
    if (!class_ready(parse, to, pos)) return cxx_expr_error(cxx, pos);
    ClassDecl *c = ty_unqual(to)->u.cls;
    cxx_class_specials(cxx, c);
    if (c->special.trivial_default) {
        trivial_ctor_access(parse, c, pos);
        use_dtor(parse, to, pos);
        return NULL;
    }
    return cxx_build_ctor_call(parse, to, NULL, 0, INIT_NONE, pos);
}

// Value-initialisation [dcl.init]/8.
Expr *cxx_value_init(Parse *parse, Type *to, Pos pos) {
    Cxx *cxx = parse->x;
    if (to->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    if (ty_dependent(to)) return dep_init(parse, to, NULL, 0, pos, INIT_DIRECT);
    if (ty_is_ref(to)) {
        CXX_DIAG(cxx, x_ref_needs_init, pos, to);
        return cxx_expr_error(cxx, pos);
    }
    Type *type = ty_unqual(to);
    if (ty_is_array(to) && array_base(to)->kind == TY_CLASS) {
        Expr *f = cxx_value_init(parse, to->u.array.elem, pos);
        if (xe_err(f)) return f;
        if (f->kind != E_ZERO) return xe_array_fill(parse, to, f, pos);
    } else if (type->kind == TY_CLASS) {
        if (!class_ready(parse, to, pos)) return cxx_expr_error(cxx, pos);
        ClassDecl *cls = type->u.cls;
        cxx_class_specials(cxx, cls);
        if (!cls->special.trivial_default) {
            // zeroed first, unless the constructor is the program's own
            Expr *e = cxx_build_ctor_call(parse, to, NULL, 0, INIT_DIRECT, pos);
            if (xe_err(e) || e->kind != E_CONSTRUCT) return e;
            FuncDecl *f = (FuncDecl *)e->u.decl;
            bool own = f->kind != FK_CTOR || cxx_is_written(f);
            return own ? e : xe_un(parse, E_ZERO_CONSTRUCT, to, VC_PRVALUE, pos, e);
        }
        trivial_ctor_access(parse, cls, pos);
        use_dtor(parse, to, pos);
    }
    return cxx_expr_new(cxx, E_ZERO, ty_is_scalar(type) ? type : to, VC_PRVALUE,
                        pos); // [expr.type]/2
}

// ---- references --------------------------------------------------------------------------------

Expr *xe_init_ref(Parse *parse, Type *to, Expr *source, bool direct, const char *context) {
    Ics o;
    cxx_ics(parse, source, to, true, direct, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(parse, source, to, context, source->pos);
        return cxx_expr_error(parse->x, source->pos);
    }
    return cxx_apply_ics(parse, source, &o);
}

// Temporaries bound by the initialiser of reference (or aggregate with references) `var` live as
// long as `var` [class.temporary]/6.
Expr *cxx_extend_temps(Parse *parse, Expr *init, VarDecl *var) {
    Expr *expr = init;
    while (expr) {
        switch (expr->kind) {
        case E_TEMP:
            expr->u.var = var;
            expr = expr->a;
            if (expr->kind != E_INIT_LIST) return init; // whose references bind others
            continue;
        case E_CAST:
            if (is_any_of(expr->op, CK_LVAL_TO_RVAL, CK_USER)) return init;
            expr = expr->a;
            continue;
        case E_MEMBER:
        case E_CLEANUPS: expr = expr->a; continue;
        case E_SUBSCRIPT: // of a pointer it is no part of the temporary [class.temporary]/6.1
            if (!ty_is_array(expr->a->type)) return init;
            expr = expr->a;
            continue;
        case E_BINARY:
            if (expr->op != OP_COMMA) return init;
            expr = expr->b;
            continue;
        case E_COND:
            if (expr->cat == VC_PRVALUE) return init;
            if (expr->b) cxx_extend_temps(parse, expr->b, var);
            expr = expr->c;
            continue;
        case E_INIT_LIST:
            for (uint32_t i = 0; i < expr->n; i++) {
                Expr *a = expr->arg[i];
                if (a && (is_any_of(a->kind, E_INIT_LIST, E_CAST) || xe_glvalue(a)))
                    cxx_extend_temps(parse, a, var);
            }
            return init;
        default: return init;
        }
    }
    return init;
}

// ---- entry -------------------------------------------------------------------------------------

static Expr *narrow_checked(Parse *parse, Expr *source, Type *to) {
    if (ty_is_scalar(to) && ty_is_scalar(source->type)) xe_check_narrowing(parse, source, to);
    return source;
}

// [over.match.list]: the default constructor for an empty list, a constructor for an
// initializer_list with the list as one argument, else one for its elements.
static Expr *class_from_list(Parse *parse, Type *to, Expr *list, bool copy, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ty_unqual(to)->u.cls;
    cxx_class_specials(cxx, cls);
    if (!list->n) {
        Cands none = {0};
        xe_pick_ctor(parse, cls, &(CandQuery){0}, &none);
        if (none.best >= 0) return cxx_value_init(parse, to, pos);
    }
    // phase 1: initializer-list constructors with the list as one argument
    Cands cs = {0};
    CandQuery whole = {.arg = &list, .n = 1, .no_user = true, .only_initlist = true};
    xe_pick_ctor(parse, cls, &whole, &cs);
    if (cs.best >= 0) {
        Cand *k = &cs.c.at[cs.best];
        if (k->fn->written.explicit_ && copy) {
            CXX_DIAG(cxx, x_explicit_copy_list, pos, &k->fn->d);
            return cxx_expr_error(cxx, pos);
        }
        return construct(parse, to, k, &list, 1, pos);
    }
    if (cs.best == BEST_AMBIGUOUS)
        return xe_report_cands(parse, &cs, cls->d.name, NULL, &list, 1, pos);
    Expr *expr =
        cxx_build_ctor_call(parse, to, list->arg, list->n, copy ? INIT_COPY_LIST : INIT_LIST, pos);
    if (!xe_err(expr) && expr->kind == E_CONSTRUCT) {
        const FuncType *ft = &expr->u.decl->type->u.func;
        for (uint32_t i = 0; i < list->n && i < ft->nparam; i++) {
            if (!xe_untyped(list->arg[i]))
                narrow_checked(parse, list->arg[i], ty_deref(ft->param[i]));
        }
        expr->flags |= EF_LIST_INIT;
    }
    return expr;
}

static bool has_designators(const Expr *list) {
    return list->u.init && list->u.init->designator;
}

static Expr *no_designated_member(Parse *parse, Type *target, const Expr *list, Pos pos) {
    CXX_DIAG(parse->x, x_no_member, pos, target, list->u.init->designator[0]);
    return cxx_expr_error(parse->x, pos);
}

// The only element of a list, if it is no list itself, or NULL.
static Expr *single_element(const Expr *list) {
    bool one = list->n == 1 && !xe_list(list->arg[0]) && !has_designators(list);
    return one ? list->arg[0] : NULL;
}

// A class by a braced list [dcl.init.list]/3.2, /3.3, /3.6 to /3.7.
static Expr *list_init_class(Parse *parse, Type *to, Expr *list, bool copy, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(to), *elem;
    if (!class_ready(parse, to, pos)) return cxx_expr_error(cxx, pos);
    ClassDecl *cls = type->u.cls;
    cxx_class_specials(cxx, cls);
    Expr *one = single_element(list);
    if (cls->special.aggregate) {
        bool same =
            one && one->type->kind == TY_CLASS && xe_reference_related(parse, type, one->type);
        return same ? xe_copy_construct(parse, to, one, pos)
                    : xe_init_aggregate(parse, to, list, pos);
    }
    if (xe_is_initializer_list(parse, type, &elem)) {
        if (one && ty_unqual(one->type) == type) return xe_copy_construct(parse, to, one, pos);
        if (list->n || !cls->special.trivial_default)
            return xe_build_initializer_list(parse, to, elem, list);
    }
    if (has_designators(list)) return no_designated_member(parse, type, list, pos);
    return class_from_list(parse, to, list, copy, pos);
}

static Expr *list_init(Parse *parse, Type *to, Expr *list, bool copy, Pos pos, const char *what);

// A reference by a braced list [dcl.init.list]/3.9: to the one element, or to a temporary that the
// list initialises.
static Expr *list_init_ref(Parse *parse, Type *to, Expr *list, bool copy, Pos pos,
                           const char *what) {
    Type *t = to->u.ptr.to;
    Expr *one = single_element(list);
    bool single = one && one->kind != E_OVERLOAD;
    bool parts = t->kind == TY_CLASS || ty_is_array(t); // has elements of its own
    if (single && (!parts || xe_reference_related(parse, t, one->type)))
        return xe_init_ref(parse, to, one, !copy, what);
    if (to->kind == TY_LREF && !(xe_quals(t) & Q_CONST)) {
        CXX_DIAG(parse->x, x_ref_needs_lvalue, pos);
        return cxx_expr_error(parse->x, pos);
    }
    Expr *v = list_init(parse, t, list, copy, pos, what);
    return xe_err(v) ? v : xe_materialize(parse, v);
}

// [dcl.init.list]/3.8: an enumeration with a fixed underlying type, directly by an integer.
static bool is_enum_by_integer(Type *type, const Expr *source, bool copy) {
    if (type->kind != TY_ENUM || copy || !type->u.enm->fixed || xe_err(source)) return false;
    Type *from = ty_unqual(source->type);
    return from != type && xe_integral_or_enum(from);
}

// A scalar by the one element of a list.
static Expr *list_init_scalar(Parse *parse, Type *to, Expr *list, bool copy, Pos pos,
                              const char *what) {
    Type *type = ty_unqual(to);
    Expr *expr = list->arg[0];
    if (xe_list(expr)) {
        CXX_DIAG(parse->x, x_too_many_braces, expr->pos, to);
        return cxx_expr_error(parse->x, pos);
    }
    if (is_enum_by_integer(type, expr, copy)) {
        xe_check_narrowing(parse, expr, type->u.enm->underlying);
        return xe_cast(parse, CK_INT, type, VC_PRVALUE, cxx_rvalue(parse, expr));
    }
    if (xe_err(expr)) return expr;
    if (expr->kind != E_OVERLOAD) narrow_checked(parse, expr, type);
    return cxx_initialize(parse, to, copy ? INIT_COPY : INIT_DIRECT, &expr, 1, pos, what);
}

// List-initialisation [dcl.init.list]; copy: copy-list-initialisation, which refuses explicit
// constructors.
static Expr *list_init(Parse *parse, Type *to, Expr *list, bool copy, Pos pos, const char *what) {
    Type *type = ty_unqual(to);
    bool may_designate = type->kind == TY_CLASS || ty_is_ref(type);
    if (has_designators(list) && !may_designate)
        return no_designated_member(parse, type, list, pos);
    if (ty_is_array(type)) {
        if (list->n == 1 && xe_string_init(parse, type, list->arg[0]))
            return xe_init_string_array(parse, to, list->arg[0]);
        return xe_init_aggregate(parse, to, list, pos);
    }
    if (type->kind == TY_CLASS) return list_init_class(parse, to, list, copy, pos);
    bool whole = list->n == 1 && list->arg[0]->type->unqual == type; // of a vector: `V{v}`
    if (type->kind == TY_VECTOR)
        return whole ? cxx_convert(parse, list->arg[0], to, what) : xe_init_vector(parse, to, list);
    if (ty_is_ref(to)) return list_init_ref(parse, to, list, copy, pos, what);
    if (!list->n) return cxx_value_init(parse, to, pos);
    if (list->n == 1) return list_init_scalar(parse, to, list, copy, pos, what);
    CXX_DIAG(parse->x, x_too_many_initializers, list->arg[1]->pos);
    return cxx_expr_error(parse->x, pos);
}

// Aggregates from parenthesised lists [dcl.init]/17.6.2.2: no brace elision, narrowing allowed.
static Expr *paren_aggregate(Parse *parse, Type *to, Expr **init, uint32_t n, Pos pos) {
    Cxx *x = parse->x;
    Expr *l = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
    l->flags |= EF_PAREN;
    xe_args(parse, l, init, n);
    return xe_init_aggregate(parse, to, l, pos);
}

// Whether `T(init...)` initialises the elements of an aggregate: C++20, where no constructor fits,
// and it is no copy of one object.
static bool is_paren_aggregate(Parse *parse, Type *target, Expr **init, uint32_t n) {
    ClassDecl *cls = target->u.cls;
    if (parse->x->opt.std < 20 || !cls->special.aggregate) return false;
    bool one_class = n == 1 && init[0]->type->kind == TY_CLASS;
    if (one_class && xe_reference_related(parse, target, init[0]->type)) return false;
    Cands cs = {0};
    xe_pick_ctor(parse, cls, &(CandQuery){.arg = init, .n = n}, &cs);
    return cs.best == BEST_NONE;
}

// Direct-initialisation by a parenthesised list [dcl.init.general]/16.
static Expr *direct_init(Parse *parse, Type *to, Expr **init, uint32_t n, Pos pos,
                         const char *what) {
    Cxx *cxx = parse->x;
    Type *type = ty_unqual(to);
    if (n == 0) return cxx_value_init(parse, to, pos);
    if (type->kind == TY_CLASS && !type->u.cls->complex_of) {
        if (!class_ready(parse, to, pos)) return cxx_expr_error(cxx, pos);
        cxx_class_specials(cxx, type->u.cls);
        if (is_paren_aggregate(parse, type, init, n))
            return paren_aggregate(parse, to, init, n, pos);
        return cxx_build_ctor_call(parse, to, init, n, INIT_DIRECT, pos);
    }
    if (n > 1) {
        if (ty_is_array(type) && cxx->opt.std >= 20)
            return paren_aggregate(parse, to, init, n, pos);
        CXX_DIAG(cxx, x_too_many_initializers, init[1]->pos);
        return cxx_expr_error(cxx, pos);
    }
    if (xe_list(init[0])) return list_init(parse, to, init[0], false, pos, what);
    Ics o;
    if (type->kind == TY_BOOL && init[0]->type->kind == TY_NULLPTR)
        return cxx_to_bool(parse, init[0]);
    cxx_ics(parse, init[0], to, true, true, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(parse, init[0], to, what, init[0]->pos);
        return cxx_expr_error(cxx, pos);
    }
    return cxx_apply_ics(parse, init[0], &o);
}

// An array by one expression that is no braced list: a string literal, an array that is a prvalue,
// C++20's `int a[2](1)`.
static Expr *init_array(Parse *parse, Type *to, Expr *init, InitStyle style, Pos pos) {
    if (xe_string_init(parse, to, init)) return xe_init_string_array(parse, to, init);
    if (init->cat == VC_PRVALUE && ty_unqual(init->type) == ty_unqual(to)) return init;
    if (style == INIT_DIRECT && parse->x->opt.std >= 20)
        return paren_aggregate(parse, to, &init, 1, pos);
    CXX_DIAG(parse->x, x_array_init, pos);
    return cxx_expr_error(parse->x, pos);
}

// By what the initialisers and the style are [dcl.init.general]/16.
static Expr *initialize_by_style(Parse *parse, Type *to, InitStyle style, Expr **init, uint32_t n,
                                 Pos pos, const char *what) {
    bool one_for_array = n == 1 && ty_is_array(ty_unqual(to));
    bool list = n == 1 && xe_list(init[0]);
    if (one_for_array && list && style == INIT_DIRECT && parse->x->opt.std >= 20)
        return paren_aggregate(parse, to, init, n, pos);
    if (one_for_array && !list) return init_array(parse, to, init[0], style, pos);
    if (style == INIT_DIRECT) return direct_init(parse, to, init, n, pos, what);
    if (list) return list_init(parse, to, init[0], style != INIT_LIST, pos, what);
    return n == 1 ? cxx_convert(parse, init[0], to, what) : cxx_value_init(parse, to, pos);
}

// Initialises an object or reference of type `to`. For the list styles init[0] is the braced list.
Expr *cxx_initialize(Parse *parse, Type *to, InitStyle style, Expr **init, uint32_t n, Pos pos,
                     const char *what) {
    Cxx *cxx = parse->x;
    if (to->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    bool dep = ty_dependent(to);
    for (uint32_t i = 0; i < n; i++) {
        if (xe_err(init[i])) return init[i];
        if (xe_tdep(init[i])) dep = true;
    }
    if (dep) return dep_init(parse, to, init, n, pos, style);
    if (style == INIT_NONE) return cxx_default_init(parse, to, pos);
    Expr *expr = xe_depth(parse, pos) ? initialize_by_style(parse, to, style, init, n, pos, what)
                                      : cxx_expr_error(cxx, pos);
    parse->depth--;
    return expr;
}

// ---- variables ---------------------------------------------------------------------------------

// What the placeholder in the type of var is deduced from [dcl.type.auto.deduct],
// [over.match.class.deduct]: the initialiser, or for a class template all of them as a list; NULL:
// there is nothing to deduce it from.
static Expr *deduced_from(Parse *parse, VarDecl *var, InitStyle style, Expr **arg, uint32_t n,
                          Pos pos) {
    Cxx *cxx = parse->x;
    bool ctad = ty_unqual(ty_deref(var->d.type))->kind == TY_CTAD;
    if (ctad && (n != 1 || style == INIT_DIRECT)) {
        Expr *list = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
        list->flags |= EF_PAREN; // an argument list, no braces
        xe_args(parse, list, arg, n);
        return list;
    }
    if (n != 1) return NULL;
    bool braced = style == INIT_LIST && xe_list(arg[0]) && arg[0]->n == 1;
    return braced && !ctad ? arg[0]->arg[0] : arg[0]; // auto x{e}
}

Expr *cxx_init_var(Parse *parse, VarDecl *var, InitStyle style, Expr **arg, uint32_t n) {
    Cxx *cxx = parse->x;
    Pos pos = n ? arg[0]->pos : var->d.pos;
    for (uint32_t i = 0; i < n; i++)
        if (xe_err(arg[i])) {
            if (var->d.type->flags & TF_HAS_AUTO) var->d.flags |= DF_INVALID;
            return arg[i];
        }
    if (var->d.type->flags & TF_HAS_AUTO) {
        Expr *from = deduced_from(parse, var, style, arg, n, pos);
        if (!from) {
            CXX_DIAG(cxx, x_auto_needs_init, pos, var->d.name);
            var->d.flags |= DF_INVALID;
            return cxx_expr_error(cxx, pos);
        }
        bool around = parse->copy_init;
        parse->copy_init = is_any_of(style, INIT_COPY, INIT_COPY_LIST);
        Type *t = cxx_deduce_auto(parse, var->d.type, from, pos);
        parse->copy_init = around;
        if (ty_lost(t)) {
            var->d.flags |= DF_INVALID;
            return cxx_expr_error(cxx, pos);
        }
        var->d.type = t;
    }

    // GNU: of a variable with static storage
    parse->flexible_init = var->storage != STOR_AUTO && var->d.type->kind == TY_CLASS && n == 1;
    Expr *e = cxx_initialize(parse, var->d.type, style, arg, n, pos, NULL);
    parse->flexible_init = false;
    if (xe_lost(e)) return e;
    bool unknown = var->d.type->kind == TY_ARRAY_INC && e->type->kind == TY_ARRAY;
    if (unknown) var->d.type = e->type;
    if (unknown && !e->type->u.array.n && !parse->env)
        cxx_extension(cxx, pos, "an array of size zero");
    if (ty_is_ref(var->d.type) || e->kind == E_INIT_LIST || var->d.type->kind == TY_CLASS)
        cxx_extend_temps(parse, e, var);
    return cxx_full_expr(parse, e);
}

// The full-expression: temporaries with destructors are destroyed at its end.
Expr *cxx_full_expr(Parse *parse, Expr *whole) {
    if (xe_lost(whole) || parse->unevaluated) return whole;
    if (!(whole->flags & EF_HAS_TEMPS) || whole->kind == E_CLEANUPS) return whole;
    Expr *c = cxx_expr_new(parse->x, E_CLEANUPS, whole->type, (ValueCat)whole->cat, whole->pos);
    c->a = whole;
    c->flags |= whole->flags & (EF_TYPE_DEP | EF_VALUE_DEP | EF_BITFIELD | EF_HAS_PACK);
    c->end = whole->end;
    return c;
}
