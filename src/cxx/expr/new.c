// SPDX-License-Identifier: Apache-2.0
// expr/new.c: new and delete expressions [expr.new], [expr.delete].
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// Whether the `(` at p->at holds a type-id (`new (T)`), not placement arguments.
static bool paren_type(Parse *p) {
    uint32_t open = p->at;
    p->at++;
    bool t = cxx_starts_type_id(p);
    p->at = open;
    return t;
}

// The type of a new-type-id with its first array bound as an expression: `new T*[n][4]`.
static Type *new_type(Parse *p, Expr **size) {
    Cxx *x = p->x;
    DeclSpec ds = {0};
    *size = NULL;
    bool only = p->type_only;
    p->type_only = true;
    bool ok = cxx_parse_declspecs(p, &ds, false) && ds.type;
    p->type_only = only;
    if (!ok) {
        if (!cxx_unknown_type(p)) CXX_DIAG(x, d_expected_type, xe_pos(p));
        return x->ty_error;
    }
    cxx_refuse_definition(p, &ds);
    Type *t = ds.type;
    for (;;) { // ptr-operators; no parentheses in a new-type-id
        uint16_t k = cxx_peek(p);
        unsigned q = 0;
        if (k == T_STAR)
            t = ty_pointer(x, t);
        else if (k == T_KW_CONST || k == T_KW_VOLATILE || k == T_KW_RESTRICT)
            q = k == T_KW_CONST ? Q_CONST : k == T_KW_VOLATILE ? Q_VOLATILE : Q_RESTRICT;
        else
            break;
        if (q) t = ty_qual(x, t, q);
        p->at++;
    }
    if (cxx_peek(p) != T_LBRACKET) return t;
    uint32_t close = p->tok[p->at].match;
    p->at++;
    bool old = p->in_targs;
    p->in_targs = false;
    if (p->at == close) {
        *size = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE,
                             xe_pos(p)); // new T[]{..}
    } else {
        *size = cxx_parse_expr(p);
    }
    p->at = close + 1;
    // further bounds are constants
    VEC(uint64_t) bound = {0};
    while (cxx_peek(p) == T_LBRACKET) {
        close = p->tok[p->at].match;
        p->at++;
        Expr *e = cxx_rvalue(p, xe_contextual_integral(p, cxx_parse_const_expr(p)));
        ApInt v;
        if (xe_err(e) || !xe_integral_or_enum(e->type) || !cxx_const_int(x, e, &v, true))
            t = x->ty_error;
        else
            vec_push(pa(p), &bound, apint_u64(&v));
        p->at = close + 1;
    }
    p->in_targs = old;
    for (uint32_t i = bound.n; i-- > 0 && t->kind != TY_ERROR;) t = ty_array(x, t, bound.at[i]);
    return t;
}

enum { NEW_ALIGN = 16 }; // __STDCPP_DEFAULT_NEW_ALIGNMENT__

static bool over_aligned(Cxx *x, Type *t) {
    uint64_t size;
    uint32_t align = 1;
    return t->kind != TY_VOID && ty_size_align(x, t, 0, &size, &align) && align > NEW_ALIGN;
}

// The allocation or deallocation functions named op: of the class, else the global ones.
static void lookup_alloc(Parse *p, Type *t, CxxOp op, bool global, Lookup *l) {
    Cxx *x = p->x;
    Atom name = cxx_op_atom(x, op);
    Type *u = ty_unqual(t);
    while (ty_is_array(u)) u = ty_unqual(u->u.array.elem);
    if (!global && u->kind == TY_CLASS && cxx_class_complete(x, u->u.cls, 0))
        cxx_lookup_member(p, u->u.cls, name, 0, l);
    if (!l->n) cxx_lookup_in(p, x->global, name, LU_ALL, l);
}

static FuncDecl *best_alloc(Parse *p, const Lookup *l, Cands *cs, Expr **arg, uint32_t n) {
    xe_add_cands(p, cs, l->at, l->n, NULL, NULL, arg, n, true, true);
    xe_choose(p, cs);
    return cs->best >= 0 ? cs->c.at[cs->best].fn : NULL;
}

