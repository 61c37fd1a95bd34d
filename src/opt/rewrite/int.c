// SPDX-License-Identifier: Apache-2.0
// Rules of integer arithmetic, logic and shifts (int.def; the contract is in rewrite/rewrite.h).
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

enum { WRAP = IR_NSW | IR_NUW };

bool opt_rw_adds(uint32_t n, int64_t a, int64_t b, int64_t *sum) {
    if (__builtin_add_overflow(a, b, sum)) return false;
    return n >= 64 || (*sum >= -(1ll << (n - 1)) && *sum < 1ll << (n - 1));
}

// ---- add, sub ----

// What of the flags that both had still holds when their constants become one, C1 + C2 or C1 - C2:
// the result is the same number, if the constant is.
static uint16_t sum_flags(uint16_t both, IrValue *c1, IrValue *c2) {
    int64_t s;
    uint64_t u = rw_u(c1) + rw_u(c2);
    bool wraps = u < rw_u(c1) || u > rw_mask(c1->type->bits);
    uint16_t f = wraps ? 0 : both & IR_NUW;
    if (opt_rw_adds(c1->type->bits, rw_s(c1), rw_s(c2), &s)) f |= both & IR_NSW;
    return f;
}

static uint16_t difference_flags(uint16_t both, IrValue *c1, IrValue *c2) {
    int64_t s, negative;
    uint16_t f = rw_u(c1) < rw_u(c2) ? 0 : both & IR_NUW;
    bool has_negative = !__builtin_sub_overflow(0, rw_s(c2), &negative);
    if (has_negative && opt_rw_adds(c1->type->bits, rw_s(c1), negative, &s)) f |= both & IR_NSW;
    return f;
}

static IrValue *add_add_c(Rw *rw, IrInst *outer, IrValue *inner, IrValue *added) {
    IrValue *c = rw_arg(inner, 1);
    uint16_t f = sum_flags(outer->v.flags & inner->flags & WRAP, c, added);
    return ir_bin(&rw->b, IR_ADD, f, rw_arg(inner, 0), rw_int(added->type, rw_u(c) + rw_u(added)));
}

static IrValue *add_sub_c(Rw *rw, IrInst *sum, IrValue *difference, IrValue *added) {
    IrValue *c = rw_arg(difference, 0);
    uint16_t f = sum_flags(sum->v.flags & difference->flags & WRAP, c, added);
    return ir_bin(&rw->b, IR_SUB, f, rw_int(added->type, rw_u(c) + rw_u(added)),
                  rw_arg(difference, 1));
}

static IrValue *add_not_c(Rw *rw, IrInst *sum, IrValue *complement, IrValue *added) {
    return ir_sub(&rw->b, rw_int(added->type, rw_u(added) - 1), rw_arg(complement, 0));
}

static IrValue *add_neg(Rw *rw, IrInst *sum, IrValue *negation, IrValue *other) {
    return ir_sub(&rw->b, other, rw_arg(negation, 1));
}

static IrValue *add_neg_right(Rw *rw, IrInst *sum, IrValue *other, IrValue *negation) {
    return ir_sub(&rw->b, other, rw_arg(negation, 1));
}

static IrValue *add_same(Rw *rw, IrInst *sum, IrValue *left, IrValue *right) {
    if (left != right || left->type->bits < 3) return NULL;
    return ir_bin(&rw->b, IR_SHL, sum->v.flags & WRAP, left, rw_int(left->type, 1));
}

static IrValue *sub_c(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *subtrahend) {
    if (ir_is_const(minuend)) return NULL;
    bool min = rw_u(subtrahend) == 1ull << (subtrahend->type->bits - 1);
    uint16_t f = min ? 0 : difference->v.flags & IR_NSW;
    return ir_bin(&rw->b, IR_ADD, f, minuend, rw_int(subtrahend->type, 0 - rw_u(subtrahend)));
}

static IrValue *sub_c_add(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *sum) {
    IrValue *c = rw_arg(sum, 1);
    uint16_t f = difference_flags(difference->v.flags & sum->flags & WRAP, minuend, c);
    return ir_bin(&rw->b, IR_SUB, f, rw_int(minuend->type, rw_u(minuend) - rw_u(c)),
                  rw_arg(sum, 0));
}

