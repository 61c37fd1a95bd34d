// SPDX-License-Identifier: Apache-2.0
// simplifycfg, if-conversion: a short triangle or diamond becomes selects.
//
//     bb: br i1 %c, label %t, label %j            bb: %x = add i32 %a, 1
//     t:  %x = add i32 %a, 1                =>        %p = select i1 %c, i32 %x, i32 0
//         br label %j                                 br label %j
//     j:  %p = phi [ %x, %t ], [ 0, %bb ], ...
//
// The join may have other ways in. Refused: arms of more than SPECULATE_COST, more than
// SELECT_LIMIT selects (more where the arms are empty), aggregates, what may not run always
// (cost.c), latches with loop metadata.
#include "opt/cfg/cfg.h"

enum {
    SPECULATE_COST = 4,
    SELECT_LIMIT = 4,
    // of values that are there anyway: the branch would move as many registers. A swap of records
    MOVE_LIMIT = 12,
};

static bool plain_side(const Cfg *s, const IrBlock *side, const IrBlock *from, IrBlock *to) {
    IrInst *t = ir_term(side);
    return t->v.op == IR_BR && t->nops == 1 && ir_succ(t, 0) == to && !opt_cfg_has_loop_md(s, t) &&
           ir_single_pred(side) == from;
}

// The two ways from a branch to the join: over an arm, or directly.
typedef struct {
    IrBlock *bb, *t, *f, *join;
} Shape;

static IrBlock *way_in(const Shape *w, IrBlock *side) {
    return side == w->join ? w->bb : side;
}

static bool is_worth_it(const Shape *w) {
    const IrInst *term = ir_term(w->bb);
    uint32_t cost = 0;
    if (w->t != w->join) cost += opt_cfg_speculation_cost(w->t, term, SPECULATE_COST);
    if (w->f != w->join) cost += opt_cfg_speculation_cost(w->f, term, SPECULATE_COST);
    if (cost > SPECULATE_COST) return false;

    uint32_t selects = 0, limit = cost ? SELECT_LIMIT : MOVE_LIMIT;
    for (IrInst *i = w->join->first; i->v.op == IR_PHI; i = i->next) {
        IrValue *x = ir_phi_value(i, (uint32_t)ir_phi_find(i, way_in(w, w->t)));
        IrValue *y = ir_phi_value(i, (uint32_t)ir_phi_find(i, way_in(w, w->f)));
        if (x == y) continue;
        if (ir_ty_is_agg(i->v.type) || ++selects > limit) return false;
    }
    return true;
}

static void if_convert(const Shape *w) {
    IrInst *term = ir_term(w->bb);
    IrValue *c = ir_op(term, 0);
    if (w->t != w->join) opt_cfg_speculate(w->t, term);
    if (w->f != w->join) opt_cfg_speculate(w->f, term);

    IrBuilder b = ir_builder_at(term);
    for (IrInst *i = w->join->first; i->v.op == IR_PHI; i = i->next) {
        IrValue *x = ir_phi_value(i, (uint32_t)ir_phi_find(i, way_in(w, w->t)));
        IrValue *y = ir_phi_value(i, (uint32_t)ir_phi_find(i, way_in(w, w->f)));
        b.name = i->v.name;
        b.fmf = i->fmf;
        IrValue *v = opt_cfg_choose(&b, c, x, y);
        b.name = 0;

        // one entry for bb replaces the two
        ir_remove_ops(i, 2 * (uint32_t)ir_phi_find(i, way_in(w, w->t)), 2);
        ir_remove_ops(i, 2 * (uint32_t)ir_phi_find(i, way_in(w, w->f)), 2);
        ir_phi_add(i, v, w->bb);
    }

    ir_br(&b, w->join);
    ir_erase(term);
    if (w->t != w->join) ir_block_remove(w->t);
    if (w->f != w->join) ir_block_remove(w->f);
}

static bool find_shape(const Cfg *s, IrBlock *bb, Shape *w) {
    IrInst *term = opt_cfg_condbr(bb);
    if (!term || opt_cfg_has_loop_md(s, term)) return false;
    IrBlock *t = ir_succ(term, 0), *f = ir_succ(term, 1);
    if (t == bb || f == bb) return false;

    *w = (Shape){bb, t, f, NULL};
    if (plain_side(s, t, bb, f))
        w->join = f;
    else if (plain_side(s, f, bb, t))
        w->join = t;
    if (w->join) return w->join->first->v.op == IR_PHI;

    IrInst *tt = ir_term(t);
    if (tt->v.op != IR_BR || tt->nops != 1) return false;
    w->join = ir_succ(tt, 0);
    return w->join != bb && plain_side(s, t, bb, w->join) && plain_side(s, f, bb, w->join);
}

bool opt_cfg_make_selects(Cfg *s, IrBlock *bb) {
    Shape w;
    if (!find_shape(s, bb, &w) || !is_worth_it(&w)) return false;
    if_convert(&w);
    return true;
}
