// SPDX-License-Identifier: Apache-2.0
// Approximations of the virtual machine: every exponent with random mantissas against the long
// double functions of the C library, within the error bounds of the PTX ISA and within the one
// rounding that doc/vm.md states; the ISA's tables of special values; testp, copysign.
// `--emit DIR`: see vm_run.h.
#include "vm_float.h"

enum { N = 65536 };
typedef long double Ld;

static Ld reciprocal(Ld x) {
    return 1 / x;
}
static Ld rsqrt(Ld x) {
    return 1 / sqrtl(x);
}

typedef enum { ULP, RELATIVE, ABSOLUTE, LOGARITHM } Kind; // LOGARITHM: absolute in (0.5, 2)
// The argument -inf, -normal, -0, +0, +inf; a subnormal is as zero where it is flushed.
enum { SPECIALS = 5 };
static const uint32_t specials[SPECIALS] = {0xff800000, 0xc0000000, 0x80000000, 0, 0x7f800000};
#define QNAN  0x7fffffff
#define PINF  0x7f800000
#define NINF  0xff800000
#define NZERO 0x80000000
#define ONE   0x3f800000
typedef struct {
    const char *name;
    Ld (*fn)(Ld);
    Kind kind;
    double bound, range; // the bound holds for |x| <= range, where there is one
    bool no_ftz;
    uint32_t special[SPECIALS]; // 1: not special
} Function;
static const Function functions[] = {
    {"rcp.approx", reciprocal, ULP, 1, 0, false, {NZERO, 0xbf000000, NINF, PINF, 0}},
    {"sqrt.approx", sqrtl, RELATIVE, 0x1p-23, 0, false, {QNAN, QNAN, NZERO, 0, PINF}},
    {"rsqrt.approx", rsqrt, RELATIVE, 0x1.1p-23, 0, false, {QNAN, QNAN, NINF, PINF, 0}},
    {"sin.approx", sinl, ABSOLUTE, 0x1.6ap-21, 6.283, false, {QNAN, 1, NZERO, 0, QNAN}},
    {"cos.approx", cosl, ABSOLUTE, 0x1.6ap-21, 6.283, false, {QNAN, 1, ONE, ONE, QNAN}},
    {"lg2.approx", log2l, LOGARITHM, 0x1p-22, 0, false, {QNAN, QNAN, NINF, NINF, PINF}},
    {"ex2.approx", exp2l, ULP, 2, 0, false, {0, 0x3e800000, ONE, ONE, PINF}},
    {"tanh.approx", tanhl, RELATIVE, 0x1p-11, 0, true, {0xbf800000, 1, NZERO, 0, ONE}},
};

// Every sign and exponent, with mantissas 0, all ones, and random ones.
static uint32_t argument(uint32_t i) {
    uint32_t m = i >> 9, r = (uint32_t)unit_random(&vf_seed) & 0x7fffff;
    return (i & 511) << 23 | (m == 0 ? 0 : m == 1 ? 0x7fffff : m == 2 ? 1 : r);
}

static double ulp32(double y) { // of f32 at y
    int e;
    frexp(y, &e);
    return ldexp(1, CU_MAX(e - 24, -149));
}

// Whether got is within the ISA's bound of y, and (once) y rounded once.
static bool close32(const Function *f, uint32_t got, Ld x, Ld y, bool ftz, bool once) {
    float g = unit_float(got);
    if (y != y) return got == QNAN;
    if (y - y != 0) return (Ld)g == y;
    Ld u = (Ld)ulp32((double)y), bound = u * 0.5001L;
    if (!once) {
        Kind k = f->kind != LOGARITHM ? f->kind : x > 0.5L && x < 2 ? ABSOLUTE : RELATIVE;
        if (f->range > 0 && fabsl(x) > (Ld)f->range) return g >= -1 && g <= 1;
        bound = (k == ULP ? u : k == RELATIVE ? fabsl(y) : 1) * (Ld)f->bound;
        if (bound < u && fabsl(y) < 0x1p-126L) bound = u; // subnormal: at least one unit
    }
    if (fabsl(y) + bound > 0x1.ffffffp127L && g - g != 0) return (g > 0) == (y > 0);
    if (ftz && fabsl(y) - bound < 0x1p-126L && g == 0) return !signbit(g) == !signbit(y);
    if (ftz && g != 0 && fabsf(g) < 0x1p-126f) return false;
    return fabsl((Ld)g - y) <= bound;
}

