// SPDX-License-Identifier: Apache-2.0
// Roots and lengths in single precision.
//
// Cube roots: an approximation by the machine's logarithm and exponential, then one step of Newton's iteration
// (J.-M. Muller, "Elementary Functions", 3rd ed., 5.6). Lengths are scaled by a power of two, so that
// nothing overflows or vanishes.
#include "math.h"

API float __nv_sqrtf(float x) { return PREC_SQRT ? sqrt32(x) : sqrt_approx_full(x); }
API float __nv_rsqrtf(float x) { return rsqrt_approx_full(x); }

// No float's reciprocal root is nearer than 2^-50 to the middle between two floats (all were tried), so that
// rounding a double with 2^-52 is rounding the exact one.
API float __nv_frsqrt_rn(float x) {
    float guess = rsqrt_approx_full(x);
    double d = x, y = guess, e = fma64(-(d * y), y, 1.0), h = fma64(e, 0.375, 0.5);
    float root = (float)fma64(mul64(y, e), h, y);
    int finite = guess > 0 && guess < INF32;
    return finite ? root : guess;
}

// y + (x / y^2 - y) / 3: the quotient leaves no subnormal, whatever x is. r is not quite 1 / y^2: what it lacks counts
// as much as the last bit of y.
API float __nv_cbrtf(float x) {
    float a = abs32(x), y = ex2(lg2_full(a) * 0x1.555556p-2f);
    float square = mul32(y, y), r = rcp_approx(square);
    float rest = fma32(y, fma32(-square, r, 1), fma32(a, r, -y));
    y = fma32(rest, 0x1.555556p-2f, y);
    float twice = x + x; // 0, infinity, NaN
    return twice == x ? twice : copysign32(y, x);
}

// y + y (1 - x y^3) / 3
API float __nv_rcbrtf(float x) {
    float a = abs32(x), y = ex2(lg2_full(a) * -0x1.555556p-2f);
    float rest = fma32(-mul32(a, y), mul32(y, y), 1);
    float r = fma32(mul32(y, 0x1.555556p-2f), rest, y);
    if (y + y == y) r = y; // of 0 and infinity
    return copysign32(r, x);
}

// ---- lengths ------------------------------------------------------------------------------------

// A power of two near 1 / x: 2^126 over x's, rounded down to a multiple of 4 in the exponent; and its inverse.
IN float down(float x) { return from32(0x7e800000u - (bits32(x) & 0x7e000000u)); }
IN float up(float x) { return from32(0x00800000u + (bits32(x) & 0x7e000000u)); }

typedef struct Length {
    float square, largest; // of the scaled components; the largest component
} Length;

// Squares are added from the smallest on in pairs; x is the largest.
IN Length length4(float x, float y, float z, float w) {
    Length n;
    x = abs32(x), y = abs32(y), z = abs32(z), w = abs32(w);
    float a = max32(x, y), b = min32(x, y), c = max32(z, w), d = min32(z, w);
    float top = max32(a, c), low = min32(a, c), s = down(top);
    n.largest = top;
    top = top * s, low = low * s, b = b * s, d = d * s;
    float sum = fma32(low, low, fma32(b, b, d * d));
    n.square = fma32(top, top, sum);
    return n;
}

IN Length length3(float x, float y, float z) {
    Length n;
    x = abs32(x), y = abs32(y), z = abs32(z);
    float a = max32(x, y), b = min32(x, y), top = max32(a, z), low = min32(a, z), s = down(top);
    n.largest = top;
    top = top * s, low = low * s, b = b * s;
    n.square = fma32(top, top, fma32(low, low, b * b));
    return n;
}

IN Length length2(float x, float y) {
    Length n;
    x = abs32(x), y = abs32(y);
    float top = max32(x, y), low = min32(x, y), s = down(top);
    n.largest = top;
    top = top * s, low = low * s;
    n.square = fma32(top, top, low * low);
    return n;
}

// An infinite component counts more than a NaN; `sum` is NaN if one is.
IN float root_of(Length n, float sum) {
    float y = sqrt_approx(n.square) * up(n.largest);
    if (n.largest == 0) y = 0;
    return n.largest == INF32 ? INF32 : is_nan32(sum) ? NAN32 : y;
}

// With a step of Newton's iteration, y + y (1 - s y^2) / 2.
IN float reciprocal_of(Length n, float sum) {
    float y = rsqrt_approx(n.square), rest = fma32(-mul32(n.square, y), y, 1);
    y = fma32(y * 0.5f, rest, y) * down(n.largest);
    if (n.largest == 0) y = INF32;
    return n.largest == INF32 ? 0 : is_nan32(sum) ? NAN32 : y;
}

API float __nv_hypotf(float x, float y) { return root_of(length2(x, y), abs32(x) + abs32(y)); }
API float __nv_rhypotf(float x, float y) { return reciprocal_of(length2(x, y), abs32(x) + abs32(y)); }
API float __nv_norm3df(float x, float y, float z) {
    return root_of(length3(x, y, z), abs32(x) + abs32(y) + abs32(z));
}
API float __nv_rnorm3df(float x, float y, float z) {
    return reciprocal_of(length3(x, y, z), abs32(x) + abs32(y) + abs32(z));
}
API float __nv_norm4df(float x, float y, float z, float w) {
    return root_of(length4(x, y, z, w), abs32(x) + abs32(y) + abs32(z) + abs32(w));
}
API float __nv_rnorm4df(float x, float y, float z, float w) {
    return reciprocal_of(length4(x, y, z, w), abs32(x) + abs32(y) + abs32(z) + abs32(w));
}

// Any number of components: the largest first, then the squares, of which one is NaN if a component is.
IN Length length_of(int n, const float *at) {
    Length length;
    float top = 0, square = 0;
    for (int i = 0; i < n; i++) top = max32(top, abs32(at[i]));
    float s = down(top);
    for (int i = 0; i < n; i++) {
        float x = at[i] * s;
        square = fma32(x, x, square);
    }
    // a sum over 2^24 components may be beyond the scale's: it stays below 2^32 times 8
    length.square = square;
    length.largest = top;
    return length;
}

API float __nv_normf(int n, const float *at) {
    Length length = length_of(n, at);
    return root_of(length, length.square);
}
API float __nv_rnormf(int n, const float *at) {
    Length length = length_of(n, at);
    return reciprocal_of(length, length.square);
}
