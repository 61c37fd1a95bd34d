// SPDX-License-Identifier: Apache-2.0
// licm: what does not change in a loop moves in front of it, and a place in memory that only this
// loop's plain accesses touch lives in a register while it runs.
//
//     l:  %a = mul i32 %x, %y              %a = mul i32 %x, %y
//         %b = add i32 %i, %a         =>   br label %l
//         ...                          l:  %b = add i32 %i, %a
//
//     l:  %s = load f32, ptr %p            %s0 = load f32, ptr %p
//         %t = fadd %s, %v            =>   l:  %s = phi [%s0, pre], [%t, l];  %t = fadd %s, %v
//         store f32 %t, ptr %p             e:  store f32 %t, ptr %p
//
// Moved are instructions whose operands are defined outside and that may run though the loop would
// not have run them (ir_is_speculatable); and plain loads when nothing in the loop may write there
// and the load was certain to run: nothing can leave the loop before it, or it reads a variable or
// local object of known size. Convergent and volatile operations stay.
//
// Promoted (loop/licm_promote.c) is an address that the loop does not change, when every access
// that may touch it is a plain load or store of it with one type, and some store of it was certain
// to run: a store behind the loop is none that the program does not make, which other threads could
// see.
#include "opt/loop/licm.h"

static bool invariant_operands(const Licm *licm, const IrInst *inst) {
    for (uint32_t k = 0; k < inst->nops; k++) {
        if (!an_loop_invariant(licm->l->loops, licm->l->loop, ir_op(inst, k))) return false;
    }
    return true;
}

// Whether the questions about pairs of accesses have used up what a loop of this size may cost.
static bool out_of_budget(Licm *licm) {
    if (licm->budget) licm->budget--;
    return licm->budget == 0;
}

static bool is_unchanged(Licm *licm, const IrInst *load) {
    AnLoc l = an_loc(load);
    if (ir_get_md(load, licm->invariant) || an_is_constant_memory(l.ptr)) return true;
    for (uint32_t k = 0; k < licm->writers.n; k++) {
        if (out_of_budget(licm) || (an_modref(licm->writers.at[k], l) & AN_MOD)) return false;
    }
    return true;
}

static bool may_hoist(Licm *licm, const IrInst *candidate, bool certain) {
    if (!invariant_operands(licm, candidate)) return false;
    bool divides = (ir_ops[candidate->v.op].props & IRP_TRAPS) && !ir_has_effect(candidate);
    if (divides && certain) return true; // the loop would have divided, too
    // what the loop would have called in any case
    bool calls = candidate->v.op == IR_CALL && ir_called(candidate) && !ir_has_effect(candidate) &&
                 !ir_is_convergent(candidate);
    if (calls && certain && ir_call_memory(candidate) == IR_MEM_NONE) return true;
    if (candidate->v.op != IR_LOAD)
        return ir_is_speculatable(candidate) && !ir_is_convergent(candidate);
    if (!ir_is_plain(candidate)) return false;
    if (!certain && !opt_is_dereferenceable(ir_op(candidate, 0), candidate->v.type->store_size))
        return false;
    return is_unchanged(licm, candidate);
}

static bool hoist(Licm *licm) {
    bool comes_back = true;
    IrInst *to = ir_term(licm->l->preheader);
    for (uint32_t b = 0; b < licm->l->loop->blocks.n; b++) {
        IrBlock *bb = licm->l->loop->blocks.at[b];
        bool certain = opt_licm_always_runs(licm, bb);
        IR_FOREACH_INST_SAFE(i, bb) {
            if (ir_is_term(i) || i->v.op == IR_PHI) continue;
            if (may_hoist(licm, i, certain && comes_back)) {
                vec_push(licm->pc->tmp, &licm->hoisted,
                         ((LicmHoisted){i, bb, certain, !(certain && comes_back)}));
                ir_move_before(i, to);
            }
            if (i->v.op == IR_CALL && ir_has_effect(i)) comes_back = false;
        }
    }
    if (licm->hoisted.n && !licm->l->stale) opt_licm_put_back(licm);
    for (uint32_t k = 0; k < licm->hoisted.n; k++) {
        IrInst *i = licm->hoisted.at[k].inst;
        if (i->block != licm->l->preheader) continue;
        if (licm->hoisted.at[k].speculated) ir_md_speculated(i);
        opt_remark(licm->pc, licm_hoisted, i, ir_ops[i->v.op].name);
    }
    return licm->hoisted.n > 0; // what went back may stand elsewhere in its block
}

// What dominates the latch and every block that leaves the loop dominates the lowest of their
// common dominators.
bool opt_licm_always_runs(const Licm *licm, const IrBlock *bb) {
    return bb == licm->l->header || (licm->certain && an_dominates(licm->dom, bb, licm->certain));
}

static void collect(Licm *licm) {
    uint64_t size = 0;
    AnBlockVec exiting = {0};
    an_exiting(licm->l->loops, licm->l->loop, licm->pc->tmp, &exiting);
    if (exiting.n) licm->certain = licm->l->latch;
    for (uint32_t k = 0; k < exiting.n && licm->certain != licm->l->header; k++) {
        licm->certain = an_common_dominator(licm->dom, licm->certain, exiting.at[k]);
    }
    for (uint32_t b = 0; b < licm->l->loop->blocks.n; b++) {
        IR_FOREACH_INST(i, licm->l->loop->blocks.at[b]) {
            size++;
            bool writes = ir_may_write(i);
            if (writes) vec_push(licm->pc->tmp, &licm->writers, i);
            if (writes || ir_may_read(i)) vec_push(licm->pc->tmp, &licm->accesses, i);
        }
    }
    licm->budget = LICM_BUDGET + LICM_BUDGET_PER_INST * size;
}

// Remarks about loads that one would have thought to leave the loop.
static void explain(Licm *licm) {
    for (uint32_t b = 0; b < licm->l->loop->blocks.n; b++) {
        IrBlock *bb = licm->l->loop->blocks.at[b];
        IR_FOREACH_INST(i, bb) {
            bool plain = i->v.op == IR_LOAD && ir_is_plain(i);
            if (!plain || !invariant_operands(licm, i) || ir_as_op(ir_op(i, 0), IR_ALLOCA))
                continue;
            const char *why = is_unchanged(licm, i) ? "it may not run" : "the loop may write there";
            opt_remark(licm->pc, licm_load, i, why);
        }
    }
}

OPT_LOOP_PASS(licm);
OptLoopResult opt_licm(PassCtx *pc, OptLoop *loop) {
    Licm s = {.pc = pc, .l = loop, .dom = an_dom(pc->an)};
    s.invariant = atom_cstr(pc->ctx, "invariant.load");
    collect(&s);
    bool changed = hoist(&s);
    if (opt_knob(pc, licm, promotion)) changed |= opt_licm_promote(&s);
    if (opt_remarks_on(pc)) explain(&s);
    return changed ? OPT_LOOP_CHANGED : OPT_LOOP_SAME;
}
