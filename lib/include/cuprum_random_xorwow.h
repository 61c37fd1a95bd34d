// SPDX-License-Identifier: Apache-2.0
// XORWOW (Marsaglia, "Xorshift RNGs", 2003, section 3.1): five words of xorshift and a Weyl
// sequence. Jumps are polynomials in the step, applied by Horner's rule without the
// multiplications: the sum of the states that the polynomial's coefficients choose
// (lib/device/generate/random_jumps.py). A part of curand_kernel.h.
#ifndef CUPRUM_RANDOM_XORWOW_H
#define CUPRUM_RANDOM_XORWOW_H
#include "cuprum_random_jumps.h"

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

enum { __CUPRUM_WEYL = 362437 };

static __device__ __inline__ void __cuprum_xorwow_step(unsigned int *v) {
    unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

// 2^(first + k) steps for each bit k of n.
static __device__ __noinline__ void __cuprum_xorwow_skip(unsigned int *v, unsigned long long n,
                                                         int first) {
    for (int k = first; n; k++, n >>= 1) {
        if (!(n & 1)) continue;
        unsigned int sum[5] = {0, 0, 0, 0, 0};
        for (int i = 0; i < 160; i++) {
            if (__cuprum_xorwow_jump[k][i / 32] >> (i % 32) & 1) {
                for (int j = 0; j < 5; j++) sum[j] ^= v[j];
            }
            __cuprum_xorwow_step(v);
        }
        for (int j = 0; j < 5; j++) v[j] = sum[j];
    }
}

QUALIFIERS void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    __cuprum_xorwow_skip(state->v, n, 0);
    state->d += __CUPRUM_WEYL * (unsigned int)n;
}

// A sequence has 2^67 numbers.
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
    __cuprum_xorwow_skip(state->v, n, 67);
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateXORWOW_t *state) {
    unsigned int t0 = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    unsigned int t1 = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    state->d = 6615241u + t1 + t0;
    state->v[0] = 123456789u + t0; // Marsaglia's, changed by the seed
    state->v[1] = 362436069u ^ t0;
    state->v[2] = 521288629u + t1;
    state->v[3] = 88675123u ^ t1;
    state->v[4] = 5783321u + t0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}

QUALIFIERS unsigned int curand(curandStateXORWOW_t *state) {
    __cuprum_xorwow_step(state->v);
    state->d += __CUPRUM_WEYL;
    return state->v[4] + state->d;
}

// ---- uniform numbers in (0, 1], of 32 or 53 bits ------------------------------------------------
QUALIFIERS float __cuprum_uniform(unsigned int x) {
    return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
}
QUALIFIERS double __cuprum_uniform_double(unsigned int x) {
    return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
QUALIFIERS double __cuprum_uniform_double(unsigned int x, unsigned int y) {
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
    return z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}

QUALIFIERS float curand_uniform(curandStateXORWOW_t *state) {
    return __cuprum_uniform(curand(state));
}
QUALIFIERS double curand_uniform_double(curandStateXORWOW_t *state) {
    unsigned int x = curand(state), y = curand(state);
    return __cuprum_uniform_double(x, y);
}

#endif
