// SPDX-License-Identifier: Apache-2.0
// The brake of licm: what was hoisted lives in registers throughout the loop. When the loop has
// values alive for more registers than a thread should use, or more predicates than there are,
// cheap computations go back to where they stood:
//
//     pre: %a = add i32 %w, -5                 l: %a = add i32 %w, -5
//     l:   %c = icmp slt i32 %r, %a      =>       %c = icmp slt i32 %r, %a
//
// What only some rounds of the loop need is worth less: it goes back from a lower number on. So do
// loads of shared variables, which take no more than one instruction wherever they stand.
//
// One goes back only if that frees registers: its operands are constants, parameters of a kernel,
// values that the loop reads anyway, or were cheap and hoisted themselves (they are looked at next,
// since the last one hoisted comes first). What only hoisted instructions use does not live in the
// loop and does not count. A value that was costly lives in the loop in place of the many cheap
// ones that only it keeps outside: of a table of sums, rows and columns stay instead of their sums.
//
//     pre: %r = mul i64 %n, %w                     pre: %r = mul i64 %n, %w
//          %a = add i64 %r, %x                     l:   %a = add i64 %r, %x
//          %b = add i64 %r, %y             =>           %b = add i64 %r, %y
//          %c = add i64 %r, %z                          %c = add i64 %r, %z
#include "opt/loop/licm.h"

typedef struct {
    Licm *s;
    const AnPressure *pressure;
    Map hoisted; // instruction -> itself
    Map shared;  // hoisted instruction -> SHARED_..., once it was asked for
    AnRegs now;  // alive in the loop
    AnRegs limit;
    uint32_t full;       // registers of a thread, less what is left
    uint32_t maybe_regs; // the limit for what not every round needs
    uint32_t load_regs;  // the limit for loads of variables
    uint64_t uses_left;  // that may be looked at
} Brake;

enum { SHARED_NO = 1, SHARED_YES = 2 };
// Instructions. A quarter of the registers that a thread can have is left for what is not seen;
// over that, memory will be used: sums of 64 bits go back too.
enum { CHEAP = 1, CHEAP_WHEN_FULL = 2, MARGIN = 4 };

static AnRegs plus(AnRegs a, AnRegs b) {
    return (AnRegs){a.regs + b.regs, a.preds + b.preds};
}

static AnRegs minus(AnRegs a, AnRegs b) {
    return (AnRegs){a.regs - CU_MIN(a.regs, b.regs), a.preds - CU_MIN(a.preds, b.preds)};
}

static bool is_hoisted(const Brake *brake, const IrInst *inst) {
    return map_get(&brake->hoisted, (uintptr_t)inst) != NULL;
}

// Something that stays in the loop reads it.
static bool lives_in_loop(Brake *brake, const IrValue *value) {
    const OptLoop *l = brake->s->l;
    IR_FOREACH_USE(u, value) {
        if (!brake->uses_left) return false;
        brake->uses_left--;
        if (an_in_loop(l->loops, l->loop, u->user->block)) return true;
    }
    return false;
}

// Nothing in front of the loop or behind it does (what was hoisted with it, say).
static bool lives_only_in_loop(Brake *brake, const IrValue *value) {
    const OptLoop *l = brake->s->l;
    IR_FOREACH_USE(u, value) {
        if (!brake->uses_left) return false;
        brake->uses_left--;
        if (!an_in_loop(l->loops, l->loop, u->user->block)) return false;
    }
    return value->uses != NULL;
}

// Constant memory at a fixed address: instructions read it where it is.
static bool is_operand(const IrInst *inst) {
    if (inst->v.op != IR_LOAD || !ir_is_const(ir_op(inst, 0))) return false;
    return an_space(ir_op(inst, 0)) == IR_AS_CONST && an_type_regs(inst->v.type).regs <= 2;
}

// Of shared memory at a fixed address: one instruction, that needs no register for the address.
static bool is_variable_load(const IrInst *inst) {
    if (inst->v.op != IR_LOAD || !ir_is_const(ir_op(inst, 0))) return false;
    return an_space(ir_op(inst, 0)) == IR_AS_SHARED;
}

static bool is_cheap(const Brake *brake, const IrInst *inst) {
    uint32_t most = brake->now.regs > brake->full ? CHEAP_WHEN_FULL : CHEAP;
    return is_operand(inst) || is_variable_load(inst) ||
           (inst->v.op != IR_LOAD && opt_issue_cost(inst) <= most);
}

// Cheap values made of it that could go back take more than twice its registers.
static bool is_shared(Brake *brake, const IrInst *operand) {
    void **known = map_slot(&brake->shared, (uintptr_t)operand);
    if (*known) return *known == (void *)(uintptr_t)SHARED_YES;
    uint32_t regs = 0;
    IR_FOREACH_USE(u, &operand->v) {
        const IrInst *user = u->user;
        if (is_hoisted(brake, user) && is_cheap(brake, user) && lives_only_in_loop(brake, &user->v))
            regs += an_type_regs(user->v.type).regs;
    }
    bool yes = regs > 2 * an_type_regs(operand->v.type).regs;
    *known = (void *)(uintptr_t)(yes ? SHARED_YES : SHARED_NO);
    return yes;
}

