// SPDX-License-Identifier: Apache-2.0
// Rules of several operations on integers (algebra.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

static bool shift_count(const IrValue *value, uint32_t *k) { // operand 1, in range
    if (!rw_arg_c(value, 1) || rw_u(rw_arg(value, 1)) >= value->type->bits) return false;
    *k = (uint32_t)rw_u(rw_arg(value, 1));
    return true;
}

// The other operand of `value` if one of the two is `x`.
static IrValue *other_than(const IrValue *value, const IrValue *x) {
    return rw_arg(value, 0) == x   ? rw_arg(value, 1)
           : rw_arg(value, 1) == x ? rw_arg(value, 0)
                                   : NULL;
}

static bool same_pair(const IrValue *value, const IrValue *b) { // of operands, in either order
    return (rw_arg(value, 0) == rw_arg(b, 0) && rw_arg(value, 1) == rw_arg(b, 1)) ||
           (rw_arg(value, 0) == rw_arg(b, 1) && rw_arg(value, 1) == rw_arg(b, 0));
}

static bool is_not_of(const IrValue *value, const IrValue *x) {
    return rw_is_not(value) && rw_arg(value, 0) == x;
}

static IrValue *and_not(Rw *rw, IrValue *value, IrValue *y) { // x & ~y
    return ir_and(&rw->b, value, ir_not(&rw->b, y));
}

// ---- distribution ----

// What holds of the parts of i = (X + C) * factor, x being the sum: both promises where neither the
// sum nor the product can be negative, since the parts are no greater than the whole then.
static uint16_t flags_of_parts(const IrInst *inst, const IrValue *value, uint64_t factor) {
    const uint16_t both = IR_NUW | IR_NSW;
    uint16_t f = inst->v.flags & value->flags & IR_NUW;
    if (!ir_ty_is_int(value->type) || value->type->bits > 64) return f;
    uint64_t sign = 1ull << (value->type->bits - 1);
    if (!(inst->v.flags & IR_NSW) || factor < 2 || factor >= sign) return f;

    // a sum with the top bit would not fit in the product without a sign
    if (f && (inst->v.flags & IR_NUW)) return both;
    bool grows = (value->flags & IR_NSW) && rw_u(rw_arg(value, 1)) < sign;
    return grows && an_is_nonneg(rw_arg(value, 0)) ? both : f;
}

static IrValue *mul_of_sum(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!rw_arg_c(value, 1) || !ir_one_use(value)) return NULL;
    uint16_t f = flags_of_parts(inst, value, rw_u(y));
    IrValue *p = ir_bin(&rw->b, IR_MUL, f, rw_arg(value, 0), y);
    return ir_bin(&rw->b, IR_ADD, f, p, rw_int(y->type, rw_u(rw_arg(value, 1)) * rw_u(y)));
}

static IrValue *mul_of_difference(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!rw_arg_c(value, 0) || ir_is_zero(rw_arg(value, 0)) || !ir_one_use(value)) return NULL;
    IrValue *p = ir_mul(&rw->b, rw_arg(value, 1), rw_int(y->type, 0 - rw_u(y)));
    return ir_add(&rw->b, p, rw_int(y->type, rw_u(rw_arg(value, 0)) * rw_u(y)));
}

static IrValue *shl_of_sum(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t k;
    if (!rw_arg_c(value, 1) || !ir_one_use(value) || !shift_count(&inst->v, &k)) return NULL;
    uint16_t f = flags_of_parts(inst, value, 1ull << k);
    IrValue *p = ir_bin(&rw->b, IR_SHL, f, rw_arg(value, 0), y);
    return ir_bin(&rw->b, IR_ADD, f, p, rw_int(y->type, rw_u(rw_arg(value, 1)) << k));
}

static IrValue *factored(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_one_use(value) || !ir_one_use(y) || value == y) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *z = rw_arg(value, k), *b = other_than(y, z), *a = rw_arg(value, 1 - k);
        if (!b || ir_is_const(z)) continue;
        return ir_mul(&rw->b, ir_bin(&rw->b, (IrOp)inst->v.op, 0, a, b), z);
    }
    return NULL;
}

