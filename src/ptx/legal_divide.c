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
#include "ptx/legal.h"

typedef struct {
    Legal *l;
    IrFunc *f;
    IrBuilder b;
    IrType *t, *half; // i128, i64
} Div;

static IrValue *num(Div *d, uint64_t v) {
    return legal_i64(d->l, v);
}

static IrValue *mul_high(Div *d, IrValue *x, IrValue *y) {
    return IR_CALL(&d->b, IR_I_nvvm_mulhi_ull, NULL, x, y);
}

static IrValue *low(Div *d, IrValue *x) {
    return ir_trunc(&d->b, x, d->half);
}

static IrValue *high(Div *d, IrValue *x) {
    return low(d, ir_lshr(&d->b, x, legal_num(d->t, 64)));
}

static IrValue *join(Div *d, IrValue *hi, IrValue *lo) {
    return legal_join(d->l, &d->b, d->t, 2, (IrValue *[]){lo, hi});
}

static IrValue *product(Div *d, IrValue *x, IrValue *y) { // all 128 bits
    return join(d, mul_high(d, x, y), ir_mul(&d->b, x, y));
}

static void give_back(Div *d, IrValue *q, IrValue *r) {
    IrValue *pair = &ir_undef(d->l->m, d->f->g.vty->elem)->v;
    ir_ret(&d->b, ir_insert(&d->b, ir_insert(&d->b, pair, q, 0), r, 1));
}

static IrBlock *new_block(Div *d, const char *name) {
    return ir_block_new(d->f, atom_cstr(d->l->m->ctx, name));
}

// 1 / d in units of 2^-31 for d in units of 2^-64, at least 1/2: below the true value by a part of
// less than 2^-20. The factor is 2^63 less a part of 2^-21: the conversion, the reciprocal and the
// product err by 2^-24, 2^-23, 2^-24.
static IrValue *first_reciprocal(Div *d, IrValue *by) {
    IrModule *m = d->l->m;
    IrValue *top = ir_trunc(&d->b, ir_lshr(&d->b, by, num(d, 32)), m->ty_i32);
    IrValue *f = ir_uitofp(&d->b, top, m->ty_float);
    f = IR_CALL(&d->b, IR_I_nvvm_rcp_approx_ftz_f, NULL, f);
    f = ir_fmul(&d->b, f, &ir_fp(m, m->ty_float, 0x1.fffffp62)->v);
    return ir_zext(&d->b, ir_fptoui(&d->b, f, m->ty_i32), d->half);
}

// floor((2^128 - 1) / by) - 2^64; the top bit of `by` is set.
static IrValue *reciprocal(Div *d, IrValue *by) {
    IrBuilder *b = &d->b;
    IrValue *one = num(d, INT64_MAX); // less the last digit, in units of 2^-63: rounds down
    IrValue *x0 = first_reciprocal(d, by), *x = ir_shl(b, x0, num(d, 32));
    IrValue *lack = ir_lshr(b, ir_xor(b, mul_high(d, by, x), one), num(d, 11)); // 32 bits, 2^-52
    x = ir_add(b, x, ir_lshr(b, ir_mul(b, lack, x0), num(d, 20)));              // 2^-63

    // 1 - by * x has 87 bits in units of 2^-127; the top 64 are taken
    IrValue *hi = ir_xor(b, mul_high(d, by, x), one), *lo = ir_not(b, ir_mul(b, by, x));
    lack = ir_or(b, ir_shl(b, hi, num(d, 41)), ir_lshr(b, lo, num(d, 23)));
    IrValue *more = ir_lshr(b, mul_high(d, x, lack), num(d, 39));
    IrValue *v = ir_add(b, ir_shl(b, x, num(d, 1)), more); // the leading 1 goes

    // one more, unless by * (2^64 + v + 1) has 129 bits
    lo = ir_add(b, ir_mul(b, by, v), by);
    hi = ir_add(b, mul_high(d, by, v), by);
    hi = ir_add(b, hi, ir_zext(b, ir_cmp(b, IR_ULT, lo, by), d->half));
    return ir_add(b, v, ir_zext(b, ir_cmp(b, IR_NE, hi, num(d, 0)), d->half));
}