// Overload resolution of an allocation or deallocation function.
static FuncDecl *find_alloc(Parse *p, Type *t, CxxOp op, bool global, Expr **arg, uint32_t n,
                            Pos pos) {
    Cxx *x = p->x;
    Atom name = cxx_op_atom(x, op);
    Lookup l = {0};
    lookup_alloc(p, t, op, global, &l);
    Cands cs = {0};
    FuncDecl *best = best_alloc(p, &l, &cs, arg, n);
    if (best) return best;
    // the implicitly declared ones [basic.stc.dynamic]: hooks know them as builtins
    if (!l.n && x->hooks.lookup_builtin) {
        Decl *d = x->hooks.lookup_builtin(x, name);
        if (d && d->kind == D_FUNC) return (FuncDecl *)d;
    }
    if (l.n) {
        xe_report_cands(p, &cs, name, NULL, arg, n, pos);
    } else {
        return cxx_implicit_alloc(p, op);
    }
    return NULL;
}

static bool std_type(const Cxx *x, const Decl *d, const char *name) {
    return x->std_ns && d->scope == x->std_ns->inner &&
           strcmp(atom_str(x->ctx, d->name), name) == 0;
}

// How well f serves to free an object [expr.delete]/10: 0 not at all, more is better. A usual
// deallocation function takes behind the pointer (and std::destroying_delete_t) the size, the
// alignment, or both [basic.stc.dynamic.deallocation]/3.
static unsigned dealloc_worth(Cxx *x, const FuncDecl *f, Type *t) {
    const FuncType *ft = &f->d.type->u.func;
    if (f->tmpl || f->d.type->kind != TY_FUNC || !ft->nparam || ft->variadic) return 0;
    uint32_t i = 1;
    bool sized = false, aligned = false, destroying = cxx_destroying_delete(f);
    if (destroying && !std_type(x, &ft->param[i++]->u.cls->d, "destroying_delete_t")) return 0;
    if (!destroying && (ft->param[0]->kind != TY_PTR || ft->param[0]->u.ptr.to->kind != TY_VOID))
        return 0;
    if (i < ft->nparam && ft->param[i] == x->ty_size_t) sized = true, i++;
    if (i < ft->nparam && ft->param[i]->kind == TY_ENUM &&
        std_type(x, &ft->param[i]->u.enm->d, "align_val_t"))
        aligned = true, i++;
    if (i < ft->nparam) return 0;
    bool over = over_aligned(x, t);
    return 1 + (destroying ? 4u : 0u) + (aligned == over ? 2u : 0u) + !sized;
}

// The deallocation function of a delete expression, or of a virtual destructor [class.dtor]/16.
FuncDecl *cxx_find_dealloc(Parse *p, Type *t, bool array, bool global, Pos pos) {
    Cxx *x = p->x;
    CxxOp op = array ? OP_DELETE_ARRAY : OP_DELETE;
    Lookup l = {0};
    Type *u = ty_unqual(t);
    while (ty_is_array(u)) u = ty_unqual(u->u.array.elem);
    if (!global && u->kind == TY_CLASS && cxx_class_complete(x, u->u.cls, 0))
        cxx_lookup_member(p, u->u.cls, cxx_op_atom(x, op), 0, &l);
    FuncDecl *best = NULL;
    unsigned worth = 0;
    for (uint32_t i = 0; i < l.n; i++) {
        FuncDecl *f = l.at[i]->kind == D_FUNC ? (FuncDecl *)l.at[i] : NULL;
        unsigned w = f ? dealloc_worth(x, f, u) : 0;
        if (w > worth) best = f, worth = w;
    }
    if (best) return best;
    Expr *arg = cxx_expr_new(x, E_ZERO, ty_pointer(x, ty_basic(x, TY_VOID)), VC_PRVALUE, pos);
    return find_alloc(p, t, op, global, &arg, 1, pos);
}

