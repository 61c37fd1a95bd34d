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
// Few small iterations that may be left over stand in a row instead, each behind a test of `left`:
//
//                                      rest: b.1 br (%left == 1), %exit, %r2
//                                      r2:   b.2 br (%left == 2), %exit, %r3 ...
//
// The test compares the variable itself, so that no counter runs beside it. All counts are taken
// modulo 2^bits of the variable, in which the formulas hold for every number of iterations.
#include "opt/loop/unroll.h"
#include "opt/scalar/scalar.h"
#include "ir/intrin_id.h"

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
    VEC(IrValue *) carried;  // likewise: what the newest iteration in a row hands on
    uint32_t carried_at;
} Runtime;

static IrValue *constant(const Runtime *runtime, uint64_t v) {
    uint64_t mask = runtime->type->bits < 64 ? (1ull << runtime->type->bits) - 1 : ~0ull;
    return &ir_int(runtime->type, v & mask)->v;
}

// A new value in the preheader, or what it is known to be. (The builder may have given an old one.)
static IrValue *known_or(Runtime *runtime, IrValue *made) {
    IrInst *i = ir_as_inst(made);
    IrValue *known = i && !ir_has_uses(made) ? opt_simplify(runtime->l->fn->g.m, i) : NULL;
    if (!known) return made;
    ir_erase(i);
    return known;
}

static IrValue *emit(Runtime *runtime, IrOp op, IrValue *left, IrValue *right) {
    return known_or(runtime, ir_bin(&runtime->b, op, 0, left, right));
}

static IrValue *compare(Runtime *runtime, IrPred pred, IrValue *left, IrValue *right) {
    return known_or(runtime, ir_cmp(&runtime->b, pred, left, right));
}

static bool is_strict(IrPred pred) {
    return is_any_of(pred, IR_SLT, IR_ULT, IR_SGT, IR_UGT);
}

// Whether the program promises the condition, before it comes to the loop.
static bool is_assumed(const Runtime *runtime, const IrInst *condition) {
    const AnDom *dom = an_dom(runtime->pc->an);
    IR_FOREACH_USE(use, &condition->v) {
        const IrInst *user = use->user;
        if (ir_intrin_of(user) == IR_I_assume &&
            an_dominates(dom, user->block, runtime->l->preheader))
            return true;
    }
    return false;
}

// `start pred bound`, written in either order.
static bool says_first(const Runtime *runtime, const IrInst *cmp, IrPred pred, IrValue *start) {
    IrValue *bound = runtime->counted->bound;
    if (ir_op(cmp, 0) == bound) pred = ir_swapped_pred(pred);
    bool forward = ir_op(cmp, 0) == start && ir_op(cmp, 1) == bound;
    bool backward = ir_op(cmp, 1) == start && ir_op(cmp, 0) == bound;
    return (forward || backward) && pred == runtime->counted->pred;
}

static bool is_first_assumed(const Runtime *runtime, IrValue *start) {
    if (ir_is_const(runtime->counted->bound)) return false;
    IR_FOREACH_USE(use, runtime->counted->bound) {
        const IrInst *cmp = use->user;
        bool says = cmp->v.op == IR_ICMP && says_first(runtime, cmp, (IrPred)cmp->pred, start);
        if (says && is_assumed(runtime, cmp)) return true;
    }
    return false;
}

// Whether an edge that leads to the loop and nowhere else says `start pred bound`, or the program
// promises it: then the loop's own test has been made for the iteration before the first, too.
static bool is_guarded(const Runtime *runtime, IrValue *start) {
    const IrBlock *to = runtime->l->preheader;
    for (IrBlock *from = ir_single_pred(to); from; to = from, from = ir_single_pred(to)) {
        IrInst *term = ir_term(from);
        if (term->v.op != IR_BR || term->nops == 1) continue;
        IrInst *cmp = term->v.op == IR_BR ? ir_as_op(ir_op(term, 0), IR_ICMP) : NULL;
        if (!cmp) continue;
        IrPred pred = (IrPred)cmp->pred;
        if (ir_succ(term, 0) != to) pred = ir_inverse_pred(pred);
        if (says_first(runtime, cmp, pred, start)) return true;
        if (from == runtime->l->fn->first) break;
    }
    return is_first_assumed(runtime, start);
}

static IrValue *start_of(const Runtime *runtime, const IrInst *phi) {
    return ir_phi_value(phi, (uint32_t)ir_phi_find(phi, runtime->l->preheader));
}

