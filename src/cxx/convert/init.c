// SPDX-License-Identifier: Apache-2.0
// convert/init.c: initialisation [dcl.init]: default, value, copy, direct and list initialisation
// of objects and references, constructor calls, variables. Aggregates are in convert/aggregate.c.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"

static Expr *dep_init(Parse *p, Type *to, Expr **init, uint32_t n, Pos pos, InitStyle style) {
    Expr *e = xe_dep(p, E_DEP_CAST, pos);
    e->u.ty = to;
    e->type = ty_dependent(to) && !ty_is_ref(to) ? to : p->x->ty_dependent;
    e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    e->cat = VC_PRVALUE;
    if (style == INIT_LIST || style == INIT_COPY_LIST) e->flags |= EF_LIST_INIT;
    xe_args(p, e, init, n);
    return e;
}

// ---- constructors ------------------------------------------------------------------------------

static void use_dtor(Parse *p, Type *t, Pos pos) {
    FuncDecl *d = p->undestroyed ? NULL : cxx_find_dtor(p->x, t);
    if (d) cxx_mark_used(p, &d->d, pos);
}

// A constructed prvalue may become an object that somebody else destroys, or never (new, return): a
// destructor of the host's is reported by who does it, once.
static void use_value_dtor(Parse *p, Type *t, Pos pos) {
    const FuncDecl *d = p->undestroyed ? NULL : cxx_find_dtor(p->x, t);
    bool host = d && !d->deleted && !d->is_implicit && !d->defaulted && !(d->d.cuda & CU_DEVICE) &&
                !(d->d.flags & DF_CONSTEXPR) && !p->x->opt.default_device;
    if (d && !host) use_dtor(p, t, pos);
}

static Expr *construct(Parse *p, Type *cls, Cand *c, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    FuncDecl *f = c->fn;
    ClassDecl *k0 = ty_unqual(cls)->u.cls;
    if (f->cls != k0) f = cxx_inherited_ctor(x, k0, f);
    const FuncType *ft = &f->d.type->u.func;
    uint32_t total = CU_MAX(n, ft->nparam), k = 0;
    Expr **out = arena_array(pa(p), Expr *, total + 1);
    for (uint32_t i = 0; i < n; i++) {
        Expr *a = i >= ft->nparam   ? xe_vararg(p, arg[i])
                  : xe_list(arg[i]) ? cxx_convert(p, arg[i], ft->param[i], "argument")
                                    : cxx_apply_ics(p, arg[i], &c->ics[i]);
        if (xe_err(a)) return a;
        out[k++] = a;
    }
    for (uint32_t i = n; i < ft->nparam; i++) {
        Expr *a = cxx_default_arg(p, f, i, pos);
        if (!a || xe_err(a)) return cxx_expr_error(x, pos);
        out[k++] = a;
    }
    cxx_mark_used(p, &f->d, pos);
    Expr *e = cxx_expr_new(x, E_CONSTRUCT, cls, VC_PRVALUE, pos);
    e->u.decl = &f->d;
    xe_args(p, e, out, k);
    use_value_dtor(p, cls, pos);
    for (uint32_t i = 0; i < ft->nparam; i++)
        if (ft->param[i]->kind == TY_CLASS && cxx_find_dtor(x, ft->param[i]))
            e->flags |= EF_HAS_TEMPS;
    if ((f->d.flags & DF_CONSTEVAL) && !xe_vdep(e) && !p->unevaluated &&
        !(p->fn && (p->fn->d.flags & DF_CONSTEVAL))) {
        ConstVal *v = cxx_const_eval(x, e, true);
        if (!v) return cxx_expr_error(x, pos);
        // the constructor has no code; a constant's initialiser and a base are evaluated in place
        if (!p->const_expr && !p->base_init) return xe_from_const(p, v, pos);
    }
    return e;
}

