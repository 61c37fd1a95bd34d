// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__global__ void k(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = threadIdx.x * 2; }
int main() { int *d, h[32]; cudaMalloc(&d, sizeof h); k<<<1, 32>>>(d, 32); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); int s = 0; for (int v : h) s += v; printf("launch %d %s\n", s, cudaGetErrorString(cudaGetLastError())); }
