// SPDX-License-Identifier: Apache-2.0
// simplifycfg, merging two instructions into one: when two do the same, and what is left of the
// promises that each of them made.
#include "opt/cfg/cfg.h"

enum {
    PROMISES =
        IR_NUW | IR_NSW | IR_EXACT | IR_DISJOINT | IR_NNEG | IR_SAMESIGN | IR_INBOUNDS | IR_NUSW
};

static bool same_call_attrs(const IrInst *a, const IrInst *b) {
    if (!a->call) return !b->call;
    if (!b->call || a->call->attrs.ret != b->call->attrs.ret) return false;
    if (a->call->nbundles || b->call->nbundles) return false;
    for (uint32_t k = 0; k < ir_call_nargs(a); k++) {
        if (ir_attrs_get(&a->call->attrs, (int)k) != ir_attrs_get(&b->call->attrs, (int)k)) {
            return false;
        }
    }
    return true;
}

bool opt_cfg_same_operation(const IrInst *a, const IrInst *b) {
    if (a->v.op != b->v.op || a->nops != b->nops) return false;
    IrInst like = *a;
    like.v.flags = (uint16_t)((a->v.flags & ~PROMISES) | (b->v.flags & PROMISES));
    like.fmf = b->fmf;
    if (a->v.op == IR_LOAD || a->v.op == IR_STORE) like.align = b->align;
    if (!ir_same_operation(&like, b) || !same_call_attrs(a, b)) return false;
    for (uint32_t k = 0; k < a->nops; k++) {
        if (ir_op(a, k)->type != ir_op(b, k)->type) return false;
    }
    return true;
}

static bool has_md(const IrInst *i, const IrMdAttach *m) {
    return ir_get_md(i, m->kind) == m->md;
}

void opt_cfg_keep_common_promises(IrInst *i, const IrInst *gone) {
    i->v.flags &= (uint16_t)(gone->v.flags | ~PROMISES);
    i->fmf &= gone->fmf;
    if (i->align > gone->align) i->align = gone->align;
    for (IrMdAttach *m = i->md, *next; m; m = next) {
        next = m->next;
        if (!has_md(gone, m)) ir_set_md(i, m->kind, NULL);
    }
}
