// SPDX-License-Identifier: Apache-2.0
// constant/lvalue.c: glvalues: which object an expression designates; assignment, increments,
// temporaries.
#include "cxx/constant/eval_int.h"

// ---- temporaries -------------------------------------------------------------------------------

uint32_t ev_temps_begin(Ev *ev) {
    return ev->temps.n;
}

void ev_temps_end(Ev *ev, uint32_t mark, Pos pos) {
    while (ev->temps.n > mark) {
        Obj *o = vec_pop(&ev->temps);
        ev_destroy(ev, o, pos);
        ev_release(ev, o);
    }
}

static bool static_var(const VarDecl *v) {
    return v->storage == STOR_GLOBAL || v->storage == STOR_STATIC;
}

// The temporary that E_TEMP materialises; it lives to the end of the full-expression, of the scope
// of the variable it is bound to, or as long as a static variable.
static Ptr temporary(Ev *ev, Expr *e) {
    VarDecl *ext = e->kind == E_TEMP ? e->u.var : NULL;
    Expr *init = e->kind == E_TEMP ? e->a : e;
    bool kept = ext && ext == ev->var && !ev->f && static_var(ext);
    Obj *o = ev_root(ev, e->type, kept ? RK_KEPT : RK_TEMP);
    o->up.root->expr = e;
    o->flags |= OF_CTOR;
    ev_into(ev, init, o);
    o->flags &= (uint8_t)~OF_CTOR;
    if (kept) return ev_at(o);
    if (ext)
        vec_push(ev->arena, &ev->locals, o);
    else
        vec_push(ev->arena, &ev->temps, o);
    return ev_at(o);
}

// ---- variables ---------------------------------------------------------------------------------

// An automatic variable or parameter that no frame of this evaluation has: it exists, its value is
// not known.
static Obj *outside(Ev *ev, VarDecl *v) {
    VEC_FOREACH (EvSlot, s, &ev->outside)
        if (s->v == v) return s->o;
    Obj *o = ev_root(ev, v->d.type, RK_LOCAL);
    o->up.root->var = &v->d;
    o->up.root->serial = 0;
    o->state = OS_UNKNOWN;
    EvSlot s = {v, o};
    vec_push(ev->arena, &ev->outside, s);
    return o;
}

static Ptr var_ref(Ev *ev, VarDecl *v, Pos pos) {
    Obj *o = ev_find_slot(ev, v);
    bool stat = static_var(v) || (v->d.flags & (DF_EXTERN | DF_STATIC));
    if (!o && v == ev->var && ev->var_obj) o = ev->var_obj;
    if (!o && (stat || (v->d.flags & DF_CONSTEXPR) || v->value ||
               (v->storage != STOR_PARAM && (v->d.type->quals & Q_CONST)) ||
               (v->storage != STOR_PARAM && ty_is_ref(v->d.type)))) {
        o = ev_static(ev, v);
    }
    if (!o) o = outside(ev, v);
    if (!ty_is_ref(v->d.type)) return ev_at(o);
    if (o->state == OS_UNKNOWN && !(o->flags & OF_PERM)) EV_FAIL(ev, pos, const_reference, &v->d);
    Val r = ev_load(ev, ev_at(o), v->d.type, pos);
    return r.u.p;
}

static Ptr decl_ref(Ev *ev, Expr *e) {
    Decl *d = e->u.decl;
    switch (d->kind) {
    case D_VAR: return var_ref(ev, (VarDecl *)d, e->pos);
    case D_BINDING: {
        Obj *o = ev_find_slot(ev, (VarDecl *)d);
        if (o) return ty_is_ref(o->type) ? ev_load(ev, ev_at(o), o->type, e->pos).u.p : ev_at(o);
        return ev_lvalue(ev, ((BindingDecl *)d)->e);
    }
    case D_FUNC: return (Ptr){.fn = d};
    default: EV_FAIL(ev, e->pos, const_unsupported, NULL);
    }
}

// ---- members and elements ----------------------------------------------------------------------

static Ptr follow_ref(Ev *ev, Obj *o, Pos pos) {
    return ty_is_ref(o->type) ? ev_load(ev, ev_at(o), o->type, pos).u.p : ev_at(o);
}

// A variable that the lambda captures, named in its body while there is no closure: the variable
// itself, which may be a constant.
static VarDecl *captured(const Ev *ev, const Expr *e) {
    const FieldDecl *f = (const FieldDecl *)e->u.decl;
    if (!f->capture || (ev->f && (ev->f->self.o || ev->f->self.fn))) return NULL;
    bool closure = e->a->kind == E_UNARY && e->a->op == OP_DEREF && e->a->a->kind == E_THIS;
    return closure && f->capture->d.kind == D_VAR ? f->capture : NULL;
}

