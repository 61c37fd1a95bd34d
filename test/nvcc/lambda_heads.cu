// The template parameters of a lambda have commas that separate no declarators, members, arguments
// or elements around it. Names in them lead to a launch, so that what is not understood is said.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -std=c++20 -arch=sm_90 --extended-lambda --expt-relaxed-constexpr -Xcicc --host-errors %s -o %t.exe && cuprum exec %t.exe
// TIMEOUT: 60
// EXPECT:
// 7 4 3, members 3 2 12 5 31, less 0 7, arguments 16 25, elements 5 6 9, local 3 3
#include <cstdio>

template <class T, class U> concept Takes = requires(T &&t, U &&u) { t = u; };
template <class T, class U> struct Both {
    T t;
    U u;
};
inline constexpr auto assign = []<class T, Takes<T> U>(T &&launch, U &&u) noexcept { launch = u; return 4; };
constexpr auto add = []<class T, class U>(T &&launch, U &&u, Takes<T> auto) { return launch + u; };
int table[3] = {1, 2, 3};
int less = table[1] < 2, more = 7;
struct Members {
    static constexpr auto minus = []<class T, Takes<T> launch>(T t, launch u) { return t - u; };
    static constexpr auto count = []<template <class, class...> class X, class T, class... launch>(
                                      X<T, launch...>) requires Takes<T, T> { return sizeof...(launch) + 1; };
    int product = ([]<class T, Takes<T> launch>(T t, launch u) { return t * u; })(3, 4), plain = 5;
};
int sum(int x = []<class T, class launch>(T t, launch u) { return t + u; }(10, 20), int y = 1) { return x + y; }
template <auto f, class T> struct Calls {
    static int twice(T t) { return f(t, t); }
};
using Square = Calls<[]<class T, Takes<T> launch>(T t, launch u) { return t * u; }, int>;
template <class T, auto f = []<class A, class launch>(A a, launch b) { return a * b; }, int n = 5> int power(T t) {
    return f(t, n);
}

template <class F> __global__ void run(int *p, F f) { *p = f(); }
template <class F> void launch(int *p, F f) { run<<<1, 1>>>(p, f); }

int main() {
    int *p, z;
    cudaMallocManaged(&p, sizeof *p);
    launch(p, [=] __device__ { return add(3, 4, 5); });
    cudaDeviceSynchronize();
    printf("%d %d %d, ", *p, assign(z, 3), add(1, 2, 3));
    printf("members %d %d %d %d %d, ", Members::minus(5, 2), (int)Members::count(Both<int, char>()),
           Members{}.product, Members{}.plain, sum());
    printf("less %d %d, arguments %d %d, ", less, more, Square::twice(4), power(5));
    int list[] = {[]<class T, Takes<T> launch>(T t, launch u) { return t + u; }(2, 3), 6, 9};
    printf("elements %d %d %d, ", list[0], list[1], list[2]);
    auto local = []<class T, Takes<T> launch>(T t, launch u) { return t + u; }, copy = local;
    printf("local %d %d\n", local(1, 2), copy(1, 2));
}
