// SPDX-License-Identifier: Apache-2.0
// Comparisons and selections (set, setp, selp, slct; PTX ISA 9.7.6) and conversions between
// integers (cvt, cvt.pack; 9.7.9.21 and 9.7.9.22) of the virtual machine against host arithmetic.
#include "vm_int.h"

#include <math.h>

enum { N = 2048 };

static const char *const cmp_names[] = {"eq", "ne", "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                        "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
enum { EQ, NE, LT, LE, GT, GE, LO, LS, HI, HS, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NAN_, CMPS };
enum { NONE, AND, OR, XOR };
static const char *const bool_names[] = {"", ".and", ".or", ".xor"};

static bool combine(uint32_t op, bool a, bool q) {
    return op == AND ? a && q : op == OR ? a || q : op == XOR ? a != q : a;
}
// form: comparison | boolean << 8 | negated << 12 | result << 16
enum { OF_INT, OF_FLOAT };
static uint32_t form_of(uint32_t cmp, uint32_t op, bool negated, uint32_t result) {
    return cmp | op << 8 | (uint32_t)negated << 12 | result << 16;
}

static bool holds(uint32_t cmp, i128 a, i128 b) {
    switch (cmp) {
    case EQ: return a == b;
    case NE: return a != b;
    case LT:
    case LO: return a < b;
    case LE:
    case LS: return a <= b;
    case GT:
    case HI: return a > b;
    default: return a >= b;
    }
}
static bool holds_float(uint32_t cmp, double a, double b) {
    bool nan = isnan(a) || isnan(b);
    switch (cmp) {
    case NUM: return !nan;
    case NAN_: return nan;
    case EQ: return a == b;
    case NE: return !nan && a != b;
    case LT: return a < b;
    case LE: return a <= b;
    case GT: return a > b;
    case GE: return a >= b;
    default: return nan || holds_float(cmp - EQU + EQ, a, b);
    }
}
static i128 result_of(const VmiArg *g, bool v) {
    v = combine(g->form >> 8 & 15, v, g->p != (g->form >> 12 & 1));
    if (g->form >> 16 == OF_FLOAT) return v ? 0x3f800000 : 0;
    return v ? 0xffffffff : 0;
}
static i128 w_set(const VmiArg *g) {
    return result_of(g, holds(g->form & 255, g->a, g->b));
}
static double as_float(uint32_t bits, bool ftz) {
    if (ftz && !(bits & 0x7f800000)) bits &= 0x80000000;
    return (double)unit_float(bits);
}
enum { FTZ = 0x100000 };
static i128 w_set_f32(const VmiArg *g) {
    VmiArg h = *g;
    h.form &= ~(uint32_t)FTZ;
    return result_of(&h, holds_float(g->form & 255, as_float(g->x, g->form & FTZ),
                                     as_float(g->y, g->form & FTZ)));
}
static i128 w_set_f64(const VmiArg *g) {
    double v[2];
    uint64_t bits[2] = {(uint64_t)g->a, (uint64_t)g->b};
    memcpy(v, bits, sizeof v);
    return result_of(g, holds_float(g->form & 255, v[0], v[1]));
}
// setp p|q: p is (a cmp b) op c, q is !(a cmp b) op c
static i128 w_setp(const VmiArg *g) {
    bool v = holds(g->form & 255, g->a, g->b), c = g->p != (g->form >> 12 & 1);
    uint32_t op = g->form >> 8 & 15;
    return combine(op, v, c) | combine(op, !v, c) << 1;
}

// Operands that meet: equal ones, neighbours, NaNs, zeros of both signs.
static void fill_close(void) {
    static const uint64_t special[] = {0x7fc00000, 0xff800001, 0x7f800000, 0x80000000, 0,
                                       1,          0x80000001, 0x007fffff, 0xbf800000};
    vmi_fill(N);
    for (uint32_t i = 1024; i < N; i++) {
        uint64_t r = unit_random(&vmi_seed), s = special[r >> 8 & 7] | (r >> 16 & 1) << 31;
        if (i & 1) vmi_in[0][i] = s << (i & 2 ? 0 : 32);
        if (r % 3 == 0) vmi_in[1][i] = vmi_in[0][i];
        if (r % 3 == 1) vmi_in[1][i] = special[r >> 20 & 7] << (i & 2 ? 0 : 32);
    }
    vmi_upload();
}

// Each comparison of each type; the results' types and the second operation in turn.
static void test_set(void) {
    uint32_t turn = 0;
    for (uint32_t t = U16; t < VMI_TYPES; t++) {
        bool sign = vmi_types[t].sign;
        for (uint32_t cmp = EQ; cmp <= (t >= B16 ? NE : sign ? GE : HS); cmp++) {
            for (uint32_t op = NONE; op <= XOR; op++, turn++) {
                bool neg = op && turn % 3 == 1;
                uint32_t result = turn % 5 == 4 ? OF_FLOAT : OF_INT;
                char text[160];
                snprintf(text, sizeof text, "set.%s%s.%s.@ D, A, B%s%s;", cmp_names[cmp],
                         bool_names[op], result ? "f32" : turn & 1 ? "u32" : "s32",
                         op ? neg ? ", !" : ", " : "", op ? "P" : "");
                vmi_check(&(VmiOp){text, 0, w_set, form_of(cmp, op, neg, result), 32}, t, N);
                snprintf(text, sizeof text,
                         "setp.%s%s.@ %%q0|%%q1, A, B%s%s; selp.u32 D, 1, 0, %%q0; "
                         "selp.u32 %%r5, 2, 0, %%q1; or.b32 D, D, %%r5;",
                         cmp_names[cmp], bool_names[op], op ? neg ? ", !" : ", " : "",
                         op ? "P" : "");
                vmi_check(&(VmiOp){text, 0, w_setp, form_of(cmp, op, neg, 0), 32}, t, N);
            }
        }
    }
}

static void test_set_float(void) {
    uint32_t turn = 0;
    for (uint32_t cmp = EQ; cmp < CMPS; cmp++) {
        if (cmp >= LO && cmp <= HS) continue;
        for (uint32_t op = NONE; op <= XOR; op++, turn++) {
            bool neg = op && turn % 3 == 1, ftz = turn & 2;
            uint32_t result = turn % 5 == 4 ? OF_FLOAT : OF_INT;
            const char *d = result ? "f32" : turn & 1 ? "u32" : "s32";
            char text[160], tail[8];
            snprintf(tail, sizeof tail, "%s%s", op ? neg ? ", !" : ", " : "", op ? "P" : "");
            snprintf(text, sizeof text, "set.%s%s%s.%s.f32 D, X, Y%s;", cmp_names[cmp],
                     bool_names[op], ftz ? ".ftz" : "", d, tail);
            uint32_t form = form_of(cmp, op, neg, result);
            vmi_check(&(VmiOp){text, 0, w_set_f32, form | (ftz ? FTZ : 0), 32}, B32, N);
            snprintf(text, sizeof text, "set.%s%s.%s.f64 D, A, B%s;", cmp_names[cmp],
                     bool_names[op], d, tail);
            vmi_check(&(VmiOp){text, 0, w_set_f64, form, 32}, B64, N);
        }
    }
}

// Of half precision (bf: bfloat16); `form` says how many halves and what true is in each.
enum { HALF_BF = 0x100, HALF_FTZ = 0x200, HALF_TWO = 0x400, HALF_WORD = 0x800 };
static double half_value(uint32_t h, uint32_t form) {
    uint32_t e = h >> 10 & 31, m = h & 0x3ff;
    if (form & HALF_BF) return (double)unit_float(h << 16);
    if (e == 31) return m ? (double)NAN : h & 0x8000 ? -(double)INFINITY : (double)INFINITY;
    if (!e && form & HALF_FTZ) m = 0;
    double v = e ? ldexp(m + 1024, (int)e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}
static i128 w_set_half(const VmiArg *g) {
    uint32_t r = 0, true_ = g->form >> 16;
    for (uint32_t i = 0; i < (g->form & HALF_TWO ? 2 : 1); i++) {
        double a = half_value(g->x >> 16 * i & 0xffff, g->form),
               b = half_value(g->y >> 16 * i & 0xffff, g->form);
        if (holds_float(g->form & 255, a, b)) r |= true_ << 16 * i;
    }
    return g->form & HALF_WORD && r ? 0xffffffff : r;
}
static void test_set_half(void) {
    static const struct {
        const char *types, *ftz;
        uint32_t form, dst;
    } how[] = {
        {"f16.f16", "", 0x3c00 << 16, 16},
        {"u16.f16", ".ftz", HALF_FTZ | 0xffffu << 16, 16},
        {"u32.f16", "", HALF_WORD | 1 << 16, 32},
        {"s32.bf16", "", HALF_WORD | HALF_BF | 1 << 16, 32},
        {"bf16.bf16", "", HALF_BF | 0x3f80 << 16, 16},
        {"s16.bf16", "", HALF_BF | 0xffffu << 16, 16},
        {"f16x2.f16x2", "", HALF_TWO | 0x3c00 << 16, 32},
        {"f16x2.f16x2", ".ftz", HALF_TWO | HALF_FTZ | 0x3c00 << 16, 32},
        {"bf16x2.bf16x2", "", HALF_TWO | HALF_BF | 0x3f80 << 16, 32},
        {"u32.f16x2", "", HALF_TWO | 0xffffu << 16, 32},
        {"s32.bf16x2", "", HALF_TWO | HALF_BF | 0xffffu << 16, 32},
    };
    for (uint32_t i = 0; i < N; i++) { // NaNs, infinities, zeros, subnormal and equal numbers
        static const uint16_t some[] = {0x7e00, 0x7c00, 0xfc00, 0,      0x8000, 1,
                                        0x83ff, 0x3c00, 0x7fc0, 0x7f80, 0xff80, 0x3f80};
        for (uint32_t k = 0; k < 2; k++) {
            uint64_t r = unit_random(&vmi_seed);
            if (r & 1) r = some[(r >> 32) % 12] | (uint64_t)some[(r >> 40) % 12] << 16;
            vmi_in[k][i] = k && r & 2 ? vmi_in[0][i] : r;
        }
    }
    vmi_upload();
    for (uint32_t k = 0; k < CU_COUNT(how); k++) {
        for (uint32_t cmp = EQ; cmp < CMPS; cmp++) {
            if (cmp >= LO && cmp <= HS) continue;
            char text[64];
            snprintf(text, sizeof text, "set.%s%s.%s D, A, B;", cmp_names[cmp], how[k].ftz,
                     how[k].types);
            vmi_check(&(VmiOp){text, 0, w_set_half, cmp | how[k].form, (uint8_t)how[k].dst},
                      how[k].form & HALF_TWO ? B32 : B16, N);
        }
    }
}

// ---- selections --------------------------------------------------------------------------------

static i128 w_selp(const VmiArg *g) {
    return g->p != !!g->form ? g->a : g->b;
}
static i128 w_slct(const VmiArg *g) {
    return (int32_t)g->w >= 0 ? g->a : g->b;
}
static i128 w_slct_f32(const VmiArg *g) { // -0 is not negative; NaN selects b
    return as_float(g->form == 2 ? g->w & 0x807fffff : g->w, g->form) >= 0 ? g->a : g->b;
}
static const VmiOp selections[] = {
    {"selp.@ D, A, B, P;", ~0u << U16, w_selp},
    {"selp.@ D, A, B, !P;", ~0u << U16, w_selp, .form = 1},
    {"slct.@.s32 D, A, B, W;", ~0u << U16, w_slct},
    {"slct.@.f32 D, A, B, W;", ~0u << U16, w_slct_f32},
    {"slct.ftz.@.f32 D, A, B, W;", ~0u << U16, w_slct_f32, .form = 1},
    {"and.b32 %r5, W, 0x807fffff; slct.ftz.@.f32 D, A, B, %r5;", ~0u << U16, w_slct_f32,
     .form = 2},
};

// ---- conversions -------------------------------------------------------------------------------

// All 8- and 16-bit sources, many of the others. Registers may be wider than the types: the source
// is cut, the result extended by the destination's type.
static void test_cvt(void) {
    for (uint32_t i = 0; i < VMI_MAX; i++)
        vmi_in[0][i] = (unit_random(&vmi_seed) & ~0xffffull) | i;
    vmi_upload();
    uint32_t turn = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        if (pass) vmi_fill(N);
        for (uint32_t k = 0; k < 64 * 2; k++, turn++) {
            const VmiType *to = &vmi_types[k & 7], *from = &vmi_types[k >> 3 & 7];
            bool sat = k >> 6, wide = turn & 1, wide_from = turn & 4;
            if ((from->bits <= 16) != !pass) continue;
            if (sat && to->bits - to->sign >= from->bits - from->sign && to->sign >= from->sign)
                continue; // no instruction: the destination holds all values
            uint32_t n = pass ? N : from->bits == 8 ? 256 : VMI_MAX, bad = 0;
            uint32_t dst = wide ? 64 : CU_MAX(to->bits, 16u);
            char text[64];
            snprintf(text, sizeof text, "cvt%s.@.M D, %s;", sat ? ".sat" : "",
                     wide_from ? "%d0" : "N");
            if (!vmi_run(text, to, from, dst, n)) continue;
            for (uint32_t i = 0; i < n; i++) {
                i128 v = vmi_value(vmi_in[0][i], from->bits, from->sign);
                if (sat) v = vmi_clamp(v, to->bits, to->sign);
                v = vmi_value((u128)v, to->bits, to->sign);
                bad += vmi_out[i] != (uint64_t)vmi_value((u128)v, dst, false);
            }
            CHECK(bad == 0);
            if (bad) fprintf(stderr, "cvt %u.%s.%s: %u wrong\n", sat, to->name, from->name, bad);
        }
    }
}

// cvt.pack: a above b, both clamped to `form` bits (negative: unsigned), and c above them.
static i128 w_pack(const VmiArg *g) {
    uint32_t bits = g->form & 31;
    bool sign = g->form & 32;
    u128 a = (u128)vmi_clamp((int32_t)g->x, bits, sign), b = (u128)vmi_clamp((int32_t)g->y, bits, sign);
    u128 m = ((u128)1 << bits) - 1;
    return (i128)((bits < 16 ? (u128)g->z << 2 * bits : 0) | (a & m) << bits | (b & m));
}
enum { PACK_SIGNED = 32 };
static const VmiOp packs[] = {
    {"cvt.pack.sat.u16.s32 D, X, Y;", 1 << B32, w_pack, .form = 16},
    {"cvt.pack.sat.s16.s32 D, X, Y;", 1 << B32, w_pack, .form = 16 | PACK_SIGNED},
    {"cvt.pack.sat.u8.s32.b32 D, X, Y, Z;", 1 << B32, w_pack, .form = 8},
    {"cvt.pack.sat.s8.s32.b32 D, X, Y, Z;", 1 << B32, w_pack, .form = 8 | PACK_SIGNED},
    {"cvt.pack.sat.u4.s32.b32 D, X, Y, Z;", 1 << B32, w_pack, .form = 4},
    {"cvt.pack.sat.s4.s32.b32 D, X, Y, Z;", 1 << B32, w_pack, .form = 4 | PACK_SIGNED},
    {"cvt.pack.sat.u2.s32.b32 D, X, Y, Z;", 1 << B32, w_pack, .form = 2},
    {"cvt.pack.sat.s2.s32.b32 D, X, Y, Z;", 1 << B32, w_pack, .form = 2 | PACK_SIGNED},
};

int main(int argc, char **argv) {
    vmi_begin(argc, argv);
    fill_close();
    test_set();
    test_set_float();
    test_set_half();
    fill_close();
    for (uint32_t t = U16; t < VMI_TYPES; t++) {
        for (uint32_t k = 0; k < CU_COUNT(selections); k++) vmi_check(&selections[k], t, N);
    }
    test_cvt();
    vmi_check_all(packs, CU_COUNT(packs), N);
    return vmi_end();
}