static void check_function(const Function *f, bool ftz) {
    char inst[64];
    snprintf(inst, sizeof inst, "%s%s.f32 %%r9, %%r0;", f->name, ftz ? ".ftz" : "");
    for (uint32_t i = 0; i < N; i++) vf_in[0][i] = argument(i);
    if (!vf_run("sm_90", inst, N)) return;
    uint32_t bad = 0, first = 0;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t got = (uint32_t)vf_out[i];
        Ld x = (Ld)unit_float(vf_flush((uint32_t)vf_in[0][i], ftz)), y = f->fn(x);
        if ((!close32(f, got, x, y, ftz, false) || !close32(f, got, x, y, ftz, true)) && !bad++)
            first = i;
    }
    vf_check(inst, bad, first, 0);
    // the ISA's table; with .ftz also subnormals of both signs
    for (uint32_t i = 0; i < SPECIALS; i++) vf_in[0][i] = specials[i];
    vf_in[0][5] = 0x80400000, vf_in[0][6] = 0x003fffff, vf_in[0][7] = 0x7f812345;
    if (!vf_run("sm_90", inst, 8)) return;
    for (uint32_t i = 0; i < SPECIALS; i++) CHECK(f->special[i] == 1 || f->special[i] == vf_out[i]);
    if (ftz) CHECK(vf_out[5] == f->special[2] && vf_out[6] == f->special[3]);
    CHECK(vf_out[7] == QNAN);
}

static void test_functions(void) {
    for (uint32_t k = 0; k < CU_COUNT(functions); k++) {
        check_function(&functions[k], false);
        if (!functions[k].no_ftz) check_function(&functions[k], true);
    }
}

// div.approx: 2 units for 2^-126 <= |b| <= 2^126, beyond that 0, and NaN for an infinite a;
// div.full: 2 units everywhere.
static void test_division(void) {
    static const Function div = {"div", NULL, ULP, 2, 0, false, {0}};
    for (uint32_t k = 0; k < 4; k++) {
        bool ftz = k & 1, full = k & 2;
        char inst[64];
        snprintf(inst, sizeof inst, "div.%s%s.f32 %%r9, %%r0, %%r1;", full ? "full" : "approx",
                 ftz ? ".ftz" : "");
        vf_operands(false, N);
        for (uint32_t i = N / 2; i < N; i++) vf_in[1][i] = argument(i);
        if (!vf_run("sm_90", inst, N)) continue;
        uint32_t bad = 0, first = 0;
        for (uint32_t i = 0; i < N; i++) {
            uint32_t a = vf_flush((uint32_t)vf_in[0][i], ftz),
                     b = vf_flush((uint32_t)vf_in[1][i], ftz), got = (uint32_t)vf_out[i];
            Ld x = (Ld)unit_float(a), y = (Ld)unit_float(b), q = x / y;
            bool ok, large = fabsl(y) > 0x1p126L && fabsl(y) < 0x1p128L;
            if (!full && large && x == x)
                ok = x - x != 0 ? got == QNAN : got == ((a ^ b) & 0x80000000);
            else
                ok = close32(&div, got, y, q, ftz, false);
            if (!ok && !bad++) first = i;
        }
        vf_check(inst, bad, first, 0);
    }
}

// ---- f64 ---------------------------------------------------------------------------------------

static bool close64(uint64_t got, uint64_t a, Ld (*fn)(Ld), bool ftz) {
    const uint64_t sign = 1ull << 63, inf = 0x7ffull << 52;
    bool nan = (a & ~sign) > inf;
    if (ftz && !(a & inf)) a &= sign;
    Ld y = fn((Ld)vf_double(a)), g = (Ld)vf_double(got), bound = fabsl(y) * 0x1p-19L;
    if (ftz && (nan || y != y)) return got == 0x7fffffff00000000;
    if (y != y) return g != g;
    if (y - y != 0) return g == y;
    if (ftz && got & 0xffffffff) return false;
    if (ftz && !(got & inf)) return fabsl(y) - bound < 0x1p-1022L && got == (signbit(y) ? sign : 0);
    return fabsl(g - y) <= bound && !signbit(g) == !signbit(y);
}

static void test_f64(void) {
    static const struct {
        const char *inst;
        Ld (*fn)(Ld);
        bool ftz;
    } cases[] = {{"rcp.approx.ftz.f64 %d9, %d0;", reciprocal, true},
                 {"rsqrt.approx.ftz.f64 %d9, %d0;", rsqrt, true},
                 {"rsqrt.approx.f64 %d9, %d0;", rsqrt, false}};
    for (uint32_t i = 0; i < N; i++) {
        uint64_t r = unit_random(&vf_seed);
        vf_in[0][i] = (uint64_t)(i & 4095) << 52 | (i >> 12 ? i >> 12 == 1 ? 1 : r >> 12 : 0);
    }
    for (uint32_t k = 0; k < CU_COUNT(cases); k++) {
        if (!vf_run("sm_90", cases[k].inst, N)) continue;
        uint32_t bad = 0, first = 0;
        for (uint32_t i = 0; i < N; i++) {
            if (!close64(vf_out[i], vf_in[0][i], cases[k].fn, cases[k].ftz) && !bad++) first = i;
        }
        vf_check(cases[k].inst, bad, first, 0);
    }
}

