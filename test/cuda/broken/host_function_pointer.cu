// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int add(int a, int b) { return a + b; } // NOTE: "add" is declared here without __device__
__global__ void k(int *p) {
    int (*f)(int, int) = add; // ERROR: calling a __host__ function("add(int, int)") from a __global__ function("k") is not allowed
    *p = f(1, 2);
}
