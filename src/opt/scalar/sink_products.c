// SPDX-License-Identifier: Apache-2.0
// sink-products: a product that only a sum in another block uses moves there, with what is computed
// for it alone, so that the two become one fused operation (selection looks at one block at a
// time).
//
//     a:  %t = fadd double %x, 1.0              b:  %t = fadd double %x, 1.0
//         %p = fmul contract double %t, %x          %p = fmul contract double %t, %x
//         ...                               =>      ...
//     b:  %q = fdiv double 1.0, %x                  %q = fdiv double 1.0, %x
//         %s = fadd contract double %p, %q          %s = fadd contract double %p, %q
//
// Only where nothing lives longer for it: what goes in lives in the other block anyway. Never
// into a loop that the product is not in. NVIDIA's compiler sinks alike; of a sum of two products
// it then contracts the same one, which shows in the last bit of the device library's y1.
#include "opt/common/common.h"

enum {
    MAX_BEHIND = 64,     // instructions looked at before the product
    MAX_USES = 32,       // uses of a value that moves
    MAX_INPUT_USES = 512 // uses of a value that goes in: an argument may have many
};

typedef struct {
    IrInst *at[MAX_BEHIND + 1]; // the product first, then upwards
    uint32_t n;
} Slice;

static bool in_slice(const Slice *s, const IrInst *wanted) {
    for (uint32_t k = 0; k < s->n; k++) {
        if (s->at[k] == wanted) return true;
    }
    return false;
}

// The product and what stands before it in its block and only they use.
static void collect(Slice *slice, IrInst *product) {
    slice->at[0] = product;
    slice->n = 1;
    uint32_t left = MAX_BEHIND;
    for (IrInst *i = product->prev; i && left; i = i->prev, left--) {
        if (i->v.op == IR_PHI || !i->v.uses || !ir_is_speculatable(i) || ir_may_read(i)) continue;
        bool own = true;
        uint32_t n = 0;
        for (const IrUse *u = i->v.uses; u && own; u = u->next)
            own = ++n <= MAX_USES && u->user->block == i->block && in_slice(slice, u->user);
        if (own) slice->at[slice->n++] = i;
    }
}

// Is the input used in bb or in what it dominates? Then it lives there.
static bool lives_in(const AnDom *dom, const IrValue *input, const IrBlock *bb) {
    uint32_t n = 0;
    for (const IrUse *u = input->uses; u && ++n <= MAX_INPUT_USES; u = u->next) {
        if (u->user->v.op != IR_PHI && an_dominates(dom, bb, u->user->block)) return true;
    }
    return false;
}

// Does everything that goes into the slice live in that block anyway?
static bool inputs_live(const AnDom *dom, const Slice *slice, const IrBlock *bb) {
    for (uint32_t k = 0; k < slice->n; k++) {
        for (uint32_t o = 0; o < slice->at[k]->nops; o++) {
            const IrValue *v = ir_op(slice->at[k], o);
            const IrInst *i = ir_as_inst(v);
            if (!i && !ir_as_arg(v)) continue;
            if (!(i && in_slice(slice, i)) && !lives_in(dom, v, bb)) return false;
        }
    }
    return true;
}

static bool sinks(IrInst *inst, IrInst **sum) {
    if (inst->v.op != IR_FMUL || !(inst->fmf & IR_FMF_CONTRACT)) return false;
    if (!ir_one_use(&inst->v)) return false;
    *sum = inst->v.uses->user;
    bool fuses = (*sum)->v.op == IR_FADD && ((*sum)->fmf & IR_FMF_CONTRACT);
    return fuses && (*sum)->block != inst->block;
}

OPT_FUNC_PASS(sink_products);
bool opt_sink_products(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    const AnLoops *loops = NULL;
    const AnDom *dom = NULL;
    IR_FOREACH_BLOCK(bb, fn) {
        for (IrInst *inst = bb->last, *before; inst; inst = before) {
            before = inst->prev;
            IrInst *sum;
            if (!sinks(inst, &sum)) continue;
            if (!loops) {
                loops = an_loops(pc->an);
                dom = an_dom(pc->an);
            }
            if (an_loop_of(loops, sum->block) != an_loop_of(loops, bb)) continue;
            Slice s;
            collect(&s, inst);
            if (!inputs_live(dom, &s, sum->block)) continue;
            while (before && in_slice(&s, before)) before = before->prev;
            while (s.n) ir_move_before(s.at[--s.n], sum);
            changed = true;
        }
    }
    return changed;
}
