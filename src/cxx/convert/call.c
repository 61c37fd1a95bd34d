// SPDX-License-Identifier: Apache-2.0
// convert/call.c: calls [expr.call]: of overload sets, function pointers, class objects and member
// pointers; argument conversion with default arguments; kernel launches.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"

// Default argument promotions for an argument that matches the ellipsis.
Expr *xe_vararg(Parse *parse, Expr *passed) {
    Cxx *cxx = parse->x;
    if (xe_list(passed)) {
        CXX_DIAG(cxx, x_unexpected_list, passed->pos);
        return cxx_expr_error(cxx, passed->pos);
    }
    if (passed->type->kind == TY_CLASS) {
        if (parse->unevaluated) return passed; // passed by nobody [expr.call]/12
        return xe_copy_construct(parse, ty_unqual(passed->type), passed, passed->pos);
    }
    Expr *r = cxx_rvalue(parse, passed);
    if (xe_open(r)) return r;
    Type *t = r->type;
    if (is_any_of(t->kind, TY_FLOAT, TY_HALF, TY_BF16))
        return xe_arith_to(parse, r, ty_basic(cxx, TY_DOUBLE));
    if (xe_integral_or_enum(t))
        return xe_arith_to(parse, r, ty_promote(cxx, xe_arith_type(parse, r)));
    if (t->kind == TY_NULLPTR)
        return xe_cast(parse, CK_NULL_TO_PTR, ty_pointer(cxx, ty_basic(cxx, TY_VOID)), VC_PRVALUE,
                       r);
    return r;
}

// The object as the function's class sees it.
static Expr *object_for(Parse *parse, Expr *object, FuncDecl *func, Pos pos) {
    if (xe_err(object)) return object;
    Expr *o = object->cat == VC_PRVALUE ? xe_materialize(parse, object) : object;
    Type *t = ty_unqual(o->type);
    if (t->kind == TY_CLASS && t->u.cls != func->cls)
        return xe_derived_to_base(parse, o, ty_qual(parse->x, func->cls->d.type, xe_quals(o->type)),
                                  pos);
    return o;
}

// Converts arguments, fills in defaults. `sequences` may be NULL: sequences are then computed.
static bool convert_args(Parse *parse, FuncDecl *func, Expr **arg, uint32_t n, const Ics *sequences,
                         Expr **out, uint32_t *nout, Pos pos) {
    const FuncType *ft = &func->d.type->u.func;
    uint32_t k = *nout;
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) {
        Expr *a;
        if (i >= ft->nparam)
            a = xe_vararg(parse, arg[i]);
        else if (sequences && !xe_list(arg[i]))
            a = cxx_apply_ics(parse, arg[i], &sequences[i]);
        else
            a = cxx_convert(parse, arg[i], ft->param[i], "argument");
        if (xe_err(a)) ok = false;
        out[k++] = a;
    }
    for (uint32_t i = n; i < ft->nparam && ok; i++) {
        Expr *a = cxx_default_arg(parse, func, i, pos);
        if (xe_lost(a)) ok = false;
        out[k++] = a ? a : cxx_expr_error(parse->x, pos);
    }
    *nout = k;
    return ok;
}

// Parameters with destructors die with the call's full-expression.
static void note_param_temps(Parse *parse, Expr *call, const FuncType *ft) {
    for (uint32_t i = 0; i < ft->nparam; i++) {
        FuncDecl *d = ft->param[i]->kind == TY_CLASS ? cxx_find_dtor(parse->x, ft->param[i]) : NULL;
        if (!d) continue;
        cxx_mark_used(parse, &d->d, call->pos);
        call->flags |= EF_HAS_TEMPS;
    }
}

// The call has the type and category of the result, which must be complete.
static Expr *finish_call(Parse *parse, Expr *call, Type *ret) {
    Cxx *x = parse->x;
    xe_set_declared(parse, call, ret);
    if (call->cat == VC_PRVALUE && call->type->kind == TY_CLASS && !parse->unevaluated) {
        if (!ty_complete(x, call->type, call->pos, true)) return cxx_expr_error(x, call->pos);
        FuncDecl *d = cxx_find_dtor(x, call->type);
        if (d) cxx_mark_used(parse, &d->d, call->pos);
    }
    return call;
}

