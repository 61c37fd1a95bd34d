// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
template <class... T> struct Tuple {
    __device__ void set(T v) {} // ERROR: parameter pack "T" was referenced but not expanded
    __device__ void set_all(T... v) {}
    int n;
};
__global__ void k(int *p) {
    Tuple<int, float> t{1};
    *p = t.n;
}
