// SPDX-License-Identifier: Apache-2.0
// A token by its probability among the likeliest that make up a share p: the threshold by bisection, block sums, inverse of the sum.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=128 buf:f32:2048:rand:1 buf:f32:4:rand:2 buf:i32:4:zero f32:0.7 i32:512
constexpr int THREADS = 128, ITEMS = 4;

__device__ float block_sum(float x, float *red) {
#pragma unroll
    for (int o = 16; o > 0; o /= 2) x += __shfl_xor_sync(~0u, x, o);
    __syncthreads();
    if (threadIdx.x % 32 == 0) red[threadIdx.x / 32] = x;
    __syncthreads();
    return red[0] + red[1] + red[2] + red[3];
}

__global__ void sample(const float *probabilities, const float *uniform, int *tokens, float p, int n) {
    __shared__ float red[THREADS / 32];
    __shared__ int found;
    const float *row = probabilities + blockIdx.x * n;
    float v[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const int at = threadIdx.x * ITEMS + i;
        v[i] = at < n ? row[at] * row[at] : 0;
    }
    float mine = 0;
    for (int i = 0; i < ITEMS; i++) mine += v[i];
    const float total = block_sum(mine, red);
    float low = 0, high = 1;
    for (int round = 0; round < 20; round++) {
        const float middle = 0.5f * (low + high);
        float kept = 0;
#pragma unroll
        for (int i = 0; i < ITEMS; i++) kept += v[i] >= middle ? v[i] : 0;
        if (block_sum(kept, red) >= p * total) low = middle;
        else high = middle;
    }
    float kept = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) kept += v[i] >= low ? v[i] : 0;
    const float target = uniform[blockIdx.x] * block_sum(kept, red);
    if (threadIdx.x == 0) found = n - 1;
    float upto = kept;
    for (int o = 1; o < 32; o *= 2) {
        const float up = __shfl_up_sync(~0u, upto, o);
        if (threadIdx.x % 32 >= o) upto += up;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 31) red[threadIdx.x / 32] = upto;
    __syncthreads();
    for (int w = 0; w < threadIdx.x / 32; w++) upto += red[w];
    float before = upto - kept;
    for (int i = 0; i < ITEMS; i++) {
        if (v[i] < low) continue;
        before += v[i];
        if (before > target) {
            atomicMin(&found, (int)threadIdx.x * ITEMS + i);
            break;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) tokens[blockIdx.x] = found;
}
