// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A { virtual __device__ int f() { return 1; } };
struct B : A { __device__ int f() override { return 2; } };
__global__ void k(int *p, A *a) {
    B *b = dynamic_cast<B *>(a); // ERROR: dynamic_cast is not supported in device code
    *p = b ? b->f() : 0;
}
