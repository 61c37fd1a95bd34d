// SPDX-License-Identifier: Apache-2.0
// convert/call.c: calls [expr.call]: of overload sets, function pointers, class objects and member
// pointers; argument conversion with default arguments; kernel launches.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"

// Default argument promotions for an argument that matches the ellipsis.
Expr *xe_vararg(Parse *p, Expr *e) {
    Cxx *x = p->x;
    if (xe_list(e)) {
        CXX_DIAG(x, x_unexpected_list, e->pos);
        return cxx_expr_error(x, e->pos);
    }
    if (e->type->kind == TY_CLASS) {
        if (p->unevaluated) return e; // passed by nobody [expr.call]/12
        return xe_copy_construct(p, ty_unqual(e->type), e, e->pos);
    }
    Expr *r = cxx_rvalue(p, e);
    if (xe_err(r) || xe_tdep(r)) return r;
    Type *t = r->type;
    if (t->kind == TY_FLOAT || t->kind == TY_HALF || t->kind == TY_BF16)
        return xe_arith_to(p, r, ty_basic(x, TY_DOUBLE));
    if (xe_integral_or_enum(t)) return xe_arith_to(p, r, ty_promote(x, xe_arith_type(p, r)));
    if (t->kind == TY_NULLPTR)
        return xe_cast(p, CK_NULL_TO_PTR, ty_pointer(x, ty_basic(x, TY_VOID)), VC_PRVALUE, r);
    return r;
}

static Expr *object_for(Parse *p, Expr *object, FuncDecl *f, Pos pos) {
    if (xe_err(object)) return object;
    Expr *o = object->cat == VC_PRVALUE ? xe_materialize(p, object) : object;
    Type *t = ty_unqual(o->type);
    if (t->kind == TY_CLASS && t->u.cls != f->cls)
        return xe_derived_to_base(p, o, ty_qual(p->x, f->cls->d.type, xe_quals(o->type)), pos);
    return o;
}

// Converts arguments, fills in defaults. `ics` may be NULL: sequences are then computed.
static bool convert_args(Parse *p, FuncDecl *f, Expr **arg, uint32_t n, const Ics *ics, Expr **out,
                         uint32_t *nout, Pos pos) {
    const FuncType *ft = &f->d.type->u.func;
    uint32_t k = *nout;
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) {
        Expr *a;
        if (i >= ft->nparam)
            a = xe_vararg(p, arg[i]);
        else if (ics && !xe_list(arg[i]))
            a = cxx_apply_ics(p, arg[i], &ics[i]);
        else
            a = cxx_convert(p, arg[i], ft->param[i], "argument");
        if (xe_err(a)) ok = false;
        out[k++] = a;
    }
    for (uint32_t i = n; i < ft->nparam && ok; i++) {
        Expr *a = cxx_default_arg(p, f, i, pos);
        if (!a || xe_err(a)) ok = false;
        out[k++] = a ? a : cxx_expr_error(p->x, pos);
    }
    *nout = k;
    return ok;
}

static void note_param_temps(Parse *p, Expr *call, const FuncType *ft) {
    for (uint32_t i = 0; i < ft->nparam; i++) {
        FuncDecl *d = ft->param[i]->kind == TY_CLASS ? cxx_find_dtor(p->x, ft->param[i]) : NULL;
        if (!d) continue;
        cxx_mark_used(p, &d->d, call->pos);
        call->flags |= EF_HAS_TEMPS;
    }
}

static Expr *finish_call(Parse *p, Expr *e, Type *ret) {
    Cxx *x = p->x;
    xe_set_declared(p, e, ret);
    if (e->cat == VC_PRVALUE && e->type->kind == TY_CLASS && !p->unevaluated) {
        if (!ty_complete(x, e->type, e->pos, true)) return cxx_expr_error(x, e->pos);
        FuncDecl *d = cxx_find_dtor(x, e->type);
        if (d) cxx_mark_used(p, &d->d, e->pos);
    }
    return e;
}

