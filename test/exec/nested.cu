// SPDX-License-Identifier: Apache-2.0
// Kernels that launch kernels: they run when the parent's grid has ended, in order.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13, /usr/local/cuda/lib64/libcudadevrt.a
// TIMEOUT: 180
// RUN: nvcc -cudart shared -rdc=true -gencode arch=compute_80,code=compute_80 -o %t.exe %s -lcudadevrt && \
// RUN: cuprum exec %t.exe
// EXPECT:
// parent 0
// parent 1
// child of 0: 3 threads
// child of 1: 3 threads
// sum 60, no error
#include <cstdio>
struct Args {
    int depth, *sum;
    char pad[40];
};
__global__ void child(Args a, int n) {
    if (threadIdx.x == 0 && a.depth == 1) printf("child of %d: %d threads\n", n, blockDim.x);
    atomicAdd(a.sum, 1 + threadIdx.x);
    if (a.depth < 3 && threadIdx.x == 0) {
        Args b = a;
        b.depth++;
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        child<<<1, 3, 0, s>>>(b, n);
        cudaStreamDestroy(s);
    }
}
__global__ void parent(int *sum) {
    printf("parent %d\n", blockIdx.x);
    int *p;
    cudaMalloc(&p, 4);
    *p = 12;
    Args a = {1, sum, {}};
    child<<<1, 3>>>(a, blockIdx.x);
    atomicAdd(sum, *p);
    cudaFree(p);
}
int main() {
    int *sum;
    cudaMallocManaged(&sum, 4);
    *sum = 0;
    parent<<<2, 1>>>(sum);
    cudaError_t e = cudaDeviceSynchronize();
    printf("sum %d, %s\n", *sum, cudaGetErrorString(e));
}