// The usual ::operator new(size_t) / delete(void*) declared implicitly in every translation unit.
FuncDecl *cxx_implicit_alloc(Parse *p, CxxOp op) {
    Cxx *x = p->x;
    struct ExprState *st = xe_state(x);
    uint32_t k = (uint32_t)op - OP_NEW;
    if (st->alloc[k]) return st->alloc[k];
    bool del = op == OP_DELETE || op == OP_DELETE_ARRAY;
    Type *vp = ty_pointer(x, ty_basic(x, TY_VOID));
    Type *param = del ? vp : x->ty_size_t;
    Type **pv = arena_array(pa(p), Type *, 1);
    pv[0] = param;
    FuncType ft = {
        .ret = del ? ty_basic(x, TY_VOID) : vp, .param = pv, .nparam = 1, .noexcept_ = del};
    FuncDecl *f = arena_new(pa(p), FuncDecl);
    f->d.kind = D_FUNC;
    f->d.linkage = LK_EXTERNAL;
    f->d.cuda = CU_HOST | CU_DEVICE;
    f->d.flags = DF_IMPLICIT;
    f->d.name = cxx_op_atom(x, op);
    f->d.id = x->next_decl_id++;
    f->d.scope = x->global;
    f->d.type = ty_func(x, &ft);
    f->op = (uint8_t)op;
    f->nparam = f->min_args = 1;
    f->param = arena_array(pa(p), VarDecl *, 1);
    VarDecl *v = arena_new(pa(p), VarDecl);
    v->d.kind = D_VAR;
    v->d.type = param;
    v->d.id = x->next_decl_id++;
    v->storage = STOR_PARAM;
    v->fn = f;
    f->param[0] = v;
    st->alloc[k] = f;
    return f;
}

// The function that new of an over-aligned type prefers [expr.new]/19: it takes a std::align_val_t
// behind the size. Without one in the class the class's usual function serves; the global one is
// there whether or not <new> was read. args[0]: the size; the placement arguments follow.
static FuncDecl *find_aligned_alloc(Parse *p, Type *t, CxxOp op, bool global, Expr **args,
                                    uint32_t nargs, Pos pos) {
    Cxx *x = p->x;
    if (x->opt.std < 17 || !over_aligned(x, t)) return NULL;
    Lookup l = {0}, type = {0};
    lookup_alloc(p, t, op, global, &l);
    Atom name = atom_cstr(x->ctx, "align_val_t");
    if (x->std_ns && cxx_lookup_in(p, x->std_ns->inner, name, LU_TYPE_ONLY | LU_ALL, &type) &&
        type.n && type.at[0]->kind == D_ENUM) {
        Expr **with = arena_array(pa(p), Expr *, nargs + 1);
        with[0] = args[0];
        with[1] = cxx_expr_int(x, type.at[0]->type, 0, pos);
        for (uint32_t i = 1; i < nargs; i++) with[i + 1] = args[i];
        Cands cs = {0};
        FuncDecl *f = best_alloc(p, &l, &cs, with, nargs + 1);
        if (f) return f;
    }
    bool in_class = l.n && l.at[0]->kind == D_FUNC && ((FuncDecl *)l.at[0])->cls;
    return in_class || nargs > 1 ? NULL : cxx_implicit_alloc(p, op);
}

static Expr *finish_new(Parse *p, Type *t, Expr *size, Expr **place, uint32_t nplace, bool global,
                        Expr *init, Pos pos) {
    Cxx *x = p->x;
    bool array = size || ty_is_array(t);
    Expr *e = cxx_expr_new(x, E_NEW, ty_pointer(x, ty_is_array(t) && !size ? t->u.array.elem : t),
                           VC_PRVALUE, pos);
    Expr **args = arena_array(pa(p), Expr *, nplace + 1);
    args[0] = cxx_expr_int(x, x->ty_size_t, 0, pos);
    for (uint32_t i = 0; i < nplace; i++) args[i + 1] = place[i];
    CxxOp op = array ? OP_NEW_ARRAY : OP_NEW;
    FuncDecl *f = find_aligned_alloc(p, t, op, global, args, nplace + 1, pos);
    e->u.alloc.aligned = f != NULL;
    if (!f) f = find_alloc(p, t, op, global, args, nplace + 1, pos);
    if (!f) return cxx_expr_error(x, pos);
    cxx_mark_used(p, &f->d, pos);
    const FuncType *ft = &f->d.type->u.func;
    uint32_t first = 1 + e->u.alloc.aligned; // the parameter of the first placement argument
    for (uint32_t i = 0; i < nplace; i++) {
        args[i + 1] = i + first < ft->nparam
                          ? cxx_convert(p, place[i], ft->param[i + first], "argument")
                          : xe_vararg(p, place[i]);
        if (xe_err(args[i + 1])) return args[i + 1];
    }
    xe_args(p, e, args + 1, nplace);
    e->u.alloc.fn = f;
    e->u.alloc.array = array;
    e->u.alloc.global = global;
    e->u.alloc.type = t;
    if (ty_is_array(t) && !size) {
        size = cxx_expr_int(x, x->ty_size_t, t->u.array.n, pos);
        e->u.alloc.type = t->u.array.elem;
    }
    e->a = size;
    e->b = init;
    if (size) xe_inherit(e, size);
    if (init) xe_inherit(e, init);
    if (init && init->kind == E_CONSTRUCT) e->u.alloc.ctor_or_dtor = (FuncDecl *)init->u.decl;
    return e;
}

