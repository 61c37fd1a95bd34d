// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    __shared__ int s = 3; // ERROR: initializer not allowed for __shared__ variable "s"
    *p = s;
}
