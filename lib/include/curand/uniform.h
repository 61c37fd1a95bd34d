// SPDX-License-Identifier: Apache-2.0
// Uniform numbers in (0, 1]: k 2^-n + 2^-n / 2 for an integer k of n bits, rounded. (Doubles of 32 bits
// are (k + 1) 2^-32.)
#ifndef CUPRUM_CURAND_UNIFORM_H
#define CUPRUM_CURAND_UNIFORM_H

#include "common.h"

namespace cuprum_curand {
CUPRUM_CURAND float unit(unsigned int x) {
    return x * 0x1p-32f + 0x1p-33f;
}
CUPRUM_CURAND float unit(unsigned long long x) {
    return unit((unsigned int)(x >> 32));
}
CUPRUM_CURAND float4 unit(uint4 x) {
    return make_float4(unit(x.x), unit(x.y), unit(x.z), unit(x.w));
}
CUPRUM_CURAND double unit_double(unsigned int x) {
    return x * 0x1p-32 + 0x1p-32;
}
CUPRUM_CURAND double unit_double(unsigned long long x) {
    return (x >> 11) * 0x1p-53 + 0x1p-54;
}

// 53 bits of two words
CUPRUM_CURAND unsigned long long mantissa(unsigned int x, unsigned int y) {
    return (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
}
CUPRUM_CURAND double unit_double(unsigned int x, unsigned int y) {
    return mantissa(x, y) * 0x1p-53 + 0x1p-54;
}
CUPRUM_CURAND double2 unit_double(uint4 x) {
    return make_double2(unit_double(x.x, x.y), unit_double(x.z, x.w));
}
} // namespace cuprum_curand

CUPRUM_CURAND float curand_uniform(curandStateXORWOW_t *state) {
    return cuprum_curand::unit(curand(state));
}
CUPRUM_CURAND double curand_uniform_double(curandStateXORWOW_t *state) {
    unsigned int x = curand(state);
    return cuprum_curand::unit_double(x, curand(state));
}

// MRG32k3a's numbers are 1 to 2^32 - 209: times 1 / (2^32 - 208), rounded.
CUPRUM_CURAND double curand_uniform_double(curandStateMRG32k3a_t *state) {
    return cuprum_curand::mrg_step(state) * 2.3283065498378288e-10;
}
CUPRUM_CURAND float curand_uniform(curandStateMRG32k3a_t *state) {
    return (float)curand_uniform_double(state);
}

CUPRUM_CURAND float curand_uniform(curandStatePhilox4_32_10_t *state) {
    return cuprum_curand::unit(curand(state));
}
CUPRUM_CURAND float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    return cuprum_curand::unit(curand4(state));
}
CUPRUM_CURAND double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
    return cuprum_curand::unit_double(curand(state));
}
CUPRUM_CURAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    return cuprum_curand::unit_double(curand4(state));
}
CUPRUM_CURAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

CUPRUM_CURAND float curand_uniform(curandStateMtgp32_t *state) {
    return cuprum_curand::unit(curand(state));
}
CUPRUM_CURAND double curand_uniform_double(curandStateMtgp32_t *state) {
    return cuprum_curand::unit_double(curand(state));
}

// Quasi-random numbers: one number of the sequence makes one here.
#define CUPRUM_CURAND_UNIFORM(State)                                                               \
    CUPRUM_CURAND float curand_uniform(State *state) {                                             \
        return cuprum_curand::unit(curand(state));                                                 \
    }                                                                                              \
    CUPRUM_CURAND double curand_uniform_double(State *state) {                                     \
        return cuprum_curand::unit_double(curand(state));                                          \
    }
CUPRUM_CURAND_UNIFORM(curandStateSobol32_t)
CUPRUM_CURAND_UNIFORM(curandStateScrambledSobol32_t)
CUPRUM_CURAND_UNIFORM(curandStateSobol64_t)
CUPRUM_CURAND_UNIFORM(curandStateScrambledSobol64_t)
#undef CUPRUM_CURAND_UNIFORM

#endif
