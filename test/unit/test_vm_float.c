// SPDX-License-Identifier: Apache-2.0
// f32 and f64 instructions of the virtual machine on edge cases and random operands: arithmetic in
// all roundings with .ftz and .sat against the host's under fesetround, minimum and maximum,
// comparisons, selections, conversions. `--emit DIR`: see vm_run.h.
#include "base/fma.h"
#include "vm_float.h"

enum { N = 8192 };

// A result as the machine shows it: NaN of f32 is canonical, of f64 any.
static uint64_t canonical(bool wide, uint64_t r) {
    if (wide) return (r & ~(1ull << 63)) > 0x7ffull << 52 ? 0x7fffffffffffffff : r;
    return (r & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : r;
}
static void canonical_out(uint32_t n) {
    for (uint32_t i = 0; i < n; i++) vf_out[i] = canonical(true, vf_out[i]);
}

// ---- arithmetic --------------------------------------------------------------------------------

// op64 and op32: one operation in the host's arithmetic, under its rounding mode.
#define HOST_OP(name, T, SQRT, FMA)                                                                \
    static T name(char op, T a, T b, T c, int mode) {                                              \
        volatile T x = a, y = b, z = c, r;                                                         \
        fesetround(mode);                                                                          \
        switch (op) {                                                                              \
        case '+': r = x + y; break;                                                                \
        case '-': r = x - y; break;                                                                \
        case '*': r = x * y; break;                                                                \
        case '/': r = x / y; break;                                                                \
        case '1': r = 1 / x; break;                                                                \
        case 's': r = SQRT(x); break;                                                              \
        default: r = FMA(x, y, z); break;                                                          \
        }                                                                                          \
        fesetround(FE_TONEAREST);                                                                  \
        return r;                                                                                  \
    }
HOST_OP(op64, double, sqrt, host_fma)
HOST_OP(op32, float, sqrtf, fmaf)

static uint32_t oracle32(char op, const uint64_t *v, int mode, bool ftz, bool sat) {
    float a[3];
    for (int k = 0; k < 3; k++) a[k] = unit_float(vf_flush((uint32_t)v[k], ftz));
    uint32_t r = vf_flush(unit_float_bits(op32(op, a[0], a[1], a[2], mode)), ftz);
    float x = unit_float(r);
    if (sat) r = x > 0 ? unit_float_bits(x < 1 ? x : 1) : 0; // NaN gives 0
    return (uint32_t)canonical(false, r);
}

static const struct {
    const char *name;
    char op;
    uint8_t operands;
    bool sat, pair; // has .sat; has .f32x2
} ops[] = {{"add", '+', 2, true, true},   {"sub", '-', 2, true, true},
           {"mul", '*', 2, true, true},   {"fma", 'f', 3, true, true},
           {"mad", 'f', 3, true, false},  {"div", '/', 2, false, false},
           {"rcp", '1', 1, false, false}, {"sqrt", 's', 1, false, false}};

static const char *instruction(char *s, size_t size, const char *name, const char *type, char reg,
                               uint32_t operands) {
    int n = snprintf(s, size, "%s.%s %%%c9", name, type, reg);
    for (uint32_t k = 0; k < operands; k++)
        n += snprintf(s + n, size - (size_t)n, ", %%%c%u", reg, k);
    snprintf(s + n, size - (size_t)n, ";");
    return s;
}

// The same for bits shift.. of operands i.
static uint64_t oracle_at(uint32_t i, uint32_t shift, char op, int mode, bool ftz, bool sat) {
    uint64_t v[3];
    for (int k = 0; k < 3; k++) v[k] = vf_in[k][i] >> shift;
    return oracle32(op, v, mode, ftz, sat);
}

// bare: the rounding to nearest is not written
static void arithmetic32(uint32_t op, uint32_t rnd, bool ftz, bool sat, bool bare) {
    char name[32], inst[96];
    bool pair = ops[op].pair && !sat;
    snprintf(name, sizeof name, "%s%s%s%s%s", ops[op].name, bare ? "" : ".",
             bare ? "" : vf_rounds[rnd], ftz ? ".ftz" : "", sat ? ".sat" : "");
    vf_operands(false, N);
    instruction(inst, sizeof inst, name, "f32", 'r', ops[op].operands);
    if (vf_run("sm_90", inst, N))
        VF_COMPARE(inst, N, oracle_at(i, 0, ops[op].op, vf_modes[rnd], ftz, sat));
    if (!pair) return;
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < N; i++) vf_in[k][i] |= vf_in[k][(i + 77) % N] << 32;
    }
    instruction(inst, sizeof inst, name, "f32x2", 'd', ops[op].operands);
    if (vf_run("sm_100", inst, N)) {
        VF_COMPARE(inst, N,
                   oracle_at(i, 0, ops[op].op, vf_modes[rnd], ftz, false) |
                       oracle_at(i, 32, ops[op].op, vf_modes[rnd], ftz, false) << 32);
    }
}

