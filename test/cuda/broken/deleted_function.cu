// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void f(int) {}
__device__ void f(double) = delete; // NOTE: "void f(double)" is declared here
__global__ void k(int *p) {
    f(1.0); // ERROR: function "void f(double)" cannot be referenced -- it is a deleted function
}
