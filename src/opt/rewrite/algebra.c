// SPDX-License-Identifier: Apache-2.0
// Rules of several operations on integers (algebra.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

static bool shift_count(const IrValue *v, uint32_t *k) { // operand 1, in range
    if (!rw_arg_c(v, 1) || rw_u(rw_arg(v, 1)) >= v->type->bits) return false;
    *k = (uint32_t)rw_u(rw_arg(v, 1));
    return true;
}

// The other operand of `v` if one of the two is `x`.
static IrValue *other_than(const IrValue *v, const IrValue *x) {
    return rw_arg(v, 0) == x ? rw_arg(v, 1) : rw_arg(v, 1) == x ? rw_arg(v, 0) : NULL;
}

static bool same_pair(const IrValue *a, const IrValue *b) { // of operands, in either order
    return (rw_arg(a, 0) == rw_arg(b, 0) && rw_arg(a, 1) == rw_arg(b, 1)) ||
           (rw_arg(a, 0) == rw_arg(b, 1) && rw_arg(a, 1) == rw_arg(b, 0));
}

static bool is_not_of(const IrValue *v, const IrValue *x) {
    return rw_is_not(v) && rw_arg(v, 0) == x;
}

static IrValue *and_not(Rw *r, IrValue *x, IrValue *y) { // x & ~y
    return ir_and(&r->b, x, ir_not(&r->b, y));
}

// ---- distribution ----

// What holds of the parts of i = (X + C) * factor, x being the sum: both promises where neither the
// sum nor the product can be negative, since the parts are no greater than the whole then.
static uint16_t flags_of_parts(const IrInst *i, const IrValue *x, uint64_t factor) {
    const uint16_t both = IR_NUW | IR_NSW;
    uint16_t f = i->v.flags & x->flags & IR_NUW;
    if (!ir_ty_is_int(x->type) || x->type->bits > 64) return f;
    uint64_t sign = 1ull << (x->type->bits - 1);
    if (!(i->v.flags & IR_NSW) || factor < 2 || factor >= sign) return f;

    // a sum with the top bit would not fit in the product without a sign
    if (f && (i->v.flags & IR_NUW)) return both;
    bool grows = (x->flags & IR_NSW) && rw_u(rw_arg(x, 1)) < sign;
    return grows && an_is_nonneg(rw_arg(x, 0)) ? both : f;
}

static IrValue *mul_of_sum(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1) || !ir_one_use(x)) return NULL;
    uint16_t f = flags_of_parts(i, x, rw_u(y));
    IrValue *p = ir_bin(&r->b, IR_MUL, f, rw_arg(x, 0), y);
    return ir_bin(&r->b, IR_ADD, f, p, rw_int(y->type, rw_u(rw_arg(x, 1)) * rw_u(y)));
}

static IrValue *mul_of_difference(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 0) || ir_is_zero(rw_arg(x, 0)) || !ir_one_use(x)) return NULL;
    IrValue *p = ir_mul(&r->b, rw_arg(x, 1), rw_int(y->type, 0 - rw_u(y)));
    return ir_add(&r->b, p, rw_int(y->type, rw_u(rw_arg(x, 0)) * rw_u(y)));
}

static IrValue *shl_of_sum(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (!rw_arg_c(x, 1) || !ir_one_use(x) || !shift_count(&i->v, &k)) return NULL;
    uint16_t f = flags_of_parts(i, x, 1ull << k);
    IrValue *p = ir_bin(&r->b, IR_SHL, f, rw_arg(x, 0), y);
    return ir_bin(&r->b, IR_ADD, f, p, rw_int(y->type, rw_u(rw_arg(x, 1)) << k));
}

static IrValue *factored(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_one_use(x) || !ir_one_use(y) || x == y) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *z = rw_arg(x, k), *b = other_than(y, z), *a = rw_arg(x, 1 - k);
        if (!b || ir_is_const(z)) continue;
        return ir_mul(&r->b, ir_bin(&r->b, (IrOp)i->v.op, 0, a, b), z);
    }
    return NULL;
}

