// SPDX-License-Identifier: Apache-2.0
// Copies of a loop's blocks. The loop is in closed SSA form, so that only phis at its exits must
// learn of a copy. Instructions that become known are folded while they are copied. The loop itself
// stays as it is until all copies are there.
#include "opt/loop/unroll.h"
#include "opt/scalar/scalar.h"

bool opt_loop_is_single(const IrInst *inst) {
    bool barrier =
        ir_intrin_of(inst) != 0; // where all threads go the same way, it may stand in copies
    return inst->v.op == IR_INDIRECTBR ||
           (inst->v.op == IR_CALL && !barrier && !ir_can_duplicate(inst));
}

// ---- what has been copied ----------------------------------------------------------------------

// Blocks and instructions get numbers; how many instructions and operands there are.
static void number_all(OptLoopCopy *loop_copy, uint32_t *ninsts, uint32_t *nops) {
    const AnLoop *loop = loop_copy->l->loop;
    uintptr_t number = 0;
    for (uint32_t k = 0; k < loop->blocks.n; k++)
        map_put(&loop_copy->number, (uintptr_t)loop->blocks.at[k], (void *)++number);
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IR_FOREACH_INST(i, loop->blocks.at[k]) {
            map_put(&loop_copy->number, (uintptr_t)i, (void *)++number);
            *nops += i->nops;
        }
    }
    *ninsts = (uint32_t)number - loop->blocks.n;
}

// 0: it is not the loop's. What no loop holds, constants above all, needs no look at the table.
static uint32_t number_of(const OptLoopCopy *loop_copy, const IrValue *original) {
    const IrInst *inst = ir_as_inst(original);
    bool outside = inst ? !an_loop_of(loop_copy->l->loops, inst->block) : !ir_as_block(original);
    return outside ? 0 : (uint32_t)(uintptr_t)map_get(&loop_copy->number, (uintptr_t)original);
}

// Each operand is looked up once here, and not again for each copy.
void opt_loop_copy_init(OptLoopCopy *loop_copy, PassCtx *pc, OptLoop *loop) {
    uint32_t ninsts = 0, nops = 0, n = 0;
    *loop_copy = (OptLoopCopy){.pc = pc, .l = loop, .nblocks = loop->loop->blocks.n};
    map_init(&loop_copy->number, pc->tmp);
    number_all(loop_copy, &ninsts, &nops);
    loop_copy->newest = arena_array(pc->tmp, IrValue *, loop_copy->nblocks + ninsts);
    uint32_t *of_ops = arena_array(pc->tmp, uint32_t, nops);
    for (uint32_t b = 0; b < loop_copy->nblocks; b++) {
        IR_FOREACH_INST(i, loop->loop->blocks.at[b]) {
            for (uint32_t k = 0; k < i->nops; k++) of_ops[n++] = number_of(loop_copy, ir_op(i, k));
        }
    }
    loop_copy->of_ops = of_ops;
}

IrValue *opt_loop_copied(const OptLoopCopy *loop_copy, IrValue *original) {
    uint32_t number = number_of(loop_copy, original);
    IrValue *copy = number ? loop_copy->newest[number - 1] : NULL;
    return copy ? copy : original;
}

static IrBlock *copied_block(const OptLoopCopy *loop_copy, IrBlock *bb) {
    return ir_as_block(opt_loop_copied(loop_copy, &bb->v));
}

// A place among the loop's instructions: the number of the one that comes next, and where those of
// its operands are.
typedef struct {
    uint32_t number;
    const uint32_t *of_ops;
} Place;

static Place first_place(const OptLoopCopy *loop_copy) {
    return (Place){loop_copy->nblocks, loop_copy->of_ops};
}

static void step_over(Place *place, const IrInst *passed) {
    place->number++;
    place->of_ops += passed->nops;
}

// Of the instruction that comes next.
static IrValue *copied_operand(const OptLoopCopy *loop_copy, const Place *place,
                               const IrInst *original, uint32_t k) {
    uint32_t number = place->of_ops[k];
    IrValue *copy = number ? loop_copy->newest[number - 1] : NULL;
    return copy ? copy : ir_op(original, k);
}

void opt_retarget(IrInst *term, IrBlock *from, IrBlock *to) {
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        if (ir_succ(term, k) == from) ir_set_succ(term, k, to);
    }
}

