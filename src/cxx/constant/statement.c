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

Obj *ev_bind_slot(Ev *ev, VarDecl *var, Obj *bound) {
    EvSlot *s = slot_of(ev, var);
    if (!s) {
        EvSlot n = {var, NULL};
        vec_push(ev->arena, &ev->slots, n);
        s = &vec_last(&ev->slots);
    }
    s->o = bound;
    return bound;
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
static bool full_cond(Ev *ev, Expr *condition) {
    uint32_t mark = ev_temps_begin(ev);
    bool b = ev_cond(ev, condition);
    ev_temps_end(ev, mark, condition->pos);
    return b;
}

static void full_discard(Ev *ev, Expr *discarded) {
    uint32_t mark = ev_temps_begin(ev);
    ev_discard(ev, discarded);
    ev_temps_end(ev, mark, discarded->pos);
}

// The value goes to the frame, an object to the place that the caller gave.
static EvFlow return_stmt(Ev *ev, Stmt *leaving) {
    EvFrame *frame = ev->f;
    if (!leaving->e) return FLOW_RETURN;
    uint32_t mark = ev_temps_begin(ev);
    Type *ret = frame->fn->d.type->u.func.ret;
    if (ret->kind == TY_VOID) {
        ev_discard(ev, leaving->e);
    } else if (ty_is_ref(ret)) {
        frame->ret = ev_ptr(ev_lvalue(ev, leaving->e));
    } else if (!ev_is_agg(ret)) {
        Val v = ev_scalar(ev, leaving->e);
        frame->ret = v;
    } else {
        if (!frame->ret_obj) EV_FAIL(ev, leaving->pos, const_unsupported, NULL);
        ev_into(ev, leaving->e, frame->ret_obj);
    }
    ev_temps_end(ev, mark, leaving->pos);
    return FLOW_RETURN;
}

static EvFlow compound(Ev *ev, Stmt *block) {
    uint32_t mark = ev->locals.n;
    EvFlow f = FLOW_NEXT;
    for (uint32_t i = 0; i < block->u.list.n && f == FLOW_NEXT; i++)
        f = ev_stmt(ev, block->u.list.at[i]);
    ev_scope_end(ev, mark, block->end);
    return f;
}

static EvFlow if_stmt(Ev *ev, Stmt *branch) {
    uint32_t mark = ev->locals.n;
    EvFlow flow = FLOW_NEXT;
    if (ev->target) { // the label may be in either branch
        if (branch->body) flow = ev_stmt(ev, branch->body);
        if (ev->target && branch->els) flow = ev_stmt(ev, branch->els);
        return flow;
    }
    if (branch->init) ev_stmt(ev, branch->init);
    if (branch->u.cond_var) ev_local(ev, branch->u.cond_var);
    if (!branch->e) { // `if constexpr`: the branch that was kept
        if (branch->body) flow = ev_stmt(ev, branch->body);
        if (flow == FLOW_NEXT && branch->els) flow = ev_stmt(ev, branch->els);
    } else {
        Stmt *b = full_cond(ev, branch->e) ? branch->body : branch->els;
        if (b) flow = ev_stmt(ev, b);
    }
    ev_scope_end(ev, mark, branch->end);
    return flow;
}

// All loops. A jump to a label (ev->target) enters the body without the condition.
static EvFlow loop(Ev *ev, Stmt *cycle) {
    uint32_t outer = ev->locals.n;
    EvFlow flow = FLOW_NEXT;
    bool entered = ev->target != NULL; // a jump into the body
    VarDecl *cv = is_any_of(cycle->kind, S_FOR, S_WHILE) ? cycle->u.cond_var : NULL;
    if (!entered) {
        if (cycle->init) ev_stmt(ev, cycle->init);
        if (cycle->kind == S_RANGE_FOR) {
            ev_local(ev, cycle->u.range->range);
            if (cycle->u.range->begin) ev_local(ev, cycle->u.range->begin);
            if (cycle->u.range->end) ev_local(ev, cycle->u.range->end);
        }
    }

    bool first = cycle->kind == S_DO; // whose condition stands behind the body
    for (;;) {
        ev_step(ev, cycle->pos);
        uint32_t iter = ev->locals.n;
        if (!entered && !first) {
            if (cv) ev_local(ev, cv);
            if (cycle->e && !full_cond(ev, cycle->e)) {
                ev_scope_end(ev, iter, cycle->pos);
                break;
            }
            if (cycle->kind == S_RANGE_FOR) {
                if (cycle->u.range->decl)
                    ev_stmt(ev, cycle->u.range->decl);
                else if (cycle->u.range->var)
                    ev_local(ev, cycle->u.range->var);
            }
        }
        if (cycle->body) flow = ev_stmt(ev, cycle->body);
        if (entered && ev->target) return FLOW_NEXT; // the target is not in here
        entered = first = false;
        ev_scope_end(ev, iter, cycle->pos);
        if (is_any_of(flow, FLOW_BREAK, FLOW_RETURN)) break;
        if (cycle->kind == S_DO && !full_cond(ev, cycle->e)) break;
        first = cycle->kind == S_DO;
        if (cycle->inc) full_discard(ev, cycle->inc);
    }
    ev_scope_end(ev, outer, cycle->pos);
    return flow == FLOW_RETURN ? flow : FLOW_NEXT;
}

// Jumps to the label whose range has the value: ev_stmt passes over all statements up to it.
static EvFlow switch_stmt(Ev *ev, Stmt *branch) {
    uint32_t mark = ev->locals.n;
    if (ev->target) return ev_stmt(ev, branch->body); // label of an outer switch inside of this one
    if (branch->init) ev_stmt(ev, branch->init);
    uint32_t temps = ev_temps_begin(ev);
    Val val = ev_scalar(ev, branch->e);
    ev_temps_end(ev, temps, branch->pos);
    bool sgn = !ty_is_unsigned(branch->e->type);
    Stmt *to = branch->u.cases.def;
    for (uint32_t i = 0; i < branch->u.cases.n; i++) {
        CaseRange *c = &branch->u.cases.at[i];
        ApInt lo = apint_resize(c->lo, val.u.i.width, sgn),
              hi = apint_resize(c->hi, val.u.i.width, sgn);
        if (apint_cmp(val.u.i, lo, sgn) < 0 || apint_cmp(val.u.i, hi, sgn) > 0) continue;
        to = c->stmt;
        break;
    }
    EvFlow f = FLOW_NEXT;
    if (to) {
        ev->target = to;
        f = ev_stmt(ev, branch->body);
        if (ev->target) EV_FAIL(ev, branch->pos, const_unsupported, NULL);
    }
    ev_scope_end(ev, mark, branch->end);
    return f == FLOW_BREAK ? FLOW_NEXT : f;
}

static EvFlow if_consteval(Ev *ev, Stmt *branch) {
    return ev->target ? if_stmt(ev, branch) : ev_stmt(ev, branch->body);
}

static EvFlow labelled(Ev *ev, Stmt *label) {
    return ev_stmt(ev, label->body);
}

static EvFlow nothing(Ev *ev, Stmt *empty) {
    return FLOW_NEXT;
}

static EvFlow expression(Ev *ev, Stmt *statement) {
    full_discard(ev, statement->e);
    return FLOW_NEXT;
}

static EvFlow declaration(Ev *ev, Stmt *statement) {
    for (uint32_t i = 0; i < statement->u.decl.n; i++) ev_local(ev, statement->u.decl.var[i]);
    return FLOW_NEXT;
}

static EvFlow break_stmt(Ev *ev, Stmt *jump) {
    return FLOW_BREAK;
}

static EvFlow continue_stmt(Ev *ev, Stmt *jump) {
    return FLOW_CONTINUE;
}

static EvFlow goto_stmt(Ev *ev, Stmt *jump) {
    EV_FAIL(ev, jump->pos, const_goto, NULL);
}

static EvFlow asm_stmt(Ev *ev, Stmt *statement) {
    EV_FAIL(ev, statement->pos, const_asm, NULL);
}

static EvFlow no_stmt(Ev *ev, Stmt *unknown) {
    EV_FAIL(ev, unknown->pos, const_unsupported, NULL);
}

static EvFlow lost_stmt(Ev *ev, Stmt *lost) {
    ev->silent = true;
    return no_stmt(ev, lost);
}

// holds: the target of a switch may be in it, so it is entered while that is looked for.
static const struct {
    EvFlow (*execute)(Ev *, Stmt *);
    bool holds;
} stmt_rows[UINT8_MAX + 1] = {
    [S_COMPOUND] = {compound, true},
    [S_IF] = {if_stmt, true},
    [S_IF_CONSTEVAL] = {if_consteval, true},
    [S_WHILE] = {loop, true},
    [S_DO] = {loop, true},
    [S_FOR] = {loop, true},
    [S_RANGE_FOR] = {loop, true},
    [S_SWITCH] = {switch_stmt, true},
    [S_CASE] = {labelled, true},
    [S_DEFAULT] = {labelled, true},
    [S_LABEL] = {labelled, true},
    [S_NULL] = {nothing, true},
    [S_EXPR] = {expression, false},
    [S_DECL] = {declaration, false},
    [S_BREAK] = {break_stmt, false},
    [S_CONTINUE] = {continue_stmt, false},
    [S_RETURN] = {return_stmt, false},
    [S_GOTO] = {goto_stmt, false},
    [S_ASM] = {asm_stmt, false},
    [S_ERROR] = {lost_stmt, false},
};

// While ev->target is set only what may hold the target is entered.
EvFlow ev_stmt(Ev *ev, Stmt *executed) {
    if (!executed) return FLOW_NEXT;
    if (ev->target == executed) ev->target = NULL;
    ev_enter(ev, executed->pos);
    bool looks_for = ev->target != NULL;
    if (!looks_for) ev_step(ev, executed->pos);
    EvFlow (*execute)(Ev *, Stmt *) = stmt_rows[executed->kind].execute;
    if (!execute) execute = no_stmt;
    bool enters = !looks_for || stmt_rows[executed->kind].holds;
    EvFlow flow = enters ? execute(ev, executed) : FLOW_NEXT;
    ev->depth--;
    return flow;
}
