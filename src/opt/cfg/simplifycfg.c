// SPDX-License-Identifier: Apache-2.0
// simplifycfg: fewer blocks and branches. Sweeps over the blocks until nothing changes; each step
// has its file, with the IR before and after in its head:
//   terminator.c   terminators with known or equal targets, what cannot be reached
//   merge.c        blocks into their only predecessor, empty blocks, returns
//   common_dest.c  two tests with a target in common become one
//   select.c       short triangles and diamonds become selects
//
//   hoist_arms.c   what both arms do goes in front of the branch (late)
//   sink_arms.c    what blocks do last before they meet is done once behind them (late)
//   switch_chain.c chains of equality tests of one value become switches
//   switch_value.c switches that only choose constants become arithmetic (late)
//   bit_test.c     membership in a set of constants by a range or a mask (late)
//
// Nothing is duplicated, so convergent operations stay where they are; only speculatable, cheap
// instructions are made unconditional. `simplifycfg-late` is the same once loops have their shape:
// it also joins the ways out
// of a loop and the common code of arms.
#include "opt/cfg/cfg.h"
#include "opt/scalar/scalar.h"

enum { MAX_SWEEPS = 32 };

static bool simplify_phis(Cfg *cfg, IrBlock *bb) { // phis with one entry
    bool changed = false;
    IrInst *inst = bb->first;
    while (inst && inst->v.op == IR_PHI) {
        IrInst *next = inst->next;
        IrValue *v = opt_simplify(cfg->m, inst);
        if (v) {
            ir_replace_erase(inst, v);
            changed = true;
        }
        inst = next;
    }
    return changed;
}

static bool late_steps(Cfg *cfg, IrBlock *bb) {
    bool changed = opt_cfg_hoist_arms(cfg, bb);
    changed |= opt_cfg_sink_arms(cfg, bb);
    changed |= opt_cfg_bit_tests(cfg, bb);
    changed |= opt_cfg_switch_values(cfg, bb);
    return changed;
}

// (Where blocks are cut off once, no later sweep finds more.)
static bool sweep(Cfg *cfg, bool first) {
    bool changed = opt_cfg_merge_returns(cfg);
    for (IrBlock *bb = cfg->f->first, *next; bb; bb = next) {
        if (first) changed |= opt_cfg_cut_after_noreturn(cfg, bb);
        changed |= opt_cfg_fold_term(bb);
        changed |= simplify_phis(cfg, bb);
        if (cfg->late) changed |= late_steps(cfg, bb);
        if (opt_cfg_condbr(bb)) {
            changed |= opt_cfg_switch_chain(cfg, bb);
            changed |= opt_cfg_make_selects(cfg, bb);
        }
        next = bb->next;
        changed |= opt_cfg_drop_unreachable(cfg, bb);
        changed |= opt_cfg_common_dest(cfg, bb) || opt_cfg_merge_or_forward(cfg, bb);
    }
    return opt_cfg_postponed(cfg) || changed;
}

// Copies of a latch in an unrolled body go on to the next copy: what says how the loop is to be
// treated has no meaning there, and would keep empty blocks apart.
static bool is_latch(const AnLoops *ls, const IrBlock *bb) {
    const IrInst *t = ir_term(bb);
    for (uint32_t k = 0; k < ir_nsucc(t); k++) {
        const AnLoop *l = an_loop_of(ls, ir_succ(t, k));
        if (l && l->header == ir_succ(t, k) && an_in_loop(ls, l, bb)) return true;
    }
    return false;
}

static bool drop_old_loop_md(Cfg *cfg) {
    const AnLoops *ls = an_loops(cfg->pc->an);
    bool changed = false;
    IR_FOREACH_BLOCK(bb, cfg->f) {
        if (!opt_cfg_has_loop_md(cfg, ir_term(bb)) || is_latch(ls, bb)) continue;
        ir_set_md(ir_term(bb), cfg->loop_md, NULL);
        changed = true;
    }
    return changed;
}

static void note_loops(Cfg *cfg) {
    const AnLoops *ls = an_loops(cfg->pc->an);
    cfg->nids = cfg->f->nblockids;
    bitset_init(&cfg->header, cfg->pc->tmp, cfg->nids);
    bitset_init(&cfg->exiting, cfg->pc->tmp, cfg->nids);
    for (uint32_t k = 0; k < ls->all.n; k++) bitset_add(&cfg->header, ls->all.at[k]->header->v.id);

    // out of which loop does not matter: out of the innermost one is enough to be left alone
    IR_FOREACH_BLOCK(bb, cfg->f) {
        const AnLoop *l = an_loop_of(ls, bb);
        const IrInst *t = ir_term(bb);
        for (uint32_t k = 0; l && k < ir_nsucc(t); k++) {
            if (!an_in_loop(ls, l, ir_succ(t, k))) bitset_add(&cfg->exiting, bb->v.id);
        }
    }
}

static bool run(PassCtx *pc, IrFunc *fn, bool late) {
    Cfg cfg = {.pc = pc, .f = fn, .m = fn->g.m, .late = late};
    cfg.loop_md = atom_cstr(pc->ctx, "llvm.loop");
    cfg.prof_md = atom_cstr(pc->ctx, "prof");
    bool changed = opt_drop_unreachable(pc->an, pc->tmp);
    changed |= drop_old_loop_md(&cfg);
    note_loops(&cfg);
    bitset_init(&cfg.to_merge, pc->tmp, cfg.nids);
    bitset_init(&cfg.to_forward, pc->tmp, cfg.nids);
    for (int k = 0; k < MAX_SWEEPS; k++) {
        bool again = sweep(&cfg, k == 0);
        if (!again) break;
        changed = true;
        an_changed(pc->an, AN_CHANGED_ALL);
        opt_drop_unreachable(pc->an, pc->tmp);
    }
    pc->current = true;
    return changed;
}

OPT_FUNC_PASS(simplifycfg);
bool opt_simplifycfg(PassCtx *pc, IrFunc *fn) {
    return run(pc, fn, false);
}

OPT_FUNC_PASS(simplifycfg_late);
bool opt_simplifycfg_late(PassCtx *pc, IrFunc *fn) {
    return run(pc, fn, true);
}
