// SPDX-License-Identifier: Apache-2.0
// Sobol's quasi-random sequences in Gray code's order: I. Antonov, V. Saleev, 1979; P. Bratley, B. Fox,
// "Algorithm 659", 1988. One state is one dimension: the caller brings its direction numbers (of S. Joe,
// F. Kuo, 2008, in NVIDIA's host library) and for scrambled sequences a constant that is xored to
// every number (the numbers for those are scrambled after J. Matousek, 1998).
#ifndef CUPRUM_CURAND_SOBOL_H
#define CUPRUM_CURAND_SOBOL_H

#include "curand.h"
#include "common.h"

#define CUPRUM_CURAND_SOBOL_STATE(Name, Integer, bits)                                             \
    struct Name {                                                                                  \
        Integer i, x, c;                                                                           \
        Integer direction_vectors[bits];                                                           \
    };                                                                                             \
    typedef struct Name Name##_t;
CUPRUM_CURAND_SOBOL_STATE(curandStateSobol32, unsigned int, 32)
CUPRUM_CURAND_SOBOL_STATE(curandStateScrambledSobol32, unsigned int, 32)
CUPRUM_CURAND_SOBOL_STATE(curandStateSobol64, unsigned long long, 64)
CUPRUM_CURAND_SOBOL_STATE(curandStateScrambledSobol64, unsigned long long, 64)
#undef CUPRUM_CURAND_SOBOL_STATE

namespace cuprum_curand {
// The number of point i, without the constant: a direction number for each bit of i's Gray code.
template <class Integer, class State>
CUPRUM_CURAND Integer sobol_point(Integer i, const State *state) {
    Integer gray = i ^ (i >> 1), x = 0;
#pragma unroll 1
    for (int bit = 0; gray; bit++, gray >>= 1)
        if (gray & 1) x ^= state->direction_vectors[bit];
    return x;
}

template <class Integer, class State>
CUPRUM_CURAND void sobol_start(const Integer *directions, Integer constant, Integer offset,
                               State *state) {
    for (int bit = 0; bit < (int)(8 * sizeof(Integer)); bit++)
        state->direction_vectors[bit] = directions[bit];
    state->i = offset;
    state->c = constant;
    state->x = constant ^ sobol_point(state->i, state);
}

CUPRUM_CURAND int zeros_below(unsigned int x) {
    return __ffs((int)x) - 1;
}
CUPRUM_CURAND int zeros_below(unsigned long long x) {
    return __ffsll((long long)x) - 1;
}

// One bit of the Gray code changes from a point to the next: that of the lowest zero of i.
template <class Integer, class State> CUPRUM_CURAND Integer sobol_next(State *state) {
    Integer x = state->x;
    int bit = zeros_below((Integer)~state->i);
    // after the last point
    if (bit < 0) bit = 8 * sizeof(Integer) - 1;
    state->x ^= state->direction_vectors[bit];
    state->i++;
    return x;
}

template <class Integer, class State> CUPRUM_CURAND void sobol_skip(Integer n, State *state) {
    state->i += n;
    state->x = state->c ^ sobol_point(state->i, state);
}
} // namespace cuprum_curand

#define CUPRUM_CURAND_SOBOL(State, Integer)                                                        \
    CUPRUM_CURAND Integer curand(State *state) {                                                   \
        return cuprum_curand::sobol_next<Integer>(state);                                          \
    }                                                                                              \
    CUPRUM_CURAND void skipahead(Integer n, State *state) {                                        \
        cuprum_curand::sobol_skip<Integer>(n, state);                                              \
    }
CUPRUM_CURAND_SOBOL(curandStateSobol32_t, unsigned int)
CUPRUM_CURAND_SOBOL(curandStateScrambledSobol32_t, unsigned int)
CUPRUM_CURAND_SOBOL(curandStateSobol64_t, unsigned long long)
CUPRUM_CURAND_SOBOL(curandStateScrambledSobol64_t, unsigned long long)
#undef CUPRUM_CURAND_SOBOL

CUPRUM_CURAND void curand_init(curandDirectionVectors32_t direction_vectors, unsigned int offset,
                               curandStateSobol32_t *state) {
    cuprum_curand::sobol_start(direction_vectors, 0u, offset, state);
}
CUPRUM_CURAND void curand_init(curandDirectionVectors32_t direction_vectors, unsigned int scramble_c,
                               unsigned int offset, curandStateScrambledSobol32_t *state) {
    cuprum_curand::sobol_start(direction_vectors, scramble_c, offset, state);
}
CUPRUM_CURAND void curand_init(curandDirectionVectors64_t direction_vectors,
                               unsigned long long offset, curandStateSobol64_t *state) {
    cuprum_curand::sobol_start(direction_vectors, 0ull, offset, state);
}
CUPRUM_CURAND void curand_init(curandDirectionVectors64_t direction_vectors,
                               unsigned long long scramble_c, unsigned long long offset,
                               curandStateScrambledSobol64_t *state) {
    cuprum_curand::sobol_start(direction_vectors, scramble_c, offset, state);
}

#endif
