// SPDX-License-Identifier: Apache-2.0
// function pointers and tables of them
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:38 buf:i32:64:zero
typedef int (*Op)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ Op table[3] = {add, sub, mul};
__device__ __noinline__ int apply(Op f, int a, int b) { return f(a, b); }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Op f = t & 1 ? add : mul;
    o[t] = apply(table[t % 3], a[t], t) + f(a[t], 3);
}
