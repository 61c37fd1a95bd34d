// SPDX-License-Identifier: Apache-2.0
// Rules of comparisons of computed values (cmp_of.def; the contract is in rewrite/rewrite.h). For a
// constant C2 the comparison is a region; its inverse image under a monotonic function of X is one
// again.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

typedef __int128 i128;

// Wider products do not fit into the numbers that are counted with here.
enum { MOST_BITS = 62 };

static IrPred pred_of(const IrInst *comparison) {
    return (IrPred)comparison->pred;
}

static RwRegion region(const IrInst *comparison, const IrValue *bound) {
    return opt_region_of(pred_of(comparison), rw_u(bound), bound->type->bits);
}

// The region as an interval lo..hi of numbers that does not go round, unsigned or signed; it or
// (then *inverse is true) its complement. False where neither is such an interval, or it is
// trivial.
static bool as_interval(RwRegion wanted, bool is_signed, i128 *lo, i128 *hi, bool *inverse) {
    i128 bias = is_signed ? (i128)1 << (wanted.n - 1) : 0, all = (i128)1 << wanted.n;
    for (int k = 0; k < 2; k++) {
        RwRegion c = k ? opt_region_not(wanted) : wanted;
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
static IrValue *test_interval(Rw *rw, IrValue *tested, i128 lo, i128 hi, bool is_signed,
                              bool inverse) {
    uint32_t n = tested->type->bits;
    lo = CU_MAX(lo, smallest(n, is_signed));
    hi = CU_MIN(hi, largest(n, is_signed));
    if (lo > hi) return &ir_int(rw->m->ty_i1, inverse)->v;
    RwRegion g = opt_region_between((uint64_t)lo & rw_mask(n), (uint64_t)hi & rw_mask(n), n);
    if (inverse) g = opt_region_not(g);
    return opt_region_is_plain(g) ? opt_region_test(rw, tested, g) : NULL;
}

// X / d rounded down (unsigned, or signed by an arithmetic shift).
static IrValue *of_floor(Rw *rw, IrInst *comparison, IrValue *quotient, IrValue *bound, i128 d,
                         bool is_signed) {
    i128 lo, hi;
    bool inverse;
    if (!as_interval(region(comparison, bound), is_signed, &lo, &hi, &inverse)) return NULL;
    return test_interval(rw, rw_arg(quotient, 0), lo * d, hi * d + d - 1, is_signed, inverse);
}

static IrValue *icmp_of_shr(Rw *rw, IrInst *comparison, IrValue *shifted, IrValue *bound) {
    if (shifted->type->bits > MOST_BITS) return NULL;
    return of_floor(rw, comparison, shifted, bound, (i128)1 << rw_arg_u(shifted, 1),
                    shifted->op == IR_ASHR);
}

static IrValue *icmp_of_udiv(Rw *rw, IrInst *comparison, IrValue *quotient, IrValue *bound) {
    if (bound->type->bits > MOST_BITS) return NULL;
    return of_floor(rw, comparison, quotient, bound, rw_arg_u(quotient, 1), false);
}

static IrValue *icmp_of_sdiv(Rw *rw, IrInst *comparison, IrValue *quotient, IrValue *bound) {
    i128 lo, hi, d = rw_s(rw_arg(quotient, 1));
    bool inverse;
    if (d <= 0 || bound->type->bits > MOST_BITS) return NULL;
    if (!as_interval(region(comparison, bound), true, &lo, &hi, &inverse)) return NULL;
    // rounded to zero: q > 0 comes of q d .. q d + d - 1, q < 0 of (q - 1) d + 1 .. q d, 0 of both
    lo = lo > 0 ? lo * d : (lo - 1) * d + 1;
    hi = hi >= 0 ? hi * d + d - 1 : hi * d;
    return test_interval(rw, rw_arg(quotient, 0), lo, hi, true, inverse);
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
static IrValue *icmp_of_minmax(Rw *rw, IrInst *comparison, IrValue *extremum, IrValue *bound) {
    if (!rw_is_minmax(ir_intrin_of((IrInst *)extremum)) || !rw_arg_c(extremum, 1)) return NULL;
    uint64_t c = rw_arg_u(extremum, 1);
    IrPred unless = ir_swapped_pred(chosen_order(extremum));
    RwRegion want = region(comparison, bound), cut, same, all;
    // where the constant is chosen, and where X is
    cut = opt_region_of(unless, c, bound->type->bits);
    same = opt_region_not(cut);
    if (!opt_region_and(want, same, &all)) return NULL;
    if (opt_region_has(want, c) && !opt_region_or(all, cut, &all)) return NULL;
    return opt_region_is_plain(all) ? opt_region_test(rw, rw_arg(extremum, 0), all) : NULL;
}

static IrValue *icmp_minmax_own(Rw *rw, IrInst *comparison, IrValue *extremum, IrValue *own) {
    if (!rw_is_minmax(ir_intrin_of((IrInst *)extremum))) return NULL;
    IrValue *other = rw_other_than(extremum, own);
    if (!other) return NULL;
    IrPred p = chosen_order(extremum);
    return ir_cmp(&rw->b, comparison->pred == IR_EQ ? p : ir_inverse_pred(p), own, other);
}

// ---- products that do not wrap ----

static i128 floor_div(i128 a, i128 d) {
    return a / d - (a % d < 0);
}

// X * d in the region, X * d exact by its flag: the multiples of d in it, the first one rounded up
// (-floor(-lo / d)), the last one down.
static IrValue *of_product(Rw *rw, IrInst *comparison, IrValue *product, IrValue *bound, i128 d) {
    i128 lo, hi;
    bool inverse, is_signed = !(product->flags & IR_NUW);
    bool exact = product->flags & (IR_NUW | IR_NSW);
    if (!exact || d <= 0 || bound->type->bits > MOST_BITS) return NULL;
    if (!as_interval(region(comparison, bound), is_signed, &lo, &hi, &inverse)) return NULL;
    return test_interval(rw, rw_arg(product, 0), -floor_div(-lo, d), floor_div(hi, d), is_signed,
                         inverse);
}

static IrValue *icmp_of_shl(Rw *rw, IrInst *comparison, IrValue *shifted, IrValue *bound) {
    uint32_t n = bound->type->bits, k = (uint32_t)rw_arg_u(shifted, 1);
    if (n > MOST_BITS) return NULL;
    IrValue *v = of_product(rw, comparison, shifted, bound, (i128)1 << k);
    if (v || !ir_pred_is_equality(pred_of(comparison)) || !k) return v;
    // what a shift that may lose bits is equal to says the bits that it keeps
    if (rw_u(bound) & rw_mask(k)) return &ir_int(rw->m->ty_i1, comparison->pred == IR_NE)->v;
    if (!ir_one_use(shifted)) return NULL;
    IrValue *low = ir_and(&rw->b, rw_arg(shifted, 0), rw_int(bound->type, rw_mask(n - k)));
    return ir_cmp(&rw->b, pred_of(comparison), low, rw_int(bound->type, rw_u(bound) >> k));
}

static IrValue *icmp_of_mul(Rw *rw, IrInst *comparison, IrValue *product, IrValue *bound) {
    bool nuw = product->flags & IR_NUW;
    i128 d = nuw ? (i128)rw_arg_u(product, 1) : (i128)rw_s(rw_arg(product, 1));
    return of_product(rw, comparison, product, bound, d);
}

static IrValue *icmp_of_high_bits(Rw *rw, IrInst *comparison, IrValue *masked, IrValue *bound) {
    uint64_t low = ~rw_arg_u(masked, 1) & rw_mask(bound->type->bits);
    i128 lo, hi, d = (i128)low + 1;
    bool inverse;
    if ((low & (low + 1)) || bound->type->bits > MOST_BITS) return NULL;
    if (!as_interval(region(comparison, bound), false, &lo, &hi, &inverse)) return NULL;
    // multiples of d in lo..hi, and what lies above them below the next
    i128 first = (lo + d - 1) / d * d, last = hi / d * d + d - 1;
    return test_interval(rw, rw_arg(masked, 0), first, last, false, inverse);
}

static bool is_shift_by_constant(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    return inst && (ir_ops[inst->v.op].props & IRP_SHIFT) && rw_is_count(ir_op(inst, 1));
}

// Bits of a shifted value are tested where they stood before.
static IrValue *icmp_of_shifted_bits(Rw *rw, IrInst *comparison, IrValue *masked, IrValue *bound) {
    IrValue *shifted = rw_arg(masked, 0);
    if (!is_shift_by_constant(shifted) || !ir_one_use(shifted)) return NULL;
    bool left = shifted->op == IR_SHL;
    uint64_t k = rw_arg_u(shifted, 1), n = bound->type->bits;
    uint64_t mask = rw_arg_u(masked, 1), want = rw_u(bound), all = rw_mask((uint32_t)n);
    // no bit may come from outside, be it zero or the sign's copy
    uint64_t reached = left ? all << k & all : all >> k;
    if ((mask | want) & ~reached) return NULL;
    mask = left ? mask >> k : mask << k, want = left ? want >> k : want << k;
    IrValue *bits = ir_and(&rw->b, rw_arg(shifted, 0), rw_int(bound->type, mask));
    return ir_cmp(&rw->b, pred_of(comparison), bits, rw_int(bound->type, want));
}

// Bits that logic of fewer bits gave are tested there: extending them would be an instruction (of
// what was loaded it is none).
static IrValue *icmp_of_extended_bits(Rw *rw, IrInst *comparison, IrValue *masked, IrValue *bound) {
    IrInst *extended = ir_as_op(rw_arg(masked, 0), IR_ZEXT);
    if (!extended || !ir_one_use(&extended->v) || !ir_is_zero(bound)) return NULL;
    IrValue *x = ir_op(extended, 0);
    IrType *type = x->type;
    bool word = is_any_of(type->bits, 8, 16) && is_any_of(x->op, IR_AND, IR_OR, IR_XOR);
    if (!rw_pays(rw, word && ir_as_inst(x)) || type->bits > 64) return NULL;
    IrValue *mask = rw_int(type, rw_arg_u(masked, 1) & rw_mask(type->bits));
    return ir_cmp(&rw->b, pred_of(comparison), ir_and(&rw->b, x, mask), rw_int(type, 0));
}

// ---- what both sides have in common ----

// The promise that a sum or product keeps the order that the comparison is of.
static uint16_t order_flag(const IrInst *comparison) {
    return ir_pred_is_signed(pred_of(comparison)) ? IR_NSW : IR_NUW;
}

static bool keeps_order(const IrInst *comparison, uint16_t flags) {
    return ir_pred_is_equality(pred_of(comparison)) || (flags & order_flag(comparison));
}

static IrValue *icmp_adds(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    if (!keeps_order(comparison, left->flags & right->flags)) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *other = rw_other_than(right, rw_arg(left, k));
        if (other) return ir_cmp(&rw->b, pred_of(comparison), rw_arg(left, 1 - k), other);
    }
    return NULL;
}

// One test of bits is one instruction of the machine. What stands in front of a loop stays there.
static IrValue *icmp_ands(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    const IrInst *one = ir_as_inst(left), *two = ir_as_inst(right);
    if (!rw_pays(rw, one && two && one->block == two->block)) return NULL;
    IrValue *differ = ir_xor(&rw->b, rw_arg(left, 0), rw_arg(right, 0));
    IrValue *bits = ir_and(&rw->b, differ, rw_arg(left, 1));
    return ir_cmp(&rw->b, pred_of(comparison), bits, &ir_int(left->type, 0)->v);
}

static IrValue *icmp_subs(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    if (!keeps_order(comparison, left->flags & right->flags)) return NULL;
    IrPred p = pred_of(comparison);
    if (rw_arg(left, 1) == rw_arg(right, 1))
        return ir_cmp(&rw->b, p, rw_arg(left, 0), rw_arg(right, 0));
    if (rw_arg(left, 0) == rw_arg(right, 0))
        return ir_cmp(&rw->b, p, rw_arg(right, 1), rw_arg(left, 1));
    return NULL;
}

// Whether both sides, times one factor, compare as they do themselves (but for the direction).
static bool scales(const IrInst *comparison, const IrValue *left, const IrValue *right) {
    bool equality = ir_pred_is_equality(pred_of(comparison));
    return left->flags & right->flags & (equality ? IR_NUW | IR_NSW : order_flag(comparison));
}

static IrValue *icmp_shls(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    if (!scales(comparison, left, right)) return NULL;
    return ir_cmp(&rw->b, pred_of(comparison), rw_arg(left, 0), rw_arg(right, 0));
}

static IrValue *icmp_muls(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred p = pred_of(comparison);
    bool odd = ir_pred_is_equality(p) && (rw_arg_u(left, 1) & 1);
    if (!odd && !scales(comparison, left, right)) return NULL;
    if (ir_pred_is_signed(p) && rw_s(rw_arg(left, 1)) < 0) p = ir_swapped_pred(p);
    return ir_cmp(&rw->b, p, rw_arg(left, 0), rw_arg(right, 0));
}

// Whether the comparison says of a number that is not negative that it is 0, or that it is not.
static bool asks_zero(const IrInst *comparison, const IrValue *bound, IrPred *equality) {
    bool zero = ir_is_zero(bound), one = ir_is_int(bound, 1) && bound->type->bits > 2;
    IrPred pred = pred_of(comparison);
    *equality = pred;
    if (zero && ir_pred_is_equality(pred)) return true;
    bool above = zero && is_any_of(pred, IR_SGT, IR_UGT),
         below = one && is_any_of(pred, IR_SLT, IR_ULT);
    *equality = above ? IR_NE : IR_EQ;
    return above || below;
}

// None of the bits are set, or all.
static IrValue *icmp_of_count(Rw *rw, IrInst *comparison, IrValue *counted, IrValue *bound) {
    const IrInst *count = (const IrInst *)counted;
    IrPred pred;
    uint32_t id = ir_intrin_of(count);
    bool counts_ones = id == IR_I_ctpop,
         all = ir_pred_is_equality(pred_of(comparison)) && rw_u(bound) == bound->type->bits;
    bool counts_zeros = is_any_of(id, IR_I_ctlz, IR_I_cttz) && ir_is_zero(ir_op(count, 1));
    IrValue *bits = ir_op(count, 0);
    if (counts_ones && bound->type->bits >= 8 && asks_zero(comparison, bound, &pred))
        return ir_cmp(&rw->b, pred, bits, rw_int(bound->type, 0));
    if (!all || (!counts_ones && !counts_zeros)) return NULL;
    return ir_cmp(&rw->b, pred_of(comparison), bits, rw_int(bound->type, counts_ones ? ~0ull : 0));
}

// The count of 64 bits as an int.
static IrValue *icmp_of_cut_count(Rw *rw, IrInst *comparison, IrValue *truncation, IrValue *bound) {
    const IrInst *count = ir_as_op(rw_arg(truncation, 0), IR_CALL);
    IrPred pred;
    bool fits = count && bound->type->bits >= 8 && ir_ty_is_word(count->v.type);
    if (!fits || ir_intrin_of(count) != IR_I_ctpop || !asks_zero(comparison, bound, &pred))
        return NULL;
    return ir_cmp(&rw->b, pred, ir_op(count, 0), rw_int(count->v.type, 0));
}

static IrValue *own_sum(Rw *rw, IrInst *comparison, IrValue *sum, IrValue *own, bool right) {
    IrValue *rest = rw_other_than(sum, own);
    if (!rest || !keeps_order(comparison, sum->flags) || !ir_ty_is_int(own->type)) return NULL;
    IrPred p = right ? ir_swapped_pred(pred_of(comparison)) : pred_of(comparison);
    return ir_cmp(&rw->b, p, rest, &ir_null(rw->m, own->type)->v);
}

static IrValue *icmp_add_own(Rw *rw, IrInst *comparison, IrValue *sum, IrValue *own) {
    return own_sum(rw, comparison, sum, own, false);
}

static IrValue *icmp_own_add(Rw *rw, IrInst *comparison, IrValue *own, IrValue *sum) {
    return own_sum(rw, comparison, sum, own, true);
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
static IrValue *icmp_urem_zero(Rw *rw, IrInst *comparison, IrValue *remainder, IrValue *bound) {
    uint32_t n = bound->type->bits;
    uint64_t d = rw_arg_u(remainder, 1);
    if (!ir_is_zero(bound) || !has_products(rw, n)) return NULL;
    if (d < 2 || rw_is_pow2(d)) return NULL;
    uint32_t k = (uint32_t)__builtin_ctzll(d);
    if (k && n == 64) return NULL; // a rotation by parts
    IrValue *q = ir_mul(&rw->b, rw_arg(remainder, 0), rw_int(bound->type, inverse_of(d >> k)));
    if (k) { // and the low bits must be 0: they become the high ones
        q = ir_call_intrin(&rw->b, IR_I_fshl, NULL, 3,
                           (IrValue *[]){q, q, rw_int(bound->type, n - k)});
    }
    IrValue *most = rw_int(bound->type, rw_mask(n) / d);
    return ir_cmp(&rw->b, comparison->pred == IR_EQ ? IR_ULE : IR_UGT, q, most);
}

static IrValue *icmp_srem_pow2(Rw *rw, IrInst *comparison, IrValue *remainder, IrValue *bound,
                               uint64_t low) {
    uint32_t n = bound->type->bits;
    uint64_t sign = 1ull << (n - 1), c = rw_u(bound);
    if (low == rw_mask(n) >> 1) return NULL; // the divisor is the smallest number
    if (!c)
        return ir_cmp(&rw->b, pred_of(comparison),
                      ir_and(&rw->b, rw_arg(remainder, 0), rw_int(bound->type, low)), bound);
    // a remainder that is not 0 has the sign of X
    bool negative = c & sign;
    if (negative ? ((0 - c) & rw_mask(n)) > low : c > low) return NULL;
    IrValue *bits = ir_and(&rw->b, rw_arg(remainder, 0), rw_int(bound->type, low | sign));
    return ir_cmp(&rw->b, pred_of(comparison), bits,
                  rw_int(bound->type, (c & low) | (negative ? sign : 0)));
}

static IrValue *icmp_srem(Rw *rw, IrInst *comparison, IrValue *remainder, IrValue *bound) {
    uint32_t n = bound->type->bits;
    if (n < 2) return NULL;
    int64_t s = rw_s(rw_arg(remainder, 1));
    uint64_t d = (s < 0 ? 0 - (uint64_t)s : (uint64_t)s) & rw_mask(n);
    if (rw_is_pow2(d)) return icmp_srem_pow2(rw, comparison, remainder, bound, d - 1);
    if (!ir_is_zero(bound) || !has_products(rw, n)) return NULL;
    if (d < 3 || !(d & 1)) return NULL;
    uint64_t most = (rw_mask(n) >> 1) / d;
    IrValue *q = ir_mul(&rw->b, rw_arg(remainder, 0), rw_int(bound->type, inverse_of(d)));
    q = ir_add(&rw->b, q, rw_int(bound->type, most));
    return ir_cmp(&rw->b, comparison->pred == IR_EQ ? IR_ULE : IR_UGT, q,
                  rw_int(bound->type, 2 * most));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp_of.def"
};
const RwTable opt_rw_cmp_of = {rows, CU_COUNT(rows)};
