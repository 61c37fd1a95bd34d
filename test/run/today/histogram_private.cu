// SPDX-License-Identifier: Apache-2.0
// A histogram of bytes: sixteen a load, a private histogram for each warp in shared memory, one sum at the end.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:u8:8192:rand:1 buf:u32:256:zero i32:8192
constexpr int BINS = 256, WARPS = 4;

__device__ __forceinline__ void add(unsigned *mine, unsigned word) {
    atomicAdd(mine + (word & 0xff), 1u);
    atomicAdd(mine + (word >> 8 & 0xff), 1u);
    atomicAdd(mine + (word >> 16 & 0xff), 1u);
    atomicAdd(mine + (word >> 24), 1u);
}

__global__ void histogram(const uint4 *__restrict__ data, unsigned *__restrict__ bins, int bytes) {
    __shared__ unsigned part[WARPS * BINS];
    unsigned *mine = part + threadIdx.x / 32 * BINS;
    for (int i = threadIdx.x; i < WARPS * BINS; i += blockDim.x) part[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes / 16; i += gridDim.x * blockDim.x) {
        const uint4 v = data[i];
        add(mine, v.x);
        add(mine, v.y);
        add(mine, v.z);
        add(mine, v.w);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++) sum += part[w * BINS + b];
        atomicAdd(bins + b, sum);
    }
}