static IrValue *one_more(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *p = x->kind == IR_V_INST && x->op == IR_MUL && rw_arg(x, 0) == y ? x : y;
    IrValue *v = p == x ? y : x;
    if (p->kind != IR_V_INST || p->op != IR_MUL || rw_arg(p, 0) != v || !rw_arg_c(p, 1))
        return NULL;
    return ir_one_use(p) ? ir_mul(&r->b, v, rw_int(v->type, rw_u(rw_arg(p, 1)) + 1)) : NULL;
}

static IrValue *one_less(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (rw_arg(x, 0) != y || !rw_arg_c(x, 1) || !ir_one_use(x)) return NULL;
    return ir_mul(&r->b, y, rw_int(y->type, rw_u(rw_arg(x, 1)) - 1));
}

// ---- sums of bits ----

static IrValue *and_plus_or(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return same_pair(x, y) ? ir_add(&r->b, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *and_plus_xor(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return same_pair(x, y) ? ir_or(&r->b, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *not_plus(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return is_not_of(x, y) && ir_ty_is_int(y->type) ? &ir_sint(y->type, -1)->v : NULL;
}

static IrValue *or_minus_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return same_pair(x, y) ? ir_xor(&r->b, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *or_minus_xor(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return same_pair(x, y) ? ir_and(&r->b, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *or_minus_own(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = ir_one_use(x) ? other_than(x, y) : NULL;
    return a ? and_not(r, a, y) : NULL;
}

static IrValue *minus_own_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *m = ir_one_use(y) ? other_than(y, x) : NULL;
    return m ? and_not(r, x, m) : NULL;
}

// ---- logic ----

static IrValue *and_own_xor(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *g = y->kind == IR_V_INST && y->op == IR_XOR ? y : x, *v = g == y ? x : y;
    if (g->kind != IR_V_INST || g->op != IR_XOR) return NULL;
    IrInst *o = ir_as_op(v, IR_OR);
    if (rw_is_not(g)) { // (a | b) & ~b
        IrValue *a = o && ir_one_use(v) ? other_than(v, rw_arg(g, 0)) : NULL;
        return a ? ir_and(&r->b, a, g) : NULL;
    }
    IrValue *b = ir_one_use(g) ? other_than(g, v) : NULL;
    return b ? and_not(r, v, b) : NULL;
}

static IrValue *not_and_or(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_is_not(x) && ir_one_use(y) ? other_than(y, rw_arg(x, 0)) : NULL;
    return a ? ir_and(&r->b, a, x) : NULL;
}

// (x in y) out (x in z) -> x in (y out z)
static IrValue *taken_out(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_one_use(x) || !ir_one_use(y)) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *v = rw_arg(x, k), *b = other_than(y, v), *a = rw_arg(x, 1 - k);
        if (!b) continue;
        return ir_bin(&r->b, (IrOp)x->op, 0, v, ir_bin(&r->b, (IrOp)i->v.op, 0, a, b));
    }
    return NULL;
}

static IrValue *and_of_ors(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return taken_out(r, i, x, y);
}

static IrValue *or_of_ands(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return taken_out(r, i, x, y);
}

static IrValue *xor_or_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return same_pair(x, y) ? ir_or(&r->b, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *or_own_xor(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = other_than(x, y);
    return b && !ir_is_const(b) ? ir_or(&r->b, y, b) : NULL;
}

static IrValue *or_not_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *a = k ? x : y, *v = k ? y : x;
        if (!ir_as_op(a, IR_AND)) continue;
        if (is_not_of(rw_arg(a, 0), v)) return ir_or(&r->b, v, rw_arg(a, 1));
        if (is_not_of(rw_arg(a, 1), v)) return ir_or(&r->b, v, rw_arg(a, 0));
    }
    return NULL;
}

static IrValue *and_not_or(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *o = k ? x : y, *v = k ? y : x;
        if (!ir_as_op(o, IR_OR)) continue;
        if (is_not_of(rw_arg(o, 0), v)) return ir_and(&r->b, v, rw_arg(o, 1));
        if (is_not_of(rw_arg(o, 1), v)) return ir_and(&r->b, v, rw_arg(o, 0));
    }
    return NULL;
}

static IrValue *de_morgan(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool nots = rw_is_not(x) && rw_is_not(y) && (ir_one_use(x) || ir_one_use(y));
    if (!nots) return NULL;
    return ir_not(&r->b,
                  ir_bin(&r->b, i->v.op == IR_AND ? IR_OR : IR_AND, 0, rw_arg(x, 0), rw_arg(y, 0)));
}

static IrValue *xor_xors(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *b = other_than(y, rw_arg(x, k));
        if (b) return ir_xor(&r->b, rw_arg(x, 1 - k), b);
    }
    return NULL;
}

static IrValue *or_xor_and(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return same_pair(x, y) ? ir_xor(&r->b, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *or_xor_own(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = ir_one_use(x) ? other_than(x, y) : NULL;
    return a ? and_not(r, a, y) : NULL;
}

// ---- extensions ----

static IrValue *logic_ext_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    if (!ir_ty_is_int(a->type) || !ir_one_use(x)) return NULL;
    if (!rw_pays(r, x->type->bits > 32) || ir_ty_is_i(a->type, 1)) return NULL;
    return ir_zext(&r->b, ir_and(&r->b, a, rw_int(a->type, rw_u(y))), x->type);
}

static IrValue *logic_exts(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0), *b = rw_arg(y, 0);
    if (a->type != b->type || (!ir_one_use(x) && !ir_one_use(y))) return NULL;
    IrValue *v = ir_bin(&r->b, (IrOp)i->v.op, i->v.flags & IR_DISJOINT, a, b);
    return ir_cast(&r->b, (IrOp)x->op, 0, v, x->type);
}

// v << k, where v is X >>u k under logic with constants; NULL: it is not.
static IrValue *moved_back(Rw *r, IrValue *v, IrValue *by, uint32_t depth) {
    enum { DEEP = 3 };
    const IrInst *i = ir_as_inst(v);
    IrType *t = v->type;
    uint64_t up = rw_mask(t->bits) << rw_u(by);
    if (!i || depth == DEEP) return NULL;
    if (i->v.op == IR_LSHR && ir_op(i, 1) == by) return ir_and(&r->b, ir_op(i, 0), rw_int(t, up));
    bool logic = i->v.op == IR_AND || i->v.op == IR_OR || i->v.op == IR_XOR;
    if (!logic || !rw_arg_c(v, 1) || !ir_one_use(v)) return NULL;
    IrValue *x = moved_back(r, ir_op(i, 0), by, depth + 1);
    return x ? ir_bin(&r->b, (IrOp)i->v.op, 0, x, rw_int(t, rw_u(ir_op(i, 1)) << rw_u(by))) : NULL;
}

// A field that is changed where it stands need not be moved down and up again.
static IrValue *shl_of_shr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return rw_u(y) < y->type->bits ? moved_back(r, x, y, 0) : NULL;
}

