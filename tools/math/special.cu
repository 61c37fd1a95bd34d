// SPDX-License-Identifier: Apache-2.0
// The special functions of functions64.def in binary128, for a GPU (behind near.cu): good to 2^-74 of the result, or,
// where they are judged absolutely, to 2^-60. The formulas are the NIST Digital Library of Mathematical Functions'
// (DLMF); series end where a term no longer counts.
#define ROOT_PI     1.772453850905516027298167483341145182798Q
#define EULER       0.5772156649015328606065120900824024310422Q
#define LOG_ROOT_2PI 0.9189385332046727417803297364056176398614Q
#define M_SQRT2l    1.414213562373095048801688724209698078570Q

static __device__ Quad quad(int n) { return (double)n; }
// Whether a term is of no account beside a sum, by their exponents.
static __device__ bool is_negligible(Quad term, Quad sum) { return term == 0 || quad_exponent(term) < quad_exponent(sum) - 100; }

// ---- error functions ----------------------------------------------------------------------------

// Below 4: DLMF 7.6.2, of positive terms.
static __device__ Quad erf_series(Quad x) {
    Quad z = 2 * x * x, term = x, sum = x;
    for (int n = 1; n < 200 && !is_negligible(term, sum); n++) sum += term *= z / quad(2 * n + 1);
    return 2 / ROOT_PI * expl(-(x * x)) * sum;
}
// From 4 on: e^(x^2) erfc(x) as a continued fraction, DLMF 7.9.2, from its end.
static __device__ Quad erfcx_fraction(Quad x) {
    Quad f = x;
    for (int k = x < 8 ? 60 : x < 30 ? 24 : 12; k > 0; k--) f = x + quad(k) / (2 * f);
    return 1 / (ROOT_PI * f);
}
static __device__ Quad near_erfc(Quad x) {
    if (isnan(x)) return x;
    if (x > 200) return 0;
    if (x >= 4) return erfcx_fraction(x) * expl(-(x * x));
    return x > -4 ? 1 - erf_series(x) : x > -200 ? 2 - erfcx_fraction(-x) * expl(-(x * x)) : (Quad)2;
}
static __device__ Quad near_erf(Quad x) {
    if (isnan(x) || x == 0) return x;
    if (fabsl(x) < 4) return erf_series(x);
    return copysignl(1 - near_erfc(fabsl(x)), x);
}
#define erfl  near_erf
#define erfcl near_erfc
static __device__ Quad near_erfcx(Quad x) {
    if (isnan(x)) return x;
    if (x < -40) return INFINITY;
    return x >= 4 ? isinf(x) ? (Quad)0 : erfcx_fraction(x) : expl(x * x) * near_erfc(x);
}
static __device__ Quad near_normcdf(Quad x) { return near_erfc(x / -M_SQRT2l) / 2; }

// erf(y) = x, erfc(y) = c = 1 - x: a step of Newton's iteration from what the library says.
static __device__ Quad near_erfinv(Quad x, Quad c) {
    if (isnan(x) || fabsl(x) > 1 || c < 0) return NAN;
    if (x < 0) return -near_erfinv(-x, 2 - c);
    if (c == 0) return INFINITY;
    if (x == 0) return x; // of its sign
    Quad y = x < 0.5 ? erfinv((double)x) : erfcinv((double)c);
    Quad error = x < 0.5 ? erf_series(y) - x : c - near_erfc(y);
    return y - error * (ROOT_PI / 2) * expl(y * y);
}

#define ZETA2 1.644934066848226436472415166646025189219Q
#define ZETA3 1.202056903159594285399738161511449990765Q
#define ZETA4 1.082323233711138191516003696541167902775Q

// ---- gamma --------------------------------------------------------------------------------------

