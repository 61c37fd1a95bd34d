// SPDX-License-Identifier: Apache-2.0
// Rules of comparisons of computed values (cmp_of.def; the contract is in rewrite/rewrite.h). For a
// constant C2 the comparison is a region; its inverse image under a monotonic function of X is one
// again.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

typedef __int128 i128;

// Wider products do not fit into the numbers that are counted with here.
enum { MOST_BITS = 62 };

static IrPred pred_of(const IrInst *inst) {
    return (IrPred)inst->pred;
}

static RwRegion region(const IrInst *inst, const IrValue *value) {
    return opt_region_of(pred_of(inst), rw_u(value), value->type->bits);
}

// The region as an interval lo..hi of numbers that does not go round, unsigned or signed; it or
// (then *inverse is true) its complement. False where neither is such an interval, or it is
// trivial.
static bool as_interval(RwRegion rw_region, bool is_signed, i128 *lo, i128 *hi, bool *inverse) {
    i128 bias = is_signed ? (i128)1 << (rw_region.n - 1) : 0, all = (i128)1 << rw_region.n;
    for (int k = 0; k < 2; k++) {
        RwRegion c = k ? opt_region_not(rw_region) : rw_region;
        if (c.full || !c.len) return false;
        // counted from the smallest number
        i128 from = ((i128)c.lo + bias) & (all - 1);
        *inverse = k;
        *lo = from - bias;
        *hi = *lo + c.len - 1;
        if (from + c.len <= all) return true;
    }
    return false;
}

static i128 smallest(uint32_t n, bool is_signed) {
    return is_signed ? -((i128)1 << (n - 1)) : 0;
}

static i128 largest(uint32_t n, bool is_signed) {
    return ((i128)1 << (is_signed ? n - 1 : n)) - 1;
}

// X in lo..hi, cut to what the type holds (`inverse`: or outside); NULL when that costs more.
static IrValue *test_interval(Rw *rw, IrValue *value, i128 lo, i128 hi, bool is_signed,
                              bool inverse) {
    uint32_t n = value->type->bits;
    lo = CU_MAX(lo, smallest(n, is_signed));
    hi = CU_MIN(hi, largest(n, is_signed));
    if (lo > hi) return &ir_int(rw->m->ty_i1, inverse)->v;
    RwRegion g = opt_region_between((uint64_t)lo & rw_mask(n), (uint64_t)hi & rw_mask(n), n);
    if (inverse) g = opt_region_not(g);
    return opt_region_is_plain(g) ? opt_region_test(rw, value, g) : NULL;
}

// X / d rounded down (unsigned, or signed by an arithmetic shift).
static IrValue *of_floor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y, i128 d, bool is_signed) {
    i128 lo, hi;
    bool inverse;
    if (!as_interval(region(inst, y), is_signed, &lo, &hi, &inverse)) return NULL;
    return test_interval(rw, rw_arg(value, 0), lo * d, hi * d + d - 1, is_signed, inverse);
}

static IrValue *icmp_of_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (value->type->bits > MOST_BITS) return NULL;
    return of_floor(rw, inst, value, y, (i128)1 << rw_arg_u(value, 1), value->op == IR_ASHR);
}

static IrValue *icmp_of_udiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (y->type->bits > MOST_BITS) return NULL;
    return of_floor(rw, inst, value, y, rw_arg_u(value, 1), false);
}

static IrValue *icmp_of_sdiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    i128 lo, hi, d = rw_s(rw_arg(value, 1)); // rounded to zero
    bool inverse;
    if (d <= 0 || y->type->bits > MOST_BITS) return NULL;
    if (!as_interval(region(inst, y), true, &lo, &hi, &inverse)) return NULL;
    lo = lo > 0 ? lo * d : (lo - 1) * d + 1;
    hi = hi >= 0 ? hi * d + d - 1 : hi * d;
    return test_interval(rw, rw_arg(value, 0), lo, hi, true, inverse);
}

// ---- min and max ----

// The order in which X is to Y when the function of both is X: min's, max's.
static IrPred chosen_order(const IrValue *call) {
    switch (ir_intrin_of((const IrInst *)call)) {
    case IR_I_umin: return IR_ULE;
    case IR_I_umax: return IR_UGE;
    case IR_I_smin: return IR_SLE;
    default: return IR_SGE;
    }
}

