// SPDX-License-Identifier: Apache-2.0
// A first program: a histogram with atomics in shared memory, then in global memory.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cstring>

constexpr int BINS = 64;

__global__ void count(const unsigned char *data, int n, unsigned *bins) {
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i] % BINS], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) atomicAdd(bins + i, local[i]);
}

int main() {
    const int n = 50000;
    unsigned char *data;
    unsigned *bins, expected[BINS] = {};
    cudaMallocManaged(&data, n);
    cudaMallocManaged(&bins, sizeof expected);
    unsigned x = 12345;
    for (int i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        data[i] = x >> 24;
        expected[data[i] % BINS]++;
    }
    cudaMemset(bins, 0, sizeof expected);
    count<<<8, 128>>>(data, n, bins);
    cudaDeviceSynchronize();
    bool ok = memcmp(bins, expected, sizeof expected) == 0;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
