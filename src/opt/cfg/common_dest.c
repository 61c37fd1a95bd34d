// SPDX-License-Identifier: Apache-2.0
// simplifycfg, branches with a target in common: where a block only tests something cheap and one
// of its targets is its predecessor's other target, both tests become one.
//
//     p:  br i1 %a, label %bb, label %x            p:  %b = icmp ...
//     bb: %b = icmp ...                      =>        %ab = and i1 %a, %b
//         br i1 %b, label %y, label %x                 br i1 %ab, label %y, label %x
//
// `and`/`or` where %b cannot be poison unless %a is, else `select i1 %a, i1 %b, i1 false`:
// branching on poison is undefined, and %b was not looked at. A phi of %x whose values for the two
// edges differ becomes one of a select.
//
// Refused: a block with more than CHEAP to do, something that may not run always (cfg/cost.c),
// several ways in, more than one select for phis of the target. Before loops have got their counts
// (not `late`), two ways out of a loop stay apart: trip counts are found by tests of a counter
// alone, unless both are bounds of one counter.
#include "opt/cfg/cfg.h"

enum { CHEAP = 5, SELECTS = 1 };

typedef struct {
    IrBlock *p, *bb;
    IrInst *first, *second;               // their branches
    uint32_t common_first, common_second; // which successor is the common one
} Pair;

static bool find_pair(IrBlock *bb, Pair *pair) {
    IrInst *second = opt_cfg_condbr(bb);
    IrBlock *p = second ? ir_single_pred(bb) : NULL;
    if (!p || p == bb) return false;
    *pair = (Pair){.p = p, .bb = bb, .first = opt_cfg_condbr(p), .second = second};
    if (!pair->first) return false;

    pair->common_first = ir_succ(pair->first, 0) == bb;
    IrBlock *x = ir_succ(pair->first, pair->common_first);
    pair->common_second = ir_succ(pair->second, 1) == x;
    return ir_succ(pair->second, pair->common_second) == x && x != bb;
}

// A block's test of a phi against a value that the phi's block does not compute, and that is no
// number: by a constant a loop may be unrolled whole.
static const IrInst *bounded_phi(const IrBlock *bb) {
    const IrInst *test = ir_as_op(ir_op(ir_term(bb), 0), IR_ICMP);
    const IrInst *phi = test ? ir_as_op(ir_op(test, 0), IR_PHI) : NULL;
    bool orders = phi && !ir_pred_is_equality((IrPred)test->pred) && !ir_is_const(ir_op(test, 1));
    const IrInst *bound = orders ? ir_as_inst(ir_op(test, 1)) : phi;
    return orders && (!bound || bound->block != phi->block) ? phi : NULL;
}

// Two bounds of a counter: the lesser of both is one (cmp_logic.def), and the loop still counts.
static bool bound_one_counter(const Pair *pair) {
    const IrInst *phi = bounded_phi(pair->p);
    return phi && phi->block == pair->p && bounded_phi(pair->bb) == phi;
}

static bool is_cheap(const Cfg *cfg, const Pair *pair) {
    IrBlock *bb = ir_succ(pair->first, pair->common_first);
    if (opt_cfg_has_loop_md(cfg, pair->first)) return false;
    if (!cfg->late && opt_cfg_is_exiting(cfg, pair->p) && opt_cfg_is_exiting(cfg, pair->bb) &&
        !bound_one_counter(pair))
        return false;
    if (opt_cfg_speculation_cost(pair->bb, pair->first, CHEAP) > CHEAP) return false;

    uint32_t selects = 0;
    IR_FOREACH_PHI(i, bb) {
        IrValue *a = ir_phi_value(i, (uint32_t)ir_phi_find(i, pair->p));
        IrValue *b = ir_phi_value(i, (uint32_t)ir_phi_find(i, pair->bb));
        if (a != b && (ir_ty_is_agg(i->v.type) || ++selects > SELECTS)) return false;
    }
    return true;
}

// The values with which p and bb came to the common target: the second's where it was asked.
static void join_phis(const Pair *pair, IrBuilder *builder) {
    IrBlock *bb = ir_succ(pair->first, pair->common_first);
    IrValue *value = ir_op(pair->first, 0);
    IR_FOREACH_PHI(inst, bb) {
        uint32_t k = (uint32_t)ir_phi_find(inst, pair->p);
        IrValue *one = ir_phi_value(inst, k);
        IrValue *two = ir_phi_value(inst, (uint32_t)ir_phi_find(inst, pair->bb));
        IrValue *v = one;
        if (one != two) {
            builder->fmf = inst->fmf;
            v = pair->common_first ? ir_select(builder, value, two, one)
                                   : ir_select(builder, value, one, two);
            builder->fmf = 0;
        }
        ir_set_op(inst, 2 * k, v);
        ir_remove_ops(inst, 2 * (uint32_t)ir_phi_find(inst, pair->bb), 2);
    }
}

// The condition of going to the second block's own target (after &&) or to the common one (||).
static IrValue *join_conditions(const Pair *w, IrBuilder *builder) {
    IrValue *one = ir_op(w->first, 0), *two = ir_op(w->second, 0);
    bool is_and = w->common_first == 1;
    if (w->common_first != w->common_second) two = ir_not(builder, two);
    return is_and ? opt_cfg_and(builder, one, two) : opt_cfg_or(builder, one, two);
}

bool opt_cfg_common_dest(Cfg *cfg, IrBlock *bb) {
    Pair pair;
    if (!find_pair(bb, &pair) || !is_cheap(cfg, &pair)) return false;
    IrBlock *block = ir_succ(pair.first, pair.common_first),
            *y = ir_succ(pair.second, !pair.common_second);
    opt_cfg_speculate(bb, pair.first);

    IrBuilder builder = ir_builder_at(pair.first);
    IrValue *value = join_conditions(&pair, &builder);
    join_phis(&pair, &builder);
    ir_phi_replace_pred(y, bb, pair.p);
    builder.no_fold = true; // both targets' phis have their entries
    IrInst *t = pair.common_first ? ir_condbr(&builder, value, y, block)
                                  : ir_condbr(&builder, value, block, y);
    t->md = pair.second->md; // of the loop, where bb was its latch
    ir_set_md(t, cfg->prof_md, NULL);

    ir_erase(pair.first);
    ir_block_remove(bb);
    return true;
}
