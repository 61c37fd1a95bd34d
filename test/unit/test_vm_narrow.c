// SPDX-License-Identifier: Apache-2.0
// Conversions of the packed narrow formats, over all codes and all f16 values, against the formats'
// definitions (every finite value of a format in a table, the nearest one searched); stochastic
// rounding; mixed-precision arithmetic; fma.oob.
// `--emit DIR`: see vm_run.h.
#include "vm_run.h"

#include <math.h>
#include <stdlib.h>

static uint32_t seed = 11;
static uint32_t rnd(void) {
    seed = seed * 1664525 + 1013904223;
    return seed >> 3 ^ seed << 17;
}

enum { N = 65536 };
static uint32_t in[4][N], out[N];

// out[i] = inst of %r0..%r3 = in[0..3][i]; the result in %r4
static bool run(const char *target, const char *inst, uint32_t n) {
    Ctx ctx;
    ctx_init(&ctx);
    Vm *vm = vm_new(&ctx, &(VmOptions){.jobs = 1, .native = UNIT_NATIVE});
    Buf b;
    buf_init(&b, &ctx.perm);
    buf_printf(&b, "\t.reg .b32 %%r<16>; .reg .f32 %%f<8>; .reg .b64 %%a, %%b, %%t; .reg .b16 "
                   "%%h<8>; .reg .b8 %%c<8>;\n"
                   "\tld.param.u64 %%a, [p0]; ld.param.u64 %%b, [p1]; mov.u32 %%r8, %%ctaid.x; "
                   "mov.u32 %%r9, %%tid.x; mad.lo.u32 %%r8, %%r8, 256, %%r9;\n"
                   "\tmul.wide.u32 %%t, %%r8, 4; add.s64 %%a, %%a, %%t; add.s64 %%b, %%b, %%t;\n");
    for (uint32_t k = 0; k < 4; k++)
        buf_printf(&b,
                   "\tld.global.b32 %%r%u, [%%a+%u]; mov.b32 %%f%u, %%r%u; cvt.u16.u32 %%h%u, "
                   "%%r%u; cvt.u8.u32 %%c%u, %%r%u;\n",
                   k, k * N * 4, k, k, k, k, k, k);
    buf_printf(&b, "\t%s\n\tst.global.b32 [%%b], %%r4;\n", inst);
    uint64_t a = device_copy(vm, in, sizeof in), o = device_copy(vm, out, sizeof out);
    VmRunOptions opt = {target, (n + 255) / 256, 256, 0, 2, {a, o}};
    bool ok = run_kernel(vm, &ctx, &opt, "", buf_cstr(&b)) && !emit_dir;
    if (ok) vm_read(vm, o, out, sizeof out);
    vm_free(vm);
    ctx_free(&ctx);
    return ok;
}