static IrValue *and_of_flip(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    const IrInst *field = ir_as_op(rw_arg(x, 0), IR_AND);
    if (!field || !rw_arg_c(x, 1) || !rw_arg_c(&field->v, 1) || !ir_one_use(x)) return NULL;
    uint64_t c1 = rw_u(rw_arg(&field->v, 1)), c2 = rw_u(rw_arg(x, 1)), c3 = rw_u(y);
    IrValue *kept = ir_and(&r->b, rw_arg(&field->v, 0), rw_int(y->type, c1 & c3));
    return ir_xor(&r->b, kept, rw_int(y->type, c2 & c3));
}

static IrValue *or_of_flip(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *rest = x->op == IR_AND ? x : y, *flip = rest == x ? y : x;
    IrInst *field = ir_as_op(rw_arg(flip, 0), IR_AND);
    if (!field || !rw_arg_c(rest, 1) || !rw_arg_c(flip, 1) || !rw_arg_c(&field->v, 1)) return NULL;
    if (rw_arg(rest, 0) != rw_arg(&field->v, 0) || !ir_one_use(flip)) return NULL;
    uint64_t c1 = rw_u(rw_arg(rest, 1)), c2 = rw_u(rw_arg(&field->v, 1)),
             c3 = rw_u(rw_arg(flip, 1));
    if (c1 & c3) return NULL;
    IrType *t = i->v.type;
    IrValue *both = ir_and(&r->b, rw_arg(rest, 0), rw_int(t, c1 | c2));
    return ir_xor(&r->b, both, rw_int(t, c3));
}

