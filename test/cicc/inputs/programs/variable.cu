// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__device__ int v = 5; __constant__ float c[2]; __managed__ int m = 2;
__global__ void k() { v += m + (int)c[1]; m = 9; }
int main() { float f[2] = {1, 10}; cudaMemcpyToSymbol(c, f, sizeof f); k<<<1, 1>>>(); cudaDeviceSynchronize(); int h; cudaMemcpyFromSymbol(&h, v, sizeof h); printf("variable %d %d %s\n", h, m, cudaGetErrorString(cudaGetLastError())); }
