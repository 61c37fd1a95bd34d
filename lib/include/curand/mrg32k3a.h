// SPDX-License-Identifier: Apache-2.0
// MRG32k3a: P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random
// number generators", Operations Research 47 (1999). Two recurrences of degree three modulo primes; the
// difference of their numbers is the output. Sequences lie 2^127 steps apart, subsequences 2^76
// (P. L'Ecuyer, R. Simard, E. Chen, W. Kelton, 2002). Offsets and subsequences may be any number here;
// NVIDIA's tables end at 2^56 and 2^51.
#ifndef CUPRUM_CURAND_MRG32K3A_H
#define CUPRUM_CURAND_MRG32K3A_H

#include "common.h"
#include "mrg32k3a_jump.h"

struct curandStateMRG32k3a {
    unsigned int s1[3]; // the oldest number first
    unsigned int s2[3];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace cuprum_curand {
// The moduli are 2^32 - 209 and 2^32 - 22853.
enum { MRG_FOLD1 = 209, MRG_FOLD2 = 22853 };

// a b + c, which is one instruction.
CUPRUM_CURAND unsigned long long mrg_mad(unsigned int a, unsigned int b, unsigned long long c) {
    unsigned long long sum;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(sum) : "r"(a), "r"(b), "l"(c));
    return sum;
}

// A smaller number that is x modulo 2^32 - fold, for fold < 2^15: 2^32 is fold there. Of any x it is less
// than 2^32 (fold + 1), of such a number less than twice the modulus.
template <unsigned int fold> CUPRUM_CURAND unsigned long long mrg_fold(unsigned long long x) {
    return mrg_mad((unsigned int)(x >> 32), fold, (unsigned int)x);
}
// x modulo 2^32 - fold; to take the modulus away is to add fold, modulo 2^32.
template <unsigned int fold> CUPRUM_CURAND unsigned int mrg_mod(unsigned long long x) {
    x = mrg_fold<fold>(mrg_fold<fold>(x));
    return x >= 0u - fold ? (unsigned int)x + fold : (unsigned int)x;
}
template <unsigned int fold>
CUPRUM_CURAND unsigned int mrg_times(unsigned int a, unsigned int b) {
    return mrg_mod<fold>((unsigned long long)a * b);
}

// The numbers that follow s in each recurrence. A negative coefficient's product is taken from a
// multiple of the modulus that is greater.
CUPRUM_CURAND unsigned int mrg_next1(const unsigned int *s) {
    return mrg_mod<MRG_FOLD1>(mrg_mad(1403580, s[1], 810728ull * (4294967087u - s[0])));
}
CUPRUM_CURAND unsigned int mrg_next2(const unsigned int *s) {
    return mrg_mod<MRG_FOLD2>(mrg_mad(527612, s[2], 1370589ull * (4294944443u - s[0])));
}

// c[0] s[0] + c[1] s[1] + c[2] s[2]. A product is less than 2^64 - 2^33 fold: a folded sum can be added.
template <unsigned int fold>
CUPRUM_CURAND unsigned int mrg_combine(const unsigned int *c, const unsigned int *s) {
    unsigned long long sum = mrg_fold<fold>((unsigned long long)c[0] * s[0]);
    sum = mrg_fold<fold>(mrg_mad(c[1], s[1], sum));
    return mrg_mod<fold>(mrg_mad(c[2], s[2], sum));
}

// p(A) s for one polynomial of each component: of five successive numbers.
CUPRUM_CURAND void mrg_jump(curandStateMRG32k3a *state, const unsigned int *polynomial) {
    unsigned int c[6], s1[5], s2[5];
#pragma unroll
    for (int i = 0; i < 6; i++) c[i] = polynomial[i];
#pragma unroll
    for (int i = 0; i < 3; i++) {
        s1[i] = state->s1[i];
        s2[i] = state->s2[i];
    }
#pragma unroll
    for (int i = 0; i < 2; i++) {
        s1[i + 3] = mrg_next1(s1 + i);
        s2[i + 3] = mrg_next2(s2 + i);
    }
#pragma unroll
    for (int i = 0; i < 3; i++) {
        state->s1[i] = mrg_combine<MRG_FOLD1>(c, s1 + i);
        state->s2[i] = mrg_combine<MRG_FOLD2>(c + 3, s2 + i);
    }
}

// n times the length of table's sequence, two bits of n at a time.
CUPRUM_CURAND void mrg_jump_far(curandStateMRG32k3a *state, unsigned long long n,
                                const unsigned int (*table)[6]) {
#pragma unroll 1
    for (; n; n >>= 2, table += 3) {
        unsigned int digit = (unsigned int)n & 3;
        if (digit) mrg_jump(state, table[digit - 1]);
    }
}

// The seed's halves, mixed, times L'Ecuyer's initial value.
CUPRUM_CURAND void mrg_seed(unsigned long long seed, curandStateMRG32k3a_t *state) {
    const unsigned int initial = 12345;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        state->s1[i] = initial;
        state->s2[i] = initial;
    }
    if (seed == 0) return;
    unsigned int low = (unsigned int)seed ^ 0x55555555u;
    unsigned int high = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
    state->s1[0] = mrg_times<MRG_FOLD1>(low, initial);
    state->s1[1] = mrg_times<MRG_FOLD1>(high, initial);
    state->s1[2] = state->s1[0];
    state->s2[0] = mrg_times<MRG_FOLD2>(high, initial);
    state->s2[1] = mrg_times<MRG_FOLD2>(low, initial);
    state->s2[2] = state->s2[0];
}

// The next output, 1 to 2^32 - 209.
CUPRUM_CURAND unsigned int mrg_step(curandStateMRG32k3a *state) {
    unsigned int x = mrg_next1(state->s1), y = mrg_next2(state->s2);
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = x;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = y;
    return x > y ? x - y : x - y - MRG_FOLD1;
}
} // namespace cuprum_curand

CUPRUM_CURAND void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
    cuprum_curand::mrg_jump_far(state, n, cuprum_curand::mrg_ahead);
}
CUPRUM_CURAND void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    cuprum_curand::mrg_jump_far(state, n, cuprum_curand::mrg_subsequence);
}
CUPRUM_CURAND void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    cuprum_curand::mrg_jump_far(state, n, cuprum_curand::mrg_sequence);
}

CUPRUM_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStateMRG32k3a_t *state) {
    cuprum_curand::mrg_seed(seed, state);
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    cuprum_curand::keep_nothing(state);
}

CUPRUM_CURAND unsigned int curand(curandStateMRG32k3a_t *state) {
    // spread over all numbers of 32 bits
    return (unsigned int)(cuprum_curand::mrg_step(state) * 1.000000048662);
}

#endif