static bool class_ready(Parse *p, Type *cls, Pos pos) {
    Cxx *x = p->x;
    if (!ty_complete(x, cls, pos, true)) return false;
    ClassDecl *c = ty_unqual(cls)->u.cls;
    cxx_class_layout(x, c, pos);
    if (!c->abstract || p->base_init) return true;
    cxx_report_abstract(x, &cxx_diag_rows[D_x_abstract_object], cls, pos);
    return false;
}

// By the constructor that a conversion sequence has chosen. (To choose again could give another
// one: there user conversions of the argument count.)
Expr *xe_construct_by(Parse *p, FuncDecl *ctor, Type *cls, Ics *before, Expr *arg) {
    Pos pos = arg->pos;
    if (xe_list(arg) || !before) return cxx_build_ctor_call(p, cls, &arg, 1, INIT_COPY, pos);
    if (!class_ready(p, cls, pos)) return cxx_expr_error(p->x, pos);
    if (!cxx_access_ok(p, &ctor->d, ctor->cls)) {
        CXX_DIAG(p->x, x_inaccessible, pos, &ctor->d);
        cxx_note_declared(p->x, &ctor->d);
    }
    Cand c = {.fn = ctor, .ics = before, .nics = 1};
    return construct(p, cls, &c, &arg, 1, pos);
}

static Expr *construct_by_best(Parse *p, Type *cls, Expr **arg, uint32_t n, InitStyle s, Pos pos) {
    Cxx *x = p->x;
    Type *u = ty_unqual(cls);
    Cands cs = {.from_list = s == INIT_LIST || s == INIT_COPY_LIST};
    bool direct = s == INIT_DIRECT || s == INIT_LIST || s == INIT_NONE || s == INIT_COPY_LIST;
    // the second step of a copy-initialisation converts by one constructor [over.best.ics]/4
    bool user = s != INIT_COPY || n != 1 || xe_list(arg[0]) || arg[0]->type->kind == TY_CLASS;
    xe_pick_ctor(p, u->u.cls, arg, n, direct, user, false, &cs);
    if (cs.best < 0) {
        if (!n && cs.best == -1) {
            CXX_DIAG(x, x_no_default_ctor, pos, u);
            xe_explain(p, &cs, NULL, arg, n);
            return cxx_expr_error(x, pos);
        }
        return xe_report_cands(p, &cs, u->u.cls->d.name, NULL, arg, n, pos);
    }
    Cand *c = &cs.c.at[cs.best];
    if (c->fn->explicit_ && s == INIT_COPY_LIST) {
        CXX_DIAG(x, x_explicit_copy_list, pos, &c->fn->d);
        return cxx_expr_error(x, pos);
    }
    if (!cxx_access_ok(p, &c->fn->d, u->u.cls)) {
        CXX_DIAG(x, x_inaccessible, pos, &c->fn->d);
        cxx_note_declared(x, &c->fn->d);
    }
    return construct(p, cls, c, arg, n, pos);
}

Expr *cxx_build_ctor_call(Parse *p, Type *cls, Expr **arg, uint32_t n, InitStyle s, Pos pos) {
    Cxx *x = p->x;
    Type *u = ty_unqual(cls);
    for (uint32_t i = 0; i < n; i++)
        if (xe_err(arg[i])) return arg[i];
    if (!class_ready(p, cls, pos)) return cxx_expr_error(x, pos);
    if (n == 1 && arg[0]->cat == VC_PRVALUE && arg[0]->type->kind == TY_CLASS &&
        ty_unqual(arg[0]->type) == u)
        return arg[0]; // guaranteed elision [dcl.init]/17.6.1
    ArenaMark mark = arena_mark(xe_scratch(p));
    Expr *e = construct_by_best(p, cls, arg, n, s, pos);
    arena_reset(xe_scratch(p), mark);
    return e;
}

