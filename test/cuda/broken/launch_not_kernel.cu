// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__device__ void f(int *p) { *p = 1; } // NOTE: "void f(int *)" is declared here
void run(int *p) { f<<<1, 32>>>(p); } // ERROR: a __device__ function call cannot be configured