// B(2k) / (2k (2k - 1))
static __device__ const Quad stirling_term[] = {0.08333333333333333333333333333333333333333Q,
    -0.002777777777777777777777777777777777777778Q,
    0.0007936507936507936507936507936507936507937Q,
    -0.0005952380952380952380952380952380952380952Q,
    0.0008417508417508417508417508417508417508418Q,
    -0.001917526917526917526917526917526917526918Q,
    0.006410256410256410256410256410256410256410Q,
    -0.02955065359477124183006535947712418300654Q,
    0.1796443723688305731649384900158893966944Q,
    -1.392432216905901116427432216905901116427Q,
    13.40286404416839199447895100069013112491Q,
    -156.8482846260020173063651324520889738281Q,
    2193.103333333333333333333333333333333333Q,
    -36108.77125372498935717326521924223073648Q};

// log(gamma(z)) from 16 on: DLMF 5.11.1.
static __device__ Quad stirling(Quad z) {
    Quad sum = 0, square = z * z;
    for (int k = 13; k >= 0; k--) sum = sum / square + stirling_term[k];
    return (z - 0.5Q) * logl(z) - z + LOG_ROOT_2PI + sum / z;
}
// x (x + 1) ... up to 16; `end` is where it ends.
static __device__ Quad rising(Quad x, Quad *end) {
    Quad product = 1;
    for (; x < 16; x += 1) product *= x;
    *end = x;
    return product;
}
// Next to 1 and 2, where it is 0: DLMF 5.7.3; `one`: 1 next to 2.
static __device__ Quad lgamma_near_zero(Quad d, int one) {
    return d * (quad(one) - EULER + d * ((ZETA2 - one) / 2 + d * (-(ZETA3 - one) / 3 + d * ((ZETA4 - one) / 4))));
}
static __device__ Quad lgamma_positive(Quad x) {
    if (x == 1 || x == 2) return 0; // not -0
    if (fabsl(x - 1) < 0x1p-28) return lgamma_near_zero(x - 1, 0);
    if (fabsl(x - 2) < 0x1p-28) return lgamma_near_zero(x - 2, 1);
    Quad z, product = rising(x, &z);
    return stirling(z) - logl(product);
}
static __device__ Quad near_lgamma(Quad x) {
    if (isnan(x)) return x;
    if (isinf(x)) return INFINITY;
    if (x > 0) return lgamma_positive(x);
    if (x == truncl(x)) return INFINITY;
    return logl(PI / fabsl(x * near_sinpi(x))) - lgamma_positive(-x); // DLMF 5.5.3
}
#define lgammal near_lgamma
static __device__ Quad gamma_positive(Quad x) {
    if (x > 1000) return INFINITY;
    Quad z, product = rising(x, &z);
    return expl(stirling(z)) / product;
}
static __device__ Quad near_gamma(Quad x) {
    if (isnan(x)) return x;
    if (x == 0) return copysignl((Quad)INFINITY, x);
    if (x > 0) return gamma_positive(x);
    if (isinf(x) || x == truncl(x)) return NAN;
    if (x < -190) return fmodl(truncl(x), 2) == 0 ? -0.0 : 0.0;
    return -PI / (x * near_sinpi(x) * gamma_positive(-x));
}

// ---- Bessel functions ---------------------------------------------------------------------------

static __device__ int order(Quad x) { return x > 2 && x < 200 ? (int)(double)x : 2; }

