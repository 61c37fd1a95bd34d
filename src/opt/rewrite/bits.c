// SPDX-License-Identifier: Apache-2.0
// Rules of operands that are read in part (bits.def; the contract is in rewrite.h). They look at
// one use of a value, where opt/demanded.c looks at all of them together.
#include "opt/rewrite.h"

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
    bool pair = left ? in->v.op == IR_LSHR || in->v.op == IR_ASHR : in->v.op == IR_SHL;
    if (!pair || ir_op(in, 1) != &k->v) return NULL;
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

// One step: an operand of `inst` that has the same bits d, or NULL.
static IrValue *step(const IrInst *inst, uint64_t d) {
    IrValue *value = ir_op(inst, 0), *y = inst->nops > 1 ? ir_op(inst, 1) : NULL;
    switch (inst->v.op) {
    case IR_AND:
        if (!(d & ~an_known_bits(y).one)) return value;
        return d & ~an_known_bits(value).one ? NULL : y;
    case IR_OR:
    case IR_XOR:
        if (!(d & ~an_known_bits(y).zero)) return value;
        return d & ~an_known_bits(value).zero ? NULL : y;
    case IR_ADD: return low_zero(y, d) ? value : low_zero(value, d) ? y : NULL;
    case IR_SUB: return low_zero(y, d) ? value : NULL;
    case IR_SHL:
    case IR_LSHR: return without_shifts(inst, d);
    case IR_UREM:
    case IR_SREM: return without_remainder(inst, d);
    case IR_ZEXT:
    case IR_SEXT: return without_cast(inst, d);
    default: return NULL;
    }
}

// What has the same bits d as v (d not 0).
static IrValue *like(IrValue *value, uint64_t d) {
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        const IrInst *i = ir_as_inst(value);
        if (!i || !ir_ty_is_int(value->type) || value->type->bits > 64) return value;
        IrValue *next = step(i, d);
        if (!next) return value;
        value = next;
    }
    return value;
}

static IrValue *bits_trunc(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_ty_is_int(value->type) || value->type->bits > 64) return NULL;
    IrValue *v = like(value, rw_mask(inst->v.type->bits));
    return v == value ? NULL : ir_trunc(&rw->b, v, inst->v.type);
}

static IrValue *bits_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *v = ir_is_zero(y) ? value : like(value, rw_u(y));
    return v == value ? NULL : ir_and(&rw->b, v, y);
}

static IrValue *bits_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t d = ~rw_u(y) & rw_mask(y->type->bits);
    IrValue *v = d ? like(value, d) : value;
    return v == value ? NULL : ir_or(&rw->b, v, y);
}

static IrValue *bits_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t n = y->type->bits;
    IrValue *v = rw_u(y) < n ? like(value, rw_mask(n - (uint32_t)rw_u(y))) : value;
    return v == value ? NULL : ir_shl(&rw->b, v, y);
}

static IrValue *bits_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t n = y->type->bits;
    if (rw_u(y) >= n) return NULL;
    IrValue *v = like(value, rw_mask(n) & ~rw_mask((uint32_t)rw_u(y)));
    return v == value ? NULL : ir_bin(&rw->b, (IrOp)inst->v.op, 0, v, y);
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/bits.def"
};
const RwTable opt_rw_bits = {rows, CU_COUNT(rows)};
