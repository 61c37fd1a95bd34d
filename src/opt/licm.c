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
// Promoted (licm_promote.c) is an address that the loop does not change, when every access that may
// touch it is a plain load or store of it with one type, and some store of it was certain to run: a
// store behind the loop is none that the program does not make, which other threads could see.
#include "opt/licm.h"

static bool invariant_operands(const Licm *s, const IrInst *i) {
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!an_loop_invariant(s->l->loops, s->l->loop, ir_op(i, k))) return false;
    }
    return true;
}

// Whether the questions about pairs of accesses have used up what a loop of this size may cost.
static bool out_of_budget(Licm *s) {
    if (s->budget) s->budget--;
    return s->budget == 0;
}

static bool is_unchanged(Licm *s, const IrInst *load) {
    AnLoc l = an_loc(load);
    if (ir_get_md(load, s->invariant) || an_is_constant_memory(l.ptr)) return true;
    for (uint32_t k = 0; k < s->writers.n; k++) {
        if (out_of_budget(s) || (an_modref(s->writers.at[k], l) & AN_MOD)) return false;
    }
    return true;
}

static bool may_hoist(Licm *s, const IrInst *i, bool certain) {
    if (!invariant_operands(s, i)) return false;
    bool divides = (ir_ops[i->v.op].props & IRP_TRAPS) && !ir_has_effect(i);
    if (divides && certain) return true; // the loop would have divided, too
    if (i->v.op != IR_LOAD) return ir_is_speculatable(i) && !ir_is_convergent(i);
    if (!ir_is_plain(i)) return false;
    if (!certain && !opt_is_dereferenceable(ir_op(i, 0), i->v.type->store_size)) return false;
    return is_unchanged(s, i);
}

static bool hoist(Licm *s) {
    bool comes_back = true;
    IrInst *to = ir_term(s->l->preheader);
    for (uint32_t b = 0; b < s->l->loop->blocks.n; b++) {
        IrBlock *bb = s->l->loop->blocks.at[b];
        bool certain = opt_licm_always_runs(s, bb);
        IR_FOREACH_INST_SAFE(i, bb) {
            if (ir_is_term(i) || i->v.op == IR_PHI) continue;
            if (may_hoist(s, i, certain && comes_back)) {
                vec_push(s->pc->tmp, &s->hoisted, ((LicmHoisted){i, bb, certain}));
                ir_move_before(i, to);
            }
            if (i->v.op == IR_CALL && ir_has_effect(i)) comes_back = false;
        }
    }
    if (s->hoisted.n && !s->l->stale) opt_licm_put_back(s);
    for (uint32_t k = 0; k < s->hoisted.n; k++) {
        IrInst *i = s->hoisted.at[k].inst;
        if (i->block != s->l->preheader) continue;
        opt_remark(s->pc, licm_hoisted, i, ir_ops[i->v.op].name);
    }
    return s->hoisted.n > 0; // what went back may stand elsewhere in its block
}

// What dominates the latch and every block that leaves the loop dominates the lowest of their
// common dominators.
bool opt_licm_always_runs(const Licm *s, const IrBlock *bb) {
    return bb == s->l->header || (s->certain && an_dominates(s->dom, bb, s->certain));
}

static void collect(Licm *s) {
    uint64_t size = 0;
    AnBlockVec exiting = {0};
    an_exiting(s->l->loops, s->l->loop, s->pc->tmp, &exiting);
    if (exiting.n) s->certain = s->l->latch;
    for (uint32_t k = 0; k < exiting.n && s->certain != s->l->header; k++) {
        s->certain = an_common_dominator(s->dom, s->certain, exiting.at[k]);
    }
    for (uint32_t b = 0; b < s->l->loop->blocks.n; b++) {
        IR_FOREACH_INST(i, s->l->loop->blocks.at[b]) {
            size++;
            bool writes = ir_may_write(i);
            if (writes) vec_push(s->pc->tmp, &s->writers, i);
            if (writes || ir_may_read(i)) vec_push(s->pc->tmp, &s->accesses, i);
        }
    }
    s->budget = LICM_BUDGET + LICM_BUDGET_PER_INST * size;
}

// Remarks about loads that one would have thought to leave the loop.
static void explain(Licm *s) {
    for (uint32_t b = 0; b < s->l->loop->blocks.n; b++) {
        IrBlock *bb = s->l->loop->blocks.at[b];
        IR_FOREACH_INST(i, bb) {
            bool plain = i->v.op == IR_LOAD && ir_is_plain(i);
            if (!plain || !invariant_operands(s, i) || ir_as_op(ir_op(i, 0), IR_ALLOCA)) continue;
            const char *why = is_unchanged(s, i) ? "it may not run" : "the loop may write there";
            opt_remark(s->pc, licm_load, i, why);
        }
    }
}

OptLoopResult opt_licm(PassCtx *pc, OptLoop *l) {
    Licm s = {.pc = pc, .l = l, .dom = an_dom(pc->an)};
    s.invariant = atom_cstr(pc->ctx, "invariant.load");
    collect(&s);
    bool changed = hoist(&s);
    changed |= opt_licm_promote(&s);
    if (opt_remarks_on(pc)) explain(&s);
    return changed ? OPT_LOOP_CHANGED : OPT_LOOP_SAME;
}
