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
// constant divisors, constant indices, callees and of arguments that must be constants; accesses
// whose neighbours in memory stay.
#include "opt/cfg/cfg.h"

enum { MAX_GROUP = 32, MAX_STEPS = 32 };

typedef struct SinkGroup {
    Cfg *s;
    IrBlock *join;
    uint32_t n; // blocks of the group
    IrBlock *pred[MAX_GROUP];
    uint32_t steps;                     // how far back they do the same
    IrInst *inst[MAX_STEPS][MAX_GROUP]; // [0]: the last ones
} Group;

// ---- what may go ----

static bool may_sink(const IrInst *inst) {
    static const bool stays[IR_NOPS] = {
        [IR_PHI] = true,    [IR_ALLOCA] = true,    [IR_FENCE] = true,
        [IR_VA_ARG] = true, [IR_ATOMICRMW] = true, [IR_CMPXCHG] = true};
    if (ir_is_load_or_store(inst) && !ir_is_plain(inst)) return false;
    if (stays[inst->v.op] || inst->v.type->kind == IR_TY_TOKEN) return false;
    if (inst->v.op != IR_CALL) return true;
    return !ir_is_convergent(inst) && !ir_has_effect(inst) && ir_called(inst);
}

static bool is_local_address(const IrValue *value) {
    return ir_ty_is_ptr(value->type) &&
           ir_as_op(an_underlying((IrValue *)(uintptr_t)value), IR_ALLOCA);
}

// Operand k of i may be a value that is known only when the program runs.
static bool may_vary(const IrInst *inst, uint32_t k) {
    switch (inst->v.op) {
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM: return k == 0 || !ir_is_const(ir_op(inst, k));
    case IR_GEP: return k == 0 || !ir_is_const(ir_op(inst, k)); // constants cost nothing there
    case IR_CALL: {
        uint32_t id = ir_intrin_of(inst);
        bool immediate = k < 32 && ir_intrins[id].immarg >> k & 1;
        bool fixed = id && (ir_is_family(id) || immediate);
        return k < ir_call_nargs(inst) && !fixed;
    }
    default: return true;
    }
}

static bool may_join(const IrInst *one, const IrInst *other, uint32_t k) {
    IrValue *x = ir_op(one, k), *y = ir_op(other, k);
    if (x == y) return true;
    if (!may_vary(one, k) || !may_vary(other, k)) return false;
    if (!ir_ty_is_ptr(x->type)) return !ir_ty_is_agg(x->type);
    return an_space(x) == an_space(y) && !is_local_address(x) && !is_local_address(y);
}

// Every use of step n's instruction of member k is a phi of the join, or a later step's operand;
// and the other members have the like there.
static bool uses_agree(const Group *group, uint32_t n, uint32_t k) {
    uint32_t budget = 64;
    IR_FOREACH_USE(u, &group->inst[n][k]->v) {
        uint32_t at = ir_use_index(u);
        if (!budget--) return false;
        if (u->user->v.op == IR_PHI) {
            if (u->user->block != group->join || ir_phi_block(u->user, at / 2) != group->pred[k]) {
                return false;
            }
            int zero = ir_phi_find(u->user, group->pred[0]);
            if (ir_phi_value(u->user, (uint32_t)zero) != &group->inst[n][0]->v) return false;
            continue;
        }
        uint32_t step = 0;
        while (step < n && group->inst[step][k] != u->user) step++;
        if (step == n || ir_op(group->inst[step][0], at) != &group->inst[n][0]->v) return false;
    }
    return true;
}

static uint32_t count_uses(const IrValue *value) {
    uint32_t n = 0;
    IR_FOREACH_USE(u, value) {
        if (++n > 64) break;
    }
    return n;
}

static bool step_agrees(const Group *group, uint32_t n) {
    const IrInst *first = group->inst[n][0];
    if (!may_sink(first)) return false;
    uint32_t uses = count_uses(&first->v);
    for (uint32_t k = 0; k < group->n; k++) {
        const IrInst *i = group->inst[n][k];
        if (k && (!may_sink(i) || !opt_cfg_same_operation(first, i))) return false;
        for (uint32_t o = 0; k && o < i->nops; o++) {
            if (!may_join(first, i, o)) return false;
        }
        if (count_uses(&i->v) != uses || !uses_agree(group, n, k)) return false;
    }
    return true;
}

