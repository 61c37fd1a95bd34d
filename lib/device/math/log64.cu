// SPDX-License-Identifier: Apache-2.0
// Logarithms and inverse hyperbolic functions in double precision: see log64.h.
//
// e ln 2 + log(c), whose upper parts have few bits, is exact; r is added with what rounding loses (T. J. Dekker,
// "A floating-point technique for extending the available precision", 1971), and the rest comes last.
#include "divide64.h"
#include "log64.h"

API double __nv_log(double x) {
    Log a = log_take_apart(x);
    double w = fma64(a.e, LN2_HIGH, a.c), h = add64(w, a.r), low = a.r - (h - w);
    low = low + fma64(a.e, LN2_LOW, a.c_low);
    double y = h + fma64(mul64(a.r, a.r), log_curve(a.r), low);
    return log_is_special(a.high) ? log_special(x) : y;
}

// log(z) in two numbers, times log2(e) or log10(e), beside e or e log10(2)
IN double log_of_base(Log a, double e_high, double e_low, double scale, double scale_low) {
    double h = add64(a.c, a.r), low = (a.r - (h - a.c)) + a.c_low;
    low = fma64(mul64(a.r, a.r), log_curve(a.r), low);
    double p = mul64(h, scale), rest = fma64(h, scale, -p), y = add64(e_high, p);
    rest = fma64(h, scale_low, rest + e_low) + (p - (y - e_high));
    return y + fma64(low, scale, rest);
}

API double __nv_log2(double x) {
    Log a = log_take_apart(x);
    double y = log_of_base(a, a.e, 0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
    return log_is_special(a.high) ? log_special(x) : y;
}

API double __nv_log10(double x) {
    Log a = log_take_apart(x);
    double y = log_of_base(a, mul64(a.e, 0x1.34413509f7800p-2), mul64(a.e, 0x1.fef311f12b358p-46),
                           0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
    return log_is_special(a.high) ? log_special(x) : y;
}

// log(x + low) + n log(2) for x that is not subnormal and low below an ulp of it; relatively accurate near 1.
IN double log_of_sum(double x, double low, int n) {
    Log a = log_parts(x, high32(x), 0);
    double shift = low * (a.inverse * two_to64(-(a.power < 1000 ? a.power : 1000))); // r's low part
    double e = a.e + (double)n, w = fma64(e, LN2_HIGH, a.c), h = add64(w, a.r);
    double rest = (a.r - (h - w)) + fma64(e, LN2_LOW, a.c_low);
    rest = rest + fma64(-a.r, shift, shift); // its logarithm's derivative is 1 / (1 + r)
    return h + fma64(mul64(a.r, a.r), log_curve(a.r), rest);
}

// log(1 + x)
IN double log_of_next(double x) {
    double u = add64(x, 1), part = add64(u, -1), lost = (1 - (u - part)) + add64(x, -part);
    return log_of_sum(u, lost, 0);
}

API double __nv_log1p(double x) {
    double y = log_of_next(x);
    if (!(x > -1 && x < INF64)) y = log_special(add64(x, 1));
    return copysign64(y, x);
}

// ---- inverse hyperbolic functions: of large numbers log(2x) -------------------------------------

// log(1 + t + (2t + t^2)^1/2), t = x - 1
API double __nv_acosh(double x) {
    double t = add64(x, -1), y;
    if (x < 0x1p28) {
        y = t == 0 ? 0 : log_of_next(t + root(fma64(t, t, t + t)));
        if (x < 1) y = NAN64;
    } else {
        y = x < INF64 ? log_of_sum(x, 0, 1) : x + x;
    }
    return y;
}

// log(1 + a + a^2 / (1 + (1 + a^2)^1/2))
API double __nv_asinh(double x) {
    double a = abs64(x), y;
    if (a < 0x1p28) {
        double z = mul64(a, a);
        y = log_of_next(fma64(z, reciprocal(root(fma64(a, a, 1)) + 1), a));
    } else {
        y = a < INF64 ? log_of_sum(a, 0, 1) : x + x;
    }
    return copysign64(y, x);
}

// log(1 + 2a / (1 - a)) / 2; 1 - a is d + lost.
API double __nv_atanh(double x) {
    double a = abs64(x), d = 1 - a, lost = (1 - d) - a, twice = a + a;
    double inverse = reciprocal(d), q = mul64(twice, inverse);
    q = fma64(fma64(-lost, q, fma64(-d, q, twice)), inverse, q);
    double y = log_of_next(q) * 0.5;
    if (!(a < 1)) y = log_special(d);
    return copysign64(y, x);
}
