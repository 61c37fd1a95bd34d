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
    return is_any_of(v->storage, STOR_GLOBAL, STOR_STATIC);
}

// The temporary that E_TEMP materialises; it lives to the end of the full-expression, of the scope
// of the variable it is bound to, or as long as a static variable.
static Ptr temporary(Ev *ev, Expr *expr) {
    VarDecl *ext = expr->kind == E_TEMP ? expr->u.var : NULL;
    Expr *init = expr->kind == E_TEMP ? expr->a : expr;
    bool kept = ext && ext == ev->var && !ev->f && static_var(ext);
    Obj *obj = ev_root(ev, expr->type, kept ? RK_KEPT : RK_TEMP);
    obj->up.root->expr = expr;
    obj->flags |= OF_CTOR;
    ev_into(ev, init, obj);
    obj->flags &= (uint8_t)~OF_CTOR;
    if (kept) return ev_at(obj);
    if (ext)
        vec_push(ev->arena, &ev->locals, obj);
    else
        vec_push(ev->arena, &ev->temps, obj);
    return ev_at(obj);
}

// ---- variables ---------------------------------------------------------------------------------

// An automatic variable or parameter that no frame of this evaluation has: it exists, its value is
// not known.
static Obj *outside(Ev *ev, VarDecl *var) {
    VEC_FOREACH (EvSlot, s, &ev->outside)
        if (s->v == var) return s->o;
    Obj *o = ev_root(ev, var->d.type, RK_LOCAL);
    o->up.root->var = &var->d;
    o->up.root->serial = 0;
    o->state = OS_UNKNOWN;
    EvSlot s = {var, o};
    vec_push(ev->arena, &ev->outside, s);
    return o;
}

// The object of a variable: in a frame, being made, static, or outside of the evaluation; through
// a reference what it refers to.
static Ptr var_ref(Ev *ev, VarDecl *var, Pos pos) {
    Obj *obj = ev_find_slot(ev, var);
    bool stat = static_var(var) || (var->d.flags & (DF_EXTERN | DF_STATIC));
    if (!obj && var == ev->var && ev->var_obj) obj = ev->var_obj;
    // what may be a constant has one value wherever it is named
    bool constant = (var->d.type->quals & Q_CONST) || ty_is_ref(var->d.type);
    bool known = (var->d.flags & DF_CONSTEXPR) || var->value;
    bool one_value = stat || known || (constant && var->storage != STOR_PARAM);
    if (!obj && one_value) obj = ev_static(ev, var);
    if (!obj) obj = outside(ev, var);
    if (!ty_is_ref(var->d.type)) return ev_at(obj);
    if (obj->state == OS_UNKNOWN && !(obj->flags & OF_PERM))
        EV_FAIL(ev, pos, const_reference, &var->d);
    Val r = ev_load(ev, ev_at(obj), var->d.type, pos);
    return r.u.p;
}

// What a name designates: a variable's object, a binding's, a function.
static Ptr decl_ref(Ev *ev, Expr *name) {
    Decl *decl = name->u.decl;
    switch (decl->kind) {
    case D_VAR: return var_ref(ev, (VarDecl *)decl, name->pos);
    case D_BINDING: {
        Obj *o = ev_find_slot(ev, (VarDecl *)decl);
        if (o) return ty_is_ref(o->type) ? ev_load(ev, ev_at(o), o->type, name->pos).u.p : ev_at(o);
        return ev_lvalue(ev, ((BindingDecl *)decl)->e);
    }
    case D_FUNC: return (Ptr){.fn = decl};
    default: EV_FAIL(ev, name->pos, const_unsupported, NULL);
    }
}

// ---- members and elements ----------------------------------------------------------------------

// The object, or what it refers to if it is a reference.
static Ptr follow_ref(Ev *ev, Obj *named, Pos pos) {
    return ty_is_ref(named->type) ? ev_load(ev, ev_at(named), named->type, pos).u.p : ev_at(named);
}

// A variable that the lambda captures, named in its body while there is no closure: the variable
// itself, which may be a constant.
static VarDecl *captured(const Ev *ev, const Expr *access) {
    const FieldDecl *f = (const FieldDecl *)access->u.decl;
    if (!f->capture || (ev->f && (ev->f->self.o || ev->f->self.fn))) return NULL;
    bool closure = xe_is(access->a, E_UNARY, OP_DEREF) && access->a->a->kind == E_THIS;
    return closure && f->capture->d.kind == D_VAR ? f->capture : NULL;
}

// object.member
static Ptr member_ref(Ev *ev, Expr *access) {
    if (access->u.decl->kind != D_FIELD) { // static member: the object is evaluated for its effects
        ev_discard(ev, access->a);
        if (access->u.decl->kind == D_VAR)
            return var_ref(ev, (VarDecl *)access->u.decl, access->pos);
        return (Ptr){.fn = access->u.decl};
    }
    VarDecl *v = captured(ev, access);
    if (v) return var_ref(ev, v, access->pos);
    Ptr a = ev_lvalue(ev, access->a);
    ev_check_live(ev, a, access->pos);
    if (!a.o) EV_FAIL(ev, access->pos, const_run_time, NULL);
    return follow_ref(ev, ev_field(ev, a.o, (FieldDecl *)access->u.decl, access->pos), access->pos);
}