// Of a value that is used further a choice may be made: min(max(X, C1), C2).
static IrValue *icmp_of_minmax(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!rw_is_minmax(ir_intrin_of((IrInst *)value)) || !rw_arg_c(value, 1)) return NULL;
    uint64_t c = rw_arg_u(value, 1);
    IrPred unless = ir_swapped_pred(chosen_order(value));
    RwRegion want = region(inst, y), cut, same, all;
    // where the constant is chosen, and where X is
    cut = opt_region_of(unless, c, y->type->bits);
    same = opt_region_not(cut);
    if (!opt_region_and(want, same, &all)) return NULL;
    if (opt_region_has(want, c) && !opt_region_or(all, cut, &all)) return NULL;
    return opt_region_is_plain(all) ? opt_region_test(rw, rw_arg(value, 0), all) : NULL;
}

static IrValue *icmp_minmax_own(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!rw_is_minmax(ir_intrin_of((IrInst *)value))) return NULL;
    IrValue *other = rw_other_than(value, y);
    if (!other) return NULL;
    IrPred p = chosen_order(value);
    return ir_cmp(&rw->b, inst->pred == IR_EQ ? p : ir_inverse_pred(p), y, other);
}

// ---- products that do not wrap ----

static i128 floor_div(i128 a, i128 d) {
    return a / d - (a % d < 0);
}

// X * d in the region, X * d exact by its flag.
static IrValue *of_product(Rw *rw, IrInst *inst, IrValue *value, IrValue *y, i128 d) {
    i128 lo, hi;
    bool inverse, is_signed = !(value->flags & IR_NUW);
    bool exact = value->flags & (IR_NUW | IR_NSW);
    if (!exact || d <= 0 || y->type->bits > MOST_BITS) return NULL;
    if (!as_interval(region(inst, y), is_signed, &lo, &hi, &inverse)) return NULL;
    return test_interval(rw, rw_arg(value, 0), -floor_div(-lo, d), floor_div(hi, d), is_signed,
                         inverse);
}

static IrValue *icmp_of_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t n = y->type->bits, k = (uint32_t)rw_arg_u(value, 1);
    if (n > MOST_BITS) return NULL;
    IrValue *v = of_product(rw, inst, value, y, (i128)1 << k);
    if (v || !ir_pred_is_equality(pred_of(inst)) || !k) return v;
    if (rw_u(y) & rw_mask(k)) return &ir_int(rw->m->ty_i1, inst->pred == IR_NE)->v;
    if (!ir_one_use(value)) return NULL;
    IrValue *low = ir_and(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_mask(n - k)));
    return ir_cmp(&rw->b, pred_of(inst), low, rw_int(y->type, rw_u(y) >> k));
}

static IrValue *icmp_of_mul(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool nuw = value->flags & IR_NUW;
    i128 d = nuw ? (i128)rw_arg_u(value, 1) : (i128)rw_s(rw_arg(value, 1));
    return of_product(rw, inst, value, y, d);
}

static IrValue *icmp_of_high_bits(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t low = ~rw_arg_u(value, 1) & rw_mask(y->type->bits);
    i128 lo, hi, d = (i128)low + 1;
    bool inverse;
    if ((low & (low + 1)) || y->type->bits > MOST_BITS) return NULL;
    if (!as_interval(region(inst, y), false, &lo, &hi, &inverse)) return NULL;
    // multiples of d in lo..hi, and what lies above them below the next
    i128 first = (lo + d - 1) / d * d, last = hi / d * d + d - 1;
    return test_interval(rw, rw_arg(value, 0), first, last, false, inverse);
}

static bool is_shift_by_constant(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    return inst && (ir_ops[inst->v.op].props & IRP_SHIFT) && rw_is_count(ir_op(inst, 1));
}

// Bits of a shifted value are tested where they stood before.
static IrValue *icmp_of_shifted_bits(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *shifted = rw_arg(value, 0);
    if (!is_shift_by_constant(shifted) || !ir_one_use(shifted)) return NULL;
    bool left = shifted->op == IR_SHL;
    uint64_t k = rw_arg_u(shifted, 1), n = y->type->bits;
    uint64_t mask = rw_arg_u(value, 1), want = rw_u(y), all = rw_mask((uint32_t)n);
    // no bit may come from outside, be it zero or the sign's copy
    uint64_t reached = left ? all << k & all : all >> k;
    if ((mask | want) & ~reached) return NULL;
    mask = left ? mask >> k : mask << k, want = left ? want >> k : want << k;
    IrValue *bits = ir_and(&rw->b, rw_arg(shifted, 0), rw_int(y->type, mask));
    return ir_cmp(&rw->b, pred_of(inst), bits, rw_int(y->type, want));
}

