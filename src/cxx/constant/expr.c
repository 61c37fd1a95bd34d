// SPDX-License-Identifier: Apache-2.0
// constant/expr.c: prvalues of scalar type, void expressions, and the initialisation of objects by
// prvalues of class and array type.
#include "cxx/constant/eval_int.h"

bool ev_cond(Ev *ev, Expr *e) {
    Val v = ev_scalar(ev, e);
    return v.kind == VK_INT && !apint_is_zero(&v.u.i);
}

// ---- scalars -----------------------------------------------------------------------------------

static Val unary(Ev *ev, Expr *e) {
    Val v;
    Type *t = ty_unqual(e->type);
    switch ((CxxOp)e->op) {
    case OP_ADDR:
        if (t->kind == TY_MEMPTR) {
            Expr *a = e->a;
            while (a->kind == E_CAST) a = a->a;
            return (Val){.kind = VK_MEMPTR, .u.m = a->u.decl};
        }
        return ev_ptr(ev_lvalue(ev, e->a));
    case OP_POSTINC:
    case OP_POSTDEC: ev_incdec(ev, e, &v); return v;
    default: break;
    }
    v = ev_scalar(ev, e->a);
    switch ((CxxOp)e->op) {
    case OP_PLUS: return v;
    case OP_NOT: return ev_bool(t, v.kind == VK_INT && apint_is_zero(&v.u.i));
    case OP_BITNOT:
        if (v.kind == VK_INT) return ev_int(apint_not(v.u.i));
        break;
    case OP_MINUS:
        if (v.kind == VK_FLOAT) {
            v.u.f = apf_neg(v.u.f);
            return v;
        }
        if (v.kind != VK_INT) break;
        if (!ty_is_unsigned(t) && apint_eq(v.u.i, apint_smin_value(v.u.i.width)))
            EV_FAIL(ev, e->pos, const_overflow, NULL);
        return ev_int(apint_neg(v.u.i));
    default: break;
    }
    EV_FAIL(ev, e->pos, const_unsupported, NULL);
}

static Val binary(Ev *ev, Expr *e) {
    Type *t = ty_unqual(e->type);
    if (e->op == OP_COMMA) {
        ev_discard(ev, e->a);
        return ev_scalar(ev, e->b);
    }
    if (e->op == OP_LAND) return ev_bool(t, ev_cond(ev, e->a) && ev_cond(ev, e->b));
    if (e->op == OP_LOR) return ev_bool(t, ev_cond(ev, e->a) || ev_cond(ev, e->b));
    Val a = ev_scalar(ev, e->a);
    Val b = ev_scalar(ev, e->b);
    return ev_arith(ev, (CxxOp)e->op, t, e->a->type, e->b->type, a, b, e->pos);
}

// Bytes of operator new get the type they are cast to [allocator.members].
static Ptr retype(Ev *ev, Ptr p, Type *to, Pos pos) {
    if (!p.o || !(p.o->flags & OF_ROOT) || !p.o->up.root->untyped || p.o->gen != p.gen) return p;
    Type *t = ty_unqual(to->u.ptr.to);
    uint64_t size, n = p.o->type->u.array.n;
    uint32_t align;
    if (t->kind == TY_VOID || !ty_size_align(ev->x, t, pos, &size, &align) || !size) return p;
    p.o->up.root->untyped = false;
    ev_reset(ev, p.o, OS_INDET);
    p.o->type = ty_array(ev->x, t, n / size);
    if (n < size) return p;
    return ev_at(ev_elem(ev, p.o, 0, pos));
}

// [expr.const]/5.14: no conversion from void * to a pointer to an object, but of what operator new
// gave, and in the library, which has its own ways.
static void check_from_void(Ev *ev, const Expr *e, Ptr p) {
    const Type *from = e->a->type, *to = e->type->u.ptr.to;
    if (from->kind != TY_PTR || from->u.ptr.to->kind != TY_VOID || to->kind == TY_VOID) return;
    if (p.o && ev_root_of(p.o)->kind == RK_HEAP) return;
    for (const Scope *s = ev->f ? ev->f->fn->d.scope : NULL; s; s = s->parent) {
        if (ev->x->std_ns && s == ev->x->std_ns->inner) return;
    }
    EV_FAIL(ev, e->pos, const_reinterpret, NULL);
}