static void test_arithmetic(void) {
    for (uint32_t k = 0; k < CU_COUNT(ops) * 4; k++) {
        uint32_t op = k / 4, rnd = k % 4;
        for (uint32_t m = 0; m < (ops[op].sat ? 4 : 2); m++) {
            arithmetic32(op, rnd, m & 1, m & 2, false);
            if (rnd == 0 && op < 3) arithmetic32(op, rnd, m & 1, m & 2, true);
        }
        char name[32], inst[96];
        snprintf(name, sizeof name, "%s.%s", ops[op].name, vf_rounds[rnd]);
        vf_operands(true, N);
        instruction(inst, sizeof inst, name, "f64", 'd', ops[op].operands);
        if (!vf_run("sm_90", inst, N)) continue;
        canonical_out(N);
        VF_COMPARE(inst, N,
                   canonical(true, vf_double_bits(op64(ops[op].op, vf_double(vf_in[0][i]),
                                                       vf_double(vf_in[1][i]),
                                                       vf_double(vf_in[2][i]), vf_modes[rnd]))));
    }
}

// f32 with operands of 16 bits
static void test_mixed(void) {
    static const char *const names[] = {"add", "sub", "fma"};
    for (uint32_t k = 0; k < 48; k++) {
        uint32_t op = k % 3, rnd = k / 3 % 4;
        bool sat = k / 12 & 1, bf = k / 24;
        VfFormat f = bf ? vf_bf16 : vf_f16;
        char inst[96];
        snprintf(inst, sizeof inst, "%s.%s%s.f32.%s %%r9, %%h0, %s;", names[op], vf_rounds[rnd],
                 sat ? ".sat" : "", bf ? "bf16" : "f16", op == 2 ? "%h1, %r2" : "%r1");
        vf_operands(false, N);
        if (!vf_run("sm_100", inst, N)) continue;
        uint64_t v[3];
#define WIDE(k) unit_float_bits((float)vf_get(f, (uint32_t)vf_in[k][i] & 0xffff))
        VF_COMPARE(inst, N,
                   (v[0] = WIDE(0), v[1] = op == 2 ? WIDE(1) : vf_in[1][i], v[2] = vf_in[2][i],
                    oracle32("+-f"[op], v, vf_modes[rnd], false, sat)));
    }
}

// ---- minimum, maximum, signs -------------------------------------------------------------------

static int64_t order(bool wide, uint64_t x) { // of numbers; -0 is less than +0
    int64_t v = wide ? (int64_t)x : (int64_t)(x << 32);
    return v < 0 ? (int64_t)(~(uint64_t)v | 1ull << 63) : v;
}
static bool is_nan(bool wide, uint64_t x) {
    return wide ? (x & ~(1ull << 63)) > 0x7ffull << 52 : (x & 0x7fffffff) > 0x7f800000;
}
static uint64_t min_max(bool wide, bool min, bool nan, uint64_t a, uint64_t b) {
    bool an = is_nan(wide, a), bn = is_nan(wide, b);
    if ((an && bn) || (nan && (an || bn))) return wide ? 0x7fffffffffffffff : 0x7fffffff;
    if (an) return b;
    if (bn) return a;
    return (order(wide, a) < order(wide, b)) == min ? a : b;
}

static void test_min_max(void) {
    char inst[96];
    for (uint32_t k = 0; k < 32; k++) {
        bool min = k & 1, ftz = k & 2, nan = k & 4, sign = k & 8, three = k & 16;
        snprintf(inst, sizeof inst, "%s%s%s%s.f32 %%r9, %%r0, %%r1%s;", min ? "min" : "max",
                 ftz ? ".ftz" : "", nan ? ".NaN" : "",
                 !sign   ? ""
                 : three ? ".abs"
                         : ".xorsign.abs",
                 three ? ", %r2" : "");
        vf_operands(false, N);
        if (!vf_run(three ? "sm_100" : "sm_90", inst, N)) continue;
        uint32_t a, b, s = sign ? 0x7fffffff : 0xffffffff, x, r;
#define F(k) vf_flush((uint32_t)vf_in[k][i], ftz)
        VF_COMPARE(inst, N,
                   (a = F(0), b = F(1), x = three ? 0 : (a ^ b) & ~s,
                    r = (uint32_t)min_max(false, min, nan, a & s, b & s),
                    r = three ? (uint32_t)min_max(false, min, nan, r, F(2) & s) : r,
                    is_nan(false, r) ? 0x7fffffff : r | x));
    }
    for (uint32_t k = 0; k < 2; k++) {
        vf_operands(true, N);
        snprintf(inst, sizeof inst, "%s.f64 %%d9, %%d0, %%d1;", k ? "min" : "max");
        if (!vf_run("sm_90", inst, N)) continue;
        canonical_out(N);
        VF_COMPARE(inst, N, canonical(true, min_max(true, k, false, vf_in[0][i], vf_in[1][i])));
    }
}

