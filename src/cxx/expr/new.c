// SPDX-License-Identifier: Apache-2.0
// expr/new.c: new and delete expressions [expr.new], [expr.delete].
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// Whether the `(` at parse->at holds a type-id (`new (T)`), not placement arguments.
static bool paren_type(Parse *parse) {
    uint32_t open = parse->at;
    parse->at++;
    bool t = cxx_starts_type_id(parse);
    parse->at = open;
    return t;
}

// The type of a new-type-id with its first array bound as an expression: `new T*[n][4]`.
static Type *new_type(Parse *parse, Expr **size) {
    Cxx *cxx = parse->x;
    DeclSpec ds = {0};
    *size = NULL;
    bool only = parse->type_only;
    parse->type_only = true;
    bool ok = cxx_parse_declspecs(parse, &ds, false) && ds.type;
    parse->type_only = only;
    if (!ok) {
        if (!cxx_unknown_type(parse)) CXX_DIAG(cxx, d_expected_type, xe_pos(parse));
        return cxx->ty_error;
    }
    cxx_refuse_definition(parse, &ds);
    Type *type = ds.type;
    for (;;) { // ptr-operators; no parentheses in a new-type-id
        uint16_t k = cxx_peek(parse);
        unsigned q = 0;
        if (k == T_STAR)
            type = ty_pointer(cxx, type);
        else if (is_any_of(k, T_KW_CONST, T_KW_VOLATILE, T_KW_RESTRICT))
            q = k == T_KW_CONST ? Q_CONST : k == T_KW_VOLATILE ? Q_VOLATILE : Q_RESTRICT;
        else
            break;
        if (q) type = ty_qual(cxx, type, q);
        parse->at++;
    }
    if (cxx_peek(parse) != T_LBRACKET) return type;
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    bool old = parse->in_targs;
    parse->in_targs = false;
    if (parse->at == close) {
        *size = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE,
                             xe_pos(parse)); // new T[]{..}
    } else {
        *size = cxx_parse_expr(parse);
    }
    parse->at = close + 1;
    // further bounds are constants
    VEC(uint64_t) bound = {0};
    while (cxx_peek(parse) == T_LBRACKET) {
        close = parse->tok[parse->at].match;
        parse->at++;
        Expr *e = cxx_rvalue(parse, xe_contextual_integral(parse, cxx_parse_const_expr(parse)));
        ApInt v;
        if (xe_err(e) || !xe_integral_or_enum(e->type) || !cxx_const_int(cxx, e, &v, true))
            type = cxx->ty_error;
        else
            vec_push(pa(parse), &bound, apint_u64(&v));
        parse->at = close + 1;
    }
    parse->in_targs = old;
    for (uint32_t i = bound.n; i-- > 0 && type->kind != TY_ERROR;)
        type = ty_array(cxx, type, bound.at[i]);
    return type;
}

enum { NEW_ALIGN = 16 }; // __STDCPP_DEFAULT_NEW_ALIGNMENT__

static bool over_aligned(Cxx *cxx, Type *type) {
    uint64_t size;
    uint32_t align = 1;
    return type->kind != TY_VOID && ty_size_align(cxx, type, 0, &size, &align) && align > NEW_ALIGN;
}

// The allocation or deallocation functions named op: of the class, else the global ones.
static void lookup_alloc(Parse *parse, Type *type, CxxOp op, bool global, Lookup *lookup) {
    Cxx *x = parse->x;
    Atom name = cxx_op_atom(x, op);
    Type *u = ty_unqual(type);
    while (ty_is_array(u)) u = ty_unqual(u->u.array.elem);
    if (!global && u->kind == TY_CLASS && cxx_class_complete(x, u->u.cls, 0))
        cxx_lookup_member(parse, u->u.cls, name, 0, lookup);
    if (!lookup->n) cxx_lookup_in(parse, x->global, name, LU_ALL, lookup);
}

// The best of the allocation functions that were found, or NULL.
static FuncDecl *best_alloc(Parse *parse, const Lookup *l, Cands *cs, Expr **arg, uint32_t n) {
    xe_add_cands(parse, cs, l->at, l->n, &(CandQuery){.arg = arg, .n = n});
    xe_choose(parse, cs);
    return cs->best >= 0 ? cs->c.at[cs->best].fn : NULL;
}

