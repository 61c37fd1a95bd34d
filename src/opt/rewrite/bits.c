// SPDX-License-Identifier: Apache-2.0
// Rules of operands that are read in part (bits.def; the contract is in rewrite.h). They look at
// one use of a value, where opt/demanded.c looks at all of them together.
#include "opt/rewrite.h"

enum { MAX_DEPTH = 8 };

static bool low_zero(const IrValue *v, uint64_t d) { // all bits up to d's top one are zero in v
    uint64_t low = rw_mask(64 - (uint32_t)__builtin_clzll(d));
    return !(~an_known_bits(v).zero & low);
}

static IrValue *without_shifts(const IrInst *i, uint64_t d) {
    const IrInst *in = ir_as_inst(ir_op(i, 0));
    const IrConst *k = rw_cint(ir_op(i, 1));
    uint32_t n = i->v.type->bits;
    if (!in || !k || k->bits >= n) return NULL;
    bool left = i->v.op == IR_SHL;
    bool pair = left ? in->v.op == IR_LSHR || in->v.op == IR_ASHR : in->v.op == IR_SHL;
    if (!pair || ir_op(in, 1) != &k->v) return NULL;
    uint64_t kept = left ? ~rw_mask((uint32_t)k->bits) : rw_mask(n - (uint32_t)k->bits);
    return d & ~kept ? NULL : ir_op(in, 0);
}

static IrValue *without_remainder(const IrInst *i, uint64_t d) {
    const IrConst *c = rw_cint(ir_op(i, 1));
    if (!c || !rw_is_pow2(c->bits)) return NULL;
    return d & ~(c->bits - 1) ? NULL : ir_op(i, 0);
}

static IrValue *without_cast(const IrInst *i, uint64_t d) {
    const IrInst *in = ir_as_op(ir_op(i, 0), IR_TRUNC);
    if (!in || ir_op(in, 0)->type != i->v.type) return NULL;
    return d & ~rw_mask(in->v.type->bits) ? NULL : ir_op(in, 0);
}

// One step: an operand of `i` that has the same bits d, or NULL.
static IrValue *step(const IrInst *i, uint64_t d) {
    IrValue *x = ir_op(i, 0), *y = i->nops > 1 ? ir_op(i, 1) : NULL;
    switch (i->v.op) {
    case IR_AND:
        if (!(d & ~an_known_bits(y).one)) return x;
        return d & ~an_known_bits(x).one ? NULL : y;
    case IR_OR:
    case IR_XOR:
        if (!(d & ~an_known_bits(y).zero)) return x;
        return d & ~an_known_bits(x).zero ? NULL : y;
    case IR_ADD: return low_zero(y, d) ? x : low_zero(x, d) ? y : NULL;
    case IR_SUB: return low_zero(y, d) ? x : NULL;
    case IR_SHL:
    case IR_LSHR: return without_shifts(i, d);
    case IR_UREM:
    case IR_SREM: return without_remainder(i, d);
    case IR_ZEXT:
    case IR_SEXT: return without_cast(i, d);
    default: return NULL;
    }
}

// What has the same bits d as v (d not 0).
static IrValue *like(IrValue *v, uint64_t d) {
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        const IrInst *i = ir_as_inst(v);
        if (!i || !ir_ty_is_int(v->type) || v->type->bits > 64) return v;
        IrValue *next = step(i, d);
        if (!next) return v;
        v = next;
    }
    return v;
}

static IrValue *bits_trunc(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_ty_is_int(x->type) || x->type->bits > 64) return NULL;
    IrValue *v = like(x, rw_mask(i->v.type->bits));
    return v == x ? NULL : ir_trunc(&r->b, v, i->v.type);
}

static IrValue *bits_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *v = ir_is_zero(y) ? x : like(x, rw_u(y));
    return v == x ? NULL : ir_and(&r->b, v, y);
}

static IrValue *bits_or(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint64_t d = ~rw_u(y) & rw_mask(y->type->bits);
    IrValue *v = d ? like(x, d) : x;
    return v == x ? NULL : ir_or(&r->b, v, y);
}

static IrValue *bits_shl(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t n = y->type->bits;
    IrValue *v = rw_u(y) < n ? like(x, rw_mask(n - (uint32_t)rw_u(y))) : x;
    return v == x ? NULL : ir_shl(&r->b, v, y);
}

static IrValue *bits_shr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t n = y->type->bits;
    if (rw_u(y) >= n) return NULL;
    IrValue *v = like(x, rw_mask(n) & ~rw_mask((uint32_t)rw_u(y)));
    return v == x ? NULL : ir_bin(&r->b, (IrOp)i->v.op, 0, v, y);
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/bits.def"
};
const RwTable opt_rw_bits = {rows, CU_COUNT(rows)};
