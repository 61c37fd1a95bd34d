// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> struct Span {
    T *p;
    __device__ Span(T *q, int n) : p(q) {}
};
__global__ void k(int *p) {
    Span s(p); // ERROR: cannot deduce class template arguments of "Span" from this initializer
    *s.p = 1;
}
