// SPDX-License-Identifier: Apache-2.0
// References: returned, members, to temporaries, of elements, forwarding.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Box { int v; int &ref; __device__ Box(int &r) : v(1), ref(r) {} };
__device__ int &larger(int &a, int &b) { return a > b ? a : b; }
__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
__device__ const int &hold(const int &v) { return v; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, x = a[t], y = 40;
    int &r = larger(x, y);
    r += 100;
    swap(x, y);
    Box b(x);
    b.ref -= 3;
    const int &tmp = x + y;
    int arr[3] = {1, 2, 3};
    for (int &e : arr) e *= t;
    auto &&fwd = arr[1];
    fwd += hold(5);
    o[t] = x + y * 3 + b.v + tmp + arr[0] + arr[1] + arr[2];
}
