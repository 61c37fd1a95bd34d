// SPDX-License-Identifier: Apache-2.0
// Helpers that several passes need.
#include "opt/opt.h"

void opt_report(PassCtx *pc, IrFunc *f, uint32_t row, Atom what, Atom with) {
    vec_push(pc->run, pc->reports, ((OptReport){row, f, what, with}));
}

bool opt_erase_dead(IrInst *i) {
    if (!ir_is_trivially_dead(i)) return false;
    // operands that lose their last use here follow; the list holds each at most once because an
    // instruction is only added when it has no use left
    IrInst *stack[64];
    uint32_t n = 0;
    stack[n++] = i;
    while (n) {
        IrInst *d = stack[--n];
        for (uint32_t k = 0; k < d->nops; k++) {
            IrInst *op = ir_as_inst(ir_op(d, k));
            ir_set_op(d, k, NULL);
            if (op && op != d && n < CU_COUNT(stack) && ir_is_trivially_dead(op)) stack[n++] = op;
        }
        ir_unlink(d);
    }
    return true;
}

bool opt_remove_unreachable(IrFunc *f, Arena *tmp) {
    AnCfg *cfg = an_cfg_make(f, tmp);
    bool any = false;
    IR_FOREACH_BLOCK(bb, f) {
        if (an_reachable(cfg, bb)) continue;
        IrInst *t = ir_term(bb);
        any = true;
        for (uint32_t k = 0; t && k < ir_nsucc(t); k++) {
            if (an_reachable(cfg, ir_succ(t, k))) ir_phi_remove_edge(ir_succ(t, k), bb);
        }
        // values of dead blocks may be used in dead blocks only
        IR_FOREACH_INST(i, bb) {
            if (i->v.uses) ir_replace_uses(&i->v, &ir_poison(f->g.m, i->v.type)->v);
        }
    }
    if (!any) return false;
    for (IrBlock *bb = f->first, *next; bb; bb = next) {
        next = bb->next;
        if (!an_reachable(cfg, bb)) ir_block_remove(bb);
    }
    return true;
}

void opt_fold_term(IrInst *t, uint32_t keep) {
    IrBlock *bb = t->block, *to = ir_succ(t, keep);
    for (uint32_t k = 0; k < ir_nsucc(t); k++) {
        if (k != keep) ir_phi_remove_edge(ir_succ(t, k), bb);
    }
    IrBuilder b = ir_builder_at(t);
    ir_br(&b, to);
    IrInst *cond = ir_as_inst(ir_op(t, 0));
    ir_erase(t);
    if (cond) opt_erase_dead(cond);
}

void opt_drop_weights(IrInst *t) {
    if (t->md) ir_set_md(t, atom_cstr(t->block->fn->g.m->ctx, "prof"), NULL);
}

bool opt_is_left_alone(const IrFunc *f) {
    return ir_fn_has(f, IR_ATTR_OPTNONE) || f->personality;
}

IrBlock *opt_split_edge(IrInst *t, uint32_t succ) {
    IrBlock *from = t->block, *to = ir_succ(t, succ);
    IrBlock *mid = ir_block_new(from->fn, 0);
    ir_block_move_after(mid, from);
    IrBuilder b = ir_builder(from->fn, mid);
    b.dbg = t->dbg;
    ir_br(&b, to);
    ir_set_succ(t, succ, mid);
    for (IrInst *i = to->first; i && i->v.op == IR_PHI; i = i->next) {
        int k = ir_phi_find(i, from); // one of possibly several equal entries
        if (k >= 0) ir_set_op(i, 2 * (uint32_t)k + 1, &mid->v);
    }
    return mid;
}

void opt_merge_into_pred(IrBlock *bb) {
    IrBlock *pred = ir_single_pred(bb);
    while (bb->first->v.op == IR_PHI) {
        IrInst *phi = bb->first;
        IrValue *v = ir_phi_value(phi, 0);
        if (v == &phi->v) v = &ir_poison(bb->fn->g.m, phi->v.type)->v;
        ir_replace_erase(phi, v);
    }
    ir_erase(ir_term(pred));
    IrInst *term = ir_term(bb);
    for (uint32_t k = 0; k < ir_nsucc(term); k++) ir_phi_replace_pred(ir_succ(term, k), bb, pred);
    IR_FOREACH_INST_SAFE(i, bb) {
        ir_unlink(i);
        ir_insert_at_end(i, pred);
    }
    ir_block_remove(bb);
}

int opt_isspacep(uint32_t intrin, uint32_t as) {
    static const struct {
        uint16_t intrin, as;
    } rows[] = {{IR_I_nvvm_isspacep_const, IR_AS_CONST},
                {IR_I_nvvm_isspacep_global, IR_AS_GLOBAL},
                {IR_I_nvvm_isspacep_local, IR_AS_LOCAL},
                {IR_I_nvvm_isspacep_shared, IR_AS_SHARED},
                {IR_I_nvvm_isspacep_shared_cluster, IR_AS_SHARED_CLUSTER}};
    uint32_t k = 0;
    while (k < CU_COUNT(rows) && rows[k].intrin != intrin) k++;
    bool cluster = as == IR_AS_SHARED_CLUSTER;
    bool known = cluster || (as >= IR_AS_GLOBAL && as <= IR_AS_LOCAL);
    if (k == CU_COUNT(rows) || !known) return -1;

    // the block's own shared memory is part of the cluster's, which may or may not be the block's
    if (rows[k].as == IR_AS_SHARED_CLUSTER) return cluster || as == IR_AS_SHARED;
    if (rows[k].as == IR_AS_SHARED && cluster) return -1;
    return rows[k].as == as;
}

IrGlobal *opt_constant_variable(IrValue *p, int64_t *off) {
    IrGlobal *g = ir_as_var(ir_strip_ptr(p, off));
    if (!g || !g->constant || !g->init || g->externally_initialized) return NULL;
    bool replaceable = g->linkage == IR_LINKONCE || g->linkage == IR_WEAK_ANY ||
                       g->linkage == IR_COMMON || g->linkage == IR_EXTERN_WEAK;
    return replaceable ? NULL : g;
}
