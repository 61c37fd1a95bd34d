// SPDX-License-Identifier: Apache-2.0
// loop-idiom: loops that take a number apart bit by bit get the number of their iterations from one
// instruction.
//
//     h:    %v = phi [%x,pre], [%w,h]            pre:  %n = ctpop(%x)
//           %t = add %v, -1                      h:    %k = phi [%n,pre], [%l,h]
//           %w = and %v, %t                 =>         %l = add %k, -1
//           ...                                        ...
//           br (%w != 0), %h, %exit                    br (%l != 0), %h, %exit
//
// Likewise %w = lshr %v, 1 (the place of the highest bit) and %w = shl %v, 1 (of the lowest one).
// indvars then computes what the loop counts, and loop-deletion takes it away when it did nothing
// else. Where %x may be zero the body still runs once, so the count is at least one.
//
// Refused: more than one way out, a test that is not at the bottom, and a %v or %w that the loop
// needs for something else: the counter would only come on top of it.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

typedef struct {
    IrInst *phi, *next; // the number, and what is left of it
    IrInst *less;       // next's operand phi - 1, or NULL
    IrInst *test;       // next against zero
    IrIntrin count;
} Idiom;

// and(phi, phi + -1), in either order: the other operand, or NULL.
static IrInst *minus_one_of(const IrInst *and, const IrInst *phi) {
    for (uint32_t k = 0; k < 2; k++) {
        IrInst *add = ir_as_op(ir_op(and, 1 - k), IR_ADD);
        if (ir_op(and, k) != &phi->v || !add || ir_op(add, 0) != &phi->v) continue;
        const IrConst *c = ir_as_cint(ir_op(add, 1));
        if (c && c == ir_int(c->v.type, ~0ull)) return add;
    }
    return NULL;
}

// Whether the step leaves zero after a number of iterations that an instruction tells.
static bool match_step(Idiom *idiom) {
    const IrInst *w = idiom->next;
    if (w->v.op == IR_AND) {
        idiom->less = minus_one_of(w, idiom->phi);
        idiom->count = IR_I_ctpop;
        return idiom->less != NULL;
    }
    if (!is_any_of(w->v.op, IR_LSHR, IR_SHL)) return false;
    const IrConst *by = ir_as_cint(ir_op(w, 1));
    idiom->count = w->v.op == IR_LSHR ? IR_I_ctlz : IR_I_cttz;
    return ir_op(w, 0) == &idiom->phi->v && by && by->bits == 1;
}

// All its uses are by these two.
static bool used_only_by(const IrInst *used, const IrInst *one, const IrInst *other) {
    for (const IrUse *u = used->v.uses; u; u = u->next) {
        if (u->user != one && u->user != other) return false;
    }
    return true;
}

// Nothing else needs the number: not the loop, and what is behind it only what is left in the end.
static bool is_by_itself(const Idiom *d, const OptLoop *loop) {
    for (const IrUse *u = d->next->v.uses; u; u = u->next) {
        bool inside = an_in_loop(loop->loops, loop->loop, u->user->block);
        if (inside && u->user != d->phi && u->user != d->test) return false;
    }
    if (d->less && !used_only_by(d->less, d->next, NULL)) return false;
    return ir_one_use(&d->test->v) && used_only_by(d->phi, d->next, d->less);
}

static bool leaves_at_bottom_only(const OptLoop *loop, Arena *tmp) {
    AnBlockVec exiting = {0};
    an_exiting(loop->loops, loop->loop, tmp, &exiting);
    return exiting.n == 1 && exiting.at[0] == loop->latch && ir_term(loop->latch)->v.op == IR_BR;
}

static bool match(Idiom *idiom, const OptLoop *loop) {
    const IrInst *term = ir_term(loop->latch);
    idiom->test = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!idiom->test) return false;
    const IrConst *zero = ir_as_cint(ir_op(idiom->test, 1));
    idiom->next = ir_as_inst(ir_op(idiom->test, 0));
    IrPred stay = ir_succ(term, 0) == loop->header ? IR_NE : IR_EQ;
    if (!zero || zero->bits != 0 || !idiom->next || idiom->test->pred != stay) return false;
    if (idiom->next->v.type->bits > 64) return false; // constants as one word

    IR_FOREACH_PHI(phi, loop->header) {
        int back = ir_phi_find(phi, loop->latch);
        if (ir_phi_value(phi, (uint32_t)back) != &idiom->next->v) continue;
        idiom->phi = phi;
        if (match_step(idiom)) break;
        idiom->phi = NULL;
    }
    return idiom->phi && is_by_itself(idiom, loop);
}

// How often the loop runs, in front of it.
static IrValue *iterations(PassCtx *pc, IrBuilder *builder, const Idiom *idiom,
                           const OptLoop *loop) {
    IrValue *value = ir_phi_value(idiom->phi, (uint32_t)ir_phi_find(idiom->phi, loop->preheader));
    IrType *t = value->type;
    IrValue *n;
    if (idiom->count == IR_I_ctpop) {
        n = IR_CALL(builder, IR_I_ctpop, NULL, value);
    } else { // of zero it is the width
        IrValue *defined = &ir_int(ir_ty_int(pc->m, 1), 0)->v;
        n = ir_sub(builder, &ir_int(t, t->bits)->v,
                   IR_CALL(builder, idiom->count, NULL, value, defined));
    }
    // ranges are made when asked for, of edges that are no more where another loop was reshaped
    bool positive = !loop->stale && an_range_at(pc->an, value, loop->preheader).umin > 0;
    if (positive) return n;
    return IR_CALL(builder, IR_I_umax, NULL, n, &ir_int(t, 1)->v);
}

// Number and step are used by each other, and behind the loop, where zero is left.
static void erase_chain(const Idiom *idiom) {
    IrModule *m = idiom->phi->block->fn->g.m;
    IrType *t = idiom->phi->v.type;
    ir_erase(idiom->test);
    ir_replace_uses(&idiom->phi->v, &ir_poison(m, t)->v);
    ir_erase(idiom->phi);
    ir_replace_uses(&idiom->next->v, &ir_int(t, 0)->v);
    ir_erase(idiom->next);
    if (idiom->less) ir_erase(idiom->less);
}

OPT_LOOP_PASS(loop_idiom);
OptLoopResult opt_loop_idiom(PassCtx *pc, OptLoop *loop) {
    Idiom idiom = {0};
    if (!leaves_at_bottom_only(loop, pc->tmp) || !match(&idiom, loop)) return OPT_LOOP_SAME;

    IrType *type = idiom.phi->v.type;
    IrBuilder builder = ir_builder_at(ir_term(loop->preheader));
    IrValue *value = iterations(pc, &builder, &idiom, loop);

    IrBuilder in = ir_builder(loop->fn, loop->header);
    IrInst *left = ir_phi(&in, type, 2);
    in = ir_builder_at(idiom.test);
    IrValue *less = ir_add(&in, &left->v, &ir_int(type, ~0ull)->v);
    IrValue *test = ir_cmp(&in, idiom.test->pred, less, &ir_int(type, 0)->v);
    ir_phi_add(left, value, loop->preheader);
    ir_phi_add(left, less, loop->latch);
    ir_replace_uses(&idiom.test->v, test);
    erase_chain(&idiom);
    return OPT_LOOP_CHANGED;
}
