// SPDX-License-Identifier: Apache-2.0
// Rules of several operations on integers (algebra.def; the contract is in rewrite/rewrite.h).
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

static bool is_not_of(const IrValue *value, const IrValue *x) {
    return rw_is_not(value) && rw_arg(value, 0) == x;
}

static IrValue *and_not(Rw *rw, IrValue *value, IrValue *y) { // x & ~y
    return ir_and(&rw->b, value, ir_not(&rw->b, y));
}

// The operation on the two operands of a value.
static IrValue *of_operands(Rw *rw, IrOp op, const IrValue *value) {
    return ir_bin(&rw->b, op, 0, rw_arg(value, 0), rw_arg(value, 1));
}

// ---- distribution ----

// What holds of the parts of i = (X + C) * factor, x being the sum: both promises where neither the
// sum nor the product can be negative, since the parts are no greater than the whole then.
static uint16_t flags_of_parts(const IrInst *inst, const IrValue *value, uint64_t factor) {
    const uint16_t both = IR_NUW | IR_NSW;
    uint16_t f = inst->v.flags & value->flags & IR_NUW;
    if (!ir_ty_is_word(value->type)) return f;
    uint64_t sign = 1ull << (value->type->bits - 1);
    if (!(inst->v.flags & IR_NSW) || factor < 2 || factor >= sign) return f;

    // a sum with the top bit would not fit in the product without a sign
    if (f && (inst->v.flags & IR_NUW)) return both;
    bool grows = (value->flags & IR_NSW) && rw_arg_u(value, 1) < sign;
    return grows && an_is_nonneg(rw_arg(value, 0)) ? both : f;
}

static IrValue *mul_of_sum(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint16_t f = flags_of_parts(inst, value, rw_u(y));
    IrValue *p = ir_bin(&rw->b, IR_MUL, f, rw_arg(value, 0), y);
    return ir_bin(&rw->b, IR_ADD, f, p, rw_int(y->type, rw_arg_u(value, 1) * rw_u(y)));
}

static IrValue *mul_of_difference(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (ir_is_zero(rw_arg(value, 0))) return NULL;
    IrValue *p = ir_mul(&rw->b, rw_arg(value, 1), rw_int(y->type, 0 - rw_u(y)));
    return ir_add(&rw->b, p, rw_int(y->type, rw_arg_u(value, 0) * rw_u(y)));
}

static IrValue *shl_of_sum(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t k = rw_u(y);
    uint16_t f = flags_of_parts(inst, value, 1ull << k);
    IrValue *p = ir_bin(&rw->b, IR_SHL, f, rw_arg(value, 0), y);
    return ir_bin(&rw->b, IR_ADD, f, p, rw_int(y->type, rw_arg_u(value, 1) << k));
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

static IrValue *factored(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    Shared factor = shared_operand(value, y, false);
    if (value == y || !factor.common) return NULL;
    return ir_mul(&rw->b, ir_bin(&rw->b, (IrOp)inst->v.op, 0, factor.x, factor.y), factor.common);
}

// X * (C + more), if `product` is X * C.
static IrValue *times_more(Rw *rw, const IrValue *product, IrValue *x, uint64_t more) {
    bool multiple = ir_as_op(product, IR_MUL) && rw_arg(product, 0) == x && rw_arg_c(product, 1);
    if (!multiple || !ir_one_use(product)) return NULL;
    return ir_mul(&rw->b, x, rw_int(x->type, rw_arg_u(product, 1) + more));
}

static IrValue *one_more(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *sum = times_more(rw, value, y, 1);
    return sum ? sum : times_more(rw, y, value, 1);
}

static IrValue *one_less(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return times_more(rw, value, y, UINT64_MAX);
}

// ---- sums of bits ----

static IrValue *as_add(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return of_operands(rw, IR_ADD, value);
}

static IrValue *as_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return of_operands(rw, IR_OR, value);
}

static IrValue *as_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return of_operands(rw, IR_XOR, value);
}

static IrValue *as_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return of_operands(rw, IR_AND, value);
}

static IrValue *not_plus(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return is_not_of(value, y) && ir_ty_is_int(y->type) ? &ir_sint(y->type, -1)->v : NULL;
}

