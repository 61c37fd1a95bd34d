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
// The same for i64 of i32 halves. Left alone: halves of other widths, upper halves that are no
// extensions of the half type, shifts that have other uses.
#include "opt/opt.h"

static bool has_halves(const IrType *t) {
    return ir_ty_is_i(t, 32) || ir_ty_is_i(t, 64);
}

static bool shifts_by_half(const IrValue *v, IrOp op) {
    const IrInst *i = ir_as_op(v, op);
    return i && ir_is_int(ir_op(i, 1), i->v.type->bits / 2);
}

// The value of half the width that v extends, or NULL.
static IrValue *half_of(IrBuilder *b, IrValue *v, IrType *half, bool upper) {
    IrInst *i = ir_as_inst(v);
    if (!i) return NULL;
    bool extends = i->v.op == IR_ZEXT || (upper && i->v.op == IR_SEXT);
    if (extends && ir_op(i, 0)->type == half) return ir_op(i, 0);
    if (upper || i->v.op != IR_AND || !ir_is_int(ir_op(i, 1), (1ull << half->bits) - 1))
        return NULL;
    return ir_trunc(b, ir_op(i, 0), half);
}

static IrValue *pack(IrModule *m, IrInst *i) {
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    if (!shifts_by_half(y, IR_SHL)) {
        IrValue *t = x;
        x = y;
        y = t;
    }
    if (!shifts_by_half(y, IR_SHL) || !ir_one_use(y)) return NULL;
    IrType *half = ir_ty_int(m, i->v.type->bits / 2);
    IrBuilder b = ir_builder_at(i);
    IrValue *hi = half_of(&b, ir_op((IrInst *)y, 0), half, true);
    IrValue *lo = hi ? half_of(&b, x, half, false) : NULL;
    if (!lo) return NULL;
    IrValue *v = &ir_poison(m, ir_ty_vector(m, half, 2))->v;
    v = ir_insertelement(&b, v, lo, &ir_int(m->ty_i32, 0)->v);
    v = ir_insertelement(&b, v, hi, &ir_int(m->ty_i32, 1)->v);
    return ir_cast(&b, IR_BITCAST, 0, v, i->v.type);
}

static IrValue *upper_half(IrModule *m, IrInst *i) {
    IrValue *s = ir_op(i, 0);
    bool shifts = shifts_by_half(s, IR_LSHR) || shifts_by_half(s, IR_ASHR);
    if (!shifts || !ir_one_use(s) || i->v.type->bits * 2 != s->type->bits) return NULL;
    IrBuilder b = ir_builder_at(i);
    IrValue *v = ir_cast(&b, IR_BITCAST, 0, ir_op((IrInst *)s, 0), ir_ty_vector(m, i->v.type, 2));
    return ir_extractelement(&b, v, &ir_int(m->ty_i32, 1)->v);
}

bool opt_pack_halves(PassCtx *pc, IrFunc *f) {
    bool changed = false;
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            IrValue *v = NULL;
            if (i->v.op == IR_OR && has_halves(i->v.type)) v = pack(f->g.m, i);
            if (i->v.op == IR_TRUNC && has_halves(ir_op(i, 0)->type)) v = upper_half(f->g.m, i);
            if (!v) continue;
            ir_replace_uses(&i->v, v);
            opt_erase_dead(i); // and what only it read, before it in the block or in others
            changed = true;
        }
    }
    return changed;
}
