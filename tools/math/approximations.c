// SPDX-License-Identifier: Apache-2.0
// The machine's approximations on the host (lib/device/math/host.h): the exact value rounded, as on
// the virtual machine, or as far from it as a GPU's may be, which shows without a GPU what a
// function makes of such errors.
//
// The bounds are those with which an H200's largest errors are explained, else those of the PTX ISA
// ("maximum relative error", "maximum absolute error"). ex2.approx takes 23 bits of its argument's
// fraction, rounded down, and of a negative one that has no more it takes the next one below: all
// of the H200's largest errors below the exact value are there.
#include "check.h"

#include "../../lib/device/math/approximations.h"

#include <math.h>
#include <string.h>

static ApproximationMode mode;

void choose_approximations(ApproximationMode chosen) {
    mode = chosen;
}

typedef struct {
    double low, high; // how far from the exact value: in units of the result's last place
    double least;     // and at least that, absolute
} Bounds;

static const Bounds bounds[APPROXIMATIONS] = {
    [EX2] = {-0.75, 1.35, 0},    [LG2] = {-1, 1, 0x1p-22},  [RCP] = {-1, 1, 0},
    [RSQRT] = {-1.52, 1.52, 0},  [SQRT] = {-0.75, 0.75, 0}, [SINE] = {-1, 1, 0x1p-20},
    [COSINE] = {-1, 1, 0x1p-20}, [TANH] = {-8192, 8192, 0}, [QUOTIENT] = {-2, 2, 0},
};

static double unit_of(double exact) {
    int e;
    frexp(exact, &e); // exact is below 2^e
    return ldexp(1, (e < -125 ? -125 : e) - 24);
}

static double ex2_of_fewer_bits(float x) {
    if (!(fabsf(x) < 200) || x == rintf(x)) return exp2((double)x);
    double scaled = ldexp(x, 23), part = x < 0 ? ceil(scaled) - 1 : floor(scaled);
    return exp2(ldexp(part, -23));
}

// From 0 to 1, of the argument.
static double any_part(int which, float x) {
    Bits seed = (Bits)bits_of_float(x) * 16 + (Bits)which;
    return (double)(next_random(&seed) >> 11) * 0x1p-53;
}

float approximated(int which, float x, double exact) {
    float nearest = (float)exact;
    // what a float has is exact: infinities, powers of two
    if (mode == NEAREST || (double)nearest == exact || !isfinite(nearest)) return nearest;
    if (which == EX2) exact = ex2_of_fewer_bits(x);
    if ((double)(float)exact == exact) return (float)exact;

    const Bounds *b = &bounds[which];
    double unit = unit_of(exact);
    double low = exact + fmin(b->low * unit, -b->least),
           high = exact + fmax(b->high * unit, b->least);
    if (low < 0 && exact > 0) low = 0;
    double part = mode == LOW ? 0 : mode == HIGH ? 1 : any_part(which, x);
    float result = (float)(low + part * (high - low));
    if ((double)result < low) result = nextafterf(result, INFINITY);
    if ((double)result > high) result = nextafterf(result, -INFINITY);
    return result;
}
