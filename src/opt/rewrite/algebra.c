// SPDX-License-Identifier: Apache-2.0
// Rules of several operations on integers (algebra.def; the contract is in rewrite/rewrite.h).
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

static bool is_not_of(const IrValue *complement, const IrValue *plain) {
    return rw_is_not(complement) && rw_arg(complement, 0) == plain;
}

static IrValue *and_not(Rw *rw, IrValue *kept, IrValue *cleared) { // kept & ~cleared
    return ir_and(&rw->b, kept, ir_not(&rw->b, cleared));
}

// The operation on the two operands of a value.
static IrValue *of_operands(Rw *rw, IrOp op, const IrValue *operation) {
    return ir_bin(&rw->b, op, 0, rw_arg(operation, 0), rw_arg(operation, 1));
}

// ---- distribution ----

// What holds of the parts of i = (X + C) * factor, x being the sum: both promises where neither the
// sum nor the product can be negative, since the parts are no greater than the whole then.
static uint16_t flags_of_parts(const IrInst *product, const IrValue *sum, uint64_t factor) {
    const uint16_t both = IR_NUW | IR_NSW;
    uint16_t f = product->v.flags & sum->flags & IR_NUW;
    if (!ir_ty_is_word(sum->type)) return f;
    uint64_t sign = 1ull << (sum->type->bits - 1);
    if (!(product->v.flags & IR_NSW) || factor < 2 || factor >= sign) return f;

    // a sum with the top bit would not fit in the product without a sign
    if (f && (product->v.flags & IR_NUW)) return both;
    bool grows = (sum->flags & IR_NSW) && rw_arg_u(sum, 1) < sign;
    return grows && an_is_nonneg(rw_arg(sum, 0)) ? both : f;
}

// Whether it is only extended by its sign, or after a constant was added to it.
static bool is_only_extended(const IrInst *product) {
    const IrInst *user = opt_only_user(&product->v);
    bool more = user && user->v.op == IR_ADD && rw_arg_c(&user->v, 1) && (user->v.flags & IR_NSW);
    if (more) user = opt_only_user(&user->v);
    return user && user->v.op == IR_SEXT;
}

// An index whose parts may wrap: as it stands gpu/addr.c gets the constant out of it.
static bool is_exact_index(const IrInst *product, const IrValue *sum, uint16_t of_parts) {
    bool exact = product->v.flags & sum->flags & IR_NSW;
    return exact && !(of_parts & IR_NSW) && is_only_extended(product);
}

static IrValue *mul_of_sum(Rw *rw, IrInst *product, IrValue *sum, IrValue *factor) {
    uint16_t f = flags_of_parts(product, sum, rw_u(factor));
    if (is_exact_index(product, sum, f)) return NULL;
    IrValue *p = ir_bin(&rw->b, IR_MUL, f, rw_arg(sum, 0), factor);
    return ir_bin(&rw->b, IR_ADD, f, p, rw_int(factor->type, rw_arg_u(sum, 1) * rw_u(factor)));
}

static IrValue *mul_of_difference(Rw *rw, IrInst *product, IrValue *difference, IrValue *factor) {
    if (ir_is_zero(rw_arg(difference, 0))) return NULL;
    IrValue *p = ir_mul(&rw->b, rw_arg(difference, 1), rw_int(factor->type, 0 - rw_u(factor)));
    return ir_add(&rw->b, p, rw_int(factor->type, rw_arg_u(difference, 0) * rw_u(factor)));
}

static IrValue *shl_of_sum(Rw *rw, IrInst *shift, IrValue *sum, IrValue *count) {
    uint64_t k = rw_u(count);
    uint16_t f = flags_of_parts(shift, sum, 1ull << k);
    if (is_exact_index(shift, sum, f)) return NULL;
    IrValue *p = ir_bin(&rw->b, IR_SHL, f, rw_arg(sum, 0), count);
    return ir_bin(&rw->b, IR_ADD, f, p, rw_int(count->type, rw_arg_u(sum, 1) << k));
}

// An operand of x that y has too, but for constants if so asked, and the other ones of both.
typedef struct {
    IrValue *common, *x, *y; // NULL: there is none
} Shared;

