// SPDX-License-Identifier: Apache-2.0
// simplifycfg, common ends: what several blocks do last before they meet is done once behind them;
// operands that differ become phis.
//
//     t: store i32 2, ptr %p                       t: br label %j
//        br label %j                               f: br label %j
//     f: store i32 2, ptr %q                 =>    j: %r = phi ptr [ %p, %t ], [ %q, %f ]
//        br label %j                                  store i32 2, ptr %r
//     j: ...
//
// The blocks' ends are walked back together as long as they do the same and nothing else uses the
// results. Then as much goes as needs at most one phi more than it makes superfluous. Where the
// join has other ways in, the group gets a block of its own in front of it.
//
// Refused: convergent operations (the threads of all arms would run them together), atomics,
// volatile accesses, allocas, loop headers as joins, latches with loop metadata; phis of
// addresses of local objects (they would have to stay in memory) or of different memory spaces, of
// constant divisors, constant indices, callees and of arguments that must be constants.
#include "opt/cfg/cfg.h"

enum { MAX_GROUP = 32, MAX_STEPS = 32 };

typedef struct {
    Cfg *s;
    IrBlock *join;
    uint32_t n; // blocks of the group
    IrBlock *pred[MAX_GROUP];
    uint32_t steps;                     // how far back they do the same
    IrInst *inst[MAX_STEPS][MAX_GROUP]; // [0]: the last ones
} Group;

// ---- what may go ----

static bool may_sink(const IrInst *i) {
    switch (i->v.op) {
    case IR_PHI:
    case IR_ALLOCA:
    case IR_FENCE:
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
    case IR_VA_ARG: return false;
    default: break;
    }
    bool accesses = i->v.op == IR_LOAD || i->v.op == IR_STORE;
    if (accesses && ((i->v.flags & IR_VOLATILE) || i->order != IR_NOT_ATOMIC)) return false;
    if (i->v.type->kind == IR_TY_TOKEN) return false;
    if (i->v.op != IR_CALL) return true;
    return !ir_is_convergent(i) && !ir_has_effect(i) && ir_called(i);
}

static bool is_local_address(const IrValue *v) {
    return ir_ty_is_ptr(v->type) && ir_as_op(an_underlying((IrValue *)(uintptr_t)v), IR_ALLOCA);
}

// Operand k of i may be a value that is known only when the program runs.
static bool may_vary(const IrInst *i, uint32_t k) {
    switch (i->v.op) {
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM: return k == 0 || !ir_is_const(ir_op(i, k));
    case IR_GEP: return k == 0 || !ir_is_const(ir_op(i, k)); // constants cost nothing there
    case IR_CALL: {
        uint32_t id = ir_intrin_of(i);
        if (k >= ir_call_nargs(i)) return false;
        return !id || !(ir_is_family(id) || (k < 32 && ir_intrins[id].immarg >> k & 1));
    }
    default: return true;
    }
}

static bool may_join(const IrInst *a, const IrInst *b, uint32_t k) {
    IrValue *x = ir_op(a, k), *y = ir_op(b, k);
    if (x == y) return true;
    if (!may_vary(a, k) || !may_vary(b, k)) return false;
    if (!ir_ty_is_ptr(x->type)) return !ir_ty_is_agg(x->type);
    return an_space(x) == an_space(y) && !is_local_address(x) && !is_local_address(y);
}

// Every use of step n's instruction of member k is a phi of the join, or a later step's operand;
// and the other members have the like there.
static bool uses_agree(const Group *g, uint32_t n, uint32_t k) {
    uint32_t budget = 64;
    IR_FOREACH_USE(u, &g->inst[n][k]->v) {
        uint32_t at = ir_use_index(u);
        if (!budget--) return false;
        if (u->user->v.op == IR_PHI) {
            if (u->user->block != g->join || ir_phi_block(u->user, at / 2) != g->pred[k]) {
                return false;
            }
            int zero = ir_phi_find(u->user, g->pred[0]);
            if (ir_phi_value(u->user, (uint32_t)zero) != &g->inst[n][0]->v) return false;
            continue;
        }
        uint32_t step = 0;
        while (step < n && g->inst[step][k] != u->user) step++;
        if (step == n || ir_op(g->inst[step][0], at) != &g->inst[n][0]->v) return false;
    }
    return true;
}

static uint32_t count_uses(const IrValue *v) {
    uint32_t n = 0;
    IR_FOREACH_USE(u, v) {
        if (++n > 64) break;
    }
    return n;
}

static bool step_agrees(const Group *g, uint32_t n) {
    const IrInst *first = g->inst[n][0];
    if (!may_sink(first)) return false;
    uint32_t uses = count_uses(&first->v);
    for (uint32_t k = 0; k < g->n; k++) {
        const IrInst *i = g->inst[n][k];
        if (k && (!may_sink(i) || !opt_cfg_same_operation(first, i))) return false;
        for (uint32_t o = 0; k && o < i->nops; o++) {
            if (!may_join(first, i, o)) return false;
        }
        if (count_uses(&i->v) != uses || !uses_agree(g, n, k)) return false;
    }
    return true;
}

static void walk_back(Group *g) {
    IrInst *at[MAX_GROUP];
    for (uint32_t k = 0; k < g->n; k++) at[k] = ir_term(g->pred[k])->prev;
    for (g->steps = 0; g->steps < MAX_STEPS; g->steps++) {
        for (uint32_t k = 0; k < g->n; k++) {
            if (!at[k]) return;
            g->inst[g->steps][k] = at[k];
            at[k] = at[k]->prev;
        }
        if (!step_agrees(g, g->steps)) return;
    }
}

// ---- how much is worth it ----

