// SPDX-License-Identifier: Apache-2.0
// Dynamic parallelism with our headers and no toolkit.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: cuprum build --no-toolkit -rdc=true %s -o %t.exe && cuprum exec %t.exe
// EXPECT:
// 7 no error

#include <cstdio>
__global__ void child(int *p) {
    *p += 1;
}
__global__ void parent(int *p) {
    int *q;
    cudaMalloc(&q, 4);
    *q = 5;
    child<<<1, 1>>>(p);
    *p += *q;
    cudaFree(q);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    *p = 1;
    parent<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %s\n", *p, cudaGetErrorString(cudaGetLastError()));
}
