// SPDX-License-Identifier: Apache-2.0
// Powers in double precision: x^y = e^(y log x), the logarithm (log64.h) and its product with y as sums of two
// numbers (T. J. Dekker, "A floating-point technique for extending the available precision", 1971).
#include "exp64.h"
#include "log64.h"

IN int is_integer(double y) { return trunc64(y) == y; }
IN int is_odd(double y) { return is_integer(y) && !is_integer(y * 0.5); }

// x is negative, 0, infinite or NaN, or y is infinite or NaN; z is |x|^y if both are finite and not 0.
IN double special(double x, double y, double z) {
    double a = abs64(x);
    int odd = is_odd(y);
    if (a == 0 || a == INF64) {
        z = (a == 0) == (y < 0) ? INF64 : 0;
        z = odd ? copysign64(z, x) : z;
    } else if (abs64(y) == INF64) {
        z = (a < 1) == (y < 0) ? INF64 : 0;
        if (a == 1) z = 1;
    } else if (x < 0) {
        z = odd ? -z : z;
        if (!is_integer(y)) z = NAN64;
    }
    if (x != x || y != y) z = x + y;
    return x == 1 || y == 0 ? 1 : z;
}

API double __nv_pow(double x, double y) {
    Two l = log_in_two(abs64(x));
    double p = mul64(y, l.high), low = fma64(y, l.low, fma64(y, l.high, -p));
    Power a = exp_reduce(p);
    a.r = a.r + low;
    double z = exp_put_together(p, a);
    if (log_is_special(high32(x)) || !is_below(y, 0x7ff00000)) z = special(x, y, z);
    return z;
}

// By squaring (D. Knuth, "The Art of Computer Programming" 2, 4.6.3): each product rounds, as NVIDIA's does.
API double __nv_powi(double x, int n) {
    u32 k = n < 0 ? 0u - (u32)n : (u32)n;
    double r = 1, p = x;
    for (;; p = p * p) {
        if (k & 1) r = r * p;
        k >>= 1;
        if (!k) break;
    }
    return n < 0 ? rcp64(r) : r;
}
