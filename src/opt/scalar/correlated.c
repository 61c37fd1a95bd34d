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
//     zext, sext of what has one value          the constant
//     min, max, abs that choose the same        the operand
//     and with a mask that removes nothing      the operand
//     add, sub, mul, shl that cannot wrap       nuw, nsw
//
// Left alone: vectors, integers of more than 64 bits, signed divisions of which an operand may be
// negative (unless they fit into 32 bits). Values are replaced where they are computed, not where
// they are used: what holds in a branch only does not change what stands before it.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

typedef struct {
    AnFunc *an;
    IrModule *m;
    const IrBlock *at;
    VEC(IrInst *) dead; // erased at the end: the ranges look at them
    bool changed;
} Correlate;

static bool is_range_type(const IrType *type) {
    return ir_ty_is_word(type);
}

static AnRange range(Correlate *correlate, const IrValue *value) {
    return an_range_at(correlate->an, value, correlate->at);
}

static uint64_t mask_of(uint32_t n) {
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}

static IrValue *number(IrType *type, uint64_t v) {
    return &ir_int(type, v & mask_of(type->bits))->v;
}

// ---- comparisons ----

static IrValue *compare(Correlate *correlate, IrInst *comparison) {
    if (!is_range_type(ir_op(comparison, 0)->type)) return NULL;
    int r = an_compare_at(correlate->an, (IrPred)comparison->pred, ir_op(comparison, 0),
                          ir_op(comparison, 1), correlate->at);
    return r < 0 ? NULL : number(correlate->m->ty_i1, (uint64_t)r);
}

// ---- division ----

// Both operands and the result in 32 bits, extended by zeros or the sign.
static IrValue *narrow_division(Correlate *correlate, IrInst *division, bool is_signed) {
    IrType *t = correlate->m->ty_i32;
    IrBuilder builder = ir_builder_at(division);
    IrValue *x = ir_trunc(&builder, ir_op(division, 0), t),
            *y = ir_trunc(&builder, ir_op(division, 1), t);
    IrValue *q = ir_bin(&builder, (IrOp)division->v.op, division->v.flags & IR_EXACT, x, y);
    return is_signed ? ir_sext(&builder, q, division->v.type)
                     : ir_zext(&builder, q, division->v.type);
}

static IrValue *unsigned_division(Correlate *correlate, IrInst *division, AnRange dividend,
                                  AnRange divisor) {
    bool rem = division->v.op == IR_UREM;
    if (dividend.umax < divisor.umin) return rem ? ir_op(division, 0) : number(division->v.type, 0);
    bool fits = dividend.umax <= UINT32_MAX && divisor.umax <= UINT32_MAX;
    return division->v.type->bits > 32 && fits ? narrow_division(correlate, division, false) : NULL;
}

static IrValue *signed_division(Correlate *correlate, IrInst *division, AnRange dividend,
                                AnRange divisor) {
    bool rem = division->v.op == IR_SREM;
    if (dividend.smin >= 0 && divisor.smin >= 0) {
        IrBuilder builder = ir_builder_at(division);
        return ir_bin(&builder, rem ? IR_UREM : IR_UDIV, division->v.flags & IR_EXACT,
                      ir_op(division, 0), ir_op(division, 1));
    }
    // -2^31 / -1 leaves 32 bits
    bool dividend_fits = dividend.smin > INT32_MIN && dividend.smax <= INT32_MAX;
    bool divisor_fits = divisor.smin >= INT32_MIN && divisor.smax <= INT32_MAX;
    bool fits = dividend_fits && divisor_fits;
    return division->v.type->bits > 32 && fits ? narrow_division(correlate, division, true) : NULL;
}

static IrValue *divide(Correlate *correlate, IrInst *division) {
    AnRange a = range(correlate, ir_op(division, 0)), b = range(correlate, ir_op(division, 1));
    bool is_signed = is_any_of(division->v.op, IR_SDIV, IR_SREM);
    return is_signed ? signed_division(correlate, division, a, b)
                     : unsigned_division(correlate, division, a, b);
}

// ---- flags ----

