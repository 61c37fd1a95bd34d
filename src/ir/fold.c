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

// The value, zero extended; false for wider integers and whatever is no integer.
bool fold_get(const IrConst *constant, u128 *v) {
    if (constant->v.kind != IR_C_INT || constant->v.type->bits > 128) return false;
    *v = constant->v.type->bits <= 64 ? constant->bits
                                      : (u128)constant->words[1] << 64 | constant->words[0];
    return true;
}

u128 fold_mask(uint32_t bits) {
    return bits >= 128 ? ~(u128)0 : ((u128)1 << bits) - 1;
}

i128 fold_signed(u128 v, uint32_t bits) {
    return (i128)(v << (128 - bits)) >> (128 - bits);
}

IrConst *fold_put(IrType *type, u128 v) {
    uint64_t w[2] = {(uint64_t)v, (uint64_t)(v >> 64)};
    return ir_int_words(type->m, type, 2, w);
}

// binary16 and bfloat16 to double, exact. Exponent 31 is infinity or NaN, 0 a subnormal (a multiple
// of 2^-24).
static double half_to_double(uint64_t h) {
    uint32_t e = h >> 10 & 31, f = h & 1023;
    double v = e ? ldexp(1024 + f, (int)e - 25) : ldexp(f, -24);
    if (e == 31) v = f ? NAN : INFINITY;
    return h >> 15 ? -v : v;
}

// Every value of these formats is one of double. False for others.
bool fold_get_fp(const IrConst *constant, double *v) {
    if (constant->v.kind != IR_C_FP) return false;
    switch (constant->v.type->kind) {
    case IR_TY_HALF: *v = half_to_double(constant->bits); return true;
    case IR_TY_BFLOAT:
    case IR_TY_FLOAT: {
        uint32_t u = (uint32_t)constant->bits << (constant->v.type->kind == IR_TY_BFLOAT ? 16 : 0);
        float f;
        memcpy(&f, &u, 4);
        *v = f;
        return true;
    }
    case IR_TY_DOUBLE: memcpy(v, &constant->bits, 8); return true;
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

// Rounded once: `v` is the exact value that is meant.
IrConst *ir_fp(IrModule *module, IrType *type, double v) {
    uint64_t bits = 0;
    float f = (float)v;
    uint32_t u;
    switch (type->kind) {
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
            bool all_ones = e == 2047; // infinity and NaN
            if (e) e = all_ones ? 32767 : e + 15360;
        }
        hi = s | e << 48 | fr >> 4;
        lo = fr << 60;
        return ir_fp_bits(module, type, lo, hi);
    }
    }
    return ir_fp_bits(module, type, bits, 0);
}

// What a function may flush to zero, so that we do not know the result.
static bool is_subnormal_single(const IrType *type, double v) {
    return type->kind == IR_TY_FLOAT && v != 0 && fabs(v) < 0x1p-126;
}

// A result of arithmetic: NULL when it is one that we leave to the machine.
IrConst *fold_put_fp(IrModule *module, IrType *type, double v) {
    if (isnan(v) || is_subnormal_single(type, v)) return NULL;
    return ir_fp(module, type, v);
}

// ---- binary operators ----

static bool fits_signed(i128 v, uint32_t bits) {
    return fold_signed((u128)v & fold_mask(bits), bits) == v;
}

// Result, or false for undefined behaviour; *poison set when a flag's promise is broken. Sums and
// products of numbers of n bits are taken in 128 bits; beyond that the builtins say whether they
// overflow, with signs (so) and without (uo).
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

// Division by zero and the most negative number by -1 are undefined: false.
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

// Results as int_arith's. Shifting by the width or more is poison, not undefined.
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