static IrValue *one_more(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *p =
        value->kind == IR_V_INST && value->op == IR_MUL && rw_arg(value, 0) == y ? value : y;
    IrValue *v = p == value ? y : value;
    if (p->kind != IR_V_INST || p->op != IR_MUL || rw_arg(p, 0) != v || !rw_arg_c(p, 1))
        return NULL;
    return ir_one_use(p) ? ir_mul(&rw->b, v, rw_int(v->type, rw_u(rw_arg(p, 1)) + 1)) : NULL;
}

static IrValue *one_less(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (rw_arg(value, 0) != y || !rw_arg_c(value, 1) || !ir_one_use(value)) return NULL;
    return ir_mul(&rw->b, y, rw_int(y->type, rw_u(rw_arg(value, 1)) - 1));
}

// ---- sums of bits ----

static IrValue *and_plus_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return same_pair(value, y) ? ir_add(&rw->b, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *and_plus_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return same_pair(value, y) ? ir_or(&rw->b, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *not_plus(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return is_not_of(value, y) && ir_ty_is_int(y->type) ? &ir_sint(y->type, -1)->v : NULL;
}

static IrValue *or_minus_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return same_pair(value, y) ? ir_xor(&rw->b, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *or_minus_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return same_pair(value, y) ? ir_and(&rw->b, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *or_minus_own(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = ir_one_use(value) ? other_than(value, y) : NULL;
    return a ? and_not(rw, a, y) : NULL;
}

static IrValue *minus_own_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *m = ir_one_use(y) ? other_than(y, value) : NULL;
    return m ? and_not(rw, value, m) : NULL;
}

// ---- logic ----

static IrValue *and_own_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *g = y->kind == IR_V_INST && y->op == IR_XOR ? y : value, *v = g == y ? value : y;
    if (g->kind != IR_V_INST || g->op != IR_XOR) return NULL;
    IrInst *o = ir_as_op(v, IR_OR);
    if (rw_is_not(g)) { // (a | b) & ~b
        IrValue *a = o && ir_one_use(v) ? other_than(v, rw_arg(g, 0)) : NULL;
        return a ? ir_and(&rw->b, a, g) : NULL;
    }
    IrValue *b = ir_one_use(g) ? other_than(g, v) : NULL;
    return b ? and_not(rw, v, b) : NULL;
}

static IrValue *not_and_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_is_not(value) && ir_one_use(y) ? other_than(y, rw_arg(value, 0)) : NULL;
    return a ? ir_and(&rw->b, a, value) : NULL;
}

// (x in y) out (x in z) -> x in (y out z)
static IrValue *taken_out(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_one_use(value) || !ir_one_use(y)) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *v = rw_arg(value, k), *b = other_than(y, v), *a = rw_arg(value, 1 - k);
        if (!b) continue;
        return ir_bin(&rw->b, (IrOp)value->op, 0, v, ir_bin(&rw->b, (IrOp)inst->v.op, 0, a, b));
    }
    return NULL;
}

static IrValue *and_of_ors(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return taken_out(rw, inst, value, y);
}

static IrValue *or_of_ands(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return taken_out(rw, inst, value, y);
}

static IrValue *xor_or_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return same_pair(value, y) ? ir_or(&rw->b, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *or_own_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = other_than(value, y);
    return b && !ir_is_const(b) ? ir_or(&rw->b, y, b) : NULL;
}

static IrValue *or_not_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *a = k ? value : y, *v = k ? y : value;
        if (!ir_as_op(a, IR_AND)) continue;
        if (is_not_of(rw_arg(a, 0), v)) return ir_or(&rw->b, v, rw_arg(a, 1));
        if (is_not_of(rw_arg(a, 1), v)) return ir_or(&rw->b, v, rw_arg(a, 0));
    }
    return NULL;
}

