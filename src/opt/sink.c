// SPDX-License-Identifier: Apache-2.0
// sink: what only one side of a branch needs is computed there.
//
//     %d = sdiv i32 %a, %b                       br i1 %c, label %t, label %e
//     br i1 %c, label %t, label %e        =>  t: %d = sdiv i32 %a, %b
//  t: store i32 %d, ptr %p                       store i32 %d, ptr %p
//
// An instruction goes to the block that dominates all its uses, up the dominator tree again as long
// as that block is in a deeper or another loop: there it would run more often. Users are looked at
// before what they use, so that whole expressions go.
//
// Refused: anything with effects or that touches memory (a load that is begun early hides its
// latency), convergent operations, reads of special registers, allocas, phis; products of floating
// point, whose place decides which of two is contracted with their sum (sink_products.c, as
// NVIDIA's compiler), and sums that take one in: parted from it they are two operations, and two
// values live instead of one; values with more than MANY uses.
#include "opt/opt.h"

enum { MANY = 256 };

static bool is_contracted(const IrValue *v, const IrBlock *bb) {
    const IrInst *product = ir_as_op(v, IR_FMUL);
    return product && product->block == bb && (product->fmf & IR_FMF_CONTRACT);
}

// A floating-point sum and a product in the same block that become one instruction.
static bool takes_product(const IrInst *i) {
    if ((i->v.op != IR_FADD && i->v.op != IR_FSUB) || !(i->fmf & IR_FMF_CONTRACT)) return false;
    return is_contracted(ir_op(i, 0), i->block) || is_contracted(ir_op(i, 1), i->block);
}

static bool may_sink(const IrInst *i) {
    if (ir_is_term(i) || i->v.op == IR_PHI || i->v.op == IR_ALLOCA || !i->v.uses) return false;
    if (ir_has_effect(i) || ir_may_read(i) || ir_may_write(i) || ir_is_convergent(i)) return false;
    if (i->v.op == IR_FMUL || takes_product(i)) return false;
    return i->v.op != IR_CALL || ir_call_nargs(i) > 0;
}

// The lowest block that dominates all uses; NULL: one of them cannot be reached, or too many.
static IrBlock *place_of_uses(const AnDom *d, const IrInst *i) {
    IrBlock *place = NULL;
    uint32_t left = MANY;
    IR_FOREACH_USE(u, &i->v) {
        IrBlock *at = u->user->block;
        if (u->user->v.op == IR_PHI) at = ir_phi_block(u->user, ir_use_index(u) / 2);
        bool reached = at->v.id < d->nids && d->in[at->v.id];
        if (!reached || !left--) return NULL;
        place = place ? an_common_dominator(d, place, at) : at;
        if (place == i->block) return place;
    }
    return place;
}

static bool sink(const AnDom *d, const AnLoops *ls, IrInst *i) {
    IrBlock *to = place_of_uses(d, i);
    const AnLoop *own = an_loop_of(ls, i->block);
    while (to && to != i->block) {
        const AnLoop *l = an_loop_of(ls, to);
        bool runs_more = l != own && !(own && l && an_in_loop(ls, l, own->header));
        if (!l || !runs_more) break;
        to = d->idom[to->v.id];
    }
    if (!to || to == i->block) return false;
    ir_unlink(i);
    ir_insert_at_start(i, to);
    return true;
}

bool opt_sink(PassCtx *pc, IrFunc *f) {
    if (f->first == f->last) return false;
    const AnDom *d = an_dom(pc->an);
    const AnLoops *ls = an_loops(pc->an);
    bool changed = false;
    for (uint32_t k = d->n; k-- > 0;) {
        if (ir_nsucc(ir_term(d->preorder[k])) < 2) continue;
        for (IrInst *i = d->preorder[k]->last, *prev; i; i = prev) {
            prev = i->prev;
            if (may_sink(i)) changed |= sink(d, ls, i);
        }
    }
    return changed;
}
