// SPDX-License-Identifier: Apache-2.0
// Copies of a loop's blocks. The loop is in closed SSA form, so that only phis at its exits must
// learn of a copy. Instructions that become known are folded while they are copied.
#include "opt/loop_unroll.h"

bool opt_loop_is_single(const IrInst *i) {
    bool barrier =
        ir_intrin_of(i) != 0; // where all threads go the same way, it may stand in copies
    return i->v.op == IR_INDIRECTBR || (i->v.op == IR_CALL && !barrier && !ir_can_duplicate(i));
}

void opt_loop_copy_init(OptLoopCopy *c, PassCtx *pc, OptLoop *l) {
    *c = (OptLoopCopy){.pc = pc, .l = l};
    map_init(&c->newest, pc->tmp);
}

IrValue *opt_loop_copied(const OptLoopCopy *c, IrValue *v) {
    IrValue *copy = map_get(&c->newest, (uintptr_t)v);
    return copy ? copy : v;
}

static IrBlock *copied_block(const OptLoopCopy *c, IrBlock *bb) {
    return ir_as_block(opt_loop_copied(c, &bb->v));
}

static void set_copy(OptLoopCopy *c, IrValue *v, IrValue *copy) {
    map_put(&c->newest, (uintptr_t)v, copy);
}

void opt_retarget(IrInst *term, IrBlock *from, IrBlock *to) {
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        if (ir_succ(term, k) == from) ir_set_succ(term, k, to);
    }
}

static IrValue *phi_from(const IrInst *phi, const IrBlock *bb) {
    int k = ir_phi_find(phi, bb);
    return k < 0 ? NULL : ir_phi_value(phi, (uint32_t)k);
}

static bool leaves_loop(const OptLoopCopy *c, const IrBlock *to) {
    return !an_in_loop(c->l->loops, c->l->loop, to);
}

// ---- one block ---------------------------------------------------------------------------------

static void copy_exit_phis(OptLoopCopy *c, IrBlock *from, IrBlock *copy, IrBlock *to) {
    int at = -1;
    for (IrInst *phi = to->first; phi->v.op == IR_PHI; phi = phi->next) {
        at = ir_phi_find_near(phi, from, at);
        if (at >= 0) ir_phi_add(phi, opt_loop_copied(c, ir_phi_value(phi, (uint32_t)at)), copy);
    }
}

static void copy_term(OptLoopCopy *c, IrBlock *bb, IrBlock *copy, OptExitKind exit) {
    IrInst *term = ir_term(bb), *made;
    if (term == c->exit && exit != OPT_EXIT_TESTS) {
        bool leaves = exit == OPT_EXIT_LEAVES;
        IrBlock *to = ir_succ(term, leaves == c->exit_on ? 0 : 1);
        IrBuilder b = ir_builder(c->l->fn, copy);
        b.dbg = term->dbg;
        made = ir_br(&b, copied_block(c, to));
        if (leaves_loop(c, to)) copy_exit_phis(c, bb, copy, to);
    } else {
        made = ir_inst_clone(c->l->fn, term);
        ir_insert_at_end(made, copy);
        for (uint32_t k = 0; k < made->nops; k++) {
            IrValue *v = ir_op(term, k);
            IrBlock *to = ir_as_block(v);
            ir_set_op(made, k, opt_loop_copied(c, v));
            if (to && leaves_loop(c, to)) copy_exit_phis(c, bb, copy, to);
        }
    }
    if (bb == c->l->latch) c->latch_term = made;
}

static void copy_block(OptLoopCopy *c, IrBlock *bb, IrBlock *copy, bool with_phis,
                       OptExitKind exit) {
    IR_FOREACH_INST(i, bb) {
        bool header_phi = bb == c->l->header && i->v.op == IR_PHI;
        if (ir_is_term(i) || (header_phi && !with_phis)) continue;
        IrInst *made = ir_inst_clone(c->l->fn, i);
        ir_insert_at_end(made, copy);
        IrValue *v = &made->v;
        if (i->v.op != IR_PHI) { // operands come earlier in reverse postorder
            for (uint32_t k = 0; k < made->nops; k++) {
                ir_set_op(made, k, opt_loop_copied(c, ir_op(i, k)));
            }
            IrValue *known = ir_has_effect(made) ? NULL : opt_simplify(c->l->fn->g.m, made);
            if (known) {
                ir_erase(made);
                v = known;
            }
        }
        set_copy(c, &i->v, v);
    }
    copy_term(c, bb, copy, exit);
}

