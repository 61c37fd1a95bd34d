// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
struct S { int a; float b; };
template <class T, int N> __global__ void k(T *p, S s, const int &unused) { p[threadIdx.x] = T(N) + s.a; }
__global__ void none() {}
int main() { double *d, h[4]; cudaMalloc(&d, sizeof h); none<<<1, 1>>>(); k<double, 3><<<1, 4>>>(d, S{4, 1.f}, 0); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("template %g %s\n", h[0] + h[3], cudaGetErrorString(cudaGetLastError())); }
