// SPDX-License-Identifier: Apache-2.0
// Unrolling of a loop whose count is known at run time only: a loop of `count` copies with one
// test, and the loop itself for what is left over.
//
//     b: ... %j = add %i, 1            pre:  %more = (n - s - 1) / step       iterations but one
//        br (%j < %n), %b, %exit             br (%more < count - 1), %rest, %b
//                              =>      b:    ... count copies ...
//                                            br (%j != %end), %b, %full
//                                      full: br (%left == 0), %exit, %rest
//                                      rest: %i.r = phi [s, pre], [%j, full]
//                                            br %b.r                          the loop as it was
//
// The test compares the variable itself, so that no counter runs beside it. All counts are taken
// modulo 2^bits of the variable, in which the formulas hold for every number of iterations.
#include "opt/loop_unroll.h"

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    const OptCounted *counted;
    uint32_t count;
    IrType *type;
    IrBuilder b;   // at the end of the preheader
    IrValue *more; // iterations after the first
    IrValue *end;  // the variable behind the last group
    IrValue *left; // iterations behind the groups
    IrBlock *full, *rest;
    VEC(IrInst *) rest_phis; // in the order of the header's
} Runtime;

static IrValue *constant(const Runtime *r, uint64_t v) {
    uint64_t mask = r->type->bits < 64 ? (1ull << r->type->bits) - 1 : ~0ull;
    return &ir_int(r->type, v & mask)->v;
}

// A new value in the preheader, or what it is known to be. (The builder may have given an old one.)
static IrValue *known_or(Runtime *r, IrValue *v) {
    IrInst *i = ir_as_inst(v);
    IrValue *known = i && !ir_has_uses(v) ? opt_simplify(r->l->fn->g.m, i) : NULL;
    if (!known) return v;
    ir_erase(i);
    return known;
}

static IrValue *emit(Runtime *r, IrOp op, IrValue *x, IrValue *y) {
    return known_or(r, ir_bin(&r->b, op, 0, x, y));
}

static IrValue *compare(Runtime *r, IrPred pred, IrValue *x, IrValue *y) {
    return known_or(r, ir_cmp(&r->b, pred, x, y));
}

static bool is_strict(IrPred pred) {
    return pred == IR_SLT || pred == IR_ULT || pred == IR_SGT || pred == IR_UGT;
}

// Whether an edge that leads to the loop and nowhere else says `start pred bound`: then the loop's
// own test has been made for the iteration before the first, too.
static bool is_guarded(const Runtime *r, IrValue *start) {
    const IrBlock *to = r->l->preheader;
    for (IrBlock *from = ir_single_pred(to); from; to = from, from = ir_single_pred(to)) {
        IrInst *term = ir_term(from);
        if (term->v.op != IR_BR || term->nops == 1) continue;
        IrInst *cmp = term->v.op == IR_BR ? ir_as_op(ir_op(term, 0), IR_ICMP) : NULL;
        if (!cmp) continue;
        IrPred pred = (IrPred)cmp->pred;
        if (ir_succ(term, 0) != to) pred = ir_inverse_pred(pred);
        if (ir_op(cmp, 0) == r->counted->bound) pred = ir_swapped_pred(pred);
        bool forward = ir_op(cmp, 0) == start && ir_op(cmp, 1) == r->counted->bound;
        bool backward = ir_op(cmp, 1) == start && ir_op(cmp, 0) == r->counted->bound;
        if ((forward || backward) && pred == r->counted->pred) return true;
        if (from == r->l->fn->first) break;
    }
    return false;
}

static IrValue *start_of(const Runtime *r, const IrInst *phi) {
    return ir_phi_value(phi, (uint32_t)ir_phi_find(phi, r->l->preheader));
}

// Iterations after the first: the smallest k with not (start + ahead + k * step) pred bound.
static IrValue *iterations_but_one(Runtime *r) {
    const OptCounted *c = r->counted;
    IrValue *start = start_of(r, c->phi);
    uint64_t stride = c->step < 0 ? 0 - (uint64_t)c->step : (uint64_t)c->step;
    bool guarded = is_strict(c->pred) && c->ahead == (uint64_t)c->step && is_guarded(r, start);

    // of a guarded loop the distance is that of the iteration before the first, and not zero
    IrValue *from = guarded ? start : emit(r, IR_ADD, start, constant(r, c->ahead));
    IrValue *distance =
        c->step > 0 ? emit(r, IR_SUB, c->bound, from) : emit(r, IR_SUB, from, c->bound);
    if (c->pred == IR_NE) return distance;
    if (is_strict(c->pred)) distance = emit(r, IR_SUB, distance, constant(r, 1));
    IrValue *steps = stride == 1 ? distance : emit(r, IR_UDIV, distance, constant(r, stride));
    if (guarded) return steps;
    IrValue *more = emit(r, IR_ADD, steps, constant(r, 1));
    IrValue *goes_on = compare(r, c->pred, from, c->bound);
    return known_or(r, ir_select(&r->b, goes_on, more, constant(r, 0)));
}

static void count_groups(Runtime *r) {
    r->more = iterations_but_one(r);
    IrValue *all = emit(r, IR_ADD, r->more, constant(r, 1));
    r->left = emit(r, IR_AND, all, constant(r, r->count - 1));
    IrValue *grouped = emit(r, IR_SUB, all, r->left);
    IrValue *span = emit(r, IR_MUL, grouped, constant(r, (uint64_t)r->counted->step));
    r->end = emit(r, IR_ADD, start_of(r, r->counted->phi), span);
}

