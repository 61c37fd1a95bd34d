// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Counter {
    int n;
    __device__ void bump() { n++; }
};
__global__ void k(const Counter *p) {
    p->bump(); // ERROR: the object has type qualifiers that are not compatible with the member function "void Counter::bump()"
}
