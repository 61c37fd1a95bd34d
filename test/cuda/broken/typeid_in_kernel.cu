// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <typeinfo>
struct A { virtual __device__ int f() { return 1; } };
__global__ void k(bool *p, A *a) {
    *p = typeid(*a) == typeid(A); // ERROR: "typeid" is not supported in device code
// ERROR@-1: "typeid" is not supported in device code
}
// REQUIRES: <typeinfo>
