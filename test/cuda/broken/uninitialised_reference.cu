// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int &r; // ERROR: reference variable "r" requires an initializer
    *p = r;
}