// NULL for undefined behaviour and wide integers.
static IrConst *bin_int(IrOp op, uint16_t flags, IrConst *left, IrConst *right) {
    u128 a, b, r = 0;
    IrType *type = left->v.type;
    if (!fold_get(left, &a) || !fold_get(right, &b)) return NULL;
    bool poison = false, ok = true;
    switch (op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL: ok = int_arith(op, flags, a, b, type->bits, &r, &poison); break;
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM: ok = int_divide(op, flags, a, b, type->bits, &r, &poison); break;
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: ok = int_shift(op, flags, a, b, type->bits, &r, &poison); break;
    case IR_AND: r = a & b; break;
    case IR_OR:
        r = a | b;
        poison = (flags & IR_DISJOINT) && (a & b);
        break;
    case IR_XOR: r = a ^ b; break;
    default: return NULL;
    }
    if (!ok) return NULL;
    return poison ? ir_poison(type->m, type) : fold_put(type, r);
}

// Arithmetic in double, with one rounding to the type at the end.
static IrConst *bin_fp(IrModule *module, IrOp op, IrConst *left, IrConst *right) {
    double a, b, r;
    IrType *type = left->v.type;
    if (!fold_get_fp(left, &a) || !fold_get_fp(right, &b)) return NULL;
    if (is_subnormal_single(type, a) || is_subnormal_single(type, b)) return NULL;
    bool single = type->kind == IR_TY_FLOAT;
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
    return fold_put_fp(module, type, single ? (double)(float)r : r);
}

// A shift by the width or more is poison.
static bool in_width(IrOp op, const IrConst *by) {
    u128 n;
    bool shifts = (ir_ops[op].props & IRP_SHIFT) != 0;
    return !shifts || (fold_get(by, &n) && n < by->v.type->bits);
}

// What undef gives is what LLVM's InstSimplify says: some value that fits all uses of the result.
static IrConst *bin_scalar(IrModule *module, IrOp op, uint16_t flags, IrConst *left,
                           IrConst *right) {
    IrType *type = left->v.type;
    if (left->v.kind == IR_C_POISON || right->v.kind == IR_C_POISON) return ir_poison(module, type);
    if (left->v.kind == IR_C_UNDEF || right->v.kind == IR_C_UNDEF) {
        if (op == IR_ADD || op == IR_SUB || op == IR_XOR) return ir_undef(module, type);
        if (op == IR_AND) return ir_null(module, type); // bits that are masked out must be zero
        if (op == IR_OR) return left->v.kind == IR_C_UNDEF ? right : left; // it may have been zero
        // a shift fills in zeros, a product of an even number is even: zero is possible in any case
        bool zero = op == IR_SHL || op == IR_LSHR || op == IR_ASHR || op == IR_MUL;
        bool first = left->v.kind == IR_C_UNDEF && right->v.kind == IR_C_INT;
        return zero && first && in_width(op, right) ? ir_null(module, type) : NULL;
    }
    if (type->kind == IR_TY_INT) return bin_int(op, flags, left, right);
    if (type->kind == IR_TY_FP128) return fold_quad_bin(module, op, left, right);
    return ir_ty_is_fp(type) ? bin_fp(module, op, left, right) : NULL;
}

enum { MAX_LANES = 64 };

