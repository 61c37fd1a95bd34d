// SPDX-License-Identifier: Apache-2.0
// Logarithms in single precision: x = 2^e (1 + f) with 1 + f in [2/3, 4/3), found by integer arithmetic on
// the bits; log(1 + f) = f + f^2 P(f) with a minimax P, and e log 2 is added by one fused operation (J.-M.
// Muller, "Elementary Functions", 3rd ed., 11.3). For |f| that small nothing cancels, since e = -1 or 1
// leaves a sum of 0.28 or more.
#include "shared.h"

// What is no positive finite number: log(0) = -inf, log(inf) = inf, NaN.
IN float special(float x, float y) {
    if (bits32(x) - 1 >= 0x7f7fffffu) {
        y = fma32(x, INF32, INF32); // NaN of negative numbers
        if (x == 0) y = -INF32;
    }
    return y;
}

API float __nv_logf(float x) {
    Parts a = take_apart(x, TWO_THIRDS);
    return special(a.x, fma32(a.e, 0x1.62e430p-1f, log_near_one(a.f)));
}

// log2(1 + f) = f log2(e) + f^2 P(f), log2(e) in two floats: the sum's small part first. 1 + f lies in
// [2^-1/2, 2^1/2) here: then |log2(1 + f)| < 1/2 is rounded by a quarter of what e more is.
API float __nv_log2f(float x) {
    Parts a = take_apart(x, ROOT_HALF);
    float f = a.f, p = fma32(f, LOG2_9, LOG2_8);
    p = fma32(p, f, LOG2_7);
    p = fma32(p, f, LOG2_6);
    p = fma32(p, f, LOG2_5);
    p = fma32(p, f, LOG2_4);
    p = fma32(p, f, LOG2_3);
    p = fma32(p, f, LOG2_2);
    p = fma32(p, f, LOG2_1);
    p = fma32(p, f, LOG2_0);
    p = fma32(p, f, 0x1.4ae0c0p-26f);
    p = mul32(p, f);
    return special(a.x, a.e + fma32(f, 0x1.715476p+0f, p));
}

API float __nv_log10f(float x) {
    Parts a = take_apart(x, TWO_THIRDS);
    float f = a.f, p = fma32(f, LOG10_8, LOG10_7);
    p = fma32(p, f, LOG10_6);
    p = fma32(p, f, LOG10_5);
    p = fma32(p, f, LOG10_4);
    p = fma32(p, f, LOG10_3);
    p = fma32(p, f, LOG10_2);
    p = fma32(p, f, LOG10_1);
    p = fma32(p, f, LOG10_0);
    p = fma32(p, f, -0x1.5b235ep-27f);
    p = fma32(p, f, a.e * -0x1.ec10c0p-27f); // what is left of log10(2)
    return special(a.x, fma32(a.e, 0x1.344136p-2f, fma32(f, 0x1.bcb7b2p-2f, p)));
}

API float __nv_log1pf(float x) {
    float y = log_of_one_plus(x, 0);
    if (!(x > -1 && x < INF32)) {
        y = fma32(x, INF32, INF32);
        if (x == -1) y = -INF32;
    }
    return abs32(x) < 0x1p-24f ? x : y;
}
