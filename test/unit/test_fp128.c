// SPDX-License-Identifier: Apache-2.0
// binary128: the library's functions (lib/device/fp128.cu, included here as C) against the host's
// __float128 on many inputs, and the IR's operations on fp128, compiled and run in the virtual
// machine, against the same.
#include "cuprum.h"
#include "unit.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define truncate quad_truncate // unistd.h has another
#include "../../lib/device/fp128.cu"

#if __LDBL_MANT_DIG__ == 113 // Arm's long double is that type
typedef long double quad;
#else
typedef __float128 quad;
#endif
quad sqrtf128(quad), fmaf128(quad, quad, quad), fmodf128(quad, quad), floorf128(quad),
    ceilf128(quad), truncf128(quad), rintf128(quad), roundf128(quad), ldexpf128(quad, int),
    frexpf128(quad, int *), fminf128(quad, quad), fmaxf128(quad, quad);

static uint64_t seed = 128;
static u64 rnd(void) {
    return unit_random(&seed);
}

static quad as_quad(u128 x) {
    quad q;
    memcpy(&q, &x, 16);
    return q;
}
static u128 as_bits(quad q) {
    u128 x;
    memcpy(&x, &q, 16);
    return x;
}

// Special values, exponents near each other and near the limits of narrower formats, few bits set,
// halfway cases, integers, subnormals.
static u128 value(void) {
    static const u64 tops[] = {0,
                               0x7fff000000000000,
                               0x7fff800000000000,
                               0x7fff000000000001,
                               0x3fff000000000000,
                               0x3ffe000000000000,
                               0x0001000000000000,
                               0x7ffeffffffffffff,
                               0x4000000000000000,
                               0x3fff800000000000};
    u128 sign = (u128)(rnd() & 1) << 127, frac;
    int e;
    switch (rnd() % 16) {
    case 0: return sign | (u128)tops[rnd() % 10] << 64 | (rnd() & 1 ? 0 : rnd() & 1 ? ~0ull : 1);
    case 1: return (u128)rnd() << 64 | rnd();
    case 2: return sign | ((u128)rnd() << 64 | rnd()) >> (16 + rnd() % 112); // subnormal
    case 3:
    case 4: e = (int)(rnd() % 40) + BIAS - 20; break;
    case 5: e = BIAS + (int)(rnd() % 260) - 130; break; // round float's and double's limits
    case 6: e = BIAS + (int)(rnd() % 2200) - 1100; break;
    case 7: e = (int)(rnd() % 240) + (rnd() & 1 ? 0x7fff - 241 : 1); break;
    default: e = BIAS + (int)(rnd() % 130) - 8;
    }
    frac = ((u128)rnd() << 64 | rnd()) >> 16;
    int keep = (int)(rnd() % 113);
    switch (rnd() % 4) {
    case 0: frac = frac >> keep << keep; break; // few bits: halfway in some narrower format
    case 1: frac = ((u128)1 << MANT) - ((u128)1 << keep) + (rnd() & 1); break;
    case 2: frac = (u128)1 << (keep % MANT) | (rnd() & 1); break;
    default: break;
    }
    frac &= ((u128)1 << MANT) - 1;
    return sign | (u128)(unsigned)e << MANT | frac;
}

static bool same(u128 a, u128 b) {
    return is_nan(a) ? is_nan(b) : a == b;
}

static void show(const char *what, u128 a, u128 b, u128 got, u128 want) {
    fprintf(stderr, "%s %016llx%016llx %016llx%016llx: %016llx%016llx, not %016llx%016llx\n", what,
            (u64)(a >> 64), (u64)a, (u64)(b >> 64), (u64)b, (u64)(got >> 64), (u64)got,
            (u64)(want >> 64), (u64)want);
}

// ---- the operations: how the host computes them, and as IR --------------------------------------

