// SPDX-License-Identifier: Apache-2.0
// The brake of licm: what was hoisted lives in registers throughout the loop. When the loop has
// values alive for more registers than a thread should use, or more predicates than there are,
// cheap computations go back to where they stood:
//
//     pre: %a = add i32 %w, -5                 l: %a = add i32 %w, -5
//     l:   %c = icmp slt i32 %r, %a      =>       %c = icmp slt i32 %r, %a
//
// What only some rounds of the loop need is worth less: it goes back from a lower number on.
//
// One goes back only if that frees registers: its operands are constants, parameters of a kernel,
// values that the loop reads anyway, or were cheap and hoisted themselves (they are looked at next,
// since the last one hoisted comes first). What only hoisted instructions use does not live in the
// loop and does not count.
#include "opt/licm.h"

typedef struct {
    Licm *s;
    const AnPressure *pressure;
    Map hoisted; // instruction -> itself
    AnRegs now;  // alive in the loop
    AnRegs limit;
    uint32_t maybe_regs; // the limit for what not every round needs
    uint64_t uses_left;  // that may be looked at
} Brake;

enum { CHEAP = 1, MARGIN = 4 }; // instructions; a quarter of the limit is left for what is not seen

static AnRegs plus(AnRegs a, AnRegs b) {
    return (AnRegs){a.regs + b.regs, a.preds + b.preds};
}

static AnRegs minus(AnRegs a, AnRegs b) {
    return (AnRegs){a.regs - CU_MIN(a.regs, b.regs), a.preds - CU_MIN(a.preds, b.preds)};
}

static bool is_hoisted(const Brake *b, const IrInst *i) {
    return map_get(&b->hoisted, (uintptr_t)i) != NULL;
}

// Something that stays in the loop reads it.
static bool lives_in_loop(Brake *b, const IrValue *v) {
    const OptLoop *l = b->s->l;
    IR_FOREACH_USE(u, v) {
        if (!b->uses_left) return false;
        b->uses_left--;
        if (an_in_loop(l->loops, l->loop, u->user->block)) return true;
    }
    return false;
}

// Nothing in front of the loop or behind it does (what was hoisted with it, say).
static bool lives_only_in_loop(Brake *b, const IrValue *v) {
    const OptLoop *l = b->s->l;
    IR_FOREACH_USE(u, v) {
        if (!b->uses_left) return false;
        b->uses_left--;
        if (!an_in_loop(l->loops, l->loop, u->user->block)) return false;
    }
    return v->uses != NULL;
}

// Constant memory at a fixed address: instructions read it where it is.
static bool is_operand(const IrInst *i) {
    if (i->v.op != IR_LOAD || !ir_is_const(ir_op(i, 0))) return false;
    return an_space(ir_op(i, 0)) == IR_AS_CONST && an_type_regs(i->v.type).regs <= 2;
}

static bool is_cheap(const IrInst *i) {
    return is_operand(i) || (i->v.op != IR_LOAD && opt_issue_cost(i) <= CHEAP);
}

static bool is_free_in_loop(Brake *b, const IrValue *v) {
    const IrArg *arg = ir_as_arg(v);
    if (ir_is_const(v) || (arg && arg->fn->cc == IR_CC_PTX_KERNEL)) return true;
    const IrInst *i = ir_as_inst(v);
    return (i && is_hoisted(b, i) && is_cheap(i)) || lives_in_loop(b, v);
}

static bool frees_registers(Brake *b, const IrInst *i) {
    if (!is_cheap(i) || !lives_only_in_loop(b, &i->v)) return false;
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!is_free_in_loop(b, ir_op(i, k))) return false;
    }
    return true;
}

// Predicates are so few that a comparison goes back even if its operands then live in its place.
static bool frees_predicate(Brake *b, const IrInst *i) {
    return ir_ops[i->v.op].class == IRC_CMP && is_cheap(i) && lives_only_in_loop(b, &i->v);
}

static bool is_over(const Brake *b) {
    uint32_t regs = CU_MIN(b->limit.regs, b->maybe_regs);
    return b->now.regs > regs || b->now.preds > b->limit.preds;
}

static void put_back(Brake *b, const LicmHoisted *h) {
    IrInst *i = h->inst;
    AnRegs own = an_type_regs(i->v.type);
    bool predicate = own.preds && b->now.preds > b->limit.preds && frees_predicate(b, i);
    uint32_t limit = h->certain ? b->limit.regs : CU_MIN(b->limit.regs, b->maybe_regs);
    bool registers = own.regs && b->now.regs > limit && frees_registers(b, i);
    if (!predicate && !registers) return;

    b->now = minus(b->now, own);
    for (uint32_t k = 0; k < i->nops; k++) { // these live in the loop now
        const IrInst *op = ir_as_inst(ir_op(i, k));
        if (op && is_hoisted(b, op) && !lives_in_loop(b, &op->v))
            b->now = plus(b->now, an_type_regs(op->v.type));
    }
    ir_move_before(i, ir_first_non_phi(h->from));
    map_put(&b->hoisted, (uintptr_t)i, NULL);
}

void opt_licm_put_back(Licm *s) {
    Brake b = {.s = s, .pressure = an_pressure(s->pc->an)};
    uint32_t most = (uint32_t)opt_knob(s->pc, licm, registers);
    uint32_t limit = opt_register_limit(s->l->fn);
    b.limit.regs = CU_MIN(most, limit - limit / MARGIN);
    b.maybe_regs = (uint32_t)opt_knob(s->pc, licm, maybe_registers);
    b.uses_left = LICM_BUDGET + LICM_BUDGET_PER_INST * (uint64_t)s->hoisted.n;
    b.limit.preds = (uint32_t)opt_knob(s->pc, licm, predicates);
    AnRegs before = b.pressure->loop[s->l->loop->index], more = {0, 0};
    for (uint32_t k = 0; k < s->hoisted.n; k++) {
        const IrValue *v = &s->hoisted.at[k].inst->v;
        if (lives_in_loop(&b, v)) more = plus(more, an_type_regs(v->type));
    }
    b.now = plus(before, more);
    if (is_over(&b)) {
        map_init(&b.hoisted, s->pc->tmp);
        for (uint32_t k = 0; k < s->hoisted.n; k++) {
            const IrInst *i = s->hoisted.at[k].inst;
            map_put(&b.hoisted, (uintptr_t)i, (void *)(uintptr_t)i);
        }
        for (uint32_t k = s->hoisted.n; k-- > 0;) put_back(&b, &s->hoisted.at[k]);
    }
    an_pressure_raise(b.pressure, s->l->loop, minus(b.now, before));
}
