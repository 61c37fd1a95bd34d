// SPDX-License-Identifier: Apache-2.0
// simple-loop-unswitch: a condition that the loop does not change is asked once, in front of two
// loops, instead of in each iteration.
//
//     pre: br %l                          pre: %f = freeze i1 %c
//     l:   ...                                 br %f, %l, %l.no
//          br %c, %a, %b         =>       l:    ... %a ...
//     a:   ...                            l.no: ... %b ...
//
// The condition is that of a branch or of a select in the loop (not in an inner one). It is frozen:
// the loop might not have asked.
// Refused: loops over a size (both copies are kept), and over a depth of copies of copies; what the
// function's budget for copies does not hold (opt_loop_may_grow); conditions that differ between
// the threads of a warp, which would run both loops one after the other; loops with convergent
// operations, unless all threads of a block have the same condition: threads that meet in a barrier
// must go the same way.
#include "opt/loop/unroll.h"
#include "opt/loop/loop.h"

static const char COPIES[] = "cuprum.loop.unswitched"; // how often, as i32 behind it
enum { MAX_COPIES = 4 };

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    const AnUniformity *uniformity; // NULL: not asked for yet
    IrInst *user;                   // branch or select
    uint32_t copies;
    const IrMd *note; // that says so
    uint64_t size;    // of the loop
    bool convergent;  // some operation in it is
} Unswitch;

static bool fits(Unswitch *unswitch) {
    uint64_t limit = (uint64_t)opt_knob(unswitch->pc, loop_unswitch, threshold);
    for (uint32_t b = 0; b < unswitch->l->loop->blocks.n; b++) {
        IR_FOREACH_INST(i, unswitch->l->loop->blocks.at[b]) {
            if (opt_loop_is_single(i)) return false;
            unswitch->convergent |= ir_is_convergent(i);
            unswitch->size += opt_issue_cost(i);
            if (unswitch->size > limit) return false;
        }
    }
    return opt_loop_may_grow(unswitch->pc, unswitch->l, unswitch->size);
}

static AnVariation variation_of(const Unswitch *u, const IrValue *condition) {
    return an_variation_at(u->uniformity, condition, u->l->preheader);
}

static bool is_candidate(const Unswitch *u, const IrInst *inst) {
    bool branch = ir_is_two_way(inst);
    bool select = inst->v.op == IR_SELECT && ir_op(inst, 0)->type->kind == IR_TY_INT;
    if (!branch && !select) return false;
    const IrValue *condition = ir_op(inst, 0);
    bool fixed = !ir_is_const(condition) && an_loop_invariant(u->l->loops, u->l->loop, condition);
    return fixed && (!u->uniformity || variation_of(u, condition) != AN_DIFFERS);
}

// The first branch on something that does not change, else the first select. As long as uniformity
// has not been asked for: one that may be found when it has.
static IrInst *find(const Unswitch *unswitch) {
    IrInst *select = NULL;
    for (uint32_t b = 0; b < unswitch->l->loop->blocks.n; b++) {
        IrBlock *bb = unswitch->l->loop->blocks.at[b];
        if (an_loop_of(unswitch->l->loops, bb) != unswitch->l->loop) continue;
        IrInst *term = ir_term(bb);
        if (is_candidate(unswitch, term)) return term;
        IR_FOREACH_INST(i, bb) {
            if (!select && i != term && is_candidate(unswitch, i)) select = i;
        }
    }
    return select;
}

static void count_copies(Unswitch *unswitch) {
    IrMd *loop = ir_get_md(ir_term(unswitch->l->latch), atom_cstr(unswitch->pc->ctx, "llvm.loop"));
    for (uint32_t k = 1; loop && loop->kind == IR_MD_NODE && k < loop->n; k++) {
        const IrMd *o = loop->op[k];
        bool named = o && o->kind == IR_MD_NODE && o->n == 2 && o->op[0]->kind == IR_MD_STRING;
        if (!named || strcmp(atom_str(unswitch->pc->ctx, o->op[0]->text), COPIES) != 0) continue;
        const IrConst *n = o->op[1]->kind == IR_MD_VALUE ? ir_as_cint(o->op[1]->value) : NULL;
        unswitch->copies = n ? (uint32_t)ir_uval(n) : MAX_COPIES;
        unswitch->note = o;
    }
}

