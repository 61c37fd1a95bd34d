// SPDX-License-Identifier: Apache-2.0
// simplifycfg, chains of equality tests of one value become a switch.
//
//     a: br (icmp eq %x, 1), label %p, label %b
//     b: br (or (icmp eq %x, 2), (icmp eq %x, 5)), label %q, label %c      =>  switch %x, label %d
//     c: br (icmp ne %x, 9), label %d, label %r                            [1 %p, 2 %q, 5 %q, 9 %r]
//
// A later block of the chain does nothing but its test and has one way in. Refused: fewer than
// MIN_CASES values or one target only, a value that is tested twice, loops' tests for leaving,
// latches with loop metadata, and targets whose phis would need two values for two edges from one
// block.
#include "opt/cfg/cfg.h"

enum { MIN_CASES = 4, MAX_CASES = 256, DEPTH = 64 };

typedef struct {
    IrConst *value;
    IrBlock *to, *from; // from: where the edge starts now
} Case;
typedef struct {
    IrValue *x;
    VEC(Case) cases;
    IrBlock *last;     // block of the last test
    IrBlock *dflt;     // where it goes when none holds
    AnBlockVec blocks; // all of them
    VEC(IrConst *) leaves;
} Chain;

// The values of an or of equality tests of one variable (or of the negation of an and).
static bool leaves_of(Cfg *cfg, Chain *chain, IrValue *condition, bool negated, int depth) {
    IrInst *inst = ir_as_inst(condition);
    if (!inst || depth > DEPTH) return false;
    if (inst->v.op == IR_ICMP && inst->pred == (negated ? IR_NE : IR_EQ)) {
        IrConst *k = ir_as_cint(ir_op(inst, 1));
        bool first = !chain->x;
        if (!k || k->v.type->bits > 64 || (!first && ir_op(inst, 0) != chain->x)) return false;
        if (ir_is_const(ir_op(inst, 0))) return false;
        chain->x = ir_op(inst, 0);
        vec_push(cfg->pc->tmp, &chain->leaves, k);
        return true;
    }
    if (!opt_cfg_is_logic(inst, negated) || !ir_one_use(&inst->v)) return false;
    return leaves_of(cfg, chain, opt_cfg_logic_operand(inst, 0), negated, depth + 1) &&
           leaves_of(cfg, chain, opt_cfg_logic_operand(inst, 1), negated, depth + 1);
}

static bool has_case(const Chain *c, const IrConst *constant) {
    for (uint32_t n = 0; n < c->cases.n; n++) {
        if (c->cases.at[n].value == constant) return true;
    }
    return false;
}

// The block's test as cases; the way on goes to *next. Nothing is added when it is no such test.
static bool add_test(Cfg *cfg, Chain *chain, IrBlock *bb, IrBlock **next) {
    IrInst *inst = opt_cfg_condbr(bb);
    IrValue *value = chain->x;
    if (!inst || opt_cfg_has_loop_md(cfg, inst) || opt_cfg_is_exiting(cfg, bb)) return false;
    for (int negated = 0; negated < 2; negated++) {
        chain->leaves.n = 0;
        chain->x = value;
        if (!leaves_of(cfg, chain, ir_op(inst, 0), negated, 0)) continue;
        for (uint32_t k = 0; k < chain->leaves.n; k++) {
            if (has_case(chain, chain->leaves.at[k])) return false;
        }
        for (uint32_t k = 0; k < chain->leaves.n; k++) {
            if (has_case(chain, chain->leaves.at[k])) continue; // twice in one test
            Case one = {chain->leaves.at[k], ir_succ(inst, (uint32_t)negated), bb};
            vec_push(cfg->pc->tmp, &chain->cases, one);
        }
        *next = ir_succ(inst, !negated);
        return true;
    }
    chain->x = value;
    return false;
}

// Nothing stands in the block but what its test is made of.
static bool only_tests(const IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (ir_is_term(i)) return true;
        bool test = i->v.op == IR_ICMP || opt_cfg_is_logic(i, true) || opt_cfg_is_logic(i, false);
        if (!test || !ir_one_use(&i->v)) return false;
    }
    return false;
}