// The call of a function that is chosen; `sequences`: those of its arguments, or NULL. A consteval
// function's is evaluated here.
static Expr *call_with(Parse *parse, FuncDecl *func, Expr *object, Expr **arg, uint32_t n,
                       const Ics *sequences, Pos pos, uint32_t flags) {
    Cxx *cxx = parse->x;
    if (func->written.defaulted && cxx_is_comparison(func)) cxx_compare_prepare(cxx, func);
    if (!cxx_func_deduced(parse, func, pos)) return cxx_expr_error(cxx, pos);
    if (func->code.builtin && func->code.builtin < CXX_GNU_BUILTIN && cxx->hooks.call_builtin) {
        Expr *e = cxx->hooks.call_builtin(parse, func, arg, n, pos);
        if (e) return e;
    }
    if (func->explicit_object && object) {
        arg = xe_with_object(parse, object, arg, n++);
        object = NULL;
    }
    const FuncType *ft = &func->d.type->u.func;
    bool member = func->cls && !(func->d.flags & DF_STATIC) && func->kind != FK_CTOR;
    uint32_t cap = CU_MAX(n, ft->nparam) + 1, k = 0;
    Expr **out = arena_array(pa(parse), Expr *, cap);
    if (member) {
        if (!object) {
            bool may_be = parse->this_type || parse->unevaluated; // (the class of a base)
            if (parse->cls && parse->cls->members.unbound_bases && may_be)
                return xe_dep(parse, E_DEP_NAME, pos);
            CXX_DIAG(cxx, x_member_needs_object, pos, &func->d);
            return cxx_expr_error(cxx, pos);
        }
        Expr *o = object_for(parse, object, func, pos);
        if (xe_err(o)) return o;
        out[k++] = o;
    }
    if (!convert_args(parse, func, arg, n, sequences, out, &k, pos))
        return cxx_expr_error(cxx, pos);
    cxx_mark_used(parse, &func->d, pos);
    Expr *expr = cxx_expr_new(cxx, E_CALL, cxx->ty_error, VC_PRVALUE, pos);
    expr->u.decl = &func->d;
    xe_args(parse, expr, out, k);
    expr->end = xe_prev_pos(parse);
    if (func->is_virtual && member && !(flags & EF_ADL_OFF)) expr->flags |= EF_VIRTUAL;
    note_param_temps(parse, expr, ft);
    expr = finish_call(parse, expr, ft->ret);
    if ((func->d.flags & DF_CONSTEVAL) && !xe_err(expr) && !xe_vdep(expr) && !parse->unevaluated &&
        !cxx_in_immediate(parse)) {
        ConstVal *v = cxx_const_eval(cxx, expr, true);
        if (!v) return cxx_expr_error(cxx, pos);
        return cxx_from_const(parse, v, pos);
    }
    return expr;
}

Expr *xe_call_function(Parse *parse, FuncDecl *func, Expr *object, Expr **arg, uint32_t n, Pos pos,
                       uint32_t flags) {
    return call_with(parse, func, object, arg, n, NULL, pos, flags);
}

Expr *xe_call_chosen(Parse *parse, Cand *c, Expr *object, Expr **arg, uint32_t n, Pos pos,
                     uint32_t flags) {
    return call_with(parse, c->fn, object, arg, n, c->ics ? c->ics + c->has_object : NULL, pos,
                     flags);
}

// ---- kinds of callees --------------------------------------------------------------------------

// A call that depends, to be resolved in the instance.
Expr *xe_dep_call(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Expr *e = xe_dep(parse, E_DEP_CALL, pos);
    e->a = callee;
    xe_inherit(e, callee);
    xe_args(parse, e, arg, n);
    e->end = xe_prev_pos(parse);
    return e;
}