typedef u128 Fn(u128 a, u128 b, u128 c);
#define Q2(name, e)                                                                                \
    static u128 name(u128 a, u128 b, u128 c) {                                                     \
        quad x = as_quad(a), y = as_quad(b), z = as_quad(c);                                       \
        (void)x, (void)y, (void)z;                                                                 \
        return e;                                                                                  \
    }
#define F(e) as_bits(e)
static u64 double_bits(double d) {
    u64 u;
    memcpy(&u, &d, 8);
    return d != d ? 0x7ff8000000000000 : u;
}
static double as_double(u64 u) {
    double d;
    memcpy(&d, &u, 8);
    return d;
}
static unsigned float_bits(float f) {
    unsigned u;
    memcpy(&u, &f, 4);
    return f != f ? 0x7fc00000 : u;
}
static float as_float(unsigned u) {
    float f;
    memcpy(&f, &u, 4);
    return f;
}
static quad power(quad x, int n) {
    quad r = 1;
    unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    r = k & 1 ? x : 1;
    while (k >>= 1) {
        x *= x;
        if (k & 1) r *= x;
    }
    return n < 0 ? 1 / r : r;
}
static u128 half_of(u128 a, int mant, int expo) { // through quad: what is a 16-bit float's value
    u64 max = (1u << expo) - 1;
    quad x = as_quad(a), m = x < 0 ? -x : x;
    u128 sign = (u128)is_neg(a) << (mant + expo);
    if (is_nan(a)) return max << mant | 1ull << (mant - 1);
    int e;
    if (is_zero(a)) return sign;
    if (is_inf(a)) return sign | max << mant;
    frexpf128(m, &e);
    int bias = (int)max >> 1, least = 1 - bias - mant; // the exponent of the smallest step
    int step = e - 1 - mant;
    if (step < least) step = least;
    if (step > bias) return sign | max << mant; // far too large
    u64 n = (u64)rintf128(ldexpf128(m, -step));
    u64 bits = ((u64)(step - least) << mant) + n;
    return sign | (bits > max << mant ? max << mant : bits);
}
static quad of_half(u64 h, int mant, int expo) {
    u64 max = (1u << expo) - 1, e = h >> mant & max, f = h & ((1u << mant) - 1);
    quad v = e == max ? (f ? as_quad(default_nan()) : as_quad(infinity()))
             : e      ? ldexpf128((quad)(f | 1u << mant), (int)e - (int)(max >> 1) - mant)
                      : ldexpf128((quad)f, 1 - (int)(max >> 1) - mant);
    return h >> (mant + expo) & 1 ? -v : v;
}
static u128 integer_of(u128 a, int bits, bool sign) { // saturating
    quad x = as_quad(a), top = ldexpf128(1, bits - sign), low = sign ? -top : 0;
    u128 most = ~(u128)0 >> (128 - bits + sign);
    u128 mask = ~(u128)0 >> (128 - bits);
    if (x != x) return 0;
    if (x >= top) return most;
    if (x <= low) return sign ? ((u128)1 << (bits - 1)) & mask : 0;
    x = truncf128(x);
    return (x < 0 ? (u128)(i128)x : (u128)x) & mask;
}

Q2(q_add, F(x + y))
Q2(q_sub, F(x - y))
Q2(q_mul, F(x *y))
Q2(q_div, F(x / y))
Q2(q_rem, F(fmodf128(x, y)))
Q2(q_fma, F(fmaf128(x, y, z)))
Q2(q_muladd, F(x *y + z))
Q2(q_sqrt, F(sqrtf128(x)))
Q2(q_neg, a ^ sign_bit())
Q2(q_abs, magnitude(a))
Q2(q_copysign, magnitude(a) | (b & sign_bit()))
Q2(q_floor, F(floorf128(x)))
Q2(q_ceil, F(ceilf128(x)))
Q2(q_trunc, F(truncf128(x)))
Q2(q_rint, F(rintf128(x)))
Q2(q_round, F(roundf128(x)))
Q2(q_min, F(is_zero(a) && is_zero(b) ? as_quad(a | b)
            : is_nan(a)              ? y
            : is_nan(b)              ? x
                                     : fminf128(x, y)))
