// SPDX-License-Identifier: Apache-2.0
// cvt (PTX ISA 9.7.9.21): every source becomes a 64-bit integer or a double (exactly), is rounded
// and saturated, and stored as the destination type.
#include "vm/compute/float.h"

#include "ptx/form/sem.h"

#include <math.h>

static bool is_float(uint32_t t) {
    return ptx_types[t].kind == 'f';
}

// A float of any width as a double, exactly; subnormals of f32 become zero with .ftz.
static double float_of(uint64_t bits, uint32_t t, bool ftz) {
    double d;
    float f;
    uint32_t b = (uint32_t)bits;
    switch (t) {
    case PTX_F64: memcpy(&d, &bits, 8); return d;
    case PTX_F32:
        if (ftz && !(b & 0x7f800000)) b &= 0x80000000;
        memcpy(&f, &b, 4);
        return (double)f;
    default: return (double)vm_half_get((uint16_t)bits, t == PTX_BF16);
    }
}

// To an integer in floating point; no integer rounding leaves it.
static double round_integral(double x, uint32_t rnd) {
    switch (rnd) {
    case PTX_RND_RNI: return nearbyint(x);
    case PTX_RND_RZI: return trunc(x);
    case PTX_RND_RMI: return floor(x);
    case PTX_RND_RPI: return ceil(x);
    default: return x;
    }
}

// Float to integer: NaN gives 0 between types below 64 bits, else the top bit (PTX ISA 9.7.9.21);
// out of range values clamp.
static uint64_t to_int(double x, uint32_t t, uint32_t rnd, bool from_f64) {
    uint32_t bits = ptx_type_bits((PtxType)t);
    bool sign = ptx_types[t].kind == 's';
    if (x != x) return bits == 64 || from_f64 ? 1ull << (bits - 1) : 0;
    x = round_integral(x, rnd ? rnd : PTX_RND_RZI);
    double lo = sign ? -ldexp(1.0, (int)bits - 1) : 0.0, hi = ldexp(1.0, (int)bits - sign);
    if (x < lo) return sign ? ~0ull << (bits - 1) : 0;
    if (x >= hi) return bits - sign == 64 ? ~0ull : (1ull << (bits - sign)) - 1;
    return sign ? (uint64_t)(int64_t)x : (uint64_t)x;
}

// An integer of up to 64 bits to double with the directed remainder kept: rounding to odd.
// From 53 bits on doubles lose bits: the lowest says whether any was lost, so that the next
// rounding is the only one.
static double int_odd(uint64_t v, bool sign) {
    bool neg = sign && (int64_t)v < 0;
    uint64_t m = neg ? 0 - v : v;
    if (m >> 53) { // keep 53 bits and a sticky one
        int drop = 64 - 53 - __builtin_clzll(m);
        uint64_t lost = m & ((1ull << drop) - 1);
        m = (m >> drop | (lost != 0)) << drop;
    }
    return neg ? -(double)m : (double)m;
}

// Rounded to the destination and as bits.
static uint64_t from_double(double x, uint32_t t, uint32_t rnd, const VmInst *in) {
    uint64_t b;
    if (in->flags & VF_SAT && !in->convert.finite)
        x = x > 0 ? (x < 1 ? x : 1.0) : (x != x ? 0.0 : 0.0);
    if (in->flags & VF_RELU && x < 0) x = 0;
    switch (t) {
    case PTX_F64: memcpy(&b, &x, 8); return b;
    case PTX_F32:
        if (x != x) return 0x7fffffff;
        if (rnd == PTX_RND_RN) {
            float f = (float)x;
            uint32_t bits;
            memcpy(&bits, &f, 4);
            b = bits;
        } else {
            b = vm_pack(x, &vm_fmt_f32, rnd, false);
        }
        if (in->flags & VF_FTZ && !(b & 0x7f800000)) b &= 0x80000000;
        return b;
    case PTX_TF32:
        return x != x ? 0x7fffffff
                      : (uint64_t)vm_pack(x, &vm_fmt_tf32, rnd, in->convert.finite) << 13;
    default:
        return x != x ? 0x7fff
                      : vm_pack(x, t == PTX_BF16 ? &vm_fmt_bf16 : &vm_fmt_f16, rnd,
                                in->convert.finite);
    }
}

