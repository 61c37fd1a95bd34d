// SPDX-License-Identifier: Apache-2.0
// overload resolution and default arguments
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Base {};
struct Derived : Base {};
__device__ int f(int) { return 1; }
__device__ int f(long) { return 2; }
__device__ int f(double) { return 3; }
__device__ int f(const int *) { return 4; }
__device__ int f(Base) { return 5; }
__device__ int f(...) { return 6; }
template <class T> __device__ int g(T) { return 10; }
template <class T> __device__ int g(T *) { return 20; }
__device__ int g(float) { return 30; }
__device__ int h(int &) { return 100; }
__device__ int h(const int &) { return 200; }
__device__ int h(int &&) { return 300; }
__device__ int d(int a, int b = 5, int c = 7) { return a + b * 10 + c * 100; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, x = a[t];
    const int cx = x;
    short s = 3;
    o[t] = f(s) + f(2L) * 7 + f(1.0f) * 49 + f(&x) * 343 + f(Derived()) * 2401 + g(x) + g(&x) + g(1.0f) + h(x) + h(cx) + h(x + 1) + d(x) + d(x, 1);
}