static IrValue *sub_c_sub(Rw *rw, IrInst *outer, IrValue *minuend, IrValue *inner) {
    IrValue *c = rw_arg(inner, 0);
    uint16_t f = difference_flags(outer->v.flags & inner->flags & WRAP, minuend, c);
    return ir_bin(&rw->b, IR_ADD, f, rw_arg(inner, 1),
                  rw_int(minuend->type, rw_u(minuend) - rw_u(c)));
}

static IrValue *sub_ones(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *subtrahend) {
    return ir_is_all_ones(minuend) ? ir_not(&rw->b, subtrahend) : NULL;
}

static IrValue *sub_neg(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *negation) {
    return ir_is_zero(minuend) ? NULL : ir_add(&rw->b, minuend, rw_arg(negation, 1));
}

static IrValue *sub_adds(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *subtrahend) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *other = rw_other_than(subtrahend, rw_arg(minuend, k));
        if (other) return ir_sub(&rw->b, rw_arg(minuend, 1 - k), other);
    }
    return NULL;
}

static IrValue *sub_own(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *sum) {
    IrValue *other = rw_other_than(sum, minuend);
    return other ? ir_neg(&rw->b, other) : NULL;
}

// The product is of the quotient whose remainder stands beside it, and their divisor.
static IrValue *add_quotient(Rw *rw, IrInst *sum, IrValue *product, IrValue *remainder) {
    IrValue *quotient = rw_other_than(product, rw_arg(remainder, 1));
    IrOp division = remainder->op == IR_SREM ? IR_SDIV : IR_UDIV;
    bool own = quotient && ir_as_op(quotient, division) &&
               rw_arg(quotient, 0) == rw_arg(remainder, 0) &&
               rw_arg(quotient, 1) == rw_arg(remainder, 1);
    return own ? rw_arg(remainder, 0) : NULL;
}

static IrValue *add_remainder(Rw *rw, IrInst *sum, IrValue *remainder, IrValue *product) {
    return add_quotient(rw, sum, product, remainder);
}

// Of the divisions by constants the quotient takes less (gpu/div.c). The dividend is read twice
// then: it must not be undefined.
static IrValue *mul_quotient(Rw *rw, IrInst *product, IrValue *quotient, IrValue *divisor) {
    IrValue *dividend = rw_arg(quotient, 0);
    bool own = rw_arg(quotient, 1) == divisor && !ir_is_const(divisor);
    if (!own || !an_not_poison(dividend)) return NULL;
    bool is_signed = quotient->op == IR_SDIV;
    IrValue *rest = ir_bin(&rw->b, is_signed ? IR_SREM : IR_UREM, 0, dividend, divisor);
    return ir_bin(&rw->b, IR_SUB, is_signed ? IR_NSW : IR_NUW, dividend, rest);
}

static IrValue *mul_by_quotient(Rw *rw, IrInst *product, IrValue *divisor, IrValue *quotient) {
    return mul_quotient(rw, product, quotient, divisor);
}

static bool is_half(const IrValue *value) { // 32 bits of the 64
    return an_umax(an_known_bits(value), 64) <= UINT32_MAX;
}

// A multiplication takes in a sum for nothing, and a small summand only with a zero beside it.
static IrValue *add_small_first(Rw *rw, IrInst *outer, IrValue *inner, IrValue *other) {
    uint32_t first = ir_as_op(rw_arg(inner, 0), IR_MUL) ? 0 : 1;
    IrValue *product = rw_arg(inner, first), *small = rw_arg(inner, 1 - first);
    bool large = ir_as_op(product, IR_MUL) && !is_half(product);
    if (!large || ir_is_const(other) || !is_half(small) || !is_half(other)) return NULL;
    IrValue *sum = ir_bin(&rw->b, IR_ADD, WRAP, small, other);
    return ir_bin(&rw->b, IR_ADD, outer->v.flags & inner->flags & WRAP, sum, product);
}