// Overload resolution of an allocation or deallocation function.
static FuncDecl *find_alloc(Parse *parse, Type *type, CxxOp op, bool global, Expr **arg, uint32_t n,
                            Pos pos) {
    Cxx *cxx = parse->x;
    Atom name = cxx_op_atom(cxx, op);
    Lookup lookup = {0};
    lookup_alloc(parse, type, op, global, &lookup);
    if (lookup.ambiguous) { // of two bases [class.member.lookup]
        CXX_DIAG(cxx, x_ambiguous_name, pos, name);
        return NULL;
    }
    Cands cs = {0};
    FuncDecl *best = best_alloc(parse, &lookup, &cs, arg, n);
    if (best) return best;
    // the implicitly declared ones [basic.stc.dynamic]: hooks know them as builtins
    if (!lookup.n && cxx->hooks.lookup_builtin) {
        Decl *d = cxx->hooks.lookup_builtin(cxx, name);
        if (decl_is(d, D_FUNC)) return (FuncDecl *)d;
    }
    if (lookup.n) {
        xe_report_cands(parse, &cs, name, NULL, arg, n, pos);
    } else {
        return cxx_implicit_alloc(parse, op);
    }
    return NULL;
}

// A declaration of std by that name.
static bool std_type(const Cxx *cxx, const Decl *decl, const char *name) {
    return cxx->std_ns && decl->scope == cxx->std_ns->inner &&
           strcmp(atom_str(cxx->ctx, decl->name), name) == 0;
}

// Whether the parameters before *i are those that tell what is freed: a void pointer, or the
// object's class and a tag where func destroys it, too [basic.stc.dynamic.deallocation]/3.
static bool begins_as_dealloc(Cxx *cxx, const FuncDecl *func, const FuncType *type, uint32_t *i) {
    *i = 1;
    if (cxx_destroying_delete(func))
        return std_type(cxx, &type->param[(*i)++]->u.cls->d, "destroying_delete_t");
    return type->param[0]->kind == TY_PTR && type->param[0]->u.ptr.to->kind == TY_VOID;
}

static bool is_alignment(Cxx *cxx, const Type *type) {
    return type->kind == TY_ENUM && std_type(cxx, &type->u.enm->d, "align_val_t");
}

// How well func serves to free an object [expr.delete]/10: 0 not at all, more is better. A usual
// deallocation function takes the size behind what tells the object, then the alignment, or one of
// both.
static unsigned dealloc_worth(Cxx *cxx, const FuncDecl *func, Type *type) {
    const FuncType *ft = &func->d.type->u.func;
    if (func->inst.tmpl || !cxx_is_typed(func) || !ft->nparam || ft->variadic) return 0;
    uint32_t i;
    if (!begins_as_dealloc(cxx, func, ft, &i)) return 0;
    bool sized = i < ft->nparam && ft->param[i] == cxx->ty_size_t;
    i += sized;
    bool aligned = i < ft->nparam && is_alignment(cxx, ft->param[i]);
    i += aligned;
    if (i < ft->nparam) return 0;

    bool destroys = cxx_destroying_delete(func), fits = aligned == over_aligned(cxx, type);
    return 1u + 4 * destroys + 2 * fits + !sized;
}

// The deallocation function of a delete expression, or of a virtual destructor [class.dtor]/16.
FuncDecl *cxx_find_dealloc(Parse *parse, Type *type, bool array, bool global, Pos pos) {
    Cxx *cxx = parse->x;
    CxxOp op = array ? OP_DELETE_ARRAY : OP_DELETE;
    Lookup lookup = {0};
    Type *u = ty_unqual(type);
    while (ty_is_array(u)) u = ty_unqual(u->u.array.elem);
    if (!global && u->kind == TY_CLASS && cxx_class_complete(cxx, u->u.cls, 0))
        cxx_lookup_member(parse, u->u.cls, cxx_op_atom(cxx, op), 0, &lookup);
    FuncDecl *best = NULL;
    unsigned worth = 0;
    for (uint32_t i = 0; i < lookup.n; i++) {
        FuncDecl *f = lookup.at[i]->kind == D_FUNC ? (FuncDecl *)lookup.at[i] : NULL;
        unsigned w = f ? dealloc_worth(cxx, f, u) : 0;
        if (w > worth) best = f, worth = w;
    }
    if (best) return best;
    Expr *arg = cxx_expr_new(cxx, E_ZERO, ty_pointer(cxx, ty_basic(cxx, TY_VOID)), VC_PRVALUE, pos);
    return find_alloc(parse, type, op, global, &arg, 1, pos);
}

