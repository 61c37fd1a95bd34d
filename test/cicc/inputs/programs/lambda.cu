// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
template <class F> __global__ void k(F f, int *p) { p[threadIdx.x] = f(threadIdx.x); }
__global__ void add(int *p) { p[threadIdx.x] += 1; }
int main() { int *d, h[8], a = 7; cudaMalloc(&d, sizeof h); auto go = [=] { add<<<1, 8>>>(d); }; auto f = [=] __device__(int i) { return i * a; }; k<<<1, 8>>>(f, d); k<<<1, 4>>>([=] __host__ __device__ (int i) { return i + a; }, d); go(); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("lambda %d %d %s\n", h[0], h[7], cudaGetErrorString(cudaGetLastError())); }