static void collect(Cfg *cfg, Chain *chain, IrBlock *bb) {
    IrBlock *next = NULL;
    for (IrBlock *at = bb; add_test(cfg, chain, at, &next); at = next) {
        vec_push(cfg->pc->tmp, &chain->blocks, at);
        chain->last = at;
        chain->dflt = next;
        bool goes_on = ir_single_pred(next) == at && next != bb && only_tests(next);
        if (!goes_on || chain->cases.n >= MAX_CASES) break;
    }
}

static const Case *edge_to(const Chain *c, const IrBlock *to) { // some edge that goes there now
    for (uint32_t k = 0; k < c->cases.n; k++) {
        if (c->cases.at[k].to == to) return &c->cases.at[k];
    }
    return NULL;
}

static bool same_values(const IrBlock *to, const IrBlock *bb, const IrBlock *block) {
    for (IrInst *i = to->first; bb != block && i->v.op == IR_PHI; i = i->next) {
        IrValue *x = ir_phi_value(i, (uint32_t)ir_phi_find(i, bb));
        if (x != ir_phi_value(i, (uint32_t)ir_phi_find(i, block))) return false;
    }
    return true;
}

// More than one target beside the default (else a test of bits is better), and all edges to one
// target bring the same values.
static bool may_convert(const Chain *chain) {
    if (chain->cases.n < MIN_CASES) return false;
    bool several = false;
    for (uint32_t k = 0; k < chain->cases.n; k++) {
        const Case *one = &chain->cases.at[k], *other = edge_to(chain, one->to);
        several |= one->to != chain->cases.at[0].to;
        if (!same_values(one->to, one->from, other->from)) return false;
    }
    const Case *other = edge_to(chain, chain->dflt);
    return several && (!other || same_values(chain->dflt, chain->last, other->from));
}

// The phis of a target: an entry for every edge of the switch instead of those of the chain.
static void move_edges(const Chain *chain, IrBlock *to, IrBlock *from, IrBlock *bb) {
    uint32_t edges = to == chain->dflt;
    for (uint32_t k = 0; k < chain->cases.n; k++) edges += chain->cases.at[k].to == to;
    IR_FOREACH_PHI(i, to) {
        IrValue *v = ir_phi_value(i, (uint32_t)ir_phi_find(i, from));
        for (uint32_t k = 0; k < chain->blocks.n; k++) {
            int at = ir_phi_find(i, chain->blocks.at[k]);
            if (at >= 0) ir_remove_ops(i, 2 * (uint32_t)at, 2);
        }
        for (uint32_t k = 0; k < edges; k++) ir_phi_add(i, v, bb);
    }
}

static void convert(const Chain *chain, IrBlock *bb) {
    for (uint32_t k = 0; k < chain->cases.n; k++) {
        const Case *one = &chain->cases.at[k];
        if (edge_to(chain, one->to) == one) move_edges(chain, one->to, one->from, bb);
    }
    if (!edge_to(chain, chain->dflt)) move_edges(chain, chain->dflt, chain->last, bb);

    IrInst *old = ir_term(bb);
    IrInst *test = ir_as_inst(ir_op(old, 0));
    IrBuilder b = ir_builder_at(old);
    IrInst *sw = ir_switch(&b, chain->x, chain->dflt);
    for (uint32_t k = 0; k < chain->cases.n; k++) {
        ir_switch_add(sw, chain->cases.at[k].value, chain->cases.at[k].to);
    }
    ir_erase(old);
    opt_erase_dead(test);
    for (uint32_t k = 1; k < chain->blocks.n; k++) ir_block_remove(chain->blocks.at[k]);
}

bool opt_cfg_switch_chain(Cfg *cfg, IrBlock *bb) {
    Chain c = {0};
    collect(cfg, &c, bb);
    if (!c.dflt || !may_convert(&c)) return false;
    convert(&c, bb);
    return true;
}
