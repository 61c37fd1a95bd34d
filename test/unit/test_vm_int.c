// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic, bit fields, logic and shifts of the virtual machine (PTX ISA 9.7.1, 9.7.2,
// 9.7.8) against host arithmetic in 128 bits, written from the ISA's text. Comparisons, selections
// and conversions are in test_vm_select.c, video instructions in test_vm_video.c.
#include "vm_int.h"

enum {
    T16 = 1 << U16 | 1 << S16,
    T32 = 1 << U32 | 1 << S32,
    T64 = 1 << U64 | 1 << S64,
    T = T16 | T32 | T64,
    TS_ = 1 << S16 | 1 << S32 | 1 << S64,
    TB = 1 << B16 | 1 << B32 | 1 << B64,
    TB3264 = 1 << B32 | 1 << B64,
    TS32 = 1 << S32,
    TB32 = 1 << B32,
};
enum { N = 4096 };

static u128 low(u128 x, uint32_t bits) {
    return x & (((u128)1 << bits) - 1);
}

// ---- arithmetic --------------------------------------------------------------------------------

static i128 high(const VmiArg *g) { // of a product, as a value of the type
    if (g->sign) return g->a * g->b >> g->bits;
    return (i128)((u128)g->a * (u128)g->b >> g->bits);
}
static i128 w_add(const VmiArg *g) {
    return g->a + g->b;
}
static i128 w_sub(const VmiArg *g) {
    return g->a - g->b;
}
static i128 w_mul_lo(const VmiArg *g) {
    return (i128)((u128)g->a * (u128)g->b);
}
static i128 w_mul_hi(const VmiArg *g) {
    return high(g);
}
static i128 w_mad_lo(const VmiArg *g) {
    return (i128)((u128)g->a * (u128)g->b + (u128)g->c);
}
static i128 w_mad_hi(const VmiArg *g) {
    return high(g) + g->c;
}
static i128 w_mad_wide(const VmiArg *g) {
    return g->a * g->b + g->u;
}
static i128 w_add_sat(const VmiArg *g) {
    return vmi_clamp(g->a + g->b, 32, true);
}
static i128 w_sub_sat(const VmiArg *g) {
    return vmi_clamp(g->a - g->b, 32, true);
}
static i128 w_mad_hi_sat(const VmiArg *g) {
    return vmi_clamp(high(g) + g->c, 32, true);
}
// 24 bits of each operand; .hi is bits 16..47 of the 48
static i128 product24(const VmiArg *g) {
    return vmi_value((u128)g->a, 24, g->sign) * vmi_value((u128)g->b, 24, g->sign);
}
static i128 w_mul24_lo(const VmiArg *g) {
    return product24(g);
}
static i128 w_mul24_hi(const VmiArg *g) {
    return product24(g) >> 16;
}
static i128 w_mad24_lo(const VmiArg *g) {
    return product24(g) + g->c;
}
static i128 w_mad24_hi(const VmiArg *g) {
    return (product24(g) >> 16) + g->c;
}
static i128 w_mad24_sat(const VmiArg *g) {
    return vmi_clamp((product24(g) >> 16) + g->c, 32, true);
}
static i128 w_sad(const VmiArg *g) {
    return g->c + (g->a < g->b ? g->b - g->a : g->a - g->b);
}
// By zero the ISA leaves the result open; the machine does what the hardware does.
static i128 w_div(const VmiArg *g) {
    return g->b ? g->a / g->b : -1;
}
static i128 w_rem(const VmiArg *g) {
    return g->b ? g->a % g->b : g->a;
}
static i128 w_abs(const VmiArg *g) {
    return g->a < 0 ? -g->a : g->a;
}
static i128 w_neg(const VmiArg *g) {
    return -g->a;
}
static i128 w_min(const VmiArg *g) {
    i128 v = CU_MIN(g->a, g->b);
    return g->form && v < 0 ? 0 : v; // form: .relu
}
static i128 w_max(const VmiArg *g) {
    i128 v = CU_MAX(g->a, g->b);
    return g->form && v < 0 ? 0 : v;
}