// Unqualified calls also see what argument-dependent lookup finds, unless ordinary lookup found a
// member, a local declaration or something that is no function [basic.lookup.argdep]/3.
static void adl(Parse *parse, Expr *callee, Expr **arg, uint32_t n) {
    if (!(callee->pad & XP_CALLEE_OK) || (callee->flags & (EF_ADL_OFF | EF_PAREN))) return;
    Lookup l = {.at = callee->u.ovl->set, .n = callee->u.ovl->n};
    cxx_lookup_adl(parse, callee->u.ovl->name, arg, n, &l);
    callee->u.ovl->set = l.at;
    callee->u.ovl->n = l.n;
}

// The class of a member function or of a member template.
static ClassDecl *owner_of(Decl *decl) {
    const FuncDecl *f = decl_func(decl);
    if (f) return f->cls;
    bool member = decl->kind == D_TEMPLATE && scope_is(decl->scope, SC_CLASS);
    return member ? decl->scope->cls : NULL;
}

// Overload resolution of the set and what ADL adds, then the call; in the scratch arena.
static Expr *resolve_call(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *object = callee->u.ovl->object;
    adl(parse, callee, arg, n);
    if (!callee->u.ovl->n) {
        cxx_say_undefined(parse, callee->pos, callee->u.ovl->name);
        return cxx_expr_error(cxx, pos);
    }
    struct ExprState *st = xe_state(cxx);
    if (++st->overload_depth > 400) {
        st->overload_depth--;
        CXX_DIAG(cxx, x_nesting_too_deep, pos);
        return cxx_expr_error(cxx, pos);
    }
    Cands cs = {0};
    ClassDecl *owner = owner_of(callee->u.ovl->set[0]);
    if (object && owner && callee->flags & EF_ADL_OFF) // qualified
        object = xe_via_naming(parse, object, callee->u.ovl->naming, owner);
    CandQuery query = {.object = object, .arg = arg, .n = n, .targs = callee->u.ovl->targs};
    xe_add_cands(parse, &cs, callee->u.ovl->set, callee->u.ovl->n, &query);
    xe_choose(parse, &cs);
    st->overload_depth--;
    if (cs.best < 0)
        return xe_report_cands(parse, &cs, callee->u.ovl->name, object, arg, n, callee->pos);
    Cand *cand = &cs.c.at[cs.best];
    if (callee->u.ovl->naming || cand->fn->cls) {
        const Expr *o = callee->u.ovl->object;
        ClassDecl *of = o && !(o->flags & EF_IMPLICIT) && o->type->kind == TY_CLASS
                            ? ty_unqual(o->type)->u.cls
                            : NULL;
        if (!cxx_access_object_ok(parse, cand->decl ? cand->decl : &cand->fn->d,
                                  callee->u.ovl->naming, of)) {
            CXX_DIAG(cxx, x_inaccessible, callee->pos, &cand->fn->d);
            cxx_note_declared(cxx, &cand->fn->d);
        }
    }
    bool of_object = !(cand->fn->d.flags & DF_STATIC) || cand->fn->explicit_object;
    if (cand->fn->cls && of_object && callee->u.ovl->object) {
        Expr *o = cxx_captured_object(parse, callee->u.ovl->object);
        if (xe_err(o)) return o;
        bool other = o != callee->u.ovl->object;
        if (other && callee->flags & EF_ADL_OFF)
            o = xe_via_naming(parse, o, callee->u.ovl->naming, owner);
        if (other) object = o;
    }
    Expr *e = xe_call_chosen(parse, cand, object, arg, n, callee->pos, callee->flags & EF_ADL_OFF);
    if (!xe_err(e)) e->flags |= callee->flags & EF_ADL_OFF;
    if (e->kind == E_CALL && callee->pad & (XP_QUALIFIED | XP_SCOPED)) e->pad |= XP_SCOPED;
    return e;
}

static Expr *call_overload(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    ArenaMark mark = arena_mark(xe_scratch(parse));
    Expr *e = resolve_call(parse, callee, arg, n, pos);
    arena_reset(xe_scratch(parse), mark);
    return e;
}

