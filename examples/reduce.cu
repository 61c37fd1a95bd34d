// SPDX-License-Identifier: Apache-2.0
// A sum over a block in two steps, warp shuffles and shared memory, as a template; one atomic per block.
// RUN: --kernel=sum --grid=8 --block=128 --print=1:1 i32:4096 buf:i32:1:zero buf:i32:4096:iota
template <class T> __device__ T warp_sum(T v) {
    for (int lane = 16; lane > 0; lane /= 2) v += __shfl_down_sync(0xffffffffu, v, lane);
    return v;
}

template <class T, int Threads> __device__ T block_sum(T v) {
    static_assert(Threads % 32 == 0, "whole warps");
    __shared__ T part[Threads / 32];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) v = warp_sum(threadIdx.x < Threads / 32 ? part[threadIdx.x] : T(0));
    return v;
}

extern "C" __global__ void __launch_bounds__(128) sum(int n, int *out, const int *in) {
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    v = block_sum<int, 128>(v);
    if (threadIdx.x == 0) atomicAdd(out, v);
}
