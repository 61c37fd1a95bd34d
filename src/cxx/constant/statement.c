// SPDX-License-Identifier: Apache-2.0
// constant/statement.c: statements and local variables.
//
// A switch jumps by walking its body with ev->target set: statements are passed over until the
// target is met, so that case labels inside of nested blocks and loops are reached.
#include "cxx/constant/eval_int.h"

// ---- variables of the frame --------------------------------------------------------------------

// The slot of a variable in the current frame, or NULL: by its number where the function is the
// variable's own, else searched.
static EvSlot *slot_of(Ev *ev, VarDecl *var) {
    EvFrame *f = ev->f;
    uint32_t base = f ? f->base : 0;
    if (f && var->fn == f->fn) {
        uint32_t i = var->storage == STOR_PARAM ? var->index : f->nparam + var->index;
        if (i < f->nparam + f->nlocal && base + i < ev->slots.n && ev->slots.at[base + i].v == var)
            return &ev->slots.at[base + i];
    }
    for (uint32_t i = ev->slots.n; i-- > base;)
        if (ev->slots.at[i].v == var) return &ev->slots.at[i];
    return NULL;
}

Obj *ev_find_slot(Ev *ev, VarDecl *v) {
    EvSlot *s = slot_of(ev, v);
    return s ? s->o : NULL;
}

Obj *ev_bind_slot(Ev *ev, VarDecl *var, Obj *obj) {
    EvSlot *s = slot_of(ev, var);
    if (!s) {
        EvSlot n = {var, NULL};
        vec_push(ev->arena, &ev->slots, n);
        s = &vec_last(&ev->slots);
    }
    s->o = obj;
    return obj;
}

// A declaration is reached: the variable begins to live and is initialised.
void ev_local(Ev *ev, VarDecl *var) {
    if (var->d.flags & DF_INVALID) {
        ev->silent = true;
        EV_FAIL(ev, var->d.pos, const_unsupported, NULL);
    }
    if (var->storage == STOR_STATIC || (var->d.flags & (DF_EXTERN | DF_THREAD))) {
        if (var->d.flags & DF_CONSTEXPR) return;
        EV_FAIL(ev, var->d.pos, const_static_local, var);
    }
    if (var->d.kind == D_BINDING) return;
    if (!var->init_done && !var->init) cxx_var_init(ev->x, var);
    Obj *obj = ev_root(ev, var->d.type, RK_LOCAL);
    obj->up.root->var = &var->d;
    ev_bind_slot(ev, var, obj);
    uint32_t mark = ev_temps_begin(ev);
    if (var->init) {
        obj->flags |= OF_CTOR;
        ev_into(ev, var->init, obj);
        obj->flags &= (uint8_t)~OF_CTOR;
    }
    ev_temps_end(ev, mark, var->d.pos);
    vec_push(ev->arena, &ev->locals, obj);
}

// Destroys the locals behind the mark, the last first [stmt.jump]/2.
void ev_scope_end(Ev *ev, uint32_t mark, Pos pos) {
    while (ev->locals.n > mark) {
        Obj *o = vec_pop(&ev->locals);
        if (o->state == OS_DEAD) continue;
        ev_destroy(ev, o, pos);
        ev_release(ev, o);
    }
}

// ---- statements --------------------------------------------------------------------------------

// A condition is a full-expression: its temporaries die with it.
static bool full_cond(Ev *ev, Expr *expr) {
    uint32_t mark = ev_temps_begin(ev);
    bool b = ev_cond(ev, expr);
    ev_temps_end(ev, mark, expr->pos);
    return b;
}

static void full_discard(Ev *ev, Expr *expr) {
    uint32_t mark = ev_temps_begin(ev);
    ev_discard(ev, expr);
    ev_temps_end(ev, mark, expr->pos);
}

