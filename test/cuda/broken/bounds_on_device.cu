// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void __launch_bounds__(128) f(int *p) { *p = 1; } // ERROR: __launch_bounds__ is only allowed on a __global__ function
__global__ void k(int *p) { f(p); }
