// SPDX-License-Identifier: Apache-2.0
// Whole programs under --jit=verify: every launch runs twice from the same memory (device, managed, pinned), and the results are the
// interpreter's. A difference makes the exit status 1, whatever the program returned.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum build %s -o %t.exe
// RUN[A]: cuprum exec --jit=verify %t.exe
// A: sum 40
// A: native code and interpreter: 12 launches compared, no difference
// RUN[B]: cuprum exec --jit=verify %t.exe nan
// EXIT[B]: 1
// B: sum 40
// B: difference: kernel _Z3nanPdx
// B: native code and interpreter: 13 launches compared, 1 differences
#include <cstdio>
#include <cuda_runtime.h>
__global__ void step(int *device, int *managed, int *pinned) {
    int i = threadIdx.x;
    device[i] += 1;
    managed[i] = device[i] * 2;
    pinned[i] += managed[i] - device[i];
}
__global__ void nan(double *p, long long high) {
    int i = threadIdx.x;
    p[i] = __longlong_as_double(high | (2 * i)) + __longlong_as_double(high | (2 * i + 1));
    p[i + 32] = __longlong_as_double(high | (2 * i + 1)) * __longlong_as_double(high | (2 * i));
}
int main(int argc, char **) {
    int *device, *managed, *pinned;
    double *p;
    cudaMalloc(&device, 128);
    cudaMalloc(&p, 512);
    cudaMallocManaged(&managed, 128);
    cudaMallocHost(&pinned, 128);
    cudaMemset(device, 0, 128);
    for (int i = 0; i < 32; i++) pinned[i] = 0;
    if (argc > 1) nan<<<1, 32>>>(p, 0x7ff8000000000000);
    for (int i = 0; i < 12; i++) step<<<1, 32>>>(device, managed, pinned);
    cudaDeviceSynchronize();
    printf("sum %d\n", managed[5] + pinned[3] - 62); // 24 + 78 - 62
    return 0;
}