static Ptr member_ref(Ev *ev, Expr *e) {
    if (e->u.decl->kind != D_FIELD) { // static member: the object is evaluated for its effects
        ev_discard(ev, e->a);
        if (e->u.decl->kind == D_VAR) return var_ref(ev, (VarDecl *)e->u.decl, e->pos);
        return (Ptr){.fn = e->u.decl};
    }
    VarDecl *v = captured(ev, e);
    if (v) return var_ref(ev, v, e->pos);
    Ptr a = ev_lvalue(ev, e->a);
    ev_check_live(ev, a, e->pos);
    if (!a.o) EV_FAIL(ev, e->pos, const_run_time, NULL);
    return follow_ref(ev, ev_field(ev, a.o, (FieldDecl *)e->u.decl, e->pos), e->pos);
}

static Ptr subscript_ref(Ev *ev, Expr *e) {
    Ptr p;
    if (e->a->cat == VC_PRVALUE && !ev_is_agg(e->a->type)) {
        p = ev_scalar(ev, e->a).u.p;
    } else {
        Ptr a = ev_lvalue(ev, e->a);
        ev_check_live(ev, a, e->pos);
        if (!a.o) EV_FAIL(ev, e->pos, const_run_time, NULL);
        if (a.o->state < OS_VAL) ev_expand(ev, a.o, e->pos);
        if (!ev_count(a.o)) EV_FAIL(ev, e->pos, const_out_of_bounds, NULL);
        p = ev_at(ev_elem(ev, a.o, 0, e->pos));
    }
    Val i = ev_scalar(ev, e->b);
    p = ev_index(ev, p, i.u.i, ty_is_unsigned(e->b->type), false, e->pos);
    if (!p.o) EV_FAIL(ev, e->pos, const_null_deref, NULL);
    return p;
}

static Ptr memptr_ref(Ev *ev, Expr *e) {
    Ptr a = ev_lvalue(ev, e->a);
    Val m = ev_scalar(ev, e->b);
    ev_check_live(ev, a, e->pos);
    if (m.kind != VK_MEMPTR || !m.u.m) EV_FAIL(ev, e->pos, const_null_deref, NULL);
    if (m.u.m->kind != D_FIELD) EV_FAIL(ev, e->pos, const_unsupported, NULL);
    FieldDecl *f = (FieldDecl *)m.u.m;
    ClassDecl *c = f->owner;
    while (c->anon_member) c = c->anon_member->owner;
    a = ev_to_class(ev, a, c, e->pos);
    return follow_ref(ev, ev_member(ev, a.o, f, e->pos), e->pos);
}

static Ptr cast_ref(Ev *ev, Expr *e) {
    if (e->a->cat == VC_PRVALUE && !ev_is_agg(e->a->type))
        EV_FAIL(ev, e->pos, const_reinterpret, NULL);
    Ptr p = ev_lvalue(ev, e->a);
    switch ((CastKind)e->op) {
    case CK_NOOP:
    case CK_USER: return p;
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        ev_check_live(ev, p, e->pos);
        return ev_to_class(ev, p, ty_unqual(e->type)->u.cls, e->pos);
    default: EV_FAIL(ev, e->pos, const_reinterpret, NULL);
    }
}

// ---- assignment --------------------------------------------------------------------------------

Ptr ev_assign(Ev *ev, Expr *e) {
    Pos pos = e->pos;
    if (ev_is_agg(e->type)) {
        if (e->b->cat != VC_PRVALUE) EV_FAIL(ev, pos, const_unsupported, NULL);
        Obj *t = ev_root(ev, ty_unqual(e->type), RK_TEMP);
        ev_into(ev, e->b, t);
        Ptr p = ev_lvalue(ev, e->a);
        ev_check_live(ev, p, pos);
        ev_check_write(ev, p.o, pos);
        ev_activate_path(ev, p.o);
        ev_copy(ev, p.o, t, pos);
        ev_release(ev, t);
        return p;
    }
    Val b = ev_scalar(ev, e->b); // sequenced first [expr.ass]
    Ptr p = ev_lvalue(ev, e->a);
    if (e->op != OP_ASSIGN) {
        Type *at = ty_unqual(e->a->type), *ct = e->u.ty ? ty_unqual(e->u.ty) : at;
        CxxOp op = (CxxOp)(e->op - OP_ADD_ASSIGN + OP_ADD);
        Val a = ev_load(ev, p, e->a->type, pos);
        bool num = a.kind == VK_INT || a.kind == VK_FLOAT;
        if (num) a = ev_numeric(ev, at, ct, a, pos);
        b = ev_arith(ev, op, ct, ct, e->b->type, a, b, pos);
        if (num) b = ev_numeric(ev, ct, at, b, pos);
    }
    ev_store(ev, p, b, pos);
    return p;
}