// array[i] or pointer[i], within the bounds.
static Ptr subscript_ref(Ev *ev, Expr *access) {
    Ptr ptr;
    if (access->a->cat == VC_PRVALUE && !ev_is_agg(access->a->type)) {
        ptr = ev_scalar(ev, access->a).u.p;
    } else {
        Ptr a = ev_lvalue(ev, access->a);
        ev_check_live(ev, a, access->pos);
        if (!a.o) EV_FAIL(ev, access->pos, const_run_time, NULL);
        if (a.o->state < OS_VAL) ev_expand(ev, a.o, access->pos);
        if (!ev_count(a.o)) EV_FAIL(ev, access->pos, const_out_of_bounds, NULL);
        ptr = ev_at(ev_elem(ev, a.o, 0, access->pos));
    }
    Val i = ev_scalar(ev, access->b);
    ptr = ev_index(ev, ptr, i.u.i, ty_is_unsigned(access->b->type), false, access->pos);
    if (!ptr.o) EV_FAIL(ev, access->pos, const_null_deref, NULL);
    return ptr;
}

// object.*member
static Ptr memptr_ref(Ev *ev, Expr *access) {
    Ptr a = ev_lvalue(ev, access->a);
    Val m = ev_scalar(ev, access->b);
    ev_check_live(ev, a, access->pos);
    if (m.kind != VK_MEMPTR || !m.u.m) EV_FAIL(ev, access->pos, const_null_deref, NULL);
    if (m.u.m->kind != D_FIELD) EV_FAIL(ev, access->pos, const_unsupported, NULL);
    FieldDecl *f = (FieldDecl *)m.u.m;
    ClassDecl *c = f->owner;
    while (c->members.anon_member) c = c->members.anon_member->owner;
    a = ev_to_class(ev, a, c, access->pos);
    return follow_ref(ev, ev_member(ev, a.o, f, access->pos), access->pos);
}

// Casts between classes and qualifiers keep a glvalue; others look at it as another type.
static Ptr cast_ref(Ev *ev, Expr *conversion) {
    if (conversion->a->cat == VC_PRVALUE && !ev_is_agg(conversion->a->type))
        EV_FAIL(ev, conversion->pos, const_reinterpret, NULL);
    Ptr p = ev_lvalue(ev, conversion->a);
    switch ((CastKind)conversion->op) {
    case CK_NOOP:
    case CK_USER: return p;
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        ev_check_live(ev, p, conversion->pos);
        return ev_to_class(ev, p, ty_unqual(conversion->type)->u.cls, conversion->pos);
    default: EV_FAIL(ev, conversion->pos, const_reinterpret, NULL);
    }
}

// ---- assignment --------------------------------------------------------------------------------

// = and compound assignment of scalars, = of trivially copied objects; gives the object.
Ptr ev_assign(Ev *ev, Expr *assignment) {
    Pos pos = assignment->pos;
    if (ev_is_agg(assignment->type)) {
        if (assignment->b->cat != VC_PRVALUE) EV_FAIL(ev, pos, const_unsupported, NULL);
        Obj *t = ev_root(ev, ty_unqual(assignment->type), RK_TEMP);
        ev_into(ev, assignment->b, t);
        Ptr p = ev_lvalue(ev, assignment->a);
        ev_check_live(ev, p, pos);
        ev_check_write(ev, p.o, pos);
        ev_activate_path(ev, p.o);
        ev_copy(ev, p.o, t, pos);
        ev_release(ev, t);
        return p;
    }
    Val val = ev_scalar(ev, assignment->b); // sequenced first [expr.ass]
    Ptr ptr = ev_lvalue(ev, assignment->a);
    if (assignment->op != OP_ASSIGN) {
        Type *at = ty_unqual(assignment->a->type),
             *ct = assignment->u.ty ? ty_unqual(assignment->u.ty) : at;
        CxxOp op = (CxxOp)(assignment->op - OP_ADD_ASSIGN + OP_ADD);
        Val a = ev_load(ev, ptr, assignment->a->type, pos);
        bool num = is_any_of(a.kind, VK_INT, VK_FLOAT);
        if (num) a = ev_numeric(ev, at, ct, a, pos);
        val = ev_arith(ev, op, ct, ct, assignment->b->type, a, val, pos);
        if (num) val = ev_numeric(ev, ct, at, val, pos);
    }
    ev_store(ev, ptr, val, pos);
    return ptr;
}

