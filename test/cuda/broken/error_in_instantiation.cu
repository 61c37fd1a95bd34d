// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> struct Holder {
    T v;
    __device__ int get() { return v.value(); } // ERROR: expression must have class type but it has type "float"
};
template <class T> __device__ int read(T v) {
    Holder<T> h{v};
    return h.get();
}
__global__ void k(int *p) {
    *p = read(3.0f);
}