static IrValue *and_not_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *o = k ? value : y, *v = k ? y : value;
        if (!ir_as_op(o, IR_OR)) continue;
        if (is_not_of(rw_arg(o, 0), v)) return ir_and(&rw->b, v, rw_arg(o, 1));
        if (is_not_of(rw_arg(o, 1), v)) return ir_and(&rw->b, v, rw_arg(o, 0));
    }
    return NULL;
}

static IrValue *de_morgan(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool nots = rw_is_not(value) && rw_is_not(y) && (ir_one_use(value) || ir_one_use(y));
    if (!nots) return NULL;
    return ir_not(&rw->b, ir_bin(&rw->b, inst->v.op == IR_AND ? IR_OR : IR_AND, 0, rw_arg(value, 0),
                                 rw_arg(y, 0)));
}

static IrValue *xor_xors(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *b = other_than(y, rw_arg(value, k));
        if (b) return ir_xor(&rw->b, rw_arg(value, 1 - k), b);
    }
    return NULL;
}

static IrValue *or_xor_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return same_pair(value, y) ? ir_xor(&rw->b, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *or_xor_own(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = ir_one_use(value) ? other_than(value, y) : NULL;
    return a ? and_not(rw, a, y) : NULL;
}

// ---- extensions ----

static IrValue *logic_ext_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0);
    if (!ir_ty_is_int(a->type) || !ir_one_use(value)) return NULL;
    if (!rw_pays(rw, value->type->bits > 32) || ir_ty_is_i(a->type, 1)) return NULL;
    return ir_zext(&rw->b, ir_and(&rw->b, a, rw_int(a->type, rw_u(y))), value->type);
}

static IrValue *logic_exts(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0), *b = rw_arg(y, 0);
    if (a->type != b->type || (!ir_one_use(value) && !ir_one_use(y))) return NULL;
    IrValue *v = ir_bin(&rw->b, (IrOp)inst->v.op, inst->v.flags & IR_DISJOINT, a, b);
    return ir_cast(&rw->b, (IrOp)value->op, 0, v, value->type);
}

// v << k, where v is X >>u k under logic with constants; NULL: it is not.
static IrValue *moved_back(Rw *rw, IrValue *value, IrValue *by, uint32_t depth) {
    enum { DEEP = 3 };
    const IrInst *i = ir_as_inst(value);
    IrType *t = value->type;
    uint64_t up = rw_mask(t->bits) << rw_u(by);
    if (!i || depth == DEEP) return NULL;
    if (i->v.op == IR_LSHR && ir_op(i, 1) == by) return ir_and(&rw->b, ir_op(i, 0), rw_int(t, up));
    bool logic = i->v.op == IR_AND || i->v.op == IR_OR || i->v.op == IR_XOR;
    if (!logic || !rw_arg_c(value, 1) || !ir_one_use(value)) return NULL;
    IrValue *x = moved_back(rw, ir_op(i, 0), by, depth + 1);
    return x ? ir_bin(&rw->b, (IrOp)i->v.op, 0, x, rw_int(t, rw_u(ir_op(i, 1)) << rw_u(by))) : NULL;
}

// A field that is changed where it stands need not be moved down and up again.
static IrValue *shl_of_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return rw_u(y) < y->type->bits ? moved_back(rw, value, y, 0) : NULL;
}

static IrValue *and_of_flip(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    const IrInst *field = ir_as_op(rw_arg(value, 0), IR_AND);
    if (!field || !rw_arg_c(value, 1) || !rw_arg_c(&field->v, 1) || !ir_one_use(value)) return NULL;
    uint64_t c1 = rw_u(rw_arg(&field->v, 1)), c2 = rw_u(rw_arg(value, 1)), c3 = rw_u(y);
    IrValue *kept = ir_and(&rw->b, rw_arg(&field->v, 0), rw_int(y->type, c1 & c3));
    return ir_xor(&rw->b, kept, rw_int(y->type, c2 & c3));
}