Q2(q_max, F(is_zero(a) && is_zero(b) ? as_quad(a & b)
            : is_nan(a)              ? y
            : is_nan(b)              ? x
                                     : fmaxf128(x, y)))
Q2(q_minimum, is_nan(a) || is_nan(b) ? default_nan() : q_min(a, b, c))
Q2(q_maximum, is_nan(a) || is_nan(b) ? default_nan() : q_max(a, b, c))
Q2(q_canonicalize, a)
Q2(q_ldexp, F(ldexpf128(x, (int)(i128)b % 20000)))
Q2(q_powi, F(power(x, (int)((unsigned)b % 40) - 20)))
Q2(q_oeq, x == y)
Q2(q_olt, x < y)
Q2(q_ole, x <= y)
Q2(q_ogt, x > y)
Q2(q_oge, x >= y)
Q2(q_one, x<y || x> y)
Q2(q_uno, x != x || y != y)
Q2(q_une, x != y)
Q2(q_ult, !(x >= y))
Q2(q_ueq, !(x < y || x > y))
Q2(q_select, F(x < y ? y : x))
Q2(q_class, is_neg(a) ? is_inf(a) || (!is_nan(a) && magnitude(a) >> MANT == 0 && !is_zero(a))
                      : is_nan(a) && (a & quiet_bit()))
Q2(q_tof64, double_bits((double)x))
Q2(q_tof32, float_bits((float)x))
Q2(q_tof16, half_of(a, 10, 5))
Q2(q_tobf16, half_of(a, 7, 8))
Q2(q_fromf64, F((quad)as_double((u64)(a >> 64))))
Q2(q_fromf32, F((quad)as_float((unsigned)(a >> 96))))
Q2(q_fromf16, F(of_half((u64)(a >> 112), 10, 5)))
Q2(q_frombf16, F(of_half((u64)(a >> 112), 7, 8)))
Q2(q_fromu128, F((quad)(a >> (int)(b & 127))))
Q2(q_froms128, F((quad)((i128)a >> (int)(b & 127))))
Q2(q_froms64, F((quad)(long long)a))
Q2(q_fromu8, F((quad)(unsigned char)a))
Q2(q_froms37, F((quad)((long long)((u64)a << 27) >> 27)))
Q2(q_fromu256, F((quad)a *as_quad(BITS((u64)(BIAS + 128) << 48)))) // a << 128
Q2(q_tou128, integer_of(a, 128, false))
Q2(q_tos128, integer_of(a, 128, true))
Q2(q_tos64, (u128)(long long)(u64)integer_of(a, 64, true))
Q2(q_tou37, integer_of(a, 37, false))
Q2(q_tos16, integer_of(a, 16, true))
Q2(q_tou256, integer_of(a, 128, false)) // << 100 and back
Q2(q_reduce, F(as_quad(F(x + y)) + z))
Q2(q_vec, F(as_quad(F(x *y)) - as_quad(F(y * z))))
static u128 q_fraction(u128 a, u128 b, u128 c) {
    int e;
    (void)b, (void)c;
    return as_bits(frexpf128(as_quad(a), &e));
}
static u128 q_exponent(u128 a, u128 b, u128 c) {
    int e = 0;
    (void)b, (void)c;
    if (is_finite(a)) frexpf128(as_quad(a), &e);
    return (u128)(unsigned)e;
}

#define I1(f) "%r = call fp128 @llvm." f ".f128(fp128 %a)"
#define I2(f) "%r = call fp128 @llvm." f ".f128(fp128 %a, fp128 %b)"
#define CMP(p)                                                                                     \
    "%t = fcmp " p " fp128 %a, %b\n %i = zext i1 %t to i128\n %r = bitcast i128 %i to fp128"
