// SPDX-License-Identifier: Apache-2.0
// A first program: cuda::barrier: arrive and wait apart, work in between.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cuda/barrier>
#include <cuda/std/utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void phases(int *out) {
    __shared__ Barrier barrier;
    __shared__ int sums[2];
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        sums[0] = sums[1] = 0;
    }
    __syncthreads();
    for (int phase = 0; phase < 2; phase++) {
        atomicAdd(&sums[phase], threadIdx.x + phase);
        auto token = barrier.arrive();
        out[2 + threadIdx.x] = threadIdx.x * phase; // needs no waiting
        barrier.wait(cuda::std::move(token));
        if (threadIdx.x == phase) out[phase] = sums[phase];
        barrier.arrive_and_wait();
    }
}

int main() {
    const int n = 64;
    int *out;
    cudaMallocManaged(&out, (n + 2) * sizeof(int));
    phases<<<1, n>>>(out);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = out[0] == n * (n - 1) / 2 && out[1] == n * (n - 1) / 2 + n;
    for (int i = 0; i < n; i++) ok = ok && out[2 + i] == i;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
