// SPDX-License-Identifier: Apache-2.0
// A sum in shared memory, and with shuffles.
template <int N> __device__ float warp_sum(float x) {
#pragma unroll
    for (int i = N / 2; i; i /= 2) x += __shfl_xor_sync(~0u, x, i);
    return x;
}
extern "C" __global__ void reduce(const float *in, float *out, int n) {
    __shared__ float part[32];
    float x = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x += in[i];
    x = warp_sum<32>(x);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) x = warp_sum<32>(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
    if (!threadIdx.x) atomicAdd(out, x);
}