// Copy- or move-initialises a class object from an expression of its type or a derived type.
Expr *xe_copy_construct(Parse *p, Type *to, Expr *e, Pos pos) {
    if (xe_err(e) || xe_tdep(e)) return e;
    if (e->cat == VC_PRVALUE && ty_unqual(e->type) == ty_unqual(to)) return e;
    // the constructor may take its argument by a copy of its own: B(const A &), A(B)
    Expr *r = cxx_expr_error(p->x, pos);
    if (xe_depth(p, pos)) r = cxx_build_ctor_call(p, ty_unqual(to), &e, 1, INIT_COPY, pos);
    p->depth--;
    return r;
}

// What is declared is judged, trivial or not; calls of constructors that are not are judged there.
void xe_dtor_access(Parse *p, Type *t, Pos pos) {
    while (ty_is_array(t)) t = t->u.array.elem;
    if (ty_unqual(t)->kind != TY_CLASS || p->unevaluated || p->dependent) return;
    const ClassDecl *c = ty_unqual(t)->u.cls;
    FuncDecl *d = c->specials_done ? c->dtor : NULL;
    if (!d || d->d.access <= ACC_PUBLIC || cxx_access_ok(p, &d->d, d->cls)) return;
    CXX_DIAG(p->x, x_inaccessible, pos, &d->d);
    cxx_note_declared(p->x, &d->d);
}

static void trivial_ctor_access(Parse *p, const ClassDecl *c, Pos pos) {
    for (uint32_t i = 0; i < c->ctors.n; i++) {
        FuncDecl *f = c->ctors.at[i];
        if (f->d.access <= ACC_PUBLIC || cxx_special_kind(f) != SP_DEFAULT) continue;
        if (cxx_access_ok(p, &f->d, f->cls)) return;
        CXX_DIAG(p->x, x_inaccessible, pos, &f->d);
        cxx_note_declared(p->x, &f->d);
    }
}

// ---- default and value initialisation ----------------------------------------------------------

static Type *array_base(Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    return t;
}

