// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A {
    int v;
    __device__ A() : v(1) {}
};
union U { // NOTE: "U::U()" is declared here
    A a;
    float f;
};
__global__ void k(float *p) {
    U u; // ERROR: function "U::U()" cannot be referenced -- it is a deleted function
    *p = u.f;
}
