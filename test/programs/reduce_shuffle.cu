// SPDX-License-Identifier: Apache-2.0
// A first program: a sum by warp shuffles and one atomic addition a block.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__inline__ __device__ int warp_sum(int v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

__global__ void sum(const int *in, int *out, int n) {
    __shared__ int parts[32];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0;
        v = warp_sum(v);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}

int main() {
    const int n = 100000;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    long expected = 0;
    for (int i = 0; i < n; i++) expected += in[i] = i % 1000 - 400;
    *out = 0;
    sum<<<16, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    printf("%d\n%s\n", *out, *out == expected ? "PASS" : "FAIL");
    return *out != expected;
}
