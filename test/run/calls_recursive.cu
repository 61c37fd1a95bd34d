// SPDX-License-Identifier: Apache-2.0
// Functions that call themselves, with a stack of their own.
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:32:iota buf:i32:32:zero
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    o[t] = fib(a[t] & 7) * 100 + ack(1, t & 3);
}
