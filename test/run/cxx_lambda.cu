// SPDX-License-Identifier: Apache-2.0
// lambdas: captures, generic, mutable, conversion
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
template <class F> __device__ int twice(F f, int v) { return f(f(v)); }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, bias = a[t];
    auto add = [=](int v) { return v + bias; };
    int calls = 0;
    auto count = [&calls, step = 2](auto v) mutable { calls += step++; return v * 2; };
    int (*plain)(int) = [](int v) { return v - 1; };
    o[t] = twice(add, 3) + twice(count, 5) + (int)count(1.5f) + plain(10) + calls * 1000;
}
