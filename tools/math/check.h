// SPDX-License-Identifier: Apache-2.0
// tools/math: the device math library against exact results. functions.def has a row a function.
#ifndef CUPRUM_TOOLS_MATH_CHECK_H
#define CUPRUM_TOOLS_MATH_CHECK_H
#include "arguments.h"
#include "measure.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Function {
    const char *name;
    int nargs;
    double documented; // NVIDIA's largest error, in ulp (CUDA programming guide, appendix on
                       // mathematical functions)
    float (*host)(float x, float y, float z,
                  float w); // the library's source, compiled for the host
    // An approximation with 2^-50 relative error, or NULL; with it all 2^32 arguments take minutes.
    double (*near)(double x, double y, double z, double w);
    void (*exact)(mpfr_t r, const mpfr_t *arg); // to r's precision; leaves r where `near` is exact
    int measure;
    const char *code;      // statements that set r from x, y, z, w
    const char *near_code; // the text of `near` or `near_wide`, which means something on a GPU, too
    bool near_is_exact;
    // Functions of double have these instead of host and near; near_wide's error is below 2^-61.
    double (*host_wide)(double x, double y, double z, double w);
    long double (*near_wide)(long double x, long double y, long double z, long double w);
} Function;

extern const Function functions[], functions64[];
extern const size_t nfunctions, nfunctions64;
extern const char *const prototypes, *const prototypes64; // of the library's functions, CUDA C++

// What the machine's approximations give on the host (approximations.c).
typedef enum { NEAREST, LOW, HIGH, RANDOM, NO_SUCH_MODE } ApproximationMode;
void choose_approximations(ApproximationMode mode);

typedef struct {
    uint64_t stride, random;
    double seconds;       // that a function may take; 0: as long as it does
    double total_seconds; // that all may take, with several jobs
    unsigned jobs;        // processes
    const char *library, *toolkit, *cost;
    const char *save; // where the PTX of what judges is kept, or NULL
    bool same, ftz, gpu;
    ApproximationMode approximations;
    char group; // 'f': functions of floats, 'd': of doubles; 0: all
} Options;

// The largest error of NVIDIA's library on a GPU, or 0 where it is not known (theirs.c).
double error_of_theirs(const Function *f);

// What is known of a function's results.
typedef struct {
    double worst; // -1: nothing yet
    double at[MAX_ARGS], got;
    uint64_t n, not_nearest;
    // Of the n those that nobody has judged, as there were too many: special results, and those
    // whose error is 0.5 ulp, a little more or less.
    uint64_t undecided, in_the_middle;
} Judgement;

// The error of one result; floats as doubles.
typedef double ErrorOf(const Function *f, const double *arg, double got, const Judgement *j);
// Takes an error into the judgement; `counted`: the result is one of the n already.
void take_error(Judgement *j, const double *arg, double got, double error);
bool report(const Function *f, const Judgement *j); // prints the line

double seconds_now(void);
bool time_is_over(const Options *o, double start);

bool check64(const Function *f, const Options *o); // of double: see check64.c
bool cost64(const Function *f, const Options *o);
bool print_cost(const Function *f, const Options *o, const void *const *arg, void *result,
                size_t n);

// Judges results where they are made (sieve.c); those that it cannot are judged by `error_of`.
bool can_sift(const Options *o);
bool sift(const Function *f, const Options *o, ErrorOf *error_of, Judgement *j);

// Calls handle(functions[k], options) for each of them, in so many processes; what they print comes
// in the functions' order. False if one did not succeed (jobs.c).
typedef bool Handle(const Function *f, const Options *o);
bool run_jobs(const Function *const *functions, size_t n, const Options *o, Handle *handle);
#endif