// (X | Y) - Y, (X | Y) ^ Y
static IrValue *or_without_own(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_other_than(value, y);
    return a ? and_not(rw, a, y) : NULL;
}

static IrValue *minus_own_and(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *m = rw_other_than(y, value);
    return m ? and_not(rw, value, m) : NULL;
}

// ---- logic ----

static IrOp dual(uint32_t op) { // of and, or
    return op == IR_AND ? IR_OR : IR_AND;
}

static IrValue *and_own_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *g = ir_as_op(y, IR_XOR) ? y : value, *v = g == y ? value : y;
    if (!rw_is_not(g)) {
        IrValue *b = ir_one_use(g) ? rw_other_than(g, v) : NULL;
        return b ? and_not(rw, v, b) : NULL;
    }
    // (a | b) & ~b
    bool dies = ir_as_op(v, IR_OR) && ir_one_use(v);
    IrValue *a = dies ? rw_other_than(v, rw_arg(g, 0)) : NULL;
    return a ? ir_and(&rw->b, a, g) : NULL;
}

static IrValue *not_and_or(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_other_than(y, rw_arg(value, 0));
    return a ? ir_and(&rw->b, a, value) : NULL;
}

// (x in y) out (x in z) -> x in (y out z)
static IrValue *taken_out(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    Shared of = shared_operand(value, y, true);
    if (!of.common) return NULL;
    IrValue *rest = ir_bin(&rw->b, (IrOp)inst->v.op, 0, of.x, of.y);
    return ir_bin(&rw->b, (IrOp)value->op, 0, of.common, rest);
}

static IrValue *or_own_xor(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = rw_other_than(value, y);
    return b && !ir_is_const(b) ? ir_or(&rw->b, y, b) : NULL;
}

// The operand beside ~v in a, which is an `op`; else NULL.
static IrValue *beside_not(const IrValue *a, IrOp op, const IrValue *v) {
    if (!ir_as_op(a, op)) return NULL;
    if (is_not_of(rw_arg(a, 0), v)) return rw_arg(a, 1);
    return is_not_of(rw_arg(a, 1), v) ? rw_arg(a, 0) : NULL;
}

// X out (~X in Y) -> X out Y, of and and or
static IrValue *without_not(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrOp out = (IrOp)inst->v.op, in = dual(out);
    IrValue *rest = beside_not(y, in, value);
    if (rest) return ir_bin(&rw->b, out, 0, value, rest);
    rest = beside_not(value, in, y);
    return rest ? ir_bin(&rw->b, out, 0, y, rest) : NULL;
}

static IrValue *de_morgan(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *x = rw_arg(value, 0);
    return ir_not(&rw->b, ir_bin(&rw->b, dual(inst->v.op), 0, x, rw_arg(y, 0)));
}

static IrValue *xor_xors(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    Shared of = shared_operand(value, y, true);
    return of.common ? ir_xor(&rw->b, of.x, of.y) : NULL;
}

// ---- extensions ----

static IrValue *logic_ext_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0);
    if (!rw_pays(rw, value->type->bits > 32) || ir_ty_is_i(a->type, 1)) return NULL;
    return ir_zext(&rw->b, ir_and(&rw->b, a, rw_int(a->type, rw_u(y))), value->type);
}

static IrValue *logic_exts(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0), *b = rw_arg(y, 0);
    if (a->type != b->type) return NULL;
    IrValue *v = ir_bin(&rw->b, (IrOp)inst->v.op, inst->v.flags & IR_DISJOINT, a, b);
    return ir_cast(&rw->b, (IrOp)value->op, 0, v, value->type);
}

static bool is_logic(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_AND, IR_OR, IR_XOR);
}

// v << k, where v is X >>u k under logic with constants; NULL: it is not.
static IrValue *moved_back(Rw *rw, IrValue *value, IrValue *by, uint32_t depth) {
    enum { DEEP = 3 };
    const IrInst *i = ir_as_inst(value);
    IrType *t = value->type;
    uint64_t up = rw_mask(t->bits) << rw_u(by);
    if (!i || depth == DEEP) return NULL;
    if (i->v.op == IR_LSHR && ir_op(i, 1) == by) return ir_and(&rw->b, ir_op(i, 0), rw_int(t, up));
    bool masks = is_logic(i) && rw_arg_c(value, 1);
    if (!masks || !ir_one_use(value)) return NULL;
    IrValue *x = moved_back(rw, ir_op(i, 0), by, depth + 1);
    return x ? ir_bin(&rw->b, (IrOp)i->v.op, 0, x, rw_int(t, rw_arg_u(value, 1) << rw_u(by)))
             : NULL;
}

