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
    BELOW_3,        // of order 3 likewise
    FROM_3,
    MILLIONTHS, // everywhere
                // exponent
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
} Function;

extern const Function functions[];
extern const size_t nfunctions;
extern const char *const prototypes; // of the library's functions, CUDA C++

// Which library a machine runs.
typedef struct Machine Machine;
Machine *machine_new(const Function *f, const char *library,
                     const char *toolkit); // NULL: see stderr
bool machine_run(Machine *m, const float *const *arg, float *result, size_t n);
uint64_t machine_executed(const Machine *m);            // warp instructions so far
bool machine_write(const Machine *m, const char *path); // its PTX
void machine_free(Machine *m);
#endif
