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
// Refused: a block with more than CHEAP to do, something that may not run always (cost.c), several
// ways in, more than one select for phis of the target. Before loops have got their counts (not
// `late`), two ways out of a loop stay apart: trip counts are found by tests of a counter alone.
#include "opt/cfg/cfg.h"

enum { CHEAP = 5, SELECTS = 1 };

typedef struct {
    IrBlock *p, *bb;
    IrInst *first, *second;               // their branches
    uint32_t common_first, common_second; // which successor is the common one
} Pair;

static bool find_pair(IrBlock *bb, Pair *w) {
    IrBlock *p = ir_single_pred(bb);
    if (!p || p == bb) return false;
    *w = (Pair){.p = p, .bb = bb, .first = opt_cfg_condbr(p), .second = opt_cfg_condbr(bb)};
    if (!w->first || !w->second) return false;

    w->common_first = ir_succ(w->first, 0) == bb;
    IrBlock *x = ir_succ(w->first, w->common_first);
    w->common_second = ir_succ(w->second, 1) == x;
    return ir_succ(w->second, w->common_second) == x && x != bb;
}

static bool is_cheap(const Cfg *s, const Pair *w) {
    IrBlock *x = ir_succ(w->first, w->common_first);
    if (opt_cfg_has_loop_md(s, w->first)) return false;
    if (!s->late && opt_cfg_is_exiting(s, w->p) && opt_cfg_is_exiting(s, w->bb)) return false;
    if (opt_cfg_speculation_cost(w->bb, w->first, CHEAP) > CHEAP) return false;

    uint32_t selects = 0;
    for (IrInst *i = x->first; i->v.op == IR_PHI; i = i->next) {
        IrValue *a = ir_phi_value(i, (uint32_t)ir_phi_find(i, w->p));
        IrValue *b = ir_phi_value(i, (uint32_t)ir_phi_find(i, w->bb));
        if (a != b && (ir_ty_is_agg(i->v.type) || ++selects > SELECTS)) return false;
    }
    return true;
}

// The values with which p and bb came to the common target: the second's where it was asked.
static void join_phis(const Pair *w, IrBuilder *b) {
    IrBlock *x = ir_succ(w->first, w->common_first);
    IrValue *c = ir_op(w->first, 0);
    for (IrInst *i = x->first; i->v.op == IR_PHI; i = i->next) {
        uint32_t k = (uint32_t)ir_phi_find(i, w->p);
        IrValue *one = ir_phi_value(i, k);
        IrValue *two = ir_phi_value(i, (uint32_t)ir_phi_find(i, w->bb));
        IrValue *v = one;
        if (one != two) {
            b->fmf = i->fmf;
            v = w->common_first ? ir_select(b, c, two, one) : ir_select(b, c, one, two);
            b->fmf = 0;
        }
        ir_set_op(i, 2 * k, v);
        ir_remove_ops(i, 2 * (uint32_t)ir_phi_find(i, w->bb), 2);
    }
}

// The condition of going to the second block's own target (after &&) or to the common one (||).
static IrValue *join_conditions(const Pair *w, IrBuilder *b) {
    IrValue *one = ir_op(w->first, 0), *two = ir_op(w->second, 0);
    bool is_and = w->common_first == 1;
    if (w->common_first != w->common_second) two = ir_not(b, two);
    return is_and ? opt_cfg_and(b, one, two) : opt_cfg_or(b, one, two);
}

bool opt_cfg_common_dest(Cfg *s, IrBlock *bb) {
    Pair w;
    if (!find_pair(bb, &w) || !is_cheap(s, &w)) return false;
    IrBlock *x = ir_succ(w.first, w.common_first), *y = ir_succ(w.second, !w.common_second);
    opt_cfg_speculate(bb, w.first);

    IrBuilder b = ir_builder_at(w.first);
    IrValue *c = join_conditions(&w, &b);
    join_phis(&w, &b);
    ir_phi_replace_pred(y, bb, w.p);
    b.no_fold = true; // both targets' phis have their entries
    IrInst *t = w.common_first ? ir_condbr(&b, c, y, x) : ir_condbr(&b, c, x, y);
    t->md = w.second->md; // of the loop, where bb was its latch
    ir_set_md(t, s->prof_md, NULL);

    ir_erase(w.first);
    ir_block_remove(bb);
    return true;
}
