// SPDX-License-Identifier: Apache-2.0
// ex2, lg2, sin, cos and tanh of numbers of f32, four at a time in f64: polynomials of a reduced
// argument, far closer than f32 rounds. The same arithmetic whatever the processor and the library
// of the host, but for sin and cos beyond 2^20. No infinity, subnormal or NaN needs a branch: what
// is chosen is chosen by masks.
#ifndef CUPRUM_VM_APPROX_H
#define CUPRUM_VM_APPROX_H

#include "base/base.h"
#include "base/fma.h"
#include "vm/compute/approx_factors.h"

#include <math.h>

// Always inlined: processors without AVX pass such vectors otherwise.
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

typedef double Doubles __attribute__((vector_size(32)));
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Words __attribute__((vector_size(16)));
typedef int64_t Masks __attribute__((vector_size(32))); // a lane is 0 or all ones; or bits
typedef uint64_t Bits __attribute__((vector_size(32))); // sums of them wrap around

// One number in all lanes.
INLINE Doubles all_of(double x) {
    return (Doubles){x, x, x, x};
}
// The same of bits.
INLINE Masks all_bits(uint64_t bits) {
    int64_t x = (int64_t)bits;
    return (Masks){x, x, x, x};
}
// Of each lane `yes` where the mask is set.
INLINE Doubles chosen(Masks which, Doubles yes, Doubles no) {
    return (Doubles)((which & (Masks)yes) | (~which & (Masks)no));
}

// The nearest integers of small numbers, and the sum that has them in its lowest bits.
INLINE Doubles nearest(Doubles x, Masks *low) {
    Doubles sum = x + ROUNDER;
    *low = (Masks)sum;
    return sum - ROUNDER;
}

// 2^n of integers in their lowest bits.
INLINE Doubles power(Masks n) {
    return (Doubles)((n << 52) + all_bits(1023ull << 52));
}

// a * b + c, rounded once.
INLINE Doubles fused(Doubles a, Doubles b, Doubles c) {
    for (uint32_t i = 0; i < 4; i++) a[i] = host_fma(a[i], b[i], c[i]);
    return a;
}

// c[0] + c[1] x + ... + c[n - 1] x^(n - 1), from the last one on (Horner's scheme).
INLINE Doubles series(Doubles x, const double *c, uint32_t n) {
    Doubles sum = all_of(c[n - 1]);
    for (uint32_t i = n - 1; i-- > 0;) sum = fused(sum, x, all_of(c[i]));
    return sum;
}

// NaN stays.
INLINE Doubles clamped(Doubles x, double limit) {
    x = chosen(x < -limit, all_of(-limit), x);
    return chosen(x > limit, all_of(limit), x);
}

// 2^x: a whole power times that of the rest.
INLINE Doubles approx_ex2(Doubles x) {
    Masks n;
    Doubles bounded = clamped(x, APPROX_POWERS), rest = bounded - nearest(bounded, &n);
    return series(rest, approx_power, CU_COUNT(approx_power)) * power(n);
}

// x is 2^k * m, m about 1. 2^52 + 2^51 has a number of up to 51 bits, with its sign, in its lowest
// bits.
INLINE Doubles approx_lg2(Doubles x) {
    Masks k = (Masks)((Bits)x - (Bits)all_bits(APPROX_ROOT)) >> 52;
    Doubles f = (Doubles)((Bits)x - ((Bits)k << 52)) - 1.0;
    Doubles whole = (Doubles)((Bits)k + (Bits)all_of(ROUNDER)) - ROUNDER;
    Doubles result = fused(f, series(f, approx_log, CU_COUNT(approx_log)), whole);
    result = chosen(x == 0, all_of(-INFINITY), result);
    result = chosen(x == INFINITY, x, result);
    return chosen(x >= 0, result, all_of(NAN));
}

// x less the nearest multiple of pi / 2; then sin or cos by the quadrant. Further out the host's
// library has the bits of pi that it takes.
INLINE Doubles approx_circle(Doubles x, bool is_cosine) {
    Masks n, far = ~((x < APPROX_NEAR) & (x > -APPROX_NEAR));
    Doubles near = chosen(far, all_of(0), x);
    Doubles turns = nearest(near * APPROX_QUARTERS, &n);
    Doubles r = fused(turns, all_of(-APPROX_QUARTER), near);
    r = fused(turns, all_of(-APPROX_QUARTER_REST), r);
    if (is_cosine) n += all_bits(1);
    Masks odd = (n & all_bits(1)) != 0, turned = n << 62 & all_bits(1ull << 63);
    Doubles square = r * r, sine = r * series(square, approx_sine, CU_COUNT(approx_sine));
    Doubles cosine = series(square, approx_cosine, CU_COUNT(approx_cosine));
    Doubles result = chosen(odd, cosine, sine);
    result = (Doubles)((Masks)result ^ turned);
    bool any = far[0] | far[1] | far[2] | far[3];
    for (uint32_t i = 0; any && i < 4; i++) {
        if (far[i]) result[i] = is_cosine ? cos(x[i]) : sin(x[i]);
    }
    return result;
}

// ---- tanh --------------------------------------------------------------------------------------

// e^y - 1 for |y| <= 0.35.
INLINE Doubles small_power(Doubles y) {
    static const double factor[] = {1.0,          1.0 / 2,      1.0 / 6,    1.0 / 24,
                                    1.0 / 120,    1.0 / 720,    1.0 / 5040, 1.0 / 40320,
                                    1.0 / 362880, 1.0 / 3628800};
    return y * series(y, factor, CU_COUNT(factor));
}

// (e^2x - 1) / (e^2x + 1), without losing what is small; from 30 on it is 1.
INLINE Doubles approx_tanh(Doubles x) {
    Masks n, sign = (Masks)x & all_bits(1ull << 63);
    Doubles twice = (Doubles)((Masks)x ^ sign) * 2.0;
    Doubles y = chosen(twice > 60, all_of(60), twice);
    Doubles turns = nearest(y * 0x1.71547652b82fep+0, &n);
    Doubles rest = y - turns * 0x1.62e42fefa2p-1 - turns * 0x1.9ef35793c7673p-41;
    Doubles scale = power(n), less = scale * small_power(rest) + (scale - 1.0);
    Doubles result = (Doubles)((Masks)(less / (less + 2.0)) | sign);
    return chosen(x == x, result, x);
}

#endif
