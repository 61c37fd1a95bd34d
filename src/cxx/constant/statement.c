// SPDX-License-Identifier: Apache-2.0
// constant/statement.c: statements and local variables.
//
// A switch jumps by walking its body with ev->target set: statements are passed over until the
// target is met, so that case labels inside of nested blocks and loops are reached.
#include "cxx/constant/eval_int.h"

// ---- variables of the frame --------------------------------------------------------------------

static EvSlot *slot_of(Ev *ev, VarDecl *v) {
    EvFrame *f = ev->f;
    uint32_t base = f ? f->base : 0;
    if (f && v->fn == f->fn) {
        uint32_t i = v->storage == STOR_PARAM ? v->index : f->nparam + v->index;
        if (i < f->nparam + f->nlocal && base + i < ev->slots.n && ev->slots.at[base + i].v == v)
            return &ev->slots.at[base + i];
    }
    for (uint32_t i = ev->slots.n; i-- > base;)
        if (ev->slots.at[i].v == v) return &ev->slots.at[i];
    return NULL;
}

Obj *ev_find_slot(Ev *ev, VarDecl *v) {
    EvSlot *s = slot_of(ev, v);
    return s ? s->o : NULL;
}

Obj *ev_bind_slot(Ev *ev, VarDecl *v, Obj *o) {
    EvSlot *s = slot_of(ev, v);
    if (!s) {
        EvSlot n = {v, NULL};
        vec_push(ev->arena, &ev->slots, n);
        s = &vec_last(&ev->slots);
    }
    s->o = o;
    return o;
}

void ev_local(Ev *ev, VarDecl *v) {
    if (v->d.flags & DF_INVALID) {
        ev->silent = true;
        EV_FAIL(ev, v->d.pos, const_unsupported, NULL);
    }
    if (v->storage == STOR_STATIC || (v->d.flags & (DF_EXTERN | DF_THREAD))) {
        if (v->d.flags & DF_CONSTEXPR) return;
        EV_FAIL(ev, v->d.pos, const_static_local, v);
    }
    if (v->d.kind == D_BINDING) return;
    if (!v->init_done && !v->init) cxx_var_init(ev->x, v);
    Obj *o = ev_root(ev, v->d.type, RK_LOCAL);
    o->up.root->var = &v->d;
    ev_bind_slot(ev, v, o);
    uint32_t mark = ev_temps_begin(ev);
    if (v->init) {
        o->flags |= OF_CTOR;
        ev_into(ev, v->init, o);
        o->flags &= (uint8_t)~OF_CTOR;
    }
    ev_temps_end(ev, mark, v->d.pos);
    vec_push(ev->arena, &ev->locals, o);
}

void ev_scope_end(Ev *ev, uint32_t mark, Pos pos) {
    while (ev->locals.n > mark) {
        Obj *o = vec_pop(&ev->locals);
        if (o->state == OS_DEAD) continue;
        ev_destroy(ev, o, pos);
        ev_release(ev, o);
    }
}

// ---- statements --------------------------------------------------------------------------------

static bool full_cond(Ev *ev, Expr *e) {
    uint32_t mark = ev_temps_begin(ev);
    bool b = ev_cond(ev, e);
    ev_temps_end(ev, mark, e->pos);
    return b;
}

static void full_discard(Ev *ev, Expr *e) {
    uint32_t mark = ev_temps_begin(ev);
    ev_discard(ev, e);
    ev_temps_end(ev, mark, e->pos);
}

static EvFlow return_stmt(Ev *ev, Stmt *s) {
    EvFrame *f = ev->f;
    if (!s->e) return FLOW_RETURN;
    uint32_t mark = ev_temps_begin(ev);
    Type *ret = f->fn->d.type->u.func.ret;
    if (ret->kind == TY_VOID) {
        ev_discard(ev, s->e);
    } else if (ty_is_ref(ret)) {
        f->ret = ev_ptr(ev_lvalue(ev, s->e));
    } else if (!ev_is_agg(ret)) {
        Val v = ev_scalar(ev, s->e);
        f->ret = v;
    } else {
        if (!f->ret_obj) EV_FAIL(ev, s->pos, const_unsupported, NULL);
        ev_into(ev, s->e, f->ret_obj);
    }
    ev_temps_end(ev, mark, s->pos);
    return FLOW_RETURN;
}

static EvFlow compound(Ev *ev, Stmt *s) {
    uint32_t mark = ev->locals.n;
    EvFlow f = FLOW_NEXT;
    for (uint32_t i = 0; i < s->u.list.n && f == FLOW_NEXT; i++) f = ev_stmt(ev, s->u.list.at[i]);
    ev_scope_end(ev, mark, s->end);
    return f;
}

static EvFlow if_stmt(Ev *ev, Stmt *s) {
    uint32_t mark = ev->locals.n;
    EvFlow f = FLOW_NEXT;
    if (ev->target) { // the label may be in either branch
        if (s->body) f = ev_stmt(ev, s->body);
        if (ev->target && s->els) f = ev_stmt(ev, s->els);
        return f;
    }
    if (s->init) ev_stmt(ev, s->init);
    if (s->u.cond_var) ev_local(ev, s->u.cond_var);
    if (!s->e) { // `if constexpr`: the branch that was kept
        if (s->body) f = ev_stmt(ev, s->body);
        if (f == FLOW_NEXT && s->els) f = ev_stmt(ev, s->els);
    } else {
        Stmt *b = full_cond(ev, s->e) ? s->body : s->els;
        if (b) f = ev_stmt(ev, b);
    }
    ev_scope_end(ev, mark, s->end);
    return f;
}

