// SPDX-License-Identifier: Apache-2.0
// Small helpers of the floating-point instructions; private to src/vm.
#ifndef CUPRUM_VM_FLOAT_H
#define CUPRUM_VM_FLOAT_H

#include "base/fma.h"
#include "vm/compute/compute.h"

// A binary format narrower than f64: exponent and mantissa bits, and what its top codes mean.
typedef struct {
    uint8_t ebits, mbits;
    bool inf;     // has infinities (else the largest code is finite or NaN)
    bool nan_top; // e4m3: only the all-ones code is NaN
    bool finite;  // no NaN, no infinity (fp6, fp4)
} VmFormat;
extern const VmFormat vm_fmt_f16, vm_fmt_bf16, vm_fmt_tf32, vm_fmt_f32, vm_fmt_e4m3, vm_fmt_e5m2,
    vm_fmt_e2m3, vm_fmt_e3m2, vm_fmt_e2m1, vm_fmt_ue5m3;

// Rounds a double to a format (PTX_RND_RN/RZ/RM/RP/RNA); saturate: overflow gives the largest
// finite value. The result is the format's bits.
uint32_t vm_pack(double x, const VmFormat *to, uint32_t rnd, bool saturate);
double vm_unpack(uint32_t bits, const VmFormat *from);

// The value of f16 or, with `bf`, of bf16 bits. Exact.
static inline float vm_half_get(uint16_t h, bool bf) {
    uint32_t b;
    float f;
    if (bf) {
        b = (uint32_t)h << 16;
        memcpy(&f, &b, 4);
        return f;
    }
    uint32_t e = h >> 10 & 31, m = h & 0x3ff, s = (uint32_t)(h >> 15) << 31;
    if (e == 0) { // zero or subnormal: m * 2^-24 is exact
        f = (float)m * 0x1p-24f;
        memcpy(&b, &f, 4);
        b |= s;
    } else {
        b = s | (e == 31 ? 0xffu : e + 112) << 23 | m << 13;
    }
    memcpy(&f, &b, 4);
    return f;
}
// The nearest one, ties to even, by its bits: of subnormals fewer are kept.
static inline uint16_t vm_half_nearest(double x, bool bf) {
    uint32_t mantissa = bf ? 7 : 10, bias = bf ? 127 : 15, drop = 52 - mantissa;
    uint64_t bits, hidden = 1ull << 52;
    memcpy(&bits, &x, 8);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000),
             infinity = (uint16_t)((2 * bias + 1) << mantissa);
    int32_t exponent = (int32_t)(bits >> 52 & 0x7ff) - 1023 + (int32_t)bias;
    if (exponent < 1) drop += (uint32_t)(1 - exponent);
    if (exponent >= (int32_t)(2 * bias + 1)) return sign | infinity;
    if (drop > 54) return sign;
    uint64_t number = (bits & (hidden - 1)) | hidden, rest = number & ((1ull << drop) - 1);
    uint64_t code = number >> drop, half = 1ull << (drop - 1);
    code += rest > half || (rest == half && code & 1);
    if (exponent > 1) code += (uint64_t)(exponent - 1) << mantissa; // the hidden bit is one more
    return (uint16_t)(sign | code);
}
static inline uint16_t vm_half_put(double x, bool bf, uint32_t rnd) {
    if (x != x) return 0x7fff;
    if (rnd <= PTX_RND_RN) return vm_half_nearest(x, bf);
    return (uint16_t)vm_pack(x, bf ? &vm_fmt_bf16 : &vm_fmt_f16, rnd, false);
}

// minimum and maximum of PTX: NaN gives the other operand, -0 is less than +0
static inline float vm_fmin(float a, float b) {
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return __builtin_signbit(a) ? a : b;
    return a < b ? a : b;
}
static inline float vm_fmax(float a, float b) {
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return __builtin_signbit(a) ? b : a;
    return a > b ? a : b;
}
static inline float vm_ftz(float x) {
    uint32_t b;
    memcpy(&b, &x, 4);
    if (!(b & 0x7f800000)) b &= 0x80000000;
    memcpy(&x, &b, 4);
    return x;
}

#endif
