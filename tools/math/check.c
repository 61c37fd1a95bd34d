// SPDX-License-Identifier: Apache-2.0
// Checks the device math library against exact results:
//   math-check [--stride=N] [--random=N] [--library=host|cuprum|nvidia] [--toolkit=DIR] [--same]
//   [--ftz] [--approximations=nearest|low|high|random] [--gpu] [--jobs=N] [--seconds=S] [NAME...]
// Functions of one argument are called with every N-th float (all: --stride=1), others with N
// random, boundary and hard tuples. `host` is the library's source compiled for this machine, the
// others run on the virtual machine. --same only compares host and cuprum, bit for bit. --ftz
// compiles for the machine with -ftz=true: subnormal arguments are zeros, results that are
// subnormal or nearly so do not count. --approximations: on the host the machine's approximations
// are off by what a GPU's may be (approximations.c). A line a function:
//   NAME largest error in ulp, where, number of results that are not the nearest, of how many,
//   documented
// The exit status is 1 if one is larger than NVIDIA documents and than NVIDIA's library has on a
// GPU (theirs.c).
//
// --gpu: the others run on the GPU of the driver that is here (libcuda.so.1), which makes the
// arguments and judges, too (sieve.c); --facts says which GPU. --jobs: processes. --seconds: a
// function's time, after which the line says on how many arguments it was tried; --total-seconds:
// that of all, which they share. --group=f: functions of floats, d: of doubles. --save=DIR keeps
// the PTX of what judges there.
//
// --cost=DIR writes each function's PTX with Cuprum's and with NVIDIA's library there and prints
// how many warp instructions a call executes with either (cost.sh).
//
// An argument's result is judged by a double evaluation with error below 2^-50 and, where that
// cannot tell whether the nearest float was given, by MPFR with 160 bits.
#include "check.h"

#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 1 << 16, BITS = 160 };

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

static double exact_error(const Function *f, const double *arg, double near, double got,
                          double unit) {
    mpfr_t a[MAX_ARGS], r;
    mpfr_init2(r, BITS);
    for (int i = 0; i < f->nargs; i++) {
        mpfr_init2(a[i], BITS);
        mpfr_set_d(a[i], arg[i], MPFR_RNDN);
    }
    mpfr_set_d(r, near, MPFR_RNDN);
    f->exact(r, (const mpfr_t *)a);
    mpfr_d_sub(r, isinf(got) ? copysign(0x1p128, got) : got, r, MPFR_RNDN);
    double error = fabs(mpfr_get_d(r, MPFR_RNDN)) / unit;
    for (int i = 0; i < f->nargs; i++) mpfr_clear(a[i]);
    mpfr_clear(r);
    return error;
}

// In ulp; infinite where one is NaN, or zeros or infinities differ.
static double error_in_ulp(const Function *f, const double *arg, double got, double r) {
    if (isnan(r) || isnan(got)) return isnan(r) && isnan(got) ? 0 : INFINITY;
    bool beyond = fabs(r) >= 0x1p128 - 0x1p103;
    if (isinf(r) || (beyond && isinf(got)))
        return isinf(got) && (got > 0) == (r > 0) ? 0 : INFINITY;
    if (r == 0)
        return got == 0 && !signbit(got) == !signbit(r) ? 0
               : got == 0                               ? INFINITY
                                                        : fabs(got) / 0x1p-149;
    double unit = ulp(r), error = fabs((isinf(got) ? copysign(0x1p128, got) : got) - r) / unit;
    // near the middle between two floats, or no accurate evaluation
    if (fabs(error - 0.5) < 0x1p-20) error = exact_error(f, arg, r, got, unit);
    return error;
}

static double error_of(const Function *f, const double *arg, double got, const Judgement *j) {
    double r = f->near(arg[0], arg[1], arg[2], arg[3]);
    if (in_millionths(f->measure) && isfinite(got)) return fabs(got - r) * 1e6;
    return error_in_ulp(f, arg, got, r);
}

void take_error(Judgement *j, const double *arg, double got, double error) {
    if (isnan(error)) error = INFINITY; // of what should be exact: nobody knows
    if (error <= j->worst) return;
    j->worst = error;
    j->got = got;
    memcpy(j->at, arg, sizeof j->at);
}