static void test_signs(void) {
    char inst[96];
    for (uint32_t k = 0; k < 6; k++) {
        bool neg = k & 1, ftz = k & 2, wide = k & 4;
        snprintf(inst, sizeof inst, "%s%s.%s %%%c9, %%%c0;", neg ? "neg" : "abs", ftz ? ".ftz" : "",
                 wide ? "f64" : "f32", wide ? 'd' : 'r', wide ? 'd' : 'r');
        vf_operands(wide, N);
        if (!vf_run("sm_90", inst, N)) continue;
        uint64_t s = wide ? 1ull << 63 : 1u << 31, x;
        if (wide) canonical_out(N);
        VF_COMPARE(inst, N,
                   (x = wide ? vf_in[0][i] : vf_flush((uint32_t)vf_in[0][i], ftz),
                    canonical(wide, neg ? x ^ s : x & ~s)));
    }
}

// ---- comparison, selection ---------------------------------------------------------------------

static const char *const compares[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "num",
                                       "equ", "neu", "ltu", "leu", "gtu", "geu", "nan"};
static bool compare(uint32_t op, double a, double b) {
    bool un = a != a || b != b;
    bool v[] = {a == b, a < b || a > b, a<b, a <= b, a> b, a >= b, true};
    return op == 13 ? un : op < 7 ? !un && v[op] : un || v[op - 7];
}
static double number(const char *type, uint64_t x, bool ftz) {
    if (!strcmp(type, "f64")) return vf_double(x);
    if (!strcmp(type, "f32")) return (double)unit_float(vf_flush((uint32_t)x, ftz));
    VfFormat f = type[0] == 'b' ? vf_bf16 : vf_f16;
    x &= 0xffff;
    return vf_get(f, ftz && !(x & vf_inf(f)) ? x & 0x8000 : (uint32_t)x);
}
static bool combine(uint32_t op, bool m, bool c) {
    return op == 1 ? m && c : op == 2 ? m || c : op == 3 ? m != c : m;
}

static const struct {
    const char *type;
    char reg;
    bool ftz, half;
} numbers[] = {{"f32", 'r', false, false}, {"f32", 'r', true, false}, {"f64", 'd', false, false},
               {"f16", 'h', false, true},  {"f16", 'h', true, true},  {"bf16", 'h', false, true}};

static const char *const bools[] = {"", ".and", ".or", ".xor"};

// setp.cmp{.bool} p|q: p in bit 0 and q in bit 1; f16 and bf16 have no q, their pairs have the high
// half's relation there.
static void check_setp(uint32_t n, uint32_t op, uint32_t b, bool pair) {
    const char *t = numbers[n].type;
    bool ftz = numbers[n].ftz, half = numbers[n].half, p, q;
    char inst[160], r = pair ? 'r' : numbers[n].reg;
    snprintf(inst, sizeof inst,
             "setp.ne.u32 %%p9, 0, 0; setp.%s%s%s.%s%s %%p8%s, %%%c0, %%%c1%s; selp.u32 %%r9, 1, "
             "0, %%p8; @%%p9 add.u32 %%r9, %%r9, 2;",
             compares[op], bools[b], ftz ? ".ftz" : "", t, pair ? "x2" : "",
             half && !pair ? "" : "|%p9", r, r, b ? ", %p2" : "");
    if (!vf_run("sm_90", inst, 1024)) return;
#define NUMBER(k, s) number(t, vf_in[k][i] >> (s), ftz)
    VF_COMPARE(inst, 1024,
               (p = compare(op, NUMBER(0, 0), NUMBER(1, 0)),
                q = pair ? compare(op, NUMBER(0, 16), NUMBER(1, 16)) : !p,
                q = half && !pair ? false : combine(b, q, vf_in[2][i] & 1),
                (uint64_t)combine(b, p, vf_in[2][i] & 1) | (uint64_t)q << 1));
}

