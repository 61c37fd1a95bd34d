// SPDX-License-Identifier: Apache-2.0
// cvt of the virtual machine between floating-point types and to and from integers, in every
// rounding, with .ftz, .sat, .relu and .satfinite, against host conversions and a search among the
// values of the 16-bit formats. (Other narrow formats: test_vm_narrow.c.) `--emit DIR`: see
// vm_run.h.
#include "vm_float.h"

enum { N = 8192 };
typedef long double Ld;

typedef struct {
    const char *name;
    char reg, kind; // u s f
    uint8_t bits;
    VfFormat format; // of 16-bit types, tf32
} Type;
static const Type f16 = {"f16", 'h', 'f', 16, {5, 10}}, bf16 = {"bf16", 'h', 'f', 16, {8, 7}},
                  tf32 = {"tf32", 'r', 'f', 19, {8, 10}}, f32 = {"f32", 'r', 'f', 32, {0, 0}},
                  f64 = {"f64", 'd', 'f', 64, {0, 0}};
static const Type integers[] = {{"u8", 'c', 'u', 8, {0, 0}},   {"s8", 'c', 's', 8, {0, 0}},
                                {"u16", 'h', 'u', 16, {0, 0}}, {"s16", 'h', 's', 16, {0, 0}},
                                {"u32", 'r', 'u', 32, {0, 0}}, {"s32", 'r', 's', 32, {0, 0}},
                                {"u64", 'd', 'u', 64, {0, 0}}, {"s64", 'd', 's', 64, {0, 0}}};
static const Type *const floats[] = {&f16, &bf16, &f32, &f64};

static uint32_t f32_of(double x) {
    return unit_float_bits((float)x);
}

// Values of the type in operand k: edges, near powers of two and integers, near ties of shorter
// types.
static void operands(const Type *t, uint32_t k) {
    vf_operands(t == &f64, N);
    for (uint32_t i = 0; i < N; i++) {
        uint64_t r = unit_random(&vf_seed), low = r >> 10 & 7;
        uint64_t near = low == 0 ? 1 : low == 1 ? -1ull : low == 2 ? 0 : low == 3 ? 1ull << 60 : 0;
        double p = ldexp((r & 1 ? 1 : -1) * (1 + (double)(r >> 20 & 15) / 8), (int)(r >> 1 & 63)),
               half = (double)(r >> 32 & 1023) / 2 - 256;
        if (t->bits == 16) { // all values, twelve at a time
            vf_in[k][i] = i * 8 + (r & 7);
        } else if (i >= N / 2 && t == &f32) {
            uint32_t h = (uint32_t)(r >> 40) & 0xffff;
            uint32_t tie = near >> 60 & 1 ? 0x1000 : 0x8000; // of f16 and tf32, of bf16
            uint32_t b = i % 4 == 0   ? f32_of(p)
                         : i % 4 == 1 ? f32_of(half)
                         : i % 4 == 2 ? h << 16
                                      : f32_of(vf_value(vf_f16, h));
            vf_in[k][i] = (uint32_t)(b + near + (i % 4 >= 2 && r & 4 ? tie : 0));
        } else if (i >= N / 2) {
            double b = i % 4 == 0 ? p : i % 4 == 1 ? half : (double)unit_float((uint32_t)(r >> 32));
            if (i % 4 == 3) b = vf_value(i & 4 ? vf_f16 : vf_bf16, (uint32_t)(r >> 48));
            vf_in[k][i] = vf_double_bits(b) + near + (i % 4 >= 2 && r & 4 ? 1ull << 28 : 0);
        }
    }
}

static double value(const Type *t, uint64_t bits, bool ftz) {
    if (t == &f64) return vf_double(bits);
    if (t == &f32) return (double)unit_float(vf_flush((uint32_t)bits, ftz));
    return vf_get(t->format, (uint32_t)bits & 0xffff);
}

