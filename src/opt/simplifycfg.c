// SPDX-License-Identifier: Apache-2.0
// simplifycfg: fewer blocks and branches. Sweeps over the blocks until nothing changes:
//   fold terminators with known or equal targets; cut after calls that do not return; drop edges to
//   blocks that are unreachable by promise; merge a block into its only predecessor; lead the
//   predecessors of an empty block to its successor; turn short triangles and diamonds into
//   selects.
//
// Nothing is duplicated, so convergent operations stay where they are; only speculatable, cheap
// instructions are made unconditional. Loop metadata sits on the latch's branch: an empty latch or
// preheader where several edges meet is left alone, so that loops keep one latch and one entry.
#include "opt/opt.h"

enum { SPECULATE_COST = 4, SELECT_LIMIT = 4, MAX_SWEEPS = 32, MANY_USES = 16, MANY_INSTS = 64 };

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    BitSet header; // by block id: was a loop's header at the beginning
    uint32_t nids;
    Atom loop_md;
    BitSet to_merge, to_forward; // by block id: what waits for the end of the sweep
    bool waiting;                // something does
    AnBlockVec work, path;
} Cfg;

static bool is_header(const Cfg *s, const IrBlock *bb) {
    return bb->v.id < s->nids && bitset_has(&s->header, bb->v.id);
}

static bool has_loop_md(const IrInst *t) {
    for (const IrMdAttach *m = t->md; m; m = m->next) {
        if (strcmp(atom_str(t->v.type->m->ctx, m->kind), "llvm.loop") == 0) return true;
    }
    return false;
}

// ---- terminators ----

static bool fold_br(IrInst *t) {
    if (t->nops == 1) return false;
    IrValue *c = ir_op(t, 0);
    if (ir_succ(t, 0) == ir_succ(t, 1)) {
        opt_fold_term(t, 0);
        return true;
    }
    if (c->kind == IR_C_INT) {
        opt_fold_term(t, ir_is_zero(c) ? 1 : 0);
        return true;
    }
    if (ir_is_undef(c)) {
        opt_fold_term(t, 0);
        return true;
    }
    IrInst *n = ir_as_op(c, IR_XOR); // br !x, a, b is br x, b, a
    if (n && ir_is_all_ones(ir_op(n, 1))) {
        IrBlock *a = ir_succ(t, 0), *b = ir_succ(t, 1);
        ir_set_op(t, 0, ir_op(n, 0));
        ir_set_succ(t, 0, b);
        ir_set_succ(t, 1, a);
        opt_erase_dead(n);
        return true;
    }
    return false;
}

static bool fold_switch(IrInst *t) {
    IrBlock *bb = t->block, *dflt = ir_succ(t, 0);
    bool changed = false;
    const IrConst *c = ir_as_cint(ir_op(t, 0));
    if (c) {
        uint32_t keep = 0;
        for (uint32_t k = 2; k < t->nops; k += 2) {
            if (ir_op(t, k) == &c->v) keep = k / 2;
        }
        opt_fold_term(t, keep);
        return true;
    }
    for (uint32_t n = ir_switch_remove(t, dflt); n; n--) { // cases that go where default goes
        ir_phi_remove_edge(dflt, bb);
        changed = true;
    }
    if (t->nops == 2) {
        opt_fold_term(t, 0);
        return true;
    }
    if (t->nops == 4) { // one case
        IrBuilder b = ir_builder_at(t);
        IrValue *eq = ir_cmp(&b, IR_EQ, ir_op(t, 0), ir_op(t, 2));
        ir_condbr(&b, eq, (IrBlock *)ir_op(t, 3), dflt);
        ir_erase(t);
        return true;
    }
    return changed;
}

// Everything behind a call that does not return, or a store to null, is unreachable.
static bool cut_after_noreturn(Cfg *s, IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (i->v.op != IR_CALL || !ir_call_has(i, IR_AT_FN, IR_ATTR_NORETURN)) continue;
        if (!i->next || i->next->v.op == IR_UNREACHABLE) return false;
        IrInst *t = ir_term(bb);
        for (uint32_t k = 0; k < ir_nsucc(t); k++) ir_phi_remove_edge(ir_succ(t, k), bb);
        while (i->next) {
            IrInst *d = bb->last;
            if (d->v.uses) ir_replace_uses(&d->v, &ir_poison(s->m, d->v.type)->v);
            ir_erase(d);
        }
        IrBuilder b = ir_builder(s->f, bb);
        ir_unreachable(&b);
        return true;
    }
    return false;
}