static EvFlow loop(Ev *ev, Stmt *s) {
    uint32_t outer = ev->locals.n;
    EvFlow f = FLOW_NEXT;
    bool entered = ev->target != NULL; // a jump into the body
    VarDecl *cv = s->kind == S_FOR || s->kind == S_WHILE ? s->u.cond_var : NULL;
    if (!entered) {
        if (s->init) ev_stmt(ev, s->init);
        if (s->kind == S_RANGE_FOR) {
            ev_local(ev, s->u.range->range);
            if (s->u.range->begin) ev_local(ev, s->u.range->begin);
            if (s->u.range->end) ev_local(ev, s->u.range->end);
        }
    }
    bool first = s->kind == S_DO;
    for (;;) {
        ev_step(ev, s->pos);
        uint32_t iter = ev->locals.n;
        if (!entered && !first) {
            if (cv) ev_local(ev, cv);
            if (s->e && !full_cond(ev, s->e)) {
                ev_scope_end(ev, iter, s->pos);
                break;
            }
            if (s->kind == S_RANGE_FOR) {
                if (s->u.range->decl)
                    ev_stmt(ev, s->u.range->decl);
                else if (s->u.range->var)
                    ev_local(ev, s->u.range->var);
            }
        }
        if (s->body) f = ev_stmt(ev, s->body);
        if (entered && ev->target) return FLOW_NEXT; // the target is not in here
        entered = first = false;
        ev_scope_end(ev, iter, s->pos);
        if (f == FLOW_BREAK || f == FLOW_RETURN) break;
        if (s->kind == S_DO && !full_cond(ev, s->e)) break;
        first = s->kind == S_DO;
        if (s->inc) full_discard(ev, s->inc);
    }
    ev_scope_end(ev, outer, s->pos);
    return f == FLOW_RETURN ? f : FLOW_NEXT;
}

static EvFlow switch_stmt(Ev *ev, Stmt *s) {
    uint32_t mark = ev->locals.n;
    if (ev->target) return ev_stmt(ev, s->body); // label of an outer switch inside of this one
    if (s->init) ev_stmt(ev, s->init);
    uint32_t temps = ev_temps_begin(ev);
    Val v = ev_scalar(ev, s->e);
    ev_temps_end(ev, temps, s->pos);
    bool sgn = !ty_is_unsigned(s->e->type);
    Stmt *to = s->u.cases.def;
    for (uint32_t i = 0; i < s->u.cases.n; i++) {
        CaseRange *c = &s->u.cases.at[i];
        ApInt lo = apint_resize(c->lo, v.u.i.width, sgn),
              hi = apint_resize(c->hi, v.u.i.width, sgn);
        if (apint_cmp(v.u.i, lo, sgn) < 0 || apint_cmp(v.u.i, hi, sgn) > 0) continue;
        to = c->stmt;
        break;
    }
    EvFlow f = FLOW_NEXT;
    if (to) {
        ev->target = to;
        f = ev_stmt(ev, s->body);
        if (ev->target) EV_FAIL(ev, s->pos, const_unsupported, NULL);
    }
    ev_scope_end(ev, mark, s->end);
    return f == FLOW_BREAK ? FLOW_NEXT : f;
}

EvFlow ev_stmt(Ev *ev, Stmt *s) {
    if (!s) return FLOW_NEXT;
    if (ev->target == s) ev->target = NULL;
    ev_enter(ev, s->pos);
    EvFlow f = FLOW_NEXT;
    bool skip = ev->target != NULL;
    if (!skip) ev_step(ev, s->pos);
    switch ((StmtKind)s->kind) {
    case S_COMPOUND: f = compound(ev, s); break;
    case S_IF: f = if_stmt(ev, s); break;
    case S_WHILE:
    case S_DO:
    case S_FOR:
    case S_RANGE_FOR: f = loop(ev, s); break;
    case S_SWITCH: f = switch_stmt(ev, s); break;
    case S_CASE:
    case S_DEFAULT:
    case S_LABEL: f = ev_stmt(ev, s->body); break;
    case S_NULL: break;
    default:
        if (skip) break;
        switch ((StmtKind)s->kind) {
        case S_EXPR: full_discard(ev, s->e); break;
        case S_DECL:
            for (uint32_t i = 0; i < s->u.decl.n; i++) ev_local(ev, s->u.decl.var[i]);
            break;
        case S_BREAK: f = FLOW_BREAK; break;
        case S_CONTINUE: f = FLOW_CONTINUE; break;
        case S_RETURN: f = return_stmt(ev, s); break;
        case S_GOTO: EV_FAIL(ev, s->pos, const_goto, NULL);
        case S_ASM: EV_FAIL(ev, s->pos, const_asm, NULL);
        case S_ERROR: ev->silent = true; EV_FAIL(ev, s->pos, const_unsupported, NULL);
        default: EV_FAIL(ev, s->pos, const_unsupported, NULL);
        }
    }
    ev->depth--;
    return f;
}
