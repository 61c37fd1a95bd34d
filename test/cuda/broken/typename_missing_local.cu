// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
template <class T> struct Traits {
    using type = T;
};
template <class T> __device__ T twice(T v) {
    using B = Traits<T>;
    using N = Traits<int>;
    N::type n = 2;
    B::type w = v * n; // ERROR: use the "typename" keyword to treat nontype "type" as a type in a dependent context
    return w;
}
__global__ void k(int *p) { *p = twice(*p); }
