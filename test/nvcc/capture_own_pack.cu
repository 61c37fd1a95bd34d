// A lambda's own parameter pack is no capture, also where it is empty and hides one around that has its name.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -std=c++20 -arch=sm_90 --extended-lambda --expt-relaxed-constexpr %s -o %t.exe && cuprum exec %t.exe
// TIMEOUT: 60
// EXPECT:
// 8 17
// 10 22 34
#include <cstdio>

template <class F, class... A> __global__ void run(F f, A... a) { f((int)threadIdx.x, a...); }
template <class F, class... Args> void start(F f, int n, Args... args) {
    auto body = [=] __device__(int thread, Args... args) {
        if (thread < n) f(thread, args...);
    };
    run<<<1, 3>>>(body, args...);
}
template <class... Args> void nested(int *p, Args... args) {
    auto body = [=] __device__(int thread) {
        auto sum = [=](auto... args) { return (args + ... + thread); };
        auto renamed = [... args = args * 2] { return (args + ... + 0); };
        p[thread] = sum() + sum(10 * thread, 1) + renamed() + (args + ... + 0);
    };
    run<<<1, 3>>>(body);
}

int main() {
    int *p;
    cudaMallocManaged(&p, 3 * sizeof *p);
    start([=] __device__(int i) { p[i] = i; }, 2);
    start([=] __device__(int i, int a) { p[i] += i + a; }, 2, 5);
    start([=] __device__(int i, int a, int *q) { q[i] += 7 * i + a; }, 2, 3, p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p[0], p[1]);
    nested(p);
    nested(p, 1, 2, 0);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", p[0], p[1], p[2]);
}
