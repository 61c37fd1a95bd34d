// SPDX-License-Identifier: Apache-2.0
// A program of nvcc's on the virtual machine: variables, launches, printf in its order, managed
// variables, libraries in the default compression of fat binaries.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN: cuprum exec %t.exe
// EXPECT:
// host before
// kernel 0 of 2
// kernel 1 of 2
// host after
// sum 496 + 32 * 10
// managed 42, symbol 16 bytes
// template 2.5
// no error
#include <cstdio>

__managed__ int managed = 41;
__constant__ int table[4] = {1, 2, 3, 4};
__device__ int sum;

__global__ void add(const int *p) {
    atomicAdd(&sum, p[threadIdx.x] + table[3]);
    if (threadIdx.x == 0) managed++;
}
__global__ void say() {
    if (threadIdx.x == 0) printf("kernel %d of %d\n", blockIdx.x, gridDim.x);
}
template <class T> __global__ void scale(T *p, T f) {
    *p *= f;
}

int main() {
    int h[32], *d, s, ten[4] = {0, 0, 0, 10};
    for (int i = 0; i < 32; i++) h[i] = i;
    printf("host before\n");
    say<<<2, 64>>>();
    cudaDeviceSynchronize();
    printf("host after\n");
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(table, ten, sizeof ten);
    add<<<1, 32>>>(d);
    cudaMemcpyFromSymbol(&s, sum, sizeof s);
    printf("sum %d + 32 * 10\n", s - 320);
    size_t n;
    cudaGetSymbolSize(&n, table);
    printf("managed %d, symbol %zu bytes\n", managed, n);
    float *f;
    cudaMallocManaged(&f, sizeof *f);
    *f = 5;
    scale<<<1, 1>>>(f, 0.5f);
    cudaDeviceSynchronize();
    printf("template %g\n", *f);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(f);
    cudaFree(d);
}