// Edges to a block that starts with `unreachable` are never taken.
static bool drop_unreachable(Cfg *s, IrBlock *bb) {
    bool changed = false;
    if (bb->first->v.op != IR_UNREACHABLE || bb == s->f->first) return false;
    IR_FOREACH_USE_SAFE(u, &bb->v) {
        IrInst *t = u->user;
        if (t->v.op == IR_BR && t->nops == 3) {
            if (ir_op(t, 1) == ir_op(t, 2)) continue;
            opt_fold_term(t, ir_use_index(u) == 1 ? 1 : 0);
        } else if (t->v.op == IR_BR) {
            IrBuilder b = ir_builder_at(t);
            ir_unreachable(&b);
            ir_erase(t);
        } else if (t->v.op == IR_SWITCH && ir_use_index(u) > 1) {
            ir_remove_ops(t, ir_use_index(u) - 1, 2);
            return true; // operands moved in memory: the walk must start again
        } else {
            continue;
        }
        return true; // other uses may have gone with it
    }
    return changed;
}

// ---- merging ----

// The only predecessor, where it goes nowhere else.
static IrBlock *mergeable_pred(const Cfg *s, const IrBlock *bb) {
    IrBlock *p = ir_single_pred(bb);
    if (!p || p == bb || bb == s->f->first) return NULL;
    IrInst *t = ir_term(p);
    return t->v.op != IR_BR || t->nops != 1 || has_loop_md(t) ? NULL : p;
}

static bool is_long(const IrBlock *bb) {
    uint32_t n = 0;
    IR_FOREACH_INST(i, bb) {
        if (++n > MANY_INSTS) return true;
    }
    return false;
}

// Where a chain stands in the layout backwards, a long block waits until the one before it has been
// merged: else what has been collected moves once for every block on the way.
static bool merge_into_pred(Cfg *s, IrBlock *bb) {
    IrBlock *p = mergeable_pred(s, bb);
    if (!p) return false;
    if (mergeable_pred(s, p) && is_long(bb)) {
        bitset_add(&s->to_merge, bb->v.id);
        s->waiting = true;
        return false;
    }
    opt_merge_into_pred(bb);
    return true;
}

static void list_blocks(Cfg *s, const BitSet *which) {
    s->work.n = 0;
    IR_FOREACH_BLOCK(bb, s->f) {
        if (bitset_has(which, bb->v.id)) vec_push(s->pc->tmp, &s->work, bb);
    }
}

static bool merge_postponed(Cfg *s) {
    bool changed = false;
    list_blocks(s, &s->to_merge);
    for (uint32_t k = 0; k < s->work.n; k++) {
        IrBlock *bb = s->work.at[k];
        if (!bitset_has(&s->to_merge, bb->v.id)) continue; // gone, or in a chain done already
        s->path.n = 0;
        for (IrBlock *p; (p = mergeable_pred(s, bb)) && p != s->work.at[k]; bb = p) {
            vec_push(s->pc->tmp, &s->path, bb);
        }
        changed |= s->path.n != 0;
        while (s->path.n) { // from the chain's first block on
            IrBlock *next = vec_pop(&s->path);
            bitset_del(&s->to_merge, next->v.id);
            opt_merge_into_pred(next);
        }
    }
    bitset_clear(&s->to_merge);
    return changed;
}

// Phi k of the successor takes from an empty block either a plain value or one of its phis.
static bool phis_only_for(const IrBlock *bb, const IrBlock *to) {
    for (IrInst *i = bb->first; i->v.op == IR_PHI; i = i->next) {
        IR_FOREACH_USE(u, &i->v) {
            if (u->user->v.op != IR_PHI || u->user->block != to) return false;
            if (ir_phi_block(u->user, ir_use_index(u) / 2) != bb) return false;
        }
    }
    return true;
}

static IrValue *through(IrValue *v, const IrBlock *bb, const IrBlock *pred) {
    IrInst *i = ir_as_op(v, IR_PHI);
    if (!i || i->block != bb) return v;
    int k = ir_phi_find(i, pred);
    return k < 0 ? NULL : ir_phi_value(i, (uint32_t)k);
}

static bool can_forward(Cfg *s, IrBlock *bb, IrBlock *to) {
    uint32_t preds = 0;
    if (bb == s->f->first || to == bb || !phis_only_for(bb, to)) return false;
    IR_FOREACH_PRED(u, bb) {
        IrBlock *p = u->user->block;
        preds++;
        if (u->user->v.op == IR_INDIRECTBR || p == bb) return false;
        for (IrInst *i = to->first; i->v.op == IR_PHI; i = i->next) {
            int via = ir_phi_find(i, bb), direct = ir_phi_find(i, p);
            IrValue *v = via < 0 ? NULL : through(ir_phi_value(i, (uint32_t)via), bb, p);
            if (!v) return false;
            if (direct >= 0 && ir_phi_value(i, (uint32_t)direct) != v) return false;
        }
    }
    if (preds == 0) return false;
    if (has_loop_md(ir_term(bb))) return false;
    return !(preds > 1 && (is_header(s, to) || is_header(s, bb)));
}

