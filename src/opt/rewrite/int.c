// SPDX-License-Identifier: Apache-2.0
// Rules of integer arithmetic, logic and shifts (int.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

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

static IrValue *add_add_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1)) return NULL;
    IrValue *c = rw_arg(x, 1);
    uint16_t f = sum_flags(i->v.flags & x->flags & WRAP, c, y);
    return ir_bin(&r->b, IR_ADD, f, rw_arg(x, 0), rw_int(y->type, rw_u(c) + rw_u(y)));
}

static IrValue *add_sub_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 0)) return NULL;
    IrValue *c = rw_arg(x, 0);
    uint16_t f = sum_flags(i->v.flags & x->flags & WRAP, c, y);
    return ir_bin(&r->b, IR_SUB, f, rw_int(y->type, rw_u(c) + rw_u(y)), rw_arg(x, 1));
}

static IrValue *add_not_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_is_not(x)) return NULL;
    return ir_sub(&r->b, rw_int(y->type, rw_u(y) - 1), rw_arg(x, 0));
}

static IrValue *add_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return rw_is_neg(x) ? ir_sub(&r->b, y, rw_arg(x, 1)) : NULL;
}

static IrValue *add_neg_right(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return rw_is_neg(y) ? ir_sub(&r->b, x, rw_arg(y, 1)) : NULL;
}

static IrValue *add_same(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (x != y || !ir_ty_is_int(x->type) || x->type->bits > 64 || x->type->bits < 3) return NULL;
    return ir_bin(&r->b, IR_SHL, i->v.flags & WRAP, x, rw_int(x->type, 1));
}

static IrValue *sub_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (ir_is_const(x)) return NULL;
    bool min = rw_u(y) == 1ull << (y->type->bits - 1);
    uint16_t f = min ? 0 : i->v.flags & IR_NSW;
    return ir_bin(&r->b, IR_ADD, f, x, rw_int(y->type, 0 - rw_u(y)));
}

static IrValue *sub_c_add(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(y, 1)) return NULL;
    IrValue *c = rw_arg(y, 1);
    uint16_t f = difference_flags(i->v.flags & y->flags & WRAP, x, c);
    return ir_bin(&r->b, IR_SUB, f, rw_int(x->type, rw_u(x) - rw_u(c)), rw_arg(y, 0));
}

static IrValue *sub_c_sub(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(y, 0)) return NULL;
    IrValue *c = rw_arg(y, 0);
    uint16_t f = difference_flags(i->v.flags & y->flags & WRAP, x, c);
    return ir_bin(&r->b, IR_ADD, f, rw_arg(y, 1), rw_int(x->type, rw_u(x) - rw_u(c)));
}

static IrValue *sub_ones(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_is_all_ones(x) ? ir_not(&r->b, y) : NULL;
}

static IrValue *sub_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return rw_is_neg(y) && !ir_is_zero(x) ? ir_add(&r->b, x, rw_arg(y, 1)) : NULL;
}

static IrValue *sub_adds(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    for (uint32_t a = 0; a < 2; a++) {
        for (uint32_t b = 0; b < 2; b++) {
            if (rw_arg(x, a) == rw_arg(y, b)) {
                return ir_sub(&r->b, rw_arg(x, 1 - a), rw_arg(y, 1 - b));
            }
        }
    }
    return NULL;
}

static IrValue *sub_own(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (rw_arg(y, 0) == x) return ir_neg(&r->b, rw_arg(y, 1));
    return rw_arg(y, 1) == x ? ir_neg(&r->b, rw_arg(y, 0)) : NULL;
}

// ---- mul, shifts ----

static IrValue *mul_pow2(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (ir_is_all_ones(y)) return ir_neg(&r->b, x);
    if (!rw_is_pow2(rw_u(y)) || rw_u(y) == 1) return NULL;
    uint32_t k = (uint32_t)__builtin_ctzll(rw_u(y));
    uint16_t f = i->v.flags & WRAP;
    if (k + 1 == y->type->bits) f &= ~IR_NSW; // the multiplier is the smallest number
    return ir_bin(&r->b, IR_SHL, f, x, rw_int(y->type, k));
}

static IrValue *mul_mul_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1)) return NULL;
    return ir_mul(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(rw_arg(x, 1)) * rw_u(y)));
}

static bool shift_count(const IrValue *v, uint32_t k, uint32_t *n) { // operand k, in range
    if (!rw_arg_c(v, k) || rw_u(rw_arg(v, k)) >= v->type->bits) return false;
    *n = (uint32_t)rw_u(rw_arg(v, k));
    return true;
}

