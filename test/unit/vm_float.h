// SPDX-License-Identifier: Apache-2.0
// For the tests of floating-point instructions of the virtual machine: runs a list of instructions
// over arrays of operands, and the oracles' rounding. Operand k of an instruction is %dk (64 bits),
// %rk (its low 32 bits), %hk (16), %ck (8) or %pk (bit 0); its result is %d9, %r9, %h9, %c9 or %p9.
#ifndef VM_FLOAT_H
#define VM_FLOAT_H
#include "vm_run.h"

#include <fenv.h>
#include <math.h>

enum { VF_MAX = 65536 };
static uint64_t vf_in[3][VF_MAX], vf_out[VF_MAX];
static uint64_t vf_seed = 2024;

// vf_out[i] = inst of vf_in[0..2][i] for i < n; inst may be several, separated by semicolons.
static inline bool vf_run(const char *target, const char *inst, uint32_t n) {
    World w;
    world_begin(&w);
    Buf b;
    buf_init(&b, &w.ctx.perm);
    buf_puts(&b, "\t.reg .b64 %d<10>, %a, %b, %t; .reg .b32 %r<10>, %i, %j; .reg .b16 %h<10>; "
                 ".reg .b8 %c<10>; .reg .pred %p<10>;\n"
                 "\tld.param.u64 %a, [p0]; ld.param.u64 %b, [p1]; mov.u32 %i, %ctaid.x; "
                 "mov.u32 %j, %tid.x; mad.lo.u32 %i, %i, 256, %j;\n"
                 "\tmul.wide.u32 %t, %i, 8; add.s64 %a, %a, %t; add.s64 %b, %b, %t;\n");
    for (uint32_t k = 0; k < 3; k++) {
        buf_printf(&b,
                   "\tld.global.b64 %%d%u, [%%a+%u]; cvt.u32.u64 %%r%u, %%d%u; cvt.u16.u64 %%h%u, "
                   "%%d%u; cvt.u8.u64 %%c%u, %%d%u; and.b32 %%j, %%r%u, 1; setp.ne.u32 %%p%u, %%j, "
                   "0;\n",
                   k, k * VF_MAX * 8, k, k, k, k, k, k, k, k);
    }
    const char *put = strstr(inst, "%r9")   ? "cvt.u64.u32 %d9, %r9;"
                      : strstr(inst, "%h9") ? "cvt.u64.u16 %d9, %h9;"
                      : strstr(inst, "%c9") ? "cvt.u64.u8 %d9, %c9;"
                      : strstr(inst, "%p9") ? "selp.u64 %d9, 1, 0, %p9;"
                                            : "";
    buf_printf(&b, "\t%s\n\t%s st.global.b64 [%%b], %%d9;\n", inst, put);
    uint64_t a = device_copy(w.vm, vf_in, sizeof vf_in), o = vm_alloc(w.vm, n * 8ull);
    VmRunOptions opt = {target, (n + 255) / 256, CU_MIN(n, 256u), 0, 2, {a, o}};
    CHECK(n <= 256 || n % 256 == 0);
    bool ok = run_kernel(w.vm, &w.ctx, &opt, "", buf_cstr(&b)) && !emit_dir;
    if (ok) vm_read(w.vm, o, vf_out, n * 8ull);
    world_end(&w);
    return ok;
}

// Tells of the first wrong result.
static inline void vf_check(const char *inst, uint32_t bad, uint32_t i, uint64_t want) {
    CHECK(bad == 0);
    if (bad) {
        fprintf(stderr, "%s: %u wrong; %llx, %llx, %llx gives %llx, not %llx\n", inst, bad,
                (unsigned long long)vf_in[0][i], (unsigned long long)vf_in[1][i],
                (unsigned long long)vf_in[2][i], (unsigned long long)vf_out[i],
                (unsigned long long)want);
    }
}
// Compares n results with an oracle, a function of the operand's number.
#define VF_COMPARE(inst, n, expr)                                                                  \
    do {                                                                                           \
        uint32_t bad_ = 0, first_ = 0;                                                             \
        uint64_t want_ = 0;                                                                        \
        for (uint32_t i = 0; i < (n); i++) {                                                       \
            uint64_t v_ = (expr);                                                                  \
            if (v_ != vf_out[i] && !bad_++) first_ = i, want_ = v_;                                \
        }                                                                                          \
        vf_check(inst, bad_, first_, want_);                                                       \
    } while (0)

static inline double vf_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, 8);
    return x;
}
static inline uint64_t vf_double_bits(double x) {
    uint64_t b;
    memcpy(&b, &x, 8);
    return b;
}
static inline uint32_t vf_flush(uint32_t bits, bool ftz) {
    return ftz && !(bits & 0x7f800000) ? bits & 0x80000000 : bits;
}

