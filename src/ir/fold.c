// SPDX-License-Identifier: Apache-2.0
// Constant folding of operators: integers of up to 128 bits, IEEE half to double, vectors of them,
// addresses (intrinsics: fold_intrin.c).
//
// What is not folded, on purpose, so that a folded program and a run one agree bit for bit:
//  - floating-point results that are NaN (payloads differ between machines), and single-precision
//    operations that meet a subnormal (a function may flush them to zero);
//  - conversions to integer out of range (poison in LLVM, saturating in PTX);
//  - whatever is undefined behaviour (division by zero): the instruction stays where it is.
#include "ir/fold_int.h"

#include <math.h>

// ---- bits ----

bool fold_get(const IrConst *c, u128 *v) {
    if (c->v.kind != IR_C_INT || c->v.type->bits > 128) return false;
    *v = c->v.type->bits <= 64 ? c->bits : (u128)c->words[1] << 64 | c->words[0];
    return true;
}

u128 fold_mask(uint32_t bits) {
    return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

i128 fold_signed(u128 v, uint32_t bits) {
    return (i128)(v << (128 - bits)) >> (128 - bits);
}

IrConst *fold_put(IrType *t, u128 v) {
    uint64_t w[2] = {(uint64_t)v, (uint64_t)(v >> 64)};
    return ir_int_words(t->m, t, 2, w);
}

// binary16 and bfloat16 to double, exact.
static double half_to_double(uint64_t h) {
    uint32_t e = h >> 10 & 31, f = h & 1023;
    double v = e == 31 ? (f ? NAN : INFINITY) : e ? ldexp(1024 + f, (int)e - 25) : ldexp(f, -24);
    return h >> 15 ? -v : v;
}

bool fold_get_fp(const IrConst *c, double *v) {
    if (c->v.kind != IR_C_FP) return false;
    switch (c->v.type->kind) {
    case IR_TY_HALF: *v = half_to_double(c->bits); return true;
    case IR_TY_BFLOAT:
    case IR_TY_FLOAT: {
        uint32_t u = (uint32_t)c->bits << (c->v.type->kind == IR_TY_BFLOAT ? 16 : 0);
        float f;
        memcpy(&f, &u, 4);
        *v = f;
        return true;
    }
    case IR_TY_DOUBLE: memcpy(v, &c->bits, 8); return true;
    default: return false;
    }
}

// A double to a small format with p significand bits and emin, nearest even. Exact: the scaled
// value is an integer below 2^53 after rint.
static uint64_t round_small(double v, int p, int ebits) {
    uint64_t sign = signbit(v) ? 1ull << (p + ebits - 1) : 0;
    int bias = (1 << (ebits - 1)) - 1, emin = 1 - bias;
    v = fabs(v);
    if (isnan(v)) return sign | ((1ull << ebits) - 1) << (p - 1) | 1ull << (p - 2);
    if (isinf(v)) return sign | ((1ull << ebits) - 1) << (p - 1);
    if (v == 0) return sign;
    int e;
    frexp(v, &e);
    e = CU_MAX(e - 1, emin);
    double scaled = rint(ldexp(v, p - 1 - e)); // ulp 1
    uint64_t f = (uint64_t)scaled;
    // a carry out of the significand moves into the exponent field by itself
    uint64_t r = ((uint64_t)(e - emin) << (p - 1)) + f;
    uint64_t inf = ((1ull << ebits) - 1) << (p - 1);
    if (!(f >> (p - 1)) && e == emin) r = f;
    if (f >> (p - 1)) r = ((uint64_t)(e + bias) << (p - 1)) + (f - (1ull << (p - 1)));
    return sign | (r > inf ? inf : r);
}

IrConst *ir_fp(IrModule *m, IrType *t, double v) {
    uint64_t bits = 0;
    float f = (float)v;
    uint32_t u;
    switch (t->kind) {
    case IR_TY_HALF: bits = round_small(v, 11, 5); break;
    case IR_TY_BFLOAT: bits = round_small(v, 8, 8); break;
    case IR_TY_FLOAT:
        memcpy(&u, &f, 4);
        bits = u;
        break;
    case IR_TY_DOUBLE: memcpy(&bits, &v, 8); break;
    default: { // fp128: exact widening of the double
        uint64_t lo, hi, d;
        memcpy(&d, &v, 8);
        uint64_t e = d >> 52 & 2047, s = d >> 63 << 63, fr = d & ((1ull << 52) - 1);
        if (e == 0 && fr) { // normalise a subnormal
            int k = __builtin_clzll(fr) - 11;
            fr = fr << k & ((1ull << 52) - 1);
            e = (uint64_t)(1 - k + 15360);
        } else {
            e = e == 2047 ? 32767 : e ? e + 15360 : 0;
        }
        hi = s | e << 48 | fr >> 4;
        lo = fr << 60;
        return ir_fp_bits(m, t, lo, hi);
    }
    }
    return ir_fp_bits(m, t, bits, 0);
}

static bool is_subnormal_single(const IrType *t, double v) {
    return t->kind == IR_TY_FLOAT && v != 0 && fabs(v) < 0x1p-126;
}

// A result of arithmetic: NULL when it is one that we leave to the machine.
IrConst *fold_put_fp(IrModule *m, IrType *t, double v) {
    if (isnan(v) || is_subnormal_single(t, v)) return NULL;
    return ir_fp(m, t, v);
}

// ---- binary operators ----

static bool fits_signed(i128 v, uint32_t bits) {
    return fold_signed((u128)v & fold_mask(bits), bits) == v;
}

// Result, or false for undefined behaviour; *poison set when a flag's promise is broken.
static bool int_arith(IrOp op, uint16_t flags, u128 x, u128 y, uint32_t n, u128 *r, bool *poison) {
    i128 sx = fold_signed(x, n), sy = fold_signed(y, n), s = 0;
    u128 mask = fold_mask(n);
    bool so = false, uo = false;
    switch (op) {
    case IR_ADD:
        so = __builtin_add_overflow(sx, sy, &s) || !fits_signed(s, n);
        *r = x + y;
        uo = (*r & mask) < x;
        break;
    case IR_SUB:
        so = __builtin_sub_overflow(sx, sy, &s) || !fits_signed(s, n);
        *r = x - y;
        uo = x < y;
        break;
    default: {
        u128 u;
        so = __builtin_mul_overflow(sx, sy, &s) || !fits_signed(s, n);
        uo = __builtin_mul_overflow(x, y, &u) || u > mask;
        *r = x * y;
    }
    }
    *poison = ((flags & IR_NSW) && so) || ((flags & IR_NUW) && uo);
    return true;
}

static bool int_divide(IrOp op, uint16_t flags, u128 x, u128 y, uint32_t n, u128 *r, bool *poison) {
    if (!y) return false;
    i128 sx = fold_signed(x, n), sy = fold_signed(y, n);
    if (op == IR_UDIV || op == IR_UREM) {
        *r = op == IR_UDIV ? x / y : x % y;
        *poison = (flags & IR_EXACT) && x % y;
        return true;
    }
    if (sy == -1) {
        if (x == (u128)1 << (n - 1)) return false; // overflows
        *r = op == IR_SDIV ? (u128)0 - x : 0;
        return true;
    }
    *r = (u128)(op == IR_SDIV ? sx / sy : sx % sy);
    *poison = (flags & IR_EXACT) && sx % sy;
    return true;
}

static bool int_shift(IrOp op, uint16_t flags, u128 x, u128 y, uint32_t n, u128 *r, bool *poison) {
    if (y >= n) {
        *poison = true;
        return true;
    }
    uint32_t k = (uint32_t)y;
    i128 sx = fold_signed(x, n);
    if (op == IR_SHL) {
        *r = x << k;
        u128 back = (*r & fold_mask(n));
        *poison = ((flags & IR_NUW) && back >> k != x) ||
                  ((flags & IR_NSW) && fold_signed(back, n) >> k != sx);
        return true;
    }
    *r = op == IR_LSHR ? x >> k : (u128)(sx >> k);
    *poison = (flags & IR_EXACT) && (x & (((u128)1 << k) - 1));
    return true;
}

static IrConst *bin_int(IrOp op, uint16_t flags, IrConst *x, IrConst *y) {
    u128 a, b, r = 0;
    IrType *t = x->v.type;
    if (!fold_get(x, &a) || !fold_get(y, &b)) return NULL;
    bool poison = false, ok = true;
    switch (op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL: ok = int_arith(op, flags, a, b, t->bits, &r, &poison); break;
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM: ok = int_divide(op, flags, a, b, t->bits, &r, &poison); break;
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: ok = int_shift(op, flags, a, b, t->bits, &r, &poison); break;
    case IR_AND: r = a & b; break;
    case IR_OR:
        r = a | b;
        poison = (flags & IR_DISJOINT) && (a & b);
        break;
    case IR_XOR: r = a ^ b; break;
    default: return NULL;
    }
    if (!ok) return NULL;
    return poison ? ir_poison(t->m, t) : fold_put(t, r);
}

static IrConst *bin_fp(IrModule *m, IrOp op, IrConst *x, IrConst *y) {
    double a, b, r;
    IrType *t = x->v.type;
    if (!fold_get_fp(x, &a) || !fold_get_fp(y, &b)) return NULL;
    if (is_subnormal_single(t, a) || is_subnormal_single(t, b)) return NULL;
    bool single = t->kind == IR_TY_FLOAT;
    // double has more than twice the digits of the smaller formats, so that rounding twice gives
    // what rounding once would (Figueroa 1995) for these five operations
    switch (op) {
    case IR_FADD: r = a + b; break;
    case IR_FSUB: r = a - b; break;
    case IR_FMUL: r = a * b; break;
    case IR_FDIV: r = a / b; break;
    case IR_FREM: r = fmod(a, b); break;
    default: return NULL;
    }
    return fold_put_fp(m, t, single ? (double)(float)r : r);
}

// A shift by the width or more is poison.
static bool in_width(IrOp op, const IrConst *by) {
    u128 n;
    bool shifts = (ir_ops[op].props & IRP_SHIFT) != 0;
    return !shifts || (fold_get(by, &n) && n < by->v.type->bits);
}

static IrConst *bin_scalar(IrModule *m, IrOp op, uint16_t flags, IrConst *x, IrConst *y) {
    IrType *t = x->v.type;
    if (x->v.kind == IR_C_POISON || y->v.kind == IR_C_POISON) return ir_poison(m, t);
    if (x->v.kind == IR_C_UNDEF || y->v.kind == IR_C_UNDEF) {
        if (op == IR_ADD || op == IR_SUB || op == IR_XOR) return ir_undef(m, t);
        if (op == IR_AND) return ir_null(m, t); // bits that are masked out must be zero
        if (op == IR_OR) return x->v.kind == IR_C_UNDEF ? y : x; // it may have been zero
        // a shift fills in zeros, a product of an even number is even: zero is possible in any case
        bool zero = op == IR_SHL || op == IR_LSHR || op == IR_ASHR || op == IR_MUL;
        bool first = x->v.kind == IR_C_UNDEF && y->v.kind == IR_C_INT;
        return zero && first && in_width(op, y) ? ir_null(m, t) : NULL;
    }
    if (t->kind == IR_TY_INT) return bin_int(op, flags, x, y);
    if (t->kind == IR_TY_FP128) return fold_quad_bin(m, op, x, y);
    return ir_ty_is_fp(t) ? bin_fp(m, op, x, y) : NULL;
}

enum { MAX_LANES = 64 };

IrConst *ir_fold_bin(IrModule *m, IrOp op, uint16_t flags, IrConst *x, IrConst *y) {
    IrType *t = x->v.type;
    if (t->kind != IR_TY_VECTOR) return bin_scalar(m, op, flags, x, y);
    IrConst *lane[MAX_LANES];
    if (t->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        IrConst *a = ir_elem(m, x, i), *b = ir_elem(m, y, i);
        lane[i] = a && b ? bin_scalar(m, op, flags, a, b) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(m, t, (uint32_t)t->n, lane);
}

// ---- casts ----

static IrConst *fp_to_int(IrOp op, IrConst *x, IrType *t) {
    double v;
    if (!fold_get_fp(x, &v) || isnan(v) || t->bits > 64) return NULL;
    v = trunc(v);
    double lim = ldexp(1.0, (int)t->bits - (op == IR_FPTOSI));
    if (op == IR_FPTOUI) {
        if (!(v > -1 && v < lim)) return NULL;
        return ir_int(t, (uint64_t)v);
    }
    if (!(v >= -lim && v < lim)) return NULL;
    return ir_sint(t, (int64_t)v);
}

static IrConst *int_to_fp(IrModule *m, IrOp op, IrConst *x, IrType *t) {
    u128 v;
    if (!fold_get(x, &v)) return NULL;
    i128 s = fold_signed(v, x->v.type->bits);
    bool neg = op == IR_SITOFP && s < 0;
    if (neg) v = (u128)-s;
    double d;
    if (t->kind == IR_TY_DOUBLE) {
        d = (double)v;
    } else if (t->kind == IR_TY_FLOAT) {
        d = (double)(float)v;
    } else {
        if (v >> 53) return NULL; // would round twice
        d = (double)v;
    }
    return t->kind == IR_TY_FP128 ? NULL : ir_fp(m, t, neg ? -d : d);
}

// The bits of a constant as bytes; false if it has no plain bits.
static bool const_bytes(IrModule *m, IrConst *c, uint8_t *out, uint64_t n) {
    if (c->v.kind == IR_C_INT || c->v.kind == IR_C_FP) {
        memcpy(out, ir_words(c), n);
        return true;
    }
    if (c->v.type->kind != IR_TY_VECTOR || ir_ty_bits(c->v.type->elem) % 8) return false;
    uint64_t k = ir_ty_bits(c->v.type->elem) / 8;
    for (uint64_t i = 0; i < c->v.type->n; i++) {
        IrConst *e = ir_elem(m, c, i);
        if (!e || !const_bytes(m, e, out + i * k, k)) return false;
    }
    return true;
}

static IrConst *from_bytes(IrModule *m, const uint8_t *p, IrType *t) {
    uint64_t w[16] = {0};
    if (t->kind == IR_TY_INT || ir_ty_is_fp(t)) {
        memcpy(w, p, ir_ty_bits(t) / 8);
        return t->kind == IR_TY_INT ? ir_int_words(m, t, 16, w) : ir_fp_bits(m, t, w[0], w[1]);
    }
    IrConst *lane[MAX_LANES];
    if (t->kind != IR_TY_VECTOR || t->n > MAX_LANES || ir_ty_bits(t->elem) % 8) return NULL;
    uint64_t k = ir_ty_bits(t->elem) / 8;
    for (uint64_t i = 0; i < t->n; i++) {
        lane[i] = from_bytes(m, p + i * k, t->elem);
        if (!lane[i]) return NULL;
    }
    return ir_agg(m, t, (uint32_t)t->n, lane);
}

static IrConst *fold_bitcast(IrModule *m, IrConst *x, IrType *t) {
    uint8_t bytes[128] = {0};
    uint64_t n = ir_ty_bits(t);
    if (x->v.type == t) return x;
    if (ir_is_zero(&x->v) && t->kind != IR_TY_PTR) return ir_null(m, t);
    if (n % 8 || n > sizeof bytes * 8 || ir_ty_bits(x->v.type) != n) return NULL;
    if (!const_bytes(m, x, bytes, n / 8)) return NULL;
    return from_bytes(m, bytes, t);
}

static IrConst *cast_scalar(IrModule *m, IrOp op, IrConst *x, IrType *t) {
    u128 v;
    double d;
    if (x->v.kind == IR_C_POISON) return ir_poison(m, t);
    if (x->v.kind == IR_C_UNDEF) {
        return op == IR_ZEXT || op == IR_SEXT || op == IR_UITOFP || op == IR_SITOFP
                   ? ir_null(m, t)
                   : ir_undef(m, t);
    }
    if (t->kind == IR_TY_FP128 || x->v.type->kind == IR_TY_FP128)
        return fold_quad_cast(m, op, x, t);
    switch (op) {
    case IR_TRUNC:
    case IR_ZEXT: return fold_get(x, &v) && t->bits <= 128 ? fold_put(t, v) : NULL;
    case IR_SEXT:
        if (!fold_get(x, &v) || t->bits > 128) return NULL;
        return fold_put(t, (u128)fold_signed(v, x->v.type->bits));
    case IR_FPTRUNC:
    case IR_FPEXT:
        if (!fold_get_fp(x, &d) || isnan(d) || is_subnormal_single(x->v.type, d)) return NULL;
        return fold_put_fp(m, t, t->kind == IR_TY_FLOAT ? (double)(float)d : d);
    case IR_FPTOUI:
    case IR_FPTOSI: return fp_to_int(op, x, t);
    case IR_UITOFP:
    case IR_SITOFP: return int_to_fp(m, op, x, t);
    case IR_PTRTOINT: return x->v.kind == IR_C_NULL ? ir_int(t, 0) : NULL;
    case IR_INTTOPTR: return ir_is_zero(&x->v) ? ir_null(m, t) : NULL;
    default: return NULL;
    }
}

IrConst *ir_fold_cast(IrModule *m, IrOp op, IrConst *x, IrType *t) {
    if (op == IR_BITCAST)
        return ir_is_undef(&x->v) && x->v.type != t ? NULL : fold_bitcast(m, x, t);
    if (t->kind != IR_TY_VECTOR) return cast_scalar(m, op, x, t);
    IrConst *lane[MAX_LANES];
    if (t->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        IrConst *e = ir_elem(m, x, i);
        lane[i] = e ? cast_scalar(m, op, e, t->elem) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(m, t, (uint32_t)t->n, lane);
}

// ---- comparisons ----

static bool int_pred(IrPred p, u128 a, u128 b, uint32_t n) {
    i128 sa = fold_signed(a, n), sb = fold_signed(b, n);
    switch (p) {
    case IR_EQ: return a == b;
    case IR_NE: return a != b;
    case IR_UGT: return a > b;
    case IR_UGE: return a >= b;
    case IR_ULT: return a < b;
    case IR_ULE: return a <= b;
    case IR_SGT: return sa > sb;
    case IR_SGE: return sa >= sb;
    case IR_SLT: return sa < sb;
    default: return sa <= sb;
    }
}

static IrConst *cmp_fp(IrModule *m, IrPred p, IrConst *x, IrConst *y) {
    double a, b;
    if (p == IR_FCMP_FALSE || p == IR_FCMP_TRUE) return ir_int(m->ty_i1, p == IR_FCMP_TRUE);
    if (x->v.type->kind == IR_TY_FP128) return fold_quad_cmp(m, p, x, y);
    if (!fold_get_fp(x, &a) || !fold_get_fp(y, &b)) return NULL;
    IrType *t = x->v.type;
    if (is_subnormal_single(t, a) || is_subnormal_single(t, b)) return NULL;
    uint32_t rel = isnan(a) || isnan(b) ? 8 : a == b ? 1 : a > b ? 2 : 4;
    return ir_int(m->ty_i1, (p & rel) != 0);
}

// A pointer constant as base and offset.
static IrConst *base_offset(IrConst *c, int64_t *off) {
    *off = 0;
    if (c->v.kind == IR_C_EXPR && c->v.op == IR_GEP && c->n == 2 && ir_ty_is_i(c->aty, 8) &&
        c->elem[1]->v.kind == IR_C_INT) {
        *off = ir_sval(c->elem[1]);
        return c->elem[0];
    }
    return c;
}

static bool is_object(const IrConst *c) { // a symbol with an address of its own, not null
    if (c->v.kind != IR_C_VAR && c->v.kind != IR_C_FUNC) return false;
    const IrGlobal *g = (const IrGlobal *)c;
    if (g->linkage == IR_EXTERN_WEAK || g->unnamed_addr) return false;
    return c->v.kind == IR_C_FUNC || g->vty->size > 0;
}

static IrConst *cmp_ptr(IrModule *m, IrPred p, IrConst *x, IrConst *y) {
    int64_t a, b;
    IrConst *bx = base_offset(x, &a), *by = base_offset(y, &b);
    if (p != IR_EQ && p != IR_NE) return x == y ? ir_int(m->ty_i1, int_pred(p, 0, 0, 64)) : NULL;
    if (bx == by) return ir_int(m->ty_i1, (a == b) == (p == IR_EQ));
    if (a || b) return NULL;
    bool ox = is_object(bx), oy = is_object(by);
    // address 0 of a space other than the generic one may be an object
    bool generic = x->v.type->as == 0;
    if ((ox && oy) ||
        (generic && ((ox && by->v.kind == IR_C_NULL) || (oy && bx->v.kind == IR_C_NULL)))) {
        return ir_int(m->ty_i1, p == IR_NE);
    }
    return NULL;
}

static IrConst *cmp_scalar(IrModule *m, IrPred p, IrConst *x, IrConst *y) {
    u128 a, b;
    if (x->v.kind == IR_C_POISON || y->v.kind == IR_C_POISON) return ir_poison(m, m->ty_i1);
    if (x->v.kind == IR_C_UNDEF || y->v.kind == IR_C_UNDEF) return NULL;
    switch (x->v.type->kind) {
    case IR_TY_INT:
        if (!fold_get(x, &a) || !fold_get(y, &b)) return NULL;
        return ir_int(m->ty_i1, int_pred(p, a, b, x->v.type->bits));
    case IR_TY_PTR: return cmp_ptr(m, p, x, y);
    default: return ir_ty_is_fp(x->v.type) ? cmp_fp(m, p, x, y) : NULL;
    }
}

IrConst *ir_fold_cmp(IrModule *m, IrPred p, IrConst *x, IrConst *y) {
    IrType *t = x->v.type;
    if (t->kind != IR_TY_VECTOR) return cmp_scalar(m, p, x, y);
    IrConst *lane[MAX_LANES];
    if (t->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        IrConst *a = ir_elem(m, x, i), *b = ir_elem(m, y, i);
        lane[i] = a && b ? cmp_scalar(m, p, a, b) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(m, ir_ty_with_shape(m, m->ty_i1, t), (uint32_t)t->n, lane);
}

// ---- whole instructions ----

static IrConst *insert_value(IrModule *m, IrConst *agg, IrConst *v, const uint32_t *idx,
                             uint32_t n) {
    if (!n) return v;
    IrType *t = agg->v.type;
    if (t->n > MAX_LANES) return NULL;
    IrConst *e[MAX_LANES];
    for (uint32_t k = 0; k < t->n; k++) {
        e[k] = ir_elem(m, agg, k);
        if (!e[k]) return NULL;
    }
    e[*idx] = insert_value(m, e[*idx], v, idx + 1, n - 1);
    return e[*idx] ? ir_agg(m, t, (uint32_t)t->n, e) : NULL;
}

static IrConst *shuffle(IrModule *m, const IrInst *i, IrConst *x, IrConst *y) {
    IrConst *e[MAX_LANES];
    uint64_t n = x->v.type->n;
    if (i->nidx > MAX_LANES) return NULL;
    for (uint32_t k = 0; k < i->nidx; k++) {
        int32_t s = i->mask[k];
        e[k] = s < 0             ? ir_poison(m, x->v.type->elem)
               : (uint64_t)s < n ? ir_elem(m, x, (uint64_t)s)
                                 : ir_elem(m, y, (uint64_t)s - n);
        if (!e[k]) return NULL;
    }
    return ir_agg(m, i->v.type, i->nidx, e);
}

static IrConst *negate(IrModule *m, IrConst *x) {
    IrType *t = x->v.type;
    if (ir_is_undef(&x->v)) return x;
    if (t->kind == IR_TY_VECTOR) {
        IrConst *lane[MAX_LANES];
        if (t->n > MAX_LANES) return NULL;
        for (uint32_t k = 0; k < t->n; k++) {
            IrConst *e = ir_elem(m, x, k);
            lane[k] = e ? negate(m, e) : NULL;
            if (!lane[k]) return NULL;
        }
        return ir_agg(m, t, (uint32_t)t->n, lane);
    }
    if (x->v.kind != IR_C_FP) return NULL;
    if (t->bits == 128) return ir_fp_bits(m, t, x->words[0], x->words[1] ^ 1ull << 63);
    return ir_fp_bits(m, t, x->bits ^ 1ull << (t->bits - 1), 0);
}

static IrConst *fold_select(IrModule *m, IrConst *c, IrConst *t, IrConst *f) {
    if (t == f) return t;
    if (c->v.kind == IR_C_INT) return ir_is_zero(&c->v) ? f : t;
    if (c->v.kind == IR_C_POISON) return ir_poison(m, t->v.type);
    IrConst *e[MAX_LANES];
    uint64_t n = c->v.type->kind == IR_TY_VECTOR ? c->v.type->n : 0;
    if (!n || n > MAX_LANES) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        IrConst *ck = ir_elem(m, c, k);
        if (!ck || ck->v.kind != IR_C_INT) return NULL;
        e[k] = ir_elem(m, ir_is_zero(&ck->v) ? f : t, k);
        if (!e[k]) return NULL;
    }
    return ir_agg(m, t->v.type, (uint32_t)n, e);
}

IrConst *ir_fold_inst(IrModule *m, const IrInst *i) {
    IrConst *op[8];
    if (i->nops > 8 || i->nops == 0 || i->v.op == IR_PHI) return NULL;
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!ir_is_const(ir_op(i, k))) return NULL;
        op[k] = (IrConst *)ir_op(i, k);
    }
    switch (ir_ops[i->v.op].class) {
    case IRC_BINARY: return ir_fold_bin(m, i->v.op, i->v.flags, op[0], op[1]);
    case IRC_CAST: return ir_ccast(m, i->v.op, op[0], i->v.type);
    case IRC_CMP: return ir_fold_cmp(m, i->pred, op[0], op[1]);
    default: break;
    }
    switch (i->v.op) {
    case IR_FNEG: return negate(m, op[0]);
    case IR_GEP: return ir_cgep(m, i->aty, op[0], i->nops - 1, op + 1, i->v.flags);
    case IR_SELECT: return fold_select(m, op[0], op[1], op[2]);
    case IR_EXTRACTVALUE:
        for (uint32_t k = 0; k < i->nidx && op[0]; k++) op[0] = ir_elem(m, op[0], i->idx[k]);
        return op[0];
    case IR_INSERTVALUE: return insert_value(m, op[0], op[1], i->idx, i->nidx);
    case IR_EXTRACTELEMENT:
        if (op[1]->v.kind != IR_C_INT || !ir_fits_u64(op[1])) return NULL;
        return ir_elem(m, op[0], ir_uval(op[1]));
    case IR_INSERTELEMENT: {
        if (op[2]->v.kind != IR_C_INT || ir_uval(op[2]) >= i->v.type->n) return NULL;
        uint32_t at = (uint32_t)ir_uval(op[2]);
        return insert_value(m, op[0], op[1], &at, 1);
    }
    case IR_SHUFFLEVECTOR: return shuffle(m, i, op[0], op[1]);
    case IR_FREEZE: return ir_freeze_const(m, op[0]);
    case IR_CALL:
        if (!ir_intrin_of(i)) return NULL;
        return ir_fold_intrin(m, ir_intrin_of(i), i->v.type, i->nops - 1, op);
    default: return NULL;
    }
}

IrConst *ir_freeze_const(IrModule *m, IrConst *c) {
    if (ir_is_undef(&c->v)) return ir_null(m, c->v.type);
    return c->v.kind == IR_C_AGG || c->v.kind == IR_C_EXPR ? NULL : c;
}

// ---- memory ----

IrConst *ir_fold_load(IrModule *m, IrConst *c, uint64_t off, IrType *t) {
    for (int depth = 0; depth < 64; depth++) {
        IrType *ct = c->v.type;
        if (off == 0 && ct == t) return c;
        if (c->v.kind == IR_C_UNDEF || c->v.kind == IR_C_POISON) return ir_undef(m, t);
        if (c->v.kind == IR_C_ZERO && off + t->store_size <= ct->size) return ir_null(m, t);
        if (!ir_ty_is_agg(ct) && ct->kind != IR_TY_VECTOR) {
            if (off || ir_ty_bits(ct) != ir_ty_bits(t) || ct->kind == IR_TY_PTR) return NULL;
            return t->kind == IR_TY_PTR ? NULL : ir_fold_cast(m, IR_BITCAST, c, t);
        }
        if (!ct->n || off >= ct->size) return NULL;
        uint64_t k = ir_ty_member_at(ct, off), at = ir_ty_member_offset(ct, k);
        if (k >= ct->n) return NULL;
        if (c->v.kind == IR_C_DATA && (t->kind == IR_TY_INT || ir_ty_is_fp(t) || ir_ty_is_vec(t)) &&
            ir_ty_bits(t) % 8 == 0 && off + ir_ty_bits(t) / 8 <= c->n) {
            return from_bytes(m, c->data + off, t); // also across elements
        }
        c = ir_elem(m, c, k);
        off -= at;
        if (!c) return NULL;
    }
    return NULL;
}

bool ir_gep_const_offset(const IrInst *g, int64_t *off) {
    IrType *t = g->aty;
    uint64_t sum = 0;
    for (uint32_t k = 1; k < g->nops; k++) {
        const IrConst *c = ir_as_cint(ir_op(g, k));
        if (!c || !ir_fits_i64(c)) return false;
        uint64_t v = (uint64_t)ir_sval(c);
        if (k == 1) {
            sum += v * t->size;
        } else if (t->kind == IR_TY_STRUCT) {
            sum += t->offset[v];
            t = t->sub[v];
        } else {
            sum += v * t->elem->size;
            t = t->elem;
        }
    }
    *off = (int64_t)sum;
    return true;
}

IrValue *ir_strip_ptr(IrValue *p, int64_t *off) {
    *off = 0;
    for (int depth = 0; depth < 256; depth++) {
        int64_t o;
        IrInst *i = ir_as_inst(p);
        if (i && i->v.op == IR_GEP && ir_gep_const_offset(i, &o)) {
            *off = (int64_t)((uint64_t)*off + (uint64_t)o);
            p = ir_op(i, 0);
        } else if (i && (i->v.op == IR_ADDRSPACECAST || i->v.op == IR_BITCAST)) {
            p = ir_op(i, 0);
        } else if (p->kind == IR_C_EXPR && p->op == IR_ADDRSPACECAST) {
            p = &((IrConst *)p)->elem[0]->v;
        } else if (p->kind == IR_C_EXPR && p->op == IR_GEP) {
            IrConst *b = base_offset((IrConst *)p, &o);
            if (&b->v == p) break;
            *off = (int64_t)((uint64_t)*off + (uint64_t)o);
            p = &b->v;
        } else if (p->kind == IR_C_NO_CFI || p->kind == IR_C_DSO_LOCAL) {
            p = &ir_unwrapped((IrConst *)p)->v;
        } else {
            break;
        }
    }
    return p;
}
