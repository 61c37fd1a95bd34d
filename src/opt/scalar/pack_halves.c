// SPDX-License-Identifier: Apache-2.0
// pack-halves: two halves shifted and or-ed into one register are one PTX `mov {lo, hi}`, and the
// upper half cut out of one is another. Late: sums of bits tell more to other passes than vectors.
//
//     %l = zext i16 %a to i32                 %v = insertelement <2 x i16> poison, i16 %a, i32 0
//     %h = zext i16 %b to i32                 %w = insertelement <2 x i16> %v, i16 %b, i32 1
//     %s = shl i32 %h, 16            =>       %r = bitcast <2 x i16> %w to i32
//     %r = or i32 %l, %s
//
//     %s = lshr i32 %x, 16                    %v = bitcast i32 %x to <2 x i16>
//     %r = trunc i32 %s to i16       =>       %r = extractelement <2 x i16> %v, i32 1
//
// The lower half of such a register is the same `mov`'s other result:
//
//     %r = trunc i32 %x to i16       =>       %r = extractelement <2 x i16> %v, i32 0
//
//     %m = and i32 %x, -65536                 %v = bitcast i32 %x to <2 x i16>
//     %l = zext i16 %a to i32        =>       %w = insertelement <2 x i16> %v, i16 %a, i32 0
//     %r = or i32 %m, %l                      %r = bitcast <2 x i16> %w to i32
//
// The same for i64 of i32 halves. Left alone: halves of other widths, upper halves that are no
// extensions of the half type, shifts that have other uses, a lower half alone.
#include "opt/common/common.h"

enum { MAX_USES = 16 }; // of a value that are looked at

typedef struct {
    IrModule *m;
    Map taken; // value -> its halves as a vector, made in this block
} Pack;

static bool has_halves(const IrType *type) {
    return ir_ty_is_i(type, 32) || ir_ty_is_i(type, 64);
}

static bool shifts_by_half(const IrValue *value, IrOp op) {
    const IrInst *i = ir_as_op(value, op);
    return i && ir_is_int(ir_op(i, 1), i->v.type->bits / 2);
}

// The value of half the width that is extended, or NULL.
static IrValue *half_of(IrBuilder *builder, IrValue *extended, IrType *half, bool upper) {
    IrInst *i = ir_as_inst(extended);
    if (!i) return NULL;
    bool extends = i->v.op == IR_ZEXT || (upper && i->v.op == IR_SEXT);
    if (extends && ir_op(i, 0)->type == half) return ir_op(i, 0);
    if (upper || i->v.op != IR_AND || !ir_is_int(ir_op(i, 1), (1ull << half->bits) - 1))
        return NULL;
    return ir_trunc(builder, ir_op(i, 0), half);
}

// The value as a vector of its halves, made once in a block. What nothing reads any more may be
// gone, and a constant or what the cast undoes is no instruction.
static IrValue *as_halves(Pack *p, IrBuilder *builder, IrValue *word, IrType *half) {
    IrValue **known = (IrValue **)map_slot(&p->taken, (uintptr_t)word);
    const IrInst *made = *known ? ir_as_inst(*known) : NULL;
    bool usable = made && made->v.uses;
    if (!usable) *known = ir_cast(builder, IR_BITCAST, 0, word, ir_ty_vector(p->m, half, 2));
    return *known;
}

static IrValue *pack(IrModule *module, IrInst *disjunction) {
    IrValue *low = ir_op(disjunction, 0), *high = ir_op(disjunction, 1);
    if (!shifts_by_half(high, IR_SHL)) {
        IrValue *t = low;
        low = high;
        high = t;
    }
    if (!shifts_by_half(high, IR_SHL) || !ir_one_use(high)) return NULL;
    IrType *half = ir_ty_int(module, disjunction->v.type->bits / 2);
    IrBuilder b = ir_builder_at(disjunction);
    IrValue *hi = half_of(&b, ir_op((IrInst *)high, 0), half, true);
    IrValue *lo = hi ? half_of(&b, low, half, false) : NULL;
    if (!lo) return NULL;
    IrValue *v = &ir_poison(module, ir_ty_vector(module, half, 2))->v;
    v = ir_insertelement(&b, v, lo, &ir_int(module->ty_i32, 0)->v);
    v = ir_insertelement(&b, v, hi, &ir_int(module->ty_i32, 1)->v);
    return ir_cast(&b, IR_BITCAST, 0, v, disjunction->v.type);
}

