// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void f() {}
__global__ void k(int *p) {
    void (*g)() noexcept = f; // ERROR: no instance of overloaded function "f" matches the required type "void () noexcept"
    g();
}