static void walk_back(Group *group) {
    IrInst *at[MAX_GROUP];
    for (uint32_t k = 0; k < group->n; k++) at[k] = ir_term(group->pred[k])->prev;
    for (group->steps = 0; group->steps < MAX_STEPS; group->steps++) {
        for (uint32_t k = 0; k < group->n; k++) {
            if (!at[k]) return;
            group->inst[group->steps][k] = at[k];
            at[k] = at[k]->prev;
        }
        if (!step_agrees(group, group->steps)) return;
    }
}

// ---- how much is worth it ----

// Phis of the join whose values in the group are step n's instructions.
static uint32_t phis_of(const Group *group, uint32_t n) {
    uint32_t phis = 0;
    IR_FOREACH_USE(u, &group->inst[n][0]->v) phis += u->user->v.op == IR_PHI;
    return phis;
}

static bool differs(const Group *group, uint32_t n, uint32_t o) {
    for (uint32_t k = 1; k < group->n; k++) {
        if (ir_op(group->inst[n][k], o) != ir_op(group->inst[n][0], o)) return true;
    }
    return false;
}

// Is operand o of step n the instructions of a later step below `end`?
static bool is_sunk_too(const Group *group, uint32_t n, uint32_t o, uint32_t end) {
    for (uint32_t later = n + 1; later < end; later++) {
        if (ir_op(group->inst[n][0], o) == &group->inst[later][0]->v) return true;
    }
    return false;
}

static const IrType *accessed(const IrInst *access) {
    return access->v.op == IR_STORE ? ir_op(access, 0)->type : access->v.type;
}

// The two are one access of the machine, if they stay together.
static bool is_pair(const IrInst *access, const IrInst *other) {
    bool is_store = access->v.op == IR_STORE;
    if (other->v.op != access->v.op || !ir_is_plain(other)) return false;
    int64_t off, there, size = (int64_t)accessed(access)->store_size;
    IrValue *base = ir_strip_ptr(ir_op(access, is_store), &off);
    if (ir_strip_ptr(ir_op(other, is_store), &there) != base) return false;
    const IrInst *lower = there < off ? other : access;
    bool alike = (int64_t)accessed(other)->store_size == size && lower->align >= 2 * size;
    return alike && (there - off == size || off - there == size);
}

// An access would go without what makes a vector with it in its block.
static bool splits_vectors(const Group *group, uint32_t end) {
    enum { NEAR = 16 };
    for (uint32_t n = 0; n < end; n++) {
        for (uint32_t k = 0; k < group->n && ir_is_load_or_store(group->inst[n][k]); k++) {
            const IrInst *before = group->inst[end - 1][k]->prev;
            for (uint32_t i = 0; before && i < NEAR; i++, before = before->prev) {
                if (is_pair(group->inst[n][k], before)) return true;
            }
        }
    }
    return false;
}

// The most steps whose phis pay.
static uint32_t worthwhile(const Group *group) {
    for (uint32_t end = group->steps; end; end--) {
        uint32_t made = 0, gone = 0;
        for (uint32_t n = 0; n < end; n++) {
            gone += phis_of(group, n);
            for (uint32_t o = 0; o < group->inst[n][0]->nops; o++) {
                made += differs(group, n, o) && !is_sunk_too(group, n, o, end);
            }
        }
        // a lone value: no more than it was; a lone store: of one of two values, for addresses
        // that have nothing else in common are dearer to choose than a store is
        const IrInst *last = group->inst[0][0];
        bool lone = end == 1 && (last->v.uses || differs(group, 0, last->nops - 1));
        if (made <= gone + !lone && !splits_vectors(group, end)) return end;
    }
    return 0;
}

// ---- moving ----

