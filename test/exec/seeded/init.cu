// SPDX-License-Identifier: Apache-2.0
// Reads of what nobody wrote, by kernels and by copies to the host; memory that nobody frees or uses.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: CHECKS=all,unused sh %S/inputs/cases.sh %s %t
// CHECK: init: 9 cases, 9 found, 9 clean
#include "inputs/cases.h"

__global__ void add(int *out, const int *in) {
    out[threadIdx.x] = in[threadIdx.x] + 1; // BUG init_global: init: uninitialised-read
}
static void init_global(bool bug) {
    Ints out(32);
    int *in;
    cudaMalloc(&in, 128);
    cudaMemset(in, 0, bug ? 64 : 128);
    add<<<1, 32>>>(out, in);
    cudaDeviceSynchronize();
    cudaFree(in);
}
__global__ void shared(int *out, int n) {
    __shared__ int s[64];
    if (threadIdx.x < n) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x] + 1; // BUG init_shared: init: uninitialised-read
}
static void init_shared(bool bug) {
    Ints out(64);
    shared<<<1, 64>>>(out, bug ? 60 : 64);
}
__global__ void local(int *out, int n) {
    int a[8];
    for (int i = 0; i < n; i++) a[i] = i;
    out[threadIdx.x] = a[threadIdx.x & 7] + 1; // BUG init_local: init: uninitialised-read
}
static void init_local(bool bug) {
    Ints out(32);
    local<<<1, 32>>>(out, bug ? 6 : 8);
}
__global__ void heap(int *out, bool bug) {
    int *p = (int *)malloc(16);
    if (!bug) p[2] = 1;
    out[0] = p[2] + 1; // BUG init_heap: init: uninitialised-read
    free(p);
}
static void init_heap(bool bug) {
    Ints out(1);
    heap<<<1, 1>>>(out, bug);
}
__global__ void count(int *p) {
    atomicAdd(p, 1); // BUG init_atomic: init: uninitialised-read
}
static void init_atomic(bool bug) {
    int *p;
    cudaMalloc(&p, 4);
    if (!bug) cudaMemset(p, 0, 4);
    count<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
__global__ void half(int *out, int n) {
    if (threadIdx.x < n) out[threadIdx.x] = 1;
}
static void init_copy(bool bug) {
    int *p, host[64];
    cudaMalloc(&p, 256);
    half<<<1, 64>>>(p, bug ? 0 : 64);
    cudaMemcpy(host, p, 256, cudaMemcpyDeviceToHost); // BUG init_copy: init: uninitialised-copy
    cudaFree(p);
}
static void leak_device(bool bug) {
    int *p;
    cudaMalloc(&p, 64); // BUG leak_device: leak: leak
    half<<<1, 16>>>(p, 16);
    cudaDeviceSynchronize();
    if (!bug) cudaFree(p);
}
__global__ void lose(int *out, bool bug) {
    int *p = (int *)malloc(32); // BUG leak_heap: leak: leak
    p[0] = 1;
    out[0] = p[0];
    if (!bug) free(p);
}
static void leak_heap(bool bug) {
    Ints out(1);
    lose<<<1, 1>>>(out, bug);
}
static void unused_memory(bool bug) {
    Ints out(16);
    int *p;
    cudaMalloc(&p, 64); // BUG unused_memory: unused: unused
    half<<<1, 16>>>(bug ? out : p, 16);
    cudaDeviceSynchronize();
    cudaFree(p);
}
CASES(CASE(unused_memory), CASE(init_global), CASE(init_shared), CASE(init_local), CASE(init_heap), CASE(init_atomic), CASE(init_copy), CASE(leak_device), CASE(leak_heap))