// A new low half under the upper half of a value.
static IrValue *replace_low(Pack *pack, IrInst *disjunction) {
    IrType *half = ir_ty_int(pack->m, disjunction->v.type->bits / 2);
    uint64_t upper = ((1ull << half->bits) - 1) << half->bits;
    for (uint32_t k = 0; k < 2; k++) {
        const IrInst *rest = ir_as_op(ir_op(disjunction, k), IR_AND),
                     *low = ir_as_op(ir_op(disjunction, 1 - k), IR_ZEXT);
        if (!rest || !low || ir_op(low, 0)->type != half) continue;
        if (!ir_is_int(ir_op(rest, 1), upper) || !ir_one_use(&rest->v)) continue;
        IrBuilder b = ir_builder_at(disjunction);
        IrValue *v = as_halves(pack, &b, ir_op(rest, 0), half);
        v = ir_insertelement(&b, v, ir_op(low, 0), &ir_int(pack->m->ty_i32, 0)->v);
        return ir_cast(&b, IR_BITCAST, 0, v, disjunction->v.type);
    }
    return NULL;
}

static IrValue *upper_half(Pack *p, IrInst *truncation) {
    IrValue *s = ir_op(truncation, 0);
    bool shifts = shifts_by_half(s, IR_LSHR) || shifts_by_half(s, IR_ASHR);
    if (!shifts || !ir_one_use(s) || truncation->v.type->bits * 2 != s->type->bits) return NULL;
    IrBuilder b = ir_builder_at(truncation);
    IrValue *v = as_halves(p, &b, ir_op((IrInst *)s, 0), truncation->v.type);
    return ir_extractelement(&b, v, &ir_int(p->m->ty_i32, 1)->v);
}

// An upper half that is cut out of the value in the block.
static bool has_upper_half(const IrValue *value, const IrInst *low) {
    uint32_t left = MAX_USES;
    IR_FOREACH_USE(use, value) {
        if (!left--) return false;
        const IrInst *shift = use->user;
        bool shifts = shifts_by_half(&shift->v, IR_LSHR) || shifts_by_half(&shift->v, IR_ASHR);
        if (!shifts || shift->block != low->block || !ir_one_use(&shift->v)) continue;
        const IrInst *high = shift->v.uses->user;
        if (high->v.op == IR_TRUNC && high->v.type == low->v.type && high->block == low->block)
            return true;
    }
    return false;
}

// Also behind the upper half, whose shift is gone then: the vector says that there is one.
static IrValue *lower_half(Pack *pack, IrInst *truncation) {
    IrValue *word = ir_op(truncation, 0);
    if (truncation->v.type->bits * 2 != word->type->bits) return NULL;
    IrValue *known = map_get(&pack->taken, (uintptr_t)word);
    if (!(known && known->uses) && !has_upper_half(word, truncation)) return NULL;
    IrBuilder b = ir_builder_at(truncation);
    IrValue *v = as_halves(pack, &b, word, truncation->v.type);
    return ir_extractelement(&b, v, &ir_int(pack->m->ty_i32, 0)->v);
}

OPT_FUNC_PASS(pack_halves);
bool opt_pack_halves(PassCtx *pc, IrFunc *fn) {
    Pack p = {.m = fn->g.m};
    bool changed = false;
    IR_FOREACH_BLOCK(bb, fn) {
        map_init(&p.taken, pc->tmp);
        IR_FOREACH_INST_SAFE(i, bb) {
            IrValue *v = NULL;
            if (i->v.op == IR_OR && has_halves(i->v.type)) v = pack(fn->g.m, i);
            if (!v && i->v.op == IR_OR && has_halves(i->v.type)) v = replace_low(&p, i);
            if (i->v.op == IR_TRUNC && has_halves(ir_op(i, 0)->type)) v = upper_half(&p, i);
            if (!v && i->v.op == IR_TRUNC && has_halves(ir_op(i, 0)->type)) v = lower_half(&p, i);
            if (!v) continue;
            ir_replace_uses(&i->v, v);
            opt_erase_dead(i); // and what only it read, before it in the block or in others
            changed = true;
        }
    }
    return changed;
}