static Expr *array_bound(Parse *p, Expr *size) {
    Cxx *x = p->x;
    if (xe_err(size) || xe_tdep(size) || xe_list(size)) return size;
    if (size->type->kind == TY_CLASS) return cxx_convert(p, size, x->ty_size_t, NULL);
    Expr *r = cxx_rvalue(p, size);
    if (xe_err(r)) return r;
    if (!xe_integral_or_enum(r->type)) {
        CXX_DIAG(x, x_array_bound_type, size->pos, r->type);
        return cxx_expr_error(x, size->pos);
    }
    ApInt v; // [expr.new]/8
    bool constant = !ty_is_unsigned(r->type) && !xe_vdep(r) && cxx_const_int(x, r, &v, false);
    if (constant && apint_is_neg(&v)) {
        CXX_DIAG(x, d_negative_size, size->pos);
        return cxx_expr_error(x, size->pos);
    }
    return xe_arith_to(p, r, x->ty_size_t);
}

// new (placement)? type init?; `::` was consumed when `global`.
Expr *xe_parse_new(Parse *p, bool global) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    p->at++;
    Expr **place = NULL, **arg = NULL, *size = NULL, *list = NULL;
    uint32_t nplace = 0, n = 0;
    bool ok = true, paren = false;
    if (cxx_peek(p) == T_LPAREN && !paren_type(p)) {
        uint32_t close = p->tok[p->at].match;
        p->at++;
        ok = cxx_parse_expr_list(p, T_RPAREN, &place, &nplace);
        p->at = close + 1;
    }
    Type *t;
    if (cxx_peek(p) == T_LPAREN) {
        uint32_t close = p->tok[p->at].match;
        p->at++;
        t = cxx_parse_type_id(p);
        p->at = close + 1;
    } else {
        t = new_type(p, &size);
    }
    if (cxx_peek(p) == T_LPAREN) {
        uint32_t close = p->tok[p->at].match;
        paren = true;
        p->at++;
        ok &= cxx_parse_expr_list(p, T_RPAREN, &arg, &n);
        p->at = close + 1;
    } else if (cxx_peek(p) == T_LBRACE) {
        list = xe_parse_init_list(p);
        ok &= !xe_err(list);
    }
    if (!ok || t->kind == TY_ERROR || (size && xe_err(size))) return cxx_expr_error(x, pos);
    if (ty_is_ref(t) || t->kind == TY_FUNC || t->kind == TY_VOID) { // [expr.new]/1
        CXX_DIAG(x, x_bad_new, pos, t);
        return cxx_expr_error(x, pos);
    }
    if (t->flags & TF_HAS_AUTO) {
        Expr *from = list ? list : n ? arg[0] : NULL;
        if (t->kind == TY_CTAD && !list) {
            from = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
            from->flags |= EF_PAREN;
            xe_args(p, from, arg, n);
        }
        t = from ? cxx_deduce_auto(p, t, from, pos) : x->ty_error;
        if (!t || t->kind == TY_ERROR) return cxx_expr_error(x, pos);
    }
    bool dep = ty_dependent(t) || (size && xe_tdep(size)) || (list && xe_tdep(list));
    for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
    for (uint32_t i = 0; i < nplace; i++) dep |= xe_tdep(place[i]);
    if (dep) {
        Expr *e = xe_dep(p, E_NEW, pos);
        e->type = ty_pointer(x, t);
        e->a = size;
        e->b = list;
        return xe_args(p, e, arg, n);
    }
    if (size && xe_list(size)) {
        size = list ? cxx_expr_int(x, x->ty_size_t, list->n, pos) : cxx_expr_error(x, pos);
    } else if (size) {
        size = array_bound(p, size);
    }
    if (size && xe_err(size)) return size;
    Expr *init;
    if (!size) {
        InitStyle st = list ? INIT_LIST : paren ? INIT_DIRECT : INIT_NONE;
        if (!ty_complete(x, t, pos, true)) return cxx_expr_error(x, pos);
        init = list ? cxx_initialize(p, t, st, &list, 1, pos, NULL)
                    : cxx_initialize(p, t, st, arg, n, pos, NULL);
    } else if (list && list->n) { // the elements listed, the rest value-initialised
        Type *at = ty_array(x, t, list->n);
        ApInt v;
        if (cxx_const_int(x, size, &v, false) && apint_u64(&v) >= list->n)
            at = ty_array(x, t, apint_u64(&v));
        init = cxx_initialize(p, at, INIT_LIST, &list, 1, pos, NULL);
    } else if (list && ty_unqual(t)->kind == TY_CLASS) { // each from {} [dcl.init.aggr]/5
        init = cxx_initialize(p, t, INIT_COPY_LIST, &list, 1, pos, NULL);
    } else { // one element; the IR generator loops
        init = list || paren ? cxx_value_init(p, t, pos) : cxx_default_init(p, t, pos);
    }
    if (init && xe_err(init)) return init;
    return finish_new(p, t, size, place, nplace, global, init, pos);
}

