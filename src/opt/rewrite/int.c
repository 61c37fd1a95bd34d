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

static IrValue *add_add_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *c = rw_arg(value, 1);
    uint16_t f = sum_flags(inst->v.flags & value->flags & WRAP, c, y);
    return ir_bin(&rw->b, IR_ADD, f, rw_arg(value, 0), rw_int(y->type, rw_u(c) + rw_u(y)));
}

static IrValue *add_sub_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *c = rw_arg(value, 0);
    uint16_t f = sum_flags(inst->v.flags & value->flags & WRAP, c, y);
    return ir_bin(&rw->b, IR_SUB, f, rw_int(y->type, rw_u(c) + rw_u(y)), rw_arg(value, 1));
}

static IrValue *add_not_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_sub(&rw->b, rw_int(y->type, rw_u(y) - 1), rw_arg(value, 0));
}

static IrValue *add_neg(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_sub(&rw->b, y, rw_arg(value, 1));
}

static IrValue *add_neg_right(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_sub(&rw->b, value, rw_arg(y, 1));
}

static IrValue *add_same(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (value != y || value->type->bits < 3) return NULL;
    return ir_bin(&rw->b, IR_SHL, inst->v.flags & WRAP, value, rw_int(value->type, 1));
}

static IrValue *sub_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (ir_is_const(value)) return NULL;
    bool min = rw_u(y) == 1ull << (y->type->bits - 1);
    uint16_t f = min ? 0 : inst->v.flags & IR_NSW;
    return ir_bin(&rw->b, IR_ADD, f, value, rw_int(y->type, 0 - rw_u(y)));
}

static IrValue *sub_c_add(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *c = rw_arg(y, 1);
    uint16_t f = difference_flags(inst->v.flags & y->flags & WRAP, value, c);
    return ir_bin(&rw->b, IR_SUB, f, rw_int(value->type, rw_u(value) - rw_u(c)), rw_arg(y, 0));
}

static IrValue *sub_c_sub(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *c = rw_arg(y, 0);
    uint16_t f = difference_flags(inst->v.flags & y->flags & WRAP, value, c);
    return ir_bin(&rw->b, IR_ADD, f, rw_arg(y, 1), rw_int(value->type, rw_u(value) - rw_u(c)));
}

static IrValue *sub_ones(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_is_all_ones(value) ? ir_not(&rw->b, y) : NULL;
}

static IrValue *sub_neg(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_is_zero(value) ? NULL : ir_add(&rw->b, value, rw_arg(y, 1));
}

static IrValue *sub_adds(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *other = rw_other_than(y, rw_arg(value, k));
        if (other) return ir_sub(&rw->b, rw_arg(value, 1 - k), other);
    }
    return NULL;
}

static IrValue *sub_own(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *other = rw_other_than(y, value);
    return other ? ir_neg(&rw->b, other) : NULL;
}

// Of the arms one is a constant, the other a sum with one: the constant is added to both.
static IrValue *add_to_arms(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrType *type = y->type;
    uint32_t fixed = rw_arg_c(value, 1) ? 1 : 2;
    const IrInst *sum = ir_as_op(rw_arg(value, 3 - fixed), IR_ADD);
    if (!rw_arg_c(value, fixed) || !sum || !ir_one_use(&sum->v) || !rw_arg_c(&sum->v, 1))
        return NULL;
    IrValue *arm[2];
    arm[fixed - 1] = rw_int(type, rw_arg_u(value, fixed) + rw_u(y));
    uint64_t by = (rw_arg_u(&sum->v, 1) + rw_u(y)) & rw_mask(type->bits);
    arm[2 - fixed] = by ? ir_add(&rw->b, ir_op(sum, 0), rw_int(type, by)) : ir_op(sum, 0);
    return ir_select(&rw->b, rw_arg(value, 0), arm[0], arm[1]);
}

// ---- mul, shifts ----

static IrValue *mul_pow2(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (ir_is_all_ones(y)) return ir_neg(&rw->b, value);
    if (!rw_is_pow2(rw_u(y)) || rw_u(y) == 1) return NULL;
    uint32_t k = (uint32_t)__builtin_ctzll(rw_u(y));
    uint16_t f = inst->v.flags & WRAP;
    if (k + 1 == y->type->bits) f &= ~IR_NSW; // the multiplier is the smallest number
    return ir_bin(&rw->b, IR_SHL, f, value, rw_int(y->type, k));
}

static IrValue *mul_mul_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_arg_u(value, 1) * rw_u(y)));
}

static IrValue *mul_shl_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_u(y) << rw_arg_u(value, 1)));
}

static IrValue *mul_neg_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_mul(&rw->b, rw_arg(value, 1), rw_int(y->type, 0 - rw_u(y)));
}

