// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Size { // NOTE: candidate "Size::Size(Size &&)" is not viable because it takes exactly 1 arguments, and 0 were given
// NOTE@-1: candidate "Size::Size(const Size &)" is not viable because it takes exactly 1 arguments, and 0 were given
    int n;
    __device__ Size(int v) : n(v) {} // NOTE: candidate "Size::Size(int)" is not viable because it takes exactly 1 arguments, and 0 were given
};
__global__ void k(int *p) {
    Size s; // ERROR: no default constructor exists for class "Size"
    *p = s.n;
}