// Bits that logic of fewer bits gave are tested there: extending them would be an instruction (of
// what was loaded it is none).
static IrValue *icmp_of_extended_bits(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrInst *extended = ir_as_op(rw_arg(value, 0), IR_ZEXT);
    if (!extended || !ir_one_use(&extended->v) || !ir_is_zero(y)) return NULL;
    IrValue *x = ir_op(extended, 0);
    IrType *type = x->type;
    bool word = is_any_of(type->bits, 8, 16) && is_any_of(x->op, IR_AND, IR_OR, IR_XOR);
    if (!rw_pays(rw, word && ir_as_inst(x)) || type->bits > 64) return NULL;
    IrValue *mask = rw_int(type, rw_arg_u(value, 1) & rw_mask(type->bits));
    return ir_cmp(&rw->b, pred_of(inst), ir_and(&rw->b, x, mask), rw_int(type, 0));
}

// ---- what both sides have in common ----

// The promise that a sum or product keeps the order that the comparison is of.
static uint16_t order_flag(const IrInst *inst) {
    return ir_pred_is_signed(pred_of(inst)) ? IR_NSW : IR_NUW;
}

static bool keeps_order(const IrInst *inst, uint16_t flags) {
    return ir_pred_is_equality(pred_of(inst)) || (flags & order_flag(inst));
}

static IrValue *icmp_adds(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!keeps_order(inst, value->flags & y->flags)) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *other = rw_other_than(y, rw_arg(value, k));
        if (other) return ir_cmp(&rw->b, pred_of(inst), rw_arg(value, 1 - k), other);
    }
    return NULL;
}

// One test of bits is one instruction of the machine. What stands in front of a loop stays there.
static IrValue *icmp_ands(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    const IrInst *one = ir_as_inst(value), *two = ir_as_inst(y);
    if (!rw_pays(rw, one && two && one->block == two->block)) return NULL;
    IrValue *differ = ir_xor(&rw->b, rw_arg(value, 0), rw_arg(y, 0));
    IrValue *bits = ir_and(&rw->b, differ, rw_arg(value, 1));
    return ir_cmp(&rw->b, pred_of(inst), bits, &ir_int(value->type, 0)->v);
}

static IrValue *icmp_subs(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!keeps_order(inst, value->flags & y->flags)) return NULL;
    IrPred p = pred_of(inst);
    if (rw_arg(value, 1) == rw_arg(y, 1)) return ir_cmp(&rw->b, p, rw_arg(value, 0), rw_arg(y, 0));
    if (rw_arg(value, 0) == rw_arg(y, 0)) return ir_cmp(&rw->b, p, rw_arg(y, 1), rw_arg(value, 1));
    return NULL;
}

// Whether x and y, times one factor, compare as they do themselves (but for the direction).
static bool scales(const IrInst *inst, const IrValue *value, const IrValue *y) {
    bool equality = ir_pred_is_equality(pred_of(inst));
    return value->flags & y->flags & (equality ? IR_NUW | IR_NSW : order_flag(inst));
}

static IrValue *icmp_shls(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!scales(inst, value, y)) return NULL;
    return ir_cmp(&rw->b, pred_of(inst), rw_arg(value, 0), rw_arg(y, 0));
}

static IrValue *icmp_muls(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred p = pred_of(inst);
    bool odd = ir_pred_is_equality(p) && (rw_arg_u(value, 1) & 1);
    if (!odd && !scales(inst, value, y)) return NULL;
    if (ir_pred_is_signed(p) && rw_s(rw_arg(value, 1)) < 0) p = ir_swapped_pred(p);
    return ir_cmp(&rw->b, p, rw_arg(value, 0), rw_arg(y, 0));
}

// Whether the comparison says of a number that is not negative that it is 0, or that it is not.
static bool asks_zero(const IrInst *inst, const IrValue *y, IrPred *equality) {
    bool zero = ir_is_zero(y), one = ir_is_int(y, 1) && y->type->bits > 2;
    IrPred pred = pred_of(inst);
    *equality = pred;
    if (zero && ir_pred_is_equality(pred)) return true;
    bool above = zero && is_any_of(pred, IR_SGT, IR_UGT),
         below = one && is_any_of(pred, IR_SLT, IR_ULT);
    *equality = above ? IR_NE : IR_EQ;
    return above || below;
}

// None of the bits are set, or all.
static IrValue *icmp_of_count(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    const IrInst *count = (const IrInst *)value;
    IrPred pred;
    uint32_t id = ir_intrin_of(count);
    bool counts_ones = id == IR_I_ctpop,
         all = ir_pred_is_equality(pred_of(inst)) && rw_u(y) == y->type->bits;
    bool counts_zeros = is_any_of(id, IR_I_ctlz, IR_I_cttz) && ir_is_zero(ir_op(count, 1));
    IrValue *bits = ir_op(count, 0);
    if (counts_ones && y->type->bits >= 8 && asks_zero(inst, y, &pred))
        return ir_cmp(&rw->b, pred, bits, rw_int(y->type, 0));
    if (!all || (!counts_ones && !counts_zeros)) return NULL;
    return ir_cmp(&rw->b, pred_of(inst), bits, rw_int(y->type, counts_ones ? ~0ull : 0));
}

