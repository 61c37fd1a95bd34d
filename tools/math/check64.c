// SPDX-License-Identifier: Apache-2.0
// The functions of double: random, boundary and hard arguments; results are judged by a long double
// evaluation, and by MPFR where that cannot tell or a new largest error appears.
#include "check.h"

#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BATCH = 1 << 18, BITS = 170 };

static double args[MAX_ARGS][BATCH], got[BATCH], host[BATCH];

// ---- errors -------------------------------------------------------------------------------------

// Of the binade of r, in which subnormals share the lowest normal one's.
static long double unit_of(const Function *f, const double *arg, long double r) {
    int e = ilogbl(r);
    long double unit = ldexpl(1, (e < -1022 ? -1022 : e > 1023 ? 1023 : e) - 52);
    return has_least_unit(f->measure, arg[0]) && unit < 5e-12L ? 5e-12L : unit;
}

static long double limited(double x) {
    return isinf(x) ? copysignl(0x1p1024L, x) : (long double)x;
}

static double exact_error(const Function *f, const double *arg, long double near, double result,
                          long double unit) {
    mpfr_t a[MAX_ARGS], r, d;
    mpfr_init2(r, BITS);
    mpfr_init2(d, BITS);
    for (int i = 0; i < f->nargs; i++) {
        mpfr_init2(a[i], 53);
        mpfr_set_d(a[i], arg[i], MPFR_RNDN);
    }
    mpfr_set_ld(r, near, MPFR_RNDN);
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
static double error_of(const Function *f, const double *arg, double result, const Judgement *j) {
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
    bool unsure = fabs(error - 0.5) < 0x1p-8 || error > j->worst;
    return unsure ? exact_error(f, arg, r, result, unit) : error;
}

// Fills a batch; false: there are no more.
static bool next_batch(const Function *f, const Options *o, uint64_t *done, size_t *n) {
    size_t k = 0;
    for (; k < BATCH && *done < o->random; k++, ++*done) {
        double a[MAX_ARGS] = {0};
        double_arguments(a, f->nargs, *done);
        for (int i = 0; i < MAX_ARGS; i++) args[i][k] = a[i];
    }
    *n = k;
    return k > 0;
}

// ---- functions ----------------------------------------------------------------------------------

static bool equal(double a, double b) {
    return bits_of_double(a) == bits_of_double(b) || (isnan(a) && isnan(b));
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

static void judge_batch(const Function *f, const double *result, size_t n, Judgement *j) {
    for (size_t k = 0; k < n; k++) {
        double arg[] = {args[0][k], args[1][k], args[2][k], args[3][k]};
        if (excepted_double(f->measure, arg[0], arg[1])) continue;
        double error = error_of(f, arg, result[k], j);
        j->n++;
        j->not_nearest += error > 0.5;
        take_error(j, arg, result[k], error);
    }
}

static bool check_here(const Function *f, const Options *o, Judgement *j) {
    bool on_host = strcmp(o->library, "host") == 0 && !o->same, ok = true;
    Machine *m = on_host ? NULL : machine_of(f, o->same ? "cuprum" : o->library, o);
    if (!on_host && !m) return false;
    double start = seconds_now();
    uint64_t done = 0;
    size_t n;
    const void *in[MAX_ARGS] = {args[0], args[1], args[2], args[3]};
    while (ok && !time_is_over(o, start) && next_batch(f, o, &done, &n)) {
        for (size_t k = 0; k < n && (on_host || o->same); k++)
            host[k] = f->host_wide(args[0][k], args[1][k], args[2][k], args[3][k]);
        if (m) ok = machine_call(m, in, got, n);
        if (o->same)
            ok = ok && compare(f, n);
        else if (ok)
            judge_batch(f, on_host ? host : got, n, j);
    }
    if (m) machine_free(m);
    return ok;
}

bool check64(const Function *f, const Options *o) {
    Judgement j = {.worst = -1};
    bool ok = can_sift(o) ? sift(f, o, error_of, &j) : check_here(f, o, &j);
    if (!ok)
        printf("%s: not judged\n", f->name);
    else if (o->same)
        printf("%s: the same\n", f->name);
    return ok && (o->same || report(f, &j));
}

// Arguments as programs have them: each warp's are uniform in one range.
bool cost64(const Function *f, const Options *o) {
    static const double range[] = {1, 1.5, 12, 140};
    enum { N = 256 * 32 };
    const void *in[MAX_ARGS] = {args[0], args[1], args[2], args[3]};
    Bits seed = 1;
    for (int i = 0; i < MAX_ARGS; i++) {
        for (int k = 0; k < N; k++)
            args[i][k] = (double)(int64_t)next_random(&seed) * 0x1p-63 * range[k / 32 % 4];
    }
    return print_cost(f, o, in, got, N);
}
