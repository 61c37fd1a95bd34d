// SPDX-License-Identifier: Apache-2.0
// Calls that fail, and the program does not look.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: sh %S/inputs/cases.sh %s %t
// CHECK: api: 12 cases, 12 found, 12 clean
#include "inputs/cases.h"

__global__ void __launch_bounds__(128) bounded(int *p) {
    p[threadIdx.x] = 1;
}
static void launch_threads(bool bug) {
    Ints p(256);
    bounded<<<1, bug ? 256 : 128>>>(p); // BUG launch_threads: api: error
}
__global__ void dynamic(int *p) {
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    p[threadIdx.x] = s[threadIdx.x];
}
static void launch_shared(bool bug) {
    Ints p(64);
    if (!bug) cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    dynamic<<<1, 64, 65536>>>(p); // BUG launch_shared: api: error
}
static void launch_empty(bool bug) {
    Ints p(64);
    bounded<<<bug ? 0 : 1, 64>>>(p); // BUG launch_empty: api: error
}
static void copy_too_long(bool bug) {
    Ints p(64);
    int h[128] = {0};
    cudaMemcpy(p, h, bug ? 512 : 256, cudaMemcpyHostToDevice); // BUG copy_too_long: api: error
}
static void copy_direction(bool bug) {
    Ints p(64);
    int h[64] = {0};
    cudaMemcpy(bug ? h : p, bug ? (int *)p : h, 256, cudaMemcpyHostToDevice); // BUG copy_direction: api: error
}
static void set_too_long(bool bug) {
    Ints p(64);
    cudaMemset(p, 0, bug ? 257 : 256); // BUG set_too_long: api: error
}
static void capture_broken(bool bug) {
    Ints p(64);
    cudaStream_t s;
    cudaGraph_t g = nullptr;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    bounded<<<1, 64, 0, s>>>(p);
    if (bug) cudaStreamSynchronize(s); // BUG capture_broken: api: error
    cudaStreamEndCapture(s, &g);
    if (g) cudaGraphDestroy(g);
    cudaStreamDestroy(s);
}
static void stream_destroyed(bool bug) {
    Ints p(64);
    cudaStream_t s;
    cudaStreamCreate(&s);
    if (bug) cudaStreamDestroy(s);
    bounded<<<1, 64, 0, s>>>(p); // BUG stream_destroyed: api: error
    if (!bug) cudaStreamDestroy(s);
}
static void cooperative_too_large(bool bug) {
    Ints p(64);
    int *q = p;
    void *args[] = {&q};
    cudaLaunchCooperativeKernel((void *)bounded, bug ? 100000 : 1, 64, args); // BUG cooperative_too_large: api: error
}
static void freed_twice(bool bug) {
    int *p;
    cudaMalloc(&p, 64);
    cudaFree(p);
    if (bug) cudaFree(p); // BUG freed_twice: mem: double-free
}
static void freed_inside(bool bug) {
    int *p;
    cudaMalloc(&p, 64);
    cudaFree(bug ? p + 4 : p); // BUG freed_inside: mem: invalid-free
}
__device__ __noinline__ int recurse(int n) {
    volatile int a[64];
    for (int i = 0; i < 64; i++) a[i] = n;
    return n ? recurse(n - 1) + a[n & 63] : a[0]; // BUG stack_overflow: mem: stack-overflow
}
__global__ void recursive(int *p, int n) {
    p[0] = recurse(n);
}
static void stack_overflow(bool bug) {
    Ints p(1);
    recursive<<<1, 1>>>(p, bug ? 1000000 : 3);
}
CASES(CASE(launch_threads), CASE(launch_shared), CASE(launch_empty), CASE(copy_too_long), CASE(copy_direction), CASE(set_too_long),
      CASE(capture_broken), CASE(stream_destroyed), CASE(cooperative_too_large), CASE(freed_twice), CASE(freed_inside), CASE(stack_overflow))
