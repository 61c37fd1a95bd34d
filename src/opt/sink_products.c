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
//
// Here too, late, as it hides common subexpressions: differences become sums where the sign goes
// into a constant, x - 2.5 / y into x + -2.5 / y, for sums are fused and differences left to ptxas
// (as LLVM's DAG combiner, isNegatibleForFree).
#include "opt/opt.h"

enum {
    MAX_BEHIND = 64,     // instructions looked at before the product
    MAX_USES = 32,       // uses of a value that moves
    MAX_INPUT_USES = 512 // uses of a value that goes in: an argument may have many
};

typedef struct {
    IrInst *at[MAX_BEHIND + 1]; // the product first, then upwards
    uint32_t n;
} Slice;

static bool in_slice(const Slice *s, const IrInst *i) {
    for (uint32_t k = 0; k < s->n; k++) {
        if (s->at[k] == i) return true;
    }
    return false;
}

// The product and what stands before it in its block and only they use.
static void collect(Slice *s, IrInst *product) {
    s->at[0] = product;
    s->n = 1;
    uint32_t left = MAX_BEHIND;
    for (IrInst *i = product->prev; i && left; i = i->prev, left--) {
        if (i->v.op == IR_PHI || !i->v.uses || !ir_is_speculatable(i) || ir_may_read(i)) continue;
        bool own = true;
        uint32_t n = 0;
        for (const IrUse *u = i->v.uses; u && own; u = u->next)
            own = ++n <= MAX_USES && u->user->block == i->block && in_slice(s, u->user);
        if (own) s->at[s->n++] = i;
    }
}

// Is v used in bb or in what it dominates? Then it lives there.
static bool lives_in(const AnDom *dom, const IrValue *v, const IrBlock *bb) {
    uint32_t n = 0;
    for (const IrUse *u = v->uses; u && ++n <= MAX_INPUT_USES; u = u->next) {
        if (u->user->v.op != IR_PHI && an_dominates(dom, bb, u->user->block)) return true;
    }
    return false;
}

// Does everything that goes into the slice live in that block anyway?
static bool inputs_live(const AnDom *dom, const Slice *s, const IrBlock *bb) {
    for (uint32_t k = 0; k < s->n; k++) {
        for (uint32_t o = 0; o < s->at[k]->nops; o++) {
            const IrValue *v = ir_op(s->at[k], o);
            const IrInst *i = ir_as_inst(v);
            if (!i && !ir_as_arg(v)) continue;
            if (!(i && in_slice(s, i)) && !lives_in(dom, v, bb)) return false;
        }
    }
    return true;
}

static bool sinks(IrInst *i, IrInst **sum) {
    if (i->v.op != IR_FMUL || !(i->fmf & IR_FMF_CONTRACT)) return false;
    const IrUse *u = i->v.uses;
    if (!u || u->next) return false;
    *sum = u->user;
    return u->user->block != i->block && u->user->v.op == IR_FADD &&
           (u->user->fmf & IR_FMF_CONTRACT);
}

enum { MAX_DEPTH = 6 };

// Changes the sign of what only `user` uses, in a constant or a negation of it. False: cannot.
static bool change_sign(IrInst *user, uint32_t k, uint32_t depth) {
    IrValue *v = ir_op(user, k);
    if (v->kind == IR_C_FP) {
        IrBuilder b = ir_builder_at(user);
        IrValue *c = ir_fneg(&b, v);
        if (c->kind == IR_C_FP) ir_set_op(user, k, c);
        return c->kind == IR_C_FP;
    }
    IrInst *i = ir_as_inst(v);
    if (!i || i->block != user->block || !ir_one_use(v) || depth == MAX_DEPTH) return false;
    switch (i->v.op) {
    case IR_FNEG:
        ir_set_op(user, k, ir_op(i, 0));
        ir_erase(i);
        return true;
    case IR_FMUL:
    case IR_FDIV: return change_sign(i, 0, depth + 1) || change_sign(i, 1, depth + 1);
    case IR_FPEXT:
    case IR_FPTRUNC: return change_sign(i, 0, depth + 1);
    default: return false;
    }
}

static bool make_sum(IrInst *i) {
    if (i->v.op != IR_FSUB || ir_is_const(ir_op(i, 1)) || !change_sign(i, 1, 0)) return false;
    i->v.op = IR_FADD;
    return true;
}

bool opt_sink_products(PassCtx *pc, IrFunc *f) {
    bool changed = false;
    const AnLoops *loops = NULL;
    const AnDom *dom = NULL;
    IR_FOREACH_BLOCK(bb, f) {
        for (IrInst *i = bb->last, *before; i; i = before) {
            changed |= make_sum(i);
            before = i->prev;
            IrInst *sum;
            if (!sinks(i, &sum)) continue;
            if (!loops) {
                loops = an_loops(pc->an);
                dom = an_dom(pc->an);
            }
            if (an_loop_of(loops, sum->block) != an_loop_of(loops, bb)) continue;
            Slice s;
            collect(&s, i);
            if (!inputs_live(dom, &s, sum->block)) continue;
            while (before && in_slice(&s, before)) before = before->prev;
            while (s.n) ir_move_before(s.at[--s.n], sum);
            changed = true;
        }
    }
    return changed;
}
