// SPDX-License-Identifier: Apache-2.0
// The loss of a row of logits and its gradient in place: largest and sum in one pass (online), labels that are ignored.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=128 buf:f32:4000:rand:1 buf:i32:4:iota buf:f32:4:zero i32:1000 i32:2 f32:0.25
struct Pair { float most, sum; };

__device__ Pair joined(Pair a, Pair b) {
    const bool bigger = a.most > b.most;
    const Pair big = bigger ? a : b, small = bigger ? b : a;
    return {big.most, big.sum + small.sum * __expf(small.most - big.most)};
}

__global__ void loss(float *logits, const int *labels, float *losses, int n, int ignored, float scale) {
    __shared__ Pair part[32];
    float *row = logits + (size_t)blockIdx.x * n;
    const int label = labels[blockIdx.x];
    if (label == ignored) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = 0;
        return;
    }
    Pair p = {-1e30f, 0};
    for (int i = threadIdx.x; i < n; i += blockDim.x) p = joined(p, {row[i], 1});
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) p = joined(p, {__shfl_xor_sync(~0u, p.most, o), __shfl_xor_sync(~0u, p.sum, o)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = p;
    __syncthreads();
    p = part[0];
    for (int w = 1; w < blockDim.x / 32; w++) p = joined(p, part[w]);
    if (threadIdx.x == 0) losses[blockIdx.x] = __logf(p.sum) + p.most - row[label];
    __syncthreads();
    const float inverse = __fdividef(1.f, p.sum);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const float q = __expf(row[i] - p.most) * inverse;
        row[i] = (q - (i == label ? 1.f : 0.f)) * scale;
    }
}
