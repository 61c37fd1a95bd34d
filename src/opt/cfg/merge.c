// SPDX-License-Identifier: Apache-2.0
// simplifycfg, merging: a block goes into its only predecessor, the predecessors of an empty block
// go to its successor, and blocks that do nothing but return become one.
//
//     a: ...; br label %b    b: ...; ret void      =>  a: ...; ret void
//     a: br %c, %b, %d       b: br label %d        =>  a: br %c, %d, %d
//
// Refused: an empty latch (loop metadata sits on its branch) and an empty block where several edges
// of a loop's header meet, so that loops keep one latch and one way in.
#include "opt/cfg/cfg.h"

enum { MANY_USES = 16, MANY_INSTS = 64 };

// The only predecessor, where it goes nowhere else.
static IrBlock *mergeable_pred(const Cfg *cfg, const IrBlock *bb) {
    IrBlock *p = ir_single_pred(bb);
    if (!p || p == bb || bb == cfg->f->first) return NULL;
    IrInst *t = ir_term(p);
    return t->v.op != IR_BR || t->nops != 1 || opt_cfg_has_loop_md(cfg, t) ? NULL : p;
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
static bool merge_into_pred(Cfg *cfg, IrBlock *bb) {
    IrBlock *p = mergeable_pred(cfg, bb);
    if (!p) return false;
    if (mergeable_pred(cfg, p) && is_long(bb)) {
        bitset_add(&cfg->to_merge, bb->v.id);
        cfg->waiting = true;
        return false;
    }
    opt_merge_into_pred(bb);
    return true;
}

static void list_blocks(Cfg *cfg, const BitSet *which) {
    cfg->work.n = 0;
    IR_FOREACH_BLOCK(bb, cfg->f) {
        if (bitset_has(which, bb->v.id)) vec_push(cfg->pc->tmp, &cfg->work, bb);
    }
}

static bool merge_postponed(Cfg *cfg) {
    bool changed = false;
    list_blocks(cfg, &cfg->to_merge);
    for (uint32_t k = 0; k < cfg->work.n; k++) {
        IrBlock *bb = cfg->work.at[k];
        if (!bitset_has(&cfg->to_merge, bb->v.id)) continue; // gone, or in a chain done already
        cfg->path.n = 0;
        for (IrBlock *p; (p = mergeable_pred(cfg, bb)) && p != cfg->work.at[k]; bb = p) {
            vec_push(cfg->pc->tmp, &cfg->path, bb);
        }
        changed |= cfg->path.n != 0;
        while (cfg->path.n) { // from the chain's first block on
            IrBlock *next = vec_pop(&cfg->path);
            bitset_del(&cfg->to_merge, next->v.id);
            opt_merge_into_pred(next);
        }
    }
    bitset_clear(&cfg->to_merge);
    return changed;
}

// Phi k of the successor takes from an empty block either a plain value or one of its phis.
static bool phis_only_for(const IrBlock *bb, const IrBlock *to) {
    IR_FOREACH_PHI(i, bb) {
        IR_FOREACH_USE(u, &i->v) {
            if (u->user->v.op != IR_PHI || u->user->block != to) return false;
            if (ir_phi_block(u->user, ir_use_index(u) / 2) != bb) return false;
        }
    }
    return true;
}

// The phi of bb that the value is. NULL where it is none.
static IrInst *as_phi_of(const IrBlock *bb, const IrValue *value) {
    IrInst *i = ir_as_op(value, IR_PHI);
    return i && i->block == bb ? i : NULL;
}

// What the value, read at the end of bb, is when control has come from `pred`.
static IrValue *through(IrValue *value, const IrBlock *bb, const IrBlock *pred) {
    const IrInst *phi = as_phi_of(bb, value);
    return phi ? ir_phi_value(phi, (uint32_t)ir_phi_find(phi, pred)) : value;
}

static bool leads_to(const IrInst *term, const IrBlock *to) {
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        if (ir_succ(term, k) == to) return true;
    }
    return false;
}

// Each phi of `to` takes from `pred`, which leads there directly as well, what it takes through bb.
static bool takes_the_same(const IrBlock *bb, const IrBlock *to, const IrBlock *pred) {
    int by_bb = 0, by_pred = 0; // the phis of one block mostly have their entries in one order
    IR_FOREACH_PHI(phi, to) {
        by_bb = ir_phi_find_near(phi, bb, by_bb);
        by_pred = ir_phi_find_near(phi, pred, by_pred);
        IrValue *v = through(ir_phi_value(phi, (uint32_t)by_bb), bb, pred);
        if (ir_phi_value(phi, (uint32_t)by_pred) != v) return false;
    }
    return true;
}