static IrValue *shift_of_ext(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    uint32_t k;
    if (!shift_count(&i->v, &k) || !ir_ty_is_int(a->type) || ir_ty_is_i(a->type, 1)) return NULL;
    if (!rw_pays(r, x->type->bits > 32)) return NULL;
    if (k >= a->type->bits && i->v.op == IR_LSHR) return rw_int(x->type, 0);
    k = CU_MIN(k, a->type->bits - 1);
    IrValue *s = ir_bin(&r->b, (IrOp)i->v.op, i->v.flags & IR_EXACT, a, rw_int(a->type, k));
    return ir_cast(&r->b, (IrOp)x->op, 0, s, x->type);
}

static IrValue *sign_bit(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k, last;
    if (!shift_count(x, &k) || !shift_count(&i->v, &last) || last != x->type->bits - 1) return NULL;
    return ir_lshr(&r->b, rw_arg(x, 0), y);
}

static IrValue *shift_of_mask(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (!shift_count(&i->v, &k) || !rw_arg_c(x, 1) || !ir_one_use(x)) return NULL;
    uint64_t m = rw_u(rw_arg(x, 1)) >> k;
    if (!k || !m || (m & (m + 1))) return NULL; // a bit field: its extraction
    return ir_and(&r->b, ir_lshr(&r->b, rw_arg(x, 0), y), rw_int(y->type, m));
}

// ---- division ----

static bool divides(const IrValue *d, const IrValue *c, bool is_signed) { // c % d == 0
    if (ir_is_zero(d) || ir_is_zero(c)) return false;
    if (!is_signed) return rw_u(c) % rw_u(d) == 0;
    return rw_s(d) != -1 && rw_s(c) % rw_s(d) == 0;
}

static IrValue *rem_of_rem(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool is_signed = i->v.op == IR_SREM;
    if (!rw_arg_c(x, 1) || !divides(y, rw_arg(x, 1), is_signed)) return NULL;
    return ir_bin(&r->b, (IrOp)i->v.op, 0, rw_arg(x, 0), y);
}

static IrValue *sdiv_sdiv(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_arg_c(x, 1) || rw_s(rw_arg(x, 1)) <= 0 || rw_s(y) <= 0) return NULL;
    uint64_t p;
    uint64_t smax = rw_mask(y->type->bits) >> 1;
    if (__builtin_mul_overflow(rw_u(rw_arg(x, 1)), rw_u(y), &p) || p > smax) {
        // larger than every number but the smallest one, which only 2^(n-1) itself would divide
        return p == smax + 1 ? NULL : rw_int(y->type, 0);
    }
    return ir_sdiv(&r->b, rw_arg(x, 0), rw_int(y->type, p));
}

static IrValue *udiv_shr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k, n = y->type->bits;
    if (!shift_count(x, &k) || ir_is_zero(y)) return NULL;
    if (k && rw_u(y) >> (n - k)) return rw_int(y->type, 0);
    return ir_udiv(&r->b, rw_arg(x, 0), rw_int(y->type, rw_u(y) << k));
}