// Phis of the join whose values in the group are step n's instructions.
static uint32_t phis_of(const Group *g, uint32_t n) {
    uint32_t phis = 0;
    IR_FOREACH_USE(u, &g->inst[n][0]->v) phis += u->user->v.op == IR_PHI;
    return phis;
}

static bool differs(const Group *g, uint32_t n, uint32_t o) {
    for (uint32_t k = 1; k < g->n; k++) {
        if (ir_op(g->inst[n][k], o) != ir_op(g->inst[n][0], o)) return true;
    }
    return false;
}

// Is operand o of step n the instructions of a later step below `end`?
static bool is_sunk_too(const Group *g, uint32_t n, uint32_t o, uint32_t end) {
    for (uint32_t later = n + 1; later < end; later++) {
        if (ir_op(g->inst[n][0], o) == &g->inst[later][0]->v) return true;
    }
    return false;
}

// The most steps whose phis pay.
static uint32_t worthwhile(const Group *g) {
    for (uint32_t end = g->steps; end; end--) {
        uint32_t made = 0, gone = 0;
        for (uint32_t n = 0; n < end; n++) {
            gone += phis_of(g, n);
            for (uint32_t o = 0; o < g->inst[n][0]->nops; o++) {
                made += differs(g, n, o) && !is_sunk_too(g, n, o, end);
            }
        }
        // a lone value: no more than it was; a lone store: of one of two values, for addresses
        // that have nothing else in common are dearer to choose than a store is
        const IrInst *last = g->inst[0][0];
        bool lone = end == 1 && (last->v.uses || differs(g, 0, last->nops - 1));
        if (made <= gone + !lone) return end;
    }
    return 0;
}

// ---- moving ----

static void split_join(Group *g) {
    IrBlock *join = g->join;
    if (ir_npreds(join) == g->n) return;
    IrBlock *mid = ir_block_new(g->s->f, join->v.name);
    ir_block_move_after(mid, g->pred[g->n - 1]);
    IrBuilder b = ir_builder(g->s->f, mid);
    b.dbg = ir_term(g->pred[0])->dbg;
    ir_br(&b, join);
    for (IrInst *i = join->first; i->v.op == IR_PHI; i = i->next) {
        IrInst *own = ir_phi(&b, i->v.type, g->n);
        own->fmf = i->fmf;
        own->v.name = i->v.name;
        for (uint32_t k = 0; k < g->n; k++) {
            uint32_t at = (uint32_t)ir_phi_find(i, g->pred[k]);
            ir_phi_add(own, ir_phi_value(i, at), g->pred[k]);
            ir_remove_ops(i, 2 * at, 2);
        }
        ir_phi_add(i, &own->v, mid);
    }
    for (uint32_t k = 0; k < g->n; k++) ir_set_succ(ir_term(g->pred[k]), 0, mid);
    g->join = mid;
}

// Where all have the same operand it stays; else a phi (one that is there already, if it can).
static void join_operand(Group *g, uint32_t n, uint32_t o) {
    if (!differs(g, n, o)) return;
    IrInst *first = g->inst[n][0];
    IrBuilder b = ir_builder(g->s->f, g->join);
    IrInst *phi = ir_phi(&b, ir_op(first, o)->type, g->n);
    for (uint32_t k = 0; k < g->n; k++) ir_phi_add(phi, ir_op(g->inst[n][k], o), g->pred[k]);
    ir_set_op(first, o, &phi->v);
}

static void sink_step(Group *g, uint32_t n) {
    IrInst *first = g->inst[n][0];

    // the phis of these instructions are the one that stays
    for (IrUse *u = first->v.uses, *next; u; u = next) {
        next = u->next;
        if (u->user->v.op != IR_PHI || u->user->block != g->join) continue;
        ir_replace_uses(&u->user->v, &first->v);
        ir_erase(u->user);
        next = first->v.uses; // the phi's uses were moved here, and its own is gone
    }

    for (uint32_t o = 0; o < first->nops; o++) join_operand(g, n, o);
    ir_unlink(first);
    ir_insert_at_start(first, g->join);
    for (uint32_t k = 1; k < g->n; k++) {
        opt_cfg_keep_common_promises(first, g->inst[n][k]);
        ir_erase(g->inst[n][k]);
    }
}

static bool sink_group(Group *g) {
    walk_back(g);
    uint32_t n = worthwhile(g);
    if (!n) return false;
    split_join(g);
    for (uint32_t k = 0; k < n; k++) sink_step(g, k);
    return true;
}

// ---- who meets ----

static bool ends_here(const Cfg *s, const IrInst *term) {
    return term->v.op == IR_BR && term->nops == 1 && term->prev && term->prev->v.op != IR_PHI &&
           !opt_cfg_has_loop_md(s, term) && may_sink(term->prev);
}

bool opt_cfg_sink_arms(Cfg *s, IrBlock *join) {
    if (opt_cfg_is_header(s, join) || !join->v.uses || !join->v.uses->next) return false;
    Group *g = NULL;
    uint32_t groups = MAX_GROUP;
    IR_FOREACH_PRED(u, join) {
        const IrInst *leader = u->user;
        if (!ends_here(s, leader) || !groups--) continue;
        if (!g) g = arena_alloc(s->pc->tmp, sizeof *g, _Alignof(Group));
        g->s = s;
        g->join = join;
        g->n = 0;
        for (IrUse *w = u; w && g->n < MAX_GROUP; w = w->next) {
            if (w->user->v.op == IR_PHI || !ends_here(s, w->user)) continue;
            if (!opt_cfg_same_operation(leader->prev, w->user->prev)) continue;
            g->pred[g->n++] = w->user->block;
        }
        if (g->n > 1 && sink_group(g)) return true; // the list of uses is another one now
    }
    return false;
}