// The bits of x rounded to a type.
static uint64_t rounded(const Type *t, Ld x, uint32_t rnd, bool satfinite) {
    if (x != x) return t == &f64 ? 0x7fffffffffffffff : t->bits == 16 ? 0x7fff : 0x7fffffff;
    volatile double d;
    volatile float f;
    volatile Ld v = x;
    if (t->format.ebits) {
        double y = (double)x;
        uint64_t b = vf_double_bits(y); // rounded to odd: an integer may have 64 bits
        if ((Ld)y != x) b = (b - (fabsl((Ld)y) > fabsl(x))) | 1;
        uint64_t r = vf_round(t->format, vf_double(b), "nzmpa"[rnd], satfinite);
        return t == &tf32 ? r << 13 : r;
    }
    fesetround(vf_modes[rnd]);
    if (t == &f64)
        d = (double)v;
    else
        f = (float)v;
    fesetround(FE_TONEAREST);
    return t == &f64 ? vf_double_bits(d) : unit_float_bits(f);
}

static Ld integral(uint32_t rnd, Ld x) {
    return rnd == 0 ? rintl(x) : rnd == 1 ? truncl(x) : rnd == 2 ? floorl(x) : ceill(x);
}

// ---- to integers -------------------------------------------------------------------------------

// NaN is 0 between types below 64 bits, else the top bit (PTX ISA 9.7.9.21). The result is extended
// to a register of 32 bits.
static uint64_t to_integer(const Type *t, const Type *s, uint64_t bits, uint32_t rnd, bool ftz) {
    Ld x = (Ld)value(s, bits, ftz), top = ldexpl(1, t->bits - (t->kind == 's'));
    uint64_t min = t->kind == 's' ? -1ull << (t->bits - 1) : 0, r;
    if (x != x) {
        r = s == &f64 || t->bits == 64 ? 1ull << (t->bits - 1) : 0;
        if (t->kind == 's' && r) r = min;
    } else {
        x = integral(rnd, x);
        Ld lo = t->kind == 's' ? -top : 0;
        r = x <= lo    ? min
            : x >= top ? (uint64_t)(top - 1)
            : x < 0    ? (uint64_t)(int64_t)x
                       : (uint64_t)x;
        if (x >= top && t->bits == 64) r = t->kind == 's' ? INT64_MAX : UINT64_MAX;
    }
    return t->bits == 64 ? r : (uint32_t)r;
}

static void test_to_integer(void) {
    for (uint32_t k = 0; k < 4 * 8 * 4; k++) {
        const Type *s = floats[k & 3], *t = &integers[k >> 2 & 7];
        uint32_t rnd = k >> 5;
        char inst[96];
        operands(s, 0);
        for (uint32_t m = 0; m < (s == &f32 ? 4 : 2); m++) { // .sat changes nothing
            bool ftz = m & 2, sat = m & 1,
                 narrow = s == &bf16 && t->bits <= 16; // to a register of its size
            if (m && ((k + m) % 3 || s == &bf16)) continue;
            snprintf(inst, sizeof inst, "cvt.%si%s%s.%s.%s %%%c9, %%%c0;", vf_rounds[rnd],
                     ftz ? ".ftz" : "", sat ? ".sat" : "", t->name, s->name,
                     t->bits == 64 ? 'd'
                     : narrow      ? t->reg
                                   : 'r',
                     s->reg);
            if (vf_run("sm_90", inst, N))
                VF_COMPARE(inst, N,
                           to_integer(t, s, vf_in[0][i], rnd, ftz) &
                               (narrow ? (1u << t->bits) - 1 : ~0ull));
        }
    }
}

// ---- from integers -----------------------------------------------------------------------------

static Ld integer(const Type *t, uint64_t bits) {
    uint64_t v = bits << (64 - t->bits);
    return t->kind == 's' ? (Ld)((int64_t)v >> (64 - t->bits)) : (Ld)(v >> (64 - t->bits));
}

static uint64_t clamp(const Type *t, Ld x, uint32_t rnd, bool sat) {
    return rounded(t, !sat ? x : x > 0 ? x < 1 ? x : 1 : 0, rnd, false);
}