static Shared shared_operand(const IrValue *x, const IrValue *y, bool constants) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *common = rw_arg(x, k), *other = rw_other_than(y, common);
        bool counts = constants || !ir_is_const(common);
        if (other && counts) return (Shared){common, rw_arg(x, 1 - k), other};
    }
    return (Shared){NULL, NULL, NULL};
}

static IrValue *factored(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    Shared factor = shared_operand(left, right, false);
    if (left == right || !factor.common) return NULL;
    return ir_mul(&rw->b, ir_bin(&rw->b, (IrOp)outer->v.op, 0, factor.x, factor.y), factor.common);
}

// X * (C + more), if `product` is X * C.
static IrValue *times_more(Rw *rw, const IrValue *product, IrValue *x, uint64_t more) {
    bool multiple = ir_as_op(product, IR_MUL) && rw_arg(product, 0) == x && rw_arg_c(product, 1);
    if (!multiple || !ir_one_use(product)) return NULL;
    return ir_mul(&rw->b, x, rw_int(x->type, rw_arg_u(product, 1) + more));
}

static IrValue *one_more(Rw *rw, IrInst *addition, IrValue *first, IrValue *second) {
    IrValue *sum = times_more(rw, first, second, 1);
    return sum ? sum : times_more(rw, second, first, 1);
}

static IrValue *one_less(Rw *rw, IrInst *difference, IrValue *product, IrValue *own) {
    return times_more(rw, product, own, UINT64_MAX);
}

// ---- sums of bits ----

static IrValue *as_add(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    return of_operands(rw, IR_ADD, left);
}

static IrValue *as_or(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    return of_operands(rw, IR_OR, left);
}

static IrValue *as_xor(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    return of_operands(rw, IR_XOR, left);
}

static IrValue *as_and(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    return of_operands(rw, IR_AND, left);
}

static IrValue *not_plus(Rw *rw, IrInst *sum, IrValue *complement, IrValue *plain) {
    return is_not_of(complement, plain) && ir_ty_is_int(plain->type) ? &ir_sint(plain->type, -1)->v
                                                                     : NULL;
}

// (X | Y) - Y, (X | Y) ^ Y
static IrValue *or_without_own(Rw *rw, IrInst *outer, IrValue *disjunction, IrValue *own) {
    IrValue *a = rw_other_than(disjunction, own);
    return a ? and_not(rw, a, own) : NULL;
}

static IrValue *minus_own_and(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *conjunction) {
    IrValue *m = rw_other_than(conjunction, minuend);
    return m ? and_not(rw, minuend, m) : NULL;
}

// ---- logic ----

static IrOp dual(uint32_t op) { // of and, or
    return op == IR_AND ? IR_OR : IR_AND;
}

static IrValue *and_own_xor(Rw *rw, IrInst *conjunction, IrValue *left, IrValue *right) {
    IrValue *g = ir_as_op(right, IR_XOR) ? right : left, *v = g == right ? left : right;
    if (!rw_is_not(g)) {
        IrValue *b = ir_one_use(g) ? rw_other_than(g, v) : NULL;
        return b ? and_not(rw, v, b) : NULL;
    }
    // (a | b) & ~b
    bool dies = ir_as_op(v, IR_OR) && ir_one_use(v);
    IrValue *a = dies ? rw_other_than(v, rw_arg(g, 0)) : NULL;
    return a ? ir_and(&rw->b, a, g) : NULL;
}

static IrValue *not_and_or(Rw *rw, IrInst *conjunction, IrValue *complement, IrValue *disjunction) {
    IrValue *a = rw_other_than(disjunction, rw_arg(complement, 0));
    return a ? ir_and(&rw->b, a, complement) : NULL;
}

// (x in y) out (x in z) -> x in (y out z)
static IrValue *taken_out(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    Shared of = shared_operand(left, right, true);
    if (!of.common) return NULL;
    IrValue *rest = ir_bin(&rw->b, (IrOp)outer->v.op, 0, of.x, of.y);
    return ir_bin(&rw->b, (IrOp)left->op, 0, of.common, rest);
}

static IrValue *or_own_xor(Rw *rw, IrInst *disjunction, IrValue *exclusive, IrValue *own) {
    IrValue *b = rw_other_than(exclusive, own);
    return b && !ir_is_const(b) ? ir_or(&rw->b, own, b) : NULL;
}