static bool is_empty(const IrBlock *bb) {
    const IrInst *t = ir_first_non_phi(bb);
    return t->v.op == IR_BR && t->nops == 1;
}

static bool forward_empty(Cfg *s, IrBlock *bb) {
    if (!is_empty(bb)) return false;
    IrBlock *to = ir_succ(ir_term(bb), 0);
    if (!can_forward(s, bb, to)) return false;
    for (IrInst *i = to->first; i->v.op == IR_PHI; i = i->next) {
        uint32_t k = (uint32_t)ir_phi_find(i, bb);
        IrValue *v = ir_phi_value(i, k);
        bool taken = false; // the entry of bb, by the first predecessor
        IR_FOREACH_PRED(u, bb) {
            IrBlock *p = u->user->block;
            if (taken) {
                ir_phi_add(i, through(v, bb, p), p);
            } else {
                ir_set_op(i, 2 * k, through(v, bb, p));
                ir_set_op(i, 2 * k + 1, &p->v);
            }
            taken = true;
        }
    }
    for (IrUse *u = bb->v.uses, *next; u; u = next) {
        next = u->next;
        if (u->user->v.op != IR_PHI) ir_set_op(u->user, ir_use_index(u), &to->v);
    }
    ir_block_remove(bb);
    return true;
}

static bool has_many_uses(const IrBlock *bb) {
    uint32_t n = 0;
    IR_FOREACH_USE(u, &bb->v) {
        if (++n > MANY_USES) return true;
    }
    return false;
}

// Where empty blocks lead to each other, the last one should go first: else the edges that have
// been collected move once for every block on the way.
static bool postpone(Cfg *s, IrBlock *bb) {
    if (!is_empty(bb) || !is_empty(ir_succ(ir_term(bb), 0)) || !has_many_uses(bb)) return false;
    bitset_add(&s->to_forward, bb->v.id);
    return s->waiting = true;
}

static bool forward_postponed(Cfg *s) {
    bool changed = false;
    list_blocks(s, &s->to_forward);
    for (uint32_t k = 0; k < s->work.n; k++) {
        s->path.n = 0;
        for (IrBlock *bb = s->work.at[k]; bitset_has(&s->to_forward, bb->v.id);) {
            bitset_del(&s->to_forward, bb->v.id);
            vec_push(s->pc->tmp, &s->path, bb);
            if (is_empty(bb)) bb = ir_succ(ir_term(bb), 0);
        }
        while (s->path.n) changed |= forward_empty(s, vec_pop(&s->path));
    }
    return changed;
}

// ---- selects ----

static uint32_t cost(const IrInst *i) {
    switch (i->v.op) {
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_TRUNC:
    case IR_FREEZE:
    case IR_PTRTOINT:
    case IR_INTTOPTR: return 0;
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM:
    case IR_FDIV:
    case IR_FREM: return 100;
    case IR_CALL: return 2;
    default: return ir_ty_bits(ir_ty_scalar(i->v.type)) > 64 ? 4 : 1;
    }
}

// Can the whole block run always? Its cost, or UINT32_MAX.
static uint32_t speculation_cost(const IrBlock *bb) {
    uint32_t c = 0;
    IR_FOREACH_INST(i, bb) {
        if (ir_is_term(i)) break;
        if (i->v.op == IR_PHI || !ir_is_speculatable(i)) return UINT32_MAX;
        c += cost(i);
        if (c > SPECULATE_COST) return UINT32_MAX;
    }
    return c;
}

static bool plain_side(const IrBlock *side, const IrBlock *from, IrBlock *to) {
    IrInst *t = ir_term(side);
    return t->v.op == IR_BR && t->nops == 1 && ir_succ(t, 0) == to && !has_loop_md(t) &&
           ir_single_pred(side) == from;
}

static void hoist(IrBlock *from, IrInst *before) {
    while (!ir_is_term(from->first)) {
        IrInst *i = from->first;
        // flags and metadata that were true under the condition need not hold always
        i->md = NULL;
        ir_move_before(i, before);
    }
}