Ptr ev_incdec(Ev *ev, Expr *e, Val *old) {
    Ptr p = ev_lvalue(ev, e->a);
    Type *t = ty_unqual(e->a->type);
    Val v = ev_load(ev, p, e->a->type, e->pos);
    bool inc = e->op == OP_PREINC || e->op == OP_POSTINC;
    *old = v;
    if (v.kind == VK_PTR) {
        v.u.p = ev_index(ev, v.u.p, apint_from_u64(64, 1), true, !inc, e->pos);
    } else if (v.kind == VK_FLOAT) {
        ApFloat one = apf_convert(apf_f64(1.0), (ApfFormat)v.u.f.fmt, APF_RNE, NULL);
        v.u.f = inc ? apf_add(v.u.f, one, APF_RNE, NULL) : apf_sub(v.u.f, one, APF_RNE, NULL);
    } else {
        bool small = v.u.i.width < 32; // promoted: cannot overflow
        ApInt one = apint_from_u64(v.u.i.width, 1);
        if (t->kind == TY_BOOL) {
            v.u.i = apint_from_u64(v.u.i.width, inc);
        } else if (!small && !ty_is_unsigned(t)) {
            v = ev_arith(ev, inc ? OP_ADD : OP_SUB, t, t, t, v, ev_int(one), e->pos);
        } else {
            v.u.i = inc ? apint_add(v.u.i, one) : apint_sub(v.u.i, one);
        }
    }
    ev_store(ev, p, v, e->pos);
    return p;
}

// ---- expressions -------------------------------------------------------------------------------

static Ptr const_ref(Ev *ev, Expr *e) {
    if (e->u.val->kind == CV_LVALUE) {
        ConstVal c = *e->u.val;
        if (!ty_is_ref(c.type)) c.type = ty_ref(ev->x, e->type, false);
        return ev_from_const(ev, &c, e->pos).u.p;
    }
    return var_ref(ev, cxx_tmpl_object(ev->x, e->u.val, e->pos), e->pos);
}

static Ptr kind_ref(Ev *ev, Expr *e) {
    Val old;
    switch ((ExprKind)e->kind) {
    case E_DECLREF: return decl_ref(ev, e);
    case E_MEMBER: return member_ref(ev, e);
    case E_SUBSCRIPT: return subscript_ref(ev, e);
    case E_STRING: return ev_at(ev_string(ev, e));
    case E_CONST: return const_ref(ev, e);
    case E_TEMP: return temporary(ev, e);
    case E_OPAQUE:
        if (!e->a) break;
        return ev_lvalue(ev, e->a);
    case E_CLEANUPS: return ev_lvalue(ev, e->a); // its temporaries live on: the caller ends them
    case E_ARRAY_ELEM: return ev_at(ev->elem);
    case E_ASSIGN: return ev_assign(ev, e);
    case E_MEMPTR: return memptr_ref(ev, e);
    case E_CAST: return cast_ref(ev, e);
    case E_COND:
        if (!e->b) break;
        return ev_lvalue(ev, ev_cond(ev, e->a) ? e->b : e->c);
    case E_UNARY:
        if (e->op == OP_PREINC || e->op == OP_PREDEC) return ev_incdec(ev, e, &old);
        if (e->op == OP_DEREF) {
            Val v = ev_scalar(ev, e->a);
            if (!v.u.p.o && !v.u.p.fn) EV_FAIL(ev, e->pos, const_null_deref, NULL);
            return v.u.p;
        }
        break;
    case E_BINARY:
        if (e->op != OP_COMMA) break;
        ev_discard(ev, e->a);
        return ev_lvalue(ev, e->b);
    case E_CALL:
    case E_MEMPTR_CALL: return ev_call_expr(ev, e, NULL).u.p;
    default: break;
    }
    EV_FAIL(ev, e->pos, const_unsupported, NULL);
}

Ptr ev_lvalue(Ev *ev, Expr *e) {
    ev_enter(ev, e->pos);
    Ptr p = e->cat == VC_PRVALUE && e->kind != E_TEMP ? temporary(ev, e) : kind_ref(ev, e);
    ev->depth--;
    return p;
}