static bool is_free_in_loop(Brake *brake, const IrValue *operand) {
    const IrArg *arg = ir_as_arg(operand);
    if (ir_is_const(operand) || (arg && arg->fn->cc == IR_CC_PTX_KERNEL)) return true;
    const IrInst *i = ir_as_inst(operand);
    if (i && is_hoisted(brake, i) && (is_cheap(brake, i) || is_shared(brake, i))) return true;
    return lives_in_loop(brake, operand);
}

static bool frees_registers(Brake *brake, const IrInst *candidate) {
    if (!is_cheap(brake, candidate) || !lives_only_in_loop(brake, &candidate->v)) return false;
    for (uint32_t k = 0; k < candidate->nops; k++) {
        if (!is_free_in_loop(brake, ir_op(candidate, k))) return false;
    }
    return true;
}

// Predicates are so few that a comparison goes back even if its operands then live in its place.
static bool frees_predicate(Brake *brake, const IrInst *candidate) {
    return ir_ops[candidate->v.op].class == IRC_CMP && is_cheap(brake, candidate) &&
           lives_only_in_loop(brake, &candidate->v);
}

static bool is_over(const Brake *brake) {
    uint32_t regs = CU_MIN(brake->limit.regs, CU_MIN(brake->maybe_regs, brake->load_regs));
    return brake->now.regs > regs || brake->now.preds > brake->limit.preds;
}

// What stood in several branches goes back into each: between them it need not live.
static void put_copies(Brake *brake, IrInst *merged) {
    enum { MOST = 16 };
    IrInst *copy[MOST];
    uint32_t n = 0;
    for (IrUse *u = merged->v.uses, *next; u; u = next) {
        next = u->next;
        IrInst *user = u->user;
        if (user->v.op == IR_PHI) continue;
        uint32_t k = 0;
        while (k < n && copy[k]->block != user->block) k++;
        if (k == MOST) break;
        if (k == n) {
            copy[n++] = ir_inst_clone(brake->s->l->fn, merged);
            ir_insert_before(copy[k], ir_first_non_phi(user->block));
        }
        ir_set_op(user, ir_use_index(u), &copy[k]->v);
    }
}

static void put_back(Brake *brake, const LicmHoisted *candidate) {
    IrInst *inst = candidate->inst;
    AnRegs own = an_type_regs(inst->v.type);
    bool predicate =
        own.preds && brake->now.preds > brake->limit.preds && frees_predicate(brake, inst);
    uint32_t limit =
        candidate->certain ? brake->limit.regs : CU_MIN(brake->limit.regs, brake->maybe_regs);
    if (is_variable_load(inst)) limit = CU_MIN(limit, brake->load_regs);
    bool registers = own.regs && brake->now.regs > limit && frees_registers(brake, inst);
    if (!predicate && !registers) return;

    brake->now = minus(brake->now, own);
    for (uint32_t k = 0; k < inst->nops; k++) { // these live in the loop now
        const IrInst *op = ir_as_inst(ir_op(inst, k));
        if (op && is_hoisted(brake, op) && !lives_in_loop(brake, &op->v))
            brake->now = plus(brake->now, an_type_regs(op->v.type));
    }
    map_put(&brake->hoisted, (uintptr_t)inst, NULL);
    if (candidate->merged) put_copies(brake, inst);
    ir_move_before(inst, ir_first_non_phi(candidate->from));
}

static AnRegs hoisted_regs(Brake *brake) {
    AnRegs more = {0, 0};
    for (uint32_t k = 0; k < brake->s->hoisted.n; k++) {
        const IrValue *v = &brake->s->hoisted.at[k].inst->v;
        if (lives_in_loop(brake, v)) more = plus(more, an_type_regs(v->type));
    }
    return more;
}

void opt_licm_put_back(Licm *s) {
    Brake brake = {.s = s, .pressure = an_pressure(s->pc->an)};
    uint32_t most = (uint32_t)opt_knob(s->pc, licm, registers);
    uint32_t limit = opt_register_limit(s->l->fn);
    brake.full = limit - limit / MARGIN;
    brake.limit.regs = CU_MIN(most, brake.full);
    brake.maybe_regs = (uint32_t)opt_knob(s->pc, licm, maybe_registers);
    brake.load_regs = (uint32_t)opt_knob(s->pc, licm, load_registers);
    brake.uses_left = LICM_BUDGET + LICM_BUDGET_PER_INST * (uint64_t)s->hoisted.n;
    brake.limit.preds = (uint32_t)opt_knob(s->pc, licm, predicates);
    AnRegs before = brake.pressure->loop[s->l->loop->index];
    brake.now = plus(before, hoisted_regs(&brake));
    if (is_over(&brake)) {
        opt_licm_merge(s);
        brake.now = plus(before, hoisted_regs(&brake));
    }
    if (is_over(&brake)) {
        map_init(&brake.hoisted, s->pc->tmp);
        map_init(&brake.shared, s->pc->tmp);
        for (uint32_t k = 0; k < s->hoisted.n; k++) {
            const IrInst *i = s->hoisted.at[k].inst;
            map_put(&brake.hoisted, (uintptr_t)i, (void *)(uintptr_t)i);
        }
        for (uint32_t k = s->hoisted.n; k-- > 0;) put_back(&brake, &s->hoisted.at[k]);
    }
    an_pressure_raise(brake.pressure, s->l->loop, minus(brake.now, before));
}