static const VmiOp arith[] = {
    {"add.@ D, A, B;", T, w_add},
    {"sub.@ D, A, B;", T, w_sub},
    {"mul.lo.@ D, A, B;", T, w_mul_lo},
    {"mul.hi.@ D, A, B;", T, w_mul_hi},
    {"mul.wide.@ D, A, B;", T16 | T32, w_mul_lo, .dst = 1},
    {"mad.lo.@ D, A, B, C;", T, w_mad_lo},
    {"mad.hi.@ D, A, B, C;", T, w_mad_hi},
    {"mad.wide.@ D, A, B, U;", T16 | T32, w_mad_wide, .dst = 1},
    {"add.sat.@ D, A, B;", TS32, w_add_sat},
    {"sub.sat.@ D, A, B;", TS32, w_sub_sat},
    {"mad.hi.sat.@ D, A, B, C;", TS32, w_mad_hi_sat},
    {"mul24.lo.@ D, A, B;", T32, w_mul24_lo},
    {"mul24.hi.@ D, A, B;", T32, w_mul24_hi},
    {"mad24.lo.@ D, A, B, C;", T32, w_mad24_lo},
    {"mad24.hi.@ D, A, B, C;", T32, w_mad24_hi},
    {"mad24.hi.sat.@ D, A, B, C;", TS32, w_mad24_sat},
    {"sad.@ D, A, B, C;", T, w_sad},
    {"div.@ D, A, B;", T, w_div},
    {"rem.@ D, A, B;", T, w_rem},
    {"abs.@ D, A;", TS_, w_abs},
    {"neg.@ D, A;", TS_, w_neg},
    {"min.@ D, A, B;", T, w_min},
    {"max.@ D, A, B;", T, w_max},
    {"min.relu.@ D, A, B;", TS32, w_min, .form = 1},
    {"max.relu.@ D, A, B;", TS32, w_max, .form = 1},
};

// ---- carry chains ------------------------------------------------------------------------------

// Adds, and takes the carry in and out.
static u128 with_carry(u128 a, u128 b, uint32_t bits, uint32_t *carry) {
    u128 s = low(a, bits) + low(b, bits) + *carry;
    *carry = (uint32_t)(s >> bits);
    return s;
}
static u128 with_borrow(u128 a, u128 b, uint32_t bits, uint32_t *borrow) {
    u128 s = low(a, bits) - low(b, bits) - *borrow;
    *borrow = low(a, bits) < low(b, bits) + *borrow;
    return s;
}
static i128 w_carry(const VmiArg *g) {
    uint32_t k = 0;
    u128 s = with_carry((u128)g->a, (u128)g->b, g->bits, &k);
    if (g->form == 0) return (i128)s;
    s = with_carry((u128)g->a, (u128)g->c, g->bits, &k);
    if (g->form == 1) return (i128)s;
    return (i128)with_carry((u128)g->b, 0, g->bits, &k);
}
static i128 w_borrow(const VmiArg *g) {
    uint32_t k = 0;
    u128 s = with_borrow((u128)g->a, (u128)g->b, g->bits, &k);
    if (g->form == 0) return (i128)s;
    s = with_borrow((u128)g->a, (u128)g->c, g->bits, &k);
    if (g->form == 1) return (i128)s;
    return (i128)with_borrow((u128)g->b, 0, g->bits, &k);
}
// a * b + c twice as wide, by four instructions: low, high and what is carried out of that
static i128 w_madc(const VmiArg *g) {
    uint32_t k = 0;
    with_carry((u128)g->a * (u128)g->b, (u128)g->c, g->bits, &k);
    u128 s = with_carry((u128)high(g), (u128)g->b, g->bits, &k);
    return (i128)(g->form == 0 ? s : with_carry((u128)g->a * (u128)g->b, (u128)g->a, g->bits, &k));
}

static const VmiOp carry[] = {
    {"add.cc.@ D, A, B;", T32 | T64, w_carry, .form = 0},
    {"add.cc.@ D, A, B; addc.@ D, A, C;", T32 | T64, w_carry, .form = 1},
    {"add.cc.@ D, A, B; addc.cc.@ D, A, C; addc.@ D, B, 0;", T32 | T64, w_carry, .form = 2},
    {"sub.cc.@ D, A, B;", T32 | T64, w_borrow, .form = 0},
    {"sub.cc.@ D, A, B; subc.@ D, A, C;", T32 | T64, w_borrow, .form = 1},
    {"sub.cc.@ D, A, B; subc.cc.@ D, A, C; subc.@ D, B, 0;", T32 | T64, w_borrow, .form = 2},
    {"mad.lo.cc.@ D, A, B, C; madc.hi.@ D, A, B, B;", T32 | T64, w_madc, .form = 0},
    {"mad.lo.cc.@ D, A, B, C; madc.hi.cc.@ D, A, B, B; madc.lo.@ D, A, B, A;", T32 | T64, w_madc,
     .form = 1},
};

