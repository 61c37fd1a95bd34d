// SPDX-License-Identifier: Apache-2.0
// correlated-propagation: what the ranges of operands at an instruction's place (analysis/range.c)
// make of it.
//
//     if (x >= 0 && x < 100)                    %q = udiv i32 %x, 4
//       %q = sdiv i32 %x, 4            =>
//       %c = icmp slt i32 %x, 200               true
//
//     compare of disjoint ranges, or implied by
//     one of the same values before             its result
//     sdiv, srem of values >= 0                 udiv, urem
//     udiv, urem of a smaller value             0, the value
//     64-bit division of 32-bit values          32-bit division, extended
//     ashr, sext of a value >= 0                lshr, zext nneg
//     min, max, abs that choose the same        the operand
//     and with a mask that removes nothing      the operand
//     add, sub, mul, shl that cannot wrap       nuw, nsw
//
// Left alone: vectors, integers of more than 64 bits, signed divisions of which an operand may be
// negative (unless they fit into 32 bits). Values are replaced where they are computed, not where
// they are used: what holds in a branch only does not change what stands before it.
#include "opt/opt.h"

typedef struct {
    AnFunc *an;
    IrModule *m;
    const IrBlock *at;
    IrBuilder b;
    VEC(IrInst *) dead; // erased at the end: the ranges look at them
    bool changed;
} Correlate;

static bool is_range_type(const IrType *t) {
    return t->kind == IR_TY_INT && t->bits <= 64;
}

static AnRange range(Correlate *c, const IrValue *v) {
    return an_range_at(c->an, v, c->at);
}

static uint64_t mask_of(uint32_t n) {
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}

static IrValue *number(IrType *t, uint64_t v) {
    return &ir_int(t, v & mask_of(t->bits))->v;
}

// ---- comparisons ----

static IrValue *compare(Correlate *c, IrInst *i) {
    if (!is_range_type(ir_op(i, 0)->type)) return NULL;
    int r = an_compare_at(c->an, (IrPred)i->pred, ir_op(i, 0), ir_op(i, 1), c->at);
    return r < 0 ? NULL : number(c->m->ty_i1, (uint64_t)r);
}

// ---- division ----

// Both operands and the result in 32 bits, extended by zeros or the sign.
static IrValue *narrow_division(Correlate *c, IrInst *i, bool is_signed) {
    IrType *t = c->m->ty_i32;
    IrValue *x = ir_trunc(&c->b, ir_op(i, 0), t), *y = ir_trunc(&c->b, ir_op(i, 1), t);
    IrValue *q = ir_bin(&c->b, (IrOp)i->v.op, i->v.flags & IR_EXACT, x, y);
    return is_signed ? ir_sext(&c->b, q, i->v.type) : ir_zext(&c->b, q, i->v.type);
}

static IrValue *unsigned_division(Correlate *c, IrInst *i, AnRange a, AnRange b) {
    bool rem = i->v.op == IR_UREM;
    if (a.umax < b.umin) return rem ? ir_op(i, 0) : number(i->v.type, 0);
    bool fits = a.umax <= UINT32_MAX && b.umax <= UINT32_MAX;
    return i->v.type->bits > 32 && fits ? narrow_division(c, i, false) : NULL;
}

static IrValue *signed_division(Correlate *c, IrInst *i, AnRange a, AnRange b) {
    bool rem = i->v.op == IR_SREM;
    if (a.smin >= 0 && b.smin >= 0) {
        return ir_bin(&c->b, rem ? IR_UREM : IR_UDIV, i->v.flags & IR_EXACT, ir_op(i, 0),
                      ir_op(i, 1));
    }
    // -2^31 / -1 leaves 32 bits
    bool fits =
        a.smin > INT32_MIN && a.smax <= INT32_MAX && b.smin >= INT32_MIN && b.smax <= INT32_MAX;
    return i->v.type->bits > 32 && fits ? narrow_division(c, i, true) : NULL;
}

static IrValue *divide(Correlate *c, IrInst *i) {
    AnRange a = range(c, ir_op(i, 0)), b = range(c, ir_op(i, 1));
    bool is_signed = i->v.op == IR_SDIV || i->v.op == IR_SREM;
    return is_signed ? signed_division(c, i, a, b) : unsigned_division(c, i, a, b);
}

// ---- flags ----

static bool wraps(IrOp op, bool is_signed, AnRange a, AnRange b, uint32_t n) {
    __int128 lo, hi, max = is_signed ? (__int128)(mask_of(n) >> 1) : (__int128)mask_of(n);
    __int128 min = is_signed ? -max - 1 : 0;
    __int128 al = is_signed ? (__int128)a.smin : (__int128)a.umin;
    __int128 ah = is_signed ? (__int128)a.smax : (__int128)a.umax;
    __int128 bl = is_signed ? (__int128)b.smin : (__int128)b.umin;
    __int128 bh = is_signed ? (__int128)b.smax : (__int128)b.umax;
    if (op == IR_MUL) { // within 64 bits, so that the products fit
        if (!is_signed) return ah && bh > max / ah;
        __int128 p[4] = {al * bl, al * bh, ah * bl, ah * bh};
        for (int k = 0; k < 4; k++) {
            if (p[k] < min || p[k] > max) return true;
        }
        return false;
    }
    lo = op == IR_SUB ? al - bh : al + bl;
    hi = op == IR_SUB ? ah - bl : ah + bh;
    return lo < min || hi > max;
}