static void test_from_integer(void) {
    for (uint32_t k = 0; k < 4 * 8 * 4; k++) {
        const Type *t = floats[k & 3], *s = &integers[k >> 2 & 7];
        uint32_t rnd = k >> 5;
        bool sat = k % 5 == 1 && t != &bf16;
        char inst[96];
        for (uint32_t i = 0; i < N; i++) {
            uint64_t r = unit_random(&vf_seed);
            vf_in[0][i] = i < 1024 ? i - 512ull
                          : i % 3  ? r >> (r & 63)
                          : i & 1  ? (1ull << (r & 63)) + (r >> 8 & 3) - 1
                                   : 0 - (r >> (r & 63));
            if (i % 7 == 0) vf_in[0][i] &= -1ull << (r >> 20 & 63);
        }
        snprintf(inst, sizeof inst, "cvt.%s%s.%s.%s %%%c9, %%%c0;", vf_rounds[rnd],
                 sat ? ".sat" : "", t->name, s->name, t->reg, s->reg);
        if (vf_run("sm_90", inst, N))
            VF_COMPARE(inst, N, clamp(t, integer(s, vf_in[0][i]), rnd, sat));
    }
}

// ---- between floating-point types --------------------------------------------------------------

typedef struct {
    const char *text; // what stands between the rounding and the types
    bool ftz, sat, relu, finite;
} Mode;

static uint64_t convert(const Type *t, const Type *s, const Mode *m, uint32_t rnd, bool whole,
                        uint64_t bits) {
    double x = value(s, bits, m->ftz);
    if (whole) x = (double)integral(rnd, (Ld)x);
    if (m->sat) x = x > 0 ? x < 1 ? x : 1 : 0;
    if (m->relu && x < 0) x = 0;
    uint64_t r = rounded(t, (Ld)x, whole ? 0 : rnd, m->finite);
    return t == &f32 ? vf_flush((uint32_t)r, m->ftz) : r;
}

static void check_convert(const char *target, const Type *t, const Type *s, const Mode *m,
                          uint32_t rnd, bool whole, bool exact) {
    char inst[96], round[8] = "";
    if (!exact)
        snprintf(round, sizeof round, ".%s%s", rnd == 4 ? "rna" : vf_rounds[rnd], whole ? "i" : "");
    snprintf(inst, sizeof inst, "cvt%s%s.%s.%s %%%c9, %%%c0;", round, m->text, t->name, s->name,
             t->reg, s->reg);
    operands(s, 0);
    if (!vf_run(target, inst, N)) return;
    for (uint32_t i = 0; t == &f64 && i < N; i++) { // any NaN
        if ((vf_out[i] & ~(1ull << 63)) > 0x7ffull << 52) vf_out[i] = 0x7fffffffffffffff;
    }
    VF_COMPARE(inst, N, convert(t, s, m, rnd, whole, vf_in[0][i]));
}

static const Mode modes[] = {{"", false, false, false, false},
                             {".ftz", true, false, false, false},
                             {".sat", false, true, false, false},
                             {".ftz.sat", true, true, false, false},
                             {".relu", false, false, true, false},
                             {".satfinite", false, false, false, true},
                             {".relu.satfinite", false, false, true, true}};