// ---- bits --------------------------------------------------------------------------------------

static i128 w_popc(const VmiArg *g) {
    i128 n = 0;
    for (uint32_t i = 0; i < g->bits; i++) n += g->a >> i & 1;
    return n;
}
static i128 w_clz(const VmiArg *g) {
    i128 n = 0;
    while (n < g->bits && !(g->a >> (g->bits - 1 - (uint32_t)n) & 1)) n++;
    return n;
}
static i128 w_brev(const VmiArg *g) {
    i128 r = 0;
    for (uint32_t i = 0; i < g->bits; i++) r |= (g->a >> i & 1) << (g->bits - 1 - i);
    return r;
}
static i128 w_bfind(const VmiArg *g) { // form: .shiftamt
    u128 v = low((u128)(g->a < 0 ? ~g->a : g->a), g->bits);
    for (int i = (int)g->bits - 1; i >= 0; i--) {
        if (v >> i & 1) return g->form ? (int)g->bits - 1 - i : i;
    }
    return -1;
}
static i128 w_bfe(const VmiArg *g) {
    uint32_t pos = g->y & 255, len = g->z & 255, msb = g->bits - 1;
    i128 r = 0, fill = g->sign && len ? g->a >> CU_MIN(pos + len - 1, msb) & 1 : 0;
    for (uint32_t i = 0; i <= msb; i++)
        r |= (i < len && pos + i <= msb ? g->a >> (pos + i) & 1 : fill) << i;
    return r;
}
static i128 w_bfi(const VmiArg *g) {
    uint32_t pos = g->z & 255, len = g->w & 255;
    u128 r = (u128)g->b;
    for (uint32_t i = 0; i < len && pos + i < g->bits; i++) {
        r &= ~((u128)1 << (pos + i));
        r |= ((u128)g->a >> i & 1) << (pos + i);
    }
    return (i128)r;
}
enum { WRAP = 1, SMALL = 2 }; // forms; SMALL: the machine sees the counts modulo 64
static i128 w_szext(const VmiArg *g) {
    uint32_t n = g->form & SMALL ? g->y & 63 : g->y;
    if (g->form & WRAP) n &= 31;
    return n == 0 ? 0 : n >= 32 ? g->a : vmi_value((u128)g->a, n, g->sign);
}
static i128 w_bmsk(const VmiArg *g) {
    uint32_t pos = g->form & SMALL ? g->x & 63 : g->x, len = g->form & SMALL ? g->y & 63 : g->y;
    if (g->form & WRAP) pos &= 31, len &= 31;
    i128 r = 0;
    for (uint64_t i = pos; i < 32 && i < (uint64_t)pos + len; i++) r |= (i128)1 << i;
    return r;
}
static i128 w_fns(const VmiArg *g) {
    int64_t offset = g->form & SMALL ? (int64_t)vmi_value(g->z, 6, true) : (int32_t)g->z;
    int base = (int)(g->y & 31);
    if (offset == 0) return g->x >> base & 1 ? base : -1;
    int64_t left = offset < 0 ? -offset : offset;
    for (int i = base; i >= 0 && i < 32; i += offset < 0 ? -1 : 1) {
        if (g->x >> i & 1 && --left == 0) return i;
    }
    return -1;
}
enum { SIGN_A = 1, SIGN_B = 2, UPPER = 4 };
static i128 w_dp4a(const VmiArg *g) {
    i128 s = g->z;
    for (uint32_t i = 0; i < 4; i++)
        s += vmi_value(g->x >> 8 * i, 8, g->form & SIGN_A) *
             vmi_value(g->y >> 8 * i, 8, g->form & SIGN_B);
    return s;
}
static i128 w_dp2a(const VmiArg *g) {
    i128 s = g->z;
    for (uint32_t i = 0; i < 2; i++)
        s += vmi_value(g->x >> 16 * i, 16, g->form & SIGN_A) *
             vmi_value(g->y >> (8 * i + (g->form & UPPER ? 16 : 0)), 8, g->form & SIGN_B);
    return s;
}