// Below 25: DLMF 10.2.2.
static __device__ Quad j_series(int n, Quad x) {
    Quad half = x / 2, z = half * half, term = 1;
    for (int k = 1; k <= n; k++) term *= half / quad(k);
    Quad sum = term;
    for (int k = 1; k < 200 && !is_negligible(term, 1); k++) sum += term = -term * z / quad(k * (k + n));
    return sum;
}
// Of Y0 and Y1, below 25: DLMF 10.8.1; digamma(k + 1) = H(k) - EULER.
static __device__ Quad y_series(int n, Quad x) {
    Quad half = x / 2, z = half * half, term = n ? half : (Quad)1, harmonic = n ? 1 - 2 * EULER : -2 * EULER;
    Quad sum = term * harmonic, j = term;
    for (int k = 1; k < 200 && !is_negligible(term, 1); k++) {
        term = -term * z / quad(k * (k + n));
        harmonic += 1 / quad(k) + 1 / quad(k + n);
        sum += term * harmonic;
        j += term;
    }
    Quad poles = n ? -1 / half : (Quad)0;
    return (2 * logl(half) * j + poles - sum) / PI;
}
// Of order 0 and 1, from 25 on: H. Hankel's expansion, DLMF 10.17.3, 10.17.4.
static __device__ Quad hankel(bool second, int n, Quad x) {
    Quad p = 1, q = 0, term = 1, s = sinl(x), c = cosl(x);
    for (int k = 1; k < 50 && !is_negligible(term, 1); k++) {
        int odd = 2 * k - 1;
        term *= quad(4 * n * n - odd * odd) / (8 * x * quad(k));
        if (k & 1)
            q += k & 2 ? -term : term;
        else
            p += k & 2 ? -term : term;
    }
    Quad cosine = n ? s - c : c + s, sine = n ? -(s + c) : s - c; // of x - n pi/2 - pi/4, times sqrt(2)
    return (second ? p * sine + q * cosine : p * cosine - q * sine) / sqrtl(PI * x);
}
static __device__ Quad bessel_01(bool second, int n, Quad x) {
    if (x >= 25) return hankel(second, n, x);
    return second ? y_series(n, x) : j_series(n, x);
}
// Up from the orders 0 and 1: DLMF 10.6.1.
static __device__ Quad bessel_up(bool second, int n, Quad x) {
    Quad before = bessel_01(second, 0, x), here = bessel_01(second, 1, x);
    for (int k = 1; k < n; k++) {
        Quad next = quad(2 * k) / x * here - before;
        before = here;
        here = next;
    }
    return here;
}
// Down from where it is nearly 0, for 25 <= x <= n: J. Miller's algorithm, DLMF 3.6(iii), 10.12.4.
static __device__ Quad j_down(int n, Quad x) {
    Quad after = 0, here = 1, at_n = 0, sum = 0;
    for (int k = n + 101 & ~1; k > 0; k--) {
        Quad next = quad(2 * k) / x * here - after;
        after = here;
        here = next;
        if (k - 1 == n) at_n = here;
        if (k - 1 > 0 && !(k - 1 & 1)) sum += 2 * here;
    }
    return at_n / (sum + here);
}
static __device__ Quad near_bessel(bool second, int n, Quad x) {
    if (isnan(x) || (second && x < 0)) return NAN;
    if (isinf(x)) return x < 0 && n & 1 ? -0.0 : 0.0;
    if (second && x == 0) return -INFINITY;
    bool negative = signbit(x) && n & 1;
    x = fabsl(x);
    Quad r;
    if (n < 2)
        r = bessel_01(second, n, x);
    else if (!second && x < 25)
        r = j_series(n, x);
    else
        r = !second && x <= n ? j_down(n, x) : bessel_up(second, n, x);
    return negative ? -r : r;
}

// I0 and I1: DLMF 10.25.2, of positive terms; from 30 on 10.40.1.
static __device__ Quad near_modified(int n, Quad x) {
    if (isnan(x)) return x;
    Quad a = fabsl(x), term = 1, sum = 1;
    if (a > 2000) return n && x < 0 ? -INFINITY : INFINITY;
    if (a < 30) {
        Quad z = a * a / 4;
        for (int k = 1; k < 200 && !is_negligible(term, sum); k++) sum += term *= z / quad(k * (k + n));
        if (n) sum *= a / 2;
    } else {
        for (int k = 1; k < 60 && !is_negligible(term, 1); k++) {
            int odd = 2 * k - 1;
            sum += term *= quad(odd * odd - 4 * n * n) / (8 * a * quad(k));
        }
        sum *= expl(a) / sqrtl(2 * PI * a);
    }
    return n && signbit(x) ? -sum : sum;
}