// The usual ::operator new(size_t) / delete(void*) declared implicitly in every translation unit.
FuncDecl *cxx_implicit_alloc(Parse *parse, CxxOp op) {
    Cxx *cxx = parse->x;
    struct ExprState *st = xe_state(cxx);
    uint32_t k = (uint32_t)op - OP_NEW;
    if (st->alloc[k]) return st->alloc[k];
    bool del = is_any_of(op, OP_DELETE, OP_DELETE_ARRAY);
    Type *vp = ty_pointer(cxx, ty_basic(cxx, TY_VOID));
    Type *param = del ? vp : cxx->ty_size_t;
    Type **pv = arena_array(pa(parse), Type *, 1);
    pv[0] = param;
    FuncType ft = {
        .ret = del ? ty_basic(cxx, TY_VOID) : vp, .param = pv, .nparam = 1, .noexcept_ = del};
    FuncDecl *func = arena_new(pa(parse), FuncDecl);
    func->d.kind = D_FUNC;
    func->d.linkage = LK_EXTERNAL;
    func->d.cuda = CU_HOST | CU_DEVICE;
    func->d.flags = DF_IMPLICIT;
    func->d.name = cxx_op_atom(cxx, op);
    func->d.id = cxx_decl_id(cxx);
    func->d.scope = cxx->global;
    func->d.type = ty_func(cxx, &ft);
    func->op = (uint8_t)op;
    func->nparam = func->min_args = 1;
    func->param = arena_array(pa(parse), VarDecl *, 1);
    VarDecl *v = arena_new(pa(parse), VarDecl);
    v->d.kind = D_VAR;
    v->d.type = param;
    v->d.id = cxx_decl_id(cxx);
    v->storage = STOR_PARAM;
    v->fn = func;
    func->param[0] = v;
    st->alloc[k] = func;
    return func;
}

// The function that new of an over-aligned type prefers [expr.new]/19: it takes a std::align_val_t
// behind the size. Without one in the class the class's usual function serves; the global one is
// there whether or not <new> was read. args[0]: the size; the placement arguments follow.
static FuncDecl *find_aligned_alloc(Parse *parse, Type *t, CxxOp op, bool global, Expr **args,
                                    uint32_t nargs, Pos pos) {
    Cxx *cxx = parse->x;
    if (cxx->opt.std < 17 || !over_aligned(cxx, t)) return NULL;
    Lookup lookup = {0}, type = {0};
    lookup_alloc(parse, t, op, global, &lookup);
    Atom name = atom_cstr(cxx->ctx, "align_val_t");
    if (cxx->std_ns &&
        cxx_lookup_in(parse, cxx->std_ns->inner, name, LU_TYPE_ONLY | LU_ALL, &type) && type.n &&
        type.at[0]->kind == D_ENUM) {
        Expr **with = arena_array(pa(parse), Expr *, nargs + 1);
        with[0] = args[0];
        with[1] = cxx_expr_int(cxx, type.at[0]->type, 0, pos);
        for (uint32_t i = 1; i < nargs; i++) with[i + 1] = args[i];
        Cands cs = {0};
        FuncDecl *f = best_alloc(parse, &lookup, &cs, with, nargs + 1);
        if (f) return f;
    }
    bool in_class = lookup.n && lookup.at[0]->kind == D_FUNC && ((FuncDecl *)lookup.at[0])->cls;
    return in_class || nargs > 1 ? NULL : cxx_implicit_alloc(parse, op);
}