// A field that is changed where it stands need not be moved down and up again.
static IrValue *shl_of_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return moved_back(rw, value, y, 0);
}

// X & C as the left operand; else NULL.
static const IrValue *masked_field(const IrValue *value) {
    const IrValue *field = rw_arg(value, 0);
    return ir_as_op(field, IR_AND) && rw_arg_c(field, 1) ? field : NULL;
}

static IrValue *and_of_flip(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    const IrValue *field = masked_field(value);
    if (!field) return NULL;
    uint64_t c1 = rw_arg_u(field, 1), c2 = rw_arg_u(value, 1), c3 = rw_u(y);
    IrValue *kept = ir_and(&rw->b, rw_arg(field, 0), rw_int(y->type, c1 & c3));
    return ir_xor(&rw->b, kept, rw_int(y->type, c2 & c3));
}

static IrValue *or_of_flip(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *rest = value->op == IR_AND ? value : y, *flip = rest == value ? y : value;
    const IrValue *field = masked_field(flip);
    if (!field || rw_arg(rest, 0) != rw_arg(field, 0) || !ir_one_use(flip)) return NULL;
    uint64_t c1 = rw_arg_u(rest, 1), c2 = rw_arg_u(field, 1), c3 = rw_arg_u(flip, 1);
    if (c1 & c3) return NULL;
    IrType *t = inst->v.type;
    IrValue *both = ir_and(&rw->b, rw_arg(rest, 0), rw_int(t, c1 | c2));
    return ir_xor(&rw->b, both, rw_int(t, c3));
}

static IrValue *shift_of_ext(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0);
    uint64_t k = rw_u(y), last = a->type->bits - 1;
    if (ir_ty_is_i(a->type, 1) || !rw_pays(rw, value->type->bits > 32)) return NULL;
    if (k > last && inst->v.op == IR_LSHR) return rw_int(value->type, 0);
    k = CU_MIN(k, last);
    IrValue *s = ir_bin(&rw->b, (IrOp)inst->v.op, inst->v.flags & IR_EXACT, a, rw_int(a->type, k));
    return ir_cast(&rw->b, (IrOp)value->op, 0, s, value->type);
}

static IrValue *sign_bit(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool last = rw_u(y) == value->type->bits - 1;
    return last ? ir_lshr(&rw->b, rw_arg(value, 0), y) : NULL;
}

static IrValue *shift_of_mask(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint64_t k = rw_u(y), m = rw_arg_u(value, 1) >> k;
    bool is_plain = m && !(m & (m + 1)); // a bit field: its extraction
    if (!k || !is_plain) return NULL;
    return ir_and(&rw->b, ir_lshr(&rw->b, rw_arg(value, 0), y), rw_int(y->type, m));
}

// ---- division ----

static bool divides(const IrValue *value, const IrValue *c, bool is_signed) { // c % d == 0
    if (ir_is_zero(value) || ir_is_zero(c)) return false;
    if (!is_signed) return rw_u(c) % rw_u(value) == 0;
    return rw_s(value) != -1 && rw_s(c) % rw_s(value) == 0;
}

static IrValue *rem_of_rem(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!divides(y, rw_arg(value, 1), inst->v.op == IR_SREM)) return NULL;
    return ir_bin(&rw->b, (IrOp)inst->v.op, 0, rw_arg(value, 0), y);
}

static IrValue *sdiv_sdiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (rw_s(rw_arg(value, 1)) <= 0 || rw_s(y) <= 0) return NULL;
    uint64_t p, smax = rw_mask(y->type->bits) >> 1;
    if (__builtin_mul_overflow(rw_arg_u(value, 1), rw_u(y), &p) || p > smax) {
        // larger than every number but the smallest one, which only 2^(n-1) itself would divide
        return p == smax + 1 ? NULL : rw_int(y->type, 0);
    }
    return ir_sdiv(&rw->b, rw_arg(value, 0), rw_int(y->type, p));
}