static IrValue *or_of_flip(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *rest = value->op == IR_AND ? value : y, *flip = rest == value ? y : value;
    IrInst *field = ir_as_op(rw_arg(flip, 0), IR_AND);
    if (!field || !rw_arg_c(rest, 1) || !rw_arg_c(flip, 1) || !rw_arg_c(&field->v, 1)) return NULL;
    if (rw_arg(rest, 0) != rw_arg(&field->v, 0) || !ir_one_use(flip)) return NULL;
    uint64_t c1 = rw_u(rw_arg(rest, 1)), c2 = rw_u(rw_arg(&field->v, 1)),
             c3 = rw_u(rw_arg(flip, 1));
    if (c1 & c3) return NULL;
    IrType *t = inst->v.type;
    IrValue *both = ir_and(&rw->b, rw_arg(rest, 0), rw_int(t, c1 | c2));
    return ir_xor(&rw->b, both, rw_int(t, c3));
}

static IrValue *shift_of_ext(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0);
    uint32_t k;
    if (!shift_count(&inst->v, &k) || !ir_ty_is_int(a->type) || ir_ty_is_i(a->type, 1)) return NULL;
    if (!rw_pays(rw, value->type->bits > 32)) return NULL;
    if (k >= a->type->bits && inst->v.op == IR_LSHR) return rw_int(value->type, 0);
    k = CU_MIN(k, a->type->bits - 1);
    IrValue *s = ir_bin(&rw->b, (IrOp)inst->v.op, inst->v.flags & IR_EXACT, a, rw_int(a->type, k));
    return ir_cast(&rw->b, (IrOp)value->op, 0, s, value->type);
}

static IrValue *sign_bit(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t k, last;
    if (!shift_count(value, &k) || !shift_count(&inst->v, &last) || last != value->type->bits - 1)
        return NULL;
    return ir_lshr(&rw->b, rw_arg(value, 0), y);
}

static IrValue *shift_of_mask(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t k;
    if (!shift_count(&inst->v, &k) || !rw_arg_c(value, 1) || !ir_one_use(value)) return NULL;
    uint64_t m = rw_u(rw_arg(value, 1)) >> k;
    if (!k || !m || (m & (m + 1))) return NULL; // a bit field: its extraction
    return ir_and(&rw->b, ir_lshr(&rw->b, rw_arg(value, 0), y), rw_int(y->type, m));
}

// ---- division ----

static bool divides(const IrValue *value, const IrValue *c, bool is_signed) { // c % d == 0
    if (ir_is_zero(value) || ir_is_zero(c)) return false;
    if (!is_signed) return rw_u(c) % rw_u(value) == 0;
    return rw_s(value) != -1 && rw_s(c) % rw_s(value) == 0;
}

static IrValue *rem_of_rem(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool is_signed = inst->v.op == IR_SREM;
    if (!rw_arg_c(value, 1) || !divides(y, rw_arg(value, 1), is_signed)) return NULL;
    return ir_bin(&rw->b, (IrOp)inst->v.op, 0, rw_arg(value, 0), y);
}

static IrValue *sdiv_sdiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!rw_arg_c(value, 1) || rw_s(rw_arg(value, 1)) <= 0 || rw_s(y) <= 0) return NULL;
    uint64_t p;
    uint64_t smax = rw_mask(y->type->bits) >> 1;
    if (__builtin_mul_overflow(rw_u(rw_arg(value, 1)), rw_u(y), &p) || p > smax) {
        // larger than every number but the smallest one, which only 2^(n-1) itself would divide
        return p == smax + 1 ? NULL : rw_int(y->type, 0);
    }
    return ir_sdiv(&rw->b, rw_arg(value, 0), rw_int(y->type, p));
}

static IrValue *udiv_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t k, n = y->type->bits;
    if (!shift_count(value, &k) || ir_is_zero(y)) return NULL;
    if (k && rw_u(y) >> (n - k)) return rw_int(y->type, 0);
    return ir_udiv(&rw->b, rw_arg(value, 0), rw_int(y->type, rw_u(y) << k));
}

