// SPDX-License-Identifier: Apache-2.0
// expand-div: division and remainder by constants become multiplications and shifts, which ptxas
// does not do (Granlund and Montgomery 1994; the bounds below are derived here). What is known not
// to be negative is divided by the other's size, for ptxas's signed division takes that of both.
//
//     %q = udiv i32 %x, 10      =>   %h = mulhi.ui(%x, 0xCCCCCCCD);  %q = lshr i32 %h, 3
//     %q = sdiv i32 %x, 8       =>   %s = ashr %x, 31;  %b = lshr %s, 29;  %q = ashr (%x + %b), 3
//     %r = srem i32 %x, 10      =>   %r = %x - (%x / 10) * 10
//     %r = srem i32 %x, %y      =>   %r = urem %x, |%y|                   (%x >= 0)
//     %q = sdiv i32 %x, %y      =>   %u = udiv %x, |%y|;  %q = %y < 0 ? -%u : %u
//
// Unsigned, n bits, x <= X: with N = n + s, m = floor(2^N / d) + 1 and e = m * d - 2^N (0 < e <=
// d), m * x / 2^N = x / d + e * x / (d * 2^N), which has the same floor when e * X < 2^N. The
// smallest s with that and m < 2^n is taken; an even d may shift x first; else m has n + 1 bits and
// the sum is formed without its carry. Signed: the same with X = 2^(n-1), plus 1 for negative x.
// Late in the pipeline: before, division tells more about its result than the products do.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

typedef unsigned __int128 u128;

typedef struct {
    IrBuilder b;
    IrType *t;
    uint32_t n;
} Div;

static IrValue *num(const Div *div, uint64_t v) {
    return &ir_int(div->t, v)->v;
}

static IrValue *mul_high(Div *div, IrValue *factor, uint64_t m, bool is_signed) {
    IrIntrin id = div->n == 32 ? (is_signed ? IR_I_nvvm_mulhi_i : IR_I_nvvm_mulhi_ui)
                               : (is_signed ? IR_I_nvvm_mulhi_ll : IR_I_nvvm_mulhi_ull);
    return ir_call_intrin(&div->b, id, NULL, 2, (IrValue *[]){factor, num(div, m)});
}

// The multiplier for x <= max, or false when it needs n + 1 bits.
static bool magic(uint32_t n, uint64_t d, uint64_t max, uint64_t *m, uint32_t *s) {
    for (*s = 0; *s < n; ++*s) {
        u128 two = (u128)1 << (n + *s), q = two / d + 1, e = q * d - two;
        if (q >> n) return false;
        *m = (uint64_t)q;
        // e * max < 2^N without overflow: both are below 2^64
        if (e * max < two) return true;
    }
    return false;
}

static IrValue *udiv(Div *div, IrValue *dividend, uint64_t c) {
    uint64_t m, max = an_umax(an_known_bits(dividend), div->n);
    uint32_t s, k = (uint32_t)__builtin_ctzll(c);
    if (max < c) return num(div, 0);
    if (!(c & (c - 1))) return ir_lshr(&div->b, dividend, num(div, k));
    if (magic(div->n, c, max, &m, &s)) {
        return ir_lshr(&div->b, mul_high(div, dividend, m, false), num(div, s));
    }
    if (k && magic(div->n, c >> k, max >> k, &m, &s)) {
        dividend = ir_lshr(&div->b, dividend, num(div, k));
        return ir_lshr(&div->b, mul_high(div, dividend, m, false), num(div, s));
    }
    // m = 2^n + m' with N = n + l, l = ceil(log2 c): (x + h) >> l, halved first against the carry
    uint32_t l = 64 - (uint32_t)__builtin_clzll(c - 1);
    m = (uint64_t)(((((u128)1 << l) - c) << div->n) / c) + 1;
    IrValue *h = mul_high(div, dividend, m, false);
    IrValue *half = ir_lshr(&div->b, ir_sub(&div->b, dividend, h), num(div, 1));
    return ir_lshr(&div->b, ir_add(&div->b, half, h), num(div, l - 1));
}

// x plus 2^k - 1 where x is negative, so that a shift rounds toward zero.
static IrValue *biased(Div *div, IrValue *dividend, uint32_t k) {
    IrValue *sign = k == 1 ? dividend : ir_ashr(&div->b, dividend, num(div, div->n - 1));
    return ir_add(&div->b, dividend, ir_lshr(&div->b, sign, num(div, div->n - k)));
}

static IrValue *sdiv(Div *div, IrValue *dividend, int64_t c, bool exact) {
    uint64_t abs = c < 0 ? 0 - (uint64_t)c : (uint64_t)c, m = 0;
    if (div->n < 64) abs &= (1ull << div->n) - 1;
    IrValue *q;
    if (!(abs & (abs - 1))) {
        uint32_t k = (uint32_t)__builtin_ctzll(abs);
        q = ir_ashr(&div->b, exact ? dividend : biased(div, dividend, k), num(div, k));
        return c < 0 ? ir_neg(&div->b, q) : q;
    }
    uint32_t s = 0;
    for (;; s++) { // e < 2^(s + 1) comes at the latest for s = ceil(log2 abs) - 1
        u128 two = (u128)1 << (div->n + s), t = two / abs + 1;
        m = (uint64_t)t;
        if (t * abs - two < (u128)2 << s) break;
    }
    q = mul_high(div, dividend, m, true);
    if (m >> (div->n - 1) & 1) q = ir_add(&div->b, q, dividend); // m was taken as m - 2^n
    q = ir_ashr(&div->b, q, num(div, s));
    IrValue *last = num(div, div->n - 1); // plus 1 for negative x, and all negated for c < 0
    if (c < 0) return ir_sub(&div->b, ir_ashr(&div->b, dividend, last), q);
    return ir_add(&div->b, q, ir_lshr(&div->b, dividend, last));
}

