// SPDX-License-Identifier: Apache-2.0
// A kernel of 90 KB of PTX, for the speed of translation (a larger one has more blocks than are translated): a hundred steps of integers, floating
// point, loads, stores, a branch and a loop each, in straight line. For one warp; in and out hold 1,024 numbers.
struct State {
    const unsigned *in;
    unsigned *out;
    float *tile;
    unsigned key;
    float sum;
};

template <int number> __device__ __forceinline__ void step(State &state) {
    unsigned at = (state.key * 40503u + number) & 1023;
    if (state.in[at] & 1)
        state.sum += __uint2float_rn(state.key >> 3) * (0.25f + number);
    else
        state.key ^= state.key << (number % 13 + 1);
#pragma unroll 1
    for (unsigned k = 0; k < (at & 3); k++) state.sum = state.sum * 0.5f + state.tile[state.key & 31];
    if (number % 8 == 0) {
        __syncthreads();
        state.tile[threadIdx.x] = state.sum;
        __syncthreads();
    }
    state.out[(number & 31) * 32 + threadIdx.x] = state.key;
}

template <int first, int count> __device__ __forceinline__ void steps(State &state) {
    if constexpr (count == 1) {
        step<first>(state);
    } else {
        steps<first, count / 2>(state);
        steps<first + count / 2, count - count / 2>(state);
    }
}

extern "C" __global__ void large(const unsigned *in, unsigned *out) {
    __shared__ float tile[32];
    State state = {in, out, tile, threadIdx.x + 1, 0};
    tile[threadIdx.x] = 0;
    __syncthreads();
    steps<0, 100>(state);
    out[threadIdx.x] = __float_as_uint(state.sum) ^ state.key;
}