// The operand beside ~v in a, which is an `op`; else NULL.
static IrValue *beside_not(const IrValue *a, IrOp op, const IrValue *v) {
    if (!ir_as_op(a, op)) return NULL;
    if (is_not_of(rw_arg(a, 0), v)) return rw_arg(a, 1);
    return is_not_of(rw_arg(a, 1), v) ? rw_arg(a, 0) : NULL;
}

// X out (~X in Y) -> X out Y, of and and or
static IrValue *without_not(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    IrOp out = (IrOp)outer->v.op, in = dual(out);
    IrValue *rest = beside_not(right, in, left);
    if (rest) return ir_bin(&rw->b, out, 0, left, rest);
    rest = beside_not(left, in, right);
    return rest ? ir_bin(&rw->b, out, 0, right, rest) : NULL;
}

static IrValue *de_morgan(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    IrValue *x = rw_arg(left, 0);
    return ir_not(&rw->b, ir_bin(&rw->b, dual(outer->v.op), 0, x, rw_arg(right, 0)));
}

static IrValue *xor_xors(Rw *rw, IrInst *outer, IrValue *left, IrValue *right) {
    Shared of = shared_operand(left, right, true);
    return of.common ? ir_xor(&rw->b, of.x, of.y) : NULL;
}

// ---- extensions ----

static IrValue *logic_ext_c(Rw *rw, IrInst *logic, IrValue *extension, IrValue *mask) {
    IrValue *a = rw_arg(extension, 0);
    if (!rw_pays(rw, extension->type->bits > 32) || ir_ty_is_i(a->type, 1)) return NULL;
    return ir_zext(&rw->b, ir_and(&rw->b, a, rw_int(a->type, rw_u(mask))), extension->type);
}

static IrValue *logic_exts(Rw *rw, IrInst *logic, IrValue *left, IrValue *right) {
    IrValue *a = rw_arg(left, 0), *b = rw_arg(right, 0);
    if (a->type != b->type) return NULL;
    IrValue *v = ir_bin(&rw->b, (IrOp)logic->v.op, logic->v.flags & IR_DISJOINT, a, b);
    return ir_cast(&rw->b, (IrOp)left->op, 0, v, left->type);
}

static bool is_logic(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_AND, IR_OR, IR_XOR);
}

// v << k, where v is X >>u k under logic with constants; NULL: it is not.
static IrValue *moved_back(Rw *rw, IrValue *field, IrValue *by, uint32_t depth) {
    enum { DEEP = 3 };
    const IrInst *i = ir_as_inst(field);
    IrType *t = field->type;
    uint64_t up = rw_mask(t->bits) << rw_u(by);
    if (!i || depth == DEEP) return NULL;
    if (i->v.op == IR_LSHR && ir_op(i, 1) == by) return ir_and(&rw->b, ir_op(i, 0), rw_int(t, up));
    bool masks = is_logic(i) && rw_arg_c(field, 1);
    if (!masks || !ir_one_use(field)) return NULL;
    IrValue *x = moved_back(rw, ir_op(i, 0), by, depth + 1);
    return x ? ir_bin(&rw->b, (IrOp)i->v.op, 0, x, rw_int(t, rw_arg_u(field, 1) << rw_u(by)))
             : NULL;
}

// A field that is changed where it stands need not be moved down and up again.
static IrValue *shl_of_shr(Rw *rw, IrInst *shift, IrValue *field, IrValue *count) {
    return moved_back(rw, field, count, 0);
}

// X & C as the left operand; else NULL.
static const IrValue *masked_field(const IrValue *flipped) {
    const IrValue *field = rw_arg(flipped, 0);
    return ir_as_op(field, IR_AND) && rw_arg_c(field, 1) ? field : NULL;
}

static IrValue *and_of_flip(Rw *rw, IrInst *conjunction, IrValue *flipped, IrValue *mask) {
    const IrValue *field = masked_field(flipped);
    if (!field) return NULL;
    uint64_t c1 = rw_arg_u(field, 1), c2 = rw_arg_u(flipped, 1), c3 = rw_u(mask);
    IrValue *kept = ir_and(&rw->b, rw_arg(field, 0), rw_int(mask->type, c1 & c3));
    return ir_xor(&rw->b, kept, rw_int(mask->type, c2 & c3));
}