static IrValue *shr_udiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t k, n = y->type->bits;
    if (!shift_count(&inst->v, &k) || !rw_arg_c(value, 1) || ir_is_zero(rw_arg(value, 1)) ||
        !ir_one_use(value))
        return NULL;
    uint64_t c = rw_u(rw_arg(value, 1));
    if (k && c >> (n - k)) return rw_int(y->type, 0);
    return ir_udiv(&rw->b, rw_arg(value, 0), rw_int(y->type, c << k));
}

static bool exact_product(const IrInst *inst, const IrValue *value, bool is_signed) {
    return value->flags & (is_signed ? IR_NSW : IR_NUW);
}

static IrValue *div_of_mul(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool is_signed = inst->v.op == IR_SDIV;
    if (!rw_arg_c(value, 1) || !exact_product(inst, value, is_signed)) return NULL;
    IrValue *c = rw_arg(value, 1);
    if (!divides(y, c, is_signed)) return NULL;
    uint64_t q = is_signed ? (uint64_t)(rw_s(c) / rw_s(y)) : rw_u(c) / rw_u(y);
    return ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, q));
}

static IrValue *div_of_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t k;
    if (!shift_count(value, &k) || !(value->flags & IR_NUW) || !rw_is_pow2(rw_u(y))) return NULL;
    uint32_t d = (uint32_t)__builtin_ctzll(rw_u(y));
    return d <= k ? ir_shl(&rw->b, rw_arg(value, 0), rw_int(y->type, k - d)) : NULL;
}

static IrValue *rem_of_mul(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool is_signed = inst->v.op == IR_SREM;
    if (!rw_arg_c(value, 1) || !exact_product(inst, value, is_signed)) return NULL;
    return divides(y, rw_arg(value, 1), is_signed) ? rw_int(y->type, 0) : NULL;
}

// The low 32 bits of the product of the low 24 bits: sm_20 and later have no instruction for it.
static IrValue *mul_of_24_bits(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t id = ir_intrin_of(inst);
    bool fits = false;
    if (id == IR_I_nvvm_mul24_i) fits = an_sign_bits(value) > 8 && an_sign_bits(y) > 8;
    if (id == IR_I_nvvm_mul24_ui) {
        fits = an_umax(an_known_bits(value), 32) >> 24 == 0 &&
               an_umax(an_known_bits(y), 32) >> 24 == 0;
    }
    return fits ? ir_mul(&rw->b, value, y) : NULL;
}

// ---- min and max ----

static bool is_minmax(uint32_t id) {
    return id == IR_I_umin || id == IR_I_umax || id == IR_I_smin || id == IR_I_smax;
}

static IrValue *minmax_minmax(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t id = ir_intrin_of(inst);
    if (!is_minmax(id) || ir_intrin_of((IrInst *)value) != id || !rw_arg_c(value, 1)) return NULL;
    IrValue *c = ir_call_intrin(&rw->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(value, 1), y});
    return ir_call_intrin(&rw->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(value, 0), c});
}

static IrValue *minmax_end(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t max = rw_mask(y->type->bits), c = rw_u(y);
    switch (ir_intrin_of(inst)) {
    case IR_I_umin: return c == 0 ? y : c == max ? value : NULL;
    case IR_I_umax: return c == 0 ? value : c == max ? y : NULL;
    case IR_I_smin: return c == max / 2 + 1 ? y : c == max / 2 ? value : NULL;
    case IR_I_smax: return c == max / 2 + 1 ? value : c == max / 2 ? y : NULL;
    default: return NULL;
    }
}

static IrValue *minmax_order(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!is_minmax(ir_intrin_of(inst)) || ir_is_const(y)) return NULL;
    ir_set_op(inst, 0, y);
    ir_set_op(inst, 1, value);
    return &inst->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/algebra.def"
};
const RwTable opt_rw_algebra = {rows, CU_COUNT(rows)};