// The value goes to the frame, an object to the place that the caller gave.
static EvFlow return_stmt(Ev *ev, Stmt *stmt) {
    EvFrame *frame = ev->f;
    if (!stmt->e) return FLOW_RETURN;
    uint32_t mark = ev_temps_begin(ev);
    Type *ret = frame->fn->d.type->u.func.ret;
    if (ret->kind == TY_VOID) {
        ev_discard(ev, stmt->e);
    } else if (ty_is_ref(ret)) {
        frame->ret = ev_ptr(ev_lvalue(ev, stmt->e));
    } else if (!ev_is_agg(ret)) {
        Val v = ev_scalar(ev, stmt->e);
        frame->ret = v;
    } else {
        if (!frame->ret_obj) EV_FAIL(ev, stmt->pos, const_unsupported, NULL);
        ev_into(ev, stmt->e, frame->ret_obj);
    }
    ev_temps_end(ev, mark, stmt->pos);
    return FLOW_RETURN;
}

static EvFlow compound(Ev *ev, Stmt *stmt) {
    uint32_t mark = ev->locals.n;
    EvFlow f = FLOW_NEXT;
    for (uint32_t i = 0; i < stmt->u.list.n && f == FLOW_NEXT; i++)
        f = ev_stmt(ev, stmt->u.list.at[i]);
    ev_scope_end(ev, mark, stmt->end);
    return f;
}

static EvFlow if_stmt(Ev *ev, Stmt *stmt) {
    uint32_t mark = ev->locals.n;
    EvFlow flow = FLOW_NEXT;
    if (ev->target) { // the label may be in either branch
        if (stmt->body) flow = ev_stmt(ev, stmt->body);
        if (ev->target && stmt->els) flow = ev_stmt(ev, stmt->els);
        return flow;
    }
    if (stmt->init) ev_stmt(ev, stmt->init);
    if (stmt->u.cond_var) ev_local(ev, stmt->u.cond_var);
    if (!stmt->e) { // `if constexpr`: the branch that was kept
        if (stmt->body) flow = ev_stmt(ev, stmt->body);
        if (flow == FLOW_NEXT && stmt->els) flow = ev_stmt(ev, stmt->els);
    } else {
        Stmt *b = full_cond(ev, stmt->e) ? stmt->body : stmt->els;
        if (b) flow = ev_stmt(ev, b);
    }
    ev_scope_end(ev, mark, stmt->end);
    return flow;
}

// All loops. A jump to a label (ev->target) enters the body without the condition.
static EvFlow loop(Ev *ev, Stmt *stmt) {
    uint32_t outer = ev->locals.n;
    EvFlow flow = FLOW_NEXT;
    bool entered = ev->target != NULL; // a jump into the body
    VarDecl *cv = is_any_of(stmt->kind, S_FOR, S_WHILE) ? stmt->u.cond_var : NULL;
    if (!entered) {
        if (stmt->init) ev_stmt(ev, stmt->init);
        if (stmt->kind == S_RANGE_FOR) {
            ev_local(ev, stmt->u.range->range);
            if (stmt->u.range->begin) ev_local(ev, stmt->u.range->begin);
            if (stmt->u.range->end) ev_local(ev, stmt->u.range->end);
        }
    }

    bool first = stmt->kind == S_DO; // whose condition stands behind the body
    for (;;) {
        ev_step(ev, stmt->pos);
        uint32_t iter = ev->locals.n;
        if (!entered && !first) {
            if (cv) ev_local(ev, cv);
            if (stmt->e && !full_cond(ev, stmt->e)) {
                ev_scope_end(ev, iter, stmt->pos);
                break;
            }
            if (stmt->kind == S_RANGE_FOR) {
                if (stmt->u.range->decl)
                    ev_stmt(ev, stmt->u.range->decl);
                else if (stmt->u.range->var)
                    ev_local(ev, stmt->u.range->var);
            }
        }
        if (stmt->body) flow = ev_stmt(ev, stmt->body);
        if (entered && ev->target) return FLOW_NEXT; // the target is not in here
        entered = first = false;
        ev_scope_end(ev, iter, stmt->pos);
        if (is_any_of(flow, FLOW_BREAK, FLOW_RETURN)) break;
        if (stmt->kind == S_DO && !full_cond(ev, stmt->e)) break;
        first = stmt->kind == S_DO;
        if (stmt->inc) full_discard(ev, stmt->inc);
    }
    ev_scope_end(ev, outer, stmt->pos);
    return flow == FLOW_RETURN ? flow : FLOW_NEXT;
}

