// SPDX-License-Identifier: Apache-2.0
// A list of terms as instructions again: group by group, outer loops first, each group onto what
// stands already; a group whose first two terms other trees have, too, is put together first.
// Where the constant stands: at the end of an address or of what is compared, where displacements
// and comparisons take it in; else with the terms that vary least.
#include "opt/reassociate.h"

typedef struct {
    IrValue *v; // NULL: nothing yet
    bool negated;
} Part;

typedef struct {
    IrBuilder b;
    const ReTree *t;
    uint16_t keeps;
} Emit;

static const AnLoop *innermost(const ReTree *t) {
    return t->term.n ? t->term.at[t->term.n - 1].varies : NULL;
}

static bool is_identity(const ReTree *t, const IrConst *c) {
    switch (t->op) {
    case IR_MUL: return ir_is_int(&c->v, 1);
    case IR_AND: return ir_is_all_ones(&c->v);
    case IR_FMUL: return false;
    default: return ir_is_zero(&c->v);
    }
}

static bool has_constant(const ReTree *t) {
    return t->c && !is_identity(t, t->c);
}

// The terms before the constant.
static uint32_t place_of_constant(const ReTree *t) {
    uint32_t n = 0;
    if (t->is_index || !opt_re_is_sum(t->op)) return t->term.n;
    while (n < t->term.n && t->term.at[n].varies == t->term.at[0].varies) n++;
    return n;
}

static uint32_t products_in_power(uint64_t e) {
    return (uint32_t)(63 - __builtin_clzll(e) + __builtin_popcountll(e) - 1);
}

uint64_t opt_re_cost(const ReTree *t) {
    uint64_t cost = 0;
    bool negative = opt_re_is_sum(t->op);
    for (uint32_t k = 0; k < t->term.n; k++) {
        const ReTerm *x = &t->term.at[k];
        uint64_t weight = opt_re_weight(x->varies);
        if (k) cost += weight;
        if (opt_re_is_sum(t->op))
            cost += x->whole ? (x->whole != x->base) * weight : weight;
        else if (x->times > 1)
            cost += products_in_power(x->times) * weight;
        negative &= x->negated;
    }
    if (has_constant(t)) {
        uint32_t n = place_of_constant(t);
        cost += opt_re_weight(n ? t->term.at[n - 1].varies : NULL);
    } else if (negative && t->term.n) {
        cost += opt_re_weight(innermost(t));
    }
    return cost;
}

static Part joined(Emit *e, Part a, Part x) {
    if (!a.v) return x;
    IrOp op = e->t->op, minus = op == IR_ADD ? IR_SUB : IR_FSUB;
    if (!opt_re_is_sum(op) || a.negated == x.negated)
        return (Part){ir_bin(&e->b, op, e->keeps, a.v, x.v), a.negated};
    if (a.negated) return (Part){ir_bin(&e->b, minus, 0, x.v, a.v), false};
    return (Part){ir_bin(&e->b, minus, 0, a.v, x.v), false};
}

static IrValue *power(Emit *e, IrValue *x, uint64_t n) {
    IrValue *v = NULL;
    for (; n; n >>= 1) {
        if (n & 1) v = v ? ir_bin(&e->b, e->t->op, 0, v, x) : x;
        if (n > 1) x = ir_bin(&e->b, e->t->op, 0, x, x);
    }
    return v;
}

static Part value_of(Emit *e, const ReTerm *x) {
    if (x->whole) return (Part){x->whole, x->negated};
    IrType *type = x->base->type;
    switch (e->t->op) {
    case IR_ADD: return (Part){ir_mul(&e->b, x->base, &ir_int(type, x->times)->v), x->negated};
    case IR_FADD:
        return (Part){ir_fmul(&e->b, x->base, &ir_fp(e->b.m, type, (double)x->times)->v),
                      x->negated};
    case IR_MUL:
    case IR_FMUL: return (Part){power(e, x->base, x->times), false};
    default: return (Part){x->base, false};
    }
}

static IrValue *nothing(const ReTree *t, IrModule *m) { // the sum of no terms
    IrType *type = t->root->v.type;
    if (t->c) return &t->c->v;
    return opt_re_is_sum(t->op) && t->op == IR_FADD ? &ir_fp(m, type, 0)->v : &ir_int(type, 0)->v;
}

IrValue *opt_re_emit(Reassociate *s, const ReTree *t) {
    Emit e = {ir_builder_at(t->root), t, t->keeps};
    e.b.fmf = t->fmf;
    if (!t->term.n) return nothing(t, s->pc->m);

    uint32_t constant = has_constant(t) ? place_of_constant(t) : UINT32_MAX;
    Part all = {0}, group = {0};
    for (uint32_t k = 0; k <= t->term.n; k++) {
        bool ends = k == t->term.n || t->term.at[k].varies != t->term.at[k - !!k].varies;
        if (group.v && ends) {
            all = joined(&e, all, group);
            group.v = NULL;
        }
        if (k == constant) all = joined(&e, all, (Part){&t->c->v, false});
        if (k == t->term.n) break;
        const ReTerm *x = &t->term.at[k];
        Part part = value_of(&e, x);
        if (x->starts || group.v)
            group = joined(&e, group, part);
        else
            all = joined(&e, all, part);
    }
    if (!all.negated) return all.v;
    return t->op == IR_ADD ? ir_neg(&e.b, all.v) : ir_fneg(&e.b, all.v);
}