static IrValue *add_small_first_right(Rw *rw, IrInst *outer, IrValue *other, IrValue *inner) {
    return add_small_first(rw, outer, inner, other);
}

// Of the arms one is a constant, the other a sum with one: the constant is added to both.
static IrValue *add_to_arms(Rw *rw, IrInst *outer, IrValue *choice, IrValue *added) {
    IrType *type = added->type;
    uint32_t fixed = rw_arg_c(choice, 1) ? 1 : 2;
    const IrInst *sum = ir_as_op(rw_arg(choice, 3 - fixed), IR_ADD);
    if (!rw_arg_c(choice, fixed) || !sum || !ir_one_use(&sum->v) || !rw_arg_c(&sum->v, 1))
        return NULL;
    IrValue *arm[2];
    arm[fixed - 1] = rw_int(type, rw_arg_u(choice, fixed) + rw_u(added));
    uint64_t by = (rw_arg_u(&sum->v, 1) + rw_u(added)) & rw_mask(type->bits);
    arm[2 - fixed] = by ? ir_add(&rw->b, ir_op(sum, 0), rw_int(type, by)) : ir_op(sum, 0);
    return ir_select(&rw->b, rw_arg(choice, 0), arm[0], arm[1]);
}

// ---- mul, shifts ----

static IrValue *mul_pow2(Rw *rw, IrInst *product, IrValue *factor, IrValue *multiplier) {
    if (ir_is_all_ones(multiplier)) return ir_neg(&rw->b, factor);
    if (!rw_is_pow2(rw_u(multiplier)) || rw_u(multiplier) == 1) return NULL;
    uint32_t k = (uint32_t)__builtin_ctzll(rw_u(multiplier));
    uint16_t f = product->v.flags & WRAP;
    if (k + 1 == multiplier->type->bits) f &= ~IR_NSW; // the multiplier is the smallest number
    return ir_bin(&rw->b, IR_SHL, f, factor, rw_int(multiplier->type, k));
}

static IrValue *mul_mul_c(Rw *rw, IrInst *outer, IrValue *inner, IrValue *factor) {
    return ir_mul(&rw->b, rw_arg(inner, 0),
                  rw_int(factor->type, rw_arg_u(inner, 1) * rw_u(factor)));
}

static IrValue *mul_shl_c(Rw *rw, IrInst *product, IrValue *shifted, IrValue *factor) {
    return ir_mul(&rw->b, rw_arg(shifted, 0),
                  rw_int(factor->type, rw_u(factor) << rw_arg_u(shifted, 1)));
}

static IrValue *mul_neg_c(Rw *rw, IrInst *product, IrValue *negation, IrValue *factor) {
    return ir_mul(&rw->b, rw_arg(negation, 1), rw_int(factor->type, 0 - rw_u(factor)));
}

// X << C1 << C2 and the like: the shift by both.
static uint64_t sum_of_counts(const IrValue *inner, const IrValue *count) {
    return rw_arg_u(inner, 1) + rw_u(count);
}

static IrValue *shl_shl(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    uint64_t k = sum_of_counts(inner, count);
    if (k >= count->type->bits) return rw_int(count->type, 0);
    return ir_bin(&rw->b, IR_SHL, outer->v.flags & inner->flags & WRAP, rw_arg(inner, 0),
                  rw_int(count->type, k));
}

static IrValue *shl_mul(Rw *rw, IrInst *shift, IrValue *product, IrValue *count) {
    return ir_mul(&rw->b, rw_arg(product, 0),
                  rw_int(count->type, rw_arg_u(product, 1) << rw_u(count)));
}

// As wide as the shift: a count that is more is poison on either side.
static IrValue *shl_by_sum(Rw *rw, IrInst *shift, IrValue *shifted, IrValue *sum) {
    if (!(sum->flags & IR_NUW)) return NULL;
    IrValue *more = rw_int(shifted->type, rw_u(shifted) << rw_arg_u(sum, 1));
    return ir_bin(&rw->b, IR_SHL, 0, more, rw_arg(sum, 0));
}