Expr *xe_array_fill(Parse *p, Type *arr, Expr *filler, Pos pos) {
    Expr *e = cxx_expr_new(p->x, E_INIT_LIST, arr, VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(p), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->total = arr->u.array.n;
    e->u.init->filler = filler;
    xe_inherit(e, filler);
    return e;
}

// Default-initialisation [dcl.init]/7: NULL when nothing is to be done.
Expr *cxx_default_init(Parse *p, Type *to, Pos pos) {
    Cxx *x = p->x;
    if (ty_dependent(to) || to->kind == TY_ERROR) return NULL;
    if (ty_is_array(to)) {
        Expr *f = cxx_default_init(p, to->u.array.elem, pos);
        if (!f || xe_err(f)) return f;
        return xe_array_fill(p, to, f, pos);
    }
    if (ty_unqual(to)->kind != TY_CLASS) return NULL;
    if (!class_ready(p, to, pos)) return cxx_expr_error(x, pos);
    ClassDecl *c = ty_unqual(to)->u.cls;
    cxx_class_specials(x, c);
    if (c->trivial_default) {
        trivial_ctor_access(p, c, pos);
        use_dtor(p, to, pos);
        return NULL;
    }
    return cxx_build_ctor_call(p, to, NULL, 0, INIT_NONE, pos);
}

// Value-initialisation [dcl.init]/8.
Expr *cxx_value_init(Parse *p, Type *to, Pos pos) {
    Cxx *x = p->x;
    if (to->kind == TY_ERROR) return cxx_expr_error(x, pos);
    if (ty_dependent(to)) return dep_init(p, to, NULL, 0, pos, INIT_DIRECT);
    if (ty_is_ref(to)) {
        CXX_DIAG(x, x_ref_needs_init, pos, to);
        return cxx_expr_error(x, pos);
    }
    Type *u = ty_unqual(to);
    if (ty_is_array(to) && array_base(to)->kind == TY_CLASS) {
        Expr *f = cxx_value_init(p, to->u.array.elem, pos);
        if (xe_err(f)) return f;
        if (f->kind != E_ZERO) return xe_array_fill(p, to, f, pos);
    } else if (u->kind == TY_CLASS) {
        if (!class_ready(p, to, pos)) return cxx_expr_error(x, pos);
        ClassDecl *c = u->u.cls;
        cxx_class_specials(x, c);
        if (!c->trivial_default) {
            Expr *e = cxx_build_ctor_call(p, to, NULL, 0, INIT_DIRECT, pos);
            if (xe_err(e) || e->kind != E_CONSTRUCT) return e;
            FuncDecl *f = (FuncDecl *)e->u.decl;
            if (f->kind != FK_CTOR || (!f->is_implicit && !f->defaulted)) return e;
            return xe_un(p, E_ZERO_CONSTRUCT, to, VC_PRVALUE, pos, e);
        }
        trivial_ctor_access(p, c, pos);
        use_dtor(p, to, pos);
    }
    return cxx_expr_new(x, E_ZERO, ty_is_scalar(u) ? u : to, VC_PRVALUE, pos); // [expr.type]/2
}

// ---- references --------------------------------------------------------------------------------

Expr *xe_init_ref(Parse *p, Type *to, Expr *e, bool direct, const char *context) {
    Ics o;
    cxx_ics(p, e, to, true, direct, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(p, e, to, context, e->pos);
        return cxx_expr_error(p->x, e->pos);
    }
    return cxx_apply_ics(p, e, &o);
}

// Temporaries bound by the initialiser of reference (or aggregate with references) v live as long
// as v [class.temporary]/6.
Expr *cxx_extend_temps(Parse *p, Expr *init, VarDecl *v) {
    Expr *e = init;
    while (e) {
        switch (e->kind) {
        case E_TEMP:
            e->u.var = v;
            e = e->a;
            if (e->kind != E_INIT_LIST) return init;
            continue;
        case E_CAST:
            if (e->op == CK_LVAL_TO_RVAL || e->op == CK_USER) return init;
            e = e->a;
            continue;
        case E_MEMBER:
        case E_CLEANUPS: e = e->a; continue;
        case E_SUBSCRIPT:
            if (!ty_is_array(e->a->type)) return init;
            e = e->a;
            continue;
        case E_BINARY:
            if (e->op != OP_COMMA) return init;
            e = e->b;
            continue;
        case E_COND:
            if (e->cat == VC_PRVALUE) return init;
            if (e->b) cxx_extend_temps(p, e->b, v);
            e = e->c;
            continue;
        case E_INIT_LIST:
            for (uint32_t i = 0; i < e->n; i++) {
                Expr *a = e->arg[i];
                if (a && (a->kind == E_INIT_LIST || a->kind == E_CAST || xe_glvalue(a)))
                    cxx_extend_temps(p, a, v);
            }
            return init;
        default: return init;
        }
    }
    return init;
}

// ---- entry -------------------------------------------------------------------------------------

static Expr *narrow_checked(Parse *p, Expr *e, Type *to) {
    if (ty_is_scalar(to) && ty_is_scalar(e->type)) xe_check_narrowing(p, e, to);
    return e;
}

static Expr *class_from_list(Parse *p, Type *to, Expr *list, bool copy, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = ty_unqual(to)->u.cls;
    cxx_class_specials(x, c);
    if (!list->n) {
        Cands none = {0};
        xe_pick_ctor(p, c, NULL, 0, true, true, false, &none);
        if (none.best >= 0) return cxx_value_init(p, to, pos);
    }
    // phase 1: initializer-list constructors with the list as one argument
    Cands cs = {0};
    xe_pick_ctor(p, c, &list, 1, true, false, true, &cs);
    if (cs.best >= 0) {
        Cand *k = &cs.c.at[cs.best];
        if (k->fn->explicit_ && copy) {
            CXX_DIAG(x, x_explicit_copy_list, pos, &k->fn->d);
            return cxx_expr_error(x, pos);
        }
        return construct(p, to, k, &list, 1, pos);
    }
    if (cs.best == -2) return xe_report_cands(p, &cs, c->d.name, NULL, &list, 1, pos);
    Expr *e =
        cxx_build_ctor_call(p, to, list->arg, list->n, copy ? INIT_COPY_LIST : INIT_LIST, pos);
    if (!xe_err(e) && e->kind == E_CONSTRUCT) {
        const FuncType *ft = &e->u.decl->type->u.func;
        for (uint32_t i = 0; i < list->n && i < ft->nparam; i++) {
            if (!xe_list(list->arg[i]) && list->arg[i]->kind != E_OVERLOAD)
                narrow_checked(p, list->arg[i], ty_deref(ft->param[i]));
        }
        e->flags |= EF_LIST_INIT;
    }
    return e;
}

static Expr *list_init(Parse *p, Type *to, Expr *list, bool copy, Pos pos, const char *what) {
    Cxx *x = p->x;
    Type *u = ty_unqual(to), *elem;
    if (list->u.init && list->u.init->designator && u->kind != TY_CLASS && !ty_is_ref(u)) {
        CXX_DIAG(x, x_no_member, pos, u, list->u.init->designator[0]);
        return cxx_expr_error(x, pos);
    }
    if (ty_is_array(u)) {
        if (list->n == 1 && xe_string_init(p, u, list->arg[0]))
            return xe_init_string_array(p, to, list->arg[0]);
        return xe_init_aggregate(p, to, list, pos);
    }
    if (u->kind == TY_CLASS) {
        if (!class_ready(p, to, pos)) return cxx_expr_error(x, pos);
        ClassDecl *c = u->u.cls;
        cxx_class_specials(x, c);
        if (c->aggregate) {
            if (list->n == 1 && !xe_list(list->arg[0]) && list->arg[0]->type->kind == TY_CLASS &&
                xe_reference_related(p, u, list->arg[0]->type))
                return xe_copy_construct(p, to, list->arg[0], pos);
            return xe_init_aggregate(p, to, list, pos);
        }
        if (xe_is_initializer_list(p, u, &elem)) {
            if (list->n == 1 && !xe_list(list->arg[0]) && ty_unqual(list->arg[0]->type) == u)
                return xe_copy_construct(p, to, list->arg[0], pos);
            if (list->n || !c->trivial_default) return xe_build_initializer_list(p, to, elem, list);
        }
        if (list->u.init && list->u.init->designator) {
            CXX_DIAG(x, x_no_member, pos, u, list->u.init->designator[0]);
            return cxx_expr_error(x, pos);
        }
        return class_from_list(p, to, list, copy, pos);
    }
    if (u->kind == TY_VECTOR) return xe_init_vector(p, to, list);
    if (ty_is_ref(to)) {
        Type *t = to->u.ptr.to;
        bool single = list->n == 1 && !xe_list(list->arg[0]) && list->arg[0]->kind != E_OVERLOAD;
        bool parts = t->kind == TY_CLASS || ty_is_array(t); // has elements of its own
        if (single && (!parts || xe_reference_related(p, t, list->arg[0]->type)))
            return xe_init_ref(p, to, list->arg[0], !copy, what);
        if (to->kind == TY_LREF && !(xe_quals(t) & Q_CONST)) {
            CXX_DIAG(x, x_ref_needs_lvalue, pos);
            return cxx_expr_error(x, pos);
        }
        Expr *v = list_init(p, t, list, copy, pos, what);
        return xe_err(v) ? v : xe_materialize(p, v);
    }
    if (!list->n) return cxx_value_init(p, to, pos);
    if (list->n != 1) {
        CXX_DIAG(x, x_too_many_initializers, list->arg[1]->pos);
        return cxx_expr_error(x, pos);
    }
    Expr *e = list->arg[0];
    if (xe_list(e)) {
        if (e->n > 1 || (e->n == 1 && xe_list(e->arg[0]))) {
            CXX_DIAG(x, x_too_many_initializers, e->pos);
            return cxx_expr_error(x, pos);
        }
        return list_init(p, to, e, copy, pos, what);
    }
    if (u->kind == TY_ENUM && !copy && u->u.enm->fixed && !xe_err(e) &&
        xe_integral_or_enum(ty_unqual(e->type)) && ty_unqual(e->type) != u) {
        xe_check_narrowing(p, e, u->u.enm->underlying);
        return xe_cast(p, CK_INT, u, VC_PRVALUE, cxx_rvalue(p, e));
    }
    if (xe_err(e)) return e;
    if (e->kind != E_OVERLOAD) narrow_checked(p, e, u);
    return cxx_initialize(p, to, copy ? INIT_COPY : INIT_DIRECT, &e, 1, pos, what);
}

// Aggregates from parenthesised lists [dcl.init]/17.6.2.2: no brace elision, narrowing allowed.
static Expr *paren_aggregate(Parse *p, Type *to, Expr **init, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    Expr *l = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
    l->flags |= EF_PAREN;
    xe_args(p, l, init, n);
    return xe_init_aggregate(p, to, l, pos);
}

static Expr *direct_init(Parse *p, Type *to, Expr **init, uint32_t n, Pos pos, const char *what) {
    Cxx *x = p->x;
    Type *u = ty_unqual(to);
    if (n == 0) return cxx_value_init(p, to, pos);
    if (u->kind == TY_CLASS) {
        if (!class_ready(p, to, pos)) return cxx_expr_error(x, pos);
        ClassDecl *c = u->u.cls;
        cxx_class_specials(x, c);
        if (x->opt.std >= 20 && c->aggregate &&
            !(n == 1 && init[0]->type->kind == TY_CLASS &&
              xe_reference_related(p, u, init[0]->type))) {
            Cands cs = {0};
            xe_pick_ctor(p, c, init, n, true, true, false, &cs);
            if (cs.best == -1) { // parenthesised aggregate initialisation
                return paren_aggregate(p, to, init, n, pos);
            }
        }
        return cxx_build_ctor_call(p, to, init, n, INIT_DIRECT, pos);
    }
    if (n > 1) {
        if (ty_is_array(u) && x->opt.std >= 20) return paren_aggregate(p, to, init, n, pos);
        CXX_DIAG(x, x_too_many_initializers, init[1]->pos);
        return cxx_expr_error(x, pos);
    }
    if (xe_list(init[0])) return list_init(p, to, init[0], false, pos, what);
    Ics o;
    if (u->kind == TY_BOOL && init[0]->type->kind == TY_NULLPTR) return cxx_to_bool(p, init[0]);
    cxx_ics(p, init[0], to, true, true, &o);
    if (o.rank == ICS_BAD) {
        xe_no_conversion(p, init[0], to, what, init[0]->pos);
        return cxx_expr_error(x, pos);
    }
    return cxx_apply_ics(p, init[0], &o);
}

// Initialises an object or reference of type `to`. For the list styles init[0] is the braced list.
Expr *cxx_initialize(Parse *p, Type *to, InitStyle style, Expr **init, uint32_t n, Pos pos,
                     const char *what) {
    Cxx *x = p->x;
    if (to->kind == TY_ERROR) return cxx_expr_error(x, pos);
    bool dep = ty_dependent(to);
    for (uint32_t i = 0; i < n; i++) {
        if (xe_err(init[i])) return init[i];
        if (xe_tdep(init[i])) dep = true;
    }
    if (dep) return dep_init(p, to, init, n, pos, style);
    if (style == INIT_NONE) {
        Expr *e = cxx_default_init(p, to, pos);
        return e ? e : NULL;
    }
    if (!xe_depth(p, pos)) {
        p->depth--;
        return cxx_expr_error(x, pos);
    }
    Expr *r;
    if (n == 1 && ty_is_array(ty_unqual(to)) && xe_list(init[0]) && style == INIT_DIRECT &&
        x->opt.std >= 20) {
        r = paren_aggregate(p, to, init, n, pos);
    } else if (n == 1 && ty_is_array(ty_unqual(to)) && !xe_list(init[0])) {
        if (xe_string_init(p, to, init[0])) {
            r = xe_init_string_array(p, to, init[0]);
        } else if (init[0]->cat == VC_PRVALUE && ty_unqual(init[0]->type) == ty_unqual(to)) {
            r = init[0];
        } else if (style == INIT_DIRECT && x->opt.std >= 20) {
            r = paren_aggregate(p, to, init, n, pos);
        } else {
            CXX_DIAG(x, x_array_init, pos);
            r = cxx_expr_error(x, pos);
        }
    } else if (style == INIT_DIRECT) {
        r = direct_init(p, to, init, n, pos, what);
    } else if (n == 1 && xe_list(init[0])) {
        r = list_init(p, to, init[0], style != INIT_LIST, pos, what);
    } else if (n == 1) {
        r = cxx_convert(p, init[0], to, what);
    } else {
        r = cxx_value_init(p, to, pos);
    }
    p->depth--;
    return r;
}

// ---- variables ---------------------------------------------------------------------------------

Expr *cxx_init_var(Parse *p, VarDecl *v, InitStyle style, Expr **arg, uint32_t n) {
    Cxx *x = p->x;
    Pos pos = n ? arg[0]->pos : v->d.pos;
    for (uint32_t i = 0; i < n; i++)
        if (xe_err(arg[i])) {
            if (v->d.type->flags & TF_HAS_AUTO) v->d.flags |= DF_INVALID;
            return arg[i];
        }
    if (v->d.type->flags & TF_HAS_AUTO) {
        Expr *from = n == 1 ? arg[0] : NULL;
        if (ty_unqual(ty_deref(v->d.type))->kind == TY_CTAD && (n != 1 || style == INIT_DIRECT)) {
            from = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
            from->flags |= EF_PAREN; // an argument list, no braces
            xe_args(p, from, arg, n);
        } else if (style == INIT_LIST && from && xe_list(from) && from->n == 1 &&
                   ty_unqual(ty_deref(v->d.type))->kind != TY_CTAD) {
            from = from->arg[0]; // auto x{e}
        }
        if (!from) {
            CXX_DIAG(x, x_auto_needs_init, pos, v->d.name);
            v->d.flags |= DF_INVALID;
            return cxx_expr_error(x, pos);
        }
        Type *t = cxx_deduce_auto(p, v->d.type, from, pos);
        if (!t || t->kind == TY_ERROR) {
            v->d.flags |= DF_INVALID;
            return cxx_expr_error(x, pos);
        }
        v->d.type = t;
    }
    // GNU: of a variable with static storage
    p->flexible_init = v->storage != STOR_AUTO && v->d.type->kind == TY_CLASS && n == 1;
    Expr *e = cxx_initialize(p, v->d.type, style, arg, n, pos, NULL);
    p->flexible_init = false;
    if (!e) return NULL;
    if (xe_err(e)) return e;
    if (ty_is_array(v->d.type) && v->d.type->kind == TY_ARRAY_INC && e->type->kind == TY_ARRAY)
        v->d.type = e->type;
    if (ty_is_ref(v->d.type) || e->kind == E_INIT_LIST || v->d.type->kind == TY_CLASS)
        cxx_extend_temps(p, e, v);
    return cxx_full_expr(p, e);
}

// The full-expression: temporaries with destructors are destroyed at its end.
Expr *cxx_full_expr(Parse *p, Expr *e) {
    if (!e || xe_err(e) || !(e->flags & EF_HAS_TEMPS) || p->unevaluated || e->kind == E_CLEANUPS)
        return e;
    Expr *c = cxx_expr_new(p->x, E_CLEANUPS, e->type, (ValueCat)e->cat, e->pos);
    c->a = e;
    c->flags |= e->flags & (EF_TYPE_DEP | EF_VALUE_DEP | EF_BITFIELD | EF_HAS_PACK);
    c->end = e->end;
    return c;
}
