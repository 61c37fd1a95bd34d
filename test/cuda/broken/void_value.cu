// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void f() {}
__global__ void k(int *p) {
    *p = f(); // ERROR: a value of type "void" cannot be assigned to an entity of type "int"
}