// [expr.new]/23 to /25: the deallocation function of the class that frees the object if its
// constructor throws is accessible and not deleted, and is no usual one if there are placement
// arguments.
static void check_matching(Parse *parse, Type *type, bool array, const FuncDecl *func,
                           uint32_t nplace, Pos pos) {
    Cxx *cxx = parse->x;
    Type *of = ty_unqual(ty_element(type));
    if (of->kind != TY_CLASS || nplace > 1) return;
    const FuncType *type_ = &func->d.type->u.func; // (the sized global one is usual since C++14)
    bool sized = nplace && !func->cls && cxx->opt.std >= 14 && func->d.flags & DF_IN_MAIN_FILE &&
                 type_->nparam == 2 && type_->param[1] == cxx->ty_size_t;
    if (sized) CXX_DIAG(cxx, x_usual_delete, pos, &func->d);
    if ((nplace && !func->cls) || !cxx_class_complete(cxx, of->u.cls, 0)) return;
    Lookup l = {0};
    cxx_lookup_member(parse, of->u.cls, cxx_op_atom(cxx, array ? OP_DELETE_ARRAY : OP_DELETE), 0,
                      &l);
    const FuncType *made = &func->d.type->u.func;
    FuncDecl *match = NULL;
    bool plain = false; // a usual one without a size
    for (uint32_t i = 0; i < l.n; i++) {
        FuncDecl *f = l.at[i]->kind == D_FUNC ? (FuncDecl *)l.at[i] : NULL;
        if (!cxx_is_typed(f)) continue;
        const FuncType *t = &f->d.type->u.func;
        plain |= t->nparam == 1;
        bool same = t->nparam == nplace + 1 && !t->variadic && made->nparam == t->nparam;
        if (same && nplace) same = t->param[1] == made->param[1];
        if (same) match = f;
    }
    if (!match) return;
    if (nplace && !plain && match->d.type->u.func.param[1] == cxx->ty_size_t)
        CXX_DIAG(cxx, x_usual_delete, pos, &match->d);
    else if (match->written.deleted)
        CXX_DIAG(cxx, x_deleted_function, pos, &match->d);
    else if (!cxx_access_ok(parse, &match->d, of->u.cls))
        CXX_DIAG(cxx, x_inaccessible, pos, &match->d);
}

// The node: its allocation function found for the size and the placement arguments, which are
// converted. size: the number of elements of an array, or NULL.
static Expr *finish_new(Parse *parse, Type *type, Expr *size, Expr **place, uint32_t nplace,
                        bool global, Expr *init, Pos pos) {
    Cxx *cxx = parse->x;
    bool array = size || ty_is_array(type);
    Expr *expr = cxx_expr_new(
        cxx, E_NEW, ty_pointer(cxx, ty_is_array(type) && !size ? type->u.array.elem : type),
        VC_PRVALUE, pos);
    Expr **args = arena_array(pa(parse), Expr *, nplace + 1);
    args[0] = cxx_expr_int(cxx, cxx->ty_size_t, 0, pos);
    for (uint32_t i = 0; i < nplace; i++) args[i + 1] = place[i];
    CxxOp op = array ? OP_NEW_ARRAY : OP_NEW;
    FuncDecl *func = find_aligned_alloc(parse, type, op, global, args, nplace + 1, pos);
    expr->u.alloc.aligned = func != NULL;
    if (!func) func = find_alloc(parse, type, op, global, args, nplace + 1, pos);
    if (!func) return cxx_expr_error(cxx, pos);
    cxx_mark_used(parse, &func->d, pos);
    if (!global && cxx->opt.check_all) check_matching(parse, type, array, func, nplace, pos);
    const FuncType *ft = &func->d.type->u.func;
    uint32_t first = 1 + expr->u.alloc.aligned; // the parameter of the first placement argument
    for (uint32_t i = 0; i < nplace; i++) {
        args[i + 1] = i + first < ft->nparam
                          ? cxx_convert(parse, place[i], ft->param[i + first], "argument")
                          : xe_vararg(parse, place[i]);
        if (xe_err(args[i + 1])) return args[i + 1];
    }
    xe_args(parse, expr, args + 1, nplace);
    expr->u.alloc.fn = func;
    expr->u.alloc.array = array;
    expr->u.alloc.global = global;
    expr->u.alloc.type = type;
    if (ty_is_array(type) && !size) {
        size = cxx_expr_int(cxx, cxx->ty_size_t, type->u.array.n, pos);
        expr->u.alloc.type = type->u.array.elem;
    }
    expr->a = size;
    expr->b = init;
    if (size) xe_inherit(expr, size);
    if (init) xe_inherit(expr, init);
    if (init && init->kind == E_CONSTRUCT) expr->u.alloc.ctor_or_dtor = (FuncDecl *)init->u.decl;
    return expr;
}