Expr *xe_parse_delete(Parse *p, bool global) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    p->at++;
    bool array = false;
    if (cxx_peek(p) == T_LBRACKET && cxx_peek_n(p, 1) == T_RBRACKET) {
        array = true;
        p->at += 2;
    }
    Expr *a = xe_parse_unary(p);
    if (xe_err(a)) return a;
    Expr *e = cxx_expr_new(x, E_DELETE, ty_basic(x, TY_VOID), VC_PRVALUE, pos);
    e->a = a;
    e->u.alloc.array = array;
    e->u.alloc.global = global;
    xe_inherit(e, a);
    if (xe_tdep(a)) return e;
    if (a->type->kind == TY_CLASS) { // a conversion to pointer
        Lookup l = {0};
        Type *to = NULL;
        if (ty_complete(x, a->type, pos, true)) xe_conv_functions(p, ty_unqual(a->type)->u.cls, &l);
        for (uint32_t i = 0; i < l.n; i++) {
            FuncDecl *f = xe_func_of(l.at[i]);
            Type *r = f ? ty_unqual(ty_deref(f->d.type->u.func.ret)) : NULL;
            if (r && r->kind == TY_PTR && !f->explicit_) to = r;
        }
        if (to) a = cxx_convert(p, a, to, NULL);
    }
    a = cxx_rvalue(p, a);
    if (xe_err(a)) return a;
    e->a = a;
    if (a->type->kind != TY_PTR || a->type->u.ptr.to->kind == TY_FUNC) {
        CXX_DIAG(x, x_delete_needs_pointer, pos, a->type);
        return cxx_expr_error(x, pos);
    }
    Type *t = a->type->u.ptr.to;
    if (t->kind != TY_VOID && !ty_complete(x, t, pos, false))
        CXX_DIAG(x, x_delete_incomplete, pos, t);
    FuncDecl *d = t->kind == TY_VOID ? NULL : cxx_find_dtor(x, t);
    FuncDecl *f = cxx_find_dealloc(p, t, array, global, pos);
    if (d && f && !array && cxx_destroying_delete(f) && !d->is_virtual) d = NULL;
    if (d) cxx_mark_used(p, &d->d, pos);
    e->u.alloc.ctor_or_dtor = d;
    e->u.alloc.type = t;
    if (d && d->is_virtual) e->flags |= EF_VIRTUAL;
    e->u.alloc.fn = f;
    if (f) cxx_mark_used(p, &f->d, pos);
    return e;
}
