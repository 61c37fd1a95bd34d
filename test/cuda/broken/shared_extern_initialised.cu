// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    extern __shared__ int s[] = {1}; // ERROR: initializer not allowed for __shared__ variable "s"
// WARNING@-1: extern declaration of the entity "s" is treated as a static definition
    *p = s[0];
}
