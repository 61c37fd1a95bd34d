// SPDX-License-Identifier: Apache-2.0
// simplifycfg, merging two instructions into one: when two do the same, and what is left of the
// promises that each of them made.
#include "opt/cfg/cfg.h"

enum {
    PROMISES =
        IR_NUW | IR_NSW | IR_EXACT | IR_DISJOINT | IR_NNEG | IR_SAMESIGN | IR_INBOUNDS | IR_NUSW
};

static bool same_call_attrs(const IrInst *inst, const IrInst *insn) {
    if (!inst->call) return !insn->call;
    if (!insn->call || inst->call->attrs.ret != insn->call->attrs.ret) return false;
    if (inst->call->nbundles || insn->call->nbundles) return false;
    for (uint32_t k = 0; k < ir_call_nargs(inst); k++) {
        if (ir_attrs_get(&inst->call->attrs, (int)k) != ir_attrs_get(&insn->call->attrs, (int)k)) {
            return false;
        }
    }
    return true;
}

bool opt_cfg_same_operation(const IrInst *inst, const IrInst *insn) {
    if (inst->v.op != insn->v.op || inst->nops != insn->nops) return false;
    IrInst like = *inst;
    like.v.flags = (uint16_t)((inst->v.flags & ~PROMISES) | (insn->v.flags & PROMISES));
    like.fmf = insn->fmf;
    if (ir_is_load_or_store(inst)) like.align = insn->align;
    if (!ir_same_operation(&like, insn) || !same_call_attrs(inst, insn)) return false;
    for (uint32_t k = 0; k < inst->nops; k++) {
        if (ir_op(inst, k)->type != ir_op(insn, k)->type) return false;
    }
    return true;
}

static bool has_md(const IrInst *inst, const IrMdAttach *m) {
    return ir_get_md(inst, m->kind) == m->md;
}

void opt_cfg_keep_common_promises(IrInst *inst, const IrInst *gone) {
    inst->v.flags &= (uint16_t)(gone->v.flags | ~PROMISES);
    inst->fmf &= gone->fmf;
    if (inst->align > gone->align) inst->align = gone->align;
    for (IrMdAttach *m = inst->md, *next; m; m = next) {
        next = m->next;
        if (!has_md(gone, m)) ir_set_md(inst, m->kind, NULL);
    }
}
