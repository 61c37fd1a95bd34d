// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(unsigned **p) {
    *p = &blockIdx.x; // ERROR: a value of type "const unsigned int *" cannot be assigned to an entity of type "unsigned int *"
}