// Iterations after the first: the smallest k with not (start + ahead + k * step) pred bound.
static IrValue *iterations_but_one(Runtime *runtime) {
    const OptCounted *counted = runtime->counted;
    IrValue *start = start_of(runtime, counted->phi);
    uint64_t stride = counted->step < 0 ? 0 - (uint64_t)counted->step : (uint64_t)counted->step;
    bool guarded = is_strict(counted->pred) && counted->ahead == (uint64_t)counted->step &&
                   is_guarded(runtime, start);

    // of a guarded loop the distance is that of the iteration before the first, and not zero
    IrValue *from =
        guarded ? start : emit(runtime, IR_ADD, start, constant(runtime, counted->ahead));
    IrValue *distance = counted->step > 0 ? emit(runtime, IR_SUB, counted->bound, from)
                                          : emit(runtime, IR_SUB, from, counted->bound);
    if (counted->pred == IR_NE) return distance;
    if (is_strict(counted->pred)) distance = emit(runtime, IR_SUB, distance, constant(runtime, 1));
    IrValue *steps =
        stride == 1 ? distance : emit(runtime, IR_UDIV, distance, constant(runtime, stride));
    if (guarded) return steps;
    IrValue *more = emit(runtime, IR_ADD, steps, constant(runtime, 1));
    IrValue *goes_on = compare(runtime, counted->pred, from, counted->bound);
    return known_or(runtime, ir_select(&runtime->b, goes_on, more, constant(runtime, 0)));
}

// `number & mask` is zero: its bits are known, or promised (`__builtin_assume(n % 4 == 0)`).
static bool is_multiple(const Runtime *runtime, IrValue *number, uint64_t mask) {
    enum { MOST_USES = 64 };
    uint32_t left = MOST_USES;
    if (!(~an_known_bits(number).zero & mask)) return true;
    if (ir_is_const(number)) return false;
    IR_FOREACH_USE(use, number) {
        const IrInst *bits = use->user;
        if (!left--) return false;
        const IrConst *of = bits->v.op == IR_AND ? ir_as_cint(ir_op(bits, 1)) : NULL;
        if (!of || mask & ~ir_uval(of)) continue;
        IR_FOREACH_USE(test, &bits->v) {
            const IrInst *cmp = test->user;
            bool zero = cmp->v.op == IR_ICMP && cmp->pred == IR_EQ && ir_is_zero(ir_op(cmp, 1));
            if (zero && is_assumed(runtime, cmp)) return true;
        }
    }
    const IrInst *sum = ir_as_inst(number);
    bool both = sum && is_any_of(sum->v.op, IR_ADD, IR_SUB) && ir_is_const(ir_op(sum, 1));
    return both && is_multiple(runtime, ir_op(sum, 0), mask) &&
           is_multiple(runtime, ir_op(sum, 1), mask);
}

static void count_groups(Runtime *runtime) {
    runtime->more = iterations_but_one(runtime);
    IrValue *all = emit(runtime, IR_ADD, runtime->more, constant(runtime, 1));
    runtime->left = is_multiple(runtime, all, runtime->count - 1)
                        ? constant(runtime, 0)
                        : emit(runtime, IR_AND, all, constant(runtime, runtime->count - 1));
    IrValue *grouped = emit(runtime, IR_SUB, all, runtime->left);
    IrValue *span =
        emit(runtime, IR_MUL, grouped, constant(runtime, (uint64_t)runtime->counted->step));
    runtime->end = emit(runtime, IR_ADD, start_of(runtime, runtime->counted->phi), span);
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

static IrBlock *exit_of(const Runtime *runtime) {
    IrInst *term = runtime->counted->exit;
    bool first_inside = an_in_loop(runtime->l->loops, runtime->l->loop, ir_succ(term, 0));
    return ir_succ(term, first_inside ? 1 : 0);
}

// A block behind another that goes on to the loop, until it gets another target.
static IrBlock *block_behind(Runtime *runtime, IrBlock *before) {
    OptLoop *loop = runtime->l;
    IrBlock *block = ir_block_new(loop->fn, 0);
    ir_block_move_after(block, before);
    IrBuilder b = ir_builder(loop->fn, block);
    ir_br(&b, loop->header);
    return block;
}

static void make_rest(Runtime *runtime) {
    runtime->rest = block_behind(runtime, runtime->l->latch);
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, runtime->pc, runtime->l);
    IrBlock *header = opt_loop_copy_whole(&copy, runtime->rest, start_of_rest, runtime);
    ir_set_succ(ir_term(runtime->rest), 0, header);
    opt_loop_no_unroll(runtime->pc, copy.latch_term);
}

// A branch that stays one where the condition is a constant: its targets have phis.
static IrInst *branch(IrBuilder *builder, IrValue *condition, IrBlock *yes, IrBlock *no) {
    builder->no_fold = true;
    return ir_condbr(builder, condition, yes, no);
}

// Asked for one phi after the other, in the header's order.
static IrValue *start_of_next(void *data, IrInst *phi) {
    Runtime *runtime = data;
    return runtime->carried.at[runtime->carried_at++];
}