static IrValue *remainder_of(Div *div, IrValue *dividend, int64_t c, bool is_signed) {
    uint64_t u = (uint64_t)c, abs = is_signed && c < 0 ? 0 - u : u;
    if (div->n < 64) u &= (1ull << div->n) - 1, abs &= (1ull << div->n) - 1;
    if (!(abs & (abs - 1))) {
        if (!is_signed) return ir_and(&div->b, dividend, num(div, abs - 1));
        IrValue *t = biased(div, dividend, (uint32_t)__builtin_ctzll(abs));
        return ir_sub(&div->b, dividend, ir_and(&div->b, t, num(div, 0 - abs)));
    }
    IrValue *q = is_signed ? sdiv(div, dividend, c, false) : udiv(div, dividend, u);
    return ir_sub(&div->b, dividend, ir_mul(&div->b, q, num(div, u)));
}

static IrValue *expand(IrModule *module, IrInst *division) {
    bool is_signed = is_any_of(division->v.op, IR_SDIV, IR_SREM);
    bool rem = is_any_of(division->v.op, IR_UREM, IR_SREM);
    IrConst *constant = ir_as_cint(ir_op(division, 1));
    IrType *type = division->v.type;
    if (!constant || !ir_ty_is_word(type) || type->bits < 2 || ir_uval(constant) == 0) return NULL;
    int64_t by = is_signed ? ir_sval(constant) : (int64_t)ir_uval(constant);
    if (by == 1 || (is_signed && by == -1)) return NULL; // instcombine's
    Div d = {.b = ir_builder_at(division), .t = type->bits <= 32 ? module->ty_i32 : module->ty_i64};
    d.n = d.t->bits;
    IrValue *x = ir_int_resize(&d.b, ir_op(division, 0), d.t, is_signed), *r;
    if (rem) {
        r = remainder_of(&d, x, by, is_signed);
    } else {
        bool exact = (division->v.flags & IR_EXACT) != 0;
        r = is_signed ? sdiv(&d, x, by, exact) : udiv(&d, x, (uint64_t)by);
    }
    return ir_int_resize(&d.b, r, type, is_signed);
}

// ---- by what may be negative ----

static bool divides_nonneg(PassCtx *pc, const IrInst *division) {
    bool is_signed = is_any_of(division->v.op, IR_SDIV, IR_SREM);
    if (!is_signed || division->v.type != pc->m->ty_i32 || ir_is_const(ir_op(division, 1)))
        return false;
    return an_range_at(pc->an, ir_op(division, 0), division->block).smin >= 0;
}

// |-2^31| is 2^31 as an unsigned number: the quotient is 0 then, the remainder the dividend.
static IrValue *by_size(IrModule *module, IrInst *division) {
    IrBuilder b = ir_builder_at(division);
    IrValue *divisor = ir_op(division, 1);
    if (!an_not_poison(divisor)) divisor = ir_freeze(&b, divisor); // it is read twice now
    IrValue *no_poison = &ir_false(module)->v;
    IrValue *size = ir_call_intrin(&b, IR_I_abs, NULL, 2, (IrValue *[]){divisor, no_poison});
    if (division->v.op == IR_SREM) return ir_bin(&b, IR_UREM, 0, ir_op(division, 0), size);
    IrValue *quotient = ir_bin(&b, IR_UDIV, division->v.flags & IR_EXACT, ir_op(division, 0), size);
    IrValue *negative = ir_cmp(&b, IR_SLT, divisor, &ir_int(divisor->type, 0)->v);
    return ir_select(&b, negative, ir_neg(&b, quotient), quotient);
}

typedef struct {
    IrInst *inst;
    bool of_nonneg; // and by what is no constant
} Division;

OPT_FUNC_PASS(expand_div);
bool opt_expand_div(PassCtx *pc, IrFunc *fn) {
    VEC(Division) found = {0}; // rewritten at the end: ranges look at what is there
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (is_any_of(i->v.op, IR_UDIV, IR_SDIV, IR_UREM, IR_SREM))
                vec_push(pc->tmp, &found, ((Division){i, divides_nonneg(pc, i)}));
        }
    }
    bool changed = false;
    for (uint32_t k = 0; k < found.n; k++) {
        IrInst *inst = found.at[k].inst;
        IrValue *v = found.at[k].of_nonneg ? by_size(pc->m, inst) : expand(pc->m, inst);
        if (!v) continue;
        ir_replace_erase(inst, v);
        changed = true;
    }
    return changed;
}
