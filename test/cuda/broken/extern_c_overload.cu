// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
extern "C" __device__ int f(int v) { return v; } // NOTE: "int f(int)" is declared here
extern "C" __device__ int f(float v) { return v; } // ERROR: more than one instance of an overloaded function has "C" linkage
__global__ void k(int *p) { *p = f(1); }