#define TO(ty, n)                                                                                  \
    "%t = fptrunc fp128 %a to " ty "\n %u = bitcast " ty " %t to i" n "\n %i = zext i" n           \
    " %u to i128\n %r = bitcast i128 %i to fp128"
#define FROM(ty, n, sh)                                                                            \
    "%i = bitcast fp128 %a to i128\n %s = lshr i128 %i, " sh "\n %t = trunc i128 %s to i" n        \
    "\n %u = bitcast i" n " %t to " ty "\n %r = fpext " ty " %u to fp128"
#define SAT(op, n, ext)                                                                            \
    "%t = call i" n " @llvm.fpto" op ".sat.i" n ".f128(fp128 %a)\n %i = " ext " i" n               \
    " %t to i128\n %r = bitcast i128 %i to fp128"
static const struct {
    const char *name;
    Fn *fn;
    const char *ir;
} ops[] = {
    {"add", q_add, "%r = fadd fp128 %a, %b"},
    {"sub", q_sub, "%r = fsub fp128 %a, %b"},
    {"mul", q_mul, "%r = fmul fp128 %a, %b"},
    {"div", q_div, "%r = fdiv fp128 %a, %b"},
    {"neg", q_neg, "%r = fneg fp128 %a"},
    {"rem", q_rem, "%r = frem fp128 %a, %b"},
    {"fma", q_fma, "%r = call fp128 @llvm.fma.f128(fp128 %a, fp128 %b, fp128 %c)"},
    {"muladd", q_muladd, "%r = call fp128 @llvm.fmuladd.f128(fp128 %a, fp128 %b, fp128 %c)"},
    {"sqrt", q_sqrt, I1("sqrt")},
    {"abs", q_abs, I1("fabs")},
    {"copysign", q_copysign, I2("copysign")},
    {"floor", q_floor, I1("floor")},
    {"ceil", q_ceil, I1("ceil")},
    {"trunc", q_trunc, I1("trunc")},
    {"rint", q_rint, I1("rint")},
    {"nearbyint", q_rint, I1("nearbyint")},
    {"roundeven", q_rint, I1("roundeven")},
    {"round", q_round, I1("round")},
    {"canonicalize", q_canonicalize, I1("canonicalize")},
    {"minnum", q_min, I2("minnum")},
    {"maxnum", q_max, I2("maxnum")},
    {"minimum", q_minimum, I2("minimum")},
    {"maximum", q_maximum, I2("maximum")},
    {"oeq", q_oeq, CMP("oeq")},
    {"olt", q_olt, CMP("olt")},
    {"ole", q_ole, CMP("ole")},
    {"ogt", q_ogt, CMP("ogt")},
    {"oge", q_oge, CMP("oge")},
    {"one", q_one, CMP("one")},
    {"uno", q_uno, CMP("uno")},
    {"une", q_une, CMP("une")},
    {"ult", q_ult, CMP("ult")},
    {"ueq", q_ueq, CMP("ueq")},
    {"select", q_select, "%t = fcmp olt fp128 %a, %b\n %r = select i1 %t, fp128 %b, fp128 %a"},
    {"class", q_class, // -inf, -subnormal, quiet NaN (those that are not negative)
     "%t = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 20)\n %q = call i1 "
     "@llvm.is.fpclass.f128(fp128 %a, i32 2)\n %n = bitcast fp128 %a to i128\n %s = icmp sge i128 "
     "%n, 0\n %p = and i1 %q, %s\n %o = or i1 %p, %t\n %i = zext i1 %o to i128\n %r = bitcast i128 "
     "%i to fp128"},
    {"ldexp", q_ldexp,
     "%n = bitcast fp128 %b to i128\n %t = trunc i128 %n to i32\n %m = srem i32 %t, 20000\n"
     " %r = call fp128 @llvm.ldexp.f128.i32(fp128 %a, i32 %m)"},
    {"powi", q_powi,
     "%n = bitcast fp128 %b to i128\n %t = trunc i128 %n to i32\n %m = urem i32 %t, 40\n %k = sub "
     "i32 %m, 20\n %r = call fp128 @llvm.powi.f128.i32(fp128 %a, i32 %k)"},
    {"fraction", q_fraction,
     "%t = call {fp128, i32} @llvm.frexp.f128.i32(fp128 %a)\n %r = extractvalue {fp128, i32} %t, "
     "0"},
    {"exponent", q_exponent,
     "%t = call {fp128, i32} @llvm.frexp.f128.i32(fp128 %a)\n %u = extractvalue {fp128, i32} %t, "
     "1\n"
     " %i = zext i32 %u to i128\n %r = bitcast i128 %i to fp128"},
    {"tof64", q_tof64, TO("double", "64")},
    {"tof32", q_tof32, TO("float", "32")},
    {"tof16", q_tof16, TO("half", "16")},
    {"tobf16", q_tobf16, TO("bfloat", "16")},
    {"fromf64", q_fromf64, FROM("double", "64", "64")},
    {"fromf32", q_fromf32, FROM("float", "32", "96")},
    {"fromf16", q_fromf16, FROM("half", "16", "112")},
    {"frombf16", q_frombf16, FROM("bfloat", "16", "112")},
    {"fromu128", q_fromu128,
     "%i = bitcast fp128 %a to i128\n %j = bitcast fp128 %b to i128\n %n = and i128 %j, 127\n"
     " %k = lshr i128 %i, %n\n %r = uitofp i128 %k to fp128"},
    {"froms128", q_froms128,
     "%i = bitcast fp128 %a to i128\n %j = bitcast fp128 %b to i128\n %n = and i128 %j, 127\n"
     " %k = ashr i128 %i, %n\n %r = sitofp i128 %k to fp128"},
    {"froms64", q_froms64,
     "%i = bitcast fp128 %a to i128\n %t = trunc i128 %i to i64\n %r = sitofp i64 %t to fp128"},
    {"fromu8", q_fromu8,
     "%i = bitcast fp128 %a to i128\n %t = trunc i128 %i to i8\n %r = uitofp i8 %t to fp128"},
    {"froms37", q_froms37,
     "%i = bitcast fp128 %a to i128\n %t = trunc i128 %i to i37\n %r = sitofp i37 %t to fp128"},
    {"fromu256", q_fromu256,
     "%i = bitcast fp128 %a to i128\n %w = zext i128 %i to i256\n %t = shl i256 %w, 128\n"
     " %r = uitofp i256 %t to fp128"},
    {"tou128", q_tou128, SAT("ui", "128", "add i128 0, %t ;")},
    {"tos128", q_tos128, SAT("si", "128", "add i128 0, %t ;")},
    {"tos64", q_tos64, SAT("si", "64", "sext")},
    {"tou37", q_tou37, SAT("ui", "37", "zext")},
    {"tos16", q_tos16, SAT("si", "16", "zext")},
    {"tou256", q_tou256, // in range: as i256, scaled
     "%x = call fp128 @llvm.maxnum.f128(fp128 %a, fp128 0xL00000000000000000000000000000000)\n"
     " %y = call fp128 @llvm.minnum.f128(fp128 %x, fp128 0xL0000000000000000407F000000000000)\n"
     " %s = fmul fp128 %y, 0xL00000000000000004063000000000000\n %t = fptoui fp128 %s to i256\n"
     " %u = lshr i256 %t, 100\n"
     " %m = call i256 @llvm.umin.i256(i256 %u, i256 340282366920938463463374607431768211455)\n"
     " %i = trunc i256 %m to i128\n %r = bitcast i128 %i to fp128"},
    {"reduce", q_reduce,
     "%v = insertelement <2 x fp128> poison, fp128 %b, i32 0\n"
     " %w = insertelement <2 x fp128> %v, fp128 %c, i32 1\n"
     " %r = call fp128 @llvm.vector.reduce.fadd.v2f128(fp128 %a, <2 x fp128> %w)"},
    {"vec", q_vec,
     "%v = insertelement <2 x fp128> poison, fp128 %a, i32 0\n"
     " %w = insertelement <2 x fp128> %v, fp128 %b, i32 1\n"
     " %x = insertelement <2 x fp128> %w, fp128 %c, i32 1\n"
     " %y = shufflevector <2 x fp128> %w, <2 x fp128> %x, <2 x i32> <i32 1, i32 3>\n"
     " %p = fmul <2 x fp128> %w, %y\n %d = extractelement <2 x fp128> %p, i32 0\n"
     " %e = extractelement <2 x fp128> %p, i32 1\n %r = fsub fp128 %d, %e"},
};
enum { NOPS = sizeof ops / sizeof *ops };

