// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Counter {
    int n;
    __device__ void bump() const { n++; } // ERROR: expression must be a modifiable lvalue
// NOTE@-1: "*this" is const in this member function
};
__global__ void k(Counter *p) { p->bump(); }
