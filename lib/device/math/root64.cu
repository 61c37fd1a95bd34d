// SPDX-License-Identifier: Apache-2.0
// Roots and lengths in double precision.
//
// Cube roots: 1 / m^(1/3) by the machine's logarithm and exponential, one step of third order, and for the root
// itself one more of Newton's iteration (J.-M. Muller, "Elementary Functions", 3rd ed., 5.6). Lengths are scaled
// by a power of two, so that nothing overflows or vanishes.
#include "divide64.h"

API double __nv_sqrt(double x) { return sqrt64(x); }
API double __nv_rsqrt(double x) { return rsqrt64(x); }

// |x| = m 8^n, 1 <= m < 8; y is about 1 / m^(1/3), and y^2.
typedef struct Cube {
    double m, y, square;
    u32 high; // |x|'s upper word, after scaling if x is subnormal
    int n;
} Cube;

IN Cube take_apart(double x) {
    Cube c;
    double a = abs64(x);
    u32 high = high32(a);
    int n = -341;
    if (high < 0x00100000u) {
        a = a * 0x1p54;
        high = high32(a);
        n = -359;
    }
    int third = (int)mulhi32(high >> 20, 0x55555556u);
    c.n = third + n;
    c.high = high;
    c.m = pair64(high - ((u32)(third - 341) * 0x300000u), low32(a));
    double y = ex2(lg2((float)c.m) * -0x1.555556p-2f);
    c.square = mul64(y, y); // exact
    double e = fma64(mul64(-c.m, y), c.square, 1);
    c.y = fma64(mul64(y, e), fma64(e, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), y);
    return c;
}

IN double scaled_root(double y, int n) { return pair64(high32(y) + ((u32)n << 20), low32(y)); }

// x is 0, infinite or NaN.
IN int is_special(u32 high) { return high - 1 >= 0x7fefffffu; }

API double __nv_cbrt(double x) {
    Cube c = take_apart(x);
    double root = mul64(mul64(c.m, c.y), c.y), z = mul64(root, root), z_low = fma64(root, root, -z);
    double rest = fma64(-root, z_low, fma64(-root, z, c.m));
    root = fma64(rest, c.square * 0x1.5555555555555p-2, root);
    return is_special(c.high) ? x + x : copysign64(scaled_root(root, c.n), x);
}

API double __nv_rcbrt(double x) {
    Cube c = take_apart(x);
    // the sum: a NaN that only its lower word tells from infinity is one to rcp_gross, too
    double y = is_special(c.high) ? rcp_gross(add64(x, x)) : scaled_root(c.y, -c.n);
    return copysign64(y, x);
}

// ---- lengths ------------------------------------------------------------------------------------

// Components as bits: that of the largest magnitude has the largest ones, and infinity and NaN count as such.
IN u64 magnitude(double x) { return bits64(abs64(x)); }
IN u64 larger(u64 a, u64 b) { return a > b ? a : b; }
IN u64 smaller(u64 a, u64 b) { return a < b ? a : b; }

// A power of 16 near 1 / x times 2, and its inverse.
IN double down(u64 x) { return pair64(0x7fd00000u - ((u32)(x >> 32) & 0xffc00000u), 0); }
IN double up(u64 x) { return pair64(0x00100000u + ((u32)(x >> 32) & 0xffc00000u), 0); }

// Is the largest component 0, infinite or NaN?
IN int needs_care(u64 top) { return top - 1 >= 0x7fefffffffffffffull; }

// An infinite component counts more than a NaN. The largest one is infinite or NaN, or all are 0.
IN double unusual(u64 top, int infinite) { return infinite ? INF64 : from64(top); }

IN double root_of(double square, u64 top, int infinite) {
    double y = mul64(root(square), up(top));
    return needs_care(top) ? unusual(top, infinite) : y;
}

// a is the largest component, rest + more the sum of the others' squares: what a^2 + rest loses counts here.
IN double reciprocal_of(double a, double rest, double more, u64 top, int infinite) {
    double square = fma64(a, a, rest), lost = fma64(a, a, rest - square) + more;
    double y = rsqrt_gross(square), z = mul64(y, y), e = fma64(-lost, z, fma64(-square, z, 1));
    y = mul64(fma64(mul64(y, e), fma64(e, 0.375, 0.5), y), down(top));
    return needs_care(top) ? rcp_gross(unusual(top, infinite)) : y;
}