// ---- f16, bf16: all values, rounded once -------------------------------------------------------

static uint32_t half_oracle(VfFormat f, Ld (*fn)(Ld), uint32_t h, bool ftz) {
    if (ftz && !(h & vf_inf(f))) h &= 0x8000;
    uint32_t r = vf_round(f, (double)fn((Ld)vf_get(f, h)), 'n', false);
    return ftz && !(r & vf_inf(f)) ? r & 0x8000 : r;
}

static void test_half(void) {
    static const struct {
        const char *inst;
        Ld (*fn)(Ld);
        bool bf, ftz, two;
    } cases[] = {{"ex2.approx.f16 %h9, %h0;", exp2l, false, false, false},
                 {"ex2.approx.f16x2 %r9, %r0;", exp2l, false, false, true},
                 {"ex2.approx.ftz.bf16 %h9, %h0;", exp2l, true, true, false},
                 {"ex2.approx.ftz.bf16x2 %r9, %r0;", exp2l, true, true, true},
                 {"tanh.approx.f16 %h9, %h0;", tanhl, false, false, false},
                 {"tanh.approx.f16x2 %r9, %r0;", tanhl, false, false, true},
                 {"tanh.approx.bf16 %h9, %h0;", tanhl, true, false, false},
                 {"tanh.approx.bf16x2 %r9, %r0;", tanhl, true, false, true}};
    static uint32_t want[N];
    for (uint32_t i = 0; i < N; i++) vf_in[0][i] = i | (i ^ 0x5a5a) << 16;
    for (uint32_t k = 0; k < CU_COUNT(cases); k++) {
        if (!vf_run("sm_90", cases[k].inst, N)) continue;
        VfFormat f = cases[k].bf ? vf_bf16 : vf_f16;
        for (uint32_t i = 0; !cases[k].two && i < N; i++)
            want[i] = half_oracle(f, cases[k].fn, i, cases[k].ftz);
        VF_COMPARE(cases[k].inst, N, cases[k].two ? want[i] | want[i ^ 0x5a5a] << 16 : want[i]);
    }
}

// ---- testp, copysign ---------------------------------------------------------------------------

static bool property(uint32_t p, double x, double least) {
    bool nan = x != x, inf = fabs(x) > 0x1.fffffffffffffp1023;
    bool sub = x != 0 && fabs(x) < least;
    bool v[] = {!nan && !inf, inf, !nan, nan, !nan && !inf && !sub, sub}; // zero is normal
    return v[p];
}

static void test_testp(void) {
    static const char *const names[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
    for (uint32_t wide = 0; wide < 2; wide++) {
        char inst[64];
        vf_operands(wide, 4096);
        for (uint32_t i = 1024; i < 2048; i++) // zeros, subnormals, infinities, NaN
            vf_in[0][i] &= wide ? 0x8000000000000001 << i % 52 : 0x80000001u << i % 23;
        for (uint32_t i = 1536; i < 2048; i++) vf_in[0][i] |= wide ? 0x7ffull << 52 : 0x7f800000;
        for (uint32_t p = 0; p < CU_COUNT(names); p++) {
            snprintf(inst, sizeof inst, "testp.%s.%s %%p9, %%%c0;", names[p], wide ? "f64" : "f32",
                     wide ? 'd' : 'r');
            if (!vf_run("sm_90", inst, 4096)) continue;
            VF_COMPARE(
                inst, 4096,
                property(p,
                         wide ? vf_double(vf_in[0][i]) : (double)unit_float((uint32_t)vf_in[0][i]),
                         wide ? 0x1p-1022 : 0x1p-126));
        }
        uint64_t s = wide ? 1ull << 63 : 1u << 31; // the sign of a, the value of b
        snprintf(inst, sizeof inst, "copysign.%s %%%c9, %%%c0, %%%c1;", wide ? "f64" : "f32",
                 wide ? 'd' : 'r', wide ? 'd' : 'r', wide ? 'd' : 'r');
        if (vf_run("sm_90", inst, 4096))
            VF_COMPARE(inst, 4096, (vf_in[0][i] & s) | (vf_in[1][i] & ~s));
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_functions();
    test_division();
    test_f64();
    test_half();
    test_testp();
    return UNIT_END();
}
