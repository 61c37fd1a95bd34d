// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int n) {
    int *p = n; // ERROR: a value of type "int" cannot be used to initialize an entity of type "int *"
    *p = 1;
}