static void split_join(Group *group) {
    IrBlock *join = group->join;
    if (ir_npreds(join) == group->n) return;
    IrBlock *mid = ir_block_new(group->s->f, join->v.name);
    ir_block_move_after(mid, group->pred[group->n - 1]);
    IrBuilder builder = ir_builder(group->s->f, mid);
    builder.dbg = ir_term(group->pred[0])->dbg;
    ir_br(&builder, join);
    IR_FOREACH_PHI(i, join) {
        IrInst *own = ir_phi(&builder, i->v.type, group->n);
        own->fmf = i->fmf;
        own->v.name = i->v.name;
        for (uint32_t k = 0; k < group->n; k++) {
            uint32_t at = (uint32_t)ir_phi_find(i, group->pred[k]);
            ir_phi_add(own, ir_phi_value(i, at), group->pred[k]);
            ir_remove_ops(i, 2 * at, 2);
        }
        ir_phi_add(i, &own->v, mid);
    }
    for (uint32_t k = 0; k < group->n; k++) ir_set_succ(ir_term(group->pred[k]), 0, mid);
    group->join = mid;
}

// Where all have the same operand it stays; else a phi (one that is there already, if it can).
static void join_operand(Group *group, uint32_t n, uint32_t o) {
    if (!differs(group, n, o)) return;
    IrInst *first = group->inst[n][0];
    IrBuilder b = ir_builder(group->s->f, group->join);
    IrInst *phi = ir_phi(&b, ir_op(first, o)->type, group->n);
    for (uint32_t k = 0; k < group->n; k++)
        ir_phi_add(phi, ir_op(group->inst[n][k], o), group->pred[k]);
    ir_set_op(first, o, &phi->v);
}

static void sink_step(Group *group, uint32_t n) {
    IrInst *first = group->inst[n][0];

    // the phis of these instructions are the one that stays
    for (IrUse *u = first->v.uses, *next; u; u = next) {
        next = u->next;
        if (u->user->v.op != IR_PHI || u->user->block != group->join) continue;
        ir_replace_uses(&u->user->v, &first->v);
        ir_erase(u->user);
        next = first->v.uses; // the phi's uses were moved here, and its own is gone
    }

    for (uint32_t o = 0; o < first->nops; o++) join_operand(group, n, o);
    ir_unlink(first);
    ir_insert_at_start(first, group->join);
    for (uint32_t k = 1; k < group->n; k++) {
        opt_cfg_keep_common_promises(first, group->inst[n][k]);
        ir_erase(group->inst[n][k]);
    }
}

static bool sink_group(Group *group) {
    walk_back(group);
    uint32_t n = worthwhile(group);
    if (!n) return false;
    split_join(group);
    for (uint32_t k = 0; k < n; k++) sink_step(group, k);
    return true;
}

// ---- who meets ----

static bool ends_here(const Cfg *cfg, const IrInst *term) {
    bool jumps = term->v.op == IR_BR && term->nops == 1;
    if (!jumps || !term->prev || opt_cfg_has_loop_md(cfg, term)) return false;
    return may_sink(term->prev);
}

bool opt_cfg_sink_arms(Cfg *cfg, IrBlock *join) {
    if (opt_cfg_is_header(cfg, join) || !join->v.uses || !join->v.uses->next) return false;
    uint32_t groups = MAX_GROUP;
    IR_FOREACH_PRED(u, join) {
        const IrInst *leader = u->user;
        if (!ends_here(cfg, leader) || !groups--) continue;
        if (!cfg->sink_group)
            cfg->sink_group = arena_alloc(cfg->pc->tmp, sizeof(Group), _Alignof(Group));
        Group *group = cfg->sink_group;
        group->s = cfg;
        group->join = join;
        group->n = 0;
        for (IrUse *w = u; w && group->n < MAX_GROUP; w = w->next) {
            if (w->user->v.op == IR_PHI || !ends_here(cfg, w->user)) continue;
            if (!opt_cfg_same_operation(leader->prev, w->user->prev)) continue;
            group->pred[group->n++] = w->user->block;
        }
        if (group->n > 1 && sink_group(group)) return true; // the list of uses is another one now
    }
    return false;
}