static IrValue *shl_by_wide_sum(Rw *rw, IrInst *shift, IrValue *shifted, IrValue *wide) {
    IrValue *sum = rw_arg(wide, 0);
    bool apart = ir_as_op(sum, IR_ADD) && (sum->flags & IR_NUW) && rw_arg_c(sum, 1);
    if (!apart || rw_arg_u(sum, 1) >= shifted->type->bits) return NULL;
    IrValue *more = rw_int(shifted->type, rw_u(shifted) << rw_arg_u(sum, 1));
    return ir_bin(&rw->b, IR_SHL, 0, more, ir_zext(&rw->b, rw_arg(sum, 0), shifted->type));
}

static IrValue *shl_shr(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    if (inner->flags & IR_EXACT) return rw_arg(inner, 0);
    return ir_and(&rw->b, rw_arg(inner, 0), rw_int(count->type, ~rw_mask((uint32_t)rw_u(count))));
}

static IrValue *lshr_lshr(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    uint64_t k = sum_of_counts(inner, count);
    if (k >= count->type->bits) return rw_int(count->type, 0);
    return ir_lshr(&rw->b, rw_arg(inner, 0), rw_int(count->type, k));
}

static IrValue *lshr_shl(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    if (inner->flags & IR_NUW) return rw_arg(inner, 0);
    return ir_and(&rw->b, rw_arg(inner, 0),
                  rw_int(count->type, rw_mask(count->type->bits) >> rw_u(count)));
}

static IrValue *ashr_ashr(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    uint64_t k = sum_of_counts(inner, count), last = count->type->bits - 1;
    return ir_ashr(&rw->b, rw_arg(inner, 0), rw_int(count->type, CU_MIN(k, last)));
}

static IrValue *ashr_shl(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    if (inner->flags & IR_NSW) return rw_arg(inner, 0);
    uint32_t left = count->type->bits - (uint32_t)rw_u(count);
    bool has_cvt = is_any_of(left, 8, 16, 32);
    if (!rw_pays(rw, has_cvt)) return NULL;
    return ir_sext(&rw->b, ir_trunc(&rw->b, rw_arg(inner, 0), ir_ty_int(rw->m, left)), count->type);
}

static IrValue *ashr_nonneg(Rw *rw, IrInst *shift, IrValue *shifted, IrValue *count) {
    if (!ir_ty_is_int(shifted->type) || !an_is_nonneg(shifted)) return NULL;
    return ir_bin(&rw->b, IR_LSHR, shift->v.flags & IR_EXACT, shifted, count);
}

// ---- division ----

static IrValue *udiv_pow2(Rw *rw, IrInst *quotient, IrValue *dividend, IrValue *divisor) {
    uint64_t c = rw_u(divisor);
    if (rw_is_pow2(c)) {
        uint64_t k = (uint64_t)__builtin_ctzll(c);
        return ir_bin(&rw->b, IR_LSHR, quotient->v.flags & IR_EXACT, dividend,
                      rw_int(divisor->type, k));
    }
    if (c < 1ull << (divisor->type->bits - 1) || !c) return NULL;
    return ir_zext(&rw->b, ir_cmp(&rw->b, IR_UGE, dividend, divisor), divisor->type);
}

static IrValue *udiv_udiv(Rw *rw, IrInst *outer, IrValue *inner, IrValue *divisor) {
    uint64_t p;
    bool wraps = __builtin_mul_overflow(rw_arg_u(inner, 1), rw_u(divisor), &p);
    if (wraps || p > rw_mask(divisor->type->bits)) return rw_int(divisor->type, 0);
    return ir_udiv(&rw->b, rw_arg(inner, 0), rw_int(divisor->type, p));
}

static IrValue *urem_pow2(Rw *rw, IrInst *remainder, IrValue *dividend, IrValue *divisor) {
    return rw_is_pow2(rw_u(divisor))
               ? ir_and(&rw->b, dividend, rw_int(divisor->type, rw_u(divisor) - 1))
               : NULL;
}

// A power of two, or the zero by which nobody divides.
static bool is_power_of_two(const IrValue *divisor) {
    bool variable = ir_ty_is_word(divisor->type) && !ir_is_const(divisor);
    return variable && an_is_power_of_two_or_zero(divisor);
}

