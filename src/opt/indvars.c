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
#include "opt/scev_expand.h"

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    AnScev *scev;
    OptExpand expand;
    const ScExpr *count; // of back edges taken
    IrBlock *exit;
} IndVars;

// ---- values in the last iteration --------------------------------------------------------------

typedef struct { // start + k*first + C(k)*second
    const ScExpr *start, *first, *second;
} Formula;

static bool formula_of(const IndVars *v, const ScExpr *e, Formula *f) {
    const AnLoop *l = v->l->loop;
    *f = (Formula){.start = e};
    if (an_scev_invariant(v->scev, e, l)) return true;
    if (e->kind != SC_REC || e->loop != l) return false;
    f->start = e->op[0];
    f->first = e->op[1];
    if (an_scev_invariant(v->scev, f->first, l)) return true;
    if (!an_scev_affine(v->scev, f->first, l)) return false;
    f->second = f->first->op[1];
    f->first = f->first->op[0];
    return true;
}

// k(k-1)/2 modulo 2^bits of the type; k itself must not be cut off before.
static IrValue *triangle(IndVars *v, IrValue *k) {
    IrBuilder *b = &v->expand.b;
    IrValue *half = ir_bin(b, IR_LSHR, 0, k, &ir_int(k->type, 1)->v);
    IrValue *less = ir_bin(b, IR_ADD, 0, k, &ir_int(k->type, ~0ull)->v);
    return ir_bin(b, IR_MUL, 0, half, ir_bin(b, IR_OR, 0, less, &ir_int(k->type, 1)->v));
}

static bool can_compute(IndVars *v, const Formula *f, uint32_t *cost) {
    if (!opt_can_expand(&v->expand, v->count, cost)) return false;
    if (f->first) *cost += 2;
    if (f->second) *cost += 6;
    return opt_can_expand(&v->expand, f->start, cost) &&
           (!f->first || opt_can_expand(&v->expand, f->first, cost)) &&
           (!f->second || opt_can_expand(&v->expand, f->second, cost));
}

static IrValue *compute(IndVars *v, const Formula *f) {
    AnScev *s = v->scev;
    if (!f->first) return opt_expand(&v->expand, f->start);
    IrType *type = ir_ty_int(s->m, f->start->bits);
    const ScExpr *k = an_sc_resize(s, v->count, type);
    const ScExpr *at = an_sc_add(s, f->start, an_sc_mul(s, k, f->first));
    uint32_t cost = 0;
    if (at->size > SC_MAX_SIZE || !opt_can_expand(&v->expand, at, &cost)) return NULL;
    IrValue *sum = opt_expand(&v->expand, at);
    if (!f->second) return sum;
    IrBuilder *b = &v->expand.b;
    IrValue *wide = opt_expand(&v->expand, v->count->bits > type->bits ? v->count : k);
    IrValue *c = ir_int_resize(b, triangle(v, wide), type, false);
    return ir_bin(b, IR_ADD, 0, sum, ir_bin(b, IR_MUL, 0, c, opt_expand(&v->expand, f->second)));
}

static bool has_effects(const OptLoop *l) {
    for (uint32_t k = 0; k < l->loop->blocks.n; k++) {
        IR_FOREACH_INST(i, l->loop->blocks.at[k]) {
            if (!ir_is_term(i) && (ir_has_effect(i) || ir_is_convergent(i))) return true;
        }
    }
    return false;
}

static bool is_constant(const IndVars *v, const Formula *f) {
    bool steps = (!f->first || f->first->kind == SC_CONST) && !f->second;
    return f->start->kind == SC_CONST && steps && (!f->first || v->count->kind == SC_CONST);
}

// Whether everything that the loop leaves is known by a formula, at a price.
static bool leaves_formulas(IndVars *v) {
    uint32_t most = (uint32_t)opt_knob(v->pc, indvars, cost), cost = 0;
    for (IrInst *phi = v->exit->first; phi->v.op == IR_PHI; phi = phi->next) {
        if (an_loop_invariant(v->l->loops, v->l->loop, ir_phi_value(phi, 0))) continue;
        const ScExpr *e = an_scev(v->scev, ir_phi_value(phi, 0));
        Formula f;
        if (!e || !formula_of(v, e, &f) || !can_compute(v, &f, &cost)) return false;
    }
    return cost <= most;
}

static bool replace_exit_values(IndVars *v) {
    bool all = !has_effects(v->l) && leaves_formulas(v), changed = false;
    for (IrInst *phi = v->exit->first; phi->v.op == IR_PHI; phi = phi->next) {
        IrValue *old = ir_phi_value(phi, 0);
        if (an_loop_invariant(v->l->loops, v->l->loop, old)) continue;
        const ScExpr *e = an_scev(v->scev, old);
        Formula f;
        uint32_t cost = 0;
        if (!e || !formula_of(v, e, &f)) continue;
        if (!all && !is_constant(v, &f)) continue;
        if (!can_compute(v, &f, &cost)) continue;
        IrValue *new = compute(v, &f);
        if (!new || new->type != old->type) continue;
        ir_set_op(phi, 0, new);
        changed = true;
    }
    return changed;
}

// ---- flags -------------------------------------------------------------------------------------

static bool add_flags(IndVars *v) {
    bool changed = false;
    for (IrInst *phi = v->l->header->first; phi->v.op == IR_PHI; phi = phi->next) {
        const AnLoop *l;
        IrValue *start, *next;
        if (!ir_ty_is_int(phi->v.type) || phi->v.type->bits > 64) continue;
        if (!an_header_phi(v->scev, phi, &l, &start, &next)) continue;
        IrInst *add = ir_as_op(next, IR_ADD);
        bool own = add && (ir_op(add, 0) == &phi->v || ir_op(add, 1) == &phi->v);
        if (!own || !an_scev_affine(v->scev, an_scev(v->scev, &phi->v), l)) continue;
        uint16_t flags = add->v.flags;
        if (an_rec_no_wrap(v->scev, l, next, true)) flags |= IR_NSW;
        if (an_rec_no_wrap(v->scev, l, next, false)) flags |= IR_NUW;
        if (flags == add->v.flags) continue;
        add->v.flags = flags;
        ir_unsettle(add);
        changed = true;
    }
    return changed;
}

OptLoopResult opt_indvars(PassCtx *pc, OptLoop *l) {
    IndVars v = {.pc = pc, .l = l};
    v.scev = an_scev_make(l->fn, l->loops, an_dom(pc->an), pc->tmp);
    v.expand = opt_expand_at(v.scev, l->loop, ir_term(l->preheader), pc->tmp);
    bool changed = add_flags(&v);
    v.count = an_trip_count(v.scev, l->loop);
    AnBlockVec exits = {0};
    an_exits(l->loops, l->loop, pc->tmp, &exits);
    if (v.count && exits.n == 1 && ir_single_pred(exits.at[0])) {
        v.exit = exits.at[0];
        changed |= replace_exit_values(&v);
    }
    return changed ? OPT_LOOP_CHANGED : OPT_LOOP_SAME;
}
