// SPDX-License-Identifier: Apache-2.0
// simplifycfg, if-conversion: a short triangle or diamond becomes selects.
//
//     bb: br i1 %c, label %t, label %j            bb: %x = add i32 %a, 1
//     t:  %x = add i32 %a, 1                =>        %p = select i1 %c, i32 %x, i32 0
//         br label %j                                 br label %j
//     j:  %p = phi [ %x, %t ], [ 0, %bb ], ...
//
// The join may have other ways in. Refused: arms that cost more than a knob says, more than
// SELECT_LIMIT selects (more where the arms are empty), aggregates, what may not run always
// (cfg/cost.c), latches with loop metadata; and until loops have got their shape (`late`), a choice
// of a local variable's address and another one that is only read: sroa moves the loads into the
// arms once the place in the variable is known, and the variable need not stay in memory.
#include "opt/cfg/cfg.h"

enum {
    SELECT_LIMIT = 4,
    // of values that are there anyway: the branch would move as many registers. A swap of records
    MOVE_LIMIT = 12,
};

static bool plain_side(const Cfg *cfg, const IrBlock *side, const IrBlock *from, IrBlock *to) {
    IrInst *t = ir_term(side);
    return t->v.op == IR_BR && t->nops == 1 && ir_succ(t, 0) == to &&
           !opt_cfg_has_loop_md(cfg, t) && ir_single_pred(side) == from;
}

// The two ways from a branch to the join: over an arm, or directly.
typedef struct {
    IrBlock *bb, *t, *f, *join;
} Shape;

static IrBlock *way_in(const Shape *w, IrBlock *side) {
    return side == w->join ? w->bb : side;
}

static bool is_in_local(IrValue *pointer) {
    return ir_as_op(an_underlying(pointer), IR_ALLOCA) != NULL;
}

// Plain loads in the phi's block use it, and nothing else does: memory/sroa_phi.c would move them.
static bool is_only_read(const IrInst *phi) {
    IR_FOREACH_USE(use, &phi->v) {
        const IrInst *user = use->user;
        if (user->v.op != IR_LOAD || !ir_is_plain(user) || user->block != phi->block) return false;
    }
    return true;
}

static bool is_for_sroa(const Cfg *cfg, const IrInst *phi, IrValue *x, IrValue *y) {
    if (cfg->late || !ir_ty_is_ptr(phi->v.type)) return false;
    return is_in_local(x) != is_in_local(y) && is_only_read(phi);
}

static bool is_worth_it(const Cfg *cfg, const Shape *shape) {
    const IrInst *term = ir_term(shape->bb);
    uint32_t cost = 0, most = (uint32_t)opt_knob(cfg->pc, simplifycfg, fold);
    if (shape->t != shape->join) cost += opt_cfg_speculation_cost(shape->t, term, most);
    if (shape->f != shape->join) cost += opt_cfg_speculation_cost(shape->f, term, most);
    if (cost > most) return false;

    uint32_t selects = 0, limit = cost ? SELECT_LIMIT : MOVE_LIMIT;
    IR_FOREACH_PHI(i, shape->join) {
        IrValue *x = ir_phi_value(i, (uint32_t)ir_phi_find(i, way_in(shape, shape->t)));
        IrValue *y = ir_phi_value(i, (uint32_t)ir_phi_find(i, way_in(shape, shape->f)));
        if (x == y) continue;
        if (is_for_sroa(cfg, i, x, y)) return false;
        if (ir_ty_is_agg(i->v.type) || ++selects > limit) return false;
    }
    return true;
}

static void if_convert(const Shape *shape) {
    IrInst *term = ir_term(shape->bb);
    IrValue *value = ir_op(term, 0);
    if (shape->t != shape->join) opt_cfg_speculate(shape->t, term);
    if (shape->f != shape->join) opt_cfg_speculate(shape->f, term);

    IrBuilder builder = ir_builder_at(term);
    IR_FOREACH_PHI(inst, shape->join) {
        IrValue *x = ir_phi_value(inst, (uint32_t)ir_phi_find(inst, way_in(shape, shape->t)));
        IrValue *y = ir_phi_value(inst, (uint32_t)ir_phi_find(inst, way_in(shape, shape->f)));
        builder.name = inst->v.name;
        builder.fmf = inst->fmf;
        IrValue *v = opt_cfg_choose(&builder, value, x, y);
        builder.name = 0;

        // one entry for bb replaces the two
        ir_remove_ops(inst, 2 * (uint32_t)ir_phi_find(inst, way_in(shape, shape->t)), 2);
        ir_remove_ops(inst, 2 * (uint32_t)ir_phi_find(inst, way_in(shape, shape->f)), 2);
        ir_phi_add(inst, v, shape->bb);
    }

    ir_br(&builder, shape->join);
    ir_erase(term);
    if (shape->t != shape->join) ir_block_remove(shape->t);
    if (shape->f != shape->join) ir_block_remove(shape->f);
}

static bool find_shape(const Cfg *cfg, IrBlock *bb, Shape *shape) {
    IrInst *term = opt_cfg_condbr(bb);
    if (!term || opt_cfg_has_loop_md(cfg, term)) return false;
    IrBlock *block = ir_succ(term, 0), *f = ir_succ(term, 1);
    if (block == bb || f == bb) return false;

    *shape = (Shape){bb, block, f, NULL};
    if (plain_side(cfg, block, bb, f))
        shape->join = f;
    else if (plain_side(cfg, f, bb, block))
        shape->join = block;
    if (shape->join) return shape->join->first->v.op == IR_PHI;

    IrInst *tt = ir_term(block);
    if (tt->v.op != IR_BR || tt->nops != 1) return false;
    shape->join = ir_succ(tt, 0);
    return shape->join != bb && plain_side(cfg, block, bb, shape->join) &&
           plain_side(cfg, f, bb, shape->join);
}

bool opt_cfg_make_selects(Cfg *cfg, IrBlock *bb) {
    Shape w;
    if (!find_shape(cfg, bb, &w) || !is_worth_it(cfg, &w)) return false;
    if_convert(&w);
    return true;
}
