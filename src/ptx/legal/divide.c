// SPDX-License-Identifier: Apache-2.0
// Division and remainder of integers beyond 64 bits: a helper function that the module carries with
// it, one a width, made here in IR; it returns quotient and remainder of unsigned numbers.
//
// 128 bits. Numbers that fit 64 bits are divided as such. Else the divisor is shifted until its top
// bit is set, and d is its first 64 bits, u2:u1:u0 the dividend shifted alike. Two digits over d is
// Algorithm 4 of Moller and Granlund, "Improved division by invariant integers" (IEEE Transactions
// on Computers 60/2, 2011), which wants v = floor((2^128 - 1) / d) - 2^64:
//
//     q1, r1 = (u2:u1) / d
//     a divisor of 64 bits: q0, r0 = (r1:u0) / d; the quotient is q1:q0
//     a longer one, whose rest is d0: q1 is one too large where q1 * d0 exceeds r1:u0, what the
//     division by d left over
//
// Not more than one: shifted by s, u2:u1 is below 2^(64 + s), so q1 <= 2^(s + 1), and q1 exceeds
// the true ratio by at most q1 * d0 / 2^127. That is below 1 for s < 63; for s = 63, d0 is at most
// 2^63.
//
// The reciprocal begins with the hardware's approximation in single precision, made smaller by more
// than all of its errors, and doubles its bits twice by Newton's step x += x * (1 - d * x); every
// rounding is downward, so it stays below the true value, and after the second it lacks less than
// 2^-14 and the last digit's floor: v or v - 1, which one multiplication decides.
//
// Other widths: restoring division, one bit a step.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

typedef struct {
    Legal *l;
    IrFunc *f;
    IrBuilder b;
    IrType *t, *half; // i128, i64
} Div;

static IrValue *num(Div *div, uint64_t v) {
    return legal_i64(div->l, v);
}

static IrValue *mul_high(Div *div, IrValue *left, IrValue *right) {
    return IR_CALL(&div->b, IR_I_nvvm_mulhi_ull, NULL, left, right);
}

static IrValue *low(Div *div, IrValue *pair) {
    return ir_trunc(&div->b, pair, div->half);
}

static IrValue *high(Div *div, IrValue *pair) {
    return low(div, ir_lshr(&div->b, pair, legal_num(div->t, 64)));
}

static IrValue *join(Div *div, IrValue *hi, IrValue *lo) {
    return legal_join(div->l, &div->b, div->t, 2, (IrValue *[]){lo, hi});
}

static IrValue *product(Div *div, IrValue *left, IrValue *right) { // all 128 bits
    IrValue *lo = ir_mul(&div->b, left, right);
    return join(div, mul_high(div, left, right), lo);
}

static void give_back(Div *div, IrValue *quotient, IrValue *remainder) {
    IrValue *pair = &ir_undef(div->l->m, div->f->g.vty->elem)->v;
    ir_ret(&div->b, ir_insert(&div->b, ir_insert(&div->b, pair, quotient, 0), remainder, 1));
}

static IrBlock *new_block(Div *div, const char *name) {
    return ir_block_new(div->f, atom_cstr(div->l->m->ctx, name));
}

// 1 / d in units of 2^-31 for d in units of 2^-64, at least 1/2: below the true value by a part of
// less than 2^-20. The factor is 2^63 less a part of 2^-21: the conversion, the reciprocal and the
// product err by 2^-24, 2^-23, 2^-24.
static IrValue *first_reciprocal(Div *div, IrValue *by) {
    IrModule *m = div->l->m;
    IrValue *top = ir_trunc(&div->b, ir_lshr(&div->b, by, num(div, 32)), m->ty_i32);
    IrValue *f = ir_uitofp(&div->b, top, m->ty_float);
    f = IR_CALL(&div->b, IR_I_nvvm_rcp_approx_ftz_f, NULL, f);
    f = ir_fmul(&div->b, f, &ir_fp(m, m->ty_float, 0x1.fffffp62)->v);
    return ir_zext(&div->b, ir_fptoui(&div->b, f, m->ty_i32), div->half);
}

