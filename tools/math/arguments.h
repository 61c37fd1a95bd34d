// SPDX-License-Identifier: Apache-2.0
// The arguments that functions are tried on: the n-th ones depend on n only, so that every machine
// makes its own. C, and CUDA C++ (sieve.cu).
#ifndef CUPRUM_TOOLS_MATH_ARGUMENTS_H
#define CUPRUM_TOOLS_MATH_ARGUMENTS_H
#ifdef __CUDACC__ // behind measure.h
#define TABLE static __device__ const
#else
#include "measure.h"
#define TABLE static const
#endif

enum { MAX_ARGS = 4 };
typedef unsigned long long Bits;

SHARED float float_of(unsigned b) {
    float x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
SHARED unsigned bits_of_float(float x) {
    unsigned b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
SHARED double double_of(Bits b) {
    double x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
SHARED Bits bits_of_double(double x) {
    Bits b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}

SHARED Bits next_random(Bits *s) { // splitmix64 (G. Steele, D. Lea, C. Flood, 2014)
    Bits z = *s += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
// Two streams: one of the index, and one that 32 neighbours share, of which comes what kind of
// argument there is. So threads of a warp take much the same way through a function.
typedef struct {
    Bits own, shared;
} Random;

SHARED Random random_of(Bits index) {
    Random s = {index * 0x2545f4914f6cdd1d + 1, (index >> 5) * 0x2545f4914f6cdd1d + 2};
    return s;
}
SHARED Bits next_mixed(Random *s) { // the lowest eleven bits are shared
    Bits kind = next_random(&s->shared) & 0x7ff;
    return (next_random(&s->own) & ~(Bits)0x7ff) | kind;
}

// ---- floats -------------------------------------------------------------------------------------

TABLE float float_edge[] = {0,
                            0x1p-149f,
                            0x1p-126f,
                            0x1p-64f,
                            0x1p-24f,
                            0.5f,
                            0.70710678f,
                            1,
                            1.4142135f,
                            1.5707963f,
                            2,
                            3,
                            4,
                            8,
                            10,
                            88.72284f,
                            103.97f,
                            127,
                            128,
                            149,
                            0x1p23f,
                            0x1p24f,
                            0x1p31f,
                            0x1p64f,
                            0x1p126f,
                            0x1p127f,
                            0x1.fffffep127f,
                            __builtin_inff(),
                            __builtin_nanf("")};
enum { FLOAT_EDGES = 29 };

SHARED float some_float(Random *s) {
    Bits r = next_mixed(s);
    unsigned kind = r & 7, bits = (unsigned)(r >> 32);
    if (kind == 0) {
        float x = float_edge[bits % FLOAT_EDGES];
        return float_of((bits_of_float(x) + (unsigned)(r >> 8 & 3) - (x != 0)) |
                        ((unsigned)(r >> 4 & 1) << 31));
    }
    if (kind < 4) return float_of(bits);
    if (kind == 4) return (float)((int)(bits >> 20) - 2048) / 8; // small integers and eighths
    double range = kind == 5 ? 1.5 : kind == 6 ? 12 : 140;
    return (float)(((double)bits * 0x1p-32 * 2 - 1) * range);
}

// Two arguments that are near each other, or near 1: where powers, quotients and differences are
// hard.
SHARED void relate_floats(float *arg, Random *s) {
    Bits r = next_mixed(s);
    if (r & 3) return;
    if (r & 4)
        arg[1] = float_of(bits_of_float(arg[0]) + (unsigned)(r >> 8 & 15) - 8);
    else
        arg[0] = 1 + (float)((int)(r >> 40 & 0xffff) - 0x8000) * 0x1p-20f;
}

// Of one argument every stride-th float is tried: an odd step inside each stride, so that low bits
// vary too; before them the edges, of either sign.
SHARED float strided_float(Bits index, Bits stride) {
    if (stride > 1 && index < 2 * FLOAT_EDGES) {
        float x = float_edge[index / 2];
        return index & 1 ? -x : x;
    }
    Bits step = stride > 1 ? index * 0x9e3779b1u % stride : 0;
    return float_of((unsigned)(index * stride + step));
}

SHARED void float_arguments(float *arg, int nargs, Bits index, Bits stride) {
    Random seed = random_of(index);
    if (nargs == 1) {
        arg[0] = strided_float(index, stride);
        return;
    }
    for (int i = 0; i < nargs; i++) arg[i] = some_float(&seed);
    relate_floats(arg, &seed);
}

// ---- doubles ------------------------------------------------------------------------------------

// Where the functions change: ends of domains and ranges, limits of methods, constants.
TABLE double double_edge[] = {0,
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
                              __builtin_inf(),
                              __builtin_nan("")};
enum { DOUBLE_EDGES = 72 };

SHARED double near_edge(Bits r) {
    double x = double_edge[(r >> 40) % DOUBLE_EDGES];
    Bits step = (r >> 8 & 3) - (x != 0);
    if (r & 0x800) step <<= (r >> 12) % 40; // further off
    x = double_of(bits_of_double(x) + step);
    return r & 16 ? -x : x;
}

// Next to a multiple of pi/2, or of a half, of any size.
SHARED double near_multiple(Bits r) {
    double m = (double)((r >> 13) >> (r >> 8 & 31) % 51), x = m * 0.5;
    if (!(r & 16)) { // the product with pi/2 in two parts
        double high = m * 0x1.921fb54442d18p0, low = fma(m, 0x1.921fb54442d18p0, -high);
        x = high + fma(m, 0x1.1a62633145c07p-54, low);
    }
    x = double_of(bits_of_double(x) + (r >> 6 & 3) - 1);
    return r & 32 ? -x : x;
}

SHARED double power_of_two(int e) { // that is a normal number
    return double_of((Bits)(1023 + e) << 52);
}

TABLE double double_range[] = {1.5, 1.5, 6, 12, 40, 140, 760, 1100};

SHARED double some_double(Random *s) {
    Bits r = next_mixed(s), more = next_random(&s->own);
    double unit = (double)(long long)more * 0x1p-63, range = double_range[r >> 4 & 7];
    switch (r & 15) {
    case 0: return near_edge(more);
    case 1: return near_multiple(more);
    case 2:
    case 3: return double_of(more);                        // any
    case 4: return (double)((int)(more >> 50) - 8192) / 8; // small integers and eighths
    case 5: return (double)(float)(unit * range);          // few bits
    case 6:
    case 7: return double_of((more & 0x800fffffffffffff) | (1023 - 64 + (r >> 4 & 127)) << 52);
    case 8: { // around 1 and -1, at all distances
        double d = unit * power_of_two(-(int)((r >> 4) % 54));
        return r & 0x10000 ? 1 + d : -1 + d;
    }
    default: return unit * range;
    }
}

// Two arguments that are near each other, of like size, or the first near 1: where powers,
// quotients and differences are hard.
SHARED void relate_doubles(double *arg, Random *s) {
    Bits r = next_mixed(s);
    if (r & 1) return;
    if (r & 2)
        arg[1] = double_of(bits_of_double(arg[0]) + (r >> 8 & 15) - 8);
    else if (r & 4)
        arg[1] = double_of((bits_of_double(arg[1]) & 0x800fffffffffffff) |
                           ((bits_of_double(arg[0]) + ((r >> 8 & 63) << 52)) & 0x7ff0000000000000));
    else if (r & 8) { // a power that has about the largest or the smallest exponent
        double part = (double)(r >> 40 & 0xffff);
        double power = r & 32 ? 708.37 + part * 0x1p-21 : 700 + part / 1000;
        arg[1] = (r & 16 ? power : -power) / log(fabs(arg[0]));
    } else
        arg[0] = 1 + (double)(long long)r * power_of_two(-63 - (int)(r >> 4) % 30);
}

SHARED void double_arguments(double *arg, int nargs, Bits index) {
    Random seed = random_of(index);
    for (int i = 0; i < nargs; i++) arg[i] = some_double(&seed);
    if (nargs > 1) relate_doubles(arg, &seed);
}
#endif
