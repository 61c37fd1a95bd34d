// SPDX-License-Identifier: Apache-2.0
// MTGP32: M. Saito, M. Matsumoto, "Variants of Mersenne Twister suitable for graphic processors",
// ACM TOMS 39 (2013); exponent 11213. A block's threads share a state: each computes the number at its
// place, and all go on together. The parameters that the state points at come from the host library.
#ifndef CUPRUM_CURAND_MTGP32_H
#define CUPRUM_CURAND_MTGP32_H

#include "common.h"

#define MTGP32_STATE_SIZE        1024
#define MTGP32_STATE_MASK        1023
#define CURAND_NUM_MTGP32_PARAMS 200
#define MTGPDC_MEXP              11213
#define MTGPDC_N                 351
#define MTGPDC_FLOOR_2P          256
#define MTGPDC_CEIL_2P           512
#define MEXP                     MTGPDC_MEXP
#define THREAD_NUM               MTGPDC_FLOOR_2P
#define LARGE_SIZE               (THREAD_NUM * 3)
#define TBL_SIZE                 16

// A set of parameters for each state, by its pIdx.
struct mtgp32_kernel_params {
    unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

struct curandStateMtgp32 {
    unsigned int s[MTGP32_STATE_SIZE]; // a ring
    int offset;
    int pIdx;
    mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

namespace cuprum_curand {
// What a thread takes of the ring: its new number, and the word that tempers it.
struct MtgpNumber {
    unsigned int number, temper;
};

// Section 2.1 of the paper. The new number goes to this place of the ring.
CUPRUM_CURAND MtgpNumber mtgp_step(curandStateMtgp32_t *state, unsigned int thread,
                                   unsigned int place) {
    const mtgp32_kernel_params_t *k = state->k;
    const int set = state->pIdx;
    const unsigned int at = state->offset + thread, pos = k->pos_tbl[set];
    unsigned int *ring = state->s;

    unsigned int x = (ring[at & MTGP32_STATE_MASK] & k->mask[0]) ^ ring[(at + 1) & MTGP32_STATE_MASK];
    x ^= x << k->sh1_tbl[set];
    unsigned int y = x ^ (ring[(at + pos) & MTGP32_STATE_MASK] >> k->sh2_tbl[set]);
    unsigned int number = y ^ k->param_tbl[set][y & (TBL_SIZE - 1)];
    ring[place & MTGP32_STATE_MASK] = number;

    unsigned int t = ring[(at + pos - 1) & MTGP32_STATE_MASK];
    t ^= t >> 16;
    t ^= t >> 8;
    return MtgpNumber{number, t & (TBL_SIZE - 1)};
}

// All threads have read: the ring goes on by the numbers they took, which the first one counts.
CUPRUM_CURAND void mtgp_advance(curandStateMtgp32_t *state, bool first, unsigned int n) {
    __syncthreads();
    if (first) state->offset = (state->offset + n) & MTGP32_STATE_MASK;
    __syncthreads();
}

CUPRUM_CURAND unsigned int mtgp_next(curandStateMtgp32_t *state, unsigned int thread,
                                     unsigned int n) {
    MtgpNumber x = mtgp_step(state, thread, state->offset + thread + MTGPDC_N);
    unsigned int result = x.number ^ state->k->temper_tbl[state->pIdx][x.temper];
    mtgp_advance(state, thread == 0, n);
    return result;
}

// A number in [1, 2), by its bits: the table has the exponent. NVIDIA's function puts the new number at
// the ring's beginning, not behind the last one, and so must this one.
CUPRUM_CURAND float mtgp_next_single(curandStateMtgp32_t *state, unsigned int thread,
                                     unsigned int n) {
    MtgpNumber x = mtgp_step(state, thread, thread);
    unsigned int bits = (x.number >> 9) ^ state->k->single_temper_tbl[state->pIdx][x.temper];
    mtgp_advance(state, threadIdx.x == 0, n);
    return __uint_as_float(bits);
}
} // namespace cuprum_curand

// All threads of the block (at most 256) call these together. A thread's number is NVIDIA's: what one
// expects where the block is flat, and one more in curand_mtgp32_single.
CUPRUM_CURAND unsigned int curand(curandStateMtgp32_t *state) {
    unsigned int layer = blockDim.y * blockDim.z;
    unsigned int thread = layer * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;
    return cuprum_curand::mtgp_next(state, thread, layer * blockDim.x);
}
CUPRUM_CURAND float curand_mtgp32_single(curandStateMtgp32_t *state) {
    unsigned int layer = blockDim.y * blockDim.z;
    return cuprum_curand::mtgp_next_single(state, layer + threadIdx.x, layer * blockDim.x);
}
// The same for n threads that number themselves.
CUPRUM_CURAND unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index,
                                                  unsigned char n) {
    return cuprum_curand::mtgp_next(state, index, n);
}
CUPRUM_CURAND float curand_mtgp32_single_specific(curandStateMtgp32_t *state, unsigned char index,
                                                  unsigned char n) {
    return cuprum_curand::mtgp_next_single(state, index, n);
}

#endif
