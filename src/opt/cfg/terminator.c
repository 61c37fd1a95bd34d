// SPDX-License-Identifier: Apache-2.0
// simplifycfg, terminators: branches and switches whose target is known become unconditional, what
// follows a call that does not return goes, and so do edges to what cannot be reached by promise.
//
//     br i1 true, label %a, label %b        =>  br label %a
//     br i1 !%c, label %a, label %b         =>  br i1 %c, label %b, label %a
//     switch i32 %x, label %d [ 1 -> %a ]   =>  br (icmp eq %x, 1), label %a, label %d
//     call @llvm.trap(); ...                =>  call @llvm.trap(); unreachable
#include "opt/cfg/cfg.h"

static bool fold_br(IrInst *inst) {
    if (inst->nops == 1) return false;
    IrValue *value = ir_op(inst, 0);
    if (ir_succ(inst, 0) == ir_succ(inst, 1)) {
        opt_fold_term(inst, 0);
        return true;
    }
    if (value->kind == IR_C_INT) {
        opt_fold_term(inst, ir_is_zero(value) ? 1 : 0);
        return true;
    }
    if (ir_is_undef(value)) {
        opt_fold_term(inst, 0);
        return true;
    }
    IrInst *negation = ir_as_op(value, IR_XOR); // br !x, a, b is br x, b, a
    if (negation && ir_is_all_ones(ir_op(negation, 1))) {
        IrBlock *a = ir_succ(inst, 0), *b = ir_succ(inst, 1);
        ir_set_op(inst, 0, ir_op(negation, 0));
        ir_set_succ(inst, 0, b);
        ir_set_succ(inst, 1, a);
        opt_drop_weights(inst);
        opt_erase_dead(negation);
        return true;
    }
    return false;
}

static bool fold_switch(IrInst *inst) {
    IrBlock *bb = inst->block, *dflt = ir_succ(inst, 0);
    bool changed = false;
    const IrConst *constant = ir_as_cint(ir_op(inst, 0));
    if (constant) {
        uint32_t keep = 0;
        for (uint32_t k = 2; k < inst->nops; k += 2) {
            if (ir_op(inst, k) == &constant->v) keep = k / 2;
        }
        opt_fold_term(inst, keep);
        return true;
    }
    for (uint32_t n = ir_switch_remove(inst, dflt); n; n--) { // cases that go where default goes
        ir_phi_remove_edge(dflt, bb);
        changed = true;
    }
    if (changed) opt_drop_weights(inst);
    if (inst->nops == 2) {
        opt_fold_term(inst, 0);
        return true;
    }
    if (inst->nops == 4) { // one case
        IrBuilder b = ir_builder_at(inst);
        IrValue *eq = ir_cmp(&b, IR_EQ, ir_op(inst, 0), ir_op(inst, 2));
        ir_condbr(&b, eq, (IrBlock *)ir_op(inst, 3), dflt);
        ir_erase(inst);
        return true;
    }
    return changed;
}

// Everything behind a call that does not return, or a store to null, is unreachable.
bool opt_cfg_cut_after_noreturn(Cfg *cfg, IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (i->v.op != IR_CALL || !ir_call_has(i, IR_AT_FN, IR_ATTR_NORETURN)) continue;
        if (!i->next || i->next->v.op == IR_UNREACHABLE) return false;
        if (i->v.flags & IR_MUSTTAIL) return false; // its `ret` must stay
        IrInst *t = ir_term(bb);
        for (uint32_t k = 0; k < ir_nsucc(t); k++) ir_phi_remove_edge(ir_succ(t, k), bb);
        while (i->next) {
            IrInst *d = bb->last;
            if (d->v.uses) ir_replace_uses(&d->v, &ir_poison(cfg->m, d->v.type)->v);
            ir_erase(d);
        }
        IrBuilder b = ir_builder(cfg->f, bb);
        ir_unreachable(&b);
        return true;
    }
    return false;
}

// Edges to a block that starts with `unreachable` are never taken.
bool opt_cfg_drop_unreachable(Cfg *cfg, IrBlock *bb) {
    bool changed = false;
    if (bb->first->v.op != IR_UNREACHABLE || bb == cfg->f->first) return false;
    IR_FOREACH_USE_SAFE(u, &bb->v) {
        IrInst *inst = u->user;
        if (ir_is_cond_br(inst)) {
            if (ir_op(inst, 1) == ir_op(inst, 2)) continue;
            opt_fold_term(inst, ir_use_index(u) == 1 ? 1 : 0);
        } else if (inst->v.op == IR_BR) {
            IrBuilder b = ir_builder_at(inst);
            ir_unreachable(&b);
            ir_erase(inst);
        } else if (inst->v.op == IR_SWITCH && ir_use_index(u) > 1) {
            ir_remove_ops(inst, ir_use_index(u) - 1, 2);
            opt_drop_weights(inst);
            return true; // operands moved in memory: the walk must start again
        } else {
            continue;
        }
        return true; // other uses may have gone with it
    }
    return changed;
}

bool opt_cfg_fold_term(IrBlock *bb) {
    IrInst *t = ir_term(bb);
    if (t->v.op == IR_BR) return fold_br(t);
    return t->v.op == IR_SWITCH && fold_switch(t);
}