static void add_flags(Correlate *c, IrInst *i) {
    uint16_t both = IR_NSW | IR_NUW, more = 0;
    uint32_t n = i->v.type->bits;
    if ((i->v.flags & both) == both) return;
    AnRange a = range(c, ir_op(i, 0)), b = range(c, ir_op(i, 1));
    IrOp op = (IrOp)i->v.op;
    if (op == IR_SHL) { // as a product
        if (b.umin != b.umax || b.umin + 1 >= n || b.umin > 62) return;
        b = (AnRange){1ull << b.umin, 1ull << b.umin, 1ll << b.umin, 1ll << b.umin};
        op = IR_MUL;
    }
    if (!wraps(op, true, a, b, n)) more |= IR_NSW;
    if (!wraps(op, false, a, b, n)) more |= IR_NUW;
    // what does not leave the numbers that are not negative does not wrap as an unsigned either
    bool grows = op != IR_SUB && a.smin >= 0 && b.smin >= 0;
    if (grows && ((i->v.flags | more) & IR_NSW)) more |= IR_NUW;
    if ((i->v.flags | more) == i->v.flags) return;
    i->v.flags |= more;
    ir_unsettle(i);
    c->changed = true;
}

// ---- others ----

static IrValue *mask(Correlate *c, IrInst *i) {
    const IrConst *k = ir_as_cint(ir_op(i, 1));
    if (!k || (k->bits & (k->bits + 1))) return NULL; // 2^n - 1
    return range(c, ir_op(i, 0)).umax <= k->bits ? ir_op(i, 0) : NULL;
}

static IrValue *call(Correlate *c, IrInst *i) {
    static const struct {
        uint16_t id, p; // the first operand is the result if it is p the second
    } rows[] = {{IR_I_umin, IR_ULE}, {IR_I_umax, IR_UGE}, {IR_I_smin, IR_SLE}, {IR_I_smax, IR_SGE}};
    uint32_t id = ir_intrin_of(i);
    if (id == IR_I_abs) return range(c, ir_op(i, 0)).smin >= 0 ? ir_op(i, 0) : NULL;
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        int r = an_compare_ranges((IrPred)rows[k].p, range(c, ir_op(i, 0)), range(c, ir_op(i, 1)));
        if (r == 1) return ir_op(i, 0);
        AnRange a = range(c, ir_op(i, 1)), b = range(c, ir_op(i, 0));
        return an_compare_ranges((IrPred)rows[k].p, a, b) == 1 ? ir_op(i, 1) : NULL;
    }
    return NULL;
}

static IrValue *replacement(Correlate *c, IrInst *i) {
    if (i->v.op == IR_ICMP) return compare(c, i);
    if (!is_range_type(i->v.type)) return NULL;
    switch (i->v.op) {
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM: return divide(c, i);
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_SHL: add_flags(c, i); return NULL;
    case IR_ASHR:
        if (range(c, ir_op(i, 0)).smin < 0) return NULL;
        return ir_bin(&c->b, IR_LSHR, i->v.flags & IR_EXACT, ir_op(i, 0), ir_op(i, 1));
    case IR_SEXT:
        if (!is_range_type(ir_op(i, 0)->type) || range(c, ir_op(i, 0)).smin < 0) return NULL;
        return ir_cast(&c->b, IR_ZEXT, IR_NNEG, ir_op(i, 0), i->v.type);
    case IR_AND: return mask(c, i);
    case IR_CALL: return call(c, i);
    default: return NULL;
    }
}

bool opt_correlated_propagation(PassCtx *pc, IrFunc *f) {
    const AnCfg *cfg = an_cfg(pc->an);
    Correlate c = {.an = pc->an, .m = f->g.m};
    for (uint32_t b = 0; b < cfg->n; b++) {
        c.at = cfg->rpo[b];
        IR_FOREACH_INST_SAFE(i, cfg->rpo[b]) {
            if (!i->v.uses) continue;
            c.b = ir_builder_at(i);
            IrValue *v = replacement(&c, i);
            if (!v) continue;
            if (v->kind == IR_V_INST && !v->name) v->name = i->v.name;
            ir_replace_uses(&i->v, v);
            vec_push(pc->tmp, &c.dead, i);
            c.changed = true;
        }
    }
    for (uint32_t k = 0; k < c.dead.n; k++) ir_erase(c.dead.at[k]);
    return c.changed;
}