static double half(uint32_t h) {
    int e = h >> 10 & 31;
    double m = h & 0x3ff, v = e == 31 ? m != 0 ? (double)NAN : (double)INFINITY
                              : e     ? ldexp(m + 1024, e - 25)
                                      : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

typedef struct {
    const char *name;
    uint32_t ebits, mbits, bits;
    bool inf, nan_top; // e5m2; e4m3
} Format;
static const Format formats[] = {{"e4m3", 4, 3, 8, false, true},
                                 {"e5m2", 5, 2, 8, true, false},
                                 {"e2m3", 2, 3, 8, false, false},
                                 {"e3m2", 3, 2, 8, false, false},
                                 {"e2m1", 2, 1, 4, false, false}};

static double value(const Format *f, uint32_t code) {
    uint32_t m = code & ((1u << f->mbits) - 1), e = code >> f->mbits & ((1u << f->ebits) - 1);
    int bias = (1 << (f->ebits - 1)) - 1;
    double v = e ? ldexp((double)(m + (1u << f->mbits)), (int)e - bias - (int)f->mbits)
                 : ldexp((double)m, 1 - bias - (int)f->mbits);
    if (f->nan_top && (code & 0x7f) == 0x7f) v = (double)NAN;
    if (f->inf && e == 31) v = m ? (double)NAN : (double)INFINITY;
    return code >> (f->ebits + f->mbits) & 1 ? -v : v;
}

// The nearest finite value, ties to even codes; NaN is the format's or, without one, the largest.
static uint32_t nearest(const Format *f, double x) {
    uint32_t n = 1u << (f->ebits + f->mbits), best = 0;
    if (x != x) return f->nan_top || f->inf ? 0x7f : n - 1;
    for (uint32_t c = 0; c < n; c++) {
        double v = value(f, c), d = fabs(fabs(x) - v), e = fabs(fabs(x) - value(f, best));
        if (v - v != 0) continue;
        if (fabs(x) - fabs(x) != 0 ? v > value(f, best) : d < e || (d == e && !(c & 1))) best = c;
    }
    return best | (signbit(x) ? n : 0);
}

static void test_formats(void) {
    for (uint32_t k = 0; k < CU_COUNT(formats); k++) {
        const Format *f = &formats[k];
        uint32_t codes = 1u << (2 * f->bits), bad = 0, m = (1u << f->bits) - 1;
        char inst[256];
        for (uint32_t i = 0; i < N; i++) in[0][i] = i & (codes - 1);
        snprintf(inst, sizeof inst, "cvt.rn.f16x2.%sx2 %%r4, %%%c0;", f->name,
                 f->bits == 4 ? 'c' : 'h');
        const char *target = k < 2 ? "sm_90" : "sm_100a";
        if (run(target, inst, N)) {
            for (uint32_t i = 0; i < N; i++) {
                for (uint32_t h = 0; h < 2; h++) {
                    // codes of 6 bits lie in bytes; the two upper bits do not count
                    double want = value(f, in[0][i] >> (h * f->bits) & m &
                                               ((2u << (f->ebits + f->mbits)) - 1)),
                           got = half(out[i] >> 16 * h & 0xffff);
                    bad += !(want == got || (want != want && got != got));
                }
            }
            CHECK(bad == 0);
        }
        // all f16 values as f32
        for (uint32_t i = 0; i < N; i++)
            in[0][i] = unit_float_bits((float)half(i)), in[1][i] = unit_float_bits((float)half(i ^ 0x1234));
        static uint32_t table[N];
        for (uint32_t i = 0; i < N && !emit_dir; i++) table[i] = nearest(f, half(i));
        bool byte = f->bits == 4;
        for (uint32_t relu = 0; relu < 2; relu++) {
            snprintf(inst, sizeof inst, "cvt.rn.satfinite%s.%sx2.f32 %%%c4, %%f0, %%f1; %s",
                     relu ? ".relu" : "", f->name, byte ? 'c' : 'h',
                     byte ? "cvt.u32.u8 %r4, %c4;" : "cvt.u32.u16 %r4, %h4;");
            if (!run(target, inst, N)) continue;
            bad = 0;
            for (uint32_t i = 0; i < N; i++) {
                uint32_t hi = table[i], lo = table[i ^ 0x1234];
                if (relu && half(i) < 0) hi = 0;
                if (relu && half(i ^ 0x1234) < 0) lo = 0;
                uint32_t want = hi << f->bits | lo;
                if (out[i] != want && !bad++)
                    fprintf(stderr, "%s: f16 %04x gives %04x, not %04x\n", f->name, i, out[i],
                            want);
            }
            CHECK(bad == 0);
        }
    }
}

static void test_ue8m0(void) {
    for (uint32_t i = 0; i < N; i++) in[0][i] = i;
    if (run("sm_100a", "cvt.rn.bf16x2.ue8m0x2 %r4, %h0;", N)) {
        for (uint32_t i = 0; i < N; i += 257) {
            uint32_t e = i & 255,
                     want = e == 255 ? 0x7fff : unit_float_bits((float)ldexp(1, (int)e - 127)) >> 16;
            CHECK((out[i] & 0xffff) == want && out[i] >> 16 == want);
        }
    }
    for (uint32_t i = 0; i < N; i++) in[0][i] = i << 16 | 1, in[1][i] = i << 16;
    for (uint32_t k = 0; k < 4; k++) {
        bool up = k & 1, sat = k & 2;
        const char *inst[] = {"cvt.rz.ue8m0x2.f32 %h4, %f0, %f1; cvt.u32.u16 %r4, %h4;",
                              "cvt.rp.ue8m0x2.f32 %h4, %f0, %f1; cvt.u32.u16 %r4, %h4;",
                              "cvt.rz.satfinite.ue8m0x2.f32 %h4, %f0, %f1; cvt.u32.u16 %r4, %h4;",
                              "cvt.rp.satfinite.ue8m0x2.f32 %h4, %f0, %f1; cvt.u32.u16 %r4, %h4;"};
        if (!run("sm_100a", inst[k], N)) continue;
        uint32_t bad = 0;
        for (uint32_t i = 0; i < N; i++) {
            uint32_t want = 0;
            for (uint32_t h = 0; h < 2; h++) {
                double x = fabs((double)unit_float(in[1 - h][i]));
                uint32_t c = 0; // the power of two at or below (above) x
                if (x != x) {
                    c = 255;
                } else {
                    while (c < 255 &&
                           (up ? ldexp(1, (int)c - 127) < x : ldexp(1, (int)c + 1 - 127) <= x))
                        c++;
                    if (sat && c == 255) c = 254;
                }
                want |= c << 8 * h;
            }
            if (out[i] != want && !bad++)
                fprintf(stderr, "ue8m0 %u: %08x gives %04x, not %04x\n", k, in[0][i], out[i], want);
        }
        CHECK(bad == 0);
    }
}

// Random bits of 0 truncate; all ones round everything up that the pieces can see; the mean of many
// random ones is the value.
static void test_stochastic(void) {
    const char *inst = "cvt.rs.f16x2.f32 %r4, %f0, %f1, %r2;";
    double x = 1.0 + 0.3 / 1024, y = -3.0 - 0.7 / 512, sum[2] = {0};
    for (uint32_t i = 0; i < N; i++)
        in[0][i] = unit_float_bits((float)x), in[1][i] = unit_float_bits((float)y), in[2][i] = rnd();
    in[2][0] = 0;
    if (run("sm_100a", inst, N)) {
        CHECK(out[0] == (0x3c00u << 16 | 0xc200));
        for (uint32_t i = 0; i < N; i++)
            sum[0] += half(out[i] >> 16), sum[1] += half(out[i] & 0xffff);
        CHECK(fabs(sum[0] / N - x) < 2e-5 && fabs(sum[1] / N - y) < 5e-5);
    }
    for (uint32_t i = 0; i < N; i++)
        in[3][i] = rnd(), in[0][i] = in[1][i] = unit_float_bits(1.3f), in[2][i] = unit_float_bits(-500.0f);
    if (run("sm_100a", "cvt.rs.satfinite.e4m3x4.f32 %r4, {%f0, %f1, %f2, %f2}, %r3;", N)) {
        double mean = 0;
        for (uint32_t i = 0; i < N; i++) {
            mean += value(&formats[0], out[i] >> 24);
            CHECK((out[i] & 0xffff) == 0xfefe); // the largest
        }
        CHECK(fabs(mean / N - 1.3) < 2e-3);
    }
    if (run("sm_100a",
            "cvt.rs.relu.satfinite.e2m1x4.f32 %h4, {%f0, %f1, %f2, %f2}, %r3; cvt.u32.u16 %r4, "
            "%h4;",
            N)) {
        for (uint32_t i = 0; i < N; i++)
            CHECK((out[i] & 0xff) == 0 && (out[i] >> 12 == 2 || out[i] >> 12 == 3));
    }
    if (run("sm_100a", "cvt.rs.bf16x2.f32 %r4, %f0, %f1, %r3;", N)) {
        double mean = 0;
        for (uint32_t i = 0; i < N; i++) mean += (double)unit_float(out[i] << 16);
        CHECK(fabs(mean / N - 1.3) < 1e-4);
    }
}

static void test_mixed(void) {
    for (uint32_t i = 0; i < N; i++)
        in[0][i] = i, in[1][i] = unit_float_bits((float)(rnd() % 10000) / 64 - 50),
        in[2][i] = rnd() & 0xfbff;
    static const char *const inst[] = {"add.f32.f16 %f4, %h0, %f1; mov.b32 %r4, %f4;",
                                       "sub.rn.f32.f16 %f4, %h0, %f1; mov.b32 %r4, %f4;",
                                       "fma.rn.f32.f16 %f4, %h0, %h2, %f1; mov.b32 %r4, %f4;",
                                       "add.sat.f32.f16 %f4, %h0, %f1; mov.b32 %r4, %f4;",
                                       "add.rn.f32.bf16 %f4, %h0, %f1; mov.b32 %r4, %f4;"};
    for (uint32_t k = 0; k < CU_COUNT(inst); k++) {
        if (!run("sm_100a", inst[k], N)) continue;
        uint32_t bad = 0;
        for (uint32_t i = 0; i < N; i++) {
            float a = k == 4 ? unit_float(i << 16) : (float)half(i), b = unit_float(in[1][i]),
                  c = (float)half(in[2][i] & 0xffff);
            float want = k == 1 ? a - b : k == 2 ? fmaf(a, c, b) : a + b;
            if (k == 3) want = want > 0 ? want < 1 ? want : 1 : 0;
            bad += want == want ? unit_float_bits(want) != out[i] : unit_float(out[i]) == unit_float(out[i]);
        }
        CHECK(bad == 0);
    }
    for (uint32_t i = 0; i < N; i++) in[0][i] = i, in[1][i] = 0x3c00, in[2][i] = 0x4000;
    if (run("sm_90", "fma.rn.oob.f16 %h4, %h0, %h1, %h2; cvt.u32.u16 %r4, %h4;", N)) {
        CHECK(out[0x7fff] == 0 && out[0x3c00] == 0x4200 && out[0x7c00] == 0x7c00);
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_formats();
    test_ue8m0();
    test_stochastic();
    test_mixed();
    return UNIT_END();
}
