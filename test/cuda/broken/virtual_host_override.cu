// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A { virtual __device__ int f() { return 1; } }; // NOTE: see the previous declaration
struct B : A { int f() override { return 2; } }; // ERROR: execution space mismatch: overridden entity ("int A::f()") is a __device__ function, but overriding entity ("int B::f()") is a __host__ function
__global__ void k(int *p) {
    B b;
    A *a = &b;
    *p = a->f();
}