// (u1:u0) / by with u1 < by: the quotient, and *r. The estimate from the high half of v * u1 +
// u1:u0 is one too large, right, or, seldom, one too small.
static IrValue *two_digits(Div *d, IrValue *u1, IrValue *u0, IrValue *by, IrValue *v, IrValue **r) {
    IrBuilder *b = &d->b;
    IrValue *sum = ir_add(b, product(d, v, u1), join(d, u1, u0)), *q0 = high(d, sum);
    IrValue *q = ir_add(b, q0, num(d, 1)), *left = ir_sub(b, u0, ir_mul(b, q, by));

    IrValue *over = ir_cmp(b, IR_UGT, left, low(d, sum));
    q = ir_select(b, over, q0, q);
    left = ir_select(b, over, ir_add(b, left, by), left);

    IrValue *under = ir_cmp(b, IR_UGE, left, by);
    q = ir_select(b, under, ir_add(b, q, num(d, 1)), q);
    *r = ir_select(b, under, ir_sub(b, left, by), left);
    return q;
}

// The first digit of hi:lo << n (hi absent: what comes into it from lo); n may be 0, back is 63 -
// n.
static IrValue *left_of(Div *d, IrValue *hi, IrValue *lo, IrValue *n, IrValue *back) {
    IrValue *in = ir_lshr(&d->b, ir_lshr(&d->b, lo, num(d, 1)), back);
    return hi ? ir_or(&d->b, ir_shl(&d->b, hi, n), in) : in;
}

static void divide_narrow(Div *d, IrValue *x, IrValue *y) {
    IrValue *q = ir_udiv(&d->b, x, y), *r = ir_sub(&d->b, x, ir_mul(&d->b, q, y));
    give_back(d, ir_zext(&d->b, q, d->t), ir_zext(&d->b, r, d->t));
}

static void divide_long(Div *d, IrValue *x, IrValue *y, IrValue *xhi, IrValue *yhi) {
    IrBuilder *b = &d->b;
    IrValue *xlo = low(d, x), *ylo = low(d, y), *zero = num(d, 0);
    IrBlock *digit = new_block(d, "digit"), *rest = new_block(d, "rest");

    IrValue *small = ir_cmp(b, IR_EQ, yhi, zero);
    IrValue *top = ir_select(b, small, ylo, yhi), *below = ir_select(b, small, zero, ylo);
    IrValue *n = IR_CALL(b, IR_I_ctlz, NULL, top, &ir_true(d->l->m)->v);
    IrValue *back = ir_xor(b, n, num(d, 63));
    IrValue *by = left_of(d, top, below, n, back), *v = reciprocal(d, by), *r;
    IrValue *u2 = left_of(d, NULL, xhi, n, back), *u1 = left_of(d, xhi, xlo, n, back);
    IrValue *u0 = ir_shl(b, xlo, n), *q = two_digits(d, u2, u1, by, v, &r);
    ir_condbr(b, small, digit, rest);

    ir_at_end(b, digit);
    IrValue *last, *q0 = two_digits(d, r, u0, by, v, &last);
    give_back(d, join(d, q, q0), ir_zext(b, ir_lshr(b, last, n), d->t));

    ir_at_end(b, rest);
    IrValue *d0 = ir_shl(b, ylo, n), *part = product(d, q, d0), *left = join(d, r, u0);
    IrValue *over = ir_cmp(b, IR_UGT, part, left);
    q = ir_add(b, q, ir_sext(b, over, d->half));
    left = ir_sub(b, left, part);
    left = ir_select(b, over, ir_add(b, left, join(d, by, d0)), left);

    IrValue *left_hi = high(d, left), *in = ir_shl(b, ir_shl(b, left_hi, num(d, 1)), back);
    IrValue *left_lo = ir_or(b, ir_lshr(b, low(d, left), n), in);
    give_back(d, ir_zext(b, q, d->t), join(d, ir_lshr(b, left_hi, n), left_lo));
}

static void divide128(Div *d, IrValue *x, IrValue *y) {
    IrBlock *narrow = new_block(d, "narrow"), *wide = new_block(d, "wide");
    IrValue *xhi = high(d, x), *yhi = high(d, y);
    IrValue *fits = ir_cmp(&d->b, IR_EQ, ir_or(&d->b, xhi, yhi), num(d, 0));
    ir_condbr(&d->b, fits, narrow, wide);

    ir_at_end(&d->b, narrow);
    divide_narrow(d, low(d, x), low(d, y));
    ir_at_end(&d->b, wide);
    divide_long(d, x, y, xhi, yhi);
}

// ---- any width ----------------------------------------------------------------------------------

