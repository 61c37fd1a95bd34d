// SPDX-License-Identifier: Apache-2.0
// The functions of double: random, boundary and hard arguments; results are judged by a long double
// evaluation, and by MPFR where that cannot tell or a new largest error appears.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BATCH = 1 << 16, BITS = 170 };

typedef struct {
    double worst;
    double at[MAX_ARGS], got;
    uint64_t n, not_nearest;
} Judgement;

static double args[MAX_ARGS][BATCH], got[BATCH], host[BATCH];

static uint64_t bits_of(double x) {
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static double of_bits(uint64_t b) {
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

// ---- errors -------------------------------------------------------------------------------------

// Of the binade of r, in which subnormals share the lowest normal one's.
static long double unit_of(const Function *f, const double *arg, long double r) {
    int e = ilogbl(r);
    long double unit = ldexpl(1, (e < -1022 ? -1022 : e > 1023 ? 1023 : e) - 52);
    int measure = f->measure & MEASURE;
    bool absolute = measure == ORDER || measure == FAR || (measure == BESSEL && fabs(arg[0]) >= 8);
    return absolute && unit < 5e-12L ? 5e-12L : unit;
}

static long double limited(double x) {
    return isinf(x) ? copysignl(0x1p1024L, x) : (long double)x;
}

static double exact_error(const Function *f, const double *arg, double result, long double unit) {
    mpfr_t a[MAX_ARGS], r, d;
    mpfr_init2(r, BITS);
    mpfr_init2(d, BITS);
    for (int i = 0; i < f->nargs; i++) {
        mpfr_init2(a[i], 53);
        mpfr_set_d(a[i], arg[i], MPFR_RNDN);
    }
    f->exact(r, (const mpfr_t *)a);
    mpfr_set_ld(d, limited(result), MPFR_RNDN);
    mpfr_sub(r, d, r, MPFR_RNDN);
    double error = (double)(fabsl(mpfr_get_ld(r, MPFR_RNDN)) / unit);
    for (int i = 0; i < f->nargs; i++) mpfr_clear(a[i]);
    mpfr_clear(r);
    mpfr_clear(d);
    return error;
}

// In ulp; infinite where one is NaN, or zeros or infinities differ.
static double error_of(const Function *f, const double *arg, double result, double worst) {
    long double r = f->near_wide(arg[0], arg[1], arg[2], arg[3]);
    if (isnan(r) || isnan(result)) return isnan(r) && isnan(result) ? 0 : INFINITY;
    bool beyond = fabsl(r) >= 0x1.fffffffffffff8p1023L;
    if (isinf(r) || (beyond && isinf(result)))
        return isinf(result) && (result > 0) == (r > 0) ? 0 : INFINITY;
    if (r == 0) {
        if (result == 0) return !signbit(result) == !signbit(r) ? 0 : INFINITY;
        return fabs(result) / 0x1p-1074;
    }
    long double unit = unit_of(f, arg, r);
    double error = (double)(fabsl(limited(result) - r) / unit);
    if (fabs(error - 0.5) < 0x1p-8 || error > worst) error = exact_error(f, arg, result, unit);
    return error;
}

static bool excepted(const Function *f, const double *arg) {
    switch (f->measure & MEASURE) {
    case NOT_NEAR_POLES: return arg[0] > -23.0001 && arg[0] < -2.2637;
    case FAR: return !(fabs(arg[1]) > 1.5 * fmax(2, arg[0]));
    default: return false;
    }
}

static void judge(const Function *f, const double *arg, double result, Judgement *j) {
    if (excepted(f, arg)) return;
    double e = error_of(f, arg, result, j->worst);
    j->n++;
    j->not_nearest += e > 0.5;
    if (e <= j->worst) return;
    j->worst = e;
    j->got = result;
    memcpy(j->at, arg, sizeof j->at);
}

// ---- arguments ----------------------------------------------------------------------------------

// Where the functions change: ends of domains and ranges, limits of methods, constants.
static const double edge[] = {0,
                              0x1p-1074,
                              0x1p-1022,
                              0x1p-1000,
                              0x1p-512,
                              0x1p-100,
                              0x1p-54,
                              0x1p-53,
                              0x1p-27,
                              0x1p-10,
                              0x1p-7,
                              0.125,
                              0.25,
                              0.46875,
                              0.5,
                              0.70710678118654752,
                              0.84375,
                              1,
                              1.25,
                              1.4142135623730951,
                              1.5,
                              1.5707963267948966,
                              2,
                              2.5,
                              3,
                              3.1415926535897931,
                              4,
                              5.9215871957945083,
                              6,
                              8,
                              10,
                              16,
                              22,
                              26.543258454250983,
                              27.226017111108362,
                              36.04365338911715,
                              38.485408335567335,
                              171.62437695630271,
                              170,
                              177,
                              308.25471555991675,
                              323.30621534311581,
                              307.65265556858878,
                              700,
                              708.39641853226408,
                              709.78271289338397,
                              710.47586007394386,
                              713.98,
                              745.13321910194122,
                              1022,
                              1024,
                              1074,
                              1075,
                              105615,
                              0x1p20,
                              0x1p27,
                              0x1p31,
                              0x1p32,
                              0x1p52,
                              0x1p53,
                              0x1p54,
                              0x1p63,
                              0x1p64,
                              0x1p128,
                              0x1p512,
                              0x1.6ac5b262ca1ffp+849, // nearest to a multiple of pi/2
                              0x1p1000,
                              0x1p1022,
                              0x1p1023,
                              0x1.fffffffffffffp1023,
                              INFINITY,
                              NAN};

static double near_edge(uint64_t r) {
    double x = edge[(r >> 40) % (sizeof edge / sizeof *edge)];
    uint64_t step = (r >> 8 & 3) - (x != 0);
    if (r & 0x800) step <<= (r >> 12) % 40; // further off
    x = of_bits(bits_of(x) + step);
    return r & 16 ? -x : x;
}

// Next to a multiple of pi/2, or of a half, of any size.
static double near_multiple(uint64_t r) {
    uint64_t k = (r >> 13) >> (r >> 8 & 31) % 51;
    double m = (double)k,
           x = r & 16 ? m * 0.5 : (double)((long double)m * 1.570796326794896619231322L);
    x = of_bits(bits_of(x) + (r >> 6 & 3) - 1);
    return r & 32 ? -x : x;
}

static double some_double(uint64_t *s) {
    static const double range[] = {1.5, 1.5, 6, 12, 40, 140, 760, 1100};
    uint64_t r = next_random(s), more = next_random(s);
    double unit = (double)(int64_t)more * 0x1p-63;
    switch (r & 15) {
    case 0: return near_edge(more);
    case 1: return near_multiple(more);
    case 2:
    case 3: return of_bits(more);                             // any
    case 4: return (double)((int)(more >> 50) - 8192) / 8;    // small integers and eighths
    case 5: return (double)(float)(unit * range[r >> 4 & 7]); // few bits
    case 6:
    case 7: return of_bits((more & 0x800fffffffffffff) | (1023 - 64 + (r >> 4 & 127)) << 52);
    case 8: { // around 1 and -1, at all distances
        double d = ldexp(unit, -(int)((r >> 4) % 54));
        return r & 0x10000 ? 1 + d : -1 + d;
    }
    default: return unit * range[r >> 4 & 7];
    }
}

// Two arguments that are near each other, of like size, or the first near 1: where powers,
// quotients and differences are hard.
static void relate(double *arg, int nargs, uint64_t *s) {
    uint64_t r = next_random(s);
    if (nargs < 2 || r & 1) return;
    if (r & 2)
        arg[1] = of_bits(bits_of(arg[0]) + (r >> 8 & 15) - 8);
    else if (r & 4)
        arg[1] = of_bits((bits_of(arg[1]) & 0x800fffffffffffff) |
                         ((bits_of(arg[0]) + ((r >> 8 & 63) << 52)) & 0x7ff0000000000000));
    else if (r & 8) // a power that has about the largest or the smallest exponent
        arg[1] =
            ((r & 16 ? 1 : -1) * (700 + (double)(r >> 40 & 0xffff) / 1000)) / log(fabs(arg[0]));
    else
        arg[0] = 1 + (double)(int64_t)r * ldexp(1, -63 - (int)(r >> 4) % 30);
}

// Fills a batch; false: there are no more.
static bool next_batch(const Function *f, const Options *o, uint64_t *done, size_t *n) {
    size_t k = 0;
    for (; k < BATCH && *done < o->random; k++, ++*done) {
        double a[MAX_ARGS] = {0};
        uint64_t seed = *done * 0x2545f4914f6cdd1d + 1;
        for (int i = 0; i < f->nargs; i++) a[i] = some_double(&seed);
        relate(a, f->nargs, &seed);
        for (int i = 0; i < MAX_ARGS; i++) args[i][k] = a[i];
    }
    *n = k;
    return k > 0;
}

// ---- functions ----------------------------------------------------------------------------------

static bool equal(double a, double b) {
    return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b));
}

