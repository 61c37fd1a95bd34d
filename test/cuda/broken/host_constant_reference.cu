// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
const int limit = 100;
__device__ int smaller(const int &a, const int &b) { return a < b ? a : b; }
__global__ void k(int *p) {
    p[0] = smaller(p[0], limit); // ERROR: identifier "limit" is undefined in device code
}