static void test_convert(void) {
    static const struct {
        const Type *t, *s;
        bool exact, whole; // no rounding; rounding to an integer
    } pairs[] = {
        {&f32, &f64, false, false},  {&f64, &f32, true, false},   {&f16, &f32, false, false},
        {&f32, &f16, true, false},   {&f16, &f64, false, false},  {&f64, &f16, true, false},
        {&bf16, &f32, false, false}, {&f32, &bf16, true, false},  {&bf16, &f64, false, false},
        {&f64, &bf16, true, false},  {&bf16, &f16, false, false}, {&f16, &bf16, false, false},
        {&f32, &f32, false, true},   {&f64, &f64, false, true},   {&f16, &f16, false, true},
        {&bf16, &bf16, false, true}};
    for (uint32_t k = 0; k < CU_COUNT(pairs); k++) {
        const Type *t = pairs[k].t, *s = pairs[k].s;
        for (uint32_t rnd = 0; rnd < (pairs[k].exact ? 1 : 4); rnd++) {
            for (uint32_t m = 0; m < 4; m++) {
                if (modes[m].ftz && t != &f32 && s != &f32) continue;
                if (modes[m].sat && (t == &bf16 || s == &bf16)) continue;
                check_convert("sm_90", t, s, &modes[m], rnd, pairs[k].whole, pairs[k].exact);
            }
        }
    }
    for (uint32_t m = 4; m < CU_COUNT(modes); m++) {
        for (uint32_t rnd = 0; rnd < 2; rnd++) {
            check_convert("sm_90", &f16, &f32, &modes[m], rnd, false, false);
            check_convert("sm_90", &bf16, &f32, &modes[m], rnd, false, false);
            check_convert("sm_100", &tf32, &f32, &modes[m], rnd, false, false);
        }
    }
    for (uint32_t rnd = 0; rnd < 2; rnd++)
        check_convert("sm_90", &tf32, &f32, &modes[0], rnd, false, false);
    check_convert("sm_90", &tf32, &f32, &modes[0], 4, false, false);
    check_convert("sm_100", &tf32, &f32, &modes[5], 4, false, false);
}

// cvt.rn.f16x2.f32 d, a, b: a in the upper half
static void test_pack(void) {
    for (uint32_t k = 0; k < 16; k++) {
        static const uint8_t which[] = {0, 4, 5, 6};
        const Mode *m = &modes[which[k >> 2]];
        const Type *t = k & 1 ? &bf16 : &f16;
        uint32_t rnd = k >> 1 & 1;
        char inst[96];
        snprintf(inst, sizeof inst, "cvt.%s%s.%sx2.f32 %%r9, %%r0, %%r1;", vf_rounds[rnd], m->text,
                 t->name);
        operands(&f32, 0);
        for (uint32_t i = 0; i < N; i++) vf_in[1][i] = vf_in[0][(i * 5 + 1) % N];
        if (vf_run("sm_90", inst, N)) {
            VF_COMPARE(inst, N,
                       convert(t, &f32, m, rnd, false, vf_in[0][i]) << 16 |
                           convert(t, &f32, m, rnd, false, vf_in[1][i]));
        }
    }
}

// Pairs of f16 to and from e4m3 and e5m2.
static void test_narrow(void) {
    static const VfFormat formats[] = {{4, 3, true}, {5, 2, false}};
    for (uint32_t k = 0; k < 4; k++) {
        VfFormat f = formats[k & 1];
        bool relu = k & 2;
        char inst[96];
        const char *name = k & 1 ? "e5m2x2" : "e4m3x2";
        snprintf(inst, sizeof inst, "cvt.rn.satfinite%s.%s.f16x2 %%h9, %%r0;", relu ? ".relu" : "",
                 name);
        for (uint32_t i = 0; i < VF_MAX; i++) vf_in[0][i] = i | (i ^ 0xa5a5) << 16;
#define HALF(s) vf_get(vf_f16, vf_in[0][i] >> (s)&0xffff)
#define RELU(x) (relu && (x) < 0 ? 0 : (x))
        if (vf_run("sm_90", inst, VF_MAX)) {
            VF_COMPARE(inst, VF_MAX,
                       vf_round(f, RELU(HALF(0)), 'n', true) |
                           vf_round(f, RELU(HALF(16)), 'n', true) << 8);
        }
        snprintf(inst, sizeof inst, "cvt.rn%s.f16x2.%s %%r9, %%h0;", relu ? ".relu" : "", name);
#define BYTE(s) vf_get(f, vf_in[0][i] >> (s)&0xff)
        if (vf_run("sm_90", inst, VF_MAX)) {
            VF_COMPARE(inst, VF_MAX,
                       vf_round(vf_f16, RELU(BYTE(0)), 'n', false) |
                           vf_round(vf_f16, RELU(BYTE(8)), 'n', false) << 16);
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_to_integer();
    test_from_integer();
    test_convert();
    test_pack();
    test_narrow();
    return UNIT_END();
}
