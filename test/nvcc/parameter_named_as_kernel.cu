// A parameter with the kernel's own name hides the kernel where its stub names it.
// REQUIRES: g++, clang++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 %s -o %t.g && cuprum exec %t.g
// RUN: cuprum nvcc --no-toolkit -ccbin clang++ -arch=sm_90 %s -o %t.c && cuprum exec %t.c
// TIMEOUT: 60
// CHECK: 21 21 5
#include <cstdio>
__global__ void same(int *same, int n) { same[threadIdx.x] = n; }
namespace shapes {
template <class T> __global__ void scale(T *scale, int n) { scale[threadIdx.x] *= n; }
template <class T> __global__ void both(T *out, const T &both) { out[4] = 5; }
}
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    same<<<1, 4>>>(p, 7);
    shapes::scale<<<1, 4>>>(p, 3);
    shapes::both<int><<<1, 1>>>(p, *p);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", p[0], p[3], p[4]);
}