static void divide_bits(Div *d, IrValue *x, IrValue *by) {
    IrBuilder *b = &d->b;
    IrModule *m = d->l->m;
    IrType *t = d->t;
    uint32_t w = t->bits;
    IrBlock *entry = b->bb, *loop = new_block(d, "loop"), *end = new_block(d, "end");
    IrValue *zero = legal_num(t, 0), *one = legal_num(t, 1);
    ir_br(b, loop);
    ir_at_end(b, loop);
    IrInst *n = ir_phi(b, t, 2), *q = ir_phi(b, t, 2), *r = ir_phi(b, t, 2);
    IrInst *k = ir_phi(b, m->ty_i32, 2);
    ir_phi_add(n, x, entry);
    ir_phi_add(q, zero, entry);
    ir_phi_add(r, zero, entry);
    ir_phi_add(k, legal_num(m->ty_i32, 0), entry);

    IrValue *top = ir_lshr(b, &n->v, legal_num(t, w - 1)), *out = ir_cmp(b, IR_SLT, &r->v, zero);
    IrValue *r2 = ir_or(b, ir_shl(b, &r->v, one), top);
    IrValue *fits = ir_or(b, out, ir_cmp(b, IR_UGE, r2, by)); // a bit shifted out: larger than by
    IrValue *r3 = ir_select(b, fits, ir_sub(b, r2, by), r2);
    IrValue *q2 = ir_or(b, ir_shl(b, &q->v, one), ir_zext(b, fits, t));
    IrValue *k2 = ir_add(b, &k->v, legal_num(m->ty_i32, 1));
    ir_phi_add(n, ir_shl(b, &n->v, one), loop);
    ir_phi_add(q, q2, loop);
    ir_phi_add(r, r3, loop);
    ir_phi_add(k, k2, loop);
    ir_condbr(b, ir_cmp(b, IR_EQ, k2, legal_num(m->ty_i32, w)), end, loop);
    ir_at_end(b, end);
    give_back(d, q2, r3);
}

static IrFunc *divide_helper(Legal *l, uint32_t w) {
    IrModule *m = l->m;
    Atom name = atom_printf(m->ctx, "__cuprum_udivrem%u", w);
    IrType *t = ir_ty_int(m, w), *pair = ir_ty_struct(m, 2, (IrType *[]){t, t}, false);
    bool made;
    IrFunc *f = legal_helper(l, name, ir_ty_func(m, pair, 2, (IrType *[]){t, t}, false), &made);
    if (!made) return f;
    Div d = {.l = l, .f = f, .t = t, .half = m->ty_i64};
    d.b = ir_builder(f, new_block(&d, "entry"));
    (w == 128 ? divide128 : divide_bits)(&d, &f->arg[0]->v, &f->arg[1]->v);
    return f;
}

// Signed numbers by way of their absolute values.
bool legal_divide(Legal *l, IrInst *i) {
    bool div = i->v.op == IR_UDIV || i->v.op == IR_SDIV,
         sign = i->v.op == IR_SDIV || i->v.op == IR_SREM;
    if (!div && i->v.op != IR_UREM && i->v.op != IR_SREM) return false;
    IrType *t = i->v.type;
    if (t->kind != IR_TY_INT || t->bits <= 64) return false;
    IrType *w = legal_wide_type(l, t);
    IrBuilder b = ir_builder_at(i);
    IrValue *x = ir_int_resize(&b, ir_op(i, 0), w, sign),
            *y = ir_int_resize(&b, ir_op(i, 1), w, sign);
    IrValue *zero = &ir_int(w, 0)->v, *nx = NULL, *ny = NULL;
    if (sign) {
        nx = ir_cmp(&b, IR_SLT, x, zero);
        ny = ir_cmp(&b, IR_SLT, y, zero);
        x = ir_select(&b, nx, ir_neg(&b, x), x);
        y = ir_select(&b, ny, ir_neg(&b, y), y);
    }
    IrFunc *h = divide_helper(l, w->bits);
    IrValue *a[2] = {x, y};
    IrValue *r = ir_extract(&b, &ir_call_fn(&b, h, 2, a)->v, div ? 0 : 1);
    if (sign) r = ir_select(&b, div ? ir_xor(&b, nx, ny) : nx, ir_neg(&b, r), r);
    ir_replace_erase(i, ir_int_resize(&b, r, t, sign));
    return true;
}