// Calls through a pointer or reference to function.
static Expr *call_pointer(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    Expr *expr = callee->type->kind == TY_FUNC ? callee : cxx_rvalue(parse, callee);
    if (xe_err(expr)) return expr;
    Type *type = expr->type->kind == TY_PTR ? expr->type->u.ptr.to : expr->type;
    const FuncType *ft = &type->u.func;
    if (n < ft->nparam || (n > ft->nparam && !ft->variadic)) {
        xe_wrong_arity(parse, arg, n, CU_MIN(n, ft->nparam), pos);
        return cxx_expr_error(cxx, pos);
    }
    Expr **out = arena_array(pa(parse), Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        out[i] = i < ft->nparam ? cxx_convert(parse, arg[i], ft->param[i], "argument")
                                : xe_vararg(parse, arg[i]);
        if (xe_err(out[i])) return out[i];
    }
    Expr *e = cxx_expr_new(cxx, E_CALL, cxx->ty_error, VC_PRVALUE, callee->pos);
    e->a = expr;
    xe_inherit(e, expr);
    xe_args(parse, e, out, n);
    e->end = xe_prev_pos(parse);
    note_param_temps(parse, e, ft);
    return finish_call(parse, e, ft->ret);
}

static Expr *call_memptr(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = parse->x;
    Expr *e = call_pointer(parse, callee, arg, n, pos);
    if (xe_err(e)) return e;
    Expr *r = xe_dup(parse, e);
    r->kind = E_MEMPTR_CALL;
    r->a = callee->a;
    r->b = callee->b;
    r->u.decl = NULL;
    (void)x;
    return r;
}

// What stands for a conversion to a pointer or reference to function in overload resolution: a
// function of that type [over.call.object]/2. NULL: the conversion is to something else.
static FuncDecl *surrogate_of(Parse *parse, FuncDecl *conv, Expr *obj) {
    Cxx *cxx = parse->x;
    if (conv->written.explicit_) return NULL;
    Type *to = ty_unqual(ty_deref(conv->d.type->u.func.ret));
    if (to->kind == TY_PTR) to = to->u.ptr.to;
    Ics object;
    if (to->kind != TY_FUNC) return NULL;
    xe_object_ics(parse, obj, conv, &object);
    if (object.rank == ICS_BAD) return NULL;
    FuncDecl *func =
        cxx_decl_new(cxx, FuncDecl, D_FUNC, conv->d.name, conv->d.pos, 0, cxx->global, NULL);
    func->d.type = to;
    func->d.cuda = conv->d.cuda;
    func->nparam = func->min_args = to->u.func.nparam;
    return func;
}

// A call through the best of the object's conversions to functions; NULL: none fits.
static Expr *call_surrogate(Parse *parse, Expr *obj, ClassDecl *cls, Expr **arg, uint32_t n,
                            Pos pos) {
    Lookup conv = {0};
    xe_conv_functions(parse, cls, &conv);
    Decl **set = arena_array(pa(parse), Decl *, conv.n + 1);
    FuncDecl **by = arena_array(pa(parse), FuncDecl *, conv.n + 1);
    uint32_t nset = 0;
    for (uint32_t i = 0; i < conv.n; i++) {
        FuncDecl *func = decl_func(conv.at[i]);
        FuncDecl *surrogate = func ? surrogate_of(parse, func, obj) : NULL;
        if (!surrogate) continue;
        by[nset] = func;
        set[nset++] = &surrogate->d;
    }
    Cands cands = {0};
    xe_add_cands(parse, &cands, set, nset, &(CandQuery){.arg = arg, .n = n});
    xe_choose(parse, &cands);
    uint32_t best = 0;
    // with one of them, what does not fit is said of the call itself
    while (nset > 1 && cands.best >= 0 && set[best] != &cands.c.at[cands.best].fn->d) best++;
    if (!nset || (nset > 1 && cands.best < 0)) return NULL;
    Expr *function = xe_call_function(parse, by[best], obj, NULL, 0, pos, 0);
    return call_pointer(parse, function, arg, n, pos);
}

