// SPDX-License-Identifier: Apache-2.0
// Structured bindings of a class and of an array, by value and by reference.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct P { int a; short b; float c; };
__device__ P make(int v) { return {v, (short)(v * 2), v * 0.5f}; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    auto [x, y, z] = make(a[t]);
    int arr[2] = {x, 5};
    auto &[p, q] = arr;
    p += 10;
    q *= y;
    o[t] = arr[0] + arr[1] + (int)z;
}
