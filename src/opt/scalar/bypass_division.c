// SPDX-License-Identifier: Apache-2.0
// bypass-slow-division: 64-bit division asks first whether 32 bits do; GPUs have no instruction
// for either, and the short one takes a third of the time.
//
//     %q = sdiv i64 %x, %y       =>          %b = or i64 %x, %y
//     %r = srem i64 %x, %y                   %h = lshr i64 %b, 32
//                                            %c = icmp eq i64 %h, 0
//                                            br i1 %c, label %short, label %long
//                                    short:  udiv i32, urem i32, zext both; br label %end
//                                    long:   sdiv i64, srem i64; br label %end
//                                    end:    %q = phi i64, %r = phi i64
//
// Signed ones too: with nothing in the upper halves both are positive. Divisions of the same
// operands in a block share the test. Operands that may be undefined are frozen, for a branch hangs
// on them now. Refused: division by constants; operands known to be short (instcombine narrows the
// division) or known or likely to be long: results of a hash, that is products with a constant
// beyond 32 bits and exclusive ors of such, which the test would only delay; functions that are to
// be small.
#include "opt/scalar/div_pairs.h"

typedef struct Slow Slow;
struct Slow { // the divisions of the same operands in a block
    IrInst *first;
    Slow *next; // same key
    bool quotient, remainder;
    IrValue *result[2]; // of quotient and remainder, once the first one was met
};

typedef struct {
    IrBuilder b;
    IrModule *m;
    IrValue *x, *y; // in the width of the arm
    bool is_signed;
} Arm;

static bool is_wide_constant(const IrValue *value) {
    const IrConst *c = ir_as_cint(value);
    return c && c->v.type->bits == 64 && (c->bits >> 32) && (c->bits >> 32) != UINT32_MAX;
}

static bool is_likely_long(const IrValue *value, int depth) {
    const IrInst *i = ir_as_inst(value);
    if (an_umin(an_known_bits(value)) >> 32) return true;
    if (!i || depth > 4) return false;
    if (i->v.op == IR_MUL) return is_wide_constant(ir_op(i, 1));
    if (i->v.op != IR_XOR) return false;
    return is_likely_long(ir_op(i, 0), depth + 1) || is_likely_long(ir_op(i, 1), depth + 1);
}

static bool is_short(const IrValue *value) {
    return an_umax(an_known_bits(value), 64) <= UINT32_MAX;
}

static bool is_slow(const IrInst *inst) {
    if (!div_is_division(inst) || !ir_ty_is_i(inst->v.type, 64) || ir_is_const(ir_op(inst, 1)))
        return false;
    if (is_short(ir_op(inst, 0)) && is_short(ir_op(inst, 1))) return false;
    return !is_likely_long(ir_op(inst, 0), 0) && !is_likely_long(ir_op(inst, 1), 0);
}

static Slow *find(const Map *map, const IrInst *division) {
    Slow *s = map_get(map, div_key(division));
    while (s && !div_same_operands(s->first, division)) s = s->next;
    return s;
}

static void note(Map *map, IrInst *division, Arena *tmp) {
    Slow *s = find(map, division);
    if (!s) {
        Slow **head = (Slow **)map_slot(map, div_key(division));
        s = arena_new(tmp, Slow);
        s->first = division;
        s->next = *head;
        *head = s;
    }
    s->quotient |= div_is_quotient(division);
    s->remainder |= !div_is_quotient(division);
}

static IrValue *frozen(IrBuilder *builder, IrValue *operand) {
    return an_not_poison(operand) ? operand : ir_freeze(builder, operand);
}

// Quotient and remainder, as wide as the original.
static void divide(Arm *a, const Slow *s, IrValue *result[2]) {
    IrOp div = a->is_signed ? IR_SDIV : IR_UDIV, rem = a->is_signed ? IR_SREM : IR_UREM;
    IrType *t = a->m->ty_i64;
    if (s->quotient) result[0] = ir_zext(&a->b, ir_bin(&a->b, div, 0, a->x, a->y), t);
    if (s->remainder) result[1] = ir_zext(&a->b, ir_bin(&a->b, rem, 0, a->x, a->y), t);
}