static bool leaves_loop(const OptLoopCopy *loop_copy, const IrBlock *to) {
    return !an_in_loop(loop_copy->l->loops, loop_copy->l->loop, to);
}

// ---- one block ---------------------------------------------------------------------------------

static void copy_exit_phis(OptLoopCopy *loop_copy, IrBlock *from, IrBlock *copy, IrBlock *to) {
    int at = -1;
    IR_FOREACH_PHI(phi, to) {
        at = ir_phi_find_near(phi, from, at);
        if (at >= 0)
            ir_phi_add(phi, opt_loop_copied(loop_copy, ir_phi_value(phi, (uint32_t)at)), copy);
    }
}

static IrValue *recorded_copy(void *data, IrValue *original) {
    return opt_loop_copied(data, original);
}

static void copy_records(OptLoopCopy *loop_copy, const IrInst *from, IrInst *to) {
    ir_records_copy(to->block, to, from->records, recorded_copy, loop_copy);
}

static void copy_term(OptLoopCopy *loop_copy, const Place *place, IrBlock *bb, IrBlock *copy,
                      OptExitKind exit) {
    IrInst *term = ir_term(bb), *made;
    if (term == loop_copy->exit && exit != OPT_EXIT_TESTS) {
        bool leaves = exit == OPT_EXIT_LEAVES;
        IrBlock *to = ir_succ(term, leaves == loop_copy->exit_on ? 0 : 1);
        IrBuilder b = ir_builder(loop_copy->l->fn, copy);
        b.dbg = term->dbg;
        made = ir_br(&b, copied_block(loop_copy, to));
        if (leaves_loop(loop_copy, to)) copy_exit_phis(loop_copy, bb, copy, to);
    } else {
        made = ir_inst_clone(loop_copy->l->fn, term);
        ir_insert_at_end(made, copy);
        for (uint32_t k = 0; k < made->nops; k++) {
            IrBlock *to = ir_as_block(ir_op(term, k));
            ir_set_op(made, k, copied_operand(loop_copy, place, term, k));
            if (to && leaves_loop(loop_copy, to)) copy_exit_phis(loop_copy, bb, copy, to);
        }
    }
    copy_records(loop_copy, term, made);
    if (bb == loop_copy->l->latch) loop_copy->latch_term = made;
}

// No phi: its operands come earlier in reverse postorder. What it is in the copy.
static IrValue *copy_inst(OptLoopCopy *loop_copy, const Place *place, const IrInst *original,
                          IrBlock *copy) {
    IrInst *made = ir_inst_clone_bare(loop_copy->l->fn, original);
    ir_insert_at_end(made, copy);
    for (uint32_t k = 0; k < made->nops; k++)
        ir_set_op(made, k, copied_operand(loop_copy, place, original, k));
    copy_records(loop_copy, original, made);
    IrValue *known = ir_has_effect(made) ? NULL : opt_simplify(loop_copy->l->fn->g.m, made);
    if (known) ir_erase(made);
    return known ? known : &made->v;
}

// The phis keep their operands until all blocks are there.
static IrValue *copy_phi(const OptLoopCopy *loop_copy, const IrInst *phi, IrBlock *copy) {
    IrInst *made = ir_inst_clone(loop_copy->l->fn, phi);
    ir_insert_at_end(made, copy);
    return &made->v;
}

static void copy_block(OptLoopCopy *loop_copy, Place *place, IrBlock *bb, IrBlock *copy,
                       bool with_phis, OptExitKind exit) {
    IR_FOREACH_INST(i, bb) {
        bool phi = i->v.op == IR_PHI, header_phi = phi && bb == loop_copy->l->header;
        if (ir_is_term(i)) {
            copy_term(loop_copy, place, bb, copy, exit);
        } else if (!header_phi || with_phis) {
            IrValue **newest = &loop_copy->newest[place->number];
            *newest = phi ? copy_phi(loop_copy, i, copy) : copy_inst(loop_copy, place, i, copy);
        }
        step_over(place, i);
    }
}

// ---- phis of joins and inner loops -------------------------------------------------------------

static bool has_edge(const IrBlock *from, const IrBlock *to) {
    const IrInst *term = ir_term(from);
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        if (ir_succ(term, k) == to) return true;
    }
    return false;
}

