// SPDX-License-Identifier: Apache-2.0
// Volatile accesses: each is made, in its order.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
__global__ void k(volatile int *a, int *o) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    int x = s[t];
    s[t] = x + 1;
    o[t] = s[t] + a[t] + a[t];
}
