// SPDX-License-Identifier: Apache-2.0
// A first program: printf in a kernel: formats, and the order of the threads of one warp.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: thread 10:  0.00 a even 100000000 %
// CHECK: thread 11:  1.50 b odd 200000000 %
// CHECK: thread 12:  3.00 c even 400000000 %
// CHECK: PASS
#include <stdio.h>

__global__ void say(int base, const char *what) {
    printf("%s %d: %5.2f %c %s %llx %%\n", what, base + (int)threadIdx.x, threadIdx.x * 1.5, 'a' + threadIdx.x,
           threadIdx.x & 1 ? "odd" : "even", 1ull << (32 + threadIdx.x));
}

__device__ char word[] = "thread";

// PASS is for a look at the lines: the test compares them.
int main() {
    void *p;
    if (cudaGetSymbolAddress(&p, word) != cudaSuccess) return 1;
    say<<<1, 3>>>(10, (const char *)p);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", e == cudaSuccess ? "PASS" : cudaGetErrorString(e));
}