// The count of 64 bits as an int.
static IrValue *icmp_of_cut_count(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    const IrInst *count = ir_as_op(rw_arg(value, 0), IR_CALL);
    IrPred pred;
    bool fits = count && y->type->bits >= 8 && ir_ty_is_word(count->v.type);
    if (!fits || ir_intrin_of(count) != IR_I_ctpop || !asks_zero(inst, y, &pred)) return NULL;
    return ir_cmp(&rw->b, pred, ir_op(count, 0), rw_int(count->v.type, 0));
}

static IrValue *own_sum(Rw *rw, IrInst *inst, IrValue *sum, IrValue *value, bool right) {
    IrValue *y = rw_other_than(sum, value);
    if (!y || !keeps_order(inst, sum->flags) || !ir_ty_is_int(value->type)) return NULL;
    IrPred p = right ? ir_swapped_pred(pred_of(inst)) : pred_of(inst);
    return ir_cmp(&rw->b, p, y, &ir_null(rw->m, value->type)->v);
}

static IrValue *icmp_add_own(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return own_sum(rw, inst, value, y, false);
}

static IrValue *icmp_own_add(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return own_sum(rw, inst, y, value, true);
}

// ---- divisibility (Granlund and Montgomery 1994, section 9) ----

static uint64_t inverse_of(uint64_t odd) { // modulo 2^64, by Newton's iteration
    uint64_t v = odd;
    for (int k = 0; k < 6; k++) v *= 2 - odd * v;
    return v;
}

static bool has_products(const Rw *rw, uint32_t bits) { // that are one instruction
    return rw_pays(rw, is_any_of(bits, 32, 64));
}

// The multiples of an odd d are those x whose product with d's inverse is a quotient.
static IrValue *icmp_urem_zero(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t n = y->type->bits;
    uint64_t d = rw_arg_u(value, 1);
    if (!ir_is_zero(y) || !has_products(rw, n)) return NULL;
    if (d < 2 || rw_is_pow2(d)) return NULL;
    uint32_t k = (uint32_t)__builtin_ctzll(d);
    if (k && n == 64) return NULL; // a rotation by parts
    IrValue *q = ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, inverse_of(d >> k)));
    if (k) { // and the low bits must be 0: they become the high ones
        q = ir_call_intrin(&rw->b, IR_I_fshl, NULL, 3, (IrValue *[]){q, q, rw_int(y->type, n - k)});
    }
    IrValue *most = rw_int(y->type, rw_mask(n) / d);
    return ir_cmp(&rw->b, inst->pred == IR_EQ ? IR_ULE : IR_UGT, q, most);
}

static IrValue *icmp_srem_pow2(Rw *rw, IrInst *inst, IrValue *value, IrValue *y, uint64_t low) {
    uint32_t n = y->type->bits;
    uint64_t sign = 1ull << (n - 1), c = rw_u(y);
    if (low == rw_mask(n) >> 1) return NULL; // the divisor is the smallest number
    if (!c)
        return ir_cmp(&rw->b, pred_of(inst), ir_and(&rw->b, rw_arg(value, 0), rw_int(y->type, low)),
                      y);
    // a remainder that is not 0 has the sign of X
    bool negative = c & sign;
    if (negative ? ((0 - c) & rw_mask(n)) > low : c > low) return NULL;
    IrValue *bits = ir_and(&rw->b, rw_arg(value, 0), rw_int(y->type, low | sign));
    return ir_cmp(&rw->b, pred_of(inst), bits, rw_int(y->type, (c & low) | (negative ? sign : 0)));
}

static IrValue *icmp_srem(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t n = y->type->bits;
    if (n < 2) return NULL;
    int64_t s = rw_s(rw_arg(value, 1));
    uint64_t d = (s < 0 ? 0 - (uint64_t)s : (uint64_t)s) & rw_mask(n);
    if (rw_is_pow2(d)) return icmp_srem_pow2(rw, inst, value, y, d - 1);
    if (!ir_is_zero(y) || !has_products(rw, n)) return NULL;
    if (d < 3 || !(d & 1)) return NULL;
    uint64_t most = (rw_mask(n) >> 1) / d;
    IrValue *q = ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, inverse_of(d)));
    q = ir_add(&rw->b, q, rw_int(y->type, most));
    return ir_cmp(&rw->b, inst->pred == IR_EQ ? IR_ULE : IR_UGT, q, rw_int(y->type, 2 * most));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp_of.def"
};
const RwTable opt_rw_cmp_of = {rows, CU_COUNT(rows)};