// Jumps to the label whose range has the value: ev_stmt passes over all statements up to it.
static EvFlow switch_stmt(Ev *ev, Stmt *stmt) {
    uint32_t mark = ev->locals.n;
    if (ev->target) return ev_stmt(ev, stmt->body); // label of an outer switch inside of this one
    if (stmt->init) ev_stmt(ev, stmt->init);
    uint32_t temps = ev_temps_begin(ev);
    Val val = ev_scalar(ev, stmt->e);
    ev_temps_end(ev, temps, stmt->pos);
    bool sgn = !ty_is_unsigned(stmt->e->type);
    Stmt *to = stmt->u.cases.def;
    for (uint32_t i = 0; i < stmt->u.cases.n; i++) {
        CaseRange *c = &stmt->u.cases.at[i];
        ApInt lo = apint_resize(c->lo, val.u.i.width, sgn),
              hi = apint_resize(c->hi, val.u.i.width, sgn);
        if (apint_cmp(val.u.i, lo, sgn) < 0 || apint_cmp(val.u.i, hi, sgn) > 0) continue;
        to = c->stmt;
        break;
    }
    EvFlow f = FLOW_NEXT;
    if (to) {
        ev->target = to;
        f = ev_stmt(ev, stmt->body);
        if (ev->target) EV_FAIL(ev, stmt->pos, const_unsupported, NULL);
    }
    ev_scope_end(ev, mark, stmt->end);
    return f == FLOW_BREAK ? FLOW_NEXT : f;
}

// While ev->target is set only what may hold the target is entered.
EvFlow ev_stmt(Ev *ev, Stmt *stmt) {
    if (!stmt) return FLOW_NEXT;
    if (ev->target == stmt) ev->target = NULL;
    ev_enter(ev, stmt->pos);
    EvFlow flow = FLOW_NEXT;
    bool skip = ev->target != NULL;
    if (!skip) ev_step(ev, stmt->pos);
    switch ((StmtKind)stmt->kind) {
    case S_COMPOUND: flow = compound(ev, stmt); break;
    case S_IF: flow = if_stmt(ev, stmt); break;
    case S_IF_CONSTEVAL:
        if (ev->target)
            flow = if_stmt(ev, stmt);
        else
            flow = ev_stmt(ev, stmt->body);
        break;
    case S_WHILE:
    case S_DO:
    case S_FOR:
    case S_RANGE_FOR: flow = loop(ev, stmt); break;
    case S_SWITCH: flow = switch_stmt(ev, stmt); break;
    case S_CASE:
    case S_DEFAULT:
    case S_LABEL: flow = ev_stmt(ev, stmt->body); break;
    case S_NULL: break;
    default:
        if (skip) break;
        switch ((StmtKind)stmt->kind) {
        case S_EXPR: full_discard(ev, stmt->e); break;
        case S_DECL:
            for (uint32_t i = 0; i < stmt->u.decl.n; i++) ev_local(ev, stmt->u.decl.var[i]);
            break;
        case S_BREAK: flow = FLOW_BREAK; break;
        case S_CONTINUE: flow = FLOW_CONTINUE; break;
        case S_RETURN: flow = return_stmt(ev, stmt); break;
        case S_GOTO: EV_FAIL(ev, stmt->pos, const_goto, NULL);
        case S_ASM: EV_FAIL(ev, stmt->pos, const_asm, NULL);
        case S_ERROR: ev->silent = true; EV_FAIL(ev, stmt->pos, const_unsupported, NULL);
        default: EV_FAIL(ev, stmt->pos, const_unsupported, NULL);
        }
    }
    ev->depth--;
    return flow;
}