// A function whose results for x and -x are the same but for the sign, and whose exact results are,
// need be judged for one of them only.
static bool mirrored(const Function *f, const Options *o, float x, float got) {
    if (!(f->measure & (ODD | EVEN)) || o->stride > 1 || x >= 0) return false;
    uint32_t sign = f->measure & ODD ? 1u << 31 : 0;
    return bits_of_float(f->host(-x, 0, 0, 0)) == (bits_of_float(got) ^ sign);
}

// What -ftz=true makes of an argument; a result that may be flushed.
static float flushed(float x) {
    return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}
static bool may_vanish(const Function *f, const double *arg) {
    return fabs(f->near(arg[0], arg[1], arg[2], arg[3])) < 0x1p-125;
}

// ---- functions ----------------------------------------------------------------------------------

static float args[MAX_ARGS][BATCH], got[BATCH], host[BATCH];

// Fills a batch; false: there are no more.
static bool next_batch(const Function *f, const Options *o, uint64_t *done, size_t *n) {
    uint64_t end = f->nargs == 1 ? (1ull << 32) / o->stride : o->random;
    size_t k = 0;
    for (; k < BATCH && *done < end; k++, ++*done) {
        float a[MAX_ARGS] = {0};
        float_arguments(a, f->nargs, *done, o->stride);
        for (int i = 0; i < MAX_ARGS; i++) args[i][k] = o->ftz ? flushed(a[i]) : a[i];
    }
    *n = k;
    return k > 0;
}

static bool equal(float a, float b) {
    return bits_of_float(a) == bits_of_float(b) || (isnan(a) && isnan(b));
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

static void judge_batch(const Function *f, const Options *o, bool on_host, size_t n, Judgement *j) {
    const float *result = on_host ? host : got;
    for (size_t k = 0; k < n; k++) {
        if (on_host && mirrored(f, o, args[0][k], host[k])) {
            j->n++;
            continue;
        }
        double arg[] = {args[0][k], args[1][k], args[2][k], args[3][k]}, r = result[k];
        if ((o->ftz && may_vanish(f, arg)) || excepted_float(f->measure, arg[0])) continue;
        double error = error_of(f, arg, r, j);
        j->n++;
        j->not_nearest += error > 0.5;
        take_error(j, arg, r, error);
    }
}

bool report(const Function *f, const Judgement *j) {
    double theirs = error_of_theirs(f);
    bool ok = j->worst <= fmax(fmax(f->documented, 0.5), theirs); // 0: correctly rounded
    bool absolute = !f->host_wide && in_millionths(f->measure);
    printf("%-14s %8.4f %s at", f->name, j->worst, absolute ? "e-6" : "ulp");
    for (int i = 0; i < f->nargs; i++) printf(" %a", j->at[i]);
    printf(" (%a), not nearest %llu of %llu, documented %g", j->got,
           (unsigned long long)j->not_nearest, (unsigned long long)j->n, f->documented);
    if (theirs > fmax(f->documented, 0.5)) printf(", NVIDIA's %.4f", theirs);
    if (!ok) printf(" EXCEEDED");
    if (j->undecided) printf(", %llu UNDECIDED", (unsigned long long)j->undecided);
    if (j->in_the_middle) printf(", %llu in the middle", (unsigned long long)j->in_the_middle);
    printf("\n");
    fflush(stdout);
    return ok && !j->undecided;
}

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
bool time_is_over(const Options *o, double start) {
    return o->seconds > 0 && seconds_now() - start > o->seconds;
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
            host[k] = f->host(args[0][k], args[1][k], args[2][k], args[3][k]);
        if (m) ok = machine_call(m, in, got, n);
        if (o->same)
            ok = ok && compare(f, n);
        else if (ok)
            judge_batch(f, o, on_host, n, j);
    }
    if (m) machine_free(m);
    return ok;
}

