// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int seed(int v) { return v; }
__global__ void k(int *p, int n) {
    static int s = seed(n); // ERROR: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
    *p = s;
}
