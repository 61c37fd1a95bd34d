// SPDX-License-Identifier: Apache-2.0
// simplifycfg, merging two instructions into one: when two do the same, and what is left of the
// promises that each of them made.
#include "opt/cfg/cfg.h"

enum {
    PROMISES =
        IR_NUW | IR_NSW | IR_EXACT | IR_DISJOINT | IR_NNEG | IR_SAMESIGN | IR_INBOUNDS | IR_NUSW
};

static bool same_call_attrs(const IrInst *one, const IrInst *other) {
    if (!one->call) return !other->call;
    if (!other->call || one->call->attrs.ret != other->call->attrs.ret) return false;
    if (one->call->nbundles || other->call->nbundles) return false;
    for (uint32_t k = 0; k < ir_call_nargs(one); k++) {
        if (ir_attrs_get(&one->call->attrs, (int)k) != ir_attrs_get(&other->call->attrs, (int)k)) {
            return false;
        }
    }
    return true;
}

bool opt_cfg_same_operation(const IrInst *one, const IrInst *other) {
    if (one->v.op != other->v.op || one->nops != other->nops) return false;
    IrInst like = *one;
    like.v.flags = (uint16_t)((one->v.flags & ~PROMISES) | (other->v.flags & PROMISES));
    like.fmf = other->fmf;
    if (ir_is_load_or_store(one)) like.align = other->align;
    if (!ir_same_operation(&like, other) || !same_call_attrs(one, other)) return false;
    for (uint32_t k = 0; k < one->nops; k++) {
        if (ir_op(one, k)->type != ir_op(other, k)->type) return false;
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