// ---- natively -----------------------------------------------------------------------------------

static void natively(int count) {
    static const struct {
        const char *name;
        u128 (*f2)(u128, u128);
        u128 (*f1)(u128);
        Fn *want;
    } rows[] = {{"add", __cuprum_fp128_add, NULL, q_add},
                {"sub", __cuprum_fp128_sub, NULL, q_sub},
                {"mul", __cuprum_fp128_mul, NULL, q_mul},
                {"div", __cuprum_fp128_div, NULL, q_div},
                {"sqrt", NULL, __cuprum_fp128_sqrt, q_sqrt},
                {"rint", NULL, __cuprum_fp128_rint, q_rint},
                {"round", NULL, __cuprum_fp128_round, q_round},
                {"floor", NULL, __cuprum_fp128_floor, q_floor}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int bad = 0;
        for (int n = 0; n < count; n++) {
            u128 a = value(), b = value();
            u128 got = rows[k].f2 ? rows[k].f2(a, b) : rows[k].f1(a), want = rows[k].want(a, b, 0);
            if (!same(got, want) && bad++ < 3) show(rows[k].name, a, b, got, want);
        }
        CHECK(bad == 0);
    }
    int bad = 0;
    for (int n = 0; n < count; n++) {
        u128 a = value(), b = value(), p = q_mul(a, b, 0), c = value();
        if (n % 2 && !is_nan(p)) c = p ^ sign_bit() ^ (rnd() & 3); // the product's tail is left
        u128 got = __cuprum_fp128_fma(a, b, c), want = q_fma(a, b, c);
        if (!same(got, want) && bad++ < 3) show("fma", a, b, got, want);
    }
    CHECK(bad == 0);
}

