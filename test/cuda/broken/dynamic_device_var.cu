// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f() { return 1; }
__device__ int v = f(); // ERROR: dynamic initialization is not supported for a __device__ variable
