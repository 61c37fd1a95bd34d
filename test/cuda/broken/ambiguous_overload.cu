// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(int a, double b) { return 1; } // NOTE: candidate: "int f(int, double)"
__device__ int f(double a, int b) { return 2; } // NOTE: candidate: "int f(double, int)"
__global__ void k(int *p) {
    *p = f(1, 2); // ERROR: more than one instance of overloaded function "f" matches the argument list; argument types are: (int, int)
}