#define MOD64_Y "and.b32 %r5, Y, 63;"
static const VmiOp bits[] = {
    {"popc.@ D, A;", TB3264, w_popc, .dst = 32},
    {"clz.@ D, A;", TB3264, w_clz, .dst = 32},
    {"brev.@ D, A;", TB3264, w_brev},
    {"bfind.@ D, A;", T32 | T64, w_bfind, .dst = 32},
    {"bfind.shiftamt.@ D, A;", T32 | T64, w_bfind, .dst = 32, .form = 1},
    {"bfe.@ D, A, Y, Z;", T32 | T64, w_bfe},
    {"bfi.@ D, A, B, Z, W;", TB3264, w_bfi},
    {"szext.clamp.@ D, A, Y;", T32, w_szext},
    {"szext.wrap.@ D, A, Y;", T32, w_szext, .form = WRAP},
    {MOD64_Y " szext.clamp.@ D, A, %r5;", T32, w_szext, .form = SMALL},
    {MOD64_Y " szext.wrap.@ D, A, %r5;", T32, w_szext, .form = SMALL | WRAP},
    {"bmsk.clamp.@ D, A, Y;", TB32, w_bmsk},
    {"bmsk.wrap.@ D, A, Y;", TB32, w_bmsk, .form = WRAP},
    {MOD64_Y " and.b32 %r6, X, 63; bmsk.clamp.@ D, %r6, %r5;", TB32, w_bmsk, .form = SMALL},
    {MOD64_Y " and.b32 %r6, X, 63; bmsk.wrap.@ D, %r6, %r5;", TB32, w_bmsk, .form = SMALL | WRAP},
    {"and.b32 %r5, Y, 31; fns.b32 D, X, %r5, Z;", TB32, w_fns},
    {"and.b32 %r5, Y, 31; shl.b32 %r6, Z, 26; shr.s32 %r6, %r6, 26; fns.b32 D, X, %r5, %r6;",
     TB32, w_fns, .form = SMALL},
    {"dp4a.u32.u32 D, X, Y, Z;", TB32, w_dp4a},
    {"dp4a.s32.u32 D, X, Y, Z;", TB32, w_dp4a, .form = SIGN_A},
    {"dp4a.u32.s32 D, X, Y, Z;", TB32, w_dp4a, .form = SIGN_B},
    {"dp4a.s32.s32 D, X, Y, Z;", TB32, w_dp4a, .form = SIGN_A | SIGN_B},
    {"dp2a.lo.u32.u32 D, X, Y, Z;", TB32, w_dp2a},
    {"dp2a.lo.s32.u32 D, X, Y, Z;", TB32, w_dp2a, .form = SIGN_A},
    {"dp2a.lo.u32.s32 D, X, Y, Z;", TB32, w_dp2a, .form = SIGN_B},
    {"dp2a.lo.s32.s32 D, X, Y, Z;", TB32, w_dp2a, .form = SIGN_A | SIGN_B},
    {"dp2a.hi.u32.u32 D, X, Y, Z;", TB32, w_dp2a, .form = UPPER},
    {"dp2a.hi.s32.u32 D, X, Y, Z;", TB32, w_dp2a, .form = UPPER | SIGN_A},
    {"dp2a.hi.u32.s32 D, X, Y, Z;", TB32, w_dp2a, .form = UPPER | SIGN_B},
    {"dp2a.hi.s32.s32 D, X, Y, Z;", TB32, w_dp2a, .form = UPPER | SIGN_A | SIGN_B},
};

// ---- logic and shifts --------------------------------------------------------------------------

