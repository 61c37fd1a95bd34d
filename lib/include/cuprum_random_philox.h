// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011): ten rounds over a counter of 128 bits; its upper half is the subsequence. A part of
// curand_kernel.h.
#ifndef CUPRUM_RANDOM_PHILOX_H
#define CUPRUM_RANDOM_PHILOX_H

struct curandStatePhilox4_32_10 {
    uint4 ctr, output; // output is what ctr gives; STATE of its four numbers are used
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

QUALIFIERS uint4 curand_Philox4x32_10(uint4 c, uint2 key) {
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned int hi0 = __umulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x;
        unsigned int hi1 = __umulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
        c = make_uint4(hi1 ^ c.y ^ key.x, lo1, hi0 ^ c.w ^ key.y, lo0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return c;
}

// The counter's halves are advanced with the carry from the lower one.
QUALIFIERS void __cuprum_philox_advance(uint4 *c, unsigned long long n, unsigned long long high) {
    unsigned long long low = ((unsigned long long)c->y << 32 | c->x) + n;
    unsigned long long up = ((unsigned long long)c->w << 32 | c->z) + high + (low < n);
    c->x = (unsigned int)low;
    c->y = (unsigned int)(low >> 32);
    c->z = (unsigned int)up;
    c->w = (unsigned int)(up >> 32);
}

QUALIFIERS void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    state->STATE += (unsigned int)(n & 3);
    n /= 4;
    if (state->STATE > 3) {
        n++;
        state->STATE -= 4;
    }
    __cuprum_philox_advance(&state->ctr, n, 0);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

QUALIFIERS void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    __cuprum_philox_advance(&state->ctr, 0, n);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

QUALIFIERS void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStatePhilox4_32_10_t *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key.x = (unsigned int)seed;
    state->key.y = (unsigned int)(seed >> 32);
    state->STATE = 0;
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

QUALIFIERS void __cuprum_philox_next(curandStatePhilox4_32_10_t *state) {
    __cuprum_philox_advance(&state->ctr, 1, 0);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

QUALIFIERS unsigned int curand(curandStatePhilox4_32_10_t *state) {
    uint4 o = state->output;
    unsigned int used = state->STATE++;
    unsigned int r = used == 0 ? o.x : used == 1 ? o.y : used == 2 ? o.z : o.w;
    if (state->STATE == 4) {
        __cuprum_philox_next(state);
        state->STATE = 0;
    }
    return r;
}

QUALIFIERS uint4 curand4(curandStatePhilox4_32_10_t *state) {
    uint4 a = state->output;
    __cuprum_philox_next(state);
    uint4 b = state->output;
    switch (state->STATE) {
    case 1: return make_uint4(a.y, a.z, a.w, b.x);
    case 2: return make_uint4(a.z, a.w, b.x, b.y);
    case 3: return make_uint4(a.w, b.x, b.y, b.z);
    default: return a;
    }
}

QUALIFIERS float curand_uniform(curandStatePhilox4_32_10_t *state) {
    return __cuprum_uniform(curand(state));
}
QUALIFIERS float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    return make_float4(__cuprum_uniform(x.x), __cuprum_uniform(x.y), __cuprum_uniform(x.z),
                       __cuprum_uniform(x.w));
}
QUALIFIERS double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
    return __cuprum_uniform_double(curand(state)); // of one number
}
QUALIFIERS double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    return make_double2(__cuprum_uniform_double(x.x, x.y), __cuprum_uniform_double(x.z, x.w));
}
QUALIFIERS double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

#endif
