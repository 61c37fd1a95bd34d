#include <cstdio>
extern __device__ int other(int); extern __device__ int shared_v;
static __global__ void k(int *p) { *p = other(20) + shared_v; }
int main() { int *d, h; cudaMalloc(&d, sizeof h); k<<<1, 1>>>(d); cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost); printf("relocatable %d %s\n", h, cudaGetErrorString(cudaGetLastError())); }
