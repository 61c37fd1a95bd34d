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
static bool leaves_of(Cfg *s, Chain *c, IrValue *v, bool negated, int depth) {
    IrInst *i = ir_as_inst(v);
    if (!i || depth > DEPTH) return false;
    if (i->v.op == IR_ICMP && i->pred == (negated ? IR_NE : IR_EQ)) {
        IrConst *k = ir_as_cint(ir_op(i, 1));
        bool first = !c->x;
        if (!k || k->v.type->bits > 64 || (!first && ir_op(i, 0) != c->x)) return false;
        if (ir_is_const(ir_op(i, 0))) return false;
        c->x = ir_op(i, 0);
        vec_push(s->pc->tmp, &c->leaves, k);
        return true;
    }
    if (!opt_cfg_is_logic(i, negated) || !ir_one_use(&i->v)) return false;
    return leaves_of(s, c, opt_cfg_logic_operand(i, 0), negated, depth + 1) &&
           leaves_of(s, c, opt_cfg_logic_operand(i, 1), negated, depth + 1);
}

static bool has_case(const Chain *c, const IrConst *k) {
    for (uint32_t n = 0; n < c->cases.n; n++) {
        if (c->cases.at[n].value == k) return true;
    }
    return false;
}

// The block's test as cases; the way on goes to *next. Nothing is added when it is no such test.
static bool add_test(Cfg *s, Chain *c, IrBlock *bb, IrBlock **next) {
    IrInst *t = opt_cfg_condbr(bb);
    IrValue *x = c->x;
    if (!t || opt_cfg_has_loop_md(s, t) || opt_cfg_is_exiting(s, bb)) return false;
    for (int negated = 0; negated < 2; negated++) {
        c->leaves.n = 0;
        c->x = x;
        if (!leaves_of(s, c, ir_op(t, 0), negated, 0)) continue;
        for (uint32_t k = 0; k < c->leaves.n; k++) {
            if (has_case(c, c->leaves.at[k])) return false;
        }
        for (uint32_t k = 0; k < c->leaves.n; k++) {
            if (has_case(c, c->leaves.at[k])) continue; // twice in one test
            Case one = {c->leaves.at[k], ir_succ(t, (uint32_t)negated), bb};
            vec_push(s->pc->tmp, &c->cases, one);
        }
        *next = ir_succ(t, !negated);
        return true;
    }
    c->x = x;
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

static void collect(Cfg *s, Chain *c, IrBlock *bb) {
    IrBlock *next = NULL;
    for (IrBlock *at = bb; add_test(s, c, at, &next); at = next) {
        vec_push(s->pc->tmp, &c->blocks, at);
        c->last = at;
        c->dflt = next;
        bool goes_on = ir_single_pred(next) == at && next != bb && only_tests(next);
        if (!goes_on || c->cases.n >= MAX_CASES) break;
    }
}

static const Case *edge_to(const Chain *c, const IrBlock *to) { // some edge that goes there now
    for (uint32_t k = 0; k < c->cases.n; k++) {
        if (c->cases.at[k].to == to) return &c->cases.at[k];
    }
    return NULL;
}

static bool same_values(const IrBlock *to, const IrBlock *a, const IrBlock *b) {
    for (IrInst *i = to->first; a != b && i->v.op == IR_PHI; i = i->next) {
        IrValue *x = ir_phi_value(i, (uint32_t)ir_phi_find(i, a));
        if (x != ir_phi_value(i, (uint32_t)ir_phi_find(i, b))) return false;
    }
    return true;
}

// More than one target beside the default (else a test of bits is better), and all edges to one
// target bring the same values.
static bool may_convert(const Chain *c) {
    if (c->cases.n < MIN_CASES) return false;
    bool several = false;
    for (uint32_t k = 0; k < c->cases.n; k++) {
        const Case *one = &c->cases.at[k], *other = edge_to(c, one->to);
        several |= one->to != c->cases.at[0].to;
        if (!same_values(one->to, one->from, other->from)) return false;
    }
    const Case *other = edge_to(c, c->dflt);
    return several && (!other || same_values(c->dflt, c->last, other->from));
}

// The phis of a target: an entry for every edge of the switch instead of those of the chain.
static void move_edges(const Chain *c, IrBlock *to, IrBlock *from, IrBlock *bb) {
    uint32_t edges = to == c->dflt;
    for (uint32_t k = 0; k < c->cases.n; k++) edges += c->cases.at[k].to == to;
    for (IrInst *i = to->first; i->v.op == IR_PHI; i = i->next) {
        IrValue *v = ir_phi_value(i, (uint32_t)ir_phi_find(i, from));
        for (uint32_t k = 0; k < c->blocks.n; k++) {
            int at = ir_phi_find(i, c->blocks.at[k]);
            if (at >= 0) ir_remove_ops(i, 2 * (uint32_t)at, 2);
        }
        for (uint32_t k = 0; k < edges; k++) ir_phi_add(i, v, bb);
    }
}

static void convert(const Chain *c, IrBlock *bb) {
    for (uint32_t k = 0; k < c->cases.n; k++) {
        const Case *one = &c->cases.at[k];
        if (edge_to(c, one->to) == one) move_edges(c, one->to, one->from, bb);
    }
    if (!edge_to(c, c->dflt)) move_edges(c, c->dflt, c->last, bb);

    IrInst *old = ir_term(bb);
    IrInst *test = ir_as_inst(ir_op(old, 0));
    IrBuilder b = ir_builder_at(old);
    IrInst *sw = ir_switch(&b, c->x, c->dflt);
    for (uint32_t k = 0; k < c->cases.n; k++) {
        ir_switch_add(sw, c->cases.at[k].value, c->cases.at[k].to);
    }
    ir_erase(old);
    opt_erase_dead(test);
    for (uint32_t k = 1; k < c->blocks.n; k++) ir_block_remove(c->blocks.at[k]);
}

bool opt_cfg_switch_chain(Cfg *s, IrBlock *bb) {
    Chain c = {0};
    collect(s, &c, bb);
    if (!c.dflt || !may_convert(&c)) return false;
    convert(&c, bb);
    return true;
}
