// SPDX-License-Identifier: Apache-2.0
// indvars: what a loop leaves behind is computed without it, and its variables get flags.
//
//     h:    %i = phi [0,pre], [%j,h]             exit: the value of %x behind n - 1 back edges:
//           %x = phi [0,pre], [%y,h]                   n' * 0 + (n' >> 1) * ((n' - 1) | 1) ...
//           %y = add %x, %i
//           br (%j < %n), %h, %exit         =>         (the loop is dead; loop-deletion)
//     exit: %r = phi [%y,h]
//
// A value {a, +, b} is a + k*b in iteration k; {a, +, b, +, c} is a + k*b + C*c with C = k(k-1)/2,
// computed as (k >> 1) * ((k - 1) | 1), which needs no further bits. The loop must have one exit of
// known count, and either the result is a constant, or all that the loop leaves can be computed so
// and it has no effect: else the formula would only come on top of the loop. What would cost more
// than a knob's instructions stays.
#include "opt/loop/scev_expand.h"

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    AnScev *scev;
    OptExpand expand;
    const ScExpr *count; // of back edges taken; NULL: not known
    IrBlock *exit;       // NULL: none that values leave by
} IndVars;

// ---- values in the last iteration --------------------------------------------------------------

typedef struct { // start + k*first + C(k)*second
    const ScExpr *start, *first, *second;
} Formula;

static bool formula_of(const IndVars *ind_vars, const ScExpr *wanted, Formula *formula) {
    const AnLoop *loop = ind_vars->l->loop;
    *formula = (Formula){.start = wanted};
    if (an_scev_invariant(ind_vars->scev, wanted, loop)) return true;
    if (wanted->kind != SC_REC || wanted->loop != loop) return false;
    formula->start = wanted->op[0];
    formula->first = wanted->op[1];
    if (an_scev_invariant(ind_vars->scev, formula->first, loop)) return true;
    if (!an_scev_affine(ind_vars->scev, formula->first, loop)) return false;
    formula->second = formula->first->op[1];
    formula->first = formula->first->op[0];
    return true;
}

// k(k-1)/2 modulo 2^bits of the type; k itself must not be cut off before.
static IrValue *triangle(IndVars *ind_vars, IrValue *number) {
    IrBuilder *b = &ind_vars->expand.b;
    IrValue *half = ir_bin(b, IR_LSHR, 0, number, &ir_int(number->type, 1)->v);
    IrValue *less = ir_bin(b, IR_ADD, 0, number, &ir_int(number->type, ~0ull)->v);
    return ir_bin(b, IR_MUL, 0, half, ir_bin(b, IR_OR, 0, less, &ir_int(number->type, 1)->v));
}

// Besides the count, which all formulas share.
static bool can_compute(IndVars *ind_vars, const Formula *f, uint32_t *cost) {
    if (f->first) *cost += 2;
    if (f->second) *cost += 6;
    return opt_can_expand(&ind_vars->expand, f->start, cost) &&
           (!f->first || opt_can_expand(&ind_vars->expand, f->first, cost)) &&
           (!f->second || opt_can_expand(&ind_vars->expand, f->second, cost));
}

static IrValue *compute(IndVars *ind_vars, const Formula *formula) {
    AnScev *scev = ind_vars->scev;
    if (!formula->first) return opt_expand(&ind_vars->expand, formula->start);
    IrType *type = ir_ty_int(scev->m, formula->start->bits);
    const ScExpr *k = an_sc_resize(scev, ind_vars->count, type);
    const ScExpr *at = an_sc_add(scev, formula->start, an_sc_mul(scev, k, formula->first));
    uint32_t cost = 0;
    if (at->size > SC_MAX_SIZE || !opt_can_expand(&ind_vars->expand, at, &cost)) return NULL;
    IrValue *sum = opt_expand(&ind_vars->expand, at);
    if (!formula->second) return sum;
    IrBuilder *b = &ind_vars->expand.b;
    IrValue *wide =
        opt_expand(&ind_vars->expand, ind_vars->count->bits > type->bits ? ind_vars->count : k);
    IrValue *c = ir_int_resize(b, triangle(ind_vars, wide), type, false);
    return ir_bin(b, IR_ADD, 0, sum,
                  ir_bin(b, IR_MUL, 0, c, opt_expand(&ind_vars->expand, formula->second)));
}

static bool has_effects(const OptLoop *loop) {
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        IR_FOREACH_INST(i, loop->loop->blocks.at[k]) {
            if (!ir_is_term(i) && (ir_has_effect(i) || ir_is_convergent(i))) return true;
        }
    }
    return false;
}

static bool is_constant(const IndVars *ind_vars, const Formula *f) {
    bool steps = (!f->first || f->first->kind == SC_CONST) && !f->second;
    return f->start->kind == SC_CONST && steps && (!f->first || ind_vars->count->kind == SC_CONST);
}