static i128 w_and(const VmiArg *g) {
    return g->a & g->b;
}
static i128 w_or(const VmiArg *g) {
    return g->a | g->b;
}
static i128 w_xor(const VmiArg *g) {
    return g->a ^ g->b;
}
static i128 w_not(const VmiArg *g) {
    return ~g->a;
}
static i128 w_cnot(const VmiArg *g) {
    return g->a == 0;
}
// counts are unsigned and clamp to the width; form: SMALL
static uint32_t count_of(const VmiArg *g) {
    uint32_t n = g->form & SMALL ? g->y & 63 : g->y;
    return CU_MIN(n, g->bits);
}
static i128 w_shl(const VmiArg *g) {
    return (i128)((u128)g->a << count_of(g));
}
static i128 w_shr(const VmiArg *g) {
    return g->a >> count_of(g);
}
enum { RIGHT = 4 };
static i128 w_shf(const VmiArg *g) { // y:x is the 64-bit number
    u128 v = (u128)g->y << 32 | g->x;
    uint32_t n = g->form & SMALL ? g->z & 63 : g->z;
    n = g->form & WRAP ? n & 31 : CU_MIN(n, 32u);
    return (i128)(g->form & RIGHT ? v >> n : v << n >> 32);
}
// Two halves; form: operation, relu
enum { ADD2, MIN2, MAX2, RELU2 = 4, SIGN2 = 8 };
static i128 w_pair(const VmiArg *g) {
    i128 r = 0;
    for (uint32_t i = 0; i < 32; i += 16) {
        i128 x = vmi_value(g->x >> i, 16, g->form & SIGN2),
             y = vmi_value(g->y >> i, 16, g->form & SIGN2);
        i128 v = (g->form & 3) == ADD2 ? x + y : ((g->form & 3) == MIN2) == (x < y) ? x : y;
        if (g->form & RELU2 && v < 0) v = 0;
        r |= vmi_value((u128)v, 16, false) << i;
    }
    return r;
}

#define MOD64_Z "and.b32 %r5, Z, 63;"
static const VmiOp logic[] = {
    {"and.@ D, A, B;", TB, w_and},
    {"or.@ D, A, B;", TB, w_or},
    {"xor.@ D, A, B;", TB, w_xor},
    {"not.@ D, A;", TB, w_not},
    {"cnot.@ D, A;", TB, w_cnot},
    {"shl.@ D, A, Y;", TB, w_shl},
    {"shr.@ D, A, Y;", T | TB, w_shr},
    {MOD64_Y "shl.@ D, A, %r5;", TB, w_shl, .form = SMALL},
    {MOD64_Y "shr.@ D, A, %r5;", T | TB, w_shr, .form = SMALL},
    {"shf.l.clamp.@ D, X, Y, Z;", TB32, w_shf},
    {"shf.l.wrap.@ D, X, Y, Z;", TB32, w_shf, .form = WRAP},
    {"shf.r.clamp.@ D, X, Y, Z;", TB32, w_shf, .form = RIGHT},
    {"shf.r.wrap.@ D, X, Y, Z;", TB32, w_shf, .form = RIGHT | WRAP},
    {MOD64_Z "shf.l.clamp.@ D, X, Y, %r5;", TB32, w_shf, .form = SMALL},
    {MOD64_Z "shf.l.wrap.@ D, X, Y, %r5;", TB32, w_shf, .form = SMALL | WRAP},
    {MOD64_Z "shf.r.clamp.@ D, X, Y, %r5;", TB32, w_shf, .form = SMALL | RIGHT},
    {MOD64_Z "shf.r.wrap.@ D, X, Y, %r5;", TB32, w_shf, .form = SMALL | RIGHT | WRAP},
    {"add.u16x2 D, X, Y;", TB32, w_pair, .form = ADD2},
    {"add.s16x2 D, X, Y;", TB32, w_pair, .form = ADD2 | SIGN2},
    {"min.u16x2 D, X, Y;", TB32, w_pair, .form = MIN2},
    {"min.s16x2 D, X, Y;", TB32, w_pair, .form = MIN2 | SIGN2},
    {"min.relu.s16x2 D, X, Y;", TB32, w_pair, .form = MIN2 | SIGN2 | RELU2},
    {"max.u16x2 D, X, Y;", TB32, w_pair, .form = MAX2},
    {"max.s16x2 D, X, Y;", TB32, w_pair, .form = MAX2 | SIGN2},
    {"max.relu.s16x2 D, X, Y;", TB32, w_pair, .form = MAX2 | SIGN2 | RELU2},
};