static bool compare(const Function *f, size_t n) {
    for (size_t k = 0; k < n; k++) {
        if (equal(got[k], host[k])) continue;
        printf("%s(%a, %a): %a on the machine, %a on the host\n", f->name, args[0][k], args[1][k],
               got[k], host[k]);
        return false;
    }
    return true;
}

static bool report(const Function *f, const Judgement *j) {
    bool ok = j->worst <= fmax(f->documented, 0.5); // 0: correctly rounded
    printf("%-14s %8.4f ulp at", f->name, j->worst);
    for (int i = 0; i < f->nargs; i++) printf(" %a", j->at[i]);
    printf(" (%a), not nearest %llu of %llu, documented %g%s\n", j->got,
           (unsigned long long)j->not_nearest, (unsigned long long)j->n, f->documented,
           ok ? "" : " EXCEEDED");
    fflush(stdout);
    return ok;
}

bool check64(const Function *f, const Options *o) {
    bool on_host = strcmp(o->library, "host") == 0 && !o->same, ok = true;
    Machine *m = on_host ? NULL : machine_new(f, o->same ? "cuprum" : o->library, o);
    if (!on_host && !m) return false;
    Judgement j = {.worst = -1};
    uint64_t done = 0;
    size_t n;
    const void *in[MAX_ARGS] = {args[0], args[1], args[2], args[3]};
    while (ok && next_batch(f, o, &done, &n)) {
        for (size_t k = 0; k < n; k++)
            host[k] = f->host_wide(args[0][k], args[1][k], args[2][k], args[3][k]);
        if (m) ok = machine_run(m, in, got, n);
        if (o->same) ok = ok && compare(f, n);
        for (size_t k = 0; !o->same && k < n; k++)
            judge(f, (double[]){args[0][k], args[1][k], args[2][k], args[3][k]},
                  m ? got[k] : host[k], &j);
    }
    if (m) machine_free(m);
    if (o->same && ok) printf("%s: the same\n", f->name);
    return o->same ? ok : report(f, &j) && ok;
}

// Arguments as programs have them: each warp's are uniform in one range.
bool cost64(const Function *f, const Options *o) {
    static const double range[] = {1, 1.5, 12, 140};
    enum { N = 256 * 32 };
    const void *in[MAX_ARGS] = {args[0], args[1], args[2], args[3]};
    uint64_t seed = 1;
    for (int i = 0; i < MAX_ARGS; i++) {
        for (int k = 0; k < N; k++)
            args[i][k] = (double)(int64_t)next_random(&seed) * 0x1p-63 * range[k / 32 % 4];
    }
    return print_cost(f, o, in, got, N);
}