// Whether everything that the loop leaves is known by a formula, at a price.
static bool leaves_formulas(IndVars *ind_vars) {
    uint32_t most = (uint32_t)opt_knob(ind_vars->pc, indvars, cost), cost = 0;
    if (!opt_can_expand(&ind_vars->expand, ind_vars->count, &cost)) return false;
    IR_FOREACH_PHI(phi, ind_vars->exit) {
        if (an_loop_invariant(ind_vars->l->loops, ind_vars->l->loop, ir_phi_value(phi, 0)))
            continue;
        const ScExpr *e = an_scev(ind_vars->scev, ir_phi_value(phi, 0));
        Formula f;
        if (!e || !formula_of(ind_vars, e, &f) || !can_compute(ind_vars, &f, &cost)) return false;
    }
    return cost <= most;
}

static bool replace_exit_values(IndVars *ind_vars) {
    bool all = !has_effects(ind_vars->l) && leaves_formulas(ind_vars), changed = false;
    IR_FOREACH_PHI(phi, ind_vars->exit) {
        IrValue *old = ir_phi_value(phi, 0);
        if (an_loop_invariant(ind_vars->l->loops, ind_vars->l->loop, old)) continue;
        const ScExpr *e = an_scev(ind_vars->scev, old);
        Formula f;
        uint32_t cost = 0;
        if (!e || !formula_of(ind_vars, e, &f)) continue;
        if (!all && !is_constant(ind_vars, &f)) continue;
        bool known = opt_can_expand(&ind_vars->expand, ind_vars->count, &cost);
        if (!known || !can_compute(ind_vars, &f, &cost)) continue;
        IrValue *new = compute(ind_vars, &f);
        if (!new || new->type != old->type) continue;
        ir_set_op(phi, 0, new);
        changed = true;
    }
    return changed;
}

// ---- flags -------------------------------------------------------------------------------------

static bool add_flags(IndVars *ind_vars) {
    bool changed = false;
    IR_FOREACH_PHI(phi, ind_vars->l->header) {
        const AnLoop *loop;
        IrValue *start, *next;
        if (!ir_ty_is_word(phi->v.type)) continue;
        if (!an_header_phi(ind_vars->scev, phi, &loop, &start, &next)) continue;
        IrInst *add = ir_as_op(next, IR_ADD);
        bool own = add && (ir_op(add, 0) == &phi->v || ir_op(add, 1) == &phi->v);
        bool known = own && (add->v.flags & IR_NSW) && (add->v.flags & IR_NUW);
        if (!own || known ||
            !an_scev_affine(ind_vars->scev, an_scev(ind_vars->scev, &phi->v), loop))
            continue;
        uint16_t flags = add->v.flags;
        if (an_rec_no_wrap(ind_vars->scev, loop, next, true)) flags |= IR_NSW;
        if (an_rec_no_wrap(ind_vars->scev, loop, next, false)) flags |= IR_NUW;
        if (flags == add->v.flags) continue;
        add->v.flags = flags;
        ir_unsettle(add);
        changed = true;
    }
    return changed;
}

// The loop's exit, if it is the only one and something is left there that has a formula.
static IrBlock *exit_with_values(const IndVars *ind_vars) {
    const OptLoop *loop = ind_vars->l;
    AnBlockVec exits = {0};
    an_exits(loop->loops, loop->loop, ind_vars->pc->tmp, &exits);
    if (exits.n != 1 || !ir_single_pred(exits.at[0])) return NULL;
    IR_FOREACH_PHI(phi, exits.at[0]) {
        bool number = ir_ty_is_word(phi->v.type) || ir_ty_is_ptr(phi->v.type);
        if (number && !an_loop_invariant(loop->loops, loop->loop, ir_phi_value(phi, 0)))
            return exits.at[0];
    }
    return NULL;
}

OPT_LOOP_PASS(indvars);
OptLoopResult opt_indvars(PassCtx *pc, OptLoop *loop) {
    IndVars ind_vars = {.pc = pc, .l = loop};
    ind_vars.scev = an_scev_make(loop->fn, loop->loops, an_dom(pc->an), pc->tmp);
    ind_vars.expand = opt_expand_at(ind_vars.scev, loop->loop, ir_term(loop->preheader), pc->tmp);
    bool changed = add_flags(&ind_vars);
    ind_vars.exit = exit_with_values(&ind_vars);
    if (ind_vars.exit) ind_vars.count = an_trip_count(ind_vars.scev, loop->loop);
    if (ind_vars.count) changed |= replace_exit_values(&ind_vars);
    return changed ? OPT_LOOP_CHANGED : OPT_LOOP_SAME;
}
