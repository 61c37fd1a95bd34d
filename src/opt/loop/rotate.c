// SPDX-License-Identifier: Apache-2.0
// loop-rotate: a loop that tests at its top tests at its bottom, behind one test in front of it.
//
//     pre: br %h                            pre: %c0 = icmp slt 0, %n
//     h:   %i = phi [0,pre], [%j,latch]          br %c0, %b, %exit
//          %c = icmp slt %i, %n       =>    b:   %i = phi [0,pre], [%j,latch]
//          br %c, %b, %exit                      ...
//     b:   ...                                   %j = add %i, 1
//          %j = add %i, 1                        %c = icmp slt %j, %n
//          br %h                                 br %c, %b, %exit
//
// An iteration has one branch less, what stands in the loop certainly runs once it is entered (so
// that loads may move in front), trip counts are simple, and ptxas unrolls only such loops.
//
// The header's copy in front computes its first values; the header itself goes to the end of the
// latch. A value of the header that the body uses becomes a phi at the body's beginning.
// A loop that tests at both ends and leaves for one place (`while (i < n && ...)`, rotated once) is
// rotated again where a knob says so and the second test is cheap: simplifycfg then makes one
// branch of the two tests at the bottom.
//
// Refused: the latch tests already, the header does not leave the loop, holds more than a knob's
// instructions (they are doubled), or calls something convergent or not to be duplicated.
#include "opt/scalar/scalar.h"

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    IrInst *test;  // the header's branch
    IrBlock *body; // where it goes in the loop
    IrBlock *exit; // and out of it
    Map first;     // value of the header -> what it is in the first iteration
} Rotate;

// What the copy in front would cost, or more than the limit when it must not be made.
static int64_t size_of_copy(const IrBlock *header, int64_t limit) {
    int64_t size = 0;
    IR_FOREACH_INST(i, header) {
        if (i->v.op == IR_PHI) continue;
        if (ir_is_convergent(i) || !ir_can_duplicate(i)) return limit + 1;
        if (++size > limit) break;
    }
    return size;
}

// What another way out would bring to the exit, once the header stands behind the latch, is what
// the latch brings there already; one value may differ (it is selected).
static bool same_at_exit(const Rotate *rotate) {
    const OptLoop *loop = rotate->l;
    uint32_t differ = 0;
    IR_FOREACH_PHI(phi, rotate->exit) {
        IrValue *top = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, loop->header));
        IrValue *bottom = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, loop->latch));
        IrInst *round = ir_as_op(top, IR_PHI);
        if (round && round->block == loop->header) top = ir_phi_from(round, loop->latch);
        differ += top != bottom;
    }
    return differ <= 1;
}

// The latch tests too, for the same exit, and the header's test may as well be made always.
static bool joins_latch(const Rotate *rotate) {
    enum { CHEAP = 5 };
    const OptLoop *loop = rotate->l;
    const IrInst *back = ir_term(loop->latch);
    if (!ir_is_cond_br(back) || !opt_knob(rotate->pc, loop_rotate, again)) return false;
    if (ir_succ(back, 0) != rotate->exit && ir_succ(back, 1) != rotate->exit) return false;
    uint32_t cost = 0;
    IR_FOREACH_INST(inst, loop->header) {
        if (inst->v.op == IR_PHI || inst == rotate->test) continue;
        bool always = ir_is_speculatable(inst) && !ir_is_convergent(inst);
        if (!always || inst->v.op == IR_LOAD || ++cost > CHEAP) return false;
    }
    return same_at_exit(rotate);
}

static bool can_rotate(Rotate *rotate) {
    OptLoop *loop = rotate->l;
    rotate->test = ir_term(loop->header);
    if (loop->header == loop->latch || !ir_is_cond_br(rotate->test)) return false;
    bool first_inside = an_in_loop(loop->loops, loop->loop, ir_succ(rotate->test, 0));
    bool second_inside = an_in_loop(loop->loops, loop->loop, ir_succ(rotate->test, 1));
    if (first_inside == second_inside) return false;
    rotate->body = ir_succ(rotate->test, first_inside ? 0 : 1);
    rotate->exit = ir_succ(rotate->test, first_inside ? 1 : 0);

    // a latch that tests already is as good
    IrInst *back = ir_term(loop->latch);
    for (uint32_t k = 0; k < ir_nsucc(back); k++) {
        bool leaves = !an_in_loop(loop->loops, loop->loop, ir_succ(back, k));
        if (leaves && !joins_latch(rotate)) return false;
    }
    int64_t limit = opt_knob(rotate->pc, loop_rotate, header);
    return size_of_copy(loop->header, limit) <= limit;
}

static IrValue *first_value(const Rotate *r, IrValue *original) {
    IrValue *first = map_get(&r->first, (uintptr_t)original);
    return first ? first : original;
}

static IrValue *recorded_first(void *data, IrValue *original) {
    return first_value(data, original);
}

