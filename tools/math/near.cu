// SPDX-License-Identifier: Apache-2.0
// What the expressions of functions.def and functions64.def call, for a GPU: of floats a result of double
// precision, most of them the library's own double function (whose error is a few units of 2^-53), of doubles
// one of binary128 (lib/device/fp128_math.cu: 113 bits). sieve.c compiles it; WIDE: for doubles.
#define M_SQRT2 1.41421356237309504880
#if !WIDE

// ---- floats -------------------------------------------------------------------------------------

static __device__ double near_sinpi(double x) { return sinpi(x); }
static __device__ double near_cospi(double x) { return cospi(x); }
static __device__ double near_rsqrt(double x) { return x == 0 ? copysign(INFINITY, x) : 1 / sqrt(x); }
// squares of floats do not leave a double's range
static __device__ double near_norm(double x, double y, double z, double w) {
    if (isinf(x) || isinf(y) || isinf(z) || isinf(w)) return INFINITY;
    return sqrt(x * x + y * y + z * z + w * w);
}
static __device__ double near_rhypot(double x, double y, double z, double w) { return 1 / near_norm(x, y, z, w); }

static __device__ double near_min(double x, double y) { // -0 is less than 0
    if (isnan(x) || isnan(y)) return isnan(x) ? y : x;
    return x < y || (x == y && signbit(x)) ? x : y;
}
static __device__ double near_fdim(double x, double y) { return x <= y ? 0 : x - y; }
// The next float, one up or down in the order of the bits.
static __device__ double near_next(float x, float y) {
    if (isnan(x) || isnan(y)) return NAN;
    if (x == y) return y;
    if (x == 0) return y > 0 ? 0x1p-149 : -0x1p-149;
    return float_of(bits_of_float(x) + ((x < y) == (x > 0) ? 1 : -1));
}
#define nextafterf near_next
static __device__ double near_fma(double x, double y, double z) { // the product is exact, the sum is not always
    double p = __dmul_rn(x, y), s = __dadd_rn(p, z);
    if (!isfinite(s) || __dsub_rn(s, p) == z) return s;
    double part = __dsub_rn(s, p);
    double lost = __dadd_rn(__dsub_rn(p, __dsub_rn(s, part)), __dsub_rn(z, part));
    Bits b = bits_of_double(s); // rounded to odd: then a second rounding is harmless
    if (lost != 0 && !(b & 1)) s = double_of(b + ((lost > 0) == (s > 0) ? 1 : -1));
    return s;
}
static __device__ double near_frexp(double x) {
    int e;
    return frexp(x, &e);
}
static __device__ double near_exponent(double x) {
    int e = 0;
    if (isfinite(x)) frexp(x, &e);
    return e;
}
static __device__ double near_ldexp(double x, double y) {
    return isnan(y) ? x : ldexp(x, (int)fmin(fmax(y, -1000.0), 1000.0));
}
static __device__ double near_modf(double x) {
    double whole;
    return modf(x, &whole);
}
static __device__ double near_quotient(double x, double y) {
    if (!isfinite(x) || isnan(y) || y == 0) return 0;
    double r = remainder(x, y), q = fmod((fmod(x, 8 * y) - r) / y, 8.0); // small numbers: exact
    return isinf(y) ? 0 : fabs(q);
}
static __device__ double near_ilogb(double x) {
    return x == 0 || isnan(x) ? -0x1p31 : isinf(x) ? 0x1p31 : logb(x);
}
static __device__ double near_llrint(double x) {
    return isnan(x) ? -0x1p63 : fmin(fmax(x, -0x1p63), 0x1p63) + 0.0;
}

static __device__ double near_erfcx(double x) { return erfcx(x); }
static __device__ double near_normcdf(double x) { return normcdf(x); }
static __device__ double near_tgamma(double x) { // the signs of zeros where the result is none in a float
    if (x >= -60 || isnan(x)) return tgamma(x);
    return x == rint(x) || isinf(x) ? NAN : fmod(floor(x), 2.0) == 0 ? 0.0 : -0.0;
}
static __device__ double near_y(int n, double x) {
    if (!(x > 0)) return x == 0 ? -INFINITY : NAN;
    return n == 0 ? y0(x) : n == 1 ? y1(x) : yn(n, x);
}
static __device__ double near_i(int n, double x) { return n ? cyl_bessel_i1(x) : cyl_bessel_i0(x); }
static __device__ double near_erfinv(double x) { return erfinv(x); }
static __device__ double near_erfcinv(double x) { return erfcinv(x); }

#else