// floor((2^128 - 1) / by) - 2^64; the top bit of `by` is set.
static IrValue *reciprocal(Div *div, IrValue *by) {
    IrBuilder *builder = &div->b;
    IrValue *one = num(div, INT64_MAX); // less the last digit, in units of 2^-63: rounds down
    IrValue *x0 = first_reciprocal(div, by), *value = ir_shl(builder, x0, num(div, 32));
    IrValue *lack = ir_lshr(builder, ir_xor(builder, mul_high(div, by, value), one),
                            num(div, 11)); // 32 bits, 2^-52
    value =
        ir_add(builder, value, ir_lshr(builder, ir_mul(builder, lack, x0), num(div, 20))); // 2^-63

    // 1 - by * x has 87 bits in units of 2^-127; the top 64 are taken
    IrValue *hi = ir_xor(builder, mul_high(div, by, value), one),
            *lo = ir_not(builder, ir_mul(builder, by, value));
    lo = ir_lshr(builder, lo, num(div, 23));
    lack = ir_or(builder, ir_shl(builder, hi, num(div, 41)), lo);
    IrValue *more = ir_lshr(builder, mul_high(div, value, lack), num(div, 39));
    IrValue *v = ir_add(builder, ir_shl(builder, value, num(div, 1)), more); // the leading 1 goes

    // one more, unless by * (2^64 + v + 1) has 129 bits
    lo = ir_add(builder, ir_mul(builder, by, v), by);
    hi = ir_add(builder, mul_high(div, by, v), by);
    hi = ir_add(builder, hi, ir_zext(builder, ir_cmp(builder, IR_ULT, lo, by), div->half));
    return ir_add(builder, v, ir_zext(builder, ir_cmp(builder, IR_NE, hi, num(div, 0)), div->half));
}

// (u1:u0) / divisor with u1 < divisor: the quotient, and *remainder. The estimate from the high
// half of reciprocal * u1 + u1:u0 is one too large, right, or, seldom, one too small.
static IrValue *two_digits(Div *div, IrValue *u1, IrValue *u0, IrValue *divisor,
                           IrValue *reciprocal, IrValue **remainder) {
    IrBuilder *builder = &div->b;
    IrValue *both = join(div, u1, u0);
    IrValue *sum = ir_add(builder, product(div, reciprocal, u1), both), *q0 = high(div, sum);
    IrValue *q = ir_add(builder, q0, num(div, 1)),
            *left = ir_sub(builder, u0, ir_mul(builder, q, divisor));

    IrValue *over = ir_cmp(builder, IR_UGT, left, low(div, sum));
    q = ir_select(builder, over, q0, q);
    left = ir_select(builder, over, ir_add(builder, left, divisor), left);

    IrValue *under = ir_cmp(builder, IR_UGE, left, divisor);
    q = ir_select(builder, under, ir_add(builder, q, num(div, 1)), q);
    *remainder = ir_select(builder, under, ir_sub(builder, left, divisor), left);
    return q;
}

// The first digit of hi:lo << amount (hi absent: what comes into it from lo); amount may be 0, back
// is 63 - amount.
static IrValue *left_of(Div *div, IrValue *hi, IrValue *lo, IrValue *amount, IrValue *back) {
    IrValue *in = ir_lshr(&div->b, ir_lshr(&div->b, lo, num(div, 1)), back);
    return hi ? ir_or(&div->b, ir_shl(&div->b, hi, amount), in) : in;
}

static void divide_narrow(Div *div, IrValue *dividend, IrValue *divisor) {
    IrValue *q = ir_udiv(&div->b, dividend, divisor),
            *r = ir_sub(&div->b, dividend, ir_mul(&div->b, q, divisor));
    r = ir_zext(&div->b, r, div->t);
    give_back(div, ir_zext(&div->b, q, div->t), r);
}

