// SPDX-License-Identifier: Apache-2.0
// Helpers that several passes need.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

void opt_report(PassCtx *pc, IrFunc *fn, const DiagRow *row, Atom what, Atom with) {
    vec_push(pc->run, pc->reports, ((OptReport){row, fn, what, with}));
}

bool opt_erase_dead(IrInst *inst) {
    if (!ir_is_trivially_dead(inst)) return false;
    // operands that lose their last use here follow; the list holds each at most once because an
    // instruction is only added when it has no use left
    IrInst *stack[64];
    uint32_t n = 0;
    stack[n++] = inst;
    while (n) {
        IrInst *d = stack[--n];
        if (d->v.recorded) ir_records_lose(d);
        for (uint32_t k = 0; k < d->nops; k++) {
            IrInst *op = ir_as_inst(ir_op(d, k));
            ir_set_op(d, k, NULL);
            if (op && op != d && n < CU_COUNT(stack) && ir_is_trivially_dead(op)) stack[n++] = op;
        }
        ir_unlink(d);
    }
    return true;
}

bool opt_remove_unreachable(IrFunc *fn, Arena *tmp) {
    AnCfg *cfg = an_cfg_make(fn, tmp);
    bool any = false;
    IR_FOREACH_BLOCK(bb, fn) {
        if (an_reachable(cfg, bb)) continue;
        IrInst *t = ir_term(bb);
        any = true;
        for (uint32_t k = 0; t && k < ir_nsucc(t); k++) {
            if (an_reachable(cfg, ir_succ(t, k))) ir_phi_remove_edge(ir_succ(t, k), bb);
        }
        // values of dead blocks may be used in dead blocks only
        IR_FOREACH_INST(i, bb) {
            if (i->v.uses) ir_replace_uses(&i->v, &ir_poison(fn->g.m, i->v.type)->v);
        }
    }
    if (!any) return false;
    for (IrBlock *bb = fn->first, *next; bb; bb = next) {
        next = bb->next;
        if (!an_reachable(cfg, bb)) ir_block_remove(bb);
    }
    return true;
}

bool opt_drop_unreachable(AnFunc *an, Arena *tmp) {
    uint32_t n = 0;
    IR_FOREACH_BLOCK(bb, an->fn) n++;
    if (an_cfg(an)->n == n || !opt_remove_unreachable(an->fn, tmp)) return false;
    an_changed(an, AN_CHANGED_ALL);
    return true;
}

void opt_fold_term(IrInst *inst, uint32_t keep) {
    IrBlock *bb = inst->block, *to = ir_succ(inst, keep);
    for (uint32_t k = 0; k < ir_nsucc(inst); k++) {
        if (k != keep) ir_phi_remove_edge(ir_succ(inst, k), bb);
    }
    IrBuilder b = ir_builder_at(inst);
    ir_br(&b, to);
    IrInst *cond = ir_as_inst(ir_op(inst, 0));
    ir_erase(inst);
    if (cond) opt_erase_dead(cond);
}

void opt_drop_weights(IrInst *inst) {
    if (inst->md) ir_set_md(inst, atom_cstr(inst->block->fn->g.m->ctx, "prof"), NULL);
}

bool opt_is_left_alone(const IrFunc *fn) {
    return ir_fn_has(fn, IR_ATTR_OPTNONE) || fn->personality;
}

IrBlock *opt_split_edge(IrInst *inst, uint32_t succ) {
    IrBlock *from = inst->block, *to = ir_succ(inst, succ);
    IrBlock *mid = ir_block_new(from->fn, 0);
    ir_block_move_after(mid, from);
    IrBuilder b = ir_builder(from->fn, mid);
    b.dbg = inst->dbg;
    ir_br(&b, to);
    ir_set_succ(inst, succ, mid);
    IR_FOREACH_PHI(i, to) {
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
    ir_block_append(pred, bb);
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

IrConst *opt_const_of_byte(IrModule *module, IrType *type, const IrConst *byte) {
    uint8_t text[64]; // no scalar or vector that loads and stores are made of is larger
    if (ir_is_zero(&byte->v)) return ir_null(module, type);
    if (type->store_size > sizeof text) return NULL;
    memset(text, (int)ir_uval(byte), sizeof text);
    IrConst *bytes = ir_data(module, ir_ty_array(module, module->ty_i8, type->store_size), text,
                             type->store_size);
    return ir_fold_load(module, bytes, 0, type);
}

bool opt_is_dereferenceable(IrValue *value, uint64_t size) {
    int64_t off;
    IrValue *object = ir_strip_ptr(value, &off);
    IrInst *local = ir_as_op(object, IR_ALLOCA);
    IrGlobal *g = ir_as_var(object);
    IrArg *arg = ir_as_arg(object);
    IrType *t = NULL;
    if (local && ir_is_int(ir_op(local, 0), 1)) t = local->aty;
    if (g && g->linkage != IR_EXTERN_WEAK) t = g->vty;
    if (arg) t = ir_attr_type(ir_attrs_get(&arg->fn->attrs, (int)arg->index), IR_ATTR_BYVAL);
    return t && off >= 0 && (uint64_t)off <= t->size && size <= t->size - (uint64_t)off;
}

bool opt_proves_no_null(const IrInst *inst, const IrValue *address) {
    bool accesses = ir_is_load_or_store(inst) || is_any_of(inst->v.op, IR_ATOMICRMW, IR_CMPXCHG);
    if (!accesses || (inst->v.flags & IR_VOLATILE)) return false;
    const IrValue *at = ir_op(inst, inst->v.op == IR_STORE ? 1 : 0);
    return at == address && at->type->kind == IR_TY_PTR && at->type->as == IR_AS_GENERIC;
}

IrGlobal *opt_constant_variable(IrValue *value, int64_t *off) {
    IrGlobal *g = ir_as_var(ir_strip_ptr(value, off));
    if (!g || !g->constant || !g->init || g->externally_initialized) return NULL;
    bool replaceable = is_any_of(g->linkage, IR_LINKONCE, IR_WEAK_ANY, IR_COMMON, IR_EXTERN_WEAK);
    return replaceable ? NULL : g;
}

bool opt_replace_but_assumed(IrValue *value, IrValue *by) {
    bool changed = false, constant = ir_is_const(by);
    IR_FOREACH_USE_SAFE(use, value) {
        if (constant && ir_intrin_of(use->user) == IR_I_assume) continue;
        ir_set_op(use->user, ir_use_index(use), by);
        changed = true;
    }
    if (!value->uses) ir_replace_uses(value, by); // what debuggers were told of it
    return changed;
}
