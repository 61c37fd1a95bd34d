// SPDX-License-Identifier: Apache-2.0
// values of several hundred scalars, passed and returned
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:32:rand:7 buf:i32:64:zero
struct Big {
    int a[300];
    char c[5];
};
__device__ __noinline__ Big make(int n) {
    Big b;
    for (int i = 0; i < 300; i++) b.a[i] = n * i;
    for (int i = 0; i < 5; i++) b.c[i] = (char)(n + i);
    return b;
}
__device__ __noinline__ int sum(Big b, int k) {
    b.a[k] += 3;
    return b.a[k] + b.a[299 - k] + b.c[k % 5];
}
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, n = a[t] & 255;
    o[t] = sum(make(n), n);
    o[t + 32] = make(t).a[n];
}
