// SPDX-License-Identifier: Apache-2.0
// cvt between f32, f16x2, bf16x2 and the packed narrow formats e4m3, e5m2, e2m3, e3m2, e2m1, ue8m0,
// ue5m3 and s2f6, conversions whose zeros are positive, and stochastic rounding (PTX ISA 9.7.9.21,
// "cvt" of 9.1 to 9.4). The first source is the upper element. A scale is a power of two: what is
// made narrow is divided by it, what is made wide multiplied. Where the
// manual leaves the place of random bits to figures that are not public as text, a source of
// element i takes these bits of rbits, from the top of what it drops: f16x2, bf16x2 the low half
// for the lower element and the high half for the upper one; four elements, byte i.
#include "vm/compute/float.h"

#include "ptx/form/sem.h"

#include <math.h>

typedef struct {
    const VmFormat *format; // NULL: fixed point in units of 1/64
    uint8_t bits;           // of an element in the result
} Narrow;

// VmInst.mod of conversions
enum { NARROW_PZO = 1, NARROW_N1 = 2, NARROW_N2 = 4 };

static Narrow narrow(uint32_t type) {
    switch (type) {
    case PTX_E4M3X2:
    case PTX_E4M3X4: return (Narrow){&vm_fmt_e4m3, 8};
    case PTX_E5M2X2:
    case PTX_E5M2X4: return (Narrow){&vm_fmt_e5m2, 8};
    case PTX_E2M3X2:
    case PTX_E2M3X4: return (Narrow){&vm_fmt_e2m3, 8};
    case PTX_E3M2X2:
    case PTX_E3M2X4: return (Narrow){&vm_fmt_e3m2, 8};
    case PTX_UE5M3X2: return (Narrow){&vm_fmt_ue5m3, 8};
    case PTX_S2F6X2: return (Narrow){NULL, 8};
    case PTX_F16:
    case PTX_F16X2: return (Narrow){&vm_fmt_f16, 16};
    case PTX_BF16:
    case PTX_BF16X2: return (Narrow){&vm_fmt_bf16, 16};
    case PTX_TF32: return (Narrow){&vm_fmt_tf32, 32};
    default: return (Narrow){&vm_fmt_e2m1, 4};
    }
}

static double f32_value(uint32_t b) {
    float f;
    memcpy(&f, &b, 4);
    return (double)f;
}

// The exponent of |x|: truncated, or of the next power of two (then only above 2^-127, the least).
static uint32_t to_ue8m0(double x, bool up, bool satfinite) {
    if (x != x) return 0xff;
    x = fabs(x);
    uint32_t r;
    if (x < 0x1p-126) { // the exponent field of f32 is 0
        r = up && x > 0x1p-127;
    } else if (x > 0x1.fffffep127) {
        r = 0xff;
    } else {
        int e;
        double m = frexp(x, &e); // 0.5 is a power of two
        r = (uint32_t)(e + 126) + (up && m > 0.5);
    }
    return r == 0xff && satfinite ? 0xfe : r;
}

static uint32_t relu(const VmInst *in, double *x) {
    if (in->flags & VF_RELU && *x < 0) *x = 0;
    return 0;
}

// ---- scales and elements ------------------------------------------------------------------------

// 2^(code - 127); the last code is no number.
static double power_of(uint32_t code) {
    return code == 0xff ? (double)__builtin_nanf("") : ldexp(1, (int)code - 127);
}

// The scales of a lane's elements: one byte for both (n1), or one each (n2).
static void read_scales(Warp *warp, const VmInst *in, uint32_t scales, double scale[VM_LANES][2]) {
    uint64_t r[VM_LANES];
    bool both = in->convert.narrow & NARROW_N1, any = in->convert.narrow & (NARROW_N1 | NARROW_N2);
    if (any) vm_load_row(warp, scales, both ? 0 : 1, r);
    for (uint32_t i = 0; i < VM_LANES; i++) {
        scale[i][0] = any ? power_of(r[i] & 0xff) : 1;
        scale[i][1] = any && !both ? power_of(r[i] >> 8 & 0xff) : scale[i][0];
    }
}

