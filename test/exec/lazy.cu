// SPDX-License-Identifier: Apache-2.0
// Kernels of a program are read when they are first used: static and dynamic shared memory of several, what looks like
// the end of a body and is none, kernels that are launched by kernels, attributes before a launch. The same with the
// checkers, which read everything at once.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -rdc=true -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s -lcudadevrt && cuprum exec %t.exe
// CHECK: attributes: shared 400 local 1
// CHECK: small: 6 10
// CHECK: large: 106 10
// CHECK: braces: 5
// CHECK: table: 3 4
// CHECK: child: 41
// CHECK: no error
// RUN[CHECKED]: cuprum exec --check=mem %t.exe
// CHECKED: attributes: shared 400 local 1
// CHECKED: small: 6 10
// CHECKED: large: 106 10
// CHECKED: braces: 5
// CHECKED: table: 3 4
// CHECKED: child: 41
#include <cstdio>
#include <cuda_runtime.h>

extern __shared__ int dynamic[];

__device__ int total(const int *p, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += p[i];
    return sum;
}

template <int N> __global__ void both(int *out) {
    __shared__ int fixed[N];
    fixed[threadIdx.x] = threadIdx.x + (N == 100 ? 25 : 0);
    dynamic[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x) return;
    out[0] = total(fixed, 4);
    out[1] = total(dynamic, 4);
}

__global__ void braces(int *out) {
    int v;
    asm volatile("{ // } the end?\n\t.reg .b32 t; /* } */\n\t.pragma \"nounroll\"; mov.b32 t, 5;\n\t"
                 "{ mov.b32 %0, t; }\n\t}"
                 : "=r"(v));
    out[0] = v;
}

typedef int Function(int);
__device__ __noinline__ int one_more(int v) { return v + 1; }
__device__ __noinline__ int two_more(int v) { return v + 2; }
__device__ Function *table[] = {one_more, two_more};

__global__ void indirect(int *out, int v) {
    out[0] = table[0](v);
    out[1] = table[1](v);
}

__global__ void child(int *out) { out[0]++; }
__global__ void parent(int *out) {
    out[0] = 40;
    child<<<1, 1>>>(out);
}

__global__ void large_frame(int *out, int i) {
    __shared__ int fixed[100];
    volatile int local[64];
    for (int k = 0; k < 64; k++) local[k] = k;
    fixed[threadIdx.x] = local[i];
    out[0] = fixed[threadIdx.x];
}

int main() {
    int *d, h[2];
    cudaMalloc(&d, sizeof h);
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, large_frame);
    printf("attributes: shared %d local %d\n", (int)a.sharedSizeBytes, a.localSizeBytes >= 256);
    both<4><<<1, 4, 16>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("small: %d %d\n", h[0], h[1]);
    both<100><<<1, 4, 16>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("large: %d %d\n", h[0], h[1]);
    braces<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("braces: %d\n", h[0]);
    indirect<<<1, 1>>>(d, 2);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("table: %d %d\n", h[0], h[1]);
    parent<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("child: %d\n", h[0]);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(d);
}