static bool can_forward(Cfg *cfg, IrBlock *bb, IrBlock *to) {
    uint32_t preds = 0;
    const IrInst *last = NULL; // a switch's edges stand together
    if (bb == cfg->f->first || to == bb || !phis_only_for(bb, to)) return false;
    IR_FOREACH_PRED(edge, bb) {
        const IrInst *term = edge->user;
        preds++;
        if (term == last) continue;
        last = term;
        if (term->v.op == IR_INDIRECTBR || term->block == bb) return false;
        if (leads_to(term, to) && !takes_the_same(bb, to, term->block)) return false;
    }
    if (preds == 0) return false;
    if (opt_cfg_has_loop_md(cfg, ir_term(bb))) return false;
    return !(preds > 1 && (opt_cfg_is_header(cfg, to) || opt_cfg_is_header(cfg, bb)));
}

static bool is_empty(const IrBlock *bb) {
    const IrInst *t = ir_first_non_phi(bb);
    return t->v.op == IR_BR && t->nops == 1;
}

// Entry k of the phi becomes the first of bb's, and the others are added.
static void lead_edge(IrInst *phi, uint32_t k, uint32_t edge, IrValue *value, IrBlock *from) {
    if (edge > 0) {
        ir_phi_add(phi, value, from);
        return;
    }
    ir_set_op(phi, 2 * k, value);
    ir_set_op(phi, 2 * k + 1, &from->v);
}

// Entry k of the phi, which comes from bb, comes from bb's predecessors instead.
static void lead_entry(IrInst *phi, uint32_t k, IrBlock *bb) {
    IrValue *v = ir_phi_value(phi, k);
    const IrInst *inner = as_phi_of(bb, v);
    uint32_t edges = 0;
    if (inner) { // its entries are the edges: no search for each
        for (; edges < ir_phi_n(inner); edges++) {
            lead_edge(phi, k, edges, ir_phi_value(inner, edges), ir_phi_block(inner, edges));
        }
    } else {
        IR_FOREACH_PRED(edge, bb) lead_edge(phi, k, edges++, v, edge->user->block);
    }
}

static bool forward_empty(Cfg *cfg, IrBlock *bb) {
    if (!is_empty(bb)) return false;
    IrBlock *to = ir_succ(ir_term(bb), 0);
    if (!can_forward(cfg, bb, to)) return false;
    // bb's entries in the phis are uses of it: no search in each of many phis
    IR_FOREACH_USE_SAFE(entry, &bb->v) {
        if (entry->user->v.op == IR_PHI) lead_entry(entry->user, ir_use_index(entry) / 2, bb);
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
static bool postpone(Cfg *cfg, IrBlock *bb) {
    if (!is_empty(bb) || !is_empty(ir_succ(ir_term(bb), 0)) || !has_many_uses(bb)) return false;
    bitset_add(&cfg->to_forward, bb->v.id);
    return cfg->waiting = true;
}

static bool forward_postponed(Cfg *cfg) {
    bool changed = false;
    list_blocks(cfg, &cfg->to_forward);
    for (uint32_t k = 0; k < cfg->work.n; k++) {
        cfg->path.n = 0;
        for (IrBlock *bb = cfg->work.at[k]; bitset_has(&cfg->to_forward, bb->v.id);) {
            bitset_del(&cfg->to_forward, bb->v.id);
            vec_push(cfg->pc->tmp, &cfg->path, bb);
            if (is_empty(bb)) bb = ir_succ(ir_term(bb), 0);
        }
        while (cfg->path.n) changed |= forward_empty(cfg, vec_pop(&cfg->path));
    }
    return changed;
}

bool opt_cfg_merge_or_forward(Cfg *cfg, IrBlock *bb) {
    return merge_into_pred(cfg, bb) || (!postpone(cfg, bb) && forward_empty(cfg, bb));
}

bool opt_cfg_postponed(Cfg *cfg) {
    if (!cfg->waiting) return false;
    bool changed = merge_postponed(cfg);
    changed |= forward_postponed(cfg);
    cfg->waiting = false;
    return changed;
}

// ---- returns ----

static bool only_returns(const IrBlock *bb) {
    const IrInst *t = bb->first;
    return t->v.op == IR_RET && (t->nops == 0 || ir_is_const(ir_op(t, 0)));
}

// Early returns and the function's end become one target, which tests can have in common.
bool opt_cfg_merge_returns(Cfg *cfg) {
    IrBlock *first = NULL;
    bool changed = false;
    for (IrBlock *bb = cfg->f->first->next, *next; bb; bb = next) {
        next = bb->next;
        if (!only_returns(bb)) continue;
        if (!first) {
            first = bb;
            continue;
        }

        const IrInst *a = first->first, *b = bb->first;
        if (a->nops != b->nops || (a->nops && ir_op(a, 0) != ir_op(b, 0))) continue;
        ir_replace_uses(&bb->v, &first->v);
        ir_block_remove(bb);
        changed = true;
    }
    return changed;
}