static Val bit_cast(Ev *ev, Expr *e, Obj *to) {
    uint64_t n;
    uint32_t align;
    if (!ty_size_align(ev->x, e->type, e->pos, &n, &align))
        EV_FAIL(ev, e->pos, const_unsupported, NULL);
    Obj *from = ev_root(ev, ty_unqual(e->a->type), RK_TEMP);
    if (e->a->cat == VC_PRVALUE) {
        ev_into(ev, e->a, from);
    } else {
        Ptr p = ev_lvalue(ev, e->a);
        ev_check_live(ev, p, e->pos);
        ev_copy(ev, from, p.o, e->pos);
    }
    uint8_t *buf = arena_array(ev->arena, uint8_t, n + 16);
    uint8_t *known = arena_array(ev->arena, uint8_t, n + 16);
    ev_bytes(ev, from, buf, known, n, e->pos);
    ev_release(ev, from);
    if (to) {
        ev_from_bytes(ev, to, buf, known, e->pos);
        return (Val){0};
    }
    Obj *t = ev_root(ev, ty_unqual(e->type), RK_TEMP);
    ev_from_bytes(ev, t, buf, known, e->pos);
    Val v = ev_load(ev, ev_at(t), t->type, e->pos);
    ev_release(ev, t);
    return v;
}

static Val cast(Ev *ev, Expr *e) {
    switch ((CastKind)e->op) {
    case CK_LVAL_TO_RVAL: return ev_load(ev, ev_lvalue(ev, e->a), e->a->type, e->pos);
    case CK_ARRAY_TO_PTR: {
        Ptr p = ev_lvalue(ev, e->a);
        ev_check_live(ev, p, e->pos);
        if (p.o->state < OS_VAL) ev_expand(ev, p.o, e->pos);
        if (!ev_count(p.o)) {
            p.past = true;
            return ev_ptr(p);
        }
        return ev_ptr(ev_at(ev_elem(ev, p.o, 0, e->pos)));
    }
    case CK_FUNC_TO_PTR: return ev_ptr(ev_lvalue(ev, e->a));
    case CK_VOID: ev_discard(ev, e->a); return (Val){0};
    case CK_VALUE_BITCAST: return bit_cast(ev, e, NULL);
    case CK_NULL_TO_PTR:
    case CK_NULL_TO_MEMPTR:
        ev_discard(ev, e->a);
        return e->op == CK_NULL_TO_PTR ? (Val){.kind = VK_PTR} : (Val){.kind = VK_MEMPTR};
    case CK_BITCAST: {
        Val v = ev_scalar(ev, e->a);
        if (v.kind == VK_PTR && e->type->kind == TY_PTR) {
            check_from_void(ev, e, v.u.p);
            v.u.p = retype(ev, v.u.p, e->type, e->pos);
        }
        return v;
    }
    default: {
        if (e->a->cat != VC_PRVALUE) EV_FAIL(ev, e->pos, const_unsupported, NULL);
        Val v = ev_scalar(ev, e->a);
        return ev_convert(ev, e, e->a->type, e->type, v);
    }
    }
}

static Val stmt_expr(Ev *ev, Expr *e, Obj *to) {
    Stmt *s = e->u.stmt;
    uint32_t mark = ev->locals.n;
    Val v = {0};
    for (uint32_t i = 0; i < s->u.list.n; i++) {
        Stmt *k = s->u.list.at[i];
        if (i + 1 == s->u.list.n && k->kind == S_EXPR && e->type->kind != TY_VOID) {
            if (to)
                ev_into(ev, k->e, to);
            else
                v = ev_scalar(ev, k->e);
        } else if (ev_stmt(ev, k) != FLOW_NEXT) {
            EV_FAIL(ev, e->pos, const_unsupported, NULL);
        }
    }
    ev_scope_end(ev, mark, e->pos);
    return v;
}