// By which power it is. The count of a shift of a constant is there already.
static IrValue *exponent(Rw *rw, IrValue *power) {
    const IrInst *shl = ir_as_op(power, IR_SHL);
    const IrConst *one = shl ? rw_cint(ir_op(shl, 0)) : NULL;
    if (one && one->bits) {
        uint64_t more = (uint64_t)__builtin_ctzll(one->bits);
        return more ? ir_add(&rw->b, ir_op(shl, 1), rw_int(power->type, more)) : ir_op(shl, 1);
    }
    if (ir_ty_is_i(power->type, 32)) return IR_CALL(&rw->b, IR_I_nvvm_bfind_u32, NULL, power);
    if (ir_ty_is_i(power->type, 64))
        return ir_zext(&rw->b, IR_CALL(&rw->b, IR_I_nvvm_bfind_u64, NULL, power), power->type);
    return IR_CALL(&rw->b, IR_I_cttz, NULL, power, &ir_int(rw->m->ty_i1, 1)->v);
}

static IrValue *udiv_by_pow2(Rw *rw, IrInst *quotient, IrValue *dividend, IrValue *divisor) {
    if (!is_power_of_two(divisor)) return NULL;
    return ir_bin(&rw->b, IR_LSHR, quotient->v.flags & IR_EXACT, dividend, exponent(rw, divisor));
}

static IrValue *urem_by_pow2(Rw *rw, IrInst *remainder, IrValue *dividend, IrValue *divisor) {
    if (!is_power_of_two(divisor)) return NULL;
    return ir_and(&rw->b, dividend, ir_add(&rw->b, divisor, rw_int(divisor->type, ~0ull)));
}

static bool both_nonneg(IrValue *dividend, IrValue *divisor) {
    return ir_ty_is_word(dividend->type) && an_is_nonneg(dividend) && an_is_nonneg(divisor);
}

static IrValue *sdiv_nonneg(Rw *rw, IrInst *quotient, IrValue *dividend, IrValue *divisor) {
    uint16_t exact = quotient->v.flags & IR_EXACT;
    if (rw_cint(divisor) && ir_is_all_ones(divisor)) return ir_neg(&rw->b, dividend);
    if (both_nonneg(dividend, divisor)) return ir_bin(&rw->b, IR_UDIV, exact, dividend, divisor);

    if (!exact || !rw_cint(divisor)) return NULL;
    if (rw_s(divisor) <= 0 || !rw_is_pow2(rw_u(divisor))) return NULL;
    uint64_t k = (uint64_t)__builtin_ctzll(rw_u(divisor));
    return ir_bin(&rw->b, IR_ASHR, IR_EXACT, dividend, rw_int(divisor->type, k));
}

static IrValue *srem_nonneg(Rw *rw, IrInst *remainder, IrValue *dividend, IrValue *divisor) {
    return both_nonneg(dividend, divisor) ? ir_urem(&rw->b, dividend, divisor) : NULL;
}

static IrValue *div_narrow(Rw *rw, IrInst *division, IrValue *dividend, IrValue *divisor) {
    IrType *t = rw->m->ty_i32;
    if (!ir_ty_is_i(dividend->type, 64)) return NULL;
    if (an_umax(an_known_bits(dividend), 64) >> 32 || an_umax(an_known_bits(divisor), 64) >> 32)
        return NULL;
    IrValue *a = ir_trunc(&rw->b, dividend, t), *b = ir_trunc(&rw->b, divisor, t);
    return ir_zext(&rw->b, ir_bin(&rw->b, (IrOp)division->v.op, division->v.flags & IR_EXACT, a, b),
                   dividend->type);
}

// ---- logic ----

static IrValue *and_and(Rw *rw, IrInst *outer, IrValue *inner, IrValue *mask) {
    return ir_and(&rw->b, rw_arg(inner, 0), rw_int(mask->type, rw_arg_u(inner, 1) & rw_u(mask)));
}

