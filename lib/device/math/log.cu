// SPDX-License-Identifier: Apache-2.0
// Logarithms in single precision: x = 2^e (1 + f) with 1 + f in [2/3, 4/3), found by integer arithmetic on
// the bits; log(1 + f) = f + f^2 P(f) with a minimax P, and e log 2 is added by one fused operation (J.-M.
// Muller, "Elementary Functions", 3rd ed., 11.3). For |f| that small nothing cancels, since e = -1 or 1
// leaves a sum of 0.28 or more.
#include "math.h"
#include "polynomials.h"

typedef struct Parts {
    float f, e;
} Parts;

// Of x > 0 and finite; what it gives for others does not matter.
IN Parts take_apart(float x) {
    float scale = 0;
    if (x < 0x1p-126f) { // subnormal
        x = x * 0x1p23f;
        scale = -23;
    }
    u32 b = bits32(x), e = (b - 0x3f2aaaabu) & 0xff800000u;
    Parts p;
    p.f = from32(b - e) - 1;
    p.e = fma32((float)(int)e, 0x1p-23f, scale);
    return p;
}

// What is no positive finite number: log(0) = -inf, log(inf) = inf, NaN.
IN float special(float x, float y) {
    if (bits32(x) - 1 >= 0x7f7fffffu) {
        y = fma32(x, INF32, INF32); // NaN of negative numbers
        if (x == 0) y = -INF32;
    }
    return y;
}

API float __nv_logf(float x) {
    Parts a = take_apart(x);
    float f = a.f, p = fma32(f, LOG_8, LOG_7);
    p = fma32(p, f, LOG_6);
    p = fma32(p, f, LOG_5);
    p = fma32(p, f, LOG_4);
    p = fma32(p, f, LOG_3);
    p = fma32(p, f, LOG_2);
    p = fma32(p, f, LOG_1);
    p = fma32(p, f, LOG_0);
    p = mul32(p, f);
    p = fma32(p, f, f);
    return special(x, fma32(a.e, 0x1.62e430p-1f, p));
}