static Val scalar_kind(Ev *ev, Expr *e) {
    Val v;
    switch ((ExprKind)e->kind) {
    case E_INT: return ev_int(e->u.i);
    case E_FLOAT: return (Val){.kind = VK_FLOAT, .u.f = e->u.f};
    case E_NULLPTR: return (Val){.kind = VK_PTR};
    case E_CONST: return ev_from_const(ev, e->u.val, e->pos);
    case E_ZERO: return ev_zero(ev, ty_unqual(e->type));
    case E_THIS:
        if (!ev->f || (!ev->f->self.o && !ev->f->self.fn)) EV_FAIL(ev, e->pos, const_this, NULL);
        return ev_ptr(ev->f->self);
    case E_UNARY: return unary(ev, e);
    case E_BINARY: return binary(ev, e);
    case E_CAST: return cast(ev, e);
    case E_ASSIGN: return ev_load(ev, ev_assign(ev, e), e->a->type, e->pos);
    case E_COND: {
        if (!e->b) { // c ?: b
            v = ev_scalar(ev, e->a);
            bool t = v.kind == VK_INT     ? !apint_is_zero(&v.u.i)
                     : v.kind == VK_FLOAT ? !apf_is_zero(v.u.f)
                                          : v.u.p.o || v.u.p.fn;
            return t ? v : ev_scalar(ev, e->c);
        }
        return ev_scalar(ev, ev_cond(ev, e->a) ? e->b : e->c);
    }
    case E_CLEANUPS: {
        uint32_t mark = ev_temps_begin(ev);
        v = ev_scalar(ev, e->a);
        ev_temps_end(ev, mark, e->pos);
        return v;
    }
    case E_OPAQUE: return ev_scalar(ev, e->a);
    case E_CALL:
    case E_MEMPTR_CALL: return ev_call_expr(ev, e, NULL);
    case E_BUILTIN:
        if (ev_builtin(ev, (FuncDecl *)e->u.decl, e, &v, NULL)) return v;
        EV_FAIL(ev, e->pos, const_call, e->u.decl);
    case E_STMT: return stmt_expr(ev, e, NULL);
    case E_NEW: return ev_new(ev, e);
    case E_DELETE: ev_delete(ev, e); return (Val){0};
    case E_PSEUDO_DTOR: ev_discard(ev, e->a); return (Val){0};
    case E_THROW: EV_FAIL(ev, e->pos, const_throw, NULL);
    case E_INIT_LIST: // T{x} of a scalar
        if (e->n == 1) return ev_scalar(ev, e->arg[0]);
        if (!e->n) return ev_zero(ev, ty_unqual(e->type));
        break;
    case E_ERROR: ev->silent = true; break;
    default: break;
    }
    EV_FAIL(ev, e->pos, const_unsupported, NULL);
}

Val ev_scalar(Ev *ev, Expr *e) {
    ev_enter(ev, e->pos);
    ev_step(ev, e->pos);
    Val v;
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        ev->silent = true;
        EV_FAIL(ev, e->pos, const_unsupported, NULL);
    }
    if (e->cat != VC_PRVALUE)
        v = ev_load(ev, ev_lvalue(ev, e), e->type, e->pos);
    else
        v = scalar_kind(ev, e);
    ev->depth--;
    return v;
}

void ev_discard(Ev *ev, Expr *e) {
    if (e->cat != VC_PRVALUE || ev_is_agg(e->type))
        ev_lvalue(ev, e);
    else
        ev_scalar(ev, e);
}

// ---- objects -----------------------------------------------------------------------------------

static void init_array(Ev *ev, Expr *e, Obj *o) {
    Expr *fill = e->u.init ? e->u.init->filler : NULL;
    bool zero = !fill || fill->kind == E_ZERO;
    // elements that a default constructor makes keep the zeros of value-initialisation
    bool zeroed = !e->n && o->state == OS_ZERO;
    if (!zeroed) ev_reset(ev, o, zero ? OS_ZERO : OS_INDET);
    ev_expand(ev, o, e->pos);
    uint64_t n = ev_count(o);
    for (uint64_t i = 0; i < e->n && i < n; i++) ev_into(ev, e->arg[i], ev_elem(ev, o, i, e->pos));
    if (zero) return;
    for (uint64_t i = e->n; i < n; i++) {
        ev_step(ev, e->pos);
        ev_into(ev, fill, ev_elem(ev, o, i, e->pos));
    }
}

static void init_class(Ev *ev, Expr *e, Obj *o) {
    ClassDecl *c = ev_class(o);
    if (c && c->tag == CT_UNION && !e->n) {
        ev_reset(ev, o, OS_ZERO);
        return;
    }
    ev_reset(ev, o, OS_INDET);
    ev_expand(ev, o, e->pos);
    EvFrame f = {.outer = ev->f, .fn = ev->f ? ev->f->fn : NULL, .self = ev_at(o)};
    for (uint32_t i = 0; i < e->n; i++) {
        FieldDecl *m = e->u.init && e->u.init->field ? e->u.init->field[i] : NULL;
        BaseSpec *b = e->u.init && e->u.init->base ? e->u.init->base[i] : NULL;
        if (m) {
            Obj *s = ev_field(ev, o, m, e->pos);
            if (o->state == OS_UNION) ev_activate(ev, o, m);
            if (s->type->kind == TY_ARRAY_INC && s->state < OS_VAL) s->type = e->arg[i]->type;
            // default member initialisers see the object as `this`
            bool nsdmi = m->init && m->init == e->arg[i];
            if (nsdmi) {
                f.base = ev->slots.n;
                ev->f = &f;
            }
            ev_into(ev, e->arg[i], s);
            if (nsdmi) ev->f = f.outer;
        } else if (b) {
            ev_into(ev, e->arg[i], ev_base(ev, o, (uint32_t)(b - c->base), e->pos));
        }
    }
}