// The phis of the block in front of the rest, which the copy of the loop starts with.
static IrValue *start_of_rest(void *data, IrInst *phi) {
    Runtime *r = data;
    IrBuilder b = ir_builder_at(ir_term(r->rest));
    IrInst *joined = ir_phi(&b, phi->v.type, 2);
    ir_phi_add(joined, start_of(r, phi), r->l->preheader);
    vec_push(r->pc->tmp, &r->rest_phis, joined);
    return &joined->v;
}

static IrBlock *exit_of(const Runtime *r) {
    IrInst *term = r->counted->exit;
    bool first_inside = an_in_loop(r->l->loops, r->l->loop, ir_succ(term, 0));
    return ir_succ(term, first_inside ? 1 : 0);
}

static void make_rest(Runtime *r) {
    OptLoop *l = r->l;
    r->rest = ir_block_new(l->fn, 0);
    ir_block_move_after(r->rest, l->latch);
    IrBuilder b = ir_builder(l->fn, r->rest);
    IrInst *enter = ir_br(&b, l->header);

    OptLoopCopy copy;
    opt_loop_copy_init(&copy, r->pc, l);
    IrBlock *header = opt_loop_copy_whole(&copy, r->rest, start_of_rest, r);
    ir_set_succ(enter, 0, header);
    opt_loop_no_unroll(r->pc, copy.latch_term);
}

// A branch that stays one where the condition is a constant: its targets have phis.
static IrInst *branch(IrBuilder *b, IrValue *condition, IrBlock *yes, IrBlock *no) {
    b->no_fold = true;
    return ir_condbr(b, condition, yes, no);
}

// The groups end where the variable has got to `end`, and leave by way of `full`.
static void end_groups(Runtime *r, OptLoopCopy *copy, IrBlock *exit) {
    OptLoop *l = r->l;
    IrInst *last = copy->latch_term;
    IrInst *phi = r->counted->phi;
    IrValue *next = opt_loop_copied(copy, ir_phi_value(phi, (uint32_t)ir_phi_find(phi, l->latch)));

    r->full = ir_block_new(l->fn, 0);
    ir_block_move_after(r->full, last->block);
    ir_phi_replace_pred(exit, last->block, r->full);
    IrBuilder b = ir_builder(l->fn, r->full);
    b.dbg = last->dbg;
    IrValue *none = ir_cmp(&b, IR_EQ, r->left, constant(r, 0));
    branch(&b, none, exit, r->rest);

    b = ir_builder_at(last);
    IrValue *more = ir_cmp(&b, IR_NE, next, r->end);
    IrInst *again = branch(&b, more, l->header, r->full);
    Atom kind = atom_cstr(r->pc->ctx, "llvm.loop"); // unrolled already
    ir_set_md(again, kind, ir_get_md(last, kind));
    ir_erase(last);
    copy->latch_term = again;
}

static void send_back(Runtime *r, OptLoopCopy *copy) {
    OptLoop *l = r->l;
    IrBlock *last = copy->latch_term->block;
    uint32_t n = 0;
    for (IrInst *phi = l->header->first; phi->v.op == IR_PHI; phi = phi->next) {
        uint32_t k = (uint32_t)ir_phi_find(phi, l->latch);
        IrValue *v = opt_loop_copied(copy, ir_phi_value(phi, k));
        ir_phi_add(r->rest_phis.at[n++], v, r->full);
        ir_set_op(phi, 2 * k, v);
        ir_set_op(phi, 2 * k + 1, &last->v);
    }
}

void opt_unroll_runtime(PassCtx *pc, OptLoop *l, const OptCounted *counted, uint32_t count) {
    opt_remark(pc, unroll_runtime, ir_term(l->latch), count);
    Runtime r = {.pc = pc, .l = l, .counted = counted, .count = count};
    IrBlock *exit = exit_of(&r);
    IrInst *enter = ir_term(l->preheader);
    r.type = counted->phi->v.type;
    r.b = ir_builder_at(enter);
    count_groups(&r);
    make_rest(&r);

    // the loop is the first copy; its own exit does not happen, nor those of all copies but the
    // last
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, pc, l);
    copy.exit = counted->exit;
    copy.exit_on = ir_succ(counted->exit, 0) == exit;
    IrBlock *second = NULL, *own = NULL;
    for (uint32_t k = 1; k < count; k++) {
        IrInst *before = copy.latch_term;
        IrBlock *header =
            opt_loop_copy_iteration(&copy, false, k + 1 < count ? OPT_EXIT_STAYS : OPT_EXIT_TESTS);
        if (second) opt_retarget(before, own, header);
        if (!second) second = header;
        own = header;
    }
    end_groups(&r, &copy, exit);
    send_back(&r, &copy);
    ir_phi_remove_edge(exit, l->latch);
    IrBuilder b = ir_builder_at(counted->exit);
    ir_br(&b, second);
    ir_erase(counted->exit);

    // in front: enough for one group?
    r.b = ir_builder_at(enter);
    IrValue *few = compare(&r, IR_ULT, r.more, constant(&r, count - 1));
    branch(&r.b, few, r.rest, l->header);
    ir_erase(enter);
}