// One scale for both elements flushes subnormal sources: those below the type's least normal
// number.
static double scaled_source(const VmInst *in, double x, double scale) {
    double least = in->type2 == PTX_F16X2 ? 0x1p-14 : 0x1p-126;
    if (in->convert.narrow & NARROW_N1 && fabs(x) < least) x = 0;
    return x / scale;
}

// Ties to even; the nearest that there is, and for NaN the largest.
static uint32_t to_fixed(double x) {
    if (x != x) return 0x7f;
    double units = nearbyint(CU_MIN(CU_MAX(x * 64, -128.0), 127.0));
    return (uint32_t)(int32_t)units & 0xff;
}

static uint32_t encode(const VmInst *in, Narrow f, double x) {
    if (!f.format) return to_fixed(x);
    if (in->type == PTX_UE5M3X2) x = fabs(x);
    uint32_t code = vm_pack(x, f.format, in->rnd, in->convert.finite);
    bool minus_zero = code == 1u << (f.format->ebits + f.format->mbits);
    if (in->type == PTX_TF32) code <<= 13;
    return in->convert.narrow & NARROW_PZO && minus_zero ? 0 : code;
}

// n: sources of f32; else one packed source (type2)
static void to_narrow(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a), *low = in->n == 2 ? vm_row(warp, in->b) : a;
    Narrow f = narrow(in->type);
    bool bf = in->type2 == PTX_BF16X2, floats = in->type2 == PTX_F32, single = floats && in->n == 1;
    double scale[VM_LANES][2];
    read_scales(warp, in, in->n == 2 ? in->c : in->b, scale);
    uint64_t r[VM_LANES];
    VM_EACH(i, mask) {
        double x[2];
        x[0] = floats ? f32_value(low[i]) : (double)vm_half_get((uint16_t)a[i], bf);
        x[1] = floats ? f32_value(a[i]) : (double)vm_half_get((uint16_t)(a[i] >> 16), bf);
        if (in->type == PTX_UE8M0X2) {
            bool up = in->rnd == PTX_RND_RP;
            r[i] = to_ue8m0(x[0], up, in->convert.finite) | to_ue8m0(x[1], up, in->convert.finite)
                                                                << 8;
            continue;
        }
        for (uint32_t k = 0; k < 2; k++) x[k] = scaled_source(in, x[k], scale[i][k]);
        r[i] = relu(in, &x[0]) | relu(in, &x[1]);
        r[i] = encode(in, f, x[0]);
        if (!single) r[i] |= (uint64_t)encode(in, f, x[1]) << f.bits;
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// The value of an element, scaled.
static double decode(Narrow f, uint32_t code, double scale) {
    double x = f.format ? vm_unpack(code, f.format) : (double)(int8_t)code / 64;
    return x * scale;
}

static void from_narrow(Warp *warp, const VmInst *in, uint32_t mask) {
    Narrow f = narrow(in->type2);
    uint64_t r[VM_LANES];
    uint32_t *d = vm_row(warp, in->d);
    bool bf = in->type == PTX_BF16X2;
    double scale[VM_LANES][2];
    read_scales(warp, in, in->b, scale);
    vm_load_row(warp, in->a, in->asize, r);
    VM_EACH(i, mask) {
        uint32_t v = 0;
        for (uint32_t k = 0; k < 2; k++) {
            if (in->type2 == PTX_UE8M0X2) {
                uint32_t code = (uint32_t)(r[i] >> (8 * k)) & 0xff;
                v |= (code == 0xff ? 0x7fffu : code ? code << 7 : 0x40u) << (16 * k);
                continue;
            }
            uint32_t code = (uint32_t)(r[i] >> (f.bits * k)) & ((1u << f.bits) - 1);
            double x = decode(f, code, scale[i][k]);
            relu(in, &x);
            uint32_t half = vm_half_put(x, bf, PTX_RND_RN);
            if (in->convert.finite && (half & 0x7fff) == (bf ? 0x7f80u : 0x7c00u))
                half--; // the largest
            v |= half << (16 * k);
        }
        d[i] = v;
    }
}

// ---- stochastic rounding -----------------------------------------------------------------------

// |x| rounds up when the random bits, added to what is dropped, carry: x is between two neighbours
// lo and hi of the format; `random` has n bits.
static uint32_t round_random(double x, const VmFormat *to, uint32_t random, uint32_t n, bool sat) {
    if (x != x || x - x != 0) return vm_pack(x, to, PTX_RND_RN, sat);
    uint32_t lo = vm_pack(x, to, PTX_RND_RZ, sat);
    double a = vm_unpack(lo, to), rest = fabs(x - a);
    if (rest == 0) return lo;
    int e;
    frexp(fabs(x), &e);
    int least = 2 - (1 << (to->ebits - 1)); // exponent of the smallest normal number
    double ulp = ldexp(1, CU_MAX(e - 1, least) - to->mbits);
    bool up = floor(rest / ulp * ldexp(1, (int)n)) + random >= ldexp(1, (int)n);
    if (!up || rest >= ulp) return lo; // beyond the largest value
    return vm_pack(a + (x < 0 ? -ulp : ulp), to, PTX_RND_RN, sat);
}

// list: the sources, the last first (the lowest element); c: random bits
static void cvt_stochastic(Warp *warp, const VmInst *in, uint32_t mask) {
    Narrow f = narrow(in->type);
    const uint32_t *random = vm_row(warp, in->c);
    uint64_t r[VM_LANES] = {0};
    uint32_t bits = 32u / in->n;
    for (uint32_t k = 0; k < in->n; k++) {
        const uint32_t *a = vm_row(warp, warp->fn->list.at[in->list + in->n - 1 - k]);
        VM_EACH(i, mask) {
            double x = f32_value(a[i]);
            relu(in, &x);
            uint32_t piece = random[i] >> (bits * k) & ((1u << bits) - 1);
            uint32_t n = in->type == PTX_F16X2 ? 13 : bits;
            r[i] |=
                (uint64_t)round_random(x, f.format, piece & ((1u << n) - 1), n, in->convert.finite)
                << (f.bits * k);
        }
    }
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

bool vm_decode_narrow(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem;
    if (!is_any_of(sem, PTX_SEM_CVTFP8, PTX_SEM_CVTFROMFP8, PTX_SEM_CVTRS)) return false;
    decoded->cls = VM_CLS_FP;
    decoded->rnd = (uint8_t)ptx_mod(in, RND);
    decoded->convert.finite = ptx_mod(in, SAT) == PTX_SAT_SATFINITE;
    if (in->type[0] != PTX_UE8M0X2 && ptx_mod(in, RELU)) decoded->flags |= VF_RELU;
    uint32_t scaled = ptx_mod(in, SCALED);
    if (ptx_mod(in, PZO)) decoded->convert.narrow |= NARROW_PZO;
    if (scaled) decoded->convert.narrow |= scaled == PTX_SCALED_N1 ? NARROW_N1 : NARROW_N2;
    if (sem == PTX_SEM_CVTRS) {
        decoded->list = decoder->fn->list.n;
        decoded->d = vm_operand(decoder, &operands[0], 2);
        decoded->dsize = (uint8_t)vm_operand_size(decoder, &operands[0], 2);
        bool four = operands[1].kind == PTXO_VEC;
        for (uint32_t k = 0; k < (four ? 1u : 2u); k++)
            vm_push_elements(decoder, &operands[1 + k], 2, false);
        for (uint32_t k = decoded->list; k < decoder->fn->list.n; k++) {
            if (decoder->fn->list_size.at[k] != 2) return false;
        }
        decoded->n = four ? (uint8_t)operands[1].n : 2;
        decoded->c = vm_operand(decoder, &operands[four ? 2 : 3], 2);
        decoded->fn = cvt_stochastic;
        return decoded->n == (is_any_of(in->type[0], PTX_F16X2, PTX_BF16X2) ? 2 : 4);
    }
    decoded->n = (uint8_t)(in->nopnd - 1 - (scaled != 0));
    decoded->fn = sem == PTX_SEM_CVTFP8 ? to_narrow : from_narrow;
    return vm_fill_operands(decoder, in, operands, decoded);
}