// Adds a note of one more copy to what the loop's metadata says already.
static void note_copy(const Unswitch *unswitch, IrInst *latch_term) {
    IrModule *module = unswitch->l->fn->g.m;
    const Atom kind = atom_cstr(unswitch->pc->ctx, "llvm.loop");
    IrMd *old = ir_get_md(latch_term, kind);
    VEC(IrMd *) op = {0};
    vec_push(unswitch->pc->tmp, &op, NULL);
    for (uint32_t k = 1; old && old->kind == IR_MD_NODE && k < old->n; k++) {
        if (!unswitch->note || old->op[k] != unswitch->note)
            vec_push(unswitch->pc->tmp, &op, old->op[k]);
    }
    IrMd *pair[2] = {ir_md_string(module, COPIES, strlen(COPIES)),
                     ir_md_int(module, unswitch->copies + 1)};
    vec_push(unswitch->pc->tmp, &op, ir_md_node(module, 2, pair));
    IrMd *loop = ir_md_distinct(module, op.n, op.at);
    loop->op[0] = loop;
    ir_set_md(latch_term, kind, loop);
}

// In this copy of the loop the condition is `value`.
static void decide(IrInst *user, bool value) {
    if (user->v.op == IR_BR) {
        opt_fold_term(user, value ? 0 : 1);
    } else {
        ir_replace_erase(user, ir_op(user, value ? 1 : 2));
    }
}

static IrValue *start_of_copy(void *data, IrInst *phi) {
    const OptLoop *l = data;
    return ir_phi_value(phi, (uint32_t)ir_phi_find(phi, l->preheader));
}

OPT_LOOP_PASS(loop_unswitch);
OptLoopResult opt_loop_unswitch(PassCtx *pc, OptLoop *loop) {
    Unswitch unswitch = {.pc = pc, .l = loop};
    if (!find(&unswitch)) return OPT_LOOP_SAME;
    count_copies(&unswitch);
    if (unswitch.copies >= MAX_COPIES || !fits(&unswitch)) return OPT_LOOP_SAME;
    unswitch.uniformity = opt_loop_uniformity(loop);
    if (!unswitch.uniformity) return OPT_LOOP_WAITS;
    unswitch.user = find(&unswitch);
    if (!unswitch.user) return OPT_LOOP_SAME;
    IrValue *condition = ir_op(unswitch.user, 0);
    bool together = variation_of(&unswitch, condition) == AN_SAME_IN_BLOCK;
    if (unswitch.convergent && !together) return OPT_LOOP_SAME;

    opt_loop_grew(loop, unswitch.size);
    IrInst *enter = ir_term(loop->preheader);
    IrBuilder builder = ir_builder_at(enter);
    IrValue *frozen = an_not_poison(condition) ? condition : ir_freeze(&builder, condition);

    // the second loop is entered from a block of its own: its phis know where they come from
    IrBlock *other = ir_block_new(loop->fn, 0);
    ir_block_move_after(other, loop->latch);
    IrBuilder in_other = ir_builder(loop->fn, other);
    IrInst *enter_other = ir_br(&in_other, loop->header);
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, pc, loop);
    IrBlock *header = opt_loop_copy_whole(&copy, other, start_of_copy, loop);
    ir_set_succ(enter_other, 0, header);
    note_copy(&unswitch, ir_term(loop->latch));
    note_copy(&unswitch, copy.latch_term);

    builder.no_fold = true;
    ir_condbr(&builder, frozen, loop->header, other);
    ir_erase(enter);
    bool branch = unswitch.user->v.op == IR_BR;
    IrInst *copied = branch ? ir_term(ir_as_block(opt_loop_copied(&copy, &unswitch.user->block->v)))
                            : ir_as_op(opt_loop_copied(&copy, &unswitch.user->v), IR_SELECT);
    if (copied) decide(copied, false);
    decide(unswitch.user, true);
    return OPT_LOOP_RESHAPED;
}