// The number of elements, converted to size_t; a negative constant is an error.
static Expr *array_bound(Parse *parse, Expr *size) {
    Cxx *cxx = parse->x;
    if (xe_open(size) || xe_list(size)) return size;
    if (size->type->kind == TY_CLASS) return cxx_convert(parse, size, cxx->ty_size_t, NULL);
    Expr *expr = cxx_rvalue(parse, size);
    if (xe_err(expr)) return expr;
    if (!xe_integral_or_enum(expr->type)) {
        CXX_DIAG(cxx, x_array_bound_type, size->pos, expr->type);
        return cxx_expr_error(cxx, size->pos);
    }
    ApInt v; // [expr.new]/8
    bool constant =
        !ty_is_unsigned(expr->type) && !xe_vdep(expr) && cxx_const_int(cxx, expr, &v, false);
    if (constant && apint_is_neg(&v)) {
        CXX_DIAG(cxx, d_negative_size, size->pos);
        return cxx_expr_error(cxx, size->pos);
    }
    return xe_arith_to(parse, expr, cxx->ty_size_t);
}

// new (placement)? type init?; `::` was consumed when `global`.
Expr *xe_parse_new(Parse *parse, bool global) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    parse->at++;
    Expr **place = NULL, **arg = NULL, *size = NULL, *list = NULL;
    uint32_t nplace = 0, n = 0;
    bool ok = true, paren = false;
    if (cxx_peek(parse) == T_LPAREN && !paren_type(parse)) {
        uint32_t close = parse->tok[parse->at].match;
        parse->at++;
        if (parse->at == close) CXX_DIAG(cxx, x_expected_expr, xe_pos(parse)); // [expr.new]/1
        ok = cxx_parse_expr_list(parse, T_RPAREN, &place, &nplace);
        parse->at = close + 1;
    }
    Type *type;
    if (cxx_peek(parse) == T_LPAREN) {
        uint32_t close = parse->tok[parse->at].match;
        parse->at++;
        type = cxx_parse_type_id(parse);
        parse->at = close + 1;
    } else {
        type = new_type(parse, &size);
    }
    if (cxx_peek(parse) == T_LPAREN) {
        uint32_t close = parse->tok[parse->at].match;
        paren = true;
        parse->at++;
        ok &= cxx_parse_expr_list(parse, T_RPAREN, &arg, &n);
        parse->at = close + 1;
    } else if (cxx_peek(parse) == T_LBRACE) {
        list = xe_parse_init_list(parse);
        ok &= !xe_err(list);
    }

    // what is parsed is judged
    if (!ok || type->kind == TY_ERROR || xe_err(size)) return cxx_expr_error(cxx, pos);
    if (ty_is_ref(type) || is_any_of(type->kind, TY_FUNC, TY_VOID)) { // [expr.new]/1
        CXX_DIAG(cxx, x_bad_new, pos, type);
        return cxx_expr_error(cxx, pos);
    }
    if (type->flags & TF_HAS_AUTO) {
        Expr *from = list ? list : n ? arg[0] : NULL;
        bool braced = list && type->kind == TY_AUTO && list->n == 1 && !xe_list(list->arg[0]);
        if (braced) from = list->arg[0]; // `new auto{e}` [expr.new]/2
        if (type->kind == TY_CTAD && !list) {
            from = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
            from->flags |= EF_PAREN;
            xe_args(parse, from, arg, n);
        }
        type = from ? cxx_deduce_auto(parse, type, from, pos) : cxx->ty_error;
        if (ty_lost(type)) return cxx_expr_error(cxx, pos);
    }

    // what depends waits for the instance
    bool dep = ty_dependent(type) || (size && xe_tdep(size)) || (list && xe_tdep(list));
    for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
    for (uint32_t i = 0; i < nplace; i++) dep |= xe_tdep(place[i]);
    if (dep) {
        Expr *e = xe_dep(parse, E_NEW, pos);
        e->type = ty_pointer(cxx, type);
        e->a = size;
        e->b = list;
        return xe_args(parse, e, arg, n);
    }
    if (size && xe_list(size)) {
        size = list ? cxx_expr_int(cxx, cxx->ty_size_t, list->n, pos) : cxx_expr_error(cxx, pos);
    } else if (size) {
        size = array_bound(parse, size);
    }
    if (xe_err(size)) return size;

    // the initialiser: of the object, or of the array's elements
    Expr *init;
    if (!size) {
        InitStyle st = list ? INIT_LIST : paren ? INIT_DIRECT : INIT_NONE;
        if (!ty_complete(cxx, type, pos, true)) return cxx_expr_error(cxx, pos);
        // whoever deletes the object destroys it
        bool undestroyed = parse->undestroyed;
        parse->undestroyed |= list ? !list->n : !n;
        init = list ? cxx_initialize(parse, type, st, &list, 1, pos, NULL)
                    : cxx_initialize(parse, type, st, arg, n, pos, NULL);
        parse->undestroyed = undestroyed;
    } else if (list && list->n) { // the elements listed, the rest value-initialised
        Type *at = ty_array(cxx, type, list->n);
        ApInt v;
        if (cxx_const_int(cxx, size, &v, false) && apint_u64(&v) >= list->n)
            at = ty_array(cxx, type, apint_u64(&v));
        init = cxx_initialize(parse, at, INIT_LIST, &list, 1, pos, NULL);
    } else if (list && ty_unqual(type)->kind == TY_CLASS) { // each from {} [dcl.init.aggr]/5
        init = cxx_initialize(parse, type, INIT_COPY_LIST, &list, 1, pos, NULL);
    } else { // one element; the IR generator loops
        init =
            list || paren ? cxx_value_init(parse, type, pos) : cxx_default_init(parse, type, pos);
    }
    if (xe_err(init)) return init;
    return finish_new(parse, type, size, place, nplace, global, init, pos);
}

