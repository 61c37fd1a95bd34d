// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
struct S {
    template <class T> __device__ T get() { return T(1); }
};
template <class T> __device__ int use(T t) {
    return t.get<int>(); // ERROR: type name is not allowed
}
__global__ void k(int *p) { *p = use(S{}); }