// A call of a class object: operator(), or a conversion to pointer to function. Or its operator[].
Expr *xe_call_object(Parse *parse, Expr *obj, CxxOp op, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    if (!ty_complete(cxx, obj->type, pos, true)) return cxx_expr_error(cxx, pos);
    ClassDecl *cls = ty_unqual(obj->type)->u.cls;
    Lookup lookup = {0};
    Atom name = cxx_op_atom(cxx, op);
    cxx_lookup_member(parse, cls, name, 0, &lookup);
    if (lookup.ambiguous) { // [class.member.lookup]/5
        CXX_DIAG(cxx, x_ambiguous_name, pos, name);
        return cxx_expr_error(cxx, pos);
    }
    Cands cs = {0};
    CandQuery query = {.object = obj, .arg = arg, .n = n};
    xe_add_cands(parse, &cs, lookup.at, lookup.n, &query);
    xe_choose(parse, &cs);
    if (cs.best >= 0) return xe_call_chosen(parse, &cs.c.at[cs.best], obj, arg, n, pos, 0);
    bool surrogate = cs.best == BEST_NONE && op == OP_CALL;
    Expr *call = surrogate ? call_surrogate(parse, obj, cls, arg, n, pos) : NULL;
    if (call) return call;
    if (!lookup.n) {
        if (op == OP_CALL)
            CXX_DIAG(cxx, x_no_call_operator, pos, ty_unqual(obj->type));
        else
            CXX_DIAG(cxx, x_not_callable, pos, obj->type);
        return cxx_expr_error(cxx, pos);
    }
    return xe_report_cands(parse, &cs, name, obj, arg, n, pos);
}

// The one function that is meant.
static Expr *call_function(Parse *parse, Expr *callee, Expr **arg, uint32_t n) {
    Decl *d = callee->u.decl;
    ArenaMark mark = arena_mark(xe_scratch(parse));
    Cands cs = {0};
    xe_add_cand_fn(parse, &cs, (FuncDecl *)d, NULL, d, &(CandQuery){.arg = arg, .n = n});
    xe_choose(parse, &cs);
    Expr *e = cs.best < 0 ? xe_report_cands(parse, &cs, d->name, NULL, arg, n, callee->pos)
                          : xe_call_chosen(parse, &cs.c.at[0], NULL, arg, n, callee->pos, 0);
    arena_reset(xe_scratch(parse), mark);
    return e;
}

Expr *cxx_build_call(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    if (xe_err(callee)) return callee;
    bool dep = xe_tdep(callee);
    for (uint32_t i = 0; i < n; i++) {
        if (xe_err(arg[i])) return arg[i];
        if (arg[i]->kind == E_TYPE) {
            CXX_DIAG(cxx, x_type_not_allowed, arg[i]->pos);
            return cxx_expr_error(cxx, pos);
        }
        if (xe_bound_function(parse, arg[i])) return cxx_expr_error(cxx, pos);
        if (xe_tdep(arg[i])) dep = true;
    }
    // by what is called: a name that may mean several, a function, an object, a pointer [expr.call]
    if (dep) return xe_dep_call(parse, callee, arg, n, pos);
    switch (callee->kind) {
    case E_OVERLOAD: return call_overload(parse, callee, arg, n, pos);
    case E_PSEUDO_DTOR: callee->type = ty_basic(cxx, TY_VOID); return callee;
    case E_MEMPTR:
        if (callee->type->kind == TY_FUNC) return call_memptr(parse, callee, arg, n, pos);
        break;
    case E_DECLREF:
        if (callee->u.decl->kind == D_FUNC && callee->type->kind == TY_FUNC)
            return call_function(parse, callee, arg, n);
        break;
    default: break;
    }
    Type *t = callee->type;
    if (t->kind == TY_CLASS) return xe_call_object(parse, callee, OP_CALL, arg, n, pos);
    if (t->kind == TY_FUNC || (t->kind == TY_PTR && t->u.ptr.to->kind == TY_FUNC))
        return call_pointer(parse, callee, arg, n, pos);
    CXX_DIAG(cxx, x_not_callable, pos, t);
    return cxx_expr_error(cxx, pos);
}
