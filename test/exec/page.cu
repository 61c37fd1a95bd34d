// SPDX-License-Identifier: Apache-2.0
// Memory of a MiB and more begins at a page of 2 MiB, as on GPUs: programs put their own pages there.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec %t.exe
// CHECK: 0 0 0 0
#include <cstdint>
#include <cstdio>
int main() {
    void *p[4];
    cudaMalloc(&p[0], 100);
    cudaMalloc(&p[0], 1 << 20);
    cudaMalloc(&p[1], (5 << 20) + 1);
    cudaMallocAsync(&p[2], 3 << 20, 0);
    cudaMalloc(&p[3], 1 << 21);
    for (void *at : p) printf("%d ", (int)((uintptr_t)at % (2 << 20)));
    printf("\n");
}