static Expr *call_with(Parse *p, FuncDecl *f, Expr *object, Expr **arg, uint32_t n, const Ics *ics,
                       Pos pos, uint32_t flags) {
    Cxx *x = p->x;
    if (f->defaulted && cxx_is_comparison(f)) cxx_compare_prepare(x, f);
    if (!cxx_func_deduced(p, f, pos)) return cxx_expr_error(x, pos);
    if (f->builtin && f->builtin < CXX_GNU_BUILTIN && x->hooks.call_builtin) {
        Expr *e = x->hooks.call_builtin(p, f, arg, n, pos);
        if (e) return e;
    }
    const FuncType *ft = &f->d.type->u.func;
    bool member = f->cls && !(f->d.flags & DF_STATIC) && f->kind != FK_CTOR;
    uint32_t cap = CU_MAX(n, ft->nparam) + 1, k = 0;
    Expr **out = arena_array(pa(p), Expr *, cap);
    if (member) {
        if (!object) {
            if (p->cls && p->cls->unbound_bases) return xe_dep(p, E_DEP_NAME, pos);
            CXX_DIAG(x, x_member_needs_object, pos, &f->d);
            return cxx_expr_error(x, pos);
        }
        Expr *o = object_for(p, object, f, pos);
        if (xe_err(o)) return o;
        out[k++] = o;
    }
    if (!convert_args(p, f, arg, n, ics, out, &k, pos)) return cxx_expr_error(x, pos);
    cxx_mark_used(p, &f->d, pos);
    Expr *e = cxx_expr_new(x, E_CALL, x->ty_error, VC_PRVALUE, pos);
    e->u.decl = &f->d;
    xe_args(p, e, out, k);
    e->end = xe_prev_pos(p);
    if (f->is_virtual && member && !(flags & EF_ADL_OFF)) e->flags |= EF_VIRTUAL;
    note_param_temps(p, e, ft);
    e = finish_call(p, e, ft->ret);
    if ((f->d.flags & DF_CONSTEVAL) && !xe_err(e) && !xe_vdep(e) && !p->unevaluated &&
        !(p->fn && (p->fn->d.flags & DF_CONSTEVAL))) {
        ConstVal *v = cxx_const_eval(x, e, true);
        if (!v) return cxx_expr_error(x, pos);
        return xe_from_const(p, v, pos);
    }
    return e;
}

Expr *xe_call_function(Parse *p, FuncDecl *f, Expr *object, Expr **arg, uint32_t n, Pos pos,
                       uint32_t flags) {
    return call_with(p, f, object, arg, n, NULL, pos, flags);
}

Expr *xe_call_chosen(Parse *p, Cand *c, Expr *object, Expr **arg, uint32_t n, Pos pos,
                     uint32_t flags) {
    return call_with(p, c->fn, object, arg, n, c->ics ? c->ics + c->has_object : NULL, pos, flags);
}

// ---- kinds of callees --------------------------------------------------------------------------

static Expr *dep_call(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Expr *e = xe_dep(p, E_DEP_CALL, pos);
    e->a = callee;
    xe_inherit(e, callee);
    xe_args(p, e, arg, n);
    e->end = xe_prev_pos(p);
    return e;
}

// Unqualified calls also see what argument-dependent lookup finds, unless ordinary lookup found a
// member, a local declaration or something that is no function [basic.lookup.argdep]/3.
static void adl(Parse *p, Expr *callee, Expr **arg, uint32_t n) {
    if (!(callee->pad & XP_CALLEE_OK) || (callee->flags & (EF_ADL_OFF | EF_PAREN))) return;
    Lookup l = {.at = callee->u.ovl->set, .n = callee->u.ovl->n};
    cxx_lookup_adl(p, callee->u.ovl->name, arg, n, &l);
    callee->u.ovl->set = l.at;
    callee->u.ovl->n = l.n;
}

// The class of a member function or of a member template.
static ClassDecl *owner_of(Decl *d) {
    const FuncDecl *f = xe_func_of(d);
    if (f) return f->cls;
    bool member = d->kind == D_TEMPLATE && d->scope && d->scope->kind == SC_CLASS;
    return member ? d->scope->cls : NULL;
}