static bool check(const Function *f, const Options *o) {
    Judgement j = {.worst = -1};
    bool ok = can_sift(o) ? sift(f, o, error_of, &j) : check_here(f, o, &j);
    if (!ok)
        printf("%s: not judged\n", f->name);
    else if (o->same)
        printf("%s: the same\n", f->name);
    return ok && (o->same || report(f, &j));
}

// The warp instructions of a call, with either library.
bool print_cost(const Function *f, const Options *o, const void *const *arg, void *result,
                size_t n) {
    static const char *const libraries[] = {"cuprum", "nvidia"};
    uint64_t executed[2];
    for (int k = 0; k < 2; k++) {
        char path[4096];
        Machine *m = machine_of(f, libraries[k], o);
        if (!m || !machine_call(m, arg, result, n)) return false;
        snprintf(path, sizeof path, "%s/%s.%s.ptx", o->cost, f->name, libraries[k]);
        executed[k] = machine_executed(m);
        if (!machine_save(m, path)) return false;
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
    Bits seed = 1;
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

static char group_of(const Function *f) {
    return f->host_wide ? 'd' : 'f';
}
// Those that are named, or all; of the group.
static size_t choose(const Function **chosen, bool all, const Options *o, char **names) {
    size_t n = 0;
    for (size_t i = 0; i < nfunctions + nfunctions64; i++) {
        const Function *f = i < nfunctions ? &functions[i] : &functions64[i - nfunctions];
        bool wanted = all;
        for (char **name = names; *name; name++) wanted |= strcmp(*name, f->name) == 0;
        if (o->group && o->group != group_of(f)) wanted = false;
        if (wanted) chosen[n++] = f;
    }
    return n;
}

// What stands behind NAME= if the argument starts so.
static const char *value(const char *argument, const char *name) {
    size_t n = strlen(name);
    return strncmp(argument, name, n) == 0 ? argument + n : NULL;
}

static ApproximationMode mode_of(const char *name) {
    static const char *const names[] = {"nearest", "low", "high", "random"};
    int mode = 0;
    while (mode < NO_SUCH_MODE && strcmp(name, names[mode]) != 0) mode++;
    return (ApproximationMode)mode;
}

static bool read_option(Options *o, const char *a) {
    const char *v;
    if ((v = value(a, "--stride=")))
        o->stride = strtoull(v, NULL, 10);
    else if ((v = value(a, "--random=")))
        o->random = strtoull(v, NULL, 10);
    else if ((v = value(a, "--seconds=")))
        o->seconds = strtod(v, NULL);
    else if ((v = value(a, "--total-seconds=")))
        o->total_seconds = strtod(v, NULL);
    else if ((v = value(a, "--group=")))
        o->group = *v;
    else if ((v = value(a, "--jobs=")))
        o->jobs = (unsigned)strtoul(v, NULL, 10);
    else if ((v = value(a, "--library=")))
        o->library = v;
    else if ((v = value(a, "--toolkit=")))
        o->toolkit = v;
    else if ((v = value(a, "--approximations=")))
        o->approximations = mode_of(v);
    else if ((v = value(a, "--save=")))
        o->save = v;
    else if ((v = value(a, "--cost=")))
        o->cost = v;
    else if (strcmp(a, "--same") == 0)
        o->same = true;
    else if (strcmp(a, "--ftz") == 0)
        o->ftz = true, o->library = "cuprum";
    else if (strcmp(a, "--gpu") == 0)
        o->gpu = true;
    else
        return false;
    return true;
}

int main(int argc, char **argv) {
    Options o = {.stride = 1021, .random = 1 << 22, .jobs = 1, .library = "host"};
    bool all = true;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--facts") == 0) return !gpu_print_facts();
        if (!read_option(&o, argv[i])) all = false;
    }
    if (o.approximations == NO_SUCH_MODE) return 2;
    choose_approximations(o.approximations);
    if (!o.stride) o.stride = 1;
    if (!o.jobs) o.jobs = 1;
    if (o.gpu && strcmp(o.library, "host") == 0) o.library = "cuprum";
    const Function **chosen = calloc(nfunctions + nfunctions64, sizeof(Function *));
    bool ok = run_jobs(chosen, choose(chosen, all, &o, argv + 1), &o, handle);
    free(chosen);
    return !ok;
}