static IrValue *mul_shl_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (!shift_count(x, 1, &k)) return NULL;
    return ir_mul(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(y) << k));
}

static IrValue *mul_neg_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_is_neg(x)) return NULL;
    return ir_mul(&r->b, rw_arg(x, 1), rw_int(y->type, 0 - rw_u(y)));
}

static IrValue *shl_shl(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t a, b, n = y->type->bits;
    if (!shift_count(x, 1, &a) || !shift_count(&i->v, 1, &b)) return NULL;
    if (a + b >= n) return rw_int(y->type, 0);
    return ir_bin(&r->b, IR_SHL, i->v.flags & x->flags & WRAP, rw_arg(x, 0),
                  rw_int(y->type, a + b));
}

static IrValue *shl_mul(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (!rw_arg_c(x, 1) || !shift_count(&i->v, 1, &k) || !ir_one_use(x)) return NULL;
    return ir_mul(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(rw_arg(x, 1)) << k));
}

static IrValue *shl_shr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (rw_arg(x, 1) != y || !shift_count(&i->v, 1, &k)) return NULL;
    if (x->flags & IR_EXACT) return rw_arg(x, 0);
    return ir_and(&r->b, rw_arg(x, 0), rw_int(y->type, ~rw_mask(k)));
}

static IrValue *lshr_lshr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t a, b;
    if (!shift_count(x, 1, &a) || !shift_count(&i->v, 1, &b)) return NULL;
    if (a + b >= y->type->bits) return rw_int(y->type, 0);
    return ir_lshr(&r->b, rw_arg(x, 0), rw_int(y->type, a + b));
}

static IrValue *lshr_shl(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (rw_arg(x, 1) != y || !shift_count(&i->v, 1, &k)) return NULL;
    if (x->flags & IR_NUW) return rw_arg(x, 0);
    return ir_and(&r->b, rw_arg(x, 0), rw_int(y->type, rw_mask(y->type->bits) >> k));
}

static IrValue *ashr_ashr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t a, b;
    if (!shift_count(x, 1, &a) || !shift_count(&i->v, 1, &b)) return NULL;
    return ir_ashr(&r->b, rw_arg(x, 0), rw_int(y->type, CU_MIN(a + b, y->type->bits - 1)));
}

static IrValue *ashr_shl(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (rw_arg(x, 1) != y || !shift_count(&i->v, 1, &k)) return NULL;
    if (x->flags & IR_NSW) return rw_arg(x, 0);
    uint32_t left = y->type->bits - k;
    bool has_cvt = left == 8 || left == 16 || left == 32;
    if (!rw_pays(r, has_cvt)) return NULL;
    return ir_sext(&r->b, ir_trunc(&r->b, rw_arg(x, 0), ir_ty_int(r->m, left)), y->type);
}

static IrValue *ashr_nonneg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_ty_is_int(x->type) || !an_is_nonneg(x)) return NULL;
    return ir_bin(&r->b, IR_LSHR, i->v.flags & IR_EXACT, x, y);
}

// ---- division ----

static IrValue *udiv_pow2(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint64_t c = rw_u(y);
    if (rw_is_pow2(c)) {
        uint64_t k = (uint64_t)__builtin_ctzll(c);
        return ir_bin(&r->b, IR_LSHR, i->v.flags & IR_EXACT, x, rw_int(y->type, k));
    }
    if (c < 1ull << (y->type->bits - 1) || !c) return NULL;
    return ir_zext(&r->b, ir_cmp(&r->b, IR_UGE, x, y), y->type);
}

static IrValue *udiv_udiv(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint64_t p;
    if (!rw_arg_c(x, 1) || ir_is_zero(rw_arg(x, 1)) || ir_is_zero(y)) return NULL;
    if (__builtin_mul_overflow(rw_u(rw_arg(x, 1)), rw_u(y), &p) || p > rw_mask(y->type->bits)) {
        return rw_int(y->type, 0);
    }
    return ir_udiv(&r->b, rw_arg(x, 0), rw_int(y->type, p));
}

static IrValue *urem_pow2(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return rw_is_pow2(rw_u(y)) ? ir_and(&r->b, x, rw_int(y->type, rw_u(y) - 1)) : NULL;
}

static bool both_nonneg(IrValue *x, IrValue *y) {
    return ir_ty_is_int(x->type) && x->type->bits <= 64 && an_is_nonneg(x) && an_is_nonneg(y);
}