// The register's value as one of its type: upper bits are the sign or zero.
static uint64_t extend(uint64_t v, uint32_t t) {
    uint32_t bits = ptx_type_bits((PtxType)t);
    if (bits == 64) return v;
    return ptx_types[t].kind == 's' ? (uint64_t)((int64_t)(v << (64 - bits)) >> (64 - bits))
                                    : v & ((1ull << bits) - 1);
}

// Clamped to what the destination holds, across signs.
static uint64_t saturate_int(uint64_t v, uint32_t from, uint32_t to) {
    bool sf = ptx_types[from].kind == 's', st = ptx_types[to].kind == 's';
    uint32_t bits = ptx_type_bits((PtxType)to);
    bool neg = sf && (int64_t)v < 0;
    if (!st) {
        uint64_t hi = bits == 64 ? ~0ull : (1ull << bits) - 1;
        return neg ? 0 : v > hi ? hi : v;
    }
    int64_t hi = (int64_t)((1ull << (bits - 1)) - 1), lo = -hi - 1;
    if (!neg) return v > (uint64_t)hi ? (uint64_t)hi : v;
    return (int64_t)v < lo ? (uint64_t)lo : v;
}

// Integer to integer.
static void cvt_int(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    uint32_t t = in->type, s = in->type2;
    vm_load_row(warp, in->a, in->asize, r);
    for (int i = 0; i < VM_LANES; i++) {
        uint64_t v = extend(r[i], s);
        if (in->flags & VF_SAT) v = saturate_int(v, s, t);
        r[i] = extend(v, t);
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// The most frequent conversions of integers, vectorised.
static void cvt_s64_s32(Warp *warp, const VmInst *in, uint32_t mask) {
    const int32_t *a = vm_row(warp, in->a);
    uint64_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = (uint64_t)(int64_t)a[i];
    vm_blend64(vm_row(warp, in->d), r, mask);
}
static void cvt_u64_u32(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a);
    uint64_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = a[i];
    vm_blend64(vm_row(warp, in->d), r, mask);
}
static void cvt_u32_u64(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint64_t *a = vm_row(warp, in->a);
    uint32_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = (uint32_t)a[i];
    vm_blend32(vm_row(warp, in->d), r, mask);
}
static void cvt_f32_s32(Warp *warp, const VmInst *in, uint32_t mask) {
    const int32_t *a = vm_row(warp, in->a);
    float r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = (float)a[i];
    vm_blend32(vm_row(warp, in->d), (const uint32_t *)(const void *)r, mask);
}

// Between integers of 64 bits and floating point, as C has them, but for what does not fit.
static int64_t as_s64(double x) {
    if (x >= 0x1p63) return INT64_MAX;
    return x >= -0x1p63 ? (int64_t)x : INT64_MIN; // NaN: the top bit, too
}
// Below 0 is 0.
static uint64_t as_u64(double x) {
    if (x != x) return 1ull << 63;
    return x >= 0x1p64 ? ~0ull : x > 0 ? (uint64_t)x : 0;
}
#define WIDE_CVT(name, From, To, expression)                                                       \
    static void name(Warp *warp, const VmInst *in, uint32_t mask) {                                \
        const From *a = vm_row(warp, in->a);                                                       \
        To *d = vm_row(warp, in->d);                                                               \
        VM_EACH(i, mask) {                                                                         \
            const From x = a[i];                                                                   \
            d[i] = (To)(expression);                                                               \
        }                                                                                          \
    }
WIDE_CVT(cvt_f32_s64, int64_t, float, x)
WIDE_CVT(cvt_f32_u64, uint64_t, float, x)
WIDE_CVT(cvt_f64_s64, int64_t, double, x)
WIDE_CVT(cvt_f64_u64, uint64_t, double, x)
WIDE_CVT(cvt_s64_f32, float, int64_t, as_s64((double)x))
WIDE_CVT(cvt_u64_f32, float, uint64_t, as_u64((double)x))
WIDE_CVT(cvt_s64_f64, double, int64_t, as_s64(x))
WIDE_CVT(cvt_u64_f64, double, uint64_t, as_u64(x))

// The one of these; the usual roundings alone, and no modifiers.
static VmFn *wide_cvt(const VmInst *inst) {
    static const struct {
        uint8_t to, from;
        VmFn *fn;
    } rows[] = {{PTX_F32, PTX_S64, cvt_f32_s64}, {PTX_F32, PTX_U64, cvt_f32_u64},
                {PTX_F64, PTX_S64, cvt_f64_s64}, {PTX_F64, PTX_U64, cvt_f64_u64},
                {PTX_S64, PTX_F32, cvt_s64_f32}, {PTX_U64, PTX_F32, cvt_u64_f32},
                {PTX_S64, PTX_F64, cvt_s64_f64}, {PTX_U64, PTX_F64, cvt_u64_f64}};
    bool from = is_float(inst->type2);
    bool plain = !(inst->flags & (VF_SAT | VF_FTZ | VF_RELU)) &&
                 inst->rnd == (from ? PTX_RND_RZI : PTX_RND_RN);
    for (uint32_t i = 0; i < CU_COUNT(rows) && plain; i++) {
        if (rows[i].to == inst->type && rows[i].from == inst->type2) return rows[i].fn;
    }
    return NULL;
}

// To double the host rounds to nearest; a directed rounding steps from there, where the nearest
// lies on the other side of the number (which a long double holds).
static double int_to_double(uint64_t v, bool sign, uint32_t rnd) {
    double nearest = sign ? (double)(int64_t)v : (double)v;
    long double exact = sign ? (long double)(int64_t)v : (long double)v, given = nearest;
    switch (rnd) {
    case PTX_RND_RM: return given > exact ? nextafter(nearest, -INFINITY) : nearest;
    case PTX_RND_RP: return given < exact ? nextafter(nearest, INFINITY) : nearest;
    case PTX_RND_RZ: return fabsl(given) > fabsl(exact) ? nextafter(nearest, 0) : nearest;
    default: return nearest;
    }
}

// To a narrower format by way of a double that keeps what it lost, so that it is rounded once.
static uint64_t int_to_float(const VmInst *in, uint64_t bits) {
    uint64_t v = extend(bits, in->type2);
    bool sign = ptx_types[in->type2].kind == 's';
    if (in->type == PTX_F64)
        return from_double(int_to_double(v, sign, in->rnd), in->type, in->rnd, in);
    return from_double(int_odd(v, sign), in->type, in->rnd ? in->rnd : PTX_RND_RN, in);
}

// Rounded to an integer on the way where that is asked (.rni and its like), to nearest then.
static uint64_t float_to_float(const VmInst *in, double x) {
    bool integral = in->rnd >= PTX_RND_RNI;
    if (integral) x = round_integral(x, in->rnd);
    return from_double(x, in->type, integral || !in->rnd ? PTX_RND_RN : in->rnd, in);
}

// Conversions that have a float on one side.
static void cvt_float(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    uint32_t to = in->type, from = in->type2;
    bool from_float = is_float(from), to_float = is_float(to), ftz = in->flags & VF_FTZ;
    vm_load_row(warp, in->a, in->asize, r);
    VM_EACH(i, mask) {
        if (!from_float) {
            r[i] = int_to_float(in, r[i]);
            continue;
        }
        double x = float_of(r[i], from, ftz);
        r[i] =
            to_float ? float_to_float(in, x) : extend(to_int(x, to, in->rnd, from == PTX_F64), to);
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// cvt.rn.f16x2.f32 d, a, b: a in the upper half
static void cvt_pack2(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b);
    uint32_t *d = vm_row(warp, in->d), t = in->type == PTX_BF16X2 ? PTX_BF16 : PTX_F16;
    VM_EACH(i, mask) {
        uint32_t hi = (uint32_t)from_double(float_of(a[i], PTX_F32, false), t, in->rnd, in);
        uint32_t lo = (uint32_t)from_double(float_of(b[i], PTX_F32, false), t, in->rnd, in);
        d[i] = hi << 16 | lo;
    }
}

// cvt.pack.sat.type.s32 d, a, b {, c}
static void cvt_pack_int(Warp *warp, const VmInst *in, uint32_t mask) {
    const int32_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b);
    const uint32_t *c = in->c == REF_NONE ? NULL : vm_row(warp, in->c);
    uint32_t *d = vm_row(warp, in->d), bits = ptx_type_bits((PtxType)in->type),
             m = (1u << bits) - 1;
    VM_EACH(i, mask) {
        uint32_t x = (uint32_t)saturate_int((uint64_t)(int64_t)a[i], PTX_S64, in->type) & m;
        uint32_t y = (uint32_t)saturate_int((uint64_t)(int64_t)b[i], PTX_S64, in->type) & m;
        d[i] = (c ? c[i] << (2 * bits) : 0) | x << bits | y;
    }
}

// The fastest function that does it.
static VmFn *plain_cvt(const VmInst *inst) {
    if (is_float(inst->type) || is_float(inst->type2)) {
        if (inst->type == PTX_F32 && inst->type2 == PTX_S32 && inst->rnd == PTX_RND_RN &&
            inst->asize == 2 && !(inst->flags & VF_SAT)) {
            return cvt_f32_s32;
        }
        VmFn *fn = wide_cvt(inst);
        return fn ? fn : cvt_float;
    }
    if (!(inst->flags & VF_SAT)) {
        if (inst->type2 == PTX_S32 && inst->asize == 2 && inst->dsize == 3 &&
            ptx_type_bits((PtxType)inst->type) == 64)
            return cvt_s64_s32;
        if (inst->type2 == PTX_U32 && inst->asize == 2 && inst->dsize == 3 &&
            ptx_type_bits((PtxType)inst->type) == 64)
            return cvt_u64_u32;
        if (inst->asize == 3 && inst->dsize == 2 && ptx_type_bits((PtxType)inst->type) == 32 &&
            ptx_type_bits((PtxType)inst->type2) >= 32) // a narrower one is a part of the register
            return cvt_u32_u64;
    }
    return cvt_int;
}

// Conversions to 8 bits and less are compute/narrow.c's.
bool vm_decode_cvt(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem;
    VmFn *fn;
    switch (sem) {
    case PTX_SEM_CVT:
    case PTX_SEM_CVTTF32: fn = cvt_float; break;
    case PTX_SEM_CVTPACK2: fn = cvt_pack2; break;
    case PTX_SEM_CVTPACKI: fn = cvt_pack_int; break;
    default: return false;
    }
    decoded->cls = VM_CLS_INT;
    if (!vm_fill_operands(decoder, in, operands, decoded)) return false;
    decoded->rnd = (uint8_t)ptx_mod(in, RND);
    if (ptx_mod(in, FTZ)) decoded->flags |= VF_FTZ;
    if (ptx_mod(in, RELU)) decoded->flags |= VF_RELU;
    uint32_t sat = ptx_mod(in, SAT);
    if (sat == PTX_SAT_SAT) decoded->flags |= VF_SAT;
    decoded->convert.finite = sat == PTX_SAT_SATFINITE;
    decoded->fn = sem == PTX_SEM_CVT ? plain_cvt(decoded) : fn;
    if (decoded->fn == cvt_float) decoded->cls = VM_CLS_FP;
    return true;
}