// X << C1 << C2 and the like: the shift by both.
static uint64_t sum_of_counts(const IrValue *value, const IrValue *y) {
    return rw_arg_u(value, 1) + rw_u(y);
}

static IrValue *shl_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t k = sum_of_counts(value, y);
    if (k >= y->type->bits) return rw_int(y->type, 0);
    return ir_bin(&rw->b, IR_SHL, inst->v.flags & value->flags & WRAP, rw_arg(value, 0),
                  rw_int(y->type, k));
}

static IrValue *shl_mul(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_arg_u(value, 1) << rw_u(y)));
}

static IrValue *shl_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (value->flags & IR_EXACT) return rw_arg(value, 0);
    return ir_and(&rw->b, rw_arg(value, 0), rw_int(y->type, ~rw_mask((uint32_t)rw_u(y))));
}

static IrValue *lshr_lshr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t k = sum_of_counts(value, y);
    if (k >= y->type->bits) return rw_int(y->type, 0);
    return ir_lshr(&rw->b, rw_arg(value, 0), rw_int(y->type, k));
}

static IrValue *lshr_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (value->flags & IR_NUW) return rw_arg(value, 0);
    return ir_and(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_mask(y->type->bits) >> rw_u(y)));
}

static IrValue *ashr_ashr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t k = sum_of_counts(value, y), last = y->type->bits - 1;
    return ir_ashr(&rw->b, rw_arg(value, 0), rw_int(y->type, CU_MIN(k, last)));
}

static IrValue *ashr_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (value->flags & IR_NSW) return rw_arg(value, 0);
    uint32_t left = y->type->bits - (uint32_t)rw_u(y);
    bool has_cvt = is_any_of(left, 8, 16, 32);
    if (!rw_pays(rw, has_cvt)) return NULL;
    return ir_sext(&rw->b, ir_trunc(&rw->b, rw_arg(value, 0), ir_ty_int(rw->m, left)), y->type);
}

static IrValue *ashr_nonneg(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_ty_is_int(value->type) || !an_is_nonneg(value)) return NULL;
    return ir_bin(&rw->b, IR_LSHR, inst->v.flags & IR_EXACT, value, y);
}

// ---- division ----

static IrValue *udiv_pow2(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t c = rw_u(y);
    if (rw_is_pow2(c)) {
        uint64_t k = (uint64_t)__builtin_ctzll(c);
        return ir_bin(&rw->b, IR_LSHR, inst->v.flags & IR_EXACT, value, rw_int(y->type, k));
    }
    if (c < 1ull << (y->type->bits - 1) || !c) return NULL;
    return ir_zext(&rw->b, ir_cmp(&rw->b, IR_UGE, value, y), y->type);
}

static IrValue *udiv_udiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t p;
    bool wraps = __builtin_mul_overflow(rw_arg_u(value, 1), rw_u(y), &p);
    if (wraps || p > rw_mask(y->type->bits)) return rw_int(y->type, 0);
    return ir_udiv(&rw->b, rw_arg(value, 0), rw_int(y->type, p));
}

static IrValue *urem_pow2(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return rw_is_pow2(rw_u(y)) ? ir_and(&rw->b, value, rw_int(y->type, rw_u(y) - 1)) : NULL;
}

// A power of two, or the zero by which nobody divides.
static bool is_power_of_two(const IrValue *y) {
    bool variable = ir_ty_is_word(y->type) && !ir_is_const(y);
    return variable && an_is_power_of_two_or_zero(y);
}

// By which power it is. The count of a shift of a constant is there already.
static IrValue *exponent(Rw *rw, IrValue *y) {
    const IrInst *shl = ir_as_op(y, IR_SHL);
    const IrConst *one = shl ? rw_cint(ir_op(shl, 0)) : NULL;
    if (one && one->bits) {
        uint64_t more = (uint64_t)__builtin_ctzll(one->bits);
        return more ? ir_add(&rw->b, ir_op(shl, 1), rw_int(y->type, more)) : ir_op(shl, 1);
    }
    if (ir_ty_is_i(y->type, 32)) return IR_CALL(&rw->b, IR_I_nvvm_bfind_u32, NULL, y);
    if (ir_ty_is_i(y->type, 64))
        return ir_zext(&rw->b, IR_CALL(&rw->b, IR_I_nvvm_bfind_u64, NULL, y), y->type);
    return IR_CALL(&rw->b, IR_I_cttz, NULL, y, &ir_int(rw->m->ty_i1, 1)->v);
}

static IrValue *udiv_by_pow2(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!is_power_of_two(y)) return NULL;
    return ir_bin(&rw->b, IR_LSHR, inst->v.flags & IR_EXACT, value, exponent(rw, y));
}

static IrValue *urem_by_pow2(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!is_power_of_two(y)) return NULL;
    return ir_and(&rw->b, value, ir_add(&rw->b, y, rw_int(y->type, ~0ull)));
}