// bb branches to `t` and `f`, each either a plain side block or the join itself.
static bool if_convert(Cfg *s, IrBlock *bb, IrBlock *t, IrBlock *f, IrBlock *join) {
    uint32_t ct = t == join ? 0 : speculation_cost(t), cf = f == join ? 0 : speculation_cost(f);
    if (ct == UINT32_MAX || cf == UINT32_MAX || ct + cf > SPECULATE_COST) return false;
    uint32_t phis = 0;
    for (IrInst *i = join->first; i->v.op == IR_PHI; i = i->next) {
        uint32_t a = (uint32_t)ir_phi_find(i, t == join ? bb : t);
        uint32_t b = (uint32_t)ir_phi_find(i, f == join ? bb : f);
        if (ir_phi_value(i, a) == ir_phi_value(i, b)) continue;
        if (ir_ty_is_agg(i->v.type) || ++phis > SELECT_LIMIT) return false;
    }
    IrInst *term = ir_term(bb);
    IrValue *c = ir_op(term, 0);
    if (t != join) hoist(t, term);
    if (f != join) hoist(f, term);
    IrBuilder b = ir_builder_at(term);
    for (IrInst *i = join->first; i->v.op == IR_PHI; i = i->next) {
        IrValue *x = ir_phi_value(i, (uint32_t)ir_phi_find(i, t == join ? bb : t));
        IrValue *y = ir_phi_value(i, (uint32_t)ir_phi_find(i, f == join ? bb : f));
        b.name = i->v.name;
        b.fmf = i->fmf;
        IrValue *v = ir_select(&b, c, x, y);
        b.name = 0;
        // one entry for bb replaces the two
        int k = ir_phi_find(i, t == join ? bb : t);
        ir_remove_ops(i, (uint32_t)k * 2, 2);
        k = ir_phi_find(i, f == join ? bb : f);
        ir_remove_ops(i, (uint32_t)k * 2, 2);
        ir_phi_add(i, v, bb);
    }
    ir_br(&b, join);
    ir_erase(term);
    if (t != join) ir_block_remove(t);
    if (f != join) ir_block_remove(f);
    return true;
}

static bool make_selects(Cfg *s, IrBlock *bb) {
    IrInst *term = ir_term(bb);
    if (term->v.op != IR_BR || term->nops != 3 || has_loop_md(term)) return false;
    IrBlock *t = ir_succ(term, 0), *f = ir_succ(term, 1);
    if (t == bb || f == bb || t == f) return false;
    if (plain_side(t, bb, f)) return f->first->v.op == IR_PHI && if_convert(s, bb, t, f, f);
    if (plain_side(f, bb, t)) return t->first->v.op == IR_PHI && if_convert(s, bb, t, f, t);
    IrInst *tt = ir_term(t);
    if (tt->v.op != IR_BR || tt->nops != 1) return false;
    IrBlock *join = ir_succ(tt, 0);
    if (join == bb || !plain_side(t, bb, join) || !plain_side(f, bb, join)) return false;
    return if_convert(s, bb, t, f, join);
}

// ---- the sweep ----

static bool simplify_phis(Cfg *s, IrBlock *bb) { // phis with one entry
    bool changed = false;
    IrInst *i = bb->first;
    while (i && i->v.op == IR_PHI) {
        IrInst *next = i->next;
        IrValue *v = opt_simplify(s->m, i);
        if (v) {
            ir_replace_erase(i, v);
            changed = true;
        }
        i = next;
    }
    return changed;
}

static bool sweep(Cfg *s) {
    bool changed = false;
    for (IrBlock *bb = s->f->first, *next; bb; bb = next) {
        changed |= cut_after_noreturn(s, bb);
        IrInst *t = ir_term(bb);
        if (t->v.op == IR_BR) changed |= fold_br(t);
        if (t->v.op == IR_SWITCH) changed |= fold_switch(t);
        changed |= simplify_phis(s, bb);
        changed |= make_selects(s, bb);
        next = bb->next;
        if (drop_unreachable(s, bb)) changed = true;
        if (merge_into_pred(s, bb) || (!postpone(s, bb) && forward_empty(s, bb))) changed = true;
    }
    if (s->waiting) {
        changed |= merge_postponed(s);
        changed |= forward_postponed(s);
        s->waiting = false;
    }
    return changed;
}

bool opt_simplifycfg(PassCtx *pc, IrFunc *f) {
    Cfg s = {.pc = pc, .f = f, .m = f->g.m};
    bool changed = opt_remove_unreachable(f, pc->tmp);
    if (changed) an_changed(pc->an, AN_CHANGED_ALL);
    const AnLoops *ls = an_loops(pc->an);
    s.nids = f->nblockids;
    bitset_init(&s.header, pc->tmp, s.nids);
    bitset_init(&s.to_merge, pc->tmp, s.nids);
    bitset_init(&s.to_forward, pc->tmp, s.nids);
    for (uint32_t k = 0; k < ls->all.n; k++) bitset_add(&s.header, ls->all.at[k]->header->v.id);
    for (int k = 0; k < MAX_SWEEPS; k++) {
        bool again = sweep(&s);
        again |= opt_remove_unreachable(f, pc->tmp);
        changed |= again;
        if (!again) break;
    }
    return changed;
}