Ptr ev_incdec(Ev *ev, Expr *step, Val *old) {
    Ptr ptr = ev_lvalue(ev, step->a);
    Type *type = ty_unqual(step->a->type);
    Val val = ev_load(ev, ptr, step->a->type, step->pos);
    bool inc = is_any_of(step->op, OP_PREINC, OP_POSTINC);
    *old = val;
    if (val.kind == VK_PTR) {
        val.u.p = ev_index(ev, val.u.p, apint_from_u64(64, 1), true, !inc, step->pos);
    } else if (val.kind == VK_FLOAT) {
        ApFloat one = apf_convert(apf_f64(1.0), (ApfFormat)val.u.f.fmt, APF_RNE, NULL);
        val.u.f = inc ? apf_add(val.u.f, one, APF_RNE, NULL) : apf_sub(val.u.f, one, APF_RNE, NULL);
    } else {
        bool small = val.u.i.width < 32; // promoted: cannot overflow
        ApInt one = apint_from_u64(val.u.i.width, 1);
        if (type->kind == TY_BOOL) {
            val.u.i = apint_from_u64(val.u.i.width, inc);
        } else if (!small && !ty_is_unsigned(type)) {
            val =
                ev_arith(ev, inc ? OP_ADD : OP_SUB, type, type, type, val, ev_int(one), step->pos);
        } else {
            val.u.i = inc ? apint_add(val.u.i, one) : apint_sub(val.u.i, one);
        }
    }
    ev_store(ev, ptr, val, step->pos);
    return ptr;
}

// ---- expressions -------------------------------------------------------------------------------

// A constant that is a glvalue: what it refers to, or the object that stands for its value.
static Ptr const_ref(Ev *ev, Expr *constant) {
    if (constant->u.val->kind == CV_LVALUE) {
        ConstVal c = *constant->u.val;
        if (!ty_is_ref(c.type)) c.type = ty_ref(ev->x, constant->type, false);
        return ev_from_const(ev, &c, constant->pos).u.p;
    }
    return var_ref(ev, cxx_tmpl_object(ev->x, constant->u.val, constant->pos), constant->pos);
}

static Ptr no_ref(Ev *ev, Expr *glvalue) {
    EV_FAIL(ev, glvalue->pos, const_unsupported, NULL);
}

static Ptr string_ref(Ev *ev, Expr *literal) {
    return ev_at(ev_string(ev, literal));
}

static Ptr opaque_ref(Ev *ev, Expr *opaque) {
    return opaque->a ? ev_lvalue(ev, opaque->a) : no_ref(ev, opaque);
}

// Its temporaries live on: the caller ends them.
static Ptr cleanups_ref(Ev *ev, Expr *full) {
    return ev_lvalue(ev, full->a);
}

static Ptr element_ref(Ev *ev, Expr *element) {
    return ev_at(ev->elem);
}

static Ptr chosen_ref(Ev *ev, Expr *choice) {
    if (!choice->b) return no_ref(ev, choice);
    return ev_lvalue(ev, ev_cond(ev, choice->a) ? choice->b : choice->c);
}

// `*p`, `++x`, `--x`.
static Ptr unary_ref(Ev *ev, Expr *operation) {
    Val old;
    if (is_any_of(operation->op, OP_PREINC, OP_PREDEC)) return ev_incdec(ev, operation, &old);
    if (operation->op != OP_DEREF) return no_ref(ev, operation);
    Val pointer = ev_scalar(ev, operation->a);
    bool null = !pointer.u.p.o && !pointer.u.p.fn;
    if (null) EV_FAIL(ev, operation->pos, const_null_deref, NULL);
    return pointer.u.p;
}

static Ptr comma_ref(Ev *ev, Expr *comma) {
    if (comma->op != OP_COMMA) return no_ref(ev, comma);
    ev_discard(ev, comma->a);
    return ev_lvalue(ev, comma->b);
}

static Ptr call_ref(Ev *ev, Expr *call) {
    return ev_call_expr(ev, call, NULL).u.p;
}

static Ptr kind_ref(Ev *ev, Expr *glvalue) {
    typedef Ptr Designate(Ev *, Expr *);
    static Designate *const by_kind[UINT8_MAX + 1] = {
        [E_DECLREF] = decl_ref,
        [E_MEMBER] = member_ref,
        [E_SUBSCRIPT] = subscript_ref,
        [E_STRING] = string_ref,
        [E_CONST] = const_ref,
        [E_TEMP] = temporary,
        [E_OPAQUE] = opaque_ref,
        [E_CLEANUPS] = cleanups_ref,
        [E_ARRAY_ELEM] = element_ref,
        [E_ASSIGN] = ev_assign,
        [E_MEMPTR] = memptr_ref,
        [E_TYPEID] = ev_typeid,
        [E_DYNAMIC_CAST] = ev_dynamic_cast,
        [E_CAST] = cast_ref,
        [E_COND] = chosen_ref,
        [E_UNARY] = unary_ref,
        [E_BINARY] = comma_ref,
        [E_CALL] = call_ref,
        [E_MEMPTR_CALL] = call_ref,
    };
    Designate *designate = by_kind[glvalue->kind];
    return designate ? designate(ev, glvalue) : no_ref(ev, glvalue);
}

Ptr ev_lvalue(Ev *ev, Expr *designator) {
    ev_enter(ev, designator->pos);
    Ptr p = designator->cat == VC_PRVALUE && designator->kind != E_TEMP ? temporary(ev, designator)
                                                                        : kind_ref(ev, designator);
    ev->depth--;
    return p;
}
