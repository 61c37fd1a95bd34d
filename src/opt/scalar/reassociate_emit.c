// SPDX-License-Identifier: Apache-2.0
// A list of terms as instructions again: group by group, outer loops first, each group onto what
// stands already; a group whose first two terms other trees have, too, is put together first.
// Where the constant stands: at the end of an address or of what is compared, where displacements
// and comparisons take it in; else with the terms that vary least.
#include "opt/scalar/reassociate.h"

typedef struct {
    IrValue *v; // NULL: nothing yet
    bool negated;
} Part;

typedef struct {
    IrBuilder b;
    const ReTree *t;
    uint16_t keeps;
} Emit;

static const AnLoop *innermost(const ReTree *tree) {
    return tree->term.n ? tree->term.at[tree->term.n - 1].varies : NULL;
}

static bool is_identity(const ReTree *tree, const IrConst *constant) {
    switch (tree->op) {
    case IR_MUL: return ir_is_int(&constant->v, 1);
    case IR_AND: return ir_is_all_ones(&constant->v);
    case IR_FMUL: return false;
    default: return ir_is_zero(&constant->v);
    }
}

static bool has_constant(const ReTree *tree) {
    return tree->c && !is_identity(tree, tree->c);
}

// The terms before the constant.
static uint32_t place_of_constant(const ReTree *tree) {
    uint32_t n = 0;
    if (tree->is_index || !opt_re_is_sum(tree->op)) return tree->term.n;
    while (n < tree->term.n && tree->term.at[n].varies == tree->term.at[0].varies) n++;
    return n;
}

// By squares: one for each bit below the highest, and a product for each bit that is set below it.
static uint32_t products_in_power(uint64_t exponent) {
    uint32_t squares = 63 - (uint32_t)__builtin_clzll(exponent);
    return squares + (uint32_t)__builtin_popcountll(exponent) - 1;
}

// What the instructions for a term cost before it is joined to others. (A term of a sum that stands
// already costs nothing unless it is a multiple.)
static uint64_t term_cost(const ReTree *tree, const ReTerm *term) {
    uint64_t weight = opt_re_weight(term->varies);
    if (opt_re_is_sum(tree->op)) return term->whole && term->whole == term->base ? 0 : weight;
    return term->times > 1 ? products_in_power(term->times) * weight : 0;
}

uint64_t opt_re_cost(const ReTree *tree) {
    uint64_t cost = 0;
    bool negative = opt_re_is_sum(tree->op);
    for (uint32_t k = 0; k < tree->term.n; k++) {
        const ReTerm *term = &tree->term.at[k];
        if (k) cost += opt_re_weight(term->varies); // joined to those before it
        cost += term_cost(tree, term);
        negative &= term->negated;
    }
    if (has_constant(tree)) {
        uint32_t n = place_of_constant(tree);
        cost += opt_re_weight(n ? tree->term.at[n - 1].varies : NULL);
    } else if (negative && tree->term.n) { // no term to subtract the others from
        cost += opt_re_weight(innermost(tree));
    }
    return cost;
}

// Of two terms with different signs the negated one is subtracted: no negation is made.
static Part joined(Emit *emit, Part before, Part next) {
    if (!before.v) return next;
    IrOp op = emit->t->op, minus = op == IR_ADD ? IR_SUB : IR_FSUB;
    if (!opt_re_is_sum(op) || before.negated == next.negated)
        return (Part){ir_bin(&emit->b, op, emit->keeps, before.v, next.v), before.negated};
    if (before.negated) return (Part){ir_bin(&emit->b, minus, 0, next.v, before.v), false};
    return (Part){ir_bin(&emit->b, minus, 0, before.v, next.v), false};
}

static IrValue *power(Emit *emit, IrValue *square, uint64_t exponent) {
    IrValue *product = NULL;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            product = product ? ir_bin(&emit->b, emit->t->op, 0, product, square) : square;
        if (exponent > 1) square = ir_bin(&emit->b, emit->t->op, 0, square, square);
    }
    return product;
}

static Part value_of(Emit *emit, const ReTerm *term) {
    if (term->whole) return (Part){term->whole, term->negated};
    IrType *type = term->base->type;
    switch (emit->t->op) {
    case IR_ADD:
        return (Part){ir_mul(&emit->b, term->base, &ir_int(type, term->times)->v), term->negated};
    case IR_FADD:
        return (Part){
            ir_fmul(&emit->b, term->base, &ir_fp(emit->b.m, type, (double)term->times)->v),
            term->negated};
    case IR_MUL:
    case IR_FMUL: return (Part){power(emit, term->base, term->times), false};
    default: return (Part){term->base, false};
    }
}

static IrValue *nothing(const ReTree *tree, IrModule *module) { // the sum of no terms
    IrType *type = tree->root->v.type;
    if (tree->c) return &tree->c->v;
    return opt_re_is_sum(tree->op) && tree->op == IR_FADD ? &ir_fp(module, type, 0)->v
                                                          : &ir_int(type, 0)->v;
}

IrValue *opt_re_emit(Reassociate *reassociate, const ReTree *tree) {
    Emit emit = {ir_builder_at(tree->root), tree, tree->keeps};
    emit.b.fmf = tree->fmf;
    if (!tree->term.n) return nothing(tree, reassociate->pc->m);

    uint32_t constant = has_constant(tree) ? place_of_constant(tree) : UINT32_MAX;
    Part all = {0}, group = {0};
    for (uint32_t k = 0; k <= tree->term.n; k++) {
        // a group's terms vary in the same loop
        bool ends =
            k == tree->term.n || (k && tree->term.at[k].varies != tree->term.at[k - 1].varies);
        if (group.v && ends) {
            all = joined(&emit, all, group);
            group.v = NULL;
        }
        if (k == constant) all = joined(&emit, all, (Part){&tree->c->v, false});
        if (k == tree->term.n) break;
        const ReTerm *x = &tree->term.at[k];
        Part part = value_of(&emit, x);
        if (x->starts || group.v)
            group = joined(&emit, group, part);
        else
            all = joined(&emit, all, part);
    }
    if (!all.negated) return all.v;
    return tree->op == IR_ADD ? ir_neg(&emit.b, all.v) : ir_fneg(&emit.b, all.v);
}