// Vectors lane by lane; if one lane does not fold nothing does.
IrConst *ir_fold_bin(IrModule *module, IrOp op, uint16_t flags, IrConst *left, IrConst *right) {
    IrType *t = left->v.type;
    if (t->kind != IR_TY_VECTOR) return bin_scalar(module, op, flags, left, right);
    IrConst *lane[MAX_LANES];
    if (t->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        IrConst *a = ir_elem(module, left, i), *b = ir_elem(module, right, i);
        lane[i] = a && b ? bin_scalar(module, op, flags, a, b) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(module, t, (uint32_t)t->n, lane);
}

// ---- casts ----

// Towards zero. Out of range is poison in LLVM and saturates on the machine: left alone.
static IrConst *fp_to_int(IrOp op, IrConst *constant, IrType *type) {
    double v;
    if (!fold_get_fp(constant, &v) || isnan(v) || type->bits > 64) return NULL;
    v = trunc(v);
    double lim = ldexp(1.0, (int)type->bits - (op == IR_FPTOSI));
    if (op == IR_FPTOUI) {
        if (!(v > -1 && v < lim)) return NULL;
        return ir_int(type, (uint64_t)v);
    }
    if (!(v >= -lim && v < lim)) return NULL;
    return ir_sint(type, (int64_t)v);
}

// Rounded once: half and bfloat only where double has the number exactly.
static IrConst *int_to_fp(IrModule *module, IrOp op, IrConst *constant, IrType *type) {
    u128 v;
    if (!fold_get(constant, &v)) return NULL;
    i128 s = fold_signed(v, constant->v.type->bits);
    bool neg = op == IR_SITOFP && s < 0;
    if (neg) v = (u128)-s;
    double d;
    if (type->kind == IR_TY_DOUBLE) {
        d = (double)v;
    } else if (type->kind == IR_TY_FLOAT) {
        d = (double)(float)v;
    } else {
        if (v >> 53) return NULL; // would round twice
        d = (double)v;
    }
    return type->kind == IR_TY_FP128 ? NULL : ir_fp(module, type, neg ? -d : d);
}

// The bits of a constant as bytes; false if it has no plain bits. The first n bytes; vectors by
// their elements, which must be of whole bytes.
static bool const_bytes(IrModule *module, IrConst *constant, uint8_t *out, uint64_t n) {
    if (constant->v.kind == IR_C_INT || constant->v.kind == IR_C_FP) {
        memcpy(out, ir_words(constant), n);
        return true;
    }
    if (constant->v.type->kind != IR_TY_VECTOR || ir_ty_bits(constant->v.type->elem) % 8)
        return false;
    uint64_t k = ir_ty_bits(constant->v.type->elem) / 8;
    for (uint64_t i = 0; i < constant->v.type->n; i++) {
        IrConst *e = ir_elem(module, constant, i);
        if (!e || !const_bytes(module, e, out + i * k, k)) return false;
    }
    return true;
}

// The constant of a type that bytes are; NULL for types without plain bits.
static IrConst *from_bytes(IrModule *module, const uint8_t *p, IrType *type) {
    uint64_t w[16] = {0};
    if (type->kind == IR_TY_INT || ir_ty_is_fp(type)) {
        memcpy(w, p, ir_ty_bits(type) / 8);
        return type->kind == IR_TY_INT ? ir_int_words(module, type, 16, w)
                                       : ir_fp_bits(module, type, w[0], w[1]);
    }
    IrConst *lane[MAX_LANES];
    if (type->kind != IR_TY_VECTOR || type->n > MAX_LANES || ir_ty_bits(type->elem) % 8)
        return NULL;
    uint64_t k = ir_ty_bits(type->elem) / 8;
    for (uint64_t i = 0; i < type->n; i++) {
        lane[i] = from_bytes(module, p + i * k, type->elem);
        if (!lane[i]) return NULL;
    }
    return ir_agg(module, type, (uint32_t)type->n, lane);
}

// Through bytes, whatever the lanes are. Pointers have no bits here.
static IrConst *fold_bitcast(IrModule *module, IrConst *constant, IrType *type) {
    uint8_t bytes[128] = {0};
    uint64_t n = ir_ty_bits(type);
    if (constant->v.type == type) return constant;
    if (ir_is_zero(&constant->v) && type->kind != IR_TY_PTR) return ir_null(module, type);
    if (n % 8 || n > sizeof bytes * 8 || ir_ty_bits(constant->v.type) != n) return NULL;
    if (!const_bytes(module, constant, bytes, n / 8)) return NULL;
    return from_bytes(module, bytes, type);
}

// Extensions of undef are zero, since some bits of the result are known to be equal or zero.
static IrConst *cast_scalar(IrModule *module, IrOp op, IrConst *constant, IrType *type) {
    u128 v;
    double d;
    if (constant->v.kind == IR_C_POISON) return ir_poison(module, type);
    if (constant->v.kind == IR_C_UNDEF) {
        bool extends = op == IR_ZEXT || op == IR_SEXT || op == IR_UITOFP || op == IR_SITOFP;
        return extends ? ir_null(module, type) : ir_undef(module, type);
    }
    if (type->kind == IR_TY_FP128 || constant->v.type->kind == IR_TY_FP128)
        return fold_quad_cast(module, op, constant, type);
    switch (op) {
    case IR_TRUNC:
    case IR_ZEXT: return fold_get(constant, &v) && type->bits <= 128 ? fold_put(type, v) : NULL;
    case IR_SEXT:
        if (!fold_get(constant, &v) || type->bits > 128) return NULL;
        return fold_put(type, (u128)fold_signed(v, constant->v.type->bits));
    case IR_FPTRUNC:
    case IR_FPEXT:
        if (!fold_get_fp(constant, &d) || isnan(d) || is_subnormal_single(constant->v.type, d))
            return NULL;
        return fold_put_fp(module, type, type->kind == IR_TY_FLOAT ? (double)(float)d : d);
    case IR_FPTOUI:
    case IR_FPTOSI: return fp_to_int(op, constant, type);
    case IR_UITOFP:
    case IR_SITOFP: return int_to_fp(module, op, constant, type);
    case IR_PTRTOINT: return constant->v.kind == IR_C_NULL ? ir_int(type, 0) : NULL;
    case IR_INTTOPTR: return ir_is_zero(&constant->v) ? ir_null(module, type) : NULL;
    default: return NULL;
    }
}

// Casts keep the number of lanes, except bitcast.
IrConst *ir_fold_cast(IrModule *module, IrOp op, IrConst *constant, IrType *type) {
    if (op == IR_BITCAST) {
        bool changes_undef = ir_is_undef(&constant->v) && constant->v.type != type;
        return changes_undef ? NULL : fold_bitcast(module, constant, type);
    }
    if (type->kind != IR_TY_VECTOR) return cast_scalar(module, op, constant, type);
    IrConst *lane[MAX_LANES];
    if (type->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < type->n; i++) {
        IrConst *e = ir_elem(module, constant, i);
        lane[i] = e ? cast_scalar(module, op, e, type->elem) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(module, type, (uint32_t)type->n, lane);
}

// ---- comparisons ----

// Whether a relation holds between numbers of n bits.
static bool int_pred(IrPred pred, u128 a, u128 b, uint32_t n) {
    i128 sa = fold_signed(a, n), sb = fold_signed(b, n);
    switch (pred) {
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

// A predicate is the set of relations that it accepts: 1 equal, 2 greater, 4 less, 8 unordered.
static IrConst *cmp_fp(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    double a, b;
    if (pred == IR_FCMP_FALSE || pred == IR_FCMP_TRUE)
        return ir_int(module->ty_i1, pred == IR_FCMP_TRUE);
    if (left->v.type->kind == IR_TY_FP128) return fold_quad_cmp(module, pred, left, right);
    if (!fold_get_fp(left, &a) || !fold_get_fp(right, &b)) return NULL;
    IrType *t = left->v.type;
    if (is_subnormal_single(t, a) || is_subnormal_single(t, b)) return NULL;

    uint32_t relation = a > b ? 2 : 4;
    if (a == b) relation = 1;
    if (isnan(a) || isnan(b)) relation = 8;
    return ir_int(module->ty_i1, (pred & relation) != 0);
}

// A pointer constant as base and offset.
static IrConst *base_offset(IrConst *constant, int64_t *off) {
    *off = 0;
    if (constant->v.kind == IR_C_EXPR && constant->v.op == IR_GEP && constant->n == 2 &&
        ir_ty_is_i(constant->aty, 8) && constant->elem[1]->v.kind == IR_C_INT) {
        *off = ir_sval(constant->elem[1]);
        return constant->elem[0];
    }
    return constant;
}

static bool is_object(const IrConst *constant) { // a symbol with an address of its own, not null
    if (constant->v.kind != IR_C_VAR && constant->v.kind != IR_C_FUNC) return false;
    const IrGlobal *g = (const IrGlobal *)constant;
    if (g->linkage == IR_EXTERN_WEAK || g->unnamed_addr) return false;
    return constant->v.kind == IR_C_FUNC || g->vty->size > 0;
}

// Two different objects are never at one address; how they are ordered is not known.
static IrConst *cmp_ptr(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    int64_t a, b;
    IrConst *bx = base_offset(left, &a), *by = base_offset(right, &b);
    if (pred != IR_EQ && pred != IR_NE)
        return left == right ? ir_int(module->ty_i1, int_pred(pred, 0, 0, 64)) : NULL;
    if (bx == by) return ir_int(module->ty_i1, (a == b) == (pred == IR_EQ));
    if (a || b) return NULL;
    bool ox = is_object(bx), oy = is_object(by);
    bool object_and_null = (ox && by->v.kind == IR_C_NULL) || (oy && bx->v.kind == IR_C_NULL);
    // address 0 of a space other than the generic one may be an object
    bool generic = left->v.type->as == 0;
    bool differ = (ox && oy) || (generic && object_and_null);
    return differ ? ir_int(module->ty_i1, pred == IR_NE) : NULL;
}

// undef compares as it likes: left to instcombine.
static IrConst *cmp_scalar(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    u128 a, b;
    if (left->v.kind == IR_C_POISON || right->v.kind == IR_C_POISON)
        return ir_poison(module, module->ty_i1);
    if (left->v.kind == IR_C_UNDEF || right->v.kind == IR_C_UNDEF) return NULL;
    switch (left->v.type->kind) {
    case IR_TY_INT:
        if (!fold_get(left, &a) || !fold_get(right, &b)) return NULL;
        return ir_int(module->ty_i1, int_pred(pred, a, b, left->v.type->bits));
    case IR_TY_PTR: return cmp_ptr(module, pred, left, right);
    default: return ir_ty_is_fp(left->v.type) ? cmp_fp(module, pred, left, right) : NULL;
    }
}

// Vectors lane by lane.
IrConst *ir_fold_cmp(IrModule *module, IrPred pred, IrConst *left, IrConst *right) {
    IrType *t = left->v.type;
    if (t->kind != IR_TY_VECTOR) return cmp_scalar(module, pred, left, right);
    IrConst *lane[MAX_LANES];
    if (t->n > MAX_LANES) return NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        IrConst *a = ir_elem(module, left, i), *b = ir_elem(module, right, i);
        lane[i] = a && b ? cmp_scalar(module, pred, a, b) : NULL;
        if (!lane[i]) return NULL;
    }
    return ir_agg(module, ir_ty_with_shape(module, module->ty_i1, t), (uint32_t)t->n, lane);
}

// ---- whole instructions ----

// `agg` with the member that n indices lead to replaced.
static IrConst *insert_value(IrModule *module, IrConst *agg, IrConst *constant, const uint32_t *idx,
                             uint32_t n) {
    if (!n) return constant;
    IrType *t = agg->v.type;
    if (t->n > MAX_LANES) return NULL;
    IrConst *e[MAX_LANES];
    for (uint32_t k = 0; k < t->n; k++) {
        e[k] = ir_elem(module, agg, k);
        if (!e[k]) return NULL;
    }
    e[*idx] = insert_value(module, e[*idx], constant, idx + 1, n - 1);
    return e[*idx] ? ir_agg(module, t, (uint32_t)t->n, e) : NULL;
}

// -1 in the mask is poison.
static IrConst *shuffle(IrModule *module, const IrInst *inst, IrConst *left, IrConst *right) {
    IrConst *e[MAX_LANES];
    uint64_t n = left->v.type->n;
    if (inst->nidx > MAX_LANES) return NULL;
    for (uint32_t k = 0; k < inst->nidx; k++) {
        int32_t s = inst->mask[k];
        if (s < 0)
            e[k] = ir_poison(module, left->v.type->elem);
        else if ((uint64_t)s < n)
            e[k] = ir_elem(module, left, (uint64_t)s);
        else
            e[k] = ir_elem(module, right, (uint64_t)s - n);
        if (!e[k]) return NULL;
    }
    return ir_agg(module, inst->v.type, inst->nidx, e);
}

// The sign bit, of NaN and subnormals too: fneg is no arithmetic.
static IrConst *negate(IrModule *module, IrConst *constant) {
    IrType *type = constant->v.type;
    if (ir_is_undef(&constant->v)) return constant;
    if (type->kind == IR_TY_VECTOR) {
        IrConst *lane[MAX_LANES];
        if (type->n > MAX_LANES) return NULL;
        for (uint32_t k = 0; k < type->n; k++) {
            IrConst *e = ir_elem(module, constant, k);
            lane[k] = e ? negate(module, e) : NULL;
            if (!lane[k]) return NULL;
        }
        return ir_agg(module, type, (uint32_t)type->n, lane);
    }
    if (constant->v.kind != IR_C_FP) return NULL;
    if (type->bits == 128)
        return ir_fp_bits(module, type, constant->words[0], constant->words[1] ^ 1ull << 63);
    return ir_fp_bits(module, type, constant->bits ^ 1ull << (type->bits - 1), 0);
}

// A vector of conditions selects lane by lane.
static IrConst *fold_select(IrModule *module, IrConst *condition, IrConst *if_true,
                            IrConst *if_false) {
    if (if_true == if_false) return if_true;
    if (condition->v.kind == IR_C_INT) return ir_is_zero(&condition->v) ? if_false : if_true;
    if (condition->v.kind == IR_C_POISON) return ir_poison(module, if_true->v.type);
    IrConst *e[MAX_LANES];
    uint64_t n = condition->v.type->kind == IR_TY_VECTOR ? condition->v.type->n : 0;
    if (!n || n > MAX_LANES) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        IrConst *ck = ir_elem(module, condition, k);
        if (!ck || ck->v.kind != IR_C_INT) return NULL;
        e[k] = ir_elem(module, ir_is_zero(&ck->v) ? if_false : if_true, k);
        if (!e[k]) return NULL;
    }
    return ir_agg(module, if_true->v.type, (uint32_t)n, e);
}

// The operands must be constants, all of them. The instruction need not be in a block.
IrConst *ir_fold_inst(IrModule *module, const IrInst *inst) {
    IrConst *op[8];
    if (inst->nops > 8 || inst->nops == 0 || inst->v.op == IR_PHI) return NULL;
    for (uint32_t k = 0; k < inst->nops; k++) {
        if (!ir_is_const(ir_op(inst, k))) return NULL;
        op[k] = (IrConst *)ir_op(inst, k);
    }
    switch (ir_ops[inst->v.op].class) {
    case IRC_BINARY: return ir_fold_bin(module, inst->v.op, inst->v.flags, op[0], op[1]);
    case IRC_CAST: return ir_ccast(module, inst->v.op, op[0], inst->v.type);
    case IRC_CMP: return ir_fold_cmp(module, inst->pred, op[0], op[1]);
    default: break;
    }
    switch (inst->v.op) {
    case IR_FNEG: return negate(module, op[0]);
    case IR_GEP: return ir_cgep(module, inst->aty, op[0], inst->nops - 1, op + 1, inst->v.flags);
    case IR_SELECT: return fold_select(module, op[0], op[1], op[2]);
    case IR_EXTRACTVALUE:
        for (uint32_t k = 0; k < inst->nidx && op[0]; k++)
            op[0] = ir_elem(module, op[0], inst->idx[k]);
        return op[0];
    case IR_INSERTVALUE: return insert_value(module, op[0], op[1], inst->idx, inst->nidx);
    case IR_EXTRACTELEMENT:
        if (op[1]->v.kind != IR_C_INT || !ir_fits_u64(op[1])) return NULL;
        return ir_elem(module, op[0], ir_uval(op[1]));
    case IR_INSERTELEMENT: {
        if (op[2]->v.kind != IR_C_INT || ir_uval(op[2]) >= inst->v.type->n) return NULL;
        uint32_t at = (uint32_t)ir_uval(op[2]);
        return insert_value(module, op[0], op[1], &at, 1);
    }
    case IR_SHUFFLEVECTOR: return shuffle(module, inst, op[0], op[1]);
    case IR_FREEZE: return ir_freeze_const(module, op[0]);
    case IR_CALL:
        if (!ir_intrin_of(inst)) return NULL;
        return ir_fold_intrin(module, ir_intrin_of(inst), inst->v.type, inst->nops - 1, op);
    default: return NULL;
    }
}

// Parts that are undefined inside aggregates and expressions are not looked for: NULL.
IrConst *ir_freeze_const(IrModule *module, IrConst *constant) {
    if (ir_is_undef(&constant->v)) return ir_null(module, constant->v.type);
    return constant->v.kind == IR_C_AGG || constant->v.kind == IR_C_EXPR ? NULL : constant;
}

// ---- memory ----

// Walks down into the member at the offset until the type fits. A load across the elements of plain
// data takes its bytes.
IrConst *ir_fold_load(IrModule *module, IrConst *constant, uint64_t off, IrType *type) {
    for (int depth = 0; depth < 64; depth++) {
        IrType *ct = constant->v.type;
        if (off == 0 && ct == type) return constant;
        if (constant->v.kind == IR_C_UNDEF || constant->v.kind == IR_C_POISON)
            return ir_undef(module, type);
        if (constant->v.kind == IR_C_ZERO && off + type->store_size <= ct->size)
            return ir_null(module, type);
        // a scalar: all of it, or nothing
        if (!ir_ty_is_agg(ct) && ct->kind != IR_TY_VECTOR) {
            if (off || ir_ty_bits(ct) != ir_ty_bits(type) || ct->kind == IR_TY_PTR) return NULL;
            return type->kind == IR_TY_PTR ? NULL
                                           : ir_fold_cast(module, IR_BITCAST, constant, type);
        }
        if (!ct->n || off >= ct->size) return NULL;
        uint64_t k = ir_ty_member_at(ct, off), at = ir_ty_member_offset(ct, k);
        if (k >= ct->n) return NULL;

        bool plain = type->kind == IR_TY_INT || ir_ty_is_fp(type) || ir_ty_is_vec(type);
        bool whole_bytes = plain && ir_ty_bits(type) % 8 == 0;
        if (whole_bytes && constant->v.kind == IR_C_DATA &&
            off + ir_ty_bits(type) / 8 <= constant->n) {
            return from_bytes(module, constant->data + off, type); // also across elements
        }
        constant = ir_elem(module, constant, k);
        off -= at;
        if (!constant) return NULL;
    }
    return NULL;
}

// Bytes; wraps as addresses do. Indices are within their types, which the verifier has checked.
bool ir_gep_const_offset(const IrInst *inst, int64_t *off) {
    IrType *type = inst->aty;
    uint64_t sum = 0;
    for (uint32_t k = 1; k < inst->nops; k++) {
        const IrConst *constant = ir_as_cint(ir_op(inst, k));
        if (!constant || !ir_fits_i64(constant)) return false;
        uint64_t v = (uint64_t)ir_sval(constant);
        if (k == 1) {
            sum += v * type->size;
        } else if (type->kind == IR_TY_STRUCT) {
            sum += type->offset[v];
            type = type->sub[v];
        } else {
            sum += v * type->elem->size;
            type = type->elem;
        }
    }
    *off = (int64_t)sum;
    return true;
}

// The pointer that is left, and the bytes from it to `value`. Constant expressions are looked
// through as instructions are.
IrValue *ir_strip_ptr(IrValue *value, int64_t *off) {
    *off = 0;
    for (int depth = 0; depth < 256; depth++) {
        int64_t o;
        IrInst *inst = ir_as_inst(value);
        if (inst && inst->v.op == IR_GEP && ir_gep_const_offset(inst, &o)) {
            *off = (int64_t)((uint64_t)*off + (uint64_t)o);
            value = ir_op(inst, 0);
        } else if (inst && (inst->v.op == IR_ADDRSPACECAST || inst->v.op == IR_BITCAST)) {
            value = ir_op(inst, 0);
        } else if (value->kind == IR_C_EXPR && value->op == IR_ADDRSPACECAST) {
            value = &((IrConst *)value)->elem[0]->v;
        } else if (value->kind == IR_C_EXPR && value->op == IR_GEP) {
            IrConst *b = base_offset((IrConst *)value, &o);
            if (&b->v == value) break;
            *off = (int64_t)((uint64_t)*off + (uint64_t)o);
            value = &b->v;
        } else if (value->kind == IR_C_NO_CFI || value->kind == IR_C_DSO_LOCAL) {
            value = &ir_unwrapped((IrConst *)value)->v;
        } else {
            break;
        }
    }
    return value;
}