// The header's instructions for the first iteration, at the end of the preheader.
static void copy_header(Rotate *rotate) {
    OptLoop *loop = rotate->l;
    IrInst *end = ir_term(loop->preheader);
    IR_FOREACH_INST(i, loop->header) {
        if (i->v.op == IR_PHI) {
            int entry = ir_phi_find(i, loop->preheader);
            map_put(&rotate->first, (uintptr_t)&i->v, ir_phi_value(i, (uint32_t)entry));
            continue;
        }
        if (i == rotate->test) break;
        IrInst *copy = ir_inst_clone(loop->fn, i);
        ir_insert_before(copy, end);
        for (uint32_t k = 0; k < copy->nops; k++)
            ir_set_op(copy, k, first_value(rotate, ir_op(i, k)));
        ir_records_copy(copy->block, copy, i->records, recorded_first, rotate);
        IrValue *known = ir_has_effect(copy) ? NULL : opt_simplify(loop->fn->g.m, copy);
        if (known) ir_erase(copy);
        map_put(&rotate->first, (uintptr_t)&i->v, known ? known : &copy->v);
    }
}

// The preheader enters the loop at the body now, or leaves as the header would.
static void enter_at_body(Rotate *rotate) {
    OptLoop *loop = rotate->l;
    IrInst *end = ir_term(loop->preheader);
    IrInst *guard = ir_inst_clone(loop->fn, rotate->test);
    ir_set_op(guard, 0, first_value(rotate, ir_op(rotate->test, 0)));
    ir_insert_before(guard, end);
    while (guard->md) ir_set_md(guard, guard->md->kind, NULL); // what they say is about the loop
    ir_phi_remove_edge(loop->header, loop->preheader);
    ir_erase(end);

    IR_FOREACH_PHI(phi, rotate->exit) {
        IrValue *last = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, loop->header));
        ir_phi_add(phi, first_value(rotate, last), loop->preheader);
    }
}

// Whether the use runs in the body, where a value of the header is the one of this iteration.
// Behind the loop only the exits' phis use it (closed SSA): those that come from the header keep
// it.
static bool is_in_body(const Rotate *r, const IrUse *use) {
    const IrInst *user = use->user;
    if (user->v.op != IR_PHI) return user->block != r->l->header;
    const IrBlock *from = ir_phi_block(user, ir_use_index(use) / 2);
    return from != r->l->header && from != r->l->preheader;
}

static void make_body_phi(Rotate *rotate, IrInst *value) {
    OptLoop *loop = rotate->l;
    IrInst *phi = NULL;
    IR_FOREACH_USE_SAFE(use, &value->v) {
        if (use->user == phi || !is_in_body(rotate, use)) continue;
        if (!phi) {
            IrBuilder b = ir_builder_at(rotate->body->first);
            phi = ir_phi(&b, value->v.type, 2);
            phi->dbg = value->dbg;
        }
        ir_set_op(use->user, ir_use_index(use), &phi->v);
    }
    // Records too; where the body does not use it, they have no value any more.
    ir_records_move_others(loop->fn, &value->v, phi ? &phi->v : NULL);
    if (!phi) return;
    ir_phi_add(phi, first_value(rotate, &value->v), loop->preheader);
    ir_phi_add(phi, &value->v, loop->header);
}

// The header follows the latch: its phis have one way in.
static void follow_latch(Rotate *rotate) {
    OptLoop *loop = rotate->l;
    while (loop->header->first->v.op == IR_PHI) {
        IrInst *phi = loop->header->first;
        ir_replace_erase(phi, ir_phi_value(phi, 0));
    }
    const Atom kind = atom_cstr(rotate->pc->ctx, "llvm.loop");
    IrInst *back = ir_term(loop->latch);
    IrMd *md = ir_get_md(back, kind);
    ir_set_md(rotate->test, kind, md);
    ir_set_md(back, kind, NULL);
    if (ir_nsucc(back) == 1) {
        opt_merge_into_pred(loop->header);
    } else {
        ir_block_move_after(loop->header, loop->latch);
    }
}

OPT_LOOP_PASS(loop_rotate);
OptLoopResult opt_loop_rotate(PassCtx *pc, OptLoop *loop) {
    Rotate rotate = {.pc = pc, .l = loop};
    if (!can_rotate(&rotate)) return OPT_LOOP_SAME;
    map_init(&rotate.first, pc->tmp);

    // phis of the body must come from the header alone
    if (!ir_single_pred(rotate.body)) {
        rotate.body = opt_split_edge(rotate.test, ir_succ(rotate.test, 0) == rotate.body ? 0 : 1);
    }
    while (rotate.body->first->v.op == IR_PHI) {
        IrInst *phi = rotate.body->first;
        ir_replace_erase(phi, ir_phi_value(phi, 0));
    }

    copy_header(&rotate);
    enter_at_body(&rotate);
    ir_records_mark(loop->header, true);
    IR_FOREACH_INST(value, loop->header) {
        if (value->v.uses || value->v.recorded) make_body_phi(&rotate, value);
    }
    ir_records_mark(loop->header, false);
    follow_latch(&rotate);
    loop->header = rotate.body;
    return OPT_LOOP_RESHAPED;
}