// [expr.delete]: the destructor and the deallocation function are found here; a null pointer is the
// IR generator's.
Expr *xe_parse_delete(Parse *parse, bool global) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    parse->at++;
    bool array = false;
    if (cxx_peek(parse) == T_LBRACKET && cxx_peek_n(parse, 1) == T_RBRACKET) {
        array = true;
        parse->at += 2;
    }
    Expr *expr = cxx_parse_cast_expr(parse);
    if (xe_err(expr)) return expr;
    Expr *e = cxx_expr_new(cxx, E_DELETE, ty_basic(cxx, TY_VOID), VC_PRVALUE, pos);
    e->a = expr;
    e->u.alloc.array = array;
    e->u.alloc.global = global;
    xe_inherit(e, expr);
    if (xe_tdep(expr)) return e;
    if (expr->type->kind == TY_CLASS) { // a conversion to pointer
        Lookup l = {0};
        Type *to = NULL;
        if (ty_complete(cxx, expr->type, pos, true))
            xe_conv_functions(parse, ty_unqual(expr->type)->u.cls, &l);
        for (uint32_t i = 0; i < l.n; i++) {
            FuncDecl *f = decl_func(l.at[i]);
            Type *r = f ? ty_unqual(ty_deref(f->d.type->u.func.ret)) : NULL;
            if (r && r->kind == TY_PTR && !f->written.explicit_) to = r;
        }
        if (to) expr = cxx_convert(parse, expr, to, NULL);
    }
    expr = cxx_rvalue(parse, expr);
    if (xe_err(expr)) return expr;
    e->a = expr;
    if (expr->type->kind != TY_PTR || expr->type->u.ptr.to->kind == TY_FUNC) {
        CXX_DIAG(cxx, x_delete_needs_pointer, pos, expr->type);
        return cxx_expr_error(cxx, pos);
    }

    // an incomplete class is deleted without its destructor, which is undefined: a warning
    Type *type = expr->type->u.ptr.to;
    if (type->kind != TY_VOID && !ty_complete(cxx, type, pos, false))
        CXX_DIAG(cxx, x_delete_incomplete, pos, type);
    FuncDecl *d = type->kind == TY_VOID ? NULL : cxx_find_dtor(cxx, type);
    FuncDecl *f = cxx_find_dealloc(parse, type, array, global, pos);
    if (d && f && !array && cxx_destroying_delete(f) && !d->is_virtual) d = NULL;
    if (d) cxx_mark_used(parse, &d->d, pos);
    e->u.alloc.ctor_or_dtor = d;
    e->u.alloc.type = type;
    if (d && d->is_virtual) e->flags |= EF_VIRTUAL;
    e->u.alloc.fn = f;
    if (f) cxx_mark_used(parse, &f->d, pos);
    return e;
}
