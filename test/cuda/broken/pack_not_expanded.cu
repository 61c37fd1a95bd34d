// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class... T> __device__ int sum(T... v) {
    return v; // ERROR: parameter pack "v" was referenced but not expanded
}
__global__ void k(int *p) { *p = sum(1, 2); }