// Operands of 32 and 64 bits that meet each other in the first elements, then random ones: some of
// any bits, some with exponents near those of the others.
static const uint32_t vf_edge32[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
    0x7fc00000, 0xffc00001, 0x3f000000, 0xc0200000, 0x4b000001, 0xcb800003, 0x00400000, 0x7e800001};
static const uint64_t vf_edge64[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
    0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
    0x3ff0000000000000, 0xbff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001,
    0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
    0x7ff8000000000000, 0xfff8000000000001, 0x3fe0000000000000, 0xc004000000000000,
    0x4340000000000001, 0xc350000000000003, 0x0008000000000000, 0x47efffffe0000001};
static inline void vf_operands(bool wide, uint32_t n) {
    const uint32_t edges = CU_COUNT(vf_edge32);
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0, j = i; i < n; i++, j = i) {
            uint64_t r = unit_random(&vf_seed);
            j = k == 0 ? i % edges : k == 1 ? i / edges % edges : (uint32_t)(r >> 7) % edges;
            if (i >= edges * edges && i & 1) { // 2^-8 to 2^8
                r = wide ? (r & 0x800fffffffffffff) | (1015ull + (r >> 52 & 15)) << 52
                         : (r & 0x807fffff) | (119ull + (r >> 32 & 15)) << 23;
            }
            if (i < edges * edges) r = wide ? vf_edge64[j] : vf_edge32[j];
            vf_in[k][i] = wide ? r : (uint32_t)r;
        }
    }
}

static const char *const vf_rounds[] = {"rn", "rz", "rm", "rp"};
static const int vf_modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

// ---- 16-bit formats, tf32 ----------------------------------------------------------------------

typedef struct {
    int ebits, mbits;
    bool full; // e4m3: no infinity, the last code is NaN
} VfFormat;
static const VfFormat vf_f16 = {5, 10, false}, vf_bf16 = {8, 7, false};

static inline uint32_t vf_sign(VfFormat f) {
    return 1u << (f.ebits + f.mbits);
}
// What stands behind the largest finite value: infinity, or NaN where there is none.
static inline uint32_t vf_inf(VfFormat f) {
    return f.full ? vf_sign(f) - 1 : ((1u << f.ebits) - 1) << f.mbits;
}

// The value of a code; that of infinity is the number which it would be.
static inline double vf_value(VfFormat f, uint32_t code) {
    int e = (int)(code >> f.mbits & ((1u << f.ebits) - 1)), bias = (1 << (f.ebits - 1)) - 1;
    uint64_t m = code & ((1u << f.mbits) - 1);
    double v = e ? vf_double((uint64_t)(e - bias + 1023) << 52 | m << (52 - f.mbits))
                 : (double)m * vf_double((uint64_t)(1024 - bias - f.mbits) << 52);
    return code & vf_sign(f) ? -v : v;
}
static inline double vf_get(VfFormat f, uint32_t code) { // with infinity and NaN
    uint32_t m = code & (vf_sign(f) - 1);
    double v = m + f.full > vf_inf(f) ? (double)NAN
               : m == vf_inf(f)       ? (double)INFINITY
                                      : vf_value(f, m);
    return code & vf_sign(f) ? -v : v;
}

// The values of the codes of a 16-bit format, for speed.
static inline const double *vf_values(VfFormat f) {
    static double table[2][0x8000];
    double *t = table[f.ebits == 8];
    for (uint32_t i = 1; t[1] == 0 && i < 0x8000; i++) t[0x8000 - i] = vf_value(f, 0x8000 - i);
    return t;
}

// Rounds by search; 'n' nearest even, 'a' nearest away, 'z', 'm', 'p'. sat: overflow is the
// largest.
static inline uint32_t vf_round(VfFormat f, double x, char rnd, bool sat) {
    uint32_t lo = 0, hi = vf_inf(f), s = signbit(x) ? vf_sign(f) : 0;
    if (x != x) return vf_sign(f) - 1;
    double a = fabs(x);
    if (a - a != 0) return s | (sat ? hi - 1 : hi);
    const double *values = f.ebits + f.mbits == 15 ? vf_values(f) : NULL;
    while (hi - lo > 1) { // value(lo) <= a < value(hi), but for overflow
        uint32_t mid = (lo + hi) / 2;
        if ((values ? values[mid] : vf_value(f, mid)) <= a)
            lo = mid;
        else
            hi = mid;
    }
    double l = vf_value(f, lo), h = vf_value(f, hi), mid = (l + h) / 2;
    bool away = rnd == 'n'   ? a > mid || (a == mid && lo & 1)
                : rnd == 'a' ? a >= mid
                : rnd == 'm' ? s && a > l
                : rnd == 'p' ? !s && a > l
                             : false;
    uint32_t r = away ? hi : lo;
    if (sat && r == vf_inf(f)) r--;
    return s | r;
}
#endif
