// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    const int n; // ERROR: const variable "n" requires an initializer
    *p = n;
}