static bool both_nonneg(IrValue *value, IrValue *y) {
    return ir_ty_is_word(value->type) && an_is_nonneg(value) && an_is_nonneg(y);
}

static IrValue *sdiv_nonneg(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint16_t exact = inst->v.flags & IR_EXACT;
    if (rw_cint(y) && ir_is_all_ones(y)) return ir_neg(&rw->b, value);
    if (both_nonneg(value, y)) return ir_bin(&rw->b, IR_UDIV, exact, value, y);

    if (!exact || !rw_cint(y)) return NULL;
    if (rw_s(y) <= 0 || !rw_is_pow2(rw_u(y))) return NULL;
    uint64_t k = (uint64_t)__builtin_ctzll(rw_u(y));
    return ir_bin(&rw->b, IR_ASHR, IR_EXACT, value, rw_int(y->type, k));
}

static IrValue *srem_nonneg(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return both_nonneg(value, y) ? ir_urem(&rw->b, value, y) : NULL;
}

static IrValue *div_narrow(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrType *t = rw->m->ty_i32;
    if (!ir_ty_is_i(value->type, 64)) return NULL;
    if (an_umax(an_known_bits(value), 64) >> 32 || an_umax(an_known_bits(y), 64) >> 32) return NULL;
    IrValue *a = ir_trunc(&rw->b, value, t), *b = ir_trunc(&rw->b, y, t);
    return ir_zext(&rw->b, ir_bin(&rw->b, (IrOp)inst->v.op, inst->v.flags & IR_EXACT, a, b),
                   value->type);
}

// ---- logic ----

static IrValue *and_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_and(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_arg_u(value, 1) & rw_u(y)));
}

// X & C, where X is a computation that does more than these bits need.
static IrValue *and_simpler(Rw *rw, IrValue *value, IrValue *y) {
    uint64_t c = rw_u(y), m = rw_mask(y->type->bits);
    switch (value->op) {
    case IR_OR:
    case IR_XOR: { // what the constant changes is masked off
        bool idle = rw_arg_c(value, 1) && !(rw_arg_u(value, 1) & c);
        return idle ? ir_and(&rw->b, rw_arg(value, 0), y) : NULL;
    }
    case IR_SEXT: { // only bits of the source stay
        IrType *from = rw_arg(value, 0)->type;
        if (c & ~rw_mask(from->bits)) return NULL;
        return ir_and(&rw->b, ir_zext(&rw->b, rw_arg(value, 0), y->type), y);
    }
    case IR_ASHR: // no copy of the sign stays
        if (!rw_is_count(rw_arg(value, 1)) || (c & ~(m >> rw_arg_u(value, 1)))) return NULL;
        return ir_and(&rw->b, ir_lshr(&rw->b, rw_arg(value, 0), rw_arg(value, 1)), y);
    default: return NULL;
    }
}

static IrValue *and_known(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t c = rw_u(y), may = ~an_known_bits(value).zero;
    if (!(may & ~c & rw_mask(y->type->bits))) return value;
    if (!(may & c)) return rw_int(y->type, 0);
    return ir_as_inst(value) ? and_simpler(rw, value, y) : NULL;
}

static IrValue *or_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_or(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_arg_u(value, 1) | rw_u(y)));
}

static IrValue *or_known(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return rw_u(y) & ~an_known_bits(value).one ? NULL : value;
}

static IrValue *or_rotate(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *left = value->op == IR_SHL ? value : y, *right = left == value ? y : value;
    if (!rw_pays(rw, ir_ty_is_i(value->type, 32))) return NULL;
    uint64_t k = rw_arg_u(left, 1);
    if (k + rw_arg_u(right, 1) != value->type->bits || !k) return NULL;
    IrValue *arg[] = {rw_arg(left, 0), rw_arg(right, 0), rw_int(value->type, k)};
    return ir_call_intrin(&rw->b, IR_I_fshl, NULL, 3, arg);
}

static IrValue *xor_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return ir_xor(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_arg_u(value, 1) ^ rw_u(y)));
}

static IrValue *xor_cmp(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    rw->b.fmf = ((IrInst *)value)->fmf;
    return ir_cmp(&rw->b, ir_inverse_pred((IrPred)((IrInst *)value)->pred), rw_arg(value, 0),
                  rw_arg(value, 1));
}

static IrValue *xor_add(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_is_all_ones(y)) return NULL;
    return ir_sub(&rw->b, rw_int(y->type, ~rw_arg_u(value, 1)), rw_arg(value, 0));
}

static IrValue *xor_sub(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_is_all_ones(y)) return NULL;
    return ir_add(&rw->b, rw_arg(value, 1), rw_int(y->type, ~rw_arg_u(value, 0)));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/int.def"
};
const RwTable opt_rw_int = {rows, CU_COUNT(rows)};
