// SPDX-License-Identifier: Apache-2.0
// Templates that clang has built in and its __has_builtin promises: sequences of integers, an element of a list of types.
// REQUIRES: clang++, <tuple>, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -ccbin clang++ -arch=sm_90 -std=c++17 --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// RUN: cuprum nvcc -ccbin clang++ -arch=sm_90 -std=c++17 --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// CHECK: 0123 3 8
#include <cstdio>
#include <tuple>
#include <utility>
template <int N> __global__ void put(int *p) { p[N] = N; }
template <int... I> void all(int *p, std::integer_sequence<int, I...>) { (put<I><<<1, 1>>>(p), ...); }
template <class T> __global__ void size(int *p) { *p = sizeof(T); }
int main() {
    int *p;
    cudaMallocManaged(&p, 6 * sizeof(int));
    all(p, std::make_integer_sequence<int, 4>());
    std::apply([=](auto... v) { size<char[sizeof...(v)]><<<1, 1>>>(p + 4); }, std::make_tuple(1, 2.0, 'c'));
    size<std::tuple_element_t<1, std::tuple<char, double, int>>><<<1, 1>>>(p + 5);
    cudaDeviceSynchronize();
    printf("%d%d%d%d %d %d\n", p[0], p[1], p[2], p[3], p[4], p[5]);
}
