// SPDX-License-Identifier: Apache-2.0
// Rules of operands that are read in part (bits.def; the contract is in rewrite/rewrite.h). They
// look at one use of a value, where opt/scalar/demanded.c looks at all of them together.
#include "opt/rewrite/rewrite.h"

enum { MAX_DEPTH = 8 };

static bool low_zero(const IrValue *value, uint64_t d) { // all bits up to d's top one are zero in v
    uint64_t low = rw_mask(64 - (uint32_t)__builtin_clzll(d));
    return !(~an_known_bits(value).zero & low);
}

static IrValue *without_shifts(const IrInst *inst, uint64_t d) {
    const IrInst *in = ir_as_inst(ir_op(inst, 0));
    const IrConst *k = rw_cint(ir_op(inst, 1));
    uint32_t n = inst->v.type->bits;
    if (!in || !k || k->bits >= n) return NULL;
    bool left = inst->v.op == IR_SHL;
    bool right_first = is_any_of(in->v.op, IR_LSHR, IR_ASHR);
    bool undoes = left ? right_first : in->v.op == IR_SHL;
    if (!undoes || ir_op(in, 1) != &k->v) return NULL;
    uint64_t kept = left ? ~rw_mask((uint32_t)k->bits) : rw_mask(n - (uint32_t)k->bits);
    return d & ~kept ? NULL : ir_op(in, 0);
}

static IrValue *without_remainder(const IrInst *inst, uint64_t d) {
    const IrConst *c = rw_cint(ir_op(inst, 1));
    if (!c || !rw_is_pow2(c->bits)) return NULL;
    return d & ~(c->bits - 1) ? NULL : ir_op(inst, 0);
}

static IrValue *without_cast(const IrInst *inst, uint64_t d) {
    const IrInst *in = ir_as_op(ir_op(inst, 0), IR_TRUNC);
    if (!in || ir_op(in, 0)->type != inst->v.type) return NULL;
    return d & ~rw_mask(in->v.type->bits) ? NULL : ir_op(in, 0);
}

// The operand beside one that changes none of the bits d: for and, those that are known to be one.
static IrValue *beside_idle(const IrInst *inst, uint64_t d) {
    IrValue *first = ir_op(inst, 0), *second = ir_op(inst, 1);
    bool is_and = inst->v.op == IR_AND;
    AnBits right = an_known_bits(second);
    if (!(d & ~(is_and ? right.one : right.zero))) return first;
    AnBits left = an_known_bits(first);
    return d & ~(is_and ? left.one : left.zero) ? NULL : second;
}

// A sum of what has no one in common carries nothing: it is an or.
static bool carries_nothing(const IrInst *inst) {
    AnBits left = an_known_bits(ir_op(inst, 0)), right = an_known_bits(ir_op(inst, 1));
    return !(~left.zero & ~right.zero & rw_mask(inst->v.type->bits));
}

static IrValue *without_carries(const IrInst *inst, uint64_t d) {
    IrValue *first = ir_op(inst, 0), *second = ir_op(inst, 1);
    if (low_zero(second, d)) return first;
    if (inst->v.op != IR_ADD) return NULL;
    if (low_zero(first, d)) return second;
    return carries_nothing(inst) ? beside_idle(inst, d) : NULL;
}

// By operation: an operand of an instruction that has the same bits d, or NULL.
typedef IrValue *Step(const IrInst *inst, uint64_t d);
static Step *const steps[IR_NOPS] = {
    [IR_AND] = beside_idle,     [IR_OR] = beside_idle,         [IR_XOR] = beside_idle,
    [IR_ADD] = without_carries, [IR_SUB] = without_carries,    [IR_SHL] = without_shifts,
    [IR_LSHR] = without_shifts, [IR_UREM] = without_remainder, [IR_SREM] = without_remainder,
    [IR_ZEXT] = without_cast,   [IR_SEXT] = without_cast,
};

// What has the same bits d as v (d not 0).
static IrValue *like(IrValue *value, uint64_t d) {
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        const IrInst *i = ir_as_inst(value);
        if (!i || !ir_ty_is_word(value->type) || !steps[i->v.op]) return value;
        IrValue *next = steps[i->v.op](i, d);
        if (!next) return value;
        value = next;
    }
    return value;
}

static IrValue *bits_trunc(Rw *rw, IrInst *truncation, IrValue *source, IrValue *none) {
    IrValue *v = like(source, rw_mask(truncation->v.type->bits));
    return v == source ? NULL : ir_trunc(&rw->b, v, truncation->v.type);
}

static IrValue *bits_and(Rw *rw, IrInst *conjunction, IrValue *masked, IrValue *mask) {
    IrValue *v = ir_is_zero(mask) ? masked : like(masked, rw_u(mask));
    return v == masked ? NULL : ir_and(&rw->b, v, mask);
}

// It is masked so somewhere.
static bool is_masked(const IrValue *value, const IrValue *mask) {
    enum { MOST = 16 };
    uint32_t left = MOST;
    IR_FOREACH_USE(use, value) {
        const IrInst *user = use->user;
        if (!left--) return false;
        if (user->v.op == IR_AND && ir_op(user, 1) == mask) return true;
    }
    return false;
}

//     %a = and i32 %i, 15                  %a = and i32 %i, 15
//     %j = add i32 %i, 3            =>     %b = add nuw i32 %a, 3
//     %b = and i32 %j, 15
//
// The sum carries nothing, as %i counts by fours: rounds of an unrolled loop.
static IrValue *and_beside(Rw *rw, IrInst *conjunction, IrValue *sum, IrValue *mask) {
    IrValue *counter = rw_arg(sum, 0), *step = rw_arg(sum, 1);
    uint64_t added = rw_u(step), free = an_known_bits(counter).zero & rw_u(mask);
    if ((added & ~free) || !rw_pays(rw, is_masked(counter, mask))) return NULL;
    return ir_bin(&rw->b, IR_ADD, IR_NUW, ir_and(&rw->b, counter, mask), step);
}

static IrValue *bits_or(Rw *rw, IrInst *disjunction, IrValue *other, IrValue *ones) {
    uint64_t d = ~rw_u(ones) & rw_mask(ones->type->bits);
    IrValue *v = d ? like(other, d) : other;
    return v == other ? NULL : ir_or(&rw->b, v, ones);
}

static IrValue *bits_shl(Rw *rw, IrInst *shift, IrValue *shifted, IrValue *count) {
    IrValue *v = like(shifted, rw_mask(count->type->bits - (uint32_t)rw_u(count)));
    return v == shifted ? NULL : ir_shl(&rw->b, v, count);
}

static IrValue *bits_shr(Rw *rw, IrInst *shift, IrValue *shifted, IrValue *count) {
    IrValue *v = like(shifted, rw_mask(count->type->bits) & ~rw_mask((uint32_t)rw_u(count)));
    return v == shifted ? NULL : ir_bin(&rw->b, (IrOp)shift->v.op, 0, v, count);
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/bits.def"
};
const RwTable opt_rw_bits = {rows, CU_COUNT(rows)};