// 1 or all ones of the type of the result
static uint64_t set_value(uint32_t n, bool real) {
    if (!numbers[n].half) return real ? 0x3f800000 : 0xffffffff;
    return !real ? 0xffff : numbers[n].type[0] == 'b' ? 0x3f80 : 0x3c00;
}

static void check_set(uint32_t n, uint32_t op, uint32_t b, bool real) {
    const char *t = numbers[n].type, *d = real ? "f32" : "u32";
    bool ftz = numbers[n].ftz, half = numbers[n].half;
    char inst[160], r = numbers[n].reg;
    if (half) d = !real ? "u16" : t;
    uint64_t one = set_value(n, real);
    snprintf(inst, sizeof inst, "set.%s%s%s.%s.%s %%%c9, %%%c0, %%%c1%s;", compares[op], bools[b],
             ftz ? ".ftz" : "", d, t, half ? 'h' : 'r', r, r, b ? ", %p2" : "");
    if (!vf_run("sm_90", inst, 1024)) return;
    VF_COMPARE(inst, 1024,
               combine(b, compare(op, NUMBER(0, 0), NUMBER(1, 0)), vf_in[2][i] & 1) ? one : 0);
}

static void check_set_pair(uint32_t n, uint32_t op, uint32_t b) {
    const char *t = numbers[n].type;
    bool ftz = numbers[n].ftz;
    char inst[160];
    uint64_t one = set_value(n, true);
    snprintf(inst, sizeof inst, "set.%s%s%s.%sx2.%sx2 %%r9, %%r0, %%r1%s;", compares[op], bools[b],
             ftz ? ".ftz" : "", t, t, b ? ", %p2" : "");
    if (!vf_run("sm_90", inst, 1024)) return;
#define WHERE(s)                                                                                   \
    (combine(b, compare(op, NUMBER(0, s), NUMBER(1, s)), vf_in[2][i] & 1) ? one << (s) : 0)
    VF_COMPARE(inst, 1024, WHERE(0) | WHERE(16));
}

static void test_compare(void) {
    for (uint32_t n = 0; n < CU_COUNT(numbers); n++) {
        vf_operands(numbers[n].reg == 'd', 1024);
        for (uint32_t i = 0; numbers[n].half && i < 1024; i++) { // the upper halves have the edges
            vf_in[0][i] |= vf_in[0][i] >> 16 & (i & 64 ? 0x83ff : 0xffff);
            vf_in[1][i] |= vf_in[1][i] >> 16 & (i & 64 ? 0x81ff : 0xffff);
        }
        for (uint32_t op = 0; op < CU_COUNT(compares); op++) {
            bool half = numbers[n].half;
            check_setp(n, op, 0, half && op & 1);
            check_setp(n, op, 1 + (op + n) % 3, half && !(op & 1));
            check_set(n, op, (op + n) % 4, op & 1);
            check_set(n, op, (op + n + 1) % 4, !(op & 1));
            if (half) check_set_pair(n, op, (op + n) % 4);
        }
    }
}

static void test_select(void) {
    vf_operands(true, N);
    if (vf_run("sm_90", "selp.f64 %d9, %d0, %d1, %p2;", N))
        VF_COMPARE("selp.f64", N, vf_in[vf_in[2][i] & 1 ? 0 : 1][i]);
    vf_operands(false, N);
    if (vf_run("sm_90", "selp.f32 %r9, %r0, %r1, %p2;", N))
        VF_COMPARE("selp.f32", N, vf_in[vf_in[2][i] & 1 ? 0 : 1][i]);
    // slct: a where c >= 0, b where it is NaN; -0 is 0
    static const char *const slct[] = {
        "slct.u32.f32 %r9, %r0, %r1, %r2;", "slct.ftz.f32.f32 %r9, %r0, %r1, %r2;",
        "slct.b64.f32 %d9, %d0, %d1, %r2;", "slct.f64.s32 %d9, %d0, %d1, %r2;"};
    for (uint32_t k = 0; k < CU_COUNT(slct); k++) {
        if (!vf_run("sm_90", slct[k], N)) continue;
        uint32_t c;
        VF_COMPARE(slct[k], N,
                   (c = vf_flush((uint32_t)vf_in[2][i], k == 1),
                    vf_in[k == 3 ? (int32_t)c < 0 : !(unit_float(c) >= 0)][i]));
    }
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--emit") == 0) emit_dir = argv[2];
    test_arithmetic();
    test_mixed();
    test_min_max();
    test_signs();
    test_compare();
    test_select();
    return UNIT_END();
}