static IrValue *or_of_flip(Rw *rw, IrInst *disjunction, IrValue *left, IrValue *right) {
    IrValue *rest = left->op == IR_AND ? left : right, *flip = rest == left ? right : left;
    const IrValue *field = masked_field(flip);
    if (!field || rw_arg(rest, 0) != rw_arg(field, 0) || !ir_one_use(flip)) return NULL;
    uint64_t c1 = rw_arg_u(rest, 1), c2 = rw_arg_u(field, 1), c3 = rw_arg_u(flip, 1);
    if (c1 & c3) return NULL;
    IrType *t = disjunction->v.type;
    IrValue *both = ir_and(&rw->b, rw_arg(rest, 0), rw_int(t, c1 | c2));
    return ir_xor(&rw->b, both, rw_int(t, c3));
}

static IrValue *shift_of_ext(Rw *rw, IrInst *shift, IrValue *extension, IrValue *count) {
    IrValue *a = rw_arg(extension, 0);
    uint64_t k = rw_u(count), last = a->type->bits - 1;
    if (ir_ty_is_i(a->type, 1) || !rw_pays(rw, extension->type->bits > 32)) return NULL;
    if (k > last && shift->v.op == IR_LSHR) return rw_int(extension->type, 0);
    k = CU_MIN(k, last);
    IrValue *s =
        ir_bin(&rw->b, (IrOp)shift->v.op, shift->v.flags & IR_EXACT, a, rw_int(a->type, k));
    return ir_cast(&rw->b, (IrOp)extension->op, 0, s, extension->type);
}

static IrValue *sign_bit(Rw *rw, IrInst *outer, IrValue *inner, IrValue *count) {
    bool last = rw_u(count) == inner->type->bits - 1;
    return last ? ir_lshr(&rw->b, rw_arg(inner, 0), count) : NULL;
}

static IrValue *shift_of_mask(Rw *rw, IrInst *shift, IrValue *masked, IrValue *count) {
    uint64_t k = rw_u(count), m = rw_arg_u(masked, 1) >> k;
    bool is_plain = m && !(m & (m + 1)); // a bit field: its extraction
    if (!k || !is_plain) return NULL;
    return ir_and(&rw->b, ir_lshr(&rw->b, rw_arg(masked, 0), count), rw_int(count->type, m));
}

// ---- division ----

static bool divides(const IrValue *divisor, const IrValue *dividend,
                    bool is_signed) { // dividend % divisor == 0
    if (ir_is_zero(divisor) || ir_is_zero(dividend)) return false;
    if (!is_signed) return rw_u(dividend) % rw_u(divisor) == 0;
    return rw_s(divisor) != -1 && rw_s(dividend) % rw_s(divisor) == 0;
}

static IrValue *rem_of_rem(Rw *rw, IrInst *outer, IrValue *inner, IrValue *divisor) {
    if (!divides(divisor, rw_arg(inner, 1), outer->v.op == IR_SREM)) return NULL;
    return ir_bin(&rw->b, (IrOp)outer->v.op, 0, rw_arg(inner, 0), divisor);
}

static IrValue *sdiv_sdiv(Rw *rw, IrInst *outer, IrValue *inner, IrValue *divisor) {
    if (rw_s(rw_arg(inner, 1)) <= 0 || rw_s(divisor) <= 0) return NULL;
    uint64_t p, smax = rw_mask(divisor->type->bits) >> 1;
    if (__builtin_mul_overflow(rw_arg_u(inner, 1), rw_u(divisor), &p) || p > smax) {
        // larger than every number but the smallest one, which only 2^(n-1) itself would divide
        return p == smax + 1 ? NULL : rw_int(divisor->type, 0);
    }
    return ir_sdiv(&rw->b, rw_arg(inner, 0), rw_int(divisor->type, p));
}

// X / (c << k); the divisor is larger than every X where bits of c fall out.
static IrValue *divided_by(Rw *rw, IrValue *x, uint64_t c, uint64_t k) {
    uint32_t n = x->type->bits;
    if (k && c >> (n - k)) return rw_int(x->type, 0);
    return ir_udiv(&rw->b, x, rw_int(x->type, c << k));
}

static IrValue *udiv_shr(Rw *rw, IrInst *quotient, IrValue *shifted, IrValue *divisor) {
    return divided_by(rw, rw_arg(shifted, 0), rw_u(divisor), rw_arg_u(shifted, 1));
}

