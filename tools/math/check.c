// SPDX-License-Identifier: Apache-2.0
// Checks the device math library against exact results:
//   math-check [--stride=N] [--random=N] [--library=host|cuprum|nvidia] [--toolkit=DIR] [--same]
//   [--ftz] [NAME...]
// Functions of one argument are called with every N-th float (all: --stride=1), others with N
// random, boundary and hard tuples. `host` is the library's source compiled for this machine, the
// others run on the virtual machine. --same only compares host and cuprum, bit for bit. --ftz
// compiles for the machine with -ftz=true: subnormal arguments are zeros, results that are
// subnormal or nearly so do not count. A line a function:
//   NAME largest error in ulp, where, number of results that are not the nearest, of how many,
//   documented
// The exit status is 1 if one is larger than NVIDIA documents.
//
// --cost=DIR writes each function's PTX with Cuprum's and with NVIDIA's library there and prints
// how many warp instructions a call executes with either (cost.sh).
//
// An argument's result is judged by a double evaluation with error below 2^-50 and, where that
// cannot tell whether the nearest float was given, by MPFR with 160 bits.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1 << 16, BITS = 160 };

typedef struct {
    double worst;
    float at[MAX_ARGS], got;
    uint64_t n, not_nearest;
} Judgement;

static float of_bits(uint32_t b) {
    float x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static uint32_t bits_of(float x) {
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

// ---- errors -------------------------------------------------------------------------------------

// Of the binade of r, in which subnormals share the lowest normal one's.
static double ulp(double r) {
    uint64_t b;
    memcpy(&b, &r, sizeof b);
    int e = (int)(b >> 52 & 0x7ff) - 1023;
    b = (uint64_t)((e < -126 ? -126 : e > 127 ? 127 : e) - 23 + 1023) << 52;
    memcpy(&r, &b, sizeof r);
    return r;
}

static double exact_error(const Function *f, const float *arg, float got, double unit) {
    mpfr_t a[MAX_ARGS], r;
    mpfr_init2(r, BITS);
    for (int i = 0; i < f->nargs; i++) {
        mpfr_init2(a[i], BITS);
        mpfr_set_flt(a[i], arg[i], MPFR_RNDN);
    }
    f->exact(r, (const mpfr_t *)a);
    mpfr_d_sub(r, isinf(got) ? copysign(0x1p128, got) : (double)got, r, MPFR_RNDN);
    double error = fabs(mpfr_get_d(r, MPFR_RNDN)) / unit;
    for (int i = 0; i < f->nargs; i++) mpfr_clear(a[i]);
    mpfr_clear(r);
    return error;
}

// In ulp; infinite where one is NaN, or zeros or infinities differ.
static double error_of(const Function *f, const float *arg, float got) {
    double r = f->near((double)arg[0], (double)arg[1], (double)arg[2], (double)arg[3]);
    if (isnan(r) || isnan(got)) return isnan(r) && isnan(got) ? 0 : INFINITY;
    bool beyond = fabs(r) >= 0x1p128 - 0x1p103;
    if (isinf(r) || (beyond && isinf(got)))
        return isinf(got) && (got > 0) == (r > 0) ? 0 : INFINITY;
    if (r == 0)
        return got == 0 && !signbit(got) == !signbit(r) ? 0
               : got == 0                               ? INFINITY
                                                        : fabs((double)got) / 0x1p-149;
    double unit = ulp(r),
           error = fabs((isinf(got) ? copysign(0x1p128, got) : (double)got) - r) / unit;
    // near the middle between two floats, or no accurate evaluation
    if (fabs(error - 0.5) < 0x1p-20) error = exact_error(f, arg, got, unit);
    return error;
}

static bool absolute(const Function *f) {
    int m = f->measure & MEASURE;
    return m == FROM_8 || m == FROM_3 || m == MILLIONTHS;
}

static bool excepted(const Function *f, float x) {
    switch (f->measure & MEASURE) {
    case NOT_NEAR_POLES: return x > -10.001f && x < -2.264f;
    case BELOW_8: return fabsf(x) >= 8;
    case BELOW_3: return fabsf(x) >= 3;
    case FROM_3: return fabsf(x) < 3;
    case FROM_8: return fabsf(x) < 8;
    default: return false;
    }
}

// A function whose results for x and -x are the same but for the sign, and whose exact results are,
// need be judged for one of them only.
static bool mirrored(const Function *f, const Options *o, float x, float got) {
    if (!(f->measure & (ODD | EVEN)) || o->stride > 1 || x >= 0) return false;
    uint32_t sign = f->measure & ODD ? 1u << 31 : 0;
    return bits_of(f->host(-x, 0, 0, 0)) == (bits_of(got) ^ sign);
}

// What -ftz=true makes of an argument; a result that may be flushed.
static float flushed(float x) {
    return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}
static bool may_vanish(const Function *f, const float *arg) {
    return fabs(f->near((double)arg[0], (double)arg[1], (double)arg[2], (double)arg[3])) < 0x1p-125;
}

static void judge(const Function *f, const float *arg, float got, Judgement *j) {
    if (excepted(f, arg[0])) return;
    double e = error_of(f, arg, got);
    if (absolute(f) && isfinite(got))
        e = fabs(got - f->near((double)arg[0], (double)arg[1], (double)arg[2], (double)arg[3])) *
            1e6;
    j->n++;
    j->not_nearest += e > 0.5;
    if (e <= j->worst) return;
    j->worst = e;
    j->got = got;
    memcpy(j->at, arg, sizeof j->at);
}

// ---- arguments ----------------------------------------------------------------------------------

uint64_t next_random(uint64_t *s) { // splitmix64 (G. Steele, D. Lea, C. Flood, 2014)
    uint64_t z = *s += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static const float edge[] = {0,           0x1p-149f, 0x1p-126f,
                             0x1p-64f,    0x1p-24f,  0.5f,
                             0.70710678f, 1,         1.4142135f,
                             1.5707963f,  2,         3,
                             4,           8,         10,
                             88.72284f,   103.97f,   127,
                             128,         149,       0x1p23f,
                             0x1p24f,     0x1p31f,   0x1p64f,
                             0x1p126f,    0x1p127f,  0x1.fffffep127f,
                             INFINITY,    NAN};

static float some_float(uint64_t *s) {
    uint64_t r = next_random(s);
    uint32_t kind = r & 7, bits = (uint32_t)(r >> 32);
    if (kind == 0) {
        uint32_t at = bits % (sizeof edge / sizeof *edge);
        return of_bits((bits_of(edge[at]) + (uint32_t)(r >> 8 & 3) - (edge[at] != 0)) |
                       ((uint32_t)(r >> 4 & 1) << 31));
    }
    if (kind < 4) return of_bits(bits);
    if (kind == 4) return (float)((int)(bits >> 20) - 2048) / 8; // small integers and eighths
    double range = kind == 5 ? 1.5 : kind == 6 ? 12 : 140;
    return (float)(((double)bits * 0x1p-32 * 2 - 1) * range);
}

// Two arguments that are near each other, or near 1: where powers, quotients and differences are
// hard.
static void relate(float *arg, int nargs, uint64_t *s) {
    uint64_t r = next_random(s);
    if (nargs < 2 || r & 3) return;
    if (r & 4)
        arg[1] = of_bits(bits_of(arg[0]) + (uint32_t)(r >> 8 & 15) - 8);
    else
        arg[0] = 1 + (float)((int)(r >> 40 & 0xffff) - 0x8000) * 0x1p-20f;
}

// Fills a batch; false: there are no more.
static bool next_batch(const Function *f, const Options *o, uint64_t *done, float (*arg)[BATCH],
                       size_t *n) {
    bool all = f->nargs == 1;
    uint64_t end = all ? (1ull << 32) / o->stride : o->random,
             seed = *done * 0x2545f4914f6cdd1d + 1;
    size_t k = 0;
    for (; k < BATCH && *done < end; k++, ++*done) {
        float a[MAX_ARGS] = {0};
        // an odd step inside each stride, so that low bits vary too; before them the edges, of
        // either sign
        if (all && o->stride > 1 && *done < 2 * sizeof edge / sizeof *edge)
            a[0] = copysignf(edge[*done / 2], *done & 1 ? -1.0f : 1.0f);
        else if (all)
            a[0] = of_bits((uint32_t)(*done * o->stride +
                                      (o->stride > 1 ? *done * 0x9e3779b1u % o->stride : 0)));
        for (int i = 0; !all && i < f->nargs; i++) a[i] = some_float(&seed);
        if (!all) relate(a, f->nargs, &seed);
        for (int i = 0; i < MAX_ARGS; i++) arg[i][k] = a[i];
    }
    *n = k;
    return k > 0;
}

// ---- functions ----------------------------------------------------------------------------------

static float args[MAX_ARGS][BATCH], got[BATCH], host[BATCH];

static bool equal(float a, float b) {
    return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b));
}

static bool compare(const Function *f, size_t n) {
    for (size_t k = 0; k < n; k++) {
        if (equal(got[k], host[k])) continue;
        printf("%s(%a, %a): %a on the machine, %a on the host\n", f->name, (double)args[0][k],
               (double)args[1][k], (double)got[k], (double)host[k]);
        return false;
    }
    return true;
}

static bool report(const Function *f, const Judgement *j) {
    bool ok = j->worst <= fmax(f->documented, 0.5); // 0: correctly rounded
    const char *unit = absolute(f) ? "e-6" : "ulp";
    printf("%-14s %8.4f %s at", f->name, j->worst, unit);
    for (int i = 0; i < f->nargs; i++) printf(" %a", (double)j->at[i]);
    printf(" (%a), not nearest %llu of %llu, documented %g%s\n", (double)j->got,
           (unsigned long long)j->not_nearest, (unsigned long long)j->n, f->documented,
           ok ? "" : " EXCEEDED");
    fflush(stdout);
    return ok;
}

static bool check(const Function *f, const Options *o) {
    bool on_host = strcmp(o->library, "host") == 0 && !o->same, ok = true;
    Machine *m = on_host ? NULL : machine_new(f, o->same ? "cuprum" : o->library, o);
    if (!on_host && !m) return false;
    Judgement j = {.worst = -1};
    uint64_t done = 0;
    size_t n;
    const void *in[MAX_ARGS] = {args[0], args[1], args[2], args[3]};
    while (ok && next_batch(f, o, &done, args, &n)) {
        for (size_t k = 0; o->ftz && k < n; k++) {
            for (int i = 0; i < f->nargs; i++) args[i][k] = flushed(args[i][k]);
        }
        for (size_t k = 0; k < n; k++)
            host[k] = f->host(args[0][k], args[1][k], args[2][k], args[3][k]);
        if (m) ok = machine_run(m, in, got, n);
        if (o->same) ok = ok && compare(f, n);
        for (size_t k = 0; !o->same && k < n; k++) {
            if (on_host && mirrored(f, o, args[0][k], host[k])) {
                j.n++;
                continue;
            }
            float arg[] = {args[0][k], args[1][k], args[2][k], args[3][k]};
            if (o->ftz && may_vanish(f, arg)) continue;
            judge(f, arg, m ? got[k] : host[k], &j);
        }
    }
    if (m) machine_free(m);
    if (o->same && ok) printf("%s: the same\n", f->name);
    return o->same ? ok : report(f, &j) && ok;
}

// The warp instructions of a call, with either library.
bool print_cost(const Function *f, const Options *o, const void *const *arg, void *result,
                size_t n) {
    static const char *const libraries[] = {"cuprum", "nvidia"};
    uint64_t executed[2];
    for (int k = 0; k < 2; k++) {
        char path[4096];
        Machine *m = machine_new(f, libraries[k], o);
        if (!m || !machine_run(m, arg, result, n)) return false;
        snprintf(path, sizeof path, "%s/%s.%s.ptx", o->cost, f->name, libraries[k]);
        executed[k] = machine_executed(m);
        if (!machine_write(m, path)) return false;
        machine_free(m);
    }
    double warps = (double)n / 32;
    printf("%s %.2f %.2f\n", f->name, (double)executed[0] / warps, (double)executed[1] / warps);
    return true;
}

// Arguments as programs have them: each warp's are uniform in one range.
static bool cost(const Function *f, const Options *o) {
    static const float range[] = {1, 1.5, 12, 140};
    enum { N = 256 * 32 };
    const void *in[MAX_ARGS] = {args[0], args[1], args[2], args[3]};
    uint64_t seed = 1;
    for (int i = 0; i < MAX_ARGS; i++) {
        for (int k = 0; k < N; k++)
            args[i][k] = (float)((double)(int64_t)next_random(&seed) * 0x1p-63) * range[k / 32 % 4];
    }
    return print_cost(f, o, in, got, N);
}

static bool handle(const Function *f, const Options *o) {
    if (f->host_wide) return o->cost ? cost64(f, o) : check64(f, o);
    return o->cost ? cost(f, o) : check(f, o);
}

// Those that are named, or all.
static bool handle_some(const Function *f, size_t n, const Options *o, bool all, char **names) {
    bool ok = true;
    for (; n; f++, n--) {
        bool wanted = all;
        for (char **name = names; *name; name++) wanted |= strcmp(*name, f->name) == 0;
        if (wanted) ok &= handle(f, o);
    }
    return ok;
}

int main(int argc, char **argv) {
    Options o = {.stride = 1021, .random = 1 << 22, .library = "host"};
    bool all = true, ok = true;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (strncmp(a, "--stride=", 9) == 0)
            o.stride = strtoull(a + 9, NULL, 10);
        else if (strncmp(a, "--random=", 9) == 0)
            o.random = strtoull(a + 9, NULL, 10);
        else if (strncmp(a, "--library=", 10) == 0)
            o.library = a + 10;
        else if (strncmp(a, "--toolkit=", 10) == 0)
            o.toolkit = a + 10;
        else if (strncmp(a, "--cost=", 7) == 0)
            o.cost = a + 7;
        else if (strcmp(a, "--same") == 0)
            o.same = true;
        else if (strcmp(a, "--ftz") == 0)
            o.ftz = true, o.library = "cuprum";
        else
            all = false;
    }
    if (!o.stride) o.stride = 1;
    ok &= handle_some(functions, nfunctions, &o, all, argv + 1);
    ok &= handle_some(functions64, nfunctions64, &o, all, argv + 1);
    return !ok;
}