// ---- phis of joins and inner loops -------------------------------------------------------------

static bool has_edge(const IrBlock *from, const IrBlock *to) {
    const IrInst *term = ir_term(from);
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        if (ir_succ(term, k) == to) return true;
    }
    return false;
}

static void finish_phis(OptLoopCopy *c, IrBlock *copy, OptExitKind exit) {
    for (IrInst *phi = copy->first; phi && phi->v.op == IR_PHI; phi = phi->next) {
        for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
            IrBlock *from = ir_phi_block(phi, k);
            ir_set_op(phi, 2 * k, opt_loop_copied(c, ir_phi_value(phi, k)));
            ir_set_op(phi, 2 * k + 1, &copied_block(c, from)->v);
        }
    }
    if (!c->exit || exit == OPT_EXIT_TESTS || !copy->first || copy->first->v.op != IR_PHI) return;

    // the edge that a known exit no longer takes
    IrBlock *tested = copied_block(c, c->exit->block);
    if (!has_edge(tested, copy) && ir_phi_find(copy->first, tested) >= 0) {
        ir_phi_remove_edge(copy, tested);
    }
}

static IrBlock *make_blocks(OptLoopCopy *c, IrBlock *after) {
    const AnLoop *loop = c->l->loop;
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IrBlock *copy = ir_block_new(c->l->fn, loop->blocks.at[k]->v.name);
        ir_block_move_after(copy, after);
        set_copy(c, &loop->blocks.at[k]->v, &copy->v);
        after = copy;
    }
    return copied_block(c, loop->header);
}

static void fill_blocks(OptLoopCopy *c, bool with_phis, OptExitKind exit) {
    const AnLoop *loop = c->l->loop;
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IrBlock *bb = loop->blocks.at[k];
        copy_block(c, bb, copied_block(c, bb), with_phis, exit);
    }
    for (uint32_t k = 1; k < loop->blocks.n; k++) {
        finish_phis(c, copied_block(c, loop->blocks.at[k]), exit);
    }
}

// ---- iterations and loops ----------------------------------------------------------------------

IrBlock *opt_loop_copy_iteration(OptLoopCopy *c, bool from_preheader, OptExitKind exit) {
    OptLoop *l = c->l;
    VEC(IrValue *) starts = {0};
    for (IrInst *phi = l->header->first; phi->v.op == IR_PHI; phi = phi->next) {
        IrValue *v = phi_from(phi, from_preheader ? l->preheader : l->latch);
        vec_push(c->pc->tmp, &starts, from_preheader ? v : opt_loop_copied(c, v));
    }
    uint32_t n = 0;
    for (IrInst *phi = l->header->first; phi->v.op == IR_PHI; phi = phi->next) {
        set_copy(c, &phi->v, starts.at[n++]);
    }
    IrBlock *header = make_blocks(c, c->latch_term ? c->latch_term->block : l->latch);
    fill_blocks(c, false, exit);
    return header;
}

IrBlock *opt_loop_copy_whole(OptLoopCopy *c, IrBlock *entry, IrValue *(*start)(void *, IrInst *phi),
                             void *data) {
    OptLoop *l = c->l;
    IrBlock *header = make_blocks(c, entry);
    fill_blocks(c, true, OPT_EXIT_TESTS);
    for (IrInst *phi = l->header->first; phi->v.op == IR_PHI; phi = phi->next) {
        IrInst *copy = ir_as_inst(opt_loop_copied(c, &phi->v));
        int outer = ir_phi_find(phi, l->preheader), back = ir_phi_find(phi, l->latch);
        IrValue *next = ir_phi_value(phi, (uint32_t)back);
        ir_set_op(copy, 2 * (uint32_t)outer, start(data, phi));
        ir_set_op(copy, 2 * (uint32_t)outer + 1, &entry->v);
        ir_set_op(copy, 2 * (uint32_t)back, opt_loop_copied(c, next));
        ir_set_op(copy, 2 * (uint32_t)back + 1, &c->latch_term->block->v);
    }
    return header;
}
