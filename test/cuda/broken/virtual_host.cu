// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A { virtual int f() { return 1; } };
struct B : A { __device__ int f() override { return 2; } }; // ERROR: execution space mismatch: overridden entity ("int A::f()") is a __host__ function, but overriding entity ("int B::f()") is a __device__ function
