// SPDX-License-Identifier: Apache-2.0
// A histogram with counters in dynamic shared memory, and printf from the device.
// RUN: --kernel=histogram --grid=4 --block=64 --shared=64 --print=1:16 i32:5000 buf:u32:16:zero buf:u8:5000:rand:7
extern __shared__ unsigned counter[];

extern "C" __global__ void histogram(int n, unsigned *bins, const unsigned char *data) {
    if (threadIdx.x < 16) counter[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&counter[data[i] / 16], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], counter[threadIdx.x]);
    if (threadIdx.x == 0) printf("block %d counted\n", static_cast<int>(blockIdx.x));
}
