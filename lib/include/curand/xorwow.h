// SPDX-License-Identifier: Apache-2.0
// XORWOW: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003), p. 5. Five words
// shifted and xored (linear over GF(2)), and a Weyl sequence added to the last of them. Sequences of
// one seed lie 2^67 steps apart, a multiple of the Weyl sequence's period.
#ifndef CUPRUM_CURAND_XORWOW_H
#define CUPRUM_CURAND_XORWOW_H

#include "common.h"
#include "xorwow_jump.h"

struct curandStateXORWOW {
    unsigned int d; // the Weyl sequence
    unsigned int v[5];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

namespace cuprum_curand {
enum { WEYL_STEP = 362437 };

// The word after a, ..., e, where a is the oldest.
CUPRUM_CURAND unsigned int xorwow_next(unsigned int a, unsigned int e) {
    unsigned int t = a ^ (a >> 2);
    return (e ^ (e << 4)) ^ (t ^ (t << 1));
}

// p(A) v for one polynomial. A step replaces one word in place, so that five steps bring every word
// back to its place: what is the oldest word goes round.
CUPRUM_CURAND void xorwow_jump(unsigned int *v, const unsigned int *polynomial) {
    unsigned int p[5], sum[5] = {0, 0, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < 5; i++) p[i] = polynomial[i];

    // no unrolling: 32 rounds of five steps are long enough
#pragma unroll 1
    for (int round = 0; round < 32; round++) {
#pragma unroll
        for (int oldest = 0; oldest < 5; oldest++) {
            unsigned int mask = -(p[oldest] & 1);
            p[oldest] >>= 1;
#pragma unroll
            for (int i = 0; i < 5; i++) sum[i] ^= v[(oldest + i) % 5] & mask;
            v[oldest] = xorwow_next(v[oldest], v[(oldest + 4) % 5]);
        }
    }
#pragma unroll
    for (int i = 0; i < 5; i++) v[i] = sum[i];
}

// n times the length of table's sequence, a hexadecimal digit of n at a time.
CUPRUM_CURAND void xorwow_jump_far(unsigned int *v, unsigned long long n,
                                   const unsigned int (*table)[5]) {
#pragma unroll 1
    for (; n; n >>= 4, table += 15) {
        unsigned int digit = (unsigned int)n & 15;
        if (digit) xorwow_jump(v, table[digit - 1]);
    }
}
} // namespace cuprum_curand

// n numbers are left out.
CUPRUM_CURAND void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    cuprum_curand::xorwow_jump_far(state->v, n, cuprum_curand::xorwow_ahead);
    state->d += cuprum_curand::WEYL_STEP * (unsigned int)n;
}

// n sequences, of 2^67 numbers each, are left out.
CUPRUM_CURAND void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
    cuprum_curand::xorwow_jump_far(state->v, n, cuprum_curand::xorwow_sequence);
}

CUPRUM_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStateXORWOW_t *state) {
    // the seed's halves, mixed, into Marsaglia's initial values
    unsigned int low = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
    unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    state->d = 6615241u + high + low;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    cuprum_curand::keep_nothing(state);
}

CUPRUM_CURAND unsigned int curand(curandStateXORWOW_t *state) {
    unsigned int next = cuprum_curand::xorwow_next(state->v[0], state->v[4]);
#pragma unroll
    for (int i = 0; i < 4; i++) state->v[i] = state->v[i + 1];
    state->v[4] = next;
    state->d += cuprum_curand::WEYL_STEP;
    return next + state->d;
}

#endif