// X & C, where X is a computation that does more than these bits need.
static IrValue *and_simpler(Rw *rw, IrValue *masked, IrValue *mask) {
    uint64_t c = rw_u(mask), m = rw_mask(mask->type->bits);
    switch (masked->op) {
    case IR_OR:
    case IR_XOR: { // what the constant changes is masked off
        bool idle = rw_arg_c(masked, 1) && !(rw_arg_u(masked, 1) & c);
        return idle ? ir_and(&rw->b, rw_arg(masked, 0), mask) : NULL;
    }
    case IR_SEXT: { // only bits of the source stay
        IrType *from = rw_arg(masked, 0)->type;
        if (c & ~rw_mask(from->bits)) return NULL;
        return ir_and(&rw->b, ir_zext(&rw->b, rw_arg(masked, 0), mask->type), mask);
    }
    case IR_ASHR: // no copy of the sign stays
        if (!rw_is_count(rw_arg(masked, 1)) || (c & ~(m >> rw_arg_u(masked, 1)))) return NULL;
        return ir_and(&rw->b, ir_lshr(&rw->b, rw_arg(masked, 0), rw_arg(masked, 1)), mask);
    default: return NULL;
    }
}

static IrValue *and_known(Rw *rw, IrInst *conjunction, IrValue *masked, IrValue *mask) {
    uint64_t c = rw_u(mask), may = ~an_known_bits(masked).zero;
    if (!(may & ~c & rw_mask(mask->type->bits))) return masked;
    if (!(may & c)) return rw_int(mask->type, 0);
    return ir_as_inst(masked) ? and_simpler(rw, masked, mask) : NULL;
}

static IrValue *or_or(Rw *rw, IrInst *outer, IrValue *inner, IrValue *ones) {
    return ir_or(&rw->b, rw_arg(inner, 0), rw_int(ones->type, rw_arg_u(inner, 1) | rw_u(ones)));
}

static IrValue *or_known(Rw *rw, IrInst *disjunction, IrValue *other, IrValue *ones) {
    return rw_u(ones) & ~an_known_bits(other).one ? NULL : other;
}

static IrValue *or_rotate(Rw *rw, IrInst *rotation, IrValue *first, IrValue *second) {
    IrValue *left = first->op == IR_SHL ? first : second, *right = left == first ? second : first;
    if (!rw_pays(rw, ir_ty_is_i(first->type, 32))) return NULL;
    uint64_t k = rw_arg_u(left, 1);
    if (k + rw_arg_u(right, 1) != first->type->bits || !k) return NULL;
    IrValue *arg[] = {rw_arg(left, 0), rw_arg(right, 0), rw_int(first->type, k)};
    return ir_call_intrin(&rw->b, IR_I_fshl, NULL, 3, arg);
}

static IrValue *xor_xor(Rw *rw, IrInst *outer, IrValue *inner, IrValue *flipped) {
    return ir_xor(&rw->b, rw_arg(inner, 0),
                  rw_int(flipped->type, rw_arg_u(inner, 1) ^ rw_u(flipped)));
}

static IrValue *xor_cmp(Rw *rw, IrInst *negation, IrValue *comparison, IrValue *ones) {
    rw->b.fmf = ((IrInst *)comparison)->fmf;
    return ir_cmp(&rw->b, ir_inverse_pred((IrPred)((IrInst *)comparison)->pred),
                  rw_arg(comparison, 0), rw_arg(comparison, 1));
}

static IrValue *xor_add(Rw *rw, IrInst *complement, IrValue *sum, IrValue *ones) {
    if (!ir_is_all_ones(ones)) return NULL;
    return ir_sub(&rw->b, rw_int(ones->type, ~rw_arg_u(sum, 1)), rw_arg(sum, 0));
}

static IrValue *xor_sub(Rw *rw, IrInst *complement, IrValue *difference, IrValue *ones) {
    if (!ir_is_all_ones(ones)) return NULL;
    return ir_add(&rw->b, rw_arg(difference, 1), rw_int(ones->type, ~rw_arg_u(difference, 0)));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/int.def"
};
const RwTable opt_rw_int = {rows, CU_COUNT(rows)};