static Expr *resolve_call(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    Expr *object = callee->u.ovl->object;
    adl(p, callee, arg, n);
    if (!callee->u.ovl->n) {
        cxx_say_undefined(p, callee->pos, callee->u.ovl->name);
        return cxx_expr_error(x, pos);
    }
    struct ExprState *st = xe_state(x);
    if (++st->overload_depth > 400) {
        st->overload_depth--;
        CXX_DIAG(x, x_nesting_too_deep, pos);
        return cxx_expr_error(x, pos);
    }
    Cands cs = {0};
    ClassDecl *owner = owner_of(callee->u.ovl->set[0]);
    if (object && owner && callee->flags & EF_ADL_OFF) // qualified
        object = xe_via_naming(p, object, callee->u.ovl->naming, owner);
    xe_add_cands(p, &cs, callee->u.ovl->set, callee->u.ovl->n, callee->u.ovl->targs, object, arg, n,
                 true, true);
    xe_choose(p, &cs);
    st->overload_depth--;
    if (cs.best < 0)
        return xe_report_cands(p, &cs, callee->u.ovl->name, object, arg, n, callee->pos);
    Cand *c = &cs.c.at[cs.best];
    if (callee->u.ovl->naming || c->fn->cls) {
        const Expr *o = callee->u.ovl->object;
        ClassDecl *of = o && !(o->flags & EF_IMPLICIT) && o->type->kind == TY_CLASS
                            ? ty_unqual(o->type)->u.cls
                            : NULL;
        if (!cxx_access_object_ok(p, c->decl ? c->decl : &c->fn->d, callee->u.ovl->naming, of)) {
            CXX_DIAG(x, x_inaccessible, callee->pos, &c->fn->d);
            cxx_note_declared(x, &c->fn->d);
        }
    }
    if (c->fn->cls && !(c->fn->d.flags & DF_STATIC) && callee->u.ovl->object) {
        Expr *o = xe_captured_object(p, callee->u.ovl->object);
        if (xe_err(o)) return o;
        bool other = o != callee->u.ovl->object;
        if (other && callee->flags & EF_ADL_OFF)
            o = xe_via_naming(p, o, callee->u.ovl->naming, owner);
        if (other) object = o;
    }
    Expr *e = xe_call_chosen(p, c, object, arg, n, callee->pos, callee->flags & EF_ADL_OFF);
    if (!xe_err(e)) e->flags |= callee->flags & EF_ADL_OFF;
    if (e->kind == E_CALL && callee->pad & (XP_QUALIFIED | XP_SCOPED)) e->pad |= XP_SCOPED;
    return e;
}

static Expr *call_overload(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    ArenaMark mark = arena_mark(xe_scratch(p));
    Expr *e = resolve_call(p, callee, arg, n, pos);
    arena_reset(xe_scratch(p), mark);
    return e;
}

// Calls through a pointer or reference to function.
static Expr *call_pointer(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    Expr *f = callee->type->kind == TY_FUNC ? callee : cxx_rvalue(p, callee);
    if (xe_err(f)) return f;
    Type *t = f->type->kind == TY_PTR ? f->type->u.ptr.to : f->type;
    const FuncType *ft = &t->u.func;
    if (n < ft->nparam || (n > ft->nparam && !ft->variadic)) {
        xe_wrong_arity(p, arg, n, CU_MIN(n, ft->nparam), pos);
        return cxx_expr_error(x, pos);
    }
    Expr **out = arena_array(pa(p), Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        out[i] = i < ft->nparam ? cxx_convert(p, arg[i], ft->param[i], "argument")
                                : xe_vararg(p, arg[i]);
        if (xe_err(out[i])) return out[i];
    }
    Expr *e = cxx_expr_new(x, E_CALL, x->ty_error, VC_PRVALUE, callee->pos);
    e->a = f;
    xe_inherit(e, f);
    xe_args(p, e, out, n);
    e->end = xe_prev_pos(p);
    note_param_temps(p, e, ft);
    return finish_call(p, e, ft->ret);
}

static Expr *call_memptr(Parse *p, Expr *m, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    Expr *e = call_pointer(p, m, arg, n, pos);
    if (xe_err(e)) return e;
    Expr *r = xe_dup(p, e);
    r->kind = E_MEMPTR_CALL;
    r->a = m->a;
    r->b = m->b;
    r->u.decl = NULL;
    (void)x;
    return r;
}