static IrValue *shr_udiv(Rw *rw, IrInst *shift, IrValue *quotient, IrValue *count) {
    return divided_by(rw, rw_arg(quotient, 0), rw_arg_u(quotient, 1), rw_u(count));
}

// X * C, exact in the order that the division is of, and C a multiple of the divisor.
static bool is_multiple_of(const IrValue *product, const IrValue *divisor, bool is_signed) {
    bool exact = product->flags & (is_signed ? IR_NSW : IR_NUW);
    return exact && divides(divisor, rw_arg(product, 1), is_signed);
}

static IrValue *div_of_mul(Rw *rw, IrInst *division, IrValue *product, IrValue *divisor) {
    bool is_signed = division->v.op == IR_SDIV;
    if (!is_multiple_of(product, divisor, is_signed)) return NULL;
    IrValue *c = rw_arg(product, 1);
    uint64_t q = is_signed ? (uint64_t)(rw_s(c) / rw_s(divisor)) : rw_u(c) / rw_u(divisor);
    return ir_mul(&rw->b, rw_arg(product, 0), rw_int(divisor->type, q));
}

static IrValue *div_of_shl(Rw *rw, IrInst *division, IrValue *shifted, IrValue *divisor) {
    if (!(shifted->flags & IR_NUW) || !rw_is_pow2(rw_u(divisor))) return NULL;
    uint64_t k = rw_arg_u(shifted, 1), d = (uint64_t)__builtin_ctzll(rw_u(divisor));
    return d <= k ? ir_shl(&rw->b, rw_arg(shifted, 0), rw_int(divisor->type, k - d)) : NULL;
}

static IrValue *rem_of_mul(Rw *rw, IrInst *division, IrValue *product, IrValue *divisor) {
    return is_multiple_of(product, divisor, division->v.op == IR_SREM) ? rw_int(divisor->type, 0)
                                                                       : NULL;
}

static bool has_24_bits(const IrValue *value, bool is_signed) {
    if (is_signed) return an_sign_bits(value) > 8;
    return an_umax(an_known_bits(value), 32) >> 24 == 0;
}

// The low 32 bits of the product of the low 24 bits: sm_20 and later have no instruction for it.
static IrValue *mul_of_24_bits(Rw *rw, IrInst *call, IrValue *left, IrValue *right) {
    uint32_t id = ir_intrin_of(call);
    bool is_signed = id == IR_I_nvvm_mul24_i;
    if (!is_signed && id != IR_I_nvvm_mul24_ui) return NULL;
    bool fits = has_24_bits(left, is_signed) && has_24_bits(right, is_signed);
    return fits ? ir_mul(&rw->b, left, right) : NULL;
}

// ---- min and max ----

static IrValue *minmax_minmax(Rw *rw, IrInst *outer, IrValue *inner, IrValue *bound) {
    uint32_t id = ir_intrin_of(outer);
    if (ir_intrin_of((IrInst *)inner) != id || !rw_arg_c(inner, 1)) return NULL;
    IrValue *c =
        ir_call_intrin(&rw->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(inner, 1), bound});
    return ir_call_intrin(&rw->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(inner, 0), c});
}

// At one end of the order the constant is chosen always, at the other one never.
static IrValue *minmax_end(Rw *rw, IrInst *call, IrValue *limited, IrValue *bound) {
    uint32_t id = ir_intrin_of(call);
    bool is_signed = is_any_of(id, IR_I_smin, IR_I_smax),
         is_min = is_any_of(id, IR_I_smin, IR_I_umin);
    uint64_t last = rw_mask(bound->type->bits) >> is_signed, first = is_signed ? last + 1 : 0;
    uint64_t chosen = is_min ? first : last, idle = is_min ? last : first;
    if (rw_u(bound) == chosen) return bound;
    return rw_u(bound) == idle ? limited : NULL;
}

static IrValue *minmax_order(Rw *rw, IrInst *call, IrValue *constant, IrValue *other) {
    if (ir_is_const(other)) return NULL;
    ir_set_op(call, 0, other);
    ir_set_op(call, 1, constant);
    return &call->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/algebra.def"
};
const RwTable opt_rw_algebra = {rows, CU_COUNT(rows)};
