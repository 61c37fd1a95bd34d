// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ T f(T v) {
    return v + offset; // ERROR: identifier "offset" is undefined
}
__global__ void k(int *p) { *p = f(1); }