static IrValue *merge(IrBuilder *builder, IrValue *fast, IrBlock *fast_bb, IrValue *slow,
                      IrBlock *slow_bb) {
    if (!fast) return NULL;
    IrInst *phi = ir_phi(builder, fast->type, 2);
    ir_phi_add(phi, fast, fast_bb);
    ir_phi_add(phi, slow, slow_bb);
    return &phi->v;
}

// Splits the block in front of the division; its results are phis at the start of the rest.
static void bypass(PassCtx *pc, Slow *s, IrInst *division) {
    IrModule *module = pc->m;
    IrBlock *from = division->block, *end = ir_block_split(from, division, 0);
    IrBlock *fast = ir_block_new(from->fn, 0), *slow = ir_block_new(from->fn, 0);
    ir_block_move_after(slow, from);
    ir_block_move_after(fast, slow);

    IrBuilder builder = ir_builder_at(ir_term(from));
    builder.dbg = division->dbg;
    IrValue *dividend = frozen(&builder, ir_op(division, 0)),
            *divisor = frozen(&builder, ir_op(division, 1));
    IrValue *both = is_short(dividend)  ? divisor
                    : is_short(divisor) ? dividend
                                        : ir_or(&builder, dividend, divisor);
    IrValue *upper = ir_lshr(&builder, both, &ir_int(module->ty_i64, 32)->v);
    ir_condbr(&builder, ir_cmp(&builder, IR_EQ, upper, &ir_int(module->ty_i64, 0)->v), fast, slow);
    ir_erase(ir_term(from));

    Arm arm = {.b = ir_builder(from->fn, fast), .m = module};
    arm.b.dbg = division->dbg;
    IrValue *fast_result[2] = {0}, *slow_result[2] = {0};
    arm.x = ir_trunc(&arm.b, dividend, module->ty_i32);
    arm.y = ir_trunc(&arm.b, divisor, module->ty_i32);
    divide(&arm, s, fast_result);
    ir_br(&arm.b, end);

    ir_at_end(&arm.b, slow);
    arm.x = dividend;
    arm.y = divisor;
    arm.is_signed = div_is_signed(division);
    divide(&arm, s, slow_result);
    ir_br(&arm.b, end);

    ir_at_end(&builder, end);
    for (int k = 0; k < 2; k++)
        s->result[k] = merge(&builder, fast_result[k], fast, slow_result[k], slow);
}

static bool in_block(PassCtx *pc, IrBlock *bb) {
    Map map;
    map_init(&map, pc->tmp);
    VEC(IrInst *) slow = {0};
    IR_FOREACH_INST(i, bb) {
        if (!is_slow(i)) continue;
        note(&map, i, pc->tmp);
        vec_push(pc->tmp, &slow, i);
    }
    // erased only behind the last: keys are made of operands, which may be results
    for (uint32_t k = 0; k < slow.n; k++) {
        Slow *s = find(&map, slow.at[k]);
        if (slow.at[k] == s->first) bypass(pc, s, s->first);
    }
    for (uint32_t k = slow.n; k-- > 0;) {
        IrInst *i = slow.at[k];
        ir_replace_erase(i, find(&map, i)->result[!div_is_quotient(i)]);
    }
    return slow.n > 0;
}

OPT_FUNC_PASS(bypass_slow_division);
bool opt_bypass_slow_division(PassCtx *pc, IrFunc *fn) {
    if (ir_fn_has(fn, IR_ATTR_OPTSIZE) || ir_fn_has(fn, IR_ATTR_MINSIZE)) return false;
    bool changed = false;
    IrBlock *last = fn->last;
    for (IrBlock *bb = fn->first, *next; bb; bb = next) { // not those made meanwhile
        next = bb == last ? NULL : bb->next;
        changed |= in_block(pc, bb);
    }
    return changed;
}