static void finish_phis(OptLoopCopy *loop_copy, IrBlock *copy, OptExitKind exit) {
    IR_FOREACH_PHI(phi, copy) {
        for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
            IrBlock *from = ir_phi_block(phi, k);
            ir_set_op(phi, 2 * k, opt_loop_copied(loop_copy, ir_phi_value(phi, k)));
            ir_set_op(phi, 2 * k + 1, &copied_block(loop_copy, from)->v);
        }
    }
    if (!loop_copy->exit || exit == OPT_EXIT_TESTS || !copy->first || copy->first->v.op != IR_PHI)
        return;

    // the edge that a known exit no longer takes
    IrBlock *tested = copied_block(loop_copy, loop_copy->exit->block);
    if (!has_edge(tested, copy) && ir_phi_find(copy->first, tested) >= 0) {
        ir_phi_remove_edge(copy, tested);
    }
}

static IrBlock *make_blocks(OptLoopCopy *loop_copy, IrBlock *after) {
    const AnLoop *loop = loop_copy->l->loop;
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IrBlock *copy = ir_block_new(loop_copy->l->fn, loop->blocks.at[k]->v.name);
        ir_block_move_after(copy, after);
        loop_copy->newest[k] = &copy->v;
        after = copy;
    }
    return copied_block(loop_copy, loop->header);
}

static void fill_blocks(OptLoopCopy *loop_copy, bool with_phis, OptExitKind exit) {
    Place place = first_place(loop_copy);
    for (uint32_t k = 0; k < loop_copy->nblocks; k++) {
        IrBlock *copy = ir_as_block(loop_copy->newest[k]);
        copy_block(loop_copy, &place, loop_copy->l->loop->blocks.at[k], copy, with_phis, exit);
    }
    for (uint32_t k = 1; k < loop_copy->nblocks; k++)
        finish_phis(loop_copy, ir_as_block(loop_copy->newest[k]), exit);
}

// ---- iterations and loops ----------------------------------------------------------------------

IrBlock *opt_loop_copy_iteration(OptLoopCopy *loop_copy, bool from_preheader, OptExitKind exit) {
    OptLoop *loop = loop_copy->l;
    VEC(IrValue *) starts = {0};
    IR_FOREACH_PHI(phi, loop->header) {
        IrValue *v = ir_phi_from(phi, from_preheader ? loop->preheader : loop->latch);
        vec_push(loop_copy->pc->tmp, &starts, from_preheader ? v : opt_loop_copied(loop_copy, v));
    }
    for (uint32_t k = 0; k < starts.n; k++)
        loop_copy->newest[loop_copy->nblocks + k] = starts.at[k];
    IrBlock *header =
        make_blocks(loop_copy, loop_copy->latch_term ? loop_copy->latch_term->block : loop->latch);
    fill_blocks(loop_copy, false, exit);
    return header;
}

IrBlock *opt_loop_copy_whole(OptLoopCopy *loop_copy, IrBlock *entry,
                             IrValue *(*start)(void *, IrInst *phi), void *data) {
    OptLoop *loop = loop_copy->l;
    IrBlock *header = make_blocks(loop_copy, entry);
    fill_blocks(loop_copy, true, OPT_EXIT_TESTS);
    IR_FOREACH_PHI(phi, loop->header) {
        IrInst *copy = ir_as_inst(opt_loop_copied(loop_copy, &phi->v));
        int outer = ir_phi_find(phi, loop->preheader), back = ir_phi_find(phi, loop->latch);
        IrValue *next = ir_phi_value(phi, (uint32_t)back);
        ir_set_op(copy, 2 * (uint32_t)outer, start(data, phi));
        ir_set_op(copy, 2 * (uint32_t)outer + 1, &entry->v);
        ir_set_op(copy, 2 * (uint32_t)back, opt_loop_copied(loop_copy, next));
        ir_set_op(copy, 2 * (uint32_t)back + 1, &loop_copy->latch_term->block->v);
    }
    return header;
}

bool opt_loop_may_grow(const PassCtx *pc, const OptLoop *loop, uint64_t added) {
    uint64_t base = (uint64_t)opt_knob(pc, loop_unroll, growth_base);
    uint64_t factor = (uint64_t)opt_knob(pc, loop_unroll, growth);
    uint64_t copied = loop->fn->copied,
             own = loop->function_size - CU_MIN(loop->function_size, copied);
    return copied + added <= base + factor * own;
}

void opt_loop_grew(const OptLoop *loop, uint64_t added) {
    loop->fn->copied += added;
}