API double __nv_hypot(double x, double y) {
    u64 a = magnitude(x), b = magnitude(y), top = larger(a, b), low = smaller(a, b);
    double s = down(top), p = from64(top) * s, q = from64(low) * s;
    return root_of(fma64(p, p, q * q), top, from64(low) == INF64);
}
API double __nv_rhypot(double x, double y) {
    u64 a = magnitude(x), b = magnitude(y), top = larger(a, b), low = smaller(a, b);
    double s = down(top), q = from64(low) * s;
    return reciprocal_of(from64(top) * s, q * q, -0.0, top, from64(low) == INF64);
}

// Of any number of components, those that are not the largest in any order.
typedef struct Sum {
    double a, rest; // the largest one, and the others' squares
    double lost;    // of rest
    u64 top;
    int infinite;
} Sum;

IN Sum sum3(double x, double y, double z) {
    Sum n;
    u64 a = magnitude(x), b = magnitude(y), c = magnitude(z), larger_one = larger(a, b), low = smaller(a, b);
    u64 top = larger(larger_one, c), middle = smaller(larger_one, c);
    double s = down(top), u = from64(top) * s, v = from64(middle) * s, w = from64(low) * s;
    n.a = u;
    n.rest = fma64(v, v, w * w);
    n.lost = -0.0; // what costs nothing to add
    n.top = top;
    n.infinite = from64(middle) == INF64 || from64(low) == INF64;
    return n;
}

API double __nv_norm3d(double x, double y, double z) {
    Sum n = sum3(x, y, z);
    return root_of(fma64(n.a, n.a, n.rest), n.top, n.infinite);
}
API double __nv_rnorm3d(double x, double y, double z) {
    Sum n = sum3(x, y, z);
    return reciprocal_of(n.a, n.rest, n.lost, n.top, n.infinite);
}

IN Sum sum4(double x, double y, double z, double t) {
    Sum n;
    u64 a = magnitude(x), b = magnitude(y), c = magnitude(z), d = magnitude(t);
    u64 left = larger(a, b), right = larger(c, d), top = larger(left, right), middle = smaller(left, right);
    a = smaller(a, b);
    b = smaller(c, d);
    double s = down(top), u = from64(top) * s, v = from64(middle) * s, w = from64(a) * s, q = from64(b) * s;
    n.a = u;
    double some = fma64(w, w, q * q);
    n.rest = fma64(v, v, some);
    n.lost = fma64(v, v, some - n.rest);
    n.top = top;
    n.infinite = from64(middle) == INF64 || from64(a) == INF64 || from64(b) == INF64;
    return n;
}

API double __nv_norm4d(double x, double y, double z, double t) {
    Sum n = sum4(x, y, z, t);
    return root_of(fma64(n.a, n.a, n.rest), n.top, n.infinite);
}
API double __nv_rnorm4d(double x, double y, double z, double t) {
    Sum n = sum4(x, y, z, t);
    return reciprocal_of(n.a, n.rest, n.lost, n.top, n.infinite);
}

// The sum of the scaled squares.
IN double sum_of(int n, const double *at, u64 *top, int *infinite) {
    u64 largest = 0;
    for (int i = 0; i < n; i++) largest = larger(largest, magnitude(at[i]));
    double s = down(largest), square = 0;
    *infinite = 0;
    for (int i = 0; i < n; i++) {
        double x = at[i] * s;
        square = fma64(x, x, square);
        *infinite |= abs64(x) == INF64;
    }
    *top = largest;
    return square;
}

API double __nv_norm(int n, const double *at) {
    u64 top;
    int infinite;
    double square = sum_of(n, at, &top, &infinite);
    return root_of(square, top, infinite);
}

API double __nv_rnorm(int n, const double *at) {
    u64 top;
    int infinite;
    double square = sum_of(n, at, &top, &infinite), y = mul64(reciprocal_root(square), down(top));
    return needs_care(top) ? rcp_gross(unusual(top, infinite)) : y;
}