// X / (c << k); the divisor is larger than every X where bits of c fall out.
static IrValue *divided_by(Rw *rw, IrValue *x, uint64_t c, uint64_t k) {
    uint32_t n = x->type->bits;
    if (k && c >> (n - k)) return rw_int(x->type, 0);
    return ir_udiv(&rw->b, x, rw_int(x->type, c << k));
}

static IrValue *udiv_shr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return divided_by(rw, rw_arg(value, 0), rw_u(y), rw_arg_u(value, 1));
}

static IrValue *shr_udiv(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return divided_by(rw, rw_arg(value, 0), rw_arg_u(value, 1), rw_u(y));
}

// X * C, exact in the order that the division is of, and C a multiple of the divisor.
static bool is_multiple_of(const IrValue *value, const IrValue *y, bool is_signed) {
    bool exact = value->flags & (is_signed ? IR_NSW : IR_NUW);
    return exact && divides(y, rw_arg(value, 1), is_signed);
}

static IrValue *div_of_mul(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool is_signed = inst->v.op == IR_SDIV;
    if (!is_multiple_of(value, y, is_signed)) return NULL;
    IrValue *c = rw_arg(value, 1);
    uint64_t q = is_signed ? (uint64_t)(rw_s(c) / rw_s(y)) : rw_u(c) / rw_u(y);
    return ir_mul(&rw->b, rw_arg(value, 0), rw_int(y->type, q));
}

static IrValue *div_of_shl(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!(value->flags & IR_NUW) || !rw_is_pow2(rw_u(y))) return NULL;
    uint64_t k = rw_arg_u(value, 1), d = (uint64_t)__builtin_ctzll(rw_u(y));
    return d <= k ? ir_shl(&rw->b, rw_arg(value, 0), rw_int(y->type, k - d)) : NULL;
}

static IrValue *rem_of_mul(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    return is_multiple_of(value, y, inst->v.op == IR_SREM) ? rw_int(y->type, 0) : NULL;
}

static bool has_24_bits(const IrValue *value, bool is_signed) {
    if (is_signed) return an_sign_bits(value) > 8;
    return an_umax(an_known_bits(value), 32) >> 24 == 0;
}

// The low 32 bits of the product of the low 24 bits: sm_20 and later have no instruction for it.
static IrValue *mul_of_24_bits(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t id = ir_intrin_of(inst);
    bool is_signed = id == IR_I_nvvm_mul24_i;
    if (!is_signed && id != IR_I_nvvm_mul24_ui) return NULL;
    bool fits = has_24_bits(value, is_signed) && has_24_bits(y, is_signed);
    return fits ? ir_mul(&rw->b, value, y) : NULL;
}

// ---- min and max ----

static IrValue *minmax_minmax(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t id = ir_intrin_of(inst);
    if (ir_intrin_of((IrInst *)value) != id || !rw_arg_c(value, 1)) return NULL;
    IrValue *c = ir_call_intrin(&rw->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(value, 1), y});
    return ir_call_intrin(&rw->b, (IrIntrin)id, NULL, 2, (IrValue *[]){rw_arg(value, 0), c});
}

// At one end of the order the constant is chosen always, at the other one never.
static IrValue *minmax_end(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t id = ir_intrin_of(inst);
    bool is_signed = is_any_of(id, IR_I_smin, IR_I_smax),
         is_min = is_any_of(id, IR_I_smin, IR_I_umin);
    uint64_t last = rw_mask(y->type->bits) >> is_signed, first = is_signed ? last + 1 : 0;
    uint64_t chosen = is_min ? first : last, idle = is_min ? last : first;
    if (rw_u(y) == chosen) return y;
    return rw_u(y) == idle ? value : NULL;
}

static IrValue *minmax_order(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (ir_is_const(y)) return NULL;
    ir_set_op(inst, 0, y);
    ir_set_op(inst, 1, value);
    return &inst->v;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/algebra.def"
};
const RwTable opt_rw_algebra = {rows, CU_COUNT(rows)};