static void divide_long(Div *div, IrValue *dividend, IrValue *divisor, IrValue *xhi, IrValue *yhi) {
    IrBuilder *builder = &div->b;
    IrValue *xlo = low(div, dividend), *ylo = low(div, divisor), *zero = num(div, 0);
    IrBlock *digit = new_block(div, "digit"), *rest = new_block(div, "rest");

    IrValue *small = ir_cmp(builder, IR_EQ, yhi, zero);
    IrValue *top = ir_select(builder, small, ylo, yhi),
            *below = ir_select(builder, small, zero, ylo);
    IrValue *n = IR_CALL(builder, IR_I_ctlz, NULL, top, &ir_true(div->l->m)->v);
    IrValue *back = ir_xor(builder, n, num(div, 63));
    IrValue *by = left_of(div, top, below, n, back), *v = reciprocal(div, by), *r;
    IrValue *u2 = left_of(div, NULL, xhi, n, back), *u1 = left_of(div, xhi, xlo, n, back);
    IrValue *u0 = ir_shl(builder, xlo, n), *q = two_digits(div, u2, u1, by, v, &r);
    ir_condbr(builder, small, digit, rest);

    ir_at_end(builder, digit);
    IrValue *last, *q0 = two_digits(div, r, u0, by, v, &last);
    last = ir_zext(builder, ir_lshr(builder, last, n), div->t);
    give_back(div, join(div, q, q0), last);

    ir_at_end(builder, rest);
    IrValue *d0 = ir_shl(builder, ylo, n), *part = product(div, q, d0), *left = join(div, r, u0);
    IrValue *over = ir_cmp(builder, IR_UGT, part, left);
    q = ir_add(builder, q, ir_sext(builder, over, div->half));
    left = ir_sub(builder, left, part);
    left = ir_select(builder, over, ir_add(builder, left, join(div, by, d0)), left);

    IrValue *left_hi = high(div, left),
            *in = ir_shl(builder, ir_shl(builder, left_hi, num(div, 1)), back);
    IrValue *left_lo = ir_or(builder, ir_lshr(builder, low(div, left), n), in);
    IrValue *rest_of_it = join(div, ir_lshr(builder, left_hi, n), left_lo);
    give_back(div, ir_zext(builder, q, div->t), rest_of_it);
}

static void divide128(Div *div, IrValue *dividend, IrValue *divisor) {
    IrBlock *narrow = new_block(div, "narrow"), *wide = new_block(div, "wide");
    IrValue *xhi = high(div, dividend), *yhi = high(div, divisor);
    IrValue *fits = ir_cmp(&div->b, IR_EQ, ir_or(&div->b, xhi, yhi), num(div, 0));
    ir_condbr(&div->b, fits, narrow, wide);

    ir_at_end(&div->b, narrow);
    IrValue *by = low(div, divisor);
    divide_narrow(div, low(div, dividend), by);
    ir_at_end(&div->b, wide);
    divide_long(div, dividend, divisor, xhi, yhi);
}

// ---- any width ----------------------------------------------------------------------------------