static IrValue *sdiv_nonneg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (rw_cint(y) && ir_is_all_ones(y)) return ir_neg(&r->b, x);
    if (both_nonneg(x, y)) return ir_bin(&r->b, IR_UDIV, i->v.flags & IR_EXACT, x, y);
    if (!rw_cint(y) || !(i->v.flags & IR_EXACT) || rw_s(y) <= 0 || !rw_is_pow2(rw_u(y))) {
        return NULL;
    }
    return ir_bin(&r->b, IR_ASHR, IR_EXACT, x, rw_int(y->type, (uint64_t)__builtin_ctzll(rw_u(y))));
}

static IrValue *srem_nonneg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return both_nonneg(x, y) ? ir_urem(&r->b, x, y) : NULL;
}

static IrValue *div_narrow(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrType *t = r->m->ty_i32;
    if (!ir_ty_is_i(x->type, 64)) return NULL;
    if (an_umax(an_known_bits(x), 64) >> 32 || an_umax(an_known_bits(y), 64) >> 32) return NULL;
    IrValue *a = ir_trunc(&r->b, x, t), *b = ir_trunc(&r->b, y, t);
    return ir_zext(&r->b, ir_bin(&r->b, (IrOp)i->v.op, i->v.flags & IR_EXACT, a, b), x->type);
}

// ---- logic ----

static IrValue *and_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1)) return NULL;
    return ir_and(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(rw_arg(x, 1)) & rw_u(y)));
}

static IrValue *and_known(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint64_t c = rw_u(y), m = rw_mask(y->type->bits);
    AnBits k = an_known_bits(x);
    if (!(~k.zero & ~c & m)) return x;
    if (!(~k.zero & c)) return rw_int(y->type, 0);
    IrInst *o = ir_as_inst(x);
    if (!o || o->nops < 1) return NULL;
    switch (o->v.op) {
    case IR_OR:
    case IR_XOR: // what the constant changes is masked off
        return rw_arg_c(x, 1) && !(rw_u(rw_arg(x, 1)) & c) ? ir_and(&r->b, rw_arg(x, 0), y) : NULL;
    case IR_SEXT: { // only bits of the source stay
        IrType *from = rw_arg(x, 0)->type;
        if (c & ~rw_mask(from->bits)) return NULL;
        return ir_and(&r->b, ir_zext(&r->b, rw_arg(x, 0), y->type), y);
    }
    case IR_ASHR: {
        uint32_t n;
        if (!shift_count(x, 1, &n) || (c & ~(m >> n))) return NULL;
        return ir_and(&r->b, ir_lshr(&r->b, rw_arg(x, 0), rw_arg(x, 1)), y);
    }
    default: return NULL;
    }
}

static IrValue *or_or(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1)) return NULL;
    return ir_or(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(rw_arg(x, 1)) | rw_u(y)));
}

static IrValue *or_known(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return rw_u(y) & ~an_known_bits(x).one ? NULL : x;
}

static IrValue *or_rotate(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (x->op == IR_LSHR) {
        IrValue *t = x;
        x = y;
        y = t;
    }
    uint32_t a, b;
    if (!rw_pays(r, ir_ty_is_i(x->type, 32))) return NULL;
    if (!shift_count(x, 1, &a) || !shift_count(y, 1, &b)) return NULL;
    if (a + b != x->type->bits || !a) return NULL;
    IrValue *arg[] = {rw_arg(x, 0), rw_arg(y, 0), rw_int(x->type, a)};
    return ir_call_intrin(&r->b, IR_I_fshl, NULL, 3, arg);
}

static IrValue *xor_xor(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1)) return NULL;
    return ir_xor(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(rw_arg(x, 1)) ^ rw_u(y)));
}

static IrValue *xor_cmp(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_one_use(x) || ir_is_zero(y)) return NULL;
    r->b.fmf = ((IrInst *)x)->fmf;
    return ir_cmp(&r->b, ir_inverse_pred((IrPred)((IrInst *)x)->pred), rw_arg(x, 0), rw_arg(x, 1));
}

static IrValue *xor_add(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_is_all_ones(y) || !rw_arg_c(x, 1) || !ir_one_use(x)) return NULL;
    return ir_sub(&r->b, rw_int(y->type, ~rw_u(rw_arg(x, 1))), rw_arg(x, 0));
}

static IrValue *xor_sub(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_is_all_ones(y) || !rw_arg_c(x, 0)) return NULL;
    return ir_add(&r->b, rw_arg(x, 1), rw_int(y->type, ~rw_u(rw_arg(x, 0))));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/int.def"
};
const RwTable opt_rw_int = {rows, CU_COUNT(rows)};
