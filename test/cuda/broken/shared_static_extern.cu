// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    static __shared__ int s[]; // ERROR: incomplete type "int []" is not allowed
    *p = s[0];
}
