// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> struct Base { T value; };
template <class T> struct Derived : Base<T> {
    __device__ T get() { return value; } // ERROR: identifier "value" is undefined
};
__global__ void k(int *p) {
    Derived<int> d;
    *p = d.get();
}
