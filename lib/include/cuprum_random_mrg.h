// SPDX-License-Identifier: Apache-2.0
// MRG32k3a (L'Ecuyer, "Good parameters and implementations for combined multiple recursive random
// number generators", 1999): two recurrences of order three, combined. Jumps are powers of their
// matrices, by squaring. A part of curand_kernel.h.
#ifndef CUPRUM_RANDOM_MRG_H
#define CUPRUM_RANDOM_MRG_H

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3]; // the oldest first
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define MRG32K3A_MOD1      4294967087u
#define MRG32K3A_MOD2      4294944443u
#define MRG32K3A_NORM      2.3283065498378288e-10
#define MRG32K3A_BITS_NORM 1.000000048662

QUALIFIERS unsigned int __cuprum_times(unsigned int a, unsigned int b, unsigned int m) {
    return (unsigned int)((unsigned long long)a * b % m);
}

// s = A^n s, where the matrix starts as `a`.
static __device__ __noinline__ void __cuprum_mrg_skip(unsigned int *s, const unsigned int (*a)[3],
                                                      unsigned long long n, unsigned int m) {
    unsigned int p[3][3], q[3][3], t[3];
    for (int i = 0; i < 9; i++) p[i / 3][i % 3] = a[i / 3][i % 3];
    for (; n; n >>= 1) {
        if (n & 1) {
            for (int i = 0; i < 3; i++) {
                unsigned long long sum = 0;
                for (int k = 0; k < 3; k++) sum += __cuprum_times(p[i][k], s[k], m);
                t[i] = (unsigned int)(sum % m);
            }
            for (int i = 0; i < 3; i++) s[i] = t[i];
        }
        for (int i = 0; i < 9; i++) {
            unsigned long long sum = 0;
            for (int k = 0; k < 3; k++) sum += __cuprum_times(p[i / 3][k], p[k][i % 3], m);
            q[i / 3][i % 3] = (unsigned int)(sum % m);
        }
        for (int i = 0; i < 9; i++) p[i / 3][i % 3] = q[i / 3][i % 3];
    }
}

QUALIFIERS void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
    __cuprum_mrg_skip(state->s1, __cuprum_mrg_one[0], n, MRG32K3A_MOD1);
    __cuprum_mrg_skip(state->s2, __cuprum_mrg_one[1], n, MRG32K3A_MOD2);
}
// A subsequence has 2^76 numbers, a sequence 2^127.
QUALIFIERS void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    __cuprum_mrg_skip(state->s1, __cuprum_mrg_subsequence[0], n, MRG32K3A_MOD1);
    __cuprum_mrg_skip(state->s2, __cuprum_mrg_subsequence[1], n, MRG32K3A_MOD2);
}
QUALIFIERS void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    __cuprum_mrg_skip(state->s1, __cuprum_mrg_sequence[0], n, MRG32K3A_MOD1);
    __cuprum_mrg_skip(state->s2, __cuprum_mrg_sequence[1], n, MRG32K3A_MOD2);
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateMRG32k3a_t *state) {
    for (int i = 0; i < 3; i++) state->s1[i] = state->s2[i] = 12345u;
    if (seed) {
        unsigned int x1 = (unsigned int)seed ^ 0x55555555u;
        unsigned int x2 = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
        for (int i = 0; i < 3; i++) {
            unsigned int a = i == 1 ? x2 : x1, b = i == 1 ? x1 : x2;
            state->s1[i] = __cuprum_times(a, state->s1[i], MRG32K3A_MOD1);
            state->s2[i] = __cuprum_times(b, state->s2[i], MRG32K3A_MOD2);
        }
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}

// A number of 1 ... MRG32K3A_MOD1.
QUALIFIERS double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
    unsigned long long m1 = MRG32K3A_MOD1, m2 = MRG32K3A_MOD2;
    unsigned int p1 =
        (unsigned int)((1403580ull * state->s1[1] + 810728ull * (m1 - state->s1[0])) % m1);
    unsigned int p2 =
        (unsigned int)((527612ull * state->s2[2] + 1370589ull * (m2 - state->s2[0])) % m2);
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = p1;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = p2;
    return p1 <= p2 ? (double)(p1 - p2 + MRG32K3A_MOD1) : (double)(p1 - p2);
}

QUALIFIERS unsigned int curand(curandStateMRG32k3a_t *state) {
    return (unsigned int)(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}
QUALIFIERS float curand_uniform(curandStateMRG32k3a_t *state) {
    return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM);
}
QUALIFIERS double curand_uniform_double(curandStateMRG32k3a_t *state) {
    return curand_MRG32k3a(state) * MRG32K3A_NORM;
}

#endif