// A call of a class object: operator(), or a conversion to pointer to function.
static Expr *call_object(Parse *p, Expr *obj, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    if (!ty_complete(x, obj->type, pos, true)) return cxx_expr_error(x, pos);
    ClassDecl *c = ty_unqual(obj->type)->u.cls;
    Lookup l = {0}, conv = {0};
    Atom name = cxx_op_atom(x, OP_CALL);
    cxx_lookup_member(p, c, name, 0, &l);
    if (l.ambiguous) { // [class.member.lookup]/5
        CXX_DIAG(x, x_ambiguous_name, pos, name);
        return cxx_expr_error(x, pos);
    }
    Cands cs = {0};
    xe_add_cands(p, &cs, l.at, l.n, NULL, obj, arg, n, true, true);
    xe_choose(p, &cs);
    if (cs.best >= 0) return xe_call_chosen(p, &cs.c.at[cs.best], obj, arg, n, pos, 0);
    if (cs.best == -1) {
        xe_conv_functions(p, c, &conv);
        for (uint32_t i = 0; i < conv.n; i++) {
            FuncDecl *f = xe_func_of(conv.at[i]);
            if (!f || f->explicit_) continue;
            Type *r = ty_unqual(ty_deref(f->d.type->u.func.ret));
            if (r->kind != TY_PTR || r->u.ptr.to->kind != TY_FUNC) continue;
            Ics object;
            xe_object_ics(p, obj, f, &object);
            if (object.rank == ICS_BAD) continue;
            return call_pointer(p, xe_call_function(p, f, obj, NULL, 0, pos, 0), arg, n, pos);
        }
    }
    if (!l.n) {
        CXX_DIAG(x, x_not_callable, pos, obj->type);
        return cxx_expr_error(x, pos);
    }
    return xe_report_cands(p, &cs, name, obj, arg, n, pos);
}

bool xe_bound_function(Parse *p, const Expr *e) {
    bool bound = e->kind == E_MEMPTR && e->type->kind == TY_FUNC;
    if (bound) CXX_DIAG(p->x, x_bound_not_called, e->pos);
    if (e->kind == E_OVERLOAD && e->u.ovl->object && !(e->u.ovl->object->flags & EF_IMPLICIT)) {
        bound = e->u.ovl->n > 0;
        for (uint32_t i = 0; i < e->u.ovl->n && bound; i++) {
            const Decl *d = e->u.ovl->set[i];
            if (d->kind == D_TEMPLATE && ((const TemplateDecl *)d)->pattern)
                d = &((const TemplateDecl *)d)->pattern->d;
            bound = d->kind == D_FUNC && d->flags & DF_MEMBER && !(d->flags & DF_STATIC);
        }
        if (bound) CXX_DIAG(p->x, x_member_function_not_called, e->pos, e->u.ovl->set[0]);
    }
    return bound;
}

// The one function that is meant.
static Expr *call_function(Parse *p, Expr *callee, Expr **arg, uint32_t n) {
    Decl *d = callee->u.decl;
    ArenaMark mark = arena_mark(xe_scratch(p));
    Cands cs = {0};
    xe_add_cand_fn(p, &cs, (FuncDecl *)d, NULL, d, NULL, arg, n, true);
    xe_choose(p, &cs);
    Expr *e = cs.best < 0 ? xe_report_cands(p, &cs, d->name, NULL, arg, n, callee->pos)
                          : xe_call_chosen(p, &cs.c.at[0], NULL, arg, n, callee->pos, 0);
    arena_reset(xe_scratch(p), mark);
    return e;
}

Expr *cxx_build_call(Parse *p, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    if (xe_err(callee)) return callee;
    bool dep = xe_tdep(callee);
    for (uint32_t i = 0; i < n; i++) {
        if (xe_err(arg[i])) return arg[i];
        if (arg[i]->kind == E_TYPE) {
            CXX_DIAG(x, x_type_not_allowed, arg[i]->pos);
            return cxx_expr_error(x, pos);
        }
        if (xe_bound_function(p, arg[i])) return cxx_expr_error(x, pos);
        if (xe_tdep(arg[i])) dep = true;
    }
    if (dep) return dep_call(p, callee, arg, n, pos);
    switch (callee->kind) {
    case E_OVERLOAD: return call_overload(p, callee, arg, n, pos);
    case E_PSEUDO_DTOR: callee->type = ty_basic(x, TY_VOID); return callee;
    case E_MEMPTR:
        if (callee->type->kind == TY_FUNC) return call_memptr(p, callee, arg, n, pos);
        break;
    case E_DECLREF:
        if (callee->u.decl->kind == D_FUNC && callee->type->kind == TY_FUNC)
            return call_function(p, callee, arg, n);
        break;
    default: break;
    }
    Type *t = callee->type;
    if (t->kind == TY_CLASS) return call_object(p, callee, arg, n, pos);
    if (t->kind == TY_FUNC || (t->kind == TY_PTR && t->u.ptr.to->kind == TY_FUNC))
        return call_pointer(p, callee, arg, n, pos);
    CXX_DIAG(x, x_not_callable, pos, t);
    return cxx_expr_error(x, pos);
}
