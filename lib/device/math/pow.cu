// SPDX-License-Identifier: Apache-2.0
// Powers in single precision: x^y = 2^(y log2 x), the logarithm (shared.h) and its product with y as sums of two
// floats.
#include "shared.h"

// 2^(y l), rounded once where it is subnormal.
IN float power(float y, Two l) {
    float p = mul32(y, l.high), q = fma32(y, l.high, -p);
    q = fma32(y, l.low, q);
    float n = rint32(min32(max32(p, -126.0f), 127.0f));
    float f = add32(add32(p, -n), q);
    if (!(abs32(p) < 300)) f = p; // q may be NaN
    return mul32(ex2(f), two_to_whole(n));
}

API float __nv_powf(float x, float y) {
    float a = abs32(x), z = power(y, log2_of(a));
    // y: is it an integer, is it odd?
    float half = y * 0.5f;
    int odd = abs32(y) < 0x1p24f && trunc32(y) == y && trunc32(half) != half;
    if (x == 0 || a == INF32) { // to 0 or infinity
        z = (a == 0) == (y < 0) ? INF32 : 0;
        z = odd ? copysign32(z, x) : z;
    } else if (x < 0) {
        z = odd ? -z : z;
        if (trunc32(y) != y) z = NAN32;
    }
    if (is_nan32(x) || is_nan32(y)) z = x + y;
    if (a == 1 && abs32(y) == INF32) z = 1; // of -1 too
    return x == 1 || y == 0 ? 1 : z;
}
