// SPDX-License-Identifier: Apache-2.0
// tools/math: the device math library against exact results. functions.def has a row a function.
#ifndef CUPRUM_TOOLS_MATH_CHECK_H
#define CUPRUM_TOOLS_MATH_CHECK_H
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_ARGS = 4 };

// How an error is measured, and where; with ODD or EVEN: what f(-x) is.
enum {
    IN_ULP,         // units in the last place of the exact result, everywhere
    NOT_NEAR_POLES, // lgamma: the documentation's exception, -10.001 < x < -2.264
    BELOW_8,        // Bessel functions: in ulp for |x| < 8
    FROM_8,         // ... and in millionths, absolute, for |x| >= 8
    BESSEL,         // those of double: for |x| >= 8 an absolute error of 5e-12 counts as one ulp
    ORDER,   // those of the first argument's order: an error of 5e-12 counts as one ulp everywhere
    FAR,     // ... and only where |x| > 1.5 times the order
    BELOW_3, // of order 3 likewise
    FROM_3,
    MILLIONTHS, // everywhere
    MEASURE = 15,
    ODD = 16,
    EVEN = 32
};

typedef struct Function {
    const char *name;
    int nargs;
    double documented; // NVIDIA's largest error, in ulp (CUDA programming guide, appendix on
                       // mathematical functions)
    float (*host)(float x, float y, float z,
                  float w); // the library's source, compiled for the host
    // An approximation with 2^-50 relative error, or NULL; with it all 2^32 arguments take minutes.
    double (*near)(double x, double y, double z, double w);
    void (*exact)(mpfr_t r, const mpfr_t *arg); // to r's precision
    int measure;
    const char *code; // statements that set r from x, y, z, w
    // Functions of double have these instead of host and near; near_wide's error is below 2^-61.
    double (*host_wide)(double x, double y, double z, double w);
    long double (*near_wide)(long double x, long double y, long double z, long double w);
} Function;

extern const Function functions[], functions64[];
extern const size_t nfunctions, nfunctions64;
extern const char *const prototypes, *const prototypes64; // of the library's functions, CUDA C++

typedef struct {
    uint64_t stride, random;
    const char *library, *toolkit, *cost;
    bool same, ftz;
} Options;

uint64_t next_random(uint64_t *s);
bool check64(const Function *f, const Options *o); // of double: see check64.c
bool cost64(const Function *f, const Options *o);
bool print_cost(const Function *f, const Options *o, const void *const *arg, void *result,
                size_t n);

// Which library a machine runs.
typedef struct Machine Machine;
Machine *machine_new(const Function *f, const char *library,
                     const Options *options); // NULL: see stderr
bool machine_run(Machine *m, const void *const *arg, void *result, size_t n);
uint64_t machine_executed(const Machine *m);            // warp instructions so far
bool machine_write(const Machine *m, const char *path); // its PTX
void machine_free(Machine *m);
#endif