// ---- in the virtual machine ---------------------------------------------------------------------

static char *module_text(void) {
    char *text;
    size_t n;
    FILE *o = open_memstream(&text, &n);
    fprintf(o, "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n");
    for (int k = 0; k < NOPS; k++) {
        fprintf(o, "define ptx_kernel void @%s(ptr %%pa, ptr %%pb, ptr %%pc, ptr %%pr) {\n",
                ops[k].name);
        fprintf(o, " %%id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n");
        for (const char *p = "abcr"; *p; p++)
            fprintf(o, " %%q%c = getelementptr fp128, ptr %%p%c, i32 %%id\n", *p, *p);
        for (const char *p = "abc"; *p; p++) fprintf(o, " %%%c = load fp128, ptr %%q%c\n", *p, *p);
        fprintf(o, " %s\n store fp128 %%r, ptr %%qr\n ret void\n}\n", ops[k].ir);
    }
    static const char *const one[] = {"sqrt", "fabs",      "floor",     "ceil",  "trunc",
                                      "rint", "nearbyint", "roundeven", "round", "canonicalize"};
    static const char *const two[] = {"copysign", "minnum", "maxnum", "minimum", "maximum"};
    for (int k = 0; k < 10; k++) fprintf(o, "declare fp128 @llvm.%s.f128(fp128)\n", one[k]);
    for (int k = 0; k < 5; k++) fprintf(o, "declare fp128 @llvm.%s.f128(fp128, fp128)\n", two[k]);
    for (int k = 0; k < 5; k++) {
        static const int bits[] = {128, 64, 37, 16, 8};
        fprintf(o, "declare i%d @llvm.fptoui.sat.i%d.f128(fp128)\n", bits[k], bits[k]);
        fprintf(o, "declare i%d @llvm.fptosi.sat.i%d.f128(fp128)\n", bits[k], bits[k]);
    }
    fprintf(o, "declare fp128 @llvm.fma.f128(fp128, fp128, fp128)\n"
               "declare fp128 @llvm.fmuladd.f128(fp128, fp128, fp128)\n"
               "declare fp128 @llvm.ldexp.f128.i32(fp128, i32)\n"
               "declare fp128 @llvm.powi.f128.i32(fp128, i32)\n"
               "declare {fp128, i32} @llvm.frexp.f128.i32(fp128)\n"
               "declare i1 @llvm.is.fpclass.f128(fp128, i32)\n"
               "declare i256 @llvm.umin.i256(i256, i256)\n"
               "declare fp128 @llvm.vector.reduce.fadd.v2f128(fp128, <2 x fp128>)\n");
    fclose(o);
    return text;
}

