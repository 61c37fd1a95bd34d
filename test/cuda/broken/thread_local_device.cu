// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ thread_local int v; // ERROR: cannot use thread_local specifier for a __device__ variable
__global__ void k(int *p) { *p = v; }