// Iteration k of those in a row no longer goes back: to `next`, which starts with what this one
// hands on, or, as the last, out.
static void end_iteration(Runtime *runtime, OptLoopCopy *copy, IrBlock *header, uint32_t k,
                          IrBlock *next) {
    OptLoop *loop = runtime->l;
    IrInst *last = copy->latch_term;
    IrBlock *exit = exit_of(runtime);
    runtime->carried.n = runtime->carried_at = 0;
    IR_FOREACH_PHI(phi, loop->header) {
        IrValue *value = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, loop->latch));
        vec_push(runtime->pc->tmp, &runtime->carried, opt_loop_copied(copy, value));
    }
    ir_phi_remove_edge(header, last->block);
    IrBuilder builder = ir_builder_at(last);
    builder.dbg = last->dbg;
    if (next) {
        IrValue *done = ir_cmp(&builder, IR_EQ, runtime->left, constant(runtime, k));
        branch(&builder, done, exit, next);
    } else {
        ir_br(&builder, exit);
    }
    ir_erase(last);
}

// The iterations that are left over, one behind the other.
static void make_row(Runtime *runtime) {
    IrBlock *entry = runtime->rest = block_behind(runtime, runtime->l->latch);
    for (uint32_t k = 1; k < runtime->count; k++) {
        OptLoopCopy copy;
        opt_loop_copy_init(&copy, runtime->pc, runtime->l);
        IrBlock *header =
            opt_loop_copy_whole(&copy, entry, k == 1 ? start_of_rest : start_of_next, runtime);
        ir_set_succ(ir_term(entry), 0, header);
        IrBlock *next =
            k + 1 < runtime->count ? block_behind(runtime, copy.latch_term->block) : NULL;
        end_iteration(runtime, &copy, header, k, next);
        entry = next;
    }
}

// The groups end where the variable has got to `end`, and leave by way of `full`.
static void end_groups(Runtime *runtime, OptLoopCopy *copy, IrBlock *exit) {
    OptLoop *loop = runtime->l;
    IrInst *last = copy->latch_term;
    IrInst *phi = runtime->counted->phi;
    IrValue *next =
        opt_loop_copied(copy, ir_phi_value(phi, (uint32_t)ir_phi_find(phi, loop->latch)));

    runtime->full = ir_block_new(loop->fn, 0);
    ir_block_move_after(runtime->full, last->block);
    ir_phi_replace_pred(exit, last->block, runtime->full);
    IrBuilder builder = ir_builder(loop->fn, runtime->full);
    builder.dbg = last->dbg;
    IrValue *none = ir_cmp(&builder, IR_EQ, runtime->left, constant(runtime, 0));
    branch(&builder, none, exit, runtime->rest);

    builder = ir_builder_at(last);
    IrValue *more = ir_cmp(&builder, IR_NE, next, runtime->end);
    IrInst *again = branch(&builder, more, loop->header, runtime->full);
    Atom kind = atom_cstr(runtime->pc->ctx, "llvm.loop"); // unrolled already
    ir_set_md(again, kind, ir_get_md(last, kind));
    ir_erase(last);
    copy->latch_term = again;
}

static void send_back(Runtime *runtime, OptLoopCopy *copy) {
    OptLoop *l = runtime->l;
    IrBlock *last = copy->latch_term->block;
    uint32_t n = 0;
    IR_FOREACH_PHI(phi, l->header) {
        uint32_t k = (uint32_t)ir_phi_find(phi, l->latch);
        IrValue *v = opt_loop_copied(copy, ir_phi_value(phi, k));
        ir_phi_add(runtime->rest_phis.at[n++], v, runtime->full);
        ir_set_op(phi, 2 * k, v);
        ir_set_op(phi, 2 * k + 1, &last->v);
    }
}

void opt_unroll_runtime(PassCtx *pc, OptLoop *loop, const OptCounted *counted, uint32_t count,
                        bool in_a_row) {
    opt_remark(pc, unroll_runtime, ir_term(loop->latch), count);
    Runtime runtime = {.pc = pc, .l = loop, .counted = counted, .count = count};
    IrBlock *exit = exit_of(&runtime);
    IrInst *enter = ir_term(loop->preheader);
    runtime.type = counted->phi->v.type;
    runtime.b = ir_builder_at(enter);
    count_groups(&runtime);
    if (in_a_row && !ir_is_const(runtime.left))
        make_row(&runtime);
    else
        make_rest(&runtime);

    // the loop is the first copy; its own exit does not happen, nor those of all copies but the
    // last
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, pc, loop);
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
    end_groups(&runtime, &copy, exit);
    send_back(&runtime, &copy);
    ir_phi_remove_edge(exit, loop->latch);
    IrBuilder b = ir_builder_at(counted->exit);
    ir_br(&b, second);
    ir_erase(counted->exit);

    // in front: enough for one group?
    runtime.b = ir_builder_at(enter);
    // (there is one iteration, so that what is no less than a group is at least one)
    IrValue *few = ir_is_zero(runtime.left)
                       ? &ir_false(loop->fn->g.m)->v
                       : compare(&runtime, IR_ULT, runtime.more, constant(&runtime, count - 1));
    branch(&runtime.b, few, runtime.rest, loop->header);
    ir_erase(enter);
}