// All 256 tables, plainly and with a predicate (9.7.8.6): d is as ever, p = (d != 0) op q.
static uint32_t lut_of(const VmiArg *g) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t k = (g->x >> i & 1) << 2 | (g->y >> i & 1) << 1 | (g->z >> i & 1);
        r |= (g->form >> k & 1) << i;
    }
    return r;
}
static i128 w_lop3(const VmiArg *g) {
    return lut_of(g);
}
// the predicate in place of the lowest bit
static i128 w_lop3_bool(const VmiArg *g) {
    uint32_t r = lut_of(g);
    bool q = g->p != !!(g->form & 0x400), p = g->form & 0x200 ? r != 0 || q : r != 0 && q;
    return (g->form & 0x800 ? 0 : r & ~1u) | (i128)p;
}
static void test_lop3(void) {
    char text[160];
    for (uint32_t k = 0; k < 256; k++) {
        snprintf(text, sizeof text, "lop3.b32 D, X, Y, Z, 0x%x;", k);
        vmi_check(&(VmiOp){text, TB32, w_lop3, k, 32}, B32, 256);
    }
    for (uint32_t k = 0; k < 256; k += 5) {
        uint32_t form = k | (k & 1 ? 0x200 : 0) | (k & 2 ? 0x400 : 0) | (k & 4 ? 0x800 : 0);
        snprintf(text, sizeof text,
                 "%slop3.%s.b32 %s|%%q0, X, Y, Z, %u, %sP; selp.b32 %%r5, 1, 0, %%q0; "
                 "and.b32 D, D, -2; or.b32 D, D, %%r5;",
                 k & 4 ? "mov.b32 D, 0; " : "", k & 1 ? "or" : "and", k & 4 ? "_" : "D", k,
                 k & 2 ? "!" : "");
        vmi_check(&(VmiOp){text, TB32, w_lop3_bool, form, 32}, B32, 1024);
    }
}

// ---- prmt --------------------------------------------------------------------------------------

// Bytes of {b,a}, the lowest last, for selectors 0..3 (the tables of 9.7.9.7).
static const struct {
    const char *mode;
    uint16_t pick[4];
} prmt[] = {
    {".f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {".b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
    {".rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {".ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
    {".ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {".rc16", {0x1010, 0x3232, 0x1010, 0x3232}},
};
static i128 w_prmt(const VmiArg *g) { // form: 0, or 1 + row
    uint64_t v = (uint64_t)g->y << 32 | g->x;
    uint32_t pick = g->form ? prmt[g->form - 1].pick[g->z & 3] : g->z & 0xffff, r = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t k = pick >> 4 * i & 15, byte = (uint32_t)(v >> 8 * (k & 7)) & 255;
        if (k & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << 8 * i;
    }
    return r;
}
static void test_prmt(void) {
    for (uint32_t i = 0; i < VMI_MAX; i++) { // all selectors; the upper bits do not count
        for (uint32_t k = 0; k < 2; k++) vmi_in[k][i] = unit_random(&vmi_seed);
        vmi_in[2][i] = i | unit_random(&vmi_seed) << 16;
    }
    vmi_upload();
    vmi_check(&(VmiOp){"prmt.b32 D, X, Y, Z;", TB32, w_prmt, 0, 32}, B32, VMI_MAX);
    for (uint32_t k = 0; k < CU_COUNT(prmt); k++) {
        char text[64];
        snprintf(text, sizeof text, "prmt.b32%s D, X, Y, Z;", prmt[k].mode);
        vmi_check(&(VmiOp){text, TB32, w_prmt, k + 1, 32}, B32, N);
    }
    vmi_fill(N);
}

// Every 16-bit number through the instructions of one operand, and as the dividend of some.
static void test_all16(void) {
    static const VmiOp ops[] = {{"abs.@ D, A;", 1 << S16, w_abs},
                                {"neg.@ D, A;", 1 << S16, w_neg},
                                {"not.@ D, A;", 1 << B16, w_not},
                                {"cnot.@ D, A;", 1 << B16, w_cnot},
                                {"div.@ D, A, B;", T16, w_div},
                                {"rem.@ D, A, B;", T16, w_rem},
                                {"mul.hi.@ D, A, B;", T16, w_mul_hi},
                                {"mad.wide.@ D, A, B, U;", T16, w_mad_wide, .dst = 1}};
    for (uint32_t i = 0; i < VMI_MAX; i++) {
        vmi_in[0][i] = i;
        for (uint32_t k = 1; k < 4; k++) vmi_in[k][i] = unit_random(&vmi_seed);
    }
    vmi_upload();
    vmi_check_all(ops, CU_COUNT(ops), VMI_MAX);
    vmi_fill(N);
}

int main(int argc, char **argv) {
    vmi_begin(argc, argv);
    vmi_fill(N);
    vmi_check_all(arith, CU_COUNT(arith), N);
    vmi_check_all(carry, CU_COUNT(carry), N);
    vmi_check_all(bits, CU_COUNT(bits), N);
    vmi_check_all(logic, CU_COUNT(logic), N);
    test_lop3();
    test_prmt();
    test_all16();
    return vmi_end();
}