static IrValue *shr_udiv(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k, n = y->type->bits;
    if (!shift_count(&i->v, &k) || !rw_arg_c(x, 1) || ir_is_zero(rw_arg(x, 1)) || !ir_one_use(x))
        return NULL;
    uint64_t c = rw_u(rw_arg(x, 1));
    if (k && c >> (n - k)) return rw_int(y->type, 0);
    return ir_udiv(&r->b, rw_arg(x, 0), rw_int(y->type, c << k));
}

static bool exact_product(const IrInst *i, const IrValue *x, bool is_signed) {
    return x->flags & (is_signed ? IR_NSW : IR_NUW);
}

static IrValue *div_of_mul(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool is_signed = i->v.op == IR_SDIV;
    if (!rw_arg_c(x, 1) || !exact_product(i, x, is_signed)) return NULL;
    IrValue *c = rw_arg(x, 1);
    if (!divides(y, c, is_signed)) return NULL;
    uint64_t q = is_signed ? (uint64_t)(rw_s(c) / rw_s(y)) : rw_u(c) / rw_u(y);
    return ir_mul(&r->b, rw_arg(x, 0), rw_int(y->type, q));
}

static IrValue *div_of_shl(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t k;
    if (!shift_count(x, &k) || !(x->flags & IR_NUW) || !rw_is_pow2(rw_u(y))) return NULL;
    uint32_t d = (uint32_t)__builtin_ctzll(rw_u(y));
    return d <= k ? ir_shl(&r->b, rw_arg(x, 0), rw_int(y->type, k - d)) : NULL;
}

static IrValue *rem_of_mul(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool is_signed = i->v.op == IR_SREM;
    if (!rw_arg_c(x, 1) || !exact_product(i, x, is_signed)) return NULL;
    return divides(y, rw_arg(x, 1), is_signed) ? rw_int(y->type, 0) : NULL;
}

// The low 32 bits of the product of the low 24 bits: sm_20 and later have no instruction for it.
static IrValue *mul_of_24_bits(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t id = ir_intrin_of(i);
    bool fits = false;
    if (id == IR_I_nvvm_mul24_i) fits = an_sign_bits(x) > 8 && an_sign_bits(y) > 8;
    if (id == IR_I_nvvm_mul24_ui) {
        fits = an_umax(an_known_bits(x), 32) >> 24 == 0 && an_umax(an_known_bits(y), 32) >> 24 == 0;
    }
    return fits ? ir_mul(&r->b, x, y) : NULL;
}

// ---- min and max ----

static bool is_minmax(uint32_t id) {
    return id == IR_I_umin || id == IR_I_umax || id == IR_I_smin || id == IR_I_smax;
}

static IrValue *minmax_minmax(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t id = ir_intrin_of(i);
    if (!is_minmax(id) || ir_intrin_of((IrInst *)x) != id || !rw_arg_c(x, 1)) return NULL;
    IrValue *c = ir_call_intrin(&r->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(x, 1), y});
    return ir_call_intrin(&r->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(x, 0), c});
}

static IrValue *minmax_end(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint64_t max = rw_mask(y->type->bits), c = rw_u(y);
    switch (ir_intrin_of(i)) {
    case IR_I_umin: return c == 0 ? y : c == max ? x : NULL;
    case IR_I_umax: return c == 0 ? x : c == max ? y : NULL;
    case IR_I_smin: return c == max / 2 + 1 ? y : c == max / 2 ? x : NULL;
    case IR_I_smax: return c == max / 2 + 1 ? x : c == max / 2 ? y : NULL;
    default: return NULL;
    }
}

static IrValue *minmax_order(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!is_minmax(ir_intrin_of(i)) || ir_is_const(y)) return NULL;
    ir_set_op(i, 0, y);
    ir_set_op(i, 1, x);
    return &i->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/algebra.def"
};
const RwTable opt_rw_algebra = {rows, CU_COUNT(rows)};