static void on_device(const char *level, const char *arch, int lanes) {
    char *text = module_text();
    const char *options[] = {arch, level};
    cuprum_result *c = cuprum_compile("quad.ll", text, strlen(text), options, 2);
    CHECK(cuprum_result_status(c) == CUPRUM_OK);
    if (cuprum_result_status(c) != CUPRUM_OK) {
        fprintf(stderr, "%.900s\n", cuprum_result_log(c, NULL));
        return;
    }
    size_t n;
    const char *ptx = cuprum_result_output(c, &n);
    cuprum_device *d = cuprum_device_new(ptx, n);
    u128 *in = malloc(sizeof(u128) * 4 * (size_t)lanes);
    uint64_t at[4], bytes = sizeof(u128) * (uint64_t)lanes;
    for (int k = 0; k < 4; k++) at[k] = cuprum_device_alloc(d, bytes);
    for (int op = 0; op < NOPS; op++) {
        for (int k = 0; k < 3 * lanes; k++) in[k] = value();
        for (int k = 0; k < lanes; k += 3) in[lanes + k] = in[k] ^ (rnd() & 3 ? 0 : sign_bit());
        for (int k = 0; k < 3; k++) cuprum_device_write(d, at[k], in + k * lanes, bytes);
        const void *args[] = {&at[0], &at[1], &at[2], &at[3]};
        cuprum_launch l = {
            .struct_size = sizeof l, .kernel = ops[op].name, .args = args, .nargs = 4};
        l.block[0] = (unsigned)lanes;
        bool ok = cuprum_device_launch(d, &l) == CUPRUM_OK;
        CHECK(ok);
        if (!ok) fprintf(stderr, "%s: %s\n", ops[op].name, cuprum_device_log(d));
        cuprum_device_read(d, at[3], in + 3 * lanes, bytes);
        int bad = 0;
        for (int k = 0; k < lanes; k++) {
            u128 a = in[k], b = in[lanes + k], got = in[3 * lanes + k];
            u128 want = ops[op].fn(a, b, in[2 * lanes + k]);
            bool nan = strncmp(ops[op].name, "to", 2) == 0 && is_nan(a); // any NaN of the format
            if (!nan && !same(got, want) && bad++ < 3) show(ops[op].name, a, b, got, want);
        }
        CHECK(bad == 0);
    }
    cuprum_device_free(d);
    cuprum_result_free(c);
    free(text);
    free(in);
}

int main(void) {
    natively(200000);
    on_device("-O0", "-arch=sm_75", 256);
    on_device("-O3", "-arch=sm_100", 512);
    return UNIT_END();
}