static void array_copy(Ev *ev, Obj *to, Obj *from, Expr *init, Pos pos) {
    if (to->state < OS_VAL) ev_expand(ev, to, pos);
    if (from->state < OS_VAL) ev_expand(ev, from, pos);
    uint64_t n = CU_MIN(ev_count(to), ev_count(from));
    Obj *old = ev->elem;
    for (uint64_t i = 0; i < n; i++) {
        Obj *t = ev_elem(ev, to, i, pos), *f = ev_elem(ev, from, i, pos);
        if (ty_is_array(t->type) && !ty_is_array(init->type)) {
            array_copy(ev, t, f, init, pos);
        } else {
            ev->elem = f;
            ev_into(ev, init, t);
        }
    }
    ev->elem = old;
}

static void construct_all(Ev *ev, Expr *e, Obj *o) {
    if (!ty_is_array(o->type)) {
        ev_construct(ev, (FuncDecl *)e->u.decl, e->arg, e->n, o, e->pos);
        return;
    }
    if (o->state < OS_VAL) ev_expand(ev, o, e->pos);
    for (uint64_t i = 0; i < ev_count(o); i++) construct_all(ev, e, ev_elem(ev, o, i, e->pos));
}

static void copy_from(Ev *ev, Expr *e, Obj *o) {
    Ptr p = ev_lvalue(ev, e);
    ev_check_live(ev, p, e->pos);
    if (!p.o) EV_FAIL(ev, e->pos, const_run_time, NULL);
    if (ev_class(o) && ev_class(p.o) != ev_class(o))
        EV_FAIL(ev, e->pos, const_wrong_type, p.o->type);
    ev_copy(ev, o, p.o, e->pos);
}

static void object_kind(Ev *ev, Expr *e, Obj *o) {
    switch ((ExprKind)e->kind) {
    case E_CONSTRUCT: construct_all(ev, e, o); return;
    case E_INIT_LIST:
        if (o->type->kind == TY_CLASS)
            init_class(ev, e, o);
        else
            init_array(ev, e, o);
        return;
    case E_VECTOR_INIT:
        ev_reset(ev, o, OS_ZERO);
        ev_expand(ev, o, e->pos);
        for (uint32_t i = 0; i < e->n; i++) ev_into(ev, e->arg[i], ev_elem(ev, o, i, e->pos));
        return;
    case E_ZERO: ev_reset(ev, o, OS_ZERO); return;
    case E_ZERO_CONSTRUCT:
        ev_reset(ev, o, OS_ZERO);
        ev_into(ev, e->a, o);
        return;
    case E_STRING: ev_set_string(ev, o, e); return;
    case E_CONST:
        ev_reset(ev, o, OS_CONST);
        o->u.cv = e->u.val;
        return;
    case E_COND:
        if (!e->b || e->a->type->kind == TY_VECTOR) break;
        ev_into(ev, ev_cond(ev, e->a) ? e->b : e->c, o);
        return;
    case E_CLEANUPS: {
        uint32_t mark = ev_temps_begin(ev);
        ev_into(ev, e->a, o);
        ev_temps_end(ev, mark, e->pos);
        return;
    }
    case E_OPAQUE: ev_into(ev, e->a, o); return;
    case E_BINARY:
        if (e->op != OP_COMMA) break;
        ev_discard(ev, e->a);
        ev_into(ev, e->b, o);
        return;
    case E_CAST:
        if (e->op == CK_VALUE_BITCAST) {
            bit_cast(ev, e, o);
            return;
        }
        if (e->op == CK_LVAL_TO_RVAL || e->op == CK_NOOP || e->op == CK_USER) {
            ev_into(ev, e->a, o);
            return;
        }
        break;
    case E_ARRAY_COPY: {
        Ptr p = ev_lvalue(ev, e->a);
        ev_check_live(ev, p, e->pos);
        array_copy(ev, o, p.o, e->b, e->pos);
        return;
    }
    case E_CALL:
    case E_MEMPTR_CALL: ev_call_expr(ev, e, o); return;
    case E_STMT: stmt_expr(ev, e, o); return;
    case E_ERROR: ev->silent = true; break;
    default: break;
    }
    EV_FAIL(ev, e->pos, const_unsupported, NULL);
}

void ev_into(Ev *ev, Expr *e, Obj *o) {
    ev_enter(ev, e->pos);
    ev_step(ev, e->pos);
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) {
        ev->silent = true;
        EV_FAIL(ev, e->pos, const_unsupported, NULL);
    }
    ev_activate_path(ev, o);
    if (ty_is_ref(o->type)) {
        ev_init_val(ev, o, ev_ptr(ev_lvalue(ev, e)));
    } else if (!ev_is_agg(o->type)) {
        Val v = ev_scalar(ev, e);
        ev_init_val(ev, o, v);
    } else if (e->cat != VC_PRVALUE && e->kind != E_STRING) {
        copy_from(ev, e, o);
    } else {
        object_kind(ev, e, o);
    }
    ev->depth--;
}
