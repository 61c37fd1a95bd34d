// SPDX-License-Identifier: Apache-2.0
// sink: what only one side of a branch needs is computed there.
//
//     %d = sdiv i32 %a, %b                       br i1 %c, label %t, label %e
//     br i1 %c, label %t, label %e        =>  t: %d = sdiv i32 %a, %b
//  t: store i32 %d, ptr %p                       store i32 %d, ptr %p
//
// An instruction goes to the block that dominates all its uses, up the dominator tree again as long
// as that block is in a deeper or another loop: there it would run more often; or as long as it
// runs just as often as the one above it, where many registers are alive: behind branches that have
// met again nothing is saved, and what expressions begin with would wait there, all at once. Users
// are looked at before what they use, so that whole expressions go.
//
// Refused: anything with effects or that touches memory (a load that is begun early hides its
// latency), convergent operations, reads of special registers, allocas, phis; products of floating
// point, whose place decides which of two is contracted with their sum (scalar/sink_products.c, as
// NVIDIA's compiler), and sums that take one in: parted from it they are two operations, and two
// values live instead of one; values with more than MANY uses.
#include "opt/common/common.h"

enum { MANY = 256 };

typedef struct {
    const AnDom *dom, *pdom;
    const AnLoops *loops;
    PassCtx *pc;
} Sinking;

static bool is_contracted(const IrValue *value, const IrBlock *bb) {
    const IrInst *product = ir_as_op(value, IR_FMUL);
    return product && product->block == bb && (product->fmf & IR_FMF_CONTRACT);
}

// A floating-point sum and a product in the same block that become one instruction.
static bool takes_product(const IrInst *inst) {
    bool sum = is_any_of(inst->v.op, IR_FADD, IR_FSUB);
    if (!sum || !(inst->fmf & IR_FMF_CONTRACT)) return false;
    return is_contracted(ir_op(inst, 0), inst->block) || is_contracted(ir_op(inst, 1), inst->block);
}

static bool may_sink(const IrInst *inst) {
    bool is_bound = ir_is_term(inst) || is_any_of(inst->v.op, IR_PHI, IR_ALLOCA);
    if (is_bound || !inst->v.uses) return false;
    bool touches_memory = ir_may_read(inst) || ir_may_write(inst);
    if (touches_memory || ir_has_effect(inst) || ir_is_convergent(inst)) return false;
    if (inst->v.op == IR_FMUL || takes_product(inst)) return false;
    return inst->v.op != IR_CALL || ir_call_nargs(inst) > 0;
}

// The lowest block that dominates all uses; NULL: one of them cannot be reached, or too many.
static IrBlock *place_of_uses(const AnDom *dom, const IrInst *inst) {
    IrBlock *place = NULL;
    uint32_t left = MANY;
    IR_FOREACH_USE(u, &inst->v) {
        IrBlock *at = u->user->block;
        if (u->user->v.op == IR_PHI) at = ir_phi_block(u->user, ir_use_index(u) / 2);
        bool reached = at->v.id < dom->nids && dom->in[at->v.id];
        if (!reached || !left--) return NULL;
        place = place ? an_common_dominator(dom, place, at) : at;
        if (place == inst->block) return place;
    }
    return place;
}

// In a loop that the block at hand is not in.
static bool runs_more(const Sinking *sinking, const IrBlock *to, const IrBlock *from) {
    const AnLoop *own = an_loop_of(sinking->loops, from), *there = an_loop_of(sinking->loops, to);
    if (!there || there == own) return false;
    return !own || !an_in_loop(sinking->loops, there, own->header);
}

// Whoever comes by the block's immediate dominator comes by the block as well, once.
static bool runs_alike(const Sinking *sinking, const IrBlock *to) {
    const IrBlock *above = sinking->dom->idom[to->v.id];
    bool same_loop = an_loop_of(sinking->loops, to) == an_loop_of(sinking->loops, above);
    return same_loop && an_dominates(sinking->pdom, to, above);
}

static bool is_crowded(const Sinking *sinking, const IrBlock *bb) {
    const AnPressure *pressure = an_pressure(sinking->pc->an);
    return pressure->most[bb->v.id].regs >= opt_knob(sinking->pc, sink, registers);
}

static bool sink(const Sinking *sinking, IrInst *inst) {
    IrBlock *to = place_of_uses(sinking->dom, inst);
    while (to && to != inst->block) {
        bool waits = runs_alike(sinking, to) && is_crowded(sinking, to);
        if (!waits && !runs_more(sinking, to, inst->block)) break;
        to = sinking->dom->idom[to->v.id];
    }
    if (!to || to == inst->block) return false;
    ir_unlink(inst);
    ir_insert_at_start(inst, to);
    return true;
}

OPT_FUNC_PASS(sink);
bool opt_sink(PassCtx *pc, IrFunc *fn) {
    if (fn->first == fn->last) return false;
    const AnDom *dom = an_dom(pc->an);
    const Sinking sinking = {dom, an_pdom(pc->an), an_loops(pc->an), pc};
    bool changed = false;
    for (uint32_t k = dom->n; k-- > 0;) {
        if (ir_nsucc(ir_term(dom->preorder[k])) < 2) continue;
        for (IrInst *i = dom->preorder[k]->last, *prev; i; i = prev) {
            prev = i->prev;
            if (may_sink(i)) changed |= sink(&sinking, i);
        }
    }
    return changed;
}