// ---- doubles ------------------------------------------------------------------------------------

typedef __float128 Quad;
typedef unsigned __int128 QuadBits;
extern "C" {
#define ONE(name) __device__ Quad __nv_fp128_##name(Quad);
#define TWO(name) __device__ Quad __nv_fp128_##name(Quad, Quad);
ONE(sqrt) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1)
ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(trunc) ONE(floor) ONE(ceil) ONE(round) ONE(rint)
TWO(pow) TWO(fmod) TWO(remainder)
__device__ Quad __nv_fp128_fma(Quad, Quad, Quad);
__device__ Quad __nv_fp128_ldexp(Quad, int);
}

static __device__ QuadBits bits_of_quad(Quad x) {
    QuadBits b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
static __device__ Quad quad_of(QuadBits b) {
    Quad x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
#define QUAD_SIGN     ((QuadBits)1 << 127)
#define QUAD_INFINITY ((QuadBits)0x7fff << 112)

static __device__ bool quad_is_negative(Quad x) { return bits_of_quad(x) >> 127 != 0; }
static __device__ Quad quad_fabs(Quad x) { return quad_of(bits_of_quad(x) & ~QUAD_SIGN); }
static __device__ bool quad_isnan(Quad x) { return (bits_of_quad(x) & ~QUAD_SIGN) > QUAD_INFINITY; }
static __device__ bool quad_isinf(Quad x) { return (bits_of_quad(x) & ~QUAD_SIGN) == QUAD_INFINITY; }
static __device__ bool quad_isfinite(Quad x) { return (bits_of_quad(x) & ~QUAD_SIGN) < QUAD_INFINITY; }
static __device__ Quad quad_copysign(Quad x, Quad y) {
    return quad_of((bits_of_quad(x) & ~QUAD_SIGN) | (bits_of_quad(y) & QUAD_SIGN));
}
// Of a number that is not subnormal, as none that comes from a double is.
static __device__ int quad_exponent(Quad x) { return (int)(bits_of_quad(x) >> 112 & 0x7fff) - 16383; }

#define isnan    quad_isnan
#define isinf    quad_isinf
#define isfinite quad_isfinite
#define signbit  quad_is_negative
#define fabsl     quad_fabs
#define copysignl quad_copysign
#define expl      __nv_fp128_exp
#define exp2l     __nv_fp128_exp2
#define exp10l    __nv_fp128_exp10
#define expm1l    __nv_fp128_expm1
#define logl      __nv_fp128_log
#define log2l     __nv_fp128_log2
#define log10l    __nv_fp128_log10
#define log1pl    __nv_fp128_log1p
#define sinhl     __nv_fp128_sinh
#define coshl     __nv_fp128_cosh
#define tanhl     __nv_fp128_tanh
#define asinhl    __nv_fp128_asinh
#define acoshl    __nv_fp128_acosh
#define atanhl    __nv_fp128_atanh
#define sinl      __nv_fp128_sin
#define cosl      __nv_fp128_cos
#define tanl      __nv_fp128_tan
#define asinl     __nv_fp128_asin
#define acosl     __nv_fp128_acos
#define atanl     __nv_fp128_atan
#define sqrtl     __nv_fp128_sqrt
#define powl      __nv_fp128_pow
#define floorl    __nv_fp128_floor
#define ceill     __nv_fp128_ceil
#define truncl    __nv_fp128_trunc
#define rintl     __nv_fp128_rint
#define roundl    __nv_fp128_round
#define fmodl     __nv_fp128_fmod
#define remainderl __nv_fp128_remainder
#define PI        0x1.921fb54442d18469898cc51701b8p1Q

static __device__ Quad near_sinpi(Quad x) {
    Quad r = x - rintl(x); // exact
    if (r == 0) return copysignl(0, x);
    Quad s = fabsl(r) > 0.25 ? copysignl(cosl(PI * (0.5 - fabsl(r))), r) : sinl(PI * r);
    return fmodl(rintl(x), 2) == 0 ? s : -s;
}
static __device__ Quad near_cospi(Quad x) {
    Quad r = fabsl(x - rintl(x)); // exact
    Quad c = r > 0.25 ? sinl(PI * (0.5 - r)) : cosl(PI * r);
    return c == 0 ? 0 : fmodl(rintl(x), 2) == 0 ? c : -c;
}
static __device__ Quad near_atan2(Quad y, Quad x) {
    if (isnan(x) || isnan(y)) return x + y;
    if (isinf(y) && isinf(x)) return copysignl((signbit(x) ? 3 : 1) * PI / 4, y);
    if (y == 0) return signbit(x) ? copysignl(PI, y) : y;
    if (x == 0 || isinf(y)) return copysignl(PI / 2, y);
    Quad a = atanl(fabsl(y) / fabsl(x));
    return copysignl(signbit(x) ? PI - a : a, y);
}
#define atan2l near_atan2

static __device__ Quad near_rsqrt(Quad x) { return x == 0 ? copysignl((Quad)INFINITY, x) : 1 / sqrtl(x); }
static __device__ Quad near_norm(Quad x, Quad y, Quad z, Quad w) {
    if (isinf(x) || isinf(y) || isinf(z) || isinf(w)) return INFINITY;
    return sqrtl(x * x + y * y + z * z + w * w);
}
static __device__ Quad near_hypot(Quad x, Quad y) { return near_norm(x, y, 0, 0); }
#define hypotl near_hypot
// A step of Newton's iteration from the root that a double's function has: of 2^-50 it leaves 2^-100.
static __device__ Quad near_cbrt(Quad x) {
    if (x == 0 || !isfinite(x)) return x;
    int e = quad_exponent(x) / 3;
    Quad part = __nv_fp128_ldexp(x, -3 * e), y = pow((double)fabsl(part), 1.0 / 3);
    y -= (y * y * y - fabsl(part)) / (3 * y * y);
    return copysignl(__nv_fp128_ldexp(y, e), x);
}
#define cbrtl near_cbrt

static __device__ double near_powi(Quad x, Quad y) { // as the library does
    int n = (int)(y > -1000 && y < 1000 ? y : 3);
    double r = 1, p = (double)x;
    for (int k = n < 0 ? -n : n; k; k >>= 1, p = __dmul_rn(p, p)) {
        if (k & 1) r = __dmul_rn(r, p);
    }
    return n < 0 ? 1 / r : r;
}

// ---- exact ones

static __device__ Quad near_min(Quad x, Quad y) { // -0 is less than 0
    if (isnan(x) || isnan(y)) return isnan(x) ? y : x;
    return x < y || (x == y && signbit(x)) ? x : y;
}
static __device__ Quad near_max(Quad x, Quad y) { return -near_min(-x, -y); }
#define fminl near_min
#define fmaxl near_max
static __device__ double near_fdim(Quad x, Quad y) { return x <= y ? 0 : __dsub_rn((double)x, (double)y); }
static __device__ double near_next(double x, double y) {
    if (x != x || y != y) return NAN;
    if (x == y) return y;
    if (x == 0) return y > 0 ? 0x1p-1074 : -0x1p-1074;
    return double_of(bits_of_double(x) + ((x < y) == (x > 0) ? 1 : -1));
}
#define nextafter near_next
static __device__ Quad near_fma(double x, double y, double z) { return __nv_fp128_fma(x, y, z); }
#define fma near_fma
static __device__ Quad near_ldexp(double x, int n) { return __nv_fp128_ldexp(x, n); }
#define ldexp near_ldexp
static __device__ Quad near_frexp(Quad x) {
    if (x == 0 || !isfinite(x)) return x;
    return quad_of((bits_of_quad(x) & ~QUAD_INFINITY) | (QuadBits)16382 << 112);
}
static __device__ Quad near_exponent(Quad x) { return x == 0 || !isfinite(x) ? 0 : quad_exponent(x) + 1; }
static __device__ int exponent(Quad y) { return isnan(y) ? 0 : (int)fminl(fmaxl(y, -3000), 3000); }
static __device__ Quad near_modf(Quad x) { return isinf(x) ? copysignl(0, x) : copysignl(x - truncl(x), x); }
static __device__ Quad near_quotient(Quad x, Quad y) {
    if (!isfinite(x) || isnan(y) || y == 0 || isinf(y)) return 0;
    Quad r = remainderl(x, y);
    return fabsl(fmodl((fmodl(x, 8 * y) - r) / y, 8)); // small numbers: exact
}
static __device__ Quad near_logb(Quad x) {
    if (x == 0) return -INFINITY;
    return isfinite(x) ? (Quad)quad_exponent(x) : fabsl(x);
}
#define logbl near_logb
static __device__ Quad near_ilogb(Quad x) {
    return x == 0 || isnan(x) ? -0x1p31 : isinf(x) ? 0x1p31 - 1 : (double)quad_exponent(x);
}
static __device__ Quad near_llrint(Quad x) {
    if (isnan(x)) return -0x1p63;
    return (double)fminl(fmaxl(x, -0x1p63), (Quad)0x1p63 - 1) + 0.0;
}
#endif