static bool wraps(IrOp op, bool is_signed, AnRange left, AnRange right, uint32_t n) {
    __int128 lo, hi, max = is_signed ? (__int128)(mask_of(n) >> 1) : (__int128)mask_of(n);
    __int128 min = is_signed ? -max - 1 : 0;
    __int128 al = is_signed ? (__int128)left.smin : (__int128)left.umin;
    __int128 ah = is_signed ? (__int128)left.smax : (__int128)left.umax;
    __int128 bl = is_signed ? (__int128)right.smin : (__int128)right.umin;
    __int128 bh = is_signed ? (__int128)right.smax : (__int128)right.umax;
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

// Changes the instruction itself: NULL.
static IrValue *add_flags(Correlate *correlate, IrInst *operation) {
    uint16_t both = IR_NSW | IR_NUW, more = 0;
    uint32_t n = operation->v.type->bits;
    if ((operation->v.flags & both) == both) return NULL;
    AnRange left = range(correlate, ir_op(operation, 0)),
            right = range(correlate, ir_op(operation, 1));
    IrOp op = (IrOp)operation->v.op;
    if (op == IR_SHL) { // as a product
        if (right.umin != right.umax || right.umin + 1 >= n || right.umin > 62) return NULL;
        right =
            (AnRange){1ull << right.umin, 1ull << right.umin, 1ll << right.umin, 1ll << right.umin};
        op = IR_MUL;
    }
    if (!wraps(op, true, left, right, n)) more |= IR_NSW;
    if (!wraps(op, false, left, right, n)) more |= IR_NUW;
    // what does not leave the numbers that are not negative does not wrap as an unsigned either
    bool grows = op != IR_SUB && left.smin >= 0 && right.smin >= 0;
    if (grows && ((operation->v.flags | more) & IR_NSW)) more |= IR_NUW;
    if ((operation->v.flags | more) == operation->v.flags) return NULL;
    operation->v.flags |= more;
    ir_unsettle(operation);
    correlate->changed = true;
    return NULL;
}

// ---- others ----

static IrValue *mask(Correlate *correlate, IrInst *conjunction) {
    const IrConst *k = ir_as_cint(ir_op(conjunction, 1));
    if (!k || (k->bits & (k->bits + 1))) return NULL; // 2^n - 1
    return range(correlate, ir_op(conjunction, 0)).umax <= k->bits ? ir_op(conjunction, 0) : NULL;
}

static IrValue *call(Correlate *correlate, IrInst *computed) {
    static const struct {
        uint16_t id, p; // the first operand is the result if it is p the second
    } rows[] = {{IR_I_umin, IR_ULE}, {IR_I_umax, IR_UGE}, {IR_I_smin, IR_SLE}, {IR_I_smax, IR_SGE}};
    uint32_t id = ir_intrin_of(computed);
    if (id == IR_I_abs)
        return range(correlate, ir_op(computed, 0)).smin >= 0 ? ir_op(computed, 0) : NULL;
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        int r = an_compare_ranges((IrPred)rows[k].p, range(correlate, ir_op(computed, 0)),
                                  range(correlate, ir_op(computed, 1)));
        if (r == 1) return ir_op(computed, 0);
        AnRange a = range(correlate, ir_op(computed, 1)), b = range(correlate, ir_op(computed, 0));
        return an_compare_ranges((IrPred)rows[k].p, a, b) == 1 ? ir_op(computed, 1) : NULL;
    }
    return NULL;
}

static IrValue *logical_shift(Correlate *correlate, IrInst *shift) {
    if (range(correlate, ir_op(shift, 0)).smin < 0) return NULL;
    uint16_t exact = shift->v.flags & IR_EXACT;
    IrBuilder builder = ir_builder_at(shift);
    return ir_bin(&builder, IR_LSHR, exact, ir_op(shift, 0), ir_op(shift, 1));
}

// An index of which a branch leaves one value: an array that it reads need not stay in memory.
static IrValue *only_value(Correlate *correlate, IrInst *extension) {
    IrValue *from = ir_op(extension, 0);
    if (!is_range_type(from->type) || !ir_as_inst(from)) return NULL;
    AnRange known = range(correlate, from);
    if (known.smin != known.smax) return NULL;
    uint64_t v = (uint64_t)known.smin;
    return number(extension->v.type,
                  extension->v.op == IR_ZEXT ? v & mask_of(from->type->bits) : v);
}

static IrValue *zero_extension(Correlate *correlate, IrInst *extension) {
    IrValue *from = ir_op(extension, 0), *only = only_value(correlate, extension);
    if (only) return only;
    if (!is_range_type(from->type) || range(correlate, from).smin < 0) return NULL;
    IrBuilder builder = ir_builder_at(extension);
    return ir_cast(&builder, IR_ZEXT, IR_NNEG, from, extension->v.type);
}

static IrValue *replacement(Correlate *correlate, IrInst *old) {
    typedef IrValue *Replace(Correlate *, IrInst *);
    static Replace *const rules[IR_NOPS] = {
        [IR_ICMP] = compare,       [IR_UDIV] = divide,         [IR_SDIV] = divide,
        [IR_UREM] = divide,        [IR_SREM] = divide,         [IR_ADD] = add_flags,
        [IR_SUB] = add_flags,      [IR_MUL] = add_flags,       [IR_SHL] = add_flags,
        [IR_ASHR] = logical_shift, [IR_SEXT] = zero_extension, [IR_AND] = mask,
        [IR_CALL] = call,          [IR_ZEXT] = only_value};
    Replace *rule = rules[old->v.op];
    bool in_range = old->v.op == IR_ICMP || is_range_type(old->v.type);
    return rule && in_range ? rule(correlate, old) : NULL;
}

OPT_FUNC_PASS(correlated_propagation);
bool opt_correlated_propagation(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    Correlate correlate = {.an = pc->an, .m = fn->g.m};
    for (uint32_t b = 0; b < cfg->n; b++) {
        correlate.at = cfg->rpo[b];
        IR_FOREACH_INST_SAFE(i, cfg->rpo[b]) {
            if (!i->v.uses) continue;
            IrValue *v = replacement(&correlate, i);
            if (!v) continue;
            if (v->kind == IR_V_INST && !v->name) v->name = i->v.name;
            correlate.changed |= opt_replace_but_assumed(&i->v, v);
            if (!i->v.uses) vec_push(pc->tmp, &correlate.dead, i);
        }
    }
    for (uint32_t k = 0; k < correlate.dead.n; k++) ir_erase(correlate.dead.at[k]);
    return correlate.changed;
}
