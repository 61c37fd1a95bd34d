// SPDX-License-Identifier: Apache-2.0
// Host code with the C++ library's shared pointers, whose headers use the attribute __noinline__, a macro of CUDA's.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <memory>

__noinline__ __device__ int twice(int x) { return 2 * x; }
__noinline__ __host__ int thrice(int x) { return 3 * x; }

__global__ void k(int *p) { *p = twice(*p); }

int main() {
    auto count = std::make_shared<int>(thrice(7));
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = *count;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%s\n", *p == 42 && count.use_count() == 1 ? "PASS" : "FAIL");
    cudaFree(p);
    return 0;
}
