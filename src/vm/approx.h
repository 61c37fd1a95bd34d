// SPDX-License-Identifier: Apache-2.0
// ex2, lg2, sin, cos and tanh of numbers of f32, four at a time in f64: series on a reduced
// argument, far closer than f32 rounds. The same arithmetic whatever the processor and the library
// of the host, but for sin and cos beyond 2^20. No infinity, subnormal or NaN needs a branch: what
// is chosen is chosen by masks.
#ifndef CUPRUM_VM_APPROX_H
#define CUPRUM_VM_APPROX_H

#include "base/base.h"

#include <math.h>

// Always inlined: processors without AVX pass such vectors otherwise.
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

typedef double Doubles __attribute__((vector_size(32)));
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Words __attribute__((vector_size(16)));
typedef int64_t Masks __attribute__((vector_size(32))); // a lane is 0 or all ones; or bits

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

// The nearest integers of small numbers: 1.5 * 2^52 has no bits for more. Its sum with x has them
// in its lowest bits.
#define ROUNDER 0x1.8p52
INLINE Doubles nearest(Doubles x, Masks *low) {
    Doubles sum = x + ROUNDER;
    *low = (Masks)sum;
    return sum - ROUNDER;
}

// 2^n of integers in their lowest bits.
INLINE Doubles power(Masks n) {
    return (Doubles)((n << 52) + all_bits(1023ull << 52));
}

// c[0] + c[1] x + ... + c[7] x^7, in pairs that do not wait for each other (Estrin's scheme).
INLINE Doubles series(Doubles x, const double *c) {
    Doubles x2 = x * x, x4 = x2 * x2;
    Doubles low = c[0] + c[1] * x + (c[2] + c[3] * x) * x2;
    Doubles high = c[4] + c[5] * x + (c[6] + c[7] * x) * x2;
    return low + high * x4;
}

// e^y - 1 for |y| <= 0.35.
INLINE Doubles small_power(Doubles y) {
    static const double factor[] = {1.0,          1.0 / 2,      1.0 / 6,    1.0 / 24,
                                    1.0 / 120,    1.0 / 720,    1.0 / 5040, 1.0 / 40320,
                                    1.0 / 362880, 1.0 / 3628800};
    Doubles y2 = y * y, y4 = y2 * y2, last = factor[8] + factor[9] * y;
    return y * (series(y, factor) + last * (y4 * y4));
}

// NaN stays.
INLINE Doubles clamped(Doubles x, double limit) {
    x = chosen(x < -limit, all_of(-limit), x);
    return chosen(x > limit, all_of(limit), x);
}

// Beyond 2^1000 f32 has nothing.
INLINE Doubles approx_ex2(Doubles x) {
    Masks n;
    Doubles bounded = clamped(x, 1000), rest = bounded - nearest(bounded, &n);
    Doubles scale = power(n), result = scale + scale * small_power(rest * 0x1.62e42fefa39efp-1);
    return chosen(x == x, result, x);
}

// x is 2^k * m, m about 1; log m is 2 artanh((m - 1) / (m + 1)).
INLINE Doubles approx_lg2(Doubles x) {
    Masks bits = (Masks)x, high = (bits >> 52 & all_bits(0x7ff)) | all_bits(0x433ull << 52);
    Doubles m = (Doubles)((bits & all_bits((1ull << 52) - 1)) | all_bits(1023ull << 52));
    Doubles k = (Doubles)high - (0x1p52 + 1023);
    Masks large = m > 0x1.6a09e667f3bcdp+0;
    m = chosen(large, m * 0.5, m);
    k = chosen(large, k + 1.0, k);
    static const double factor[] = {1.0,     1.0 / 3,  1.0 / 5,  1.0 / 7,
                                    1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15};
    Doubles s = (m - 1.0) / (m + 1.0);
    Doubles result = k + s * series(s * s, factor) * (2 * 0x1.71547652b82fep+0);
    result = chosen(x == 0, all_of(-INFINITY), result);
    result = chosen(x == INFINITY, x, result);
    return chosen(x >= 0, result, all_of(NAN));
}

// The series of sin and cos for |r| <= 0.79.
INLINE Doubles sine(Doubles r) {
    static const double factor[] = {
        1.0,          -1.0 / 6,        1.0 / 120,        -1.0 / 5040,
        1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000};
    return r * series(r * r, factor);
}
// By the square alone.
INLINE Doubles cosine(Doubles r) {
    static const double factor[] = {
        1.0,         -1.0 / 2,       1.0 / 24,        -1.0 / 720,
        1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200};
    return series(r * r, factor);
}

// x less the nearest multiple of pi / 2, which is taken in three parts whose products with up to 20
// bits are exact; then sin or cos by the quadrant. Further out the host's library has the bits of
// pi that it takes.
enum { APPROX_NEAR = 1 << 20 };
INLINE Doubles approx_circle(Doubles x, bool is_cosine) {
    Masks n, far = ~((x < APPROX_NEAR) & (x > -APPROX_NEAR));
    Doubles near = chosen(far, all_of(0), x);
    Doubles turns = nearest(near * 0x1.45f306dc9c883p-1, &n);
    Doubles r = near - turns * 0x1.921fb544p+0;
    r = r - turns * 0x1.0b4611a6p-34;
    r = r - turns * 0x1.3198a2e037073p-69;
    if (is_cosine) n += all_bits(1);
    Masks odd = (n & all_bits(1)) != 0, turned = n << 62 & all_bits(1ull << 63);
    Doubles result = chosen(odd, cosine(r), sine(r));
    result = (Doubles)((Masks)result ^ turned);
    for (uint32_t i = 0; i < 4; i++) {
        if (far[i]) result[i] = is_cosine ? cos(x[i]) : sin(x[i]);
    }
    return result;
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
