// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// SC'11. Ten rounds turn a counter of 128 bits and a key of 64 into four numbers. A sequence is the
// counter's upper half, a seed the key; STATE counts the numbers of `output` that have been given out.
#ifndef CUPRUM_CURAND_PHILOX_H
#define CUPRUM_CURAND_PHILOX_H

#include "common.h"

struct curandStatePhilox4_32_10 {
    uint4 ctr;
    uint4 output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace cuprum_curand {
// Figure 2 of the paper; the key grows by the golden ratio and by sqrt(3) - 1 from round to round.
CUPRUM_CURAND uint4 philox_round(uint4 c, uint2 k) {
    const unsigned int m0 = 0xD2511F53, m1 = 0xCD9E8D57;
    return make_uint4(__umulhi(m1, c.z) ^ c.y ^ k.x, m1 * c.z, __umulhi(m0, c.x) ^ c.w ^ k.y, m0 * c.x);
}
} // namespace cuprum_curand

CUPRUM_CURAND uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
#pragma unroll
    for (int round = 0; round < 10; round++) {
        c = cuprum_curand::philox_round(c, k);
        k.x += 0x9E3779B9u;
        k.y += 0xBB67AE85u;
    }
    return c;
}

namespace cuprum_curand {
CUPRUM_CURAND unsigned long long halves(unsigned int low, unsigned int high) {
    return (unsigned long long)high << 32 | low;
}
CUPRUM_CURAND void philox_add_high(uint4 *counter, unsigned long long n) {
    n += halves(counter->z, counter->w);
    counter->z = (unsigned int)n;
    counter->w = (unsigned int)(n >> 32);
}
CUPRUM_CURAND void philox_add(uint4 *counter, unsigned long long n) {
    unsigned long long sum = halves(counter->x, counter->y) + n;
    counter->x = (unsigned int)sum;
    counter->y = (unsigned int)(sum >> 32);
    if (sum < n) philox_add_high(counter, 1);
}
CUPRUM_CURAND void philox_next_block(curandStatePhilox4_32_10_t *state) {
    uint4 *counter = &state->ctr;
    if (++counter->x == 0 && ++counter->y == 0 && ++counter->z == 0) ++counter->w;
    state->output = curand_Philox4x32_10(*counter, state->key);
}
} // namespace cuprum_curand

CUPRUM_CURAND void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    state->STATE += (unsigned int)n & 3;
    n /= 4;
    if (state->STATE > 3) {
        n++;
        state->STATE -= 4;
    }
    cuprum_curand::philox_add(&state->ctr, n);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

// n sequences, of 2^66 numbers each, are left out.
CUPRUM_CURAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    cuprum_curand::philox_add_high(&state->ctr, n);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

CUPRUM_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStatePhilox4_32_10_t *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    cuprum_curand::philox_add_high(&state->ctr, subsequence);
    skipahead(offset, state);
    cuprum_curand::keep_nothing(state);
}

CUPRUM_CURAND unsigned int curand(curandStatePhilox4_32_10_t *state) {
    uint4 block = state->output;
    if (state->STATE == 3) {
        cuprum_curand::philox_next_block(state);
        state->STATE = 0;
        return block.w;
    }
    // a selection, so that the state need not lie in memory
    unsigned int x = state->STATE == 0 ? block.x : state->STATE == 1 ? block.y : block.z;
    state->STATE++;
    return x;
}

// The next four numbers; what is left of the block, then the beginning of the next one.
CUPRUM_CURAND uint4 curand4(curandStatePhilox4_32_10_t *state) {
    uint4 old = state->output;
    cuprum_curand::philox_next_block(state);
    uint4 next = state->output;
    switch (state->STATE) {
    case 1: return make_uint4(old.y, old.z, old.w, next.x);
    case 2: return make_uint4(old.z, old.w, next.x, next.y);
    case 3: return make_uint4(old.w, next.x, next.y, next.z);
    default: return old;
    }
}

#endif