static void divide_bits(Div *div, IrValue *dividend, IrValue *divisor) {
    IrBuilder *builder = &div->b;
    IrModule *module = div->l->m;
    IrType *type = div->t;
    uint32_t w = type->bits;
    IrBlock *entry = builder->bb, *loop = new_block(div, "loop"), *end = new_block(div, "end");
    IrValue *zero = legal_num(type, 0), *one = legal_num(type, 1);
    ir_br(builder, loop);
    ir_at_end(builder, loop);
    IrInst *inst = ir_phi(builder, type, 2), *insn = ir_phi(builder, type, 2),
           *r = ir_phi(builder, type, 2);
    IrInst *k = ir_phi(builder, module->ty_i32, 2);
    ir_phi_add(inst, dividend, entry);
    ir_phi_add(insn, zero, entry);
    ir_phi_add(r, zero, entry);
    ir_phi_add(k, legal_num(module->ty_i32, 0), entry);

    IrValue *top = ir_lshr(builder, &inst->v, legal_num(type, w - 1)),
            *out = ir_cmp(builder, IR_SLT, &r->v, zero);
    IrValue *r2 = ir_or(builder, ir_shl(builder, &r->v, one), top);
    IrValue *fits = ir_or(
        builder, out, ir_cmp(builder, IR_UGE, r2, divisor)); // a bit shifted out: larger than it
    IrValue *r3 = ir_select(builder, fits, ir_sub(builder, r2, divisor), r2);
    IrValue *digit = ir_zext(builder, fits, type);
    IrValue *q2 = ir_or(builder, ir_shl(builder, &insn->v, one), digit);
    IrValue *k2 = ir_add(builder, &k->v, legal_num(module->ty_i32, 1));
    ir_phi_add(inst, ir_shl(builder, &inst->v, one), loop);
    ir_phi_add(insn, q2, loop);
    ir_phi_add(r, r3, loop);
    ir_phi_add(k, k2, loop);
    ir_condbr(builder, ir_cmp(builder, IR_EQ, k2, legal_num(module->ty_i32, w)), end, loop);
    ir_at_end(builder, end);
    give_back(div, q2, r3);
}

static IrFunc *divide_helper(Legal *legal, uint32_t w) {
    IrModule *m = legal->m;
    Atom name = atom_printf(m->ctx, "__cuprum_udivrem%u", w);
    IrType *t = ir_ty_int(m, w), *pair = ir_ty_struct(m, 2, (IrType *[]){t, t}, false);
    bool made;
    IrFunc *f = legal_helper(legal, name, ir_ty_func(m, pair, 2, (IrType *[]){t, t}, false), &made);
    if (!made) return f;
    Div d = {.l = legal, .f = f, .t = t, .half = m->ty_i64};
    d.b = ir_builder(f, new_block(&d, "entry"));
    (w == 128 ? divide128 : divide_bits)(&d, &f->arg[0]->v, &f->arg[1]->v);
    return f;
}

// Signed numbers by way of their absolute values.
bool legal_divide(Legal *legal, IrInst *division) {
    bool div = is_any_of(division->v.op, IR_UDIV, IR_SDIV),
         sign = is_any_of(division->v.op, IR_SDIV, IR_SREM);
    if (!div && !is_any_of(division->v.op, IR_UREM, IR_SREM)) return false;
    IrType *type = division->v.type;
    if (type->kind != IR_TY_INT || type->bits <= 64) return false;
    IrType *of_type = legal_wide_type(legal, type);
    IrBuilder builder = ir_builder_at(division);
    IrValue *value = ir_int_resize(&builder, ir_op(division, 0), of_type, sign),
            *y = ir_int_resize(&builder, ir_op(division, 1), of_type, sign);
    IrValue *zero = &ir_int(of_type, 0)->v, *nx = NULL, *ny = NULL;
    if (sign) {
        nx = ir_cmp(&builder, IR_SLT, value, zero);
        ny = ir_cmp(&builder, IR_SLT, y, zero);
        value = ir_select(&builder, nx, ir_neg(&builder, value), value);
        y = ir_select(&builder, ny, ir_neg(&builder, y), y);
    }
    IrFunc *h = divide_helper(legal, of_type->bits);
    IrValue *a[2] = {value, y};
    IrValue *r = ir_extract(&builder, &ir_call_fn(&builder, h, 2, a)->v, div ? 0 : 1);
    if (sign) {
        IrValue *negative = ir_neg(&builder, r);
        r = ir_select(&builder, div ? ir_xor(&builder, nx, ny) : nx, negative, r);
    }
    ir_replace_erase(division, ir_int_resize(&builder, r, type, sign));
    return true;
}
